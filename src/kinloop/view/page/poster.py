"""A small picture of a motion: the machine at its end, faint at its start, and the path of the tool."""

from __future__ import annotations

from typing import Any

import numpy as np

from kinloop.simulation.record.record import Record
from kinloop.view.figures.notebook import small_picture
from kinloop.view.figures.robot_figure import canvas_for, draw_skeleton
from kinloop.view.figures.skeleton import build_skeleton, plane_normal
from kinloop.view.figures.style import GREEN, new_figure, tidy

Array = np.ndarray
WIDTH, HEIGHT = 6.0, 4.4  # inches
MOST_POINTS = 400
FAINT = 0.25


def draw_poster(record: Record, samples: Array) -> bytes | None:
    """A PNG picture of samples of a record; None where there is nothing to draw."""
    some = samples[np.unique(np.linspace(0, len(samples) - 1, min(len(samples), MOST_POINTS)).astype(int))]
    return small_picture(lambda: poster_figure(record, record.q[some]))


def poster_figure(record: Record, q: Array) -> Any:
    """The figure of configurations (k, nq), of which the first and the last are drawn."""
    robot = record.robot
    skeleton = build_skeleton(robot, q)
    figure = new_figure(WIDTH, HEIGHT)
    if plane_normal(robot, skeleton) is None:
        axes = figure.add_subplot(projection="3d", computed_zorder=False)
    else:
        axes = tidy(figure.add_subplot())
    canvas = canvas_for(axes, robot, skeleton)
    if len(q) > 1:
        for artist in draw_skeleton(canvas, skeleton, 0):
            artist.set_alpha(FAINT)
    tool = next(mark for mark in skeleton.marks if mark.drive == "tool")
    canvas.line(skeleton.mark_points(tool), 4.5, color=GREEN, linewidth=1.4)
    draw_skeleton(canvas, skeleton, len(q) - 1)
    return figure
