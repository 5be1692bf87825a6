"""The exact centroid against scikit-fuzzy on the exact breakpoints of the union, against a fine grid, and in closed forms."""

from __future__ import annotations

from functools import cache

import casadi as ca
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinloop.control.fuzzy.centroid import centroid
from kinloop.control.fuzzy.default_rules import OUTPUT_TERMS
from kinloop.control.fuzzy.membership import Trapezoid, as_trapezoid
from kinloop.control.fuzzy.union_regions import union_regions

DEFAULT = tuple(as_trapezoid(points) for points in OUTPUT_TERMS.values())
SETS: dict[str, tuple[Trapezoid, ...]] = {
    "default": DEFAULT,
    "one triangle": ((-1.0, 0.25, 0.25, 1.0),),
    "shoulders": ((-1.0, -1.0, -0.8, -0.2), (-0.5, 0.0, 0.1, 0.5), (0.2, 0.8, 1.0, 1.0)),
    "overlapping in threes": tuple((x - 0.8, x, x, x + 0.8) for x in (-1.0, -0.6, -0.2, 0.2, 0.6, 1.0)),
    "one within another": ((-1.0, -0.5, 0.5, 1.0), (-0.2, 0.1, 0.1, 0.4), (-0.9, -0.9, 0.9, 0.9)),
    "equal sets": ((-1.0, 0.0, 0.0, 1.0), (-1.0, 0.0, 0.0, 1.0), (0.0, 1.0, 1.0, 2.0)),
    "apart": ((-3.0, -2.0, -2.0, -1.0), (1.0, 2.0, 2.5, 3.0)),
    "shared flanks": ((0.0, 1.0, 1.0, 2.0), (0.0, 1.0, 2.0, 3.0), (0.0, 1.0, 3.0, 3.0)),
}


@cache
def exact(sets: tuple[Trapezoid, ...]) -> ca.Function:
    levels = ca.SX.sym("levels", len(sets))
    return ca.Function("centroid", [levels], [centroid(union_regions(sets), ca.vertsplit(levels))])


def union(u: np.ndarray, sets: tuple[Trapezoid, ...], levels: np.ndarray) -> np.ndarray:
    """The union of the clipped sets, written out again; inside vertical edges."""
    total = np.zeros_like(u)
    for (a, b, c, d), level in zip(sets, levels, strict=True):
        rising = (u - a) / (b - a) if b > a else np.where(u > a, 1.0, 0.0)
        falling = (d - u) / (d - c) if d > c else np.where(u < d, 1.0, 0.0)
        total = np.maximum(total, np.clip(np.minimum(rising, falling), 0.0, level))
    return total


def segments(sets: tuple[Trapezoid, ...], levels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Ends of all segments of the union: breakpoints, crossings of flanks, and flanks at all levels."""
    lines = [(p, q) for a, b, c, d in sets for p, q in ((a, b), (d, c))]  # a flank is at p at height 0 and at q at height 1
    points = {p for trapezoid in sets for p in trapezoid}
    points |= {p + (q - p) * level for p, q in lines for level in levels}
    for p, q in lines:
        for r, s in lines:
            if (q - p) != (s - r):
                points.add(p + (q - p) * (r - p) / ((q - p) - (s - r)))
    x = np.array(sorted(point for point in points if np.isfinite(point)))
    third, two_thirds = (union(x[:-1] + f * np.diff(x), sets, levels) for f in (1 / 3, 2 / 3))
    ends = np.stack([2 * third - two_thirds, 2 * two_thirds - third], axis=-1)  # a jump has two values at one point
    return np.stack([x[:-1], x[1:]], axis=-1).ravel(), ends.ravel()


def random_levels(rng: np.random.Generator, n: int) -> np.ndarray:
    """Levels from 0 to 1, some of them 0 or 1, some alike; not all zero."""
    levels = rng.uniform(1e-3, 1.0, n)
    levels[rng.uniform(size=n) < 0.3] = 0.0
    levels[rng.uniform(size=n) < 0.1] = 1.0
    if n > 1 and rng.uniform() < 0.3:
        levels[rng.integers(n)] = levels[rng.integers(n)]
    levels[rng.integers(n)] = max(levels.max(), 0.25)
    return levels


@pytest.mark.parametrize("name", SETS)
def test_centroid_equals_scikit_fuzzy_on_the_exact_breakpoints(name: str) -> None:
    skfuzzy = pytest.importorskip("skfuzzy", reason="scikit-fuzzy is not installed")
    sets, rng = SETS[name], np.random.default_rng(1)
    for _ in range(300):
        levels = random_levels(rng, len(sets))
        assert float(exact(sets)(levels)) == pytest.approx(skfuzzy.centroid(*segments(sets, levels)), abs=1e-12)


def test_random_trapezoids_in_general_position_equal_scikit_fuzzy() -> None:
    skfuzzy = pytest.importorskip("skfuzzy", reason="scikit-fuzzy is not installed")
    rng = np.random.default_rng(2)
    for _ in range(60):
        sets = tuple(as_trapezoid(np.sort(rng.uniform(-1, 1, 4)).tolist()) for _ in range(rng.integers(1, 9)))
        f = exact.__wrapped__(sets)
        for _ in range(10):
            levels = random_levels(rng, len(sets))
            assert float(f(levels)) == pytest.approx(skfuzzy.defuzz(*segments(sets, levels), "centroid"), abs=1e-12)


def test_the_grid_of_scikit_fuzzy_differs_by_its_spacing() -> None:
    skfuzzy = pytest.importorskip("skfuzzy", reason="scikit-fuzzy is not installed")
    rng = np.random.default_rng(3)
    levels = [random_levels(rng, 7) for _ in range(50)]
    gaps = []
    for count in (27, 267, 2667):
        u = np.linspace(-4 / 3, 4 / 3, count)
        found = [skfuzzy.centroid(u, union(u, DEFAULT, each)) for each in levels]
        gaps.append(max(abs(float(exact(DEFAULT)(each)) - one) for each, one in zip(levels, found, strict=True)))
    assert 1e-12 < gaps[2] < gaps[1] < gaps[0] < 0.1


@given(st.lists(st.floats(0.0, 1.0, allow_subnormal=False), min_size=6, max_size=6))
@settings(max_examples=200, deadline=None)
def test_centroid_equals_integration_on_a_fine_grid(levels: list[float]) -> None:
    sets = SETS["overlapping in threes"]
    found = float(exact(sets)(levels))
    if max(levels) < 1e-3:
        assert abs(found) <= 1.8 + 1e-9  # within the sets, also where levels are tiny; zero where there are none
        return
    u = np.linspace(-1.8, 1.8, 36_001)
    y = union(u, sets, np.asarray(levels))
    assert found == pytest.approx(np.trapezoid(u * y, u) / np.trapezoid(y, u), abs=1e-5)


def test_one_clipped_triangle_has_its_centroid_in_closed_form() -> None:
    """The triangle (0, 0, 3) clipped at h: a trapezoid with sides 3 and 3 (1 - h), of which the left edge is vertical."""
    f = exact(((0.0, 0.0, 0.0, 3.0),))
    for h in (1e-12, 1e-3, 0.5, 1.0):
        top = 3 * (1 - h)
        expected = (9 + 3 * top + top**2) / (3 * (3 + top))
        assert float(f([h])) == pytest.approx(expected, rel=1e-14)


def test_no_level_gives_zero_and_one_symmetric_set_gives_its_middle() -> None:
    f = exact(DEFAULT)
    assert float(f(np.zeros(7))) == 0.0
    for k, middle in enumerate(np.arange(-3, 4) / 3):
        for level in (1e-9, 0.3, 1.0):
            assert float(f(level * np.eye(7)[k])) == pytest.approx(middle, abs=1e-15)


def test_regions_of_the_default_sets_are_few() -> None:
    """Each set alone, below and above the crossing of neighbours, and each pair of neighbours."""
    regions = union_regions(DEFAULT)
    assert len(regions) == 7 * 2 + 6
    assert {len(region.sets) for region in regions} == {1, 2}


def test_full_levels_give_the_area_below_all_sets() -> None:
    for sets in SETS.values():
        u, y = segments(sets, np.ones(len(sets)))
        area = sum(r.area[0] * (r.top - r.bottom) + r.area[1] * (r.top - r.bottom) ** 2 for r in union_regions(sets))
        assert area == pytest.approx(np.trapezoid(y, u), abs=1e-13)
