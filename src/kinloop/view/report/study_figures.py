"""The figures of studies, drawn from their data: curves and maps."""

from __future__ import annotations

import textwrap
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from kinloop.studies.framework.figure_data import Axis, Curves, Map, Series
from kinloop.view.figures.style import PAGE_WIDTH, SMALL, add_legend, label, line_style, new_figure, scale_ticks, set_labels, tidy

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Points of a line in a figure. More than these are chosen by the extremes of equal pieces: a peak is seen.
MOST_POINTS = 1500
HEIGHT = 2.7  # inch
# Letters of a label along the height of a figure; longer ones take two lines.
LINE = 34
# So many points have a tick each.
FEW = 6
ANSWERS = ("#d9d2c5", "#0072B2")  # of maps that answer a question with no or yes
STYLES: dict[str, dict[str, Any]] = {
    "line": {},
    "dashed": {"linestyle": "--"},
    "points": {"linestyle": "", "marker": "o", "markersize": 3.0},
    "steps": {"drawstyle": "steps-post"},
}


def draw_curves(curves: Curves) -> Figure:
    """The figure of curves."""
    figure = new_figure(PAGE_WIDTH, 1.6 * HEIGHT if curves.equal else HEIGHT)
    axes = tidy(figure.add_subplot())
    for k, series in enumerate(curves.series):
        x, y = thin(series)
        axes.plot(x, y, label=_label(series), **{**line_style(k), **STYLES[series.style]})
    _finish(axes, curves.x, curves.y, curves.log, curves.equal)
    _tick_points(axes, curves)
    if len(curves.series) > 1 or curves.series[0].name:
        add_legend(axes, above=True)
    return figure


def draw_map(data: Map) -> Figure:
    """The figure of a map: colours over a grid, and lines on it."""
    from matplotlib.colors import ListedColormap, LogNorm

    figure = new_figure(PAGE_WIDTH, 1.5 * HEIGHT)
    axes = tidy(figure.add_subplot())
    positive = data.values[np.isfinite(data.values) & (data.values > 0)]
    norm = LogNorm(positive.min(), positive.max()) if data.log and positive.size and positive.min() < positive.max() else None
    is_answer = set(np.unique(data.values)) <= {0.0, 1.0}  # to a question: no or yes
    cmap = ListedColormap(ANSWERS) if is_answer else "viridis"
    limits = {"vmin": -0.5, "vmax": 1.5} if is_answer else {"norm": norm}
    drawn = axes.pcolormesh(data.x_values, data.y_values, data.values, cmap=cmap, shading="nearest", rasterized=True, **limits)
    bar = figure.colorbar(drawn, ax=axes, ticks=[0, 1] if is_answer else None)
    if is_answer:
        bar.ax.set_yticklabels(["no", "yes"])
    bar.set_label(_label_of(data.value), fontsize=SMALL)
    bar.ax.tick_params(labelsize=SMALL)
    for k, series in enumerate(data.lines):
        axes.plot(*thin(series), label=_label(series), **{**line_style(k + 1), **STYLES[series.style]})
    _finish(axes, data.x, data.y, "", data.equal)
    if data.lines:
        add_legend(axes, above=True)
    return figure


def thin(series: Series) -> tuple[np.ndarray, np.ndarray]:
    """A line with few points: of equal pieces the first point and those with the lowest and the highest value."""
    x, y = series.x, series.y
    if len(x) <= MOST_POINTS:
        return x, y
    edges = np.linspace(0, len(x), MOST_POINTS // 3 + 1).astype(int)
    kept: set[int] = {0, len(x) - 1}
    for begin, end in pairwise(edges):
        piece = y[begin:end]
        kept.add(int(begin))
        if np.isfinite(piece).any():
            kept |= {int(begin + np.nanargmin(piece)), int(begin + np.nanargmax(piece))}
    order = sorted(kept)
    return x[order], y[order]


def _label(series: Series) -> str:
    """The name of a line in a legend: dollars are no mathematics, and a leading underscore does not hide it."""
    text = series.name.replace("$", r"\$")
    return f" {text}" if text.startswith("_") else text


def _label_of(axis: Axis, power: int = 0) -> str:
    """The label of an axis with its unit; numbers without a unit have none."""
    if axis.unit == "1":
        return f"{axis.label} [$10^{{{power}}}$]" if power else axis.label
    return label(axis.label, axis.unit, power)


def _tick_points(axes: Axes, curves: Curves) -> None:
    """A tick at every point where there are few of them over a logarithmic axis."""
    places = np.unique(np.concatenate([series.x for series in curves.series if series.style == "points"] or [np.zeros(0)]))
    if "x" in curves.log and 1 < len(places) <= FEW:
        axes.set_xticks(places, [f"{place:g}" for place in places])
        axes.set_xticks([], minor=True)


def _finish(axes: Axes, x: Axis, y: Axis, log: str, equal: bool) -> None:
    """Scales, labels with units, and ticks in powers of ten where numbers are very small or large."""
    powers = {}
    for name, axis in (("x", axes.xaxis), ("y", axes.yaxis)):
        if name in log:
            getattr(axes, f"set_{name}scale")("log")
            powers[name] = 0
        else:
            low, high = getattr(axes, f"get_{name}lim")()
            powers[name] = scale_ticks(axis, max(abs(low), abs(high)))
    set_labels(axes, _label_of(x, powers["x"]), textwrap.fill(_label_of(y, powers["y"]), LINE))
    if equal:
        axes.set_aspect("equal", adjustable="datalim")
