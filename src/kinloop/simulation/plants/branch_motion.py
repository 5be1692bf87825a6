r"""Motion along one branch through a configuration-space singularity.

At the singular configuration the accelerations are 0/0 in the closures, but along the branch they are smooth: the mechanics
determine the motion there as anywhere else. So every stage of a Runge-Kutta step is first put on the branch, where the dynamics
are projected on the kernel of the closures, :math:`N^T (M \ddot q + b - \tau) = 0`; within a small distance of the singular
configuration, where rounding would decide, velocities and accelerations are interpolated from both sides of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from kinloop.model.formulas.generic_ranks import generic_ranks
from kinloop.model.robot import Robot
from kinloop.model.singularity.branches import Branch, Closures
from kinloop.numerics.ranks import decompose
from kinloop.numerics.tolerances import RANK

Array = np.ndarray
# In parts of the machine's size: how far around the singular configuration the motion is computed along its branch; the steps;
# and the distance within which it is interpolated. The interpolation's error is of the fourth order in the last.
ZONE, STEPS = 2e-2, 16
# Nearer than this the motion is at the singular configuration: there it ends where it is not determined.
ARRIVED = 1e-5
# A motion that begins this near to it begins there.
EXACT = 1e-9
# Distances, in zones, at which a motion that turned back has left it, and one that goes almost along singular configurations.
OUTSIDE, ASIDE = 1.5, 5.0
# The share of the speed along singular configurations, where the branch is smooth, that counts for the length of a step.
SMOOTH = 0.1
# A configuration on the branch is this much nearer to the tangent space than to the singular configuration; another branch is
# not.
TANGENT = 0.3
# Newton's method ends after a correction below this: what is left is about its square over the distance.
ITERATIONS, CLOSED = 12, 1e-10
# Nodes of the interpolation, in distances of the zone where it is used.
NODES = np.array([-2.0, -1.0, 1.0, 2.0])


class OffBranch(Exception):
    """The branch could not be followed at this distance."""


@dataclass(frozen=True, eq=False)
class State:
    """A state on the branch: all positions and rates."""

    q: Array
    qd: Array


class BranchMotion:
    """The motion of a machine along a branch near the singular configuration ``q`` (nq,).

    ``wrenches`` act on frames, as in ``robot.forward_dynamics``.
    """

    def __init__(self, robot: Robot, here: Closures, branch: Branch, wrenches: Mapping[str, Array], zone: float = ZONE) -> None:
        self.robot, self.singular, self.branch = robot, here, branch
        self.zone = zone * here.size
        self._near = self.zone / STEPS
        self._tangent = branch.tangent
        self._across = np.linalg.svd(branch.tangent.T)[2][branch.tangent.shape[1] :].T
        self._loads = tuple(sorted(wrenches))
        self._wrenches = tuple(wrenches[frame] for frame in self._loads)
        self._rank = generic_ranks(robot.models.formulas).rank
        self._way = self._across_singular()
        self._seen = np.zeros((0, 0)), np.zeros((0, 0))
        #: Which of the :meth:`sides` the motion has passed.
        self.is_past = np.zeros(0, dtype=bool)
        self._last = 0, -np.inf  # what was passed, and when

    def past(self, q: Array) -> float:
        """How far past the singular configurations of the branch [m], in the direction in which the motion came; negative
        before."""
        return float(self._way @ self._tangent.T @ self.singular.displacement(q))

    def _across_singular(self) -> Array:
        """The direction in the tangent space, towards the motion, in which the closures change fastest: of several degrees of
        freedom the motion may go almost along a set of singular configurations, and this leads across it."""
        if self._tangent.shape[1] == 1:
            return self._tangent.T @ self.branch.rate
        here = self.singular
        U, sizes, V = (array[0] for array in decompose(here.K[None]))
        zero = int(np.count_nonzero(sizes > RANK * generic_ranks(here.formulas).typical["configuration-space"]))
        kernel = V[:, zero:]
        lost = kernel @ np.linalg.svd(self._tangent.T @ kernel)[2][self._tangent.shape[1] :].T
        change = here.bilinear(self._tangent.T[:, None], lost.T[None]) @ U[:, zero:]
        way = np.linalg.svd(change.reshape(self._tangent.shape[1], -1))[0][:, 0]
        return np.asarray(way * np.copysign(1.0, way @ self._tangent.T @ self.branch.rate))

    def enter(self, q: Array) -> None:
        """Begin at ``q``. Raises OffBranch."""
        if self._tangent.shape[1] > 1:
            before, _ = self._close(self._shift(self.singular.q, -self.zone / 2), self.branch.rate)
            K = Closures.at(self.robot.models.formulas, before, self.robot.models.parameter_inputs).K
            rows = np.linalg.svd(K)[0][:, : self._rank].T
            self._seen = rows, np.linalg.inv(rows @ K @ self._across)
        self.is_past = self.sides(q) >= -EXACT * self.singular.size

    def sides(self, q: Array) -> Array:
        """About how far past singular configurations [m], negative before them, in rising order.

        Of several degrees of freedom each configuration of the branch has its own distance, and loops that lose rank one after
        the other have one each: the closures across the branch, over those before it, have eigenvalues that pass through zero.
        """
        if self._tangent.shape[1] == 1:
            return np.array([self.past(q)])
        rows, before = self._seen
        K = rows @ Closures.at(self.robot.models.formulas, q, self.robot.models.parameter_inputs).K @ self._across
        return np.sort(-self.zone / 2 * np.linalg.eigvals(K @ before).real)

    def is_near(self, q: Array) -> bool:
        """Whether ``q`` is at a singular configuration, on either side of it."""
        return bool(np.abs(self.sides(q)).min() <= ARRIVED * self.singular.size)

    def is_at(self, q: Array) -> bool:
        """Whether ``q`` is at a singular configuration, or just past one."""
        return bool(np.any(self.is_past & (self.sides(q) <= ARRIVED * self.singular.size)))

    def crossings(self, q: Array) -> list[int]:
        """The numbers in :meth:`sides` of the singular configurations that are passed on the way to ``q``."""
        return [int(k) for k in np.flatnonzero((self.sides(q) >= 0) != self.is_past)]

    def cross(self, k: int, time: float, qd: Array) -> bool:
        """Pass number ``k`` of :meth:`sides` at a time [s]; False where another loop lost rank at the same configuration just
        now."""
        before, self._last = self._last, (k, time)
        self.is_past[k] = not self.is_past[k]
        way = (time - before[1]) * float(np.linalg.norm(qd / self.singular.per_rate))
        return before[0] == k or not way < ARRIVED * self.singular.size

    def singular_at(self, q: Array) -> Array:
        """The singular configuration that is passed at ``q``."""
        return self.singular.q if self._tangent.shape[1] == 1 else q

    def is_over(self, q: Array) -> bool:
        """Whether the zone of the singular configuration lies behind, by whichever side the motion left it."""
        past = self.past(q)
        aside = float(np.linalg.norm(self.singular.displacement(q)))
        return past > self.zone or past < -OUTSIDE * self.zone or aside > ASIDE * self.zone

    def step_to(self, q: Array, qd: Array, tau: Array, duration: float) -> State:
        """The state after ``duration`` [s], by one step of the classical Runge-Kutta method; see :meth:`longest_step`.

        Raises: OffBranch: the loops do not close near the branch.
        """
        stages = [self._rate(q, qd, tau)]
        for share in (0.5, 0.5, 1.0):
            v, a = stages[-1]
            h = share * duration
            stages.append(self._rate(self._move(q, h * v), qd + h * a, tau))
        v, a = (np.array([1, 2, 2, 1]) / 6 @ np.array(each) for each in zip(*stages, strict=True))
        return self.on_branch(self._move(q, duration * v), qd + duration * a)

    def rate(self, y: Array, tau: Array) -> Array:
        """The rate of the state ``y = (q, qd)``."""
        q, qd = np.split(y, [len(self.singular.q)])
        v, a = self._rate(q, qd, tau)
        return np.concatenate([self.robot.models.kernel("position_rate").ufunc(q, v, *self.robot.models.parameter_inputs), a])

    def longest_step(self, qd: Array) -> float:
        """The time [s] that a step's distance takes at these rates."""
        rate = self._tangent.T @ (qd / self.singular.per_rate)
        speed = max(abs(float(self._way @ rate)), SMOOTH * float(np.linalg.norm(rate)))
        return self._near / speed if speed else float("inf")

    def on_branch(self, q: Array, qd: Array) -> State:
        """The state on the branch with the same components along its tangent space; interpolated next to the singular
        configuration."""
        weights, nodes = self._neighbours(q, qd)
        if len(nodes) == 1:
            return State(*nodes[0])
        # The component across the tangent space is what the neighbours say it is.
        aside = weights @ np.array([self._across.T @ self.singular.displacement(node[0]) for node in nodes])
        step = self._across @ (aside - self._across.T @ self.singular.displacement(q))
        return State(self._retract(q, step), weights @ np.array([node[1] for node in nodes]))

    # ---------------------------------------------------------------- the branch

    def _retract(self, q: Array, step: Array) -> Array:
        """The positions after dimensionless rates."""
        return self.robot.models.kernel("retract").ufunc(q, step * self.singular.per_rate, *self.robot.models.parameter_inputs)

    def _move(self, q: Array, step: Array) -> Array:
        """The positions after joint rates times a time, as an integrator moves: a quaternion in its four numbers, then
        normalised."""
        return self.robot.models.kernel("retract").ufunc(q, step, *self.robot.models.parameter_inputs)

    def _shift(self, q: Array, distance: float) -> Array:
        """The positions after a distance across the singular configurations."""
        return self._retract(q, self._tangent @ (self._way * distance))

    def _neighbours(self, q: Array, qd: Array) -> tuple[Array, list[tuple[Array, Array]]]:
        """States on the branch that stand for one near it, and their weights: itself, or next to the singular configuration some
        on both sides of it."""
        s = self.past(q)
        if abs(s) >= self._near:
            return np.ones(1), [self._close(q, qd)]
        nodes = [self._close(self._shift(q, node * self._near - s), qd) for node in NODES]
        return _lagrange(s / self._near), nodes

    def _close(self, q: Array, qd: Array) -> tuple[Array, Array]:
        """Positions and rates on the branch, moved across its tangent space only."""
        formulas, p = self.robot.models.formulas, self.robot.models.parameter_inputs
        for _ in range(ITERATIONS):
            here = Closures.at(formulas, q, p)
            K = here.K @ self._across
            gap = float(np.abs(here.h).max(initial=0.0)) / here.size
            if not np.isfinite(gap):
                raise OffBranch
            step = np.linalg.lstsq(K, -here.h, rcond=1e-12)[0]
            q = self._retract(q, self._across @ step)
            if float(np.abs(step).max(initial=0.0)) < CLOSED * here.size:
                break
        else:
            raise OffBranch
        apart = self.singular.displacement(q)
        if np.linalg.norm(self._across.T @ apart) > TANGENT * np.linalg.norm(self._tangent.T @ apart):
            raise OffBranch
        here = Closures.at(formulas, q, p)
        along = self._tangent @ (self._tangent.T @ (qd / here.per_rate))
        rate = along - self._across @ np.linalg.lstsq(here.K @ self._across, here.K @ along, rcond=1e-12)[0]
        return q, rate * here.per_rate

    # ---------------------------------------------------------------- the dynamics

    def _rate(self, q: Array, qd: Array, tau: Array) -> tuple[Array, Array]:
        """Rates and accelerations on the branch at a stage near it."""
        weights, nodes = self._neighbours(q, qd)
        return (
            weights @ np.array([node[1] for node in nodes]),
            weights @ np.array([self._acceleration(*node, tau) for node in nodes]),
        )

    def _acceleration(self, q: Array, qd: Array, tau: Array) -> Array:
        r""":math:`\ddot q = N y - K^+ \gamma` with :math:`N^T (M \ddot q + b - \tau) = 0`. A motion without inertia, as the spin
        of a slender rod, has no acceleration of its own."""
        formulas, p = self.robot.models.formulas, self.robot.models.parameter_inputs
        here = Closures.at(formulas, q, p)
        U, sizes, V = np.linalg.svd(here.K)
        r, N = self._rank, V[self._rank :].T * here.per_rate[:, None]
        curved = here.curvature(qd / here.per_rate)
        constrained = -here.per_rate * (V[:r].T @ ((U[:, :r].T @ curved) / sizes[:r]))
        M = np.asarray(formulas.kernel("tree_inertia")(q, *p))
        bias = np.asarray(formulas.kernel("tree_effort", loads=self._loads)(q, qd, np.zeros_like(qd), *self._wrenches, *p))
        effort = -bias - M @ constrained
        effort[: len(tau)] += tau
        free = np.linalg.lstsq(N.T @ M @ N, N.T @ effort, rcond=1e-12)[0]
        return constrained + N @ free


def _lagrange(s: float) -> Array:
    """Weights of the values at :data:`NODES` for the value at ``s``."""
    apart = NODES[:, None] - NODES
    return np.array([np.prod([(s - NODES[j]) / apart[i, j] for j in range(4) if j != i]) for i in range(4)])
