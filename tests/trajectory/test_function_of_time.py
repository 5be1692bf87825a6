"""Functions of time on symbols: CasADi's derivatives, batches of parameters, and what is refused."""

from __future__ import annotations

import math
from typing import Any

import casadi as ca
import numpy as np
import pytest

import kinloop as kl
from kinloop.errors import NotFinite, ShapeError, UnknownName, UnsupportedOperation

T = np.linspace(-0.5, 2.5, 12).reshape(3, 4)


def test_its_motion_is_the_function_and_its_derivatives() -> None:
    """Before 0 and after the duration too."""
    motion = kl.FunctionOfTime(lambda t: [0.1 * ca.sin(3 * t), t**4, 2.0], 2.0, space="active")(T)
    still = np.zeros_like(T)
    for got, want in (
        (motion.x, [0.1 * np.sin(3 * T), T**4, still + 2]),
        (motion.xd, [0.3 * np.cos(3 * T), 4 * T**3, still]),
        (motion.xdd, [-0.9 * np.sin(3 * T), 12 * T**2, still]),
        (motion.xddd, [-2.7 * np.cos(3 * T), 24 * T, still]),
    ):
        np.testing.assert_allclose(got, np.stack(want, axis=-1), atol=1e-13)


def test_arrays_of_parameters_are_a_batch() -> None:
    def f(t: Any, size: Any, speed: Any) -> Any:
        return ca.vertcat(size * ca.sin(speed * t), size)

    many = kl.FunctionOfTime(f, 1.0, parameters={"size": [[1.0], [2.0]], "speed": [3.0, 4.0, 5.0]}, space="active")
    assert many.shape == (2, 3)
    assert many(T).x.shape == (2, 3, 3, 4, 2)
    for k in np.ndindex(2, 3):
        one = kl.FunctionOfTime(f, 1.0, parameters={"size": 1.0 + k[0], "speed": 3.0 + k[1]}, space="active")
        assert one.shape == ()
        np.testing.assert_array_equal(many(T).xdd[k], one(T).xdd)
        np.testing.assert_array_equal(many[k](T).xdd, one(T).xdd)
    assert many[:, 1].shape == (2,)


def test_of_a_pose_the_rates_are_the_twist() -> None:
    """A turn about a fixed axis at a growing rate, by a quaternion of any length."""
    axis = np.array([2.0, -1.0, 2.0]) / 3
    path = kl.FunctionOfTime(
        lambda t: [t, 0, 0, 3 * ca.cos(t**2 / 2), *(3 * float(a) * ca.sin(t**2 / 2) for a in axis)], 1.0, space="pose"
    )
    t = np.linspace(0, 1, 5)
    motion = path(t)
    np.testing.assert_allclose(np.linalg.norm(motion.x[:, 3:], axis=-1), 1, atol=1e-14)
    np.testing.assert_allclose(motion.xd[:, 3:], 2 * t[:, None] * axis, atol=1e-13)
    np.testing.assert_allclose(motion.xdd[:, 3:], np.broadcast_to(2 * axis, (5, 3)), atol=1e-12)
    np.testing.assert_allclose(motion.xddd[:, 3:], 0, atol=1e-11)
    np.testing.assert_array_equal(motion.xd[:, :3], [[1, 0, 0]] * 5)


@pytest.mark.parametrize(
    "function", [lambda t: 1.0 if t > 0 else 2.0, lambda t: [math.sin(t)], lambda t: [max(0.0, math.sin(t))], lambda: 1.0]
)
def test_a_function_of_numbers_is_refused_and_told_how_to_be_a_spline(function: Any) -> None:
    with pytest.raises(UnsupportedOperation, match=r"kl\.Spline\(times, \[f\(t\) for t in times\], space=\.\.\.\)"):
        kl.FunctionOfTime(function, 1.0, space="active")


def test_what_is_no_trajectory_is_refused_in_words() -> None:
    wrong: Any = 3.0
    with pytest.raises(ShapeError, match=r"the function is 3\.0, expected one that takes the time"):
        kl.FunctionOfTime(wrong, 1.0, space="active")
    with pytest.raises(ShapeError, match="duration is 0, expected one time above zero"):
        kl.FunctionOfTime(lambda t: t, 0, space="active")
    with pytest.raises(NotFinite, match="duration is nan"):
        kl.FunctionOfTime(lambda t: t, np.nan, space="active")
    with pytest.raises(UnknownName, match="no space 'joints'"):
        kl.FunctionOfTime(lambda t: t, 1.0, space="joints")  # type: ignore[arg-type]
    with pytest.raises(ShapeError, match="gave 2 numbers, expected the 7 of a pose"):
        kl.FunctionOfTime(lambda t: [t, t], 1.0, space="pose")
    with pytest.raises(ShapeError, match="gave nothing"):
        kl.FunctionOfTime(lambda t: [], 1.0, space="active")
    with pytest.raises(ShapeError, match="uses the symbol 's'"):
        kl.FunctionOfTime(lambda t: t * ca.SX.sym("s"), 1.0, space="active")
    with pytest.raises(ShapeError, match=r"shapes do not fit each other: a \(2,\), b \(3,\)"):
        kl.FunctionOfTime(lambda t, a, b: a * t + b, 1.0, parameters={"a": [1, 2], "b": [1, 2, 3]}, space="active")
    with pytest.raises(ShapeError, match="one trajectory, not a batch"):
        kl.FunctionOfTime(lambda t: t, 1.0, space="active")[0]


def test_the_space_must_be_given() -> None:
    with pytest.raises(kl.ArgumentMissing, match='FunctionOfTime needs space=: "active" for'):
        kl.FunctionOfTime(lambda t: [t], 1.0)
    with pytest.raises(TypeError):
        kl.FunctionOfTime(lambda t: [t], 1.0, {}, "task")  # type: ignore[misc]
