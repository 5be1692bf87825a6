"""Curves on a grid: edges that a curve crosses, joined through the cells between them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

Array = np.ndarray
# The largest distance, in cells, of ends of curves that are joined.
NEIGHBOURS = 1.5


@dataclass(frozen=True)
class EdgeCrossings:
    """Crossings of curves with the edges of a grid with the values ``a`` and ``b`` on its axes: a coordinate, or NaN.

    ``along_a`` (len(a) - 1, len(b)) has the values of the first coordinate on the edges along the first axis, ``along_b``
    (len(a), len(b) - 1) those of the second on the others.
    """

    a: Array
    b: Array
    along_a: Array
    along_b: Array

    def curves(self) -> list[Array]:
        """Polylines (k, 2); a closed one ends where it starts."""
        links: dict[tuple[int, int, int], list[tuple[int, int, int]]] = {}
        hit_a, hit_b = ~np.isnan(self.along_a), ~np.isnan(self.along_b)
        count = hit_a[:, :-1].astype(int) + hit_a[:, 1:] + hit_b[:-1] + hit_b[1:]
        for i, j in np.argwhere(count >= 2):
            edges = [(0, i, j), (0, i, j + 1), (1, i, j), (1, i + 1, j)]
            edges = [(axis, int(m), int(n)) for axis, m, n in edges if (hit_a if axis == 0 else hit_b)[m, n]]
            for one, other in self._pairs(edges):
                links.setdefault(one, []).append(other)
                links.setdefault(other, []).append(one)
        return self._join([np.array([self._point(edge) for edge in curve]) for curve in _walk_chains(links)])

    def _join(self, curves: list[Array]) -> list[Array]:
        """Join curves with neighbouring ends: one left a cell and came back through the same edge, where no sign changes."""
        cell = np.array([np.diff(self.a).max(), np.diff(self.b).max()])
        waiting, done = list(curves), []
        while waiting:
            curve = waiting.pop()
            while not np.array_equal(curve[0], curve[-1]):
                near = [
                    (k, turned)
                    for k, other in enumerate(waiting)
                    for turned in ((other, other[::-1]) if not np.array_equal(other[0], other[-1]) else ())
                    if np.max(np.abs(turned[0] - curve[-1]) / cell) < NEIGHBOURS
                ]
                if near:
                    k, other = near[0]
                    waiting.pop(k)
                    curve = np.concatenate([curve, other])
                elif np.max(np.abs(curve[0] - curve[-1]) / cell) < NEIGHBOURS and len(curve) > 4:
                    curve = np.concatenate([curve, curve[:1]])
                else:
                    curve = curve[::-1]
                    if not any(
                        np.max(np.abs(end - curve[-1]) / cell) < NEIGHBOURS for other in waiting for end in (other[0], other[-1])
                    ):
                        break
            done.append(curve)
        return done[::-1]

    def _point(self, edge: tuple[int, int, int]) -> tuple[float, float]:
        axis, i, j = edge
        return (self.along_a[i, j], self.b[j]) if axis == 0 else (self.a[i], self.along_b[i, j])

    def _pairs(self, edges: list[tuple[int, int, int]]) -> list[tuple[tuple[int, int, int], tuple[int, int, int]]]:
        """The pairs of a cell's edges that a curve connects: of four edges the two nearest pairs, of three the nearest pair."""
        if len(edges) == 2:
            return [(edges[0], edges[1])]
        size = np.array([self.a[-1] - self.a[0], self.b[-1] - self.b[0]])
        points = np.array([self._point(edge) for edge in edges]) / size

        def apart(i: int, j: int) -> float:
            return float(np.linalg.norm(points[i] - points[j]))

        if len(edges) == 3:
            i, j = min(((0, 1), (0, 2), (1, 2)), key=lambda pair: apart(*pair))
            return [(edges[i], edges[j])]
        splits = [((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))]
        best = min(splits, key=lambda split: apart(*split[0]) + apart(*split[1]))
        return [(edges[i], edges[j]) for i, j in best]


def _walk_chains(links: dict[tuple[int, int, int], list[tuple[int, int, int]]]) -> list[list[tuple[int, int, int]]]:
    """The chains of linked edges, each once; those with an end start there."""
    curves, seen = [], set()
    for first in sorted(links, key=lambda edge: len(links[edge])):
        if first in seen:
            continue
        curve, edge = [first], first
        seen.add(first)
        while following := next((other for other in links[edge] if other not in seen), None):
            curve.append(following)
            seen.add(following)
            edge = following
        if len(curve) > 2 and first in links[edge] and len(links[first]) == 2:
            curve.append(first)
        curves.append(curve)
    return curves
