"""The curve that rounds a corner of a polyline: of fifth order, with the curvature of straight lines at both ends."""

from __future__ import annotations

from functools import cache, cached_property

import numpy as np

from kinloop.trajectory.polynomials.polynomial_motion import coefficient_matrix

Array = np.ndarray
# Gauss' points for the length, whose integrand is smooth; intervals of the table with which Newton's method begins; its steps.
POINTS, TABLE, STEPS = 32, 64, 4


class CornerBlend:
    r"""From ``distance`` before a corner to ``distance`` after it, parametrised by its arc length.

    With the parameter :math:`u` from 0 to 1, the curve of fifth order leaves the first line and meets the second with
    :math:`c' = 2\,d\,e` along them and :math:`c'' = 0`. So direction and curvature are continuous, and the third derivative with
    respect to the arc length jumps. Where the corner is straight, the curve is the line itself.
    """

    def __init__(self, corner: Array, before: Array, after: Array, distance: float) -> None:
        """``before`` and ``after`` are the unit vectors of the lines, in the direction of motion."""
        speed = 2 * distance
        zero = np.zeros_like(corner)
        ends = [-distance * before, speed * before, zero, distance * after, speed * after, zero]
        self.corner = corner
        self._c = np.einsum("ij,jn->in", coefficient_matrix(5), np.array(ends))  # relative to the corner

    @cached_property
    def length(self) -> float:
        """The arc length [m]."""
        return float(self._lengths[-1])

    def __call__(self, s: Array) -> list[Array]:
        """The point at arc lengths (...) and three derivatives, each (..., n)."""
        u = self._parameter(s)
        c, c1, c2, c3 = (self._curve(u, order) for order in range(4))
        g = np.sqrt(_dot(c1, c1))
        g1 = _dot(c1, c2) / g
        g2 = (_dot(c2, c2) + _dot(c1, c3) - g1**2) / g
        u1, u2, u3 = 1 / g, -g1 / g**3, -g2 / g**4 + 3 * g1**2 / g**5
        return [self.corner + c, c1 * u1, c2 * u1**2 + c1 * u2, c3 * u1**3 + 3 * c2 * u1 * u2 + c1 * u3]

    def _curve(self, u: Array, order: int) -> Array:
        coefficients = np.polynomial.polynomial.polyder(self._c, order) if order else self._c
        value: Array = np.zeros((*u.shape, self._c.shape[1])) + coefficients[-1]
        for row in coefficients[-2::-1]:
            value = value * u[..., None] + row
        return value

    def _speed(self, u: Array) -> Array:
        return np.asarray(np.sqrt(np.sum(self._curve(u, 1) ** 2, axis=-1)))

    @cached_property
    def _lengths(self) -> Array:
        """Arc lengths at the ends of the intervals of the table."""
        nodes, weights = _gauss()
        edges = np.linspace(0, 1, TABLE + 1)
        pieces = self._speed(edges[:-1, None] + nodes / TABLE) @ weights / TABLE
        return np.concatenate([[0.0], np.cumsum(pieces)])

    def _parameter(self, s: Array) -> Array:
        """The parameter at arc lengths, by Newton's method."""
        nodes, weights = _gauss()
        edges = np.linspace(0, 1, TABLE + 1)
        k = np.clip(np.searchsorted(self._lengths, s, side="right") - 1, 0, TABLE - 1)
        left, rest = edges[k], s - self._lengths[k]
        u = left + rest / np.diff(self._lengths)[k] / TABLE
        for _ in range(STEPS):
            h = (u - left)[..., None]
            found = np.sum(self._speed(left[..., None] + h * nodes) * weights, axis=-1) * h[..., 0]
            u = u - (found - rest) / self._speed(u)
        return np.asarray(np.clip(u, 0.0, 1.0))


def _dot(a: Array, b: Array) -> Array:
    return np.asarray(np.sum(a * b, axis=-1, keepdims=True))


@cache
def _gauss() -> tuple[Array, Array]:
    """Points and weights on the interval from 0 to 1."""
    nodes, weights = np.polynomial.legendre.leggauss(POINTS)
    return (nodes + 1) / 2, weights / 2
