"""Thousands of runs in one call: the compiled loop over arrays of parameters, gains, starts and disturbances."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import prod
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from kinloop.compile.scan import Runs
from kinloop.control.law import Law, PythonLaw
from kinloop.errors import ShapeError, UnsupportedOperation, listing, unknown
from kinloop.model.robot import Robot
from kinloop.simulation.given import as_law, limits, periods, whole
from kinloop.simulation.loop import reference_of_task
from kinloop.simulation.observe import evaluate, task_of
from kinloop.simulation.program import ClosedLoop, Wiring
from kinloop.simulation.record import RunStatus
from kinloop.simulation.start import OPEN, on_trajectory, openings, reference_start, start_state
from kinloop.trajectory.motion import Trajectory

Array = np.ndarray
# What a chunk of runs may take [bytes], all its samples and what is computed of them.
CHUNK = 64e6


@dataclass(frozen=True, eq=False)
class Rollouts:
    """Many runs. The leading axes are those of what was varied: one for a zip, one for each array of a grid.

    ``status``: a :class:`RunStatus` of each run; one that diverged is frozen where it was, and its samples from there on are NaN.
    ``stopped``: when [s]; NaN for a complete run. Samples are at ``t``: ``q (..., k, nq)``, ``qd``, ``tau``, ``x``, ``error``;
    with summaries only they have no samples.
    """

    t: Array
    varied: Mapping[str, Array]
    q: Array
    qd: Array
    tau: Array
    x: Array
    error: Array
    status: Array
    stopped: Array
    #: Of the samples kept, for each run: the root mean square and the largest norm of the error, the last one, and the largest
    #: effort of each joint. Of a stopped run, those until then.
    error_rms: Array
    error_max: Array
    error_last: Array
    tau_max: Array

    @property
    def shape(self) -> tuple[int, ...]:
        """Of the runs."""
        return self.status.shape

    def __repr__(self) -> str:
        bad = int(np.count_nonzero(self.status))
        return f"<Rollouts: {prod(self.shape)} runs of {len(self.t)} samples, {bad} stopped early>"


def rollouts(
    robot: Robot,
    controller: Law | Callable[..., Any],
    trajectory: Trajectory | None = None,
    *,
    duration: float,
    period: float,
    plant: Literal["native", "kinematic"] = "native",
    vary: Mapping[str, ArrayLike] | None = None,
    grid: bool = False,
    q: ArrayLike | None = None,
    qd: ArrayLike | None = None,
    substeps: int = 1,
    delay: bool = False,
    saturation: ArrayLike | None = None,
    wrenches: Mapping[str, ArrayLike] | None = None,
    every: int = 1,
    keep: Literal["samples", "summary"] = "samples",
    threads: int | None = None,
) -> Rollouts:
    """Many runs of a closed loop, compiled, on all processors; each is the run that :func:`simulate` gives, to the bit.

    Args:
        vary: what differs between runs, by name; an array's first axis is the runs.
            ``"m_p"``: a parameter of robot and plant. ``"plant.m_p"``: of the plant alone, which the controller does not know.
            ``"gain.kp"``: a gain of the law. ``"q"``, ``"qd"``: the state at the start, (runs, nq) and (runs, nv).
            ``"wrench.tool"``: a wrench on a frame of the plant, (runs, 6).
        grid: every combination of the arrays, instead of the first with the first (a zip).
        every: keep every so many samples; the duration must be whole in them.
        keep: ``"summary"``: no samples, so memory does not grow with their number.
        threads: None: as many as there are processors.
        Others as of :func:`simulate`.
    Raises: ShapeError, UnknownName, UnsupportedOperation: what cannot be run, before it begins. A run that fails does not raise.
    """
    if any(values.ndim > 1 for values in robot._p):
        raise ShapeError(
            f"{robot.mechanism.name}: rollouts takes one machine; give arrays of parameters by vary={{'name': array}}"
        )
    if plant not in ("native", "kinematic"):
        raise unknown("plant", plant, ("native", "kinematic"), "rollouts")
    if keep not in ("samples", "summary"):
        raise unknown("choice of keep", keep, ("samples", "summary"), "rollouts")
    law = as_law(controller)
    if isinstance(law, PythonLaw):
        raise UnsupportedOperation("rollouts compiles the whole loop; a law in plain Python runs in kl.simulate only")
    if trajectory is not None and trajectory.parameters.ndim > 1:
        raise UnsupportedOperation("rollouts takes one trajectory, but this one is a batch")
    steps, every, substeps = periods(duration, period), whole("every", every), whole("substeps", substeps)
    if steps % every:
        raise ShapeError(f"rollouts: every = {every} does not divide the {steps} periods of the run")
    variation = _Variation(robot, law, vary or {}, grid)
    pushes = {**(wrenches or {}), **{frame: np.zeros(6) for frame in variation.frames}}
    names, loads = robot._loads(pushes or None)
    wiring = Wiring(limits(robot, saturation), None, bool(delay), dict(zip(names, loads, strict=True)))
    loop = ClosedLoop(robot, robot, law, trajectory, wiring, plant == "kinematic")
    # Where lengths vary, each machine has its own posture at the start of the trajectory.
    each = q is None and qd is None and "q" not in variation.given and trajectory is not None and variation.has_machines
    start = None if each else start_state(robot, trajectory, q, qd)
    t = period * (every * np.arange(steps // every + 1))  # the product that the loop's clock has, to the bit
    widths = loop.nq + 3 * loop.nv + 3 * loop.n + 40
    size = max(8, int(CHUNK / (8 * widths * len(t))))
    results = []
    for rows in _chunks(variation.runs, size):
        chunk = variation.rows(rows)
        results.append(_run(loop, chunk, start, t, (period, every, substeps), keep == "samples", threads))
    joined = {name: np.concatenate([result[name] for result in results]) for name in results[0]}
    shaped = {name: array.reshape((*variation.shape, *array.shape[1:])) for name, array in joined.items()}
    return Rollouts(t=t, varied=variation.given, **shaped)


class _Variation:
    """What differs between runs: arrays with the runs first."""

    def __init__(self, robot: Robot, law: Law, vary: Mapping[str, ArrayLike], grid: bool) -> None:
        self.robot, self.law, self.grid = robot, law, grid
        self.given = {name: self._array(name, value) for name, value in vary.items()}
        self.frames = [name.partition(".")[2] for name in self.given if name.startswith("wrench.")]
        lengths = {name: len(array) for name, array in self.given.items()}
        if not grid and len(set(lengths.values())) > 1:
            told = ", ".join(f"{name} {length}" for name, length in lengths.items())
            raise ShapeError(f"rollouts: the arrays have different numbers of runs: {told}; grid=True takes every combination")
        self.shape = tuple(lengths.values()) if grid else tuple(lengths.values())[:1]
        self.runs = prod(self.shape)
        if not self.runs:
            raise ShapeError(f"rollouts: there are no runs; the arrays have the lengths {listing(lengths.values())}")

    @property
    def has_machines(self) -> bool:
        """Whether the plants differ."""
        return any(name.rpartition(".")[0] in ("", "plant") and name not in ("q", "qd") for name in self.given)

    def _array(self, name: str, value: ArrayLike) -> Array:
        kind, _, rest = name.rpartition(".")
        robot, tail = self.robot, self._tail(name, kind, rest)
        try:
            array = np.array(value, float)
        except (TypeError, ValueError):
            raise ShapeError(f"rollouts: {name} is {value!r:.80}, expected numbers") from None
        if array.ndim != 1 + len(tail) or array.shape[1:] != tail:
            expected = ", ".join(["runs", *map(str, tail)])
            raise ShapeError(f"rollouts: {name} of {robot.mechanism.name} has shape {array.shape}, expected ({expected})")
        return array

    def _tail(self, name: str, kind: str, rest: str) -> tuple[int, ...]:
        """The shape of one run's value."""
        mechanism = self.robot.mechanism
        if name in ("q", "qd"):
            return (len(mechanism.coordinates if name == "q" else mechanism.rates),)
        if kind in ("", "plant") and rest in self.robot.parameters:
            return ()
        if kind == "gain" and rest in self.law.gains:
            return self.law.gains[rest].shape
        if kind == "wrench":
            return (6,)
        known = [*self.robot.parameters, *(f"plant.{p}" for p in self.robot.parameters)]
        known += [*(f"gain.{gain}" for gain in self.law.gains), "q", "qd", "wrench.tool"]
        raise unknown("thing to vary", name, known, "a rollout")

    def rows(self, rows: Array) -> dict[str, Array]:
        """The values of some runs."""
        if not self.grid:
            return {name: array[rows] for name, array in self.given.items()}
        where = np.unravel_index(rows, self.shape)
        return {name: array[at] for (name, array), at in zip(self.given.items(), where, strict=True)}


def _chunks(runs: int, size: int) -> Iterator[Array]:
    for first in range(0, runs, size):
        yield np.arange(first, min(first + size, runs))


def _run(
    loop: ClosedLoop,
    varied: Mapping[str, Array],
    start: tuple[Array, Array] | None,
    t: Array,
    clock: tuple[float, int, int],
    keep: bool,
    threads: int | None,
) -> dict[str, Array]:
    """A chunk of runs at once."""
    period, every, substeps = clock
    count = len(next(iter(varied.values()))) if varied else 1
    chunk = _machines(loop, varied)
    begin = on_trajectory(chunk.plant, loop.trajectory) if start is None and loop.trajectory is not None else start
    assert begin is not None
    q = np.broadcast_to(varied.get("q", begin[0]), (count, loop.nq))
    qd = np.broadcast_to(varied.get("qd", begin[1]), (count, loop.nv))
    state = q if loop.kinematic else np.concatenate([q, qd], axis=-1)
    memory = loop.start_memory(reference_start(chunk, q), (count,))
    parameters = loop.packed({**chunk.values, **_gains(varied)})
    with np.errstate(invalid="ignore"):
        closed = np.maximum(*openings(chunk.plant, q, qd)) <= OPEN
    sums = (np.broadcast_to(array.sum(axis=-1), (count,)) for array in (state, memory, parameters))
    able = closed & np.isfinite(sum(sums))
    state = np.where(able[:, None], state, np.nan)
    runs = loop.scan(state, t, period, memory=memory, parameters=parameters, every=every, substeps=substeps, threads=threads)
    status, done = _endings(loop, runs, parameters, period, (len(t) - 1) * every)
    status[~able] = RunStatus.NOT_STARTED
    gone = np.arange(len(t)) * every > np.where(status == RunStatus.COMPLETE, np.inf, done)[:, None]
    record = np.where(gone[..., None], np.nan, runs.record)
    states, command = record[..., : state.shape[-1]], record[..., state.shape[-1] : state.shape[-1] + loop.n]
    p = [values[:, None, :] if values.ndim > 1 else values for values in chunk.plant._p]
    own: dict[str, Any] = {"parameters": p[0]} if p else {}
    if loop.kinematic:
        follow = evaluate(chunk.plant, "forward_velocity", q=states, qd_active=command, **own)
        samples = {"q": states, "qd": follow["qd"], "tau": np.full(command.shape, np.nan)}
    else:
        samples = {"q": states[..., : loop.nq], "qd": states[..., loop.nq :], "tau": command}
    samples |= task_of(chunk.plant, samples["q"], reference_of_task(loop, t), own)
    last = np.where(status == RunStatus.COMPLETE, len(t) - 1, done // every).astype(int)
    stopped = np.where(status == RunStatus.COMPLETE, np.nan, done * period)
    summary = _summary(samples["error"], samples["tau"], gone, last)
    if not keep:  # new arrays: a view would hold all the samples
        samples = {name: np.zeros((count, 0, array.shape[-1])) for name, array in samples.items()}
    return {**samples, "status": status, "stopped": stopped, **summary}


def _machines(loop: ClosedLoop, varied: Mapping[str, Array]) -> ClosedLoop:
    """The loop with the parameters and wrenches of some runs."""
    robot = loop.robot.with_parameters(**{name: value for name, value in varied.items() if name in loop.robot.parameters})
    plant = robot.with_parameters(**{name[6:]: value for name, value in varied.items() if name.startswith("plant.")})
    pushes = {name[7:]: value for name, value in varied.items() if name.startswith("wrench.")}
    wiring = replace(loop.wiring, wrenches={**loop.wiring.wrenches, **pushes})
    return ClosedLoop(robot, plant, loop.law, loop.trajectory, wiring, loop.kinematic)


def _gains(varied: Mapping[str, Array]) -> dict[str, Array]:
    """Each run's gains in a row, a matrix by its columns."""
    gains = {f"gain {name[5:]}": value for name, value in varied.items() if name.startswith("gain.")}
    rows = {name: np.swapaxes(gain, -1, -2) if gain.ndim == 3 else gain for name, gain in gains.items()}
    return {name: gain.reshape(len(gain), -1) for name, gain in rows.items()}


def _endings(loop: ClosedLoop, runs: Runs, parameters: Array, period: float, steps: int) -> tuple[Array, Array]:
    """How each run ended and after how many periods. Of a run that stopped, the law is asked again where it did."""
    done = np.minimum(runs.periods, steps)
    status = np.where(runs.periods >= steps, RunStatus.COMPLETE, RunStatus.DIVERGED).astype(np.uint8)
    ended = np.flatnonzero(runs.periods <= steps)
    if ended.size:
        optional = [array for array in (runs.memory, parameters) if array.shape[-1]]
        given = [array[ended] if array.ndim > 1 else array for array in (runs.state, *optional)]
        result = loop.command_kernel(done[ended] * period, *given)
        command = (result[0] if isinstance(result, tuple) else result)[:, : loop.n]
        status[ended[~np.isfinite(command).all(axis=-1)]] = RunStatus.LAW_NOT_FINITE
    return status, done


def _summary(error: Array, tau: Array, gone: Array, last: Array) -> dict[str, Array]:
    norm = np.linalg.norm(error, axis=-1)
    return {
        "error_rms": np.sqrt(np.where(gone, 0.0, norm**2).sum(axis=1) / (last + 1)),
        "error_max": np.fmax.reduce(norm, axis=1),
        "error_last": np.take_along_axis(norm, last[:, None], axis=1)[:, 0],
        "tau_max": np.fmax.reduce(np.abs(tau), axis=1),
    }
