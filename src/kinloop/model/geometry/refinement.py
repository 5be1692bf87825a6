r"""Postures to rounding where Newton's method is slow: on families, and where several solutions meet.

At a solution where :math:`J` loses rank Newton's method halves the error at best, and a gap of rounding :math:`\varepsilon`
leaves the posture uncertain by :math:`\sqrt\varepsilon`. With ``W`` and ``V`` the left and the right kernel, the equations

.. math:: F(q) = 0, \qquad W^T J(q)\, V = 0

have that solution as a regular one, as a rule, and Newton's method for them finds it to rounding (deflation).

References: [Leykin2006] A. Leykin, J. Verschelde, A. Zhao, *Newton's method with deflation for isolated singularities of
polynomial systems*, Theoretical Computer Science 359. [Yamashita2001] N. Yamashita, M. Fukushima, *On the rate of convergence of
the Levenberg-Marquardt method*, Computing Supplementa 15: quadratic also at families.
"""

from __future__ import annotations

import numpy as np

from kinloop.model.geometry.local_equations import LocalEquations, least_steps

Array = np.ndarray

# Steps of the least squares, the longest of them [rad, parts of the machine], and how much shorter a gap is closed to rounding.
STEPS, LONGEST, CLOSED = 60, 0.5, 1e-3
CORRECTIONS = 8
# A singular value below this part of the largest one may be zero at a solution near by.
SUSPECT = 1e-3
# Such a solution is no farther [rad, parts of the machine], and its gap is rounding: this part of the tolerance.
NEAR, ROUNDING = 1e-2, 1e-5
# The step of a difference quotient of J, and how often Newton's method is applied.
DIFFERENCE, ITERATIONS = 1e-5, 12


def by_least_squares(equations: LocalEquations, q: Array) -> Array:
    """Where Levenberg and Marquardt's steps lead from postures (N, nq), without those that they lead nowhere."""
    q = np.array(q[np.isfinite(q).all(axis=1)])
    if not len(q):
        return q
    F, J = equations.at(q)
    size, damping = np.linalg.norm(F, axis=1), np.ones(len(q))
    for _ in range(STEPS):
        normal = J.swapaxes(1, 2) @ J
        scale = (damping * size * np.maximum(np.linalg.norm(J, axis=(1, 2)), 1e-300) + 1e-15)[:, None, None]
        step = np.linalg.solve(normal + scale * np.eye(J.shape[2]), (J.swapaxes(1, 2) @ F[..., None]))[..., 0]
        step *= np.minimum(1.0, LONGEST / np.maximum(np.max(np.abs(step), axis=1, keepdims=True), 1e-300))
        tried = equations.moved(q, step)
        F_tried, J_tried = equations.at(tried)
        new = np.linalg.norm(F_tried, axis=1)
        better = new < size
        q = np.where(better[:, None], tried, q)
        F, J = np.where(better[:, None], F_tried, F), np.where(better[:, None, None], J_tried, J)
        size = np.where(better, new, size)
        damping = np.clip(np.where(better, damping / 4, damping * 4), 1e-8, 1e8)
        if np.all((size < 1e-15) | (damping >= 1e8)):
            break
    return closed(equations, q)


def closed(equations: LocalEquations, q: Array) -> Array:
    """Postures near solutions, moved onto them by the shortest steps; without those that this does not close."""
    if not len(q):
        return q
    gap = equations.gap(q)
    for _ in range(CORRECTIONS):
        F, J = equations.at(q)
        tried = equations.moved(q, least_steps(J, F))
        new = equations.gap(tried)
        better = (new < gap) & (np.max(np.abs(equations.apart(q, tried)), axis=1, initial=0.0) < NEAR)
        q, gap = np.where(better[:, None], tried, q), np.where(better, new, gap)
        if not np.any(better):
            break
    return np.asarray(q[gap <= CLOSED * equations.tolerance])


def at_double(equations: LocalEquations, q: Array) -> Array:
    """The solution near ``q`` (nq,) at which solutions meet, to rounding; ``q`` itself where there is none."""
    J = equations.at(q[None])[1][0]
    values = np.linalg.svd(J, compute_uv=False)
    if not values.size or J.shape[0] < J.shape[1]:
        return q
    for count in range(int(np.sum(values < SUSPECT * values[0])), 0, -1):
        found = _deflated(equations, q, J.shape[1] - count)
        if found is not None:
            return found
    return q


def _deflated(equations: LocalEquations, first: Array, rank: int) -> Array | None:
    """Newton's method for the equations and for the rank ``rank``."""
    q = first
    for _ in range(ITERATIONS):
        F, J = (part[0] for part in equations.at(q[None]))
        U, _, Vt = np.linalg.svd(J)
        W, V = U[:, rank:], Vt[rank:].T
        n = J.shape[1]
        steps = DIFFERENCE * np.concatenate([np.eye(n), -np.eye(n)])
        beside = equations.at(equations.moved(np.repeat(q[None], 2 * n, axis=0), steps))[1]
        change = W.T @ ((beside[:n] - beside[n:]) / (2 * DIFFERENCE)) @ V  # (n, left, right)
        rows = np.concatenate([J, change.reshape(n, -1).T])
        step = np.linalg.lstsq(rows, np.concatenate([F, -(W.T @ J @ V).ravel()]), rcond=1e-9)[0]
        q = equations.moved(q[None], step[None])[0]
        away = float(np.max(np.abs(equations.apart(first[None], q[None]))))
        if not away < NEAR:
            return None
        if np.max(np.abs(step)) < 1e-14:
            break
    return q if equations.gap(q[None])[0] <= ROUNDING * equations.tolerance else None
