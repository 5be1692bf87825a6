"""The largest positions, rates, accelerations, jerks and efforts of a motion, joint by joint, against their limits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kinloop.model.workspace.crossings import Crossing
from kinloop.trajectory.planning.assessment import Peak
from kinloop.trajectory.planning.followed_motion import FollowedMotion
from kinloop.trajectory.planning.joint_limits import JointLimits

Array = np.ndarray


def find_peaks(
    motion: FollowedMotion, jerk: Array, tau: Array, crossings: Sequence[Crossing], limits: JointLimits
) -> tuple[Peak, ...]:
    """The peaks of all active joints, and of those passive ones that have a limit.

    Efforts count the limits on both sides of each Type 2 crossing; where there is none because the criterion is not met, the
    efforts of all joints are infinite there. The jerk of passive joints is not known where only the active ones have it.
    """
    mechanism, units, n = motion.robot.mechanism, motion.robot.units, motion.robot.n_active
    found = _positions(motion, limits)
    all_jerks = np.full(motion.qd.shape, np.nan)
    all_jerks[:, : jerk.shape[-1]] = jerk
    if motion.jerk is not None:
        all_jerks = motion.jerk
    derivatives = (
        ("speed", motion.qd, limits.speed, units.rates),
        ("acceleration", motion.qdd, limits.acceleration, units.accelerations),
        ("jerk", all_jerks, limits.jerk, units.jerks),
    )
    for quantity, values, bounds, each_unit in derivatives:
        shown = [k for k in range(values.shape[-1]) if k < n or np.isfinite(bounds[k])]
        found += [_peak(quantity, mechanism.rates[k], motion.t, values[:, k], each_unit[k], float(bounds[k])) for k in shown]
    times, efforts = _with_limits(motion.t, tau, crossings)
    for k in range(n):
        found.append(_peak("effort", mechanism.rates[k], times, efforts[:, k], units.efforts[k], float(limits.effort[k])))
    return tuple(found)


def _peak(quantity: str, joint: str, t: Array, values: Array, unit: str, limit: float) -> Peak:
    """The value farthest from zero; NaN where none is known."""
    sizes = np.where(np.isnan(values), -1.0, np.abs(values))
    k = int(np.argmax(sizes))
    value = float(values[k])
    return Peak(quantity, joint, value, unit, float(t[k]), limit, abs(value) / limit if np.isfinite(limit) else np.nan)


def _positions(motion: FollowedMotion, limits: JointLimits) -> list[Peak]:
    names, units = motion.robot.mechanism.coordinates, motion.robot.units.positions
    found: list[Peak] = []
    for k, (lower, upper) in enumerate(zip(limits.lower, limits.upper, strict=True)):
        is_limited = bool(np.isfinite(lower) or np.isfinite(upper))
        if not is_limited and k >= len(motion.robot.active):
            continue
        values = motion.q[:, k]
        if not is_limited:
            found.append(_peak("position", names[k], motion.t, values, units[k], np.inf))
            continue
        beyond = np.maximum(lower - values, values - upper)  # below zero within the bounds
        at = int(np.argmax(beyond))
        bound = lower if lower - values[at] >= values[at] - upper else upper
        half = (upper - lower) / 2
        ratio = 1 + float(beyond[at]) / half if np.isfinite(half) and half > 0 else (0.0 if beyond[at] <= 0 else np.inf)
        found.append(Peak("position", names[k], float(values[at]), units[k], float(motion.t[at]), float(bound), ratio))
    return found


def _with_limits(t: Array, tau: Array, crossings: Sequence[Crossing]) -> tuple[Array, Array]:
    """The samples of the efforts and their limits at crossings."""
    times, efforts = [t], [tau]
    for each in crossings:
        for side in (each.before, each.after):
            if side is not None and (side.tau is not None or side.unbounded):
                times.append(np.array([each.time]))
                efforts.append(np.full((1, tau.shape[-1]), np.inf) if side.tau is None else side.tau[None])
    return np.concatenate(times), np.concatenate(efforts)
