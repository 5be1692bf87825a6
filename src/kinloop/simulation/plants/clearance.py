r"""How long a motion stays clear of configuration-space singularities, where the closures lose rank.

A motion that changes the closures by :math:`\dot K` needs at least the time :math:`\sigma_r / |\dot K|` to one (Weyl's
inequality). Between two states the smaller singular value and the faster change of both count. Far from a singularity, as almost
always, compiled bounds of both say so at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kinloop.model.formulas.compiled_formulas import CompiledFormulas
from kinloop.model.formulas.generic_ranks import generic_ranks
from kinloop.model.formulas.scaling import SLOW
from kinloop.model.singularity.branches import LOST
from kinloop.numerics.tolerances import RANK

Array = np.ndarray
# A fixed step is accurate at this many steps from a loss of rank: of the classical Runge-Kutta method's fourth order, a few
# millionths are left there.
STEPS = 8
# Steps between two checks.
CHECK_STEPS = 8
# Between two checks the motion may be this much faster than at both.
FASTER = 1.5


def sizes_and_speeds(formulas: CompiledFormulas, q: Array, qd: Array, parameters: tuple[Array, ...]) -> tuple[Array, Array]:
    """The smallest singular value of the closures at states (..., n), and how fast they change [1/s]; infinite and zero where a
    state has no numbers."""
    shape = generic_ranks(formulas)
    K, K_rate = _closures(formulas, q, qd, parameters)
    known = (np.isfinite(K) & np.isfinite(K_rate)).all(axis=(-2, -1))
    K, K_rate = (np.where(known[..., None, None], each, 0.0) for each in (K, K_rate))
    sizes, speeds = np.linalg.svd(K, compute_uv=False), np.linalg.norm(K_rate, 2, axis=(-2, -1))
    return np.where(known, sizes[..., shape.rank - 1], np.inf), np.where(known, speeds + SLOW, 0.0)


def clearance(formulas: CompiledFormulas, q: Array, qd: Array, parameters: tuple[Array, ...]) -> Array:
    """The time [s] within which the closures do not lose rank, while they change as fast as at states (..., n)."""
    size, speed = sizes_and_speeds(formulas, q, qd, parameters)
    return np.asarray(size / np.maximum(speed, SLOW))


def time_to_loss(formulas: CompiledFormulas, q: Array, qd: Array, parameters: tuple[Array, ...]) -> float:
    """About when [s] the singular values that are smallest at a state (n,) vanish together, while the closures change as fast as
    now; negative where they rise."""
    shape = generic_ranks(formulas)
    K, K_rate = _closures(formulas, q, qd, parameters)
    U, sizes, V = np.linalg.svd(K)
    typical = shape.typical["configuration-space"]
    lost = [k for k in range(shape.rank) if sizes[k] < LOST * typical] or [shape.rank - 1]
    if sizes[lost[0]] < RANK * typical:
        return 0.0
    change = U[:, lost].T @ K_rate @ V[lost].T
    total = float(np.sum(change**2))
    return -float(np.sum(np.diag(change) * sizes[lost])) / total if total else np.inf


def _closures(formulas: CompiledFormulas, q: Array, qd: Array, parameters: tuple[Array, ...]) -> tuple[Array, Array]:
    rows = generic_ranks(formulas).row_sizes[:, None]
    K, K_rate = formulas.kernel("scaled_closures")(q, qd, *parameters)
    return np.asarray(K) / rows, np.asarray(K_rate) / rows


@dataclass(frozen=True)
class CheckTimes:
    """When the clearance of a run with fixed steps is checked: once in some periods or several times in one, at most
    :data:`CHECK_STEPS` steps apart; and the clearance [s] that the time between two checks needs."""

    period: float
    substeps: int

    @cached_property
    def every(self) -> int:
        """Periods between two checks."""
        return max(1, CHECK_STEPS // self.substeps)

    @cached_property
    def parts(self) -> int:
        """Checks in a period."""
        return -(-self.substeps // CHECK_STEPS)

    @cached_property
    def enough(self) -> float:
        """The clearance that a part of a period needs: its own length and some steps."""
        return self.period / self.parts + STEPS * self.period / self.substeps

    @cached_property
    def between(self) -> float:
        """The clearance that suffices until the next check."""
        return self.enough + FASTER * self.every * self.period / self.parts


def suspects(formulas: CompiledFormulas, q: Array, qd: Array, parameters: tuple[Array, ...], enough: float) -> Array:
    """The intervals (..., k - 1) between states (..., k, n) that the compiled bounds do not show to be clear."""
    size, speed = (np.asarray(each) for each in formulas.kernel("closure_clearance").ufunc(q, qd, *parameters))
    with np.errstate(invalid="ignore"):
        # NaN, exactly singular, is not far.
        near = ~(np.minimum(size[..., :-1], size[..., 1:]) > enough * np.maximum(speed[..., :-1], speed[..., 1:]))
    if near.any():
        near &= np.isfinite(q[..., 1:, :]).all(axis=-1) & np.isfinite(qd[..., 1:, :]).all(axis=-1)
    return np.asarray(near)


def short_intervals(formulas: CompiledFormulas, q: Array, qd: Array, parameters: tuple[Array, ...], enough: float) -> Array:
    """The intervals (k - 1,) between states (k, n) whose clearance, by singular values, does not suffice."""
    size, speed = sizes_and_speeds(formulas, q, qd, parameters)
    return np.asarray(np.minimum(size[:-1], size[1:]) < enough * np.maximum(speed[:-1], speed[1:]))


def comes_near(formulas: CompiledFormulas, q: Array, qd: Array, parameters: tuple[Array, ...], checks: CheckTimes) -> Array:
    """Which of the motions (runs, k, n), sampled at the checks, may have a period whose clearance does not suffice. Parameters
    are (runs, P) or (P,)."""
    rows = tuple(p[:, None] if p.ndim > 1 else p for p in parameters)
    found = np.zeros(len(q), dtype=bool)
    for run, k in np.argwhere(suspects(formulas, q, qd, rows, checks.between)):
        if not found[run]:
            own = tuple(p[run] if p.ndim > 1 else p for p in parameters)
            pair = slice(k, k + 2)
            found[run] = short_intervals(formulas, q[run, pair], qd[run, pair], own, checks.between)[0]
    return found


def first_near_period(
    formulas: CompiledFormulas, q: Array, qd: Array, parameters: tuple[Array, ...], sample: int, checks: CheckTimes
) -> int:
    """The first interval of a motion (k, n) whose clearance does not suffice; k - 1 where there is none. Its first state has the
    number ``sample``, and a period has ``checks.parts`` states.

    Which states are checked depends on their numbers alone, so that a run gives the same numbers however it is cut.
    """
    count = len(q)
    if not formulas.model.kept_rows or count < 2:
        return max(count - 1, 0)
    grid = np.unique(np.concatenate([[0], np.arange(-sample % checks.every, count, checks.every), [count - 1]]))
    for m in np.flatnonzero(suspects(formulas, q[grid], qd[grid], parameters, checks.between)):
        near = slice(grid[m], grid[m + 1] + 1)
        short = np.flatnonzero(short_intervals(formulas, q[near], qd[near], parameters, checks.enough))
        if short.size:
            return int(grid[m] + short[0])
    return count - 1
