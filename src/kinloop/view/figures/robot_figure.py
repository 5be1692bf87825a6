"""Drawings of a robot: links, joints by kind, loops and rails, at one configuration or at several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ShapeError
from kinloop.model.geometry.configuration import Configuration
from kinloop.model.geometry.mode import Mode
from kinloop.model.robot import Robot
from kinloop.view.figures.canvas import Canvas, plane_canvas, space_canvas
from kinloop.view.figures.configurations_to_draw import as_configurations
from kinloop.view.figures.skeleton import Mark, Skeleton, build_skeleton, plane_normal, upwards
from kinloop.view.figures.style import (
    GREEN,
    GREY,
    INK,
    NORMAL,
    PAGE_WIDTH,
    PALE,
    SKY_BLUE,
    SMALL,
    VERMILLION,
    add_legend,
    break_title,
    check_axes,
    new_figure,
    symbol,
    tidy,
    title,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Array = np.ndarray
FILL = {"actuated": VERMILLION, "passive": "white", "loop": SKY_BLUE, "base": GREY, "tool": "none"}
# Symbol and size of each kind; joints and loops that leave the same motion have the same symbol. A symbol that lies on another
# is smaller than it.
SYMBOLS = {
    "base": ("^", 11.0),
    "prismatic": ("s", 9.5),
    "cylindrical": ("p", 9.0),
    "helical": ("p", 9.0),
    "planar": ("s", 9.5),
    "free": ("8", 8.0),
    "universal": ("D", 6.5),
    "spherical": ("h", 7.5),
    "ball": ("h", 7.5),
    "weld": ("s", 6.0),
    "revolute": ("o", 6.0),
    "pin": ("o", 6.0),
    "rod": ("o", 3.5),
    "tool": ("o", 11.0),
}
LINES = {
    "link": {"color": INK, "linewidth": 2.4},
    "base": {"color": GREY, "linewidth": 3.2},
    "rail": {"color": GREY, "linewidth": 2.0},
    "slide": {"color": INK, "linewidth": 3.6},
    "rod": {"color": INK, "linewidth": 1.4},
}
WORDS = {"link": "link", "base": "base", "rail": "rail", "slide": "slide", "rod": "rod that closes a loop"}
# Half the length of a drawn axis of rotation, as a share of the machine's extent.
AXIS = 0.035
MOST_DRAWINGS = 40
# The size of symbols and lines by the number of drawings in a figure, from four on the same.
SCALES = {1: 1.0, 2: 0.8, 3: 0.6, 4: 0.6}


def draw_robot(robot: Robot, q: ArrayLike | Sequence[Any] | None = None, *, ax: Axes | None = None) -> Figure | Axes:
    """A drawing of a robot: links, joints by kind, loops, rails and the tool. Planar machines are drawn in their plane.

    Args:
        q: all joint positions, shape (nq,), or a configuration; several of them, such as all that
            ``robot.configurations(x=...)`` finds, are drawn side by side, each under its mode. The start unless given.
        ax: an axes for one configuration; a spatial machine is drawn in three dimensions if the axes has them, otherwise
            in a fixed projection.
    Returns: a new figure, or the axes that was given.
    Raises: ShapeError, NotFinite: what is no configuration.
    """
    if isinstance(q, list) and not q:
        raise ShapeError(f"{robot.mechanism.name}.draw: there is no configuration to draw; the list is empty")
    several = isinstance(q, list) and isinstance(q[0], Configuration)
    names = [_mode_name(each, k) for k, each in enumerate(q)] if several else []  # type: ignore[arg-type]
    names = [break_title(name, _columns(len(names))) for name in names]
    rows = as_configurations(robot, np.array(q) if several else q, "draw")
    if ax is not None:
        check_axes(ax, f"{robot.mechanism.name}.draw")
        if len(rows) > 1:
            raise ShapeError(f"{robot.mechanism.name}.draw: ax= takes one configuration, given {len(rows)}")
    if len(rows) > MOST_DRAWINGS:
        raise ShapeError(f"{robot.mechanism.name}.draw: given {len(rows)} configurations, expected at most {MOST_DRAWINGS}")
    skeleton = build_skeleton(robot, rows)
    if ax is not None:
        draw_skeleton(canvas_for(ax, robot, skeleton), skeleton, 0)
        add_legend(ax, above=False, handles=legend_handles(skeleton))
        return ax
    figure, places = figure_for(robot, skeleton, len(rows))
    scale = SCALES.get(min(len(rows), 4), SCALES[4])
    canvases = [canvas_for(axes, robot, skeleton, scale) for axes in places]
    for k, (axes, canvas) in enumerate(zip(places, canvases, strict=True)):
        draw_skeleton(canvas, skeleton, k)
        if len(rows) > 1:
            title(axes, names[k] if names else f"configuration {k}")
    add_figure_legend(figure, skeleton, canvases[0].grid)
    if len(rows) == 1:
        title(places[0], symbol(robot.mechanism.name))
    else:
        figure.suptitle(symbol(robot.mechanism.name), fontsize=NORMAL, x=0.01, ha="left")
    return figure


def _mode_name(configuration: Configuration, k: int) -> str:
    mode = configuration.mode
    if mode.working or mode.assembly:
        mode = replace(mode, index=None)
    if mode == Mode():
        return f"configuration {k}"
    return str(mode).replace(", assembly", "\nassembly")


def _columns(count: int) -> int:
    """How many drawings are beside each other."""
    return min(count, 3) if count != 4 else 2


def figure_for(robot: Robot, skeleton: Skeleton, count: int) -> tuple[Figure, list[Axes]]:
    """A figure with an axes for each configuration, of three dimensions where the machine moves in space."""
    flat = plane_normal(robot, skeleton) is not None
    columns = _columns(count)
    rows = -(-count // columns)
    edge = min(PAGE_WIDTH / columns, 4.6)
    figure = new_figure(PAGE_WIDTH if columns > 1 else edge + 0.6, rows * edge * (1.0 if columns < 3 or not flat else 1.15) + 0.6)
    kind: dict[str, Any] = {} if flat else {"projection": "3d", "computed_zorder": False}
    places = [figure.add_subplot(rows, columns, k + 1, **kind) for k in range(count)]
    return figure, [tidy(axes) if flat else axes for axes in places]


def canvas_for(axes: Axes, robot: Robot, skeleton: Skeleton, scale: float = 1.0) -> Canvas:
    """The plane of a planar machine, or space."""
    normal = plane_normal(robot, skeleton)
    if normal is None or getattr(axes, "name", "") == "3d":
        return space_canvas(axes, skeleton.all_points, scale)
    return plane_canvas(axes, normal, upwards(robot), skeleton.all_points, scale)


def draw_skeleton(canvas: Canvas, skeleton: Skeleton, k: int, alpha: float = 1.0) -> list[Any]:
    """Draw configuration number ``k``; what is nearer to the viewer is drawn over the rest.

    Returns: the drawn objects of matplotlib.
    """
    artists: list[Any] = []
    flat = canvas.rows is not None
    levels = {"rail": 2.0, "base": 2.1, "link": 2.4, "rod": 2.3, "slide": 2.5}
    span = canvas.depth(skeleton.all_points), max(skeleton.extent, 1e-12)
    for part in skeleton.parts:
        points = skeleton.part_points(part)[k]
        # In space by depth, between 2 and 4; in a plane by role.
        depth = levels[part.role] if flat else 3 + (canvas.depth(points) - span[0]) / span[1]
        style = {**LINES[part.role], "linewidth": LINES[part.role]["linewidth"] * canvas.scale}  # type: ignore[operator]
        if part.closed:
            colour = str(style["color"])
            fill, width = GREY if part.role == "base" else SKY_BLUE, float(style["linewidth"]) / 1.5  # type: ignore[arg-type]
            artists += canvas.plate(points, depth, fill, colour, width)
        else:
            artists += canvas.line(points, depth, solid_capstyle="round", alpha=alpha, **style)
    for mark in sorted(skeleton.marks, key=lambda mark: -SYMBOLS[mark.kind][1] * (mark.drive != "tool")):
        artists += _draw_mark(canvas, skeleton, mark, k, span)
    return artists


def _draw_mark(canvas: Canvas, skeleton: Skeleton, mark: Mark, k: int, span: tuple[float, float]) -> list[Any]:
    point = skeleton.mark_points(mark)[k]
    size = SYMBOLS[mark.kind][1]
    depth = 5 - 0.01 * size
    if canvas.rows is None:
        depth = 3 + (canvas.depth(point[None]) - span[0]) / span[1] + 0.25 - 0.001 * size
    depth = 6.0 if mark.drive == "tool" else 1.9 if mark.drive == "base" and canvas.rows is not None else depth
    artists = []
    axes = skeleton.mark_axes(mark)
    if canvas.rows is None and axes is not None and mark.kind in ("revolute", "pin", "cylindrical", "helical"):
        half = AXIS * skeleton.extent * axes[k]
        artists += canvas.line(np.array([point - half, point + half]), depth - 1e-3, color=GREY, linewidth=1.6 * canvas.scale)
    return [*artists, *canvas.marker(point, depth, **_symbol_style(mark.kind, mark.drive, canvas.scale))]


def _symbol_style(kind: str, drive: str, scale: float = 1.0) -> dict[str, Any]:
    shape, size = SYMBOLS[kind]
    edge, width = (GREEN, 1.8) if drive == "tool" else (INK, 0.9)
    face = {"markerfacecolor": FILL[drive], "markeredgecolor": edge, "markeredgewidth": width * scale}
    return {"marker": shape, "markersize": size * scale, **face}


def legend_handles(skeleton: Skeleton) -> list[Any]:
    """What the symbols and lines of a drawing mean, each once."""
    from matplotlib.lines import Line2D

    roles = dict.fromkeys(part.role for part in skeleton.parts if part.role != "base")
    handles = [Line2D([], [], label=WORDS[role], **LINES[role]) for role in roles]  # type: ignore[arg-type]
    drawn = dict.fromkeys((mark.drive, mark.kind) for mark in skeleton.marks if mark.kind != "rod")
    for drive, kind in sorted(drawn, key=lambda each: ("base", "actuated", "passive", "loop", "tool").index(each[0])):
        text = kind if kind == drive else f"{kind}, closes a loop" if drive == "loop" else f"{kind}, {drive}"
        handles.append(Line2D([], [], linestyle="", label=text, **_symbol_style(kind, drive)))
    return handles


def add_figure_legend(figure: Figure, skeleton: Skeleton, grid: float | None = None) -> None:
    """The legend below all drawings of a figure; ``grid``: how far its lines are apart [m], where it stands for numbers."""
    from matplotlib.lines import Line2D

    handles = legend_handles(skeleton)
    if grid is not None:
        handles.append(Line2D([], [], label=f"grid: {grid:g} m", color=PALE, linewidth=0.8))
    narrow = figure.get_figwidth() < PAGE_WIDTH - 0.5
    figure.legend(handles=handles, loc="outside lower center", ncols=3 if narrow else 4, fontsize=SMALL, frameon=False)
