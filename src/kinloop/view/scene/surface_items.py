"""The flat surfaces of a machine as translucent patches; surfaces of other forms are not drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from kinloop.errors import KinloopError
from kinloop.mechanism.parts.surface import COORDINATES, Surface
from kinloop.mechanism.parts.transforms import at
from kinloop.model.robot import Robot
from kinloop.view.scene.colors import SURFACE
from kinloop.view.scene.items import Item, box

Array = np.ndarray
# A plane that is farther from the machine than this many times its size is not drawn.
FARTHEST = 1.0
# How far an equation may be from a linear one, of its size.
LINEAR = 1e-9


def surface_items(robot: Robot, lo: Array, hi: Array, thickness: float) -> list[Item]:
    """A patch for each plane near the box from ``lo`` to ``hi``, in the world; ``thickness`` [m]."""
    values = robot.models.single_values()
    return [item for surface in robot.mechanism.surfaces for item in _patches(surface, values, lo, hi, thickness)]


def _patches(surface: Surface, values: Mapping[str, float], lo: Array, hi: Array, thickness: float) -> Iterator[Item]:
    middle, size = (lo + hi) / 2, float(np.linalg.norm(hi - lo))
    found = _plane(surface, values, middle, size) if at(surface.stiffness, values) > 0 and size > 0 else None
    if found is None:
        return
    normal, distance = found
    if abs(distance) <= FARTHEST * size:
        # Free space is where the normal points: the patch lies on the other side.
        centre = middle - (distance + thickness / 2) * normal
        yield box((1.2 * size, 1.2 * size, thickness), centre, normal, SURFACE)


def _plane(surface: Surface, values: Mapping[str, float], near: Array, size: float) -> tuple[Array, float] | None:
    """The unit normal and the distance of a point ``near`` from the surface; None where the equation is not linear."""
    points = np.concatenate([np.zeros((1, 3)), np.eye(3), [[0.7, -0.4, 0.3], [-1.0, -1.0, -1.0], [0.2, 0.9, -0.6]]])
    try:
        h = np.array([_height(surface, values, near + size * point) for point in points])
    except (KinloopError, ArithmeticError, ValueError):  # not defined everywhere
        return None
    if not np.isfinite(h).all():
        return None
    gradient = h[1:4] - h[0]
    steep = float(np.linalg.norm(gradient))
    if steep == 0 or np.max(np.abs(h[0] + points @ gradient - h)) > LINEAR * (steep + np.max(np.abs(h))):
        return None
    return gradient / steep, h[0] / steep * size - at(surface.offset, values)


def _height(surface: Surface, values: Mapping[str, float], point: Array) -> float:
    return float(surface.equation.value({**values, **dict(zip(COORDINATES, map(float, point), strict=True))}))
