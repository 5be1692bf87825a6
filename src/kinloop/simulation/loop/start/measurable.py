"""Which joints the sensors measure, and whether all others follow from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from kinloop.control.observers.filtered_differences import FilteredDifferences
from kinloop.control.observers.from_model import FromModel
from kinloop.control.observers.observer import Observer
from kinloop.errors import ShapeError, UnsupportedOperation, listing, unknown_name
from kinloop.model.evaluate import evaluate
from kinloop.model.robot import Robot
from kinloop.simulation.options.run_options import MEASURABLE, Sensors

Array = np.ndarray
# Singular values, and motions, that are smaller count as zero.
FREE = 1e-8


def as_observer(given: Any, sensors: Sensors) -> Observer:
    """The observer of a run: the given one, or the default for what is measured. Raises: ShapeError, UnsupportedOperation."""
    if given is None:
        return FromModel() if sensors.rates else FilteredDifferences()
    if not isinstance(given, Observer):
        raise ShapeError(f"simulate: the observer is {given!r:.80}, expected one such as kl.FilteredDifferences(0.005)")
    if given.needs_rates and not sensors.rates:
        raise UnsupportedOperation(
            f"simulate: {type(given).__name__} needs measured rates, but Sensors(rates=False) measures positions only; "
            "kl.FilteredDifferences and kl.KalmanFilter estimate rates"
        )
    return given


def measured_places(robot: Robot, measured: Iterable[str]) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
    """The places of the measured joints among positions and among rates, and whether the other joints follow from the tool.

    Raises: UnknownName: a joint that the robot does not have. UnsupportedOperation: joints that do not follow from what is
        measured.
    """
    mechanism, names = robot.mechanism, tuple(measured)
    joints = [joint for joint in mechanism.ordered_joints if joint.rates]
    active = [joint.name for joint in mechanism.active_joints]
    groups = {"active": active, "passive": [joint.name for joint in joints if joint.name not in active]}
    known = [*MEASURABLE, *(joint.name for joint in joints)]
    for name in names:
        if name not in known:
            raise unknown_name("thing to measure", name, known, repr(mechanism.name))
    chosen = {joint for name in names for joint in groups.get(name, [name])}
    places = [joint for joint in joints if joint.name in chosen]
    q_places = tuple(sorted(mechanism.coordinates.index(name) for joint in places for name in joint.coordinates))
    v_places = tuple(sorted(mechanism.rates.index(name) for joint in places for name in joint.rates))
    if set(active) <= chosen:
        if _moves_freely(robot, v_places):
            raise UnsupportedOperation(
                f"simulate: the passive joints of {mechanism.name} do not follow from the active ones, so they must be measured"
            )
        return q_places, v_places, False
    if places and _determines(robot, v_places):
        return q_places, v_places, False
    if "tool" not in names:
        others = [joint.name for joint in joints if joint.name not in chosen]
        raise UnsupportedOperation(
            f"simulate: of {mechanism.name} {listing(names)} are measured, which does not determine the joints {listing(others)}"
        )
    if _task_leaves_open(robot):
        raise UnsupportedOperation(
            f"simulate: the task of {mechanism.name} does not determine its joints, so the active ones must be measured"
        )
    return q_places, v_places, True


def _determines(robot: Robot, places: Sequence[int]) -> bool:
    """Whether the closures give all joints from those at these places among the rates, at some assembled configuration."""
    others = [k for k in range(len(robot.mechanism.rates)) if k not in places]
    if not others:
        return True
    if not robot.models.formulas.model.rows:
        return False
    sizes = [np.linalg.svd(_closure_matrix(robot, q)[:, others], compute_uv=False) for q in _configurations(robot)]
    return any(len(size) == len(others) and size[-1] > FREE * size[0] for size in sizes)


def _configurations(robot: Robot) -> list[Array]:
    return [robot.start, *robot.models.formulas.model.assembled.configurations]


def _closure_matrix(robot: Robot, q: Array) -> Array:
    """The closures' Jacobian at a configuration, without units."""
    geometry = robot.models.geometry
    K = robot.models.formulas.kernel("all_closures").ufunc(q, *robot.models.parameter_inputs)[1]
    matrix: Array = K / geometry.closure_units[:, None] * geometry.rate_units
    return matrix


def _task_leaves_open(robot: Robot) -> bool:
    """Whether active joints move while the tool stands still, at every one of some configurations: at a singular one they always
    do."""
    n, every, geometry = robot.n_active, np.eye(len(robot.mechanism.rates)), robot.models.geometry
    for q in robot.models.formulas.model.assembled.configurations:
        still = evaluate(robot, "task_velocity", q=q, qd=every)["xd"].T / geometry.twist_units[:, None] * geometry.rate_units
        if robot.models.formulas.model.rows:
            still = np.vstack([still, _closure_matrix(robot, q)])
        _, size, motions = np.linalg.svd(still)
        free = motions[np.count_nonzero(size > FREE * size.max(initial=1.0)) :]
        if not np.any(np.abs(free[:, :n]) > FREE):
            return False
    return True


def _moves_freely(robot: Robot, places: Sequence[int]) -> bool:
    """Whether the tool moves while the joints at these places among the rates stand still."""
    others, geometry = [k for k in range(len(robot.mechanism.rates)) if k not in places], robot.models.geometry
    free = np.eye(len(robot.mechanism.rates))[others]
    if robot.models.formulas.model.rows:
        _, size, motions = np.linalg.svd(_closure_matrix(robot, robot.start)[:, others])
        free = motions[np.count_nonzero(size > FREE * size.max(initial=1.0)) :] @ free
    twists = robot.jacobian(robot.start) @ (free * geometry.rate_units).T
    return bool(np.any(np.abs(twists) > FREE * np.repeat([float(geometry.size), 1.0], 3)[:, None]))
