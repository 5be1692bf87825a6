"""Figures of matplotlib as SVG inside a page."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

from kinloop.view.figures.style import INK, PALE
from kinloop.view.page.html_text import escape

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Colours of ink and of the grid follow the page, light or dark; those of lines are readable on both.
FOLLOWING = {"#000000": "currentColor", INK: "currentColor", PALE: "var(--line)"}
DROPPED = {"Date": None, "Creator": None, "Format": None, "Type": None}


def figure_svg(figure: Figure) -> str:
    """The ``svg`` element of a figure without a background; the same figure gives the same text."""
    import matplotlib as mpl

    content = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": "kinloop", "svg.fonttype": "path"}):
        figure.savefig(content, format="svg", metadata=DROPPED, transparent=True)
    text = content.getvalue()
    text = text[text.index("<svg") :].strip()
    text = re.sub(r"<!--.*?-->\n?", "", text, flags=re.DOTALL)  # first: they repeat the texts of the figure
    return re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)


def svg_in_page(text: str, name: str, alt: str) -> str:
    """An ``svg`` element as it stands in a page. Names inside it begin with ``name``, so that several figures share a page."""
    text = re.sub(r"<style[^>]*>.*?</style>", "", text, flags=re.DOTALL)  # would hold for the whole page; page.css has it
    text = re.sub(r'(\bid=")', rf"\1{name}-", text)
    text = re.sub(r'((?:xlink:)?href="#|url\(#)', rf"\1{name}-", text)
    for colour, name_in_page in FOLLOWING.items():
        text = re.sub(rf"(fill|stroke): {colour}\b", rf"\1: {name_in_page}", text, flags=re.IGNORECASE)
    return re.sub(r"<svg ", f'<svg role="img" aria-label="{escape(alt)}" ', text, count=1)


def svg_file(text: str) -> str:
    """An ``svg`` element as a file of its own, on white paper."""
    paper = re.sub(r"(<svg [^>]*>)", r'\1<rect width="100%" height="100%" fill="#ffffff"/>', text, count=1)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{paper}\n'
