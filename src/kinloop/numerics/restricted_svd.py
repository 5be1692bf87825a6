r"""The motions of least effect: among those of unit size by one measure, the ones that another measure hardly sees.

.. math:: \min_c |A c| \quad\text{subject to}\quad |B c| = 1 .

A zero of it, beyond those that a machine has everywhere, is a singularity. Arrays have one batch axis.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinloop.numerics.ranks import decompose

Array = np.ndarray
# Singular values below this are rounding of zero. A motion that neither measure sees is then no candidate: what B makes of it is
# smaller by three digits and more.
ROUNDING = 1e-12
# Below this the vectors of a kernel are any basis of it, and are turned so that the largest by B come first.
KERNEL = 1e-9


@dataclass(frozen=True)
class LeastMotions:
    """The least values of ``|A c|`` in order, the unit ``c`` of the first, and the direction that ``A`` does not reach."""

    values: Array  # (n, k)
    motion: Array  # (n, columns)
    unreached: Array  # (n, rows of A)

    @property
    def value(self) -> Array:
        """The least value (n,)."""
        return self.values[:, 0]


def least_motions(A: Array, B: Array, generic: int) -> LeastMotions:
    """The motions of least effect ``|A c|`` with ``|B c| = 1``; ``generic`` columns of ``A`` depend on the others everywhere."""
    n, rows, columns = A.shape
    kept = columns - generic
    if kept <= 0 or not B.shape[1]:
        return LeastMotions(np.full((n, 1), np.inf), np.zeros((n, columns)), np.zeros((n, rows)))
    U, sizes, V = decompose(A)
    for k in np.flatnonzero(sizes[:, kept - 1] < KERNEL):
        kernel = sizes[k] < KERNEL
        turn = np.linalg.svd(B[k] @ V[k][:, kernel])[2]
        V[k][:, kernel] = V[k][:, kernel] @ turn.T
    sizes = np.maximum(sizes[:, :kept], ROUNDING)
    V = V[:, :, :kept]
    _, gains, turns = np.linalg.svd(B @ V / sizes[:, None, :], full_matrices=False)
    with np.errstate(divide="ignore"):
        values = 1 / gains
    motion = (V @ (turns[:, 0] / sizes)[:, :, None])[:, :, 0]
    motion /= np.linalg.norm(motion, axis=1, keepdims=True)
    return LeastMotions(values, motion, U[:, :, min(kept, rows) - 1] if rows else np.zeros((n, 0)))
