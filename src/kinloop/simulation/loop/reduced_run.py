"""Runs of a robot under a constraint, integrated in three forms: reduced, in reduced positions, and with multipliers.

The procedure of [RoboticsExam2016], steps 1 to 3, is the first, its step 2' the second.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ConstraintError, NotFinite, ShapeError, SingularConfiguration, UnsupportedOperation, unknown_name
from kinloop.model.array_arguments import numbers, read_only
from kinloop.model.reduction.consistent_states import configuration_at
from kinloop.model.reduction.reduced import Reduced
from kinloop.simulation.loop.start.arguments import count_periods
from kinloop.simulation.options.run_options import whole

Array = np.ndarray
Efforts = ArrayLike | Callable[[float, Array, Array], ArrayLike] | None
FORMS = ("reduced", "positions", "multipliers")
# An initial configuration may be off the constraint by this [rad, or parts of the machine's size, along the rates].
OFF = 3e-4


@dataclass(frozen=True, slots=True)
class ReducedRun:
    """A simulated motion; ``t`` has shape (k,), the rest batch axes, then time: ``q`` (..., k, nq), ``energy`` (..., k).

    ``residual`` is the largest gap of the constraint and the loops, in their own units; ``energy`` is kinetic and potential
    [J].
    """

    t: Array
    q: Array
    qd: Array
    v: Array
    multiplier: Array
    loop_force: Array
    energy: Array
    residual: Array


@dataclass(frozen=True)
class Constrained:
    """How the motion of a robot under a constraint (:func:`kinloop.reduce`) is integrated.

    Args:
        form: ``"reduced"`` integrates ``(q, v)``; ``"positions"`` the reduced positions and ``v``, the configuration being solved
            for; ``"multipliers"`` the full equation in ``(q, qd)``.
        stabilisation: ``"projection"`` onto the constraint after each step of RK4; with multipliers also a number, the rate [1/s]
            with which a gap decays (Baumgarte); None lets the gap drift.
        substeps: steps of RK4 in a period.
        tolerance: errors of SciPy's DOP853, which then takes the place of RK4, for one motion and without projection.
    Raises: UnknownName, ShapeError, UnsupportedOperation: options that do not fit.
    """

    form: str = "reduced"
    stabilisation: str | float | None = "projection"
    substeps: int = 1
    tolerance: float | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.form, str) or self.form not in FORMS:
            raise unknown_name("form", self.form, FORMS, "kl.Constrained")
        given = self.stabilisation
        is_rate = isinstance(given, float | int) and not isinstance(given, bool) and 0 < given < np.inf
        is_known = given is None or (isinstance(given, str) and given == "projection")
        if not is_known and not (is_rate and self.form == "multipliers"):
            raise UnsupportedOperation(
                f"Constrained: stabilisation is {given!r:.80} for the form {self.form!r}; "
                "expected 'projection', None, or, with multipliers, a positive rate in 1/s"
            )
        object.__setattr__(self, "substeps", whole("Constrained: substeps", self.substeps))
        tolerance = self.tolerance
        if tolerance is not None and self.substeps != 1:
            raise UnsupportedOperation("Constrained: substeps are of fixed steps; with a tolerance the steps are chosen")
        if tolerance is not None and not (isinstance(tolerance, float | np.floating) and 0 < tolerance < 1):
            raise ShapeError(f"Constrained: tolerance is {tolerance!r:.80}, expected None or a number between 0 and 1")


def run_reduced(
    reduced: Reduced,
    tau: Efforts,
    duration: float,
    period: float,
    options: Constrained,
    q: ArrayLike | None,
    qd: ArrayLike | None,
    report: Callable[[float], None],
) -> ReducedRun:
    """A motion from a consistent state (default: at rest at the start), recorded every period.

    Args:
        tau: active efforts, constant or a function of ``(t, q, qd)``; none unless given.
        q, qd: the state of all joints at the start, on the constraint; leading axes are a batch.
        report: called with the share that is done.
    Raises: ConstraintError: the start is off the constraint. SingularConfiguration: the motion ends before the duration.
    """
    t = period * np.arange(count_periods(duration, period) + 1)
    system = SYSTEMS[options.form](reduced, _effort_function(reduced, tau), options.stabilisation)
    state = system.first(*_initial(reduced, q, qd))
    if options.tolerance is None:
        states = _runge_kutta(system, t, period, options.substeps, state, report)
    else:
        states = _adaptive(system, t, state, options.tolerance)
    return _build_run(reduced, system, t, states)


# ---------------------------------------------------------------- the three forms


@dataclass
class _Reduced:
    """The state ``(q, v)``: ``q' = F v``, and the reduced equation. The rates are on the constraint whatever ``q`` is."""

    reduced: Reduced
    effort: Callable[[float, Array, Callable[[], Array]], tuple[ArrayLike, ...]]
    stabilisation: str | float | None

    def __post_init__(self) -> None:
        self.nq = len(self.reduced.robot.mechanism.coordinates)

    def first(self, q: Array, v: Array) -> Array:
        return np.concatenate([q, v], axis=-1)

    def rate(self, t: float, state: Array) -> Array:
        q, v = state[..., : self.nq], state[..., self.nq :]
        vd, _, _, q_rate = self._motion(t, q, v)
        return np.concatenate([q_rate, vd], axis=-1)

    def settle(self, state: Array) -> Array:
        """After a step: unit quaternions, and where that is wanted, back on the constraint."""
        q, v = state[..., : self.nq], state[..., self.nq :]
        still = np.zeros(len(self.reduced.robot.mechanism.rates))
        if self.stabilisation == "projection":
            q = self.reduced.evaluate("project", q, still)[..., : self.nq]
        else:
            q = self.reduced.evaluate("gap_after", q, still)[0]
        return np.concatenate([q, v], axis=-1)

    def outputs(self, t: float, state: Array) -> tuple[Array, Array, Array, Array]:
        """Positions, rates, pseudo-velocities and all multipliers."""
        q, v = state[..., : self.nq], state[..., self.nq :]
        return q, self.reduced.evaluate("velocity", q, v), v, self._motion(t, q, v)[2]

    def _motion(self, t: float, q: Array, v: Array) -> Any:
        return self.reduced.evaluate("motion", q, v, *self.effort(t, q, lambda: self.reduced.evaluate("velocity", q, v)))


class _Positions(_Reduced):
    """The state ``(r, v)``: ``r' = v``, and the configuration at ``r`` is solved for from the last one. No gap can open."""

    near: Array

    def first(self, q: Array, v: Array) -> Array:
        self.reduced.require_positions()
        self.near = q
        return np.concatenate(np.broadcast_arrays(self.reduced.evaluate("positions", q), v), axis=-1)

    def rate(self, t: float, state: Array) -> Array:
        q, v = self._configuration(state)
        return np.concatenate([v, self._motion(t, q, v)[0]], axis=-1)

    def settle(self, state: Array) -> Array:
        return state

    def outputs(self, t: float, state: Array) -> tuple[Array, Array, Array, Array]:
        q, v = self._configuration(state)
        return super().outputs(t, np.concatenate([q, v], axis=-1))

    def _configuration(self, state: Array) -> tuple[Array, Array]:
        n = self.reduced.dof
        q = configuration_at(self.reduced, state[..., :n], self.near, 20)
        self.near = np.where(np.isfinite(q), q, self.near)
        return q, state[..., n:]


class _Multipliers(_Reduced):
    """The state ``(q, qd)``: all accelerations from the full equation, with the multipliers as unknowns."""

    def first(self, q: Array, v: Array) -> Array:
        qd = self.reduced.evaluate("velocity", q, v)
        return np.concatenate([q, qd], axis=-1)

    def rate(self, t: float, state: Array) -> Array:
        q, qd = state[..., : self.nq], state[..., self.nq :]
        qdd, _, q_rate = self._constrained_motion(t, q, qd)
        return np.concatenate([q_rate, qdd], axis=-1)

    def settle(self, state: Array) -> Array:
        q, qd = state[..., : self.nq], state[..., self.nq :]
        if self.stabilisation == "projection":
            return self.reduced.evaluate("project", q, qd)
        return np.concatenate([self.reduced.evaluate("gap_after", q, np.zeros(qd.shape[-1]))[0], qd], axis=-1)

    def outputs(self, t: float, state: Array) -> tuple[Array, Array, Array, Array]:
        q, qd = state[..., : self.nq], state[..., self.nq :]
        return q, qd, self.reduced.evaluate("pseudo_velocity", q, qd), self._constrained_motion(t, q, qd)[1]

    def _constrained_motion(self, t: float, q: Array, qd: Array) -> Any:
        rate = self.stabilisation if isinstance(self.stabilisation, float) else 0.0
        return self.reduced.evaluate("constrained", q, qd, *self.effort(t, q, lambda: qd), np.float64(rate))


SYSTEMS: dict[str, type[_Reduced]] = {"reduced": _Reduced, "positions": _Positions, "multipliers": _Multipliers}


# ---------------------------------------------------------------- the two integrators


def _runge_kutta(
    system: _Reduced, t: Array, period: float, substeps: int, state: Array, report: Callable[[float], None]
) -> Array:
    states, h = np.empty((len(t), *state.shape)), period / substeps
    states[0] = state
    for k, begin in enumerate(t[:-1].tolist()):
        for now in (begin + h * np.arange(substeps)).tolist():
            k1 = system.rate(now, state)
            k2 = system.rate(now + h / 2, state + h / 2 * k1)
            k3 = system.rate(now + h / 2, state + h / 2 * k2)
            k4 = system.rate(now + h, state + h * k3)
            state = system.settle(state + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4))
        if state.ndim == 1 and not np.all(np.isfinite(state)):
            raise _no_motion(system, float(t[k + 1]), states[k])
        states[k + 1] = state
        report((k + 1) / len(t))
    return states


def _adaptive(system: _Reduced, t: Array, state: Array, tolerance: float) -> Array:
    from scipy.integrate import solve_ivp  # half a second, and seldom used

    if state.ndim > 1:
        raise ShapeError(
            f"with a tolerance there is one motion, given a batch of shape {state.shape[:-1]}; fixed steps take batches"
        )
    result = solve_ivp(system.rate, (t[0], t[-1]), state, method="DOP853", t_eval=t, rtol=tolerance, atol=tolerance)
    if not result.success:
        reached = result.y[:, -1] if result.y.size else state
        raise _no_motion(system, float(result.t[-1]) if len(result.t) else float(t[0]), reached)
    return result.y.T


def _no_motion(system: _Reduced, t: float, state: Array) -> SingularConfiguration:
    name = system.reduced.robot.mechanism.name
    return SingularConfiguration(
        f"{name}: the motion ends before t = {t:.6g} s, after the state {np.array2string(state, precision=6)}: "
        "from there the reduced model has no finite answer (see .complement(q)), or the motion diverges"
    )


# ---------------------------------------------------------------- start, efforts and results


def _build_run(reduced: Reduced, system: _Reduced, t: Array, states: Array) -> ReducedRun:
    outputs = [system.outputs(now, state) for now, state in zip(t.tolist(), states, strict=True)]
    q, qd, v, force = (np.stack(np.broadcast_arrays(*column), axis=-2) for column in zip(*outputs, strict=True))
    energies, gaps = [], []
    for k in range(len(t)):  # sample by sample, so that arrays of parameters meet the batch and not the time
        kinetic, potential = reduced.robot.models.kernel("energy")(
            q[..., k, :], qd[..., k, :], *reduced.robot.models.parameter_inputs
        )
        energies.append(kinetic + potential)
        gaps.append(np.max(np.abs(reduced.evaluate("rows", q[..., k, :])[0]), axis=-1))
    m = reduced.n_rows
    return ReducedRun(t, q, qd, v, force[..., :m], force[..., m:], np.stack(energies, axis=-1), np.stack(gaps, axis=-1))


def _initial(reduced: Reduced, q: ArrayLike | None, qd: ArrayLike | None) -> tuple[Array, Array]:
    """Positions and pseudo-velocities on the constraint, with all batch axes."""
    name, inputs = reduced.robot.mechanism.name, reduced.robot.models.parameter_inputs
    configuration = reduced.start if q is None else numbers(q, "simulate: q")
    rates = np.zeros(len(reduced.robot.mechanism.rates)) if qd is None else numbers(qd, "simulate: qd")
    for what, values in (("q", configuration), ("qd", rates)):
        if not np.all(np.isfinite(values)):
            raise NotFinite(f"simulate: {what} is {values}, expected finite numbers")
    pseudo = reduced.evaluate("pseudo_velocity", configuration, rates)
    off = reduced.evaluate("velocity", configuration, pseudo) - rates
    off_units = np.abs(off) / reduced.robot.models.geometry.rate_units
    for what, gap in (("configuration is", reduced.gaps(configuration)), ("rates are", off_units)):
        if not (largest := np.max(gap, initial=0.0)) < OFF:
            raise ConstraintError(
                f"{name}: the initial {what} off the constraint by {largest:.3g} (rad, or parts of the machine's size, along the "
                "rates); expected a state on it, such as .consistent(q, qd) gives"
            )
    batch = np.broadcast_shapes(configuration.shape[:-1], pseudo.shape[:-1], *(p.shape[:-1] for p in inputs))
    return np.broadcast_to(configuration, batch + configuration.shape[-1:]), np.broadcast_to(pseudo, batch + pseudo.shape[-1:])


def _effort_function(reduced: Reduced, tau: Efforts) -> Callable[[float, Array, Callable[[], Array]], tuple[ArrayLike, ...]]:
    if callable(tau):
        function = tau
        return lambda t, q, qd: reduced.effort_inputs(function(t, read_only(q), read_only(qd())))
    constant = reduced.effort_inputs(None if tau is None else numbers(tau, "simulate: the efforts"))
    if not all(np.all(np.isfinite(effort)) for effort in constant):
        raise NotFinite(f"simulate: the efforts are {tau!r:.80}, expected finite numbers")
    return lambda t, q, qd: constant
