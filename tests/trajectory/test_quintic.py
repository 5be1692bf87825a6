"""Quintic trajectories: their ends, their derivatives, and what is refused in words."""

from __future__ import annotations

from typing import Any

import casadi as ca
import numpy as np
import pytest
from motion import derivative, rotate_quaternion

import kinloop as kl
from kinloop.errors import NotAUnitQuaternion, NotFinite, ShapeError, UnknownName, UnsupportedOperation

RANDOM = np.random.default_rng(4)
GENERAL = kl.Quintic(
    RANDOM.normal(size=3),
    RANDOM.normal(size=3),
    1.7,
    start_rate=RANDOM.normal(size=3),
    end_rate=RANDOM.normal(size=3),
    start_acceleration=RANDOM.normal(size=3),
    end_acceleration=RANDOM.normal(size=3),
)
POSE = kl.Quintic([0.1, 0.2, 0.3, 0.6, 0.8, 0, 0], [0.3, 0.1, 0.2, 0.48, 0.64, -0.36, 0.48], 1.5, space="pose")


def test_both_ends_are_what_was_given() -> None:
    begin, end = GENERAL(0.0), GENERAL(1.7)
    for motion, which in ((begin, "start"), (end, "end")):
        np.testing.assert_allclose(motion.x, getattr(GENERAL, which), atol=1e-14)
        np.testing.assert_allclose(motion.xd, getattr(GENERAL, f"{which}_rate"), atol=1e-14)
        np.testing.assert_allclose(motion.xdd, getattr(GENERAL, f"{which}_acceleration"), atol=2e-14)


def test_coefficients_solve_the_corrected_T_matrix_of_demutti_rosi() -> None:
    """(3.1), written out: the acceleration rows start with 2."""
    T = 1.7

    def rows(t: float) -> list[list[float]]:
        return [
            [1, t, t**2, t**3, t**4, t**5],
            [0, 1, 2 * t, 3 * t**2, 4 * t**3, 5 * t**4],
            [0, 0, 2, 6 * t, 12 * t**2, 20 * t**3],
        ]

    given = [
        getattr(GENERAL, name) for name in ("start", "start_rate", "start_acceleration", "end", "end_rate", "end_acceleration")
    ]
    a = np.linalg.solve(np.array([*rows(0.0), *rows(T)]), np.array(given))
    for t in np.linspace(0, T, 7):
        motion = GENERAL(t)
        np.testing.assert_allclose([motion.x, motion.xd, motion.xdd], np.array(rows(t)) @ a, atol=1e-12)


def test_rest_to_rest_is_the_known_polynomial_and_stays_at_its_ends() -> None:
    path = kl.Quintic([0.0, 0.3], [0.1, 0.1], 2.0)
    t = np.linspace(0, 2, 21)
    s = t / 2
    shape = (10 * s**3 - 15 * s**4 + 6 * s**5)[:, None]
    np.testing.assert_allclose(path(t).x, [0, 0.3] + shape * [0.1, -0.2], atol=1e-15)
    np.testing.assert_allclose(path([-1.0, 5.0]).x, [[0, 0.3], [0.1, 0.1]], atol=1e-14)
    np.testing.assert_array_equal(path([-1.0, 5.0]).xddd, 0)


@pytest.mark.parametrize("path", [GENERAL, kl.Quintic([0.0], [1.0], 3.0)], ids=["general", "rest to rest"])
def test_each_derivative_is_that_of_the_one_before(path: kl.Quintic) -> None:
    for t in (0.3, 0.9, 1.6, 4.0):
        motion = path(t)
        for lower, higher in (("x", "xd"), ("xd", "xdd"), ("xdd", "xddd")):
            slope = derivative(lambda dt, t=t, lower=lower: getattr(path(t + dt), lower), 1e-3)  # type: ignore[misc]
            np.testing.assert_allclose(slope, getattr(motion, higher), atol=1e-9)


def test_a_pose_turns_the_short_way_and_its_rates_are_twists() -> None:
    np.testing.assert_allclose(POSE(0.0).x, POSE.start, atol=1e-15)
    np.testing.assert_allclose(POSE(1.5).x, POSE.end, atol=1e-15)
    for t in (0.2, 0.7, 1.1):
        motion = POSE(t)
        h = 1e-4
        ahead = POSE(t + h).x
        np.testing.assert_allclose(np.linalg.norm(motion.x[3:]), 1, atol=1e-15)
        # In the body's axes the angular velocity is that of the world turned back; about a fixed axis the turn is exact.
        w, v = motion.x[3], motion.x[4:]
        omega = motion.xd[3:]
        body = omega + 2 * np.cross(-v, np.cross(-v, omega) + w * omega)
        np.testing.assert_allclose(
            rotate_quaternion(motion.x[3:], h * body + h**2 / 2 * _back(w, v, motion.xdd[3:])), ahead[3:], atol=1e-10
        )
        slope = derivative(lambda dt, t=t: POSE(t + dt).xd, 1e-3)  # type: ignore[misc]
        np.testing.assert_allclose(slope, motion.xdd, atol=1e-9)


def _back(w: float, v: np.ndarray, omega: np.ndarray) -> np.ndarray:
    return omega + 2 * np.cross(-v, np.cross(-v, omega) + w * omega)


def test_the_numpy_form_is_the_compiled_formula() -> None:
    """CasADi's own evaluation of the same expressions differs by rounding at most."""
    t, p = ca.SX.sym("t"), ca.SX.sym("p", GENERAL.parameters.shape[-1])
    motion = GENERAL._formula(t, p)
    evaluate = ca.Function("motion", [t, p], [motion.x, motion.xd, motion.xdd, motion.xddd])
    for when in (-0.5, 0.4, 1.7, 2.0):
        got = GENERAL(when)
        for mine, theirs in zip((got.x, got.xd, got.xdd, got.xddd), evaluate(when, GENERAL.parameters), strict=True):
            np.testing.assert_allclose(mine, theirs.full()[:, 0], rtol=1e-13, atol=1e-13)


def test_a_batch_of_trajectories_is_each_of_them_to_the_bit() -> None:
    ends, durations = RANDOM.normal(size=(5, 2)), np.linspace(1, 2, 5)
    many = kl.Quintic([0.0, 0.0], ends, durations)(0.7)
    for k in range(5):
        np.testing.assert_array_equal(many.x[k], kl.Quintic([0.0, 0.0], ends[k], durations[k])(0.7).x)


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        (([0.0, 1.0], [1.0], 1.0), ShapeError, "start has 2 coordinates, but end has 1"),
        (([0.0], [1.0], 0.0), ShapeError, "the duration is 0 s, expected a time above zero"),
        (([0.0], [np.nan], 1.0), NotFinite, r"end\[0\] is nan, expected finite numbers"),
        ((0.0, 1.0, 1.0), ShapeError, r"start has shape \(\), expected"),
        ((["a"], [1.0], 1.0), ShapeError, "start is .* expected numbers"),
        (([[0.0], [1.0]], [[1.0]] * 3, 1.0), ShapeError, "shapes do not fit each other"),
    ],
)
def test_what_is_no_trajectory_is_refused_in_words(given: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        kl.Quintic(*given)


def test_wrong_rates_spaces_and_quaternions_are_refused_in_words() -> None:
    with pytest.raises(ShapeError, match="has 3 coordinates, but start has 1"):
        kl.Quintic([0.0], [1.0], 1.0, end_rate=[1.0, 2.0, 3.0])
    with pytest.raises(UnknownName, match=r"no space 'joint'.*task, pose, active"):
        kl.Quintic([0.0], [1.0], 1.0, space="joint")  # type: ignore[arg-type]
    with pytest.raises(ShapeError, match="expected the 7 of a pose"):
        kl.Quintic([0.0], [1.0], 1.0, space="pose")
    with pytest.raises(NotAUnitQuaternion, match="Quintic: end: a quaternion has the length 2"):
        kl.Quintic([0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 2, 0, 0, 0], 1.0, space="pose")
    with pytest.raises(UnsupportedOperation, match="from rest to rest"):
        kl.Quintic([0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0], 1.0, start_rate=1.0, space="pose")


def test_points_are_copied() -> None:
    start, end, duration = np.zeros((3, 2)), np.ones((3, 2)), np.ones(3)
    path = kl.Quintic(start, end, duration)
    before = path(0.3).x
    for array in (start, end, duration):
        array += 5.0
    np.testing.assert_array_equal(path(0.3).x, before)
    np.testing.assert_array_equal(path[1](0.3).x, before[1])
    assert path.space == "task"
