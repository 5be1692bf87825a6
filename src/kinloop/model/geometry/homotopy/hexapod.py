r"""The forward problem of the general hexapod: a body held by six distances, 40 poses over the complex numbers.

With a quaternion ``e`` of any length and ``g = p e`` (the position as a quaternion), a leg from ``a`` on the ground to ``b`` on
the platform is

.. math:: |g + e b - a e|^2 = l^2 |e|^2, \qquad e \cdot g = 0 ,

seven quadrics in the projective space of ``(e, g)``, Study's coordinates. A point with :math:`|e|^2 = 0` is no pose: infinity.

References: [Husty1996] M. Husty, *An algorithm for solving the direct kinematics of general Stewart-Gough platforms*, Mech. Mach.
Theory 31 (1996). [Ronga1992] F. Ronga, T. Vust, *Stewart platforms without computer?*: 40 solutions.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from weakref import WeakKeyDictionary

import numpy as np

from kinloop.errors import UnsupportedOperation
from kinloop.model.dynamics.loop_closure import angle_rows
from kinloop.model.dynamics.machine_size import is_length
from kinloop.model.formulas.compiled_formulas import CompiledFormulas
from kinloop.model.geometry.homotopy.hexapod_configuration import configurations, other_branches
from kinloop.model.geometry.homotopy.hexapod_legs import Hexapod, recognise
from kinloop.model.geometry.homotopy.homotopy import LONGEST_STEP, REFINED, SOLVED, Array, HomotopyResult, solve, start_system
from kinloop.model.geometry.homotopy.real_solutions import RealEnds, real_ends
from kinloop.numerics.newton import improve
from kinloop.numerics.quaternions import normalize, rotation_matrices
from kinloop.numerics.tolerances import RANK_WHERE_REGULAR

PATHS = 40
# The number of poses at which the generic rank of the legs' lines is computed.
POSES = 8


class HexapodSystem:
    """Hexapods between two sets of parameters: rows (a, b, l^2) of each leg, shape (N, 6, 7); the first set may be shared."""

    factors = 1
    leaving = 1e-5  # a real pose is not farther from the base than its legs are long

    def __init__(self, start: Array, target: Array) -> None:
        start = np.broadcast_to(start, target.shape)
        # b - a, a + b, l^2: what the equations are written in; components first, for whole rows of legs at once.
        self.begin, end = (
            np.concatenate([p[..., 3:6] - p[..., :3], p[..., 3:6] + p[..., :3], p[..., 6:]], axis=-1).transpose(2, 0, 1)
            for p in (start, target)
        )
        self.change = end - self.begin

    def equations(self, y: Array, tau: Array, problem: Array) -> tuple[Array, Array, Array]:
        """The seven quadrics and their derivatives by ``y`` and ``tau``."""
        change = self.change[:, problem]
        now = self.begin[:, problem] + tau[:, None] * change
        e = [y[:, k : k + 1] for k in range(4)]
        g = [y[:, k : k + 1] for k in range(4, 8)]
        square = e[0] ** 2 + e[1] ** 2 + e[2] ** 2 + e[3] ** 2
        v = [gap + moved for gap, moved in zip(g, _leg_vector(now, e), strict=True)]
        by_e = [-turned - now[6] * entry for turned, entry in zip(_leg_vector(now, v), e, strict=True)]
        rate = _leg_vector(change, e)
        F = np.empty((len(y), 7), complex)
        F[:, :6] = v[0] ** 2 + v[1] ** 2 + v[2] ** 2 + v[3] ** 2 - now[6] * square
        F[:, 6] = np.sum(y[:, :4] * y[:, 4:], axis=1)
        J = np.empty((len(y), 7, 8), complex)
        for k in range(4):
            J[:, :6, k] = 2 * by_e[k]
            J[:, :6, 4 + k] = 2 * v[k]
        J[:, 6, :4], J[:, 6, 4:] = y[:, 4:], y[:, :4]
        F_tau = np.zeros((len(y), 7), complex)
        F_tau[:, :6] = 2 * (v[0] * rate[0] + v[1] * rate[1] + v[2] * rate[2] + v[3] * rate[3]) - change[6] * square
        return F, J, F_tau

    def separation(self, y: Array, z: Array) -> Array:
        """The sine of the angle between the lines of two points."""
        cosine = np.abs(np.sum(y.conj() * z, axis=-1)) / (np.linalg.norm(y, axis=-1) * np.linalg.norm(z, axis=-1))
        return np.sqrt(np.maximum(1 - cosine**2, 0))

    def rescale(self, y: Array) -> Array:
        """Points whose quaternion is of unit length."""
        return y / np.sqrt(np.sum(y[:, :4] ** 2, axis=1, keepdims=True))

    def is_far(self, y: Array) -> Array:
        """The distance from infinity, where the quaternion's square is zero."""
        size = np.sum(np.abs(y) ** 2, axis=-1)
        return np.abs(np.sum(y[..., :4] ** 2, axis=-1)) / size


def _leg_vector(leg: Array, e: list[Array]) -> tuple[Array, Array, Array, Array]:
    """``e b - a e``, a skew-symmetric matrix of ``b - a`` and ``a + b`` times ``e``."""
    d1, d2, d3, s1, s2, s3 = leg[:6]
    return (
        -(d1 * e[1] + d2 * e[2] + d3 * e[3]),
        d1 * e[0] + s3 * e[2] - s2 * e[3],
        d2 * e[0] + s1 * e[3] - s3 * e[1],
        d3 * e[0] + s2 * e[1] - s1 * e[2],
    )


@dataclass(frozen=True)
class Poses:
    """The real poses of one hexapod, shapes (n, 3) and (n, 4), and how the paths ended."""

    position: Array
    quaternion: Array
    ends: RealEnds


_RECOGNISED: WeakKeyDictionary[CompiledFormulas, Hexapod | None] = WeakKeyDictionary()


def hexapod_configurations(
    formulas: CompiledFormulas, parameters: tuple[Array, ...], start: Array, q_active: Array
) -> HomotopyResult | None:
    """Every configuration with the active joints at ``q_active``; None where the machine is no hexapod.

    One configuration for each pose of the platform: a leg that points the same way in two ways takes the one nearer to the start.
    """
    if formulas not in _RECOGNISED:
        _RECOGNISED[formulas] = recognise(formulas.mechanism)
    hexapod = _RECOGNISED[formulas]
    if hexapod is None:
        return None
    begin = np.concatenate([q_active, start[len(q_active) :]])
    p = np.concatenate([np.zeros(0), *(np.ravel(values) for values in parameters)])
    numbers = hexapod.numbers(begin, p)
    a, b, lengths = (np.array([leg[name] for leg in numbers[:6]]) for name in ("a", "b", "length"))
    poses = hexapod_poses(a[None], b[None], lengths.reshape(1, 6))[0]
    q = configurations(hexapod, numbers, begin, poses.position, poses.quaternion)
    if not any(leg.spins for leg in hexapod.legs):
        q = _close_loops(formulas, parameters, q)
    gap = _gap(formulas, parameters, q)
    assembled = gap <= SOLVED * max(1.0, float(np.max(np.abs(q) / _units(formulas, parameters), initial=0.0)))
    notes = [poses.ends.note] if poses.ends.note else []
    if len(q) > np.sum(assembled):
        notes.append(f"{len(q) - np.sum(assembled)} poses of the platform could not be assembled with their legs")
    if other_branches(hexapod, numbers):
        notes.append("legs that can be assembled in two ways are in the one nearer to the start")
    complete = poses.ends.complete and not notes[bool(poses.ends.note) :]
    if holds(a, b) < 6:
        complete = False
        notes.append("the platform is architecturally singular: at no pose do its legs hold it")
    return HomotopyResult(q[assembled], PATHS, complete, "; ".join(notes), poses.ends.is_open or not np.any(assembled))


def holds(a: Array, b: Array) -> int:
    """How many degrees of freedom of a platform its legs hold at poses like any other; less than six of an architecturally
    singular one, which moves with its legs held. Anchors have the shape (6, 3)."""
    random = np.random.default_rng(0)
    a, b = a - a.mean(axis=0), b - b.mean(axis=0)
    size = float(np.sqrt(np.mean(a**2) + np.mean(b**2))) or 1.0
    tips = rotation_matrices(normalize(random.standard_normal((POSES, 4)))) @ b.T / size + random.standard_normal((POSES, 3, 1))
    along = tips - a.T / size
    lines = np.concatenate([along, np.cross(tips, along, axis=1)], axis=1)
    return int(np.max(np.sum(np.linalg.svd(lines, compute_uv=False) > RANK_WHERE_REGULAR, axis=1)))


def _close_loops(formulas: CompiledFormulas, parameters: tuple[Array, ...], q: Array) -> Array:
    """Configurations after Newton steps of the machine's own equations, where these close the loops further."""
    units = _units(formulas, parameters)
    try:
        step = formulas.kernel("step_forward")
    except UnsupportedOperation:
        return q
    return improve(
        q,
        lambda q: np.asarray(step(q, *parameters)),
        lambda q: _gap(formulas, parameters, q),
        steps=2,
        is_near=lambda q, tried: np.max(np.abs(tried - q) / units, axis=1, initial=0.0) < LONGEST_STEP,
        enough=REFINED * max(1.0, float(np.max(np.abs(q) / units, initial=0.0))),
    )[0]


def _units(formulas: CompiledFormulas, parameters: tuple[Array, ...]) -> Array:
    """Units of the coordinates: the machine's size for lengths, 1 for others."""
    return np.where(is_length(formulas.tree), formulas.size(parameters), 1.0)


def _gap(formulas: CompiledFormulas, parameters: tuple[Array, ...], q: Array) -> Array:
    """The largest gap of each configuration [rad, or part of the machine's size]."""
    if not len(q):
        return np.zeros(0)
    rows = np.where(angle_rows(formulas.mechanism), 1.0, formulas.size(parameters))
    gap = np.max(np.abs(formulas.kernel("closure")(q, *parameters)) / rows, axis=1)
    return np.where(np.isfinite(gap), gap, np.inf)


@cache
def _start() -> tuple[Array, Array]:
    shipped = start_system("hexapod")
    return shipped["legs"], shipped["solutions"]


def hexapod_poses(a: Array, b: Array, lengths: Array) -> list[Poses]:
    """All real poses of many hexapods at once.

    Args: anchors on the ground and on the platform [m], shapes (N, 6, 3), and the distances between them, shape (N, 6).
    """
    a, b, lengths = np.asarray(a, float), np.asarray(b, float), np.asarray(lengths, float)
    a0, b0 = a.mean(axis=1, keepdims=True), b.mean(axis=1, keepdims=True)
    squares = np.sum((a - a0) ** 2 + (b - b0) ** 2, axis=2) + lengths**2
    size = np.sqrt(squares.mean(axis=1) / 2)[:, None, None]
    target = np.concatenate([(a - a0) / size, (b - b0) / size, (lengths[..., None] / size) ** 2], axis=2)
    start, solutions = _start()
    results = []
    for first in range(0, len(target), 25):  # what fits the processor's cache
        part = target[first : first + 25]
        system = HexapodSystem(start[None], part)
        ends = solve(system, solutions, len(part))
        results += [real_ends(system, ends, k) for k in range(len(part))]
    return [_poses(ends, a0[k, 0], b0[k, 0], float(size[k, 0, 0])) for k, ends in enumerate(results)]


def _poses(ends: RealEnds, a0: Array, b0: Array, size: float) -> Poses:
    """Poses of the given hexapod from those of one with centred anchors of unit size."""
    e, g = ends.y[:, :4], ends.y[:, 4:]
    position = e[:, :1] * g[:, 1:] - g[:, :1] * e[:, 1:] - np.cross(g[:, 1:], e[:, 1:])  # g times e conjugate
    across = 2 * np.cross(e[:, 1:], b0)
    moved = b0 + e[:, :1] * across + np.cross(e[:, 1:], across)
    return Poses(size * position + a0 - moved, e, ends)
