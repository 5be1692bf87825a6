"""A motion that stands still."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ShapeError
from kinloop.model.array_arguments import as_constructed
from kinloop.trajectory.trajectory import Space, TrajectoryPoint
from kinloop.trajectory.trajectory_arguments import (
    NOT_GIVEN,
    as_times,
    check_duration,
    finite_array,
    normalise_quaternions,
    require_space,
)


@dataclass(frozen=True, eq=False)
class Pause:
    """A point that is kept for a time, such as a part of a :class:`kinloop.Sequence`.

    Args:
        point: shape (..., n), or (..., 7) for poses; leading axes are a batch of trajectories.
        duration: [s].
        space: required: ``"active"``, ``"task"`` or ``"pose"``.
    Raises: ArgumentMissing: no space. ShapeError, NotFinite, NotAUnitQuaternion: invalid arguments.
    """

    point: ArrayLike
    duration: float
    space: Space = field(default=NOT_GIVEN, kw_only=True)

    def __post_init__(self) -> None:
        require_space("Pause", self.space)
        point = finite_array("Pause", "point", self.point)
        if not point.ndim or not point.size:
            raise ShapeError(f"Pause: point has shape {point.shape}, expected (..., n): one number for each coordinate")
        if self.space == "pose":
            if point.shape[-1] != 7:
                raise ShapeError(f"Pause: point has {point.shape[-1]} numbers, expected the 7 of a pose: x y z qw qx qy qz")
            point = np.concatenate([point[..., :3], normalise_quaternions("Pause: point", point[..., 3:])], axis=-1)
            point.flags.writeable = False
        object.__setattr__(self, "point", point)
        object.__setattr__(self, "duration", check_duration("Pause", self.duration))

    def __reduce__(self) -> tuple[Any, ...]:
        return as_constructed(self)

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the batch; ``()`` for one trajectory."""
        return np.shape(self.point)[:-1]

    @property
    def knots(self) -> np.ndarray:
        """None: nothing changes."""
        return np.zeros(0)

    def __getitem__(self, rows: Any) -> Pause:
        """Some trajectories of a batch."""
        if not self.shape:
            raise ShapeError("this Pause is one trajectory, not a batch of them")
        index = np.empty(self.shape)[rows].shape  # also refuses an index into the coordinates
        return replace(self, point=np.asarray(self.point)[rows].reshape((*index, np.shape(self.point)[-1])))

    def __call__(self, t: ArrayLike) -> TrajectoryPoint:
        """The point at times [s] of any shape: ``x xd xdd xddd``, each ``(*shape, *t.shape, n)``."""
        times, point = as_times(t), np.asarray(self.point)
        x = point[(..., *(None,) * times.ndim, slice(None))] + 0.0 * times[..., None]  # NaN where the time is
        rate = 0.0 * x[..., : 6 if self.space == "pose" else None]
        return TrajectoryPoint(x, rate, rate.copy(), rate.copy())
