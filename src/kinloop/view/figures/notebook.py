"""What a notebook shows of robots, records, comparisons, rollouts, maps and configurations: small static pictures and tables."""

from __future__ import annotations

import base64
import html
import io
from collections.abc import Callable
from typing import Any

from kinloop.errors import KinloopError
from kinloop.model.geometry.configuration import Configurations
from kinloop.model.geometry.mode import Mode
from kinloop.model.robot import Robot
from kinloop.model.workspace.singularity_map import SingularityMap
from kinloop.simulation.compare.comparison import Comparison
from kinloop.simulation.record.record import Record
from kinloop.simulation.record.rollout_record import Rollouts

# Dots per inch, and colours of a picture: one of a page's width has less than 60 kB.
DPI, COLOURS = 80, 128
# Rows of a table that are shown.
MOST_ROWS = 40
# Descriptions longer than this are cut.
MOST_LINES = 60


def robot_png(robot: Robot) -> bytes | None:
    """A drawing of the start configuration; None where there is none, so that a notebook shows the text."""
    from kinloop.view.figures.robot_figure import draw_robot

    return small_picture(lambda: draw_robot(robot))


def robot_html(robot: Robot) -> str:
    """A drawing and the description of a robot."""
    try:
        lines = robot.describe().splitlines()
    except KinloopError:
        lines = [repr(robot)]
    lines = (
        lines
        if len(lines) <= MOST_LINES
        else [*lines[:MOST_LINES], f"... {len(lines) - MOST_LINES} more lines: robot.describe()"]
    )
    return _beside(robot_png(robot), "\n".join(lines))


def record_png(record: Record) -> bytes | None:
    """The figure of a record; None where it has nothing to draw."""
    from kinloop.view.figures.record_figure import plot_record

    return small_picture(lambda: plot_record(record))


def record_html(record: Record) -> str:
    """The figure of a record under its name, with its events."""
    lines = [repr(record), *(f"t = {event.time:g} s: {event.message}" for event in record.events[:MOST_ROWS])]
    return _beside(record_png(record), "\n".join(lines), above=True)


def comparison_png(comparison: Comparison) -> bytes | None:
    """The figure of a comparison; None where it has nothing to draw."""
    from kinloop.view.figures.comparison_figure import plot_comparison

    return small_picture(lambda: plot_comparison(comparison))


def comparison_html(comparison: Comparison) -> str:
    """The figure of a comparison under its table of differences."""
    return _beside(comparison_png(comparison), str(comparison), above=True)


def rollouts_png(rollouts: Rollouts) -> bytes | None:
    """The figure of rollouts; None where they have nothing to draw."""
    from kinloop.view.figures.rollouts_figure import plot_rollouts

    return small_picture(lambda: plot_rollouts(rollouts))


def rollouts_html(rollouts: Rollouts) -> str:
    """The figure of rollouts under their name."""
    return _beside(rollouts_png(rollouts), repr(rollouts), above=True)


def map_png(map_: SingularityMap) -> bytes | None:
    """The figure of a singularity map; None where it has too many modes."""
    from kinloop.view.figures.map_figure import plot_singularity_map

    return small_picture(lambda: plot_singularity_map(map_))


def map_html(map_: SingularityMap) -> str:
    """The figure of a singularity map under its name."""
    return _beside(map_png(map_), repr(map_), above=True)


def configurations_html(configurations: Configurations) -> str:
    """A table of configurations: mode, joints, task."""
    known = "none can be missing" if configurations.complete else "others may be missing"
    note = f"; {configurations.note}" if configurations.note else ""
    rows = []
    for k, each in enumerate(configurations[:MOST_ROWS]):
        mode = "" if each.mode == Mode() else str(each.mode)
        remarks = [] if each.within_limits else ["outside the joint limits"]
        remarks += ["one of infinitely many"] if each.directions.size else []
        cells = (str(k), mode, _numbers(each.q), _numbers(each.x), "; ".join(remarks))
        rows.append("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>")
    more = f"<p>... {len(configurations) - MOST_ROWS} more</p>" if len(configurations) > MOST_ROWS else ""
    head = "".join(f"<th>{word}</th>" for word in ("", "mode", "q", "x", ""))
    said = html.escape(f"{len(configurations)} configurations, by {configurations.method}; {known}{note}")
    return f"<div><p>{said}</p><table><tr>{head}</tr>{''.join(rows)}</table>{more}</div>"


def _numbers(values: Any) -> str:
    return ", ".join(f"{value:.6g}" for value in values)


def small_picture(draw: Callable[[], Any]) -> bytes | None:
    """A drawing as a PNG file with few colours, which is small; None where there is nothing to draw."""
    from PIL import Image

    from kinloop.view.figures.notebook_figure import png

    try:
        picture = png(draw(), DPI)
    except KinloopError:
        return None
    content = io.BytesIO()
    Image.open(io.BytesIO(picture)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(content, "PNG", optimize=True)
    return content.getvalue()


def _beside(picture: bytes | None, text: str, above: bool = False) -> str:
    """A picture and a text, side by side or one above the other."""
    words = f'<pre style="margin:0;overflow:auto">{html.escape(text)}</pre>'
    image = ""
    if picture is not None:
        image = f'<img alt="" style="max-width:100%" src="data:image/png;base64,{base64.b64encode(picture).decode()}">'
    style = "" if above else ' style="display:flex;gap:1em;align-items:flex-start"'
    return f"<div{style}>{words}{image}</div>" if above else f"<div{style}>{image}{words}</div>"
