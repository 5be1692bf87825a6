"""The loop sample by sample in Python: for laws in Python, noise, and plants of others. The numbers are the compiled loop's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kinloop.control.law import Measured, PythonLaw, Reference
from kinloop.errors import ShapeError, listing
from kinloop.simulation.native import NativePlant
from kinloop.simulation.observe import evaluate
from kinloop.simulation.plant import Plant
from kinloop.simulation.program import ClosedLoop
from kinloop.simulation.start import reference_start
from kinloop.trajectory.motion import Motion, sampled

Array = np.ndarray


@dataclass(frozen=True)
class Samples:
    """A run as it went: states (k, n), commands (k, n_active), the active joints' reference, how many periods were finished;
    what a plant of others reported of accelerations and loop forces; whether the user broke it off."""

    states: Array
    command: Array
    q_ref: Array
    periods: int
    reported: tuple[Array, Array] | None = None
    interrupted: bool = False


# (k, t, measured state) -> the command with the joints' reference
Controller = Callable[[int, float, Array], Array]


def run_sampled(
    loop: ClosedLoop, plant: Plant | NativePlant, own: bool, q: Array, qd: Array, t: Array, period: float, noise: Array | None
) -> Samples:
    """Measure, command, hold; up to the first number that is not finite. A plant of our ``own`` is not asked for accelerations,
    which are known afterwards."""
    state = q if loop.kinematic else np.concatenate([q, qd])
    controller = _of_python(loop, q, t) if isinstance(loop.law, PythonLaw) else _compiled(loop, q)
    width = loop.n + (len(loop.robot.active) if loop.references else 0)
    states, commands = np.full((len(t), len(state)), np.nan), np.full((len(t), width), np.nan)
    native = plant if own and isinstance(plant, NativePlant) else None
    rows = len(loop.plant._derived.model.rows)
    qdd, force = np.full((len(t), loop.nv), np.nan), np.full((len(t), rows), np.nan)
    plant.start(q, qd)
    done, interrupted = 0, False
    try:
        for k, now in enumerate(t):
            states[k] = state
            commands[k] = controller(k, now, state if noise is None else state + noise[k, : len(state)])
            command = commands[k, : loop.n]
            if k == len(t) - 1 or not np.isfinite(command.sum()):
                break
            if native is not None:
                state = native.move(command, period)
            else:
                after = plant.advance(command, period)
                state = np.concatenate([after.q, after.qd])
                qdd[k + 1], force[k + 1] = after.qdd, after.loop_force
            if not np.isfinite(state.sum()):
                break
            done = k + 1
    except KeyboardInterrupt:
        interrupted = True
    reported = None if native is not None else (qdd, force)
    return Samples(states, commands[:, : loop.n], commands[:, loop.n :], done, reported, interrupted)


def _compiled(loop: ClosedLoop, q: Array) -> Controller:
    """The law's compiled form, the one that the compiled loop calls."""
    kernel = loop.command_kernel.ufunc
    parameters = loop.packed(loop.values)
    memory = loop.start_memory(reference_start(loop, q))
    fixed = (parameters,) if parameters.size else ()
    if not memory.size:
        return lambda k, now, measured: kernel(now, measured, *fixed)

    def command(k: int, now: float, measured: Array) -> Array:
        nonlocal memory
        result, memory = kernel(now, measured, memory, *fixed)
        return result

    return command


def _of_python(loop: ClosedLoop, q: Array, t: Array) -> Controller:
    """A law in Python between the same wires."""
    law, robot, wiring = loop.law, loop.robot, loop.wiring
    assert isinstance(law, PythonLaw)
    references = _references(loop, q, t)
    held, memory = np.zeros(loop.n), law.memory
    active = (len(robot.active), loop.n)

    def of_model(name: str, **given: Any) -> dict[str, Array]:
        return evaluate(robot, name, **given)

    def command(k: int, now: float, measured: Array) -> Array:
        nonlocal held, memory
        position, rate = measured[: loop.nq], measured[loop.nq :]
        if loop.kinematic:
            rate = of_model("forward_velocity", q=position, qd_active=held)["qd"]
        if wiring.quantum is not None:
            position, rate = _quantised(position, wiring.quantum[: loop.nq]), _quantised(rate, wiring.quantum[loop.nq :])
        reference = references(k)
        wanted, memory = law(float(now), Measured(position, rate, active, of_model), reference, memory, robot)
        wanted = _as_command(loop, wanted)
        if wiring.saturation is not None:
            wanted = np.clip(wanted, -wiring.saturation, wiring.saturation)
        applied, held = (held if wiring.delay else wanted), wanted
        return np.concatenate([applied, reference.q_active]) if loop.references else applied

    return command


def _as_command(loop: ClosedLoop, given: Any) -> Array:
    names = loop.commanded
    try:
        command = np.array(given, float)
    except (TypeError, ValueError):
        raise ShapeError(
            f"the law {loop.law_name!r} gave the command {given!r:.80}, expected numbers: {listing(names)}"
        ) from None
    if command.shape != (loop.n,):
        raise ShapeError(
            f"the law {loop.law_name!r} gave a command of shape {command.shape}, expected ({loop.n},): {listing(names)}"
        )
    return command


def _quantised(value: Array, quantum: Array) -> Array:
    step = np.where(quantum == 0, 1.0, quantum)
    return np.where(quantum == 0, value, step * np.floor(value / step + 0.5))


def _references(loop: ClosedLoop, q: Array, t: Array) -> Callable[[int], Reference]:
    """What to follow at each sample."""
    if loop.trajectory is None:
        return lambda k: Reference()
    motion = sampled(loop.trajectory, t)
    if loop.trajectory.space == "active":
        return lambda k: Reference(q_active=motion.x[k], qd_active=motion.xd[k], qdd_active=motion.xdd[k])
    if not loop.tracks:
        return lambda k: Reference(motion.x[k], motion.xd[k], motion.xdd[k], motion.xddd[k])
    posture = reference_start(loop, q)
    carry = loop.reference_kernel.ufunc

    def reference(k: int) -> Reference:
        nonlocal posture
        now = Motion(motion.x[k], motion.xd[k], motion.xdd[k], motion.xddd[k])
        posture, qd, qdd = carry(posture, now.x, now.xd, now.xdd, *loop.robot._p)
        n_q, n = len(loop.robot.active), loop.n
        return Reference(now.x, now.xd, now.xdd, now.xddd, posture[:n_q], qd[:n], qdd[:n])

    return reference
