"""The columns of a sweep's table: what was varied, the status, and the summaries, with their units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from kinloop.errors import ShapeError, listing
from kinloop.model.robot import Robot
from kinloop.simulation.record.columns import column_names, column_units, varied_unit
from kinloop.simulation.record.rollout_record import SUMMARIES

Array = np.ndarray
RUN, STATUS = "run", "status"
# Types of varied values by NumPy's letter: numbers, seeds, places of trajectories.
KINDS = {"f": np.float64, "u": np.uint64, "i": np.int64}
LOCI = ("type 2", "type 1")
LAST = ("q_last", "qd_last", "working_last", "assembly_last")


@dataclass(frozen=True)
class VariedColumns:
    """The columns of one varied path: their names, the shape of one run's value, and the letter of its type."""

    columns: tuple[str, ...]
    shape: tuple[int, ...]
    kind: str


@dataclass(frozen=True)
class TableColumns:
    """All columns of a table. ``varied``: by path; ``results``: names of the columns of each result; ``units``: of the columns
    that have one."""

    varied: Mapping[str, VariedColumns]
    results: Mapping[str, tuple[str, ...]]
    units: Mapping[str, str]

    @property
    def names(self) -> list[str]:
        """The names of all columns in their order."""
        varied = [name for each in self.varied.values() for name in each.columns]
        return [RUN, *varied, STATUS, *(name for columns in self.results.values() for name in columns)]

    def dtype(self, name: str) -> type:
        """The type of a column's array; of the status its codes."""
        kinds = {column: KINDS[each.kind] for each in self.varied.values() for column in each.columns}
        return {**kinds, RUN: np.int64, STATUS: np.uint8}.get(name, np.float64)

    @property
    def numeric(self) -> list[str]:
        """The columns with numbers of results."""
        return [name for columns in self.results.values() for name in columns]

    def flat_varied(self, values: Mapping[str, Array]) -> dict[str, Array]:
        """The columns of varied values (n, ...)."""
        found: dict[str, Array] = {}
        for name, each in self.varied.items():
            rows = np.asarray(values[name]).reshape(len(values[name]), -1)
            found |= {column: rows[:, k] for k, column in enumerate(each.columns)}
        return found

    def flat_results(self, results: Mapping[str, Array]) -> dict[str, Array]:
        """The columns of results (n, ...)."""
        found: dict[str, Array] = {}
        for name, columns in self.results.items():
            rows = results[name].reshape(len(results[name]), -1)
            found |= {column: rows[:, k] for k, column in enumerate(columns)}
        return found

    def as_json(self) -> dict[str, Any]:
        """As plain JSON."""
        varied = {name: [list(each.columns), list(each.shape), each.kind] for name, each in self.varied.items()}
        return {
            "varied": varied,
            "results": {name: list(columns) for name, columns in self.results.items()},
            "units": dict(self.units),
        }

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> TableColumns:
        """What :meth:`as_json` wrote. Raises: ShapeError: it is something else."""
        try:
            varied = {
                str(name): VariedColumns(tuple(map(str, columns)), tuple(map(int, shape)), str(kind))
                for name, (columns, shape, kind) in given["varied"].items()
            }
            results = {str(name): tuple(map(str, columns)) for name, columns in given["results"].items()}
            units = {str(name): str(unit) for name, unit in given["units"].items()}
        except (KeyError, TypeError, ValueError, AttributeError):
            raise ShapeError("its columns are not as kl.sweep writes them") from None
        columns = cls(varied, results, units)
        wrong = [name for name, each in varied.items() if each.kind not in KINDS or prod(each.shape) != len(each.columns)]
        if wrong or len(set(columns.names)) != len(columns.names):
            raise ShapeError(f"its columns are not as kl.sweep writes them: {listing(wrong or columns.names)}")
        return columns


def table_columns(
    robot: Robot, error_of: str, shapes: Mapping[str, tuple[int, ...]], varied: Mapping[str, Array]
) -> TableColumns:
    """The columns for a machine. ``shapes``: of one run's results; those of samples are left out."""
    names = column_names(robot, follows_joints=error_of == "active")
    units = column_units(robot, follows_joints=error_of == "active")
    endings = {"tau_max": names["tau"], "q_last": names["q"], "qd_last": names["qd"]}
    endings |= {"crossings": LOCI, "crossing_time": LOCI}
    results: dict[str, tuple[str, ...]] = {name: (name,) for name in SUMMARIES}
    for name in ("tau_max", *LAST, "crossings", "crossing_time"):
        ends = endings[name] if name in endings else tuple(map(str, range(prod(shapes[name]))))
        results[name] = tuple(f"{name}.{end}" for end in ends)
    taken = {RUN, STATUS, *(column for columns in results.values() for column in columns)}
    paths = {}
    for name, array in varied.items():
        plain = name if name not in taken and not any(column.startswith(f"{name}.") for column in taken) else f"vary.{name}"
        size = prod(array.shape[1:])
        columns = (plain,) if array.ndim == 1 else tuple(f"{plain}.{k}" for k in range(size))
        paths[name] = VariedColumns(columns, array.shape[1:], array.dtype.kind)
    known = {"stopped": "s", **dict.fromkeys(results["crossing_time"], "s")}
    known |= dict(zip(results["tau_max"], units["tau"], strict=True))
    known |= dict(zip(results["q_last"], units["q"], strict=True)) | dict(zip(results["qd_last"], units["qd"], strict=True))
    if len(set(units["error"])) == 1:
        known |= dict.fromkeys(("error_rms", "error_max", "error_last"), units["error"][0])
    known |= {column: unit for name, each in paths.items() if (unit := varied_unit(robot, name)) for column in each.columns}
    return TableColumns(paths, results, known)
