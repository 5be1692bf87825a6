"""Tables of measured or recorded motion, read from CSV files."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from io import StringIO
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from kinloop.errors import FileError, ShapeError, listing, nearest
from kinloop.mechanism.formats.text_file import read_text
from kinloop.model.robot import Robot
from kinloop.simulation.record.columns import column_names, column_units, flat_units

Array = np.ndarray
LARGEST = 1 << 30  # bytes
TIMES = ("t", "time")
# A header: a name, and its unit in brackets where there is one.
HEADER = re.compile(r"\s*(?P<name>.*?)\s*(?:\[(?P<unit>[^\]]*)\])?\s*", re.DOTALL)


def read_columns(path: str | PathLike[str], robot: Robot, columns: Mapping[str, str] | None) -> dict[str, Array]:
    """The arrays of a record, by name, from a CSV file; NaN where the file has no column.

    Raises: FileError: the file is missing, or a line of it is wrong; the message has its number. ShapeError: invalid ``columns``.
    """
    where = Path(path)
    text = read_text(where, LARGEST)
    rows = _rows(where, text)
    first = next(rows, None)
    if first is None:
        raise FileError(f"{str(where)!r} is empty, expected a header with the names of the columns")
    names = [str(match["name"]) for match in map(HEADER.fullmatch, first[1]) if match is not None]
    units = [match["unit"] for match in map(HEADER.fullmatch, first[1]) if match is not None]
    if len(names) == 1 and ";" in names[0]:
        raise FileError(f"{str(where)!r}, line 1: the columns are separated by ';', expected commas, and '.' in numbers")
    layout = _Layout(robot, names)
    targets = layout.targets(where, names, units, columns)
    values = _numbers(where, rows, len(names), targets)
    return layout.arrays(where, values, targets)


def _rows(where: Path, text: str) -> Iterator[tuple[int, list[str]]]:
    """Lines that are not empty, with their numbers."""
    reader = csv.reader(StringIO(text, newline=""))
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield reader.line_num, row
    except csv.Error as fault:
        raise FileError(f"{str(where)!r}, line {reader.line_num}: {fault}") from None


class _Layout:
    """The columns that a record of the robot can have."""

    def __init__(self, robot: Robot, header: list[str]) -> None:
        rows = sum(name.startswith("loop_force.") for name in header)
        errors = {name.removeprefix("error.") for name in header if name.startswith("error.")}
        kind: dict[str, Any] = {"follows_joints": bool(errors) and errors <= set(robot.active), "closure_rows": rows}
        self.robot, self.names = robot, column_names(robot, **kind)
        self.units = {"t": "s", **flat_units(self.names, column_units(robot, **kind))}

    def meaning(self, name: str) -> str | None:
        """The flat name (``q.q1``) of a column; also of a joint or a task coordinate alone, where only one has that name."""
        if name in self.units or name in TIMES:
            return "t" if name in TIMES else name
        found = [f"{array}.{name}" for array in ("q", "x") if name in self.names[array]]
        return found[0] if len(found) == 1 else None

    def targets(self, where: Path, names: list[str], units: list[Any], columns: Any) -> dict[int, str]:
        """The flat name of each column that is read, by its place."""
        if columns is not None and not isinstance(columns, Mapping):
            raise ShapeError(
                f"from_csv: columns is {columns!r:.80}, expected names of the file and what they are: {{'motor': 'q.q1'}}"
            )
        for name in columns or ():
            if name not in names:
                raise FileError(f"{str(where)!r} has no column {name!r}{nearest(name, names)}; it has: {listing(names)}")
        targets: dict[int, str] = {}
        for place, (name, unit) in enumerate(zip(names, units, strict=True)):
            given = name if columns is None else columns.get(name, name if name in TIMES else None)
            if given is None:
                continue
            target = self.meaning(str(given))
            if target is None:
                raise FileError(self._unknown_column(where, str(given), columns is None))
            if target in targets.values():
                raise FileError(f"{str(where)!r}, line 1: two columns are {target!r}, expected one")
            if unit is not None and unit.strip() != self.units[target]:
                raise FileError(
                    f"{str(where)!r}, line 1: column {name!r} is in {unit!r}, expected {self.units[target]!r} for {target}"
                )
            targets[place] = target
        if "t" not in targets.values():
            raise FileError(f"{str(where)!r}, line 1: there is no column 't' or 'time'; it has: {listing(names)}")
        if len(targets) < 2:
            raise FileError(
                f"{str(where)!r}, line 1: there is a time, but no column of the robot, such as {self.names['q'][0]!r}"
            )
        return targets

    def _unknown_column(self, where: Path, name: str, is_header: bool) -> str:
        known = [*self.names["q"], *self.names["x"]]
        if sum(name in self.names[array] for array in ("q", "x")) > 1:
            return f"{str(where)!r}, line 1: {name!r} is a joint and a task coordinate; write q.{name} or x.{name}"
        way = "; columns= says which columns to read, and what they are" if is_header else ""
        return (
            f"{str(where)!r}, line 1: {self.robot.mechanism.name} has no column {name!r}{nearest(name, list(self.units))}; "
            f"it has: t, {listing(known)}, and names such as {listing(list(self.units)[1:4])}{way}"
        )

    def arrays(self, where: Path, values: Array, targets: Mapping[int, str]) -> dict[str, Array]:
        """The arrays of a record, NaN in columns that are not in the file."""
        by_name = {target: values[:, k] for k, target in enumerate(targets.values())}
        missing = np.full(len(values), np.nan)
        arrays = {"t": by_name["t"]}
        for array, columns in self.names.items():
            parts = [by_name.get(f"{array}.{column}", missing) for column in columns]
            arrays[array] = np.stack(parts, axis=1) if parts else np.zeros((len(values), 0))
        return arrays


def _numbers(where: Path, rows: Iterator[tuple[int, list[str]]], width: int, targets: Mapping[int, str]) -> Array:
    """The numbers of the columns that are read, (k, columns). An empty cell is NaN; times increase."""
    found: list[list[float]] = []
    time, before = list(targets.values()).index("t"), -np.inf
    for line, row in rows:
        if len(row) != width:
            raise FileError(f"{str(where)!r}, line {line}: {len(row)} cells, expected the {width} of the header")
        numbers = []
        for place, target in targets.items():
            try:
                text = row[place].replace("_", "?")  # Python reads 1_0 as 10
                numbers.append(float(text) if text.strip() else float("nan"))
            except ValueError:
                raise FileError(f"{str(where)!r}, line {line}: {target} is {row[place]!r:.40}, expected a number") from None
        if not np.isfinite(numbers[time]) or numbers[time] <= before:
            past = f" after {before:g}" if np.isfinite(before) else ""
            raise FileError(
                f"{str(where)!r}, line {line}: the time is {row[list(targets)[time]]!r:.40}{past}, expected increasing times"
            )
        before = numbers[time]
        found.append(numbers)
    if not found:
        raise FileError(f"{str(where)!r} has a header, but no samples")
    return np.array(found)
