"""Tables of a report: events, largest values, parameters with units, and how a run was made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from kinloop.mechanism.parts.parts import ParameterNote
from kinloop.simulation.compare.comparison import Comparison
from kinloop.simulation.record.record import Record
from kinloop.view.figures.style import unit_text
from kinloop.view.page.parts import Table

Array = np.ndarray
MOST_EVENTS = 200
# Letters of a value that are shown; lists of points can be long.
MOST_LETTERS = 160
LARGEST = {"error": "error", "tau": "effort", "qd": "rate", "energy": "energy"}


def event_table(records: Sequence[Record], names: Sequence[str]) -> Table | None:
    """What happened, and when; None where nothing did."""
    several = len(records) > 1
    rows = [
        ((name,) if several else ()) + (float(event.time), event.kind, event.message)
        for record, name in zip(records, names, strict=False)
        for event in record.events
    ]
    left = f"the first {MOST_EVENTS} of {len(rows)} events" if len(rows) > MOST_EVENTS else ""
    columns = (("run",) if several else ()) + ("time [s]", "event", "what happened")
    return Table(columns, rows[:MOST_EVENTS], left) if rows else None


def largest_table(records: Sequence[Record], names: Sequence[str]) -> Table | None:
    """The largest size of errors, efforts, rates and energies, when it is reached, and the root mean square of all samples."""
    several = len(records) > 1
    rows: list[tuple[object, ...]] = []
    for quantity, word in LARGEST.items():
        for record, name in zip(records, names, strict=False):
            values = getattr(record, quantity)
            for k, (column, unit) in enumerate(zip(record.columns[quantity], record.units[quantity], strict=True)):
                sizes = np.abs(values[:, k])
                known = sizes[np.isfinite(sizes)]
                if known.size:
                    at = float(record.t[int(np.nanargmax(np.where(np.isfinite(sizes), sizes, -1.0)))])
                    # Scaled, so that squares of very small and very large numbers stay finite.
                    rms = float(known.max() * np.sqrt(np.mean((known / known.max()) ** 2))) if known.max() else 0.0
                    run = (name,) if several else ()
                    rows.append((word, column, *run, float(known.max()), rms, unit_text(unit), at))
    columns = ("", "of", *(("run",) if several else ()), "largest", "rms", "unit", "at [s]")
    return Table(columns, rows) if rows else None


def parameter_table(records: Sequence[Record], names: Sequence[str]) -> Table | None:
    """Parameters with unit and meaning; of two records with both values where one differs."""
    mechanism = records[0].robot.mechanism
    values = [record.robot.parameters for record in records]
    listed = list(dict.fromkeys(name for each in values for name in each))
    if not listed:
        return None
    differ = any(_number(values[0].get(name)) != _number(values[-1].get(name)) for name in listed)
    shown = values if differ else values[:1]
    heads = tuple(names[: len(shown)]) if differ else ("value",)
    rows = []
    for name in listed:
        note = mechanism.parameter_notes.get(name, ParameterNote())
        rows.append((name, *(_number(each.get(name)) for each in shown), unit_text(note.unit or ""), note.meaning))
    return Table(("parameter", *heads, "unit", "meaning"), rows)


def settings_table(record: Record) -> Table | None:
    """The law with its gains, and the options of the run, a row each; what is empty or was not given is left out."""
    rows = list(settings(record))
    return Table(("setting", "value"), rows) if rows else None


def settings(record: Record) -> Iterator[tuple[str, object]]:
    """The law with its gains, and the options of a run: dotted names with short values."""
    yield from _flat("law", record.law)
    yield from _flat("", record.options)


def difference_table(comparison: Comparison) -> Table:
    """The differences of two runs: largest, root mean square, when."""
    rows: list[tuple[object, ...]] = []
    for name, array in comparison.difference.items():
        for unit in dict.fromkeys(comparison.units[name]):
            part = np.abs(array[:, [k for k, each in enumerate(comparison.units[name]) if each == unit]])
            if np.isfinite(part).any():
                when = comparison.t[name][np.fmax.reduce(part, axis=1, initial=-1).argmax()]
                rms = float(np.sqrt(np.nanmean(part**2)))
                rows.append((name, float(np.nanmax(part)), rms, unit_text(unit), float(when)))
    return Table(("", "largest", "rms", "unit", "at [s]"), rows, f"{comparison.names[1]} minus {comparison.names[0]}")


def _number(value: Any) -> object:
    return None if value is None else float(value) if np.ndim(value) == 0 else str(value)


def _flat(prefix: str, value: Any) -> Iterator[tuple[str, object]]:
    """A nested table as rows with dotted names."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _flat(f"{prefix}.{key}" if prefix else str(key), each)
    elif isinstance(value, list | tuple) and any(isinstance(each, Mapping) for each in value):
        for k, each in enumerate(value):
            yield from _flat(f"{prefix}[{k}]", each)
    elif value is not None and value != [] and value != "":
        yield prefix, _shorten(value)


def _shorten(value: Any) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return float(value)
    text = f"{value:s}" if isinstance(value, str) else _list(value)
    return text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]} ... ({len(text)} letters)"


def _list(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(f"({_list(each)})" if isinstance(each, list | tuple) else _list(each) for each in value)
    return f"{value:.6g}" if isinstance(value, float) else str(value)
