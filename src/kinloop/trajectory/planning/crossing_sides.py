"""The singularities that a followed motion meets, with the efforts right before and right after each Type 2."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from kinloop.model.singularity.classify import KINDS
from kinloop.model.singularity.type2_limit import AT, Limit, LimitTerms, has_limit, limit
from kinloop.model.workspace.crossings import Crossing, CrossingSide, PathSearch
from kinloop.trajectory.joints.trajectory_continuation import NEAR_SINGULAR
from kinloop.trajectory.planning.followed_motion import FollowedMotion
from kinloop.trajectory.planning.one_sided import one_sided

Array = np.ndarray
# A crossing within this part of the duration of the place where a motion ends is that place.
SAME_PLACE = 1e-6
# The part of the interval between samples beside a crossing at which the mode is read.
ASIDE = 0.5


def find_crossings(motion: FollowedMotion, knots: Array, wrenches: Mapping[str, Array] | None) -> tuple[Crossing, ...]:
    """The singularities met, in the order of time; the last may be the one at which the motion ends."""
    if len(motion.states) < 3:
        return tuple(_with_sides(motion, each, knots, wrenches) for each in _at_the_stop(motion))
    found = list(PathSearch(motion.robot, motion.joints_at, motion.positions_at).find_all(motion.t))
    last = _at_the_stop(motion)
    for each in last:
        duration = float(motion.t[-1] - motion.t[0])
        found = [one for one in found if one.kind != each.kind or abs(one.time - each.time) > SAME_PLACE * duration]
    ordered = sorted([*found, *last], key=lambda each: (each.time, KINDS.index(each.kind)))
    return tuple(_with_sides(motion, each, knots, wrenches) for each in ordered)


def _at_the_stop(motion: FollowedMotion) -> list[Crossing]:
    """The singularity at which a motion ends, if that is why."""
    stop = motion.stop
    if stop is None or stop.at.nearness > NEAR_SINGULAR:
        return []
    search = PathSearch(motion.robot, motion.joints_at, motion.positions_at)
    interval = float(motion.t[-1] - motion.t[-2]) if len(motion.t) > 1 else 1e-3
    near = motion.robot.singularity(stop.at.q[None]).nearness
    kinds = [kind for kind in KINDS if near[kind][0] < NEAR_SINGULAR] or ["type 2" if motion.continuation.by_joints else "type 1"]
    return [search.crossing_at(kind, stop.at.t, None, interval, order=1) for kind in kinds]


def _with_sides(motion: FollowedMotion, crossing: Crossing, knots: Array, wrenches: Mapping[str, Array] | None) -> Crossing:
    before, after = (_side(motion, crossing, side, knots, wrenches) for side in (-1, 1))
    return replace(crossing, before=before, after=after)


def _side(
    motion: FollowedMotion, crossing: Crossing, side: int, knots: Array, wrenches: Mapping[str, Array] | None
) -> CrossingSide:
    robot, q = motion.robot, crossing.q
    interval = float(motion.t[-1] - motion.t[0]) / max(len(motion.t) - 1, 1)
    mode = motion.mode_at(crossing.time + side * ASIDE * interval)
    if crossing.kind != "type 2":
        return CrossingSide(mode, None, None, None, reason="efforts have a limit at Type 2 only")
    if motion.continuation.by_joints:
        return CrossingSide(mode, None, None, None, reason="the active joints do not determine the motion: undecided")
    point = one_sided(motion.continuation.trajectory, crossing.time, side, knots)
    qd = robot.inverse_velocity(q[None], point.xd[None]).qd
    qdd = robot.inverse_acceleration(q[None], qd, point.xdd[None]).qdd
    jerk = robot.inverse_jerk(q[None], qd, qdd, point.xddd[None]).jerk
    names, loads = robot.models.wrench_inputs(wrenches)
    kernel = robot.models.kernel("type2_limit_terms", loads=names)
    terms = LimitTerms(*(part[0] for part in robot.models.call(kernel, q[None], qd, qdd, jerk, *(load[None] for load in loads))))
    found = _limit(motion, crossing, terms, names)
    return CrossingSide(mode, _criterion(motion, crossing, terms), found.residual, found.tau, found.unbounded, found.reason)


def _limit(motion: FollowedMotion, crossing: Crossing, terms: LimitTerms, loads: tuple[str, ...]) -> Limit:
    models = motion.robot.models
    if not has_limit(models, loads):
        return Limit(None, "the motion leaves a choice among efforts: undecided")
    if not all(np.isfinite(part).all() for part in (terms.K, terms.K_rate, terms.effort, terms.effort_rate)):
        return Limit(None, "the motion has no finite jerk there: undecided")
    if crossing.order != 1:
        return Limit(None, "the motion touches the singularity or stays there: undecided")
    if not crossing.nearness < AT:
        return Limit(None, "the place is not known to enough digits: undecided")
    return limit(terms, motion.robot.n_active, len(models.formulas.model.kept_rows))


def _criterion(motion: FollowedMotion, crossing: Crossing, terms: LimitTerms) -> float | None:
    """The power of the passive efforts, with all loads, on the uncontrollable motion [W]."""
    if crossing.dimension != 1 or not np.isfinite(terms.effort).all():
        return None
    n = motion.robot.n_active
    t = np.asarray(motion.robot.singularity(crossing.q).motion["type 2"])
    return float(t[n:] @ terms.effort[n:])
