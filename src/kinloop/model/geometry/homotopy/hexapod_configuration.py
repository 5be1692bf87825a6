"""Configurations of a hexapod from poses of its platform: the joints of every leg, in closed form."""

from __future__ import annotations

import numpy as np

from kinloop.model.geometry.homotopy.hexapod_legs import Array, Hexapod, Leg
from kinloop.numerics.quaternions import from_matrices, normalize, rotation_matrices
from kinloop.numerics.rotations import angle_about, rotations, shortest, two_turns

# A leg at right angles to both axes of its universal joint points the same way with two pairs of angles.
SQUARE = 1e-9


def configurations(hexapod: Hexapod, numbers: list[dict[str, Array]], start: Array, position: Array, quaternion: Array) -> Array:
    """``q`` for each pose, shape (n, nq): from ``start``, whose active joints are the given ones.

    A leg that may turn about itself stays as near to its start as it can. A pose that a leg's twist does not reach gives NaN.
    """
    q = np.tile(start, (len(position), 1))
    R = rotation_matrices(quaternion)
    if hexapod.carrier.kind == "free":
        frame, first = numbers[6], hexapod.carrier.q.start
        q[:, first : first + 3] = (position - frame["p"]) @ frame["R"]
        q[:, first + 3 : first + 7] = from_matrices(frame["R"].T @ R)
    for leg, given in zip(hexapod.legs, numbers, strict=False):
        if leg.root is not None:
            _hang(leg, given, q, position, R)
    return q


def other_branches(hexapod: Hexapod, numbers: list[dict[str, Array]]) -> bool:
    """Whether some leg points the same way in two ways that do not amount to the same."""
    for leg, given in zip(hexapod.legs, numbers, strict=False):
        if leg.has_twist:
            return True
        if leg.root is not None and leg.root.kind == "universal" and not _is_square(given):
            return True
    return False


def _is_square(given: dict[str, Array]) -> bool:
    a, b, c = given["root_axis1"], given["root_axis2"], given["root_R2"] @ given["tip"]
    return bool(max(abs(a @ b), abs(a @ c) / np.linalg.norm(c), abs(b @ c) / np.linalg.norm(c)) < SQUARE)


def _hang(leg: Leg, given: dict[str, Array], q: Array, position: Array, R: Array) -> None:
    """Write a leg's own joints into ``q``."""
    assert leg.root is not None
    R_root = (R if leg.on_platform else np.eye(3)) @ given["root_R"]
    on_ground, on_platform = given["a"], position + R @ given["b"]
    along = on_ground - on_platform if leg.on_platform else on_platform - on_ground
    d = np.einsum("...ji,...j->...i", np.broadcast_to(R_root, R.shape), along)
    c = given["tip"]
    if leg.root.kind == "universal":
        axes, c = (given["root_axis1"], given["root_axis2"]), given["root_R2"] @ c
        choices = two_turns(*axes, c, d)
        if _is_square(given):
            cost = np.stack([-np.cos(angles[:, 1]) for angles in choices])
        else:
            was = q[:, leg.root.q]
            cost = np.stack([np.sum(1 - np.cos(angles - was), axis=1) for angles in choices])
        angles = np.where((cost[0] <= cost[1])[:, None], *choices)
        q[:, leg.root.q] = angles
        R_leg = rotations(axes[0], angles[:, 0]) @ rotations(axes[1], angles[:, 1]) @ given["root_R2"]
    else:
        was = rotation_matrices(q[:, leg.root.q])
        R_leg = shortest(was @ c, d) @ was
        if leg.has_twist:
            R_leg = rotations(normalize(d), _twist(leg, given, R_root @ R_leg, normalize(along), R)) @ R_leg
        q[:, leg.root.q] = from_matrices(R_leg)
    if leg.tip is not None:
        rest = np.swapaxes(R_root @ R_leg @ given["tip_R"], 1, 2) @ R
        if leg.tip.kind == "spherical":
            q[:, leg.tip.q] = from_matrices(rest)
        else:
            q[:, leg.tip.q] = _universal_angles(given, rest)


def _twist(leg: Leg, given: dict[str, Array], R_leg: Array, along: Array, R: Array) -> Array:
    """The turn of a leg about itself that brings the two axes of its far universal joint to their angle."""
    if leg.tip is not None:
        held = R_leg @ given["tip_R"] @ given["tip_axis1"]
        other, cosine = R @ given["tip_R2"].T @ given["tip_axis2"], given["tip_axis1"] @ given["tip_axis2"]
    else:
        held, cosine = R_leg @ given["twist"], 0.0
        other = (np.broadcast_to(np.eye(3), R.shape) if leg.on_platform else R) @ given["against"]
    fixed = np.sum(other * along, axis=1) * np.sum(held * along, axis=1)
    x, y = np.sum(other * held, axis=1) - fixed, np.sum(other * np.cross(along, held), axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        side = np.arccos((cosine - fixed) / np.hypot(x, y))
    middle = np.arctan2(y, x)
    both = np.stack([middle + side, middle - side])
    both = both - 2 * np.pi * np.round(both / (2 * np.pi))
    return np.where(np.abs(both[0]) <= np.abs(both[1]), both[0], both[1])


def _universal_angles(given: dict[str, Array], rest: Array) -> Array:
    """The angles of a universal joint whose rotation is known."""
    first, second = given["tip_axis1"], given["tip_axis2"]
    M = rest @ given["tip_R2"].T
    one = angle_about(first, np.broadcast_to(second, M.shape[:2]), M @ second)
    left = rotations(first, -one) @ M
    across = np.eye(3)[np.argmin(np.abs(second))]
    two = angle_about(second, np.broadcast_to(across, M.shape[:2]), left @ across)
    return np.stack([one, two], axis=1)
