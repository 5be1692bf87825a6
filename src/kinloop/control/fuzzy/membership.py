"""Membership functions: triangles and trapezoids, on CasADi symbols."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

import casadi as ca

# The breakpoints of a trapezoid: it rises from a to b, is one from b to c, and falls from c to d.
Trapezoid = tuple[float, float, float, float]
Terms = Mapping[str, Sequence[float]]


def as_trapezoid(points: Sequence[float]) -> Trapezoid:
    """Breakpoints of a triangle [a, b, c] or of a trapezoid [a, b, c, d]."""
    return points[0], points[1], points[-2], points[-1]


def value_range(terms: Terms) -> tuple[float, float]:
    """The least and the largest breakpoint of the terms."""
    return min(points[0] for points in terms.values()), max(points[-1] for points in terms.values())


def clip(x: Any, terms: Terms) -> Any:
    """The value within the range of the terms."""
    lowest, highest = value_range(terms)
    return ca.fmax(lowest, ca.fmin(x, highest))


def memberships(x: Any, terms: Terms) -> list[Any]:
    """The membership of each term at a value within their range. At a vertical edge it is that of the inner side."""
    lowest, highest = value_range(terms)
    return [_membership(x, as_trapezoid(points), lowest, highest) for points in terms.values()]


def _membership(x: Any, trapezoid: Trapezoid, lowest: float, highest: float) -> Any:
    a, b, c, d = trapezoid
    flanks: list[Any] = []
    if a < b:
        flanks.append((x - a) / (b - a))
    elif a > lowest:  # at the end of the range the edge is an open shoulder
        flanks.append(x >= a)
    if c < d:
        flanks.append((d - x) / (d - c))
    elif d < highest:
        flanks.append(x <= d)
    if b < c or not flanks:  # a triangle is not above one
        flanks.append(ca.SX(1))
    return ca.fmax(reduce(ca.fmin, flanks), 0)
