"""Families of configurations: which members a motion connects while the target is held.

A family of one dimension is a curve, which is traced once, both ways, until it closes; a configuration lies on it if a short walk
from the nearest point of the curve leads there. In families of more dimensions walks go from member to member, straight towards
the goal along the family.
"""

from __future__ import annotations

import numpy as np

from kinloop.model.geometry.local_equations import LocalEquations
from kinloop.model.geometry.refinement import by_least_squares
from kinloop.numerics.ranks import null_projections, shortest_steps
from kinloop.numerics.tolerances import TINY

Array = np.ndarray

# Steps along a family [rad, parts of the machine]: the longest, the shortest, and the largest correction as a part of the step.
LONGEST, SHORTEST, CORRECTED = 0.2, 1e-4, 0.3
# A gap that needs no correction.
EXACT = 1e-13
# The sine of the largest angle between the tangents before and after a step.
BEND = 0.3
# The largest number of steps of a curve each way, and of a walk.
POINTS, WALK = 300, 60
# A walk has arrived this near to its goal [rad, parts of the machine]; on a curve it begins no farther away than that.
ARRIVED, BESIDE = 1e-5, 2 * LONGEST

# How far a way out of a configuration is looked for [rad, parts of the machine], the cosine of directions that are one, and the
# part of a direction that is not of the others.
OUT, ALONG, SPREAD = 1e-2, 0.95, 0.05
# The step by which curvature is measured [rad, parts of the machine], and the part of the largest curvature that counts as zero.
BENT, VANISHES = 1e-3, 1e-4


def trace_curve(equations: LocalEquations, q: Array) -> Array:
    """Points of the curve of configurations through ``q`` (nq,), shape (k, nq)."""
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
            moved = _correct(equations, equations.move(q[None], step * tangent[None]), step)[0]
            ahead = _tangent(equations, moved, tangent) if np.isfinite(moved).all() else None
            if ahead is not None and tangent @ ahead > np.sqrt(1 - BEND**2):
                break
            moved, step = None, step / 2
        if moved is None or ahead is None:
            return points, False
        way += step
        home = equations.displacement(moved[None], first[None])[0]
        if way > 3 * LONGEST and np.linalg.norm(home) < 1.5 * step and abs(home @ ahead) > 0.7 * np.linalg.norm(home):
            return [*points, moved], True
        points.append(moved)
        q, tangent, step = moved, ahead, min(1.5 * step, LONGEST)
    return points, False


def _tangent(equations: LocalEquations, q: Array, before: Array | None) -> Array | None:
    """The unit tangent of the family at ``q``, in the sense of the one before."""
    projection = null_projections(equations.at(q[None])[1])[0][0]
    if before is None:
        values, vectors = np.linalg.eigh(projection)
        return np.asarray(vectors[:, -1]) if values[-1] > 0.5 else None
    along = projection @ before
    size = float(np.linalg.norm(along))
    return along / size if size > 0.5 else None


def _correct(equations: LocalEquations, q: Array, step: float | Array) -> Array:
    """Configurations (N, nq) moved onto the family; NaN where it is farther than a part of the step."""
    begin, good = q, np.ones(len(q), bool)
    for _ in range(4):
        F, J = equations.at(q)
        good &= np.isfinite(F).all(axis=1)
        F, J = np.where(good[:, None], F, 0.0), np.where(good[:, None, None], J, 0.0)
        if np.max(np.abs(F), initial=0.0) < EXACT:
            break
        q = equations.move(q, shortest_steps(J, F))
    moved = np.linalg.norm(equations.displacement(begin, q), axis=1)
    ok = good & (equations.gap(q) <= equations.tolerance) & (moved <= CORRECTED * np.maximum(step, SHORTEST) + 1e-9)
    return np.where(ok[:, None], q, np.nan)


def are_connected(equations: LocalEquations, a: Array, b: Array) -> Array:
    """Whether walks along the family lead from configurations ``a`` to ``b`` (N, nq), one to one."""
    q, step = np.array(a), np.full(len(a), LONGEST)
    arrived, going = np.zeros(len(a), bool), np.ones(len(a), bool)
    nearest = np.full(len(a), np.inf)
    for _ in range(WALK):
        k = np.flatnonzero(going)
        if not k.size:
            break
        gap = equations.displacement(q[k], b[k])
        distance = np.linalg.norm(gap, axis=1)
        arrived[k] = distance < ARRIVED
        along = (null_projections(equations.at(q[k])[1])[0] @ gap[..., None])[..., 0]
        length = np.linalg.norm(along, axis=1)
        # Nothing leads nearer, or the last steps did not.
        stuck = (length < 0.05 * distance) | (distance > nearest[k] * 1.001)
        nearest[k] = np.minimum(nearest[k], distance)
        size = np.minimum(step[k], length)
        tried = _correct(equations, equations.move(q[k], along / np.maximum(length, TINY)[:, None] * size[:, None]), size)
        good = np.isfinite(tried).all(axis=1)
        q[k] = np.where(good[:, None], tried, q[k])
        step[k] = np.where(good, np.minimum(1.5 * step[k], LONGEST), step[k] / 2)
        going[k] = ~arrived[k] & ~stuck & (step[k] >= SHORTEST)
    return arrived


def motions_continue(equations: LocalEquations, q: Array, directions: Array) -> bool:
    """Whether motions from ``q`` (nq,) go on along all the directions (k, nv), and not back or elsewhere.

    Corrections are made where ``q`` has no open rate. What they leave open is nothing where a family goes straight on; where it
    bends within the open rates, least squares follow.
    """
    steps = equations.steps(directions)
    ends = _project(equations, q, OUT * steps)
    bent = equations.gap(ends) > equations.tolerance
    if np.any(bent):
        found = by_least_squares(equations, ends[bent])
        if len(found) < np.sum(bent):
            return False
        ends[bent] = found
    gone = equations.displacement(np.repeat(q[None], len(ends), axis=0), ends)
    length = np.linalg.norm(gone, axis=1)
    return bool(np.all((np.sum(gone * steps, axis=1) > ALONG * length) & (length > OUT / 2) & (length < 2 * OUT)))


def _project(equations: LocalEquations, q: Array, steps: Array) -> Array:
    """Configurations (k, nq) after steps (k, n) from one (nq,), corrected where that one has no open rate."""
    J = equations.at(q[None])[1]
    rank = J.shape[2] - int(null_projections(J)[1][0])
    ends = equations.move(np.repeat(q[None], len(steps), axis=0), steps)
    for _ in range(5):
        F, J = equations.at(ends)
        ends = equations.move(ends, shortest_steps(J, F, rank))
    return ends


def tangent_directions(equations: LocalEquations, q: Array) -> Array:
    r"""Rates (k, nv), of unit length where lengths are parts of the machine's size, along which families leave a configuration
    ``q`` (nq,) that has more open rates than these have dimensions: where several of them meet, or where one is double.

    To second order a motion along open rates ``V y`` is one where the left kernel ``W`` sees no curvature, :math:`Q(y) = 0`; what
    is left open after a small step along them is that curvature. Of these ways those count along which a motion goes on.
    """
    J = equations.at(q[None])[1]
    U, values, Vt = (part[0] for part in np.linalg.svd(J, full_matrices=True))
    rank = J.shape[2] - int(null_projections(J)[1][0])
    W, V = U[:, rank:], Vt[rank:]
    if not W.shape[1] or not len(V):
        return equations.rates(V)
    ways = _cone(_curvature(equations, q, W, V)) @ V  # without units, of unit length
    if not len(ways):
        return equations.rates(ways)
    _, values, span = np.linalg.svd(ways, full_matrices=False)
    span = span[values > SPREAD * values[0]]
    if motions_continue(equations, q, equations.rates(span)):  # one family, of as many dimensions
        return equations.rates(span)
    found: list[Array] = []
    for way in ways:
        if all(abs(way @ other) < ALONG for other in found) and motions_continue(equations, q, equations.rates(way[None])):
            found.append(way)
    return equations.rates(np.array(found).reshape(-1, ways.shape[1]))


def _curvature(equations: LocalEquations, q: Array, W: Array, V: Array) -> Array:
    """The symmetric form (k, k, left) of the curvature that ``W`` (m, left) sees along ``V`` (k, n), of unit size."""
    k = len(V)
    pairs = [(i, j) for i in range(k) for j in range(i, k)]
    steps = BENT * np.array([V[i] if i == j else V[i] + V[j] for i, j in pairs])
    # Both ways, so that terms of third order cancel.
    seen = sum(equations.at(_project(equations, q, way * steps))[0] @ W for way in (1, -1)) / (2 * BENT**2)
    form = np.zeros((k, k, W.shape[1]))
    for (i, j), value in zip(pairs, seen, strict=True):
        form[i, j] = form[j, i] = value
    for i, j in pairs:
        if i != j:
            form[i, j] = form[j, i] = (form[i, j] - form[i, i] - form[j, j]) / 2
    return np.asarray(form / max(float(np.abs(form).max()), TINY))


def _cone(form: Array) -> Array:
    """Unit vectors (N, k) along which a symmetric form vanishes.

    It vanishes along its radical, the vectors that it sends to zero with every other one. Linear algebra finds these to rounding,
    also where the form is a square, as on a double family: there iterations would find them with half the digits. On what is
    perpendicular to the radical, Gauss and Newton's method on the sphere finds the rest from random vectors.
    """
    k = len(form)
    _, values, vectors = np.linalg.svd(form.reshape(k, -1).T)
    rank = int(np.sum(values > VANISHES * max(float(values[0]), VANISHES)))
    radical, across = vectors[rank:], vectors[:rank]
    if not rank:
        return np.asarray(radical)
    random = np.random.default_rng(0)
    form = np.einsum("ai,bj,ijl->abl", across, across, form)
    y = random.standard_normal((12 * k, rank))
    for _ in range(40):
        y = y / np.linalg.norm(y, axis=1, keepdims=True)
        value, slope = np.einsum("ni,nj,ijl->nl", y, y, form), 2 * np.einsum("nj,ijl->nli", y, form)
        rows = np.concatenate([slope, y[:, None, :]], axis=1)
        right = np.concatenate([-value, np.zeros((len(y), 1))], axis=1)
        step = (np.linalg.pinv(rows, rcond=1e-9) @ right[..., None])[..., 0]
        y = y + step * np.minimum(1.0, 0.3 / np.maximum(np.linalg.norm(step, axis=1, keepdims=True), TINY))
    y = y / np.linalg.norm(y, axis=1, keepdims=True)
    y = y[np.abs(np.einsum("ni,nj,ijl->nl", y, y, form)).max(axis=1) < VANISHES]
    if not len(y):
        return np.asarray(radical)
    ways = y @ across + random.standard_normal((len(y), len(radical))) @ radical
    return np.asarray(ways / np.linalg.norm(ways, axis=1, keepdims=True))


def regular_members(equations: LocalEquations, q: Array, directions: Array) -> Array:
    """Members beside ``q`` (nq,) at which its family, or each of the families that meet there, has no more open rates than it has
    dimensions; ``directions`` (k, nv) lead along it. It is ``q`` itself where no others meet."""
    if null_projections(equations.at(q[None])[1])[1][0] == len(directions):
        return q[None]
    beside = by_least_squares(equations, equations.move_by(q, OUT * directions))
    return np.concatenate([beside, q[None]]) if not len(beside) else beside
