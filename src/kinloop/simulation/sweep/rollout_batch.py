"""A batch of rollouts, as many as fit into memory, in one call of the compiled loop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import prod
from typing import Any

import numpy as np

from kinloop.compile.llvm.kernel import processors
from kinloop.compile.llvm.scan import Runs
from kinloop.control.law import Law
from kinloop.errors import UnsupportedOperation, listing
from kinloop.model.formulas.closed_form import Direction, form_of
from kinloop.model.robot import Robot
from kinloop.numerics.tolerances import CLOSED_LOOP_GAP
from kinloop.simulation.loop.compiled_loop.closed_loop import ClosedLoop
from kinloop.simulation.loop.inputs.exogenous_inputs import InputStream
from kinloop.simulation.loop.inputs.input_rows import InputRows, NoiseStream
from kinloop.simulation.loop.results.build_record import references, sampled_motion
from kinloop.simulation.loop.results.outputs import compute_outputs
from kinloop.simulation.loop.results.run_end import end_status, first_fault
from kinloop.simulation.loop.running.compiled_run import CompiledRun, Machine
from kinloop.simulation.loop.running.time_chunks import Clock, Look, PeriodInputs, run_pieces
from kinloop.simulation.loop.start.arguments import finite_numbers, noise_deviations
from kinloop.simulation.loop.start.preparation import prepare_loop
from kinloop.simulation.loop.start.singular_start import singular_configurations, singular_starts
from kinloop.simulation.loop.start.start_state import (
    OPEN_SAMPLE,
    Start,
    at_rest,
    on_trajectory,
    openings,
    reference_start,
    start_state,
    undetermined_states,
    unit_configurations,
)
from kinloop.simulation.options.run_options import Sensors
from kinloop.simulation.plants.clearance import CheckTimes, comes_near
from kinloop.simulation.plants.native import with_parts
from kinloop.simulation.record.events import RunEnds
from kinloop.simulation.record.record import RunStatus
from kinloop.simulation.sweep.crossing_count import CrossingCount
from kinloop.simulation.sweep.vary import ACTUATORS, LAW, NOISE, OBSERVER, QUANTISATION, SEED, WRENCH, Variation, under

Array = np.ndarray
# A reference that all runs share is computed once where its table takes less than this [bytes], else for every batch again.
TABLE = 4e6
# Of a run with one of these statuses the last state is that of a motion.
STARTED = [RunStatus.COMPLETE, RunStatus.LAW_NOT_FINITE, RunStatus.DIVERGED, RunStatus.STOPPED, RunStatus.REFERENCE_LOST]
DIRECTIONS: tuple[Direction, Direction] = ("inverse", "forward")
NO_ANSWER = (RunStatus.LAW_NOT_FINITE, RunStatus.REFERENCE_LOST, RunStatus.NOT_STARTED)


class RolloutBatch:
    """Runs of one closed loop that differ by a variation."""

    def __init__(
        self,
        loop: ClosedLoop,
        variation: Variation,
        clock: Clock,
        start: Start,
        sensors: Sensors,
        keep: bool,
        threads: int | None,
    ) -> None:
        self.loop, self.variation, self.clock, self.keep, self.threads = loop, variation, clock, keep, threads
        self.sensors, self.spread = sensors, noise_deviations(loop, sensors)
        given = variation.given
        # Where lengths or trajectories vary, each machine has its own configuration at the start of its trajectory.
        has_start = start.q is not None or "q" in given
        self.mode = start.mode
        own = not has_start and (variation.has_machines or "trajectory" in given)
        self.qd = (
            None if start.qd is None else finite_numbers(loop.plant.mechanism.name, "qd", start.qd, loop.plant.mechanism.rates)
        )
        # Configurations that differ from run to run are checked one by one.
        if "q" in given:  # at rest, since rates of a description belong to its own start
            self.start: tuple[Array, Array] | None = np.array(loop.plant.start), np.zeros(loop.nv)
        else:
            self.start = None if own else start_state(loop.plant, loop.trajectory, start.q, start.qd, start.mode)
        self.loop = prepare_loop(loop, clock.steps, self.start or (np.array(loop.robot.start), np.zeros(loop.nv)))
        self._refuse_prepared(loop.law)
        #: One reference serves all runs that begin alike.
        self.shares = not variation.has_models and "q" not in given and self.start is not None
        self._table: Array | None = None

    def _refuse_prepared(self, given: Law) -> None:
        """Raises: UnsupportedOperation: runs whose law or observer would be prepared differently from run to run."""
        varied = self.variation.given
        filters = self.loop.io_settings.observer.uses_command  # its gains are those of the first configuration
        holds_start = self.loop.trajectory is None and (filters or getattr(given, "about", None) is None)
        several = self.variation.has_controllers or ("q" in varied and holds_start)
        if self.loop.tables is not None and several:
            raise UnsupportedOperation(
                f"rollouts: numbers that {type(given).__name__} or its observer computes before a run belong to one model and "
                "one reference, but these vary; vary parameters of the plant alone ('plant.NAME'), or simulate each"
            )
        own = getattr(self.loop.law, "parameters", None)
        changed = under(f"{LAW}parameters.", varied)
        derived = sorted(set(own or {}) - set(getattr(given, "parameters", None) or {}))
        if changed and derived:
            raise UnsupportedOperation(
                f"rollouts: the law's {listing(derived)} follow from parameters that vary ({listing(changed)}); vary "
                f"'model.{next(iter(changed))}' instead"
            )

    @property
    def _follows_joints(self) -> bool:
        return self.loop.trajectory is not None and self.loop.trajectory.space == "active"

    def runs_within(self, size: float, piece: int, most: int) -> int:
        """How many runs take about ``size`` bytes, with inputs of ``piece`` periods at a time; at least a register full."""
        return min(most, max(8, int(size / self._working_bytes(piece)) // 8 * 8))

    def plan(self, size: float, piece: int, seconds: float, most: int) -> tuple[int, int]:
        """How many runs of ``most`` to simulate at a time, and how many of their periods: within ``size`` bytes and, where that
        leaves enough for every thread, ``seconds``. After each piece progress is reported, and the user can interrupt."""
        clock, threads = self.clock, self.threads or processors()
        step = clock.substeps * self.loop.scan.step_seconds
        by_time = max(32 * threads, int(seconds / (clock.steps * step)) // 8 * 8)
        runs = min(self.runs_within(size, piece, most), by_time)
        return runs, max(1, min(piece, int(seconds / (runs * step))))

    def needed_bytes(self, size: float, piece: int) -> float:
        """Memory of the results, and of the runs that are simulated at a time."""
        runs = self.variation.runs
        return float(runs * self.result_bytes + self.runs_within(size, piece, runs) * self._working_bytes(piece))

    @property
    def result_bytes(self) -> int:
        """The memory of one run's results."""
        return 1 + 8 * sum(prod(shape) for shape in self.shapes.values())

    @property
    def run_seconds(self) -> float:
        """Approximate time of one run on one processor [s]."""
        return self.clock.steps * self.clock.substeps * self.loop.scan.step_seconds

    def _working_bytes(self, piece: int) -> float:
        """Memory of one run while it is simulated: its samples and outputs, and its inputs where it has its own."""
        loop, clock, s = self.loop, self.clock, self.loop.sizes
        state = s.nq + s.nv + s.n
        kept = clock.samples * (3 * state + 2 * s.n_x) if self.keep else 2 * state
        rows = min(piece, clock.steps + 1)
        signal = 0 if self.shares else 2 * rows * loop.layout.width
        return 8.0 * (kept + signal + 2 * rows * loop.noise + 100)

    def run(self, numbers: Array, varied: Mapping[str, Any], piece: int, report: Callable[[float], None]) -> dict[str, Array]:
        """Simulate the runs with these numbers and varied values, ``piece`` periods at a time; ``report`` is called with the
        share that is done."""
        count, clock = len(numbers), self.clock
        loop = self._vary(varied)
        begin = self.start
        if begin is None:
            path = loop.trajectory
            begin = on_trajectory(loop.plant, path, self.mode) if path is not None else at_rest(loop.plant, count)
        q = np.broadcast_to(varied.get("q", begin[0]), (count, loop.nq))
        if "q" in varied:
            q = unit_configurations(loop.plant, q)
        qd = np.broadcast_to(varied.get("qd", begin[1] if self.qd is None else self.qd), (count, loop.nv))
        state = q if loop.kinematic else np.concatenate([q, qd], axis=-1)
        inputs = self._inputs(loop, varied, q, numbers)
        values = {**loop.values, **_gains(varied)}
        parameters = loop.pack(values)
        with np.errstate(invalid="ignore"):
            closed = np.maximum(*openings(loop.plant, q, qd)) <= CLOSED_LOOP_GAP
        finite = [values[name] for name in values if name not in ("saturation", "change")]  # these may be infinite
        sums = (np.broadcast_to(array.sum(axis=-1), (count,)) for array in (state, *finite))
        numeric = np.isfinite(sum(sums))
        singular = singular_starts(loop, q, closed & numeric)
        able = closed & numeric & ~singular
        if not loop.kinematic:
            able &= ~undetermined_states(loop.plant, q, qd)
        # A summary needs the first and the last sample: whether the last command is finite.
        samples = clock if self.keep else replace(clock, every=clock.steps)
        begun = np.where(able[:, None], state, np.nan)
        crossings = self._count_crossings(loop, count)
        near, look = self._watch(loop, count, crossings)

        def begin_memory(first: InputRows) -> Array:
            return loop.start_memory(q, qd, first, parameters)

        runs, row = run_pieces(
            loop.scan, samples, piece, begun, begin_memory, parameters, inputs, self.threads, report, look, self._looks.every
        )
        given = begun, q, qd, parameters
        stopped = [
            self._run_alone(
                int(k), numbers[k : k + 1], {name: values[[k]] for name, values in varied.items()}, given, runs, row, piece
            )
            for k in np.flatnonzero(near)
        ]
        status, done = self._end_status(loop, runs, row, parameters)
        status[~able | (done == 0) & ~row.is_finite] = RunStatus.NOT_STARTED
        # What has no answer right at the start, where that is a singularity, has none for this reason.
        lost = closed & np.isin(status, NO_ANSWER) & (done <= loop.io_settings.delay)
        status[singular | singular_configurations(loop.robot, q, lost)] = RunStatus.SINGULAR_START
        status[np.flatnonzero(near)[stopped]] = RunStatus.STOPPED
        before = status
        status, done = self._cut_faults(loop, runs.record, status, done)
        complete = status == RunStatus.COMPLETE
        # What came after a fault is no motion, and of runs that were simulated again crossings were not counted.
        has_last = np.isin(status, STARTED) & (status == before)
        return {
            **self._last(loop, runs.state, has_last),
            **_crossing_results(crossings, count, has_last & ~near),
            **self._samples(loop, runs.record, np.where(complete, np.inf, done)),
            "status": status,
            "stopped": np.where(complete, np.nan, done * clock.period),
            **loop.summary.read(np.where(complete[:, None], runs.memory, np.nan), done + 1),
        }

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shapes of one run's results by name; beside these there is its status."""
        k, s = self.clock.samples if self.keep else 0, self.loop.sizes
        shapes: dict[str, tuple[int, ...]] = {
            "q": (k, s.nq),
            "qd": (k, s.nv),
            "tau": (k, s.n),
            "x": (k, s.n_x),
            "error": (k, s.n_q if self._follows_joints else s.n_xd),
        }
        shapes |= {"q_last": (s.nq,), "qd_last": (s.nv,), "crossings": (2,), "crossing_time": (2,)}
        working, assembly = self._mode_sizes
        shapes |= {"working_last": (working,), "assembly_last": (assembly,)}
        return shapes | {"stopped": (), "error_rms": (), "error_max": (), "error_last": (), "tau_max": (s.n,)}

    def results(self, runs: int) -> dict[str, Array]:
        """Arrays for so many runs, to be filled."""
        arrays = {name: np.empty((runs, *shape)) for name, shape in self.shapes.items()}
        return {**arrays, "status": np.empty(runs, np.uint8)}

    def _vary(self, varied: Mapping[str, Any]) -> ClosedLoop:
        """The loop of some runs."""
        loop, io_settings = self.loop, self.loop.io_settings
        robot, plant = self.variation.controllers_and_plants(loop.robot, loop.plant, varied)
        changed: dict[str, Any] = {"wrenches": {**io_settings.wrenches, **under(WRENCH, varied)}}
        for name, field, scale in zip(ACTUATORS, ("saturation", "change"), (1.0, self.clock.period), strict=True):
            if name in varied:
                changed[field] = scale * np.repeat(varied[name][:, None], loop.n, axis=1)
        changed["pulses"] = self.variation.pulses(io_settings.pulses, varied)
        changed["quantum"] = self.variation.measured_values(QUANTISATION, io_settings.quantum, varied)
        trajectory = varied.get("trajectory", loop.trajectory)
        return ClosedLoop(robot, plant, loop.law, trajectory, replace(io_settings, **changed), loop.kinematic, loop.tables)

    def _inputs(self, loop: ClosedLoop, varied: Mapping[str, Any], q: Array, numbers: Array) -> PeriodInputs:
        """The signal, one for all runs where it can be, and then a table of it where that is small; and the noise of each run."""
        noise, spread = None, self.variation.measured_values(NOISE, self.spread, varied)
        if spread is not None:
            seed, run, seeds = self.sensors.seed, self.sensors.run, varied.get(SEED)
            keys = [(seed, run + int(number)) for number in numbers] if seeds is None else [(int(each), run) for each in seeds]
            spread = spread[:, None, :] if spread.ndim > 1 else spread
            noise = NoiseStream(keys, spread, loop.io_model.noise_sizes)
        signal = self._signal(loop, q)
        return lambda first, last: InputRows(signal(first, last), None if noise is None else noise.rows(last - first))

    def _signal(self, loop: ClosedLoop, q: Array) -> Callable[[int, int], Array]:
        shared = self.loop if self.shares else loop
        configuration = reference_start(shared, q[0] if self.shares else q) if self._table is None else None
        inputs = InputStream(loop.layout, shared.robot, shared.trajectory, configuration, loop.tables, keeps=False)
        if not self.shares or 8.0 * self.clock.steps * loop.layout.width > TABLE:
            return lambda first, last: inputs.rows(self.clock.times(first, last))
        if self._table is None:
            self._table = inputs.rows(self.clock.times(0, self.clock.steps + 1))
        table = self._table
        return lambda first, last: table[first:last]

    def _end_status(self, loop: ClosedLoop, runs: Runs, row: InputRows, parameters: Array) -> tuple[Array, Array]:
        """How each run ended, and after how many periods. The law of a run that stopped early is evaluated again at the last row
        of the inputs of that run."""
        steps, n = self.clock.steps, loop.n
        done = runs.periods.astype(int)
        is_over, last = done >= steps, runs.record[:, -1, runs.record.shape[-1] - n :]
        command_is_finite = ~is_over | np.isfinite(last).all(axis=-1)
        asked = np.flatnonzero(~is_over)
        if asked.size and n:
            given = [array[asked] if array.ndim > 1 else array for array in (runs.state, runs.memory, parameters)]
            command = loop.command_kernel(*row.of_runs(asked).at(0), *given)[0]  # NaN too where a delayed one is in the memory
            command_is_finite[asked] = np.isfinite(command).all(axis=-1)
        return end_status(is_over, command_is_finite, row.is_finite), done

    @property
    def _mode_sizes(self) -> tuple[int, int]:
        """Numbers of signs of the working and of the assembly mode."""
        forms = (form_of(self.loop.plant.mechanism, direction) for direction in DIRECTIONS)
        working, assembly = (0 if form is None else len(form.signs) for form in forms)
        return working, assembly

    def _last(self, loop: ClosedLoop, state: Array, started: Array) -> dict[str, Array]:
        """The last finite state of runs that began, and the signs of its mode; NaN and 0 where there is none."""
        state = np.where(started[:, None], state, np.nan)
        q = state[:, : loop.nq]
        qd = np.full((len(q), loop.nv), np.nan) if loop.kinematic else state[:, loop.nq :]
        geometry = loop.plant.models.geometry
        signs = {
            "working_last": np.zeros((len(q), self._mode_sizes[0])),
            "assembly_last": np.zeros((len(q), self._mode_sizes[1])),
        }
        known = np.flatnonzero(np.isfinite(q).all(axis=-1))
        for name, direction in zip(signs, DIRECTIONS, strict=True):
            if signs[name].shape[-1] and known.size:
                targets = q[:, : loop.sizes.n_q] if direction == "forward" else geometry.task(q)
                signs[name] = np.where(np.isin(np.arange(len(q)), known)[:, None], geometry.signs_of(direction, targets, q), 0)
        return {"q_last": q, "qd_last": qd, **signs}

    def _count_crossings(self, loop: ClosedLoop, count: int) -> CrossingCount | None:
        """What counts the singular loci that the runs cross: of machines with closed loops."""
        return CrossingCount(loop.plant, count) if loop.plant.models.formulas.model.kept_rows else None

    def _watch(self, loop: ClosedLoop, count: int, crossings: CrossingCount | None) -> tuple[Array, Look | None]:
        """Which of the runs come near a configuration-space singularity, and what finds out as they go; it counts crossings of
        other loci too."""
        near = np.zeros(count, dtype=bool)
        if crossings is None:
            return near, None
        if loop.kinematic:

            def look_at_crossings(first: int, step: int, record: Array) -> None:
                crossings.add(record[..., : loop.nq], self._sample_times(first, step, record))

            return near, look_at_crossings
        checks = self._looks
        before = np.zeros((count, 0, loop.nq + loop.nv))

        def look(first: int, step: int, record: Array) -> None:
            nonlocal before
            states, command = np.split(record, [loop.nq + loop.nv], axis=-1)
            crossings.add(states[..., : loop.nq], self._sample_times(first, step, record))
            if checks.parts > 1:
                wrenches = loop.io_settings.schedule.at(self._sample_times(first, step, record))
                states = with_parts(loop.plant, wrenches, states, command, checks)
            states = np.concatenate([before, states], axis=1)
            before = states[:, -1:]
            near[:] |= comes_near(
                loop.plant.models.formulas,
                states[..., : loop.nq],
                states[..., loop.nq :],
                loop.plant.models.parameter_inputs,
                checks,
            )

        return near, look

    def _sample_times(self, first: int, step: int, record: Array) -> Array:
        """The times of recorded samples."""
        return self.clock.period * (first + step * np.arange(record.shape[1]))

    @property
    def _looks(self) -> CheckTimes:
        return CheckTimes(self.clock.period, self.clock.substeps)

    def _run_alone(
        self,
        k: int,
        number: Array,
        varied: Mapping[str, Any],
        given: tuple[Array, Array, Array, Array],
        runs: Runs,
        row: InputRows,
        piece: int,
    ) -> bool:
        """Run a run, the ``k``-th of the batch, again and by itself, as ``simulate`` would: with chosen steps next to a
        configuration-space singularity. ``number``, ``varied``: its number and values. True where the motion ended there."""
        (state, q, qd, parameters), clock = given, self.clock
        loop = self._vary(varied)
        inputs = self._inputs(loop, varied, q[k : k + 1], number)
        rows = inputs(0, min(piece, clock.steps + 1)).of_run(0)
        runs.record[k] = np.nan

        def store(first: int, states: Array, command: Array) -> None:
            samples = np.arange(first, first + len(states))
            every = clock.every if self.keep else clock.steps
            is_kept = samples % every == 0
            runs.record[k, samples[is_kept] // every] = np.concatenate([states, command], axis=-1)[is_kept]

        own = parameters[k] if parameters.ndim > 1 else parameters
        memory = loop.start_memory(q[k], qd[k], rows.part(0, 1), own)
        run = CompiledRun(
            loop, Machine(_first(loop.plant), loop.io_settings.schedule.of_run(0)), clock, state[k], memory, own, store
        )
        ended = False
        try:
            while not run.is_over:
                first = run.sample
                if first:
                    rows = inputs(first, min(first + piece, clock.steps + 1)).of_run(0)
                run.advance(rows)
        except RunEnds:
            ended = True
        runs.state[k], runs.memory[k], runs.periods[k] = run.state, run.memory, run.periods
        for part, known in zip(row.at(0), rows.at(min(run.sample - first, len(rows) - 1)), strict=True):
            part[k] = known
        return ended

    def _cut_faults(self, loop: ClosedLoop, record: Array, status: Array, done: Array) -> tuple[Array, Array]:
        """Runs end before the first sample that steps were too long for, where samples are kept."""
        if not self.keep or loop.kinematic:
            return status, done
        q, qd, tau = np.split(self._until(record, done), [loop.nq, loop.nq + loop.nv], axis=-1)
        # The work of commands between kept samples is not known.
        knows_work = (status == RunStatus.COMPLETE) & (self.clock.every == 1)
        wrenches = loop.io_settings.schedule.at(self.clock.t)
        first, _ = first_fault(_each_sample(loop.plant), q, qd, tau, wrenches, OPEN_SAMPLE, knows_work)
        is_cut = first < len(self.clock.t)
        return np.where(is_cut, RunStatus.DIVERGED, status).astype(np.uint8), np.where(
            is_cut, (first - 1) * self.clock.every, done
        )

    def _until(self, record: Array, last: Array) -> Array:
        """Samples of the runs, NaN after the last period of each."""
        gone = np.arange(len(self.clock.t)) * self.clock.every > last[:, None]
        return np.where(gone[..., None], np.nan, record) if gone.any() else record

    def _samples(self, loop: ClosedLoop, record: Array, until: Array) -> dict[str, Array]:
        """The samples that are kept, NaN after each run's last period."""
        if not self.keep:
            return {name: np.empty((len(record), *shape)) for name, shape in self.shapes.items() if len(shape) == 2}
        states, command = np.split(self._until(record, until), [record.shape[-1] - loop.n], axis=-1)
        p = [values[:, None, :] if values.ndim > 1 else values for values in loop.plant.models.parameter_inputs]
        t = self.clock.t
        motion = sampled_motion(loop, states, command, references(loop, None, np.arange(len(t)), t), {}, p[0] if p else None)
        return {"q": motion.q, "qd": motion.qd, "tau": motion.tau, **compute_outputs(motion, ("x", "error"))}


def _crossing_results(crossings: CrossingCount | None, count: int, started: Array) -> dict[str, Array]:
    """How often each run crossed singular loci and when first; NaN where it is not known."""
    unknown = np.full((count, 2), np.nan)
    if crossings is None:
        return {"crossings": unknown, "crossing_time": unknown}
    return {
        "crossings": np.where(started[:, None], crossings.count, np.nan),
        "crossing_time": np.where(started[:, None], crossings.first, np.nan),
    }


def _each_sample(plant: Robot) -> Robot:
    """A robot whose parameters (runs,) are those of samples (runs, k)."""
    many = {name: value[:, None] for name, value in plant.parameters.items() if np.ndim(value)}
    return plant.with_parameters(**many) if many else plant


def _first(plant: Robot) -> Robot:
    """The machine of the first run."""
    each = {name: float(np.ravel(value)[0]) for name, value in plant.parameters.items() if np.ndim(value)}
    return plant.with_parameters(**each) if each else plant


def _gains(varied: Mapping[str, Any]) -> dict[str, Array]:
    """Each run's gains in a row, a matrix by its columns."""
    gains = {f"gain {name}": value for name, value in under(LAW, varied).items()}
    gains |= {f"observer {name}": value for name, value in under(OBSERVER, varied).items()}
    rows = {name: np.swapaxes(gain, -1, -2) if gain.ndim == 3 else gain for name, gain in gains.items()}
    return {name: gain.reshape(len(gain), -1) for name, gain in rows.items()}
