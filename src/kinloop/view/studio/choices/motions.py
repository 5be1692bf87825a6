"""The motions that a page can choose: that of the description, to a point, through drawn points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from kinloop.errors import ShapeError, UnsupportedOperation
from kinloop.trajectory.described_motion import described_motion
from kinloop.trajectory.paths.circle import Circle
from kinloop.trajectory.paths.follow_path import FollowPath
from kinloop.trajectory.polynomials.quintic import Quintic
from kinloop.trajectory.polynomials.via_points import ViaPoints
from kinloop.trajectory.sequence import Sequence
from kinloop.trajectory.trajectory import Space, Trajectory
from kinloop.view.studio.choices.messages import choice, number, points
from kinloop.view.studio.machine.machine_state import MachineState

Array = np.ndarray
KINDS = ("described", "quintic", "drawn", "lines", "circle")
SHORTEST, LONGEST = 1e-3, 600.0
# Points nearer to each other than this part of the machine's size are one.
SAME = 1e-6


@dataclass(frozen=True, eq=False)
class MotionChoice:
    """A motion by what a page calls it, the points that were clicked (k, 3), and its duration [s]."""

    kind: str = "described"
    points: Array | None = None
    duration: float = 2.0

    @staticmethod
    def read(message: Mapping[str, Any]) -> MotionChoice:
        """The motion of a message. Raises: KinloopError: it has none."""
        return MotionChoice(
            choice(message, "kind", KINDS), points(message, "points"), number(message, "duration", SHORTEST, LONGEST, 2.0)
        )


def make_motion(motion: MotionChoice, state: MachineState) -> Trajectory:
    """The trajectory of a motion that begins where the machine is; a described one begins where its file says.

    Raises: KinloopError: there is none.
    """
    if motion.kind == "described":
        return described_motion(state.robot)
    rows, space = _through(motion, state)
    if motion.kind == "quintic":
        return Quintic(rows[0], rows[-1], motion.duration, space=space)
    if motion.kind == "circle":
        return _circle(rows, motion.duration, state, space)
    counted = _positions(state) if space != "active" else list(range(rows.shape[1]))
    lengths = np.linalg.norm(np.diff(rows[:, counted], axis=0), axis=1)
    times = np.concatenate([[0.0], np.cumsum(motion.duration * lengths / lengths.sum())])
    if motion.kind == "drawn":
        return ViaPoints(times, rows, space=space)
    spans = zip(rows[:-1], rows[1:], np.diff(times), strict=True)
    return Sequence([Quintic(a, b, float(span), space=space) for a, b, span in spans])


def _positions(state: MachineState) -> list[int]:
    return [k for k, name in enumerate(state.robot.mechanism.task_names) if name in ("x", "y", "z")]


def _through(motion: MotionChoice, state: MachineState) -> tuple[Array, Space]:
    """The task at the machine's place and at the clicked points, with the orientation that it has now; of a machine whose task
    does not take points, the active joints there."""
    clicked = np.zeros((0, 3)) if motion.points is None else motion.points
    if not len(clicked):
        raise ShapeError("the motion has no point yet; click one in the view")
    if not _positions(state) or not state.holder.takes_tasks:
        return _through_joints(clicked, state), "active"
    names, places, size = state.robot.mechanism.task_names, _positions(state), float(state.robot.models.geometry.size)
    rows = [state.x]
    for point in clicked:
        row = rows[0].copy()
        row[places] = [point["xyz".index(names[k])] for k in places]
        if np.linalg.norm((row - rows[-1])[places]) > SAME * size:
            rows.append(row)
    if len(rows) < 2:
        raise ShapeError("the tool is at that point already; click another one")
    return np.array(rows), "pose" if state.robot.task == ("pose",) else "task"


def _through_joints(clicked: Array, state: MachineState) -> Array:
    """The active joints now, and with the tool as near to each point as it gets."""
    count = len(state.robot.active)
    if not count or count != state.robot.n_active:
        raise UnsupportedOperation(
            f"{state.robot.mechanism.name} has neither a task nor active joints that lead its tool to a point; choose the motion "
            "of the description, or no control"
        )
    rows, units = [state.q[:count]], state.robot.models.geometry.units[:count]
    for point in clicked:
        state, _ = state.drag(point, state.x)
        if np.max(np.abs(state.q[:count] - rows[-1]) / units) > SAME:
            rows.append(state.q[:count])
    if len(rows) < 2:
        raise ShapeError("the tool is as near to that point as it gets; click another one")
    return np.array(rows)


def _circle(task: Array, duration: float, state: MachineState, space: Space) -> Trajectory:
    """The circle about the first clicked point, from where the tool is."""
    names, places = state.robot.mechanism.task_names, _positions(state)
    if len(places) < 2 or space == "active":
        raise UnsupportedOperation(f"{state.robot.mechanism.name} has no task in which its tool moves on a circle")
    angles = [k for k, name in enumerate(names) if name == "phi"]
    axis = [0.0, 0.0, 1.0] if len(places) == 3 else None
    centre = task[1, places]
    if axis is not None:
        centre[2] = task[0, places[2]]
    circle = Circle(task[0], centre, axis=axis, space=space, angles=angles)
    return FollowPath(circle, timing=Quintic([0.0], [circle.length], duration))
