"""One trajectory of every kind, and where their derivatives jump."""

from __future__ import annotations

from functools import cache
from typing import Any

import casadi as ca
import numpy as np
from machines import robot_named

import kinloop as kl

RANDOM = np.random.default_rng(13)
TIMES = np.array([0.0, 0.4, 1.1, 1.5, 2.3])
POINTS = RANDOM.normal(size=(5, 3))
RATES = RANDOM.normal(size=(5, 3))
ACCELERATIONS = RANDOM.normal(size=(5, 3))
POSES = np.concatenate([RANDOM.normal(size=(4, 3)), RANDOM.normal(size=(4, 4)) * 0.3 + [1, 0, 0, 0]], axis=1)
POSES[:, 3:] /= np.linalg.norm(POSES[:, 3:], axis=1, keepdims=True)
CORNERS = np.array([[0.0, 0, 0], [1, 0, 0], [1, 1, 0.5], [2, 1.5, 0]])


def boundary(order: int) -> dict[str, Any]:
    """Random derivatives at both ends, as many as a polynomial of this order takes."""
    names = ("start_rate", "end_rate", "start_acceleration", "end_acceleration", "start_jerk", "end_jerk")[: order - 1]
    return {name: RANDOM.normal(size=3) for name in names}


@cache
def trajectories() -> dict[str, Any]:
    """Single trajectories by a name of each."""
    angled = np.column_stack([CORNERS, [0.0, 1.0, -1.0, 0.5]])
    blended = kl.Polyline(CORNERS, blend=[0.3, 0.4])
    poses = np.concatenate([CORNERS, POSES[:, 3:]], axis=1)
    line = kl.Line(poses[0], poses[1], space="pose")
    quintic = kl.Quintic(POINTS[0], POINTS[1], 1.3)
    return {
        **{f"order {order}": kl.Polynomial(POINTS[0], POINTS[1], 1.3, order, **boundary(order)) for order in (3, 5, 7)},
        **{f"pose of order {order}": kl.Polynomial(POSES[0], POSES[1], 1.3, order, space="pose") for order in (3, 7)},
        "quintic": quintic,
        **{f"via points, C{c}": kl.ViaPoints(TIMES, POINTS, continuity=c, space="task") for c in (1, 2, 3)},
        "stacked quintics": kl.ViaPoints(TIMES, POINTS, RATES, ACCELERATIONS, space="active"),
        "via poses": kl.ViaPoints(TIMES[:4], POSES, space="pose"),
        "spline": kl.Spline(TIMES, POINTS, space="task"),
        "trapezoidal": kl.Trapezoidal(POINTS[0], POINTS[1], speed=1.0, acceleration=3.0),
        "triangle": kl.Trapezoidal(POINTS[0], POINTS[1], acceleration=[1.0, 2.0, 3.0], duration=5.0),
        "S-curve": kl.SCurve(POINTS[0], POINTS[1], 1.0, 3.0, 20.0),
        "S-curve between rates": kl.SCurve(
            POINTS[0], POINTS[1], 1.0, 3.0, 20.0, start_rate=[0.3, -0.2, 0.9], end_rate=[0.5, 0.0, -0.4], end_acceleration=0.3
        ),
        "line": kl.FollowPath(line, speed=0.4, acceleration=1.0, jerk=8.0),
        "circle": kl.FollowPath(kl.Circle.through(*poses[:3], space="pose"), acceleration=1.0),
        "polyline": kl.FollowPath(blended, speed=0.8, acceleration=2.0),
        "polyline with an angle": kl.FollowPath(
            kl.Polyline(angled, blend=0.3, angles=(3,)), speed=0.8, acceleration=2.0, jerk=9.0
        ),
        "polyline of poses": kl.FollowPath(
            kl.Polyline(poses, blend=0.3, space="pose"), timing=kl.Polynomial([0.0], [2.5], 3.0, order=7)
        ),
        "sines": kl.SumOfSines(POINTS[0], RATES[:4], 0.4, 4.0, ACCELERATIONS[:4], space="active"),
        "sines from rest": kl.SumOfSines(POINTS[0], RATES[:2], [0.5, 0.8], 4.0, ramp=1.0, space="active"),
        "pause": kl.Pause(POSES[0], 1.0, space="pose"),
        "function": kl.FunctionOfTime(lambda t: [ca.sin(t), t**2], 2.0, space="task"),
        "sequence": kl.Sequence(
            [quintic, kl.Pause(POINTS[1], 0.3, space="task"), kl.Polynomial(POINTS[1], POINTS[0], 1.1, order=3)]
        ),
        "joints": kl.joint_trajectory(robot_named("biglide"), kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.5), mode=(1, -1)),
    }


@cache
def batches() -> dict[str, Any]:
    """Batches of trajectories by a name of each."""
    ends, more = POINTS[:3], POINTS[::-1][:3]
    derivatives = {"start_rate": RATES[:3], "end_acceleration": ACCELERATIONS[:3]}
    several = np.stack([POINTS, RATES, POINTS[::-1]])
    free = np.where(RANDOM.uniform(size=several.shape) < 0.5, several, np.nan)
    return {
        **{f"order {order}": kl.Polynomial(ends, more, [1.0, 2.0, 3.0], order) for order in (3, 7)},
        "order 5": kl.Polynomial(ends, more, 1.5, **derivatives),
        "via points": kl.ViaPoints(TIMES, several, free, space="task"),
        "trapezoidal": kl.Trapezoidal(ends, more, speed=[1.0, 2.0, 1.5], acceleration=3.0),
        "S-curve": kl.SCurve(ends, more, 1.0, 3.0, 20.0, start_rate=0.1, duration=9.0),
        "sines": kl.SumOfSines(ends, several[:, :4], 0.4, 4.0, ramp=0.5, space="active"),
        "pause": kl.Pause(ends, 1.0, space="task"),
    }


def knots(trajectory: Any) -> np.ndarray:
    """Where derivatives may jump; of a trajectory that does not say, nowhere."""
    return np.ravel(getattr(trajectory, "knots", ()))


def rotation_vector(q: np.ndarray, near: np.ndarray) -> np.ndarray:
    """The rotation, in world axes, from ``near`` to ``q``, for small ones."""
    conjugate = near * [1, -1, -1, -1]
    w = q[..., :1] * conjugate[..., :1] - np.sum(q[..., 1:] * conjugate[..., 1:], axis=-1, keepdims=True)
    v = q[..., :1] * conjugate[..., 1:] + conjugate[..., :1] * q[..., 1:] + np.cross(q[..., 1:], conjugate[..., 1:])
    return 2 * np.sign(w) * v / np.sinc(np.arctan2(np.linalg.norm(v, axis=-1, keepdims=True), np.abs(w)) / np.pi)
