"""Consistent states of a constrained robot, nearest to a guess or at given positions, and least-norm active efforts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ConstraintError, NotFinite, UnsupportedOperation
from kinloop.model.array_arguments import numbers
from kinloop.model.forces.tangent_space import free_motions, transpose
from kinloop.model.reduction.compiled_reduction import row_sizes
from kinloop.model.reduction.reduced_results import ConstrainedState

if TYPE_CHECKING:
    from kinloop.model.reduction.reduced import Reduced

Array = np.ndarray
ITERATIONS, POLISH, NEWTON = 80, 12, 60
# The largest gap of a configuration on the constraint [rad, or parts of the machine's size, along the rates], and the largest
# error of given positions.
ON = 1e-10


def nearest_state(reduced: Reduced, q: ArrayLike, qd: ArrayLike | None) -> ConstrainedState:
    r"""The consistent state nearest to a guess: :meth:`Reduced.consistent`.

    Newton's method reaches the constraint; then the configuration slides along it towards the guess while the displacement gets
    shorter.
    """
    guess = numbers(q, "consistent: q")
    _require_finite("consistent", q=guess, **({} if qd is None else {"qd": numbers(qd, "consistent: qd")}))
    unit = reduced.evaluate("gap_after", guess, np.zeros(len(reduced.robot.mechanism.rates)))[0]  # quaternions to unit length
    metric = reduced.evaluate("metric", unit)
    inverse = _inverse(metric)
    delta = np.zeros((*unit.shape[:-1], inverse.shape[-1]))

    def backward(delta: Array) -> tuple[Array, Array, Array]:
        """The multipliers that close the gap after a displacement, their directions, and the map from displacements to them."""
        _, gap, H = reduced.evaluate("gap_after", unit, delta)
        back = inverse @ transpose(H)
        inner = _pseudo_inverse(H @ back, reduced)
        return _apply(inner, gap), back, inner @ H

    def restore(delta: Array, steps: int) -> Array:
        for _ in range(steps):
            need, back, _ = backward(delta)
            delta = delta - _apply(back, need)
        return delta

    def length(delta: Array) -> Array:
        return np.einsum("...i,...ij,...j->...", delta, metric, delta)[..., None]

    delta = restore(delta, POLISH)
    share = np.ones((*unit.shape[:-1], 1))
    for _ in range(ITERATIONS):
        back, reach = backward(delta)[1:]
        slide = _apply(back @ reach, delta) - delta  # the part of the way back to the guess that is along the constraint
        trial = restore(delta + share * slide, 4)
        nearer = length(trial) <= length(delta) * (1 + 1e-13)
        delta = np.where(nearer, trial, delta)
        if not np.nanmax(np.abs(share * slide) / reduced.robot.models.geometry.rate_units, initial=0.0) > 1e-13:
            break
        share = np.where(nearer, np.minimum(1.0, 2 * share), share / 2)
    delta = restore(delta, 2)
    configuration = reduced.evaluate("gap_after", unit, delta)[0]
    lost = ~(np.max(reduced.gaps(configuration), axis=-1) < ON)
    if np.any(lost):
        if configuration.ndim == 1:
            raise ConstraintError(
                f"{reduced.robot.mechanism.name}: no configuration on the constraint was found from q = {guess}; "
                f"the steps end at {configuration}, off by {np.max(reduced.gaps(configuration)):.3g} (rad, or parts of the "
                "machine's size, along the rates)"
            )
        configuration = np.where(lost[..., None], np.nan, configuration)
    rates = np.zeros(inverse.shape[-1]) if qd is None else np.asarray(qd, float)
    A = reduced.evaluate("rows", configuration)[1]
    back = _inverse(reduced.evaluate("metric", configuration)) @ transpose(A)
    rates = rates - _apply(
        back @ _pseudo_inverse(A @ back, reduced), _apply(A, np.broadcast_to(rates, (*A.shape[:-2], A.shape[-1])))
    )
    return ConstrainedState(configuration, rates, reduced.pseudo_velocity(configuration, rates))


def state_at(reduced: Reduced, position: ArrayLike, v: ArrayLike | None, near: ArrayLike | None) -> ConstrainedState:
    """The consistent state at given reduced positions: :meth:`Reduced.state`."""
    wanted = numbers(position, "state: position")
    _require_finite("state", position=wanted)
    q = configuration_at(reduced, wanted, reduced.start if near is None else numbers(near, "state: near"))
    if q.ndim == 1 and not np.all(np.isfinite(q)):
        raise ConstraintError(
            f"{reduced.robot.mechanism.name}: no configuration on the constraint has the reduced positions {wanted}, as far as "
            "Newton's method found from the configuration it started at; another may be given as near="
        )
    v = np.zeros(reduced.dof) if v is None else numbers(v, "state: v")
    qd = reduced.velocity(q, v)
    return ConstrainedState(q, qd, np.broadcast_to(v, (*qd.shape[:-1], v.shape[-1])))


def configuration_at(reduced: Reduced, position: Array, near: Array, iterations: int = NEWTON) -> Array:
    """The configuration on the constraint at reduced positions, by Newton's method from another; NaN where it does not
    converge."""
    q = near
    for _ in range(iterations):
        after = reduced.evaluate("newton", q, position)
        moved = np.nanmax(np.abs(after - q) / reduced.robot.models.geometry.units, initial=0.0)
        q = after
        if moved < 1e-14:
            break
    # Each position is scaled by the derivative of its expression, since its unit is the user's.
    D = reduced.evaluate("stacked", q)[1] * reduced.robot.models.geometry.rate_units[..., None, :]
    size = np.linalg.norm(D, axis=-1)
    size = np.where(size > 0, size, 1.0)
    missed = np.abs(reduced.evaluate("positions", q) - position) / size
    off = np.maximum(np.max(reduced.gaps(q), axis=-1), np.max(missed, axis=-1))
    scale = 1 + np.max(np.abs(position) / size, axis=-1)
    return np.where((off < ON * scale)[..., None], q, np.nan)


def least_norm_torques(reduced: Reduced, q: ArrayLike, v: ArrayLike, vd: ArrayLike, multiplier: ArrayLike) -> Array:
    """The active efforts of least norm with the wanted effort on every free motion of the loops."""
    wanted = reduced.call("wanted_effort", q, v, vd, multiplier)
    K = reduced.evaluate("rows", q)[1][..., reduced.n_rows :, :]
    n_active = reduced.robot.n_active
    motions = transpose(free_motions(reduced.robot.models, K).N)
    known = np.isfinite(motions).all(axis=(-1, -2), keepdims=True)
    need = _apply(motions, wanted)
    tau = _apply(np.linalg.pinv(np.where(known, motions[..., :n_active], 0.0), rcond=1e-10), need)
    short = np.max(np.abs(_apply(motions[..., :n_active], tau) - need), axis=-1)
    lacking = short > 1e-8 * np.max(np.abs(wanted) * reduced.robot.models.geometry.rate_units, axis=-1)
    if np.any(lacking):
        if tau.ndim == 1:
            raise UnsupportedOperation(
                f"{reduced.robot.mechanism.name}: its {n_active} actuators cannot produce the wanted pseudo-acceleration with "
                f"the wanted multiplier at q = {np.asarray(q)}; {short:.3g} N m are lacking on a passive motion (a force times "
                "the machine's size)"
            )
        tau = np.where(lacking[..., None], np.nan, tau)
    return tau


def _require_finite(what: str, **arrays: Array) -> None:
    for name, array in arrays.items():
        if array.ndim == 1 and not np.all(np.isfinite(array)):
            k = int(np.flatnonzero(~np.isfinite(array))[0])
            raise NotFinite(f"{what}: {name}[{k}] is {array[k]}, expected a finite number")


def _apply(matrix: Array, vector: Array) -> Array:
    return (matrix @ vector[..., None])[..., 0]


def _inverse(matrix: Array) -> Array:
    """The inverse of positive definite matrices; NaN stays NaN."""
    finite = np.all(np.isfinite(matrix), axis=(-2, -1), keepdims=True)
    return np.where(
        finite, np.linalg.pinv(np.where(finite, matrix, np.eye(matrix.shape[-1])), rcond=1e-14, hermitian=True), np.nan
    )


def _pseudo_inverse(matrix: Array, reduced: Reduced) -> Array:
    """The pseudo-inverse of the multipliers' matrix, with rows scaled as by :func:`row_sizes`."""
    finite = np.all(np.isfinite(matrix), axis=(-2, -1), keepdims=True)
    matrix = np.where(finite, matrix, 0.0)
    squares = np.diagonal(matrix, axis1=-2, axis2=-1)
    size = row_sizes(np.sqrt(squares)[..., None], reduced.n_rows)
    outer = size[..., :, None] * size[..., None, :]
    rank = reduced.n_rows + len(reduced.formulas.loops.kept_rows)
    return np.where(finite, inverse_of_rank(matrix / outer, rank) / outer, np.nan)


def inverse_of_rank(matrix: Array, rank: int) -> Array:
    """The pseudo-inverse of a matrix truncated to a known rank.

    Redundant rows are dependent only as exactly as the loops are closed. With open loops no tolerance separates their singular
    values from the others, but the rank is known.
    """
    U, values, V = np.linalg.svd(matrix, full_matrices=False)
    kept = (np.arange(values.shape[-1]) < rank) & (values > 1e-14 * values[..., :1])
    inverse = np.divide(1.0, values, out=np.zeros_like(values), where=kept)
    return transpose(V) @ (inverse[..., None] * transpose(U))
