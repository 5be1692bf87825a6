"""What a user gives to make or to ask a trajectory, checked."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from kinloop.errors import ArgumentMissing, NotFinite, ShapeError, unknown
from kinloop.model.array_arguments import numbers
from kinloop.trajectory.trajectory import SPACES, Space

NOT_GIVEN = cast(Space, "")  # where a space was not given


def finite_array(owner: str, name: str, given: Any) -> np.ndarray:
    """Finite numbers, as an array of its own."""
    array = np.array(numbers(given, f"{owner}: {name}"))
    if not np.all(np.isfinite(array)):
        place = tuple(int(k) for k in np.argwhere(~np.isfinite(array))[0])
        where = f"{name}{list(place)}" if place else name
        raise NotFinite(f"{owner}: {where} is {array[place]}, expected finite numbers")
    array.flags.writeable = False
    return array


def check_space(given: Any) -> Space:
    if not isinstance(given, str) or given not in SPACES:
        raise unknown("space", given, SPACES, "a trajectory")
    return given


def require_space(owner: str, given: Any) -> Space:
    """The space of a trajectory that has none by default: joints and coordinates of the task are numbers alike, and taken for
    each other they make another motion without a word."""
    if given == NOT_GIVEN:
        raise ArgumentMissing(
            f'{owner} needs space=: "active" where its numbers are those of the active joints, "task" where they are coordinates '
            'of the task, "pose" where they are position and quaternion'
        )
    return check_space(given)


def as_times(t: Any) -> np.ndarray:
    """Times [s] of any shape, at which a trajectory is asked. Raises: ShapeError: no numbers."""
    return numbers(t, "the times of a trajectory", "numbers [s]")


def check_duration(owner: str, given: Any) -> float:
    duration = finite_array(owner, "duration", given)
    if duration.ndim or duration <= 0:
        raise ShapeError(f"{owner}: the duration is {given!r:.80}, expected one time above zero [s]")
    return float(duration)
