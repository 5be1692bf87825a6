r"""The inverse problem of the general arm with six revolute joints: 16 postures over the complex numbers.

With frames whose z axes lie on the joints' axes, the arm at the wanted pose is a closed chain of six constant motions:

.. math:: R_z(\theta_1)\, C_1\, R_z(\theta_2)\, C_2 \cdots R_z(\theta_6)\, C_6 = 1 .

The unknowns are complex angles, and an angle with an infinite imaginary part is infinity: the tangent of its half is
:math:`\pm i`. Each :math:`C_i` moves from a random complex one to the arm's as a position and a quaternion of any length.

References: [Raghavan1993] M. Raghavan, B. Roth, *Inverse kinematics of the general 6R manipulator*, J. Mech. Design 115 (1993).
[Wampler1991] C. Wampler, A. Morgan, *Solving the 6R inverse position problem using a generic-case solution methodology*.
"""

from __future__ import annotations

from functools import cache
from weakref import WeakKeyDictionary

import numpy as np

from kinloop.mechanism.parts import Mechanism
from kinloop.model.derived import Derived
from kinloop.model.homotopy import Array, Found, solve, start_system
from kinloop.model.real_ends import RealEnds, real_ends
from kinloop.model.rotations import matrices, quaternions, shortest, unit
from kinloop.model.tree import base_link, coordinate_places

PATHS = 16
# A posture misses the wanted pose by no more than this fraction of the sizes involved.
MISSED = 1e-12


class SixRSystem:
    """Closed chains between two sets of constants: rows (quaternion, position) of each motion, shape (N, 6, 7)."""

    is_projective = False
    leaving = 2.5e-3  # an imaginary part of 6; the rounding of a product of six grows with its exponential

    def __init__(self, start: Array, target: Array) -> None:
        start = np.broadcast_to(start, target.shape).astype(complex)
        sign = np.where(np.sum(start[..., :4] * target[..., :4], axis=-1).real < 0, -1, 1)[..., None]
        e0, e1 = start[..., :4], target[..., :4] * sign - start[..., :4]
        # Of a quaternion e0 + tau e1 the rotation matrix times the square of its length is a polynomial in tau.
        self.rotation = _matrix(e0, e0), _matrix(e0, e1) + _matrix(e1, e0), _matrix(e1, e1)
        self.square = np.sum(e0 * e0, axis=-1), 2 * np.sum(e0 * e1, axis=-1), np.sum(e1 * e1, axis=-1)
        w, v, dw, dv = e0[..., :1], e0[..., 1:], e1[..., :1], e1[..., 1:]
        self.turning = 2 * (w * dv - dw * v - np.cross(dv, v))  # the angular velocity times that square
        self.place, self.sliding = start[..., 4:], target[..., 4:] - start[..., 4:]

    def equations(self, y: Array, tau: Array, problem: Array) -> tuple[Array, Array, Array]:
        t = tau[:, None]
        square = self.square[0][problem] + t * (self.square[1][problem] + t * self.square[2][problem])
        t = t[:, :, None, None]
        C = self.rotation[0][problem] + t * (self.rotation[1][problem] + t * self.rotation[2][problem])
        sliding = self.sliding[problem]
        # Every motion as three columns of axes, its position, and how position and orientation change.
        columns = [C / square[:, :, None, None], (self.place[problem] + t[..., 0] * sliding)[..., None]]
        columns += [sliding[..., None], (self.turning[problem] / square[:, :, None])[..., None]]
        motion = np.concatenate(columns, axis=3)
        c, s = np.cos(y)[:, :, None], np.sin(y)[:, :, None]
        turned = np.stack([c * motion[:, :, 0] - s * motion[:, :, 1], s * motion[:, :, 0] + c * motion[:, :, 1], motion[:, :, 2]], axis=2)
        K = len(y)
        before, after, slide, turn = (np.empty((K, 3, 6), complex) for _ in range(4))
        z = np.empty((K, 3, 6), complex)
        R, p = np.broadcast_to(np.eye(3, dtype=complex), (K, 3, 3)), np.zeros((K, 3), complex)
        for i in range(6):
            z[:, :, i], before[:, :, i] = R[:, :, 2], p
            moved = R @ turned[:, i]
            R, p = moved[:, :, :3], p + moved[:, :, 3]
            after[:, :, i], slide[:, :, i], turn[:, :, i] = p, moved[:, :, 4], moved[:, :, 5]
        J = np.concatenate([_cross(z, p[:, :, None] - before), z], axis=1)
        F_tau = np.concatenate([slide + _cross(turn, p[:, :, None] - after), turn], axis=1).sum(axis=2)
        tilt = np.stack([R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]], axis=1) / 2
        return np.concatenate([p, tilt], axis=1), J, F_tau

    def separation(self, y: Array, z: Array) -> Array:
        gap = y - z
        whole = 2 * np.pi * np.round(gap.real / (2 * np.pi))
        return np.max(np.abs(gap - whole), axis=-1)

    def scaled(self, y: Array) -> Array:
        """The angles as they are."""
        return y

    def is_far(self, y: Array) -> Array:
        return np.exp(-np.max(np.abs(y.imag), axis=-1))


def _matrix(e: Array, f: Array) -> Array:
    """The bilinear form whose value at ``(e, e)`` is the rotation matrix of ``e`` times the square of its length."""
    w, v, a, b = e[..., :1], e[..., 1:], f[..., :1], f[..., 1:]
    diagonal = (w * a - np.sum(v * b, axis=-1, keepdims=True))[..., None] * np.eye(3)
    skew = np.cross((w * b)[..., None, :], -np.eye(3))
    return diagonal + 2 * skew + 2 * v[..., :, None] * b[..., None, :]


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


# ---------------------------------------------------------------- closed chains, many at once


@cache
def _start() -> tuple[Array, Array]:
    shipped = start_system("six_r")
    return shipped["motions"], shipped["solutions"]


def six_r_angles(axes: Array, points: Array, rotation: Array, position: Array) -> list[RealEnds]:
    r"""All real angles that move a body through :math:`\prod_i e^{[S_i] \theta_i} = (R, p)`, of many arms at once.

    Args: the unit vectors and a point of each axis where all angles are zero, shapes (N, 6, 3), and the motion from there to the
    wanted pose, shapes (N, 3, 3) and (N, 3).
    """
    motions = np.array([_motions(*arm) for arm in zip(axes, points, rotation, position, strict=True)])
    size = np.sqrt(np.mean(np.sum(motions[:, :, 4:] ** 2, axis=2), axis=1))[:, None, None]
    motions[:, :, 4:] /= np.where(size > 0, size, 1.0)
    start, solutions = _start()
    results = []
    for first in range(0, len(motions), 50):
        part = motions[first : first + 50]
        system = SixRSystem(start[None], part)
        ends = solve(system, solutions, len(part))
        results += [real_ends(system, ends, k) for k in range(len(part))]
    return results


def _motions(axes: Array, points: Array, rotation: Array, position: Array) -> Array:
    """The closed chain's motions as quaternions and positions, from each axis to the next, and from the last to the first moved back.

    The frames on the axes are as near to each other as they can be.
    """
    z, origin = np.array([0.0, 0.0, 1.0]), np.zeros(3)
    R, places = np.eye(3), []
    for axis, point in zip(axes, points, strict=True):
        R = shortest((R @ z)[None], axis[None])[0] @ R
        origin = point + axis * (axis @ (origin - point))
        places.append((R, origin))
    back = rotation.T @ places[0][0], rotation.T @ (places[0][1] - position)
    rows = []
    for (R, p), (R_next, p_next) in zip(places, [*places[1:], back], strict=True):
        rows.append(np.concatenate([quaternions((R.T @ R_next)[None])[0], R.T @ (p_next - p)]))
    return np.array(rows)


# ---------------------------------------------------------------- machines

_CHAINS: WeakKeyDictionary[Derived, list[int] | None] = WeakKeyDictionary()


def chain_of_six(mechanism: Mechanism) -> list[int] | None:
    """The places in ``q`` of the joints from the base to the tool, if the machine is a chain of six revolute ones; else None."""
    kinds = {joint.kind for joint in mechanism.joints}
    if mechanism.loops or mechanism.couplings or mechanism.task != ("pose",) or len(mechanism.coordinates) != 6:
        return None
    if kinds - {"revolute", "universal", "fixed"}:
        return None
    carried_by = {joint.child: joint for joint in mechanism.joints}
    places, chain = coordinate_places(mechanism), []
    link, base = mechanism.tool.link if mechanism.tool is not None else mechanism.joints[-1].child, base_link(mechanism)
    while link != base:
        joint = carried_by[link]
        first = places[joint.name][0]
        chain[:0] = range(first, first + len(joint.coordinates))
        link = joint.parent
    return chain if len(chain) == 6 else None


def six_r_postures(derived: Derived, parameters: tuple[Array, ...], start: Array, x: Array) -> Found | None:
    """Every posture with the tool at the pose ``x`` (position, quaternion), angles within half a turn of ``start``; None where the
    machine is no arm of six revolute joints."""
    if derived not in _CHAINS:
        _CHAINS[derived] = chain_of_six(derived.mechanism)
    chain = _CHAINS[derived]
    if chain is None:
        return None
    zero = np.zeros(6)
    home, R_home = (np.asarray(part) for part in derived.kernel("pose")(zero, *parameters))
    J = np.asarray(derived.kernel("jacobian")(zero, *parameters))[:, chain]
    axes = J[3:].T
    points = home + np.cross(axes, J[:3].T)
    rotation = matrices(unit(np.asarray(x[3:], float))[None])[0] @ R_home.T
    ends = six_r_angles(axes[None], points[None], rotation[None], (x[:3] - rotation @ home)[None])[0]
    q = np.empty((len(ends.y), 6))
    q[:, chain] = ends.y
    q = start + (q - start + np.pi) % (2 * np.pi) - np.pi
    q = _at_pose(derived, parameters, q, x)
    reached = _missed(derived, parameters, q, x) <= MISSED * max(1.0, float(np.max(np.abs(x))))
    notes = [ends.note] if ends.note else []
    if not np.all(reached):
        notes.append(f"{np.sum(~reached)} solutions could not be made exact")
    return Found(q[reached], PATHS, ends.complete and bool(np.all(reached)), "; ".join(notes))


def _at_pose(derived: Derived, parameters: tuple[Array, ...], q: Array, x: Array) -> Array:
    """After the machine's own Newton steps, where they bring the tool nearer."""
    missed = _missed(derived, parameters, q, x)
    for _ in range(2 if len(q) else 0):
        nearer = np.asarray(derived.kernel("step_inverse")(q, x, *parameters))
        new = _missed(derived, parameters, nearer, x)
        better = (new < missed) & (np.max(np.abs(nearer - q), axis=1) < 1e-3)
        q, missed = np.where(better[:, None], nearer, q), np.where(better, new, missed)
    return q


def _missed(derived: Derived, parameters: tuple[Array, ...], q: Array, x: Array) -> Array:
    """How far the tool is from the pose; a quaternion's sign does not count."""
    if not len(q):
        return np.zeros(0)
    here = np.asarray(derived.kernel("task")(q, *parameters))
    goal = unit(x[3:])
    turned = np.minimum(np.max(np.abs(here[:, 3:] - goal), axis=1), np.max(np.abs(here[:, 3:] + goal), axis=1))
    missed = np.maximum(np.max(np.abs(here[:, :3] - x[:3]), axis=1), turned)
    return np.where(np.isfinite(missed), missed, np.inf)
