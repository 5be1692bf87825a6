"""The figure of a plan through a Type 2 singularity: path and locus, efforts with their limits, nearness."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kinloop.errors import ArgumentMissing, KinloopError, unknown_name
from kinloop.model.workspace.singularity_map import singularity_map
from kinloop.type2_crossing.crossing_plan import CrossingPlan
from kinloop.view.figures.style import (
    BLUE,
    GREEN,
    GREY,
    INK,
    NORMAL,
    VERMILLION,
    add_legend,
    check_axes,
    grid_of_axes,
    label,
    line_style,
    set_labels,
    symbol,
)
from kinloop.view.figures.time_panels import Panel, columns, draw_panel

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Array = np.ndarray
PARTS = ("path", "efforts", "nearness")
# The grid of the locus, and how far it reaches beyond the path, as a share of its size.
POINTS, AROUND = 61, 0.25


def plot_plan(plan: CrossingPlan, what: str | None = None, *, ax: Axes | None = None) -> Figure | Axes:
    """A figure of a plan: the path of the tool with the locus that it crosses, the efforts with their limits right before and
    right after the crossing, and how near Type 2 is, with the value of the criterion.

    Args:
        what: ``"path"``, ``"efforts"`` or ``"nearness"``; all of them unless given.
        ax: an axes to draw in; it needs ``what``.
    Returns: a new figure, or the axes that was given.
    """
    if what is not None and what not in PARTS:
        raise unknown_name("part", what, PARTS, "a plan's figure")
    if ax is not None:
        check_axes(ax, "plot")
        if what is None:
            raise ArgumentMissing(f"plot: ax= takes one part; give what=, one of {', '.join(map(repr, PARTS))}")
    parts = PARTS if what is None else (what,)
    figure, places = (None, [ax]) if ax is not None else grid_of_axes(len(parts), 2, 2.6)
    for axes, part in zip(places, parts, strict=True):
        assert axes is not None
        {"path": _path, "efforts": _efforts, "nearness": _nearness}[part](axes, plan, ax is None)
    if figure is None:
        assert ax is not None
        return ax
    heading = f"{symbol(plan.robot.mechanism.name)}: through Type 2 at {plan.time:.4g} s"
    figure.suptitle(heading, fontsize=NORMAL, x=0.01, ha="left")
    return figure


def _path(axes: Axes, plan: CrossingPlan, above: bool) -> None:
    """The path in the plane of a task of two lengths, with the locus; other tasks over time."""
    found, robot = plan.assessment, plan.robot
    names, units = robot.mechanism.task_names, robot.units.task
    if len(names) != 2 or units != ("m", "m"):
        draw_panel(axes, Panel("tool", tuple(columns(names, units, found.t, found.x)), instants=(plan.time,)), above)
        return
    for k, curve in enumerate(_locus(plan)):
        axes.plot(*curve.T, color=VERMILLION, linewidth=1.8, label="Type 2 locus" if k == 0 else None)
    axes.plot(*found.x.T, color=BLUE, linewidth=1.4, label="path")
    axes.plot(*found.x[0], linestyle="", marker="o", markerfacecolor="white", color=INK, markersize=5, label="start")
    axes.plot(*plan.x, linestyle="", marker="o", color=GREEN, markersize=5, label="crossing")
    set_labels(axes, *(label(symbol(name), "m") for name in names))
    axes.set_aspect("equal", adjustable="datalim")
    add_legend(axes, above)


def _locus(plan: CrossingPlan) -> list[Array]:
    """The Type 2 locus around the path, on its branch; none where the branch cannot be followed there."""
    x = plan.assessment.x
    margin = AROUND * max(float(np.ptp(x, axis=0).max()), 1e-9)
    ranges = {name: (x[:, k].min() - margin, x[:, k].max() + margin) for k, name in enumerate(plan.robot.mechanism.task_names)}
    before = plan.mode_before
    try:
        if before is not None and before.working:
            found = singularity_map(plan.robot, ranges, points=POINTS, mode=before.working)
        else:
            found = singularity_map(plan.robot, ranges, points=POINTS, near=plan.motion.near)
    except KinloopError:
        return []
    return found.loci("type 2")


def _efforts(axes: Axes, plan: CrossingPlan, above: bool) -> None:
    """Efforts over time; open and filled circles are their limits right before and right after the crossing."""
    found, robot = plan.assessment, plan.robot
    units = robot.units.efforts[: robot.n_active]
    lines = columns(robot.mechanism.rates[: robot.n_active], units, found.t, found.tau)
    draw_panel(axes, Panel("effort", tuple(lines)), above)
    for tau, face, word in zip(plan.tau, ("white", INK), ("before", "after"), strict=True):
        for k, value in enumerate(() if tau is None else tau):
            style = {**line_style(k), "linestyle": "", "marker": "o", "markersize": 5, "zorder": 3}
            text = f"limit right {word} it" if k == 0 else None
            axes.plot([plan.time], [value], markerfacecolor=face if face == "white" else style["color"], label=text, **style)
    axes.axvline(plan.time, color=GREY, linewidth=0.8, linestyle=":")
    add_legend(axes, above)


def _nearness(axes: Axes, plan: CrossingPlan, above: bool) -> None:
    found = plan.assessment
    values = plan.robot.singularity(found.q).nearness["type 2"]
    axes.plot(found.t, values, color=BLUE, linewidth=1.3, label="nearness of Type 2")
    said = "" if plan.criterion is None else f", criterion {plan.criterion:.2g} W"
    axes.axvline(plan.time, color=GREY, linewidth=0.8, linestyle=":", label=f"crossing{said}")
    set_labels(axes, label("time", "s"), label("nearness", "1"))
    add_legend(axes, above, columns=2)
