"""Figures of a study as data: what to draw, with labels and units, and not how."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from kinloop.errors import ShapeError
from kinloop.simulation.record.record import Record

Array = np.ndarray
Style = Literal["line", "dashed", "points", "steps"]


@dataclass(frozen=True)
class Axis:
    """What an axis shows, and its unit; ``1`` for numbers without one."""

    label: str
    unit: str = "1"


@dataclass(frozen=True, eq=False)
class Series:
    """A line of a figure: as many x as y. ``dashed`` lines are references or claims of the document."""

    name: str
    x: Any  # (k,) numbers; an array once made
    y: Any
    style: Style = "line"

    def __post_init__(self) -> None:
        for name in ("x", "y"):
            object.__setattr__(self, name, np.array(getattr(self, name), float))
        if self.x.ndim != 1 or self.x.shape != self.y.shape:
            raise ShapeError(f"series {self.name!r}: x has shape {self.x.shape} and y {self.y.shape}, expected one shape (k,)")


@dataclass(frozen=True, eq=False)
class Curves:
    """Lines over one pair of axes. ``log`` names the logarithmic axes: ``""``, ``"x"``, ``"y"`` or ``"xy"``; ``equal``: one unit
    is as long along x as along y; ``reproduces``: the document's figure, as ``fig. 3.6``."""

    title: str
    x: Axis
    y: Axis
    series: Sequence[Series]
    log: str = ""
    equal: bool = False
    reproduces: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "series", tuple(self.series))


@dataclass(frozen=True, eq=False)
class Map:
    """Values (len(y), len(x)) over a grid, and lines on it. ``log``: the values are best coloured by their logarithm."""

    title: str
    x: Axis
    y: Axis
    value: Axis
    x_values: Array
    y_values: Array
    values: Array
    lines: Sequence[Series] = ()
    log: bool = False
    equal: bool = False
    reproduces: str = ""

    def __post_init__(self) -> None:
        for name in ("x_values", "y_values", "values"):
            object.__setattr__(self, name, np.array(getattr(self, name), float))
        object.__setattr__(self, "lines", tuple(self.lines))
        if self.values.shape != (*self.y_values.shape, *self.x_values.shape):
            raise ShapeError(
                f"map {self.title!r}: values have shape {self.values.shape}, expected one for each of {self.y_values.shape} y and"
                f" {self.x_values.shape} x"
            )


@dataclass(frozen=True)
class Equation:
    """An equation as LaTeX, without dollar signs."""

    title: str
    latex: str


@dataclass(frozen=True, eq=False)
class Motion:
    """A run to be shown in three dimensions, and another one to be drawn over it."""

    title: str
    record: Record
    compare: Record | None = None
    name: str = ""
    compare_name: str = ""
    reproduces: str = ""


FigureData = Curves | Map | Equation | Motion


def over_time(title: str, t: Any, columns: dict[str, Any], label: str, unit: str, **options: Any) -> Curves:
    """Curves over time: ``columns`` has the values of each line by name. A name that begins with ``--`` is drawn dashed."""
    lines = [
        Series(name.removeprefix("--").strip(), t, y, "dashed" if name.startswith("--") else "line")
        for name, y in columns.items()
    ]
    return Curves(title, Axis("time", "s"), Axis(label, unit), lines, **options)
