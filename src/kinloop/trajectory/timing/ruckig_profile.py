"""Jerk-limited profiles from state to state, computed by ruckig [Berscheid2021] and kept as pieces of constant jerk.

Only one way of calling ruckig is used: from one state to another. Intermediate waypoints would be sent to a service on the
internet by its community edition.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinloop.errors import KinloopError, ShapeError, UnsupportedOperation

Array = np.ndarray
# ruckig accepts a profile that misses its end by 1e-8 in each quantity; more than this is removed by Newton's method.
MISSED, NEWTON = 1e-14, 6
PHASES = 7


@dataclass(frozen=True)
class Profile:
    """Pieces of constant jerk: the state at the beginning of each, a row for each coordinate."""

    breaks: Array  # (n, 8)
    states: Array  # (n, 7, 4): position, rate, acceleration, jerk

    @property
    def duration(self) -> float:
        """[s]."""
        return float(np.max(self.breaks))


def jerk_limited(start: Array, end: Array, limits: Array, least: float) -> Profile:
    """The shortest profile that is not shorter than ``least`` [s], all coordinates starting and ending together.

    ``start`` and ``end`` are (3, n): position, rate, acceleration; ``limits`` (3, n): of rate, acceleration and jerk. From rest
    to rest it is the shortest on the straight line: the share of the way is one coordinate, with the limits of the slowest.
    """
    way = end[0] - start[0]
    try:
        with np.errstate(all="ignore"):
            if np.any(start[1:]) or np.any(end[1:]):
                profile = _profile(start, end, limits, least)
            else:
                profile = _straight(start[0], way, limits, least)
    except (OverflowError, ValueError) as fault:
        if isinstance(fault, KinloopError):
            raise
        profile = None
    if profile is None or not (np.isfinite(profile.breaks).all() and np.isfinite(profile.states).all()):
        raise ShapeError(
            "SCurve: there is no motion within the numbers' range; expected ways, limits and durations of ordinary sizes"
        )
    return profile


def _straight(start: Array, way: Array, limits: Array, least: float) -> Profile:
    """From rest to rest on a straight line; a longer duration stretches the time."""
    moving = way != 0
    if not np.any(moving):
        states = np.zeros((len(way), PHASES, 4))
        states[..., 0] = start[:, None]
        return Profile(np.linspace(0.0, least, PHASES + 1) * np.ones((len(way), 1)), states)
    slowest = np.min(limits[:, moving] / np.abs(way[moving]), axis=1, keepdims=True)
    share = _profile(np.zeros((3, 1)), np.array([[1.0], [0.0], [0.0]]), slowest, 0.0)
    slower = max(least / share.duration, 1.0)
    breaks, states = share.breaks * slower, share.states / slower ** np.arange(4.0)
    breaks[:, -1] = max(least, share.duration)
    states = states * way[:, None, None]
    states[..., 0] += start[:, None]
    return Profile(np.repeat(breaks, len(way), axis=0), states)


def _profile(start: Array, end: Array, limits: Array, least: float) -> Profile:
    """The same, each coordinate on its own way in the common time.

    The numbers are given to ruckig, whose tolerances are absolute, in units in which each way and its duration are about 1:
    powers of two, so that nothing is rounded.
    """
    ruckig = _ruckig()
    length, time = _units(start, end, limits)
    units = length * time ** -np.arange(4.0)[:, None]
    size = start.shape[1]
    if np.any(np.isnan(limits / units[1:])) or not np.isfinite([*(start / units[:3]), *(end / units[:3])]).all():
        raise OverflowError
    given = ruckig.InputParameter(size)
    origin = start[0] / length
    for name, values in (("current", start / units[:3]), ("target", end / units[:3])):
        given_position = values[0] - origin  # from 0, so that a long way off has the digits of a short one
        for part, numbers in zip(("position", "velocity", "acceleration"), (given_position, *values[1:]), strict=True):
            setattr(given, f"{name}_{part}", numbers.tolist())
    for name, values in zip(("velocity", "acceleration", "jerk"), limits / units[1:], strict=True):
        setattr(given, f"max_{name}", values.tolist())
    given.synchronization = ruckig.Synchronization.Time
    if least > 0:
        given.minimum_duration = least / time
    found = ruckig.Trajectory(size)
    try:
        result = ruckig.Ruckig(size).calculate(given, found)
    except ruckig.RuckigError as fault:
        raise ShapeError(f"SCurve: ruckig finds no motion: {' '.join(str(fault).split())[:200]}") from None
    if result not in (ruckig.Result.Working, ruckig.Result.Finished):
        raise ShapeError(f"SCurve: ruckig finds no motion between these states: {result.name}")
    rows = [_row(found.profiles[0][k], np.stack([start, end])[:, :, k] / units[:3, k], origin[k]) for k in range(size)]
    breaks = np.array([row[0] for row in rows]) * time
    breaks[:, -1] = least if least > 0 else np.max(breaks)  # the same to rounding
    states = np.array([row[1] for row in rows]) * units.T[:, None, :]
    states[..., 0] += start[0][:, None]
    return Profile(breaks, states)


def _ruckig() -> Any:
    try:
        import ruckig
    except ImportError:
        raise UnsupportedOperation(
            "SCurve: jerk-limited motions need the package ruckig, which has no build for this computer (such as Macs with Intel "
            "processors); use kl.Trapezoidal or kl.Quintic"
        ) from None
    return ruckig


def _units(start: Array, end: Array, limits: Array) -> tuple[Array, float]:
    """A length for each coordinate and one time, powers of two: about the way and the duration."""
    way = np.abs(end[0] - start[0])
    v, a, j = limits
    rates = np.maximum(np.abs(start[1]), np.abs(end[1]))
    with np.errstate(divide="ignore"):
        each = np.max([way / v, np.sqrt(way / a), np.cbrt(way / j), rates / a, np.sqrt(rates / j)], axis=0)
        each = np.maximum(each, np.max(np.abs([start[2], end[2]]), axis=0) / j)
    time = float(np.max(each)) or 1.0
    turn = np.max([way, rates * time, np.max(np.abs([start[2], end[2]]), axis=0) * time**2], axis=0)
    length = np.where(turn > 0, turn, np.minimum(a * time**2, 1.0))
    return np.exp2(np.round(np.log2(length))), float(np.exp2(np.round(np.log2(time))))


def _row(profile: Any, ends: Array, origin: float) -> tuple[Array, Array]:
    """Breaks (8,) and states (7, 4) of one coordinate, from its ``ends`` (2, 3), relative to its start."""
    if profile.brake.duration > 0:
        raise ShapeError(
            "SCurve: from its rate and acceleration at the start the motion leaves its limits whatever follows; "
            "expected a start that can keep them"
        )
    intervals, jerks = np.array(profile.t), np.array(profile.j)
    start, end = (each - np.array([origin, 0.0, 0.0]) for each in ends)
    intervals, jerks = _close_profile(intervals, jerks, start, end)
    states = np.empty((PHASES, 4))
    state = start
    for k in range(PHASES):
        states[k] = *state, jerks[k]
        state = _advance(state, jerks[k], intervals[k])
    return np.concatenate([[0.0], np.cumsum(intervals)]), states


def _advance(state: Array, jerk: Any, h: Any) -> Array:
    """The state after a piece of constant jerk."""
    p, v, a = state
    return np.array([p + h * (v + h * (a / 2 + h * jerk / 6)), v + h * (a + h * jerk / 2), a + h * jerk])


def _close_profile(intervals: Array, jerks: Array, start: Array, end: Array) -> tuple[Array, Array]:
    """Intervals and jerks changed by the least that makes the profile end where it should, in the same time."""
    place = intervals > 0

    def end_errors(change: Array) -> Array:
        state, h, j = start.astype(change.dtype), intervals.astype(change.dtype), jerks.astype(change.dtype)
        h[place] *= 1 + change[: np.count_nonzero(place)]
        j[place] *= 1 + change[np.count_nonzero(place) :]
        for k in range(PHASES):
            state = _advance(state, j[k], h[k])
        return np.array([*(state - end), np.sum(h) - np.sum(intervals)])

    change = np.zeros(2 * np.count_nonzero(place))
    step = 1e-30  # complex: exact derivatives
    for _ in range(NEWTON):
        left = end_errors(change)
        if np.max(np.abs(left)) <= MISSED:
            break
        slopes = np.array([end_errors(change + 1j * step * row).imag / step for row in np.eye(len(change))]).T
        change = change - np.linalg.lstsq(slopes, left, rcond=1e-12)[0]
    h, j = intervals.copy(), jerks.copy()
    h[place] *= 1 + change[: np.count_nonzero(place)]
    j[place] *= 1 + change[np.count_nonzero(place) :]
    return h, j
