r"""A machine seen from its actuators: what follows the active joints, and the efforts that a motion takes of them.

.. math:: K_a \dot q_a + K_p \dot q_p = 0, \qquad \tau = M_r\,\ddot q_a + b_r

Three cases, told apart by the generic rank of :math:`K_p`:

- as many actuators as degrees of freedom: :math:`K_p` is regular but for Type 2 singularities, and :math:`\dot q_p = G_p \dot
q_a`;
- more actuators than degrees of freedom: the rank of :math:`K_p` is less than that of :math:`K`. The active rates must agree with
the
  loops, and the efforts that do the same are infinitely many: the least in the sum of their squares, each times its weight, is
  given;
- passive joints that the active ones leave free (the spin of a rod between two balls): the rank of :math:`K_p` is less than its
  columns. Their rates are the least that close the loops, and their accelerations those of no effort.

The last two may hold at once.

The ranks are those of the description's lengths, on the component of its start. Where rows are redundant there, other lengths or
another component can make them independent: then a solution of the rows that were enough violates others. So a motion in no
particular direction that the solution allows is put into all rows, and where it opens them nothing is answered.
"""

from __future__ import annotations

from functools import cached_property

import casadi as ca
import numpy as np

from kinloop.model.dynamics.block_elimination import BlockSystem, linear_system
from kinloop.model.dynamics.closed_chain_dynamics import ClosedModel
from kinloop.model.dynamics.loop_closure import independent_rows
from kinloop.numerics import algebra
from kinloop.numerics.algebra import Cholesky, LeastNorm, LinearSystem

# Of the machine's own inertia: less than this takes part in no motion.
MASSLESS = 1e-14
# Of the rates, and of one radian or the machine's size in a second: active joints that contradict each other by less are taken
# to agree.
DISAGREEMENT = 1e-6
# Of the efforts on undriven joints: what accelerations leave of less is rounding.
UNSETTLED = 1e-6


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
        return self.closed.tree.nv - len(self.closed.kept_rows)

    @property
    def has_passive(self) -> bool:
        """Whether some rates depend on others: passive joints, or loops among active ones."""
        return self.n_passive > 0 or bool(self.closed.kept_rows)

    @property
    def is_overactuated(self) -> bool:
        """Whether active joints can be told to move against each other: the loops say something of them alone."""
        return len(self.closed.kept_rows) > len(self._independent)

    def in_numbers(self, expression: ca.SX) -> list[np.ndarray]:
        """An expression of ``q`` at the assembled configurations."""
        return self.closed.in_numbers(expression)

    @property
    def _independent(self) -> list[int]:
        """Rows of ``K_p`` that are independent in general."""
        return self.closed.passive_rows

    @property
    def _K_a(self) -> ca.SX:
        return self.closed.K[:, : self.n]

    @property
    def _K_p(self) -> ca.SX:
        return self.closed.K[:, self.n :]

    @property
    def n_undriven(self) -> int:
        """Passive degrees of freedom that the active joints leave open."""
        return self.n_passive - len(self._independent)

    @cached_property
    def _passive(self) -> LinearSystem | BlockSystem | LeastNorm:
        if self.n_undriven:
            return LeastNorm(self._K_p[self._independent, :])
        return linear_system(ca.diag(self._row_weights) @ self._K_p)

    @property
    def _row_weights(self) -> ca.SX:
        """Where redundant rows are solved together, gaps that do not vanish count by what they are as lengths."""
        return self.closed.row_weights if self.closed.is_redundant else ca.SX.ones(len(self.closed.rows))

    # ---------------------------------------------------------------- motion

    def passive_solve(self, B: ca.SX) -> ca.SX:
        """The passive rates that ``K_p`` sends to ``B``: the least where there are several."""
        if not self.n_passive:
            return ca.SX.zeros(0, B.shape[1])
        return self._passive.solve(B[self._independent, :] if self.n_undriven else ca.diag(self._row_weights) @ B)

    @property
    def margin(self) -> ca.SX:
        """Positive where the passive joints follow the active ones: not at Type 2, nor where closures that are redundant in
        general are not."""
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
        """Positive where the rows have the ranks that they have in general."""
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
        """``G``: all rates from the active ones."""
        return ca.vertcat(ca.SX.eye(self.n), -self.passive_solve(self._K_a)) if self.has_passive else ca.SX.eye(self.n)

    @cached_property
    def velocity(self) -> ca.SX:
        """All rates from the active ones."""
        active = self.tree_model.v[: self.n]
        return self.dependence @ active if self.has_passive else active

    def agreement(self, motion: ca.SX, drift: ca.SX) -> ca.SX:
        """Positive where all rates, or accelerations with their ``drift``, keep the loops closed.

        More actuators than degrees of freedom can be told to move against each other; with as many there is nothing to disagree
        about.
        """
        if not self.is_overactuated:
            return ca.SX(1)
        sizes = ca.fabs(self.closed.K) @ ca.fabs(motion) + ca.fabs(drift)
        gaps = ca.fabs(self.closed.K @ motion + drift)
        return ca.mmin(DISAGREEMENT * (sizes + self.closed.row_units) - gaps)

    @cached_property
    def coasting(self) -> ca.SX:
        """All accelerations at zero active ones, as the loops have it."""
        return ca.vertcat(ca.SX.zeros(self.n), -self.passive_solve(self.closed.gamma))

    @cached_property
    def acceleration(self) -> ca.SX:
        """All accelerations from the active ones, as the loops have it; undriven passive joints do as little as they can."""
        active = self.tree_model.a[: self.n]
        return self.dependence @ active + self.coasting if self.has_passive else active

    # ---------------------------------------------------------------- efforts

    @cached_property
    def undriven(self) -> ca.SX:
        """Motions of the passive joints that leave the active ones and the loops alone, as columns."""
        if not isinstance(self._passive, LeastNorm):
            return ca.SX(self.closed.tree.nv, 0)
        generic = self.closed.generic_passive[self._independent]
        kernel = np.linalg.svd(generic)[2][len(self._independent) :].T
        passive = self._passive.null_space(independent_rows(kernel))
        return ca.vertcat(ca.SX.zeros(self.n, passive.shape[1]), passive)

    def _relax_undriven(self, effort: ca.SX) -> ca.SX:
        """The efforts of a motion after what is undriven has taken the acceleration that leaves it without effort."""
        if not self.n_undriven:
            return effort
        T, M = self.undriven, self.tree_model.inertia
        scale = self.closed.mass_scale * self.closed.length_scale**2 * MASSLESS
        factor = Cholesky(T.T @ M @ T, range(T.shape[1]), negligible=scale)
        return effort - M @ T @ factor.solve(T.T @ effort)

    def undriven_margin(self, effort: ca.SX) -> ca.SX:
        """Positive where what is undriven has an acceleration that leaves it without effort: not where an effort acts on joints
        that no mass hangs on (a spring). A spin between balls is locked and may carry one."""
        open_ends = self.n_undriven - len(self.closed.spin_places[0]) if self.n_undriven else 0
        if not open_ends:
            return ca.SX(1)
        T = self.undriven
        sizes = ca.fabs(T).T @ ca.fabs(effort)
        left = ca.fabs(T.T @ self._relax_undriven(effort))
        return ca.mmin(UNSETTLED * sizes - left + ca.if_else(sizes > 0, 0, 1))

    @cached_property
    def distribution(self) -> ca.SX:
        r"""``D``: active efforts from those of the tree, as many rows as actuators.

        Passive efforts are carried over by the loops' multipliers :math:`\lambda`: :math:`K_p^T \lambda = \tau_p`,
        :math:`\tau = \tau_a - K_a^T \lambda`. As many actuators as degrees of freedom: :math:`D = G^T`. More: of all
        :math:`\lambda` the one with the least :math:`\sum w_i \tau_i^2`, from

        .. math:: K W K^T \lambda + K_p \nu = K W \tau, \quad K_p^T \lambda = \tau_p, \quad W = \mathrm{diag}(w, 1, \ldots)

        What is undriven has settled and takes no efforts; they are measured on a basis of the other passive motions.
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
        """Reduced to the active joints: ``G^T M G``."""
        if not self.has_passive:
            return self.tree_model.inertia
        return self.distribution @ self._relax_undriven(self.tree_model.inertia @ self.dependence)

    @cached_property
    def bias(self) -> ca.SX:
        """Reduced to the active joints: the efforts of zero active accelerations."""
        if not self.has_passive:
            return self.tree_model.bias
        return self.distribution @ self._relax_undriven(self.tree_model.bias + self.tree_model.inertia @ self.coasting)

    @cached_property
    def effort(self) -> ca.SX:
        """Inverse dynamics: the tree's efforts, the passive ones carried over by what depends on the active joints."""
        return self.distribution @ self._relax_undriven(self.tree_model.effort) if self.has_passive else self.tree_model.effort
