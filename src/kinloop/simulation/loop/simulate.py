"""The sampled loop: measure, command, hold. One call simulates one run."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from inspect import signature
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.function_law import PythonLaw
from kinloop.control.law import Law
from kinloop.control.observers.observer import Observer
from kinloop.errors import KinloopWarning, RunEndedEarly, ShapeError, UnsupportedOperation, listing
from kinloop.model.geometry.mode import ModeLike
from kinloop.model.reduction.reduced import Reduced
from kinloop.model.robot import Robot
from kinloop.numerics.tolerances import CLOSED_LOOP_GAP
from kinloop.simulation.loop.arguments import as_law, as_robot, connect, controller_and_plant, count_periods, noise_deviations
from kinloop.simulation.loop.build_record import RecordOptions, build_record
from kinloop.simulation.loop.closed_loop import ClosedLoop
from kinloop.simulation.loop.compiled_run import run_compiled
from kinloop.simulation.loop.exogenous_inputs import InputStream
from kinloop.simulation.loop.input_rows import InputRows, NoiseStream
from kinloop.simulation.loop.inverse_simulation import prescribe_motion
from kinloop.simulation.loop.memory import require_memory
from kinloop.simulation.loop.preparation import prepare_loop
from kinloop.simulation.loop.python_loop import run_python_loop
from kinloop.simulation.loop.reduced_run import Constrained, Efforts, ReducedRun, run_reduced
from kinloop.simulation.loop.run_progress import Progress, Shown
from kinloop.simulation.loop.singular_start import refuse_lost_start, refuse_singular_start
from kinloop.simulation.loop.start_state import OPEN_SAMPLE, check_mode, reference_start, require_determined, start_state
from kinloop.simulation.loop.time_chunks import Clock
from kinloop.simulation.loop.wrench_schedule import pulse_acts
from kinloop.simulation.options.plant_options import BuiltInPlant, Exudyn, Kinematic, Mujoco, Native, Prescribed, as_plant
from kinloop.simulation.options.run_options import (
    Actuators,
    Environment,
    Recording,
    Sensors,
    as_environment,
    as_option,
    refuse_arguments,
)
from kinloop.simulation.plants.contact_steps import warn_of_stiff_friction
from kinloop.simulation.plants.plant import Plant
from kinloop.simulation.record.record import Record, RunStatus
from kinloop.simulation.record.run_description import describe_run
from kinloop.trajectory.external_trajectory import check_trajectory
from kinloop.trajectory.trajectory import Trajectory

Array = np.ndarray


@overload
def simulate(
    robot: Robot,
    controller: Law | Callable[..., Any] | None,
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
    progress: Shown = None,
    **unexpected: Any,
) -> Record: ...


@overload
def simulate(
    robot: Reduced,
    controller: Efforts,
    *,
    duration: float,
    period: float,
    plant: Constrained = ...,
    q: ArrayLike | None = None,
    qd: ArrayLike | None = None,
    progress: Shown = None,
) -> ReducedRun: ...


def simulate(
    robot: Robot | Reduced,
    controller: Any,
    trajectory: Trajectory | None = None,
    *,
    duration: float,
    period: float,
    plant: str | BuiltInPlant | Plant | Constrained = "native",
    q: ArrayLike | None = None,
    qd: ArrayLike | None = None,
    mode: ModeLike | None = None,
    observer: Observer | None = None,
    sensors: Sensors | None = None,
    actuators: Actuators | None = None,
    environment: Environment | Mapping[str, ArrayLike] | None = None,
    recording: Recording | None = None,
    progress: Shown = None,
    **unexpected: Any,
) -> Record | ReducedRun:
    r"""One run of a robot under a controller, sampled: at :math:`t_k = kT` the machine is measured, the command is computed, and
    it is held until :math:`t_{k+1}` (zero-order hold).

    A law on symbols and the native or kinematic plant run as one compiled loop; a Python law or another plant takes Python's
    speed and gives the same numbers.

    Args:
        robot: the controller's model of the machine; or a robot under a constraint, as :func:`reduce` gives, which is integrated
            as ``plant=kl.Constrained(...)`` says and takes ``q`` and ``qd``, also batches of them, but no other options.
        controller: a law, or a function on CasADi symbols; ``kl.python_law(f)`` marks plain Python; None drives nothing. A robot
            under a constraint takes active efforts instead, constant or a function of ``(t, q, qd)``.
        trajectory: what to follow; a law that follows nothing needs none.
        duration, period: [s]; the duration is a whole number of periods.
        plant: ``"native"`` (efforts), ``"kinematic"`` (joint rates), ``"prescribed"`` (nothing is commanded: the record has the
            efforts that the trajectory requires), ``"exudyn"``, ``"mujoco"``; one of these with options, such as
            ``kl.Native(substeps=4, payload=0.5)``; or a user-defined :class:`Plant`.
        q, qd: the state of all joints at the start; on the trajectory, on the branch of ``robot.start``, unless given; without a
            trajectory at ``robot.start``, with ``robot.start_rates``.
        mode: the one in which the run begins on its trajectory: the working mode of a trajectory of the task, the assembly mode
            of one of the active joints; by signs, by their names (``"g1=+1, g2=-1"``), or as a :class:`Mode`.
        observer: the estimate of what is not measured; :class:`FromModel` unless given, :class:`FilteredDifferences` where no
            rates are measured.
        sensors: what is measured, with noise and quantisation; all joints exactly unless given.
        actuators: saturation, rate limit and delay of the command; none unless given.
        environment: wrenches on the plant's frames, or these alone as a mapping by frame. The controller does not know them.
        recording: samples between commands; none unless given.
        progress: None: a bar on a terminal if it takes long; True, False; or a function of the share done.
    Returns: a :class:`Record`, or for a robot under a constraint a :class:`ReducedRun`; a run that a law's NaN, a diverging
        motion or the user stopped has what came before, and says so.
    Warns: RunEndedEarly: the run ended before its duration, and not at what ``Adaptive(stop_at=...)`` asked for.
    Raises: ShapeError, NotFinite, UnsupportedOperation: what cannot be run, before it begins. UnknownArgument: a keyword that it
        does not take. NotEnoughMemory: its record does not fit into memory, also before. SingularConfiguration: the run begins
        at a singularity, and the law or its reference computes with a model that has no answer there.
    """
    refuse_arguments("simulate", unexpected, list(signature(simulate).parameters)[:-1])
    if isinstance(robot, Reduced):
        others: dict[str, Any] = {
            "trajectory": trajectory,
            "mode": mode,
            "sensors": sensors,
            "actuators": actuators,
            "observer": observer,
        }
        others |= {"environment": environment, "recording": recording}
        return _simulate_reduced(robot, controller, duration, period, plant, q, qd, progress, others)
    robot, trajectory = as_robot(robot), None if trajectory is None else check_trajectory(trajectory)
    _refuse_batches(robot, trajectory)
    steps = count_periods(duration, period)
    law, plant = as_law(controller), as_plant(plant)
    environment = as_environment(environment, "simulate: environment")
    robot, machine = controller_and_plant(robot, plant, environment.surfaces)
    plant = plant.for_contact(machine, period) if isinstance(plant, BuiltInPlant) else plant
    wrenches = environment.constant
    options: dict[str, Any]
    options = {"duration": duration, "period": period, "trajectory": trajectory, "plant": plant, "q": q, "qd": qd, "mode": mode}
    options["environment"] = environment
    if isinstance(plant, Prescribed):
        refused = {"qd": qd, "sensors": sensors, "actuators": actuators, "recording": recording, "observer": observer}
        _refuse_for_prescribed(controller, trajectory, refused)
        assert trajectory is not None
        if not environment.is_constant:
            raise UnsupportedOperation("plant='prescribed' takes constant wrenches only, and no pulses or signals")
        check_mode(mode, trajectory, q, None)
        _refuse_too_long(machine, steps + 1)
        record = prescribe_motion(machine, trajectory, duration=duration, period=period, q=q, mode=mode, wrenches=wrenches)
        record = replace(record, **describe_run(law, options))
        _warn_of_early_end(record, duration)
        return record
    sensors = as_option(Sensors, sensors, "simulate: sensors")
    actuators = as_option(Actuators, actuators, "simulate: actuators")
    recording = as_option(Recording, recording, "simulate: recording")
    io_settings = connect(robot, machine, period, sensors, actuators, environment, observer)
    loop = ClosedLoop(robot, machine, law, trajectory, io_settings, isinstance(plant, Kinematic))
    _refuse_too_long(machine, steps * recording.samples + 1)
    spread = noise_deviations(loop, sensors)
    check_mode(mode, trajectory, q, qd)
    start = start_state(machine, trajectory, q, qd, mode)
    if isinstance(plant, Native):
        require_determined(machine, *start)
    _warn_of_idle_pulses(environment, period, steps)
    loop = prepare_loop(loop, steps, start)
    configuration = reference_start(loop, start[0])
    refuse_singular_start(loop, start[0], configuration)
    stream = InputStream(loop.layout, robot, trajectory, configuration, loop.tables)
    noise = None if spread is None else NoiseStream([(sensors.seed, sensors.run)], spread, loop.io_model.noise_sizes)

    def inputs(times: Array) -> InputRows:
        return InputRows(stream.rows(times), None if noise is None else noise.rows(len(times)))

    t = period * np.arange(steps + 1)
    if not isinstance(plant, BuiltInPlant) and (environment.constant or not environment.is_constant):
        raise UnsupportedOperation("simulate: a user-defined plant has its own environment, so it takes no wrenches")
    integrator = plant.integrator if isinstance(plant, Native) else None
    # The plants with fixed steps that the compiled loop has.
    substeps = (plant.substeps or 1) if isinstance(plant, Native | Kinematic) and integrator is None else 0
    finer = 1 if recording.held_outputs else recording.samples
    with Progress(f"simulate {robot.mechanism.name}", progress) as report:
        if substeps and not isinstance(law, PythonLaw):
            done = run_compiled(loop, start, t, Clock(period, steps, 1, substeps), inputs, finer, report)
        else:
            engine = plant.build(machine, period, io_settings.wrenches) if isinstance(plant, BuiltInPlant) else plant
            done = run_python_loop(loop, engine, substeps > 0, start, t, period, inputs, finer, report)
    if stream.q_active:
        done.q_ref = np.concatenate(stream.q_active)
    largest_gap = OPEN_SAMPLE if substeps and not loop.kinematic else None
    if isinstance(plant, Exudyn | Mujoco):
        largest_gap = float(CLOSED_LOOP_GAP)
    record_options = RecordOptions(
        recording.samples,
        recording.held_outputs,
        max(substeps, 1),
        period,
        largest_gap,
        isinstance(plant, Native),
        finds_crossings=isinstance(plant, BuiltInPlant) and integrator is None and not loop.kinematic,
    )
    options |= {"observer": observer, "sensors": sensors, "actuators": actuators, "recording": recording}
    record = replace(build_record(loop, done, t, record_options), **describe_run(law, options))
    refuse_lost_start(loop, record)
    if substeps and machine.mechanism.surfaces and len(record):
        force = np.nanmax(np.linalg.norm(record.contact_wrench[:, :3], axis=1))
        warn_of_stiff_friction(machine, period / substeps, float(force))
    _warn_of_early_end(record, duration, integrator.stop_at if integrator is not None else ())
    return record


def _simulate_reduced(
    reduced: Reduced,
    efforts: Any,
    duration: float,
    period: float,
    plant: Any,
    q: ArrayLike | None,
    qd: ArrayLike | None,
    progress: Shown,
    others: Mapping[str, Any],
) -> ReducedRun:
    name = reduced.robot.mechanism.name
    if given := [option for option, value in others.items() if value is not None]:
        raise UnsupportedOperation(f"simulate: a robot under a constraint takes no {listing(given)}")
    if isinstance(efforts, Law):
        raise UnsupportedOperation(
            f"simulate: {name} is under a constraint, so it is driven by active efforts, constant or a function of (t, q, qd), "
            f"but the controller is the law {type(efforts).__name__}"
        )
    options = Constrained() if isinstance(plant, str) and plant == "native" else plant
    if not isinstance(options, Constrained):
        raise ShapeError(f"simulate: the plant of a robot under a constraint is {plant!r:.80}, expected kl.Constrained(...)")
    with Progress(f"simulate {name}", progress) as report:
        return run_reduced(reduced, efforts, duration, period, options, q, qd, report)


def _warn_of_early_end(record: Record, duration: float, expected: Sequence[str] = ()) -> None:
    """Say in one sentence when and why a run ended before its time; ``expected`` are kinds of events that should end it."""
    if not record.status:
        return
    last = record.events[-1] if record.events else None
    if record.status == RunStatus.STOPPED and last is not None and last.kind in expected:
        return
    when = last.time if last is not None else record.t[-1] if len(record) else 0.0
    why = f": {last.message}" if last is not None else ""
    warnings.warn(
        f"the run of {record.robot.mechanism.name} ended early, at t = {when:g} s of {duration:g} s ({record.status.words}){why}",
        RunEndedEarly,
        stacklevel=3,
    )


def _warn_of_idle_pulses(environment: Environment, period: float, steps: int) -> None:
    """Warn of pulses that act in no period."""
    t = period * np.arange(steps)
    for k, pulse in enumerate(environment.pulses):
        if not np.any(pulse_acts(t, pulse.start, pulse.duration, period)):
            warnings.warn(
                f"simulate: pulse {k}, from {pulse.start:g} s for {pulse.duration:g} s, acts in no period of the run: none "
                f"begins within its time; they begin at multiples of {period:g} s, before {steps * period:g} s",
                KinloopWarning,
                stacklevel=3,
            )


def _refuse_batches(robot: Robot, trajectory: Trajectory | None) -> None:
    if any(values.ndim > 1 for values in robot.models.parameter_inputs):
        raise ShapeError(f"{robot.mechanism.name}: simulate takes one machine, but its parameters are arrays; see kl.rollouts")
    if trajectory is not None and trajectory.shape:
        raise ShapeError("simulate takes one trajectory, but this one is a batch; see kl.rollouts")


def _refuse_too_long(machine: Robot, samples: int) -> None:
    """The states and commands of the loop, and the record that is made of them."""
    m, n_x, rows = machine.mechanism, len(machine.mechanism.task_names), len(machine.models.formulas.model.rows)
    loop = 1 + len(m.coordinates) + len(m.rates) + machine.n_active
    record = loop + len(m.rates) + 4 * n_x + len(machine.active) + rows + 2
    advice = "give a longer period, a shorter duration or fewer samples; kl.rollouts with keep='summary' keeps none"
    require_memory(8.0 * samples * (loop + record), f"simulate: {samples} samples", advice)


def _refuse_for_prescribed(controller: Any, trajectory: Any, options: Mapping[str, Any]) -> None:
    if controller is not None:
        raise UnsupportedOperation("plant='prescribed' follows the trajectory by itself; expected None in place of a controller")
    if trajectory is None:
        raise ShapeError("plant='prescribed' follows a trajectory, but trajectory is None")
    if given := [name for name, value in options.items() if value is not None]:
        raise UnsupportedOperation(f"plant='prescribed' measures and commands nothing, so it takes no {listing(given)}")
