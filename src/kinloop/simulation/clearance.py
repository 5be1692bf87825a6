r"""How long a motion stays clear of configuration-space singularities, where the closures lose rank.

A motion that changes the closures by :math:`\dot K` needs at least the time :math:`\sigma_r / |\dot K|` to one (Weyl's
inequality). Far from them, as almost always, a compiled lower bound says so at once.
"""

from __future__ import annotations

import numpy as np

from kinloop.model.derived import Derived
from kinloop.model.singularity.branches import LOST, ZERO
from kinloop.model.singularity.classify import generic
from kinloop.model.singularity.scaling import SLOW
from kinloop.simulation.pieces import LOOK

Array = np.ndarray
# A fixed step is accurate at this many steps from a loss of rank: of the classical Runge-Kutta method's fourth order, a few
# millionths are left there.
STEPS = 8
# Of a run with fixed steps every so many samples are looked at; the motion may be this much faster by the next look.
EVERY, FASTER = LOOK, 1.5
# Samples that are looked at in one call.
AT_ONCE = 100_000


def clearance(derived: Derived, q: Array, qd: Array, parameters: tuple[Array, ...]) -> Array:
    """The time [s] within which the closures do not lose rank, while they change as fast as at states (..., n)."""
    shape = generic(derived)
    K, K_rate = (np.asarray(each) / shape.row_sizes[:, None] for each in derived.kernel("scaled_closures")(q, qd, *parameters))
    known = (np.isfinite(K) & np.isfinite(K_rate)).all(axis=(-2, -1))
    K, K_rate = (np.where(known[..., None, None], each, 0.0) for each in (K, K_rate))
    sizes, speeds = np.linalg.svd(K, compute_uv=False), np.linalg.norm(K_rate, 2, axis=(-2, -1))
    return np.asarray(np.where(known, sizes[..., shape.rank - 1] / (speeds + SLOW), np.inf))


def time_to_loss(derived: Derived, q: Array, qd: Array, parameters: tuple[Array, ...]) -> float:
    """About when [s] the singular values that are smallest at a state (n,) vanish together, while the closures change as fast as
    now; negative where they rise."""
    shape = generic(derived)
    K, K_rate = (np.asarray(each) / shape.row_sizes[:, None] for each in derived.kernel("scaled_closures")(q, qd, *parameters))
    U, sizes, V = np.linalg.svd(K)
    typical = shape.typical["configuration-space"]
    lost = [k for k in range(shape.rank) if sizes[k] < LOST * typical] or [shape.rank - 1]
    if sizes[lost[0]] < ZERO * typical:
        return 0.0
    change = U[:, lost].T @ K_rate @ V[lost].T
    total = float(np.sum(change**2))
    return -float(np.sum(np.diag(change) * sizes[lost])) / total if total else np.inf


def horizon(period: float, substeps: int) -> float:
    """The clearance [s] that a period with this many fixed steps needs."""
    return period + STEPS * period / substeps


def is_far(derived: Derived, q: Array, qd: Array, parameters: tuple[Array, ...], period: float, enough: float) -> Array:
    """Whether the compiled bound of the clearance at states (..., n) suffices until the next look and for a period then."""
    bound = np.asarray(derived.kernel("closure_clearance").ufunc(q, qd, *parameters))
    return np.asarray(bound > enough + FASTER * EVERY * period)  # NaN, exactly singular, is not


def comes_near(derived: Derived, q: Array, qd: Array, parameters: tuple[Array, ...], period: float, substeps: int) -> Array:
    """Of motions (runs, k, n), with samples at most :data:`EVERY` periods apart: whether one may have a period whose clearance
    does not suffice. Parameters are (runs, P) or (P,). Samples that are not finite are left out."""
    enough = horizon(period, substeps)
    rows = tuple(p[:, None] if p.ndim > 1 else p for p in parameters)
    found = np.zeros(len(q), dtype=bool)
    known = np.isfinite(q).all(axis=-1) & np.isfinite(qd).all(axis=-1)
    for run, look in np.argwhere(~is_far(derived, q, qd, rows, period, enough) & known):
        if not found[run]:
            own = tuple(p[run] if p.ndim > 1 else p for p in parameters)
            found[run] = clearance(derived, q[run, look], qd[run, look], own) < enough + FASTER * EVERY * period
    return found


def first_near(
    derived: Derived, q: Array, qd: Array, parameters: tuple[Array, ...], sample: int, period: float, substeps: int
) -> Array:
    """Of motions (runs, k, n) whose first sample has the number ``sample``: the index of the first one whose clearance does not
    suffice for the period after it; k where there is none. Parameters are (runs, P) or (P,). What follows a sample that is
    not finite is left out.

    Which samples are looked at depends on their numbers alone, so that a run and many at once answer alike.
    """
    runs, count = q.shape[:2]
    first = np.full(runs, count)
    if not derived.model.kept_rows or not count:
        return first
    enough = horizon(period, substeps)
    rows = tuple(p[:, None] if p.ndim > 1 else p for p in parameters)
    grid = np.append(0, np.arange(-sample % EVERY, count, EVERY)) if sample % EVERY else np.arange(0, count, EVERY)
    step = max(1, AT_ONCE // len(grid))
    for begin in range(0, runs, step):
        part = slice(begin, begin + step)
        of_part = tuple(p[part] if p.ndim > 1 else p for p in rows)
        far = is_far(derived, q[part][:, grid], qd[part][:, grid], of_part, period, enough)
        for run, look in np.argwhere(~far):
            run += begin
            if first[run] < count:
                continue
            last = grid[look + 1] if look + 1 < len(grid) else count
            near = slice(grid[look], last)
            own = tuple(p[run] if p.ndim > 1 else p for p in parameters)
            short = np.flatnonzero(clearance(derived, q[run, near], qd[run, near], own) < enough)
            if short.size:
                first[run] = grid[look] + short[0]
    return first
