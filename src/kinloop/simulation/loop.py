"""The sampled loop: measure, command, hold. One call simulates one run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.law import Law, PythonLaw
from kinloop.errors import ShapeError, UnsupportedOperation, listing, unknown
from kinloop.model.robot import Robot
from kinloop.simulation.given import as_law, draws, each_measured, limits, periods, whole
from kinloop.simulation.native import KinematicPlant, NativePlant
from kinloop.simulation.observe import evaluate, observed
from kinloop.simulation.plant import Plant
from kinloop.simulation.program import ClosedLoop, Wiring
from kinloop.simulation.record import Event, Record, RunStatus
from kinloop.simulation.sampled import Samples, run_sampled
from kinloop.simulation.start import reference_start, start_state
from kinloop.trajectory.motion import Trajectory, sampled

Array = np.ndarray
# Engines of others, each in a module of its own, loaded when used.
ENGINES = {
    "exudyn": ("kinloop.simulation.exudyn_plant", "ExudynPlant"),
    "mujoco": ("kinloop.simulation.mujoco_plant", "MujocoPlant"),
}
PLANTS = ("native", "kinematic", *ENGINES)


def simulate(
    robot: Robot,
    controller: Law | Callable[..., Any],
    trajectory: Trajectory | None = None,
    *,
    duration: float,
    period: float,
    plant: str | Plant = "native",
    q: ArrayLike | None = None,
    qd: ArrayLike | None = None,
    substeps: int = 1,
    delay: bool = False,
    saturation: ArrayLike | None = None,
    quantisation: Mapping[str, ArrayLike] | None = None,
    noise: Mapping[str, ArrayLike] | None = None,
    seed: int = 0,
    run: int = 0,
    wrenches: Mapping[str, ArrayLike] | None = None,
    plant_parameters: Mapping[str, float] | None = None,
) -> Record:
    r"""One run of a robot under a controller, sampled: at :math:`t_k = kT` all joints are measured, the command is computed, and
    it is held until :math:`t_{k+1}` (zero-order hold).

    A law on symbols and a plant of ours run as one compiled loop; a Python law, noise or another plant takes Python's speed and
    gives the same numbers.

    Args:
        robot: what the controller knows.
        controller: a law, or a function on CasADi symbols; ``kl.python_law(f)`` marks plain Python.
        trajectory: what to follow; a law that follows nothing needs none.
        duration, period: [s]; the duration is a whole number of periods.
        plant: ``"native"`` (efforts), ``"kinematic"`` (joint rates), ``"exudyn"``, ``"mujoco"``, or a :class:`Plant`.
        q, qd: where the run begins, all joints; on the trajectory, on the branch of ``robot.start``, unless given.
        substeps: steps of the integrator in a period.
        delay: the command acts one period late, and before it zero.
        saturation: the largest command, one number or one for each active joint.
        quantisation, noise: of ``"q"`` and ``"qd"``: steps of the measurement, and standard deviations. Noise is Philox's, of
            ``seed`` and ``run``.
        wrenches: on the plant's frames, constant in world axes.
        plant_parameters: of the plant, where they differ from the robot's.
    Returns: a :class:`Record`; a run that a law's NaN or a diverging motion stopped has what came before, and says so.
    Raises: ShapeError, NotFinite, UnsupportedOperation: what cannot be run, before it begins.
    """
    if any(values.ndim > 1 for values in robot._p):
        raise ShapeError(f"{robot.mechanism.name}: simulate takes one machine, but its parameters are arrays; see kl.rollouts")
    if trajectory is not None and trajectory.parameters.ndim > 1:
        raise ShapeError("simulate takes one trajectory, but this one is a batch")
    steps = periods(duration, period)
    law = as_law(controller)
    kinematic = plant == "kinematic"
    machine = robot.with_parameters(**plant_parameters) if plant_parameters else robot
    _, loads = machine._loads(wrenches)
    pushes = dict(zip(sorted(wrenches or {}), loads, strict=True))
    wiring = Wiring(limits(robot, saturation), each_measured(robot, quantisation, "quantisation"), bool(delay), pushes)
    loop = ClosedLoop(robot, machine, law, trajectory, wiring, kinematic)
    substeps = whole("substeps", substeps)
    spread = each_measured(robot, noise, "noise")
    if kinematic and spread is not None and spread[loop.nq :].any():
        raise UnsupportedOperation("simulate: with plant='kinematic' rates are commanded, not measured, so they have no noise")
    q0, qd0 = start_state(machine, trajectory, q, qd)
    t = period * np.arange(steps + 1)
    own = plant in ("native", "kinematic")
    if own and spread is None and not isinstance(law, PythonLaw):
        samples = run_compiled(loop, q0, qd0, t, period, substeps)
    else:
        engine = _plant(plant, machine, substeps, pushes)
        samples = run_sampled(loop, engine, own, q0, qd0, t, period, draws(spread, len(t), seed, run))
    return recorded(loop, samples, t)


def run_compiled(loop: ClosedLoop, q: Array, qd: Array, t: Array, period: float, substeps: int) -> Samples:
    """The whole loop in one call."""
    state = q if loop.kinematic else np.concatenate([q, qd])
    memory = loop.start_memory(reference_start(loop, q))
    runs = loop.scan(state, t, period, memory=memory, parameters=loop.packed(loop.values), substeps=substeps, threads=1)
    states, commands = np.split(runs.record, [len(state)], axis=-1)
    return Samples(states, commands[:, : loop.n], commands[:, loop.n :], int(runs.periods))


def recorded(loop: ClosedLoop, samples: Samples, t: Array) -> Record:
    """Everything else that is known of the samples, up to where the run stopped."""
    status, count, events = ending(loop, samples, t)
    t, states, command = t[:count], samples.states[:count], samples.command[:count]
    machine = loop.plant
    if loop.kinematic:
        q, tau = states, np.full(command.shape, np.nan)
        qd = evaluate(machine, "forward_velocity", q=q, qd_active=command)["qd"]
    else:
        (q, qd), tau = np.split(states, [loop.nq], axis=-1), command
    x_ref = reference_of_task(loop, t)
    known = observed(machine, q, qd, tau, x_ref, loop.wiring.wrenches)
    if samples.reported is not None:
        known["qdd"], known["loop_force"] = (array[:count] for array in samples.reported)
    q_ref = samples.q_ref[:count] if loop.references else np.full((count, len(machine.active)), np.nan)
    return Record(t=t, q=q, qd=qd, tau=tau, x_ref=x_ref, q_ref=q_ref, **known, status=status, events=events, robot=machine)


def reference_of_task(loop: ClosedLoop, t: Array) -> Array:
    """The task that the trajectory asks for, (k, n_x); NaN where it asks for joints."""
    trajectory = loop.trajectory
    if trajectory is None or trajectory.space == "active":
        return np.full((len(t), len(loop.robot._geometry.names("inverse"))), np.nan)
    return np.asarray(sampled(trajectory, t).x)


def ending(loop: ClosedLoop, samples: Samples, t: Array) -> tuple[RunStatus, int, tuple[Event, ...]]:
    """How the run ended, how many samples are good, and what is to be told."""
    bad = np.flatnonzero(~np.isfinite(samples.command[: samples.periods + 1]).all(axis=-1))
    k = int(bad[0]) if bad.size else min(samples.periods, len(t) - 1)
    if samples.interrupted:
        count = int(bad[0]) if bad.size else k + 1
        message = f"the run was interrupted at t = {t[k]:g} s"
        return RunStatus.INTERRUPTED, count, (Event(float(t[k]), "interrupted", message),)
    if not bad.size and samples.periods >= len(t) - 1:
        return RunStatus.COMPLETE, len(t), ()
    names = loop.robot.mechanism.coordinates
    state = ", ".join(f"{name} = {value:.6g}" for name, value in zip(names, samples.states[k], strict=False))
    if bad.size:
        message = f"the law {loop.law_name!r} gave {samples.command[k]} at t = {t[k]:g} s, where {state}"
        return RunStatus.LAW_NOT_FINITE, k + 1, (Event(float(t[k]), "law not finite", message),)
    what = "there is no motion with these joint rates" if loop.kinematic else "the motion left the finite numbers"
    message = f"{what} in the period after t = {t[k]:g} s, where {state} and the command is {samples.command[k]}"
    return RunStatus.DIVERGED, k + 1, (Event(float(t[k]), "diverged", message),)


def _plant(plant: str | Plant, machine: Robot, substeps: int, wrenches: Mapping[str, Array]) -> Any:
    if not isinstance(plant, str):
        if not isinstance(plant, Plant):
            raise ShapeError(
                f"simulate: the plant is {plant!r:.80}, expected one of {listing(PLANTS)}, or an object with start and advance"
            )
        if wrenches:
            raise UnsupportedOperation("simulate: a plant of one's own takes no wrenches; the native plant does")
        return plant
    if plant == "native":
        return NativePlant(machine, substeps, wrenches or None)
    if plant == "kinematic":
        return KinematicPlant(machine, substeps)
    if plant not in ENGINES:
        raise unknown("plant", plant, PLANTS, "kinloop")
    if wrenches:
        raise UnsupportedOperation(f"plant={plant!r} takes no wrenches; the native plant does")
    module, name = ENGINES[plant]
    try:
        return getattr(import_module(module), name)(machine)
    except ImportError as error:
        raise UnsupportedOperation(
            f"plant={plant!r} needs {error.name or plant}, which is not installed; native and kinematic are always there"
        ) from error
