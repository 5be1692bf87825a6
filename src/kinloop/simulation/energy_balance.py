"""The energy of a run against the work that was done on it: what is left over, only steps that are too long can have made."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kinloop.model.robot import Robot
from kinloop.simulation.observe import evaluate

Array = np.ndarray
# A run has lost its meaning where this part of the energy that it exchanges came from nowhere. While it has exchanged hardly any,
# this part of what it will exchange is allowed for rounding, and always what rounding makes of the whole energy and of work.
UNEXPLAINED, FIRST, ROUNDING = 1e-2, 1e-2, 1e-9


def first_unexplained(robot: Robot, q: Array, qd: Array, tau: Array, wrenches: Mapping[str, Array]) -> tuple[int, float]:
    """Of a motion (k, n) under commands that are held from sample to sample: the first sample whose energy no force put in or
    took out, k where there is none; and how much [J] that is.

    Actuators' work is exact, and so is that of constant forces. Friction only takes energy out, so of a machine that has it the
    gains are looked at alone. A machine whose work is not known from samples, with an active ball joint or a moment that
    acts from outside, is not looked at.
    """
    mechanism, count = robot.mechanism, len(q)
    moments = any(np.any(wrench[3:]) for wrench in wrenches.values())
    if count < 2 or moments or any(joint.kind == "spherical" for joint in mechanism.active_joints):
        return count, 0.0
    energy = evaluate(robot, "energy", q=q, qd=qd)
    n = tau.shape[-1]
    work = np.sum(tau[:-1] * np.diff(q[:, :n], axis=0), axis=-1)
    for frame, wrench in wrenches.items():
        positions = np.asarray(robot._derived.kernel("pose", frame)(q, *robot._p)[0])
        work = work + np.diff(positions, axis=0) @ wrench[:3]
    kinetic, potential = energy["kinetic"], energy["potential"]
    total = kinetic + potential
    extra = total - total[0] - np.concatenate([[0.0], np.cumsum(work)])
    spread = np.maximum.accumulate(potential) - np.minimum.accumulate(potential)
    exchanged = np.maximum.accumulate(kinetic) + spread
    rounded = np.abs(total).max() + float(np.sum(np.abs(tau[:-1]).max(axis=0) * np.abs(q[:, :n]).max(axis=0)))
    allowed = UNEXPLAINED * (exchanged + FIRST * exchanged[-1]) + ROUNDING * rounded
    has_friction = bool(np.any(evaluate(robot, "friction", qd=np.ones(len(mechanism.rates)))["friction"]))
    wrong = np.flatnonzero((extra if has_friction else np.abs(extra)) > allowed)
    return (int(wrong[0]), float(extra[wrong[0]])) if wrong.size else (count, 0.0)
