"""Paths of the tool along straight lines with rounded corners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ShapeError
from kinloop.model.array_arguments import as_constructed, numbers
from kinloop.numerics.quaternions import continuous_signs
from kinloop.trajectory.paths.corner_blend import CornerBlend
from kinloop.trajectory.paths.path import PathPoint
from kinloop.trajectory.paths.path_coordinates import Coordinates, along, normalise_points, path_coordinates
from kinloop.trajectory.trajectory import Space
from kinloop.trajectory.trajectory_arguments import finite_array

Array = np.ndarray
# Rounding of two blends that meet in the middle of a line, in parts of it; and the sine between lines that go on straight.
MEET, STRAIGHT = 1e-9, 1e-12
# The cosine of the angle between lines beyond which a corner turns back.
BACK = -0.9999


@dataclass(frozen=True, eq=False)
class Polyline:
    """Straight lines through points, the corners rounded by curves of fifth order, parametrised by arc length.

    A corner's curve begins ``blend`` before the point and ends ``blend`` after it. Direction and curvature are continuous; the
    third derivative jumps at ``knots``, the ends of these curves. A corner's point itself is not reached.

    The orientation goes from that of one point to that of the next as a polynomial of fifth order of the arc length, at rest
    (with respect to ``s``) at each corner's middle, so that it is continuous to the second derivative too. A pose turns about one
    axis between two points, the short way.

    Args:
        points: shape (k, n), or (k, 7) for poses; neighbours have different positions.
        blend: distance from a corner at which its curve begins and ends [m]: one, or one for each corner, (k - 2,). At most half
            of the lines that meet there, the whole of a first or last line.
        space, angles: as for :class:`kinloop.Line`. The arc length is always that of the position, so a large turn over a short
            line needs a low speed.
    Raises: ShapeError: equal neighbours, lines that turn back, a blend that is too long, or invalid arguments. NotFinite,
        NotAUnitQuaternion, UnknownName: invalid arguments.
    """

    points: ArrayLike
    blend: ArrayLike = 0.0
    space: Space = "task"
    angles: Sequence[int] = ()
    _coordinates: Coordinates = field(init=False, repr=False)

    def __post_init__(self) -> None:
        points = finite_array("Polyline", "points", self.points)
        if points.ndim != 2 or len(points) < 2 or not points.shape[1]:
            raise ShapeError(f"Polyline: points has shape {points.shape}, expected (k, n) with two points or more")
        coordinates = path_coordinates("Polyline", self.space, self.angles, points.shape[1])
        object.__setattr__(self, "_coordinates", coordinates)
        object.__setattr__(self, "angles", coordinates.angles)
        points = np.array(normalise_points("Polyline", "points", points, coordinates))
        if coordinates.space == "pose":
            points[:, 3:] = continuous_signs(points[:, 3:])
        points.flags.writeable = False
        object.__setattr__(self, "points", points)
        corners = len(points) - 2
        blend = finite_array("Polyline", "blend", self.blend)
        if blend.shape not in ((), (corners,)) or np.any(blend < 0):
            raise ShapeError(
                f"Polyline: blend is {self.blend!r:.80}, expected one distance [m] that is not negative, or {corners} of them"
            )
        object.__setattr__(self, "blend", np.array(np.broadcast_to(blend, (corners,))))
        np.asarray(self.blend).flags.writeable = False
        self._check_corners()

    def _check_corners(self) -> None:
        lengths, directions, blends = self._lines[0], self._lines[1], np.asarray(self.blend)
        for k, distance in enumerate(blends):
            cosine = float(directions[k] @ directions[k + 1])
            sine = float(np.linalg.norm(directions[k + 1] - cosine * directions[k]))
            if cosine < BACK:
                raise ShapeError(
                    f"Polyline: the path turns back at point {k + 1}; expected a corner, or two paths in a kl.Sequence"
                )
            if distance == 0 and (sine > STRAIGHT or cosine < 0):
                raise ShapeError(
                    f"Polyline: point {k + 1} is a corner without a blend, where no motion can pass without a stop; give blend=, "
                    "or a kl.Sequence of kl.FollowPath along a kl.Line each, which stops at every point"
                )
        used = np.concatenate([blends, [0.0]]) + np.concatenate([[0.0], blends])
        long = np.flatnonzero(used > lengths * (1 + MEET))
        if long.size:
            k = int(long[0])
            raise ShapeError(
                f"Polyline: the blends at both ends of the line from point {k} to point {k + 1} take {used[k]:g} m of its "
                f"{lengths[k]:g} m; expected at most the whole line"
            )

    def __reduce__(self) -> tuple[Any, ...]:
        return as_constructed(self)

    @cached_property
    def _lines(self) -> tuple[Array, Array]:
        """Lengths and directions of the lines between the points."""
        coordinates = self._coordinates
        ways = np.diff(coordinates.split(np.asarray(self.points))[0], axis=0)
        with np.errstate(over="ignore"):
            lengths = np.linalg.norm(ways, axis=-1)
        if not np.isfinite(lengths).all():
            raise ShapeError("Polyline: a length overflows; expected points of ordinary sizes")
        if not lengths.all():
            k = int(np.flatnonzero(lengths == 0)[0])
            raise ShapeError(f"Polyline: points {k} and {k + 1} have the same position; expected different ones")
        return lengths, ways / lengths[:, None]

    @cached_property
    def _blends(self) -> list[CornerBlend | None]:
        coordinates = self._coordinates
        positions, directions = coordinates.split(np.asarray(self.points))[0], self._lines[1]
        return [
            CornerBlend(positions[k + 1], directions[k], directions[k + 1], float(distance)) if distance else None
            for k, distance in enumerate(np.asarray(self.blend))
        ]

    @cached_property
    def _edges(self) -> Array:
        """Arc lengths at which lines and blends begin, and the end: (2 k - 2,) for k points."""
        blends = np.asarray(self.blend)
        straight = self._lines[0] - np.concatenate([blends, [0.0]]) - np.concatenate([[0.0], blends])
        pieces = [max(float(straight[0]), 0.0)]
        for blend, line in zip(self._blends, straight[1:], strict=True):
            pieces += [blend.length if blend else 0.0, max(float(line), 0.0)]
        return np.concatenate([[0.0], np.cumsum(pieces)])

    @property
    def length(self) -> float:
        """The length [m]."""
        return float(self._edges[-1])

    @property
    def knots(self) -> Array:
        """Arc lengths at which the third derivative jumps: the ends of the blends, and points that the tool passes turning."""
        turns = bool(self._coordinates.angles) or self.space == "pose"
        middles = self._middles[1:-1] if turns else np.zeros(0)
        return np.unique(np.concatenate([self._edges[1:-1], middles]))

    @cached_property
    def _middles(self) -> Array:
        """Arc lengths at which the orientation is that of each point."""
        inner = (self._edges[1:-1:2] + self._edges[2:-1:2]) / 2
        return np.concatenate([[0.0], inner, [self.length]])

    def __call__(self, s: ArrayLike) -> PathPoint:
        """The point at arc lengths of any shape: ``x xs xss xsss``, each ``(*s.shape, n)``."""
        coordinates = self._coordinates
        given = numbers(s, "the arc length")
        flat = along(given.ravel(), self.length)
        positions, orientations = self._positions(flat), self._turning(flat)
        return PathPoint(*(each.reshape(*given.shape, -1) for each in coordinates.join(positions, orientations)))

    def _positions(self, s: Array) -> list[Array]:
        coordinates = self._coordinates
        points, directions = coordinates.split(np.asarray(self.points))[0], self._lines[1]
        which = np.clip(np.searchsorted(self._edges, s, side="right") - 1, 0, len(self._edges) - 2)
        result = [np.zeros((len(s), points.shape[1])) for _ in range(4)]
        for piece in np.unique(which):
            here, k = which == piece, int(piece) // 2
            if piece % 2:
                blend = self._blends[k]
                found = blend(s[here] - self._edges[piece]) if blend else []
            else:
                begin = float(np.asarray(self.blend)[k - 1]) if k else 0.0
                way = (begin + s[here] - self._edges[piece])[:, None] * directions[k]
                found = [points[k] + way, np.broadcast_to(directions[k], way.shape)]
            for array, values in zip(result, found, strict=False):
                array[here] = values
        return result

    def _turning(self, s: Array) -> list[Array]:
        """The orientation: from each point to the next as a polynomial of fifth order."""
        coordinates = self._coordinates
        orientations = coordinates.split(np.asarray(self.points))[1]
        which = np.clip(np.searchsorted(self._middles, s, side="right") - 1, 0, len(orientations) - 2)
        span = np.diff(self._middles)[which]
        u = (s - self._middles[which]) / span
        share = [u**3 * (10 - 15 * u + 6 * u**2), 30 * u**2 * (1 - u) ** 2 / span]
        share += [60 * u * (1 - u) * (1 - 2 * u) / span**2, (60 - 360 * u + 360 * u**2) / span**3]
        return coordinates.orientation(orientations[which], orientations[which + 1], share)
