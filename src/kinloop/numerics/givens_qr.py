"""A determinant with its sign and the solution of a linear system, by rotations of pairs of rows.

Nothing is divided by what may vanish before the last step and nothing pivots on values, so it compiles, and the determinant is
smooth and right to rounding also where it is zero.
"""

from __future__ import annotations

from functools import reduce

import casadi as ca

# Up to this many rows a determinant is written out, without roots.
WRITTEN_OUT = 4
# A triangle with fewer entries than half its square, over this, is one whose inverse is not written out.
SPARSE = 4


class GivensQR:
    """``A X = B`` with independent columns, square, or taller with ``B`` in its range; and ``det A``.

    Sparse columns go first and of their rows the sparsest is the one that the others are rotated into: a leg's own joints
    then fill in little.
    """

    def __init__(self, A: ca.SX, B: ca.SX) -> None:
        self.shape = A.shape
        rows, n = A.shape
        filled = [sum(not A[i, j].is_zero() for i in range(rows)) for j in range(n)]
        self.order = sorted(range(n), key=lambda j: filled[j])
        self._A = A
        table = [[A[i, j] for j in self.order] + [B[i, j] for j in range(B.shape[1])] for i in range(rows)]
        self._sign = _parity(self.order)
        for k in range(n):
            self._clear(table, k)
        self._table = table[:n]

    def _clear(self, table: list[list[ca.SX]], k: int) -> None:
        """Make the entries below the diagonal of column ``k`` zero."""
        touched = [i for i in range(k, len(table)) if not table[i][k].is_zero()]
        if not touched:
            return
        pivot = min(touched, key=lambda i: sum(not entry.is_zero() for entry in table[i][k:]))
        if pivot != k:
            table[k], table[pivot] = table[pivot], [-entry for entry in table[k]]
        for i in range(k + 1, len(table)):
            b = table[i][k]
            if b.is_zero():
                continue
            a = table[k][k]
            r = ca.sqrt(a * a + b * b)
            c, s = ca.if_else(r > 0, a / r, 1), ca.if_else(r > 0, b / r, 0)
            upper, lower = table[k], table[i]
            both = [j for j, (x, y) in enumerate(zip(upper, lower, strict=True)) if not (x.is_zero() and y.is_zero())]
            table[k], table[i] = list(upper), list(lower)
            for j in both:
                table[k][j], table[i][j] = c * upper[j] + s * lower[j], c * lower[j] - s * upper[j]
            table[k][k], table[i][k] = r, ca.SX(0)

    @property
    def determinant(self) -> ca.SX:
        """The determinant with its sign; for a taller matrix the volume of its columns, which has no sign."""
        rows, n = self.shape
        if rows == n <= WRITTEN_OUT:
            return ca.det(self._A)
        product = reduce(lambda x, y: x * y, [self._table[k][k] for k in range(n)], ca.SX(1))
        return self._sign * product if rows == n else ca.fabs(product)

    @property
    def inverse_norm(self) -> ca.SX:
        """The Frobenius norm of the pseudo-inverse of ``A``: that of the triangle's inverse."""
        n = self.shape[1]
        beyond = [[i for i in range(k + 1, n) if not self._table[k][i].is_zero()] for k in range(n)]
        if SPARSE * (n + sum(map(len, beyond))) < n * n / 2:
            return ca.sqrt(self._inverse_trace(beyond))
        total = ca.SX(0)
        for j in range(n):
            column: dict[int, ca.SX] = {j: 1 / self._table[j][j]}
            for k in range(j - 1, -1, -1):
                known = sum((self._table[k][i] * x for i, x in column.items() if not self._table[k][i].is_zero()), ca.SX(0))
                if not known.is_zero():
                    column[k] = -known / self._table[k][k]
            total += sum((x * x for x in column.values()), ca.SX(0))
        return ca.sqrt(total)

    def _inverse_trace(self, beyond: list[list[int]]) -> ca.SX:
        r"""The trace of :math:`Z = (R^T R)^{-1}` from those of its entries that the triangle's zeros leave to compute
        ([Takahashi1973]): :math:`Z_{ij} = -\sum_{k > i} r_{ik} Z_{kj} / r_{ii}`, and as much as :math:`1 / r_{ii}^2` more on the
        diagonal. ``beyond`` are the columns of each row that are not zero, without the diagonal."""
        known: dict[tuple[int, int], ca.SX] = {}

        def entry(i: int, j: int) -> ca.SX:
            i, j = min(i, j), max(i, j)
            if (i, j) not in known:
                scale = 1 / self._table[i][i]
                total = ca.SX(0) if i != j else scale
                for k in beyond[i]:
                    total = total - self._table[i][k] * entry(k, j)
                known[i, j] = total * scale
            return known[i, j]

        return sum((entry(i, i) for i in reversed(range(self.shape[1]))), ca.SX(0))

    @property
    def solution(self) -> ca.SX:
        """The solution ``X`` of ``A X = B``."""
        n = self.shape[1]
        columns = len(self._table[0]) - n if n else 0
        X = ca.SX(n, columns)
        for k in range(n - 1, -1, -1):
            for j in range(columns):
                known = sum((self._table[k][i] * X[self.order[i], j] for i in range(k + 1, n)), ca.SX(0))
                X[self.order[k], j] = (self._table[k][n + j] - known) / self._table[k][k]
        return X


def _parity(order: list[int]) -> int:
    """+1 or -1: whether an even or an odd number of exchanges makes this order."""
    odd = sum(order[i] > order[j] for i in range(len(order)) for j in range(i + 1, len(order)))
    return -1 if odd % 2 else 1
