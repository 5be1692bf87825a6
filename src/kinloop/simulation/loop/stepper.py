"""A run that goes on step by step, and can be pushed: the loop of ``simulate`` for live use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import signature
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.observers.observer import Observer
from kinloop.errors import ShapeError, UnsupportedOperation, unknown_name
from kinloop.model.geometry.mode import ModeLike
from kinloop.model.robot import Robot
from kinloop.simulation.loop.compiled_loop.closed_loop import ClosedLoop
from kinloop.simulation.loop.inputs.input_rows import InputRows
from kinloop.simulation.loop.inputs.wrench_schedule import PulseValues
from kinloop.simulation.loop.prepared_run import check_arguments, prepare_run
from kinloop.simulation.loop.running.compiled_run import CompiledRun, begin_run
from kinloop.simulation.loop.running.python_loop import PythonRun, Samples
from kinloop.simulation.options.plant_options import BuiltInPlant, Kinematic, Prescribed
from kinloop.simulation.options.run_options import (
    Actuators,
    Environment,
    Pulse,
    Recording,
    Sensors,
    refuse_arguments,
    six_numbers,
    whole,
)
from kinloop.simulation.plants.plant import Plant
from kinloop.simulation.record.events import RunEnds
from kinloop.simulation.record.record import Record, RunStatus
from kinloop.trajectory.trajectory import Trajectory

Array = np.ndarray
# Samples whose inputs are computed at once.
BLOCK = 256


@dataclass(frozen=True, eq=False)
class StepSamples:
    """The samples of some periods: times (k,) [s], states and commands (k, n). With the kinematic plant the command is rates of
    the active joints, and ``qd`` is empty."""

    t: Array
    q: Array
    qd: Array
    tau: Array


class Stepper:
    """A run of :func:`simulate` that goes on period by period, as :meth:`step` asks for it; between steps the machine can be
    pushed.

    The formulas and numbers are those of :func:`simulate`. A run without pushes is the same to the last bit; with a law in
    Python or an adaptive integrator on the native plant it is so with ``pushes=()``. A run that was pushed has the pushes as
    pulses in the options of its record, and :func:`simulate` repeats it with :attr:`environment`, to rounding.

    Args:
        robot, controller, trajectory, duration, period, plant, q, qd, mode, observer, sensors, actuators, environment, recording:
            as of :func:`simulate`; the plant ``"prescribed"`` has no steps.
        pushes: the frames that can be pushed: the tool, declared frames, links. An external engine is built for them.
    Raises: what :func:`simulate` raises before a run begins.
    """

    def __init__(
        self,
        robot: Robot,
        controller: Any,
        trajectory: Trajectory | None = None,
        *,
        duration: float,
        period: float,
        plant: str | BuiltInPlant | Plant = "native",
        q: ArrayLike | None = None,
        qd: ArrayLike | None = None,
        mode: ModeLike | None = None,
        observer: Observer | None = None,
        sensors: Sensors | None = None,
        actuators: Actuators | None = None,
        environment: Environment | Mapping[str, ArrayLike] | None = None,
        recording: Recording | None = None,
        pushes: Sequence[str] = ("tool",),
        **unexpected: Any,
    ) -> None:
        refuse_arguments("Stepper", unexpected, list(signature(Stepper).parameters)[:-1])
        asked: dict[str, Any] = {"duration": duration, "period": period, "plant": plant, "q": q, "qd": qd, "mode": mode}
        arguments = check_arguments(robot, controller, trajectory, **asked, environment=environment)
        if isinstance(arguments.plant, Prescribed):
            raise UnsupportedOperation("Stepper: plant='prescribed' commands nothing, so it has no steps; kl.simulate takes it")
        self._frames = self._check_frames(arguments.machine, arguments.plant, pushes)
        self._run = prepare_run(arguments, sensors, actuators, recording, observer)
        self._pushes: list[_Push] = []
        self._wrenches: dict[str, Array] = {}
        self._loaded: ClosedLoop | None = None
        if self._run.is_compiled:
            self._rows, self._rows_from = self._run.inputs(self._run.t[:BLOCK]), 0
        self._live, self._samples = self._begin()

    @staticmethod
    def _check_frames(machine: Robot, plant: Any, pushes: Sequence[str]) -> tuple[str, ...]:
        if isinstance(pushes, str) or not all(isinstance(frame, str) for frame in pushes):
            raise ShapeError(f"Stepper: pushes is {pushes!r:.80}, expected names of frames, such as ['tool']")
        if isinstance(plant, Kinematic) or not isinstance(plant, BuiltInPlant):
            return ()
        machine.models.wrench_inputs({frame: np.zeros(6) for frame in pushes})
        return tuple(pushes)

    # ---------------------------------------------------------------- the run

    @property
    def periods(self) -> int:
        """The number of periods that are over."""
        return self._live.periods if isinstance(self._live, CompiledRun) else self._samples.periods

    @property
    def time(self) -> float:
        """The time of the next command, or of the end [s]."""
        return float(self._run.t[self.periods])

    @property
    def is_over(self) -> bool:
        """Whether the run has ended, at its duration or before."""
        return self._live.is_over

    @property
    def state(self) -> tuple[Array, Array]:
        """All positions (nq,) and rates (nv,) now; without rates for the kinematic plant."""
        q, qd = np.split(np.array(self._live.state), [self._run.loop.nq])
        return q, qd

    @property
    def last_command(self) -> Array | None:
        """The command of the last period (n_active,); None before the first one."""
        return np.array(self._samples.command[self.periods - 1]) if self.periods else None

    @property
    def robot(self) -> Robot:
        """The machine that moves."""
        return self._run.arguments.machine

    def step(self, periods: int = 1) -> StepSamples:
        """Go on for some periods, or to the end of the run, and return the samples of these periods; those of the last period
        include the one at its end. A run that has ended returns none."""
        count, first, steps = whole("Stepper.step: periods", periods), self._live.sample, self._run.arguments.steps
        if self.is_over:
            return self._samples_of(len(self._run.t), len(self._run.t))
        if isinstance(self._live, CompiledRun):
            last = first + count if first + count < steps else steps + 1
            try:
                self._live.advance(self._take_rows(first, last))
            except RunEnds as end:
                self._samples.end, self._live.is_over = (RunStatus.STOPPED, end.event), True
        else:
            self._live.advance(count)
        return self._samples_of(first, self.periods + self.is_over)

    def _samples_of(self, first: int, last: int) -> StepSamples:
        q, qd = np.split(self._samples.states[first:last], [self._run.loop.nq], axis=-1)
        return StepSamples(self._run.t[first:last], q, qd, self._samples.command[first:last])

    # ---------------------------------------------------------------- pushes

    def push(self, wrench: ArrayLike, frame: str = "tool") -> None:
        """Push a frame from the next period on, until another push: force [N], then moment [N m], in world axes. Zeros end it.

        Raises: UnknownName: a frame that is not among ``pushes``. UnsupportedOperation: the plant feels no wrenches.
        """
        value = np.array(six_numbers("Stepper.push: the wrench", wrench))
        if not self._frames:
            raise UnsupportedOperation("Stepper: this plant feels no pushes: it follows commanded rates, or is a user's own")
        if frame not in self._frames:
            raise unknown_name("frame", frame, self._frames, "pushes")
        if self.is_over or np.array_equal(self._wrenches.get(frame, np.zeros(6)), value):
            return
        now = self.periods
        self._end_push(frame, now)
        if value.any():
            self._pushes.append(_Push(frame, value, now))
        self._wrenches[frame] = value
        self._apply()

    def prepare_push(self) -> None:
        """Compile now what the first push needs, so that it does not wait for it."""
        if self._run.is_compiled and self._frames:
            self._loaded_loop().scan  # noqa: B018 compiled when it is asked for

    def _end_push(self, frame: str, now: int) -> None:
        self._pushes = [
            replace(push, end=now) if push.frame == frame and push.end is None else push
            for push in self._pushes
            if not (push.frame == frame and push.end is None and push.begin == now)
        ]

    def _apply(self) -> None:
        """Let the machine feel the wrenches."""
        constant = {frame: self._constant_wrench(frame) + self._wrenches.get(frame, np.zeros(6)) for frame in self._all_frames()}
        if isinstance(self._live, CompiledRun):
            if self._live.loop is not self._loaded_loop():
                self._live = self._live.with_loop(self._loaded_loop())
            self._live.set_wrenches(constant)
        else:
            self._live.schedule = replace(self._live.schedule, constant=constant)
            self._live.plant.set_wrenches(self._live.schedule.of_period(self.time))  # type: ignore[attr-defined]

    def _constant_wrench(self, frame: str) -> Array:
        """The constant wrench of the environment on a frame."""
        return np.asarray(self._run.loop.io_settings.wrenches.get(frame, np.zeros(6)), float)

    def _all_frames(self) -> list[str]:
        return sorted({*self._frames, *self._run.loop.io_settings.wrenches})

    def _loaded_loop(self) -> ClosedLoop:
        """The loop with a wrench on every frame that can be pushed."""
        if self._loaded is None:
            self._loaded = self._with_io(wrenches={frame: self._constant_wrench(frame) for frame in self._all_frames()})
        return self._loaded

    def _with_io(self, **changes: Any) -> ClosedLoop:
        loop = self._run.loop
        io = replace(loop.io_settings, **changes)
        return ClosedLoop(loop.robot, loop.plant, loop.law, loop.trajectory, io, loop.kinematic, loop.tables)

    # ---------------------------------------------------------------- the record

    @property
    def environment(self) -> Environment:
        """The environment of the run so far: the one given, and the pushes as pulses."""
        given, period = self._run.arguments.environment, self._run.arguments.period
        if not self._pushes:
            return given
        pulses = [
            Pulse(push.wrench, push.begin * period, (push.last(self.periods) - push.begin) * period, push.frame)
            for push in self._pushes
            if push.last(self.periods) > push.begin
        ]
        return replace(given, pulses=(*given.pulses, *pulses))

    def record(self) -> Record:
        """The record of the run so far; until its end its status is ``INTERRUPTED``.

        Raises: SingularConfiguration: the law had no answer at the first sample.
        """
        samples = self._copy_samples()
        environment = self.environment
        if environment is self._run.arguments.environment:
            return self._run.record(samples)
        pulses = tuple(PulseValues(p.frame, np.array([*np.ravel(p.wrench), p.start, p.duration])) for p in environment.pulses)
        loop = self._with_io(wrenches={frame: self._constant_wrench(frame) for frame in self._all_frames()}, pulses=pulses)
        return self._run.record(samples, loop, environment)

    def _copy_samples(self) -> Samples:
        """What is known of the run now, so that the run can go on meanwhile."""
        if isinstance(self._live, CompiledRun):
            self._live.finish_samples(self._samples)
        else:
            self._live.collect_events()
        samples = self._samples
        return replace(samples, interrupted=not self.is_over, events=list(samples.events), careful=dict(samples.careful))

    # ---------------------------------------------------------------- begin

    def _begin(self) -> tuple[CompiledRun | PythonRun, Samples]:
        run = self._run
        if run.is_compiled:
            return begin_run(run.loop, run.start, self._rows.part(0, 1), run.clock, run.finer, len(run.t))
        plant = run.plant
        if isinstance(plant, BuiltInPlant):
            wrenches = {frame: self._constant_wrench(frame) for frame in self._all_frames()}
            plant = plant.build(run.arguments.machine, run.arguments.period, wrenches)
        live = PythonRun(run.loop, plant, run.substeps > 0, run.start, run.t, run.arguments.period, run.inputs, run.finer)
        return live, live.samples

    def _take_rows(self, first: int, last: int) -> InputRows:
        """The inputs of some samples; they are computed in blocks, in their order."""
        while self._rows_from + len(self._rows) < last:
            begin = self._rows_from + len(self._rows)
            left, more = self._rows.part(first - self._rows_from), self._run.inputs(self._run.t[begin : begin + BLOCK])
            self._rows, self._rows_from = _join(left, more), first
        return self._rows.part(first - self._rows_from, last - self._rows_from)


def _join(left: InputRows, right: InputRows) -> InputRows:
    if not len(left):
        return right
    noise = None if left.noise is None or right.noise is None else np.concatenate([left.noise, right.noise])
    return InputRows(np.concatenate([left.signal, right.signal]), noise)


@dataclass(frozen=True, eq=False)
class _Push:
    """A wrench on a frame from one period to another, or until now."""

    frame: str
    wrench: Array
    begin: int
    end: int | None = None

    def last(self, now: int) -> int:
        """The first period in which it does not act any more."""
        return now if self.end is None else self.end
