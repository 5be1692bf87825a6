"""The figure of many runs: histograms and curves of summaries, maps over two varied values, bands over time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from kinloop.errors import ArgumentMissing, ShapeError, UnsupportedOperation, unknown_name
from kinloop.simulation.record.record import RunStatus
from kinloop.simulation.record.rollout_record import SAMPLES, Rollouts
from kinloop.view.figures.robustness_figure import plot_success
from kinloop.view.figures.style import (
    BLUE,
    GREY,
    NORMAL,
    SMALL,
    VERMILLION,
    add_legend,
    check_axes,
    grid_of_axes,
    label,
    line_style,
    scale_ticks,
    set_labels,
    symbol,
    title,
)
from kinloop.view.figures.varied_values import is_grid, nan_max, over_plane, two_axes, varied_axis

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Array = np.ndarray
Kind = Literal["histogram", "curve", "map", "bands", "bars"]
SUMMARIES = {
    "error_rms": "rms of the error",
    "error_max": "largest error",
    "error_last": "last error",
    "tau_max": "largest effort",
    "stopped": "end of runs that ended early",
}
QUANTITIES = {"q": "position", "qd": "rate", "tau": "effort", "x": "tool", "error": "error"}
# How each quantity can be drawn.
KINDS: dict[str, tuple[Kind, ...]] = {
    **dict.fromkeys(SAMPLES, ("bands",)),
    "success": ("map",),
    "status": ("bars",),
    "a summary": ("histogram", "curve", "map"),
}
# Percentiles of two bands and of the line between them.
PERCENTILES = (5, 25, 50, 75, 95)
# A map whose numbers span more than this factor has a logarithmic scale of colours.
WIDE = 100.0
MOST_BINS = 40


@dataclass(frozen=True)
class _Drawing:
    """One axes of a figure: a quantity, how it is drawn, and of which column."""

    what: str
    kind: Kind
    column: int | None = None


def plot_rollouts(
    rollouts: Rollouts,
    what: str | None = None,
    *,
    kind: Kind | None = None,
    over: Sequence[str] | None = None,
    column: str | None = None,
    ax: Axes | None = None,
) -> Figure | Axes:
    """A figure of many runs.

    Args:
        what: a summary (``"error_rms"``, ``"error_max"``, ``"error_last"``, ``"tau_max"``, ``"stopped"``), ``"success"``,
            ``"status"``, or samples (``"error"``, ``"x"``, ``"q"``, ``"qd"``, ``"tau"``). Without it those that fit the runs.
        kind: ``"histogram"``, ``"curve"`` (over the first varied value), ``"map"`` (over two varied values) or ``"bands"``
            (samples over time: the median, and where half and nine tenths of the runs are).
        over: names of the two varied arrays of a map; of further ones in a grid the largest value counts.
        column: the joint or coordinate of ``tau_max`` and of samples; of ``"error"`` the norm unless given.
        ax: an axes to draw in; it needs ``what``.
    Returns: a new figure, or the axes that was given.
    Raises: UnknownName: no such quantity, kind, column or varied array. UnsupportedOperation: no samples were kept.
        ShapeError: all of its numbers are NaN, or there are not two varied arrays.
    """
    if ax is not None:
        check_axes(ax, "plot")
        if what is None:
            raise ArgumentMissing(f"plot: ax= takes one quantity; give what=, such as {', '.join(map(repr, SUMMARIES))}")
    drawings = _overview(rollouts) if what is None else _drawings(rollouts, what, kind, column)
    if ax is not None:
        if len(drawings) > 1:
            raise ArgumentMissing(f"plot: ax= takes one column; give column=, one of {', '.join(_columns(rollouts, str(what)))}")
        _draw(ax, rollouts, drawings[0], over, above=False)
        return ax
    figure, places = grid_of_axes(len(drawings), 2, 2.3)
    for place, drawing in zip(places, drawings, strict=True):
        _draw(place, rollouts, drawing, over, above=True)
    early = int(np.sum(np.asarray(rollouts.status) != RunStatus.COMPLETE))
    heading = f"{symbol(rollouts.robot.mechanism.name)}: {rollouts.status.size} runs, {early} ended early"
    figure.suptitle(heading, fontsize=NORMAL, x=0.01, ha="left")
    return figure


def _overview(rollouts: Rollouts) -> list[_Drawing]:
    """What fits these runs: maps of a grid, curves over one varied value, else histograms; bands where samples were kept."""
    known = [name for name in ("error_rms", "error_max") if np.isfinite(getattr(rollouts, name)).any()]
    found: list[_Drawing] = []
    if len(rollouts.varied) > 1 and is_grid(rollouts):
        found += [_Drawing(name, "map") for name in known[-1:]] + [_Drawing("success", "map")]
    else:
        efforts = ["tau_max"] if np.isfinite(rollouts.tau_max).any() else []
        found += [_Drawing(name, _summary_kind(rollouts)) for name in (*known, *efforts)]
    if len(rollouts.t) and np.isfinite(rollouts.error).any():
        found.append(_Drawing("error", "bands"))
    return found or [_Drawing("status", "bars")]


def _summary_kind(rollouts: Rollouts) -> Kind:
    return "curve" if len(rollouts.varied) == 1 and rollouts.status.size > 1 else "histogram"


def _drawings(rollouts: Rollouts, what: str, kind: Kind | None, column: str | None) -> list[_Drawing]:
    known = (*SUMMARIES, "success", "status", *SAMPLES)
    if what not in known:
        raise unknown_name("quantity", what, known, "rollouts")
    possible = KINDS.get(what, KINDS["a summary"])
    default = possible[0] if len(possible) == 1 else "map" if is_grid(rollouts) else _summary_kind(rollouts)
    chosen = default if kind is None else kind
    if chosen not in possible:
        raise unknown_name("kind of plot", chosen, possible, repr(what))
    if what in SAMPLES and not len(rollouts.t):
        raise UnsupportedOperation(f"plot: {what!r} needs samples; these rollouts were run with keep='summary'")
    names = _columns(rollouts, what)
    if column is not None and column not in names:
        raise unknown_name("column", column, names, repr(what))
    if column is not None:
        return [_Drawing(what, chosen, names.index(column))]
    if (what in SAMPLES and what != "error") or (what == "tau_max" and chosen == "map"):
        return [_Drawing(what, chosen, k) for k in range(len(names))]
    return [_Drawing(what, chosen)]


def _columns(rollouts: Rollouts, what: str) -> tuple[str, ...]:
    return rollouts.columns.get(what, ())


def _draw(axes: Axes, rollouts: Rollouts, drawing: _Drawing, over: Sequence[str] | None, above: bool) -> None:
    match drawing.kind:
        case "bands":
            _bands(axes, rollouts, drawing, above)
        case "map" if drawing.what == "success":
            plot_success(rollouts, over, ax=axes)
        case "map":
            _map(axes, rollouts, drawing, over)
        case "bars":
            _status_bars(axes, rollouts)
        case _:
            _summary(axes, rollouts, drawing, above)


def _units(rollouts: Rollouts, what: str) -> tuple[str, ...]:
    if what == "stopped":
        return ("s",)
    return rollouts.units["error" if what.startswith("error") else what]


def _values(rollouts: Rollouts, drawing: _Drawing) -> Array:
    """The numbers of a summary (runs, columns). Raises: ShapeError: all are NaN."""
    values = np.asarray(getattr(rollouts, drawing.what)).reshape(rollouts.status.size, -1)
    values = values if drawing.column is None else values[:, [drawing.column]]
    if not np.isfinite(values).any():
        raise ShapeError(f"plot: {drawing.what} is NaN in all {len(values)} runs")
    return values


def _label_axes(rollouts: Rollouts, drawing: _Drawing, power: int = 0) -> str:
    units = _units(rollouts, drawing.what)
    words = SUMMARIES.get(drawing.what) or QUANTITIES[drawing.what]
    if drawing.column is None:
        norm = " (norm)" if drawing.what == "error" else ""
        return label(words + norm, units, power)
    return label(f"{words} {symbol(_columns(rollouts, drawing.what)[drawing.column])}", units[drawing.column], power)


def _summary(axes: Axes, rollouts: Rollouts, drawing: _Drawing, above: bool) -> None:
    """A histogram of a summary, or its curve over the first varied array."""
    values = _values(rollouts, drawing)
    names = _columns(rollouts, drawing.what) if drawing.column is None else ()
    largest = float(np.nanmax(np.abs(np.where(np.isfinite(values), values, np.nan))))
    if drawing.kind == "curve":
        axis = varied_axis(rollouts, next(iter(rollouts.varied)))
        if is_grid(rollouts):
            raise ShapeError(f"plot: a curve is over one varied array; these rollouts have {', '.join(rollouts.varied)}")
        order = np.argsort(axis.values)
        for k in range(values.shape[1]):
            marker = {"marker": ".", "markersize": 4} if len(values) <= 40 else {}
            text = {"label": symbol(names[k])} if names else {}
            axes.plot(axis.values[order], values[order, k], **line_style(k), **marker, **text)  # type: ignore[arg-type]
        if axis.is_geometric:
            axes.set_xscale("log")
        power = scale_ticks(axes.yaxis, largest) if above else 0
        set_labels(axes, axis.text, _label_axes(rollouts, drawing, power))
    else:
        finite = values[np.isfinite(values)]
        edges = np.histogram_bin_edges(finite, bins="auto")
        bins = edges if len(edges) <= MOST_BINS + 1 else np.linspace(finite.min(), finite.max(), MOST_BINS + 1)
        for k in range(values.shape[1]):
            column = values[np.isfinite(values[:, k]), k]
            filled: dict[str, Any] = {"color": BLUE, "edgecolor": "white", "linewidth": 0.5}
            if values.shape[1] > 1:
                filled = {"histtype": "step", **line_style(k), "label": symbol(names[k])}
            axes.hist(column, bins=bins.tolist(), **filled)
        power = scale_ticks(axes.xaxis, largest) if above else 0
        set_labels(axes, _label_axes(rollouts, drawing, power), "number of runs")
    add_legend(axes, above)


def _map(axes: Axes, rollouts: Rollouts, drawing: _Drawing, over: Sequence[str] | None) -> None:
    """Colours over two varied values; runs that ended early are crossed out."""
    from matplotlib.colors import LogNorm

    first, second = two_axes(rollouts, over)
    values = _values(rollouts, drawing)[:, 0]
    finite = values[np.isfinite(values)]
    wide = finite.min() > 0 and finite.max() > WIDE * finite.min()
    norm = LogNorm(finite.min(), finite.max()) if wide else None
    if is_grid(rollouts):
        plane = over_plane(rollouts, values.reshape(rollouts.shape), first, second, nan_max)
        colours: Any = axes.pcolormesh(first.edges(), second.edges(), plane.T, cmap="cividis", norm=norm, rasterized=True)
        missing = np.argwhere(~np.isfinite(plane))
        x, y = np.sort(first.values)[missing[:, 0]], np.sort(second.values)[missing[:, 1]]
    else:
        bad = ~np.isfinite(values)
        colours = axes.scatter(first.values[~bad], second.values[~bad], c=values[~bad], cmap="cividis", norm=norm, s=14)
        x, y = first.values[bad], second.values[bad]
    if len(x):
        axes.plot(x, y, linestyle="", marker="x", color=VERMILLION, markersize=4, label="ended early")
        add_legend(axes, above=True)
    axes.grid(False)
    for axis, set_scale in ((first, axes.set_xscale), (second, axes.set_yscale)):
        if axis.is_geometric:
            set_scale("log")
    set_labels(axes, first.text, second.text)
    bar = axes.figure.colorbar(colours, ax=axes)
    power = 0 if wide else scale_ticks(bar.ax.yaxis, float(np.abs(finite).max()))
    bar.set_label(_label_axes(rollouts, drawing, power), fontsize=NORMAL)
    bar.ax.tick_params(labelsize=SMALL)


def _bands(axes: Axes, rollouts: Rollouts, drawing: _Drawing, above: bool) -> None:
    """The median over time, and between which values half and nine tenths of the runs are; NaN is left out."""
    samples = np.asarray(getattr(rollouts, drawing.what)).reshape(rollouts.status.size, len(rollouts.t), -1)
    values = np.linalg.norm(samples, axis=-1) if drawing.column is None else samples[..., drawing.column]
    known = np.isfinite(values).any(axis=0)
    if not known.any():
        raise ShapeError(f"plot: {drawing.what} is NaN in all samples")
    levels = np.full((len(PERCENTILES), len(rollouts.t)), np.nan)
    levels[:, known] = np.nanpercentile(np.where(np.isfinite(values), values, np.nan)[:, known], PERCENTILES, axis=0)
    low, lower, median, upper, high = levels
    axes.fill_between(rollouts.t, low, high, color=BLUE, alpha=0.18, linewidth=0, label="5 to 95 %")
    axes.fill_between(rollouts.t, lower, upper, color=BLUE, alpha=0.38, linewidth=0, label="25 to 75 %")
    axes.plot(rollouts.t, median, color=BLUE, linewidth=1.3, label="median")
    power = scale_ticks(axes.yaxis, float(np.nanmax(np.abs(levels)))) if above else 0
    set_labels(axes, label("time", "s"), _label_axes(rollouts, drawing, power))
    add_legend(axes, above)


def _status_bars(axes: Axes, rollouts: Rollouts) -> None:
    kinds, counts = np.unique(np.asarray(rollouts.status), return_counts=True)
    colours = [BLUE if kind == RunStatus.COMPLETE else GREY for kind in kinds]
    axes.barh([RunStatus(int(kind)).words for kind in kinds], counts, color=colours)
    set_labels(axes, "number of runs", "status")
    title(axes, "how the runs ended")
