"""The table ``[vary]``: values that differ between runs, as lists or ranges by dotted path."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kinloop.errors import Path
from kinloop.simulation.experiment.kinds import Argument
from kinloop.simulation.experiment.table_reader import TableReader, short

CHOICES = ("grid", "every", "keep")
RANGE = ("from", "to", "count")
LONGEST = 1_000_000  # runs of a range
NUMBERS = Argument("vary", "vary", float)


@dataclass(frozen=True)
class Varied:
    """The values of ``[vary]`` by dotted path, the keys that lead to each in the file, and the choices of a sweep."""

    values: dict[str, Any] = field(default_factory=dict)
    paths: dict[str, Path] = field(default_factory=dict)
    choices: dict[str, Any] = field(default_factory=dict)


def read_vary(reader: TableReader, given: Any, path: Path = ("vary",)) -> Varied:
    """The table. ``law.kp = [...]`` and ``"law.kp" = [...]`` are the same."""
    varied = Varied()
    if not isinstance(given, dict):
        reader.add(path, f"expected a table, [vary], given {short(given)}")
        return varied
    varied.choices.update({key: given[key] for key in CHOICES if key in given})
    for at, value in _entries(given, path):
        if at[len(path)] in CHOICES:
            continue
        name = ".".join(map(str, at[len(path) :]))
        if name in varied.values:
            reader.add(at, f"{name} is given twice, with and without quotes", of_key=True)
        varied.values[name] = _values(reader, value, at)
        varied.paths[name] = at
    return varied


def _entries(given: dict[str, Any], path: Path) -> Iterator[tuple[Path, Any]]:
    """Paths and values: tables within are parts of the path, but for ranges."""
    waiting = [((*path, key), value) for key, value in reversed(given.items())]
    while waiting:
        at, value = waiting.pop()
        if isinstance(value, dict) and value and not {"from", "to"} & value.keys():
            waiting += [((*at, key), item) for key, item in reversed(value.items())]
        else:
            yield at, value


def _values(reader: TableReader, given: Any, path: Path) -> Any:
    """The values of all runs: a list, or the numbers of a range with equal steps, both ends included."""
    if isinstance(given, dict):
        return _range(reader, given, path)
    if not isinstance(given, list) or not given:
        expected = "expected a list with a value for each run, or a range { from = 0, to = 1, count = 11 }"
        reader.add(path, f"{expected}, given {short(given)}")
        return None
    return reader.value(given, path, NUMBERS)


def _range(reader: TableReader, given: dict[str, Any], path: Path) -> Any:
    before = len(reader.faults)
    own = reader.table(given, path, RANGE, RANGE)
    first, last = (reader.value(own.get(key, 0.0), (*path, key), NUMBERS) for key in ("from", "to"))
    count = own.get("count", 2)
    if isinstance(count, bool) or not isinstance(count, int) or not 2 <= count <= LONGEST:
        reader.add((*path, "count"), f"expected a whole number of runs from 2 to {LONGEST}, given {short(count)}")
    if len(reader.faults) > before or reader.robot is None:
        return None
    try:
        ends = np.asarray(first, float), np.asarray(last, float)
    except (TypeError, ValueError):
        reader.add(path, f"from and to are {short(first)} and {short(last)}, expected numbers, or lists of the same length")
        return None
    if ends[0].shape != ends[1].shape:
        reader.add(path, f"from and to have the shapes {ends[0].shape} and {ends[1].shape}, expected the same")
        return None
    if count * ends[0].size > LONGEST:
        reader.add(path, f"the range has {count * ends[0].size} numbers, expected at most {LONGEST}")
        return None
    with np.errstate(all="ignore"):
        return np.linspace(*ends, count)
