"""One run of all studies: verdicts, findings, figures and errata. What a study measures is tested with its document."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from shared_reproduction import shared_reproduction
from study_results import check_result

from kinloop.studies.catalogue import all_studies
from kinloop.studies.framework.figure_data import Equation, Motion
from kinloop.studies.framework.finding import VERDICTS

# The verdict of every study.
VERDICT_OF = {
    "agrees": "000-1 000-3 000-5 000-12 002-23 002-24 002-25 002-28 003-29 004-49",
    "goes beyond": "000-15 002-26 002-27 003-38 003-39 003-40",
    "no figure": "000-16",
    "corrects": "000-2 000-4 000-6 000-7 000-8 000-9 000-10 000-11 000-13 000-14 001-17 001-18 001-19 001-20 001-21 001-22 003-30"
    " 003-31 003-32 003-33 003-34 003-35 003-36 003-37 004-41 004-42 004-43 004-44 004-45 004-46 004-47 004-48",
}
# Every figure of the reports on the Biglide that shows results.
FIGURES = {
    "000": [f"fig. 2.{k}" for k in range(3, 10)]
    + [f"fig. 3.{k}" for k in (2, 3, 4, 6, 7, 8)]
    + [f"fig. 4.{k}" for k in range(1, 5)],
    "004": [f"fig. {k}" for k in (4, *range(6, 23))],
}
# Equations whose mistakes are proved, document by document; others may be added.
ERRATA = {
    "000": "(2.2) (2.17) (2.20) (2.21) (2.24) (2.34) (2.35)",
    "001": "(1) (3) (5) (7) (8) (10) (12) (13) (16) (18) (19) (26) (31) (33) (37) (39) (40) (44) (54) (55)",
    "004": "(3) (8) (11) (39) (40) (41) (45) (50) (56) (57)",
}


def test_no_study_disagrees_and_each_has_its_verdict() -> None:
    found = shared_reproduction()
    wrong = [row for row in found.findings if row["verdict"] == "disagrees"]
    assert wrong == []
    assert found.exit_status == 0
    expected = {id: verdict for verdict, ids in VERDICT_OF.items() for id in ids.split()}
    assert {run.study.id: run.verdict for run in found.runs} == expected
    assert sum(found.counts.values()) == 49


def test_the_findings_are_the_json_that_is_promised(tmp_path: Path) -> None:
    shared_reproduction().save_findings(tmp_path / "findings.json")
    text = (tmp_path / "findings.json").read_text(encoding="utf-8")
    rows = json.loads(text, parse_constant=pytest.fail)
    assert {row["id"] for row in rows} == set(all_studies())
    for row in rows:
        assert list(row) == ["id", "quantity", "relation", "document", "measured", "unit", "verdict"]
        assert row["verdict"] in VERDICTS
        assert row["measured"] is not None


@pytest.mark.parametrize("study_id", list(all_studies()))
def test_a_result_can_be_shown(study_id: str) -> None:
    check_result(study_id)


@pytest.mark.parametrize("document", FIGURES)
def test_every_figure_of_a_report_that_shows_results_is_there(document: str) -> None:
    figures = [figure for run in shared_reproduction(document).runs if run.result for figure in run.result.figures]
    shown = {figure.reproduces for figure in figures if not isinstance(figure, Equation)}
    assert set(FIGURES[document]) <= shown


@pytest.mark.parametrize("document", ERRATA)
def test_the_mistakes_of_a_report_are_proved(document: str) -> None:
    errata = shared_reproduction(document).errata
    assert {each.document for each in errata} == {document}
    assert set(ERRATA[document].split()) <= {each.equation for each in errata}
    for each in errata:
        assert each.is_proved, each
        assert each.what.endswith(".")
        assert each.printed != each.right or each.printed == ""
    keys = [(each.equation, each.printed) for each in errata]
    assert len(set(keys)) == len(keys)


def test_every_document_has_a_motion_to_watch() -> None:
    found = shared_reproduction()
    results = [(run.study.document.id, run.result) for run in found.runs if run.result is not None]
    with_motion = {id for id, result in results if any(isinstance(figure, Motion) for figure in result.figures)}
    assert with_motion == {"000", "001", "002", "003", "004"}
    crossing = next(run for run in found.runs if run.study.id == "000-15")
    assert crossing.result is not None
    (motion,) = (figure for figure in crossing.result.figures if isinstance(figure, Motion))
    assert motion.compare is not None
    assert motion.record.x[-1, 0] == pytest.approx(-0.1, abs=1e-6)
    assert motion.compare.x[-1, 0] > 0


def test_what_the_tools_of_the_documents_did_and_kinloop_does_not_is_said() -> None:
    notes = " ".join(note for run in shared_reproduction("000").runs if run.result for note in run.result.notes)
    for word in ("elasticity", "backlash", "meshes"):
        assert word in notes
