r"""A machine reduced to its actuated joints: the motion that follows from theirs, and the efforts that a motion requires.

.. math:: K_a \dot q_a + K_p \dot q_p = 0, \qquad \tau = M_r\,\ddot q_a + b_r

The generic rank of :math:`K_p` distinguishes three cases:

- As many actuators as degrees of freedom: :math:`K_p` is regular except at Type 2 singularities, and
  :math:`\dot q_p = G_p \dot q_a`.
- More actuators than degrees of freedom: the rank of :math:`K_p` is less than that of :math:`K`. The active rates must agree with
  the loops, and infinitely many efforts produce the same motion; the one with the least weighted sum of squares is taken.
- Passive joints that the active ones do not drive (the spin of a rod between two balls): the rank of :math:`K_p` is less than the
  number of its columns. Their rates are the least that close the loops, and their accelerations those of zero effort.

The last two can hold together.

The ranks are those of the description's lengths, on the component of the configuration space that has its start. Where rows are
redundant there, they can be independent at other lengths or on another component, and a solution of the kept rows then violates
the others. So a pseudo-random motion that the solution allows is checked against all rows, and where it opens them the result is
undetermined.
"""

from __future__ import annotations

from functools import cached_property

import casadi as ca
import numpy as np

from kinloop.errors import UnsupportedOperation
from kinloop.mechanism.validate.faults import quantity
from kinloop.model.dynamics.block_elimination import BlockSystem, linear_system
from kinloop.model.dynamics.closed_chain_dynamics import ClosedModel
from kinloop.model.dynamics.loop_closure import independent_rows
from kinloop.numerics import algebra
from kinloop.numerics.algebra import Cholesky, LeastNorm, LinearSystem

# Relative to the machine's inertia: a motion with less has none.
MASSLESS = 1e-14
# Relative to the rates, and to one radian or the machine's size per second: active joints that contradict each other by less
# agree.
DISAGREEMENT = 1e-6
# Relative to the efforts on undriven joints: a smaller remainder is rounding.
UNBALANCED = 1e-6


class ActiveModel:
    """The closed model reduced to its actuated rates."""

    def __init__(self, closed: ClosedModel) -> None:
        self.closed = closed
        self.tree_model = closed.tree_model
        self.n = closed.n_active
        self.n_passive = closed.tree.nv - self.n
        self.weights = ca.SX.sym("weights", self.n if self.is_overactuated else 0)

    @property
    def dof(self) -> int:
        """The number of degrees of freedom to first order."""
        return self.closed.tree.nv - len(self.closed.kept_rows)

    @property
    def has_passive(self) -> bool:
        """Whether some rates depend on others: passive joints, or loops among active ones."""
        return self.n_passive > 0 or bool(self.closed.kept_rows)

    @property
    def is_overactuated(self) -> bool:
        """Whether the loops constrain the active joints among themselves, so that active rates can contradict each other."""
        return len(self.closed.kept_rows) > len(self._independent)

    @property
    def _independent(self) -> list[int]:
        """The rows of ``K_p`` that are independent in general."""
        return self.closed.passive_rows

    @property
    def _K_a(self) -> ca.SX:
        return self.closed.K[:, : self.n]

    @property
    def _K_p(self) -> ca.SX:
        return self.closed.K[:, self.n :]

    @property
    def n_undriven(self) -> int:
        """The number of passive degrees of freedom that the active joints do not drive."""
        return self.n_passive - len(self._independent)

    @cached_property
    def _passive(self) -> LinearSystem | BlockSystem | LeastNorm:
        if self.n_undriven:
            return LeastNorm(self._K_p[self._independent, :])
        return linear_system(ca.diag(self._row_weights) @ self._K_p)

    @property
    def _row_weights(self) -> ca.SX:
        """The weights of rows in the least-squares solution of redundant rows: all gaps count as lengths."""
        return self.closed.row_weights if self.closed.is_redundant else ca.SX.ones(len(self.closed.rows))

    # ---------------------------------------------------------------- motion

    def passive_solve(self, B: ca.SX) -> ca.SX:
        """The passive rates ``X`` with ``K_p X = B``; the least ones where there are several."""
        if not self.n_passive:
            return ca.SX.zeros(0, B.shape[1])
        return self._passive.solve(B[self._independent, :] if self.n_undriven else ca.diag(self._row_weights) @ B)

    @property
    def margin(self) -> ca.SX:
        """Positive where the passive joints follow the active ones: not at Type 2, nor where closures have a higher rank than in
        general."""
        if self.closed.kept_rows and not self.dof:
            return ca.SX(-1)  # nothing moves, so nothing follows
        follow = self._passive.margin() if self.n_passive and self._independent else ca.SX(1)
        return ca.fmin(follow, self.rank_margin) if self._can_gain_rank else follow

    @property
    def _can_gain_rank(self) -> bool:
        """Whether the closures, or their passive columns, can have a higher rank than in general."""
        return self.closed.is_redundant or (self.is_overactuated and self.n_undriven > 0)

    @cached_property
    def rank_margin(self) -> ca.SX:
        """Positive where the rows have their generic ranks."""
        margin = ca.SX(1)
        if not self._can_gain_rank:
            return margin
        n, some = self.n, self.closed.some_rates
        if self.n_undriven:
            passive = some[n:] - self.passive_solve(self._K_p @ some[n:])
            margin = ca.fmin(margin, self.closed.keeps_closed(ca.vertcat(ca.SX.zeros(n), passive)))
        if self.is_overactuated and self.closed.is_redundant:
            margin = ca.fmin(margin, self.closed.rank_margin)
        elif not self.is_overactuated:
            passive = -self.passive_solve(self._K_a @ some[:n])
            margin = ca.fmin(margin, self.closed.keeps_closed(ca.vertcat(some[:n], passive)))
        return margin

    @cached_property
    def dependence(self) -> ca.SX:
        """The matrix ``G`` that maps the active rates to all rates."""
        return ca.vertcat(ca.SX.eye(self.n), -self.passive_solve(self._K_a)) if self.has_passive else ca.SX.eye(self.n)

    @cached_property
    def velocity(self) -> ca.SX:
        """All rates at the given active ones."""
        active = self.tree_model.v[: self.n]
        return self.dependence @ active if self.has_passive else active

    def agreement(self, motion: ca.SX, drift: ca.SX) -> ca.SX:
        """Positive where all rates, or accelerations with their ``drift``, keep the loops closed.

        Only with more actuators than degrees of freedom can given active motions contradict each other.
        """
        if not self.is_overactuated:
            return ca.SX(1)
        sizes = ca.fabs(self.closed.K) @ ca.fabs(motion) + ca.fabs(drift)
        gaps = ca.fabs(self.closed.K @ motion + drift)
        return ca.mmin(DISAGREEMENT * (sizes + self.closed.row_units) - gaps)

    @cached_property
    def coasting(self) -> ca.SX:
        """All accelerations at zero active ones, with closed loops."""
        return ca.vertcat(ca.SX.zeros(self.n), -self.passive_solve(self.closed.gamma))

    @cached_property
    def acceleration(self) -> ca.SX:
        """All accelerations at the given active ones, with closed loops; those of undriven passive joints are the least."""
        active = self.tree_model.a[: self.n]
        return self.dependence @ active + self.coasting if self.has_passive else active

    # ---------------------------------------------------------------- efforts

    @cached_property
    def undriven(self) -> ca.SX:
        """Motions of the passive joints with the active ones at rest and the loops closed, as columns."""
        if not isinstance(self._passive, LeastNorm):
            return ca.SX(self.closed.tree.nv, 0)
        generic = self.closed.generic_passive[self._independent]
        kernel = np.linalg.svd(generic)[2][len(self._independent) :].T
        passive = self._passive.null_space(independent_rows(kernel))
        return ca.vertcat(ca.SX.zeros(self.n, passive.shape[1]), passive)

    def _relax_undriven(self, effort: ca.SX) -> ca.SX:
        """The efforts of a motion once the undriven joints have the acceleration that leaves them without effort."""
        if not self.n_undriven:
            return effort
        T, M = self.undriven, self.tree_model.inertia
        scale = self.closed.mass_scale * self.closed.length_scale**2 * MASSLESS
        factor = Cholesky(T.T @ M @ T, range(T.shape[1]), negligible=scale)
        return effort - M @ T @ factor.solve(T.T @ effort)

    def undriven_margin(self, effort: ca.SX) -> ca.SX:
        """Positive where the undriven joints have an acceleration that leaves them without effort: not where an effort (a spring)
        acts on joints that carry no mass. A spin between balls is locked and may carry an effort."""
        open_ends = self.n_undriven - len(self.closed.spin_places[0]) if self.n_undriven else 0
        if not open_ends:
            return ca.SX(1)
        T = self.undriven
        sizes = ca.fabs(T).T @ ca.fabs(effort)
        left = ca.fabs(T.T @ self._relax_undriven(effort))
        return ca.mmin(UNBALANCED * sizes - left + ca.if_else(sizes > 0, 0, 1))

    @cached_property
    def distribution(self) -> ca.SX:
        r"""The matrix ``D`` that maps the efforts of the tree to active efforts, one row per actuator.

        The loops' multipliers :math:`\lambda` transfer passive efforts: :math:`K_p^T \lambda = \tau_p`,
        :math:`\tau = \tau_a - K_a^T \lambda`. With as many actuators as degrees of freedom :math:`D = G^T`. With more,
        :math:`\lambda` is the one with the least :math:`\sum w_i \tau_i^2`, from

        .. math:: K W K^T \lambda + K_p \nu = K W \tau, \quad K_p^T \lambda = \tau_p, \quad W = \mathrm{diag}(w, 1, \ldots)

        Undriven motions have no effort; efforts are projected onto a basis of the other passive motions.
        """
        if not self.is_overactuated:
            return self.dependence.T
        K = self.closed.K[self.closed.kept, :]
        K_a, K_p = K[:, : self.n], K[:, self.n :]
        KW = ca.horzcat(K_a @ ca.diag(self.weights), K_p)
        schur = algebra.Cholesky(KW @ K.T, range(K.shape[0]))
        particular = schur.solve(KW)
        lam = particular
        if self.n_passive:
            basis = self._passive.row_space if isinstance(self._passive, LeastNorm) else ca.SX.eye(self.n_passive)
            K_p = K_p @ basis
            along = schur.solve(K_p)
            wanted = ca.horzcat(ca.SX.zeros(basis.shape[1], self.n), basis.T)
            lam = particular - along @ LinearSystem(K_p.T @ along).solve(K_p.T @ particular - wanted)
        return ca.horzcat(ca.SX.eye(self.n), ca.SX.zeros(self.n, self.n_passive)) - K_a.T @ lam

    @cached_property
    def inertia(self) -> ca.SX:
        """The inertia reduced to the active joints, ``G^T M G``."""
        if not self.has_passive:
            return self.tree_model.inertia
        return self.distribution @ self._relax_undriven(self.tree_model.inertia @ self.dependence)

    @cached_property
    def coriolis(self) -> ca.SX:
        r"""The matrix ``C`` of the active rates: :math:`G^T (C_t G + M \dot G)` with the tree's :math:`C_t`.

        It is that of Christoffel's symbols of :meth:`inertia` in the active coordinates, where these are independent: the symbols
        of a submanifold are those of the space on its tangents, and its curvature adds :math:`G^T M \dot G`.

        Raises: UnsupportedOperation: passive joints have rates of their own, which are no functions of the active ones.
        """
        tree = self.tree_model
        if not self.has_passive:
            return tree.coriolis
        if self.n_undriven:
            raise UnsupportedOperation(
                f"{self.closed.tree.mechanism.name} has no Coriolis matrix on its active joints: they leave "
                f"{quantity(self.n_undriven, 'motion')} of the passive joints undetermined; bias(q, qd) has the velocity terms "
                "of all rates"
            )
        K_rate = ca.reshape(tree.time_derivative(ca.vec(self.closed.K)), self.closed.K.shape)
        G_rate = ca.vertcat(ca.SX(self.n, self.n), -self.passive_solve(K_rate @ self.dependence))
        return self.distribution @ (tree.coriolis @ self.dependence + tree.inertia @ G_rate)

    def transfer(self, effort: ca.SX) -> ca.SX:
        """The active efforts that balance efforts on the rates of the tree, such as its weight."""
        return self.distribution @ self._relax_undriven(effort) if self.has_passive else effort

    @cached_property
    def bias(self) -> ca.SX:
        """The active efforts at zero active accelerations."""
        if not self.has_passive:
            return self.tree_model.bias
        return self.transfer(self.tree_model.bias + self.tree_model.inertia @ self.coasting)

    @cached_property
    def effort(self) -> ca.SX:
        """Inverse dynamics: the tree's efforts, with the passive ones transferred to the active joints."""
        return self.transfer(self.tree_model.effort)
