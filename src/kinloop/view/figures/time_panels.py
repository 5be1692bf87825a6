"""Panels over time: lines of one unit with their references, and figures made of several panels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from kinloop.view.figures.style import (
    GREY,
    INK,
    NORMAL,
    add_legend,
    check_axes,
    grid_of_axes,
    label,
    line_style,
    scale_ticks,
    set_labels,
    symbol,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Array = np.ndarray
# More lines at instants would hide the curves.
MOST_INSTANTS = 12
REFERENCE: dict[str, Any] = {"color": INK, "linestyle": (0, (2, 3)), "linewidth": 1.0}


@dataclass(frozen=True)
class Line:
    """One column over time; ``reference`` is drawn dashed, over it."""

    name: str
    t: Array
    values: Array
    unit: str
    reference: Array | None = None


@dataclass(frozen=True)
class Panel:
    """Lines in one axes. ``held``: the values are constant between samples. ``instants``: times [s] to mark."""

    quantity: str
    lines: tuple[Line, ...]
    held: bool = False
    instants: tuple[float, ...] = ()
    reference_name: str = "reference"

    @property
    def units(self) -> tuple[str, ...]:
        """The units of its lines, each once."""
        return tuple(dict.fromkeys(line.unit for line in self.lines))

    def by_unit(self) -> list[Panel]:
        """A panel for each unit, since metres and radians have no common scale."""
        return [replace(self, lines=tuple(line for line in self.lines if line.unit == unit)) for unit in self.units]


def columns(names: Sequence[str], units: Sequence[str], t: Array, values: Array, reference: Array | None = None) -> list[Line]:
    """The lines of an array's columns, without those that are NaN throughout."""
    found = []
    for k, (name, unit) in enumerate(zip(names, units, strict=True)):
        if np.isfinite(values[:, k]).any():
            given = None if reference is None or not np.isfinite(reference[:, k]).any() else reference[:, k]
            found.append(Line(name, t, values[:, k], unit, given))
    return found


def draw_panel(axes: Axes, panel: Panel, above: bool) -> None:
    """Draw the lines of a panel, with axis labels and a legend."""
    from matplotlib.lines import Line2D

    step = {"drawstyle": "steps-post"} if panel.held else {}
    mixed = len(panel.units) > 1
    for k, line in enumerate(panel.lines):
        text = symbol(line.name) + (f" [{line.unit}]" if mixed else "")
        marker = {"marker": "."} if np.isfinite(line.values).sum() == 1 else {}
        axes.plot(line.t, line.values, label=text, **line_style(k), **step, **marker)  # type: ignore[arg-type]
        if line.reference is not None:
            axes.plot(line.t, line.reference, **REFERENCE)
    for instant in panel.instants[:MOST_INSTANTS]:
        axes.axvline(instant, color=GREY, linewidth=0.8, linestyle=":")
    power = scale_ticks(axes.yaxis, _largest(panel)) if above else 0
    set_labels(axes, label("time", "s"), label(panel.quantity, panel.units, power))
    handles: list[Any] = axes.get_legend_handles_labels()[0]
    if any(line.reference is not None for line in panel.lines):
        handles = [*handles, Line2D([], [], label=panel.reference_name, **REFERENCE)]
    if panel.instants:
        count = len(panel.instants)
        text = "event" if count <= MOST_INSTANTS else f"the first {MOST_INSTANTS} of {count} events"
        handles = [*handles, Line2D([], [], color=GREY, linestyle=":", linewidth=0.8, label=text)]
    add_legend(axes, above, handles=handles)


def _largest(panel: Panel) -> float:
    sizes = [np.abs(line.values[np.isfinite(line.values)]).max(initial=0.0) for line in panel.lines]
    return float(max(sizes, default=0.0))


def draw_panels(panels: Iterable[Panel], ax: Axes | None, what: str, heading: str = "") -> Figure | Axes:
    """All panels in a new figure, each unit in an axes of its own; or one panel in the caller's axes.

    Returns: the new figure, or the axes that was given.
    """
    panels = list(panels)
    if ax is not None:
        check_axes(ax, what)
        for panel in panels:
            draw_panel(ax, panel, above=False)
        return ax
    parts = [part for panel in panels for part in panel.by_unit()]
    figure, places = grid_of_axes(len(parts), 2 if len(parts) > 2 else 1, 2.0)
    for place, part in zip(places, parts, strict=True):
        draw_panel(place, part, above=True)
    if heading:
        figure.suptitle(heading, fontsize=NORMAL, x=0.01, ha="left")
    return figure
