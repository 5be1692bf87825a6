"""The trajectory of a plan: its path, and tables of all joints and efforts along it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import UnsupportedOperation
from kinloop.model.array_arguments import as_constructed
from kinloop.model.robot import Robot
from kinloop.trajectory.trajectory import Space, TrajectoryPoint
from kinloop.trajectory.trajectory_arguments import as_times
from kinloop.type2_crossing.joint_motion import JointMotion, follow_joints
from kinloop.type2_crossing.planned_path import PlannedPath

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class PlannedTrajectory:
    """A trajectory of the task with the motion of all joints, ``reference.q qd qdd``, and the efforts ``reference.tau``.

    ``robot``: the one that it is planned for. ``near``: the configuration at the start.
    """

    robot: Robot
    path: PlannedPath
    near: Array

    def __reduce__(self) -> tuple[Any, ...]:
        return as_constructed(self)

    @property
    def space(self) -> Space:
        """``"task"``, or ``"pose"`` where the task is a pose."""
        return self.path.space

    @property
    def duration(self) -> float:
        """The duration [s]."""
        return self.path.duration

    @property
    def shape(self) -> tuple[int, ...]:
        """``()``: this is one trajectory."""
        return ()

    def __getitem__(self, rows: Any) -> PlannedTrajectory:
        raise UnsupportedOperation("a planned trajectory is one, not a batch, so it has no rows")

    def __call__(self, t: ArrayLike) -> TrajectoryPoint:
        """The point at times [s] of any shape: ``x xd xdd xddd``, each ``(*t.shape, n)``."""
        return self.path(t)

    @cached_property
    def joints(self) -> JointMotion:
        """All joints along the path."""
        return follow_joints(self.robot, self.path, self.near)

    def tables(self, t: ArrayLike) -> dict[str, Array]:
        """``q qd qdd`` of all joints and the active efforts ``tau`` at times (k,) [s]."""
        times = as_times(t)
        found = self.joints.joints(times)
        return {"q": found.q, "qd": found.qd, "qdd": found.qdd, "tau": self.joints.efforts(times)}
