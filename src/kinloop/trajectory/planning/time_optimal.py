"""The fastest motion along a path under the limits of the joints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ArgumentMissing, ShapeError, UnsupportedOperation
from kinloop.model.array_arguments import as_constructed, numbers
from kinloop.model.geometry.configuration import Configuration
from kinloop.model.geometry.mode import ModeLike
from kinloop.model.robot import Robot
from kinloop.trajectory.check_fit import check_fit, constant_wrenches
from kinloop.trajectory.external_trajectory import check_trajectory
from kinloop.trajectory.planning.followed_motion import FollowedMotion
from kinloop.trajectory.planning.joint_limits import JointLimits, joint_limits
from kinloop.trajectory.planning.one_sided import find_jumps, knots_of
from kinloop.trajectory.planning.path_dynamics import PathAsTrajectory, follow_path, place_on
from kinloop.trajectory.planning.path_limits import PathLimits, fastest_within
from kinloop.trajectory.trajectory import Space, TrajectoryPoint
from kinloop.trajectory.trajectory_arguments import as_times, check_duration, check_space

Array = np.ndarray
# Intervals of the grid unless given, the most, and the places at which a path is followed by continuation.
INTERVALS, MOST, FOLLOWED = 400, 20_000, 401
# How often the first and the last interval are halved towards the ends.
HALVED = 8
# Rounding of a position at its limit.
ROUNDING = 1e-9


@dataclass(frozen=True, eq=False, repr=False)
class TimeOptimal:
    r"""A motion along a path with a speed that is piecewise a root of a line: :math:`\ddot s` is constant between grid points.

    .. math:: \dot x = x' \dot s, \quad \ddot x = x'' \dot s^2 + x' \ddot s, \quad \dddot x = x''' \dot s^3 + 3 x'' \dot s \ddot s

    :func:`time_optimal` makes it. Before the start and after the end the robot stands still. ``s`` (N + 1,): the grid, in the
    path's own unit; ``speeds`` (N + 1,): :math:`\dot s` there. In the middle of each interval ``tau`` (N, n_active) are the
    active efforts, ``ratio`` (N,) is the quantity nearest to its limit as a part of it, and ``limiting`` (N,) its name, such as
    ``"effort of q1"``. ``excess``: the largest part by which a limit is exceeded anywhere, of five places in each interval; below
    zero where none is. ``near``: the configuration at the start.
    """

    path: Any
    s: ArrayLike
    speeds: ArrayLike
    tau: ArrayLike
    ratio: ArrayLike
    limiting: tuple[str, ...]
    excess: float
    near: ArrayLike

    def __post_init__(self) -> None:
        for name in ("s", "speeds", "tau", "ratio", "near"):
            array = np.array(getattr(self, name), float)
            array.flags.writeable = False
            object.__setattr__(self, name, array)
        if np.shape(self.s) != np.shape(self.speeds) or np.ndim(self.s) != 1 or len(np.asarray(self.s)) < 2:
            raise ShapeError(
                f"TimeOptimal: s and speeds have shapes {np.shape(self.s)} and {np.shape(self.speeds)}, expected (N + 1,)"
            )

    def __reduce__(self) -> tuple[Any, ...]:
        return as_constructed(self)

    def __repr__(self) -> str:
        return f"<TimeOptimal: {self.duration:.6g} s in the space {self.space!r}, {len(self.times) - 1} intervals>"

    @property
    def space(self) -> Space:
        """The space of the path."""
        space: Space = self.path.space
        return space

    @property
    def shape(self) -> tuple[int, ...]:
        """``()``: this is one trajectory."""
        return ()

    @cached_property
    def times(self) -> Array:
        """The times [s] of the grid's points (N + 1,)."""
        s, speeds = np.asarray(self.s), np.asarray(self.speeds)
        return np.concatenate([[0.0], np.cumsum(2 * np.diff(s) / (speeds[1:] + speeds[:-1]))])

    @cached_property
    def accelerations(self) -> Array:
        r""":math:`\ddot s` within each interval (N,)."""
        s, speeds = np.asarray(self.s), np.asarray(self.speeds)
        return (speeds[1:] - speeds[:-1]) * (speeds[1:] + speeds[:-1]) / (2 * np.diff(s))

    @property
    def duration(self) -> float:
        """The duration [s]."""
        return float(self.times[-1])

    @property
    def knots(self) -> Array:
        """The times [s] at which the acceleration jumps: those of the grid's points."""
        return self.times

    def __getitem__(self, rows: Any) -> TimeOptimal:
        raise UnsupportedOperation("TimeOptimal: this is one trajectory, not a batch, so it has no rows")

    def __call__(self, t: ArrayLike) -> TrajectoryPoint:
        """The point at times [s] of any shape: ``x xd xdd xddd``, each ``(*t.shape, n)``."""
        times = as_times(t)
        s, speeds = np.asarray(self.s), np.asarray(self.speeds)
        inside = np.clip(times, 0.0, self.duration)
        k = np.clip(np.searchsorted(self.times, inside, side="right") - 1, 0, len(s) - 2)
        dt, u = inside - self.times[k], self.accelerations[k]
        place = np.clip(s[k] + dt * (speeds[k] + u * dt / 2), s[k], s[k + 1])
        moves = (inside == times).astype(float)  # NaN stays NaN in the place
        sd, sdd = ((moves * part)[..., None] for part in (speeds[k] + u * dt, u))
        point = PathAsTrajectory(self.path)(place)
        xd, xdd = point.xd * sd, point.xdd * sd**2 + point.xd * sdd
        return TrajectoryPoint(point.x, xd, xdd, point.xddd * sd**3 + 3 * point.xdd * sd * sdd)


def time_optimal(
    robot: Robot,
    path: Any,
    mode: ModeLike | None = None,
    near: Configuration | ArrayLike | None = None,
    *,
    speed: ArrayLike | None = None,
    acceleration: ArrayLike | None = None,
    effort: ArrayLike | None = None,
    start_speed: float = 0.0,
    end_speed: float = 0.0,
    wrenches: Mapping[str, ArrayLike] | None = None,
    grid: int | ArrayLike = INTERVALS,
) -> TimeOptimal:
    r"""The fastest motion along a path under the limits of the active joints' speeds, accelerations and efforts.

    The path is fixed, and the speed along it is chosen: toppra (reachability analysis) solves the problem whose coefficients are
    those of the closed chain's inverse dynamics, :math:`\tau = a \ddot s + b \dot s^2 + c + f`; friction ``f`` is iterated with
    the last profile. Limits hold at both ends and in the middle of each interval, and are then checked in between; the grid is
    refined and the limits are lowered by up to some parts in a thousand until they hold there too. The acceleration jumps, so the
    jerk has no limit.

    Args:
        path: an object with ``space``, ``length``, ``knots`` and a call that gives ``x xs xss xsss`` at values of ``s``, such as
            :class:`Line`; or a trajectory, whose time is taken as ``s``.
        mode, near: the branch of configurations to begin on, as in :func:`assess`.
        speed, acceleration, effort: limits, one number or one for each active joint; by default those of the description;
            infinity is no limit. One of acceleration and effort is needed.
        start_speed, end_speed: :math:`\dot s` at both ends; at rest unless given.
        wrenches: on frames, constant in world axes.
        grid: the number of intervals, or increasing values of ``s`` from 0 to the length.
    Returns: a :class:`TimeOptimal`, which is a trajectory of the path's space.
    Raises: SingularConfiguration: the path meets a singularity, with place and kind. Unreachable: it leaves the workspace.
        UnsupportedOperation: it has a corner or leaves the joints' position limits, no speed keeps the limits, or toppra is
        missing. ArgumentMissing: there are no limits.
    References: [Pham2018] H. Pham, Q.-C. Pham, *A new approach to time-optimal path parameterization based on reachability
        analysis*, IEEE Transactions on Robotics 34(3).
    """
    if not isinstance(robot, Robot):
        raise ShapeError(f"time_optimal: the robot is {robot!r:.80}, expected what kl.load gives")
    if mode is not None and near is not None:
        raise UnsupportedOperation("time_optimal: mode and near each choose the branch to begin on; expected one of them")
    trajectory = _as_trajectory(path)
    check_fit(robot, trajectory, "a time-optimal motion")
    length = check_duration("time_optimal: the path", trajectory.duration)
    limits = joint_limits(robot, {"speed": speed, "acceleration": acceleration, "effort": effort})
    _require_limits(robot, limits)
    ends = _end_speeds(start_speed, end_speed)
    knots = _knots(path, trajectory, length)
    points = _grid(grid, length, knots)
    loads = constant_wrenches("time_optimal", robot, wrenches)
    followed = np.unique(np.concatenate([np.linspace(0.0, length, FOLLOWED), points if len(points) < FOLLOWED else points[::2]]))
    motion = follow_path(robot, trajectory, followed, mode, near, knots)
    _require_positions(motion, limits)
    for place, what in find_jumps(trajectory, followed):
        raise UnsupportedOperation(
            f"time_optimal: the path has a {'gap' if what == 'position' else 'corner'} at {place_on(motion, place)}, which is "
            "passed at rest only; round it, or time its parts one after the other"
        )
    found = fastest_within(PathLimits(motion, limits, knots, loads), points, ends)
    return TimeOptimal(path, found.s, found.speeds, found.tau, found.ratio, found.limiting, found.excess, motion.q[0])


def _as_trajectory(path: Any) -> PathAsTrajectory:
    if hasattr(path, "length") and hasattr(path, "space") and callable(path) and not isinstance(path, type):
        check_space(path.space)
        return _checked_path(path)
    try:
        return PathAsTrajectory(check_trajectory(path))
    except ShapeError:
        raise ShapeError(
            f"time_optimal: the path is {path!r:.80}, expected one such as kl.Line, with space, length and knots, or a trajectory"
        ) from None


def _checked_path(path: Any) -> PathAsTrajectory:
    """A user's path whose values at both ends have the shapes of a path's."""
    ends = np.array([0.0, check_duration("time_optimal: the path", path.length)])
    point = path(ends)
    shapes = {name: np.shape(getattr(point, name, ())) for name in ("x", "xs", "xss", "xsss")}
    size = shapes["x"][-1] if len(shapes["x"]) == 2 else 0
    rates = 6 if path.space == "pose" else size
    if shapes != {"x": (2, size), **dict.fromkeys(("xs", "xss", "xsss"), (2, rates))}:
        found = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
        raise ShapeError(
            f"time_optimal: the path {type(path).__name__} gives at two places {found}; expected x (2, n) and the others alike"
        )
    return PathAsTrajectory(path)


def _require_positions(motion: FollowedMotion, limits: JointLimits) -> None:
    beyond = np.maximum(limits.lower - motion.q, motion.q - limits.upper)
    k, joint = np.unravel_index(int(np.argmax(beyond)), beyond.shape)
    if beyond[k, joint] > ROUNDING * (1 + abs(motion.q[k, joint])):
        raise UnsupportedOperation(
            f"time_optimal: the path takes {motion.robot.mechanism.coordinates[int(joint)]!r} to {motion.q[k, joint]:.6g} at "
            f"{place_on(motion, float(motion.t[k]))}, beyond its limits {limits.lower[joint]:g} to {limits.upper[joint]:g}"
        )


def _require_limits(robot: Robot, limits: JointLimits) -> None:
    n = robot.n_active
    if np.isinf(limits.acceleration[:n]).all() and np.isinf(limits.effort[:n]).all():
        raise ArgumentMissing(
            f"time_optimal: the description of {robot.mechanism.name} limits neither accelerations nor efforts of active joints; "
            "give acceleration= or effort=, a number or one for each"
        )


def _end_speeds(start: Any, end: Any) -> tuple[float, float]:
    for name, given in (("start_speed", start), ("end_speed", end)):
        value = numbers(given, f"time_optimal: {name}")
        if value.ndim or not 0 <= value < np.inf:
            raise ShapeError(f"time_optimal: {name} is {given!r:.80}, expected a speed along the path from 0")
    return float(start), float(end)


def _knots(path: Any, trajectory: PathAsTrajectory, length: float) -> Array:
    if not hasattr(path, "length"):
        return knots_of(path)
    knots = np.unique(np.ravel(np.asarray(getattr(path, "knots", ()), float)))
    return knots[(knots > 1e-9 * length) & (knots < (1 - 1e-9) * length)]


def _grid(given: Any, length: float, knots: Array) -> Array:
    """Points from 0 to the length; knots are among them."""
    if np.ndim(given) == 0:
        if isinstance(given, bool) or not isinstance(given, (int, np.integer)) or not 10 <= given <= MOST:
            raise ShapeError(
                f"time_optimal: grid is {given!r:.80}, expected a whole number of intervals from 10 to {MOST}, or places"
            )
        even = np.linspace(0.0, 1.0, int(given) + 1)
        ends = even[1] * 0.5 ** np.arange(1, HALVED + 1)  # the speed is a root there
        points = length * np.unique(np.concatenate([even, ends, 1 - ends]))
    else:
        points = numbers(given, "time_optimal: grid")
        good = points.ndim == 1 and 10 < len(points) <= MOST and np.all(np.diff(points) > 0)
        if not good or points[0] != 0 or abs(points[-1] - length) > 1e-9 * length:
            raise ShapeError(
                f"time_optimal: grid has shape {points.shape}, expected 11 or more increasing places, 0 to {length:.6g}"
            )
        points = np.append(points[:-1], length)
    free = np.min(np.abs(points[:, None] - knots), axis=-1, initial=np.inf) > 0.1 * length / len(points)
    free[[0, -1]] = True
    return np.unique(np.concatenate([points[free], knots]))
