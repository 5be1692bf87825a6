"""Where the way from one point to another meets a Type 2 singularity."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kinloop.errors import NoCrossing, UnsupportedOperation, listing
from kinloop.model.robot import Robot
from kinloop.model.singularity.same_side import same_side
from kinloop.trajectory.joints.trajectory_continuation import State
from kinloop.trajectory.planning.followed_motion import FollowedMotion, follow_trajectory
from kinloop.type2_crossing.planned_path import PlannedPath
from kinloop.type2_crossing.task_chart import TaskChart

Array = np.ndarray
# Samples of a way, and the halvings that find the singularity between two of them.
SAMPLES, HALVINGS = 300, 60
# Detours to each side, as parts of the distance.
DETOURS = (0.15, -0.15, 0.35, -0.35, 0.7, -0.7)
# A singular value of the closures, as a part of the largest, that is zero. Where the place is found less closely, since the
# continuation ends beside a multiple singularity, every value that vanishes with the smallest is within this multiple of it.
SECOND, TOGETHER = 1e-6, 30.0


@dataclass(frozen=True, eq=False)
class Meeting:
    """A Type 2 singularity on a way: the way itself, the parameter (0 to 1) and the configuration there."""

    way: PlannedPath
    parameter: float
    q: Array


def find_meetings(robot: Robot, chart: TaskChart, points: list[Array], q: Array, straight: bool) -> Iterator[list[Meeting]]:
    """The singularities on each way between two points of the task that meets them an odd number of times: the straight one,
    then curved ones.

    Raises: NoCrossing: a way leads to the end without a crossing, or no way leads there.
    """
    start, end = points
    _require_regular(robot, "start", start, q)
    fault, found_any = "", False
    for way in _ways(chart, chart.coordinates(start), chart.coordinates(end), straight):
        motion = follow_trajectory(robot, way, np.linspace(0.0, 1.0, SAMPLES + 1), near=q)
        fault = fault or _fault(robot, motion)
        if _fault(robot, motion):
            continue
        _require_regular(robot, "end", end, motion.q[-1])
        found = [Meeting(way, *place) for place in _changes_of_side(motion)]
        if len(found) % 2:
            found_any = True
            yield found
        elif not found_any:
            raise NoCrossing(_no_crossing(robot, start, end, len(found)))
    if not found_any:
        raise NoCrossing(
            f"crossing: {robot.mechanism.name} cannot follow a straight way from {start} to {end}"
            f"{'' if straight else ', nor one of the detours tried'}: {fault}"
        )


def _require_regular(robot: Robot, name: str, x: Array, q: Array) -> None:
    """Raises: NoCrossing: an end of the way is itself at a singularity."""
    if robot.singularity(q).nearness["type 2"] < SECOND:
        raise NoCrossing(
            f"crossing: the {name} {np.round(x, 6)} of {robot.mechanism.name} is itself at a Type 2 singularity, where actuators "
            "do not hold it; expected a point on one side"
        )


def choose_turns(robot: Robot, start: Array, end: Array, q: Array) -> Array:
    """A configuration of the start with whole turns added to joints that would else leave their limits on the straight way."""
    geometry = robot.models.geometry
    lower, upper = geometry.limits
    chart = TaskChart(robot.task, start)
    way = next(_ways(chart, chart.coordinates(start), chart.coordinates(end), True))
    followed = follow_trajectory(robot, way, np.linspace(0.0, 1.0, SAMPLES + 1), near=q).q
    least, most = followed.min(axis=0), followed.max(axis=0)
    turned = np.array(q)
    for k in geometry.space.angles:
        for turn in (2 * np.pi, -2 * np.pi):
            is_outside = least[k] < lower[k] or most[k] > upper[k]
            if is_outside and lower[k] <= least[k] + turn and most[k] + turn <= upper[k]:
                turned[k] += turn
                break
    return turned


def _fault(robot: Robot, motion: FollowedMotion) -> str:
    """Why a way does not lead to its end; an empty text where it does."""
    if motion.stop is not None:
        return (
            f"it leaves the reach or meets a Type 1 singularity at {np.round(motion.given.x[-1], 6)}, "
            f"{100 * motion.stop.at.t:.0f} % of the way"
        )
    lower, upper = robot.models.geometry.limits
    outside = np.flatnonzero((motion.q[-1] < lower) | (motion.q[-1] > upper))
    names = [robot.mechanism.coordinates[k] for k in outside]
    return (
        f"at the end {listing(names)} would be outside the joint limits, at {np.round(motion.q[-1][outside], 4)}" if names else ""
    )


def _no_crossing(robot: Robot, start: Array, end: Array, count: int) -> str:
    where = f"crossing: the way of {robot.mechanism.name} from {start} to {end} meets"
    if count:
        return (
            f"{where} a Type 2 singularity {count} times, so both ends are on the same side; plan each crossing by itself, to a "
            "point between them"
        )
    return (
        f"{where} no Type 2 singularity in the mode of its start; another mode (mode= or q=) may, and any other trajectory goes "
        "there without one"
    )


def _ways(chart: TaskChart, start: Array, end: Array, straight: bool) -> Iterator[PlannedPath]:
    """Paths in unit time from the start to the end, the straight one first."""
    still = np.zeros((3, chart.size))
    begin, stop = np.vstack([start, still]), np.vstack([end, still])
    yield PlannedPath(chart, np.array([0.0, 1.0]), np.array([begin, stop]))
    direction = end - start
    if straight or chart.size < 2:
        return
    across = np.linalg.svd(direction[None])[2][1:]
    for part in DETOURS:
        for normal in across:
            aside = (start + end) / 2 + part * np.linalg.norm(direction) * normal
            middle = np.vstack([aside, 1.5 * direction, np.zeros((2, chart.size))])
            yield PlannedPath(chart, np.array([0.0, 0.5, 1.0]), np.array([begin, middle, stop]))


def _changes_of_side(motion: FollowedMotion) -> list[tuple[float, Array]]:
    """Parameter and configuration of every change of the determinant's sign."""
    rank = motion.continuation.passive_rank
    same = same_side(np.array([state.K_p for state in motion.states]), rank)
    found = []
    for k in np.flatnonzero(~same).tolist():
        before, after = motion.states[k], motion.states[k + 1]
        low, high = before.t, after.t
        for _ in range(HALVINGS):
            middle = motion.state_at((low + high) / 2)
            if middle is None:
                break
            if _is_beyond(before, middle, rank):
                high = middle.t
            else:
                low = middle.t
        place = motion.state_at(low)
        found.append((low, (before if place is None else place).q))
    return found


def _is_beyond(before: State, state: State, rank: int) -> bool:
    """Whether a state is on the other side of the locus."""
    return not same_side(np.array([before.K_p, state.K_p]), rank)[0]


def require_simple(robot: Robot, q: Array) -> None:
    """Raises: UnsupportedOperation: closures lose rank at a configuration, or several motions are out of control there."""
    at, name = robot.singularity(q), robot.mechanism.name
    if at.nearness["configuration-space"] < SECOND:
        raise UnsupportedOperation(
            f"crossing: at q = {np.round(q, 6)} the closures of {name} lose rank (a configuration-space singularity): its "
            "motion is not determined there"
        )
    if at.nearness["type 1"] < SECOND:
        raise UnsupportedOperation(
            f"crossing: at q = {np.round(q, 6)} {name} is at a Type 1 singularity too: the task does not determine its joints"
        )
    scaled = robot.models.kernel("scaled_velocity").ufunc(q, *robot.models.parameter_inputs)[0]
    values = np.linalg.svd(np.asarray(scaled)[:, robot.n_active :], compute_uv=False)
    dimension = int(np.count_nonzero(values < max(SECOND * values[0], TOGETHER * values[-1])))
    if dimension > 1:
        raise UnsupportedOperation(
            f"crossing: at q = {np.round(q, 6)} {dimension} independent motions of {name} are out of control at once; a "
            "crossing is planned where there is one"
        )
