"""What the studies of the Biglide share: paths, splines, maps of robustness, and errors against engines."""

from __future__ import annotations

import numpy as np
import pytest

import kinloop as kl
from kinloop.studies.biglide.biglide_paths import (
    LEE_PALMA_CROSSINGS,
    TAN,
    TO_SINGULARITY,
    S,
    biglide,
    chapter_4,
    d,
    l,
    m_f,
    m_p,
    path_of_lee_palma,
)
from kinloop.studies.biglide.closed_form import efforts_of_slides, efforts_of_tool
from kinloop.studies.biglide.control_runs import control_run
from kinloop.studies.biglide.crossing_runs import CURVATURE, joint_splines, largest_tool_error, slides
from kinloop.studies.biglide.robustness import RobustnessMap
from kinloop.studies.biglide.step_by_step import step_by_step


def test_the_numbers_of_the_reports_are_those_of_the_library() -> None:
    parameters = biglide().parameters
    assert {name: parameters[name] for name in ("d", "l", "m_p", "m_f")} == {"d": d, "l": l, "m_p": m_p, "m_f": m_f}


@pytest.mark.parametrize("continuity", [2, 3])
def test_paths_meet_their_points_and_with_seventh_order_the_jerk_does_not_jump(continuity: int) -> None:
    path = chapter_4(True, continuity)
    at = path(2.0)
    np.testing.assert_allclose([at.x, at.xd, at.xdd], [[0, 1], [-0.05, 0.375], [0.1, 0.1 * TAN]], atol=1e-12)
    jump = np.abs(path(2.0 + 1e-9).xddd - path(2.0 - 1e-9).xddd).max()
    assert (jump < 1e-6) == (continuity == 3)


def test_of_the_paths_through_both_singularities_only_the_corrected_ones_meet_the_criterion() -> None:
    for name, (at_type_1, acceleration) in LEE_PALMA_CROSSINGS.items():
        np.testing.assert_allclose(path_of_lee_palma(at_type_1, acceleration)(4.0).xdd, acceleration, atol=1e-12)
        meets = abs(acceleration[1] - TAN * acceleration[0]) < 1e-12
        assert meets == ("corrected" in name)


def test_the_slides_are_the_inverse_model_and_near_the_singularity_a_parabola() -> None:
    x = np.array([[0.1, 0.4], [-0.05, 1.0]])
    for first in (1, -1):
        np.testing.assert_allclose(slides(x, first), biglide().inverse_geometry(x, mode=(first, -1)).q_active, atol=1e-14)
    beside = np.array([1e-3, 0.5])
    assert slides(beside) @ [1.0, -1.0] == pytest.approx(S - CURVATURE * 1e-6, abs=1e-10)


def test_no_sample_of_the_splines_is_on_the_singular_instant() -> None:
    times = np.asarray(joint_splines(chapter_4(True), 101).times)
    assert np.abs(times - 2.0).min() == pytest.approx(0.02)


def test_a_run_that_ended_early_has_no_error() -> None:
    run = control_run(kl.ComputedTorque(100.0, 100.0), TO_SINGULARITY, 5e-3)
    assert run.status
    assert np.isnan(largest_tool_error(run))


@pytest.mark.parametrize(
    ("succeeds", "largest"),
    [([True, True, True], 2.0), ([True, True, False], 1.0), ([True, False, True], 0.0), ([False] * 3, 0.0)],
)
def test_the_largest_push_is_the_last_before_the_first_failure(succeeds: list[bool], largest: float) -> None:
    column = np.array(succeeds)[:, None]
    found = RobustnessMap(np.arange(3.0), np.array([1.0, 3.0]), np.hstack([~column, column]))
    assert found.largest_push == largest


def test_efforts_by_hand_are_those_of_the_inverse_model() -> None:
    t = np.array([0.3, 0.9, 1.4])
    point = TO_SINGULARITY(t)
    q = slides(point.x)
    by_hand = efforts_of_tool(TO_SINGULARITY, t, q)
    found = biglide().inverse_geometry(point.x, mode=(1, -1)).q
    qd = biglide().inverse_velocity(found, point.xd).qd
    motion = biglide().inverse_acceleration(found, qd, point.xdd)
    np.testing.assert_allclose(by_hand, biglide().inverse_dynamics(found, qd, motion.qdd), rtol=1e-10)
    by_slides = efforts_of_slides(point.x, q, qd[:, :2], motion.qdd[:, :2])
    np.testing.assert_allclose(by_slides, by_hand, rtol=1e-10)


def test_steps_from_a_prediction_follow_a_path_that_is_far_from_singularities_and_jump_over_one() -> None:
    ordinary = kl.Quintic([0.1, 0.3], [0.05, 0.4], 1.0)
    run = step_by_step(joint_splines(ordinary, 201), ordinary(0.0).x, 1e-2)
    np.testing.assert_allclose(run.x, ordinary(run.t).x, atol=1e-6)
    path = chapter_4(True)
    ends = {
        samples: step_by_step(joint_splines(path, samples), path(0.0).x, step).x[-1, 0]
        for samples, step in ((801, 1e-2), (101, 1e-3))
    }
    assert ends[801] == pytest.approx(-0.1, abs=1e-6)  # it finds the other solution
    assert ends[101] == pytest.approx(0.1, abs=1e-6)  # it follows the exact motion, which turns back
