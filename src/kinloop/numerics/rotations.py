"""Rotations of three dimensions over batches, which turn geometric solutions into joint angles."""

from __future__ import annotations

import numpy as np

from kinloop.numerics.quaternions import normalize

Array = np.ndarray


def wrap_angles(angles: Array) -> Array:
    """Angles without full turns, from -pi up to pi."""
    return np.asarray((angles + np.pi) % (2 * np.pi) - np.pi)


def two_turns(first: Array, second: Array, c: Array, d: Array) -> tuple[Array, Array]:
    r"""Both pairs of angles with :math:`R(u_1, \theta_1) R(u_2, \theta_2) c = d`, shapes (n, 2).

    Paden and Kahan's second subproblem: the vector between the two turns has known components along both axes, and its third
    one has two signs.
    """
    s = first @ second
    x, y = d @ first, second @ c
    alpha, beta = (x - s * y) / (1 - s * s), (y - s * x) / (1 - s * s)
    rest = (c @ c - alpha**2 - beta**2 - 2 * alpha * beta * s) / (1 - s * s)
    gamma = np.sqrt(np.maximum(rest, 0))
    pairs = []
    for sign in (1, -1):
        z = alpha[:, None] * first + beta[:, None] * second + sign * gamma[:, None] * np.cross(first, second)
        one, two = angle_about(first, z, d), angle_about(second, np.broadcast_to(c, z.shape), z)
        pairs.append(np.stack([one, two], axis=1))
    return pairs[0], pairs[1]


def angle_about(axis: Array, a: Array, b: Array) -> Array:
    """The turn about ``axis`` from ``a`` to ``b``, seen along it."""
    cross = np.sum(axis * np.cross(a, b), axis=1)
    return np.arctan2(cross, np.sum(a * b, axis=1) - (a @ axis) * (b @ axis))


def rotations(axis: Array, angle: Array) -> Array:
    """The rotation matrices (N, 3, 3) about one axis, or one for each angle, by Rodrigues' formula."""
    axis = np.broadcast_to(axis, (len(angle), 3))
    K = np.cross(axis[:, None, :], -np.eye(3))
    s, c = np.sin(angle)[:, None, None], np.cos(angle)[:, None, None]
    return np.eye(3) + s * K + (1 - c) * K @ K


def shortest(a: Array, b: Array) -> Array:
    """The smallest rotation that turns ``a`` to ``b``."""
    a, b = normalize(a), normalize(b)
    axis = np.cross(a, b)
    size = np.linalg.norm(axis, axis=1)
    anywhere = np.cross(a, np.eye(3)[np.argmin(np.abs(a), axis=1)])  # a half turn has no axis of its own
    axis = normalize(np.where((size > 1e-12)[:, None], axis, anywhere))
    return rotations(axis, np.arctan2(size, np.sum(a * b, axis=1)))
