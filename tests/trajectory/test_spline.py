"""Splines through samples: interpolation, order of the error, continuity, and batches."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import kinloop as kl
from kinloop.errors import NotAUnitQuaternion, NotFinite, ShapeError, UnknownName, UnsupportedOperation

RANDOM = np.random.default_rng(5)
TIMES = np.array([0.0, 0.3, 0.5, 0.6, 1.1, 1.3, 2.0])
VALUES = RANDOM.normal(size=(7, 2))
ORDERS = ("x", "xd", "xdd", "xddd")
KINDS: list[dict[str, Any]] = [{"kind": "akima"}, *({"ends": ends} for ends in ("natural", "clamped", "not-a-knot"))]


def wave(t: np.ndarray) -> np.ndarray:
    return np.stack([np.sin(3 * t), np.exp(-t) * np.cos(2 * t)], axis=-1)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_it_meets_its_samples_and_its_rates_are_derivatives(kind: dict[str, Any]) -> None:
    spline = kl.Spline(TIMES, VALUES, **kind, space="active")
    np.testing.assert_allclose(spline(TIMES).x, VALUES, atol=1e-14)
    assert spline.duration == 2.0
    inside, h = np.array([0.1, 0.45, 0.55, 0.9, 1.2, 1.7]), 1e-5  # no knot nearer than h
    for lower, upper in pairwise(ORDERS):
        slope = (getattr(spline(inside + h), lower) - getattr(spline(inside - h), lower)) / (2 * h)
        np.testing.assert_allclose(getattr(spline(inside), upper), slope, rtol=1e-5, atol=1e-5)


def test_cubic_splines_are_continuous_to_the_second_order_and_akimas_to_the_first() -> None:
    knots, h = TIMES[1:-1], 1e-9
    for kind, orders in (("cubic", 3), ("akima", 2)):
        spline = kl.Spline(TIMES, VALUES, kind=kind, space="active")  # type: ignore[arg-type]
        jumps = [np.abs(getattr(spline(knots + h), o) - getattr(spline(knots - h), o)).max() for o in ORDERS]
        assert max(jumps[:orders]) < 1e-5
        assert min(jumps[orders:3], default=1.0) > 0.1


def test_ends_are_as_asked() -> None:
    np.testing.assert_allclose(kl.Spline(TIMES, VALUES, space="active")(TIMES[[0, -1]]).xdd, 0, atol=1e-12)
    np.testing.assert_allclose(kl.Spline(TIMES, VALUES, ends="clamped", space="active")(TIMES[[0, -1]]).xd, 0, atol=1e-12)
    jerk = kl.Spline(TIMES, VALUES, ends="not-a-knot", space="active")([0.1, 0.4, 1.2, 1.9]).xddd
    np.testing.assert_allclose(jerk[[0, 2]], jerk[[1, 3]], rtol=1e-9)


@pytest.mark.parametrize(("kind", "power"), [({"ends": "not-a-knot"}, 4), ({"kind": "akima"}, 2)], ids=str)
def test_the_error_falls_with_the_power_of_the_interval(kind: dict[str, Any], power: int) -> None:
    """The order is four for the cubic spline. Akima's slopes have at least second order, and so do its positions."""
    fine = np.linspace(0, 2, 1001)
    errors = []
    for samples in (41, 81, 161):
        t = np.linspace(0, 2, samples)
        errors.append(np.abs(kl.Spline(t, wave(t), **kind, space="active")(fine).x - wave(fine)).max())
    ratios = np.array(errors[:-1]) / errors[1:]
    assert np.all(ratios > 0.9 * 2**power)


def test_beyond_its_ends_it_goes_on_with_their_rates() -> None:
    spline = kl.Spline(TIMES, VALUES, ends="not-a-knot", space="active")
    for end, t in ((0.0, -0.5), (2.0, 2.7)):
        at, beyond = spline(end), spline(t)
        np.testing.assert_allclose(beyond.x, at.x + at.xd * (t - end), atol=1e-13)
        np.testing.assert_array_equal(beyond.xd, at.xd)
        np.testing.assert_array_equal([beyond.xdd, beyond.xddd], 0)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_a_batch_is_each_of_its_splines(kind: dict[str, Any]) -> None:
    values = RANDOM.normal(size=(3, 2, 7, 4))
    many = kl.Spline(TIMES, values, **kind, space="active")
    assert many.shape == (3, 2)
    t = np.linspace(0, 2, 6).reshape(2, 3)
    motion = many(t)
    assert motion.x.shape == motion.xddd.shape == (3, 2, 2, 3, 4)
    for k in np.ndindex(3, 2):
        one = kl.Spline(TIMES, values[k], **kind, space="active")
        for order in ORDERS:
            np.testing.assert_allclose(getattr(motion, order)[k], getattr(one(t), order), rtol=1e-13, atol=1e-12)
            np.testing.assert_array_equal(getattr(many[k](t), order), getattr(many[[k[0]]][0, k[1]](t), order))
    assert many[1].shape == (2,)
    assert many[1, 0].shape == ()
    assert many[np.array([True, False, True])].shape == (2, 2)


def test_of_a_pose_the_twist_is_that_of_the_turn() -> None:
    """A turn of 3.5 rad about an axis that is not fixed, the samples' quaternions with random signs; the error of the rate falls
    with the third power of the interval, of the acceleration with the second."""
    import casadi as ca

    def turn(t: ca.SX) -> list[ca.SX]:
        return [0.1 * t, ca.sin(t), 0.2, ca.cos(t), ca.sin(t) * ca.cos(t), ca.sin(t) ** 2, 0.3 * ca.sin(t)]

    exact = kl.FunctionOfTime(turn, 2.0, space="pose")
    fine = np.linspace(0.3, 1.7, 60)
    errors = []
    for samples in (41, 81):
        t = np.linspace(0, 2, samples)
        poses = exact(t).x * np.where(np.arange(7) < 3, 1.0, RANDOM.choice([-1.0, 1.0], (samples, 1)))
        got, want = kl.Spline(t, poses, space="pose", ends="not-a-knot")(fine), exact(fine)
        np.testing.assert_allclose(np.linalg.norm(got.x[:, 3:], axis=-1), 1, atol=1e-14)
        sign = np.sign(np.sum(got.x[:, 3:] * want.x[:, 3:], axis=-1))[:, None]
        assert np.abs(got.x[:, 3:] * sign - want.x[:, 3:]).max() < 1e-5
        errors.append([np.abs(getattr(got, o) - getattr(want, o)).max() for o in ORDERS[1:]])
    ratios = np.array(errors[0]) / errors[1]
    assert np.all(ratios > 0.8 * np.array([8, 4, 2]))


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        (([0, 1, 1], [[0.0]] * 3), ShapeError, r"times\[2\] is 1 s after 1 s, expected increasing"),
        (([0, 1], [[0.0]] * 3), ShapeError, r"values has shape \(3, 1\), expected \(\.\.\., 2, n\)"),
        (([0, 1], [0.0, 1.0]), ShapeError, r"values has shape \(2,\)"),
        (([0.0], [[0.0]]), ShapeError, "two or more samples"),
        (([1, 2], [[0.0]] * 2), ShapeError, "the first time is 1 s, expected 0"),
        (([0, np.nan], [[0.0]] * 2), NotFinite, r"times\[1\] is nan"),
        (([0, 1], [[0.0], [np.inf]]), NotFinite, r"values\[1, 0\] is inf"),
        ((["a", "b"], [[0.0]] * 2), ShapeError, "times is .* expected numbers"),
    ],
)
def test_what_is_no_spline_is_refused_in_words(given: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        kl.Spline(*given, space="active")


def test_wrong_choices_and_poses_are_refused_in_words() -> None:
    wrong: Any = {"kind": "linear"}
    with pytest.raises(UnknownName, match=r"no kind 'linear'.*cubic, akima"):
        kl.Spline([0, 1], [[0.0]] * 2, **wrong, space="active")
    with pytest.raises(UnknownName, match=r"no ends 'free'.*natural, clamped, not-a-knot"):
        kl.Spline([0, 1], [[0.0]] * 2, ends="free", space="active")  # type: ignore[arg-type]
    with pytest.raises(UnsupportedOperation, match="no choice of ends"):
        kl.Spline([0, 1], [[0.0]] * 2, kind="akima", ends="natural", space="active")
    with pytest.raises(UnknownName, match=r"no space 'joint'"):
        kl.Spline([0, 1], [[0.0]] * 2, space="joint")  # type: ignore[arg-type]
    with pytest.raises(ShapeError, match="expected the 7 of a pose"):
        kl.Spline([0, 1], [[0.0]] * 2, space="pose")
    still = [0.0, 0, 0, 1, 0, 0, 0]
    with pytest.raises(NotAUnitQuaternion, match="has the length 2"):
        kl.Spline([0, 1], [still, [0, 0, 0, 2, 0, 0, 0]], space="pose")
    with pytest.raises(ShapeError, match="differ by 180 degrees"):
        kl.Spline([0, 1], [still, [0, 0, 0, 0, 1, 0, 0]], space="pose")
    with pytest.raises(ShapeError, match="one trajectory, not a batch"):
        kl.Spline([0, 1], [[0.0]] * 2, space="active")[0]
    with pytest.raises(ShapeError, match="times of a trajectory"):
        kl.Spline([0, 1], [[0.0]] * 2, space="active")("now")  # type: ignore[arg-type]


def test_the_space_must_be_given() -> None:
    """Metres of the task were taken as radians of the joints."""
    with pytest.raises(kl.ArgumentMissing, match='Spline needs space=: "active" for'):
        kl.Spline([0, 1], [[0.0]] * 2)
    with pytest.raises(TypeError):
        kl.Spline([0, 1], [[0.0]] * 2, "cubic", None, "task")  # type: ignore[misc]


def test_samples_are_copied() -> None:
    values = np.array(VALUES)
    spline = kl.Spline(TIMES, values, space="active")
    before = spline(0.7).x
    values += 1.0
    np.testing.assert_array_equal(spline(0.7).x, before)
    np.testing.assert_array_equal(kl.Spline(TIMES, VALUES, space="active")(0.7).x, before)
