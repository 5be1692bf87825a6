"""What was varied in rollouts, as coordinates of a plot: values, labels with units, edges of cells, logarithmic scales."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kinloop.errors import ShapeError, unknown_name
from kinloop.simulation.record.columns import varied_unit
from kinloop.simulation.record.rollout_record import Rollouts
from kinloop.view.figures.style import label, symbol

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class VariedAxis:
    """One array of varied values: a number for each place along its axis of the runs; places themselves where it has none."""

    name: str
    values: Array
    text: str
    axis: int

    @property
    def is_geometric(self) -> bool:
        """Whether the values, sorted, grow by a constant factor: then a logarithmic scale spaces them evenly."""
        line = np.unique(self.values)
        if len(line) < 3 or line[0] <= 0:
            return False
        steps = np.diff(np.log(line))
        return bool(np.ptp(steps) < 0.01 * steps.mean() and line[-1] > 4 * line[0])

    def edges(self) -> Array:
        """Edges of the cells about the sorted values."""
        line = np.sort(self.values)
        if self.is_geometric:
            return np.exp(_edges(np.log(line)))
        return _edges(line)


def varied_axis(rollouts: Rollouts, name: str) -> VariedAxis:
    """The axis of a varied array by its name. Raises: UnknownName: nothing of this name was varied."""
    if name not in rollouts.varied:
        raise unknown_name("varied array", name, rollouts.varied, "these rollouts")
    axis = list(rollouts.varied).index(name) if is_grid(rollouts) else 0
    given = rollouts.varied[name]
    if isinstance(given, np.ndarray) and given.ndim == 1 and given.dtype != object:
        unit = varied_unit(rollouts.robot, name)
        text = symbol(name)
        return VariedAxis(name, np.asarray(given, float), label(text, unit) if unit else text, axis)
    return VariedAxis(name, np.arange(rollouts.shape[axis], dtype=float), f"{symbol(name)} (place in the array)", axis)


def is_grid(rollouts: Rollouts) -> bool:
    """Whether every combination of the varied arrays was run."""
    return len(rollouts.shape) > 1


def two_axes(rollouts: Rollouts, over: Sequence[str] | None) -> tuple[VariedAxis, VariedAxis]:
    """The two varied arrays of a map: those named, or the first two.

    Raises: ShapeError: fewer than two were varied, or not two names. UnknownName: nothing of a name was varied.
    """
    names = list(rollouts.varied) if over is None else list(over)
    if over is not None and (isinstance(over, str) or len(names) != 2 or names[0] == names[1]):
        raise ShapeError(f"a map is over two varied arrays, given over={over!r:.80}; there are: {', '.join(rollouts.varied)}")
    if len(names) < 2:
        raise ShapeError(f"a map needs two varied arrays; these rollouts have: {', '.join(names) or 'none'}")
    first, second = (varied_axis(rollouts, name) for name in names[:2])
    return first, second


def over_plane(rollouts: Rollouts, values: Array, first: VariedAxis, second: VariedAxis, worst: Callable[..., Any]) -> Array:
    """Values of a grid of runs as (first, second), in the order of sorted coordinates; other axes are reduced by ``worst``."""
    others = tuple(k for k in range(len(rollouts.shape)) if k not in (first.axis, second.axis))
    with np.errstate(all="ignore"):
        plane = worst(values, axis=others) if others else np.asarray(values)
    plane = plane if first.axis < second.axis else plane.T
    return np.asarray(plane[np.argsort(first.values)][:, np.argsort(second.values)])


def nan_max(values: Array, axis: tuple[int, ...]) -> Array:
    """The largest of the numbers that are not NaN; NaN where there is none."""
    found: Array = np.fmax.reduce(values, axis=axis)
    return found


def _edges(line: Array) -> Array:
    if len(line) == 1:
        half = 0.05 * abs(line[0]) or 0.5
        return np.array([line[0] - half, line[0] + half])
    middle = (line[:-1] + line[1:]) / 2
    return np.array([line[0] - (middle[0] - line[0]), *middle, line[-1] + (line[-1] - middle[-1])])
