"""A path followed in time: its arc length as one coordinate."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ArgumentMissing, ShapeError, UnsupportedOperation
from kinloop.model.array_arguments import as_constructed
from kinloop.trajectory.external_trajectory import check_trajectory
from kinloop.trajectory.paths.path import Path
from kinloop.trajectory.timing.s_curve import SCurve
from kinloop.trajectory.timing.trapezoidal import Trapezoidal
from kinloop.trajectory.trajectory import Space, Trajectory, TrajectoryPoint
from kinloop.trajectory.trajectory_arguments import as_times, check_space

Array = np.ndarray
MEMBERS = ("space", "length", "knots")
# Samples at which a given timing is checked, and how far beyond the path it may be, in parts of the length.
SAMPLES, BEYOND = 1001, 1e-9


@dataclass(frozen=True, eq=False)
class FollowPath:
    r"""A path of the tool with a timing of its arc length: trapezoidal, jerk-limited, or given.

    .. math:: \dot x = x' \dot s, \qquad \ddot x = x'' \dot s^2 + x' \ddot s, \qquad
        \dddot x = x''' \dot s^3 + 3 x'' \dot s \ddot s + x' \dddot s

    The limits are those along the path. In a curve of radius r the tool has the acceleration :math:`\dot s^2 / r` towards the
    centre besides. Before the start and after the end the tool stands still.

    Args:
        path: such as :class:`kinloop.Line`, :class:`kinloop.Circle` or :class:`kinloop.Polyline`, or any object with the members
            of :class:`kinloop.Path`.
        speed: largest :math:`\dot s` [m/s]; unlimited unless given.
        acceleration: largest :math:`|\ddot s|` [m/s^2], from rest to rest.
        jerk: largest :math:`|\dddot s|` [m/s^3], by :class:`kinloop.SCurve`; without it the timing is
            :class:`kinloop.Trapezoidal`.
        duration: [s], where the motion is to take longer than needed.
        timing: in place of these, a trajectory of one coordinate, the arc length: ``kl.Quintic([0], [path.length], 2.0)``.
    Raises: ArgumentMissing: neither limits nor a timing. ShapeError: a timing that leaves the path, or invalid arguments.
        UnsupportedOperation: a timing and limits, or a batch. NotFinite: invalid arguments.
    """

    path: Path
    speed: float | None = None
    acceleration: float | None = None
    jerk: float | None = None
    duration: Any = None
    timing: Trajectory | None = None
    _timing: Trajectory = field(init=False, repr=False)

    def __post_init__(self) -> None:
        missing = [name for name in MEMBERS if not hasattr(self.path, name)]
        if missing or not callable(self.path) or isinstance(self.path, type):
            raise ShapeError(
                f"FollowPath: the path is {self.path!r:.80}, expected kl.Line, kl.Circle, kl.Polyline or one like them"
            )
        check_space(self.path.space)
        limits = {name: getattr(self, name) for name in ("speed", "acceleration", "jerk")}
        if self.timing is None:
            timing = self._limit_timing(limits)
        else:
            if any(value is not None for value in (*limits.values(), self.duration)):
                raise UnsupportedOperation(
                    "FollowPath: timing= has the duration and the limits of the motion; leave the others out"
                )
            timing = self._check_timing(check_trajectory(self.timing))
            object.__setattr__(self, "timing", timing)
        object.__setattr__(self, "_timing", timing)
        object.__setattr__(self, "duration", float(timing.duration))

    def _limit_timing(self, limits: dict[str, Any]) -> Trajectory:
        if self.acceleration is None:
            raise ArgumentMissing(
                "FollowPath needs acceleration= [m/s^2] along the path, or timing=, a trajectory of its arc length"
            )
        for name, value in limits.items():
            if value is not None and np.ndim(value):
                raise ShapeError(f"FollowPath: {name} is {value!r:.80}, expected one number: that along the path")
        if np.ndim(self.duration):
            raise ShapeError(f"FollowPath: the duration is {self.duration!r:.80}, expected one time [s]")
        ends: tuple[list[float], list[float]] = ([0.0], [float(self.path.length)])
        if self.jerk is None:
            return Trapezoidal(*ends, self.speed, self.acceleration, duration=self.duration, space="task")
        return SCurve(*ends, self.speed, self.acceleration, self.jerk, duration=self.duration, space="task")

    def _check_timing(self, timing: Trajectory) -> Trajectory:
        t = np.linspace(0.0, float(timing.duration), SAMPLES) if not timing.shape else np.zeros(1)
        s = np.asarray(timing(t).x)
        if s.shape != (len(t), 1):
            raise ShapeError(f"FollowPath: the timing has x of shape {s.shape}, expected one trajectory of one coordinate")
        length = float(self.path.length)
        wrong = ~((s[:, 0] >= -BEYOND * length) & (s[:, 0] <= length * (1 + BEYOND)))
        if np.any(wrong):
            k = int(np.argmax(wrong))
            raise ShapeError(
                f"FollowPath: at t = {t[k]:.6g} s the timing has the arc length {s[k, 0]:.6g} m, expected 0 to {length:.6g} m"
            )
        return timing

    def __reduce__(self) -> tuple[Any, ...]:
        construct, (kind, values) = as_constructed(self)
        return construct, (kind, values | ({} if self.timing is None else {"duration": None}))

    @property
    def space(self) -> Space:
        """The space of the path."""
        return self.path.space

    @property
    def shape(self) -> tuple[int, ...]:
        """``()``: this is one trajectory."""
        return ()

    @cached_property
    def knots(self) -> Array:
        """Times [s] at which acceleration or jerk may jump: those of the timing, and those at the path's knots."""
        timing = self._timing
        own = np.ravel(getattr(timing, "knots", np.array([0.0, float(timing.duration)])))
        return np.unique(np.concatenate([own, *(_passages(timing, float(s)) for s in np.asarray(self.path.knots))]))

    def __getitem__(self, rows: Any) -> FollowPath:
        raise UnsupportedOperation("FollowPath: this is one trajectory, not a batch, so it has no rows")

    def __call__(self, t: ArrayLike) -> TrajectoryPoint:
        """The point at times [s] of any shape: ``x xd xdd xddd``, each ``(*t.shape, n)``."""
        timing = self._timing
        motion = timing(as_times(t))
        s, sd, sdd, sddd = motion.x, motion.xd, motion.xdd, motion.xddd
        inside = np.clip(s, 0.0, float(self.path.length))
        point = self.path(inside[..., 0])
        off = (s - inside != 0) & ~np.isnan(s)  # beyond an end, after a timing that does not end at rest: the tool stays there
        sd, sdd, sddd = (np.where(off, 0.0, each) if np.any(off) else each for each in (sd, sdd, sddd))
        xd = point.xs * sd
        xdd = point.xss * sd**2 + point.xs * sdd
        xddd = point.xsss * sd**3 + 3 * point.xss * sd * sdd + point.xs * sddd
        return TrajectoryPoint(point.x, xd, xdd, xddd)


def _passages(timing: Trajectory, s: float) -> list[float]:
    """The times at which the arc length is ``s``, by bisection between samples."""
    t = np.linspace(0.0, float(timing.duration), SAMPLES)
    above = np.asarray(timing(t).x)[:, 0] >= s
    found = []
    for k in np.flatnonzero(above[1:] != above[:-1]):
        left, right = float(t[k]), float(t[k + 1])
        for _ in range(60):
            middle = (left + right) / 2
            if bool(np.asarray(timing(middle).x)[0] >= s) == bool(above[k]):
                left = middle
            else:
                right = middle
        found.append(right)
    return found
