"""Equations as LaTeX whose rows fit a page."""

from __future__ import annotations

import re

import pytest
import sympy as sp

import kinloop as kl
from kinloop.equations.symbolic import Equations
from kinloop.equations.text import one_line


def test_a_long_sum_is_broken_between_terms_and_keeps_all_of_them() -> None:
    a = sp.symbols("a0:30")
    total = sum((-1) ** k * symbol**2 for k, symbol in enumerate(a))
    text = Equations("f", {"f": sp.Matrix([[total]])}).latex(width=60)
    rows = text.removeprefix("\\begin{aligned}\n").removesuffix("\n\\end{aligned}").split(" \\\\\n")
    assert len(rows) > 3
    assert rows[0].startswith("f &= ")
    assert all(row.startswith(r"&\quad ") for row in rows[1:])
    joined = " ".join(row.removeprefix(r"&\quad ") for row in rows).removeprefix("f &= ")
    assert re.sub(r"\s", "", joined) == re.sub(r"\s", "", sp.latex(total))


def test_a_long_sum_in_a_fraction_is_broken_too() -> None:
    a, c, d, e = (*[sp.symbols("a0:30")], *sp.symbols("c d e"))
    text = Equations("f", {"f": sp.Matrix([[c + d * sum(a) / e**2]])}).latex(width=60)
    rows = text.removeprefix("\\begin{aligned}\n").removesuffix("\n\\end{aligned}").split(" \\\\\n")
    assert len(rows) > 3
    joined = " ".join(row.removeprefix(r"&\quad ") for row in rows)
    expected = rf"f &= c + \frac{{d}}{{e^{{2}}}} \Bigl( {sp.latex(sum(a))} \Bigr)"
    assert re.sub(r"\s", "", joined) == re.sub(r"\s", "", expected)
    (negative,) = Equations("f", {"f": sp.Matrix([[-(a[0] + a[1])]])}).latex(width=10).splitlines()[1:2]
    assert negative.startswith(r"f &= - a_{0}")


def test_rows_of_a_machine_fit_a_page() -> None:
    letters = re.compile(r"\\(?:left|right|quad|Bigl|Bigr|operatorname)|[{}^_&\s]|\\\\")
    for row in kl.load("five_bar").equations("inertia").latex(width=100).splitlines()[1:-1]:
        printed = re.sub(r"\\[a-z]+", "abc", letters.sub("", row))
        assert len(printed) < 1.5 * 100, row


def test_what_fits_is_one_row_as_without_a_width() -> None:
    inertia = kl.load("two_r").equations("inertia")
    assert inertia.latex(width=1000) == inertia.latex()


def test_a_wide_matrix_is_written_entry_by_entry() -> None:
    inertia = kl.load("two_r").equations("inertia")
    text = inertia.latex(width=30)
    assert "bmatrix" not in text
    assert "inertia[0, 0] &=" in text
    assert "inertia &= inertia^{T}" in text
    assert "inertia[1, 0]" not in text


@pytest.mark.parametrize("name", ["two_r", "biglide", "scara_prrr"])
@pytest.mark.parametrize("model", ["inertia", "coriolis", "gravity"])
def test_braces_and_environments_of_models_are_balanced(name: str, model: str) -> None:
    text = kl.load(name).equations(model).latex(width=100)
    assert text.count("{") == text.count("}")
    assert text.count(r"\left") == text.count(r"\right")
    assert text.count(r"\Bigl(") == text.count(r"\Bigr)")
    assert text.count(r"\begin") == text.count(r"\end")
    assert one_line(sp.Symbol("theta1")) == "\u03b8\u2081"
