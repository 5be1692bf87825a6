r"""The native dynamics with adaptive steps, and the events on the way: stops at limits, singular loci, changes of mode.

SciPy's DOP853 on the compiled rate of the state; after every accepted step the state is put back on its manifold. It begins
anew at every command, since that jumps, and after every impact. A Type 2 singularity is passed as any other configuration, a
configuration-space singularity along the branch of the present velocity; where no branch, or several, have that, the run ends.

References: [Hairer1993] E. Hairer, S. P. Norsett, G. Wanner, *Solving Ordinary Differential Equations I*, sec. II.5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import casadi as ca
import numpy as np

from kinloop.compile.llvm.kernel import Kernel, compile_formula
from kinloop.compile.tape.tape import Formula, vector
from kinloop.errors import ShapeError, listing, unknown_name
from kinloop.model.robot import Robot
from kinloop.model.singularity.branches import Outcome
from kinloop.simulation.plants.branch_motion import BranchMotion, OffBranch
from kinloop.simulation.plants.contacts import NONE, Contacts
from kinloop.simulation.plants.impacts import Stops
from kinloop.simulation.plants.passage import STOP, Passages, Undetermined, passed_event, undetermined_event
from kinloop.simulation.plants.plant import PlantState
from kinloop.simulation.plants.plant_formulas import plant_parts
from kinloop.simulation.plants.singularity_events import LocusWatch
from kinloop.simulation.plants.step import BranchStep, Integration, Step
from kinloop.simulation.record.events import (
    CONFIGURATION_SPACE,
    KINDS,
    LIMIT,
    MORE_EVENTS,
    MORE_STEPS,
    TOO_MANY_EVENTS,
    TOO_MANY_STEPS,
    RunEnds,
)
from kinloop.simulation.record.record import Event

Array = np.ndarray
# The rest of a period after an event at its very end, as a share of the time.
TICK = 4 * np.finfo(float).eps
# Steps, in parts of the time within which the closures do not lose rank: no step goes over a singular configuration unseen.
OF_CLEARANCE = 0.5
# The share of a step, whose motion grew too fast for it, to try next.
SHORTER = 0.25


@dataclass(frozen=True)
class Adaptive:
    """How an adaptive run is integrated, and which events end it.

    Args:
        rtol, atol: errors of a step, relative and absolute [rad, parts of the machine's size, and their rates].
        limits: joints, active or passive, meet stops at their limits; else they pass them.
        restitution: of the stops, from 0 (the joint rests there until it is pulled away) to 1 (nothing is lost).
        stop_at: kinds of events that end the run: ``"limit"``, ``"type 1"``, ``"type 2"``, ``"assembly mode"``,
            ``"working mode"``, ``"configuration-space singularity"``.
        events_per_period, steps_per_period: how many there may be under one command; with more the run ends, and says so.
            Impacts may follow each other ever faster (Zeno), and a command that is far too large crosses loci by the thousand.
    Raises: ShapeError, UnknownName: what these cannot be.
    """

    rtol: float = 1e-10
    atol: float = 1e-12
    limits: bool = True
    restitution: float = 0.0
    stop_at: tuple[str, ...] = ()
    events_per_period: int = 200
    steps_per_period: int = 20_000

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
        for name in ("events_per_period", "steps_per_period"):
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise ShapeError(f"Adaptive: {name} is {value!r:.80}, expected a whole number from 1")
        if isinstance(self.stop_at, str):
            object.__setattr__(self, "stop_at", (self.stop_at,))
        if not isinstance(self.stop_at, (tuple, list, set, frozenset)):
            raise ShapeError(f"Adaptive: stop_at is {self.stop_at!r:.80}, expected some of {listing(KINDS)}")
        object.__setattr__(self, "stop_at", tuple(self.stop_at))
        for kind in self.stop_at:
            if not isinstance(kind, str) or kind not in KINDS:
                raise unknown_name("kind of event", kind, KINDS, "kl.Adaptive")


@dataclass
class _Period:
    """The present command: when it began, how many events there were before it, and the steps since."""

    start: float
    events: int
    steps: int = 0


class AdaptivePlant:
    """A robot's own dynamics as a plant that chooses its steps and reports :attr:`events`, in the order of time.

    ``wrenches`` act on frames, as in ``robot.forward_dynamics``. ``has_loci``: whether it looks for singular loci and changes of
    mode.
    """

    def __init__(
        self, robot: Robot, options: Adaptive | None = None, wrenches: Mapping[str, Any] | None = None, has_loci: bool = True
    ) -> None:
        if any(values.ndim > 1 for values in robot.models.parameter_inputs):
            raise ShapeError(f"{robot.mechanism.name}: a plant is one machine, but its parameters are arrays; see kl.rollouts")
        self.robot, self.options = robot, options or Adaptive()
        self.events: list[Event] = []
        self._nq = len(robot.mechanism.coordinates)
        self._loads, given = robot.models.wrench_inputs(wrenches)
        self._wrenches = [array.copy() for array in given]
        rate, project = _kernels(robot, self._loads)
        constants = np.concatenate([np.zeros(0), *(np.ravel(p) for p in robot.models.parameter_inputs), *self._wrenches])
        self._constants = (constants,) if constants.size else ()
        self._rate, self._project = rate.ufunc, project.ufunc
        self._atol = self.options.atol * np.concatenate([robot.models.geometry.units, robot.models.geometry.rate_units])
        self._stops = Stops.of(robot)
        self._has_stops = self.options.limits and bool(self._stops.names)
        self._contacts = Contacts(self._stops, self._nq, float(self.options.restitution), self._free)
        self._time, self._state = 0.0, np.zeros(0)
        self._first_step: float | None = None
        self._command: tuple[Array, ...] = ()
        self._has_loci = has_loci
        self._watch: LocusWatch | None = None
        self._period = _Period(0.0, 0)
        self._passages = Passages(robot, dict(zip(self._loads, self._wrenches, strict=True)))
        self._passage: BranchMotion | None = None

    def set_wrenches(self, wrenches: Mapping[str, Any]) -> None:
        """Change the wrenches, on the frames that the plant was made with, from now on."""
        self._wrenches = [np.array(wrenches[frame], float) for frame in self._loads]
        constants = [np.zeros(0), *(np.ravel(p) for p in self.robot.models.parameter_inputs), *self._wrenches]
        self._constants = (np.concatenate(constants),) if self._constants else ()
        self._passages.set_wrenches(dict(zip(self._loads, self._wrenches, strict=True)))
        self._first_step = None  # accelerations jump

    @property
    def time(self) -> float:
        """The sum of the durations, or where the run ended [s]."""
        return self._time

    @property
    def state(self) -> Array:
        """All positions and rates."""
        return self._state

    def start(self, q: Array, qd: Array, time: float = 0.0) -> None:
        """Begin at a time [s]. Raises ShapeError where a joint is beyond its limits."""
        self._state = np.concatenate([np.asarray(q, float), np.asarray(qd, float)])
        self.events, self._time, self._first_step, self._contacts.rests = [], time, None, NONE
        if self._has_stops:
            beyond = np.flatnonzero(self._stops.gap(self._state[: self._nq]) < -self._stops.touches)
            if beyond.size:
                names = listing(self._stops.names[k] for k in beyond)
                raise ShapeError(
                    f"{self.robot.mechanism.name}: the run begins beyond {names}; expected a configuration within the limits, "
                    "or limits=False"
                )
        self._passage = None
        self._passages.leave_zone()
        self._watch = LocusWatch(self.robot, self._state[: self._nq], time) if self._has_loci else None

    def advance(self, tau: Array, duration: float) -> PlantState:
        """The state after the efforts were held, and the accelerations and loop forces just before they change.

        Raises: RunEnds: where the run cannot or shall not go on. SingularConfiguration: where masses and closures leave the
            accelerations open.
        """
        q, qd = np.split(self.move(tau, duration).copy(), [self._nq])
        if self._passage is not None:  # at the singular configuration loop forces are undetermined
            qdd = self._passage.rate(self._state, np.asarray(tau, float))[self._nq :]
            return PlantState(q, qd, qdd, np.full(len(self.robot.models.formulas.model.rows), np.nan))
        wrenches = dict(zip(self._loads, self._wrenches, strict=True)) if self._loads else None
        after = self.robot.forward_dynamics(q, qd, tau, wrenches)
        if not len(self._contacts.rests):
            return PlantState(q, qd, after.qdd, after.loop_force)
        qdd, _, loops = self._contacts.holding(q, after.qdd)
        return PlantState(q, qd, qdd, after.loop_force + loops)

    def move(self, command: Array, duration: float) -> Array:
        """The state after the command was held; NaN where the motion left the finite numbers. Raises RunEnds."""
        end = self._time + duration
        self._period = _Period(self._time, len(self.events))
        command = np.asarray(command, float)
        self._command = (command,) if command.size else ()
        if self._has_stops:
            self._state = self._contacts.settle(self._time, self._state, self._report)
        while end - self._time > TICK * max(1.0, abs(end)):
            if not self._run_to(end):
                self._state = np.full_like(self._state, np.nan)
                return self._state
        self._time = end
        return self._state

    # ---------------------------------------------------------------- integration

    def _free(self, y: Array) -> Array:
        """The rate of the state as if there were no stops."""
        return self._rate(y, *self._command, *self._constants)

    def _integration(self) -> Integration:
        """The integration with the present command and the present rests."""
        kernel, given, contacts, nq = self._rate, (*self._command, *self._constants), self._contacts, self._nq

        def free(t: float, y: Array) -> Array:
            return kernel(y, *given)

        def resting(t: float, y: Array) -> Array:
            rate = kernel(y, *given)
            rate[nq:] = contacts.holding(y[:nq], rate[nq:])[0]
            return rate

        return Integration(resting if len(contacts.rests) else free, self._on_manifold, self.options.rtol, self._atol)

    def _on_manifold(self, y: Array) -> Array:
        """The state with loops closed and rates along them, on the stops in contact."""
        y = self._project(y, *self._constants)
        if not len(self._contacts.rests):
            return y
        step, jump = self._contacts.corrections(y)
        q = self.robot.models.kernel("retract").ufunc(y[: self._nq], step, *self.robot.models.parameter_inputs)
        return self._project(np.concatenate([q, y[self._nq :] + jump]), *self._constants)

    def _run_to(self, end: float) -> bool:
        """Integrate to the end, or to what changes the equations; False where the motion leaves the finite numbers."""
        self._look_ahead()
        if self._passage is not None:
            return self._follow_branch(self._passage, end)
        integration = self._integration()
        solver = integration.solver(self._time, self._state, end, self._first_step)
        if not np.isfinite(solver.f.sum() + solver.h_abs):  # SciPy would look for a step without end
            return False
        while solver.status == "running":
            self._count_step()
            t0, y0, f0 = solver.t, solver.y, solver.f
            solver.max_step = OF_CLEARANCE * self._passages.clearance(y0, solver.h_abs / OF_CLEARANCE)
            solver.step()
            y1 = self._on_manifold(solver.y)
            if solver.status == "failed" or not np.isfinite(y1.sum()):
                return False
            if not self._passages.is_clear(y0, y1, solver.t - t0):  # it went faster than at its start
                self._first_step = SHORTER * (solver.t - t0)
                return True
            f1 = integration.rate(solver.t, y1)
            step = Step(integration, float(t0), y0, f0, float(solver.t), y1, f1)
            if self._cut(step, end):
                self._first_step = None
                return True
            self._time, self._state = step.t1, y1
            solver.y, solver.f = y1, f1
            self._look_ahead()
            if self._passage is not None:
                self._first_step = None
                return True
        self._first_step = solver.h_abs
        return True

    # ---------------------------------------------------------------- configuration-space singularities

    def _look_ahead(self) -> None:
        """Enter the zone of a singular configuration, or end where the motion is not determined at one."""
        if self._passage is not None:
            return
        met = self._passages.ahead(self._state)
        if met is None:
            return
        if isinstance(met, Undetermined):
            return self._end_undetermined(met.outcome, met.q)
        if len(self._contacts.rests):
            return self._end_undetermined(STOP, met.singular.q)
        self._passage = met
        is_reported = any(event.kind == CONFIGURATION_SPACE and event.time == self._time for event in self.events[-1:])
        if met.is_at(self._state[: self._nq]) and not is_reported:  # the run begins there
            self._report(passed_event(self.robot, self._time, *np.split(self._state, [self._nq])))

    def _end_undetermined(self, outcome: Outcome | str, q: Array) -> None:
        event = undetermined_event(self.robot, self._time, outcome, q, self._state[self._nq :])
        self.events.append(event)
        self._end(event, self._state)

    def _follow_branch(self, motion: BranchMotion, end: float) -> bool:
        """Follow the branch until the zone of the singular configuration lies behind."""
        q, qd = np.split(self._state, [self._nq])
        command = self._command[0] if self._command else np.zeros(0)

        def along(t: float) -> Array:
            state = motion.step_to(q, qd, command, t - t0)
            return np.concatenate([state.q, state.qd])

        try:
            while self._time < end:
                t0 = self._time
                y0 = np.concatenate([q, qd])
                t1 = min(end, t0 + motion.longest_step(qd))
                y1 = along(t1)
                step: BranchStep | None = None
                if self._has_stops:
                    f0, f1 = (motion.rate(y, command) for y in (y0, y1))
                    step = BranchStep(self._integration(), t0, y0, f0, t1, y1, f1, along)
                hit = self._contacts.first_hit(step, step.travel(self._nq)) if step is not None else None
                for time, k in self._passage_times(motion, along, t0, t1, y1):
                    if hit is None or time <= hit[0] or self._only_touches(hit[1], along(time)):
                        self._report_passage(motion, k, time, along(time))
                if hit is not None and motion.is_near(along(hit[0])[: self._nq]):  # no impulses are determined there
                    self._time = max(self._time, hit[0])  # a passage that only touches the stop may be later by rounding
                    self._state = along(self._time)
                    self._end_undetermined(STOP, motion.singular.q)
                if step is not None and self._cut(step, end):
                    self._leave()
                    return True
                self._time, self._state = t1, y1
                q, qd = np.split(y1, [self._nq])
                if motion.is_over(q):
                    self._leave()
                    return True
        except OffBranch:
            self._passage = None
            if not self._passages.smaller_zone():
                self._end_undetermined(Outcome.UNIQUE, motion.singular.q)
        return True

    def _only_touches(self, stop: int, y: Array) -> bool:
        """Whether a joint is not beyond a stop but for rounding."""
        return bool(self._stops.gap(y[: self._nq])[stop] >= -self._stops.touches[stop])

    def _leave(self) -> None:
        self._passage = None
        self._passages.leave_zone()
        if self._has_loci:  # at the singular configuration all determinants vanish, which is not another locus
            self._watch = LocusWatch(self.robot, self._state[: self._nq], self._time)

    def _passage_times(
        self, motion: BranchMotion, along: Callable[[float], Array], t0: float, t1: float, y1: Array
    ) -> list[tuple[float, int]]:
        """When singular configurations are passed in a step, in either direction, and which of the motion's sides these are."""
        from scipy.optimize import brentq

        found = []
        for k in motion.crossings(y1[: self._nq]):

            def side(t: float, k: int = k) -> float:
                return float(motion.sides(along(t)[: self._nq])[k])

            # Where it begins on the other side already, but for rounding, it was passed at once.
            is_within = (side(t0) >= 0) == motion.is_past[k] and (side(t1) >= 0) != motion.is_past[k]
            found.append((float(brentq(side, t0, t1, xtol=TICK * max(1.0, t1), rtol=TICK)) if is_within else t0, k))
        return sorted(found)

    def _report_passage(self, motion: BranchMotion, k: int, time: float, y: Array) -> None:
        q, qd = np.split(y, [self._nq])
        if motion.cross(k, time, qd):
            self._time, self._state = time, y
            self._report(passed_event(self.robot, time, motion.singular_at(q), qd))

    # ---------------------------------------------------------------- events in a step

    def _cut(self, step: Step, end: float) -> bool:
        """Report the events of a step; True where it ends early, and the state is the one from which to go on."""
        contacts, travel = self._contacts, step.travel(self._nq)
        watch = self._watch if self._passage is None else None
        met = watch.look(step, travel) if watch is not None else []
        hit = contacts.first_hit(step, travel) if self._has_stops else None
        left = contacts.first_release(step) if len(contacts.rests) else None
        cut = min(hit[0] if hit is not None else np.inf, left if left is not None else np.inf)
        self._report_loci([event for event in met if event.time <= cut])
        if cut == np.inf:
            return False
        self._time, self._state = cut, step.integrate_to(cut)
        if hit is not None and hit[0] == cut:
            rests, after = contacts.rests, contacts.settle(cut, self._state, self._report)
            if cut <= step.t0 and np.array_equal(rests, contacts.rests) and np.array_equal(after, self._state):
                after = contacts.rest_on(hit[1], cut, self._state, self._report)
            self._state = after
        else:
            contacts.release(cut, self._state, self._report)
        if watch is not None:
            watch.cut(cut, self._state[: self._nq])
        return True

    def _report(self, event: Event) -> None:
        """Add an event at the present state."""
        self.events.append(event)
        if event.kind in self.options.stop_at:
            self._end(event, self._state)
        self._count_event(event)

    def _report_loci(self, events: list[Event]) -> None:
        """Report loci; some are found only from the step after, when later events were reported."""
        for found in events:
            assert self._watch is not None
            y = self._project(self._watch.state(found.time), *self._constants)
            event = found.with_state(*np.split(y, [self._nq]))
            self.events.append(event)
            self.events.sort(key=lambda each: each.time)
            if event.kind in self.options.stop_at:
                self._end(event, y)
            self._count_event(event)

    def _count_event(self, event: Event) -> None:
        """Raises: RunEnds: after more events than one command may have."""
        happened, most = self.events[self._period.events :], self.options.events_per_period
        if len(happened) <= most:
            return
        kinds = Counter(each.kind for each in happened)
        words = ", ".join(f"{count} of the kind {kind!r}" for kind, count in kinds.most_common())
        if event.time > self._time:  # a locus within a step is known before its end: no event lies after that of the end
            self._time, self._state = event.time, np.concatenate([event.q, event.qd])
        rest = "a smaller restitution comes to rest; " if kinds.most_common(1)[0][0] == LIMIT else ""
        self._end_by_count(TOO_MANY_EVENTS, f"more than {most} events ({words})", f"{rest}{MORE_EVENTS}")

    def _count_step(self) -> None:
        """Raises: RunEnds: after more steps than one command may take."""
        self._period.steps += 1
        if self._period.steps > self.options.steps_per_period:
            most = f"more than {self.options.steps_per_period} steps"
            self._end_by_count(TOO_MANY_STEPS, most, MORE_STEPS)

    def _end_by_count(self, kind: str, what: str, remedy: str) -> None:
        # Some loci are seen only from the step after them; a run ends where it is.
        size = max((float(np.abs(part).max(initial=0.0)) for part in self._command), default=0.0)
        message = (
            f"{what} in one period, from t = {self._period.start:.9g} s to {self._time:.9g} s, under a command of {size:.3g} "
            f"(N or N m): the run ends here; {remedy}"
        )
        event = Event(self._time, kind, message, *np.split(self._state, [self._nq]))
        self.events.append(event)
        self._end(event, self._state)

    def _end(self, event: Event, y: Array) -> None:
        self._time, self._state = event.time, y
        q, qd = np.split(y.copy(), [self._nq])
        raise RunEnds(event, q, qd)


def _kernels(robot: Robot, loads: tuple[str, ...]) -> tuple[Kernel, Kernel]:
    """The state's rate with the efforts held, and the state back on its manifold."""
    formulas = robot.models.formulas

    def parts() -> tuple[Formula, Formula]:
        model = formulas.variant(loads)
        constants = ca.vertcat(model.tree_model.parameters, *model.tree_model.wrenches)
        given = (vector("parameters", constants),) if constants.numel() else ()
        rate, project = plant_parts(formulas, loads, False, vector("command", model.tau), given, near_singular=True)
        return replace(rate, inputs=tuple(each for each in rate.inputs if each.expression.numel())), project

    key = {**formulas.key, "loads": loads, "part": "adaptive"}
    name = robot.mechanism.name
    return (
        compile_formula(lambda: parts()[0], {**key, "of": "rate"}, f"{name}.state_rate"),
        compile_formula(lambda: parts()[1], {**key, "of": "project"}, f"{name}.projected_state"),
    )
