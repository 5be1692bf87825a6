"""A trajectory that someone else wrote, with the shapes of its answers checked."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ShapeError, listing, unknown
from kinloop.model.array_arguments import numbers, read_only
from kinloop.trajectory.trajectory import SPACES, Space, Trajectory, TrajectoryPoint
from kinloop.trajectory.trajectory_arguments import as_times

MEMBERS = ("space", "duration", "shape")


@dataclass(frozen=True, eq=False)
class ExternalTrajectory:
    """What another trajectory tells, or a sentence where that is no motion."""

    given: Any

    @property
    def space(self) -> Space:
        space: Space = self.given.space
        return space

    @property
    def duration(self) -> Any:
        return self.given.duration

    @property
    def near(self) -> Any:
        """A configuration on the branch to begin on, where it has one."""
        return getattr(self.given, "near", None)

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.given.shape)

    def __getitem__(self, rows: Any) -> Trajectory:
        return check_trajectory(self.given[rows])

    def __call__(self, t: ArrayLike) -> TrajectoryPoint:
        """The motion at times of any shape. Raises ShapeError where it is none."""
        times, name = as_times(t), type(self.given).__name__
        told = self.given(read_only(times))
        arrays: dict[str, np.ndarray] = {}
        for order, each in enumerate(fields(TrajectoryPoint)):
            if not hasattr(told, each.name):
                raise ShapeError(f"the trajectory {name} gave {told!r:.80}, expected a motion with x, xd, xdd and xddd")
            arrays[each.name] = array = numbers(getattr(told, each.name), f"the trajectory {name}: its {each.name}")
            size = 6 if order and self.space == "pose" else arrays["x"].shape[-1] if arrays["x"].ndim else 1
            expected = (*self.shape, *times.shape, size)
            if array.shape != expected:
                raise ShapeError(
                    f"the trajectory {name} gave {each.name} of shape {array.shape} for times of shape {times.shape}, "
                    f"expected {expected}"
                )
        return TrajectoryPoint(**arrays)


def check_trajectory(given: Any) -> Trajectory:
    """A trajectory as it is where it is ours, else with its answers checked.

    Raises: ShapeError: it lacks a member. UnknownName: no such space.
    """
    if isinstance(given, ExternalTrajectory) or type(given).__module__.startswith("kinloop.trajectory."):
        return given
    missing = [name for name in MEMBERS if not hasattr(given, name)]
    if missing or not callable(given) or isinstance(given, type):
        raise ShapeError(
            f"the trajectory is {given!r:.80}, expected kl.Quintic, kl.Sequence, or an object with {listing(MEMBERS)} that is "
            "called with times"
        )
    if given.space not in SPACES:
        raise unknown("space", given.space, SPACES, "a trajectory")
    if not isinstance(given.shape, tuple):
        raise ShapeError(f"the trajectory {type(given).__name__} has the shape {given.shape!r:.80}, expected () or (runs,)")
    return ExternalTrajectory(given)
