r"""All joints along a trajectory of the task with the efforts that it takes, through Type 2 and Type 1 singularities.

Through Type 2 the task determines the joints, and the efforts there are the limit. At Type 1 two branches of the inverse model
meet. A motion whose joints stay smooth there goes on along the branch on which positions, rates and accelerations continue; the
few instants next to it, where the inverse models have lost their digits, are interpolated.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from kinloop.errors import SingularConfiguration
from kinloop.model.robot import Robot
from kinloop.trajectory.planning.followed_motion import FollowedMotion, Joints, follow_trajectory
from kinloop.trajectory.polynomials.polynomial_motion import coefficient_matrix
from kinloop.trajectory.trajectory import Trajectory
from kinloop.type2_crossing.planned_path import power_rows

Array = np.ndarray
SAMPLES = 1001
# The nearness to Type 1 (a singular value, 1 at ordinary configurations) from which on a way across is sought, and that below
# which joints are interpolated: inverse models have lost half their digits there.
CLEAR, INTERPOLATED = 1e-2, 1e-5
# A way across in parts of the duration; and how far, as a part of the way, a configuration beyond may be from its prediction.
ACROSS, EXPECTED = np.geomspace(1e-4, 0.03, 14), 0.2
MOST_PASSAGES = 20
QUINTIC = 5


@dataclass(frozen=True, eq=False)
class JointMotion:
    """All joints along a trajectory, in pieces between passages of Type 1."""

    robot: Robot
    trajectory: Trajectory
    pieces: tuple[FollowedMotion, ...]

    @cached_property
    def _bounds(self) -> Array:
        """The times (k, 2) at which each piece begins and ends."""
        return np.array([[piece.t[0], piece.t[-1]] for piece in self.pieces])

    def joints(self, t: Array) -> Joints:
        """Positions, rates and accelerations at times (k,); before the start and after the end those there."""
        times = np.clip(t, self._bounds[0, 0], self._bounds[-1, 1])
        mechanism = self.robot.mechanism
        q = np.full((len(times), len(mechanism.coordinates)), np.nan)
        qd, qdd = (np.full((len(times), len(mechanism.rates)), np.nan) for _ in range(2))
        for piece, (begin, end) in zip(self.pieces, self._bounds, strict=True):
            here = np.flatnonzero((times >= begin) & (times <= end))
            if here.size:
                found = piece.joints_between(times[here])
                q[here], qd[here], qdd[here] = found.q, found.qd, found.qdd
        for before, after in zip(self.pieces[:-1], self.pieces[1:], strict=True):
            here = np.flatnonzero((times > before.t[-1]) & (times < after.t[0]))
            if here.size:
                found = self._across(before, after, times[here])
                q[here], qd[here], qdd[here] = found.q, found.qd, found.qdd
        return Joints(np.asarray(t), q, qd, qdd)

    def efforts(self, t: Array) -> Array:
        """The active efforts (k, n) at times (k,), limits at Type 2 included. An isolated instant without a limit, as one where
        the jerk jumps, is interpolated."""
        found, point = self.joints(t), self.trajectory(np.clip(t, self._bounds[0, 0], self._bounds[-1, 1]))
        jerk = np.asarray(self.robot.inverse_jerk(found.q, found.qd, found.qdd, point.xddd).jerk)
        tau = np.asarray(self.robot.inverse_dynamics(found.q, found.qd, found.qdd, np.nan_to_num(jerk)))
        unknown = ~np.isfinite(tau).all(axis=-1)
        if unknown.all():
            raise SingularConfiguration(f"the motion of {self.robot.mechanism.name} has no finite efforts")
        for column in tau.T if unknown.any() else ():
            column[unknown] = np.interp(t[unknown], t[~unknown], column[~unknown])
        return tau

    def _across(self, before: FollowedMotion, after: FollowedMotion, t: Array) -> Joints:
        """Joints between two pieces: quintics in time, corrected by Newton's method where the inverse model has its digits."""
        ends = [_state(piece, k) for piece, k in ((before, -1), (after, 0))]
        (t0, *first), (t1, *last) = ends
        length = t1 - t0
        plain = _plain(self.robot)
        rows = [
            part[places] * length**k for state in (first, last) for k, (part, places) in enumerate(zip(state, plain, strict=True))
        ]
        coefficients = coefficient_matrix(QUINTIC) @ np.array(rows)
        u = (t - t0) / length
        values = [power_rows(u, k)[:, : QUINTIC + 1] @ coefficients / length**k for k in range(3)]
        q = np.where((u < 0.5)[:, None], first[0], last[0])
        qd, qdd = np.tile(first[1], (len(t), 1)), np.tile(first[2], (len(t), 1))
        q[:, plain[0]], qd[:, plain[1]], qdd[:, plain[2]] = values
        point = self.trajectory(t)
        better, p = q, self.robot.models.parameter_inputs
        for _ in range(4):
            better = np.asarray(self.robot.models.kernel("step_inverse").ufunc(better, point.x, *p))
        nearness = np.asarray(self.robot.singularity(better).nearness["type 1"])
        units = self.robot.models.geometry.units
        close = np.abs((better - q) / units).max(axis=-1) < 1e-3
        good = np.flatnonzero((nearness > INTERPOLATED) & close)
        q[good] = better[good]
        rates = np.asarray(self.robot.inverse_velocity(q[good], point.xd[good]).qd)
        accelerations = np.asarray(self.robot.inverse_acceleration(q[good], rates, point.xdd[good]).qdd)
        known = np.isfinite(accelerations).all(axis=-1)
        qd[good[known]], qdd[good[known]] = rates[known], accelerations[known]
        return Joints(t, q, qd, qdd)


def _plain(robot: Robot) -> tuple[Array, Array, Array]:
    """The places, among positions and twice among rates, of coordinates that are no quaternions."""
    names, rates = robot.mechanism.coordinates, robot.mechanism.rates
    shared = [name for name in names if name in rates]
    of_rates = np.array([rates.index(name) for name in shared])
    return np.array([names.index(name) for name in shared]), of_rates, of_rates


def _state(piece: FollowedMotion, k: int) -> tuple[float, Array, Array, Array]:
    return float(piece.t[k]), piece.q[k], piece.qd[k], piece.qdd[k]


def follow_joints(robot: Robot, trajectory: Trajectory, near: Any, samples: int = SAMPLES) -> JointMotion:
    """All joints along a trajectory of the task, from a configuration at or near its start.

    Raises: SingularConfiguration: the motion ends at a singularity, or leaves the reach.
    """
    duration = float(trajectory.duration)
    times, pieces = np.linspace(0.0, duration, samples), []  # type: Array, list[FollowedMotion]
    for _ in range(MOST_PASSAGES):
        motion = follow_trajectory(robot, trajectory, times, near=near)
        if motion.stop is None:
            return JointMotion(robot, trajectory, (*pieces, motion))
        pieces.append(_clear_part(motion))
        beyond = _beyond(pieces[-1], duration)
        if beyond is None:
            break
        begin, near = beyond
        times = np.append(begin, times[times > begin])
    raise SingularConfiguration(
        f"the joints of {robot.mechanism.name} do not follow the trajectory smoothly through t = {pieces[-1].t[-1]:.6g} s, where "
        "it meets a Type 1 singularity or leaves the reach"
    )


def _clear_part(motion: FollowedMotion) -> FollowedMotion:
    """A motion up to where it comes near its end."""
    count = max(2, int(np.count_nonzero(np.array([state.nearness for state in motion.states]) > CLEAR)))
    return FollowedMotion(motion.robot, motion.continuation, motion.states[:count], None)


def _beyond(piece: FollowedMotion, duration: float) -> tuple[float, Array] | None:
    """A time and a configuration beyond a Type 1 singularity, on the branch along which the motion is smooth."""
    robot, (t, q, qd, qdd) = piece.robot, _state(piece, -1)
    p, units = robot.models.parameter_inputs, robot.models.geometry.units
    retract, step, gap = (robot.models.kernel(name).ufunc for name in ("retract", "step_inverse", "inverse_residual"))
    for way in duration * ACROSS:
        if t + way > duration:
            return None
        predicted = np.asarray(retract(q, way * (qd + way / 2 * qdd), *p))
        x = np.asarray(piece.continuation.trajectory(t + way).x)
        found = predicted
        for _ in range(10):
            found = np.asarray(step(found, x, *p))
        moved = np.abs((found - q) / units).max()
        missed = np.abs((found - predicted) / units).max()
        is_solved = float(gap(found, x, *p)) <= piece.continuation.open_gap
        if is_solved and missed <= EXPECTED * moved and _is_beyond(piece, t + way, found):
            return t + way, found
    return None


def _is_beyond(piece: FollowedMotion, t: float, q: Array) -> bool:
    """Whether a configuration is beyond the singularity, and clear of it."""
    before, after = piece.states[-1], piece.continuation.state(t, q)
    return after.nearness > CLEAR and float(np.linalg.det(before.left.T @ after.S @ before.right.T)) < 0
