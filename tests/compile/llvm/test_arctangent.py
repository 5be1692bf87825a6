"""The angle of a vector and the inverse functions of sine and cosine, against mpmath."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import atan2, inf, nan, pi

import casadi as ca
import mpmath
import numpy as np
import pytest

from kinloop.compile.llvm.arctangent import LARGE, SMALL, TURNED
from kinloop.compile.llvm.kernel import Kernel
from kinloop.compile.llvm.target import Target
from kinloop.compile.tape.tape import Formula, scalar

Array = np.ndarray
y, x = ca.SX.sym("y"), ca.SX.sym("x")
ANGLE = Formula("angle", (scalar("y", y), scalar("x", x)), (scalar("angle", ca.atan2(y, x)),))
INVERSE = Formula("inverse", (scalar("x", x),), tuple(scalar(f.__name__, f(x)) for f in (ca.asin, ca.acos, ca.atan)))
SMALLEST = 5e-324
LARGEST = 1.7976931348623157e308


@pytest.fixture
def angle(target: Target, compiled: Callable[[Formula], Kernel]) -> Kernel:
    return compiled(ANGLE)


@pytest.fixture
def inverse(target: Target, compiled: Callable[[Formula], Kernel]) -> Kernel:
    return compiled(INVERSE)


def largest_error(found: Array, function: Callable[..., mpmath.mpf], *arguments: Array) -> float:
    """In units in the last place of the exact result."""
    worst = mpmath.mpf(0)
    with mpmath.workprec(200):
        for got, *given in zip(found, *arguments, strict=True):
            exact = function(*(mpmath.mpf(float(value)) for value in given))
            unit = max(float(np.spacing(abs(float(exact)))), SMALLEST)
            worst = max(worst, abs(mpmath.mpf(float(got)) - exact) / unit)
    return float(worst)


def in_every_direction(low: Array, high: Array) -> tuple[Array, Array]:
    """Both orders and all signs: the eight parts of the circle."""
    pairs = [(s * a, t * b) for a, b in ((low, high), (high, low)) for s, t in product((1, -1), repeat=2)]
    return np.concatenate([a for a, _ in pairs]), np.concatenate([b for _, b in pairs])


def neighbours(values: Array) -> Array:
    return np.concatenate((values, np.nextafter(values, 0), np.nextafter(values, inf)))


def test_directions_all_around_are_within_2_units_in_the_last_place(angle: Kernel) -> None:
    random = np.random.default_rng(1)
    high = random.uniform(0.5, 2, 400)
    a, b = in_every_direction(high * random.uniform(0, 1, 400), high)
    assert largest_error(angle(a, b), mpmath.atan2, a, b) <= 2


def test_directions_near_the_axes_are_within_2_units(angle: Kernel) -> None:
    random = np.random.default_rng(2)
    high = random.uniform(0.5, 2, 200)
    a, b = in_every_direction(high * 10 ** random.uniform(-300, -1, 200), high)
    assert largest_error(angle(a, b), mpmath.atan2, a, b) <= 2


def test_directions_where_the_way_to_the_result_changes_are_within_2_units(angle: Kernel) -> None:
    """At 0.55, where it turns to the diagonal; at the diagonal; and where quotient and angle have steps of different size."""
    random = np.random.default_rng(3)
    high = random.uniform(0.5, 2, 100)
    for edge in (TURNED, 1.0, 0.5, 0.25, 0.125, np.tan(0.5), np.tan(0.25)):
        a, b = in_every_direction(neighbours(edge * high), np.tile(high, 3))
        assert largest_error(angle(a, b), mpmath.atan2, a, b) <= 2


def test_coordinates_of_any_size_are_within_2_units(angle: Kernel) -> None:
    random = np.random.default_rng(4)
    for size in (LARGEST, LARGE, 1e300, 1e-300, SMALL, 2.3e-308, 1e-310, 7 * SMALLEST):
        high = size * random.uniform(0.5, 1, 40)
        low = np.maximum(high * np.append(random.uniform(0, 1, 20), random.uniform(0.5, 1, 20)), SMALLEST)
        a, b = in_every_direction(low, high)
        assert largest_error(angle(a, b), mpmath.atan2, a, b) <= 2


def test_a_quotient_too_small_for_a_double_is_an_axis(angle: Kernel) -> None:
    assert angle(1e-200, 1e200) == 0.0
    assert angle(-1e-200, -1e200) == -pi
    assert angle(3 * SMALLEST, 1.0) == 3 * SMALLEST
    assert angle(1e200, -1e-200) == pi / 2


def test_zeros_and_infinities_are_those_of_c(angle: Kernel) -> None:
    values = [0.0, -0.0, 1.5, -1.5, SMALLEST, -SMALLEST, LARGEST, -LARGEST, inf, -inf]
    a, b = np.array(list(product(values, values))).T
    expected = np.array([atan2(*pair) for pair in zip(a, b, strict=True)])
    found = angle(a, b)
    np.testing.assert_allclose(found, expected, rtol=5e-16, atol=0)
    np.testing.assert_array_equal(np.signbit(found), np.signbit(expected))
    special = np.isinf(a) | np.isinf(b) | (a == 0) | (b == 0)
    np.testing.assert_array_equal(found[special], expected[special])


def test_nan_gives_nan(angle: Kernel, inverse: Kernel) -> None:
    others = [0.0, -0.0, 1.0, -1.0, inf, -inf, nan]
    assert np.isnan(angle(nan, others)).all()
    assert np.isnan(angle(others, nan)).all()
    assert np.isnan(inverse(nan)).all()


@pytest.mark.parametrize("k", range(3))
def test_inverse_functions_are_within_3_units(inverse: Kernel, k: int) -> None:
    random = np.random.default_rng(5)
    near_one = 1 - 10 ** random.uniform(-16, 0, 300)
    values = np.concatenate((random.uniform(0, 1, 400), near_one, 10 ** random.uniform(-300, 0, 100), [0.0, 0.5, 1.0, SMALLEST]))
    if k == 2:
        values = np.concatenate((values, 10 ** random.uniform(0, 300, 100)))
    values = np.concatenate((values, -values))
    assert largest_error(inverse(values)[k], (mpmath.asin, mpmath.acos, mpmath.atan)[k], values) <= 3


def test_inverse_functions_at_the_ends(inverse: Kernel) -> None:
    asin, acos, atan = inverse(np.array([1.0, -1.0, 0.0, -0.0]))
    np.testing.assert_array_equal(asin, [pi / 2, -pi / 2, 0, 0])
    np.testing.assert_array_equal(np.signbit(asin), [False, True, False, True])
    np.testing.assert_array_equal(acos, [0, pi, pi / 2, pi / 2])
    np.testing.assert_array_equal(np.signbit(atan), [False, True, False, True])
    assert np.isnan(inverse(np.array([np.nextafter(1, 2), -1.5, inf, -inf]))[:2]).all()
    np.testing.assert_array_equal(inverse(np.array([inf, -inf]))[2], [pi / 2, -pi / 2])


def test_one_direction_at_a_time_is_the_same_to_the_bit(angle: Kernel) -> None:
    random = np.random.default_rng(6)
    a, b = random.choice([-1, 1], (2, 101)) * 10 ** random.uniform(-3, 3, (2, 101))
    together = angle(a, b)
    np.testing.assert_array_equal(together, [angle(*pair) for pair in zip(a, b, strict=True)])


def test_sine_and_cosine_have_their_angle_back(target: Target, compiled: Callable[[Formula], Kernel]) -> None:
    there_and_back = compiled(Formula("back", (scalar("x", x),), (scalar("angle", ca.atan2(ca.sin(x), ca.cos(x))),)))
    angles = np.random.default_rng(7).uniform(-pi, pi, 20000)
    np.testing.assert_allclose(there_and_back(angles), angles, rtol=0, atol=9e-16)  # two steps of a double at pi
