"""The figure of a singularity map: workspace, condition, loci and regions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from kinloop.errors import ArgumentMissing, ShapeError, unknown_name
from kinloop.model.formulas.closed_form import form_of
from kinloop.model.geometry.mode import ModeLike, signs_by_name
from kinloop.model.workspace.singularity_map import SingularityMap
from kinloop.view.figures.style import (
    BLACK,
    INK,
    NORMAL,
    PAGE_WIDTH,
    SMALL,
    VERMILLION,
    add_legend,
    break_title,
    check_axes,
    label,
    new_figure,
    set_labels,
    symbol,
    tidy,
    title,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Array = np.ndarray
Show = Literal["condition", "regions", "type 2", "type 1"]
SHOWN: dict[str, str] = {
    "condition": "1 / condition number [1]",
    "regions": "",
    "type 2": "nearness of Type 2 [1]",
    "type 1": "nearness of Type 1 [1]",
}
LOCI: dict[str, dict[str, Any]] = {
    "type 2": {"color": VERMILLION, "linewidth": 1.8, "label": "Type 2 locus"},
    "type 1": {"color": BLACK, "linewidth": 1.4, "linestyle": (0, (5, 2)), "label": "Type 1 locus"},
}
# Light tints, on which loci and numbers are readable.
TINTS = ("#cfe3f1", "#f7ddcb", "#cdeae0", "#f2deea", "#faebc8", "#e6e6e6")
MOST_MODES = 16
# Regions with a smaller share of the grid have no number: it would not fit.
SMALLEST_NUMBERED = 0.01


def plot_singularity_map(
    map_: SingularityMap, mode: ModeLike | None = None, *, show: Show = "condition", ax: Axes | None = None
) -> Figure | Axes:
    """A figure of a singularity map: the workspace in colours, loci as curves, regions with their numbers.

    Args:
        mode: one mode of the map, by its place, its signs or their names; each in an axes of its own unless given.
        show: the colours: ``"condition"`` (the inverse of the condition number: 0 at a singularity), ``"regions"``, or the
            nearness of ``"type 2"`` or ``"type 1"``.
        ax: an axes to draw in; a map of several modes then needs ``mode``.
    Returns: a new figure, or the axes that was given.
    Raises: UnknownName: no such mode or quantity. ShapeError: more than 16 modes.
    """
    if show not in SHOWN:
        raise unknown_name("quantity", show, SHOWN, "a singularity map")
    places = range(len(map_.modes)) if mode is None else [map_._index(mode)]
    if ax is not None:
        check_axes(ax, "plot")
        if len(places) > 1:
            raise ArgumentMissing(f"plot: ax= takes one mode; give mode=, one of {map_._listed}")
        colours = _draw(ax, map_, places[0], show, _top(map_, places, show))
        if colours is not None:
            _colour_bar(ax.figure, [ax], colours, show)
        add_legend(ax, above=False)
        return ax
    if len(places) > MOST_MODES:
        raise ShapeError(f"plot: the map has {len(places)} modes, expected at most {MOST_MODES}; give mode=")
    columns = {1: 1, 2: 2, 4: 2}.get(len(places), 3)
    rows = -(-len(places) // columns)
    width = PAGE_WIDTH if columns > 1 else 4.6
    each = (width - (1.0 if show != "regions" else 0.2)) / columns - 0.45  # without the bar of colours and the tick labels
    figure = new_figure(width, min(rows * (each * _aspect(map_) + 0.55) + 0.6, 11.0))
    all_axes = [tidy(axes) for axes in figure.subplots(rows, columns, squeeze=False, sharex=True, sharey=True).ravel()]
    for axes in all_axes[len(places) :]:
        axes.remove()
    used = all_axes[: len(places)]
    top = _top(map_, places, show)  # one scale of colours for all modes
    drawn = [_draw(axes, map_, k, show, top) for axes, k in zip(used, places, strict=True)]
    for place, (axes, k) in enumerate(zip(used, places, strict=True)):
        title(axes, break_title(_mode_text(map_, k), columns))
        if columns > 1:
            axes.locator_params(axis="x", nbins=5)
        if place < len(used) - columns:
            axes.set_xlabel("")
        axes.tick_params(labelbottom=place >= len(used) - columns)
        if place % columns:
            axes.set_ylabel("")
    colours = next((each for each in drawn if each is not None), None)
    if colours is not None:
        _colour_bar(figure, used, colours, show)
    handles = {text: handle for axes in used for handle, text in zip(*axes.get_legend_handles_labels(), strict=True)}
    if handles:
        figure.legend(handles=list(handles.values()), loc="outside lower center", ncols=3, fontsize=SMALL, frameon=False)
    figure.suptitle(symbol(map_.robot.mechanism.name), fontsize=NORMAL, x=0.01, ha="left")
    return figure


def _mode_text(map_: SingularityMap, k: int) -> str:
    form = form_of(map_.robot.mechanism, map_.plane.direction)
    text = signs_by_name(() if form is None else form.signs, map_.modes[k])
    return ("working" if map_.over == "task" else "assembly") + f" {text}" if text else "followed branch"


def _units(map_: SingularityMap) -> list[str]:
    mechanism, units = map_.robot.mechanism, map_.robot.units
    names, all_units = (mechanism.task_names, units.task) if map_.over == "task" else (mechanism.coordinates, units.positions)
    return [all_units[names.index(name)] for name in map_.coordinates]


def _aspect(map_: SingularityMap) -> float:
    """Height over width of one axes: that of the workspace where both coordinates are lengths."""
    if len(set(_units(map_))) > 1:
        return 0.8
    first, second = map_.lines
    return float(np.clip((second[-1] - second[0]) / (first[-1] - first[0]), 0.4, 1.8))


def _values(map_: SingularityMap, k: int, show: str) -> Array:
    """The numbers of a mode that are shown as colours, NaN where nothing is reached."""
    with np.errstate(divide="ignore", invalid="ignore"):
        values = 1 / map_.condition[k] if show == "condition" else map_.nearness[show][k]
    return np.where(map_.reachable[k], values, np.nan)


def _top(map_: SingularityMap, places: Sequence[int], show: str) -> float:
    """The largest number that is shown; 1 where there is none."""
    if show == "regions":
        return 1.0
    return max((float(np.nanmax(_values(map_, k, show), initial=0.0)) for k in places), default=0.0) or 1.0


def _draw(axes: Axes, map_: SingularityMap, k: int, show: str, top: float) -> Any:
    """One mode in an axes; returns what a bar of colours belongs to, None for regions."""
    first, second = map_.lines
    labels, count = map_.regions(k)
    if show == "regions":
        colours = _draw_regions(axes, map_, labels, count)
    else:
        options = {"cmap": _blues(), "vmin": 0.0, "vmax": top, "shading": "nearest", "rasterized": True}
        colours = axes.pcolormesh(first, second, _values(map_, k, show).T, **options)
    for kind, style in LOCI.items():
        for j, curve in enumerate(map_.loci(kind, k)):  # type: ignore[arg-type]
            axes.plot(*curve.T, solid_capstyle="butt", **(style if j == 0 else {**style, "label": None}))
    if count > 1:
        _number_regions(axes, map_, labels, count)
    axes.grid(False)
    set_labels(axes, *(label(symbol(name), unit) for name, unit in zip(map_.coordinates, _units(map_), strict=True)))
    axes.set_xlim(first[0], first[-1])
    axes.set_ylim(second[0], second[-1])
    if len(set(_units(map_))) == 1:
        axes.set_aspect("equal")
    return colours if show != "regions" else None


def _draw_regions(axes: Axes, map_: SingularityMap, labels: Array, count: int) -> Any:
    from matplotlib.colors import ListedColormap

    first, second = map_.lines
    shown = np.where(labels > 0, (labels - 1) % len(TINTS), np.nan)
    options = {"cmap": ListedColormap(TINTS), "vmin": -0.5, "vmax": len(TINTS) - 0.5, "shading": "nearest", "rasterized": True}
    return axes.pcolormesh(first, second, shown.T, **options)  # type: ignore[arg-type]


def _number_regions(axes: Axes, map_: SingularityMap, labels: Array, count: int) -> None:
    """The number of each region at an innermost point."""
    from scipy.ndimage import distance_transform_edt

    first, second = map_.lines
    for region in range(1, count + 1):
        inside = labels == region
        if inside.mean() < SMALLEST_NUMBERED:
            continue
        depth = distance_transform_edt(np.pad(inside, 1))[1:-1, 1:-1]
        deepest = np.argwhere(depth >= 0.95 * depth.max())
        i, j = deepest[np.argmin(np.linalg.norm(deepest - np.argwhere(inside).mean(axis=0), axis=1))]
        frame = {"boxstyle": "circle,pad=0.2", "facecolor": "white", "edgecolor": INK, "linewidth": 0.5, "alpha": 0.85}
        axes.text(first[i], second[j], str(region), fontsize=SMALL, ha="center", va="center", bbox=frame)


def _blues() -> Any:
    """White at a singularity, blue far from it: loci in red and black stay readable."""
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("control", ["#fbf6ee", "#d6e8f2", "#8fc1dd", "#3d86bd"])


def _colour_bar(figure: Any, axes: list[Axes], colours: Any, show: str) -> None:
    bar = figure.colorbar(colours, ax=axes, shrink=0.8, aspect=30)
    bar.set_label(SHOWN[show], fontsize=NORMAL)
    bar.ax.tick_params(labelsize=SMALL)
