"""Thousands of runs in one call: the compiled loop over arrays of parameters, gains, starts, disturbances and seeds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from inspect import signature
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.function_law import PythonLaw
from kinloop.control.law import Law
from kinloop.control.observers.observer import Observer
from kinloop.errors import ShapeError, UnsupportedOperation, unknown_name
from kinloop.model.geometry.mode import ModeLike
from kinloop.model.robot import Robot
from kinloop.simulation.loop.arguments import as_law, as_robot, connect, controller_and_plant, count_periods
from kinloop.simulation.loop.closed_loop import ClosedLoop
from kinloop.simulation.loop.measurable import as_observer
from kinloop.simulation.loop.memory import require_memory
from kinloop.simulation.loop.run_progress import Progress, Shown
from kinloop.simulation.loop.start_state import Start, check_mode
from kinloop.simulation.loop.time_chunks import Clock
from kinloop.simulation.options.plant_options import BuiltInPlant, Kinematic, Native, as_plant
from kinloop.simulation.options.run_options import (
    MOVED,
    RECORDING,
    Actuators,
    Environment,
    Sensors,
    as_environment,
    as_option,
    by_name,
    flag,
    noise_key,
    refuse_arguments,
    whole,
)
from kinloop.simulation.record.record import RunStatus
from kinloop.simulation.record.rollout_record import Rollouts
from kinloop.simulation.record.run_description import describe_run
from kinloop.simulation.sweep.rollout_batch import RolloutBatch
from kinloop.simulation.sweep.vary import PAYLOAD, PERIOD, Variation, under
from kinloop.trajectory.external_trajectory import check_trajectory
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
    arrays = by_name("rollouts: vary", vary)
    if "trajectory" in arrays:
        if trajectory is not None:
            raise ShapeError("rollouts: the trajectory varies, and another is given beside it; expected one of them")
        trajectory = arrays["trajectory"]
    robot, trajectory = as_robot(robot), None if trajectory is None else check_trajectory(trajectory)
    if any(values.ndim > 1 for values in robot.models.parameter_inputs):
        raise ShapeError(
            f"{robot.mechanism.name}: rollouts takes one machine; give arrays of parameters by vary={{'name': array}}"
        )
    machine_options = _as_compiled_plant(plant)
    if not isinstance(keep, str) or keep not in ("samples", "summary"):
        raise unknown_name("choice of keep", keep, ("samples", "summary"), "rollouts")
    law = as_law(controller)
    if isinstance(law, PythonLaw):
        raise UnsupportedOperation("rollouts compiles the whole loop; a law in plain Python runs in kl.simulate only")
    if threads is not None:
        threads = whole("rollouts: threads", threads, most=1024)
    every = whole("rollouts: every", every)
    if PERIOD in arrays and (keep != "summary" or every != 1):
        raise ShapeError("rollouts: the period varies, so samples have no common times; expected keep='summary' and no every=")
    steps = count_periods(duration, period)
    if steps % every:
        raise ShapeError(f"rollouts: every = {every} does not divide the {steps} periods of the run")
    sensors, actuators = as_option(Sensors, sensors, "rollouts: sensors"), as_option(Actuators, actuators, "rollouts: actuators")
    environment = as_environment(environment, "rollouts: environment")
    options: dict[str, Any]
    options = {"duration": duration, "period": period, "trajectory": trajectory, "plant": machine_options, "grid": grid, "q": q}
    options |= {
        "qd": qd,
        "mode": mode,
        "observer": observer,
        "sensors": sensors,
        "actuators": actuators,
        "environment": environment,
        "every": every,
    }
    check_mode(mode, trajectory, q if q is not None else arrays.get("q"), qd if qd is not None else arrays.get("qd"))
    robot, machine = controller_and_plant(robot, machine_options, environment.surfaces, under(PAYLOAD, arrays))
    observed = as_observer(observer, sensors)
    variation = Variation(robot, law, arrays, flag("rollouts: grid", grid), trajectory, sensors, observed, environment)
    if fixed := [name for name in arrays if name in (machine_options.parameters or {})]:
        raise ShapeError(
            f"rollouts: vary[{fixed[0]!r}] is of the robot and of the plant, but plant=... fixes it for the plant; "
            f"vary 'model.{fixed[0]}' or 'plant.{fixed[0]}'"
        )
    variation.require_possible(robot, machine)
    noise_key("rollouts: the number of the last run", sensors.run + variation.runs - 1)
    sensors = variation.sensors(sensors)
    actuators = variation.actuators(actuators)
    environment = replace(environment, wrenches=variation.wrenches(environment.wrenches))

    stiffest = machine.with_parameters(**variation.stiffest_surfaces)
    options["plant"] = machine_options.for_contact(stiffest, period)

    def steps_of(period: float) -> int:
        return int(machine_options.for_contact(stiffest, period).substeps or 1)  # type: ignore[attr-defined]

    def batch_with(period: float) -> RolloutBatch:
        io_settings = connect(robot, machine, period, sensors, actuators, environment, observed)
        loop = ClosedLoop(robot, machine, law, trajectory, io_settings, isinstance(machine_options, Kinematic))
        clock = Clock(period, count_periods(duration, period), every, steps_of(period))
        return RolloutBatch(loop, variation, clock, Start(q, qd, mode), sensors, keep == "samples", threads)

    groups = [(batch_with(each), rows) for each, rows in variation.runs_by_period(period)]
    batch = groups[0][0]
    _refuse_too_large(batch)
    results = batch.results()
    is_done = np.zeros(variation.runs, bool)
    with Progress(f"rollouts of {robot.mechanism.name}", progress) as report:
        try:
            for group, members in groups:
                size, piece = group.plan(CHUNK, PIECE, PATIENCE)
                for first in range(0, len(members), size):
                    rows, done = members[first : first + size], int(is_done.sum())
                    finished = group.run(rows, piece, partial(_report_batch, report, done, len(rows), variation.runs))
                    for name, array in finished.items():
                        results[name][rows] = array
                    is_done[rows] = True
                    report(is_done.mean())
        except KeyboardInterrupt:
            for name, array in results.items():
                array[~is_done] = RunStatus.INTERRUPTED if name == "status" else np.nan
    shaped: dict[str, Any] = {name: array.reshape((*variation.shape, *array.shape[1:])) for name, array in results.items()}
    error_of: Any = "active" if trajectory is not None and trajectory.space == "active" else "task"
    times = batch.clock.t if batch.keep else np.zeros(0)
    return Rollouts(t=times, varied=variation.given, **shaped, robot=machine, error_of=error_of, **describe_run(law, options))


def _as_compiled_plant(given: Any) -> Native | Kinematic:
    """A plant that the compiled loop has. Raises: UnknownName, UnsupportedOperation."""
    if not isinstance(given, Native | Kinematic) and (not isinstance(given, str) or given not in ("native", "kinematic")):
        name = given.name if isinstance(given, BuiltInPlant) else given
        raise unknown_name("plant", name, ("native", "kinematic"), "rollouts")
    plant: Any = as_plant(given, "rollouts")
    if isinstance(plant, Native) and plant.integrator is not None:
        raise UnsupportedOperation("rollouts: the compiled loop has fixed steps; integrator= runs in kl.simulate only")
    compiled: Native | Kinematic = plant
    return compiled


def _report_batch(report: Progress, done: int, count: int, runs: int, share: float) -> None:
    report((done + share * count) / runs)


def _refuse_too_large(batch: RolloutBatch) -> None:
    runs = batch.variation.runs
    if batch.keep:
        what = f"{runs} runs of {batch.clock.samples} samples"
        advice = "keep='summary' keeps no samples, every= fewer of them; or simulate fewer runs at a time"
    else:
        what, advice = f"the summaries of {runs} runs", "simulate fewer runs at a time"
    require_memory(batch.needed_bytes(CHUNK, PIECE), f"rollouts: {what}", advice)
