"""The energy of a run against the work that was done on it; steps that are too long make the difference."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kinloop.model.dynamics.tree import frame_of_load
from kinloop.model.evaluate import evaluate
from kinloop.model.robot import Robot

Array = np.ndarray
# A run has lost its meaning where this part of the energy that it exchanges came from nowhere. While it has exchanged hardly any,
# this part of what it will exchange is allowed for rounding, and always what rounding makes of the whole energy and of work.
UNEXPLAINED, FIRST, ROUNDING = 1e-2, 1e-2, 1e-9


@np.errstate(invalid="ignore", over="ignore")  # of runs that diverged, which nothing explains
def first_unexplained(robot: Robot, q: Array, qd: Array, tau: Array, wrenches: Mapping[str, Array]) -> tuple[Array, Array]:
    """The first sample of motions (..., k, n) whose energy differs from the work that was done, k where there is none; and the
    difference [J]. Commands are held from sample to sample. Parameters of a batch have an axis of length 1 for the samples, and
    wrenches broadcast against them.

    Actuators' work is exact, and so is that of constant forces. Friction and surfaces only take energy out, so of a machine that
    has them the gains alone count. A machine whose work is not known from samples, with an active ball joint, a moment that acts
    from outside or a force that turns with the machine, is not checked.
    """
    mechanism, count, batch = robot.mechanism, q.shape[-2], q.shape[:-2]
    nothing = np.full(batch, count), np.zeros(batch)
    moments = any(np.any(wrench[..., 3:]) for wrench in wrenches.values())
    followers = any(frame_of_load(name)[1] for name in wrenches)
    if count < 2 or moments or followers or any(joint.definition.has_quaternion for joint in mechanism.active_joints):
        return nothing
    energy = evaluate(robot, "energy", q=q, qd=qd)
    n = tau.shape[-1]
    work = np.sum(tau[..., :-1, :] * np.diff(q[..., :n], axis=-2), axis=-1)
    for frame, wrench in wrenches.items():
        positions = np.asarray(robot.models.formulas.kernel("pose", frame)(q, *robot.models.parameter_inputs)[0])
        force = np.broadcast_to(wrench[..., :3], positions.shape)[..., :-1, :]
        work = work + np.sum(np.diff(positions, axis=-2) * force, axis=-1)
    kinetic, potential = energy["kinetic"], energy["potential"]
    total = kinetic + potential
    extra = total - total[..., :1] - np.concatenate([np.zeros((*batch, 1)), np.cumsum(work, axis=-1)], axis=-1)
    spread = np.maximum.accumulate(potential, axis=-1) - np.minimum.accumulate(potential, axis=-1)
    exchanged = np.maximum.accumulate(kinetic, axis=-1) + spread
    largest = np.abs(tau[..., :-1, :]).max(axis=-2) * np.abs(q[..., :n]).max(axis=-2)
    rounded = np.abs(total).max(axis=-1) + np.sum(largest, axis=-1)
    allowed = UNEXPLAINED * (exchanged + FIRST * exchanged[..., -1:]) + ROUNDING * rounded[..., None]
    has_friction = bool(mechanism.surfaces) or bool(
        np.any(evaluate(robot, "tree_friction", qd=np.ones(len(mechanism.rates)))["friction"])
    )
    wrong = np.where(has_friction, extra, np.abs(extra)) > allowed
    first = np.where(wrong.any(axis=-1), wrong.argmax(axis=-1), count)
    there = np.take_along_axis(extra, np.minimum(first, count - 1)[..., None], axis=-1)[..., 0]
    return first, np.where(first < count, there, 0.0)
