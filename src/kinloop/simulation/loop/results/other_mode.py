"""The event of a run in which the active joints follow their references, and the tool does not: another assembly mode."""

from __future__ import annotations

import numpy as np

from kinloop.model.evaluate import evaluate
from kinloop.simulation.loop.results.outputs import SampledMotion
from kinloop.simulation.record.record import Event

Array = np.ndarray
# Errors [rad, or parts of the machine's size]: a tool in another mode has at least the first, and active joints that follow have
# at most this part of it. Between two modes that are closer than this the tool would be taken as following.
AWAY, FOLLOWS = 1e-2, 0.02


def other_mode_event(motion: SampledMotion, t: Array, error: Array) -> Event | None:
    """The event, at the first of the times (k,) from which on this is so; None: it is not so at the end. ``error`` (k, n): of the
    task."""
    robot = motion.robot
    if motion.follows_joints or not len(t) or not robot.models.is_closed or not error.size or not motion.q_ref.size:
        return None
    geometry, count = robot.models.geometry, motion.q_ref.shape[-1]
    joints = np.abs((motion.q[:, :count] - motion.q_ref) / geometry.units[:count])
    tool = np.abs(error / geometry.twist_units)
    with np.errstate(invalid="ignore"):  # NaN: no reference
        is_other = (tool.max(axis=-1) >= AWAY) & (joints.max(axis=-1) <= FOLLOWS * tool.max(axis=-1))
    if not is_other[-1] or not _is_elsewhere(motion):
        return None
    first = int(np.flatnonzero(np.append(True, ~is_other))[-1])
    message = (
        f"from t = {float(t[first]):.6g} s on the active joints follow their references, and the tool is {tool[-1].max():.3g} "
        "away from its own at the end (rad, or parts of the machine's size): the machine is in another assembly mode than the "
        "reference"
    )
    return Event(float(t[first]), "other assembly mode", message)


def _is_elsewhere(motion: SampledMotion) -> bool:
    """Whether the tool would be away from its reference at the end even with the active joints at theirs, on the machine's own
    branch: near a Type 2 singularity small errors of the joints are large ones of the tool."""
    robot, reference = motion.robot, motion.x_ref[-1]
    q = np.asarray(robot.forward_geometry(motion.q_ref[-1][None], near=motion.q[-1][None]).q[0])
    if not np.isfinite(q).all():
        return True
    away = evaluate(robot, "task_error", q=q, x=reference)["error"] / robot.models.geometry.twist_units
    return bool(np.abs(away).max() >= AWAY / 2)
