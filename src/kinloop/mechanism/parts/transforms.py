"""Placements of frames in numbers, for readers and writers of formats with other conventions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, sin

import numpy as np

from kinloop.mechanism.expressions.expression import Expression, evaluate
from kinloop.mechanism.parts.parts import Pose
from kinloop.numerics.quaternions import from_matrices

Array = np.ndarray
Quaternion = tuple[float, float, float, float]
IDENTITY: Quaternion = (1.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Placement:
    """A frame in another: its origin, and its axes as a unit quaternion, scalar first."""

    p: Array = field(default_factory=lambda: np.zeros(3))
    quaternion: Quaternion = IDENTITY

    @property
    def R(self) -> Array:
        """The rotation matrix."""
        return rotation(self.quaternion)

    def __matmul__(self, other: Placement) -> Placement:
        return Placement(self.p + self.R @ other.p, product(self.quaternion, other.quaternion))

    def pose(self) -> Pose:
        """The placement as a part of a description."""
        x, y, z = map(float, self.p)
        return Pose(xyz=(x, y, z), quaternion=None if self.quaternion == IDENTITY else self.quaternion)


def at(value: float | Expression, values: Mapping[str, float]) -> float:
    """A number of a description at the parameters' values."""
    return float(evaluate(value, values))


def vector(entries: Sequence[float | Expression], values: Mapping[str, float]) -> Array:
    """Numbers of a description at the parameters' values."""
    return np.array([at(entry, values) for entry in entries])


def direction(entries: Sequence[float | Expression], values: Mapping[str, float]) -> Array:
    """An axis of a description as a unit vector."""
    axis = vector(entries, values)
    return axis / np.linalg.norm(axis)


@dataclass(frozen=True)
class FloatTerms:
    """The numbers of a description at the parameters' values, from which a kind of joint makes its chain of motions."""

    values: Mapping[str, float]

    def number(self, value: float | Expression) -> float:
        """A number."""
        return at(value, self.values)

    def direction(self, entries: Sequence[float | Expression]) -> Array:
        """A vector of unit length."""
        return direction(entries, self.values)

    def across(self, axis: Array) -> tuple[Array, Array]:
        """Two unit vectors that make a right-handed frame with a unit vector."""
        helper = np.eye(3)[(int(np.argmax(np.abs(axis))) + 1) % 3]
        second = np.cross(axis, helper)
        second /= np.linalg.norm(second)
        return np.cross(second, axis), second


def placement(pose: Pose, values: Mapping[str, float]) -> Placement:
    """A pose of a description at the parameters' values."""
    p = vector(pose.xyz, values)
    if pose.quaternion is None:
        return Placement(p, roll_pitch_yaw(vector(pose.rpy, values)))
    return Placement(p, normalize(vector(pose.quaternion, values)))


def normalize(quaternion: Sequence[float] | Array) -> Quaternion:
    """The quaternion with unit length."""
    w, x, y, z = (float(entry) for entry in np.asarray(quaternion, float) / np.linalg.norm(quaternion))
    return w, x, y, z


def roll_pitch_yaw(rpy: Sequence[float] | Array) -> Quaternion:
    """The quaternion of roll, pitch and yaw about fixed axes, as in URDF."""
    turns = [about(np.eye(3)[k], angle) for k, angle in enumerate(rpy)]
    return product(turns[2], product(turns[1], turns[0]))


def about(axis: Array, angle: float) -> Quaternion:
    """The quaternion of a rotation about a unit vector."""
    x, y, z = (float(entry) for entry in sin(angle / 2) * axis)
    return cos(angle / 2), x, y, z


def product(a: Quaternion, b: Quaternion) -> Quaternion:
    """The quaternion product ``a b``: the rotation ``b``, then ``a``."""
    if IDENTITY in (a, b):
        return b if a == IDENTITY else a
    w, x, y, z = a
    W, X, Y, Z = b
    return (
        w * W - x * X - y * Y - z * Z,
        w * X + x * W + y * Z - z * Y,
        w * Y - x * Z + y * W + z * X,
        w * Z + x * Y - y * X + z * W,
    )


def rotation(quaternion: Quaternion) -> Array:
    """The rotation matrix of a unit quaternion."""
    w, x, y, z = quaternion
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def quaternion_of(R: Array) -> Quaternion:
    """The unit quaternion of a rotation matrix (3, 3)."""
    return normalize(from_matrices(R[None])[0])
