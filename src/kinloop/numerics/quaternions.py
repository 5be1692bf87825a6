"""Unit quaternions, scalar first, over batches (..., 4)."""

from __future__ import annotations

import numpy as np

Array = np.ndarray


def normalize(vectors: Array) -> Array:
    """Vectors (..., n) of unit length."""
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True))


def rotation_matrices(quaternions: Array) -> Array:
    """The rotation matrices (N, 3, 3) of unit quaternions (N, 4)."""
    w, v = quaternions[:, :1], quaternions[:, 1:]
    K = np.cross(v[:, None, :], -np.eye(3))
    return np.asarray(np.eye(3) + 2 * w[:, :, None] * K + 2 * K @ K)


def from_matrices(R: Array) -> Array:
    """The unit quaternions (N, 4) of rotation matrices (N, 3, 3), of either sign.

    All columns of ``4 q q^T`` are multiples of the quaternion; the one with the largest diagonal entry loses no digits.

    References: [Shepperd1978].
    """
    xx, yy, zz = R[:, 0, 0], R[:, 1, 1], R[:, 2, 2]
    a, b, c = R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]
    d, e, f = R[:, 0, 1] + R[:, 1, 0], R[:, 0, 2] + R[:, 2, 0], R[:, 1, 2] + R[:, 2, 1]
    rows = [[1 + xx + yy + zz, a, b, c], [a, 1 + xx - yy - zz, d, e], [b, d, 1 - xx + yy - zz, f], [c, e, f, 1 - xx - yy + zz]]
    S = np.array(rows).transpose(2, 0, 1)
    best = np.argmax(np.diagonal(S, axis1=1, axis2=2), axis=1)
    return normalize(S[np.arange(len(S)), best])


def nearest_sign(quaternions: Array, near: Array) -> Array:
    """Quaternions (..., 4), each with the sign that is nearer to another one: both signs are the same rotation."""
    return np.asarray(np.where(np.sum(quaternions * near, axis=-1, keepdims=True) < 0, -quaternions, quaternions))


def continuous_signs(quaternions: Array) -> Array:
    """A sequence of quaternions (..., k, 4), each with the sign that is nearer to the one before."""
    cosines = np.sum(quaternions[..., 1:, :] * quaternions[..., :-1, :], axis=-1)
    result = np.array(quaternions)
    result[..., 1:, :] *= np.cumprod(np.where(cosines < 0, -1.0, 1.0), axis=-1)[..., None]
    return result


def rotation_vectors(a: Array, b: Array) -> Array:
    """The rotation vectors (N, 3), in the body's axes, of at most half a turn, that lead from ``a`` to ``b`` (N, 4)."""
    w = np.sum(a * b, axis=1, keepdims=True)
    vector = a[:, :1] * b[:, 1:] - b[:, :1] * a[:, 1:] - np.cross(a[:, 1:], b[:, 1:])
    size = np.linalg.norm(vector, axis=1, keepdims=True)
    angle = np.where(size > 0, np.arctan2(size, np.abs(w)) / np.where(size > 0, size, 1.0), 1.0)
    return np.asarray(2 * np.where(w < 0, -1.0, 1.0) * vector * angle)
