"""A user-defined trajectory, with the shapes of its results checked."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ShapeError, listing, unknown_name
from kinloop.model.array_arguments import numbers, read_only
from kinloop.trajectory.trajectory import SPACES, Space, Trajectory, TrajectoryPoint
from kinloop.trajectory.trajectory_arguments import as_times

MEMBERS = ("space", "duration", "shape")
OWN = ("kinloop.trajectory.", "kinloop.type2_crossing.")  # packages whose trajectories need no check


@dataclass(frozen=True, eq=False)
class ExternalTrajectory:
    """A user-defined trajectory whose results are checked."""

    given: Any

    @property
    def space(self) -> Space:
        """The space of the coordinates."""
        space: Space = self.given.space
        return space

    @property
    def duration(self) -> Any:
        """The duration [s]."""
        return self.given.duration

    @property
    def near(self) -> Any:
        """A configuration on the branch where a run begins, or None."""
        return getattr(self.given, "near", None)

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the batch; ``()`` for one trajectory."""
        return tuple(self.given.shape)

    def __getitem__(self, rows: Any) -> Trajectory:
        return check_trajectory(self.given[rows])

    def __call__(self, t: ArrayLike) -> TrajectoryPoint:
        """The point at times of any shape. Raises: ShapeError: the trajectory returned something else."""
        times, name = as_times(t), type(self.given).__name__
        result = self.given(read_only(times))
        arrays: dict[str, np.ndarray] = {}
        for order, each in enumerate(fields(TrajectoryPoint)):
            if not hasattr(result, each.name):
                raise ShapeError(f"the trajectory {name} gave {result!r:.80}, expected an object with x, xd, xdd and xddd")
            arrays[each.name] = array = numbers(getattr(result, each.name), f"the trajectory {name}: its {each.name}")
            size = 6 if order and self.space == "pose" else arrays["x"].shape[-1] if arrays["x"].ndim else 1
            expected = (*self.shape, *times.shape, size)
            if array.shape != expected:
                raise ShapeError(
                    f"the trajectory {name} gave {each.name} of shape {array.shape} for times of shape {times.shape}, "
                    f"expected {expected}"
                )
        return TrajectoryPoint(**arrays)


def check_trajectory(given: Any) -> Trajectory:
    """The trajectory; a user-defined one is wrapped, so that its results are checked.

    Raises: ShapeError: it lacks a member. UnknownName: it has an unknown space.
    """
    if isinstance(given, ExternalTrajectory) or (type(given).__module__.startswith(OWN) and callable(given)):
        return given
    missing = [name for name in MEMBERS if not hasattr(given, name)]
    if missing or not callable(given) or isinstance(given, type):
        raise ShapeError(
            f"the trajectory is {given!r:.80}, expected kl.Quintic, kl.Sequence, or a callable object with {listing(MEMBERS)}"
        )
    if given.space not in SPACES:
        raise unknown_name("space", given.space, SPACES, "a trajectory")
    if not isinstance(given.shape, tuple):
        raise ShapeError(f"the trajectory {type(given).__name__} has the shape {given.shape!r:.80}, expected () or (runs,)")
    return ExternalTrajectory(given)
