"""Checks of the arguments of trajectories."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from kinloop.errors import ArgumentMissing, NotAUnitQuaternion, NotFinite, ShapeError, unknown_name
from kinloop.model.array_arguments import numbers
from kinloop.trajectory.trajectory import SPACES, Space

NOT_GIVEN = cast(Space, "")
# Largest difference of a unit quaternion's length from 1.
UNIT_TOLERANCE = 1e-6
# Rounding of a duration that was computed from limits, in parts of it.
SHORTER = 1e-12


def finite_array(owner: str, name: str, given: Any) -> np.ndarray:
    """A read-only copy of an array of finite numbers."""
    array = np.array(numbers(given, f"{owner}: {name}"))
    if not np.all(np.isfinite(array)):
        place = tuple(int(k) for k in np.argwhere(~np.isfinite(array))[0])
        where = f"{name}{list(place)}" if place else name
        raise NotFinite(f"{owner}: {where} is {array[place]}, expected finite numbers")
    array.flags.writeable = False
    return array


def normalise_quaternions(what: str, quaternions: np.ndarray) -> np.ndarray:
    """Quaternions (..., 4) of exactly unit length. Raises: NotAUnitQuaternion: a length is not 1."""
    lengths = np.linalg.norm(quaternions, axis=-1, keepdims=True)
    if np.any(np.abs(lengths - 1) > UNIT_TOLERANCE):
        worst = np.ravel(lengths)[np.argmax(np.abs(np.ravel(lengths) - 1))]
        raise NotAUnitQuaternion(f"{what}: a quaternion has the length {worst:.6g}, expected 1")
    normalised: np.ndarray = quaternions / lengths
    return normalised


def check_space(given: Any) -> Space:
    """The space. Raises: UnknownName: it is none of ``SPACES``."""
    if not isinstance(given, str) or given not in SPACES:
        raise unknown_name("space", given, SPACES, "a trajectory")
    return given


def require_space(owner: str, given: Any) -> Space:
    """The space of a trajectory that has no default, since a wrong one would silently give another motion."""
    if given == NOT_GIVEN:
        raise ArgumentMissing(
            f'{owner} needs space=: "active" for positions of the active joints, "task" for coordinates of the task, '
            '"pose" for position and quaternion'
        )
    return check_space(given)


def as_times(t: Any) -> np.ndarray:
    """Times [s] of any shape as an array. Raises: ShapeError: they are not numbers."""
    return numbers(t, "the times of a trajectory", "numbers [s]")


def check_duration(owner: str, given: Any) -> float:
    """A duration [s] above zero."""
    duration = finite_array(owner, "duration", given)
    if duration.ndim or duration <= 0:
        raise ShapeError(f"{owner}: the duration is {given!r:.80}, expected one time above zero [s]")
    return float(duration)


def increasing_times(owner: str, given: Any) -> np.ndarray:
    """Two times [s] or more, increasing from 0."""
    times = finite_array(owner, "times", given)
    if times.ndim != 1 or len(times) < 2:
        raise ShapeError(f"{owner}: times has shape {times.shape}, expected (k,) with two or more samples")
    fall = np.flatnonzero(np.diff(times) <= 0)
    if fall.size:
        k = int(fall[0])
        raise ShapeError(f"{owner}: times[{k + 1}] is {times[k + 1]:g} s after {times[k]:g} s, expected increasing times")
    if times[0] != 0:
        raise ShapeError(
            f"{owner}: the first time is {times[0]:g} s, expected 0: a trajectory begins at 0; subtract it from all times"
        )
    return times


def point_pair(owner: str, start: Any, end: Any) -> tuple[np.ndarray, np.ndarray]:
    """Start and end of a motion, (..., n), of one shape."""
    points = [finite_array(owner, name, given) for name, given in (("start", start), ("end", end))]
    for name, point in zip(("start", "end"), points, strict=True):
        if not point.ndim or not point.size:
            raise ShapeError(f"{owner}: {name} has shape {point.shape}, expected (..., n): one number for each coordinate")
    if points[0].shape[-1] != points[1].shape[-1]:
        raise ShapeError(f"{owner}: start has {points[0].shape[-1]} coordinates, but end has {points[1].shape[-1]}")
    try:
        one, other = np.broadcast_arrays(*points)
    except ValueError:
        raise ShapeError(f"{owner}: the shapes do not fit each other: start {points[0].shape}, end {points[1].shape}") from None
    return one, other


def slower_duration(owner: str, given: Any, least: np.ndarray) -> np.ndarray:
    """The duration [s] of a motion that needs ``least`` (...): the given one, where it is not shorter."""
    if given is None:
        return least
    duration = finite_array(owner, "duration", given)
    try:
        duration = np.array(np.broadcast_to(duration, least.shape))
    except ValueError:
        raise ShapeError(f"{owner}: duration has shape {duration.shape}, expected {least.shape}") from None
    short = duration < least * (1 - SHORTER)
    if np.any(short) or np.any(duration < 0):
        place = np.unravel_index(int(np.argmax(least - duration)), least.shape)
        raise ShapeError(
            f"{owner}: the duration is {duration[place]:.6g} s, but within its limits the motion takes {least[place]:.6g} s; "
            "expected at least that, or other limits"
        )
    return np.maximum(duration, least)
