"""The closed forms of every file of the library against the derived geometry.

Configurations are drawn without the closed forms: any joint angles of a serial machine, and for one with loops configurations
about its start that Newton's method closes. Each must be among the solutions for its own tool pose, and every solution must close
the loops and reach the pose.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import atan2, cos, sin
from typing import Any

import numpy as np
import pytest
from motion import random_states

import kinloop as kl
from kinloop.errors import ExpressionError
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.formats.read import library, read
from kinloop.mechanism.parts.parts import ClosedForm, Mechanism

INVERSE = [name for name in library() if read(name).inverse_geometry is not None]
FORWARD = [name for name in library() if read(name).forward_geometry is not None]
SAMPLES = 12
POSE = ("x", "y", "z", "qw", "qx", "qy", "qz")
Array = np.ndarray
Values = dict[str, Any]


@cache
def robot_of(name: str) -> kl.Robot:
    return kl.load(name)


@cache
def configurations(name: str) -> Array:
    robot = robot_of(name)
    if robot.mechanism.loops or robot.mechanism.couplings:
        return random_states(robot, SAMPLES, seed=1, spread=0.3).q
    random = np.random.default_rng(1)
    columns = []
    for joint in robot.mechanism.ordered_joints:
        bounds = joint.limits.position or (-3.1, 3.1)
        lower, upper = (float(b.value(robot.parameters)) if isinstance(b, Expression) else float(b) for b in bounds)
        columns += [random.uniform(lower, upper, SAMPLES) for _ in joint.coordinates]
    return np.stack(columns, axis=-1)


def task_names(mechanism: Mechanism) -> tuple[str, ...]:
    return POSE if mechanism.task == ("pose",) else mechanism.task


def tool_task(robot: kl.Robot, q: Array) -> Values:
    """The task's coordinates of a configuration, by name."""
    pose = robot.frame_pose(q)
    R = pose.rotation
    values = dict(zip(POSE, [*map(float, pose.position), *quaternion(R)], strict=True)) | {"phi": atan2(R[1, 0], R[0, 0])}
    return {name: values[name] for name in task_names(robot.mechanism)}


def quaternion(R: Array) -> list[float]:
    """Scalar first, of a rotation matrix: the eigenvector of its symmetric 4 by 4 matrix (Bar-Itzhack 2000)."""
    K = np.empty((4, 4))
    K[0, 0], K[0, 1:] = np.trace(R), [R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]
    K[1:, 1:] = R + R.T - np.trace(R) * np.eye(3)
    return [float(entry) for entry in np.linalg.eigh(K, UPLO="U")[1][:, -1]]


def rotation(x: Values) -> Array:
    w, a, b, c = (x[name] for name in POSE[3:])
    return np.array(
        [
            [1 - 2 * (b * b + c * c), 2 * (a * b - w * c), 2 * (a * c + w * b)],
            [2 * (a * b + w * c), 1 - 2 * (a * a + c * c), 2 * (b * c - w * a)],
            [2 * (a * c - w * b), 2 * (b * c + w * a), 1 - 2 * (a * a + b * b)],
        ]
    )


def tool_error(robot: kl.Robot, q: Array, x: Values) -> float:
    """How far the tool is from the task's coordinates [m, and entries of the rotation matrix]."""
    pose = robot.frame_pose(q)
    errors = [pose.position[k] - x[name] for k, name in enumerate("xyz") if name in x]
    if "phi" in x:
        errors += [pose.rotation[1, 0] - sin(x["phi"]), pose.rotation[0, 0] - cos(x["phi"])]
    if "qw" in x:
        errors += list((pose.rotation - rotation(x)).ravel())
    return float(np.max(np.abs(errors)))


def solutions(form: ClosedForm, given: Values) -> Iterator[tuple[tuple[int, ...], Values]]:
    """Every mode that has a real solution: its signs, and all values."""
    for signs in product((1, -1), repeat=len(form.signs)):
        values = given | {name: float(sign) for name, sign in zip(form.signs, signs, strict=True)}
        try:
            for key, value in form.values.items():
                values[key] = value.value(values) if isinstance(value, Expression) else value
        except ExpressionError:
            continue  # a root of a negative number: this mode does not reach
        yield signs, values


def difference(mechanism: Mechanism, a: Array, b: Array) -> float:
    """The largest between two configurations; angles whole turns apart are the same, and so are quaternions of opposite sign."""
    a, column, largest = a.copy(), 0, 0.0
    for joint in mechanism.ordered_joints:
        span = slice(column, column + len(joint.coordinates))
        column = span.stop
        if joint.kind in ("spherical", "free") and a[span][-4:] @ b[span][-4:] < 0:
            a[span.stop - 4 : span.stop] *= -1
        for name, gap in zip(joint.coordinates, a[span] - b[span], strict=True):
            turning = joint.kind in ("revolute", "universal") or name.endswith("_angle")
            largest = max(largest, abs(atan2(sin(gap), cos(gap)) if turning else gap))
    return largest


@pytest.mark.parametrize("name", INVERSE)
def test_inverse_solutions_reach_the_target_and_close_the_loops(name: str) -> None:
    robot = robot_of(name)
    mechanism = robot.mechanism
    form = mechanism.inverse_geometry
    assert form is not None
    seen = set()
    for q in configurations(name):
        x = tool_task(robot, q)
        nearest = np.inf
        for signs, values in solutions(form, robot.parameters | x):
            seen.add(signs)
            solution = np.array([values[coordinate] for coordinate in mechanism.coordinates])
            assert tool_error(robot, solution, x) < 1e-12
            assert np.abs(robot.closure(solution)).max(initial=0.0) < 1e-12
            nearest = min(nearest, difference(mechanism, solution, q))
        assert nearest < 1e-8, (
            "the configuration that the target was taken from is among the solutions"
        )  # half the digits at a fold
    assert seen == set(product((1, -1), repeat=len(form.signs))), "every mode was met"


@pytest.mark.parametrize("name", FORWARD)
def test_forward_solutions_have_their_tool_pose_and_close_the_loops(name: str) -> None:
    robot = robot_of(name)
    mechanism = robot.mechanism
    form = mechanism.forward_geometry
    assert form is not None
    seen = set()
    for q in configurations(name):
        active = dict(zip(robot.active, map(float, q), strict=False))
        nearest = np.inf
        for signs, values in solutions(form, robot.parameters | active):
            seen.add(signs)
            solution = np.array([values[coordinate] for coordinate in mechanism.coordinates])
            x = {coordinate: values[coordinate] for coordinate in task_names(mechanism)}
            assert tool_error(robot, solution, x) < 1e-12
            assert np.abs(robot.closure(solution)).max(initial=0.0) < 1e-12
            nearest = min(nearest, difference(mechanism, solution, q))
        assert nearest < 1e-8
    assert seen == set(product((1, -1), repeat=len(form.signs))), "every mode was met"


@pytest.mark.parametrize("name", sorted(set(INVERSE) & set(FORWARD)))
def test_forward_of_every_inverse_solution_contains_the_target(name: str) -> None:
    robot = robot_of(name)
    inverse, forward = robot.mechanism.inverse_geometry, robot.mechanism.forward_geometry
    assert inverse is not None
    assert forward is not None
    for q in configurations(name):
        x = tool_task(robot, q)
        for _, values in solutions(inverse, robot.parameters | x):
            active = {coordinate: values[coordinate] for coordinate in robot.active}
            found = [{key: back[key] for key in x} for _, back in solutions(forward, robot.parameters | active)]
            assert min(apart(x, back) for back in found) < 1e-8


def apart(x: Values, y: Values) -> float:
    """Between two targets; ``phi`` by whole turns."""
    gaps = [atan2(sin(y[key] - x[key]), cos(y[key] - x[key])) if key == "phi" else y[key] - x[key] for key in x]
    return float(np.max(np.abs(gaps)))


@pytest.mark.parametrize("name", INVERSE)
def test_what_a_far_target_gives_reaches_it(name: str) -> None:
    """Out of reach there is no value at all: no clamped root makes a target look reached. Only slides without end get there."""
    robot = robot_of(name)
    form = robot.mechanism.inverse_geometry
    assert form is not None
    x = tool_task(robot, robot.start) | {next(iter(task_names(robot.mechanism))): 1e3}
    for _, values in solutions(form, robot.parameters | x):
        solution = np.array([values[coordinate] for coordinate in robot.mechanism.coordinates])
        assert tool_error(robot, solution, x) < 1e-9


@pytest.mark.parametrize("name", INVERSE)
def test_arrays_give_what_single_values_give_and_nan_out_of_reach(name: str) -> None:
    robot = robot_of(name)
    form = robot.mechanism.inverse_geometry
    assert form is not None
    targets = [tool_task(robot, q) for q in configurations(name)]
    targets.append(targets[0] | {next(iter(task_names(robot.mechanism))): 1e3})
    batch: Values = robot.parameters | {key: np.array([x[key] for x in targets]) for key in targets[0]}
    for signs in product((1, -1), repeat=len(form.signs)):
        values = batch | {name: float(sign) for name, sign in zip(form.signs, signs, strict=True)}
        for key, value in form.values.items():
            values[key] = value.value(values) if isinstance(value, Expression) else value
        together = np.array([np.broadcast_to(values[key], len(targets)) for key in robot.mechanism.coordinates])
        for k, x in enumerate(targets):
            alone = dict(solutions(form, robot.parameters | x)).get(signs)
            if alone is None:
                assert np.isnan(together[:, k]).any()
            else:
                single = np.array([alone[key] for key in robot.mechanism.coordinates])
                assert np.allclose(together[:, k], single, rtol=1e-9, atol=1e-9)
