r"""The regions below overlapping output sets, from which the centroid of their clipped union follows in closed form.

A point of the plane, at the value ``u`` and the height ``h``, lies below the union of the sets :math:`\mu_k` clipped at the
levels :math:`\alpha_k` where :math:`h < \mu_k(u)` and :math:`h < \alpha_k` for one ``k`` at least. The flanks of all sets divide
the strip :math:`0 \le h \le 1` into regions, and each region lies below the same sets ``S``, whatever the levels are. So of a
region the union contains the part below the largest level of its sets, :math:`\max_{k \in S} \alpha_k`, and nothing else. Between
two heights at which flanks cross, the left and right sides of a region are straight lines in ``h``: the area up to a height is a
polynomial of degree two, and the first moment one of degree three. The crossings of clipped sets, which move with the levels, do
not have to be found.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise

from kinloop.control.fuzzy.membership import Trapezoid

# Heights of crossings are rounded to multiples of this number, so that crossings at one height but for rounding make one. In the
# sliver between, two flanks are in the wrong order: an error of its square.
RESOLUTION = Fraction(1, 2**40)


@dataclass(frozen=True)
class Region:
    """A region below the output sets ``sets``, between the heights ``bottom`` and ``top``.

    With the height ``t`` above its bottom, the area is ``area[0] t + area[1] t^2`` and the first moment
    ``moment[0] t + moment[1] t^2 + moment[2] t^3``.
    """

    sets: tuple[int, ...]
    bottom: float
    top: float
    area: tuple[float, float]
    moment: tuple[float, float, float]


@dataclass(frozen=True)
class _Flank:
    """A side of a set as a line: the value at height ``h`` is ``at_zero + slope h``."""

    at_zero: Fraction
    slope: Fraction
    owner: int

    def value(self, h: Fraction) -> Fraction:
        return self.at_zero + self.slope * h


# Coefficients in h of a region's width, and of its width times the value at its middle.
_Density = tuple[Fraction, Fraction, Fraction, Fraction, Fraction]


def union_regions(sets: Sequence[Trapezoid]) -> tuple[Region, ...]:
    """The regions of fixed output sets, with exact rational arithmetic but for :data:`RESOLUTION`."""
    flanks = [flank for k, points in enumerate(sets) for flank in _flanks(points, k)]
    heights = sorted({Fraction(0), Fraction(1), *_crossing_heights(flanks)})
    stacks: dict[tuple[int, ...], list[tuple[Fraction, Fraction, _Density]]] = {}
    for bottom, top in pairwise(heights):
        for owners, density in _densities(flanks, (bottom + top) / 2).items():
            stack = stacks.setdefault(owners, [])
            if stack and stack[-1][1:] == (bottom, density):  # no flank of this region bends here
                bottom_of_stack = stack.pop()[0]
                stack.append((bottom_of_stack, top, density))
            else:
                stack.append((bottom, top, density))
    return tuple(_region(owners, *layer) for owners, stack in stacks.items() for layer in stack)


def _flanks(points: Trapezoid, owner: int) -> tuple[_Flank, _Flank]:
    a, b, c, d = map(Fraction, points)
    return _Flank(a, b - a, owner), _Flank(d, c - d, owner)


def _crossing_heights(flanks: Iterable[_Flank]) -> Iterable[Fraction]:
    """The heights between 0 and 1 at which two flanks cross."""
    for one, other in combinations(flanks, 2):
        if one.slope != other.slope:
            height = round((other.at_zero - one.at_zero) / (one.slope - other.slope) / RESOLUTION) * RESOLUTION
            if 0 < height < 1:
                yield height


def _densities(flanks: Iterable[_Flank], height: Fraction) -> dict[tuple[int, ...], _Density]:
    """The width of the regions at about this height, by the sets that they lie below."""
    found: dict[tuple[int, ...], _Density] = {}
    inside: set[int] = set()
    for left, right in pairwise(sorted(flanks, key=lambda flank: flank.value(height))):
        inside ^= {left.owner}  # its first flank enters a set, its second leaves it
        if inside and left.value(height) < right.value(height):
            owners = tuple(sorted(inside))
            found[owners] = _sum(found.get(owners), _density(left, right))
    return found


def _density(left: _Flank, right: _Flank) -> _Density:
    (p, r), (q, s) = (left.at_zero, left.slope), (right.at_zero, right.slope)
    return q - p, s - r, (q * q - p * p) / 2, q * s - p * r, (s * s - r * r) / 2


def _sum(one: _Density | None, other: _Density) -> _Density:
    if one is None:
        return other
    a, b, c, d, e = (x + y for x, y in zip(one, other, strict=True))
    return a, b, c, d, e


def _region(owners: tuple[int, ...], bottom: Fraction, top: Fraction, density: _Density) -> Region:
    """The polynomials of area and moment above the bottom, by integration over the height."""
    w0, w1, m0, m1, m2 = density
    area = (w0 + w1 * bottom, w1 / 2)
    moment = (m0 + (m1 + m2 * bottom) * bottom, m1 / 2 + m2 * bottom, m2 / 3)
    return Region(
        owners,
        float(bottom),
        float(top),
        (float(area[0]), float(area[1])),
        (float(moment[0]), float(moment[1]), float(moment[2])),
    )
