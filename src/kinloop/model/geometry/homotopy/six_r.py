r"""The inverse problem of the general arm with six revolute joints: 16 configurations over the complex numbers.

With frames whose z axes lie on the joints' axes, the arm at the wanted pose is a closed chain of six constant motions. As dual
quaternions, with :math:`h_i = c_i + s_i k` for half the angle of joint ``i``,

.. math:: h_1 C_1\, h_2 C_2 \cdots h_6 C_6 = \text{a number} ,

six equations, each linear in every :math:`(c_i : s_i)`, which count up to a factor. A point with :math:`c_i^2 + s_i^2 = 0` is no
rotation: infinity. Each :math:`C_i` moves from a random complex one to the arm's as a position and a quaternion of any length.

References: [Raghavan1993] M. Raghavan, B. Roth, *Inverse kinematics of the general 6R manipulator*, J. Mech. Design 115 (1993).
[Wampler1991] C. Wampler, A. Morgan, *Solving the 6R inverse position problem using a generic-case solution methodology*, Mech.
Mach. Theory 26 (1991).
"""

from __future__ import annotations

from functools import cache
from weakref import WeakKeyDictionary

import numpy as np

from kinloop.mechanism.parts.parts import Mechanism
from kinloop.model.dynamics.tree import base_link, coordinate_places
from kinloop.model.formulas.compiled_formulas import CompiledFormulas
from kinloop.model.geometry.homotopy.homotopy import LONGEST_STEP, REFINED, SOLVED, Array, HomotopyResult, solve, start_system
from kinloop.model.geometry.homotopy.real_solutions import RealEnds, real_ends
from kinloop.numerics.newton import improve
from kinloop.numerics.quaternions import from_matrices, normalize, rotation_matrices
from kinloop.numerics.rotations import shortest, wrap_angles
from kinloop.numerics.tolerances import RANK_WHERE_REGULAR

PATHS = 16
# The number of configurations at which the generic rank of the Jacobian is computed.
CONFIGURATIONS = 8


class SixRSystem:
    """Closed chains between two sets of constants: rows (quaternion, position) of each motion, shape (N, 6, 7)."""

    factors = 6
    leaving = 1e-2  # real angles are at 1

    def __init__(self, start: Array, target: Array) -> None:
        start = np.broadcast_to(start, target.shape).astype(complex)
        sign = np.where(np.sum(start[..., :4] * target[..., :4], axis=-1).real < 0, -1, 1)[..., None]
        e0, e1 = start[..., :4], target[..., :4] * sign - start[..., :4]
        p0, p1 = (np.insert(p, 0, 0, axis=-1) for p in (start[..., 4:], target[..., 4:] - start[..., 4:]))
        # The motion (e, p e / 2) is a polynomial in tau.
        dual = _product(p0, e0) / 2, (_product(p0, e1) + _product(p1, e0)) / 2, _product(p1, e1) / 2
        primal = e0, e1, np.zeros_like(e0)
        self.powers = [np.concatenate(parts, axis=-1) for parts in zip(primal, dual, strict=True)]

    def equations(self, y: Array, tau: Array, problem: Array) -> tuple[Array, Array, Array]:
        """The vector parts of the closed chain's dual quaternion and their derivatives by ``y`` and ``tau``."""
        first, second, third = (power[problem] for power in self.powers)
        t, c, s = tau[:, None, None], y[:, ::2, None], y[:, 1::2, None]
        C, C_rate = first + t * (second + t * third), second + 2 * t * third
        kC = C @ K_TIMES
        turned = c * C + s * kC
        from_right, from_left = _right(turned), _left(turned)
        one = np.zeros((len(y), 1, 8), complex)
        one[:, 0, 0] = 1
        before, after = [one], [one]  # the products of all that comes before a joint, and after it
        for i in range(5):
            before.append(before[-1] @ from_right[:, i])
            after.append(after[-1] @ from_left[:, 5 - i])
        inside = np.stack([C, kC, c * C_rate + s * (C_rate @ K_TIMES)], axis=2)
        outside = _left(np.concatenate(before, axis=1)) @ _right(np.concatenate(after[::-1], axis=1))
        rows = (inside @ outside)[..., VECTORS]
        F = (before[-1] @ from_right[:, 5])[:, 0, VECTORS]
        return F, rows[:, :, :2].reshape(len(y), 12, 6).transpose(0, 2, 1), rows[:, :, 2].sum(axis=1)

    def separation(self, y: Array, z: Array) -> Array:
        """The sine between the farthest pair."""
        sizes = np.sqrt(
            (np.abs(y[..., ::2]) ** 2 + np.abs(y[..., 1::2]) ** 2) * (np.abs(z[..., ::2]) ** 2 + np.abs(z[..., 1::2]) ** 2)
        )
        return np.max(np.abs(y[..., ::2] * z[..., 1::2] - y[..., 1::2] * z[..., ::2]) / sizes, axis=-1)

    def is_far(self, y: Array) -> Array:
        """The distance from infinity, where an angle's cosine and sine have no squares that add up to one."""
        c, s = y[..., ::2], y[..., 1::2]
        return np.min(np.abs(c**2 + s**2) / (np.abs(c) ** 2 + np.abs(s) ** 2), axis=-1)

    def rescale(self, y: Array) -> Array:
        """Points whose pairs are the cosine and sine of an angle."""
        return y / np.repeat(np.sqrt(y[:, ::2] ** 2 + y[:, 1::2] ** 2), 2, axis=1)


def _product(a: Array, b: Array) -> Array:
    """The product of quaternions (..., 4)."""
    scalar = a[..., :1] * b[..., :1] - np.sum(a[..., 1:] * b[..., 1:], axis=-1, keepdims=True)
    return np.concatenate([scalar, a[..., :1] * b[..., 1:] + b[..., :1] * a[..., 1:] + np.cross(a[..., 1:], b[..., 1:])], axis=-1)


def _table() -> Array:
    """``T[a, b, c]``: how much of unit ``c`` the product of the units ``a`` and ``b`` of the dual quaternions has."""
    table = np.zeros((8, 8, 8))
    units = np.eye(4)
    for a in range(8):
        for b in range(8 if a < 4 else 4):  # two dual units give nothing
            part = slice(4, 8) if max(a, b) >= 4 else slice(0, 4)
            table[a, b, part] = _product(units[a % 4], units[b % 4])
    return table


TABLE = _table()
K_TIMES = TABLE[3] + 0j  # a row times this is k times it
VECTORS = [1, 2, 3, 5, 6, 7]
RIGHT, LEFT = TABLE.transpose(1, 0, 2).reshape(8, 64) + 0j, TABLE.reshape(8, 64) + 0j


def _right(q: Array) -> Array:
    """The matrix by which a row is multiplied with a dual quaternion from the right."""
    return (q.reshape(-1, 8) @ RIGHT).reshape(*q.shape, 8)


def _left(q: Array) -> Array:
    """The matrix by which a row is multiplied with a dual quaternion from the left."""
    return (q.reshape(-1, 8) @ LEFT).reshape(*q.shape, 8)


# ---------------------------------------------------------------- closed chains, many at once


@cache
def _start() -> tuple[Array, Array]:
    shipped = start_system("six_r")
    return shipped["motions"], shipped["solutions"]


def six_r_angles(axes: Array, points: Array, rotation: Array, position: Array) -> list[RealEnds]:
    r"""All real solutions of :math:`\prod_i e^{[S_i] \theta_i} = (R, p)`, of many arms: cosine and sine of every half angle.

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
    """The closed chain's motions (quaternion, position): from each axis to the next, from the last to the first moved back.

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
        rows.append(np.concatenate([from_matrices((R.T @ R_next)[None])[0], R.T @ (p_next - p)]))
    return np.array(rows)


# ---------------------------------------------------------------- machines

_CHAINS: WeakKeyDictionary[CompiledFormulas, list[int] | None] = WeakKeyDictionary()


def chain_of_six(mechanism: Mechanism) -> list[int] | None:
    """The places in ``q`` of the joints from the base to the tool, if the machine is a chain of six revolute ones; else None."""
    if mechanism.loops or mechanism.couplings or mechanism.task != ("pose",) or len(mechanism.coordinates) != 6:
        return None
    if not all(joint.definition.is_angular for joint in mechanism.joints):
        return None
    carried_by = {joint.child: joint for joint in mechanism.joints}
    places = coordinate_places(mechanism)
    chain: list[int] = []
    link = mechanism.tool.link if mechanism.tool is not None else mechanism.joints[-1].child
    base = base_link(mechanism)
    while link != base:
        joint = carried_by[link]
        first = places[joint.name][0]
        chain[:0] = range(first, first + len(joint.coordinates))
        link = joint.parent
    return chain if len(chain) == 6 else None


def six_r_configurations(
    formulas: CompiledFormulas, parameters: tuple[Array, ...], start: Array, x: Array
) -> HomotopyResult | None:
    """Every configuration with the tool at the pose ``x`` (position, quaternion), angles within half a turn of ``start``.

    None where the machine is no arm of six revolute joints.
    """
    if formulas not in _CHAINS:
        _CHAINS[formulas] = chain_of_six(formulas.mechanism)
    chain = _CHAINS[formulas]
    if chain is None:
        return None
    zero = np.zeros(6)
    home, R_home = (np.asarray(part) for part in formulas.kernel("pose")(zero, *parameters))
    J = np.asarray(formulas.kernel("jacobian")(zero, *parameters))[:, chain]
    axes = J[3:].T
    points = home + np.cross(axes, J[:3].T)
    rotation = rotation_matrices(normalize(np.asarray(x[3:], float))[None])[0] @ R_home.T
    ends = six_r_angles(axes[None], points[None], rotation[None], (x[:3] - rotation @ home)[None])[0]
    q = np.empty((len(ends.y), 6))
    q[:, chain] = 2 * np.arctan2(ends.y[:, 1::2], ends.y[:, ::2])
    q = start + wrap_angles(q - start)
    q = _at_pose(formulas, parameters, q, x)
    reached = _pose_gap(formulas, parameters, q, x) <= SOLVED * _largest(formulas, parameters, x)
    notes = [ends.note] if ends.note else []
    if not np.all(reached):
        notes.append(f"{np.sum(~reached)} solutions could not be made exact")
    dof = tool_dof(formulas, parameters)
    if dof < 6:
        notes.append(f"the tool has {dof} of 6 degrees of freedom, so that most of its poses have infinitely many configurations")
    complete = ends.complete and bool(np.all(reached)) and dof == 6
    return HomotopyResult(q[reached], PATHS, complete, "; ".join(notes), ends.is_open or not np.any(reached))


def tool_dof(formulas: CompiledFormulas, parameters: tuple[Array, ...]) -> int:
    """The tool's degrees of freedom at generic configurations; less than six where the axes meet in a point, are
    parallel, or are otherwise special. Then no configuration stands alone, and paths to families may all end at infinity."""
    q = np.random.default_rng(0).uniform(-np.pi, np.pi, (CONFIGURATIONS, 6))
    J = np.asarray(formulas.kernel("jacobian")(q, *parameters))
    size = np.max(np.linalg.norm(J[:, :3], axis=1))  # of the longest lever
    J[:, :3] /= size if size > 0 else 1.0
    return int(np.max(np.sum(np.linalg.svd(J, compute_uv=False) > RANK_WHERE_REGULAR, axis=1)))


def _at_pose(formulas: CompiledFormulas, parameters: tuple[Array, ...], q: Array, x: Array) -> Array:
    """Configurations after Newton steps of the machine's own equations, where these bring the tool nearer to the pose."""
    return improve(
        q,
        lambda q: np.asarray(formulas.kernel("step_inverse")(q, x, *parameters)),
        lambda q: _pose_gap(formulas, parameters, q, x),
        steps=2,
        is_near=lambda q, tried: np.max(np.abs(tried - q), axis=1) < LONGEST_STEP,
        enough=REFINED * _largest(formulas, parameters, x),
    )[0]


def _pose_gap(formulas: CompiledFormulas, parameters: tuple[Array, ...], q: Array, x: Array) -> Array:
    """How far the tool is from the pose, lengths in parts of the machine's size; a quaternion's sign does not count."""
    if not len(q):
        return np.zeros(0)
    here = np.asarray(formulas.kernel("task")(q, *parameters))
    goal = normalize(x[3:])
    turned = np.minimum(np.max(np.abs(here[:, 3:] - goal), axis=1), np.max(np.abs(here[:, 3:] + goal), axis=1))
    missed = np.maximum(np.max(np.abs(here[:, :3] - x[:3]), axis=1) / formulas.size(parameters), turned)
    return np.where(np.isfinite(missed), missed, np.inf)


def _largest(formulas: CompiledFormulas, parameters: tuple[Array, ...], x: Array) -> float:
    """The largest of a pose's numbers, but at least 1: lengths are parts of the machine's size."""
    return max(1.0, float(np.max(np.abs(x[:3])) / formulas.size(parameters)))
