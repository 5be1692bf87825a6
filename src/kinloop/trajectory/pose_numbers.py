"""Poses as numbers that are interpolated: rotations between quaternions, and twists from quaternions of any length."""

from __future__ import annotations

import casadi as ca
import numpy as np

from kinloop.errors import ShapeError
from kinloop.numerics.quaternions import continuous_signs
from kinloop.trajectory.trajectory import TrajectoryPoint
from kinloop.trajectory.trajectory_arguments import normalise_quaternions

# Cosine of half the largest rotation between two samples: beyond 120 degrees, interpolated numbers do not determine the rotation.
WIDEST = 0.5


def rotation_between(start: np.ndarray, end: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Axis in world coordinates and angle of the shortest rotation from one quaternion to another."""
    a, u = start[..., :1], start[..., 1:]
    b, v = end[..., :1], end[..., 1:]
    scalar = np.sum(a * b, axis=-1) + np.sum(u * v, axis=-1)
    vector = (a * v - b * u + np.cross(u, v)) * np.where(scalar < 0, -1.0, 1.0)[..., None]  # end times start's conjugate
    size = np.linalg.norm(vector, axis=-1)
    axis = np.where(size[..., None] > 0, vector / np.where(size > 0, size, 1.0)[..., None], np.array([0.0, 0.0, 1.0]))
    return axis, 2 * np.arctan2(size, np.abs(scalar))


def rotate(axis: ca.SX, angle: ca.SX, quaternion: ca.SX) -> ca.SX:
    """A quaternion after a rotation about an axis in world coordinates, on symbols."""
    c, s = ca.cos(angle / 2), ca.sin(angle / 2) * axis
    a, u = quaternion[0], quaternion[1:]
    return ca.vertcat(c * a - ca.dot(s, u), c * u + a * s + ca.cross(s, u))


def quaternion_product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The product of quaternions (..., 4), scalar first."""
    scalar = a[..., :1] * b[..., :1] - np.sum(a[..., 1:] * b[..., 1:], axis=-1, keepdims=True)
    return np.concatenate([scalar, a[..., :1] * b[..., 1:] + b[..., :1] * a[..., 1:] + np.cross(a[..., 1:], b[..., 1:])], axis=-1)


def align_signs(owner: str, poses: np.ndarray) -> np.ndarray:
    """Poses (..., k, 7) with normalised quaternions, each with the sign that is nearer to the one before."""
    if poses.shape[-1] != 7:
        raise ShapeError(f"{owner} has {poses.shape[-1]} numbers a sample, expected the 7 of a pose: x y z qw qx qy qz")
    poses = np.array(poses)
    quaternions = normalise_quaternions(owner, poses[..., 3:])
    cosines = np.sum(quaternions[..., 1:, :] * quaternions[..., :-1, :], axis=-1)
    if np.any(np.abs(cosines) < WIDEST):
        turn = np.rad2deg(2 * np.arccos(np.min(np.abs(cosines))))
        name = owner.partition(":")[0]
        raise ShapeError(
            f"{name}: two neighbouring poses differ by {turn:.3g} degrees, expected less than 120: sample more often"
        )
    poses[..., 3:] = continuous_signs(quaternions)
    poses.flags.writeable = False
    return poses


def number_rates(poses: np.ndarray, twists: list[np.ndarray]) -> list[np.ndarray]:
    r"""Derivatives of the seven numbers of poses (..., 7) from the twist and its derivatives (..., 6), as many as are given.

    .. math:: \dot p = \tfrac12 \omega p, \quad \ddot p = \tfrac12 (\dot\omega p + \omega \dot p), \quad \ldots
    """
    numbers = [poses[..., 3:]]
    turning = [np.concatenate([np.zeros((*twist.shape[:-1], 1)), twist[..., 3:]], axis=-1) for twist in twists]
    products = quaternion_product
    for order in range(len(twists)):
        choose = ((1,), (1, 1), (1, 2, 1))[order]  # Leibniz' rule
        terms = (c * products(turning[k], numbers[order - k]) for k, c in enumerate(choose))
        numbers.append(0.5 * sum(terms, np.zeros_like(numbers[0])))
    return [np.concatenate([twist[..., :3], rate], axis=-1) for twist, rate in zip(twists, numbers[1:], strict=True)]


def pose_point(x: np.ndarray, xd: np.ndarray, xdd: np.ndarray, xddd: np.ndarray) -> TrajectoryPoint:
    r"""Pose, twist and its derivatives from a quaternion ``p`` of any length and its derivatives, with :math:`s = p \cdot p`.

    .. math:: \omega = 2\,\mathrm{Im}(\dot p\,p^*) / s
    """
    p, pd, pdd, pddd = (each[..., 3:] for each in (x, xd, xdd, xddd))
    s, sd = np.sum(p * p, -1, keepdims=True), 2 * np.sum(p * pd, -1, keepdims=True)
    sdd = 2 * np.sum(pd * pd + p * pdd, -1, keepdims=True)
    W, Wd, Wdd = _twice_vector_part(pd, p), _twice_vector_part(pdd, p), _twice_vector_part(pddd, p) + _twice_vector_part(pdd, pd)
    omega = W / s
    alpha = (Wd - omega * sd) / s
    change = (Wdd - 2 * alpha * sd - omega * sdd) / s
    unit = p / np.sqrt(s)
    linear = (each[..., :3] for each in (x, xd, xdd, xddd))
    return TrajectoryPoint(*(np.concatenate(pair, axis=-1) for pair in zip(linear, (unit, omega, alpha, change), strict=True)))


def _twice_vector_part(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Twice the vector part of ``a`` times the conjugate of ``b``."""
    return 2 * (b[..., :1] * a[..., 1:] - a[..., :1] * b[..., 1:] - np.cross(a[..., 1:], b[..., 1:]))
