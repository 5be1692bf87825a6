"""A straight path of the tool."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ShapeError
from kinloop.model.array_arguments import as_constructed, numbers
from kinloop.trajectory.paths.path import PathPoint
from kinloop.trajectory.paths.path_coordinates import Coordinates, along, path_coordinates, path_point, turning_radius
from kinloop.trajectory.trajectory import Space


@dataclass(frozen=True, eq=False)
class Line:
    """A straight path from one point to another, with the orientation in proportion to the arc length.

    A pose turns about one fixed axis, the short way (slerp). The length is the distance of the positions, or the turn times
    ``turning_radius`` where that is longer: a pure rotation has a length too, and a short way with a large turn is not turned at
    once.

    Args:
        start, end: points (n,), or poses of 7 numbers.
        space: ``"task"``, ``"pose"`` or ``"active"``.
        angles: places of the coordinates that are angles, such as ``(3,)`` for a task x y z phi.
        turning_radius: distance from the tool's point at which turning is measured as a length [m].
    Raises: ShapeError: equal points, or invalid arguments. NotFinite, NotAUnitQuaternion, UnknownName: invalid arguments.
    """

    start: ArrayLike
    end: ArrayLike
    space: Space = "task"
    angles: Sequence[int] = ()
    turning_radius: float = 0.1
    _coordinates: Coordinates = field(init=False, repr=False)

    def __post_init__(self) -> None:
        first = path_point("Line", "start", self.start)
        coordinates = path_coordinates("Line", self.space, self.angles, len(first))
        object.__setattr__(self, "_coordinates", coordinates)
        object.__setattr__(self, "angles", coordinates.angles)
        object.__setattr__(self, "turning_radius", turning_radius("Line", self.turning_radius))
        for name in ("start", "end"):
            object.__setattr__(self, name, path_point("Line", name, getattr(self, name), coordinates))
        if not self.length > 0:
            raise ShapeError("Line: start and end are the same point; expected two points, or kl.Pause to stay at one")
        if not np.isfinite(self.length):
            raise ShapeError("Line: the length overflows; expected points of ordinary sizes")

    def __reduce__(self) -> tuple[Any, ...]:
        return as_constructed(self)

    @cached_property
    def length(self) -> float:
        """The length [m]."""
        coordinates = self._coordinates
        positions, orientations = coordinates.split(np.stack([np.asarray(self.start), np.asarray(self.end)]))
        with np.errstate(over="ignore"):
            way = float(np.linalg.norm(positions[1] - positions[0]))
        return max(way, self.turning_radius * float(coordinates.turns(orientations)[0]))

    @property
    def knots(self) -> np.ndarray:
        """None: all derivatives are continuous."""
        return np.zeros(0)

    def __call__(self, s: ArrayLike) -> PathPoint:
        """The point at arc lengths of any shape: ``x xs xss xsss``, each ``(*s.shape, n)``."""
        coordinates = self._coordinates
        share = along(numbers(s, "the arc length"), self.length) / self.length
        zero = np.zeros_like(share)
        shares = [share, zero + 1 / self.length, zero, zero]
        (a, first), (b, last) = (coordinates.split(np.asarray(point)) for point in (self.start, self.end))
        way = b - a
        near = share[..., None] < 0.5
        positions = [np.where(near, a + share[..., None] * way, b - (1 - share[..., None]) * way)]  # exact at both ends
        positions += [rate[..., None] * way for rate in shares[1:]]
        return PathPoint(*coordinates.join(positions, coordinates.orientation(first, last, shares)))
