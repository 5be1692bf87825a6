"""Verdicts are decided by numbers: each kind of finding can agree and disagree."""

from __future__ import annotations

import json

import numpy as np
import pytest

from kinloop.errors import ShapeError
from kinloop.studies.framework.erratum import Erratum
from kinloop.studies.framework.figure_data import Axis, Map, Series, over_time
from kinloop.studies.framework.finding import VERDICTS, Finding, claim, correct, go_beyond, gravest, holds, observe
from kinloop.studies.framework.study_result import StudyResult


@pytest.mark.parametrize(
    ("relation", "document", "right", "wrong", "within"),
    [
        ("at most", 1.0, 1.0, 1.0 + 1e-12, 0.0),
        ("at least", 1.0, 1.0, 1.0 - 1e-12, 0.0),
        ("equals", 1.0, 1.1, 1.2, 0.15),
        ("about", -100.0, -104.0, -106.0, 0.05),
        ("is", "complete", "complete", "diverged", 0.0),
        ("is", 4, 4, 5, 0.0),
    ],
)
def test_a_claim_agrees_if_its_relation_holds_and_disagrees_if_not(
    relation: str, document: float | str, right: float | str, wrong: float | str, within: float
) -> None:
    for measured, verdict in ((right, "agrees"), (wrong, "disagrees")):
        assert claim("x", relation, document, measured, within=within).verdict == verdict


def test_a_correction_needs_a_claim_that_fails_and_a_proof() -> None:
    assert correct("x", "equals", 1.0, -1.0, proof=True).verdict == "corrects"
    assert correct("x", "equals", 1.0, -1.0, proof=False).verdict == "disagrees"
    assert correct("x", "equals", 1.0, 1.0, proof=True).verdict == "agrees"


def test_going_beyond_needs_what_was_asked() -> None:
    found = go_beyond("error", "at most", 1e-6, 1e-8, "m", document="crash")
    assert (found.verdict, found.document, found.quantity) == ("goes beyond", "crash", "error (asked: at most 1e-06 m)")
    assert go_beyond("error", "at most", 1e-6, 1e-5, "m").verdict == "disagrees"


def test_an_observation_without_a_figure_of_the_document_can_fail_its_own_check() -> None:
    assert observe("x", 1.0).verdict == "no figure"
    assert observe("x", 1.0, relation="at most", bound=2.0).verdict == "no figure"
    assert observe("x", 3.0, relation="at most", bound=2.0).verdict == "disagrees"
    assert observe("x", 1.0, relation="at most", bound=2.0).document is None


@pytest.mark.parametrize("relation", ["at most", "at least", "equals", "about", "is"])
def test_nothing_holds_of_what_is_not_a_number(relation: str) -> None:
    nan = float("nan")
    assert not holds(relation, 1.0, nan, 10.0)
    assert claim("x", relation, 1.0, nan, within=10.0).verdict == "disagrees"
    assert correct("x", relation, 1.0, nan, proof=True).verdict == "disagrees"
    assert go_beyond("x", relation, 1.0, nan, within=10.0).verdict == "disagrees"
    assert observe("x", nan).verdict == "disagrees"


def test_findings_are_plain_json_with_all_digits_and_no_nan() -> None:
    measured = 0.1 + 0.2
    row = claim("x", "about", 0.3, np.float64(measured), "m", within=0.1).as_json("000-11")
    assert list(row) == ["id", "quantity", "relation", "document", "measured", "unit", "verdict"]
    assert json.loads(json.dumps(row, allow_nan=False))["measured"] == measured
    for odd in (np.inf, -np.inf, np.nan):
        assert claim("x", "at most", 1.0, odd).as_json("000-11")["measured"] is None
    assert claim("x", "at least", 1.0, np.inf).verdict == "agrees"


def test_a_relation_of_numbers_refuses_texts() -> None:
    with pytest.raises(ShapeError, match=r"between numbers, given 1.0 and 'many'; expected 'is'"):
        claim("x", "at most", 1.0, "many")
    with pytest.raises(ShapeError, match="no relation 'near'; expected one of at most, at least"):
        claim("x", "near", 1.0, 1.0)
    with pytest.raises(ShapeError, match="verdict is 'fine', expected one of disagrees"):
        Finding("x", "is", 1.0, 1.0, "", "fine")


def test_a_study_has_its_gravest_verdict() -> None:
    assert gravest([]) == "no figure"
    assert [gravest(VERDICTS[k:]) for k in range(len(VERDICTS))] == list(VERDICTS)
    good, bad = claim("a", "is", 1, 1), claim("b", "is", 1, 2)
    assert StudyResult("ran", [good]).verdict == "agrees"
    assert StudyResult("ran", [good, bad]).verdict == "disagrees"


def test_an_erratum_is_proved_by_two_numbers() -> None:
    def erratum(printed: float | None, right: float) -> Erratum:
        return Erratum("000", "(1)", "A sign.", "a", "b", printed, right)

    assert erratum(2.0, 1e-15).finding.verdict == "corrects"
    assert erratum(None, 1e-15).finding.verdict == "corrects"  # it cannot be evaluated as printed
    assert erratum(1e-6, 1e-15).finding.verdict == "disagrees"  # as printed it holds nearly as well
    assert erratum(2.0, 1e-3).finding.verdict == "disagrees"  # the correction is wrong
    assert erratum(2.0, float("nan")).finding.verdict == "disagrees"
    assert StudyResult("ran", errata=[erratum(2.0, 1e-3)]).verdict == "disagrees"


def test_figures_refuse_arrays_that_do_not_fit() -> None:
    with pytest.raises(ShapeError, match=r"series 'a': x has shape \(3,\) and y \(2,\)"):
        Series("a", [1, 2, 3], [1, 2])
    with pytest.raises(ShapeError, match=r"values have shape \(3, 2\), expected one for each of \(2,\) y and \(3,\) x"):
        Map("m", Axis("x"), Axis("y"), Axis("z"), [1, 2, 3], [1, 2], np.zeros((3, 2)))
    lines = over_time("t", [0, 1], {"q": [1, 2], "--wanted": [1, 1]}, "position", "m").series
    assert [(line.name, line.style) for line in lines] == [("q", "line"), ("wanted", "dashed")]


def test_a_claim_in_words_shows_the_words_and_what_is_asked() -> None:
    found = claim("largest effort", "at least", 1e6, 2e6, "N", says="the forces tend to infinity")
    assert found == Finding(
        "largest effort (asked: at least 1e+06 N)", "at least", "the forces tend to infinity", 2e6, "N", "agrees"
    )
    assert claim("largest effort", "at least", 1e6, 1e3, "N", says="the forces tend to infinity").verdict == "disagrees"
