r"""A machine under a holonomic constraint, on CasADi symbols: with multipliers, and reduced to pseudo-velocities.

The constraint's rows and those of the loops together are :math:`h(q) = 0`, with :math:`A(q)\,\dot q = 0` on the rates. A
matrix ``D`` that complements ``A`` defines the pseudo-velocities, and both are inverted together:

.. math:: v = D(q)\,\dot q, \qquad \begin{bmatrix} A \\ D \end{bmatrix}^{-1} = \begin{bmatrix} E & F \end{bmatrix}, \qquad
          \dot q = F v, \qquad \ddot q = F \dot v - (E \dot A + F \dot D)\,\dot q .

With the inertia ``B`` and the efforts ``n`` at zero acceleration, the equation of motion is :math:`B \ddot q + n = u + A^T
\lambda`, so

.. math:: (F^T B F)\,\dot v = F^T (u - n + B (E \dot A + F \dot D)\,\dot q), \qquad \lambda = E^T (B \ddot q + n - u) .

Where rows of loops are redundant the stacked matrix has more rows than columns; ``[E F]`` is then its pseudo-inverse, ``F`` is
the same as with the independent rows alone, and the multipliers are those of least norm.

References: [RoboticsExam2016], equations (3) to (9).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce

import casadi as ca

from kinloop.compile.tape.tape import Argument, Formula, matrix, scalar, vector
from kinloop.errors import unknown_name
from kinloop.model.dynamics.actuated_model import ActiveModel
from kinloop.model.dynamics.closed_chain_dynamics import ClosedModel
from kinloop.model.dynamics.task import LONGEST_STEP
from kinloop.model.formulas.formulas import guard, unit_quaternion_margins
from kinloop.model.reduction.constraint import rate_rows
from kinloop.numerics import algebra

Outputs = tuple[Argument, ...]
# [A; D] is singular where its volume is below this fraction of that at the reference configuration.
SINGULAR = 1e-10


@dataclass(frozen=True)
class Scales:
    """Values at the reference configuration that scale the margins; they change no result.

    ``volume`` is that of ``[A; D]`` with lengths in parts of the machine's size, ``weights`` are the factors of the constraint's
    rows in the regular inertia, per unit of mass, and ``lengths`` are the norms of these rows.
    """

    volume: float
    weights: tuple[float, ...]
    lengths: tuple[float, ...]


def row_volume(loops: ClosedModel) -> ca.SX:
    """The factor of a volume from the units of the loops' rows: the machine's size for each that is a length."""
    lengths = sum(not loops.all_rows.is_angle[k] for k in loops.kept_rows)
    return loops.length_scale**lengths


class ConstrainedModel(ClosedModel):
    """A closed-chain model with the rows of a constraint before those of its loops; forward dynamics and projection are
    inherited."""

    def __init__(self, loops: ClosedModel, constraint: ca.SX, scales: Scales) -> None:
        super().__init__(loops.tree_model, loops.assembled)
        self.loops = loops
        self.constraint = constraint
        self.scales = scales
        self.stabilisation = ca.SX.sym("stabilisation")

    @cached_property
    def closure(self) -> ca.SX:
        """The rows of the constraint, then those of the loops."""
        return ca.vertcat(self.constraint, self.loops.closure)

    @cached_property
    def gamma(self) -> ca.SX:
        r""":math:`\dot A \dot q + 2 \alpha A \dot q + \alpha^2 h`: gaps decay with the rate :math:`\alpha` ([Baumgarte1972]);
        at zero they do not."""
        alpha = self.stabilisation
        return self.tree_model.time_derivative(self.closure_rate) + 2 * alpha * self.closure_rate + alpha**2 * self.closure

    @cached_property
    def rho(self) -> ca.SX:
        """The weights of the constraint's rows, then of the loops' rows."""
        return ca.vertcat(*(self.mass_scale * weight for weight in self.scales.weights), self.loops.rho)

    @cached_property
    def row_units(self) -> ca.SX:
        """The units of the constraint's rows, then of the loops' rows."""
        return ca.vertcat(ca.SX(ca.DM(self.scales.lengths)), self.loops.row_units)


class ReductionModel:
    """A constrained machine and its pseudo-velocities ``v``, which are the derivatives of ``positions`` where these exist."""

    def __init__(self, constrained: ConstrainedModel, positions: ca.SX | None, D: ca.SX, volume: float) -> None:
        self.constrained = constrained
        self.tree_model = constrained.tree_model
        self.loops = constrained.loops
        self.positions = positions
        self.D = D
        self.reference_volume = volume
        self.v = ca.SX.sym("v", D.shape[0])
        self.vd = ca.SX.sym("vd", D.shape[0])
        self.multiplier_given = ca.SX.sym("multiplier", constrained.constraint.numel())
        self.force_given = ca.SX.sym("force", constrained.closure.numel())
        self.position_given = ca.SX.sym("position", D.shape[0])
        self.step = ca.SX.sym("step", self.tree_model.tree.nv)
        self.keeps_rates = False

    def to_read(self, D: ca.SX, keeps_rates: bool = False, named: Mapping[str, ca.SX] | None = None) -> ReductionModel:
        """The same for equations: with another ``D``, with the rates ``qd`` in place of ``F v`` where ``keeps_rates``, and with
        symbols for some of ``E``, ``F``, ``B``, ``n`` and ``qdd_bias``."""
        model = ReductionModel(self.constrained, self.positions, D, self.reference_volume)
        vars(model).update(keeps_rates=keeps_rates, **(named or {}))
        return model

    # ---------------------------------------------------------------- A, D, E, F

    @property
    def A(self) -> ca.SX:
        """The Jacobian of the constraint and of the loops with respect to all rates."""
        return self.constrained.K

    @cached_property
    def _stacked(self) -> algebra.LinearSystem:
        return algebra.LinearSystem(ca.vertcat(self.A, self.D))

    @cached_property
    def volume(self) -> ca.SX:
        """The absolute value of the determinant of ``[A; D]``, relative to that at the reference configuration."""
        system = self._stacked
        volume = ca.fabs(system.det) if system.is_small else reduce(lambda a, b: a * b, [system.R[j, j] for j in range(system.n)])
        units = ca.SX(1)
        for k in range(self.tree_model.tree.nv):
            units *= self.loops.rate_units[k]
        return volume * units / row_volume(self.loops) / self.reference_volume

    @cached_property
    def E(self) -> ca.SX:
        """The columns of ``[A; D]^-1`` of the rows of ``A``."""
        rows = self.A.shape[0]
        return self._stacked.solve(ca.vertcat(ca.SX.eye(rows), ca.SX(self.D.shape[0], rows)))

    @cached_property
    def F(self) -> ca.SX:
        """The columns of ``[A; D]^-1`` of the rows of ``D``: ``qd = F v``."""
        dof = self.D.shape[0]
        return self._stacked.solve(ca.vertcat(ca.SX(self.A.shape[0], dof), ca.SX.eye(dof)))

    def _E_transposed(self, effort: ca.SX) -> ca.SX:
        """``E^T`` times efforts; for a large machine by one solution instead of the whole of ``E`` (a fifth of the
        instructions)."""
        system = self._stacked
        if system.is_small:
            return self.E.T @ effort
        y = ca.SX(system.n, 1)
        for j, source in enumerate(system.order):
            y[j] = (effort[source] - ca.dot(system.R[:j, j], y[:j])) / system.R[j, j] if j else effort[source] / system.R[j, j]
        return (ca.horzcat(*system.Q) @ y)[: self.A.shape[0]]

    # ---------------------------------------------------------------- the reduced equation, on all rates

    @cached_property
    def drift(self) -> ca.SX:
        r""":math:`[\dot A; \dot D]\,\dot q`."""
        return self.tree_model.time_derivative(ca.vertcat(self.constrained.closure_rate, self.D @ self.tree_model.v))

    @cached_property
    def qdd_bias(self) -> ca.SX:
        r""":math:`-(E \dot A + F \dot D)\,\dot q`: the accelerations at zero pseudo-accelerations."""
        return -self._stacked.solve(self.drift) if not self.drift.is_zero() else ca.SX.zeros(self.tree_model.tree.nv)

    @cached_property
    def B(self) -> ca.SX:
        """The inertia on all rates."""
        return self.tree_model.inertia

    @cached_property
    def n(self) -> ca.SX:
        """All efforts at zero accelerations."""
        return self.tree_model.bias

    @cached_property
    def effort_bias(self) -> ca.SX:
        """All efforts at zero pseudo-accelerations."""
        return self.n if self.qdd_bias.is_zero() else self.n + self.B @ self.qdd_bias

    @cached_property
    def inertia(self) -> ca.SX:
        """The reduced inertia ``F^T B F``."""
        return self.F.T @ self.B @ self.F

    @cached_property
    def bias(self) -> ca.SX:
        """The reduced efforts at zero pseudo-accelerations."""
        return self.F.T @ self.effort_bias

    @cached_property
    def input(self) -> ca.SX:
        """The matrix ``S`` of ``u = S tau``, which maps the actuators' efforts to all rates."""
        return ca.jacobian(self.constrained.applied, self.constrained.tau)

    # ---------------------------------------------------------------- on the constraint, where qd = F v

    def along(self, expression: ca.SX) -> ca.SX:
        """An expression of the rates, evaluated at ``qd = F v``."""
        return expression if self.keeps_rates else ca.substitute(expression, self.tree_model.v, ca.densify(self.F @ self.v))

    @cached_property
    def _factor(self) -> algebra.Cholesky:
        return algebra.Cholesky(self.inertia, range(self.D.shape[0]))

    @cached_property
    def acceleration(self) -> ca.SX:
        """The pseudo-accelerations that efforts produce."""
        return self._factor.solve(self.F.T @ self.constrained.applied - self.along(self.bias))

    def qdd(self, vd: ca.SX) -> ca.SX:
        """All accelerations at given pseudo-accelerations."""
        return self.F @ vd + self.along(self.qdd_bias)

    def force(self, vd: ca.SX) -> ca.SX:
        r""":math:`\lambda = E^T (B F \dot v + n - u)`, of the constraint first, then of the loops."""
        return self._E_transposed(self.B @ (self.F @ vd) + self.along(self.effort_bias) - self.constrained.applied)

    @cached_property
    def margin(self) -> ca.SX:
        """Positive where ``[A; D]`` is regular and the loops have their generic rank."""
        margin = self.volume - SINGULAR
        if not self.loops.is_redundant:
            return margin
        motion = self._stacked.solve(ca.vertcat(ca.SX(self.A.shape[0], 1), self.D @ self.loops.some_rates))
        return ca.fmin(margin, self.loops.keeps_closed(motion))

    @property
    def motion_margin(self) -> ca.SX:
        """Positive where, in addition, the reduced inertia is regular."""
        return ca.fmin(self.margin, self._factor.margin())

    # ---------------------------------------------------------------- efforts for a wanted motion and multiplier

    @cached_property
    def wanted_effort(self) -> ca.SX:
        """The efforts on all rates for a wanted pseudo-acceleration, minus those of the wanted multiplier."""
        effort = self.B @ (self.F @ self.vd) + self.along(self.effort_bias)
        return effort - self.A[: self.multiplier_given.numel(), :].T @ self.multiplier_given

    @property
    def torques(self) -> ca.SX:
        """The actuators' efforts; the loops transfer those on passive joints."""
        return self.active.dependence.T @ self.wanted_effort if self.active.has_passive else self.wanted_effort

    @cached_property
    def active(self) -> ActiveModel:
        """The loops' model reduced to the active joints."""
        return ActiveModel(self.loops)

    # ---------------------------------------------------------------- at rest

    @cached_property
    def static_effort(self) -> ca.SX:
        """The efforts on all rates that hold the machine at rest (gravity, springs), minus the actuators' efforts."""
        return self.tree_model.gravity_effort + self.tree_model.spring_effort - self.constrained.applied

    @cached_property
    def stiffness(self) -> ca.SX:
        """The derivative of the static efforts on all rates with respect to a displacement, at constant constraint forces."""
        held = self.static_effort - self.A.T @ self.force_given
        return rate_rows(self.loops, held)

    # ---------------------------------------------------------------- steps

    @cached_property
    def gap_after(self) -> tuple[ca.SX, ca.SX, ca.SX]:
        """``q`` after a step of the rates, the rows there, and their derivative with respect to the step."""
        q = self.constrained.retract(self.step)
        rows = ca.Function("rows", [self.tree_model.q, self.tree_model.parameters], [self.constrained.closure])
        gap = rows(q, self.tree_model.parameters)
        return q, gap, ca.jacobian(gap, self.step)

    @property
    def newton(self) -> ca.SX:
        """``q`` after a step towards the constraint at given positions."""
        assert self.positions is not None
        step = self._stacked.solve(ca.vertcat(-self.constrained.closure, self.position_given - self.positions))
        largest = ca.norm_inf(step / self.loops.rate_units)
        return self.constrained.retract(step * ca.fmin(1, LONGEST_STEP / ca.fmax(largest, 1e-300)))


# ---------------------------------------------------------------- the formulas that are compiled


@dataclass(frozen=True)
class Entry:
    """The names of the inputs, the outputs, and a margin that is positive where they are determined."""

    inputs: str
    outputs: Callable[[ReductionModel], Outputs]
    margin: Callable[[ReductionModel], ca.SX] | None = None
    any_length: bool = False  # whether quaternions need not be of unit length


def formula(model: ReductionModel, name: str, guarded: bool = True, more: Outputs = ()) -> Formula:
    """The formula ``name``, with ``more`` inputs. An undetermined output is NaN if ``guarded``."""
    if name not in FORMULAS:
        raise unknown_name("formula", name, FORMULAS, "a reduced robot")
    entry = FORMULAS[name]
    given = {
        "q": model.tree_model.q,
        "qd": model.tree_model.v,
        "v": model.v,
        "vd": model.vd,
        "tau": model.constrained.tau,
        "multiplier": model.multiplier_given,
        "force": model.force_given,
        "position": model.position_given,
        "step": model.step,
    }
    arguments = [vector(key, given[key]) for key in entry.inputs.split() if key in given and given[key].numel()]
    if "stabilisation" in entry.inputs.split():
        arguments.append(scalar("stabilisation", model.constrained.stabilisation))
    arguments += more
    if model.tree_model.parameters.numel():
        arguments.append(vector("parameters", model.tree_model.parameters))
    outputs = tuple(output for output in entry.outputs(model) if output.expression.numel())
    conditions = [entry.margin(model)] if entry.margin is not None else []
    conditions += [] if entry.any_length else unit_quaternion_margins(model.tree_model)
    if guarded:
        outputs = guard(outputs, conditions)
    return Formula(name, tuple(arguments), outputs)


def _terms(m: ReductionModel) -> Outputs:
    reduced = matrix("inertia", m.inertia), vector("bias", m.bias), matrix("input", m.F.T @ m.input)
    B_F = m.B @ m.F
    forces = matrix("force_inertia", m.E.T @ B_F), vector("force_bias", m.E.T @ m.effort_bias)
    return *reduced, *forces, matrix("force_input", m.E.T @ m.input)


def _motion(m: ReductionModel) -> Outputs:
    vd = m.acceleration
    return (
        vector("vd", vd),
        vector("qdd", m.qdd(vd)),
        vector("force", m.force(vd)),
        vector("q_rate", m.along(m.tree_model.q_rate)),
    )


def _full_motion(m: ReductionModel) -> Outputs:
    force = vector("force", m.constrained.forward.x)
    return vector("qdd", m.constrained.forward.a), force, vector("q_rate", m.tree_model.q_rate)


def _gap_after(m: ReductionModel) -> Outputs:
    q, gap, derivative = m.gap_after
    return vector("q", q), vector("gap", gap), matrix("derivative", derivative)


def _multiplier(m: ReductionModel) -> Outputs:
    return (vector("multiplier", m.force(m.vd)[: m.multiplier_given.numel()]),)


def _positions(m: ReductionModel) -> Outputs:
    assert m.positions is not None  # checked by Reduced.require_positions
    return (vector("position", m.positions),)


def _margin(m: ReductionModel) -> ca.SX:
    return m.margin


def _motion_margin(m: ReductionModel) -> ca.SX:
    return m.motion_margin


FORMULAS: dict[str, Entry] = {
    "constraint": Entry("q", lambda m: (vector("constraint", m.constrained.constraint),)),
    "rows": Entry("q", lambda m: (vector("rows", m.constrained.closure), matrix("A", m.A))),
    "matrices": Entry("q", lambda m: (matrix("A", m.A), matrix("D", m.D), matrix("E", m.E), matrix("F", m.F)), _margin),
    "stacked": Entry("q", lambda m: (matrix("A", m.A), matrix("D", m.D), scalar("volume", m.volume))),
    # the reduced equation, (4), and the multiplier's, (5), in the rates as they are
    "inertia": Entry("q", lambda m: (matrix("inertia", m.inertia),), _margin),
    "bias": Entry("q qd", lambda m: (vector("bias", m.bias),), _margin),
    "drift": Entry("q qd", lambda m: (vector("drift", m.qdd_bias),), _margin),
    "terms": Entry("q qd", _terms, _margin),
    # on the constraint, (7) to (9)
    "velocity": Entry("q v", lambda m: (vector("qd", m.F @ m.v),), _margin),
    "pseudo_velocity": Entry("q qd", lambda m: (vector("v", m.D @ m.tree_model.v),)),
    "acceleration": Entry("q v tau", lambda m: (vector("vd", m.acceleration),), _motion_margin),
    "motion": Entry("q v tau", _motion, _motion_margin),
    "multiplier": Entry("q v vd tau", _multiplier, _margin),
    "torques": Entry("q v vd multiplier", lambda m: (vector("tau", m.torques),), lambda m: ca.fmin(m.margin, m.active.margin)),
    "wanted_effort": Entry("q v vd multiplier", lambda m: (vector("effort", m.wanted_effort),), _margin),
    # with multipliers
    "constrained": Entry("q qd tau stabilisation", _full_motion, lambda m: m.constrained.margin(m.constrained.forward)),
    "project": Entry("q qd", lambda m: (vector("state", m.constrained.projected_state),)),
    # states and statics
    "positions": Entry("q", _positions),
    "newton": Entry("q position", lambda m: (vector("q", m.newton),)),
    "gap_after": Entry("q step", _gap_after, any_length=True),
    "metric": Entry("q", lambda m: (matrix("metric", m.constrained.regular_inertia),)),
    "static": Entry("q tau", lambda m: (vector("effort", m.static_effort), matrix("A", m.A))),
    "stiffness": Entry("q force tau", lambda m: (matrix("stiffness", m.stiffness), matrix("inertia", m.tree_model.inertia))),
}
