"""Damped least-squares steps along the loops, towards a target that need not be reachable."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kinloop.model.geometry.geometry import Geometry
from kinloop.numerics.newton import limit_steps

Array = np.ndarray
# A target: (q) -> what is missing (m,), and its derivative by the rates (m, nv), dimensionless.
Target = Callable[[Array], tuple[Array, Array]]

STEPS, CLOSING_STEPS = 60, 6
# Loops with a larger gap [rad, or parts of the machine's size] are open, and a target that is farther away is not reached.
CLOSED, REACHED = 1e-11, 1e-9
# A step that is shorter [rad, or parts of the machine's size], or brings the target nearer by a smaller share, is the last.
SHORTEST_STEP, STALLED = 1e-10, 1e-6


def approach(geometry: Geometry, q: Array, target: Target, keep: Callable[[Array], bool], longest: float) -> tuple[Array, bool]:
    """The configuration after Levenberg and Marquardt's steps, each of which brings the target nearer and is kept; and whether
    the target is reached."""
    error, J = target(q)
    size, damping = float(np.linalg.norm(error)), 1e-4
    for _ in range(STEPS):
        if size < REACHED:
            break
        step = limit_steps(_damped_step(geometry, q, error, J, damping), longest)
        if np.max(np.abs(step), initial=0.0) < SHORTEST_STEP:
            break
        tried = _close(geometry, _retract(geometry, q, step))
        new = target(tried) if tried is not None and keep(tried) else None
        length = float(np.linalg.norm(new[0])) if new is not None else np.inf
        if tried is None or new is None or not length < size:
            damping *= 8
            continue
        stalled = length > (1 - STALLED) * size
        q, (error, J), size, damping = tried, new, length, max(damping / 8, 1e-9)
        if stalled:
            break
    return q, size < REACHED


def _damped_step(geometry: Geometry, q: Array, error: Array, J: Array, damping: float) -> Array:
    """The step along the loops that brings the target nearer, dimensionless."""
    nv = J.shape[-1]
    system, right = J.T @ J + damping * np.eye(nv), J.T @ error
    if geometry.is_closed and (K := geometry.closures(q)[1]).size:
        rows = len(K)
        # Closures may depend on each other.
        system = np.block([[system, K.T], [K, -1e-12 * np.eye(rows)]])
        right = np.concatenate([right, np.zeros(rows)])
    return _solve(system, right)[:nv]


def _retract(geometry: Geometry, q: Array, step: Array) -> Array:
    return np.asarray(geometry.formulas.kernel("retract")(q, step * geometry.rate_units, *geometry.p))


def _close(geometry: Geometry, q: Array) -> Array | None:
    """The configuration moved onto the loops by the shortest steps; None where they stay open."""
    if not geometry.is_closed:
        return q if np.isfinite(q).all() else None
    for _ in range(CLOSING_STEPS):
        h, K = geometry.closures(q)
        if not np.isfinite(K).all():
            return None
        if np.max(np.abs(h), initial=0.0) < CLOSED:
            break
        normal = K @ K.T
        step = -K.T @ _solve(normal + 1e-13 * max(1.0, float(np.trace(normal))) * np.eye(len(normal)), h)
        q = _retract(geometry, q, limit_steps(step, 0.3))
    gap = float(np.asarray(geometry.formulas.kernel("forward_residual")(q, *geometry.p)))
    return q if gap <= REACHED * float(geometry.size) else None


def _solve(system: Array, right: Array) -> Array:
    try:
        return np.asarray(np.linalg.solve(system, right))
    except np.linalg.LinAlgError:
        return np.asarray(np.linalg.lstsq(system, right, rcond=None)[0])
