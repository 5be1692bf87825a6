"""Plots of a record over time as data for the client: one unit each, of long records fewer samples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kinloop.errors import KinloopError
from kinloop.simulation.record.record import Record
from kinloop.view.figures.record_figure import record_panels
from kinloop.view.figures.time_panels import Line, Panel, columns
from kinloop.view.page.arrays import Arrays
from kinloop.view.page.decimation import choose_samples
from kinloop.view.page.pack import plot_numbers

Array = np.ndarray
# Numbers of all plots of a motion together, and samples of a plot that are left at least.
VALUES, FEWEST = 180_000, 400
# Nearness of singularities takes about 0.1 ms a sample: of longer records it is computed at every second, third, ... sample.
MOST_NEARNESS = 10_000
WRENCH = ("x", "y", "z")


@dataclass(frozen=True, eq=False)
class PlotLine:
    """A line of a plot. ``record``: 0, or 1 for the record that is compared. ``of``: the place among the lines of the one whose
    reference this is."""

    name: str
    t: Array
    values: Array
    record: int
    of: int | None = None


@dataclass(frozen=True, eq=False)
class Plot:
    """Lines of one unit. ``held``: the values are constant between samples."""

    title: str
    unit: str
    held: bool
    lines: tuple[PlotLine, ...]


def build_plots(records: Sequence[Record]) -> list[Plot]:
    """The plots of one record, or of two in the same plots: tracking, errors, efforts, energy, joints, rates, loop forces, the
    nearness of singularities, the wrench of contact."""
    found: dict[tuple[str, str], list[PlotLine]] = {}
    held: dict[tuple[str, str], bool] = {}
    for number, record in enumerate(records):
        for panel in (part for whole in _panels(record) for part in whole.by_unit()):
            key = (panel.quantity, "" if panel.units[0] == "1" else panel.units[0])
            held[key] = panel.held
            lines = found.setdefault(key, [])
            for line in panel.lines:
                lines.append(PlotLine(line.name, line.t, line.values, number))
                if line.reference is not None and _is_new(line, lines):
                    lines.append(PlotLine(f"{line.name} reference", line.t, line.reference, number, of=len(lines) - 1))
    return [Plot(*key, held[key], tuple(lines)) for key, lines in found.items()]


def _is_new(line: Line, lines: list[PlotLine]) -> bool:
    """Whether a reference is not yet in the plot: two records mostly follow the same one."""
    return not any(
        each.of is not None
        and each.name == f"{line.name} reference"
        and np.array_equal(each.t, line.t)
        and np.array_equal(each.values, line.reference, equal_nan=True)  # type: ignore[arg-type]
        for each in lines
    )


def pack_plots(plots: Sequence[Plot], arrays: Arrays, values: int = VALUES) -> list[dict[str, Any]]:
    """The plots as entries of a head, and their arrays; about ``values`` numbers in all, with the peaks of every line."""
    total = sum(len(plot.lines) for plot in plots)
    most = max(values // max(total, 1), FEWEST)
    entries = []
    for plot in plots:
        t = _chosen_times(plot, most)
        series = []
        for line in plot.lines:
            entry = {"name": line.name, "array": arrays.add(plot_numbers(_at(t, line))), "record": line.record}
            series.append({**entry, "dashed": line.of is not None, **({"of": line.of} if line.of is not None else {})})
        entries.append({"title": plot.title, "unit": plot.unit, "held": plot.held, "time": arrays.add(t), "series": series})
    return entries


def _chosen_times(plot: Plot, most: int) -> Array:
    """The times of a plot: of each clock's lines those samples that show them."""
    clocks: list[tuple[Array, list[Array]]] = []
    for line in plot.lines:
        same = next((lines for t, lines in clocks if np.array_equal(t, line.t)), None)
        if same is None:
            clocks.append((line.t, [line.values]))
        else:
            same.append(line.values)
    return np.unique(np.concatenate([t[choose_samples(np.stack(lines, axis=1), most)] for t, lines in clocks]))


def _at(t: Array, line: PlotLine) -> Array:
    """The values of a line at times: its samples where there are any, between them on the line, beyond them NaN."""
    if np.array_equal(t, line.t):
        return line.values
    return np.asarray(np.interp(t, line.t, line.values, left=np.nan, right=np.nan))


def _panels(record: Record) -> Iterator[Panel]:
    for what in ("tracking", "errors", "efforts", "energy"):
        yield from record_panels(record, what)
    n_q, n = len(record.robot.active), record.robot.n_active
    for name, count, words in (("q", n_q, "joints"), ("qd", n, "rates")):
        names, units, values = record.columns[name], record.units[name], getattr(record, name)
        for half, part in (("active", slice(0, count)), ("passive", slice(count, None))):
            if lines := columns(names[part], units[part], record.t, values[:, part]):
                yield Panel(f"{half} {words}", tuple(lines))
    if lines := columns(record.columns["loop_force"], record.units["loop_force"], record.t, record.loop_force):
        yield Panel("loop forces", tuple(lines))
    yield from _nearness(record)
    yield from _contact(record)


def _nearness(record: Record) -> Iterator[Panel]:
    """How near singularities are: those kinds that the machine has."""
    step = -(-len(record) // MOST_NEARNESS)
    some = np.unique([*range(0, len(record), step), len(record) - 1])
    try:
        found = record.singularity if step == 1 else record.robot.singularity(record.q[some]).nearness
    except KinloopError:  # a machine whose kinds of singularity are not known
        return
    t = record.t[some]
    lines = [Line(kind, t, np.asarray(values), "1") for kind, values in found.items() if np.isfinite(values).any()]
    if lines:
        every = f" (one of {step} samples)" if step > 1 else ""
        yield Panel(f"nearness of singularities{every}", tuple(lines))


def _contact(record: Record) -> Iterator[Panel]:
    if not record.robot.mechanism.surfaces:
        return
    wrench = record.contact_wrench
    for title, unit, part in (("contact force", "N", slice(0, 3)), ("contact moment", "N m", slice(3, 6))):
        if lines := columns(WRENCH, (unit,) * 3, record.t, wrench[:, part]):
            yield Panel(title, tuple(lines))
