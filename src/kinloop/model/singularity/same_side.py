"""On which side of a singularity matrices are: those of redundant closures too, which have no determinant."""

from __future__ import annotations

import numpy as np

Array = np.ndarray


def same_side(matrices: Array, rank: int) -> Array:
    """Whether each matrix (k, ...) but the first is on the same side of a singularity as the one before: the determinant, on what
    the one before spans, has the same sign. ``rank`` is their rank in general."""
    U, _, V = np.linalg.svd(matrices[:-1])
    between = np.swapaxes(U[..., :rank], -1, -2) @ matrices[1:] @ np.swapaxes(V[..., :rank, :], -1, -2)
    return np.asarray(np.linalg.det(between) > 0)
