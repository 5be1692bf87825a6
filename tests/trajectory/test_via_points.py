"""Motions through points: splines of other libraries, the functional that is least, stacked quintics, and refusals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.interpolate import CubicSpline, make_interp_spline
from trajectories import POSES

import kinloop as kl
from kinloop.errors import ArgumentMissing, NotFinite, ShapeError, UnsupportedOperation

RANDOM = np.random.default_rng(5)
TIMES = np.concatenate([[0.0], np.cumsum(RANDOM.uniform(0.3, 1.2, 6))])
POINTS = RANDOM.normal(size=(7, 2))
PARTS = ("x", "xd", "xdd", "xddd")


@pytest.mark.parametrize("continuity", [1, 2, 3])
def test_free_derivatives_give_the_clamped_spline_of_scipy(continuity: int) -> None:
    path = kl.ViaPoints(TIMES, POINTS, continuity=continuity, space="task")
    still = [(order, np.zeros(2)) for order in range(1, continuity + 1)]
    peer = make_interp_spline(TIMES, POINTS, k=2 * continuity + 1, bc_type=(still, still))
    t = np.linspace(0, TIMES[-1], 401)[1:-1]
    for order, part in enumerate(PARTS):
        np.testing.assert_allclose(getattr(path(t), part), peer(t, order), atol=3e-11 * 10**order)
    if continuity == 1:
        np.testing.assert_allclose(path(t).xd, CubicSpline(TIMES, POINTS, bc_type="clamped")(t, 1), atol=1e-13)


def test_given_derivatives_are_met_and_free_ones_minimise_the_jerk() -> None:
    rates, accelerations = RANDOM.normal(size=(2, 7, 2))
    rates[RANDOM.uniform(size=rates.shape) < 0.5] = np.nan
    accelerations[RANDOM.uniform(size=rates.shape) < 0.5] = np.nan
    path = kl.ViaPoints(TIMES, POINTS, rates, accelerations, space="task")
    at = path(TIMES)
    np.testing.assert_array_equal(at.x, POINTS)
    for found, given in ((at.xd, rates), (at.xdd, accelerations)):
        np.testing.assert_allclose(found[~np.isnan(given)], given[~np.isnan(given)], rtol=1e-14)

    def cost(r: np.ndarray, a: np.ndarray) -> float:
        """The integral of the squared jerk, exact for polynomials of fourth order: Gauss' points between knots."""
        nodes, weights = np.polynomial.legendre.leggauss(5)
        h = np.diff(TIMES)[:, None]
        t = TIMES[:-1, None] + h * (nodes + 1) / 2
        jerk = kl.ViaPoints(TIMES, POINTS, r, a, space="task")(t).xddd
        return float(np.sum(h / 2 * weights * np.sum(jerk**2, axis=-1)))

    least = cost(at.xd, at.xdd)
    for _ in range(10):
        dr, da = (0.01 * RANDOM.normal(size=(7, 2)) * np.isnan(given) for given in (rates, accelerations))
        assert cost(at.xd + dr, at.xdd + da) > least
        # A minimum, so the change is of second order.
        assert cost(at.xd + 1e-4 * dr, at.xdd + 1e-4 * da) - least < 1e-7 * least


def test_stacked_quintics_are_the_quintics_between_the_knots() -> None:
    """The trajectories of [DemuttiRosi2020] and [LeePalma]: position, velocity and acceleration at every knot."""
    rates, accelerations = RANDOM.normal(size=(2, 7, 2))
    path = kl.ViaPoints(TIMES, POINTS, rates, accelerations, space="task")
    np.testing.assert_array_equal(path.knots, TIMES)
    t = np.linspace(-0.2, TIMES[-1] + 0.2, 301)
    stacked = kl.Sequence(
        [
            kl.Quintic(
                POINTS[k], POINTS[k + 1], TIMES[k + 1] - TIMES[k], rates[k], rates[k + 1], accelerations[k], accelerations[k + 1]
            )
            for k in range(6)
        ]
    )
    for order, part in enumerate(PARTS):
        np.testing.assert_allclose(getattr(path(t), part), getattr(stacked(t), part), atol=1e-12 * 10**order)


def test_none_and_nan_are_free_and_knots_are_where_the_jerk_jumps() -> None:
    some = [[None, 0.5], [0.1, None], [None, None]]
    path = kl.ViaPoints([0, 1, 2.0], POINTS[:3], some, space="task")
    again = kl.ViaPoints([0, 1, 2.0], POINTS[:3], np.array(some, float), space="task")
    np.testing.assert_array_equal(path(0.7).x, again(0.7).x)
    np.testing.assert_array_equal(path.knots, [0.0, 2.0])
    jump = kl.ViaPoints([0, 1, 2.0], POINTS[:3], accelerations=[[0, 0], [None, 1.0], [0, 0]], space="task")
    np.testing.assert_array_equal(jump.knots, [0.0, 1.0, 2.0])
    assert kl.ViaPoints([0, 1, 2.0], POINTS[:3], continuity=3, space="task").knots.size == 0


def test_poses_have_the_given_twists() -> None:
    twists, accelerations, jerks = RANDOM.normal(size=(3, 4, 6))
    t = np.array([0.0, 0.5, 1.0, 2.0])
    path = kl.ViaPoints(t, POSES, twists, accelerations, jerks, continuity=3, space="pose")
    at = path(t)
    np.testing.assert_allclose(at.x[:, :3], POSES[:, :3], atol=1e-15)
    np.testing.assert_allclose(np.abs(np.sum(at.x[:, 3:] * POSES[:, 3:], axis=1)), 1, atol=1e-15)
    for found, given in ((at.xd, twists), (at.xdd, accelerations), (at.xddd, jerks)):
        np.testing.assert_allclose(found, given, atol=1e-13)


def test_a_path_scales_with_its_units() -> None:
    """Lengths in units of 1e-6 and times in units of 1e3 give the same motion."""
    one = kl.ViaPoints(TIMES, POINTS, continuity=3, space="task")(1.234)
    other = kl.ViaPoints(1e3 * TIMES, 1e-6 * POINTS, continuity=3, space="task")(1234.0)
    for order, part in enumerate(PARTS):
        np.testing.assert_allclose(getattr(other, part), 1e-6 * 1e-3**order * getattr(one, part), rtol=1e-9)


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        (
            {"times": [0, 1.0], "points": [[0.0], [1.0]], "rates": np.nan, "accelerations": np.nan},
            ShapeError,
            "2 given values do not determine the smoothest motion",
        ),
        ({"times": [0, 1e-300, 1.0]}, NotFinite, "the polynomials overflow"),
        ({"points": np.zeros((0, 3, 1))}, ShapeError, "points has shape"),
        ({"space": ""}, ArgumentMissing, "ViaPoints needs space="),
        ({"continuity": 4}, ShapeError, "continuity is 4, expected 1, 2 or 3"),
        ({"times": [0, 1, 1.0]}, ShapeError, r"times\[2\] is 1 s after 1 s"),
        ({"times": [1, 2, 3.0]}, ShapeError, "the first time is 1 s, expected 0"),
        ({"points": [[0.0], [1.0]]}, ShapeError, r"expected \(..., 3, n\)"),
        ({"rates": "fast"}, ShapeError, "rates is 'fast', expected numbers"),
        ({"rates": [1.0, 2.0]}, ShapeError, r"rates has shape \(2,\), expected \(3, 1\)"),
        ({"rates": [[np.inf], [0.0], [0.0]]}, NotFinite, "rates has an infinite number"),
        (
            {"rates": np.zeros((3, 1)), "accelerations": 0.0, "continuity": 1},
            UnsupportedOperation,
            "expected continuity=2 or more",
        ),
        ({"jerks": 0.0}, UnsupportedOperation, "expected continuity=3 or more"),
    ],
)
def test_what_is_no_motion_is_refused_in_words(given: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        kl.ViaPoints(**{"times": [0, 1, 2.0], "points": [[0.0], [1.0], [0.5]], "space": "task", **given})
