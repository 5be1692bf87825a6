"""A drawing of a machine made of letters, for the terminal: braille dots, or plain letters where there are none."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from kinloop.model.robot import Robot
from kinloop.view.figures.canvas import plane_axes, space_axes
from kinloop.view.figures.configurations_to_draw import as_configurations
from kinloop.view.figures.skeleton import Skeleton, build_skeleton, plane_normal, upwards

Array = np.ndarray
# Bits of the eight dots of a braille letter, row by row, and the first of these letters.
DOTS = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]])
BLANK = 0x2800
# A symbol is drawn over those before it.
MARKS = {"base": "\u25b2", "loop": "\u25ce", "passive": "\u25cb", "actuated": "\u25cf", "tool": "\u2295"}
PLAIN_MARKS = {"base": "^", "loop": "*", "passive": "o", "actuated": "@", "tool": "+"}
WORDS = {"base": "base", "actuated": "actuated joint", "passive": "passive joint", "loop": "closes a loop", "tool": "tool"}
TALLEST = 28  # lines
CELL = 2.0  # a letter is about twice as tall as wide


def terminal_drawing(robot: Robot, q: ArrayLike | None = None, *, width: int = 72, ascii_only: bool = False) -> str:
    """A machine at a configuration, its start unless given, with a line that explains the symbols.

    Args:
        width: letters in a line.
        ascii_only: letters that every terminal has.
    """
    skeleton = build_skeleton(robot, as_configurations(robot, q, "draw")[:1])
    normal = plane_normal(robot, skeleton)
    rows = space_axes()[0] if normal is None else _plane_rows(normal, upwards(robot))
    flat = skeleton.all_points @ rows.T
    low, size = flat.min(axis=0), np.maximum(np.ptp(flat, axis=0), 1e-12)
    scale = min((width - 1) / size[0], CELL * (TALLEST - 1) / size[1])  # letters a metre, across
    lines = int(np.ceil(size[1] * scale / CELL)) + 1

    def place(points: Array) -> Array:
        """Columns and lines of points (k, 3), from the upper left."""
        across, up = ((points @ rows.T - low) * scale).T
        return np.stack([across, (lines - 1) - up / CELL], axis=-1)

    letters = _draw_lines(skeleton, place, (lines, width), ascii_only)
    marks = PLAIN_MARKS if ascii_only else MARKS
    for drive in marks:
        for mark in (each for each in skeleton.marks if each.drive == drive and each.kind != "rod"):
            column, line = np.rint(place(skeleton.mark_points(mark)[:1])[0]).astype(int)
            letters[np.clip(line, 0, lines - 1)][np.clip(column, 0, width - 1)] = marks[drive]
    seen = {letter for row in letters for letter in row}
    legend = "   ".join(f"{sign} {WORDS[drive]}" for drive, sign in marks.items() if sign in seen)
    return "\n".join([*("".join(row).rstrip() for row in letters), "", legend])


def _plane_rows(normal: Array, up: Array) -> Array:
    """Right and up (2, 3) of a drawing in a plane."""
    rows, _, turned, _ = plane_axes(normal, up)
    return rows * np.where(turned, -1.0, 1.0)[:, None]


def _draw_lines(skeleton: Skeleton, place: Callable[[Array], Array], shape: tuple[int, int], ascii_only: bool) -> list[list[str]]:
    """The bars, plates and rods as letters, line by line."""
    dots = np.zeros((4 * shape[0], 2 * shape[1]), dtype=bool)
    for part in skeleton.parts:
        points = skeleton.part_points(part)[0]
        if part.closed:
            points = np.concatenate([points, points[:1]])
        corners = (place(points) + 0.5) * (2, 4)
        for a, b in pairwise(corners):
            steps = int(np.ceil(np.abs(b - a).max())) + 1
            columns, rows = np.linspace(a, b, steps).T.astype(int)
            dots[np.clip(rows, 0, dots.shape[0] - 1), np.clip(columns, 0, dots.shape[1] - 1)] = True
    cells = dots.reshape(shape[0], 4, shape[1], 2).transpose(0, 2, 1, 3)
    codes = (cells * DOTS).sum(axis=(2, 3))
    return [[" " if not code else "." if ascii_only else chr(BLANK + code) for code in row] for row in codes]
