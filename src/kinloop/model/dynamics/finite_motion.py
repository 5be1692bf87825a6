r"""Finite and infinitesimal mobility: which rates that keep the loops closed to first order begin a finite motion.

The dimension of the kernel of the closures' Jacobian :math:`K` is the mobility where the rank is constant in a neighbourhood. Two
bars that are stretched between their anchors have a kernel and do not move: :math:`K \dot q = 0` has solutions, but the gaps grow
with the square of any step along them. Such a machine is shaky: its mobility is infinitesimal only.

The test moves the machine a little along each motion of the kernel and closes its loops again, first by the independent rows
alone, which always succeeds: if the other rows close too, every motion of the kernel is finite. If they do not, all rows are
closed together, and the displacements to the configurations found span the finite motions. The test decides up to the fifth order
of the gaps.

References: [Mueller2016] A. Mueller, *Local kinematic analysis of closed-loop linkages: mobility, singularities, and shakiness*,
J. Mechanisms Robotics 8(4).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import casadi as ca
import numpy as np

from kinloop.model.dynamics.loop_closure import (
    Assembled,
    NumericClosure,
    assemble_machine,
    assemble_near,
    closure_jacobians,
    independent_rows,
)
from kinloop.model.dynamics.machine_size import turning_rates
from kinloop.model.dynamics.tree_dynamics import TreeModel

Array = np.ndarray
# Relative to the largest singular value of dimensionless closures: one above this is not rounding, even at a configuration known
# only to the root of rounding, as Newton's method finds it where two solutions coincide.
CLEAR = 1e-5
# For the quick test: the same ratio at less exact configurations, and the least value of the largest singular value, relative to
# the smaller of one and the machine's size.
FAR, PRESENT = 0.05, 1e-3
# How far the machine is moved [rad, or parts of its size]: in the test of the independent rows, and of all rows.
STEP, SHORT_STEP = 1e-2, 1e-3
# Gaps below this [rad, or parts of the machine's size] are closed: the fifth power of the step is above it.
CLOSED = 1e-12
# Relative to the step: a configuration that returned nearer than this has not moved.
MOVED = 0.3
NEWTON_STEPS = 30


@dataclass(frozen=True)
class Shaky:
    """Infinitesimal mobility: the closures allow ``count`` more independent rates to first order than finite motions have.
    ``finite`` (nv, mobility) is a basis of the rates of finite motions at the first assembled configuration."""

    count: int
    finite: Array


def assemble_and_move(model: TreeModel, parameters: Array, start: Array) -> Assembled:
    """The assembled machine (see :func:`assemble_machine`), marked as shaky where it has infinitesimal mobility.

    Raises: DescriptionError: the loops do not close from the start configuration.
    """
    return mark_shaky(model, assemble_machine(model, parameters, start))


def mark_shaky(model: TreeModel, assembled: Assembled) -> Assembled:
    """The assembled machine, unchanged where every motion that the closures allow to first order is finite; else marked as shaky,
    with the configuration of the test and the rows that are independent there."""
    if not assembled.present or is_clearly_regular(model, assembled, len(assembled.present)):
        return assembled
    local = _Local(model, assembled)
    configurations = [local.refine(q) for q in assembled.configurations]
    ranks = [local.rank(q) for q in configurations]
    best = int(np.argmax(ranks))
    if ranks[best] == len(assembled.present):
        return assembled
    q = configurations[best]
    rows = local.independent_rows(q)[: ranks[best]]
    if ranks[best] == len(assembled.rows) and local.stays_closed(q, rows):
        return assembled
    finite = local.finite_motions(q, ranks[best])
    count = model.tree.nv - ranks[best] - finite.shape[1]
    if count <= 0:
        return assembled
    kept = tuple(sorted(assembled.present[row] for row in rows))
    return replace(assembled, rows=kept, configurations=(q,), shaky=Shaky(count, finite))


def is_clearly_regular(model: TreeModel, assembled: Assembled, rank: int) -> bool:
    """Whether the closures clearly have this rank, and no higher one, at some configuration: a quick test, by the matrix in SI
    units. Where the rank is the number of rows, every motion of the kernel is finite. Nothing is clear where all rows vanish: for
    a slide along the tangent of a rod's circle even the largest singular value is rounding."""
    if len(assembled.rows) != rank or not rank:
        return not rank
    K, size = closure_jacobians(model).K, NumericClosure.of(model, assembled.parameters).size
    for q in assembled.configurations:
        sizes = np.linalg.svd(K(q, assembled.parameters).full()[list(assembled.present)], compute_uv=False)
        if sizes[rank - 1] > FAR * sizes[0] and sizes[0] > PRESENT * min(size, 1.0):
            return True
    return False


class _Local:
    """The values of the closures near a configuration; lengths are parts of the machine's size, angles are in radians."""

    def __init__(self, model: TreeModel, assembled: Assembled) -> None:
        self.model, self.present = model, list(assembled.present)
        self.closing = NumericClosure.of(model, assembled.parameters)
        self.per_coordinate = self.closing.units
        self.per_rate = np.where(turning_rates(model.tree), 1.0, self.closing.size)
        self.n_rows = self.closing.row_units.size
        self.n_units = self.closing.function.size1_out(0) - self.n_rows

    def independent_rows(self, q: Array) -> list[int]:
        """The present rows whose directions are independent, the clearest first."""
        K = closure_jacobians(self.model).K(q, self.closing.parameters).full() / self.closing.row_units[:, None] * self.per_rate
        K = K[self.present]
        sizes = np.linalg.norm(K, axis=1, keepdims=True)
        return independent_rows(np.where(sizes > CLEAR * sizes.max(), K, 0.0))

    def rank(self, q: Array) -> int:
        """The number of directions that open the rows to first order: clearly, or at least by more than to second order."""
        here = q / self.per_coordinate
        _, sizes, Vt = np.linalg.svd(self.close(here)[1])
        clear = int(np.count_nonzero(sizes > CLEAR * max(sizes[0], 1.0)))
        opened = [np.linalg.norm(self.close(here + SHORT_STEP * direction)[0]) for direction in Vt[clear : len(sizes)]]
        slight = sum(size * SHORT_STEP > gap / 2 for size, gap in zip(sizes[clear:], opened, strict=True) if gap > CLOSED)
        return clear + int(slight) - self.n_units

    def close(self, scaled: Array) -> tuple[Array, Array]:
        """The rows, with those of the quaternions' lengths, and their derivative with respect to the scaled coordinates."""
        return self.closing.evaluate(scaled * self.per_coordinate)

    def refine(self, q: Array) -> Array:
        """The configuration with its loops closed to rounding, far more exactly than an assembled configuration needs."""
        found = assemble_near(q / self.per_coordinate, self.close, CLOSED)
        return q if found is None else found * self.per_coordinate

    def kernel(self, q: Array, rank: int) -> Array:
        """Directions of the scaled coordinates that keep all rows closed to first order, as columns."""
        _, H = self.close(q / self.per_coordinate)
        return np.linalg.svd(H)[2][rank + self.n_units :].T

    def directions(self, kernel: Array) -> Array:
        """Unit directions: each column of the kernel, and random combinations."""
        d = kernel.shape[1]
        mixed = np.random.default_rng(0).standard_normal((d, d + 1))
        return np.hstack([kernel, kernel @ (mixed / np.linalg.norm(mixed, axis=0))])

    def stays_closed(self, q: Array, rows: list[int]) -> bool:
        """Whether all rows close where the independent ones do, one step along each motion."""
        kept = [self.present[row] for row in rows] + list(range(self.n_rows, self.n_rows + self.n_units))
        kernel = self.kernel(q, len(rows))
        for direction in self.directions(kernel).T:
            at = q / self.per_coordinate + STEP * direction
            for _ in range(NEWTON_STEPS):
                h, H = self.close(at)
                step = np.linalg.lstsq(H[kept], h[kept], rcond=None)[0]
                at = at - step
                if not np.abs(step).max(initial=0.0) > 1e-14:
                    break
            if not np.abs(self.close(at)[0]).max(initial=0.0) < CLOSED:
                return False
        return True

    def finite_motions(self, q: Array, rank: int) -> Array:
        """A basis (nv, mobility) of the rates that lead to other configurations."""
        here, found = q / self.per_coordinate, []
        for direction in self.directions(self.kernel(q, rank)).T:
            for sign in (1.0, -1.0):
                there = assemble_near(here + sign * SHORT_STEP * direction, self.close, CLOSED)
                if there is not None:
                    found.append((there - here) / SHORT_STEP)
        nv = self.model.tree.nv
        if not found:
            return np.zeros((nv, 0))
        U, sizes, _ = np.linalg.svd(np.array(found).T, full_matrices=False)
        moved = U[:, sizes > MOVED] * self.per_coordinate[:, None]
        rate = ca.Function("rate", [self.model.q], [ca.jacobian(self.model.q_rate, self.model.v)])
        return np.linalg.lstsq(rate(q).full(), moved, rcond=None)[0]
