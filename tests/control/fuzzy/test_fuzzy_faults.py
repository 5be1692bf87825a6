"""Every fault of a fuzzy system is a sentence, and all of them are reported together."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from kinloop.control.fuzzy.default_rules import INPUT_TERMS, OUTPUT_TERMS
from kinloop.control.fuzzy.fuzzy_system import FuzzySystem
from kinloop.errors import DescriptionError

TWO = {"N": [-1, -1, 1], "P": [-1, 1, 1]}
TEXTS = ["N, N -> N", "N, P -> P", "P, N -> N", "P, P -> P"]
SMALL: dict[str, Any] = {"error": TWO, "rate": TWO, "output": TWO, "rules": TEXTS}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rules": [*TEXTS[:3], "P, P -> Q"]}, "rules[3]: no term 'Q' of output; it has: N, P"),
        ({"rules": [*TEXTS[:3], "P, Z -> P"]}, "rules[3]: no term 'Z' of rate; it has: N, P"),
        ({"rules": [*TEXTS[:3], "PP, P -> P"]}, "rules[3]: no term 'PP' of error (did you mean 'P'?); it has: N, P"),
        ({"rules": [*TEXTS, "N, P -> N"]}, "rules[4]: N, P -> N contradicts rules[1], N, P -> P"),
        ({"rules": [*TEXTS, "N,P->P"]}, "rules[4]: the rule N, P -> P is given twice; rules[1] has it already"),
        (
            {"rules": TEXTS[:2]},
            "rules: expected a rule for each pair of terms; 2 pairs of terms of error and rate without one: P, N; P, P",
        ),
        (
            {"rules": [*TEXTS[:3], "P P -> P"]},
            "rules[3]: expected a text such as 'NB, ZE -> NM': terms of error and rate, then of output, given 'P P -> P'",
        ),
        ({"rules": [*TEXTS, 3]}, "rules[4]: expected a text such as 'NB, ZE -> NM', given 3"),
        ({"rules": [["N", "N"], "P, P -> P"]}, "rules[1]: expected a row of names, given 'P, P -> P'"),
        ({"rules": [["N", "N"]]}, "rules: expected 2 rows, one for each term of error: N, P, given 1 row"),
        ({"rules": [["N", "N"], ["P"]]}, "rules[1]: expected 2 names, one for each term of rate: N, P, given 1 name"),
        ({"rules": [["N", "N"], ["P", 7]]}, "rules[1][1]: no term 7 of output; it has: N, P"),
        ({"rules": "all"}, "rules: expected a list with a row for each term of error, or with texts such as 'NB, ZE -> NM'"),
        ({"rules": None}, "rules: expected rules for these terms; the default rules are for terms of the names NB, NM, NS"),
        ({"rules": []}, "rules: expected a list with a row for each term of error"),
        ({"error": {**TWO, "P": [1, -1, 1]}}, "error.P: expected breakpoints that do not decrease, given [1, -1, 1]"),
        ({"output": {**TWO, "P": [1, 1, 1]}}, "output.P: expected breakpoints that enclose an area, given [1, 1, 1]"),
        ({"rate": {**TWO, "P": [-1, np.nan, 1]}}, "rate.P: expected finite numbers, given nan"),
        ({"rate": {**TWO, "P": [-1, 1, np.inf]}}, "rate.P: expected finite numbers, given inf"),
        (
            {"error": {**TWO, "P": [1, 2]}},
            "error.P: expected breakpoints: 3 of a triangle or 4 of a trapezoid, given 2 numbers: [1, 2]",
        ),
        ({"error": {**TWO, "P": 1.0}}, "error.P: expected breakpoints: 3 of a triangle or 4 of a trapezoid, given 1.0"),
        ({"error": {**TWO, "P": [-1, "one", 1]}}, "error.P: expected numbers without names of parameters, given 'one'"),
        ({"error": {**TWO, "P": [-1, True, 1]}}, "error.P: expected a number or an expression as text, given True"),
        (
            {"error": {"N": [-1, -1, -0.5], "P": [0.5, 1, 1]}},
            "error: no term is above zero between -0.5 and 0.5; expected one at",
        ),
        ({"error": {"N": [-1, -1, 0], "P": [0, 1, 1]}}, "error: no term is above zero at 0; expected one at each value from -1"),
        ({"error": {"N": [-1.5, -1, 1], "P": [-1, 1, 1]}}, "error: no term is above zero at -1.5; expected one at each value"),
        ({"error": [1, 2]}, "error: expected terms by name, such as NB = [-1, 0, 1], given [1, 2]"),
        ({"output": {}}, "output: expected terms by name, such as NB = [-1, 0, 1], given {}"),
        ({"error": {**TWO, "a, b": [-1, 0, 1]}}, "error: expected a name without spaces at its ends, ',' and '->', given 'a, b'"),
        ({"rate": {f"t{k}": [-1, 0, 1] for k in range(26)}}, "rate: expected at most 25 terms, given 26"),
        ({"method": "mamdami"}, "method: no method 'mamdami' (did you mean 'mamdani'?); there are: mamdani, sugeno"),
        ({"conjunction": "and"}, "conjunction: no conjunction 'and'; there are: min, product"),
        ({"conjunction": "product"}, "conjunction: 'product' requires method = 'sugeno'; Mamdani's method takes 'min'"),
        (
            {"method": "sugeno", "output": {"N": -1, "P": [1, 2]}},
            "output.P: expected one number, or [a, b, c] of a * error + b * rate + c, given 2 numbers: [1, 2]",
        ),
        ({"method": "sugeno", "output": {"N": -1, "P": np.nan}}, "output.P: expected finite numbers, given nan"),
    ],
)
def test_a_fault_is_a_sentence(change: dict[str, Any], words: str) -> None:
    with pytest.raises(DescriptionError, match=re.escape(words)) as raised:
        FuzzySystem(**{**SMALL, **change})
    assert str(raised.value).startswith("FuzzySystem has ")


def test_all_faults_are_reported_together() -> None:
    default: Any = FuzzySystem().rules
    rules = [list(row) for row in default]
    rules[2][3], rules[5][6] = "QQ", "ZZ"
    error = {**INPUT_TERMS, "NM": (-1.0, -2.0, 0.0)}
    output = {**OUTPUT_TERMS, "PB": (0.5, 1.0)}
    with pytest.raises(DescriptionError) as raised:
        FuzzySystem(error, INPUT_TERMS, output, rules)
    places = {fault.path for fault in raised.value.faults}
    assert places == {("error", "NM"), ("output", "PB"), ("rules", 2, 3), ("rules", 5, 6)}
    assert "FuzzySystem has 4 faults:" in str(raised.value)


def test_nothing_but_the_variable_is_reported_where_it_has_no_terms() -> None:
    with pytest.raises(DescriptionError, match="FuzzySystem has 1 fault:"):
        FuzzySystem(error=None)  # type: ignore[arg-type]


def test_terms_that_leave_nothing_uncovered_are_accepted() -> None:
    """Also where one begins with a vertical edge at the end of another, and where one is within another."""
    for terms in (
        {"N": [-1, -1, 0], "P": [0, 0, 1, 1]},
        {"N": [-1, -1, 1], "P": [-1, 1, 1], "small": [0.2, 0.3, 0.4]},
        {"N": [-1, -1, 0.0], "Z": [-1e-9, 0, 1e-9], "P": [0, 1, 1]},
    ):
        system = FuzzySystem(error=terms, rules=[["ZE"] * 7] * len(terms))
        assert np.isfinite(system(np.linspace(-1.1, 1.1, 101), 0.3)).all()
