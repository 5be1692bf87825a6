"""Bisection and golden sections, of numbers and of arrays, against roots and minima in closed form."""

from __future__ import annotations

import numpy as np
import pytest

from kinloop.numerics.minima import golden_section
from kinloop.numerics.roots import bisect

Array = np.ndarray


def test_bisection_ends_at_neighbouring_doubles() -> None:
    before, after = bisect(lambda x: x * x < 2, 1.0, 2.0)
    assert after == np.nextafter(before, 2)
    assert before * before < 2 <= after * after


def test_bisection_goes_down_as_well() -> None:
    before, after = bisect(lambda x: x > 1 / 3, 1.0, -5.0)
    assert before > 1 / 3 >= after
    assert before == np.nextafter(after, 1)


def test_bisection_of_arrays_is_that_of_each() -> None:
    squares = np.array([2.0, 3.0, 5.0])
    before, after = bisect(lambda x: x * x < squares, np.ones(3), np.full(3, 3.0))
    np.testing.assert_allclose(before, np.sqrt(squares), rtol=4e-16)
    np.testing.assert_allclose(after, np.sqrt(squares), rtol=4e-16)


def test_bisection_halves_no_more_often_than_it_may() -> None:
    before, after = bisect(lambda x: x < 0.3, 0.0, 1.0, halvings=4)
    assert (before, after) == (0.25, 0.3125)


@pytest.mark.parametrize("place", [0.2, 0.0, 1.0])
def test_golden_section_finds_a_corner_to_the_last_narrowing(place: float) -> None:
    found, value = golden_section(lambda x: np.abs(x - place), 0.0, 1.0)
    assert found == pytest.approx(place, abs=1e-12)
    assert value == abs(found - place)


def test_golden_section_of_arrays_is_that_of_each() -> None:
    places = np.array([-0.5, 0.1, 0.7])
    found, value = golden_section(lambda x: (x - places) ** 2 + places, np.full(3, -1.0), np.ones(3))
    np.testing.assert_allclose(found, places, atol=1e-7)
    np.testing.assert_allclose(value, places, atol=1e-14)


def test_golden_section_avoids_places_without_a_value() -> None:
    """Beyond the edge of a workspace there is NaN."""

    def distance(x: Array) -> Array:
        return np.where(x < 0.4, np.nan, x)

    found, value = golden_section(distance, 0.0, 1.0)
    assert found == pytest.approx(0.4, abs=1e-12)
    assert value >= 0.4
