"""The studies of [Aissani2021]: every line has its verdict, every misprint its proof, and wrong numbers are told."""

from __future__ import annotations

import numpy as np
import pytest
from study_results import check_result, measured, result_of, study_named

from kinloop.studies.aissani import computed_torque, pid_control, scara_control
from kinloop.studies.aissani.scara_equations import FORWARD, scara_states
from kinloop.studies.framework.erratum import Erratum
from kinloop.studies.framework.figure_data import Motion
from kinloop.studies.framework.formula import Formula
from kinloop.studies.framework.study_context import StudyContext

VERDICTS = {
    29: "agrees",
    30: "corrects",
    31: "corrects",
    32: "corrects",
    33: "corrects",
    34: "corrects",
    35: "corrects",
    36: "corrects",
    37: "corrects",
    38: "goes beyond",
    39: "goes beyond",
    40: "goes beyond",
}
MISPRINTS = """
    script after (2.12); (2.17); (2.25), (2.26); (2.27); (2.34), (2.36); (3.4); (3.11); (3.12); after (3.11);
    (4.26); (4.27); (4.28); (4.30); (4.38); (4.40); (4.41); (4.43); (4.43), T1; (4.45), (4.46), (4.50); (4.54); (4.57); (4.63);
    (5.10); (5.13); (5.33); (5.15) to (5.17); after (5.17); (5.19); (5.20), (5.25); after (5.24); (5.27); (5.28)
"""
FIGURES = ("1.7", "1.8", "2.8", "5.4", "5.6", "5.8", "5.9", "5.13", "5.14", "5.15", "6.6", "6.7", "6.8")
ONE_ENGINE = StudyContext(engines=("mujoco",))


def all_errata() -> list[Erratum]:
    return [each for line in VERDICTS for each in result_of(f"003-{line}").errata]


@pytest.mark.parametrize("line", VERDICTS)
def test_a_study_has_its_verdict_and_can_be_shown(line: int) -> None:
    check_result(f"003-{line}")
    disagreeing = [each.quantity for each in result_of(f"003-{line}").all_findings if each.verdict == "disagrees"]
    assert not disagreeing
    assert result_of(f"003-{line}").verdict == VERDICTS[line]


def test_every_misprint_is_an_erratum_with_its_proof() -> None:
    assert sorted(each.equation for each in all_errata()) == sorted(" ".join(MISPRINTS.split()).split("; "))
    for each in all_errata():
        assert each.is_proved, each
        assert each.what
        assert each.printed != each.right
        assert (each.printed_error is None) == (each.equation in ("(4.27)", "script after (2.12)"))


def test_every_figure_of_the_thesis_that_shows_results_is_there() -> None:
    shown = {
        figure.reproduces for line in VERDICTS for figure in result_of(f"003-{line}").figures if hasattr(figure, "reproduces")
    }
    assert {f"fig. {number}" for number in FIGURES} <= shown


def test_motions_are_of_the_machines_that_they_name() -> None:
    motions = [figure for line in VERDICTS for figure in result_of(f"003-{line}").figures if isinstance(figure, Motion)]
    assert [motion.record.robot.mechanism.name for motion in motions] == [
        "delta_parallelograms",
        "stewart_gough",
        "three_r",
        *["one_joint"] * 4,
        *["scara_prrr"] * 3,
    ]
    assert all(np.ptp(motion.record.q, axis=0).max() > 0.02 for motion in motions)


# ------------------------------------------------------------------ verdicts follow the numbers


def test_a_printed_formula_that_is_right_cannot_be_corrected() -> None:
    states, right = scara_states(), FORWARD[0]
    same = Formula(right.equation, right.says, right.right, right.kinloop, right.right)
    assert same.erratum("003", states).finding.verdict == "disagrees"  # as printed it is not off
    wrong = Formula(right.equation, right.says, lambda s: right.right(s) + 1e-6, right.kinloop, lambda s: 2 * right.right(s))
    assert wrong.erratum("003", states).finding.verdict == "disagrees"  # what is called right does not hold


def test_a_wrong_inertia_makes_the_study_of_pid_disagree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pid_control, "M", 1.01 * pid_control.M)
    result = study_named("003-36").run(ONE_ENGINE)
    disagreeing = [each.quantity for each in result.all_findings if each.verdict == "disagrees"]
    assert any(quantity.startswith("(5.20), (5.25)") for quantity in disagreeing)
    assert any(quantity.startswith("largest stable Ki") for quantity in disagreeing)


def test_a_wrong_first_error_makes_the_study_of_computed_torque_disagree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computed_torque, "decay", lambda t: 0.1 * np.exp(-np.sqrt(10.0) * t))  # not critically damped
    result = study_named("003-37").run(ONE_ENGINE)
    assert [each.quantity for each in result.all_findings if each.verdict == "disagrees"] == [
        "exact model: an initial error of 0.1 rad minus (5.31), largest"
    ]


def test_a_wrong_mass_makes_the_study_of_the_scara_disagree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scara_control, "SCARA_MASS", 1.2)  # 1.1 kg hang on the slide
    result = study_named("003-38").run(ONE_ENGINE)
    disagreeing = [each.quantity for each in result.all_findings if each.verdict == "disagrees"]
    assert len(disagreeing) == 1
    assert disagreeing[0].startswith("sag of the slide under gravity")


# ------------------------------------------------------------------ some numbers, by hand


def test_the_bound_of_the_integral_gain_is_that_of_the_tuning_page() -> None:
    assert measured("003-36", "largest stable Ki") == pytest.approx(20.26232, abs=1e-5)
    assert measured("003-36", "Ki at which two poles meet") == pytest.approx(4 / 27 * np.sqrt(1 / 0.00525625), rel=1e-6)


def test_the_slide_sags_by_its_weight_over_its_gain() -> None:
    assert measured("003-38", "sag of the slide") == pytest.approx(1.1 * 9.81 / 100, abs=1e-9)


def test_the_rough_model_rests_93_degrees_away() -> None:
    assert np.rad2deg(float(measured("003-37", "rough model: error at rest"))) == pytest.approx(-92.84, abs=0.01)
