"""The figure of a comparison: both runs, and their differences over time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kinloop.errors import ArgumentMissing, unknown_name
from kinloop.simulation.compare.comparison import Comparison
from kinloop.view.figures.style import symbol
from kinloop.view.figures.time_panels import Panel, columns, draw_panels

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

RUNS = "runs"
WORDS = {"x": "tool", "xd": "tool's rate", "tau": "effort", "loop_force": "loop force"} | {
    f"{name}_{half}": f"{half} {word}"
    for name, word in (("q", "joint"), ("qd", "rate"), ("qdd", "acceleration"))
    for half in ("active", "passive")
}


def plot_comparison(comparison: Comparison, what: str | None = None, *, ax: Axes | None = None) -> Figure | Axes:
    """A figure of two runs: the tool in both, then each difference, second minus first.

    Args:
        what: ``"runs"``, both runs in one axes, or a key of ``comparison.difference``: ``"x"``, ``"q_active"``, ``"tau"``, ...
            Without it the runs and all differences that are not zero throughout.
        ax: an axes to draw in; it needs ``what``.
    Returns: a new figure, or the axes that was given.
    Raises: UnknownName: no such difference.
    """
    known = (RUNS, *comparison.difference)
    if what is None and ax is not None:
        raise ArgumentMissing(f"plot: ax= takes one quantity; give what=, one of {', '.join(map(repr, known))}")
    if what is not None and what not in known:
        raise unknown_name("difference", what, known, "this comparison")
    first, second = _run_names(comparison)
    heading = f"{symbol(comparison.first.robot.mechanism.name)}: {second} minus {first}"
    if what is None:
        shown = [RUNS, *(name for name in comparison.difference if comparison.largest[name] > 0)]
        return draw_panels([panel for name in shown for panel in _panels(comparison, name)], None, "plot", heading)
    return draw_panels(_panels(comparison, what), ax, "plot", "" if ax is not None or what == RUNS else heading)


def _panels(comparison: Comparison, what: str) -> Iterator[Panel]:
    if what == RUNS:
        first, second = comparison.first, comparison.second
        name = "x" if first.x.shape[1] else "q"
        count = min(len(first), len(second))
        one, other = (getattr(run, name)[:count] for run in (first, second))
        lines = columns(first.columns[name], first.units[name], first.t[:count], one, other)
        solid, other_name = _run_names(comparison)
        dashed = f"{other_name} (solid: {solid})"
        yield Panel("tool" if name == "x" else "position", tuple(lines), reference_name=dashed)
        return
    array, units = comparison.difference[what], comparison.units[what]
    lines = columns(_names(comparison, what), units, comparison.t[what], array)
    mean = " (means)" if comparison.mean_accelerations and what.startswith("qdd") else ""
    yield Panel(f"\u0394 {WORDS.get(what, what)}{mean}", tuple(lines))


def _run_names(comparison: Comparison) -> tuple[str, str]:
    """The names of the runs; which is which where both have the same."""
    first, second = comparison.names
    return (first, second) if first != second else (f"first {first}", f"second {second}")


def _names(comparison: Comparison, what: str) -> tuple[str, ...]:
    record = comparison.first
    base, _, half = what.partition("_")
    if half in ("active", "passive"):
        n = len(record.robot.active) if base == "q" else record.robot.n_active
        names = record.columns[base]
        return names[:n] if half == "active" else names[n:]
    if what == "x":
        width = comparison.difference["x"].shape[1]
        return record.columns["x"] if len(record.columns["x"]) == width else record.columns["xd"]
    return record.columns[what]
