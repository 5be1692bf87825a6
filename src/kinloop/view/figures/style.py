"""How figures look: colours, line styles, symbols and units in labels, sizes for a printed page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np

from kinloop.errors import ShapeError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Array = np.ndarray
# The colours of Okabe and Ito, which colour-blind readers can tell apart, without yellow, which is hard to see on paper.
BLUE, VERMILLION, GREEN, PURPLE = "#0072B2", "#D55E00", "#009E73", "#CC79A7"
ORANGE, SKY_BLUE, BLACK = "#E69F00", "#56B4E9", "#000000"
COLOURS = (BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY_BLUE, BLACK)
DASHES = ("-", "--", ":", "-.")
INK, GREY, PALE = "#2b2b2b", "#8a8a8a", "#e4e4e4"
# A page of a thesis has about 6.3 inches between its margins.
PAGE_WIDTH = 6.3
SMALL, NORMAL = 7.5, 8.5  # sizes of letters, points
GREEK = "alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|upsilon|phi|chi|psi|omega"
SYMBOL = re.compile(rf"([A-Za-z]|{GREEK})_?(\d*)(_rate)?")
TWIST = re.compile(r"([vwq])([wxyz])")  # rates of a pose, and its quaternion
RAISED = {"^2": "\u00b2", "^3": "\u00b3"}
LARGEST_LEGEND = 18
# Letters of titles across a page.
TITLE_LETTERS = 78


def symbol(name: str) -> str:
    """A name as it stands in a figure: ``theta1`` as a letter with an index, other names as they are written."""
    if match := SYMBOL.fullmatch(name):
        letter = f"\\{match[1]}" if len(match[1]) > 1 else match[1]
        letter = f"\\dot{{{letter}}}" if match[3] else letter
        return f"${letter}_{{{match[2]}}}$" if match[2] else f"${letter}$"
    if match := TWIST.fullmatch(name):
        return f"${match[1].replace('w', chr(92) + 'omega')}_{match[2]}$"
    text = name.replace("$", r"\$")
    return f" {text}" if text.startswith("_") else text  # matplotlib leaves names with a leading underscore out of legends


def unit_text(unit: str) -> str:
    """A unit as it stands in brackets: ``m/s\u00b2``."""
    for plain, raised in RAISED.items():
        unit = unit.replace(plain, raised)
    return unit


def label(quantity: str, units: str | Sequence[str], power: int = 0) -> str:
    """The label of an axis: ``error [m]``; several units are listed. ``power``: of ten, in which the ticks are written."""
    listed = [units] if isinstance(units, str) else list(dict.fromkeys(units))
    factor = f"$10^{{{power}}}$ " if power else ""
    return f"{quantity} [{factor}{', '.join(map(unit_text, listed))}]"


def scale_ticks(axis: Any, largest: float) -> int:
    """Write very small and very large ticks in a power of ten, which is returned for the label; 0 where plain numbers do."""
    if not np.isfinite(largest) or largest == 0 or 1e-2 <= largest < 1e4:
        return 0
    power = 3 * int(np.floor(np.log10(largest) / 3))
    axis.set_major_formatter(lambda value, _: f"{value / 10.0**power:.6g}".replace("-", "\u2212"))
    return power


def line_style(k: int) -> dict[str, Any]:
    """Colour and dashes of the line number ``k``: dashes change when all colours are used."""
    return {"color": COLOURS[k % len(COLOURS)], "linestyle": DASHES[k // len(COLOURS) % len(DASHES)], "linewidth": 1.2}


def new_figure(width: float, height: float) -> Figure:
    """An empty figure of a size [inch] that belongs to no window."""
    from kinloop.view.figures.notebook_figure import NotebookFigure

    return NotebookFigure(figsize=(width, height), dpi=150, layout="constrained", facecolor="white")


def grid_of_axes(count: int, columns: int, height: float, **options: Any) -> tuple[Figure, list[Axes]]:
    """A figure of the page's width with ``count`` axes of a height [inch], row by row."""
    columns = min(columns, count)
    rows = -(-count // columns)
    figure = new_figure(PAGE_WIDTH, max(rows * height, 2.0) + 0.3)
    places = figure.subplots(rows, columns, squeeze=False, **options).ravel()
    for place in places[count:]:
        place.remove()
    return figure, [tidy(axes) for axes in places[:count]]


def tidy(axes: Axes) -> Axes:
    """Small letters, a faint grid, and no frame above and to the right."""
    axes.tick_params(labelsize=SMALL)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.grid(True, color=PALE, linewidth=0.6)
    axes.set_axisbelow(True)
    return axes


def set_labels(axes: Axes, x: str, y: str) -> None:
    """Label both axes."""
    axes.set_xlabel(x, fontsize=NORMAL)
    axes.set_ylabel(y, fontsize=NORMAL)


def title(axes: Axes, text: str) -> None:
    """A title at the left of an axes."""
    axes.set_title(text, fontsize=NORMAL, loc="left")


def break_title(text: str, columns: int) -> str:
    """A title in lines that fit above one of so many axes beside each other."""
    width = TITLE_LETTERS // max(columns, 1)
    return "\n".join(part for line in text.split("\n") for part in wrap(line, width))


def add_legend(axes: Axes, above: bool, columns: int = 4, handles: list[Any] | None = None) -> None:
    """A legend of the labelled lines: in rows above an axes of ours, where it hides nothing, or inside one of the caller's."""
    handles = axes.get_legend_handles_labels()[0] if handles is None else handles
    if not handles:
        return
    shown = handles[:LARGEST_LEGEND]
    if above:  # matplotlib fills column by column; rows are easier to read
        columns = _columns_that_fit(axes, [str(handle.get_label()) for handle in shown], columns)
        rows = -(-len(shown) // columns)
        order = [row * columns + column for column in range(columns) for row in range(rows)]
        shown = [shown[k] for k in order if k < len(shown)]
    options: dict[str, Any] = {"fontsize": SMALL, "handlelength": 1.6, "columnspacing": 1.0, "labelspacing": 0.3}
    if above:
        options |= {"loc": "lower left", "bbox_to_anchor": (0.0, 1.0), "ncols": columns, "frameon": False, "borderaxespad": 0.2}
    legend = axes.legend(handles=shown, **options)
    if len(handles) > len(shown):
        legend.set_title(f"the first {len(shown)} of {len(handles)}")
        legend.get_title().set_fontsize(SMALL)


def _columns_that_fit(axes: Axes, texts: list[str], most: int) -> int:
    """How many entries of a legend fit beside each other above an axes; else it would be squeezed beside a wide legend."""
    width = axes.get_position().width * axes.figure.bbox.width / axes.figure.dpi * 1.2  # the layout widens axes
    sizes = [0.45 + 0.062 * (2 if "$" in text else len(text)) for text in texts]  # a symbol with its index, else letters
    fitting = (n for n in range(min(most, len(texts)), 1, -1) if sum(max(sizes[k::n]) for k in range(n)) <= width)
    return next(fitting, 1)


def check_axes(ax: Any, what: str) -> None:
    """Raises: ShapeError: ``ax`` is not one axes of matplotlib, for example an array of them."""
    from matplotlib.axes import Axes

    if not isinstance(ax, Axes):
        raise ShapeError(f"{what}: ax is of the type {type(ax).__name__}, expected one axes of matplotlib")
