"""Linear algebra on CasADi scalars that keeps exact zeros: what a planar robot does not have, it does not pay for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from math import cos, inf, sin

import casadi as ca

ROUNDING_OF_PIVOTS = 1e-13
# The square of a closure's derivative below which it is zero.
ROUNDING_OF_CLOSURES = 1e-20
# Below this a constant is rounding of an exact zero: cos(pi/2) is 6e-17.
ROUNDING = 4e-16
# The largest system that Cramer's rule solves.
CRAMER = 3


def clean(matrix: ca.SX) -> ca.SX:
    """Constants that are 0 or +-1 up to rounding become exact, so that CasADi drops the products with them."""
    result = ca.SX(matrix.shape[0], matrix.shape[1])
    for i in range(matrix.shape[0]):
        for j in range(matrix.shape[1]):
            entry = matrix[i, j]
            if entry.is_constant():
                value = float(entry)
                nearest = round(value)
                entry = ca.SX(nearest if abs(value - nearest) < ROUNDING and abs(nearest) <= 1 else value)
            result[i, j] = entry
    return result


def skew(a: ca.SX) -> ca.SX:
    """The matrix of ``a x``."""
    return ca.blockcat([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def along(axis: ca.SX) -> int | None:
    """The index of the coordinate axis that a unit vector lies along, in either sense; None for another one."""
    if not axis.is_constant():
        return None
    sizes = [abs(float(entry)) for entry in ca.vertsplit(clean(axis))]
    return sizes.index(1.0) if 1.0 in sizes else None


def rotation_about(axis: ca.SX, angle: ca.SX) -> ca.SX:
    """Rodrigues' formula. About a coordinate axis only the four entries that move are not constant."""
    if angle.is_constant():
        c, s = ca.SX(cos(float(angle))), ca.SX(sin(float(angle)))
    else:
        c, s = ca.cos(angle), ca.sin(angle)
    k = along(axis)
    if k is not None:
        exact = clean(axis)
        i, j = (k + 1) % 3, (k + 2) % 3
        R = ca.SX.eye(3)
        R[i, i] = R[j, j] = c
        R[j, i] = s * exact[k]
        R[i, j] = -s * exact[k]
        return R
    return clean(c * ca.SX.eye(3) + s * skew(axis) + (1 - c) * axis @ axis.T)


def rotation_rpy(rpy: ca.SX) -> ca.SX:
    """Roll, pitch and yaw about fixed axes, as URDF has them."""
    if rpy.is_zero():  # most often
        return ca.SX.eye(3)
    x, y, z = ca.SX([1, 0, 0]), ca.SX([0, 1, 0]), ca.SX([0, 0, 1])
    return clean(rotation_about(z, rpy[2]) @ rotation_about(y, rpy[1]) @ rotation_about(x, rpy[0]))


def rotation_quaternion(quaternion: ca.SX) -> ca.SX:
    """The rotation matrix of a unit quaternion, scalar first."""
    w, x, y, z = (quaternion[k] for k in range(4))
    return ca.blockcat(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def quaternion_rate(quaternion: ca.SX, omega: ca.SX) -> ca.SX:
    """The rate of a quaternion at the angular velocity ``omega`` in the body's axes: half the product with ``(0, omega)``."""
    w, v = quaternion[0], quaternion[1:4]
    return ca.vertcat(-ca.dot(v, omega), w * omega + ca.cross(v, omega)) / 2


def quaternion_product(a: ca.SX, b: ca.SX) -> ca.SX:
    """The product of quaternions: first ``b``, then ``a``, as matrices multiply."""
    scalar = a[0] * b[0] - ca.dot(a[1:4], b[1:4])
    return ca.vertcat(scalar, a[0] * b[1:4] + b[0] * a[1:4] + ca.cross(a[1:4], b[1:4]))


def quaternion_of(R: ca.SX) -> ca.SX:
    """The quaternion of a rotation matrix through its largest entry ([Shepperd1978]), so that no digits are lost anywhere."""
    xx, yy, zz = R[0, 0], R[1, 1], R[2, 2]
    squares = [1 + xx + yy + zz, 1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz]
    turns = [R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]
    sums = [R[0, 1] + R[1, 0], R[0, 2] + R[2, 0], R[1, 2] + R[2, 1]]
    rows = [
        [squares[0], turns[0], turns[1], turns[2]],
        [turns[0], squares[1], sums[0], sums[1]],
        [turns[1], sums[0], squares[2], sums[2]],
        [turns[2], sums[1], sums[2], squares[3]],
    ]
    best, largest = ca.vertcat(*rows[0]) / (2 * ca.sqrt(ca.fmax(squares[0], 1e-300))), squares[0]
    for k in range(1, 4):
        candidate = ca.vertcat(*rows[k]) / (2 * ca.sqrt(ca.fmax(squares[k], 1e-300)))
        best = ca.if_else(squares[k] > largest, candidate, best)
        largest = ca.fmax(largest, squares[k])
    return clean(best)


def perpendicular(axis: ca.SX) -> tuple[ca.SX, ca.SX]:
    """Two unit vectors that make a right-handed frame with a constant ``axis``."""
    values = [abs(float(axis[k])) for k in range(3)]
    helper = ca.SX.zeros(3)
    helper[(values.index(max(values)) + 1) % 3] = 1
    second = ca.cross(axis, helper)
    second = clean(second / ca.norm_2(second))
    return clean(ca.cross(second, axis)), second


def smallest(values: Sequence[ca.SX], of_two: Callable[[ca.SX, ca.SX], ca.SX] = ca.fmin) -> ca.SX:
    """The least of some values, in pairs: one after the other they would all wait for the last pivot."""
    while len(values) > 1:
        pairs = [of_two(*values[k : k + 2]) for k in range(0, len(values) - 1, 2)]
        values = [*pairs, *values[2 * len(pairs) :]]
    return values[0]


def largest(values: Sequence[ca.SX]) -> ca.SX:
    """The largest of some values, in pairs."""
    return smallest(values, ca.fmax)


class Cholesky:
    """``A = L^T D L`` of a symmetric matrix without square roots, eliminating the last coordinate of ``order`` first.

    From the leaves to the root a tree's inertia fills in nothing ([Featherstone2008] section 6.4). No pivoting, so it
    compiles; the margin reports how far to trust it.
    """

    def __init__(self, A: ca.SX, order: Sequence[int], negligible: ca.SX | None = None) -> None:
        """A pivot that is ``negligible`` or less makes its coordinate zero in every solution."""
        n = A.shape[0]
        self.order = list(order)
        H = [[A[self.order[i], self.order[j]] for j in range(i + 1)] for i in range(n)]
        self.diagonal = [H[k][k] for k in range(n)]
        self.pivots: list[ca.SX] = [ca.SX(0)] * n
        self.L: list[list[ca.SX]] = [[ca.SX(0)] * n for _ in range(n)]
        for k in range(n - 1, -1, -1):
            if negligible is not None:
                H[k][k] = ca.if_else(H[k][k] > negligible, H[k][k], inf)
            self.pivots[k] = H[k][k]
            touched = [i for i in range(k) if not H[k][i].is_zero()]
            for i in touched:
                self.L[k][i] = H[k][i] / H[k][k]
            for i in touched:
                for j in touched:
                    if j <= i:
                        H[i][j] -= self.L[k][i] * H[k][j]

    def half_solve(self, B: ca.SX) -> ca.SX:
        """``L^-T B``, in the order of elimination."""
        X = [B[self.order[i], :] for i in range(len(self.order))]
        for k in range(len(X) - 1, -1, -1):
            for i in range(k):
                if not self.L[k][i].is_zero():
                    X[i] = X[i] - self.L[k][i] * X[k]
        return ca.vertcat(*X)

    def finish(self, half: ca.SX) -> ca.SX:
        """``A^-1 B`` from :meth:`half_solve`."""
        n = len(self.order)
        X = [half[k, :] / self.pivots[k] for k in range(n)]
        for k in range(n):
            for i in range(k):
                if not self.L[k][i].is_zero():
                    X[k] = X[k] - self.L[k][i] * X[i]
        result = ca.SX(n, half.shape[1])
        for k, row in enumerate(self.order):
            result[row, :] = X[k]
        return result

    def solve(self, B: ca.SX) -> ca.SX:
        """``A^-1 B``."""
        return self.finish(self.half_solve(B))

    def margin(self, size: ca.SX | None = None) -> ca.SX:
        """Positive where ``A`` is: the smallest pivot, less what rounding makes of a zero one.

        A pivot over its diagonal entry is the part of a coordinate that the others do not determine, whatever the units. A
        diagonal entry may itself be rounding of a zero: then ``size`` says for each coordinate what it is rounding of.
        """
        sizes = self.diagonal if size is None else [size[row] for row in self.order]
        return smallest([pivot - ROUNDING_OF_PIVOTS * of for pivot, of in zip(self.pivots, sizes, strict=True)])


class LinearSystem:
    """``A X = B`` with independent columns, square or taller with ``B`` in its range, without pivoting, so that it compiles.

    Cramer's rule up to three rows, which reads as a textbook has it, else QR.
    """

    def __init__(self, A: ca.SX) -> None:
        self.A = A
        self.rows, self.n = A.shape
        self.is_small = self.rows == self.n <= CRAMER
        if self.is_small:
            self.det = ca.det(A)
        else:
            self._factorise()

    def _factorise(self) -> None:
        """Gram-Schmidt, sparse columns first (a leg's own joints); twice is enough for columns that are orthogonal to
        rounding."""
        filled = [sum(not self.A[i, j].is_zero() for i in range(self.rows)) for j in range(self.n)]
        self.order = sorted(range(self.n), key=lambda j: filled[j])
        self.Q: list[ca.SX] = []
        self.R = ca.SX(self.n, self.n)
        for j, source in enumerate(self.order):
            column = self.A[:, source]
            for _ in range(2):
                for i, q in enumerate(self.Q):
                    share = ca.dot(q, column)
                    if not share.is_zero():
                        self.R[i, j] += share
                        column = column - share * q
            self.R[j, j] = ca.norm_2(column)
            self.Q.append(column / self.R[j, j])

    def solve(self, B: ca.SX) -> ca.SX:
        """The solution ``X``."""
        if self.is_small:
            return ca.adj(self.A) @ B / self.det if self.n > 1 else B / self.A
        X = ca.horzcat(*self.Q).T @ B
        for j in range(self.n - 1, -1, -1):
            for i in range(j + 1, self.n):
                if not self.R[j, i].is_zero():
                    X[j, :] -= self.R[j, i] * X[i, :]
            X[j, :] = X[j, :] / self.R[j, j]
        result = ca.SX(self.n, B.shape[1])
        for j, target in enumerate(self.order):
            result[target, :] = X[j, :]
        return result

    def margin(self) -> ca.SX:
        """Positive where the columns are independent beyond rounding; each is measured by its own length."""
        lengths = [ca.norm_2(self.A[:, j]) for j in range(self.n)]
        if self.is_small:
            return ca.fabs(self.det) - ROUNDING_OF_PIVOTS * reduce(lambda x, y: x * y, lengths)
        return smallest([self.R[j, j] - ROUNDING_OF_PIVOTS * lengths[source] for j, source in enumerate(self.order)])


class LeastNorm:
    """``A X = B`` with independent rows, fewer than columns: of all solutions the shortest. QR of the transpose."""

    def __init__(self, A: ca.SX) -> None:
        self.A = A
        self.rows, self.n = A.shape
        self.Q: list[ca.SX] = []
        self.R = ca.SX(self.rows, self.rows)
        for j in range(self.rows):
            self.R[:j, j], self.R[j, j] = self._orthogonalise(A[j, :].T)

    def _orthogonalise(self, column: ca.SX) -> tuple[ca.SX, ca.SX]:
        """Add what is new in a vector to the basis; twice is enough."""
        shares = ca.SX.zeros(len(self.Q))
        for _ in range(2):
            for i, q in enumerate(self.Q):
                share = ca.dot(q, column)
                shares[i] += share
                column = column - share * q
        length = ca.norm_2(column)
        self.Q.append(column / length)
        return shares, length

    def solve(self, B: ca.SX) -> ca.SX:
        """The shortest solution ``X``."""
        X = ca.SX(B)
        for j in range(self.rows):
            for i in range(j):
                X[j, :] -= self.R[i, j] * X[i, :]
            X[j, :] = X[j, :] / self.R[j, j]
        return self.row_space @ X

    @property
    def row_space(self) -> ca.SX:
        """An orthonormal basis of the rows, as columns."""
        return ca.horzcat(ca.SX(self.n, 0), *self.Q[: self.rows])

    def null_space(self, along: Sequence[int]) -> ca.SX:
        """An orthonormal basis of what ``A`` sends to zero; ``along`` names as many coordinates, independent in it."""
        for k in along:
            self._orthogonalise(ca.SX.eye(self.n)[:, k])
        basis = ca.horzcat(ca.SX(self.n, 0), *self.Q[self.rows :])
        del self.Q[self.rows :]
        return basis

    def margin(self) -> ca.SX:
        """Positive where the rows are independent beyond rounding; each is measured by its own length."""
        lengths = [ca.norm_2(self.A[j, :]) for j in range(self.rows)]
        return smallest([ca.SX(1), *(self.R[j, j] - ROUNDING_OF_PIVOTS * lengths[j] for j in range(self.rows))])
