"""Block-triangular linear systems, solved block by block. They arise where loops follow each other in a row, each driven by the
one before it."""

from __future__ import annotations

import casadi as ca
import numpy as np

from kinloop.numerics.algebra import CRAMER, LinearSystem, smallest

# Smaller systems are solved as one block, unless all their blocks have Cramer's rule.
LARGE = 12


class BlockSystem:
    """The system ``A X = B`` of a square ``A`` whose rows and columns can be ordered so that it is block triangular. Its
    determinant is the product of the blocks' determinants, so it is regular where they are."""

    def __init__(self, A: ca.SX, blocks: list[tuple[list[int], list[int]]]) -> None:
        self.A = A
        self._blocks = [(rows, columns, LinearSystem(A[rows, columns])) for rows, columns in blocks]

    def solve(self, B: ca.SX) -> ca.SX:
        """The solution ``X``, block after block."""
        X = ca.SX(self.A.shape[1], B.shape[1])
        known: set[int] = set()
        for rows, columns, system in self._blocks:
            right = B[rows, :]
            for at, row in enumerate(rows):
                for k in known & set(_nonzero_columns(self.A, row)):
                    right[at, :] -= self.A[row, k] * X[k, :]
            X[columns, :] = system.solve(right)
            known.update(columns)
        return X

    def margin(self) -> ca.SX:
        """Positive where every block is regular."""
        return smallest([system.margin() for _, _, system in self._blocks])


def linear_system(A: ca.SX) -> LinearSystem | BlockSystem:
    """The solver of ``A X = B``: by blocks where a large ``A`` has several, or a smaller one only blocks up to three rows."""
    blocks = block_triangular(A) if A.shape[0] == A.shape[1] > CRAMER else []
    small = all(len(rows) <= CRAMER for rows, _ in blocks)
    return BlockSystem(A, blocks) if len(blocks) > 1 and (small or A.shape[0] > LARGE) else LinearSystem(A)


def block_triangular(A: ca.SX) -> list[tuple[list[int], list[int]]]:
    """Rows and columns of the blocks, each after those that it depends on ([Duff1978]); empty where the zeros of ``A`` alone
    make it singular."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components, maximum_bipartite_matching

    n = A.shape[0]
    pattern = np.zeros((n, n), dtype=bool)
    for row in range(n):
        pattern[row, _nonzero_columns(A, row)] = True
    column_of = maximum_bipartite_matching(csr_array(pattern), perm_type="column")
    if np.any(column_of < 0):
        return []
    depends = pattern[:, column_of]  # row i needs the unknown of row j
    count, block_of = connected_components(csr_array(depends), directed=True, connection="strong")
    needs = np.zeros((count, count), dtype=bool)
    needs[block_of[np.nonzero(depends)[0]], block_of[np.nonzero(depends)[1]]] = True
    np.fill_diagonal(needs, False)
    ordered: list[int] = []
    while len(ordered) < count:
        ready = next(k for k in range(count) if k not in ordered and set(np.flatnonzero(needs[k])) <= set(ordered))
        ordered.append(ready)
    members = [np.flatnonzero(block_of == k) for k in ordered]
    return [(rows.tolist(), sorted(column_of[rows].tolist())) for rows in members]


def _nonzero_columns(A: ca.SX, row: int) -> list[int]:
    """The columns of the nonzero entries of a row."""
    return [k for k in range(A.shape[1]) if not A[row, k].is_zero()]
