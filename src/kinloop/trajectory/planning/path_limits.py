"""The limits of a robot's joints along a path as constraints on the speed along it, and the fastest profile that keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from kinloop.errors import UnsupportedOperation
from kinloop.trajectory.planning.followed_motion import FollowedMotion
from kinloop.trajectory.planning.joint_limits import JointLimits
from kinloop.trajectory.planning.path_dynamics import PathDynamics, path_dynamics, place_on
from kinloop.trajectory.planning.speed_profile import ConstraintRows, NoProfile, fastest_profile

Array = np.ndarray
# Places of an interval, as parts of it, at which limits are constraints, and at which they are checked.
CONSTRAINED, CHECKED = np.array([0.0, 0.5, 1.0]), np.array([0.02, 0.25, 0.5, 0.75, 0.98])
# The part of the length beside a knot, at which its two sides are taken.
BESIDE = 1e-9
# By how much limits are lowered at first, an excess above which the grid is refined, how often that is done, and how often the
# limits are lowered further.
MARGIN, COARSE, REFINEMENTS, LOWERINGS = 1e-6, 1e-3, 3, 8
# Iterations of friction, the change of the square of the speed, as a part of the largest, at which they end, and the part of the
# largest speed below which friction may have any value up to that of this speed.
ITERATIONS, SETTLED, SLOW = 40, 1e-8, 1e-2
# The step of the speed with which the slope of friction is found; the fixed point does not depend on it.
SLOPE_STEP = 1e-2
# The part of the efforts that friction takes at first, and the halvings of the speed's square until then.
FRICTION_SHARE, HALVINGS = 0.3, 40


@dataclass(frozen=True, eq=False)
class Profile:
    """The speeds at the points of a grid, and what it takes in the middle of each interval."""

    s: Array
    speeds: Array
    tau: Array
    ratio: Array
    limiting: tuple[str, ...]
    excess: float


@dataclass(frozen=True, eq=False)
class PathLimits:
    """A path that a robot has followed, the limits of its joints, the path's knots, and wrenches on frames."""

    motion: FollowedMotion
    limits: JointLimits
    knots: Array
    wrenches: Mapping[str, Array] | None

    @property
    def names(self) -> tuple[str, ...]:
        """The limited quantities, in the order of :meth:`ratios`."""
        robot = self.motion.robot
        joints = robot.mechanism.rates[: robot.n_active]
        return tuple(f"{quantity} of {joint}" for quantity in ("speed", "acceleration", "effort") for joint in joints)

    def dynamics(self, grid: Array, parts: Array) -> PathDynamics:
        """At places of each interval, given as parts of it, in order: (N * places,) rows. Knots are approached from within."""
        beside = BESIDE * float(grid[-1])
        left, right = grid[:-1].copy(), grid[1:].copy()
        left[np.isin(left, self.knots)] += beside
        right[np.isin(right, self.knots)] -= beside
        places = left[:, None] + (right - left)[:, None] * parts
        joints = self.motion.joints_between(np.ravel(places))
        return path_dynamics(self.motion.robot, joints, self.wrenches)

    def ratios(self, at: PathDynamics, x: Array, u: Array) -> tuple[Array, Array]:
        """Every limited quantity as a part of its limit (n, 3 n_active), and the active efforts, at squares of the speed and
        accelerations along the path (n,)."""
        n = self.motion.robot.n_active
        speed = np.sqrt(np.maximum(x, 0.0))
        tau = at.effort(speed, u)
        rates = at.first[:, :n] * speed[:, None]
        second = at.first[:, :n] * u[:, None] + at.second[:, :n] * x[:, None]
        limits = self.limits
        parts = (rates / limits.speed[:n], second / limits.acceleration[:n], tau / limits.effort)
        return np.abs(np.concatenate(parts, axis=-1)), tau


def fastest_within(problem: PathLimits, grid: Array, ends: tuple[float, float]) -> Profile:
    """The fastest profile on a grid or a finer one, which keeps the limits between its points.

    Raises: UnsupportedOperation: no speed keeps the limits somewhere.
    """
    margin, refinements = MARGIN, 0
    for _ in range(LOWERINGS + REFINEMENTS):
        x = _solve(problem, grid, ends, margin)
        excess = _check(problem, grid, x)
        if excess <= 0:
            break
        if excess > COARSE and refinements < REFINEMENTS:
            refinements += 1
            grid = np.unique(np.concatenate([grid, (grid[1:] + grid[:-1]) / 2]))
        else:
            margin = min(margin + 1.2 * excess + MARGIN, 0.5)
    return _describe(problem, grid, x, excess)


def _solve(problem: PathLimits, grid: Array, ends: tuple[float, float], margin: float) -> Array:
    """The squares of the speeds at the grid's points, with friction iterated."""
    at = problem.dynamics(grid, CONSTRAINED)
    unit = _typical_speed(problem, at, float(grid[-1]))
    found = fastest_profile(grid, _rows(problem, grid, at, None, margin), *ends, unit)
    limited = np.isfinite(problem.limits.effort)
    about = _low_friction(problem, at, found, grid)
    if not np.any(at.friction(np.sqrt(about))[:, limited]):
        return _require_profile(problem, grid, at, found)
    for _ in range(ITERATIONS):
        friction = _linear_friction(at, about)
        tried = fastest_profile(grid, _rows(problem, grid, at, friction, margin), *ends, unit)
        if isinstance(tried, NoProfile):
            found, about = tried, about / 4
            continue
        found = tried
        before, about = about, _between(grid, _require_profile(problem, grid, at, found), CONSTRAINED)[0]
        if np.max(np.abs(about - before)) <= SETTLED * np.max(about):
            break
    return _require_profile(problem, grid, at, found)


def _low_friction(problem: PathLimits, at: PathDynamics, found: Array | NoProfile, grid: Array) -> Array:
    """Squares of the speed about which friction is linear at first: those without friction, lowered until it takes at most a part
    of the efforts. A line at a higher speed may be above all limits at lower ones."""
    x = np.ones(len(at.s)) * float(grid[-1]) ** 2 if isinstance(found, NoProfile) else _between(grid, found, CONSTRAINED)[0]
    for _ in range(HALVINGS):
        high = np.any(np.abs(at.friction(np.sqrt(x))) > FRICTION_SHARE * problem.limits.effort, axis=-1)
        if not high.any():
            break
        x = np.where(high, x / 2, x)
    return x


def _require_profile(problem: PathLimits, grid: Array, at: PathDynamics, found: Array | NoProfile) -> Array:
    if isinstance(found, NoProfile):
        raise _no_profile(problem, grid, at, found)
    stands = ~(found[1:] + found[:-1] > 0)
    if stands.any():
        raise _no_profile(problem, grid, at, NoProfile(int(np.argmax(stands))))
    return found


def _between(grid: Array, x: Array, parts: Array) -> tuple[Array, Array]:
    """Squares of the speed and accelerations at places of each interval, in order."""
    u = np.diff(x) / (2 * np.diff(grid))
    return np.ravel(np.maximum(x[:-1, None] + np.diff(x)[:, None] * parts, 0.0)), np.repeat(u, len(parts))


@dataclass(frozen=True, eq=False)
class _Friction:
    """Friction about the last profile: ``slope`` x + ``low`` to ``slope`` x + ``high``."""

    slope: Array
    low: Array
    high: Array


def _linear_friction(at: PathDynamics, x: Array) -> _Friction:
    """Friction as a line in the square of the speed through its value at the last profile. Where that is slow, dry friction
    changes
    within an interval, and both its values count: none, and that of the slow speed."""
    slow = (SLOW**2) * float(np.max(x))
    about = np.maximum(x, slow)
    value, beyond = at.friction(np.sqrt(about)), at.friction(np.sqrt(about) * (1 + SLOPE_STEP))
    slope = (beyond - value) / (((1 + SLOPE_STEP) ** 2 - 1) * about)[:, None]
    is_slow = (x < slow)[:, None]
    slope = np.where(is_slow, 0.0, slope)
    constant = value - slope * about[:, None]
    return _Friction(slope, np.where(is_slow, np.minimum(value, 0), constant), np.where(is_slow, np.maximum(value, 0), constant))


def _rows(problem: PathLimits, grid: Array, at: PathDynamics, friction: _Friction | None, margin: float) -> ConstraintRows:
    """Constraints on the acceleration of an interval and the square of the speed at its beginning, at all its places."""
    n, places = problem.motion.robot.n_active, len(CONSTRAINED)
    limits, low_part = problem.limits, 1 - margin
    none = np.zeros_like(at.c)
    slope, low, high = (none, none, none) if friction is None else (friction.slope, friction.low, friction.high)
    moved = np.isfinite(limits.acceleration[:n])
    driven = np.isfinite(limits.effort)
    scale = np.concatenate([limits.acceleration[:n][moved], limits.effort[driven]]) * low_part
    a = np.concatenate([at.first[:, :n][:, moved], at.a[:, driven]], axis=-1) / scale
    b = np.concatenate([at.second[:, :n][:, moved], (at.b + slope)[:, driven]], axis=-1) / scale
    still = np.zeros((len(at.s), int(moved.sum())))
    above, below = (np.concatenate([still, (at.c + part)[:, driven]], axis=-1) / scale for part in (high, low))
    with np.errstate(divide="ignore"):
        x_max = np.min((limits.speed[:n] * low_part / np.abs(at.first[:, :n])) ** 2, axis=-1, initial=np.inf)
    # The speed's limit at a place is one more row; at the grid's points it bounds x itself.
    a = np.concatenate([a, -a, np.zeros((len(a), 1))], axis=-1)
    b = np.concatenate([b, -b, 1 / x_max[:, None]], axis=-1)
    c = np.concatenate([above, -below, np.zeros((len(a), 1))], axis=-1)
    way = 2 * np.ravel(np.diff(grid)[:, None] * CONSTRAINED)  # x at a place is x + way u
    shape = (len(grid) - 1, -1)
    per_interval = x_max.reshape(-1, places)
    bounds = np.minimum(np.append(per_interval[:, 0], np.inf), np.append(np.inf, per_interval[:, -1]))
    return ConstraintRows((a + way[:, None] * b).reshape(shape), b.reshape(shape), c.reshape(shape), bounds)


def _typical_speed(problem: PathLimits, at: PathDynamics, length: float) -> float:
    """A speed along the path about as large as the fastest profile's."""
    n, limits = problem.motion.robot.n_active, problem.limits
    with np.errstate(divide="ignore", invalid="ignore"):
        u = np.concatenate([limits.acceleration[:n] / np.abs(at.first[:, :n]), limits.effort / np.abs(at.a)], axis=-1)
        v = limits.speed[:n] / np.abs(at.first[:, :n])
    u, v = (np.median(np.min(np.where(np.isnan(part), np.inf, part), axis=-1)) for part in (u, v))
    speed = min(np.sqrt(u * length), v)
    return float(speed) if 0 < speed < np.inf else length


def _check(problem: PathLimits, grid: Array, x: Array) -> float:
    """The largest part by which a limit is exceeded."""
    ratios = [problem.ratios(problem.dynamics(grid, parts), *_between(grid, x, parts))[0] for parts in (CHECKED, CONSTRAINED)]
    return float(max(np.max(part) for part in ratios)) - 1


def _describe(problem: PathLimits, grid: Array, x: Array, excess: float) -> Profile:
    middle = np.array([0.5])
    ratios, tau = problem.ratios(problem.dynamics(grid, middle), *_between(grid, x, middle))
    limiting = tuple(problem.names[k] for k in np.argmax(ratios, axis=-1).tolist())
    return Profile(grid, np.sqrt(np.maximum(x, 0.0)), tau, np.max(ratios, axis=-1), limiting, excess)


def _no_profile(problem: PathLimits, grid: Array, at: PathDynamics, found: NoProfile) -> UnsupportedOperation:
    """The error for limits that no motion along the path keeps."""
    robot = problem.motion.robot
    held = np.abs(at.c) / problem.limits.effort
    k = np.unravel_index(int(np.argmax(held)), held.shape)
    if held[k] > 1:
        place = place_on(problem.motion, float(at.s[k[0]]))
        return UnsupportedOperation(
            f"time_optimal: {robot.mechanism.name} at rest at {place} takes the effort {at.c[k]:.6g} of "
            f"{robot.mechanism.rates[int(k[1])]!r}, beyond its limit {problem.limits.effort[int(k[1])]:.6g}"
        )
    where = "" if found.place is None else f"; at {place_on(problem.motion, float(grid[found.place]))} no speed leads to the end"
    return UnsupportedOperation(f"time_optimal: no motion of {robot.mechanism.name} along the path keeps the limits{where}")
