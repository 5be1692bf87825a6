"""A trajectory of the active joints from one of the task, through the inverse models."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import KinloopError, ShapeError, UnsupportedOperation, listing
from kinloop.model.array_arguments import as_constructed, numbers
from kinloop.model.geometry.configuration import Configuration
from kinloop.model.geometry.mode import ModeLike
from kinloop.model.robot import Robot
from kinloop.trajectory.external_trajectory import check_trajectory
from kinloop.trajectory.joints.task_continuation import TaskContinuation
from kinloop.trajectory.trajectory import Space, Trajectory, TrajectoryPoint
from kinloop.trajectory.trajectory_arguments import as_times

Array = np.ndarray
# Intervals of the grid on which the branch is followed first; it is refined where the branch needs it.
INTERVALS = 200


@dataclass(frozen=True, eq=False)
class JointTrajectory:
    """The motion of the active joints that moves the task along a trajectory; made by :func:`kinloop.joint_trajectory`.

    Positions are found by Newton's method at every time, from a grid of configurations on one branch; rates, accelerations and
    jerks are those of the inverse models. Before the start and after the end the joints follow the given trajectory there.
    """

    robot: Robot
    trajectory: Trajectory
    near: ArrayLike  # the configuration (nq,) at the start
    _branch: TaskContinuation = field(init=False, repr=False)

    def __post_init__(self) -> None:
        near = np.array(numbers(self.near, "joint_trajectory: near"))
        near.flags.writeable = False
        object.__setattr__(self, "near", near)
        grid = np.linspace(0.0, self.duration, INTERVALS + 1)
        own = np.ravel(getattr(self.trajectory, "knots", ()))
        times = np.unique(np.concatenate([grid, own[(own > 0) & (own < self.duration)]]))
        object.__setattr__(self, "_branch", TaskContinuation(self.robot, self.trajectory, near, times))

    def __reduce__(self) -> tuple[Any, ...]:
        return as_constructed(self)

    @property
    def space(self) -> Space:
        """``"active"``."""
        return "active"

    @property
    def duration(self) -> float:
        """The duration [s] of the given trajectory."""
        return float(self.trajectory.duration)

    @property
    def shape(self) -> tuple[int, ...]:
        """``()``: this is one trajectory."""
        return ()

    @property
    def knots(self) -> Array:
        """Times [s] at which acceleration or jerk may jump: those of the given trajectory."""
        return np.array(getattr(self.trajectory, "knots", ()), float)

    def __getitem__(self, rows: Any) -> JointTrajectory:
        raise UnsupportedOperation("joint_trajectory: this is one trajectory, not a batch, so it has no rows")

    def configurations(self, t: ArrayLike) -> Array:
        """All joints, also the passive ones, at times [s] of any shape: ``(*t.shape, nq)``."""
        times = as_times(t)
        return self._branch.configurations(times.ravel()).reshape(*times.shape, -1)

    def __call__(self, t: ArrayLike) -> TrajectoryPoint:
        """The point at times [s] of any shape: ``x xd xdd xddd``, each ``(*t.shape, n)``."""
        times = as_times(t)
        flat = times.ravel()
        motion, q, n = self.trajectory(flat), self._branch.configurations(flat), self.robot.n_active
        qd = self.robot.inverse_velocity(q, motion.xd).qd
        qdd = self.robot.inverse_acceleration(q, qd, motion.xdd).qdd
        jerk = self.robot.inverse_jerk(q, qd, qdd, motion.xddd).jerk
        return TrajectoryPoint(*(np.asarray(each)[:, :n].reshape(*times.shape, n) for each in (q, qd, qdd, jerk)))


def joint_trajectory(
    robot: Robot, trajectory: Trajectory, mode: ModeLike | None = None, near: Configuration | ArrayLike | None = None
) -> JointTrajectory:
    """The motion of the active joints that moves the task along a trajectory, from position to jerk (IGM, IKM).

    Args:
        robot: whose inverse models are used.
        trajectory: of the robot's task: space ``"task"``, or ``"pose"`` where the task is a pose.
        mode: the working mode at the start, such as ``(1, -1)``.
        near: a configuration on the branch to begin on, in place of a mode; unless given, the trajectory's own or
            ``robot.start``.
    Returns: a trajectory of the space ``"active"``.
    Raises: Unreachable: the trajectory leaves the reach. SingularConfiguration: it meets a Type 1 singularity, where the rates of
        the joints have no bound. Both say when. ShapeError, UnsupportedOperation: a trajectory that is not the robot's, a batch.
    """
    if not isinstance(robot, Robot):
        raise ShapeError(f"joint_trajectory: robot is {robot!r:.80}, expected a robot, such as kl.load('five_bar')")
    trajectory = check_trajectory(trajectory)
    _check_fit(robot, trajectory)
    if mode is not None and near is not None:
        raise UnsupportedOperation("joint_trajectory: mode= and near= both choose the branch; expected one of them")
    own = getattr(trajectory, "near", None)
    which: dict[str, Any] = {"near": (robot.start if own is None else own) if near is None else near}
    try:
        start = robot.inverse_geometry(trajectory(0.0).x, **({"mode": mode} if mode is not None else which))
    except KinloopError as fault:
        fault.args = (f"joint_trajectory: at t = 0 s: {fault.args[0]}", *fault.args[1:])
        raise
    return JointTrajectory(robot, trajectory, start.q)


def _check_fit(robot: Robot, trajectory: Trajectory) -> None:
    """Raises: ShapeError, UnsupportedOperation: a trajectory that is not one of the robot's task."""
    name = robot.mechanism.name
    if any(values.ndim > 1 for values in robot.models.parameter_inputs):
        raise UnsupportedOperation(f"joint_trajectory: {name} has arrays of parameters; expected one robot")
    if trajectory.shape:
        raise UnsupportedOperation(f"joint_trajectory: the trajectory is a batch of the shape {trajectory.shape}; expected one")
    if len(robot.active) != robot.n_active:
        raise UnsupportedOperation(
            f"joint_trajectory: an active joint of {name} has a quaternion, whose numbers have no trajectory"
        )
    wanted = "pose" if robot.task == ("pose",) else "task"
    names = robot.mechanism.task_names
    if trajectory.space != wanted or not names:
        raise ShapeError(
            f"joint_trajectory: {name} has the task {listing(robot.task)}; expected a trajectory with space={wanted!r}, "
            f"given {trajectory.space!r}"
        )
    size = np.shape(trajectory(0.0).x)[-1]
    if size != len(names):
        raise ShapeError(
            f"joint_trajectory: the trajectory has {size} coordinates, but {name} has {len(names)}: {listing(names)}"
        )
