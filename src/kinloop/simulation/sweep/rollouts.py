"""Thousands of runs in one call: the compiled loop over arrays of parameters, gains, starts, disturbances and seeds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.law import Law
from kinloop.control.observers.observer import Observer
from kinloop.model.geometry.mode import ModeLike
from kinloop.model.robot import Robot
from kinloop.simulation.loop.memory import require_memory
from kinloop.simulation.loop.running.run_progress import Progress, Shown
from kinloop.simulation.options.plant_options import BuiltInPlant
from kinloop.simulation.options.run_options import MOVED, RECORDING, Actuators, Environment, Sensors, refuse_arguments
from kinloop.simulation.record.record import RunStatus
from kinloop.simulation.record.rollout_record import Rollouts
from kinloop.simulation.record.run_description import describe_run
from kinloop.simulation.sweep.prepared_rollouts import PreparedRollouts, RunArguments, WorkLimits
from kinloop.simulation.sweep.rollout_batch import RolloutBatch
from kinloop.trajectory.trajectory import Trajectory

Array = np.ndarray
# What a batch of runs may take, with all its samples and outputs: bytes, and seconds, after which progress is reported and the
# user can interrupt. The inputs of a longer run are computed for PIECE periods at a time.
CHUNK, PATIENCE, PIECE = 16e6, 0.5, 1024
MOVED_HERE = {**MOVED, **dict.fromkeys(RECORDING, "every= and keep= choose the samples")}


def rollouts(
    robot: Robot,
    controller: Law | Callable[..., Any] | None,
    trajectory: Trajectory | None = None,
    *,
    duration: float,
    period: float,
    plant: str | BuiltInPlant = "native",
    vary: Mapping[str, Any] | None = None,
    grid: bool = False,
    q: ArrayLike | None = None,
    qd: ArrayLike | None = None,
    mode: ModeLike | None = None,
    observer: Observer | None = None,
    sensors: Sensors | None = None,
    actuators: Actuators | None = None,
    environment: Environment | Mapping[str, ArrayLike] | None = None,
    every: int = 1,
    keep: Literal["samples", "summary"] = "samples",
    threads: int | None = None,
    progress: Shown = None,
    **unknown_arguments: Any,
) -> Rollouts:
    """Many runs of a closed loop, compiled, on all processors; each is the run that :func:`simulate` gives, to the bit.

    Arguments that are not listed here are those of :func:`simulate`.

    Args:
        plant: ``"native"``, ``"kinematic"``, or one of these with options, such as ``kl.Native(substeps=4)``.
        vary: the values that differ between runs, by dotted path; an array's first axis is the runs.
            ``"m_p"``: a parameter of robot and plant. ``"plant.m_p"``: of the plant alone, which the controller does not know.
            ``"model.m_p"``: of the controller's model alone. ``"law.kp"``: a gain of the law.
            ``"q"``, ``"qd"``: the state at the start, (runs, nq) and (runs, nv). ``"trajectory"``: a batch of trajectories.
            ``"environment.wrenches.tool"``: a wrench on a frame of the plant, (runs, 6). ``"plant.payload.tool"``: a mass there.
            ``"environment.pulses.0.wrench"``, ``"...start"``, ``"...duration"``: those of the first of the environment's pulses.
            ``"actuators.saturation"``, ``"actuators.rate_limit"``, ``"sensors.noise.q"``, ``"sensors.quantisation.q"``: one
            number a run. ``"sensors.seed"``: of the noise. ``"observer.time_constant"``: a gain of the observer.
            ``"period"``: the sampling period, with ``keep="summary"``.
        trajectory: one for all, or a batch of as many as there are runs.
        grid: every combination of the arrays, instead of the first with the first (a zip).
        sensors: as of :func:`simulate`. The noise of run ``k`` has the key ``(seed, run + k)``, or with
            ``vary={"sensors.seed": seeds}`` the key ``(seeds[k], run)``.
        every: keep one of every so many samples; it must divide the number of periods.
        keep: ``"summary"``: no samples, so memory does not grow with the number of periods.
        threads: None: as many as there are processors.
        progress: None: a bar on a terminal if it takes long; True, False; or a function of the share done. Interrupted, runs
            that did not come to their turn are marked ``INTERRUPTED``.
    Raises: ShapeError, UnknownName, UnsupportedOperation: what cannot be run, before it begins. UnknownArgument: a keyword that
        it does not take. DescriptionError: parameter values that no machine can have, such as a negative mass. NotEnoughMemory:
        the results do not fit into memory, also before. A run that fails does not raise.
    """
    refuse_arguments("rollouts", unknown_arguments, list(signature(rollouts).parameters)[:-1], MOVED_HERE)
    shared = RunArguments(
        robot,
        controller,
        trajectory,
        duration,
        period,
        plant,
        q=q,
        qd=qd,
        mode=mode,
        observer=observer,
        sensors=sensors,
        actuators=actuators,
        environment=environment,
        every=every,
        keep=keep,
    )
    prepared = PreparedRollouts(shared, vary, grid, threads)
    batch, variation = prepared.first, prepared.variation
    _refuse_too_large(batch)
    results = batch.results(variation.runs)
    is_done = np.zeros(variation.runs, bool)
    limits = WorkLimits(CHUNK, PIECE, PATIENCE)
    with Progress(f"rollouts of {prepared.robot.mechanism.name}", progress) as report:
        try:
            for rows, finished in prepared.simulate(np.arange(variation.runs), variation.rows, limits, report):
                for name, array in finished.items():
                    results[name][rows] = array
                is_done[rows] = True
        except KeyboardInterrupt:
            for name, array in results.items():
                array[~is_done] = RunStatus.INTERRUPTED if name == "status" else np.nan
    shaped: dict[str, Any] = {name: array.reshape((*variation.shape, *array.shape[1:])) for name, array in results.items()}
    return Rollouts(
        t=prepared.times,
        varied=variation.given,
        **shaped,
        robot=prepared.machine,
        error_of=prepared.error_of,
        **describe_run(prepared.law, prepared.options),
    )


def _refuse_too_large(batch: RolloutBatch) -> None:
    runs = batch.variation.runs
    if batch.keep:
        what = f"{runs} runs of {batch.clock.samples} samples"
        advice = "keep='summary' keeps no samples, every= fewer of them; or simulate fewer runs at a time"
    else:
        what, advice = f"the summaries of {runs} runs", "simulate fewer runs at a time"
    require_memory(batch.needed_bytes(CHUNK, PIECE), f"rollouts: {what}", advice)
