"""Newton's method from many configurations, until every solution was met several times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kinloop.model.formulas.closed_form import Direction
from kinloop.model.geometry.local_equations import LocalEquations
from kinloop.model.geometry.refinement import by_least_squares
from kinloop.model.geometry.self_motion import rows_of
from kinloop.model.geometry.solution_list import Collection, Solution

if TYPE_CHECKING:
    from kinloop.model.geometry.geometry import Geometry

Array = np.ndarray

# Starts per batch, hits required of every solution, the largest number of batches, and Newton steps of a start.
STARTS, HITS, BATCHES, NEWTON_STEPS = 512, 8, 40, 60
# A gap below this part of the tolerance has converged: one more step reduces it to rounding.
CONVERGED = 1e-3
# The number of batches in which double configurations and members of families are searched for too, and the number of candidates
# that are examined in each; an examination takes longer than a search.
SLOW, SUSPECTS = 8, 48
# The number of starts without a solution that are repeated by least squares.
FEW = 128
# Hits required while the signs of the determinants do not add up to zero, since a solution is then missing.
HITS_WITHOUT_BALANCE = 64


@dataclass(frozen=True)
class MultiStartResult:
    """The solutions, how many starts it took, the sum of the signs of their determinants where it is known, and a note
    on solutions that were met less often than required."""

    solutions: list[Solution]
    starts: int
    sign_sum: int | None
    note: str

    @property
    def configurations(self) -> Array:
        """One configuration of each solution, shape (solutions, nq)."""
        return np.array([each.first for each in self.solutions])


def by_many_starts(geometry: Geometry, direction: Direction, given: Array, known: Collection | None = None) -> MultiStartResult:
    """All solutions, probably: each is met at least :data:`HITS` times. ``known``: solutions that need not be found."""
    random = np.random.default_rng(0)
    equations = LocalEquations(geometry, direction, given)
    found = Collection(equations) if known is None else known
    starts, wanted, sign_sum = 0, HITS, None
    while starts < BATCHES * STARTS:
        q = geometry.space.random(random, geometry.start, STARTS)
        if direction == "forward":
            q[:, : geometry.n_active] = given
        arrived, lost = _converge(equations, q)
        # Newton's method is slow or fails where configurations are double or belong to families: least squares lead there.
        is_slow = starts < SLOW * STARTS
        if not starts or (is_slow and found.is_special):
            arrived = np.concatenate([arrived, by_least_squares(equations, q[lost][:FEW])])
        starts += STARTS
        found.add(_canonical(geometry, direction, arrived, given), SUSPECTS if is_slow else 0)
        counted = [each.hits for each in found.solutions if is_slow or not each.is_special]
        if found.solutions and min(counted, default=HITS_WITHOUT_BALANCE) >= wanted:
            sign_sum = _sign_sum(geometry, direction, found)
            if not sign_sum or wanted == HITS_WITHOUT_BALANCE:
                break
            wanted = HITS_WITHOUT_BALANCE
    return MultiStartResult(found.solutions, starts, sign_sum, _seldom(found, starts))


def _seldom(found: Collection, starts: int) -> str:
    """A note on solutions that were met less often than completeness requires."""
    seldom = sum(each.hits < HITS for each in found.solutions)
    if not found.solutions:
        return f"none of {starts} starts led to a configuration"
    if not seldom:
        return ""
    return (
        f"after {starts} starts {seldom} of {len(found.solutions)} configurations were met fewer than {HITS} "
        "times: some may be missing"
    )


def _converge(equations: LocalEquations, q: Array) -> tuple[Array, Array]:
    """The solutions that Newton's method finds from configurations, to rounding, and which of these lead to none."""
    geometry, direction = equations.geometry, equations.direction
    kernel = geometry.formulas.kernel(f"step_{direction}")
    target = (equations.given,) if direction == "inverse" else ()
    arrived, going = [q[:0]], np.arange(len(q))
    lost = np.zeros(len(q), bool)
    for step in range(NEWTON_STEPS):
        q = np.asarray(kernel(q, *target, *geometry.p))
        if step % 6 == 5:
            there = equations.gap(q) <= CONVERGED * equations.tolerance
            arrived.append(_last_step(equations, q[there], np.asarray(kernel(q[there], *target, *geometry.p))))
            q, going = q[~there], going[~there]
    lost[going] = True
    return np.concatenate(arrived), lost


def _last_step(equations: LocalEquations, q: Array, after: Array) -> Array:
    """Configurations after one more step where it reduces the gap; at a singular configuration it may lead anywhere."""
    better = equations.gap(after) <= equations.gap(q)
    return np.where(better[:, None], after, q)


def _canonical(geometry: Geometry, direction: Direction, q: Array, given: Array) -> Array:
    """A universal joint points its leg the same way with two pairs of angles; take the one with the second within a
    right angle.

    The leg is then turned by half a turn about itself, so only where that leaves the loops closed.
    """
    for k in geometry.space.universals if len(q) else ():
        turned = q.copy()
        other = np.cos(turned[:, k + 1]) < 0
        turned[other, k] += np.pi
        turned[other, k + 1] = np.pi - turned[other, k + 1]
        closes = geometry.residual(direction, turned, given) <= geometry.tolerance(direction, given)
        q = np.where(closes[:, None], turned, q)
    return q


def _sign_sum(geometry: Geometry, direction: Direction, found: Collection) -> int | None:
    """The degree of the map from the unknown joints to what was given: 0, if all solutions are there.

    It is 0 where the unknown joints only turn (or carry a platform that two loops hold), since then some targets are out of
    reach. Unknown where the rows are redundant, where a solution is double, or where solutions have variants (of which each
    has its own sign).
    """
    mechanism, model = geometry.mechanism, geometry.formulas.model
    to_solve = (
        mechanism.ordered_joints
        if direction == "inverse"
        else [j for j in mechanism.ordered_joints if j not in mechanism.active_joints]
    )
    held = len(mechanism.loops) > 1
    bounded = all(joint.definition.is_bounded or (held and joint.definition.carries_a_platform) for joint in to_solve)
    somewhere = bool(mechanism.loops) if direction == "forward" else bool({"x", "y", "z", "pose"} & set(mechanism.task))
    if not bounded or not somewhere or model.is_redundant or any(loop.definition.senses_frames for loop in mechanism.loops):
        return None
    if found.is_special or any(each.has_variants or each.inside_out for each in found.solutions):
        return None
    rows = rows_of(geometry, direction, np.array([each.first for each in found.solutions]))
    if rows.shape[-1] != rows.shape[-2]:
        return None
    scaled = rows / np.linalg.norm(rows, axis=-1, keepdims=True)
    signs, logarithms = np.linalg.slogdet(scaled)
    return None if np.any(logarithms < np.log(1e-6)) else round(float(np.sum(signs)))
