"""Straight motions with a trapezoidal profile of the speed."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ShapeError, UnsupportedOperation
from kinloop.model.array_arguments import as_constructed
from kinloop.model.robot import Robot
from kinloop.trajectory.piecewise import Pieces
from kinloop.trajectory.timing.motion_limits import check_robot, motion_limit, require_within
from kinloop.trajectory.trajectory import Space, TrajectoryPoint
from kinloop.trajectory.trajectory_arguments import as_times, check_space, point_pair, slower_duration

Array = np.ndarray
# Shortest acceleration [s] whose square does not underflow.
SHORTEST = 1e-150


@dataclass(frozen=True, eq=False)
class Trapezoidal:
    r"""From rest to rest on a straight line in the coordinates: constant acceleration, constant speed, constant deceleration.

    All coordinates start and end together. The share :math:`\sigma` of the way has the limits of the coordinate that is slowest:

    .. math:: x = x_0 + \sigma(t)\,(x_f - x_0), \qquad |\dot\sigma| \le \min_i \frac{v_i}{|\Delta_i|}, \qquad
        |\ddot\sigma| \le \min_i \frac{a_i}{|\Delta_i|}

    A short way is accelerated over its first half and decelerated over its second (a triangle). The acceleration jumps at
    ``knots``; the jerk is zero between them. Before the start and after the end the motion stands still.

    Args:
        start, end: points, shape (..., n); leading axes are a batch of trajectories.
        speed, acceleration: limits of each coordinate, shape (..., n), or one number for all of them. Left out, they are those of
            the robot's description; without a limit of the speed there is none.
        robot: whose active joints move: their limits hold unless others are given, and both ends must lie within the limits of
            their positions.
        duration: [s], shape (...), where the motion is to take longer than needed: it is slowed down throughout.
        space: ``"active"`` or ``"task"``. Poses: :class:`kinloop.FollowPath` along a :class:`kinloop.Line`.
    Raises: ArgumentMissing: a limit is missing. ShapeError: a duration that is too short, points beyond the joints' limits, or
        invalid arguments. NotFinite, UnsupportedOperation: invalid arguments.
    """

    start: ArrayLike
    end: ArrayLike
    speed: ArrayLike | None = None
    acceleration: ArrayLike | None = None
    robot: Robot | None = None
    duration: Any = None
    space: Space = "active"
    _ramp: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if check_space(self.space) == "pose":
            raise UnsupportedOperation(
                "Trapezoidal: a pose is no straight line in its numbers; use kl.FollowPath(kl.Line(...), ...)"
            )
        start, end = point_pair("Trapezoidal", self.start, self.end)
        size = start.shape[-1]
        robot = check_robot("Trapezoidal", self.robot, self.space, size)
        moving = (start != end).reshape(-1, size).any(axis=0)
        limits = [
            motion_limit("Trapezoidal", name, getattr(self, name), robot, size, moving) for name in ("speed", "acceleration")
        ]
        try:
            shape = np.broadcast_shapes(start.shape, *(limit.shape for limit in limits))
        except ValueError:
            raise ShapeError(
                f"Trapezoidal: the shapes do not fit each other: start {start.shape}, speed {limits[0].shape}, "
                f"acceleration {limits[1].shape}"
            ) from None
        start, end, *limits = (np.array(np.broadcast_to(each, shape)) for each in (start, end, *limits))
        if robot is not None:
            require_within("Trapezoidal", robot, np.stack([start, end]))
        distance = np.abs(end - start)
        ramp, duration = _times(distance, *limits)
        if not np.all(np.isfinite(duration)) or np.any((distance > 0).any(axis=-1) & (ramp < SHORTEST)):
            raise ShapeError("Trapezoidal: the duration overflows; expected a way and limits of ordinary sizes")
        given = slower_duration("Trapezoidal", self.duration, duration)
        ramp = ramp * np.where(duration > 0, given / np.where(duration > 0, duration, 1.0), 1.0)
        for name, value in {"start": start, "end": end, "speed": limits[0], "acceleration": limits[1]}.items():
            value.flags.writeable = False
            object.__setattr__(self, name, value)
        object.__setattr__(self, "duration", given if given.ndim else float(given))
        object.__setattr__(self, "_ramp", ramp)

    def __reduce__(self) -> tuple[Any, ...]:
        return as_constructed(self)

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the batch; ``()`` for one trajectory."""
        return np.shape(self.start)[:-1]

    @property
    def knots(self) -> Array:
        """Times [s] at which the acceleration jumps, shape (..., 4): the ends and those of the constant speed."""
        ramp, duration = self._ramp, np.asarray(self.duration, float)
        return np.stack([np.zeros_like(duration), ramp, duration - ramp, duration], axis=-1)

    def __getitem__(self, rows: Any) -> Trapezoidal:
        """Some trajectories of a batch."""
        if not self.shape:
            raise ShapeError("this Trapezoidal is one trajectory, not a batch of them")
        index = np.empty(self.shape)[rows].shape
        parts = {name: np.asarray(getattr(self, name)) for name in ("start", "end", "speed", "acceleration")}
        chosen = {name: part[rows].reshape((*index, part.shape[-1])) for name, part in parts.items()}
        return Trapezoidal(**chosen, robot=self.robot, duration=np.asarray(self.duration)[rows], space=self.space)

    def __call__(self, t: ArrayLike) -> TrajectoryPoint:
        """The point at times [s] of any shape: ``x xd xdd xddd``, each ``(*shape, *t.shape, n)``."""
        times = as_times(t)
        after = (..., *(None,) * times.ndim, slice(None))
        start, end = (np.asarray(each)[after] for each in (self.start, self.end))
        share, *rates = (each.reshape(*self.shape, *times.shape, 1) for each in self._pieces(times))
        way = end - start
        x = np.where(share < 0.5, start + share * way, end - (1 - share) * way)  # exact at both ends
        return TrajectoryPoint(x, *(rate * way for rate in rates))

    @cached_property
    def _pieces(self) -> Pieces:
        """The share of the way, a row for each trajectory."""
        knots = self.knots.reshape(-1, 4)
        ramp, duration = knots[:, 1], knots[:, 3]
        still = duration == 0
        speed = 1 / np.where(still, 1.0, duration - ramp)
        acceleration = speed / np.where(still, 1.0, ramp)
        zero = np.zeros_like(speed)
        bend = acceleration * ramp**2 / 2
        pieces = [
            [zero, zero, acceleration / 2],
            [bend, speed, zero],
            [1 - bend, speed, -acceleration / 2],
        ]
        coefficients = np.moveaxis(np.array(pieces), -1, 0)
        coefficients[still] = 0.0
        coefficients[still, :, 0] = 1.0
        return Pieces(knots, coefficients, np.tile([1.0, 0.0], (len(knots), 1)))


def _times(distance: Array, speed: Array, acceleration: Array) -> tuple[Array, Array]:
    """Duration of the acceleration and of the whole motion, shape (...)."""
    with np.errstate(all="ignore"):
        slowest = np.max(distance / speed, axis=-1)  # 1 / the largest rate of the share
        bend = np.max(distance / acceleration, axis=-1)  # 1 / its largest acceleration
        reaches = np.sqrt(bend) <= slowest  # the top speed before the middle
        top = np.where(slowest > 0, slowest, 1.0)
        ramp = np.where(reaches, bend / top, np.sqrt(bend))
        return ramp, np.where(reaches, slowest + ramp, 2 * ramp)
