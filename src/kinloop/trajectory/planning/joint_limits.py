"""The limits of a robot's joints: those of its description, or others that are given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from kinloop.errors import ShapeError, listing, unknown_name
from kinloop.model.array_arguments import numbers
from kinloop.model.robot import Robot
from kinloop.trajectory.timing.motion_limits import described_limits

Array = np.ndarray
QUANTITIES = ("position", "speed", "acceleration", "jerk", "effort")


@dataclass(frozen=True, eq=False)
class JointLimits:
    """Bounds of all coordinates, infinite where there is none: positions (nq,), rates and their derivatives (nv,), and the
    efforts of the active joints (n_active,)."""

    lower: Array
    upper: Array
    speed: Array
    acceleration: Array
    jerk: Array
    effort: Array


def joint_limits(robot: Robot, given: Mapping[str, Any] | None = None) -> JointLimits:
    """The limits of the description, some of them replaced.

    Args:
        given: by quantity: ``"position"`` as (lower, upper), or one such pair for each active joint; ``"speed"``,
            ``"acceleration"``, ``"jerk"`` and ``"effort"`` as one number, or one for each active joint; infinity is no limit.
    Raises: ShapeError, UnknownName: what is no limit.
    """
    if given is not None and not isinstance(given, Mapping):
        raise ShapeError(f'limits is {given!r:.80}, expected limits by quantity, such as {{"speed": 2.0, "effort": [10, 5]}}')
    for name in given or {}:
        if name not in QUANTITIES:
            raise unknown_name("limit", name, QUANTITIES, "a joint")
    lower, upper = (np.array(bounds, float) for bounds in robot.models.geometry.limits)
    described = {name: described_limits(robot, name) for name in QUANTITIES[1:]}
    described["effort"] = described["effort"][: robot.n_active]
    for name, value in (given or {}).items():
        if value is None:
            continue
        if name == "position":
            lower[: len(robot.active)], upper[: len(robot.active)] = _positions(robot, value).T
        else:
            described[name][: robot.n_active] = one_per_joint(robot, name, value)
    return JointLimits(lower, upper, **described)


def one_per_joint(robot: Robot, name: str, given: Any) -> Array:
    """A limit as one number above zero for each active joint."""
    limit, count = numbers(given, f"{robot.mechanism.name}: the limit of {name}"), robot.n_active
    if limit.shape not in ((), (count,)):
        raise ShapeError(
            f"{robot.mechanism.name}: the limit of {name} has shape {limit.shape}, expected one number, or one for each of "
            f"{listing(robot.mechanism.rates[:count])}"
        )
    if not np.all(limit > 0):
        raise ShapeError(f"{robot.mechanism.name}: the limit of {name} is {given!r:.80}, expected numbers above zero")
    return np.array(np.broadcast_to(limit, count))


def _positions(robot: Robot, given: Any) -> Array:
    bounds, count = numbers(given, f"{robot.mechanism.name}: the limits of position"), len(robot.active)
    if bounds.shape not in ((2,), (count, 2)) or not np.all(bounds[..., 0] < bounds[..., 1]):
        raise ShapeError(
            f"{robot.mechanism.name}: the limits of position are {given!r:.80}, expected (lower, upper), or one such pair for "
            f"each of {listing(robot.active)}"
        )
    return np.array(np.broadcast_to(bounds, (count, 2)))
