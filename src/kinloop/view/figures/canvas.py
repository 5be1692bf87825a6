"""Where a skeleton is drawn: in the plane of a planar machine, in an axes of three dimensions, or in a fixed projection."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kinloop.view.figures.style import GREY, NORMAL, PALE, SMALL, label, scale_ticks, set_labels

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Array = np.ndarray
# The direction from which spatial machines are seen, degrees.
ELEVATION, AZIMUTH = 22.0, -55.0
# The shortest edge of the box of a spatial drawing, as a share of the longest: flat boxes are hard to read.
THINNEST = 0.35
MARGIN = 0.08
# How large the box is drawn: matplotlib scales its diagonal. Tick labels need the rest.
FILLED, FILLED_SMALL = 0.79, 0.95


@dataclass(frozen=True, eq=False)
class Canvas:
    """An axes with the map from points of the world to it: ``rows`` (2, 3) of a flat drawing, None in three dimensions.

    ``towards``: the direction to the viewer, by which parts are drawn over each other. ``scale``: of symbols and lines. ``grid``:
    the distance of the lines on the walls of a small drawing in three dimensions, which has no numbers at its axes.
    """

    axes: Axes
    rows: Array | None
    towards: Array
    scale: float = 1.0
    grid: float | None = None

    def line(self, points: Array, depth: float, **style: Any) -> list[Any]:
        """A polyline through points (k, 3)."""
        return list(self.axes.plot(*self._coordinates(points), zorder=depth, **style))

    def marker(self, point: Array, depth: float, **style: Any) -> list[Any]:
        """A symbol at a point (3,)."""
        return self.line(point[None], depth, linestyle="", **style)

    def plate(self, points: Array, depth: float, color: str, edge: str, width: float) -> list[Any]:
        """A polygon through points (k, 3)."""
        if self.rows is None:
            from mpl_toolkits.mplot3d.art3d import Poly3DCollection

            area: Any = Poly3DCollection([points], facecolor=color, edgecolor="none", alpha=0.45, zorder=depth)
            self.axes.add_collection3d(area)  # type: ignore[attr-defined]
        else:
            area = self.axes.fill(*self._coordinates(points), facecolor=color, edgecolor="none", alpha=0.45, zorder=depth)[0]
        outline = np.concatenate([points, points[:1]])
        return [area, *self.line(outline, depth + 1e-4, color=edge, linewidth=width, solid_joinstyle="round")]

    def depth(self, points: Array) -> float:
        """How near points (k, 3) are to the viewer [m], at their mean."""
        return float(np.mean(points @ self.towards))

    def _coordinates(self, points: Array) -> Array:
        return points.T if self.rows is None else self.rows @ points.T


def plane_canvas(axes: Axes, normal: Array, up: Array, points: Array, scale: float = 1.0) -> Canvas:
    """The plane of a planar machine, seen along its normal, up against gravity where it acts in the plane."""
    rows, names, turned, towards = plane_axes(normal, up)
    flat = points @ rows.T
    powers = [scale_ticks(axis, float(np.abs(flat).max())) for axis in (axes.xaxis, axes.yaxis)]
    set_labels(axes, *(label(name, "m", power) for name, power in zip(names, powers, strict=True)))
    _fit_plane(axes, flat, turned)
    if scale < 1:  # a small axes: few ticks, so that their numbers do not touch
        axes.locator_params(nbins=4)
    return Canvas(axes, rows, towards, scale)


def plane_axes(normal: Array, up: Array) -> tuple[Array, tuple[str, str], tuple[bool, bool], Array]:
    """The two axes of a plane (2, 3) with their names, whether they point left and down, and the direction to the viewer."""
    k = int(np.argmax(np.abs(normal)))
    if abs(normal[k]) < 1 - 1e-9:  # no plane of the world's axes
        side = np.cross((0.0, 0.0, 1.0), normal)
        side /= np.linalg.norm(side)
        return np.array([side, np.cross(normal, side)]), ("along the plane", "up the plane"), (False, False), normal
    if abs(up @ normal) > 1e-6 or np.max(np.abs(up)) < 1 - 1e-9:
        up = np.eye(3)[1 if k == 2 else 2]
    right = np.cross(up, normal)
    towards = normal
    if right.sum() < 0 and up.sum() > 0:  # look at the other side of the plane instead of mirroring an axis
        right, towards = -right, -normal
    names = tuple("xyz"[int(np.argmax(np.abs(each)))] for each in (right, up))
    return np.abs(np.array([right, up])), (names[0], names[1]), (bool(right.sum() < 0), bool(up.sum() < 0)), towards


def _fit_plane(axes: Axes, flat: Array, turned: tuple[bool, bool]) -> None:
    low, high = flat.min(axis=0), flat.max(axis=0)
    size = float((high - low).max()) or 1.0
    middle, half = (low + high) / 2, np.maximum((high - low) / 2 + MARGIN * size, 0.2 * size)
    axes.set_xlim(*(middle[0] + half[0] * np.array([-1, 1]))[:: -1 if turned[0] else 1])
    axes.set_ylim(*(middle[1] + half[1] * np.array([-1, 1]))[:: -1 if turned[1] else 1])
    axes.set_aspect("equal", adjustable="box")


def space_canvas(axes: Any, points: Array, scale: float = 1.0) -> Canvas:
    """An axes of three dimensions with equal scales, or a fixed projection where the axes has two."""
    rows, towards = space_axes()
    if getattr(axes, "name", "") != "3d":
        set_labels(axes, label("across the view", "m"), label("up the view", "m"))
        _fit_plane(axes, points @ rows.T, (False, False))
        return Canvas(axes, rows, towards, scale)
    low, high = points.min(axis=0), points.max(axis=0)
    size = float((high - low).max()) or 1.0
    half = np.maximum((high - low) / 2 + MARGIN * size, THINNEST * size / 2)
    middle = (low + high) / 2
    middle[2] = max(middle[2], low[2] + half[2] - MARGIN * size)  # stand on the floor
    axes.set(
        xlim=(middle[0] - half[0], middle[0] + half[0]),
        ylim=(middle[1] - half[1], middle[1] + half[1]),
        zlim=(middle[2] - half[2], middle[2] + half[2]),
    )
    seen = max(np.abs(rows) @ half) / np.linalg.norm(half)
    axes.set_box_aspect(half / half.max(), zoom=(FILLED if scale == 1 else FILLED_SMALL) / seen)
    axes.set_proj_type("ortho")
    axes.view_init(ELEVATION, AZIMUTH)
    return Canvas(axes, None, towards, scale, _tidy_space(axes, half, scale == 1))


def space_axes() -> tuple[Array, Array]:
    """The axes of a fixed projection of space: right and up (2, 3), and the direction to the viewer."""
    elevation, azimuth = np.radians([ELEVATION, AZIMUTH])
    towards = np.array([np.cos(elevation) * np.cos(azimuth), np.cos(elevation) * np.sin(azimuth), np.sin(elevation)])
    right = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
    return np.array([right, np.cross(towards, right)]), towards


def _tidy_space(axes: Any, half: Array, large: bool) -> float | None:
    """White walls with a faint grid, and few numbers, which do not touch; without numbers where the axes is small.

    Returns: how far the lines of the grid are from each other where there are no numbers.
    """
    from matplotlib.ticker import MaxNLocator, MultipleLocator

    step = _round_step(float(half.max()) / 2)
    for axis, name, length in zip((axes.xaxis, axes.yaxis, axes.zaxis), "xyz", half / half.max(), strict=True):
        axis.set_pane_color((1, 1, 1, 0))
        axis.line.set_color(GREY)
        axis._axinfo["grid"].update(color=PALE, linewidth=0.5)
        if large:
            axis.set_major_locator(MaxNLocator(5 if length > 0.6 else 3))
            axis.set_tick_params(labelsize=SMALL, pad=3 if name == "z" else 0)
            axis.set_label_text(label(name, "m"), fontsize=NORMAL)
            axis.labelpad = 4 if name != "z" else 6
        else:
            axis.set_major_locator(MultipleLocator(step))
            axis.set_tick_params(labelbottom=False, labelleft=False, labelright=False)
            axis.set_ticklabels([])
            axis.set_label_text(f"${name}$", fontsize=SMALL)
            axis.labelpad = -13
    axes.patch.set_visible(False)  # it would hide labels of the neighbour
    return None if large else step


def _round_step(length: float) -> float:
    """The largest of 1, 2, 5 times a power of ten that is not above a length."""
    power = 10.0 ** np.floor(np.log10(length))
    return float(max(digit for digit in (1, 2, 5) if digit * power <= length * (1 + 1e-9)) * power)
