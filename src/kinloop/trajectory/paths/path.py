"""The interface of paths: the geometry of the tool's motion, without time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike

from kinloop.trajectory.trajectory import Space


@dataclass(frozen=True)
class PathPoint:
    """A point of a path and its derivatives with respect to the arc length ``s``: arrays over leading axes.

    In the space ``"pose"``, ``x`` has 7 numbers; ``xs`` is the twist for a unit of ``s``, with 6 numbers, and ``xss`` and
    ``xsss`` are its derivatives.
    """

    x: Any
    xs: Any
    xss: Any
    xsss: Any


@runtime_checkable
class Path(Protocol):
    """The interface of paths, also of user-defined ones.

    ``s`` is the arc length of the tool's point [m]. Where the tool turns by more than that, measured at ``turning_radius`` from
    its point, ``s`` is the arc there.
    """

    @property
    def space(self) -> Space:
        """The space of the coordinates: ``"task"``, ``"pose"`` or ``"active"``."""
        ...

    @property
    def length(self) -> float:
        """The length [m]."""
        ...

    @property
    def knots(self) -> np.ndarray:
        """The values of ``s`` within the path at which the second or third derivative jumps, increasing."""
        ...

    def __call__(self, s: ArrayLike) -> PathPoint:
        """The point at arc lengths of any shape, from 0 to ``length``; beyond, the nearer end."""
        ...
