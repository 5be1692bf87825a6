r"""The dynamics of a machine with closed loops, :math:`M a = f + K^T x`, :math:`K a = c`, by one elimination.

.. math:: \begin{pmatrix} M + \delta D & K^T \\ K & -\epsilon \rho^{-1} \end{pmatrix}

is quasi-definite for any :math:`M \ge 0` and any ``K``, so that :math:`L D L^T` exists in every symmetric order
([Vanderbei1995]): one order, chosen for little fill-in, serves every value of the parameters. Massless coordinates, redundant
closures and Type 2 singularities need no special case. Iterative refinement with the exact equations removes the effect of
:math:`\delta` and :math:`\epsilon`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sin

import casadi as ca
import numpy as np

from kinloop.numerics.algebra import largest

Array = np.ndarray
# epsilon and delta, and the number of corrections. Where a pivot is as small as they are (a stretched leg, a coordinate without
# mass), 11 of 16 digits are lost, and every correction adds 5 correct ones.
SOFTNESS, CORRECTIONS = 1e-11, 2
# The softness of redundant closures. It turns their contradictions into loop forces: rounding, or about g where the loops are
# open by a part g of the machine's size. There the softness grows with (OPEN_BY g)^2, up to SOFTEST.
REDUNDANT, OPEN_BY, SOFTEST = 1e-9, 1e4, 1e-4
# Each correction reduces the error by the same factor: a last one of 1e-8, relative to the accelerations, follows one of 1e-4 and
# leaves 1e-12. A larger one is acceptable where a single component of the error is left, which shrinks by a factor of at most
# SLOWEST: it is extrapolated. ROUNDING is relative to the loop forces, which may cancel each other.
LAST, ROUNDING, SLOWEST = 1e-8, 1e-10, 0.97
# Residuals of the closures' equations: relative to the accelerations, and to those that the loop forces alone could produce.
MISSED, BALANCED = 1e-6, 1e-12
# A smaller first correction leaves an error of its square, so no other is needed.
QUICK = 1e-7
# The least eigenvalue of the dimensionless matrix of a determined motion. Softness alone makes it about 1e-11.
UNDETERMINED = 1e-9
# A pivot that is smaller, relative to the size of its coordinate or row, waits until others are eliminated.
HEALTHY = 1e-3


@dataclass(frozen=True)
class Spin:
    """A motion that the closures allow at every configuration, and whether it has no inertia: then it is locked."""

    motion: ca.SX
    is_massless: ca.SX


@dataclass(frozen=True)
class Solution:
    """Accelerations, multipliers, and whether they solve the exact equations."""

    a: ca.SX
    x: ca.SX
    is_solution: ca.SX


class Elimination:
    """The factorisation ``A = L D L^T`` of a sparse symmetric matrix in a given order, without pivoting, so that it compiles."""

    def __init__(self, A: ca.SX, order: Sequence[int]) -> None:
        self.order = list(order)
        entries = _entries(A)
        near: dict[int, set[int]] = {k: set() for k in self.order}
        for i, j in entries:
            near[i].add(j)
            near[j].add(i)
        place = {k: step for step, k in enumerate(self.order)}
        self.pivots: dict[int, ca.SX] = {}
        self.columns: dict[int, list[tuple[int, ca.SX]]] = {}
        for k in self.order:
            pivot = self.pivots[k] = entries[k, k]
            later = sorted(near[k] - {k}, key=place.__getitem__)
            column = [entries[_pair(i, k)] for i in later]
            self.columns[k] = [(i, entry / pivot) for i, entry in zip(later, column, strict=True)]
            for a, (i, factor) in enumerate(self.columns[k]):
                near[i] |= set(later)
                near[i].discard(k)
                for j, entry in zip(later[: a + 1], column, strict=False):
                    entries[_pair(i, j)] = entries.get(_pair(i, j), ca.SX(0)) - factor * entry

    def solve(self, b: ca.SX) -> ca.SX:
        """The solution of ``A x = b``."""
        x = ca.vertsplit(ca.densify(b))
        for k in self.order:
            for i, factor in self.columns[k]:
                x[i] = x[i] - factor * x[k]
        for k in reversed(self.order):
            x[k] = x[k] / self.pivots[k]
            for i, factor in self.columns[k]:
                x[k] = x[k] - factor * x[i]
        return ca.vertcat(*x)


def _pair(i: int, j: int) -> tuple[int, int]:
    return (i, j) if i >= j else (j, i)


def _entries(A: ca.SX) -> dict[tuple[int, int], ca.SX]:
    """The entries of the lower half that are not identically zero."""
    A = ca.sparsify(ca.tril(A))
    rows, columns = A.sparsity().get_triplet()
    return {(i, j): A.nz[k] for k, (i, j) in enumerate(zip(rows, columns, strict=True))}


def softness_of_open_loops(gap: ca.SX) -> ca.SX:
    """The softness of redundant closures with a dimensionless ``gap``. Closures that are slightly open, as between two steps of a
    simulation, are not exactly redundant; without more softness they would act as independent closures and stop the motion."""
    return REDUNDANT + ca.fmin((OPEN_BY * gap) ** 2, SOFTEST)


def elimination_order(A: ca.SX, samples: Sequence[Array], sizes: Sequence[Array]) -> list[int]:
    """The elimination order of minimum degree, and of these of least fill-in, among the pivots that are healthy (relative to
    their size) at all samples of the matrix.

    So a multiplier waits for a joint of its row that has inertia, and a joint without inertia for the closures that move it.
    """
    near: dict[int, set[int]] = {k: set() for k in range(A.shape[0])}
    for i, j in _entries(A):
        if i != j:
            near[i].add(j)
            near[j].add(i)
    left = [np.array(sample) for sample in samples]
    health = np.min([np.abs(np.diag(sample)) / size for sample, size in zip(left, sizes, strict=True)], axis=0)
    order: list[int] = []
    while near:
        fewest = min((len(near[k]) for k in near if health[k] > HEALTHY), default=None)
        if fewest is None:
            chosen = max(near, key=lambda k: float(health[k]))
        else:
            equals = [k for k in near if len(near[k]) == fewest and health[k] > HEALTHY]
            chosen = min(equals, key=lambda k: (_fill_in(near, k), -k))
        around = sorted(near.pop(chosen))
        for i in around:
            near[i] = (near[i] | set(around)) - {i, chosen}
        for sample in left:
            column = sample[around, chosen]
            sample[np.ix_(around, around)] -= np.outer(column, column) / sample[chosen, chosen]
        for i in around:
            health[i] = min(abs(sample[i, i]) / size[i] for sample, size in zip(left, sizes, strict=True))
        order.append(chosen)
    return order


def _fill_in(near: dict[int, set[int]], k: int) -> int:
    """The number of pairs that the elimination of ``k`` connects."""
    return sum(j not in near[i] for i, j in combinations(near[k], 2))


class QuasiDefinite:
    """The quasi-definite system of one machine. ``D`` and ``rho`` have the scale of its inertias and of its masses; ``units`` are
    lengths for slides and rows of lengths, 1 for angles; ``redundant`` is the generic number of redundant rows of ``K``."""

    def __init__(
        self,
        M: ca.SX,
        K: ca.SX,
        *,
        D: ca.SX,
        rho: ca.SX,
        units: ca.SX,
        redundant: int,
        softness: ca.SX,
        spins: Sequence[Spin] = (),
    ) -> None:
        self.n, self.D, self.rho, self.units = M.shape[0], D, rho, units
        self.redundant, self.softness, self.spins = redundant, softness, spins
        soft = SOFTNESS * ca.diag(D)
        # A spin may have very little inertia, so delta is not added to it; one without inertia gets an artificial one.
        for spin in spins:
            momentum = D * spin.motion
            inertia = momentum @ momentum.T / ca.dot(momentum, spin.motion)
            M = M + ca.if_else(spin.is_massless, 1, 0) * inertia
            soft = soft - SOFTNESS * inertia
        self.exact = ca.blockcat([[M, K.T], [K, ca.SX(K.shape[0], K.shape[0])]])
        self.matrix = ca.sparsify(self.exact + ca.diagcat(soft, ca.diag(-self.softness / rho)))
        self.exact = ca.sparsify(self.exact)

    def factorise(self, order: Sequence[int]) -> QuasiDefinite:
        """Factorise the matrix in this order, and return the system."""
        self._factor = Elimination(self.matrix, order)
        return self

    def solve_regular(self, f: ca.SX, c: ca.SX) -> ca.SX:
        """The accelerations far from a loss of rank, where one correction is enough; redundant closures that are open are softer
        and take two."""
        b = ca.vertcat(f, c)
        z = self._factor.solve(b)
        for _ in range(2 if self.redundant else 1):
            z = z + self._factor.solve(b - self.exact @ z)
        return self._lock_spins(z[: self.n])

    def solve_quick(self, f: ca.SX, c: ca.SX) -> Solution:
        """The solution with one correction, valid where that is so small that another would change nothing: almost everywhere."""
        b = ca.vertcat(f, c)
        z = self._factor.solve(b)
        missed = b - self.exact @ z
        step = self._factor.solve(missed)
        z = z + step
        size, forces = self._product(z, z), self._forces(z)
        is_solution = self._product(step, step) <= QUICK**2 * size + ROUNDING**2 * QUICK**2 * forces
        is_solution = ca.logic_and(is_solution, self._closes(missed, c, size + (10 * self.softness / MISSED) ** 2 * forces))
        return Solution(self._lock_spins(z[: self.n]), -self._smallest(z[self.n :]), is_solution)

    def solve(self, f: ca.SX, c: ca.SX) -> Solution:
        """The solution with all corrections, extrapolated where they converge slowly, and whether it solves the equations."""
        b = ca.vertcat(f, c)
        z = step = self._factor.solve(b)
        for _ in range(CORRECTIONS):
            missed = b - self.exact @ z
            before, step = step, self._factor.solve(missed)
            z = z + step
        # The slowest component of the error, of closures near a loss of rank, shrinks by a constant factor each time (Aitken).
        along, across, whole = self._product(step, before), self._product(before, before), self._product(z, z)
        last = self._product(step, step)
        forces = self._forces(z)
        size = whole + forces
        is_slow = ca.logic_and(last > ROUNDING**2 * size, ca.logic_and(along > 0, along < SLOWEST * across))
        if self.redundant:
            is_slow = ca.logic_and(is_slow, self.softness < 2 * REDUNDANT)
        z = z + ca.if_else(is_slow, along / (across - along), 0) * step
        other = last - ca.if_else(is_slow, along**2 / across, 0)
        allowed = ca.fmax(LAST**2 * whole, ROUNDING**2 * size)
        is_solution = other <= allowed
        if self.redundant:
            # Softer closures converge more slowly: the size of the next correction decides.
            is_solution = ca.if_else(self.softness < 2 * REDUNDANT, is_solution, other * last <= allowed * across)
        is_solution = ca.logic_and(is_solution, self._closes(missed, c, whole + (BALANCED / MISSED) ** 2 * forces))
        return Solution(self._lock_spins(z[: self.n]), -self._smallest(z[self.n :]), is_solution)

    def _closes(self, missed: ca.SX, c: ca.SX, size: ca.SX) -> ca.SX:
        """Whether the closures' equations held, up to softness, before the last correction. They do not where rounding removed
        the softness from a pivot; the corrections, computed with the same pivot, need not show that."""
        gaps, given = (ca.sumsqr(each / self.units[self.n :]) for each in (missed[self.n :], c))
        return gaps <= (MISSED**2 + self.softness) * (size + given)

    def _forces(self, z: ca.SX) -> ca.SX:
        """The square of the accelerations that the loop forces alone could produce."""
        return ca.sumsqr(z[self.n :] / self.rho / self.units[self.n :])

    def _product(self, a: ca.SX, b: ca.SX) -> ca.SX:
        """The scalar product of two accelerations, without spins: that of a spin with very little inertia is amplified
        rounding."""
        a, b = (self._without_spins(each[: self.n]) / self.units[: self.n] for each in (a, b))
        return ca.dot(a, b)

    def _without_spins(self, a: ca.SX) -> ca.SX:
        for spin in self.spins:
            t = spin.motion
            a = a - ca.dot(t, self.D * a) / ca.dot(t, self.D * t) * t
        return a

    def _smallest(self, multipliers: ca.SX) -> ca.SX:
        """The multipliers without the component in the kernel of ``K^T``, where softness amplifies rounding by 1e9.

        Solving with multipliers as gaps of soft closures reproduces that component, and scales every other one by 1e-9.
        """
        if not self.redundant:
            return multipliers
        idle = multipliers
        for _ in range(2):
            idle = self._factor.solve(ca.vertcat(ca.SX.zeros(self.n), -self.softness / self.rho * idle))[self.n :]
        return multipliers - idle

    def _lock_spins(self, a: ca.SX) -> ca.SX:
        """The accelerations without the motion of spins that have no inertia."""
        for spin in self.spins:
            share = ca.dot(spin.motion, a) / ca.sumsqr(spin.motion)
            a = a - ca.if_else(spin.is_massless, share, 0) * spin.motion
        return a

    @property
    def scaled_system(self) -> tuple[ca.SX, ca.SX, ca.SX]:
        """The dimensionless inertia ``M`` and closures ``K``, softened as they are eliminated, and the softness.

        Along an eigenvector of ``K M^-1 K^T`` with the eigenvalue ``s``, a correction leaves the fraction
        ``softness / (softness + s)`` of the effect of softness.
        """
        size = ca.sqrt(ca.vertcat(self.D, 1 / self.rho))
        scaled = self.matrix / (size @ size.T)
        return scaled[: self.n, : self.n], scaled[self.n :, : self.n], self.softness

    def step(self, c: ca.SX) -> ca.SX:
        """The shortest ``a`` in the metric of ``M`` with ``K a = c``, up to an error of about the softness."""
        return self._lock_spins(self._factor.solve(ca.vertcat(ca.SX.zeros(self.n), c))[: self.n])

    @property
    def smallest_pivot(self) -> ca.SX:
        """The smallest pivot among those that are generically nonzero, each relative to the size of its coordinate or row.

        The elimination of a singular matrix has a zero among them: where all are larger, masses and closures determine the
        motion. A small one decides nothing: a stretched leg has one too.
        """
        size = ca.vertcat(self.D, 1 / self.rho)
        regular = self._factor.order[: -self.redundant or None]
        # Computed from the largest reciprocal, which elimination has; softer closures have larger pivots at a singularity.
        return SOFTNESS / self.softness / largest([ca.fabs(size[k] / self._factor.pivots[k]) for k in regular])

    @property
    def determined(self) -> tuple[ca.SX, ca.SX]:
        """Two numbers: positive where masses and closures determine the motion, and where closures that are not generically
        redundant are certainly independent. They estimate the smallest eigenvalue of the dimensionless matrix.

        The estimate is the response to a load on all unknowns: an undetermined one moves with 1/epsilon.
        """
        size = ca.sqrt(ca.vertcat(self.D, 1 / self.rho))
        load = size * ca.DM([1 + sin(3 * k + 1) / 3 for k in range(size.numel())])
        load[: self.n] = self.D * self._without_spins(load[: self.n] / self.D)
        answer = self._factor.solve(load) * size
        parts = ca.sumsqr(answer[: self.n]), ca.sumsqr(answer[self.n :])
        motion, closures = (ca.sqrt(size.numel() / part) - UNDETERMINED for part in parts)
        return motion, ca.SX(-1) if self.redundant else closures
