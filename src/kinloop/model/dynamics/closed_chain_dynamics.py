r"""A machine with closed loops, in the redundant coordinates of its tree.

The loops add :math:`h(q) = 0`, :math:`K \dot q = 0`, :math:`K \ddot q + \gamma = 0` and their multipliers:

.. math:: M \ddot q + b = \tau + K^T \lambda .

Forward dynamics keeps this form, which stays regular at a Type 2 singularity. ``actuated_model`` reduces it to the active
joints, and that form does not.
"""

from __future__ import annotations

from functools import cached_property
from math import nan

import casadi as ca
import numpy as np

from kinloop.model.dynamics.articulated_bodies import ArticulatedBodies, is_long
from kinloop.model.dynamics.internal_spins import spin_places
from kinloop.model.dynamics.loop_closure import Assembled, Rows, closure_rows, independent_rows
from kinloop.model.dynamics.machine_size import machine_size, turning_rates, units
from kinloop.model.dynamics.quasi_definite import (
    SOFTNESS,
    QuasiDefinite,
    Solution,
    Spin,
    elimination_order,
    softness_of_open_loops,
)
from kinloop.model.dynamics.tree_dynamics import TreeModel
from kinloop.numerics import algebra
from kinloop.numerics.algebra import Cholesky

# A larger gap of the loops [rad, or part of the machine's size] is not closed by one more correction, which leaves about its
# square.
TORN = 1e-2
# Relative to the rates: where the other rows follow from the independent ones, a motion that these allow opens no row by more.
OPENING = 1e-6
# A smaller inertia, relative to the machine's, counts as zero where elimination needs one.
MASSLESS = 1e-13
# The fraction of a gap that one step of the projection leaves.
PROJECTED = 1e-6
# A configuration with a smaller margin may be singular.
DOUBTFUL = 1e-6
UNSOLVED = -1.0  # the margin where the computed accelerations do not solve the equations


class ClosedModel:
    """A tree, its loops and its actuators. A serial robot has no closure rows.

    ``kept_rows`` are independent in general. Where closures are redundant, any such choice degenerates at some configuration or
    for some parameters while the machine itself is regular. All ``rows`` are then solved together, and the loop forces are the
    smallest ones that satisfy the equations.
    """

    def __init__(self, tree_model: TreeModel, assembled: Assembled) -> None:
        self.tree_model = tree_model
        self.tree = tree_model.tree
        self.assembled = assembled
        self.kept_rows = assembled.rows
        self.is_redundant = len(assembled.present) > len(assembled.rows)
        self.rows = assembled.present if self.is_redundant else assembled.rows
        self.kept = [self.rows.index(row) for row in self.kept_rows]
        self.tau = ca.SX.sym("tau", self.n_active)
        self.impulse = ca.SX.sym("impulse", self.tree.nv)

    # ---------------------------------------------------------------- the loops

    @property
    def n_active(self) -> int:
        """The number of rates of the actuated joints, which come first."""
        return sum(len(joint.rates) for joint in self.tree.mechanism.active_joints)

    @property
    def dof(self) -> int:
        """The number of degrees of freedom in general, those of finite motions."""
        return self.tree.nv - len(self.kept_rows) - (self.assembled.shaky.count if self.assembled.shaky else 0)

    def evaluate_samples(self, expression: ca.SX) -> list[np.ndarray]:
        """The values of an expression of ``q`` at the assembled configurations."""
        function = ca.Function("numbers", [self.tree_model.q, self.tree_model.parameters], [expression])
        return [function(q, self.assembled.parameters).full() for q in self.assembled.configurations]

    @cached_property
    def generic_passive(self) -> np.ndarray:
        """The dimensionless passive columns of ``K``, at the assembled configuration where their rank is largest."""
        passive = (ca.diag(1 / self.row_units) @ self.K @ ca.diag(self.rate_units))[:, self.n_active :]
        return max(self.evaluate_samples(passive), key=lambda sample: len(independent_rows(sample)))

    @cached_property
    def passive_rows(self) -> list[int]:
        """Rows of ``K`` whose passive columns are independent in general."""
        has_passive = self.kept_rows and self.n_active < self.tree.nv
        return sorted(independent_rows(self.generic_passive)) if has_passive else []

    @cached_property
    def all_rows(self) -> Rows:
        """Every closure row, the redundant ones too."""
        return closure_rows(self.tree_model)

    @cached_property
    def closure(self) -> ca.SX:
        """``h(q)``: the independent rows, or all rows where some are redundant."""
        return self.all_rows.h[list(self.rows)]

    @cached_property
    def closure_rate(self) -> ca.SX:
        r"""The time derivative of the closure, :math:`K \dot q`."""
        return ca.jtimes(self.closure, self.tree_model.q, self.tree_model.q_rate)

    @cached_property
    def K(self) -> ca.SX:
        r""":math:`K`: the Jacobian of the closure with respect to the rates."""
        return ca.jacobian(self.closure_rate, self.tree_model.v)

    @cached_property
    def gamma(self) -> ca.SX:
        r""":math:`\gamma = \dot K \dot q`."""
        return self.tree_model.time_derivative(self.closure_rate)

    @cached_property
    def some_rates(self) -> ca.SX:
        """Fixed pseudo-random rates, each of about unit size: a probe for ranks."""
        numbers = np.random.default_rng(1).uniform(0.5, 1.0, self.tree.nv) * np.resize([1.0, -1.0, -1.0], self.tree.nv)
        return ca.SX(numbers) * self.rate_units

    def keeps_closed(self, rates: ca.SX) -> ca.SX:
        """Positive where rates keep all rows closed, to the accuracy of the configuration: an error of up to the root of its gap,
        which the rows' directions share."""
        allowed = OPENING + ca.sqrt(self.gap / self.length_scale)
        return allowed * (1 + ca.norm_inf(rates / self.rate_units)) - ca.norm_inf(self.K @ rates / self.row_units)

    @cached_property
    def rank_margin(self) -> ca.SX:
        """Positive where the rows have their generic rank, also at Type 2."""
        if not self.is_redundant:
            return ca.SX(1)
        kept = self.K[self.kept, :]
        return self.keeps_closed(self.some_rates - algebra.LeastNorm(kept).solve(kept @ self.some_rates))

    @cached_property
    def mass_scale(self) -> ca.SX:
        """The machine's mass, an expression of its parameters; a rotor counts as its equivalent mass."""
        total = sum((body.mass for body in self.tree.bodies), ca.SX(0))
        for joint in self.tree.joints:
            for k in range(joint.v.start, joint.v.stop):
                if not self.tree_model.rotor_inertia[k].is_zero():
                    total += self.tree_model.rotor_inertia[k] / (self.length_scale**2 if joint.motion.turns else 1)
        return ca.SX(1) if total.is_zero() else total

    @cached_property
    def length_scale(self) -> ca.SX:
        """``L``: the machine's size, an expression of its parameters."""
        return machine_size(self.tree)

    @cached_property
    def rate_units(self) -> ca.SX:
        """``L`` for the rate of a length, 1 for that of an angle."""
        return units(~turning_rates(self.tree), self.length_scale)

    @cached_property
    def row_units(self) -> ca.SX:
        """``L`` for each of the ``rows`` that is a length, 1 for an angle."""
        return units([not self.all_rows.is_angle[k] for k in self.rows], self.length_scale)

    @cached_property
    def row_weights(self) -> ca.SX:
        """``L`` for each of the ``rows`` that is an angle, 1 for a length: gaps times these are all lengths."""
        return units([self.all_rows.is_angle[k] for k in self.rows], self.length_scale)

    @cached_property
    def gap(self) -> ca.SX:
        """The largest gap of all the closure rows [m], redundant ones too, an angle as its arc at the machine's size."""
        arcs = units(self.all_rows.is_angle, self.length_scale)
        return ca.norm_inf(ca.vertcat(ca.SX.zeros(1), self.all_rows.h * arcs))

    @cached_property
    def regular_inertia(self) -> ca.SX:
        r""":math:`M + K^T \rho K`, positive definite also where massless legs make ``M`` singular; :math:`\rho` has the scale
        of the mass."""
        return self.tree_model.inertia + self.K.T @ ca.diag(self.rho) @ self.K

    @cached_property
    def closure_rounding(self) -> ca.SX:
        """The inertia that rounding of the closures adds to a rate on which they do not depend; a smaller one is zero."""
        return algebra.ROUNDING_OF_CLOSURES * self.mass_scale * self.length_scale**2 if self.closure.numel() else ca.SX(0)

    @cached_property
    def floor(self) -> ca.SX:
        """For each rate the inertia below which it is zero up to rounding."""
        return algebra.ROUNDING_OF_PIVOTS * self.tree_model.inertia_size + self.closure_rounding

    @cached_property
    def spin_places(self) -> tuple[tuple[int, ...], frozenset[int]]:
        """One coordinate for each spin between balls, which locks it, and all coordinates that spins move."""
        return spin_places(self)

    @cached_property
    def spins(self) -> list[Spin]:
        """Spins between balls. One without inertia is locked, and all else is determined."""
        places, support = self.spin_places
        if not places:
            return []
        T = ca.SX(self.tree.nv, len(places))
        T[list(places), :] = ca.SX.eye(len(places))
        followers = sorted(support - set(places))
        if followers:
            touched = [k for k in range(self.K.shape[0]) if any(not self.K[k, j].is_zero() for j in followers)]
            K = self.K[touched, followers]
            if any(len(independent_rows(sample.T)) < len(followers) for sample in self.evaluate_samples(K)):
                return []  # the chain moves in other ways too, so closures do not determine the spin's motion
            T[followers, :] = -algebra.LinearSystem(K).solve(self.K[touched, list(places)])
        motions = ca.horzsplit(T)
        return [Spin(t, ca.bilin(self.tree_model.inertia, t, t) <= ca.dot(self.floor, t**2)) for t in motions]

    @cached_property
    def inertia_scale(self) -> ca.SX:
        """For each rate its inertia, or the machine's where it is zero."""
        own = ca.diag(self.tree_model.inertia)
        scales = []
        for k, turns in enumerate(turning_rates(self.tree)):
            whole = self.mass_scale * (self.length_scale**2 if turns else 1)
            scales.append(whole if own[k].is_zero() else ca.if_else(own[k] > MASSLESS * whole, own[k], whole))
        return ca.vertcat(*scales)

    @cached_property
    def rho(self) -> ca.SX:
        """For each of the ``rows`` a mass, or a moment of inertia where it is an angle, of the machine's scale."""
        turning = [self.all_rows.is_angle[k] for k in self.rows]
        return ca.vertcat(ca.SX.zeros(0), *(self.mass_scale * (self.length_scale**2 if angle else 1) for angle in turning))

    @cached_property
    def applied(self) -> ca.SX:
        """The actuators' efforts on all the rates."""
        return ca.vertcat(self.tau, ca.SX.zeros(self.tree.nv - self.n_active))

    @cached_property
    def _tree_factor(self) -> Cholesky | ArticulatedBodies:
        model = self.tree_model
        return ArticulatedBodies(model) if is_long(model) else Cholesky(model.inertia, self.tree.depth_order)

    @cached_property
    def _order(self) -> list[int]:
        """The order in which coordinates and multipliers are eliminated."""
        matrix = self._soft_system(ca.SX(SOFTNESS)).matrix
        sizes = self.evaluate_samples(ca.vertcat(self.inertia_scale, 1 / self.rho))
        return elimination_order(matrix, self.evaluate_samples(matrix), [size.ravel() for size in sizes])

    def _soft_system(self, softness: ca.SX) -> QuasiDefinite:
        return QuasiDefinite(
            self.tree_model.inertia,
            self.K,
            D=self.inertia_scale,
            rho=self.rho,
            units=ca.vertcat(self.rate_units, self.row_units),
            redundant=len(self.rows) - len(self.kept_rows),
            softness=softness,
            spins=self.spins,
        )

    @cached_property
    def _system(self) -> QuasiDefinite:
        """The factorised equations of motion with closures, for any efforts."""
        softness = softness_of_open_loops(ca.norm_2(self.closure / self.row_units)) if self.is_redundant else ca.SX(SOFTNESS)
        return self._soft_system(softness).factorise(self._order)

    @cached_property
    def _projection(self) -> QuasiDefinite:
        """The factorised system of the projection. It is softer, so that near a loss of rank closures that are open by rounding
        do not move the machine far."""
        return self._soft_system(ca.SX(PROJECTED)).factorise(self._order)

    def solve_motion(self, effort: ca.SX, loops: ca.SX) -> Solution:
        r"""The solution ``a``, ``x`` of :math:`M a = f + K^T x`, :math:`K a = c`, with efforts ``f`` on all rates."""
        if not self.closure.numel():
            return Solution(self._tree_factor.solve(effort), ca.SX.zeros(0), ca.SX(1))
        return self._system.solve(effort, loops)

    def margin(self, of: Solution) -> ca.SX:
        """:data:`UNSOLVED` where the accelerations do not solve the equations. Above :data:`DOUBTFUL`, masses and closures
        determine the accelerations."""
        if not self.closure.numel():
            return self._tree_factor.margin(size=self.tree_model.inertia_size)
        return ca.if_else(of.is_solution, self._system.smallest_pivot, UNSOLVED)

    @property
    def determined(self) -> tuple[ca.SX, ca.SX]:
        """Two numbers that decide where the margin is too small: one is positive where masses and closures determine the
        accelerations, the other where the closures certainly have their generic rank."""
        return self._system.determined if self.closure.numel() else (ca.SX(1), ca.SX(1))

    @property
    def scaled_system(self) -> tuple[ca.SX, ca.SX, ca.SX]:
        """The scaled matrices of the elimination: :attr:`QuasiDefinite.scaled_system`."""
        return self._system.scaled_system

    @cached_property
    def forward(self) -> Solution:
        """Accelerations and loop forces under the active efforts."""
        return self.solve_motion(self.applied - self.tree_model.bias, -self.gamma)

    @cached_property
    def affine_motion(self) -> list[Solution]:
        """The motion without active efforts, then the response to a unit effort of each actuator: their sum is the motion under
        any efforts."""
        free = self.solve_motion(-self.tree_model.bias, -self.gamma)
        units = ca.horzsplit(ca.SX.eye(self.tree.nv))[: self.n_active]
        return [free, *(self.solve_motion(ca.densify(unit), ca.SX.zeros(self.closure.numel())) for unit in units)]

    @cached_property
    def quick_forward(self) -> Solution:
        """Accelerations and loop forces with one correction only, at configurations where that is enough."""
        return (
            self._system.solve_quick(self.applied - self.tree_model.bias, -self.gamma) if self.closure.numel() else self.forward
        )

    @cached_property
    def impulse_response(self) -> Solution:
        """The jump of all rates and the loops' impulses under an impulse on every rate."""
        return self.solve_motion(self.impulse, ca.SX.zeros(self.closure.numel()))

    @cached_property
    def state_rate(self) -> ca.SX:
        """The time derivative of the state ``(q, v)`` under constant efforts."""
        return ca.vertcat(self.tree_model.q_rate, self.forward.a)

    @cached_property
    def regular_state_rate(self) -> ca.SX:
        """The time derivative of the state with fewer corrections, for configurations far from a loss of rank."""
        if not self.closure.numel():
            return self.state_rate
        return ca.vertcat(self.tree_model.q_rate, self._system.solve_regular(self.applied - self.tree_model.bias, -self.gamma))

    @cached_property
    def projected_state(self) -> ca.SX:
        r"""The state back on its manifold: unit quaternions, closed loops (two corrections), rates along them (one).

        Each correction is the shortest in the metric of :math:`M`; the matrices are those of the given state.
        NaN where the first correction leaves a gap of more than :data:`TORN`, which the second does not close.
        """
        q, v, p = self.tree_model.q, self.tree_model.v, self.tree_model.parameters
        q_next, v_next = self._with_unit_quaternions(q), v
        if self.closure.numel():
            gap = ca.Function("gap", [q, p], [self.closure])
            gap_rate = ca.Function("gap_rate", [q, v, p], [self.closure_rate])
            # Quaternions are normalised each time, since doing so once at the end would open the loops again. The rates are
            # corrected at q_near, where the sines are known; the second correction is the square of the first.
            q_near = self.retract(self._projection.step(-gap(q_next, p)), q_next)
            left = gap(q_near, p)
            torn = ca.if_else(ca.sumsqr(left / self.row_units) < TORN**2, 0, ca.SX(nan))
            q_next = self.retract(self._projection.step(-left), q_near) + torn
            v_next = v + self._projection.step(-gap_rate(q_near, v, p))
        return ca.vertcat(q_next, v_next)

    def _with_unit_quaternions(self, q: ca.SX) -> ca.SX:
        q = ca.SX(q)
        for joint in self.tree.joints:
            if joint.motion.has_quaternion:
                q[joint.q] = q[joint.q] / ca.norm_2(q[joint.q])
        return q

    def retract(self, step: ca.SX, q: ca.SX | None = None) -> ca.SX:
        """``q`` moved by a small change of the rates, on its manifold."""
        moved = ca.Function("retract", [self.tree_model.q, self.tree_model.v], [self.tree_model.q + self.tree_model.q_rate])
        return self._with_unit_quaternions(moved(self.tree_model.q if q is None else q, step))
