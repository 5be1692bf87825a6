"""Ranks and kernels of dimensionless matrices, over batches, by singular values."""

from __future__ import annotations

import numpy as np

from kinloop.numerics.tolerances import RANK, TINY

Array = np.ndarray


def unit_rows(rows: Array) -> Array:
    """Rows (..., m, n) of unit length, so that their units do not count; those that are zero stay so."""
    sizes = np.linalg.norm(rows, axis=-1, keepdims=True)
    return np.asarray(rows / np.where(sizes > RANK, sizes, np.inf))


def null_space(matrix: Array) -> Array:
    """An orthonormal basis, as columns, of what a matrix (m, n) sends to zero; rows count by their direction."""
    _, values, Vt = np.linalg.svd(unit_rows(matrix), full_matrices=matrix.shape[0] < matrix.shape[1])
    return np.asarray(Vt[int(np.sum(values > RANK)) :].T)


def null_projections(J: Array) -> tuple[Array, Array]:
    """The orthogonal projections (N, n, n) onto the kernels of matrices (N, m, n), and the kernels' dimensions (N,)."""
    n = J.shape[-1]
    if not J.shape[-2]:
        return np.broadcast_to(np.eye(n), (len(J), n, n)), np.full(len(J), n)
    _, values, Vt = np.linalg.svd(J, full_matrices=True)
    ranks = np.sum(values > RANK * np.maximum(values[:, :1], TINY), axis=1)
    rest = np.arange(n)[None, :] >= ranks[:, None]
    V = Vt * rest[:, :, None]
    return V.swapaxes(1, 2) @ V, n - ranks


def shortest_steps(J: Array, F: Array, rank: int | None = None) -> Array:
    """The shortest steps (N, n) with ``J s = F`` as nearly as possible; with ``rank``, by so many of the largest singular values.

    Args: matrices (N, m, n) and right sides (N, m).
    """
    if not J.shape[-2] or rank == 0:
        return np.zeros((len(J), J.shape[-1]))
    if rank is None:
        return np.asarray((np.linalg.pinv(J, rcond=RANK) @ F[..., None])[..., 0])
    U, values, Vt = np.linalg.svd(J, full_matrices=False)
    along = (U.swapaxes(1, 2) @ F[..., None])[:, :rank, 0] / np.maximum(values[:, :rank], TINY)
    return np.asarray((Vt[:, :rank].swapaxes(1, 2) @ along[..., None])[..., 0])


def decompose(A: Array) -> tuple[Array, Array, Array]:
    """``A = U diag(sizes) V^T`` of matrices (n, rows, columns), with a size for each column (zero beyond the rows) and ``V``
    square."""
    n, rows, columns = A.shape
    if not rows or not columns:
        return np.tile(np.eye(rows), (n, 1, 1)), np.zeros((n, columns)), np.tile(np.eye(columns), (n, 1, 1))
    U, sizes, Vt = np.linalg.svd(A)
    padded = np.zeros((n, columns))
    padded[:, : sizes.shape[1]] = sizes
    return U, padded, Vt.transpose(0, 2, 1).copy()
