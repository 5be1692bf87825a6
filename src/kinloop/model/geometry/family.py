"""Families of postures: which members a motion connects while the target is held.

A family of one dimension is a curve, which is traced once, both ways, until it closes; a posture lies on it if a short walk from
the nearest point of the curve leads there. In families of more dimensions walks go from member to member, straight towards the
goal along the family.
"""

from __future__ import annotations

import numpy as np

from kinloop.model.geometry.local_equations import LocalEquations, kernels, least_steps
from kinloop.model.geometry.refinement import by_least_squares

Array = np.ndarray

# Of one step [rad, parts of the machine]: the longest, the shortest, and how much a correction may move it.
LONGEST, SHORTEST, CORRECTED = 0.2, 1e-4, 0.3
# A gap that needs no correction.
EXACT = 1e-13
# The sine of the turn of the curve within a step.
BEND = 0.3
# So many steps each way, and steps of a walk.
POINTS, WALK = 300, 60
# A walk has arrived this near to its goal [rad, parts of the machine]; on a curve it begins no farther away than that.
ARRIVED, BESIDE = 1e-5, 2 * LONGEST

# How far a way out of a posture is looked for [rad, parts of the machine].
OUT = 2e-2


def traced(equations: LocalEquations, q: Array) -> Array:
    """Points of the curve of postures through ``q`` (nq,), shape (k, nq)."""
    tangent = _tangent(equations, q, None)
    if tangent is None:
        return q[None]
    forth, closes = _half(equations, q, tangent)
    back = [] if closes else _half(equations, q, -tangent)[0]
    return np.array([*reversed(back), q, *forth])


def _half(equations: LocalEquations, first: Array, tangent: Array) -> tuple[list[Array], bool]:
    """Points from ``first`` on, and whether they lead back to it."""
    points: list[Array] = []
    q, step, way = first, LONGEST, 0.0
    for _ in range(POINTS):
        moved, ahead = None, None
        while step >= SHORTEST:
            moved = _corrected(equations, equations.moved(q[None], step * tangent[None]), step)[0]
            ahead = _tangent(equations, moved, tangent) if np.isfinite(moved).all() else None
            if ahead is not None and tangent @ ahead > np.sqrt(1 - BEND**2):
                break
            moved, step = None, step / 2
        if moved is None or ahead is None:
            return points, False
        way += step
        home = equations.apart(moved[None], first[None])[0]
        if way > 3 * LONGEST and np.linalg.norm(home) < 1.5 * step and abs(home @ ahead) > 0.7 * np.linalg.norm(home):
            return [*points, moved], True
        points.append(moved)
        q, tangent, step = moved, ahead, min(1.5 * step, LONGEST)
    return points, False


def _tangent(equations: LocalEquations, q: Array, before: Array | None) -> Array | None:
    """The unit tangent of the family at ``q``, in the sense of the one before."""
    projection = kernels(equations.at(q[None])[1])[0][0]
    if before is None:
        values, vectors = np.linalg.eigh(projection)
        return np.asarray(vectors[:, -1]) if values[-1] > 0.5 else None
    along = projection @ before
    size = float(np.linalg.norm(along))
    return along / size if size > 0.5 else None


def _corrected(equations: LocalEquations, q: Array, step: float | Array) -> Array:
    """Postures (N, nq) moved onto the family; NaN where it is farther than a part of the step."""
    begin, good = q, np.ones(len(q), bool)
    for _ in range(4):
        F, J = equations.at(q)
        good &= np.isfinite(F).all(axis=1)
        F, J = np.where(good[:, None], F, 0.0), np.where(good[:, None, None], J, 0.0)
        if np.max(np.abs(F), initial=0.0) < EXACT:
            break
        q = equations.moved(q, least_steps(J, F))
    moved = np.linalg.norm(equations.apart(begin, q), axis=1)
    ok = good & (equations.gap(q) <= equations.tolerance) & (moved <= CORRECTED * np.maximum(step, SHORTEST) + 1e-9)
    return np.where(ok[:, None], q, np.nan)


def walks(equations: LocalEquations, a: Array, b: Array) -> Array:
    """Whether walks along the family lead from postures ``a`` to ``b`` (N, nq), one to one."""
    q, step = np.array(a), np.full(len(a), LONGEST)
    arrived, going = np.zeros(len(a), bool), np.ones(len(a), bool)
    nearest = np.full(len(a), np.inf)
    for _ in range(WALK):
        k = np.flatnonzero(going)
        if not k.size:
            break
        gap = equations.apart(q[k], b[k])
        distance = np.linalg.norm(gap, axis=1)
        arrived[k] = distance < ARRIVED
        along = (kernels(equations.at(q[k])[1])[0] @ gap[..., None])[..., 0]
        length = np.linalg.norm(along, axis=1)
        # Nothing leads nearer, or the last steps did not.
        stuck = (length < 0.05 * distance) | (distance > nearest[k] * 1.001)
        nearest[k] = np.minimum(nearest[k], distance)
        size = np.minimum(step[k], length)
        tried = _corrected(equations, equations.moved(q[k], along / np.maximum(length, 1e-300)[:, None] * size[:, None]), size)
        good = np.isfinite(tried).all(axis=1)
        q[k] = np.where(good[:, None], tried, q[k])
        step[k] = np.where(good, np.minimum(1.5 * step[k], LONGEST), step[k] / 2)
        going[k] = ~arrived[k] & ~stuck & (step[k] >= SHORTEST)
    return arrived


def ways_out(equations: LocalEquations, q: Array) -> Array:
    """Rates (k, nv), of unit length, along which families leave a posture ``q`` (nq,) at which several of them meet.

    A step along a random direction of the kernel is drawn to a family that is near; where it ends shows which way that one goes,
    and a step along there again shows it better.
    """
    random = np.random.default_rng(0)
    kernel, dimension = (part[0] for part in kernels(equations.at(q[None])[1]))
    found: list[Array] = []
    for _ in range(4 * int(dimension)):
        along = kernel @ random.standard_normal(len(kernel))
        for length in (OUT, OUT / 4, OUT / 16):
            begin = equations.moved(q[None], length * along[None] / max(float(np.linalg.norm(along)), 1e-300))
            end = by_least_squares(equations, begin)
            along = equations.apart(q[None], end)[0] if len(end) else np.zeros(len(along))
            if not 0.3 * length < np.linalg.norm(along) < 3 * length:
                break
        else:
            along = equations.rates(along)
            if all(abs(along @ other) < 0.99 for other in found):
                found.append(along)
    return np.array(found).reshape(-1, len(equations.geometry.mechanism.rates))


def regular_members(equations: LocalEquations, q: Array, directions: Array) -> Array:
    """Members beside ``q`` (nq,) at which its family, or each of the families that meet there, has no more open rates than it has
    dimensions; ``directions`` (k, nv) lead along it. It is ``q`` itself where no others meet."""
    if kernels(equations.at(q[None])[1])[1][0] == len(directions):
        return q[None]
    beside = by_least_squares(equations, equations.beside(q, OUT * directions))
    return np.concatenate([beside, q[None]]) if not len(beside) else beside
