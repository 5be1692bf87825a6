r"""Configurations to rounding where Newton's method is slow: on families, and where several solutions meet.

At a solution where :math:`J` loses rank Newton's method halves the error at best, and a gap of rounding :math:`\varepsilon`
leaves the configuration uncertain by :math:`\sqrt\varepsilon`. With ``W`` and ``V`` the left and the right kernel, the equations

.. math:: F(q) = 0, \qquad W^T J(q)\, V = 0

have that solution as a regular one, as a rule, and Newton's method for them finds it to rounding (deflation).

References: [Leykin2006] A. Leykin, J. Verschelde, A. Zhao, *Newton's method with deflation for isolated singularities of
polynomial systems*, Theoretical Computer Science 359. [Yamashita2001] N. Yamashita, M. Fukushima, *On the rate of convergence of
the Levenberg-Marquardt method*, Computing Supplementa 15: quadratic also at families.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kinloop.model.geometry.local_equations import LocalEquations
from kinloop.numerics.newton import improve, limit_steps
from kinloop.numerics.ranks import shortest_steps
from kinloop.numerics.tolerances import TINY

Array = np.ndarray

# Steps of the least squares, the longest of them [rad, parts of the machine], and the gap [the same] from which they are near.
DESCENT_STEPS, LONGEST_STEP, NEARBY = 50, 0.5, 1e-3
# A singular value of rounding, as a part of the largest one.
NOTHING = 1e-12
# A configuration is closed with this part of the tolerance.
CLOSED_GAP = 1e-3
NEWTON_STEPS = 8
# A singular value below this part of the largest one may be zero at a solution near by.
SUSPECT = 1e-3
# Such a solution is no farther [rad, parts of the machine], and its gap is rounding: this part of the tolerance.
NEAR, ROUNDING_GAP = 1e-2, 1e-5
# For a point of a double family, which is known to the root of rounding: the singular values that may be zero, and its distance.
SUSPECT_DOUBLE, NEAR_DOUBLE = 1e-5, 1e-5
# The step of a difference quotient of J, and how often Newton's method is applied.
DIFFERENCE, DEFLATION_STEPS = 1e-5, 12


def by_least_squares(equations: LocalEquations, q: Array) -> Array:
    """The solutions that Levenberg and Marquardt's steps find from configurations (N, nq); fewer where some find none.

    Far from a solution the normal equations are exact enough. Near one that is singular their squares lose what is small, and the
    singular values are taken.
    """
    for count, step, until in ((DESCENT_STEPS, _far_step, NEARBY), (DESCENT_STEPS, _near_step, 0.0)):
        q = _descend(equations, q, count, step, until)
    return close_gaps(equations, q)


def _descend(equations: LocalEquations, q: Array, count: int, step: Callable[..., Array], until: float) -> Array:
    """Configurations after at most ``count`` steps that each reduce the gap, or once it is ``until`` or less; without those that
    are not finite or still far from a solution."""
    F, J = equations.at(q)
    finite = np.isfinite(F).all(axis=1) & np.isfinite(J).all(axis=(1, 2))
    done, q, F, J = [q[:0]], q[finite], F[finite], J[finite]
    size, damping = np.linalg.norm(F, axis=1), np.ones(len(q))
    for _ in range(count):
        ready = (size <= max(until, 1e-15)) | (damping > 1e8)
        if np.any(ready):
            done.append(q[ready & (size <= max(until, NEARBY))])
            q, F, J, size, damping = (part[~ready] for part in (q, F, J, size, damping))
        if not len(q):
            break
        tried = equations.move(q, limit_steps(step(F, J, size, damping), LONGEST_STEP))
        F_tried, J_tried = equations.at(tried)
        new = np.linalg.norm(F_tried, axis=1)
        better = (new < size) & np.isfinite(J_tried).all(axis=(1, 2))
        q, F = np.where(better[:, None], tried, q), np.where(better[:, None], F_tried, F)
        J, size = np.where(better[:, None, None], J_tried, J), np.where(better, new, size)
        damping = np.where(better, np.maximum(damping / 4, 1e-8), damping * 8)
    return np.concatenate([*done, q[size <= NEARBY]])


def _far_step(F: Array, J: Array, size: Array, damping: Array) -> Array:
    normal, right = J.swapaxes(1, 2) @ J, J.swapaxes(1, 2) @ F[..., None]
    added = (damping * size * np.linalg.norm(J, axis=(1, 2)) + TINY)[:, None, None]
    try:
        return np.asarray(np.linalg.solve(normal + added * np.eye(J.shape[2]), right)[..., 0])
    except np.linalg.LinAlgError:  # one exactly singular matrix stops them all
        return np.asarray((np.linalg.pinv(normal, rcond=1e-15, hermitian=True) @ right)[..., 0])


def _near_step(F: Array, J: Array, size: Array, damping: Array) -> Array:
    U, values, Vt = np.linalg.svd(J, full_matrices=False)
    added = (damping * size)[:, None] * values[:, :1]
    along = np.where(values > NOTHING * values[:, :1], values / (values**2 + added + TINY), 0.0)
    return np.asarray((Vt.swapaxes(1, 2) @ ((U.swapaxes(1, 2) @ F[..., None]) * along[..., None]))[..., 0])


def close_gaps(equations: LocalEquations, q: Array) -> Array:
    """Configurations near solutions, moved onto them by the shortest steps; without those that this does not close."""
    if not len(q):
        return q

    def step(q: Array) -> Array:
        F, J = equations.at(q)
        return equations.move(q, shortest_steps(J, F))

    def is_near(q: Array, tried: Array) -> Array:
        return np.asarray(np.max(np.abs(equations.displacement(q, tried)), axis=1, initial=0.0) < NEAR)

    q, gap = improve(q, step, equations.gap, NEWTON_STEPS, is_near)
    return np.asarray(q[gap <= CLOSED_GAP * equations.tolerance])


def refine_singular(equations: LocalEquations, q: Array, suspect: float = SUSPECT, near: float = NEAR) -> Array:
    """The singular solution near ``q`` (nq,), to rounding: where solutions meet, or a point of a double family; ``q`` itself
    where there is none.

    ``suspect``: singular values below this part of the largest one may be zero there; ``near``: how far away it may be [rad,
    parts of the machine].
    """
    values = np.linalg.svd(equations.at(q[None])[1][0], compute_uv=False)
    if not values.size:
        return q
    for count in range(int(np.sum(values < suspect * values[0])), 0, -1):
        found = _deflate(equations, q, len(values) - count, near)
        if found is not None:
            return found
    return q


def _deflate(equations: LocalEquations, first: Array, rank: int, near: float) -> Array | None:
    """Newton's method for the equations and for the rank ``rank``; None where it leads away or leaves a gap."""
    q = first
    for _ in range(DEFLATION_STEPS):
        F, J = (part[0] for part in equations.at(q[None]))
        U, _, Vt = np.linalg.svd(J)
        W, V = U[:, rank:], Vt[rank:].T
        n = J.shape[1]
        steps = DIFFERENCE * np.concatenate([np.eye(n), -np.eye(n)])
        beside = equations.at(equations.move(np.repeat(q[None], 2 * n, axis=0), steps))[1]
        change = W.T @ ((beside[:n] - beside[n:]) / (2 * DIFFERENCE)) @ V  # (n, left, right)
        rows = np.concatenate([J, change.reshape(n, -1).T])
        step = np.linalg.lstsq(rows, np.concatenate([F, -(W.T @ J @ V).ravel()]), rcond=1e-9)[0]
        q = equations.move(q[None], step[None])[0]
        away = float(np.max(np.abs(equations.displacement(first[None], q[None]))))
        if not away < near:
            return None
        if np.max(np.abs(step)) < 1e-14:
            break
    return q if equations.gap(q[None])[0] <= ROUNDING_GAP * equations.tolerance else None
