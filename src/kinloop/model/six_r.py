r"""The inverse problem of the general arm with six revolute joints: 16 postures over the complex numbers.

With frames whose z axes lie on the joints' axes, the arm at the wanted pose is a closed chain of six constant motions:

.. math:: R_z(\theta_1)\, C_1\, R_z(\theta_2)\, C_2 \cdots R_z(\theta_6)\, C_6 = 1 .

The unknowns are complex angles, and an angle with an infinite imaginary part is infinity: the tangent of its half is
:math:`\pm i`. Each :math:`C_i` moves from a random complex one to the arm's as a position and a quaternion of any length.

References: [Raghavan1993] M. Raghavan, B. Roth, *Inverse kinematics of the general 6R manipulator*, J. Mech. Design 115 (1993).
[Wampler1991] C. Wampler, A. Morgan, *Solving the 6R inverse position problem using a generic-case solution methodology*.
"""

from __future__ import annotations

import numpy as np

from kinloop.model.homotopy import Array

PATHS = 16


class SixRSystem:
    """Closed chains between two sets of constants: rows (quaternion, position) of each motion, shape (N, 6, 7)."""

    is_projective = False

    def __init__(self, start: Array, target: Array) -> None:
        start = np.broadcast_to(start, target.shape).astype(complex)
        sign = np.where(np.sum(start[..., :4] * target[..., :4], axis=-1).real < 0, -1, 1)
        target = np.concatenate([target[..., :4] * sign[..., None], target[..., 4:]], axis=-1)
        self.begin, self.change = start, target - start

    def equations(self, y: Array, tau: Array, problem: Array) -> tuple[Array, Array, Array]:
        change = self.change[problem]
        now = self.begin[problem] + tau[:, None, None] * change
        C, rate = _rotations(now[..., :4], change[..., :4])
        R = np.broadcast_to(np.eye(3, dtype=complex), (len(y), 3, 3))
        p = np.zeros((len(y), 3), complex)
        axes, places, slides, turns, ends = [], [], [], [], []
        for i in range(6):
            axes.append(R[:, :, 2])
            places.append(p)
            c, s = np.cos(y[:, i, None]), np.sin(y[:, i, None])
            R = np.stack([R[:, :, 0] * c + R[:, :, 1] * s, R[:, :, 1] * c - R[:, :, 0] * s, R[:, :, 2]], axis=2)
            moved = R @ np.stack([now[:, i, 4:], change[:, i, 4:], rate[:, i]], axis=2)
            p = p + moved[:, :, 0]
            slides.append(moved[:, :, 1])
            turns.append(moved[:, :, 2])
            ends.append(p)
            R = R @ C[:, i]
        z, turn = np.stack(axes, axis=2), np.stack(turns, axis=2)
        J = np.concatenate([_cross(z, p[:, :, None] - np.stack(places, axis=2)), z], axis=1)
        slide = np.stack(slides, axis=2) + _cross(turn, p[:, :, None] - np.stack(ends, axis=2))
        F_tau = np.concatenate([slide, turn], axis=1).sum(axis=2)
        tilt = np.stack([R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]], axis=1) / 2
        return np.concatenate([p, tilt], axis=1), J, F_tau

    def separation(self, y: Array, z: Array) -> Array:
        gap = y - z
        whole = 2 * np.pi * np.round(gap.real / (2 * np.pi))
        return np.max(np.abs(gap - whole), axis=-1)

    def is_far(self, y: Array) -> Array:
        return np.exp(-np.max(np.abs(y.imag), axis=-1))


def _rotations(e: Array, e_rate: Array) -> tuple[Array, Array]:
    """Rotation matrices of quaternions of any length, and their angular velocities, in the axes they turn in."""
    w, x, y, z = np.moveaxis(e, -1, 0)
    n = w * w + x * x + y * y + z * z
    R = np.stack(
        [
            np.stack([w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)], axis=-1),
            np.stack([2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)], axis=-1),
            np.stack([2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z], axis=-1),
        ],
        axis=-2,
    )
    a, b, c, d = np.moveaxis(e_rate, -1, 0)
    rate = np.stack([b * w - a * x - c * z + d * y, c * w - a * y - d * x + b * z, d * w - a * z - b * y + c * x], axis=-1)
    return R / n[..., None, None], 2 * rate / n[..., None]


def _cross(a: Array, b: Array) -> Array:
    """Of vectors along the second axis."""
    return np.stack(
        [
            a[:, 1] * b[:, 2] - a[:, 2] * b[:, 1],
            a[:, 2] * b[:, 0] - a[:, 0] * b[:, 2],
            a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0],
        ],
        axis=1,
    )
