r"""Efforts and joint motions of a robot along a path, as functions of the speed and acceleration along it.

With :math:`q(s)` on the path, :math:`\dot q = q' \dot s` and :math:`\ddot q = q' \ddot s + q'' \dot s^2`, so that the inverse
dynamics of a closed chain without friction is linear in :math:`\ddot s` and :math:`\dot s^2`:

.. math:: \tau = a(s)\, \ddot s + b(s)\, \dot s^2 + c(s) + f(s, \dot s)

Friction ``f`` is odd in the speed, whatever its law, and all else is even. Four evaluations of the compiled inverse dynamics give
the coefficients exactly, two more the friction at a speed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from kinloop.errors import SingularConfiguration, Unreachable, UnsupportedOperation, listing
from kinloop.model.geometry.mode import ModeLike
from kinloop.model.robot import Robot
from kinloop.trajectory.joints.trajectory_continuation import NEAR_SINGULAR
from kinloop.trajectory.planning.crossing_sides import find_crossings
from kinloop.trajectory.planning.followed_motion import FollowedMotion, Joints, follow_trajectory
from kinloop.trajectory.trajectory import Space, TrajectoryPoint

Array = np.ndarray
# A part of the largest derivative of the joints along a path, below which they stand still.
STILL = 1e-6


@dataclass(frozen=True, eq=False)
class PathAsTrajectory:
    """A path as a trajectory whose time is the path's own parameter; a trajectory is one already."""

    path: Any

    @property
    def space(self) -> Space:
        """The space of the coordinates."""
        space: Space = self.path.space
        return space

    @property
    def duration(self) -> float:
        """The largest value of the parameter."""
        return float(self.path.length if hasattr(self.path, "length") else self.path.duration)

    @property
    def shape(self) -> tuple[int, ...]:
        """``()``: one path."""
        return ()

    @property
    def near(self) -> Any:
        """A configuration on the branch to begin on, or None."""
        return getattr(self.path, "near", None)

    def __getitem__(self, rows: Any) -> PathAsTrajectory:
        raise IndexError("a path has no rows")

    def __call__(self, t: Any) -> TrajectoryPoint:
        """The point at values of the parameter, and its derivatives."""
        point = self.path(t)
        names = ("x", "xs", "xss", "xsss") if hasattr(point, "xs") else ("x", "xd", "xdd", "xddd")
        return TrajectoryPoint(*(np.asarray(getattr(point, name), float) for name in names))


@dataclass(frozen=True, eq=False)
class PathDynamics:
    """Joints and efforts at places ``s`` (n,): positions, first and second derivatives with respect to ``s``, and the
    coefficients of the active efforts (n, n_active)."""

    robot: Robot
    s: Array
    q: Array
    first: Array
    second: Array
    a: Array
    b: Array
    c: Array
    wrenches: Mapping[str, Array] | None = None

    def friction(self, speed: Array) -> Array:
        """The part of the active efforts (n, n_active) that changes sign with the speed (n,) along the path."""
        rates, second = self.first * speed[:, None], self.second * speed[:, None] ** 2
        there, back = (_effort(self.robot, self.q, sign * rates, second, self.wrenches) for sign in (1, -1))
        return (there - back) / 2

    def effort(self, speed: Array, acceleration: Array) -> Array:
        """Active efforts (n, n_active) at speeds and accelerations along the path (n,)."""
        rates = self.first * speed[:, None]
        second = self.first * acceleration[:, None] + self.second * speed[:, None] ** 2
        return _effort(self.robot, self.q, rates, second, self.wrenches)


def path_dynamics(robot: Robot, joints: Joints, wrenches: Mapping[str, Array] | None = None) -> PathDynamics:
    """The coefficients at places of a path, where ``joints`` has the derivatives with respect to it.

    Raises: SingularConfiguration: the efforts are not determined somewhere.
    """
    q, first, second = joints.q, joints.qd, joints.qdd
    still = np.zeros_like(first)
    c = _effort(robot, q, still, still, wrenches)
    a = _effort(robot, q, still, first, wrenches) - c
    b = (_effort(robot, q, first, second, wrenches) + _effort(robot, q, -first, second, wrenches)) / 2 - c
    known = np.isfinite(np.concatenate([first, second, a, b, c], axis=-1)).all(axis=-1)
    if not known.all():
        k = int(np.argmin(known))
        raise SingularConfiguration(
            f"{robot.mechanism.name}: the efforts along the path are not determined at s = {joints.t[k]:.6g}"
        )
    return PathDynamics(robot, joints.t, q, first, second, a, b, c, wrenches)


def _effort(robot: Robot, q: Array, qd: Array, qdd: Array, wrenches: Mapping[str, Array] | None) -> Array:
    return np.asarray(robot.inverse_dynamics(q, qd, qdd, wrenches=wrenches))


def follow_path(
    robot: Robot, path: PathAsTrajectory, places: Array, mode: ModeLike | None, near: Any, knots: Array
) -> FollowedMotion:
    """The joints at places of a path.

    Raises: Unreachable: the path leaves the workspace. SingularConfiguration: it meets a singularity at which the efforts or the
        joints' rates for a speed along the path are unbounded. UnsupportedOperation: no joint moves with the path's parameter.
    """
    name = robot.mechanism.name
    motion = follow_trajectory(robot, path, places, mode, near)
    stop = motion.stop
    if stop is not None and stop.at.nearness > NEAR_SINGULAR:
        raise SingularConfiguration(
            f"{name}: the path cannot be followed beyond {place_on(motion, stop.at.t)}: it jumps, or it has other derivatives"
        )
    if stop is not None and stop.open and not motion.continuation.by_joints:
        point = np.asarray(motion.continuation.motion(stop.at.t).x)
        raise Unreachable(f"{name}: the path leaves the workspace at {place_on(motion, stop.at.t)}", 0.0, point, stop.at.q)
    harmful = ("configuration-space", "type 2", *(() if motion.continuation.by_joints else ("type 1",)))
    met = [each for each in find_crossings(motion, knots, None) if each.kind in harmful]
    if met or stop is not None:
        kind = met[0].kind if met else "type 2" if motion.continuation.by_joints else "type 1"
        where = place_on(motion, met[0].time if met else stop.at.t if stop is not None else 0.0)
        grows = "the joints' rates" if kind == "type 1" else "the efforts"
        raise SingularConfiguration(
            f"{name}: the path meets a singularity ({kind}) at {where}, towards which {grows} for a given speed along the path "
            "grow beyond all bounds; expected a path that keeps away from it"
        )
    sizes = np.linalg.norm(motion.qd / robot.models.geometry.rate_units, axis=-1)
    if not np.min(sizes) > STILL * np.max(sizes):
        raise UnsupportedOperation(
            f"{name}: the path rests at {place_on(motion, float(motion.t[int(np.argmin(sizes))]))}: no joint moves with its "
            "parameter, so it has no direction there; expected the geometry alone, such as kl.Line, rather than a motion from "
            "rest to rest"
        )
    return motion


def place_on(motion: FollowedMotion, s: float) -> str:
    """A place on a path in words."""
    by_joints = motion.continuation.by_joints
    names = motion.robot.active if by_joints else motion.robot.mechanism.task_names
    values = zip(names, motion.continuation.motion(s).x, strict=True)
    return f"s = {s:.6g} ({listing(f'{name} = {value:.6g}' for name, value in values)})"
