r"""Our own dynamics with adaptive steps, and what happens on the way: stops at limits, singular loci, changes of mode.

SciPy's DOP853 on the compiled rate of the state; after every accepted step the state is put back on its manifold. It begins anew at
every command, since that jumps, and after every impact. A Type 2 singularity is passed as any other posture; a
configuration-space singularity ends the run, since the mechanics do not say how it goes on.

References: [Hairer1993] E. Hairer, S. P. Norsett, G. Wanner, *Solving Ordinary Differential Equations I*, sec. II.5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import casadi as ca
import numpy as np

from kinloop.compile.kernel import Kernel, compile_formula
from kinloop.compile.tape import Formula, vector
from kinloop.errors import EngineFailed, ShapeError, listing, unknown
from kinloop.model.robot import Robot
from kinloop.simulation.ambiguous import ambiguous_event
from kinloop.simulation.events import KINDS, LIMIT, RELEASE, REST, RunEnds
from kinloop.simulation.loci import LocusWatch
from kinloop.simulation.native import plant_parts
from kinloop.simulation.plant import PlantState
from kinloop.simulation.record import Event
from kinloop.simulation.step import Integration, Step
from kinloop.simulation.stops import AT_REST, HOP, Stops

Array = np.ndarray
# Impacts within one command: more are no motion but a fault.
MOST_IMPACTS = 100_000
# Newton's steps to the time of an impact; parts of a step at which a joint's way to its stop is looked at; halvings to a root.
CORRECTIONS, LOOKS, HALVINGS = 3, 16, 80
# Of the time: what is left of a period after an event at its very end.
TICK = 4 * np.finfo(float).eps
NONE = np.zeros(0, int)


@dataclass(frozen=True)
class Adaptive:
    """How an adaptive run is integrated, and what puts an end to it.

    Args:
        rtol, atol: errors of a step, relative and absolute [m, rad and their rates].
        limits: joints, active or passive, meet stops at their limits; else they pass them.
        restitution: of the stops, from 0 (the joint rests there until it is pulled away) to 1 (nothing is lost).
        stop_at: kinds of events that end the run: ``"limit"``, ``"type 1"``, ``"type 2"``, ``"assembly mode"``,
            ``"working mode"``.
    Raises: ShapeError, UnknownName: what these cannot be.
    """

    rtol: float = 1e-10
    atol: float = 1e-12
    limits: bool = True
    restitution: float = 0.0
    stop_at: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("rtol", "atol"):
            value = getattr(self, name)
            if not isinstance(value, float | int) or isinstance(value, bool) or not 0 < value < 1:
                raise ShapeError(f"Adaptive: {name} is {value!r:.80}, expected a number between 0 and 1")
        if self.rtol < 100 * np.finfo(float).eps:
            raise ShapeError(f"Adaptive: rtol is {self.rtol:g}, expected 2.3e-14 or more: numbers have no more digits")
        e = self.restitution
        if not isinstance(e, float | int) or isinstance(e, bool) or not 0 <= e <= 1:
            raise ShapeError(f"Adaptive: restitution is {e!r:.80}, expected a number from 0 to 1")
        if not isinstance(self.limits, bool):
            raise ShapeError(f"Adaptive: limits is {self.limits!r:.80}, expected True (joints meet stops) or False")
        if isinstance(self.stop_at, str):
            object.__setattr__(self, "stop_at", (self.stop_at,))
        if not isinstance(self.stop_at, (tuple, list, set, frozenset)):
            raise ShapeError(f"Adaptive: stop_at is {self.stop_at!r:.80}, expected some of {listing(KINDS)}")
        object.__setattr__(self, "stop_at", tuple(self.stop_at))
        for kind in self.stop_at:
            if not isinstance(kind, str) or kind not in KINDS:
                raise unknown("kind of event", kind, KINDS, "kl.Adaptive")


class AdaptivePlant:
    """A robot's own dynamics as a plant that chooses its steps and tells what happens: :attr:`events`, in the order of time.

    ``wrenches`` act on frames, as in ``robot.forward_dynamics``.
    """

    def __init__(self, robot: Robot, options: Adaptive | None = None, wrenches: Mapping[str, Any] | None = None) -> None:
        if any(values.ndim > 1 for values in robot._p):
            raise ShapeError(f"{robot.mechanism.name}: a plant is one machine, but its parameters are arrays; see kl.rollouts")
        self.robot, self.options = robot, options or Adaptive()
        self.events: list[Event] = []
        self._nq = len(robot.mechanism.coordinates)
        self._loads, self._wrenches = robot._loads(wrenches)
        rate, project = _kernels(robot, self._loads)
        constants = np.concatenate([np.zeros(0), *(np.ravel(p) for p in robot._p), *self._wrenches])
        self._constants = (constants,) if constants.size else ()
        self._rate, self._project = rate.ufunc, project.ufunc
        self._stops = Stops.of(robot)
        self._time, self._state, self._first_step = 0.0, np.zeros(0), None
        self._command: tuple[Array, ...] = ()
        self._rests = NONE  # on these stops
        self._watch: LocusWatch | None = None

    @property
    def time(self) -> float:
        """The sum of the durations, or where the run ended [s]."""
        return self._time

    def start(self, q: Array, qd: Array) -> None:
        """Begin at time zero. Raises ShapeError where a joint is beyond its limits."""
        self._state = np.concatenate([np.asarray(q, float), np.asarray(qd, float)])
        self.events, self._time, self._first_step, self._rests = [], 0.0, None, NONE
        if self.options.limits:
            beyond = np.flatnonzero(self._stops.gap(self._state[: self._nq]) < -self._stops.touches)
            if beyond.size:
                names = listing(self._stops.names[k] for k in beyond)
                raise ShapeError(
                    f"{self.robot.mechanism.name}: the run begins beyond {names}; expected a posture within the limits, "
                    "or limits=False"
                )
        self._watch = LocusWatch(self.robot, self._state[: self._nq], 0.0)

    def advance(self, tau: Array, duration: float) -> PlantState:
        """The state after the efforts were held, and the accelerations and loop forces just before they change.

        Raises: RunEnds: where the run cannot or shall not go on. SingularConfiguration: where masses and closures leave the
            accelerations open.
        """
        q, qd = np.split(self.move(tau, duration), [self._nq])
        wrenches = dict(zip(self._loads, self._wrenches, strict=True)) if self._loads else None
        after = self.robot.forward_dynamics(q, qd, tau, wrenches)
        if not len(self._rests):
            return PlantState(q, qd, after.qdd, after.loop_force)
        qdd, _, loops = self._stops.held(q, after.qdd, self._rests)
        return PlantState(q, qd, qdd, after.loop_force + loops)

    def move(self, command: Array, duration: float) -> Array:
        """The state after the command was held; NaN where the motion left the finite numbers. Raises RunEnds."""
        end = self._time + duration
        command = np.asarray(command, float)
        self._command = (command,) if command.size else ()
        if self.options.limits and len(self._stops.names):
            self._settle()
        for _ in range(MOST_IMPACTS):
            if end - self._time <= TICK * max(1.0, abs(end)):
                self._time = end
                return self._state
            if not self._run_to(end):
                self._state = np.full_like(self._state, np.nan)
                return self._state
        raise EngineFailed(
            f"{self.robot.mechanism.name}: {MOST_IMPACTS} impacts within one command, the last at t = {self._time:g} s; "
            "a smaller restitution comes to rest"
        )

    # ---------------------------------------------------------------- integration

    def _free(self, y: Array) -> Array:
        return self._rate(y, *self._command, *self._constants)

    def _integration(self) -> Integration:
        """With the present command and the present rests."""
        kernel, given, stops, rests, nq = self._rate, (*self._command, *self._constants), self._stops, self._rests, self._nq

        def free(t: float, y: Array) -> Array:
            return kernel(y, *given)

        def resting(t: float, y: Array) -> Array:
            rate = kernel(y, *given)
            rate[nq:] = stops.held(y[:nq], rate[nq:], rests)[0]
            return rate

        return Integration(resting if len(rests) else free, self._on_manifold, self.options.rtol, self.options.atol)

    def _on_manifold(self, y: Array) -> Array:
        """Loops closed, rates along them; on a stop that is rested on."""
        y = self._project(y, *self._constants)
        if not len(self._rests):
            return y
        stops, rests, nq = self._stops, self._rests, self._nq
        rates, _, A = stops.response(y[:nq], rests)
        back = np.linalg.lstsq(A, -np.stack([stops.gap(y[:nq])[rests], stops.speed(y[nq:])[rests]], axis=1), rcond=1e-9)[0]
        q = self.robot._kernel("retracted").ufunc(y[:nq], back[:, 0] @ rates, *self.robot._p)
        return self._project(np.concatenate([q, y[nq:] + back[:, 1] @ rates]), *self._constants)

    def _run_to(self, end: float) -> bool:
        """Integrate to the end, or to what changes the equations; False where the motion leaves the finite numbers."""
        integration = self._integration()
        solver = integration.solver(self._time, self._state, end, self._first_step)
        if not np.isfinite(solver.f.sum() + solver.h_abs):  # SciPy would look for a step without end
            return False
        while solver.status == "running":
            t0, y0, f0 = solver.t, solver.y, solver.f
            solver.step()
            if solver.status == "failed":
                return False
            y1 = self._on_manifold(solver.y)
            if not np.isfinite(y1.sum()):
                return False
            f1 = integration.rate(solver.t, y1)
            step = Step(integration, float(t0), y0, f0, float(solver.t), y1, f1)
            if self._cut(step, end):
                self._first_step = None
                return True
            self._time, self._state = solver.t, y1
            solver.y, solver.f = y1, f1
        self._first_step = solver.h_abs
        return True

    # ---------------------------------------------------------------- what happens in a step

    def _cut(self, step: Step, end: float) -> bool:
        """Tell what happened in a step; True where it ends early, and the state is the one from which to go on."""
        assert self._watch is not None
        travel = step.travel(self._nq)
        met, ambiguity = self._watch.look(step, travel)
        hit = self._first_hit(step, travel) if self.options.limits and len(self._stops.names) else None
        left = self._first_release(step) if len(self._rests) else None
        cut = min((time for time in (hit, left) if time is not None), default=np.inf)
        if ambiguity is not None and ambiguity.time <= min(cut, end):
            self._tell([event for event in met if event.time <= ambiguity.time])
            event = ambiguous_event(self.robot, ambiguity.time, ambiguity.q)
            self.events = [each for each in self.events if each.time <= event.time] + [event]
            self._end(event, np.concatenate([ambiguity.q, ambiguity.qd]))
        self._tell([event for event in met if event.time <= cut])
        if cut == np.inf:
            return False
        self._time, self._state = cut, step.exactly(cut)
        if hit is not None and hit == cut:
            self._settle()
        else:
            self._release()
        self._watch.cut(cut, self._state[: self._nq])
        return True

    def _tell(self, events: list[Event]) -> None:
        for event in events:
            self.events.append(event)
            if event.kind in self.options.stop_at:
                assert self._watch is not None
                self._end(event, self._project(self._watch.state(event.time), *self._constants))

    def _end(self, event: Event, y: Array) -> None:
        self._time, self._state = event.time, y
        q, qd = np.split(y, [self._nq])
        raise RunEnds(event, q, qd)

    # ---------------------------------------------------------------- stops

    def _first_hit(self, step: Step, travel: Array) -> float | None:
        """When a joint first meets its stop."""
        near = self._stops.within_reach(step.y1[: self._nq], travel)
        if near.size and len(self._rests):
            near = np.setdiff1d(near, self._rests)
        times = [time for k in near if (time := self._meets(step, int(k))) is not None]
        return min(times) if times else None

    def _meets(self, step: Step, k: int) -> float | None:
        """When a joint meets its stop ``k``, on which it does not rest."""
        stops, nq = self._stops, self._nq
        i, j, side, bound, touches = (a[k] for a in (stops.coordinate, stops.rate, stops.side, stops.bound, stops.touches))

        def gap(t: float) -> float:
            return float(side * (step.within(t)[i] - bound))

        def speed(t: float) -> float:
            return float(side * step.within(t)[nq + j])

        times = step.t0 + (step.t1 - step.t0) * (np.arange(LOOKS + 1) / LOOKS) ** 2
        gaps = np.array([float(side * (step.y0[i] - bound)), *(gap(t) for t in times[1:])])
        through = np.flatnonzero(gaps[1:] < -touches) + 1
        if not through.size:
            return None
        right = times[through[0]]
        outside = np.flatnonzero(gaps[: through[0]] > touches)
        if outside.size:
            left = times[outside[-1]]
        else:  # it left the stop within the first part: from the top of its hop
            left = _root(speed, step.t0, right)
            if gap(left) <= 0:
                return step.t0
        time = _root(gap, left, right)
        for _ in range(CORRECTIONS):  # the interpolant is of a lower order than the step
            y = step.exactly(time)
            rate = side * y[nq + j]
            if not rate < 0:
                break
            time = float(min(max(time - side * (y[i] - bound) / rate, left), step.t1))
        return float(time)

    def _settle(self) -> None:
        """Impacts of joints that touch their stops and press on, and on which stops joints rest from now on."""
        stops, nq = self._stops, self._nq
        q, qd = np.split(self._state, [nq])
        touching = np.flatnonzero(stops.gap(q) <= stops.touches)
        if not touching.size:
            self._rests = NONE
            return
        before = stops.speed(qd)
        hits = touching[before[touching] < -AT_REST]
        if hits.size:
            qd = self._after_impact(q, qd, touching)
            self._tell_hits(hits, before, stops.speed(qd))
        slow = self._low(q, qd, touching) | (np.abs(stops.speed(qd)[touching]) <= AT_REST)
        slow = touching[slow]
        rests = NONE
        if slow.size:
            qd = stops.stopped(q, qd, slow)
            self._state = np.concatenate([q, qd])
            rests = slow[stops.carried(q, self._free(self._state)[nq:], slow) > 0]
        self._state = np.concatenate([q, qd])
        for k in np.setdiff1d(rests, self._rests):
            self.events.append(Event(self._time, REST, f"the joint comes to rest on {stops.names[k]}, at t = {self._time:.9g} s"))
        for k in np.setdiff1d(self._rests, rests):
            self._leaves(int(k))
        self._rests = rests

    def _tell_hits(self, hits: Array, before: Array, after: Array) -> None:
        for k in hits:
            message = (
                f"the joint meets {self._stops.names[k]}, at t = {self._time:.9g} s with a rate of {-before[k]:.6g}, "
                f"and leaves with {after[k]:.6g}"
            )
            event = Event(self._time, LIMIT, message)
            self.events.append(event)
            if LIMIT in self.options.stop_at:
                self._end(event, self._state)

    def _after_impact(self, q: Array, qd: Array, touching: Array) -> Array:
        """Bounces that would not rise by :data:`HOP` are none: there are infinitely many of them before a joint rests."""
        restitution = np.full(len(touching), float(self.options.restitution))
        while True:
            after = self._stops.impact(q, qd, touching, restitution)
            low = self._low(q, after, touching) & (restitution > 0)
            if not low.any():
                return after
            restitution[low] = 0.0

    def _low(self, q: Array, qd: Array, touching: Array) -> Array:
        """Which joints come back to their stops before they have risen by :data:`HOP`."""
        speed = self._stops.speed(qd)[touching]
        pull = -self._stops.speed(self._free(np.concatenate([q, qd]))[self._nq :])[touching]
        return np.asarray((speed > 0) & (speed**2 < 2 * HOP * pull))

    def _first_release(self, step: Step) -> float | None:
        """When a stop would first have to pull."""

        def force(t: float) -> Array:
            y = step.exactly(t)
            return self._stops.held(y[: self._nq], self._free(y)[self._nq :], self._rests)[1]

        pulled = np.flatnonzero(force(step.t1) < 0)
        times = [_root(lambda t, k=k: float(force(t)[k]), step.t0, step.t1) for k in pulled]  # type: ignore[misc]
        return min(times) if times else None

    def _release(self) -> None:
        """The stop that would have to pull is left; what the others then carry is decided anew."""
        stops, nq = self._stops, self._nq
        q, qdd = self._state[:nq], self._free(self._state)[nq:]
        forces = stops.held(q, qdd, self._rests)[1]
        weakest = int(np.argmin(forces))
        self._leaves(int(self._rests[weakest]))
        kept = np.delete(self._rests, weakest)
        self._rests = kept[stops.carried(q, qdd, kept) > 0] if kept.size else NONE
        for k in np.setdiff1d(kept, self._rests):
            self._leaves(int(k))

    def _leaves(self, k: int) -> None:
        message = f"the joint leaves {self._stops.names[k]}, at t = {self._time:.9g} s"
        self.events.append(Event(self._time, RELEASE, message))


def _root(f: Any, left: float, right: float) -> float:
    """Of a function that is positive on the left and negative on the right, to rounding, by halving."""
    for _ in range(HALVINGS):
        middle = (left + right) / 2
        if not left < middle < right:
            break
        left, right = (middle, right) if f(middle) > 0 else (left, middle)
    return right


def _kernels(robot: Robot, loads: tuple[str, ...]) -> tuple[Kernel, Kernel]:
    """The state's rate with the efforts held, and the state back on its manifold."""
    derived = robot._derived

    def parts() -> tuple[Formula, Formula]:
        model = derived.variant(loads)
        constants = ca.vertcat(model.open.parameters, *model.open.wrenches)
        given = (vector("parameters", constants),) if constants.numel() else ()
        rate, project = plant_parts(derived, loads, False, vector("command", model.tau), given)
        return replace(rate, inputs=tuple(each for each in rate.inputs if each.expression.numel())), project

    key = {**derived.key, "loads": loads, "part": "adaptive"}
    name = robot.mechanism.name
    return (
        compile_formula(lambda: parts()[0], {**key, "of": "rate"}, f"{name}.state_rate"),
        compile_formula(lambda: parts()[1], {**key, "of": "project"}, f"{name}.projected_state"),
    )
