"""The centroid of the union of clipped output sets, in closed form on CasADi symbols."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any

import casadi as ca

from kinloop.control.fuzzy.union_regions import Region


def centroid(regions: Iterable[Region], levels: Sequence[Any]) -> Any:
    """The centroid of the union of the sets, each clipped at its level from 0 to 1; zero where all levels are zero.

    It is exact: no grid, no branches, and crossings of clipped sets between breakpoints need no search (see
    :mod:`~kinloop.control.fuzzy.union_regions`).
    """
    area, moment = ca.SX(0), ca.SX(0)
    for region in regions:
        t = _height(region, reduce(ca.fmax, [levels[k] for k in region.sets]))
        area += t * (region.area[0] + t * region.area[1])
        moment += t * (region.moment[0] + t * (region.moment[1] + t * region.moment[2]))
    return divide_or_zero(moment, area)


def divide_or_zero(numerator: Any, denominator: Any) -> Any:
    """The quotient; zero where both are zero."""
    return numerator / (denominator + (denominator == 0))


def _height(region: Region, level: Any) -> Any:
    """How high the union fills a region, above its bottom."""
    if region.top < 1:
        level = ca.fmin(level, region.top)
    return ca.fmax(level - region.bottom, 0) if region.bottom > 0 else level
