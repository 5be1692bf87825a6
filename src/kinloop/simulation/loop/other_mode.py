"""The event of a run in which the active joints follow their references, and the tool does not: another assembly mode."""

from __future__ import annotations

import numpy as np

from kinloop.simulation.loop.outputs import SampledMotion
from kinloop.simulation.record.record import Event

Array = np.ndarray
# Errors [rad, or parts of the machine's size]: active joints that follow have at most the first, a tool in another mode has at
# least the second. Between two modes that are closer than this the tool would be taken as following.
FOLLOWS, AWAY = 1e-3, 1e-2


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
        is_other = (joints.max(axis=-1) <= FOLLOWS) & (tool.max(axis=-1) >= AWAY)
    if not is_other[-1]:
        return None
    first = int(np.flatnonzero(np.append(True, ~is_other))[-1])
    message = (
        f"from t = {float(t[first]):.6g} s on the active joints follow their references, and the tool is {tool[-1].max():.3g} "
        "away from its own at the end (rad, or parts of the machine's size): the machine is in another assembly mode than the "
        "reference"
    )
    return Event(float(t[first]), "other assembly mode", message)
