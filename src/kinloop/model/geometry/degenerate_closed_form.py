"""Closed forms where digits are missing: their configurations brought back to the target, or said to be lost.

Near a straight wrist the closed form's angles have few right digits, and at it none. What they still have is enough to begin
with: the shortest steps of Newton's method that the machine's own equations ask for lead to the configuration, or to a member of
the family that it has become.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kinloop.model.formulas.closed_form import Direction
from kinloop.model.geometry.coordinate_space import SAME
from kinloop.model.geometry.self_motion import equations_at, rows_of
from kinloop.numerics.newton import improve
from kinloop.numerics.ranks import unit_rows
from kinloop.numerics.tolerances import RANK

if TYPE_CHECKING:
    from kinloop.model.geometry.geometry import Geometry

Array = np.ndarray

# Error bounds of a closed form (angles [rad], divisors relative): up to the first it has all its digits, so what it misses is
# out of reach; beyond the second none is left to speak of.
EXACT, DEGENERATE = 1e-12, 1e-3
# A bound is for the worst case of one step. What it says of the whole configuration is right within this factor.
SLACK = 100.0
NEWTON_STEPS = 20
# A gap below this part of the tolerance needs no further step.
REFINED = 1e-5


def restore_digits(
    geometry: Geometry, direction: Direction, given: Array, signs: Array, written: tuple[Array, Array], missed: Array
) -> tuple[Array, Array, Array]:
    """A closed form's configurations and gaps, and where it degenerates. Those that ``missed`` the target by rounding are at
    it."""
    q, gap = (np.array(part) for part in written)
    batch, degenerate = gap.shape, np.zeros(gap.shape, bool)
    given, signs = (np.broadcast_to(part, (*batch, part.shape[-1]))[missed] for part in (given, signs))
    k = np.flatnonzero(missed)
    choice = (signs,) if signs.shape[-1] else ()
    doubt = np.asarray(geometry.formulas.kernel(f"{direction}_doubt")(given, *choice, *geometry.of_rows(batch, k).p))
    doubt = np.where(np.isnan(doubt), np.inf, doubt)
    degenerate[missed] = doubt > DEGENERATE
    begins = (doubt > EXACT) & np.isfinite(q[missed]).all(axis=-1)
    if np.any(begins):
        back, those = np.array(missed), geometry.of_rows(batch, k[begins])
        back[missed] = begins
        new, new_gap = settle(those, direction, q[back], given[begins])
        moved = those.space.distance(new, q[back])
        close = moved <= np.maximum(SAME, SLACK * doubt[begins])
        right = np.where(doubt[begins] > DEGENERATE, _is_singular(those, direction, new), close)
        right &= new_gap <= those.tolerance(direction, given[begins])
        q[back], gap[back] = np.where(right[:, None], new, q[back]), np.where(right, new_gap, gap[back])
    return q, gap, degenerate


def settle(geometry: Geometry, direction: Direction, q: Array, given: Array) -> tuple[Array, Array]:
    """Configurations (n, nq) after Newton's method with the shortest steps there are, none along what nothing resists; and their
    gaps. A step that does not bring the target nearer is the last."""

    def step(q: Array) -> Array:
        error, rows = equations_at(geometry, direction, q, given)
        bad = ~(np.isfinite(error).all(axis=-1) & np.isfinite(rows).all(axis=(-1, -2)))
        error, rows = np.where(bad[:, None], 0.0, error), np.where(bad[:, None, None], 0.0, rows)
        sizes = np.linalg.norm(rows, axis=-1)
        error = error / np.where(sizes > RANK, sizes, np.inf)
        rates = (np.linalg.pinv(unit_rows(rows), rcond=RANK) @ error[..., None])[..., 0]
        rates = np.hstack([np.zeros((len(q), len(geometry.mechanism.rates) - rates.shape[1])), rates]) * geometry.rate_units
        return np.asarray(geometry.formulas.kernel("retract")(q, rates, *geometry.p))

    enough = REFINED * geometry.tolerance(direction, given)
    return improve(q, step, lambda q: geometry.residual(direction, q, given), NEWTON_STEPS, enough=enough)


def _is_singular(geometry: Geometry, direction: Direction, q: Array) -> Array:
    """Whether something moves there, to first order, that the target does not hold."""
    rows = unit_rows(rows_of(geometry, direction, q))
    finite = np.isfinite(rows).all(axis=(-1, -2))
    values = np.linalg.svd(np.where(finite[:, None, None], rows, 0.0), compute_uv=False)
    return finite & ((values > RANK).sum(axis=-1) < rows.shape[-1])


def refine_near(geometry: Geometry, direction: Direction, given: Array, near: Array) -> tuple[Array, Array, Array]:
    """The configurations ``near``, refined, their gaps, and whether they satisfy the given values: then they are the answer,
    whatever family or branch they belong to."""
    batch = np.broadcast_shapes(given.shape[:-1], near.shape[:-1], geometry.p[0].shape[:-1] if geometry.p else ())
    q = np.broadcast_to(near, (*batch, near.shape[-1])).reshape(-1, near.shape[-1]).copy()
    goal = np.broadcast_to(given, (*batch, given.shape[-1])).reshape(-1, given.shape[-1])
    if direction == "forward":
        q[:, : geometry.n_active] = goal
    rows = geometry.of_rows(batch, np.arange(len(q)))
    with np.errstate(invalid="ignore"):
        gap = np.array(rows.residual(direction, q, goal))
        has = (gap <= rows.tolerance(direction, goal)) & np.isfinite(q).all(axis=-1)
    k = np.flatnonzero(has & (gap > REFINED * rows.tolerance(direction, goal)))
    if k.size:
        those = geometry.of_rows(batch, k)
        new, new_gap = settle(those, direction, q[k], goal[k])
        same = those.space.distance(new, q[k]) < SAME
        q[k], gap[k] = np.where(same[:, None], new, q[k]), np.where(same, new_gap, gap[k])
    return q.reshape(*batch, near.shape[-1]), gap.reshape(batch), has.reshape(batch)
