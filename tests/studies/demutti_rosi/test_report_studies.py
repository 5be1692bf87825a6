"""Studies of [DemuttiRosi2020]: wrong numbers make them disagree."""

from __future__ import annotations

import numpy as np
import pytest

import kinloop as kl
from kinloop.studies.biglide.biglide_states import biglide_states
from kinloop.studies.biglide.crossing_runs import follow
from kinloop.studies.demutti_rosi import crossing, kinematic_control, models
from kinloop.studies.demutti_rosi.equations import EQUATIONS, effort
from kinloop.studies.demutti_rosi.kinematic_control import quintic_by_matrix, run_with_offset
from kinloop.studies.framework.formula import Formula
from kinloop.studies.framework.study_context import StudyContext


def test_the_matrix_of_the_report_gives_the_quintic_if_its_rows_start_with_2() -> None:
    begin, end = np.array([[0.1, 0.2], [0.3, 0.1], [1.0, -2.0]]), np.array([[1.0, 0.0], [0.0, 0.5], [0.5, 0.25]])
    path, t = kl.Quintic(begin[0], end[0], 2.0, begin[1], end[1], begin[2], end[2]), np.linspace(0, 2, 11)
    x = t[:, None] ** np.arange(6) @ quintic_by_matrix(begin, end, 2.0)
    np.testing.assert_allclose(x, path(t).x, atol=1e-13)
    wrong = t[:, None] ** np.arange(6) @ quintic_by_matrix(begin, end, 2.0, first=1.0)
    assert np.abs(wrong - x).max() > 0.1


def test_the_printed_law_lets_the_error_grow() -> None:
    sizes = {sign: np.linalg.norm(run_with_offset(sign).error, axis=1) for sign in (1.0, -1.0)}
    assert sizes[1.0][-1] / sizes[1.0][0] == pytest.approx(0.98**200, rel=1e-2)
    assert sizes[-1.0][-1] / sizes[-1.0][0] == pytest.approx(1.02**200, rel=1e-2)


def test_a_wrong_formula_disagrees() -> None:
    states = biglide_states()
    wrong = Formula("(2.32)", "efforts", lambda s: effort(s) * (1 + 1e-6), EQUATIONS[-6].kinloop)
    right = next(each for each in EQUATIONS if each.equation == "(2.32)")
    assert (right.finding(states).verdict, wrong.finding(states).verdict) == ("agrees", "disagrees")


def test_control_of_the_joints_does_not_go_beyond() -> None:
    runs = {"native": follow(crossing.RESPECTING, crossing.MODE, crossing.JOINT_LAW)}
    assert {each.verdict for each in crossing._closed_loop("chapter 4", 9.457, runs)} == {"disagrees"}


def test_a_correction_that_is_not_needed_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the right sign in the place of the printed one there is nothing to correct."""
    monkeypatch.setattr(kinematic_control, "run_with_offset", lambda sign: run_with_offset(1.0))
    verdicts = [each.verdict for each in kinematic_control._law_as_printed()]
    assert verdicts == ["agrees", "no figure"]


def test_an_error_above_the_reports_disagrees(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the report had claimed rounding errors."""
    monkeypatch.setitem(models.CLAIMED, "qd_passive", (1e-15, 1e-15))
    result = models.line_6_passive_velocities.run(StudyContext(engines=("mujoco",)))
    assert result.verdict == "disagrees"
