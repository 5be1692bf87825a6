r"""A machine with closed loops, in the redundant coordinates of its tree.

The loops add :math:`h(q) = 0`, :math:`K \dot q = 0`, :math:`K \ddot q + \gamma = 0` and their multipliers:

.. math:: M \ddot q + b = \tau + K^T \lambda .

Forward dynamics keeps this form, which stays regular at a Type 2 singularity. ``active`` reduces it to the active joints, which
does not.
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

# A gap of the loops [rad, or part of the machine's size] from which one correction more does not close them: what it leaves is
# about the square.
TORN = 1e-2
# Of the rates: a motion that the independent rows allow opens all rows by less, where the others follow from them.
OPENING = 1e-6
# An inertia of less than this, beside the machine's, counts as none where elimination needs one.
MASSLESS = 1e-13
# The part of a gap that one step of the projection leaves.
PROJECTED = 1e-6
# Margins of this and less are those of configurations that may be singular.
DOUBTFUL = 1e-6
UNSOLVED = -1.0


class ClosedModel:
    """A tree, its loops, and its actuators. A serial robot is one without rows.

    ``kept_rows`` are independent in general. Where closures are redundant, any such choice degenerates at some configuration or
    for some parameters while the machine itself is regular, so then all ``rows`` are solved together, and the loop forces are the
    smallest that do.
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
        """Rates of the actuated joints; they come first."""
        return sum(len(joint.rates) for joint in self.tree.mechanism.active_joints)

    @property
    def dof(self) -> int:
        """Degrees of freedom in general, of finite motions."""
        return self.tree.nv - len(self.kept_rows) - (self.assembled.shaky.count if self.assembled.shaky else 0)

    def in_numbers(self, expression: ca.SX) -> list[np.ndarray]:
        """An expression of ``q`` at the assembled configurations."""
        function = ca.Function("numbers", [self.tree_model.q, self.tree_model.parameters], [expression])
        return [function(q, self.assembled.parameters).full() for q in self.assembled.configurations]

    @cached_property
    def generic_passive(self) -> np.ndarray:
        """The passive columns of ``K``, without units, in numbers where their rank is largest."""
        passive = (ca.diag(1 / self.row_units) @ self.K @ ca.diag(self.rate_units))[:, self.n_active :]
        return max(self.in_numbers(passive), key=lambda sample: len(independent_rows(sample)))

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
        """``h(q)``: the independent rows, or all that there are where some are redundant."""
        return self.all_rows.h[list(self.rows)]

    @cached_property
    def closure_rate(self) -> ca.SX:
        return ca.jtimes(self.closure, self.tree_model.q, self.tree_model.q_rate)

    @cached_property
    def K(self) -> ca.SX:
        r""":math:`K`: the closure's Jacobian on the rates."""
        return ca.jacobian(self.closure_rate, self.tree_model.v)

    @cached_property
    def gamma(self) -> ca.SX:
        r""":math:`\gamma = \dot K \dot q`."""
        return self.tree_model.time_derivative(self.closure_rate)

    @cached_property
    def some_rates(self) -> ca.SX:
        """Rates in no particular direction, each of about unit size."""
        numbers = np.random.default_rng(1).uniform(0.5, 1.0, self.tree.nv) * np.resize([1.0, -1.0, -1.0], self.tree.nv)
        return ca.SX(numbers) * self.rate_units

    def keeps_closed(self, rates: ca.SX) -> ca.SX:
        """Positive where rates keep all rows closed, as far as these are closed themselves: a configuration that leaves a gap is
        off by up to its root, and so are the rows' directions."""
        allowed = OPENING + ca.sqrt(self.gap / self.length_scale)
        return allowed * (1 + ca.norm_inf(rates / self.rate_units)) - ca.norm_inf(self.K @ rates / self.row_units)

    @cached_property
    def rank_margin(self) -> ca.SX:
        """Positive where the rows have the rank that they have in general, also at Type 2."""
        if not self.is_redundant:
            return ca.SX(1)
        kept = self.K[self.kept, :]
        return self.keeps_closed(self.some_rates - algebra.LeastNorm(kept).solve(kept @ self.some_rates))

    @cached_property
    def mass_scale(self) -> ca.SX:
        """The machine's mass, an expression of its parameters; rotors count as masses that their motion would take."""
        total = sum((body.mass for body in self.tree.bodies), ca.SX(0))
        for joint in self.tree.joints:
            for k in range(joint.v.start, joint.v.stop):
                if not self.tree_model.rotor_inertia[k].is_zero():
                    total += self.tree_model.rotor_inertia[k] / (1 if joint.kind == "prismatic" else self.length_scale**2)
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
        """``L`` for each of the ``rows`` that is an angle, 1 for a length: gaps by these are all lengths."""
        return units([self.all_rows.is_angle[k] for k in self.rows], self.length_scale)

    @cached_property
    def gap(self) -> ca.SX:
        """The largest gap of all the closure rows [m], redundant ones too, an angle as its arc at the machine's size."""
        arcs = units(self.all_rows.is_angle, self.length_scale)
        return ca.norm_inf(ca.vertcat(ca.SX.zeros(1), self.all_rows.h * arcs))

    @cached_property
    def regular_inertia(self) -> ca.SX:
        r""":math:`M + K^T \rho K`, positive definite where massless legs make ``M`` singular; :math:`\rho` has the
        mass's scale."""
        return self.tree_model.inertia + self.K.T @ ca.diag(self.rho) @ self.K

    @cached_property
    def closure_rounding(self) -> ca.SX:
        """What rounding makes of closures that do not change with a rate, beside its inertia: less is none."""
        return algebra.ROUNDING_OF_CLOSURES * self.mass_scale * self.length_scale**2 if self.closure.numel() else ca.SX(0)

    @cached_property
    def floor(self) -> ca.SX:
        """For each rate what rounding makes of no inertia."""
        return algebra.ROUNDING_OF_PIVOTS * self.tree_model.inertia_size + self.closure_rounding

    @cached_property
    def spin_places(self) -> tuple[tuple[int, ...], frozenset[int]]:
        """One coordinate for each spin between balls, by which it is locked, and all coordinates that spins move."""
        return spin_places(self)

    @cached_property
    def spins(self) -> list[Spin]:
        """Spins between balls: where they have no inertia they are locked, and all else is determined."""
        places, support = self.spin_places
        if not places:
            return []
        T = ca.SX(self.tree.nv, len(places))
        T[list(places), :] = ca.SX.eye(len(places))
        followers = sorted(support - set(places))
        if followers:
            touched = [k for k in range(self.K.shape[0]) if any(not self.K[k, j].is_zero() for j in followers)]
            K = self.K[touched, followers]
            if any(len(independent_rows(sample.T)) < len(followers) for sample in self.in_numbers(K)):
                return []  # the chain moves in other ways too, so closures do not tell what turns along
            T[followers, :] = -algebra.LinearSystem(K).solve(self.K[touched, list(places)])
        motions = ca.horzsplit(T)
        return [Spin(t, ca.bilin(self.tree_model.inertia, t, t) <= ca.dot(self.floor, t**2)) for t in motions]

    @cached_property
    def inertia_scale(self) -> ca.SX:
        """For each rate its own inertia, or the machine's where it has none."""
        own = ca.diag(self.tree_model.inertia)
        scales = []
        for k, turns in enumerate(turning_rates(self.tree)):
            whole = self.mass_scale * (self.length_scale**2 if turns else 1)
            scales.append(whole if own[k].is_zero() else ca.if_else(own[k] > MASSLESS * whole, own[k], whole))
        return ca.vertcat(*scales)

    @cached_property
    def rho(self) -> ca.SX:
        turning = [self.all_rows.is_angle[k] for k in self.rows]
        return ca.vertcat(ca.SX.zeros(0), *(self.mass_scale * (self.length_scale**2 if angle else 1) for angle in turning))

    @cached_property
    def applied(self) -> ca.SX:
        """The actuators' efforts on all the rates."""
        return ca.vertcat(self.tau, ca.SX.zeros(self.tree.nv - self.n_active))

    @cached_property
    def _tree_factor(self) -> Cholesky | ArticulatedBodies:
        return (
            ArticulatedBodies(self.tree_model)
            if is_long(self.tree_model)
            else Cholesky(self.tree_model.inertia, self.tree.depth_order)
        )

    @cached_property
    def _order(self) -> list[int]:
        """In which coordinates and multipliers are eliminated."""
        matrix = self._soft_system(ca.SX(SOFTNESS)).matrix
        sizes = self.in_numbers(ca.vertcat(self.inertia_scale, 1 / self.rho))
        return elimination_order(matrix, self.in_numbers(matrix), [size.ravel() for size in sizes])

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
        """Of the dynamics with closures, whatever acts."""
        softness = softness_of_open_loops(ca.norm_2(self.closure / self.row_units)) if self.is_redundant else ca.SX(SOFTNESS)
        return self._soft_system(softness).factorise(self._order)

    @cached_property
    def _projection(self) -> QuasiDefinite:
        """Near a loss of rank, closures that are open by rounding must not move the machine far."""
        return self._soft_system(ca.SX(PROJECTED)).factorise(self._order)

    def solve_motion(self, effort: ca.SX, loops: ca.SX) -> Solution:
        r"""``a`` and the multipliers ``x`` of :math:`M a = f + K^T x`, :math:`K a = c`: ``f`` are efforts on all rates."""
        if not self.closure.numel():
            return Solution(self._tree_factor.solve(effort), ca.SX.zeros(0), ca.SX(1))
        return self._system.solve(effort, loops)

    def margin(self, of: Solution) -> ca.SX:
        """:data:`UNSOLVED` where the accelerations do not solve the equations. Where it is more than :data:`DOUBTFUL`, masses and
        closures determine them."""
        if not self.closure.numel():
            return self._tree_factor.margin(size=self.tree_model.inertia_size)
        return ca.if_else(of.is_solution, self._system.smallest_pivot, UNSOLVED)

    @property
    def determined(self) -> tuple[ca.SX, ca.SX]:
        """Positive where masses and closures determine the accelerations, and where closures are surely as independent as they
        are in general: for margins that are too small to tell."""
        return self._system.determined if self.closure.numel() else (ca.SX(1), ca.SX(1))

    @property
    def scaled_system(self) -> tuple[ca.SX, ca.SX, ca.SX]:
        """See :attr:`QuasiDefinite.scaled_system`."""
        return self._system.scaled_system

    @cached_property
    def forward(self) -> Solution:
        """Accelerations and loop forces."""
        return self.solve_motion(self.applied - self.tree_model.bias, -self.gamma)

    @cached_property
    def quick_forward(self) -> Solution:
        """The same for less, where one correction is enough."""
        return self._system.quick(self.applied - self.tree_model.bias, -self.gamma) if self.closure.numel() else self.forward

    @cached_property
    def impulse_response(self) -> Solution:
        """The jump of all rates, and the loops' own impulses, where an impulse acts on every rate: the inverse inertia of a
        machine that keeps its loops closed."""
        return self.solve_motion(self.impulse, ca.SX.zeros(self.closure.numel()))

    @cached_property
    def state_rate(self) -> ca.SX:
        """Of the state ``(q, v)``, with the efforts held."""
        return ca.vertcat(self.tree_model.q_rate, self.forward.a)

    @cached_property
    def regular_state_rate(self) -> ca.SX:
        """The same far from a loss of rank, for less."""
        if not self.closure.numel():
            return self.state_rate
        return ca.vertcat(self.tree_model.q_rate, self._system.regular(self.applied - self.tree_model.bias, -self.gamma))

    @cached_property
    def projected_state(self) -> ca.SX:
        r"""The state back on its manifold: unit quaternions, closed loops (two corrections), rates along them (one).

        Each correction is the shortest in the metric of :math:`M`; matrices are those of the state given.
        NaN where the first correction leaves more than :data:`TORN`: from so far two do not close the loops.
        """
        q, v, p = self.tree_model.q, self.tree_model.v, self.tree_model.parameters
        q_next, v_next = self._with_unit_quaternions(q), v
        if self.closure.numel():
            gap = ca.Function("gap", [q, p], [self.closure])
            gap_rate = ca.Function("gap_rate", [q, v, p], [self.closure_rate])
            # Normalised each time: doing so once at the end would open the loops again. The rates are corrected where the sines
            # are known already; the second correction is the square of the first.
            q_near = self.retract(self._projection.step(-gap(q_next, p)), q_next)
            left = gap(q_near, p)
            torn = ca.if_else(ca.sumsqr(left / self.row_units) < TORN**2, 0, ca.SX(nan))
            q_next = self.retract(self._projection.step(-left), q_near) + torn
            v_next = v + self._projection.step(-gap_rate(q_near, v, p))
        return ca.vertcat(q_next, v_next)

    def _with_unit_quaternions(self, q: ca.SX) -> ca.SX:
        q = ca.SX(q)
        for joint in self.tree.joints:
            if joint.kind == "spherical":
                q[joint.q] = q[joint.q] / ca.norm_2(q[joint.q])
        return q

    def retract(self, step: ca.SX, q: ca.SX | None = None) -> ca.SX:
        """``q`` moved by a small change of the rates, on its manifold."""
        moved = ca.Function("retract", [self.tree_model.q, self.tree_model.v], [self.tree_model.q + self.tree_model.q_rate])
        return self._with_unit_quaternions(moved(self.tree_model.q if q is None else q, step))
