"""Limits of a motion: given as numbers, or those that a description has for its active joints."""

from __future__ import annotations

from typing import Any

import numpy as np

from kinloop.errors import ArgumentMissing, NotFinite, ShapeError, UnsupportedOperation
from kinloop.mechanism.expressions.expression import evaluate
from kinloop.model.array_arguments import numbers
from kinloop.model.robot import Robot
from kinloop.trajectory.trajectory import Space

Array = np.ndarray
UNITS = {"speed": "[rad/s or m/s]", "acceleration": "[rad/s^2 or m/s^2]", "jerk": "[rad/s^3 or m/s^3]"}
# Rounding of a position at its limit, in parts of the larger of the limit and the range.
ROUNDING = 1e-12


def check_robot(owner: str, robot: Any, space: Space, size: int) -> Robot | None:
    """The robot whose limits are to be kept; None where there is none.

    Raises: ShapeError: no robot, or one with another number of active joints. UnsupportedOperation: limits of joints for a motion
        of the task, a batch of parameters, or active joints whose positions are quaternions.
    """
    if robot is None:
        return None
    if not isinstance(robot, Robot):
        raise ShapeError(f"{owner}: robot is {robot!r:.80}, expected a robot, such as kl.load('five_bar')")
    name = robot.mechanism.name
    if space != "active":
        raise UnsupportedOperation(
            f"{owner}: the limits of {name} are those of its joints, but the motion is one of the space {space!r}; "
            "give speed= and acceleration= of the task, or a motion with space='active'"
        )
    if any(np.ndim(value) for value in robot.parameters.values()):
        raise UnsupportedOperation(f"{owner}: {name} has arrays of parameters; expected one robot, whose limits are numbers")
    if len(robot.active) != robot.n_active:
        raise UnsupportedOperation(
            f"{owner}: an active joint of {name} has a quaternion, whose numbers have no limits of their own"
        )
    if size != robot.n_active:
        raise ShapeError(f"{owner}: the motion has {size} coordinates, but {name} has {robot.n_active} active joints")
    return robot


def motion_limit(owner: str, name: str, given: Any, robot: Robot | None, size: int, moving: Array) -> Array:
    """The limit of ``"speed"``, ``"acceleration"`` or ``"jerk"`` of every coordinate, (..., n); infinite where there is none.

    ``moving``: coordinates that need one, (n,). Raises: ArgumentMissing: a coordinate that moves has none; its speed may be
        unlimited. ShapeError, NotFinite: an invalid limit.
    """
    if given is None and robot is not None:
        limits = described_limits(robot, name)[: robot.n_active]
        lacking = np.flatnonzero(np.isinf(limits) & moving)
        if name != "speed" and lacking.size:
            raise ArgumentMissing(
                f"{owner}: joint {robot.active[int(lacking[0])]!r} of {robot.mechanism.name} has no limit of {name} in the "
                f"description; add limits.{name} there, or give {name}= {UNITS[name]}"
            )
        return limits
    if given is None:
        if name == "speed":
            return np.full(size, np.inf)
        raise ArgumentMissing(f"{owner} needs {name}= {UNITS[name]}, or robot=, whose description has limits of its joints")
    array = np.array(numbers(given, f"{owner}: {name}"))
    if np.any(np.isnan(array)):
        raise NotFinite(f"{owner}: {name} is {given!r:.80}, expected numbers")
    if np.any(array <= 0) or not array.size:
        raise ShapeError(f"{owner}: {name} is {given!r:.80}, expected limits above zero")
    if name != "speed" and np.any(np.isinf(array)):
        raise NotFinite(f"{owner}: {name} is {given!r:.80}, expected finite limits")
    if array.ndim and array.shape[-1] not in (1, size):
        raise ShapeError(f"{owner}: {name} has {array.shape[-1]} numbers, but the motion has {size} coordinates")
    return array if array.ndim else array.reshape(1)


def described_limits(robot: Robot, name: str) -> Array:
    """The description's limit of ``"speed"``, ``"acceleration"``, ``"jerk"`` or ``"effort"`` of every rate (nv,); infinite where
    there is none."""
    values = {key: float(value) for key, value in robot.parameters.items()}
    limits = [getattr(joint.limits, name) for joint in robot.mechanism.ordered_joints for _ in joint.rates]
    return np.array([np.inf if limit is None else float(evaluate(limit, values)) for limit in limits])


def position_limits(robot: Robot) -> tuple[Array, Array]:
    """Lower and upper limits of the active joints' positions, infinite where there are none."""
    lower, upper = robot.models.geometry.limits
    n = len(robot.active)
    return lower[..., :n], upper[..., :n]


def require_within(owner: str, robot: Robot, x: Array, t: Array | None = None) -> None:
    """Raises: ShapeError: positions (..., n) beyond the joints' limits; ``t`` (...) are their times."""
    lower, upper = position_limits(robot)
    with np.errstate(invalid="ignore"):
        size = np.maximum(np.where(np.isfinite(lower), np.abs(lower), 0.0), np.where(np.isfinite(upper), np.abs(upper), 0.0))
    beyond = (x < lower - ROUNDING * size) | (x > upper + ROUNDING * size)
    if not np.any(beyond):
        return
    excess = np.where(beyond, np.maximum(lower - x, x - upper), -np.inf)
    place = np.unravel_index(int(np.argmax(excess)), x.shape)
    k = int(place[-1])
    when = "" if t is None else f" at t = {np.broadcast_to(t, x.shape)[place]:.6g} s"
    raise ShapeError(
        f"{owner}: the motion takes joint {robot.active[k]!r} of {robot.mechanism.name} to {x[place]:.6g}{when}, "
        f"beyond its limits {lower[k]:g} to {upper[k]:g}"
    )
