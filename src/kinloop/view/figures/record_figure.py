"""The figure of a record: tracking, errors, efforts and energy over time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from kinloop.errors import ArgumentMissing, ShapeError, unknown_name
from kinloop.simulation.record.record import Record
from kinloop.view.figures.style import symbol
from kinloop.view.figures.time_panels import Line, Panel, columns, draw_panels

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

OVERVIEW = ("tracking", "errors", "efforts", "energy")
QUANTITIES = {
    "q": "position",
    "qd": "rate",
    "qdd": "acceleration",
    "x": "tool",
    "xd": "rate of the tool",
    "loop_force": "loop force",
}


def plot_record(record: Record, what: str | None = None, *, ax: Axes | None = None) -> Figure | Axes:
    """A figure of a record over time; dashed lines are the reference, dotted ones mark events.

    Args:
        what: ``"tracking"``, ``"errors"``, ``"efforts"``, ``"energy"``, or an array of the record: ``"q"``, ``"qd"``, ``"xd"``,
            ``"loop_force"``, ... Without it the first four, as far as the record has them.
        ax: an axes to draw in; it needs ``what``.
    Returns: a new figure, or the axes that was given.
    Raises: UnknownName: no such quantity. ShapeError: the record does not have it, or has no samples.
    """
    name = record.robot.mechanism.name
    if not len(record):
        raise ShapeError(f"plot: the record of {name} has no samples")
    if what is None:
        if ax is not None:
            raise ArgumentMissing(f"plot: ax= takes one quantity; give what=, one of {', '.join(map(repr, OVERVIEW))}")
        panels = [panel for quantity in OVERVIEW for panel in record_panels(record, quantity)]
        if not panels:
            raise ShapeError(f"plot: every number of the record of {name} is NaN")
        return draw_panels(panels, None, "plot", heading(record))
    if what not in OVERVIEW and what not in QUANTITIES:
        raise unknown_name("quantity", what, (*OVERVIEW, *QUANTITIES), "a record")
    panels = list(record_panels(record, what))
    if not panels:
        raise ShapeError(f"plot: the record of {name} has no {what}; they are NaN or there are none")
    return draw_panels(panels, ax, "plot", "" if ax is not None else heading(record))


def heading(record: Record) -> str:
    """Machine, law, and how the run ended if it ended early."""
    law = record.law.get("name") or record.law.get("law")
    parts = [symbol(record.robot.mechanism.name), *([str(law)] if law else [])]
    return ", ".join(parts) + (f"; ended early: {record.status.words}" if record.status else "")


def record_panels(record: Record, what: str) -> Iterator[Panel]:
    """The panel of a quantity, unless all of its numbers are NaN."""
    match what:
        case "tracking":
            lines, quantity = _tracking(record)
        case "errors":
            lines, quantity = _lines(record, "error"), "error"
        case "efforts":
            lines, quantity = _lines(record, "tau"), "effort"
        case "energy":
            lines, quantity = _lines(record, "energy"), "energy"
        case _:
            lines, quantity = _lines(record, what), QUANTITIES[what]
    if lines:
        yield Panel(quantity, tuple(lines), held=what == "efforts", instants=tuple(event.time for event in record.events))


def _lines(record: Record, name: str) -> list[Line]:
    return columns(record.columns[name], record.units[name], record.t, getattr(record, name))


def _tracking(record: Record) -> tuple[list[Line], str]:
    """The tool with its reference; the active joints where the trajectory is one of joints, or where there is no task."""
    follows_joints = np.isfinite(record.q_ref).any() and not np.isfinite(record.x_ref).any()
    if record.x.shape[1] and not follows_joints:
        return columns(record.columns["x"], record.units["x"], record.t, record.x, record.x_ref), "tool"
    n = record.q_ref.shape[1] or record.q.shape[1]
    names, units = record.columns["q"][:n], record.units["q"][:n]
    reference = record.q_ref if record.q_ref.shape[1] == n else None
    return columns(names, units, record.t, record.q[:, :n], reference), "joint"
