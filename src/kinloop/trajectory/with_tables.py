"""A trajectory with tables beside its motion: planned joints and efforts, and gains over time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ShapeError, UnsupportedOperation, unknown_name
from kinloop.model.array_arguments import as_constructed
from kinloop.trajectory.external_trajectory import check_trajectory
from kinloop.trajectory.trajectory import Space, Trajectory, TrajectoryPoint
from kinloop.trajectory.trajectory_arguments import as_times, finite_array

BETWEEN = ("linear", "held")


@dataclass(frozen=True, eq=False)
class WithTables:
    """A trajectory and tables over time, which a law reads beside its motion.

    Tables with the names ``q``, ``qd``, ``qdd`` (all joints; all three or none) and ``tau`` are parts of the reference,
    ``reference.q``; then no inverse model is evaluated along the trajectory. Any other table, such as gains, is
    ``reference["name"]``, one row. Before the first time and after the last the rows there stay.

    Args:
        trajectory: the motion, a single trajectory.
        times: times of the rows [s], shape (k,), increasing.
        values: tables by name, each (k, n).
        between: ``"linear"``: interpolated between rows; ``"held"``: each row stays until the next.
    Raises: ShapeError, NotFinite, UnknownName, UnsupportedOperation: arguments that do not fit.
    """

    trajectory: Trajectory
    times: ArrayLike
    values: Mapping[str, ArrayLike] = field(default_factory=dict)
    between: Literal["linear", "held"] = "linear"

    def __post_init__(self) -> None:
        object.__setattr__(self, "trajectory", check_trajectory(self.trajectory))
        if self.trajectory.shape:
            raise UnsupportedOperation(
                f"WithTables: the trajectory is a batch of the shape {self.trajectory.shape}, expected a single one"
            )
        if self.between not in BETWEEN:
            raise unknown_name("choice of between", self.between, BETWEEN, "WithTables")
        times = finite_array("WithTables", "times", self.times)
        if times.ndim != 1 or not times.size or np.any(np.diff(times) <= 0):
            raise ShapeError(f"WithTables: times has shape {times.shape}, expected (k,) increasing times")
        if not isinstance(self.values, Mapping):
            raise ShapeError(f"WithTables: values is {self.values!r:.80}, expected tables by name")
        tables = {}
        for name, given in self.values.items():
            tables[name] = table = finite_array("WithTables", str(name), given)
            if table.ndim != 2 or len(table) != len(times) or not table.shape[1]:
                raise ShapeError(f"WithTables: {name} has shape {table.shape}, expected ({len(times)}, n): a row for each time")
        object.__setattr__(self, "times", times)
        object.__setattr__(self, "values", tables)

    def __reduce__(self) -> tuple[Any, ...]:
        return as_constructed(self)

    @property
    def space(self) -> Space:
        """The space of the trajectory."""
        return self.trajectory.space

    @property
    def duration(self) -> Any:
        """The duration of the trajectory [s]."""
        return self.trajectory.duration

    @property
    def near(self) -> Any:
        """A configuration on the branch where a run begins: the table's first one, the trajectory's own, or None."""
        return np.asarray(self.values["q"])[0] if "q" in self.values else getattr(self.trajectory, "near", None)

    @property
    def shape(self) -> tuple[int, ...]:
        """``()``: it is one trajectory."""
        return ()

    def __getitem__(self, rows: Any) -> WithTables:
        raise UnsupportedOperation("WithTables: this is one trajectory, not a batch, so it has no rows")

    def __call__(self, t: ArrayLike) -> TrajectoryPoint:
        """The trajectory's point at times [s]."""
        return self.trajectory(t)

    def tables(self, t: ArrayLike) -> dict[str, np.ndarray]:
        """The tables' rows at times (k,) [s], by name."""
        at, times = as_times(t), np.asarray(self.times)
        if self.between == "held":
            place = np.clip(np.searchsorted(times, at * (1 + 1e-12), side="right") - 1, 0, None)
            return {name: np.asarray(table)[place] for name, table in self.values.items()}
        place = np.clip(np.searchsorted(times, at, side="right") - 1, 0, max(len(times) - 2, 0))
        if len(times) == 1:
            return {name: np.asarray(table)[place] for name, table in self.values.items()}
        share = np.clip((at - times[place]) / (times[place + 1] - times[place]), 0.0, 1.0)[..., None]
        rows = {}
        for name, given in self.values.items():
            table = np.asarray(given)
            rows[name] = (1 - share) * table[place] + share * table[place + 1]
        return rows
