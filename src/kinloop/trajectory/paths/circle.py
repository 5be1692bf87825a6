"""Circular paths of the tool."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ArgumentMissing, ShapeError
from kinloop.model.array_arguments import as_constructed, numbers
from kinloop.trajectory.paths.path import PathPoint
from kinloop.trajectory.paths.path_coordinates import Coordinates, along, path_coordinates, path_point, turning_radius
from kinloop.trajectory.trajectory import Space
from kinloop.trajectory.trajectory_arguments import finite_array

Array = np.ndarray
# How far a start may be from the plane through the centre, and points from one line, in parts of their distance.
FLAT, ALIGNED = 1e-9, 1e-9


@dataclass(frozen=True, eq=False)
class Circle:
    """A circle or an arc from a start about a centre, with the orientation in proportion to the arc length.

    Args:
        start: the first point (n,), or a pose of 7 numbers; two positions lie in the plane, three in space.
        centre: positions of the centre, 2 or 3 numbers, in the plane of the start that is normal to the axis.
        angle: of the arc [rad]; positive turns are counter-clockwise, seen against the axis. The full circle unless given.
        axis: of the circle, 3 numbers of any length; required in space.
        end_orientation: where the orientation is not to stay: the angles at the end, or the quaternion (a pose turns the short
            way).
        space, angles, turning_radius: as for :class:`kinloop.Line`.
    Raises: ArgumentMissing: no axis in space. ShapeError: a start at the centre, out of the plane, or invalid arguments.
        NotFinite, NotAUnitQuaternion, UnknownName: invalid arguments.
    """

    start: ArrayLike
    centre: ArrayLike
    angle: float = 2 * np.pi
    axis: ArrayLike | None = None
    end_orientation: ArrayLike | None = None
    space: Space = "task"
    angles: Sequence[int] = ()
    turning_radius: float = 0.1
    _coordinates: Coordinates = field(init=False, repr=False)

    @classmethod
    def through(
        cls,
        start: ArrayLike,
        middle: ArrayLike,
        end: ArrayLike,
        space: Space = "task",
        angles: Sequence[int] = (),
        turning_radius: float = 0.1,
    ) -> Circle:
        """The arc from a start through a middle to an end; the orientation goes from that of the start to that of the end.

        Args:
            start, end: points (n,), or poses.
            middle: a point like them, of which the positions count, or its 2 or 3 positions alone.
        Raises: ShapeError: points on one line.
        """
        first = path_point("Circle", "start", start)
        coordinates = path_coordinates("Circle", space, angles, len(first))
        a, _ = coordinates.split(path_point("Circle", "start", start, coordinates))
        c, orientation = coordinates.split(path_point("Circle", "end", end, coordinates))
        between = path_point("Circle", "middle", middle)
        if len(between) == coordinates.size:
            between = coordinates.split(between)[0]
        if len(between) != len(a):
            raise ShapeError(f"Circle: middle has {len(between)} numbers, expected the {len(a)} of a position")
        centre, axis, angle = _circle_through(*(np.append(p, np.zeros(3 - len(p))) for p in (a, between, c)))
        return cls(start, centre[: len(a)], angle, axis, orientation if orientation.size else None, space, angles, turning_radius)

    def __post_init__(self) -> None:
        first = path_point("Circle", "start", self.start)
        coordinates = path_coordinates("Circle", self.space, self.angles, len(first))
        object.__setattr__(self, "_coordinates", coordinates)
        object.__setattr__(self, "angles", coordinates.angles)
        object.__setattr__(self, "turning_radius", turning_radius("Circle", self.turning_radius))
        object.__setattr__(self, "start", path_point("Circle", "start", self.start, coordinates))
        size = len(coordinates.positions)
        if size not in (2, 3):
            raise ShapeError(f"Circle: start has {size} positions, expected 2 or 3; angles= says which coordinates are angles")
        centre = path_point("Circle", "centre", self.centre)
        if len(centre) != size:
            raise ShapeError(f"Circle: centre has {len(centre)} numbers, but start has {size} positions")
        angle = finite_array("Circle", "angle", self.angle)
        if angle.ndim or angle == 0:
            raise ShapeError(f"Circle: the angle is {self.angle!r:.80}, expected one that is not zero [rad]")
        object.__setattr__(self, "centre", centre)
        object.__setattr__(self, "angle", float(angle))
        object.__setattr__(self, "axis", self._unit_axis(size))
        if self.end_orientation is not None:
            object.__setattr__(self, "end_orientation", self._last_orientation())
        self._frame  # noqa: B018  # reports a start out of the plane

    def _unit_axis(self, size: int) -> Array:
        if self.axis is None and size == 3:
            raise ArgumentMissing("Circle: a circle in space needs axis=, such as (0, 0, 1), or kl.Circle.through three points")
        axis = finite_array("Circle", "axis", (0.0, 0.0, 1.0) if self.axis is None else self.axis)
        if axis.shape != (3,) or not np.any(axis):
            raise ShapeError(f"Circle: axis is {self.axis!r:.80}, expected 3 numbers that are not all zero")
        if size == 2 and np.any(axis[:2]):
            raise ShapeError(f"Circle: axis is {self.axis!r:.80}, but the coordinates are two, so it is (0, 0, 1) or (0, 0, -1)")
        axis = axis / np.max(np.abs(axis))
        axis = axis / np.linalg.norm(axis)
        axis.flags.writeable = False
        return axis

    def _last_orientation(self) -> Array:
        coordinates = self._coordinates
        first = coordinates.split(np.asarray(self.start))[1]
        last = finite_array("Circle", "end_orientation", self.end_orientation)
        if last.shape != first.shape or not first.size:
            what = "a quaternion" if self.space == "pose" else f"{first.size} angles"
            raise ShapeError(f"Circle: end_orientation is {self.end_orientation!r:.80}, expected {what}")
        if self.space != "pose":
            return last
        return path_point("Circle", "end_orientation", np.concatenate([np.zeros(3), last]), coordinates)[3:]

    def __reduce__(self) -> tuple[Any, ...]:
        return as_constructed(self)

    @cached_property
    def _frame(self) -> tuple[Array, Array, float]:
        """The radius vector at the start, the one a quarter turn later, and the radius."""
        coordinates = self._coordinates
        first = coordinates.split(np.asarray(self.start))[0]
        arm = np.append(first - np.asarray(self.centre), np.zeros(3 - len(first)))
        radius, axis = float(np.linalg.norm(arm)), np.asarray(self.axis)
        if radius == 0:
            raise ShapeError("Circle: start and centre are the same point; expected a radius above zero")
        height = float(arm @ axis)
        if abs(height) > FLAT * radius + FLAT * float(np.max(np.abs(first))):
            raise ShapeError(
                f"Circle: the start lies {abs(height):.3g} m off the plane through the centre that is normal to the axis; "
                "expected a start in it"
            )
        return arm[: len(first)], np.cross(axis, arm)[: len(first)], radius

    @property
    def radius(self) -> float:
        """The radius [m]."""
        return self._frame[2]

    @cached_property
    def length(self) -> float:
        """The length [m]."""
        return max(abs(self.angle) * self.radius, self.turning_radius * self._turn)

    @property
    def _turn(self) -> float:
        coordinates = self._coordinates
        return float(coordinates.turns(np.stack(self._orientations))[0])

    @property
    def _orientations(self) -> tuple[Array, Array]:
        coordinates = self._coordinates
        first = coordinates.split(np.asarray(self.start))[1]
        return first, first if self.end_orientation is None else np.asarray(self.end_orientation)

    @property
    def knots(self) -> Array:
        """None: all derivatives are continuous."""
        return np.zeros(0)

    def __call__(self, s: ArrayLike) -> PathPoint:
        """The point at arc lengths of any shape: ``x xs xss xsss``, each ``(*s.shape, n)``."""
        coordinates = self._coordinates
        share = along(numbers(s, "the arc length"), self.length) / self.length
        zero = np.zeros_like(share)
        arm, across, _ = self._frame
        turn, rate = (self.angle * share)[..., None], self.angle / self.length
        c, d = np.cos(turn), np.sin(turn)
        positions = [np.asarray(self.centre) + c * arm + d * across]
        positions += [rate * (c * across - d * arm), rate**2 * (-c * arm - d * across), rate**3 * (d * arm - c * across)]
        turns = coordinates.orientation(*self._orientations, [share, zero + 1 / self.length, zero, zero])
        return PathPoint(*coordinates.join(positions, turns))


def _circle_through(a: Array, b: Array, c: Array) -> tuple[Array, Array, float]:
    """Centre, axis and angle of the arc from ``a`` through ``b`` to ``c``."""
    u, v = b - a, c - a
    normal = np.cross(u, v)
    size = np.linalg.norm(normal)
    if not size > ALIGNED * max(float(u @ u), float(v @ v), float((c - b) @ (c - b))):
        raise ShapeError("Circle: the three points lie on one line; expected points of a circle, or kl.Line")
    centre = a + np.cross((u @ u) * v - (v @ v) * u, normal) / (2 * size**2)
    axis = normal / size
    first, last = a - centre, c - centre
    angle = float(np.arctan2(axis @ np.cross(first, last), first @ last))
    return centre, axis, angle if angle > 0 else angle + 2 * np.pi
