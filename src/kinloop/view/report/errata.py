"""Mistakes of the documents, each with its proof, as tables."""

from __future__ import annotations

from collections.abc import Sequence

from kinloop.studies.framework.erratum import Erratum
from kinloop.view.page.html_text import escape
from kinloop.view.report.set_mathematics import mathml
from kinloop.view.report.verdicts import number, typeset


def errata_table(errata: Sequence[Erratum]) -> str:
    """A table: the equation as printed and as it should be, and the relative error of both over many states."""
    columns = ("equation", "what is wrong", "as printed", "right", "error as printed", "error of the right form")
    head = "".join(f'<th scope="col">{name}</th>' for name in columns)
    rows = "".join(map(_row, errata))
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<div class="kinloop-table errata" tabindex="0">{table}</div>'


def _row(erratum: Erratum) -> str:
    cells = [escape(erratum.equation), escape(typeset(erratum.what)), _formula(erratum.printed), _formula(erratum.right)]
    errors = (
        "cannot be evaluated" if erratum.printed_error is None else number(erratum.printed_error),
        number(erratum.right_error),
    )
    cells += [escape(typeset(error)) for error in errors]
    names = ("", "", "as printed", "right", "error as printed", "error of the right form")
    return "<tr>" + "".join(f'<td data-name="{name}">{cell}</td>' for name, cell in zip(names, cells, strict=True)) + "</tr>"


def _formula(latex: str) -> str:
    """An equation set in a cell; its LaTeX where it cannot be set."""
    if not latex:
        return ""
    found = mathml(latex)
    return f"<code>{escape(latex)}</code>" if found is None else found
