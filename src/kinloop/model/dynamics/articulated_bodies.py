r"""Articulated bodies: the inertia of a long tree factored body by body, with a cost proportional to the number of joints
([Featherstone2008] ch. 7).

Elimination from the leaves to the root (:class:`~kinloop.numerics.algebra.Cholesky`) takes a step for every pair of joints on one
branch. The pivots are the same numbers: the inertia at a joint where all joints beyond it are free to move.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from kinloop.model.dynamics.tree import BASE
from kinloop.model.dynamics.tree_dynamics import TreeModel, unit_motions
from kinloop.numerics.algebra import ROUNDING_OF_PIVOTS, skew, smallest

# With more pairs of joints on one branch, per joint, this factorisation is the cheaper one.
MEAN_DEPTH = 7.5


def is_long(model: TreeModel) -> bool:
    """Whether a tree's branches are so long that its inertia is better factored body by body."""
    depth: list[int] = []
    for joint in model.tree.joints:
        depth.append((0 if joint.parent == BASE else depth[joint.parent]) + joint.v.stop - joint.v.start)
    return bool(depth) and sum(depth) > MEAN_DEPTH * len(depth)


@dataclass(frozen=True)
class ArticulatedInertia:
    """The articulated inertia of a body, with all joints beyond it free: an acceleration from rest requires
    ``force = A linear + B angular``, ``moment = B^T linear + C angular``, in world axes."""

    A: ca.SX
    B: ca.SX
    C: ca.SX

    def __add__(self, other: ArticulatedInertia) -> ArticulatedInertia:
        return ArticulatedInertia(self.A + other.A, self.B + other.B, self.C + other.C)

    def shift(self, r: ca.SX) -> ArticulatedInertia:
        """The articulated inertia about an origin from which the body's origin is at ``r``."""
        B = self.B - self.A @ skew(r)
        added = skew(r / 2) @ (self.B + B)
        return ArticulatedInertia(self.A, B, self.C + added + added.T)

    def effort_of(self, linear: ca.SX, angular: ca.SX) -> tuple[ca.SX, ca.SX]:
        """Force and moment that an acceleration requires."""
        return self.A @ linear + self.B @ angular, self.B.T @ linear + self.C @ angular

    def release(self, force: ca.SX, moment: ca.SX, pivot: ca.SX) -> ArticulatedInertia:
        """The articulated inertia where one motion, which requires this effort, is free."""
        f, m = force / pivot, moment / pivot
        return ArticulatedInertia(self.A - _square(f, force), self.B - f @ moment.T, self.C - _square(m, moment))


@dataclass(frozen=True)
class _Rate:
    """One rate: its unit motion in world axes, the effort on its body that accelerates it, and its pivot."""

    index: int
    body: int
    linear: ca.SX
    angular: ca.SX
    force: ca.SX
    moment: ca.SX
    pivot: ca.SX


class ArticulatedBodies:
    """The solver of ``M x = b`` of a tree, without computing ``M``."""

    def __init__(self, model: TreeModel) -> None:
        tree = model.tree
        self._model = model
        parents = [joint.parent for joint in tree.joints]
        origins = [place.p for place in model.placements]
        self._from_parent = [p if parent == BASE else p - origins[parent] for p, parent in zip(origins, parents, strict=True)]
        inertia: list[ArticulatedInertia] = []
        for body, place in zip(tree.bodies, model.placements, strict=True):
            turned = place.R @ body.inertia @ place.R.T
            inertia.append(ArticulatedInertia(body.mass * ca.SX.eye(3), -skew(place.R @ body.moment), _mirror(turned)))
        self._rates: list[_Rate] = []  # the leaves first, as they are eliminated
        for i in reversed(range(len(parents))):
            left = inertia[i]
            for index, (along, about) in reversed(unit_motions(tree.joints[i])):
                linear, angular = model.placements[i].R @ along, model.placements[i].R @ about
                force, moment = left.effort_of(linear, angular)
                pivot = ca.dot(linear, force) + ca.dot(angular, moment) + model.rotor_inertia[index]
                self._rates.append(_Rate(index, i, linear, angular, force, moment, pivot))
                left = left.release(force, moment, pivot)
            if parents[i] != BASE:
                inertia[parents[i]] += left.shift(self._from_parent[i])

    def solve(self, b: ca.SX) -> ca.SX:
        """The solution ``M^-1 b``."""
        parents = [joint.parent for joint in self._model.tree.joints]
        still = ca.SX.zeros(3)
        force, moment = [still] * len(parents), [still] * len(parents)
        free: dict[int, ca.SX] = {}  # the remaining effort on each rate, divided by its pivot
        solution = ca.SX.zeros(self._model.tree.nv)
        at = 0
        for i in reversed(range(len(parents))):
            while at < len(self._rates) and self._rates[at].body == i:
                rate = self._rates[at]
                left = b[rate.index] - ca.dot(rate.linear, force[i]) - ca.dot(rate.angular, moment[i])
                free[rate.index] = left / rate.pivot
                force[i] = force[i] + rate.force * free[rate.index]
                moment[i] = moment[i] + rate.moment * free[rate.index]
                at += 1
            if parents[i] != BASE:
                force[parents[i]] = force[parents[i]] + force[i]
                moment[parents[i]] = moment[parents[i]] + moment[i] + ca.cross(self._from_parent[i], force[i])
        linear, angular = [still] * len(parents), [still] * len(parents)
        at = len(self._rates)
        for i, parent in enumerate(parents):
            if parent != BASE:
                linear[i] = linear[parent] + ca.cross(angular[parent], self._from_parent[i])
                angular[i] = angular[parent]
            while at > 0 and self._rates[at - 1].body == i:
                at -= 1
                rate = self._rates[at]
                taken = (ca.dot(rate.force, linear[i]) + ca.dot(rate.moment, angular[i])) / rate.pivot
                solution[rate.index] = free[rate.index] - taken
                linear[i] = linear[i] + rate.linear * solution[rate.index]
                angular[i] = angular[i] + rate.angular * solution[rate.index]
        return solution

    def margin(self, rounding: float = ROUNDING_OF_PIVOTS, size: ca.SX | None = None) -> ca.SX:
        """Positive where ``M`` is positive definite: the smallest pivot, minus the rounding error of a zero pivot, whose scale
        ``size`` gives for each rate."""
        sizes = self._model.inertia_size if size is None else size
        return smallest([rate.pivot - rounding * sizes[rate.index] for rate in self._rates])


def _square(a: ca.SX, b: ca.SX) -> ca.SX:
    """The symmetric product ``a b^T``."""
    return _mirror(a @ b.T)


def _mirror(matrix: ca.SX) -> ca.SX:
    """A symmetric matrix whose halves share their expressions, so that each is computed once."""
    return ca.tril(matrix) + ca.tril(matrix, False).T
