"""How verdicts and numbers of findings are written."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from kinloop.studies.framework.finding import VERDICTS, Finding, Value
from kinloop.view.page.html_text import escape

RAISED = str.maketrans("-0123456789", "\u207b\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079")
# What each verdict means, in the order in which the overview counts them.
MEANINGS = {
    "agrees": "what the document says came out here too",
    "corrects": "the document is wrong, and the right form is shown and proved",
    "goes beyond": "what the document could not do was done",
    "no figure": "the document gives none; what was measured is shown",
    "disagrees": "what came out differs from the document",
    "failed": "the study ended with an error",
}
assert set(VERDICTS) < set(MEANINGS)


def badge(verdict: str) -> str:
    """A verdict as a coloured word; the colour is not needed to read it."""
    return f'<span class="verdict {verdict.replace(" ", "-")}">{escape(verdict)}</span>'


def findings_table(findings: Sequence[Finding]) -> str:
    """A table of findings: quantity, what the document says, what was measured, and the verdict."""
    head = "".join(f'<th scope="col">{name}</th>' for name in ("quantity", "document", "measured", "unit", "verdict"))
    rows = "".join(map(_row, findings))
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<div class="kinloop-table stacked" tabindex="0">{table}</div>'


def _row(finding: Finding) -> str:
    document = "" if finding.document is None else f"{_relation(finding)} {number(finding.document)}".strip()
    values = _value_cell("document", document) + _value_cell("measured", number(finding.measured)) + _value_cell("", finding.unit)
    return f"<tr><td>{_quantity(finding.quantity)}</td>{values}<td>{badge(finding.verdict)}</td></tr>"


def _quantity(text: str) -> str:
    """The quantity, and below it what this study asks of it, in smaller letters."""
    name, separator, asked = text.partition(" (asked: ")
    below = f'<span class="asked">asked: {escape(typeset(asked.removesuffix(")")))}</span>' if separator else ""
    return f"{escape(typeset(name))}{below}"


def _value_cell(name: str, text: str) -> str:
    """A cell whose text stays in one line if it is short; on a phone ``name`` stands before it."""
    shown = escape(typeset(text))
    return f'<td{" class=value" if len(text) < 24 else ""} data-name="{name}">{shown}</td>'


def _relation(finding: Finding) -> str:
    return "" if finding.relation in ("is", "equals") or isinstance(finding.document, str) else finding.relation


def number(value: Value) -> str:
    """A number with four digits; the JSON file has them all."""
    if value is None:
        return "-"
    if isinstance(value, str):
        return value
    return f"{value:.4g}" if math.isfinite(value) else "not finite"


def typeset(text: str) -> str:
    """A text with numbers and units as they are printed: ten to a power, squares and cubes as raised digits. Not yet escaped."""
    text = re.sub(r"(?<![\w.])(\d+(?:\.\d+)?)e([+-]?)0*(\d+)\b", _power, text)
    return re.sub(r"(?<=[A-Za-z])\^([23])\b", lambda match: match[1].translate(RAISED), text)


def _power(match: re.Match[str]) -> str:
    power = f"10{(match[2].replace('+', '') + match[3]).translate(RAISED)}"
    return power if match[1] == "1" else f"{match[1]}\u00a0\u00b7\u00a0{power}"
