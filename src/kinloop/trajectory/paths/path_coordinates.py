"""The parts of a path's points: the position of the tool, which has an arc length, and its orientation, which follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinloop.errors import ShapeError
from kinloop.trajectory.pose_numbers import quaternion_product, rotation_between
from kinloop.trajectory.trajectory import Space
from kinloop.trajectory.trajectory_arguments import check_space, finite_array, normalise_quaternions

Array = np.ndarray
# Values and derivatives, from the zeroth on.
Derivatives = list[Array]


@dataclass(frozen=True)
class Coordinates:
    """Which numbers of a point are positions [m] and which are angles; a pose has a quaternion in place of angles."""

    space: Space
    size: int
    angles: tuple[int, ...]

    @property
    def positions(self) -> list[int]:
        """Places of the positions."""
        return [0, 1, 2] if self.space == "pose" else [k for k in range(self.size) if k not in self.angles]

    def split(self, points: Array) -> tuple[Array, Array]:
        """Positions and orientations (angles, or quaternions) of points (..., n)."""
        if self.space == "pose":
            return points[..., :3], points[..., 3:]
        return points[..., self.positions], points[..., list(self.angles)]

    def turns(self, orientations: Array) -> Array:
        """How far the tool turns from each orientation (k, m) to the next, (k - 1,) [rad]."""
        if self.space == "pose":
            return rotation_between(orientations[:-1], orientations[1:])[1]
        return np.linalg.norm(np.diff(orientations, axis=0), axis=-1)

    def orientation(self, first: Array, last: Array, share: Derivatives) -> Derivatives:
        """From one orientation to another, (..., m) each, as the ``share`` of the way goes from 0 to 1, with derivatives."""
        if self.space != "pose":
            way = last - first
            return [first + share[0][..., None] * way, *(rate[..., None] * way for rate in share[1:])]
        axis, angle = rotation_between(first, last)
        half = (angle * share[0] / 2)[..., None]
        turn = np.concatenate([np.cos(half), np.sin(half) * axis], axis=-1)
        return [quaternion_product(turn, first), *(rate[..., None] * angle[..., None] * axis for rate in share[1:])]

    def join(self, positions: Derivatives, orientations: Derivatives) -> list[Any]:
        """Points and their derivatives from those of their parts."""
        if self.space == "pose":
            return [np.concatenate(pair, axis=-1) for pair in zip(positions, orientations, strict=True)]
        joined = []
        for place, turn in zip(positions, orientations, strict=True):
            array = np.empty((*place.shape[:-1], self.size))
            array[..., self.positions], array[..., list(self.angles)] = place, turn
            joined.append(array)
        return joined


def path_coordinates(owner: str, space: Any, angles: Any, size: int) -> Coordinates:
    """Checks space and angles. Raises: ShapeError, UnknownName: they do not fit the points."""
    space = check_space(space)
    if space == "pose" and size != 7:
        raise ShapeError(f"{owner}: a point has {size} numbers, expected the 7 of a pose: x y z qw qx qy qz")
    try:
        places = tuple(int(k) for k in angles)
        fits = all(0 <= k < size for k in places) and len(set(places)) == len(places)
    except (TypeError, ValueError):
        fits, places = False, ()
    if not fits or (places and space == "pose"):
        raise ShapeError(
            f"{owner}: angles is {angles!r:.80}, expected places of coordinates that are angles, such as (3,) for x y z phi"
            + (", and none for a pose" if space == "pose" else "")
        )
    return Coordinates(space, size, places)


def path_point(owner: str, name: str, given: Any, coordinates: Coordinates | None = None) -> Array:
    """A point (n,) of a path, as a read-only array."""
    point = finite_array(owner, name, given)
    if point.ndim != 1 or not point.size:
        raise ShapeError(f"{owner}: {name} has shape {point.shape}, expected (n,): one number for each coordinate")
    if coordinates is not None and len(point) != coordinates.size:
        raise ShapeError(f"{owner}: {name} has {len(point)} numbers, expected {coordinates.size}")
    return normalise_points(owner, name, point, coordinates)


def normalise_points(owner: str, name: str, points: Array, coordinates: Coordinates | None) -> Array:
    """Points (..., n) with quaternions of exactly unit length, read-only."""
    if coordinates is not None and coordinates.space == "pose":
        points = np.concatenate([points[..., :3], normalise_quaternions(f"{owner}: {name}", points[..., 3:])], axis=-1)
        points.flags.writeable = False
    return points


def turning_radius(owner: str, given: Any) -> float:
    """The distance from the tool's point [m] at which turning is measured as a length."""
    radius = finite_array(owner, "turning_radius", given)
    if radius.ndim or radius <= 0:
        raise ShapeError(f"{owner}: turning_radius is {given!r:.80}, expected a length above zero [m]")
    return float(radius)


def along(s: Array, length: float) -> Array:
    """Arc lengths within the path."""
    return np.clip(s, 0.0, length)
