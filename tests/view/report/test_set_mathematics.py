"""Equations are set as MathML, or shown as LaTeX where they cannot be."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import kinloop as kl
from kinloop.view.report.mathml_polish import NAMESPACE
from kinloop.view.report.set_mathematics import equation_html, letters, mathml


def words(latex: str) -> list[str]:
    """The texts of all elements of an equation."""
    found = mathml(latex)
    assert found is not None
    return ["".join((element.text or "").split()) for element in ElementTree.fromstring(found).iter() if element.text]


def test_rows_of_an_aligned_environment_are_rows_of_a_table() -> None:
    found = mathml(r"\begin{aligned} a &= b \\ c &= \frac{1}{2} \end{aligned}")
    assert found is not None
    rows = ElementTree.fromstring(found).iter(f"{{{NAMESPACE}}}mtr")
    assert len(list(rows)) == 2
    assert "&" not in words(r"\begin{aligned} a &= b \\ c &= d \end{aligned}")


@pytest.mark.parametrize("latex", [r"\unknown{a}", r"x_{", r"\frac{1}", r"a \& b", "a &= b"])
def test_what_cannot_be_set_is_shown_as_latex(latex: str) -> None:
    assert mathml(latex) is None
    shown = equation_html("<b>", latex)
    assert "<math" not in shown
    assert latex.replace("&", "&amp;") in shown
    assert "<b>" not in shown


@pytest.mark.parametrize("model", ["inertia", "gravity", "jacobian", "coriolis"])
def test_equations_of_a_robot_are_set(model: str) -> None:
    latex = kl.load("two_r").equations(model).latex()
    shown = equation_html(model, latex.strip("$").strip())
    assert "<math" in shown
    ElementTree.fromstring(shown)  # well-formed


def test_names_of_operators_are_kept_together() -> None:
    assert "".join(words(r"\operatorname{atan2}(y, x)")).startswith("atan2")


def test_a_matrix_inside_aligned_rows_keeps_its_cells() -> None:
    found = mathml(kl.load("two_r").equations("inertia").latex())
    assert found is not None
    tables = list(ElementTree.fromstring(found).iter(f"{{{NAMESPACE}}}mtable"))
    cells = [[len(row) for row in table] for table in tables]
    assert [2, 2] in cells  # the matrix
    assert len(tables) == 2


def elements(latex: str, kind: str) -> list[ElementTree.Element]:
    """All elements of a kind."""
    found = mathml(latex)
    assert found is not None
    return list(ElementTree.fromstring(found).iter(f"{{{NAMESPACE}}}{kind}"))


def test_bold_letters_are_characters_since_browsers_ignore_the_attribute() -> None:
    found = elements(r"\mathbf A\mathbf{q} + \boldsymbol\tau + \mathbf{\dot x}", "mi")
    assert [each.text for each in found] == ["\U0001d400", "\U0001d42a", "\U0001d749", "\U0001d431"]
    assert not any("bold" in each.get("mathvariant", "") for each in found)


def test_plus_or_minus_and_arrows_are_operators_and_dots_are_accents() -> None:
    assert [each.text for each in elements(r"a \pm b \iff c", "mo")] == ["\u00b1", "\u27fa"]
    assert [each.get("accent") for each in elements(r"\dot q + \ddot{\mathbf x} + \overrightarrow{AB}", "mover")] == ["true"] * 3


@pytest.mark.parametrize(
    ("latex", "spaces"), [(r"x \sin\phi_1", 2), (r"\sin(x)", 0), (r"\sin^2 x", 1), (r"-\cos\left(x\right)", 0)]
)
def test_names_of_functions_stand_apart_from_what_is_beside_them(latex: str, spaces: int) -> None:
    assert len(elements(latex, "mspace")) == spaces


def test_a_long_row_is_set_smaller_on_paper() -> None:
    assert "--paper: 1" in equation_html("short", r"\mathbf M = \begin{bmatrix} a & b \\\\ c & d \end{bmatrix}")
    assert "--paper: 0.5" in equation_html("long", " + ".join(["ab"] * 53))
    assert letters(r"\left(\alpha_{12} + \sin x\right)") == 9
