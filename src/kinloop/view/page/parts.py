"""What a page is made of: text, tables, figures, pictures and motions. All text is escaped."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from numbers import Real
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from kinloop.view.page.html_text import escape
from kinloop.view.page.pack import as_text, pack

if TYPE_CHECKING:
    from matplotlib.figure import Figure as MatplotlibFigure

Array = np.ndarray


@dataclass(eq=False)
class Context:
    """What parts add to the page beside their own HTML: data of motions by id, the number of figures, names in addresses."""

    data: dict[str, str] = field(default_factory=dict)
    figures: int = 0
    names: set[str] = field(default_factory=set)


class Part(Protocol):
    """Something that a section shows."""

    def html(self, context: Context) -> str:
        """The part as HTML, with every text escaped."""
        ...


@dataclass(frozen=True)
class Text:
    """Paragraphs, with an empty line between them."""

    text: str

    def html(self, context: Context) -> str:
        """The paragraphs."""
        return "".join(f"<p>{escape(part.strip())}</p>" for part in self.text.split("\n\n") if part.strip())


@dataclass(frozen=True)
class Preformatted:
    """Text whose lines and blanks stay as they are."""

    text: str

    def html(self, context: Context) -> str:
        """The text in letters of equal width; long lines scroll."""
        return f'<pre tabindex="0">{escape(self.text)}</pre>'


@dataclass(frozen=True)
class Markup:
    """HTML that is put into the page as it is, such as MathML made by this package. Never text of a user."""

    markup: str

    def html(self, context: Context) -> str:
        """The markup itself."""
        return self.markup


@dataclass(frozen=True)
class Table:
    """Rows of cells under headings. Numbers have six digits; columns of numbers are aligned to the right. ``None`` is an empty
    cell."""

    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    caption: str = ""

    def html(self, context: Context) -> str:
        """The table; a wide one scrolls."""
        caption = f"<caption>{escape(self.caption)}</caption>" if self.caption else ""
        numeric = [
            bool(self.rows) and all(_is_number(row[k]) or row[k] is None for row in self.rows) for k in range(len(self.columns))
        ]
        head = "".join(
            f'<th scope="col"{NUMBER if is_number else ""}>{escape(name)}</th>'
            for name, is_number in zip(self.columns, numeric, strict=True)
        )
        rows = "".join("<tr>" + "".join(map(_cell, row, numeric)) + "</tr>" for row in self.rows)
        table = f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        return f'<div class="kinloop-table" tabindex="0">{table}</div>'


NUMBER = ' class="number"'


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _cell(value: object, is_right: bool) -> str:
    if value is None:
        return "<td></td>"
    text = f"{value:.6g}" if _is_number(value) else str(value)
    return f"<td{NUMBER if is_right else ''}>{escape(text)}</td>"


@dataclass(frozen=True, eq=False)
class Figure:
    """A figure of matplotlib as SVG in the page. ``alt``: what it shows, for readers who do not see it."""

    figure: MatplotlibFigure
    alt: str
    caption: str = ""

    @cached_property
    def svg(self) -> str:
        """The figure as an ``svg`` element, drawn once."""
        from kinloop.view.page.svg import figure_svg

        return figure_svg(self.figure)

    def html(self, context: Context) -> str:
        """The figure with its caption."""
        from kinloop.view.page.svg import svg_in_page

        context.figures += 1
        svg = svg_in_page(self.svg, f"figure{context.figures}", self.alt)
        return f'<figure class="kinloop-figure">{svg}{_caption(self.caption)}</figure>'


@dataclass(frozen=True, eq=False)
class Picture:
    """A PNG picture in the page."""

    png: bytes
    alt: str
    caption: str = ""

    def html(self, context: Context) -> str:
        """The picture with its caption."""
        return f'<figure class="kinloop-figure">{image(self.png, self.alt)}{_caption(self.caption)}</figure>'


@dataclass(frozen=True, eq=False)
class Motion:
    """A motion that can be played: head and arrays as :func:`~kinloop.view.page.motion_data.motion_data` returns them.

    ``poster``: a PNG picture that stands for it in print, without WebGL and while another motion plays. ``plots``: one of its
    plots, which is shown where no script runs.
    """

    head: Mapping[str, Any]
    arrays: Mapping[str, Array]
    poster: bytes | None = None
    plots: bytes | None = None
    caption: str = ""

    def html(self, context: Context) -> str:
        """The place of the player, with its poster; the data go to the end of the page."""
        from kinloop.view.page.html_text import slug

        name = slug(str(self.head["id"]), context.names)
        context.data[name] = as_text(pack({**self.head, "id": name}, self.arrays))
        title = str(self.head["title"])
        poster = "" if self.poster is None else image(self.poster, f"drawing of {title}", "poster")
        plots = "" if self.plots is None else f"<noscript>{image(self.plots, f'plots of {title}')}</noscript>"
        figure = f'<figure class="kinloop-motion" id="{name}" data-motion="{name}" aria-label="{escape(title)}">{poster}</figure>'
        return f"{figure}{plots}{f'<p class=caption>{escape(self.caption)}</p>' if self.caption else ''}"


@dataclass(frozen=True)
class Details:
    """Parts that are shown when a reader asks for them; in print always."""

    summary: str
    parts: Sequence[Part]

    def html(self, context: Context) -> str:
        """The parts under their summary."""
        return f"<details><summary>{escape(self.summary)}</summary>{join(self.parts, context)}</details>"


def join(parts: Iterable[Part], context: Context) -> str:
    """Parts one below the other."""
    return "\n".join(part.html(context) for part in parts)


def image(png: bytes, alt: str, kind: str = "") -> str:
    """A PNG picture inside the page."""
    content = base64.b64encode(png).decode()
    chosen = f' class="{escape(kind)}"' if kind else ""
    return f'<img{chosen} alt="{escape(alt)}" src="data:image/png;base64,{content}">'


def _caption(text: str) -> str:
    return f"<figcaption>{escape(text)}</figcaption>" if text else ""
