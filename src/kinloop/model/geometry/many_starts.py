"""Newton's method from many postures, until every solution was met several times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kinloop.model.closed_form import Direction
from kinloop.model.geometry.posture_space import SAME
from kinloop.model.geometry.self_motion import null_directions, rows_of

if TYPE_CHECKING:
    from kinloop.model.geometry.geometry import Geometry

Array = np.ndarray

# So many at once, until every solution was met so often, but not more than so many batches.
STARTS, HITS, BATCHES, STEPS = 512, 8, 40, 60
# Of the tolerance: one step more makes it rounding.
CONVERGED = 1e-3
# While the determinants' signs do not add up to zero something is missing: go on to so many hits.
HITS_WITHOUT_BALANCE = 64


@dataclass(frozen=True)
class Met:
    """The solutions, how many starts it took, and the sum of the signs of their determinants where that tells something."""

    postures: Array
    starts: int
    sign_sum: int | None


def by_many_starts(geometry: Geometry, direction: Direction, given: Array) -> Met:
    """All solutions, likely: each was met at least eight times."""
    random = np.random.default_rng(0)
    found: list[Array] = []
    hits: list[int] = []
    starts, wanted = 0, HITS
    sign_sum = None
    while starts < BATCHES * STARTS:
        starts += STARTS
        q = geometry.space.random(random, geometry.start, STARTS)
        if direction == "forward":
            q[:, : geometry.n_active] = given
        for posture in _canonical(geometry, direction, _converged(geometry, direction, q, given), given):
            k = _place(geometry, direction, found, posture)
            if k is None:
                found.append(posture)
                hits.append(1)
            else:
                hits[k] += 1
        if hits and min(hits) >= wanted:
            sign_sum = _sign_sum(geometry, direction, found)
            if not sign_sum or wanted == HITS_WITHOUT_BALANCE:
                break
            wanted = HITS_WITHOUT_BALANCE
    return Met(np.array(found).reshape(-1, geometry.nq), starts, sign_sum)


def _converged(geometry: Geometry, direction: Direction, q: Array, given: Array) -> Array:
    """Where Newton's method led from each posture, without those that it led nowhere."""
    kernel = geometry.derived.kernel(f"step_{direction}")
    target = (given,) if direction == "inverse" else ()
    arrived = [q[:0]]
    for step in range(STEPS):
        q = np.asarray(kernel(q, *target, *geometry.p))
        if step % 6 == 5:
            there = geometry.residual(direction, q, given) <= CONVERGED * geometry.tolerance(given)
            arrived.append(np.asarray(kernel(q[there], *target, *geometry.p)))
            q = q[~there]
    return np.concatenate(arrived)


def _place(geometry: Geometry, direction: Direction, found: list[Array], posture: Array) -> int | None:
    """Which of the solutions it is; those that a motion of their own connects are one."""
    if not found:
        return None
    gaps = np.abs(geometry.space.difference(np.array(found), posture))
    distance = np.max(gaps, axis=-1)
    if distance.min() < SAME:
        return int(np.argmin(distance))
    directions = null_directions(geometry, direction, posture)
    if not len(directions):
        return None
    away = np.asarray(geometry.derived.kernel("retracted")(posture, directions, *geometry.p)) - posture
    fixed = np.all(np.abs(away) < SAME, axis=0)  # coordinates that the family has in common
    distance = np.max(gaps[:, fixed], axis=-1, initial=0.0)
    return int(np.argmin(distance)) if distance.min() < SAME else None


def _canonical(geometry: Geometry, direction: Direction, q: Array, given: Array) -> Array:
    """A universal joint points its leg the same way with two pairs of angles; take the one with the second within a
    right angle.

    The leg is then turned by half a turn about itself, so only where that leaves the loops closed.
    """
    turned = q.copy()
    for k in geometry.space.universals:
        other = np.cos(turned[:, k + 1]) < 0
        turned[other, k] += np.pi
        turned[other, k + 1] = np.pi - turned[other, k + 1]
    if not len(q) or not geometry.space.universals:
        return q
    closes = geometry.residual(direction, turned, given) <= geometry.tolerance(given)
    return np.where(closes[:, None], turned, q)


def _sign_sum(geometry: Geometry, direction: Direction, found: list[Array]) -> int | None:
    """The degree of the map from the unknown joints to what was given: 0, if all solutions are there.

    It is 0 where the unknown joints only turn (or carry a platform that two loops hold), since then some targets are out of
    reach. Not told where the rows are redundant, or where a solution is double.
    """
    mechanism, model = geometry.mechanism, geometry.derived.model
    unknown = (
        mechanism.ordered_joints
        if direction == "inverse"
        else [j for j in mechanism.ordered_joints if j not in mechanism.active_joints]
    )
    bounded = all(joint.kind in TURNING or (joint.kind in ("free", "planar") and len(mechanism.loops) > 1) for joint in unknown)
    somewhere = bool(mechanism.loops) if direction == "forward" else bool({"x", "y", "z", "pose"} & set(mechanism.task))
    if not bounded or not somewhere or model.is_redundant or any(loop.kind in SENSED for loop in mechanism.loops):
        return None
    rows = rows_of(geometry, direction, np.array(found))
    if rows.shape[-1] != rows.shape[-2]:
        return None
    scaled = rows / np.linalg.norm(rows, axis=-1, keepdims=True)
    signs, logarithms = np.linalg.slogdet(scaled)
    return None if np.any(logarithms < np.log(1e-6)) else round(float(np.sum(signs)))


TURNING = ("revolute", "universal", "spherical", "fixed")
# Loops whose rows also vanish the wrong way round: such solutions would have to be counted as well.
SENSED = ("weld", "prismatic")
