"""The path of a plan: polynomials of seventh order in plain coordinates of the task, continuous to the jerk."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ShapeError, UnsupportedOperation
from kinloop.model.array_arguments import as_constructed
from kinloop.trajectory.piecewise import Pieces
from kinloop.trajectory.polynomials.polynomial_motion import coefficient_matrix
from kinloop.trajectory.trajectory import Space, TrajectoryPoint
from kinloop.trajectory.trajectory_arguments import as_times
from kinloop.type2_crossing.task_chart import TaskChart

Array = np.ndarray
ORDER = 7  # of the polynomials: position, rate, acceleration and jerk at both ends
DERIVATIVES = 4


def power_rows(u: Array, derivative: int) -> Array:
    """The derivatives of the powers 0 to 7 at parameters (k,): shape (k, 8)."""
    powers = np.arange(ORDER + 1)
    factors = [factorial(k) / factorial(k - derivative) if k >= derivative else 0.0 for k in powers.tolist()]
    return np.array(factors) * u[:, None] ** np.maximum(powers - derivative, 0)


@dataclass(frozen=True, eq=False)
class PlannedPath:
    """A trajectory of the task: polynomials between times (k,) with position, rate, acceleration and jerk there.

    ``states`` (k, 4, m) are those of the plain coordinates. Before the start and after the end the path stands still.
    """

    chart: TaskChart
    times: Array
    states: Array

    def __reduce__(self) -> tuple[Any, ...]:
        return as_constructed(self)

    def require_valid(self) -> None:
        """Raises: ShapeError: times or states, as from a file, that are no path."""
        times, states = np.asarray(self.times), np.asarray(self.states)
        expected = (times.size, DERIVATIVES, self.chart.size)
        if times.ndim != 1 or times.size < 2 or states.shape != expected or np.any(np.diff(times) <= 0) or times[0] != 0:
            raise ShapeError(f"times {times.shape} and states {states.shape} are no path; expected increasing times from 0")
        if not np.isfinite(states).all():
            raise ShapeError("the states of the path are not all finite")

    @property
    def space(self) -> Space:
        """``"task"``, or ``"pose"`` where the task is a pose."""
        return "pose" if self.chart.is_pose else "task"

    @property
    def duration(self) -> float:
        """The duration [s]."""
        return float(self.times[-1])

    @property
    def shape(self) -> tuple[int, ...]:
        """``()``: this is one trajectory."""
        return ()

    def __getitem__(self, rows: Any) -> PlannedPath:
        raise UnsupportedOperation("a planned path is one trajectory, not a batch, so it has no rows")

    @cached_property
    def _pieces(self) -> Pieces:
        lengths = np.diff(self.times)
        powers = np.arange(DERIVATIVES)
        scaled = self.states[None] * lengths[:, None, None, None] ** powers[:, None]
        coefficients = []
        for k, length in enumerate(lengths.tolist()):
            ends = np.concatenate([scaled[k, k], scaled[k, k + 1]])
            coefficients.append(coefficient_matrix(ORDER) @ ends / length ** np.arange(ORDER + 1)[:, None])
        return Pieces(self.times, np.array(coefficients).transpose(2, 0, 1), self.states[-1].T)

    def coordinates(self, t: ArrayLike) -> list[Array]:
        """The plain coordinates and their three derivatives at times (k,), each (k, m)."""
        return [part.T for part in self._pieces(np.asarray(t))]

    def __call__(self, t: ArrayLike) -> TrajectoryPoint:
        """The point at times [s] of any shape: ``x xd xdd xddd``, each ``(*t.shape, n)``."""
        times = as_times(t)
        parts = self.coordinates(times.ravel())
        if self.chart.is_pose:
            parts = [np.array(part).T for part in self.chart.motion.map(max(times.size, 1))(*(part.T for part in parts))]
        return TrajectoryPoint(*(part.reshape(*times.shape, part.shape[-1]) for part in parts))
