"""Some of many runs, as many as fit into memory, in one call of the compiled loop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from kinloop.compile.scan import Runs
from kinloop.simulation.ambiguous import first_ambiguous
from kinloop.simulation.given import numbers
from kinloop.simulation.observe import evaluate, task_of
from kinloop.simulation.program import ClosedLoop
from kinloop.simulation.record import RunStatus
from kinloop.simulation.signal import Feed, generator
from kinloop.simulation.start import OPEN, at_rest, on_trajectory, openings, reference_start, start_state
from kinloop.simulation.variation import Variation

Array = np.ndarray


@dataclass(frozen=True)
class Clock:
    """Periods [s], how many, how many of them between two samples that are kept, and the integrator's steps in one."""

    period: float
    steps: int
    every: int
    substeps: int

    @cached_property
    def all(self) -> Array:
        """Every command's time."""
        return self.period * np.arange(self.steps + 1)

    @cached_property
    def t(self) -> Array:
        """Those of the samples that are kept."""
        return self.all[:: self.every]


@dataclass(frozen=True)
class _Begins:
    """Where some runs begin, and what they are told: arrays with the runs first, or the same for all."""

    state: Array  # (runs, n)
    memory: Array  # (runs, m)
    parameters: Array  # (p,) or (runs, p)
    signal: Array  # (k, width) or (runs, k, width)

    def of(self, which: Array) -> _Begins:
        """Some of them."""
        parameters = self.parameters[which] if self.parameters.ndim > 1 else self.parameters
        signal = self.signal[which] if self.signal.ndim > 2 else self.signal
        return _Begins(self.state[which], self.memory[which], parameters, signal)


class Chunk:
    """Runs of one closed loop that differ by a variation."""

    def __init__(
        self,
        loop: ClosedLoop,
        variation: Variation,
        clock: Clock,
        start: tuple[Any, Any],
        spread: Array | None,
        seed: int,
        keep: bool,
        threads: int | None,
    ) -> None:
        self.loop, self.variation, self.clock, self.keep, self.threads = loop, variation, clock, keep, threads
        self.spread, self.seed = spread, seed
        given = variation.given
        # Where lengths or trajectories vary, each machine has its own posture at the start of its trajectory.
        told = start[0] is not None or "q" in given
        own = not told and (variation.has_machines or "trajectory" in given)
        self.qd = None if start[1] is None else numbers(loop.plant.mechanism.name, "qd", start[1], loop.plant.mechanism.rates)
        # Postures that differ from run to run are checked one by one.
        at = (None, None) if "q" in given else start
        self.start = None if own else start_state(loop.plant, None if "q" in given else loop.trajectory, *at)
        #: One reference serves all runs that begin alike.
        self.shares = not variation.has_models and "q" not in given and self.start is not None
        self._signal: Array | None = None

    def runs_within(self, size: float, seconds: float) -> int:
        """How many runs take about so much memory [bytes] and time."""
        loop, clock, s = self.loop, self.clock, self.loop.sizes
        state = s.nq + s.nv + s.n
        kept = len(clock.t) * (3 * state + 2 * s.n_x) if self.keep else 2 * state
        told = 2 * (clock.steps + 1) * loop.layout.width if self.spread is not None or not self.shares else 0
        by_memory = size / (8 * (kept + told + 100))
        by_time = seconds / (clock.steps * clock.substeps * loop.scan.step_seconds)
        return max(8, int(min(by_memory, by_time)) // 8 * 8)

    def run(self, rows: Array) -> dict[str, Array]:
        """The runs of these numbers."""
        varied, count, clock = self.variation.rows(rows), len(rows), self.clock
        loop = self._varied(varied)
        begin = self.start
        if begin is None:
            begin = on_trajectory(loop.plant, loop.trajectory) if loop.trajectory is not None else at_rest(loop.plant, count)
        q = np.broadcast_to(varied.get("q", begin[0]), (count, loop.nq))
        qd = np.broadcast_to(varied.get("qd", begin[1] if self.qd is None else self.qd), (count, loop.nv))
        state = q if loop.kinematic else np.concatenate([q, qd], axis=-1)
        signal = self._told(loop, varied, q, rows)
        values = {**loop.values, **_gains(varied)}
        memory, parameters = loop.start_memory(q), loop.packed(values)
        with np.errstate(invalid="ignore"):
            closed = np.maximum(*openings(loop.plant, q, qd)) <= OPEN
        finite = [values[name] for name in values if name not in ("saturation", "change")]  # these may be infinite
        sums = (np.broadcast_to(array.sum(axis=-1), (count,)) for array in (state, memory, *finite, signal[..., 0, :]))
        able = closed & np.isfinite(sum(sums))
        begins = _Begins(np.where(able[:, None], state, np.nan), memory, parameters, signal)
        runs = self._scan(loop, begins, clock.t if self.keep else clock.all[[0, -1]], clock.steps)
        status, done, memory = self._endings(loop, runs, signal, parameters)
        status[~able] = RunStatus.NOT_STARTED
        status, done, memory = self._unambiguous(loop, runs.record, status, done, memory, begins)
        complete = status == RunStatus.COMPLETE
        return {
            **self._samples(loop, runs.record, np.where(complete, np.inf, done)),
            "status": status,
            "stopped": np.where(complete, np.nan, done * clock.period),
            **loop.summary.read(np.where(able[:, None], memory, np.nan), done + 1),
        }

    def _scan(self, loop: ClosedLoop, begins: _Begins, times: Array, periods: int) -> Runs:
        """Runs of so many periods; the samples at ``times`` are kept."""
        clock = self.clock
        told: dict[str, Any] = {"memory": begins.memory, "parameters": begins.parameters, "signal": begins.signal}
        counts = {"every": clock.every if self.keep else clock.steps, "substeps": clock.substeps, "periods": periods}
        return loop.scan(begins.state, times, clock.period, **told, **counts, threads=self.threads)

    def nothing(self, count: int, status: RunStatus) -> dict[str, Array]:
        """Runs that did not come to their turn."""
        loop, k = self.loop, len(self.clock.t) if self.keep else 0
        s = loop.sizes
        shapes: dict[str, tuple[int, ...]] = {
            "q": (k, s.nq),
            "qd": (k, s.nv),
            "tau": (k, s.n),
            "x": (k, s.n_x),
            "error": (k, s.n_xd),
        }
        shapes |= {"stopped": (), "error_rms": (), "error_max": (), "error_last": (), "tau_max": (s.n,)}
        empty = {name: np.full((count, *shape), np.nan) for name, shape in shapes.items()}
        return {**empty, "status": np.full(count, status, np.uint8)}

    def _varied(self, varied: Mapping[str, Any]) -> ClosedLoop:
        """The loop of some runs."""
        loop, wiring = self.loop, self.loop.wiring
        robot, plant = self.variation.machines(loop.robot, loop.plant, varied)
        pushes = {name[7:]: value for name, value in varied.items() if name.startswith("wrench.")}
        changed: dict[str, Any] = {"wrenches": {**wiring.wrenches, **pushes}}
        for name, field, scale in (("saturation", "saturation", 1.0), ("rate_limit", "change", self.clock.period)):
            if name in varied:
                changed[field] = scale * np.repeat(varied[name][:, None], loop.n, axis=1)
        trajectory = varied.get("trajectory", loop.trajectory)
        return ClosedLoop(robot, plant, loop.law, trajectory, replace(wiring, **changed), loop.kinematic)

    def _told(self, loop: ClosedLoop, varied: Mapping[str, Any], q: Array, rows: Array) -> Array:
        """The signal: one for all runs where it can be."""
        generators = None
        if self.spread is not None:
            seeds = varied.get("seed")
            keys = [(self.seed, int(run)) for run in rows] if seeds is None else [(int(seed), 0) for seed in seeds]
            generators = [generator(*key) for key in keys]
        if not self.shares or generators is not None:
            loop = self.loop if self.shares else loop
            posture = reference_start(loop, q[0] if self.shares else q)
            return Feed(loop.layout, loop.robot, loop.trajectory, posture, generators, self.spread).rows(self.clock.all)
        if self._signal is None:
            posture = reference_start(self.loop, q[0])
            self._signal = Feed(loop.layout, self.loop.robot, loop.trajectory, posture).rows(self.clock.all)
        return self._signal

    def _endings(self, loop: ClosedLoop, runs: Runs, signal: Array, parameters: Array) -> tuple[Array, Array, Array]:
        """How each run ended, after how many periods, and its memory with the last sample. Of a run that stopped early, the law
        is asked again what it said there."""
        steps, n = self.clock.steps, loop.n
        done, memory = runs.periods.astype(int), np.array(runs.memory)
        status = np.where(done >= steps, RunStatus.COMPLETE, RunStatus.DIVERGED).astype(np.uint8)
        status[(done >= steps) & ~np.isfinite(runs.record[:, -1, -n:]).all(axis=-1)] = RunStatus.LAW_NOT_FINITE
        row = signal[done] if signal.ndim == 2 else signal[np.arange(len(signal)), done]
        lost = ~np.isfinite(row).all(axis=-1)
        # A delayed NaN is in the memory, and nothing comes of a formula that is given one.
        poisoned = (done < steps) & ~np.isfinite(memory).all(axis=-1)
        asked = np.flatnonzero((done < steps) & ~lost & ~poisoned)
        if asked.size:
            optional = [parameters] if parameters.shape[-1] else []
            given = [array[asked] if array.ndim > 1 else array for array in (runs.state, memory, *optional)]
            command, memory[asked] = loop.command_kernel(row[asked], *given)
            status[asked[~np.isfinite(command).all(axis=-1)]] = RunStatus.LAW_NOT_FINITE
        status[poisoned] = RunStatus.LAW_NOT_FINITE
        status[lost] = RunStatus.REFERENCE_LOST
        alone = lost | poisoned
        if alone.any() and loop.summary.has_error:
            own: dict[str, Any] = {"parameters": p[alone] if (p := loop.plant._p[0]).ndim > 1 else p} if loop.plant._p else {}
            place = {"q": runs.state[alone, : loop.nq], "x": row[alone][:, loop.layout.places["x"]]}
            loop.summary.add(memory, alone, evaluate(loop.plant, "task_error", **place, **own)["error"])
        return status, done, memory

    def _unambiguous(
        self, loop: ClosedLoop, record: Array, status: Array, done: Array, memory: Array, begins: _Begins
    ) -> tuple[Array, Array, Array]:
        """Runs that pass a configuration-space singularity end before it. Without samples nobody looks."""
        if not self.keep or loop.kinematic or len(self.clock.t) < 2:
            return status, done, memory
        gone = np.arange(len(self.clock.t)) * self.clock.every > done[:, None]
        states = np.where(gone[..., None], np.nan, record[..., : -loop.n]) if gone.any() else record[..., : -loop.n]
        met = first_ambiguous(loop.plant, self.clock.t, states[..., : loop.nq], states[..., loop.nq :])
        ends = met.sample >= 0
        done = np.where(ends, met.sample * self.clock.every, done)
        for last in np.unique(done[ends]):  # what was summed up after it does not count
            which = np.flatnonzero(ends & (done == last))
            times = self.clock.t[: last // self.clock.every + 1]
            memory[which] = self._scan(loop, begins.of(which), times, int(last)).memory
        return np.where(ends, RunStatus.STOPPED, status).astype(np.uint8), done, memory

    def _samples(self, loop: ClosedLoop, record: Array, until: Array) -> dict[str, Array]:
        """What is kept of the runs, NaN after each one's last period."""
        if not self.keep:
            return {name: array for name, array in self.nothing(len(record), RunStatus.COMPLETE).items() if array.ndim > 2}
        gone = np.arange(len(self.clock.t)) * self.clock.every > until[:, None]
        if gone.any():
            record = np.where(gone[..., None], np.nan, record)
        states, command = record[..., : -loop.n], record[..., -loop.n :]
        p = [values[:, None, :] if values.ndim > 1 else values for values in loop.plant._p]
        own: dict[str, Any] = {"parameters": p[0]} if p else {}
        if loop.kinematic:
            follow = evaluate(loop.plant, "forward_velocity", q=states, qd_active=command, **own)
            samples = {"q": states, "qd": follow["qd"], "tau": np.full(command.shape, np.nan)}
        else:
            samples = {"q": states[..., : loop.nq], "qd": states[..., loop.nq :], "tau": command}
        x_ref = np.full(loop.sizes.n_x, np.nan)
        if loop.trajectory is not None and loop.trajectory.space != "active":
            x_ref = loop.trajectory(self.clock.t).x
        return samples | task_of(loop.plant, samples["q"], x_ref, own)


def _gains(varied: Mapping[str, Any]) -> dict[str, Array]:
    """Each run's gains in a row, a matrix by its columns."""
    gains = {f"gain {name[5:]}": value for name, value in varied.items() if name.startswith("gain.")}
    rows = {name: np.swapaxes(gain, -1, -2) if gain.ndim == 3 else gain for name, gain in gains.items()}
    return {name: gain.reshape(len(gain), -1) for name, gain in rows.items()}
