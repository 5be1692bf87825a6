"""Motions with limited jerk from state to state."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ShapeError, UnsupportedOperation
from kinloop.model.array_arguments import as_constructed
from kinloop.model.robot import Robot
from kinloop.trajectory.piecewise import Pieces, as_points
from kinloop.trajectory.timing.motion_limits import check_robot, motion_limit, require_within
from kinloop.trajectory.timing.ruckig_profile import Profile, jerk_limited
from kinloop.trajectory.trajectory import Space, TrajectoryPoint
from kinloop.trajectory.trajectory_arguments import as_times, check_space, finite_array, point_pair, slower_duration

Array = np.ndarray
LIMITS = ("speed", "acceleration", "jerk")
CONDITIONS = ("start_rate", "end_rate", "start_acceleration", "end_acceleration")
# What limits may be exceeded by, in parts of them: the ends of ruckig's profiles are corrected by this much at most.
WITHIN = 1e-6


@dataclass(frozen=True, eq=False)
class SCurve:
    r"""The shortest motion between two states with limited rate, acceleration and jerk; all coordinates start and end together.

    The jerk is piecewise constant: at most seven pieces for each coordinate. From rest to rest it is the shortest motion on the
    straight line in the coordinates; otherwise each coordinate goes its own way in the common time. The profile is ruckig's, from
    state to state. Before the start and after the end the accelerations there stay: a motion that ends at rest stays there.

    Args:
        start, end: points, shape (..., n); leading axes are a batch of trajectories.
        speed, acceleration, jerk: limits of each coordinate, shape (..., n), or one number for all of them. Left out, they are
            those of the robot's description; without a limit of the speed there is none.
        start_rate, end_rate, start_acceleration, end_acceleration: shape (..., n), zero unless given.
        robot: whose active joints move: their limits hold unless others are given, and the motion must stay within the limits of
            their positions, which a motion that does not start or end at rest may leave.
        duration: [s], shape (...), where the motion is to take longer than needed.
        space: ``"active"`` or ``"task"``. Poses: :class:`kinloop.FollowPath` along a :class:`kinloop.Line`.
    Raises: ArgumentMissing: a limit is missing. ShapeError: no motion within the limits, or beyond the joints' positions, or
        invalid arguments. NotFinite: invalid arguments. UnsupportedOperation: a pose, or ruckig is not installed.
    References: [Berscheid2021].
    """

    start: ArrayLike
    end: ArrayLike
    speed: ArrayLike | None = None
    acceleration: ArrayLike | None = None
    jerk: ArrayLike | None = None
    start_rate: ArrayLike = 0.0
    end_rate: ArrayLike = 0.0
    start_acceleration: ArrayLike = 0.0
    end_acceleration: ArrayLike = 0.0
    robot: Robot | None = None
    duration: Any = None
    space: Space = "active"
    _found: list[Profile] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if check_space(self.space) == "pose":
            raise UnsupportedOperation("SCurve: a pose is no straight line in its numbers; use kl.FollowPath(kl.Line(...), ...)")
        arrays = self._arrays()
        for name, array in arrays.items():
            array.flags.writeable = False
            object.__setattr__(self, name, array)
        self._check_states()
        profiles = self._profiles(np.zeros(self.shape))
        least = np.array([profile.duration for profile in profiles]).reshape(self.shape)
        duration = slower_duration("SCurve", self.duration, least)
        if np.any(duration > least):
            profiles = self._profiles(duration)
            duration = np.array([profile.duration for profile in profiles]).reshape(self.shape)
        object.__setattr__(self, "duration", duration if duration.ndim else float(duration))
        object.__setattr__(self, "_found", profiles)
        if self.robot is not None:
            require_within("SCurve", self.robot, *self._extremes())

    def _arrays(self) -> dict[str, Array]:
        """Points, limits and conditions, each (*shape, n)."""
        start, end = point_pair("SCurve", self.start, self.end)
        size = start.shape[-1]
        robot = check_robot("SCurve", self.robot, self.space, size)
        given = {name: finite_array("SCurve", name, getattr(self, name)) for name in CONDITIONS}
        for name, array in given.items():
            if array.ndim and array.shape[-1] not in (1, size):
                raise ShapeError(f"SCurve: {name} has {array.shape[-1]} numbers, but the motion has {size} coordinates")
        moving = np.ones(size, bool)
        limits = {name: motion_limit("SCurve", name, getattr(self, name), robot, size, moving) for name in LIMITS}
        parts = {"start": start, "end": end, **limits, **given}
        try:
            shape = np.broadcast_shapes(*(part.shape for part in parts.values()))
        except ValueError:
            shapes = ", ".join(f"{name} {part.shape}" for name, part in parts.items())
            raise ShapeError(f"SCurve: the shapes do not fit each other: {shapes}") from None
        return {name: np.array(np.broadcast_to(part, shape)) for name, part in parts.items()}

    def _check_states(self) -> None:
        """Raises: ShapeError: a state that is itself beyond a limit."""
        for name in CONDITIONS:
            limit = "speed" if name.endswith("rate") else "acceleration"
            given, bound = np.abs(np.asarray(getattr(self, name))), np.asarray(getattr(self, limit))
            if np.any(given > bound):
                place = np.unravel_index(int(np.argmax(given - bound)), given.shape)
                raise ShapeError(
                    f"SCurve: {name} is {np.asarray(getattr(self, name))[place]:g}, beyond the limit {bound[place]:g} of {limit}"
                )

    def _profiles(self, least: Array) -> list[Profile]:
        names = ("start", "start_rate", "start_acceleration", "end", "end_rate", "end_acceleration", *LIMITS)
        size = np.shape(self.start)[-1]
        rows = np.stack([np.asarray(getattr(self, name)).reshape(-1, size) for name in names], axis=1)
        found = [jerk_limited(row[:3], row[3:6], row[6:], float(t)) for row, t in zip(rows, np.ravel(least), strict=True)]
        for row, profile in zip(rows, found, strict=True):
            _check_limits(profile, row[6:])
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return as_constructed(self)

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the batch; ``()`` for one trajectory."""
        return np.shape(self.start)[:-1]

    @property
    def knots(self) -> Array:
        """Times [s] at which the jerk jumps, those of all coordinates, shape (..., 8 n)."""
        breaks = np.sort(self._pieces.breaks.reshape(*self.shape, -1), axis=-1)
        return np.unique(breaks) if not self.shape else breaks

    def __getitem__(self, rows: Any) -> SCurve:
        """Some trajectories of a batch."""
        if not self.shape:
            raise ShapeError("this SCurve is one trajectory, not a batch of them")
        index = np.empty(self.shape)[rows].shape
        parts = {name: np.asarray(getattr(self, name)) for name in ("start", "end", *LIMITS, *CONDITIONS)}
        chosen = {name: part[rows].reshape((*index, part.shape[-1])) for name, part in parts.items()}
        return SCurve(**chosen, robot=self.robot, duration=np.asarray(self.duration)[rows], space=self.space)

    def __call__(self, t: ArrayLike) -> TrajectoryPoint:
        """The point at times [s] of any shape: ``x xd xdd xddd``, each ``(*shape, *t.shape, n)``."""
        times = as_times(t)
        return TrajectoryPoint(*as_points(self._pieces(times), self.shape, np.shape(self.start)[-1], times.shape))

    @cached_property
    def _pieces(self) -> Pieces:
        found = self._found
        states = np.concatenate([profile.states for profile in found])
        ends = [np.asarray(getattr(self, name)).ravel() for name in ("end", "end_rate", "end_acceleration")]
        breaks = np.concatenate([profile.breaks for profile in found])
        return Pieces(breaks, states / np.array([1.0, 1.0, 2.0, 6.0]), np.stack(ends, axis=-1))

    def _extremes(self) -> tuple[Array, Array]:
        """Positions at the ends of all pieces and where the rate is zero, (m, ..., n), and their times."""
        found = self._found
        turns = np.stack([_turning_times(profile) for profile in found])  # (batch, n, m)
        flat = turns.reshape(-1, turns.shape[-1])
        x = np.stack([self._pieces._row(k, self._pieces.breaks[k], each)[0] for k, each in enumerate(flat)])
        shape = (*self.shape, np.shape(self.start)[-1], turns.shape[-1])
        return np.moveaxis(x.reshape(shape), -1, 0), np.moveaxis(flat.reshape(shape), -1, 0)


def _turning_times(profile: Profile) -> Array:
    """Times of the ends of the pieces and of rates that are zero within them, (n, m)."""
    h = np.diff(profile.breaks)
    v, a, j = (profile.states[..., k] for k in (1, 2, 3))
    with np.errstate(invalid="ignore", divide="ignore"):
        root = np.sqrt(a**2 - 2 * j * v)
        solutions = np.stack([(-a + root) / j, (-a - root) / j, -v / a, np.zeros_like(v)], axis=-1)
    inside = np.where(np.isfinite(solutions), np.clip(solutions, 0.0, h[..., None]), 0.0)
    times = profile.breaks[:, :-1, None] + inside
    return np.concatenate([times.reshape(len(h), -1), profile.breaks[:, -1:]], axis=1)


def _check_limits(profile: Profile, limits: Array) -> None:
    """Raises: ShapeError: a profile that leaves its limits. Rates are largest at ends of pieces or without acceleration."""
    h = np.diff(profile.breaks)
    v, a, j = (profile.states[..., k] for k in (1, 2, 3))
    with np.errstate(invalid="ignore", divide="ignore"):
        top = np.clip(np.where(j != 0, -a / j, 0.0), 0.0, h)
    rates = [v, v + a * h + j * h**2 / 2, v + a * top + j * top**2 / 2]
    rate_and_more = (np.max(np.abs(rates), axis=0), np.maximum(np.abs(a), np.abs(a + j * h)), np.where(h > 0, np.abs(j), 0.0))
    for name, found, limit in zip(LIMITS, rate_and_more, limits, strict=True):
        if np.any(found > limit[:, None] * (1 + WITHIN)):
            k = int(np.argmax(np.max(found, axis=1) / limit))
            raise ShapeError(
                f"SCurve: the {name} of coordinate {k} reaches {np.max(found[k]):g}, beyond its limit {limit[k]:g}; "
                "expected a start and an end from which the limits can be kept"
            )
