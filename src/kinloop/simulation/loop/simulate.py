"""The sampled loop: measure, command, hold. One call simulates one run."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.law import Law, PythonLaw
from kinloop.errors import RunEndedEarly, ShapeError, UnsupportedOperation, listing, unknown
from kinloop.mechanism.validate.task_checks import task_names
from kinloop.model.geometry.mode import ModeLike
from kinloop.model.robot import Robot
from kinloop.simulation.loop.arguments import as_law, as_robot, flag, machines, noise_of, periods, seed_of, whole, wired
from kinloop.simulation.loop.build_record import Fine, recorded
from kinloop.simulation.loop.closed_loop import ClosedLoop
from kinloop.simulation.loop.compiled_run import run_compiled
from kinloop.simulation.loop.exogenous_inputs import Feed, generator
from kinloop.simulation.loop.inverse_simulation import prescribed
from kinloop.simulation.loop.memory import require_memory
from kinloop.simulation.loop.python_loop import run_sampled
from kinloop.simulation.loop.run_progress import Progress, Shown
from kinloop.simulation.loop.singular_start import refuse_lost_start, refuse_singular_start
from kinloop.simulation.loop.start_state import check_mode, reference_start, require_determined, start_state
from kinloop.simulation.loop.time_chunks import Clock
from kinloop.simulation.plants.adaptive import Adaptive, AdaptivePlant
from kinloop.simulation.plants.native import KinematicPlant, NativePlant
from kinloop.simulation.plants.plant import Plant
from kinloop.simulation.record.record import Record, RunStatus
from kinloop.trajectory.external_trajectory import checked
from kinloop.trajectory.trajectory import Trajectory

Array = np.ndarray
# Engines of others, each in a module of its own, loaded when used.
ENGINES = {
    "exudyn": ("kinloop.simulation.engines.exudyn.exudyn_plant", "ExudynPlant"),
    "mujoco": ("kinloop.simulation.engines.mujoco.mujoco_plant", "MujocoPlant"),
}
PLANTS = ("native", "kinematic", "prescribed", *ENGINES)


def simulate(
    robot: Robot,
    controller: Law | Callable[..., Any] | None,
    trajectory: Trajectory | None = None,
    *,
    duration: float,
    period: float,
    plant: str | Plant = "native",
    q: ArrayLike | None = None,
    qd: ArrayLike | None = None,
    mode: ModeLike | None = None,
    substeps: int = 1,
    integrator: Adaptive | None = None,
    samples: int = 1,
    held_outputs: bool = False,
    measured: str | Sequence[str] = ("active", "passive"),
    quantisation: Mapping[str, ArrayLike] | None = None,
    noise: Mapping[str, ArrayLike] | None = None,
    seed: int = 0,
    run: int = 0,
    delay: bool = False,
    saturation: ArrayLike | None = None,
    rate_limit: ArrayLike | None = None,
    wrenches: Mapping[str, ArrayLike] | None = None,
    payload: float | Mapping[str, float] | None = None,
    plant_parameters: Mapping[str, float] | None = None,
    progress: Shown = None,
) -> Record:
    r"""One run of a robot under a controller, sampled: at :math:`t_k = kT` the machine is measured, the command is computed, and
    it is held until :math:`t_{k+1}` (zero-order hold).

    A law on symbols and a plant of ours run as one compiled loop; a Python law or another plant takes Python's speed and gives
    the same numbers.

    Args:
        robot: what the controller knows.
        controller: a law, or a function on CasADi symbols; ``kl.python_law(f)`` marks plain Python; None drives nothing.
        trajectory: what to follow; a law that follows nothing needs none.
        duration, period: [s]; the duration is a whole number of periods.
        plant: ``"native"`` (efforts), ``"kinematic"`` (joint rates), ``"prescribed"`` (nothing is commanded: the efforts that the
            trajectory takes), ``"exudyn"``, ``"mujoco"``, or a :class:`Plant`.
        q, qd: where the run begins, all joints; on the trajectory, on the branch of ``robot.start``, unless given; without a
            trajectory at ``robot.start``, with ``robot.start_rates``.
        mode: the one in which the run begins on its trajectory: the working mode of a trajectory of the task, the assembly mode
            of one of the active joints; signs, or a :class:`Mode`.
        substeps: steps of the integrator in a period; of an engine of others, whose steps are 0.1 ms unless it is given.
        integrator: of the native plant, :class:`Adaptive` for chosen steps, stops at joint limits, and events at singular loci
            and changes of mode; None for the classical Runge-Kutta method.
        samples: of the record in a period. Between commands the machine goes on, and so does the reference.
        held_outputs: between commands the record has what was measured last, as co-simulation shows it: flat lines.
        measured: some of ``"active"``, ``"passive"`` (joints) and ``"tool"``. What is not measured the controller computes from
            what is, with its own model: passive joints from the active ones, all joints from the tool.
        quantisation, noise: of ``"q"`` and ``"qd"``, and of ``"x"`` and ``"xd"`` where the tool is measured: steps of the
            measurement, and standard deviations. Noise is Philox's, of ``seed`` and ``run``.
        delay: the command acts one period late, and before it zero.
        saturation: the largest command, one number or one for each active joint. rate_limit: its largest change in a second; it
            begins at zero.
        wrenches: on the plant's frames, constant in world axes. payload: masses [kg] by frame, or one in the tool. The
            controller knows of neither.
        plant_parameters: of the plant, where they differ from the robot's.
        progress: None: a bar on a terminal if it takes long; True, False; or a function of the share done.
    Returns: a :class:`Record`; a run that a law's NaN, a diverging motion or the user stopped has what came before, and says so.
    Warns: RunEndedEarly: the run ended before its duration, and not at what ``Adaptive(stop_at=...)`` asked for.
    Raises: ShapeError, NotFinite, UnsupportedOperation: what cannot be run, before it begins. NotEnoughMemory: its record does
        not fit into memory, also before. SingularConfiguration: the run begins at a singularity, and the law or its reference
        computes with a model that has no answer there.
    """
    robot, trajectory = as_robot(robot), None if trajectory is None else checked(trajectory)
    _refuse_batches(robot, trajectory)
    steps = periods(duration, period)
    held = flag("held_outputs", held_outputs)
    law = as_law(controller)
    kinematic = isinstance(plant, str) and plant == "kinematic"
    robot, machine = machines(robot, payload, plant_parameters)
    if isinstance(plant, str) and plant == "prescribed":
        refused: dict[str, Any]
        refused = {"qd": qd, "noise": noise, "quantisation": quantisation, "saturation": saturation, "rate_limit": rate_limit}
        refused |= {"delay": delay or None, "integrator": integrator, "samples": None if samples == 1 else samples}
        _refuse_for_prescribed(controller, trajectory, refused)
        assert trajectory is not None
        check_mode(mode, trajectory, q, None)
        _refuse_too_long(machine, steps + 1)
        record = prescribed(machine, trajectory, duration=duration, period=period, q=q, mode=mode, wrenches=wrenches)
        _warn_of_early_end(record, duration)
        return record
    wiring = wired(
        robot,
        machine,
        period,
        measured=measured,
        quantisation=quantisation,
        is_noisy=noise is not None,
        delay=delay,
        saturation=saturation,
        rate_limit=rate_limit,
        wrenches=wrenches,
    )
    loop = ClosedLoop(robot, machine, law, trajectory, wiring, kinematic)
    substeps, finer = whole("substeps", substeps), whole("samples", samples)
    _refuse_too_long(machine, steps * finer + 1)
    spread = noise_of(loop, noise)
    check_mode(mode, trajectory, q, qd)
    start = start_state(machine, trajectory, q, qd, mode)
    if isinstance(plant, str) and plant == "native":
        require_determined(machine, *start)
    draws = None if spread is None else [generator(seed_of("seed", seed), seed_of("run", run))]
    configuration = reference_start(loop, start[0])
    refuse_singular_start(loop, start[0], configuration)
    feed = Feed(loop.layout, robot, trajectory, configuration, draws, spread)
    t = period * np.arange(steps + 1)
    if not isinstance(plant, str):
        _refuse_for_others({"wrenches": wrenches, "payload": payload, "plant_parameters": plant_parameters}, substeps)
    own = isinstance(plant, str) and plant in ("native", "kinematic") and integrator is None
    if integrator is not None:
        _check_integrator(integrator, plant, substeps)
    with Progress(f"simulate {robot.mechanism.name}", progress) as told:
        if own and not isinstance(law, PythonLaw):
            done = run_compiled(loop, start, t, Clock(period, steps, 1, substeps), feed.rows, 1 if held else finer, told)
        else:
            engine = _plant(plant, machine, (period, substeps), wiring.wrenches, integrator)
            done = run_sampled(loop, engine, own, start, t, period, feed.rows, 1 if held else finer, told)
    if feed.q_active:
        done.q_ref = np.concatenate(feed.q_active)
    is_fixed = own and not kinematic
    record = recorded(loop, done, t, Fine(finer, held, substeps, period, is_fixed, is_fixed or integrator is not None))
    refuse_lost_start(loop, record)
    _warn_of_early_end(record, duration, integrator.stop_at if integrator is not None else ())
    return record


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


def _refuse_batches(robot: Robot, trajectory: Trajectory | None) -> None:
    if any(values.ndim > 1 for values in robot.models.parameter_inputs):
        raise ShapeError(f"{robot.mechanism.name}: simulate takes one machine, but its parameters are arrays; see kl.rollouts")
    if trajectory is not None and trajectory.shape:
        raise ShapeError("simulate takes one trajectory, but this one is a batch; see kl.rollouts")


def _refuse_too_long(machine: Robot, samples: int) -> None:
    """The states and commands of the loop, and the record that is made of them."""
    m, n_x, rows = machine.mechanism, len(task_names(machine.mechanism)), len(machine.models.formulas.model.rows)
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


def _refuse_for_others(options: Mapping[str, Any], substeps: int) -> None:
    given = [name for name, value in options.items() if value is not None] + ([] if substeps == 1 else ["substeps"])
    if given:
        raise UnsupportedOperation(f"simulate: a plant of one's own takes no {listing(given)}; it is what it is")


def _check_integrator(integrator: Any, plant: Any, substeps: int) -> None:
    if not isinstance(integrator, Adaptive):
        raise ShapeError(f"simulate: the integrator is {integrator!r:.80}, expected None or kl.Adaptive(...)")
    if not isinstance(plant, str) or plant != "native":
        raise UnsupportedOperation(f"simulate: the integrator is of the native plant, but plant={plant!r:.80}")
    if substeps != 1:
        raise UnsupportedOperation("simulate: an adaptive integrator chooses its steps, so substeps must be left out")


def _plant(
    plant: str | Plant, machine: Robot, steps: tuple[float, int], wrenches: Mapping[str, Array], integrator: Adaptive | None
) -> Any:
    period, substeps = steps
    if not isinstance(plant, str):
        if not isinstance(plant, Plant):
            raise ShapeError(
                f"simulate: the plant is {plant!r:.80}, expected one of {listing(PLANTS)}, or an object with start and advance"
            )
        return plant
    if integrator is not None:
        return AdaptivePlant(machine, integrator, wrenches or None)
    if isinstance(plant, str) and plant == "native":
        return NativePlant(machine, substeps, wrenches or None)
    if plant == "kinematic":
        return KinematicPlant(machine, substeps)
    if plant not in ENGINES:
        raise unknown("plant", plant, PLANTS, "kinloop")
    module, name = ENGINES[plant]
    try:
        own = {"step": period / substeps} if substeps > 1 else {}
        return getattr(import_module(module), name)(machine, wrenches=wrenches or None, **own)
    except ImportError as error:
        raise UnsupportedOperation(
            f"plant={plant!r} needs {error.name or plant}, which is not installed; native and kinematic are always there"
        ) from error
