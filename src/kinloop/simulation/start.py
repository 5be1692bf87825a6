"""Where a run and its reference begin."""

from __future__ import annotations

from typing import Any

import numpy as np

from kinloop.errors import LoopNotClosed
from kinloop.model.robot import Robot
from kinloop.simulation.given import numbers
from kinloop.simulation.program import ClosedLoop
from kinloop.trajectory.motion import Trajectory, sampled

Array = np.ndarray
# Loops with a larger gap [m or rad] than this are open.
OPEN = 1e-4


def start_state(robot: Robot, trajectory: Trajectory | None, q: Any, qd: Any) -> tuple[Array, Array]:
    """Where a run begins: as given, or on the trajectory, on the branch of the robot's start."""
    name, rates = robot.mechanism.name, robot.mechanism.rates
    if q is None:
        q0 = robot.start
        if trajectory is not None:
            motion = sampled(trajectory, 0.0)
            solve = robot.forward_geometry if trajectory.space == "active" else robot.inverse_geometry
            q0 = solve(motion.x, near=robot.start).q
            if qd is None and np.any(motion.xd):
                forward = trajectory.space == "active"
                qd = (robot.forward_velocity if forward else robot.inverse_velocity)(q0, motion.xd).qd
    else:
        q0 = numbers(name, "q", q, robot.mechanism.coordinates)
    qd0 = np.zeros(len(rates)) if qd is None else numbers(name, "qd", qd, rates)
    gaps = np.abs(robot.closure(q0))
    if gaps.max(initial=0.0) > OPEN:
        raise LoopNotClosed(
            f"simulate: q leaves the loops of {name} open by {gaps.max():.3g} (m or rad); expected an assembled posture"
        )
    return np.array(q0, float), np.array(qd0, float)


def reference_start(loop: ClosedLoop, q: Array) -> Array | None:
    """The posture that the joints' reference begins at: that of the trajectory's start, on the branch of ``q`` (..., nq).

    A single run asks as one of a batch, so that it and many at once begin at the same bits. Raises what ``inverse_geometry``
    raises for a single run without such a posture; in a batch its row is NaN.
    """
    if not loop.tracks:
        return None
    assert loop.trajectory is not None
    x = sampled(loop.trajectory, 0.0).x
    near = np.atleast_2d(q)
    posture = loop.robot.inverse_geometry(np.broadcast_to(x, (len(near), x.size)), near=near).q
    if q.ndim > 1:
        return np.asarray(posture)
    return np.asarray(posture[0] if np.isfinite(posture).all() else loop.robot.inverse_geometry(x, near=q).q)
