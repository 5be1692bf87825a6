"""The sampled loop: measure, command, hold. One call simulates one run."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from inspect import signature
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.law import Law
from kinloop.control.observers.observer import Observer
from kinloop.errors import RunEndedEarly, ShapeError, UnsupportedOperation, listing
from kinloop.model.geometry.mode import ModeLike
from kinloop.model.reduction.reduced import Reduced
from kinloop.model.robot import Robot
from kinloop.simulation.loop.inverse_simulation import prescribe_motion
from kinloop.simulation.loop.prepared_run import RunArguments, check_arguments, prepare_run, refuse_too_long
from kinloop.simulation.loop.reduced_run import Constrained, Efforts, ReducedRun, run_reduced
from kinloop.simulation.loop.running.compiled_run import run_compiled
from kinloop.simulation.loop.running.python_loop import run_python_loop
from kinloop.simulation.loop.running.run_progress import Progress, Shown
from kinloop.simulation.loop.start.start_state import check_mode
from kinloop.simulation.options.plant_options import BuiltInPlant, Prescribed
from kinloop.simulation.options.run_options import (
    Actuators,
    Environment,
    Recording,
    Sensors,
    refuse_arguments,
)
from kinloop.simulation.plants.plant import Plant
from kinloop.simulation.record.record import Record, RunStatus
from kinloop.simulation.record.run_description import describe_run
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
    asked: dict[str, Any] = {"duration": duration, "period": period, "plant": plant, "q": q, "qd": qd, "mode": mode}
    arguments = check_arguments(robot, controller, trajectory, **asked, environment=environment)
    if isinstance(arguments.plant, Prescribed):
        refused = {"qd": qd, "sensors": sensors, "actuators": actuators, "recording": recording, "observer": observer}
        _refuse_for_prescribed(controller, arguments.trajectory, refused)
        record = _prescribe(arguments)
        _warn_of_early_end(record, duration)
        return record
    run = prepare_run(arguments, sensors, actuators, recording, observer)
    with Progress(f"simulate {run.loop.robot.mechanism.name}", progress) as report:
        if run.is_compiled:
            done = run_compiled(run.loop, run.start, run.t, run.clock, run.inputs, run.finer, report)
        else:
            engine = run.build_plant()
            done = run_python_loop(run.loop, engine, run.substeps > 0, run.start, run.t, period, run.inputs, run.finer, report)
    record = run.record(done)
    run.warn_of_friction(record)
    _warn_of_early_end(record, duration, run.integrator.stop_at if run.integrator is not None else ())
    return record


def _prescribe(arguments: RunArguments) -> Record:
    """The record of a motion that is followed, with the efforts that it requires."""
    assert arguments.trajectory is not None
    if not arguments.environment.is_constant:
        raise UnsupportedOperation("plant='prescribed' takes constant wrenches only, and no pulses or signals")
    check_mode(arguments.mode, arguments.trajectory, arguments.q, None)
    refuse_too_long(arguments.machine, arguments.steps + 1)
    record = prescribe_motion(
        arguments.machine,
        arguments.trajectory,
        duration=arguments.duration,
        period=arguments.period,
        q=arguments.q,
        mode=arguments.mode,
        wrenches=arguments.environment.constant,
    )
    return replace(record, **describe_run(arguments.law, arguments.described))


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


def _refuse_for_prescribed(controller: Any, trajectory: Any, options: Mapping[str, Any]) -> None:
    if controller is not None:
        raise UnsupportedOperation("plant='prescribed' follows the trajectory by itself; expected None in place of a controller")
    if trajectory is None:
        raise ShapeError("plant='prescribed' follows a trajectory, but trajectory is None")
    if given := [name for name, value in options.items() if value is not None]:
        raise UnsupportedOperation(f"plant='prescribed' measures and commands nothing, so it takes no {listing(given)}")
