"""The figure of a root locus: poles in the complex plane while a gain grows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kinloop.control.design.pid_gains import RootLocus
from kinloop.view.figures.style import GREY, INK, add_legend, check_axes, grid_of_axes, label, line_style, set_labels

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

Array = np.ndarray
# The unstable half plane.
UNSTABLE = "#f7e3d6"
# A branch is far to the left if its real parts are more than this many times the largest imaginary part.
FAR = 4.0
# A step between neighbouring poles is large if it is more than this share of what is shown.
LARGE_STEP = 0.06


def plot_root_locus(locus: RootLocus, *, ax: Axes | None = None) -> Figure | Axes:
    """A figure of the poles of a loop over a gain, a line for each branch: crosses at the first factor, circles at the last.

    A dot marks the first factor at which the loop, stable before, is not stable; the right half plane is shaded.

    Args:
        ax: an axes to draw in.
    Returns: a new figure, or the axes that was given.
    """
    if ax is not None:
        check_axes(ax, "plot")
    figure, places = (None, [ax]) if ax is not None else grid_of_axes(1, 1, 3.6)
    axes = places[0]
    assert axes is not None
    poles, scale = locus.poles, locus.scale
    for k, branch in enumerate(poles.T):
        axes.plot(branch.real, branch.imag, **line_style(k))
    curves = list(axes.lines[-poles.shape[1] :])
    first, last = f"{locus.varied} \u00d7 {scale[0]:.4g}", f"{locus.varied} \u00d7 {scale[-1]:.4g}"
    style = {"linestyle": "", "color": INK, "markersize": 5}
    axes.plot(poles[0].real, poles[0].imag, marker="x", label=first, **style)  # type: ignore[arg-type]
    axes.plot(poles[-1].real, poles[-1].imag, marker="o", markerfacecolor="white", label=last, **style)  # type: ignore[arg-type]
    stable = locus.is_stable
    lost = np.flatnonzero(stable[:-1] & ~stable[1:])
    if lost.size:
        at = int(lost[0]) + 1
        text = f"not stable from {locus.varied} \u00d7 {scale[at]:.4g}"
        outside = poles[at][poles[at].real >= -1e-9 * np.abs(poles[at]).max()]
        axes.plot(outside.real, outside.imag, marker="o", label=text, **style)  # type: ignore[arg-type]
    left, right = _range(axes, poles)
    axes.axvspan(0, right, color=UNSTABLE, zorder=0, linewidth=0)
    axes.set_xlim(left, right)
    _dot_large_steps(axes, curves, poles)
    axes.axhline(0, color=GREY, linewidth=0.6, zorder=1)
    axes.axvline(0, color=GREY, linewidth=0.9, zorder=1)
    far = poles.real[:, poles.real.max(axis=0) < left]
    if far.size:
        axes.plot([], [], linestyle="", label=f"farther left: {far.min():.4g} to {far.max():.4g} 1/s")
    set_labels(axes, label("real part", "1/s"), label("imaginary part", "rad/s"))
    add_legend(axes, above=ax is None, columns=3)
    return axes if figure is None else figure


def _dot_large_steps(axes: Axes, curves: list[Line2D], poles: Array) -> None:
    """Between poles that are far from each other nothing is known of the branch: there the line is dotted."""
    (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
    far = np.hypot(np.diff(poles.real, axis=0) / (right - left), np.diff(poles.imag, axis=0) / (high - low)) > LARGE_STEP
    for curve, branch, large in zip(curves, poles.T, far.T, strict=True):
        if not large.any():
            continue
        gaps = np.flatnonzero(large)
        known = np.insert(branch, gaps + 1, np.nan)
        curve.set_data(known.real, known.imag)
        pairs = np.stack([branch[gaps], branch[gaps + 1], np.full(len(gaps), np.nan)], axis=1).ravel()
        axes.plot(pairs.real, pairs.imag, color=curve.get_color(), linestyle=":", linewidth=0.9, zorder=curve.get_zorder())
    if far.any():
        axes.plot([], [], color=GREY, linestyle=":", linewidth=0.9, label="no factor between")


def _range(axes: Axes, poles: Array) -> tuple[float, float]:
    """Real parts that are shown: without branches of fast real poles far to the left, beside which the rest would be a line."""
    left, right = axes.get_xlim()
    height = float(np.abs(poles.imag).max())
    near = poles.real.max(axis=0) >= -FAR * height
    if height > 0 and near.any() and not near.all():
        left, right = float(poles.real[:, near].min()), float(max(poles.real.max(), 0.0))
        left, right = left - 0.08 * (right - left), right + 0.08 * (right - left)
    return left, max(right, 0.05 * abs(left))
