"""Sine and cosine, against mpmath."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nan

import casadi as ca
import mpmath
import numpy as np
import pytest

from kinloop.compile.llvm.kernel import Kernel
from kinloop.compile.llvm.target import Target
from kinloop.compile.llvm.trigonometry import LARGEST
from kinloop.compile.tape.tape import Formula, scalar

x = ca.SX.sym("x")
FORMULA = Formula("circle", (scalar("x", x),), (scalar("sine", ca.sin(x)), scalar("cosine", ca.cos(x))))
SMALLEST = 5e-324


@pytest.fixture
def circle(target: Target, compiled: Callable[[Formula], Kernel]) -> Kernel:
    return compiled(FORMULA)


def largest_error(kernel: Kernel, angles: np.ndarray) -> float:
    """In units in the last place of the exact result."""
    worst = mpmath.mpf(0)
    with mpmath.workprec(300):
        for got, function in zip(kernel(angles), (mpmath.sin, mpmath.cos), strict=True):
            for angle, value in zip(angles, got, strict=True):
                exact = function(mpmath.mpf(float(angle)))
                unit = max(float(np.spacing(abs(float(exact)))), SMALLEST)
                worst = max(worst, abs(mpmath.mpf(float(value)) - exact) / unit)
    return float(worst)


def both_signs(values: np.ndarray) -> np.ndarray:
    return np.concatenate((values, -values))


@pytest.mark.parametrize(("low", "high"), [(1e-9, 1e-3), (1e-3, 1), (1, 100), (100, 1e6), (1e6, 1e8)])
def test_angles_to_1e8_are_within_3_units_in_the_last_place(low: float, high: float, circle: Kernel) -> None:
    angles = np.exp(np.random.default_rng(4).uniform(np.log(low), np.log(high), 400))
    assert largest_error(circle, both_signs(angles)) <= 3


def test_doubles_nearest_to_multiples_of_a_quarter_turn_are_within_3_units(circle: Kernel) -> None:
    """There the result is tiny, and every digit of it comes from digits of pi far behind a double's last."""
    rng = np.random.default_rng(5)
    multiples = np.unique(np.concatenate((np.arange(1, 200), 10 ** rng.uniform(2, 7.8, 400))).astype(int))
    with mpmath.workprec(300):
        nearest = np.array([float(int(k) * mpmath.pi / 2) for k in multiples])
    neighbours = np.concatenate((nearest, np.nextafter(nearest, 0), np.nextafter(nearest, inf)))
    assert largest_error(circle, both_signs(neighbours)) <= 3


def test_angles_where_the_quadrant_changes_are_within_3_units(circle: Kernel) -> None:
    rng = np.random.default_rng(6)
    odd = 2 * np.concatenate((np.arange(100), 10 ** rng.uniform(2, 7.4, 200))).astype(int) + 1
    edges = odd * (np.pi / 4)
    assert largest_error(circle, np.concatenate((edges, np.nextafter(edges, 0), np.nextafter(edges, inf)))) <= 3


def test_tiny_angles_are_their_own_sine(circle: Kernel) -> None:
    tiny = both_signs(np.array([0.0, SMALLEST, 3 * SMALLEST, 1e-310, 2.2250738585072014e-308, 1e-200, 1e-9]))
    sine, cosine = circle(tiny)
    np.testing.assert_array_equal(sine, tiny)
    np.testing.assert_array_equal(np.signbit(sine), np.signbit(tiny))
    np.testing.assert_array_equal(cosine, 1.0)


def test_infinity_and_nan_are_nan(circle: Kernel) -> None:
    assert np.isnan(circle(np.array([inf, -inf, nan]))).all()


def test_an_angle_too_large_to_be_right_is_nan_and_not_a_wrong_number(circle: Kernel) -> None:
    edge = np.array([LARGEST, np.nextafter(LARGEST, 0)])
    assert largest_error(circle, both_signs(edge)) <= 3
    beyond = both_signs(np.array([np.nextafter(LARGEST, inf), 1e9, 1e16, 1e20, 1e300]))
    assert np.isnan(circle(beyond)).all()


def test_sine_and_cosine_lie_on_the_circle(circle: Kernel) -> None:
    sine, cosine = circle(np.random.default_rng(7).uniform(-1e8, 1e8, 20000))
    assert max(np.abs(sine).max(), np.abs(cosine).max()) <= 1.0
    np.testing.assert_allclose(sine**2 + cosine**2, 1.0, rtol=0, atol=8e-16)
