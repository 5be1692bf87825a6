"""One run of a compiled loop, in pieces, with the periods near configuration-space singularities integrated with care."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from kinloop.compile.llvm.scan import Runs
from kinloop.model.robot import Robot
from kinloop.simulation.loop.compiled_loop.closed_loop import ClosedLoop
from kinloop.simulation.loop.inputs.input_rows import InputRows, Inputs
from kinloop.simulation.loop.inputs.wrench_schedule import WrenchSchedule
from kinloop.simulation.loop.running.python_loop import Samples
from kinloop.simulation.loop.running.run_progress import Progress
from kinloop.simulation.loop.running.time_chunks import Clock
from kinloop.simulation.plants.careful_steps import CarefulSteps
from kinloop.simulation.plants.clearance import first_near_period
from kinloop.simulation.plants.native import with_parts
from kinloop.simulation.record.events import RunEnds
from kinloop.simulation.record.record import RunStatus

Array = np.ndarray
# Samples of the first piece of a compiled run, and the time [s] below which the next may be twice as long.
PIECE, QUICK = 4096, 0.1
# (number of the first sample, states, commands)
Store = Callable[[int, Array, Array], None]


def run_compiled(
    loop: ClosedLoop,
    start: tuple[Array, Array],
    t: Array,
    clock: Clock,
    inputs: Inputs,
    finer: int,
    report: Progress,
) -> Samples:
    """The whole loop in compiled pieces, each long enough to be fast and short enough to be interrupted."""
    piece, rows = PIECE, inputs(t[:PIECE])
    run, samples = begin_run(loop, start, rows.part(0, 1), clock, finer, len(t))
    try:
        while not run.is_over:
            begun = perf_counter()
            if run.sample:
                rows = inputs(t[run.sample : run.sample + piece])
            run.advance(rows)
            if perf_counter() - begun < QUICK:
                piece *= 2
            report(run.sample / len(t))
    except KeyboardInterrupt:
        samples.interrupted = True
    except RunEnds as end:
        samples.end = RunStatus.STOPPED, end.event
    run.finish_samples(samples)
    return samples


def begin_run(
    loop: ClosedLoop, start: tuple[Array, Array], first: InputRows, clock: Clock, finer: int, count: int
) -> tuple[CompiledRun, Samples]:
    """A run before its first sample, with the ``first`` row of its inputs, and where its ``count`` samples are stored."""
    state = start[0] if loop.kinematic else np.concatenate(start)
    samples = Samples(np.full((count, len(state)), np.nan), np.full((count, loop.n), np.nan))

    def store(first: int, states: Array, command: Array) -> None:
        samples.states[first : first + len(states)], samples.command[first : first + len(states)] = states, command

    machine, parameters = Machine(loop.plant, loop.io_settings.schedule, finer), loop.pack(loop.values)
    memory = loop.start_memory(*start, first, parameters)
    return CompiledRun(loop, machine, clock, state, memory, parameters, store), samples


@dataclass(frozen=True)
class Machine:
    """The plant of one run, what acts on its frames over time, and into how many parts a period is cut where states between
    samples are asked for."""

    robot: Robot
    schedule: WrenchSchedule
    finer: int = 1


@dataclass
class CompiledRun:
    """The state of a run: the next sample, the state and memory there, and how many periods are finished."""

    loop: ClosedLoop
    machine: Machine
    clock: Clock
    state: Array
    memory: Array
    parameters: Array
    store: Store
    sample: int = 0
    periods: int = 0
    is_over: bool = False

    def __post_init__(self) -> None:
        machine, clock = self.machine, self.clock
        self.careful = CarefulSteps(machine.robot, machine.schedule.constant, clock.period, clock.substeps, machine.finer)

    def finish_samples(self, samples: Samples) -> None:
        """Add what is known of the run beside its samples."""
        samples.periods, samples.careful, samples.memory = self.periods, self.careful.between, self.memory
        samples.events = [event for event in self.careful.events if samples.end is None or event is not samples.end[1]]

    def with_loop(self, loop: ClosedLoop) -> CompiledRun:
        """The same run from now on with a loop that differs by its wrenches only."""
        machine = Machine(self.machine.robot, loop.io_settings.schedule, self.machine.finer)
        run = CompiledRun(loop, machine, self.clock, self.state, self.memory, loop.pack(loop.values), self.store)
        run.sample, run.periods, run.is_over = self.sample, self.periods, self.is_over
        careful, before = run.careful, self.careful
        careful.events, careful.between, careful.is_active = before.events, before.between, before.is_active
        return run

    def set_wrenches(self, constant: Mapping[str, Array]) -> None:
        """Change the constant wrenches from the next period on; the loop has one on each of their frames."""
        blocks = {f"wrench {frame}": wrench for frame, wrench in constant.items()}
        self.parameters = self.loop.pack({**self.loop.values, **blocks})
        schedule = replace(self.machine.schedule, constant=constant)
        self.machine = Machine(self.machine.robot, schedule, self.machine.finer)
        self.careful.set_wrenches(constant)

    def advance(self, rows: InputRows) -> None:
        """Simulate as many samples as there are rows of inputs, or to the end of the run. Raises RunEnds where the motion is
        not determined."""
        begin, last = self.sample, self.sample + len(rows)
        while self.sample < last and not self.is_over:
            left = rows.part(self.sample - begin)
            acting = min(last, self.clock.steps) - self.sample
            runs = self._scan(left, acting)
            done, count = int(runs.periods), len(left)
            states, command = np.split(runs.record, [len(self.state)], axis=-1)
            near = count if self.loop.kinematic else self._first_near(states[: done + 1], command, runs.state, done == acting)
            if near >= count:
                self.store(self.sample, states, command)
                self._finish(runs, done, count)
                continue
            self.store(self.sample, states[:near], command[:near])
            if near:
                self._finish(self._scan(left.part(0, near), near), near, near)
            self._take_care(rows.part(self.sample - begin))

    def _scan(self, rows: InputRows, periods: int) -> Runs:
        return self.loop.scan(
            self.state,
            self.clock.times(self.sample, self.sample + len(rows)),
            self.clock.period,
            memory=self.memory,
            parameters=self.parameters,
            **rows.arguments,
            substeps=self.clock.substeps,
            periods=periods,
            threads=1,
        )

    def _finish(self, runs: Runs, done: int, count: int) -> None:
        """Go on from the end of a piece; a run whose numbers are not finite is over."""
        self.periods += done
        self.is_over = done < min(self.sample + count, self.clock.steps) - self.sample or self.sample + count > self.clock.steps
        self.state, self.memory, self.sample = runs.state, runs.memory, self.sample + count

    def _first_near(self, states: Array, command: Array, end: Array, is_whole: bool) -> int:
        """The number of the first of some periods that comes near a singularity; their count where there is none."""
        plant, checks, nothing = self.machine.robot, self.careful.checks, len(command)
        # After the last sample nothing is integrated, or nothing came of it.
        has_end = is_whole and self.sample + len(states) <= self.clock.steps
        ends = end[None] if has_end else states[-1:]
        if checks.parts > 1:
            wrenches = self.machine.schedule.at(self.clock.times(self.sample, self.sample + len(states)))
            states = with_parts(plant, wrenches, states, command[: len(states)], checks)
        states = np.concatenate([states, ends])
        q, qd = np.split(states, [self.loop.nq], axis=-1)
        first = first_near_period(plant.models.formulas, q, qd, plant.models.parameter_inputs, self.sample * checks.parts, checks)
        return first // checks.parts if first < len(states) - 1 else nothing

    def _command(self, row: InputRows) -> tuple[Array, Array]:
        """The command at the next sample, and the memory after it."""
        if not self.loop.n:  # a kernel has no empty output
            return np.zeros(0), self._scan(row, 1).memory
        command, memory = self.loop.command_kernel.ufunc(*row.at(0), self.state, self.memory, self.parameters)
        return command, memory

    def _take_care(self, rows: InputRows) -> None:
        """Integrate a period with chosen steps, and those after it until the singularity is far again."""
        for k in range(len(rows)):
            command, memory = self._command(rows.part(k, k + 1))
            self.store(self.sample, self.state[None], command[None])
            if self.sample == self.clock.steps or not np.isfinite(command).all():
                self.is_over = True
                return
            if self.machine.schedule.varies:
                self.careful.set_wrenches(self.machine.schedule.of_period(self.clock.period * self.sample))
            state = self.careful.move(self.sample, self.clock.period * self.sample, self.state, command)
            if not np.isfinite(state).all():
                self.is_over = True
                return
            self.state, self.memory, self.sample, self.periods = state, memory, self.sample + 1, self.periods + 1
            if not self.careful.goes_on(state):
                return
