"""Targets out of reach: how far, and what is nearest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kinloop.compile.llvm.trigonometry import LARGEST
from kinloop.errors import Unreachable
from kinloop.model.formulas.closed_form import Direction
from kinloop.numerics.newton import limit_steps
from kinloop.numerics.tolerances import RANK_WHERE_REGULAR

if TYPE_CHECKING:
    from kinloop.model.geometry.geometry import Geometry

Array = np.ndarray

STARTS, DESCENT_STEPS = 24, 300
# A loop with a larger gap [rad, or part of the machine's size] is open; steps towards closing it are no longer than this.
CLOSED_GAP, LONGEST_STEP = 1e-9, 0.3


def out_of_reach(
    geometry: Geometry, direction: Direction, given: Array, near: Array | None, is_proven: bool = True
) -> Unreachable:
    """The error for a target that no configuration has, or none that was found, with the nearest that one has."""
    names = geometry.names(direction)
    shown = ", ".join(f"{name} = {value:.6g}" for name, value in zip(names, given, strict=True))
    name = geometry.mechanism.name
    if geometry.is_too_far(direction, given):
        largest = LARGEST * float(geometry.size)
        far = f"{name} has no configuration at {shown}: lengths beyond {largest:.3g} m are not resolved finely enough"
        return Unreachable(far, np.inf, None, None)
    found = nearest_reachable(geometry, direction, given, near)
    what = f"{name} has no configuration at {shown}" if is_proven else f"{name}: no configuration was found at {shown}"
    if found is None:
        return Unreachable(f"{what}, and none near it was found", np.inf, None, None)
    q, distance = found
    reached = q[: geometry.n_active] if direction == "forward" else geometry.task(q)
    nearest = ", ".join(f"{name} = {value:.6g}" for name, value in zip(names, reached, strict=True))
    return Unreachable(
        f"{what}; the nearest found is {distance:.6g} away (m, an angle as its arc): {nearest}",
        distance,
        reached,
        q,
    )


def nearest_reachable(geometry: Geometry, direction: Direction, given: Array, near: Array | None) -> tuple[Array, float] | None:
    """The assembled configuration whose task (or whose active joints) is nearest to the one given: Levenberg and Marquardt's
    steps along the loops, from several configurations at once."""
    random = np.random.default_rng(0)
    starts = [geometry.start if near is None else near, *geometry.space.random(random, geometry.start, STARTS - 1)]
    q = _assemble(geometry, np.array(starts))
    gap = _gap(geometry, q)
    q = q[gap < CLOSED_GAP * geometry.size]
    if not len(q):
        return None
    damping = np.full(len(q), 1e-3)
    error, J = _errors(geometry, direction, q, given)
    for _ in range(DESCENT_STEPS):
        step = _step(geometry, q, error, J, damping)
        tried = _assemble(geometry, np.asarray(geometry.formulas.kernel("retract")(q, step, *geometry.p)), 4)
        tried_error, tried_J = _errors(geometry, direction, tried, given)
        better = (_gap(geometry, tried) < CLOSED_GAP * geometry.size) & (
            np.linalg.norm(tried_error, axis=-1) < np.linalg.norm(error, axis=-1)
        )
        q = np.where(better[:, None], tried, q)
        error = np.where(better[:, None], tried_error, error)
        J = np.where(better[:, None, None], tried_J, J)
        damping = np.clip(np.where(better, damping / 5, damping * 5), 1e-12, 1e6)
        if np.all(damping >= 1e6) or np.max(np.abs(step / geometry.rate_units)) < 1e-13:
            break
    distance = np.linalg.norm(error, axis=-1)
    best = int(np.argmin(distance))
    return q[best], float(geometry.size * distance[best])


def _step(geometry: Geometry, q: Array, error: Array, J: Array, damping: Array) -> Array:
    """A damped step along the loops that brings the task nearer to the target."""
    nv = J.shape[-1]
    along = np.broadcast_to(np.eye(nv), (len(q), nv, nv))
    if geometry.is_closed:
        _, K = geometry.closures(q)
        along = along - np.linalg.pinv(K, rcond=RANK_WHERE_REGULAR) @ K
    J = J @ along
    normal = J.swapaxes(-1, -2) @ J + damping[:, None, None] * np.eye(nv)
    step = np.linalg.solve(normal, J.swapaxes(-1, -2) @ error[..., None])[..., 0]
    step = (along @ step[..., None])[..., 0]
    # A far target is approached in steps of its distance, a near one in steps that keep to the neighbourhood.
    longest = np.maximum(LONGEST_STEP, np.linalg.norm(error, axis=-1, keepdims=True) / 4)
    return limit_steps(step, longest) * geometry.rate_units


def _errors(geometry: Geometry, direction: Direction, q: Array, given: Array) -> tuple[Array, Array]:
    """The error of the target and its derivative by the rates, lengths in parts of the machine's size."""
    n = geometry.n_active
    if direction == "forward":
        J = np.broadcast_to(np.eye(n, len(geometry.mechanism.rates)), (len(q), n, len(geometry.mechanism.rates)))
        return (given - q[:, :n]) / geometry.units[:n], J
    return geometry.target_error(q, given)


def _assemble(geometry: Geometry, q: Array, steps: int = 30) -> Array:
    """Configurations moved onto the loops by the shortest steps."""
    if not geometry.is_closed:
        return q
    for _ in range(steps):
        h, K = geometry.closures(q)
        step = limit_steps(-(np.linalg.pinv(K, rcond=RANK_WHERE_REGULAR) @ h[..., None])[..., 0], LONGEST_STEP)
        q = np.asarray(geometry.formulas.kernel("retract")(q, step * geometry.rate_units, *geometry.p))
    return q


def _gap(geometry: Geometry, q: Array) -> Array:
    return np.asarray(geometry.formulas.kernel("forward_residual")(q, *geometry.p)) if geometry.is_closed else np.zeros(len(q))
