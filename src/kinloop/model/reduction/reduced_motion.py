"""Motions of a constrained machine, integrated in three forms: reduced, in reduced positions, and with multipliers.

The exam's procedure ([DeLuca2016], steps 1 to 3) is the first, its step 2' the second.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ConstraintError, ShapeError, SingularConfiguration, UnsupportedOperation, unknown
from kinloop.model.array_arguments import numbers, read_only
from kinloop.model.reduction.consistent_states import configuration_at
from kinloop.model.reduction.reduced_results import ReducedRun

if TYPE_CHECKING:
    from kinloop.model.reduction.reduced import Reduced

Array = np.ndarray
Efforts = ArrayLike | Callable[[float, Array, Array], ArrayLike] | None
FORMS, INTEGRATORS = ("reduced", "positions", "multipliers"), ("RK4", "DOP853")
# An initial configuration may be off the constraint by this [rad, or parts of the machine's size, along the rates].
OFF = 3e-4


def simulate(
    reduced: Reduced,
    duration: float,
    step: float,
    q: ArrayLike | None,
    v: ArrayLike | None,
    tau: Efforts,
    form: str,
    stabilisation: str | float | None,
    integrator: str,
    tolerance: float,
) -> ReducedRun:
    """See :meth:`Reduced.simulate`."""
    if form not in FORMS:
        raise unknown("form", form, FORMS, "a simulation")
    if integrator not in INTEGRATORS:
        raise unknown("integrator", integrator, INTEGRATORS, "a simulation")
    t = _times(duration, step)
    system = SYSTEMS[form](reduced, _effort(reduced, tau), _stabilisation(form, stabilisation))
    q, v = _initial(reduced, q, v)
    if integrator == "RK4":
        states = _runge_kutta(system, t, system.first(q, v))
    else:
        states = _adaptive(system, t, system.first(q, v), tolerance)
    return _record(reduced, system, t, states)


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

    def settled(self, state: Array) -> Array:
        """After a step: unit quaternions, and where that is wanted, back on the constraint."""
        q, v = state[..., : self.nq], state[..., self.nq :]
        still = np.zeros(len(self.reduced.robot.mechanism.rates))
        if self.stabilisation == "projection":
            q = self.reduced.evaluate("project", q, still)[..., : self.nq]
        else:
            q = self.reduced.evaluate("gap_after", q, still)[0]
        return np.concatenate([q, v], axis=-1)

    def told(self, t: float, state: Array) -> tuple[Array, Array, Array, Array]:
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

    def settled(self, state: Array) -> Array:
        return state

    def told(self, t: float, state: Array) -> tuple[Array, Array, Array, Array]:
        q, v = self._configuration(state)
        return super().told(t, np.concatenate([q, v], axis=-1))

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
        qdd, _, q_rate = self._constrained(t, q, qd)
        return np.concatenate([q_rate, qdd], axis=-1)

    def settled(self, state: Array) -> Array:
        q, qd = state[..., : self.nq], state[..., self.nq :]
        if self.stabilisation == "projection":
            return self.reduced.evaluate("project", q, qd)
        return np.concatenate([self.reduced.evaluate("gap_after", q, np.zeros(qd.shape[-1]))[0], qd], axis=-1)

    def told(self, t: float, state: Array) -> tuple[Array, Array, Array, Array]:
        q, qd = state[..., : self.nq], state[..., self.nq :]
        return q, qd, self.reduced.evaluate("pseudo_velocity", q, qd), self._constrained(t, q, qd)[1]

    def _constrained(self, t: float, q: Array, qd: Array) -> Any:
        rate = self.stabilisation if isinstance(self.stabilisation, float) else 0.0
        return self.reduced.evaluate("constrained", q, qd, *self.effort(t, q, lambda: qd), np.float64(rate))


SYSTEMS: dict[str, type[_Reduced]] = {"reduced": _Reduced, "positions": _Positions, "multipliers": _Multipliers}


# ---------------------------------------------------------------- the two integrators


def _runge_kutta(system: _Reduced, t: Array, state: Array) -> Array:
    states = np.empty((len(t), *state.shape))
    states[0] = state
    for k, (now, h) in enumerate(zip(t[:-1].tolist(), np.diff(t).tolist(), strict=True)):
        k1 = system.rate(now, state)
        k2 = system.rate(now + h / 2, state + h / 2 * k1)
        k3 = system.rate(now + h / 2, state + h / 2 * k2)
        k4 = system.rate(now + h, state + h * k3)
        state = system.settled(state + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4))
        if state.ndim == 1 and not np.all(np.isfinite(state)):
            raise _stopped(system, now + h, states[k])
        states[k + 1] = state
    return states


def _adaptive(system: _Reduced, t: Array, state: Array, tolerance: float) -> Array:
    from scipy.integrate import solve_ivp  # half a second, and seldom used

    if state.ndim > 1:
        raise ShapeError(f"DOP853 integrates one motion, given a batch of shape {state.shape[:-1]}; RK4 takes batches")
    result = solve_ivp(system.rate, (t[0], t[-1]), state, method="DOP853", t_eval=t, rtol=tolerance, atol=tolerance)
    if not result.success:
        reached = result.y[:, -1] if result.y.size else state
        raise _stopped(system, float(result.t[-1]) if len(result.t) else float(t[0]), reached)
    return result.y.T


def _stopped(system: _Reduced, t: float, state: Array) -> SingularConfiguration:
    name = system.reduced.robot.mechanism.name
    return SingularConfiguration(
        f"{name}: the motion ends before t = {t:.6g} s, after the state {np.array2string(state, precision=6)}: "
        "from there the reduced model has no finite answer (see .complement(q)), or the motion diverges"
    )


# ---------------------------------------------------------------- what goes in and what comes out


def _record(reduced: Reduced, system: _Reduced, t: Array, states: Array) -> ReducedRun:
    told = [system.told(now, state) for now, state in zip(t.tolist(), states, strict=True)]
    q, qd, v, force = (np.stack(np.broadcast_arrays(*column), axis=-2) for column in zip(*told, strict=True))
    energies, gaps = [], []
    for k in range(len(t)):  # sample by sample, so that arrays of parameters meet the batch and not the time
        kinetic, potential = reduced.robot.models.kernel("energy")(
            q[..., k, :], qd[..., k, :], *reduced.robot.models.parameter_inputs
        )
        energies.append(kinetic + potential)
        gaps.append(np.max(np.abs(reduced.evaluate("rows", q[..., k, :])[0]), axis=-1))
    m = reduced.n_rows
    return ReducedRun(t, q, qd, v, force[..., :m], force[..., m:], np.stack(energies, axis=-1), np.stack(gaps, axis=-1))


def _initial(reduced: Reduced, q: ArrayLike | None, v: ArrayLike | None) -> tuple[Array, Array]:
    """A state on the constraint, with all batch axes."""
    configuration = reduced.start if q is None else numbers(q, "simulate: q")
    pseudo = np.zeros(reduced.dof) if v is None else numbers(v, "simulate: v")
    gap = np.max(reduced.gaps(configuration), initial=0.0)
    if not gap < OFF:
        raise ConstraintError(
            f"{reduced.robot.mechanism.name}: the initial configuration is off the constraint by {gap:.3g} (rad, or parts of "
            "the machine's size, along the rates); expected one on it, such as .consistent(q) gives"
        )
    reduced.evaluate("velocity", configuration, pseudo)  # for its words on shapes
    batch = np.broadcast_shapes(
        configuration.shape[:-1], pseudo.shape[:-1], *(p.shape[:-1] for p in reduced.robot.models.parameter_inputs)
    )
    return np.broadcast_to(configuration, batch + configuration.shape[-1:]), np.broadcast_to(pseudo, batch + pseudo.shape[-1:])


def _effort(reduced: Reduced, tau: Efforts) -> Callable[[float, Array, Callable[[], Array]], tuple[ArrayLike, ...]]:
    if callable(tau):
        law = tau
        return lambda t, q, qd: reduced.effort_inputs(law(t, read_only(q), read_only(qd())))
    constant = reduced.effort_inputs(None if tau is None else numbers(tau, "simulate: tau"))
    return lambda t, q, qd: constant


def _stabilisation(form: str, given: str | float | None) -> str | float | None:
    if given is None or given == "projection":
        return given
    if isinstance(given, str) or form != "multipliers" or not float(given) > 0:
        raise UnsupportedOperation(
            f"stabilisation is {given!r} for the form {form!r}; "
            "expected 'projection', None, or, with multipliers, a positive rate in 1/s"
        )
    return float(given)


def _times(duration: float, step: float) -> Array:
    if not all(isinstance(time, float | int | np.number) for time in (duration, step)) or not 0 < step <= duration < np.inf:
        raise ShapeError(
            f"a duration of {duration!s:.80} s in steps of {step!s:.80} s; expected 0 < step <= duration, both finite"
        )
    count = round(duration / step)
    if abs(count * step - duration) > 1e-9 * duration:
        raise ShapeError(f"a duration of {duration} s is not a whole number of steps of {step} s")
    return np.linspace(0.0, duration, count + 1)
