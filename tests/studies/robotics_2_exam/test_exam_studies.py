"""The studies of [RoboticsExam2016]: every line agrees, and wrong numbers are told."""

from __future__ import annotations

import numpy as np
import pytest
from study_results import check_result, measured, result_of, study_named

from kinloop.studies.framework.figure_data import Motion
from kinloop.studies.framework.formula import Formula
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.robotics_2_exam import constraint
from kinloop.studies.robotics_2_exam.exam_equations import (
    CONSTRAINED,
    FREE,
    ZERO_FORCE,
    ConstrainedStates,
    constrained_states,
    exam_states,
    inertia,
    torques,
)
from kinloop.studies.robotics_2_exam.motions import robot_with_belt, swing_period

VERDICTS = {23: "agrees", 24: "agrees", 25: "agrees", 26: "goes beyond", 27: "goes beyond", 28: "agrees"}


@pytest.mark.parametrize("line", VERDICTS)
def test_a_study_has_its_verdict_and_can_be_shown(line: int) -> None:
    check_result(f"002-{line}")
    assert result_of(f"002-{line}").verdict == VERDICTS[line]
    assert not result_of(f"002-{line}").errata  # nothing is misprinted


@pytest.mark.parametrize("formula", [*CONSTRAINED, *ZERO_FORCE], ids=lambda formula: f"{formula.equation} {formula.says}")
def test_the_equations_under_the_constraint_are_kinloops(formula: Formula[ConstrainedStates]) -> None:
    states = constrained_states()
    assert (formula.right_errors(states) < states.tolerance).all()


def test_the_torques_of_9_are_the_only_ones_without_a_constraint_force() -> None:
    states = constrained_states()
    vd = states.u[:, 0]
    u = torques(states, vd)
    other = ConstrainedStates(states.q2, states.v, u)
    np.testing.assert_allclose(CONSTRAINED[1].right(other), 0, atol=1e-12)
    np.testing.assert_allclose(CONSTRAINED[0].right(other)[:, 0], vd, atol=1e-12)


def test_a_formula_that_is_off_by_a_millionth_disagrees() -> None:
    states = exam_states()
    right = FREE[0]
    wrong = Formula(right.equation, right.says, lambda s: inertia(s) * (1 + 1e-6), right.kinloop)
    assert (right.finding(states).verdict, wrong.finding(states).verdict) == ("agrees", "disagrees")


def test_a_wrong_coefficient_makes_the_study_disagree(monkeypatch: pytest.MonkeyPatch) -> None:
    study = study_named("002-26")
    monkeypatch.setattr(constraint, "A4", 15.7)  # 15.696 is right
    result = study.run(StudyContext(engines=("mujoco",)))
    assert result.verdict == "disagrees"


def test_the_period_of_the_swing_is_that_of_small_swings_made_longer() -> None:
    """By the series of the complete elliptic integral: 1 + a^2/16 + 11 a^4/3072 + ..., a = 45 degrees."""
    small = 2 * np.pi * np.sqrt(0.56 / 15.696)
    a = np.pi / 4
    assert swing_period() == pytest.approx(small * (1 + a**2 / 16 + 11 * a**4 / 3072), rel=2e-4)
    assert measured("002-27", "period of the free swing") == swing_period()


def test_the_belt_leaves_one_degree_of_freedom_and_keeps_the_angle() -> None:
    robot = robot_with_belt()
    assert (robot.active, robot.passive) == (("q1",), ("q2",))
    motion = next(figure for figure in result_of("002-27").figures if isinstance(figure, Motion))
    np.testing.assert_allclose(motion.record.q.sum(axis=1), np.pi / 4, atol=1e-12)
    assert np.ptp(motion.record.q[:, 0]) > 0.5
