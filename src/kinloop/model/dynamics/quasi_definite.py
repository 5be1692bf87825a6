r"""The dynamics of a machine with closed loops, :math:`M a = f + K^T x`, :math:`K a = c`, by one elimination.

.. math:: \begin{pmatrix} M + \delta D & K^T \\ K & -\epsilon \rho^{-1} \end{pmatrix}

is quasi-definite for any :math:`M \ge 0` and any ``K``, so that :math:`L D L^T` exists in every symmetric order
([Vanderbei1995]): one order, chosen for little fill-in, serves every value of the parameters. Massless coordinates, redundant
closures and Type 2 singularities need no case of their own. What :math:`\delta` and :math:`\epsilon` change, corrections by what
the exact equations miss take back.
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
# epsilon and delta, and how often the answer is corrected. Where a pivot is no more than they are (a leg that is stretched, a
# coordinate without mass), 11 of 16 digits are lost; every correction gives the other 5 again.
SOFTNESS, CORRECTIONS = 1e-11, 2
# Of redundant closures: softness makes loop forces of what they contradict each other by, which is rounding, or where they are
# open by a part g of the machine's size about g. There it grows with (OPEN_BY g)^2, to SOFTEST.
REDUNDANT, OPEN_BY, SOFTEST = 1e-9, 1e4, 1e-4
# Each correction leaves of the error what the one before it left: a last one of 1e-8, beside the accelerations, follows one of
# 1e-4 and leaves 1e-12. A larger one leads to an answer where what is left of it is one part alone, which shrinks by a factor of
# no more than SLOWEST: then it is extrapolated. ROUNDING is beside the loop forces, which may cancel each other.
LAST, ROUNDING, SLOWEST = 1e-8, 1e-10, 0.97
# Of the closures' equations, beside the accelerations; and beside what loop forces could do, where they balance each other.
MISSED, BALANCED = 1e-6, 1e-12
# A first correction of less than this leaves its square.
QUICK = 1e-7
# Of the smallest eigenvalue of the dimensionless matrix. Softness alone makes it 1e-11, up to a factor of the probe.
UNDETERMINED = 1e-9
# A pivot of less than this, beside what its coordinate or row has by itself, waits for others to be eliminated.
HEALTHY = 1e-3


@dataclass(frozen=True)
class Spin:
    """A motion that closures leave open everywhere, and whether masses leave it open too: then it is locked."""

    motion: ca.SX
    is_massless: ca.SX


@dataclass(frozen=True)
class Solution:
    """Accelerations, multipliers, and whether they solve the exact equations."""

    a: ca.SX
    x: ca.SX
    is_solution: ca.SX


class Elimination:
    """``A = L D L^T`` of a sparse symmetric matrix in a given order, without pivoting, so that it compiles."""

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
    """Of the lower half, those that are not identically zero."""
    A = ca.sparsify(ca.tril(A))
    rows, columns = A.sparsity().get_triplet()
    return {(i, j): A.nz[k] for k, (i, j) in enumerate(zip(rows, columns, strict=True))}


def softness_of_open_loops(gap: ca.SX) -> ca.SX:
    """Redundant closures that are open by a little, as between two steps of a simulation, are a little less than redundant. They
    must not be taken for closures near a loss of rank: these would stop a motion that is free. ``gap`` is dimensionless."""
    return REDUNDANT + ca.fmin((OPEN_BY * gap) ** 2, SOFTEST)


def elimination_order(A: ca.SX, samples: Sequence[Array], sizes: Sequence[Array]) -> list[int]:
    """What has the fewest neighbours goes first, of these what connects the fewest that were apart, if its pivot is healthy at
    all samples of the matrix beside its size there.

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
    """Pairs that eliminating ``k`` connects."""
    return sum(j not in near[i] for i, j in combinations(near[k], 2))


class QuasiDefinite:
    """The system of one machine. ``D`` and ``rho`` have the scale of its inertias and of its masses, ``units`` are lengths for
    slides and rows of lengths, 1 for angles. So many rows of ``K`` are ``redundant`` in general."""

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
        # A spin may have next to no inertia, so it gets nothing of delta; one without any gets an inertia of its own.
        for spin in spins:
            momentum = D * spin.motion
            inertia = momentum @ momentum.T / ca.dot(momentum, spin.motion)
            M = M + ca.if_else(spin.is_massless, 1, 0) * inertia
            soft = soft - SOFTNESS * inertia
        self.exact = ca.blockcat([[M, K.T], [K, ca.SX(K.shape[0], K.shape[0])]])
        self.matrix = ca.sparsify(self.exact + ca.diagcat(soft, ca.diag(-self.softness / rho)))
        self.exact = ca.sparsify(self.exact)

    def factorise(self, order: Sequence[int]) -> QuasiDefinite:
        self._factor = Elimination(self.matrix, order)
        return self

    def regular(self, f: ca.SX, c: ca.SX) -> ca.SX:
        """Accelerations far from a loss of rank, as a simulation needs them many times: one correction is enough there. Redundant
        closures that are open are softer and take two."""
        b = ca.vertcat(f, c)
        z = self._factor.solve(b)
        for _ in range(2 if self.redundant else 1):
            z = z + self._factor.solve(b - self.exact @ z)
        return self._lock_spins(z[: self.n])

    def quick(self, f: ca.SX, c: ca.SX) -> Solution:
        """The answer with one correction, where that is so small that another would change nothing: almost everywhere."""
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
        b = ca.vertcat(f, c)
        z = step = self._factor.solve(b)
        for _ in range(CORRECTIONS):
            missed = b - self.exact @ z
            before, step = step, self._factor.solve(missed)
            z = z + step
        # The slowest part of the error, that of closures which are near a loss of rank, shrinks by a factor each time (Aitken).
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
            # Softer, and so slower: what the next correction would be decides, as these shrink.
            is_solution = ca.if_else(self.softness < 2 * REDUNDANT, is_solution, other * last <= allowed * across)
        is_solution = ca.logic_and(is_solution, self._closes(missed, c, whole + (BALANCED / MISSED) ** 2 * forces))
        return Solution(self._lock_spins(z[: self.n]), -self._smallest(z[self.n :]), is_solution)

    def _closes(self, missed: ca.SX, c: ca.SX, size: ca.SX) -> ca.SX:
        """Whether the closures' equations held up to softness before the last correction. They do not where rounding took the
        softness from a pivot, which corrections need not show: they are as wrong as what they correct."""
        gaps, given = (ca.sumsqr(each / self.units[self.n :]) for each in (missed[self.n :], c))
        return gaps <= (MISSED**2 + self.softness) * (size + given)

    def _forces(self, z: ca.SX) -> ca.SX:
        """The square of the accelerations that the loop forces alone could make."""
        return ca.sumsqr(z[self.n :] / self.rho / self.units[self.n :])

    def _product(self, a: ca.SX, b: ca.SX) -> ca.SX:
        """Of two accelerations, of light parts as of heavy ones. That of a spin with next to no inertia is rounding over next to
        nothing, and is left out."""
        a, b = (self._without_spins(each[: self.n]) / self.units[: self.n] for each in (a, b))
        return ca.dot(a, b)

    def _without_spins(self, a: ca.SX) -> ca.SX:
        for spin in self.spins:
            t = spin.motion
            a = a - ca.dot(t, self.D * a) / ca.dot(t, self.D * t) * t
        return a

    def _smallest(self, multipliers: ca.SX) -> ca.SX:
        """Without the part that moves nothing: softness makes 1e9 of the rounding of redundant closures.

        As gaps of soft closures multipliers are answered by themselves where they move nothing, else by 1e-9 of themselves.
        """
        if not self.redundant:
            return multipliers
        idle = multipliers
        for _ in range(2):
            idle = self._factor.solve(ca.vertcat(ca.SX.zeros(self.n), -self.softness / self.rho * idle))[self.n :]
        return multipliers - idle

    def _lock_spins(self, a: ca.SX) -> ca.SX:
        """Of all solutions the one without the motion of a spin that has no inertia."""
        for spin in self.spins:
            share = ca.dot(spin.motion, a) / ca.sumsqr(spin.motion)
            a = a - ca.if_else(spin.is_massless, share, 0) * spin.motion
        return a

    @property
    def scaled_system(self) -> tuple[ca.SX, ca.SX, ca.SX]:
        """The inertia ``M`` and the closures ``K`` without units, softened as they are eliminated, and the softness.

        Of what softness does along an eigenvector of ``K M^-1 K^T``, with the eigenvalue ``s``, a correction leaves the part
        ``softness / (softness + s)``.
        """
        size = ca.sqrt(ca.vertcat(self.D, 1 / self.rho))
        scaled = self.matrix / (size @ size.T)
        return scaled[: self.n, : self.n], scaled[self.n :, : self.n], self.softness

    def step(self, c: ca.SX) -> ca.SX:
        """Of all ``a`` with ``K a = c`` the shortest in the metric of ``M``, short of ``c`` by about the softness."""
        return self._lock_spins(self._factor.solve(ca.vertcat(ca.SX.zeros(self.n), c))[: self.n])

    @property
    def smallest_pivot(self) -> ca.SX:
        """Of those that are not zero in general, each beside what its coordinate or row has by itself.

        Elimination of a matrix that lost rank meets a zero among them: where all are larger, masses and closures determine the
        motion. A small one decides nothing: a leg that is stretched has one too.
        """
        size = ca.vertcat(self.D, 1 / self.rho)
        regular = self._factor.order[: -self.redundant or None]
        # By the largest reciprocal, which elimination has; softer closures have larger pivots where they are singular.
        return SOFTNESS / self.softness / largest([ca.fabs(size[k] / self._factor.pivots[k]) for k in regular])

    @property
    def determined(self) -> tuple[ca.SX, ca.SX]:
        """Two numbers: positive where masses and closures determine the motion, and where closures that are not redundant in
        general are surely independent. They are about the smallest eigenvalue of the dimensionless matrix.

        Found as the largest part of the answer to a load on everything: what nothing determines moves with 1/epsilon.
        """
        size = ca.sqrt(ca.vertcat(self.D, 1 / self.rho))
        load = size * ca.DM([1 + sin(3 * k + 1) / 3 for k in range(size.numel())])
        load[: self.n] = self.D * self._without_spins(load[: self.n] / self.D)
        answer = self._factor.solve(load) * size
        parts = ca.sumsqr(answer[: self.n]), ca.sumsqr(answer[self.n :])
        motion, closures = (ca.sqrt(size.numel() / part) - UNDETERMINED for part in parts)
        return motion, ca.SX(-1) if self.redundant else closures
