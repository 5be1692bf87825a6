"""Newton's steps: limited, and only taken where they help."""

from __future__ import annotations

import numpy as np

from kinloop.numerics.newton import improve, limit_steps
from kinloop.numerics.rotations import wrap_angles

Array = np.ndarray


def test_only_long_steps_are_shortened_and_keep_their_direction() -> None:
    steps = np.array([[3.0, -4.0], [0.1, 0.2], [0.0, 0.0]])
    np.testing.assert_allclose(limit_steps(steps, 2.0), [[1.5, -2.0], [0.1, 0.2], [0.0, 0.0]], rtol=1e-15)


def test_steps_that_do_not_help_are_not_taken() -> None:
    """Newton's method for x^3 = 2 from two points; at the third, near zero, its step leads far away."""

    def step(x: Array) -> Array:
        return x - (x**3 - 2) / (3 * x**2)

    def gap(x: Array) -> Array:
        return np.abs(x[:, 0] ** 3 - 2)

    start = np.array([[1.0], [2.0], [1e-3]])
    found, left = improve(start, step, gap, 20)
    np.testing.assert_allclose(found[:2, 0], 2 ** (1 / 3), rtol=1e-15)
    assert found[2, 0] == 1e-3
    np.testing.assert_array_equal(left, gap(found))


def test_no_step_is_taken_where_the_gap_is_small_enough_or_the_step_too_long() -> None:
    def halve(x: Array) -> Array:
        return x / 2

    def gap(x: Array) -> Array:
        return np.abs(x[:, 0])

    start = np.array([[1.0], [8.0]])
    assert improve(start, halve, gap, 5, enough=8.0)[0].tolist() == [[1.0], [8.0]]
    assert improve(start, halve, gap, 1, is_near=lambda a, b: gap(a - b) < 1)[0].tolist() == [[0.5], [8.0]]


def test_wrapped_angles_are_within_half_a_turn() -> None:
    angles = np.linspace(-20, 20, 401)
    wrapped = wrap_angles(angles)
    assert np.all((wrapped >= -np.pi) & (wrapped < np.pi))
    np.testing.assert_allclose(np.exp(1j * wrapped), np.exp(1j * angles), atol=1e-14)
