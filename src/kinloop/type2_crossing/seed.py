"""Motions through a singularity from which the program begins."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kinloop.model.robot import Robot
from kinloop.trajectory.planning.followed_motion import FollowedMotion, Joints, follow_trajectory
from kinloop.type2_crossing.node_equations import NodeEquations
from kinloop.type2_crossing.planned_path import PlannedPath
from kinloop.type2_crossing.way import Meeting

Array = np.ndarray
# The speed at the crossing, as a part of the mean speed; and the parts of the duration between which the crossing begins.
PASSING_SPEED, EARLIEST, LATEST = 1.5, 0.25, 0.75
SAMPLES = 101


def pass_swiftly(meeting: Meeting) -> Meeting:
    """Two polynomials that meet at the singularity, where they are faster than on the way and do not accelerate."""
    way = meeting.way
    start, end = way.states[0, 0], way.states[-1, 0]
    place, rate, *_ = (part[0] for part in way.coordinates(np.array([meeting.parameter])))
    distance, speed = np.linalg.norm(end - start), np.linalg.norm(rate)
    along = rate / speed if speed > 0 else (end - start) / distance
    before, after = (np.linalg.norm(place - point) for point in (start, end))
    share = float(np.clip(before / (before + after), EARLIEST, LATEST))
    still = np.zeros((3, len(start)))
    crossing = np.vstack([place, PASSING_SPEED * distance * along, still[:2]])
    states = np.array([np.vstack([start, still]), crossing, np.vstack([end, still])])
    return Meeting(PlannedPath(way.chart, np.array([0.0, share, 1.0]), states), share, meeting.q)


@dataclass(frozen=True, eq=False)
class Sides:
    """Borders and solution of :attr:`NodeEquations.side` at configurations (k, nq): ``left``, ``right`` and ``z`` (k, n_passive),
    ``s`` (k, 1)."""

    left: Array
    right: Array
    z: Array
    s: Array


@dataclass(frozen=True, eq=False)
class Seed:
    """A motion through a singularity in a time of 1 s, with all joints along it."""

    robot: Robot
    equations: NodeEquations
    meeting: Meeting
    near: Array  # the configuration at the start

    @property
    def path(self) -> PlannedPath:
        """The path of the task."""
        return self.meeting.way

    @property
    def share(self) -> float:
        """The part of the duration before the crossing."""
        return self.meeting.parameter

    @property
    def q(self) -> Array:
        """The configuration at the crossing."""
        return self.meeting.q

    @cached_property
    def start(self) -> Array:
        """The plain coordinates of the start."""
        return np.asarray(self.path.states[0, 0])

    @cached_property
    def end(self) -> Array:
        """The plain coordinates of the end."""
        return np.asarray(self.path.states[-1, 0])

    @cached_property
    def distance(self) -> float:
        """From the start to the end, in plain coordinates."""
        return float(np.linalg.norm(self.end - self.start))

    @cached_property
    def direction(self) -> Array:
        """The unit vector from the start to the end."""
        return np.asarray((self.end - self.start) / self.distance)

    @cached_property
    def crossing(self) -> Array:
        """The plain coordinates at the crossing and their derivatives (4, m)."""
        return np.array(self.at(0, 1.0))

    @cached_property
    def motion(self) -> FollowedMotion:
        """All joints along the path."""
        return follow_trajectory(self.robot, self.path, np.linspace(0.0, 1.0, SAMPLES), near=self.near)

    def _times(self, phase: int, u: Array) -> Array:
        begin, end = (0.0, self.share, 1.0)[phase : phase + 2]
        return np.asarray(begin + u * (end - begin))

    def at(self, phase: int, u: float) -> list[Array]:
        """The plain coordinates and their derivatives at a part of a phase."""
        return [part[0] for part in self.path.coordinates(self._times(phase, np.array([u])))]

    def joints(self, phase: int, u: Array) -> Joints:
        """All joints at parts (k,) of a phase; rates and accelerations that are not determined are zero."""
        found = self.motion.joints_between(self._times(phase, u))
        return Joints(found.t, found.q, np.nan_to_num(found.qd), np.nan_to_num(found.qdd))

    @cached_property
    def qd(self) -> Array:
        """The joint rates at the crossing."""
        xd = self.path(self.share).xd
        return np.nan_to_num(np.asarray(self.robot.inverse_velocity(self.q[None], xd[None]).qd[0]))

    @cached_property
    def right(self) -> Array:
        """The motion of the passive joints that is out of control at the crossing, as a unit vector."""
        return np.asarray(np.linalg.svd(self._passive_columns(self.q[None])[0])[2][-1])

    def _passive_columns(self, q: Array) -> Array:
        return np.array([self.equations.closures(each).full()[:, self.equations.n :] for each in q])

    def sides(self, q: Array) -> Sides:
        """On which side of the locus configurations (k, nq) are, with a border for each.

        One border for all would be singular far from where it was taken, where ``s`` would change its sign without a crossing.
        """
        matrices, n = self._passive_columns(q), self.equations.n_passive
        U, values, Vt = np.linalg.svd(matrices)
        left, right = U[:, :, -1] * values[:, :1], Vt[:, -1]
        bordered = np.zeros((len(q), n + 1, n + 1))
        bordered[:, :n, :n], bordered[:, :n, n], bordered[:, n, :n] = matrices, left, right
        # Determinants of one sign: s then has the sign of det(K_p), times one that is the same everywhere.
        signs = np.linalg.slogdet(bordered)[0]
        left, bordered[:, :n, n] = left * signs[:, None], left * signs[:, None]
        found = np.linalg.solve(bordered, np.broadcast_to(np.eye(n + 1)[:, -1:], (len(q), n + 1, 1)))[..., 0]
        return Sides(left, right, found[:, :n], found[:, n:])

    @cached_property
    def starts_positive(self) -> bool:
        """Whether ``s`` is positive at the start."""
        return bool(self.sides(self.near[None]).s[0, 0] > 0)
