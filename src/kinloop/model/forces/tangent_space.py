"""The free motions at configurations, and derivatives of the equations of motion, over batches; rows without them are NaN."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinloop.model.compiled_models import CompiledModels

Array = np.ndarray
# The rank tolerance: below this fraction of the largest singular value, the closures have a lower rank than in general.
FULL_RANK = 1e-11


@dataclass(frozen=True)
class FreeMotions:
    """A basis ``N`` of the rates that keep the loops closed, shape (..., nv, degrees of freedom), orthonormal with lengths in
    parts of the machine's size, and ``back``, the pseudo-inverse of ``K`` in the same measure, shape (..., nv, rows)."""

    N: Array
    back: Array


def free_motions(models: CompiledModels, K: Array) -> FreeMotions:
    """The free motions of a robot's closures ``K`` (..., rows, nv); NaN where their rank is lower than in general."""
    rank, geometry = len(models.formulas.model.kept_rows), models.geometry
    per_rate, per_row = geometry.rate_units[..., :, None], 1 / geometry.closure_units[..., None, :]
    free = _free_motions(K * transpose(per_row) * transpose(per_rate), rank)
    return FreeMotions(per_rate * free.N, per_rate * free.back * per_row)


def _free_motions(K: Array, rank: int) -> FreeMotions:
    """The free motions of dimensionless closures."""
    rows, nv = K.shape[-2:]
    if not rank:
        N = np.broadcast_to(np.eye(nv), (*K.shape[:-2], nv, nv)) + 0 * np.sum(K, axis=(-1, -2))[..., None, None]
        return FreeMotions(N, np.zeros((*K.shape[:-2], nv, rows)))
    known = np.isfinite(K).all(axis=(-1, -2), keepdims=True)
    U, s, Vt = np.linalg.svd(np.where(known, K, 0.0))
    known &= (s[..., rank - 1] > FULL_RANK * s[..., 0])[..., None, None]
    V = transpose(Vt)
    s = np.where(known[..., 0], s, 1.0)
    back = V[..., :rank] / s[..., None, :rank] @ transpose(U[..., :rank])
    return FreeMotions(np.where(known, V[..., rank:], np.nan), np.where(known, back, np.nan))


@dataclass(frozen=True)
class Derivatives:
    """Derivatives with respect to positions (in rates), rates and accelerations, each (..., outputs, nv): of the equations of
    motion, of the task's rate, of the closures' rate and acceleration."""

    effort: tuple[Array, Array, Array]
    task_rate: tuple[Array, Array, Array]
    closure_rate: tuple[Array, Array, Array]
    closure_acceleration: tuple[Array, Array, Array]


def derivatives(models: CompiledModels, state: Sequence[Array], names: tuple[str, ...], loads: Sequence[Array]) -> Derivatives:
    """The derivatives at ``state``: positions, rates, accelerations and, where there are loops, their forces. All unit directions
    form a batch."""
    nv = len(models.mechanism.rates)
    given = [np.asarray(array, float)[..., None, :] for array in (*state, *loads)]
    parameters = [values[..., None, :] for values in models.parameter_inputs]
    unit, zero = np.eye(nv), np.zeros((nv, nv))
    changes = [np.concatenate(blocks) for blocks in ((unit, zero, zero), (zero, unit, zero), (zero, zero, unit))]
    count = len(state)
    kernel = models.formulas.kernel("directional_derivatives", "tool", names)
    found = kernel(*given[:count], *changes, *given[count:], *parameters, threads=models.threads)

    def by_kind(array: Array) -> tuple[Array, Array, Array]:
        columns = transpose(array)
        return columns[..., :nv], columns[..., nv : 2 * nv], columns[..., 2 * nv :]

    none = np.zeros((*found[0].shape[:-1], 0))
    return Derivatives(*map(by_kind, (*found, none, none)[:4]))


def transpose(matrix: Array) -> Array:
    """The transposed matrices of a batch."""
    return np.swapaxes(matrix, -1, -2)


def solve_batch(A: Array, B: Array, smallest: float = 1e-12) -> Array:
    """The solution of ``A X = B`` over a batch; NaN where ``A`` with unit rows is singular."""
    size = np.linalg.norm(A, axis=-1, keepdims=True)
    size = np.where(size > 0, size, 1.0)
    scaled = A / size
    known = np.isfinite(scaled).all(axis=(-1, -2), keepdims=True)
    scaled = np.where(known, scaled, np.eye(A.shape[-1]))
    known = known & (np.linalg.svd(scaled, compute_uv=False)[..., -1] > smallest)[..., None, None]
    scaled = np.where(known, scaled, np.eye(A.shape[-1]))
    return np.where(known, np.linalg.solve(scaled, B / size), np.nan)
