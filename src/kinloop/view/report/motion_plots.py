"""Which plots of a motion the report shows, and what they show of a second record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from kinloop.view.page.plots import Plot, PlotLine

# The report has many motions; the page of a single record shows all plots.
LEFT_OUT = ("energy", "passive joints", "active rates", "passive rates", "loop forces")
# Lines of the second record that are so many times larger would flatten those of the first.
MUCH_LARGER = 20.0


def choose_plots(plots: Sequence[Plot]) -> list[Plot]:
    """The plots of a motion in the report, without lines of the second record that dwarf the first."""
    return [_named_kinds(_readable(plot)) for plot in plots if plot.title not in LEFT_OUT]


def hidden_notes(plots: Sequence[Plot], name: str) -> list[str]:
    """A sentence for each plot that lacks the lines of the second record."""
    return [
        f"The {plot.title} plot leaves out {name}, which reaches {_largest(plot, 1):.2g} {plot.unit}."
        for plot in plots
        if plot.title not in LEFT_OUT and _is_dwarfed(plot)
    ]


def _named_kinds(plot: Plot) -> Plot:
    """Of the nearness of singularities the kinds that the documents speak of, where the machine has them."""
    kept = tuple(line for line in plot.lines if line.name.startswith("type"))
    return replace(plot, lines=kept) if kept and plot.title.startswith("nearness") else plot


def _readable(plot: Plot) -> Plot:
    return replace(plot, lines=tuple(line for line in plot.lines if line.record == 0)) if _is_dwarfed(plot) else plot


def _is_dwarfed(plot: Plot) -> bool:
    return plot.title.startswith("effort") and _largest(plot, 1) > MUCH_LARGER * _largest(plot, 0) > 0


def _largest(plot: Plot, record: int) -> float:
    sizes = [_size(line) for line in plot.lines if line.record == record]
    return max(sizes, default=0.0)


def _size(line: PlotLine) -> float:
    finite = np.abs(line.values[np.isfinite(line.values)])
    return float(finite.max()) if finite.size else 0.0
