"""Targets that no machine has, and configurations near them that are none: no batch calls them solved, and a single call says
why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.errors import KinloopError, NotFinite, Unreachable, UnsupportedOperation
from kinloop.mechanism.formats.read import library

SENSELESS = (np.inf, -np.inf, np.nan, 1e9, -1e9, 1e300)
SMALL = 1e-6  # [m, rad]


def targets(robot: kl.Robot, direction: str) -> np.ndarray:
    """The start's own target first, then the same with each entry, and with all, replaced by an impossible value."""
    pose = robot.frame_pose(robot.start)
    good = robot.start[: len(robot.active)] if direction == "forward" else of_task(robot, pose.position, pose.rotation)
    rows = [good]
    for bad in SENSELESS:
        for k in range(len(good)):
            rows.append(np.where(np.arange(len(good)) == k, bad, good))
        rows.append(np.full(len(good), bad))
    return np.array(rows)


def of_task(robot: kl.Robot, position: np.ndarray, R: np.ndarray) -> np.ndarray:
    """The task's coordinates of a placement of the tool, written out here."""
    if robot.task == ("pose",):
        w = np.sqrt(max(0.0, 1 + np.trace(R))) / 2
        assert w > 0.1
        return np.array([*position, w, *(np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / (4 * w))])
    known = {**dict(zip("xyz", position, strict=True)), "phi": np.arctan2(R[1, 0], R[0, 0])}
    return np.array([known[name] for name in robot.task])


def misses(robot: kl.Robot, direction: str, q: np.ndarray, target: np.ndarray) -> float:
    """How far a configuration is from its target and its loops from closed."""
    pose = robot.frame_pose(q)
    reached = q[: len(robot.active)] if direction == "forward" else of_task(robot, pose.position, pose.rotation)
    gaps = [*np.abs(reached - target), *np.abs(robot.closure(q))]
    return float(np.max(gaps))


def choices(robot: kl.Robot, direction: str) -> Iterator[dict[str, Any]]:
    """Ways to say which configuration."""
    form = robot.mechanism.forward_geometry if direction == "forward" else robot.mechanism.inverse_geometry
    yield {}
    yield {"near": robot.start}
    yield {"mode": (1,) * len(form.signs) if form is not None and form.signs else kl.Mode(index=0)}


@pytest.mark.parametrize("direction", ["forward", "inverse"])
@pytest.mark.parametrize("name", library())
@pytest.mark.filterwarnings("error")
def test_a_batch_solves_nothing_that_is_not_small(name: str, direction: str) -> None:
    robot = robot_named(name)
    wanted = targets(robot, direction)
    for choice in choices(robot, direction):
        found = getattr(robot, f"{direction}_geometry")(wanted, **choice)
        solved = found.status == kl.Status.SOLVED
        assert np.all(np.isnan(found.q[~solved]))
        assert np.all(np.isnan(found.residual[~solved]))
        assert np.all(found.residual[solved] <= SMALL)
        assert all(misses(robot, direction, found.q[k], wanted[k]) <= SMALL for k in np.flatnonzero(solved))
        no_number = ~np.isfinite(wanted).all(axis=-1)
        assert np.all(found.status[no_number] == kl.Status.NOT_FINITE)
        assert solved[0] or "near" not in choice  # the start is there


@pytest.mark.parametrize("direction", ["forward", "inverse"])
@pytest.mark.parametrize("name", library())
@pytest.mark.filterwarnings("error")
def test_a_batch_near_what_is_no_configuration_has_no_rows(name: str, direction: str) -> None:
    robot = robot_named(name)
    good = targets(robot, direction)[0]
    near = np.array([robot.start, *(np.full(len(robot.start), bad) for bad in SENSELESS)])
    found = getattr(robot, f"{direction}_geometry")(good, near=near)
    assert found.status[0] == kl.Status.SOLVED
    assert np.all(found.status[1:] == kl.Status.NOT_FINITE)
    assert np.all(np.isnan(found.q[1:]))
    assert np.all(np.isnan(found.residual[1:]))


@pytest.mark.parametrize("direction", ["forward", "inverse"])
@pytest.mark.parametrize("name", library())
@pytest.mark.filterwarnings("error")
def test_a_single_call_says_why(name: str, direction: str) -> None:
    robot = robot_named(name)
    call = getattr(robot, f"{direction}_geometry")
    good, *bad = targets(robot, direction)
    for target in bad:
        for choice in choices(robot, direction):
            expected = KinloopError if np.isfinite(target).all() else NotFinite
            with pytest.raises(expected, match=f"^{name}"):
                call(target, **choice)
    for value in SENSELESS:
        expected = UnsupportedOperation if np.isfinite(value) else NotFinite
        with pytest.raises(expected, match=r"near\[0\] \("):
            call(good, near=np.full(len(robot.start), value))


def test_a_length_that_no_double_resolves_is_out_of_reach() -> None:
    gantry = robot_named("gantry")
    assert gantry.inverse_geometry([1e6, 0.0, 0.0]).residual == 0.0
    with pytest.raises(Unreachable, match=r"gantry has no configuration at x = 1e\+12.* beyond 1\.34e\+08 m"):
        gantry.inverse_geometry([1e12, 0.0, 0.0])
    assert gantry.inverse_geometry([[1e12, 0.0, 0.0]]).status == kl.Status.UNREACHABLE
    assert not gantry.configurations(x=[1e12, 0.0, 0.0])


def test_the_residual_is_of_the_configuration_that_is_given_back() -> None:
    """Ten million turns on, the angles are rounded to 1e-9 and more."""
    robot = robot_named("five_bar")
    near = robot.start + 2 * np.pi * np.array([0, 0, 1e7, -1e7])
    found = robot.forward_geometry(np.tile(robot.start[:2], (2, 1)), near=near)
    gaps = np.abs(robot.closure(found.q)).max(axis=-1)
    assert np.all(gaps > 1e-12)
    assert np.all(np.abs(found.q - near) < 1e-6)
    np.testing.assert_array_equal(found.residual, gaps)


@pytest.mark.filterwarnings("error")
def test_lengths_of_the_machine_that_are_no_numbers_are_marked() -> None:
    robot = robot_named("two_r").with_parameters(l1=np.array([0.5, np.nan, np.inf]))
    found = robot.inverse_geometry([0.3, 0.4], mode=1)
    assert found.status.tolist() == [kl.Status.SOLVED, kl.Status.NOT_FINITE, kl.Status.NOT_FINITE]
    assert np.all(np.isnan(found.q[1:]))
