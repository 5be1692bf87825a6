"""Results of studies, each run once in a test session, and what holds for every result."""

from __future__ import annotations

import json
from functools import cache

import numpy as np
from shared_reproduction import shared_result

from kinloop.studies.catalogue import all_studies
from kinloop.studies.framework.figure_data import Curves, Equation, Map
from kinloop.studies.framework.study import Study
from kinloop.studies.framework.study_result import StudyResult


@cache
def study_named(study_id: str) -> Study:
    return all_studies()[study_id]


def result_of(study_id: str) -> StudyResult:
    return shared_result(study_id)


def measured(study_id: str, quantity: str) -> float | str | None:
    """What was measured of the one quantity whose words begin so."""
    found = [each for each in result_of(study_id).all_findings if each.quantity.startswith(quantity)]
    assert len(found) == 1, [each.quantity for each in result_of(study_id).all_findings]
    return found[0].measured


def check_result(study_id: str) -> None:
    """Words everywhere, plain JSON without NaN, figures that can be drawn, LaTeX with balanced braces."""
    study, result = study_named(study_id), result_of(study_id)
    for words in (study.title, study.did, study.claimed, result.ran):
        assert words.strip() == words != ""
    assert result.all_findings
    rows = json.loads(json.dumps(result.as_json(study_id), allow_nan=False))
    assert all(row["id"] == study_id and row["measured"] is not None for row in rows)
    quantities = [(each.quantity, each.relation) for each in result.all_findings]
    assert len(set(quantities)) == len(quantities)
    for latex in [figure.latex for figure in result.figures if isinstance(figure, Equation)] + [
        form for erratum in result.errata for form in (erratum.printed, erratum.right)
    ]:
        assert latex.count("{") == latex.count("}") > 0 or "{" not in latex
        assert "$" not in latex
    for figure in result.figures:
        if isinstance(figure, Curves):
            for series in figure.series:
                assert 1 <= len(series.x) <= 2000, (figure.title, series.name)
                assert np.isfinite(series.x).all(), (figure.title, series.name)
                assert np.isfinite(series.y).any(), (figure.title, series.name)
                assert "y" not in figure.log or (series.y > 0).all(), (figure.title, series.name)
        if isinstance(figure, Map):
            assert np.isfinite(figure.values).all()
