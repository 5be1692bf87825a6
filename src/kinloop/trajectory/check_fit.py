"""Whether a trajectory and constant wrenches fit a robot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from kinloop.errors import ShapeError, UnsupportedOperation, listing
from kinloop.model.robot import Robot


def check_fit(robot: Robot, trajectory: Any, what: str) -> None:
    """Check that a trajectory is a single one, of the robot's task or active joints. ``what``: for what it is needed.

    Raises: ShapeError, UnsupportedOperation.
    """
    name = robot.mechanism.name
    if any(values.ndim > 1 for values in robot.models.parameter_inputs):
        raise ShapeError(f"{name}: {what} is of one machine, but its parameters are arrays")
    if not callable(trajectory) or not hasattr(trajectory, "space"):
        raise ShapeError(f"the trajectory is {trajectory!r:.80}, expected one such as kl.Quintic or kl.Spline")
    shape = np.shape(trajectory(0.0).x)
    if len(shape) != 1:
        raise ShapeError(f"{what} follows one trajectory, but this one is a batch {shape[:-1]}")
    if not robot.n_active:
        raise UnsupportedOperation(f"{name} has no actuated joint, so there is nothing to drive")
    if trajectory.space == "active":
        names = robot.active
        if len(names) != robot.n_active:
            raise UnsupportedOperation(f"{name}: an active spherical joint has no trajectory of its numbers; give the task's")
    else:
        names = robot.mechanism.task_names
        wanted = "pose" if robot.task == ("pose",) else "task"
        if trajectory.space != wanted or not names:
            raise ShapeError(
                f"{name} has the task {listing(robot.task)}; expected a trajectory with space={wanted!r} or 'active'"
            )
    if shape[0] != len(names):
        raise ShapeError(f"the trajectory has {shape[0]} coordinates, but {name} has {len(names)}: {listing(names)}")


def constant_wrenches(owner: str, robot: Robot, given: Any) -> Mapping[str, np.ndarray] | None:
    """Wrenches by frame (6,), or None without any.

    Raises: ShapeError, UnknownName: what is no constant wrench on a frame.
    """
    names, arrays = robot.models.wrench_inputs(given)
    for name, wrench in zip(names, arrays, strict=True):
        if wrench.shape != (6,) or not np.isfinite(wrench).all():
            raise ShapeError(
                f"{owner}: the wrench on {name!r} is {given[name]!r:.80}, expected six finite numbers: force, then moment"
            )
    return dict(zip(names, arrays, strict=True)) or None
