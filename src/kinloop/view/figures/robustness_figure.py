"""A map of robustness: which runs succeeded, over two varied values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ShapeError
from kinloop.simulation.record.record import RunStatus
from kinloop.simulation.record.rollout_record import Rollouts
from kinloop.view.figures.style import BLUE, NORMAL, SMALL, VERMILLION, add_legend, check_axes, grid_of_axes, set_labels
from kinloop.view.figures.varied_values import is_grid, over_plane, two_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Array = np.ndarray
FAILED = "#f3c9a8"  # a light vermillion


def plot_success(
    rollouts: Rollouts,
    over: Sequence[str] | None = None,
    *,
    largest_error: float | None = None,
    success: ArrayLike | None = None,
    ax: Axes | None = None,
) -> Figure | Axes:
    """A map of which runs succeeded over two varied values: blue where they did. Of a grid with more varied arrays, the map has
    the share of runs that succeeded.

    Args:
        over: names of the two varied arrays; the first two unless given.
        largest_error: a run that is complete succeeds if its ``error_max`` is at most this, in the unit of the error.
        success: what counts as success instead, a truth value for each run, in the shape of the runs.
        ax: an axes to draw in.
    Returns: a new figure, or the axes that was given.
    Raises: ShapeError: fewer than two varied arrays, or ``success`` of another shape. UnknownName: nothing of a name was varied.
    """
    if ax is not None:
        check_axes(ax, "plot_success")
    first, second = two_axes(rollouts, over)
    won = _success(rollouts, largest_error, success)
    figure, places = (None, [ax]) if ax is not None else grid_of_axes(1, 1, 3.4)
    axes = places[0]
    assert axes is not None
    if not is_grid(rollouts):
        _scatter(axes, first.values, second.values, won)
    elif len(rollouts.shape) > 2:
        share = over_plane(rollouts, won.astype(float), first, second, np.mean)
        colours = axes.pcolormesh(first.edges(), second.edges(), share.T, cmap="cividis", vmin=0, vmax=1, rasterized=True)
        bar = axes.figure.colorbar(colours, ax=axes)
        bar.set_label("share of runs that succeeded [1]", fontsize=NORMAL)
        bar.ax.tick_params(labelsize=SMALL)
    else:
        _two_colours(axes, first.edges(), second.edges(), over_plane(rollouts, won, first, second, np.all), won)
    axes.grid(False)
    for axis, set_scale in ((first, axes.set_xscale), (second, axes.set_yscale)):
        if axis.is_geometric:
            set_scale("log")
    set_labels(axes, first.text, second.text)
    return axes if figure is None else figure


def _success(rollouts: Rollouts, largest_error: float | None, success: ArrayLike | None) -> Array:
    if success is not None:
        won = np.asarray(success)
        if won.shape != rollouts.shape or won.dtype != bool:
            raise ShapeError(f"success has shape {won.shape} and type {won.dtype}, expected {rollouts.shape} truth values")
        return won
    won = np.asarray(rollouts.status) == RunStatus.COMPLETE
    if largest_error is not None:
        with np.errstate(invalid="ignore"):
            won = won & (rollouts.error_max <= largest_error)  # NaN is not
    return won


def _two_colours(axes: Axes, x: Array, y: Array, plane: Array, won: Array) -> None:
    from matplotlib.colors import ListedColormap
    from matplotlib.patches import Patch

    colours = ListedColormap([FAILED, BLUE])
    axes.pcolormesh(x, y, plane.T.astype(float), cmap=colours, vmin=0, vmax=1, edgecolors="white", linewidth=0.3)
    count = int(won.sum())
    handles = [Patch(color=BLUE, label=f"success ({count})"), Patch(color=FAILED, label=f"failure ({won.size - count})")]
    add_legend(axes, above=True, handles=handles)


def _scatter(axes: Axes, x: Array, y: Array, won: Array) -> None:
    count = int(won.sum())
    style = {"linestyle": "", "markersize": 4.5}
    axes.plot(x[won], y[won], marker="o", color=BLUE, label=f"success ({count})", **style)  # type: ignore[arg-type]
    axes.plot(x[~won], y[~won], marker="x", color=VERMILLION, label=f"failure ({won.size - count})", **style)  # type: ignore[arg-type]
    add_legend(axes, above=True)
