"""From poses of a hexapod's platform to postures of the machine: every leg's own joints, in closed form."""

from __future__ import annotations

import numpy as np

from kinloop.model.hexapod_legs import Array, Hexapod, Leg

# A leg at right angles to both axes of its universal joint points the same way with two pairs of angles.
SQUARE = 1e-9


def postures(hexapod: Hexapod, numbers: list[dict[str, Array]], start: Array, position: Array, quaternion: Array) -> Array:
    """``q`` for each pose, shape (n, nq): from ``start``, whose active joints are the given ones.

    A leg that may turn about itself stays as near to its start as it can. A pose that a leg's twist does not reach gives NaN.
    """
    q = np.tile(start, (len(position), 1))
    R = matrices(quaternion)
    if hexapod.carrier.kind == "free":
        frame, first = numbers[6], hexapod.carrier.q.start
        q[:, first : first + 3] = (position - frame["p"]) @ frame["R"]
        q[:, first + 3 : first + 7] = quaternions(frame["R"].T @ R)
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
        was = matrices(q[:, leg.root.q])
        R_leg = shortest(was @ c, d) @ was
        if leg.has_twist:
            R_leg = rotations(unit(d), _twist(leg, given, R_root @ R_leg, unit(along), R)) @ R_leg
        q[:, leg.root.q] = quaternions(R_leg)
    if leg.tip is not None:
        rest = np.swapaxes(R_root @ R_leg @ given["tip_R"], 1, 2) @ R
        if leg.tip.kind == "spherical":
            q[:, leg.tip.q] = quaternions(rest)
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


# ---------------------------------------------------------------- rotations, over a batch


def two_turns(first: Array, second: Array, c: Array, d: Array) -> tuple[Array, Array]:
    r"""Both pairs of angles with :math:`R(u_1, \theta_1) R(u_2, \theta_2) c = d`, shapes (n, 2) (Paden and Kahan's second subproblem).

    The vector between the two turns has known components along both axes; its third one has two signs.
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
    """Rodrigues' formula; one axis, or one for each angle."""
    axis = np.broadcast_to(axis, (len(angle), 3))
    K = np.cross(axis[:, None, :], -np.eye(3))
    s, c = np.sin(angle)[:, None, None], np.cos(angle)[:, None, None]
    return np.eye(3) + s * K + (1 - c) * K @ K


def shortest(a: Array, b: Array) -> Array:
    """The smallest rotation that turns ``a`` to ``b``."""
    a, b = unit(a), unit(b)
    axis = np.cross(a, b)
    size = np.linalg.norm(axis, axis=1)
    anywhere = np.cross(a, np.eye(3)[np.argmin(np.abs(a), axis=1)])  # a half turn has no axis of its own
    axis = unit(np.where((size > 1e-12)[:, None], axis, anywhere))
    return rotations(axis, np.arctan2(size, np.sum(a * b, axis=1)))


def unit(a: Array) -> Array:
    return a / np.linalg.norm(a, axis=-1, keepdims=True)


def matrices(quaternion: Array) -> Array:
    w, v = quaternion[:, :1], quaternion[:, 1:]
    K = np.cross(v[:, None, :], -np.eye(3))
    return np.eye(3) + 2 * w[:, :, None] * K + 2 * K @ K


def quaternions(R: Array) -> Array:
    """Of rotation matrices: the eigenvector that Shepperd's four squares belong to, through the largest of them."""
    xx, yy, zz = R[:, 0, 0], R[:, 1, 1], R[:, 2, 2]
    a, b, c = R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]
    d, e, f = R[:, 0, 1] + R[:, 1, 0], R[:, 0, 2] + R[:, 2, 0], R[:, 1, 2] + R[:, 2, 1]
    rows = [[1 + xx + yy + zz, a, b, c], [a, 1 + xx - yy - zz, d, e], [b, d, 1 - xx + yy - zz, f], [c, e, f, 1 - xx - yy + zz]]
    S = np.array(rows).transpose(2, 0, 1)
    best = np.argmax(np.diagonal(S, axis1=1, axis2=2), axis=1)
    return unit(S[np.arange(len(S)), best])
