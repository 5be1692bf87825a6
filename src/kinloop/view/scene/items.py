"""What a scene is made of: bodies fixed to links, and rods that are stretched between two links. Lengths in metres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

import numpy as np

from kinloop.mechanism.parts.transforms import IDENTITY, Quaternion, quaternion_of, rotation
from kinloop.numerics.rotations import shortest

Array = np.ndarray
Color = tuple[float, float, float, float]
ItemKind = Literal["box", "sphere", "cylinder", "capsule", "hull", "mesh"]
DIGITS = 8  # significant ones in JSON
CUBE = np.array(list(product((-0.5, 0.5), repeat=3)))
Z = np.array([0.0, 0.0, 1.0])


def round_for_drawing(values: Any) -> Any:
    """Numbers as lists of floats with the digits that a drawing needs."""
    if np.ndim(values):
        return [round_for_drawing(value) for value in values]
    return float(f"{float(values):.{DIGITS}g}")


@dataclass(frozen=True, eq=False)
class Item:
    """A body fixed to a link: its size (edges of a box; radius of a sphere; radius and length along z of a cylinder, and of a
    capsule without its caps; scales of a mesh), its pose in the link and its colour (sRGB and opacity, 0 to 1).

    A ``hull`` has ``vertices`` (n, 3) and triangles ``faces`` (m, 3), seen from outside counter-clockwise. ``mesh`` is the name
    of a mesh of the scene, and ``corners`` (2, 3) are those of its box.
    """

    kind: ItemKind
    size: tuple[float, ...]
    position: Array
    quaternion: Quaternion
    color: Color
    vertices: Array | None = None
    faces: Array | None = None
    mesh: str | None = None
    corners: Array | None = None

    @property
    def reach(self) -> Array:
        """Points of the link's frame (n, 3) whose hull holds the item."""
        if self.corners is not None:
            lo, hi = self.corners * np.array(self.size)
            return np.asarray(self.position + ((lo + hi) / 2 + CUBE * (hi - lo)) @ rotation(self.quaternion).T)
        if self.vertices is not None:
            return np.asarray(self.position + self.vertices @ rotation(self.quaternion).T)
        match self.kind, self.size:
            case "box", edges:
                box = np.array(edges)
            case "sphere", (radius,):
                box = np.full(3, 2 * radius)
            case "cylinder", (radius, length):
                box = np.array([2 * radius, 2 * radius, length])
            case "capsule", (radius, length):
                box = np.array([2 * radius, 2 * radius, length + 2 * radius])
            case _:
                return self.position[None]
        return np.asarray(self.position + (CUBE * box) @ rotation(self.quaternion).T)

    def as_json(self) -> dict[str, Any]:
        """The item as lists and numbers."""
        table: dict[str, Any] = {
            "kind": self.kind,
            "size": round_for_drawing(self.size),
            "pos": round_for_drawing(self.position),
            "quat": round_for_drawing(self.quaternion),
            "color": round_for_drawing(self.color),
        }
        if self.vertices is not None and self.faces is not None:
            table |= {"vertices": round_for_drawing(self.vertices), "faces": np.asarray(self.faces).tolist()}
        if self.mesh is not None:
            table["mesh"] = self.mesh
        return table


@dataclass(frozen=True, eq=False)
class Stretched:
    """A rod between a point of one link and a point of another. ``always``: also where both links are drawn by their shapes."""

    a: str
    point_a: Array
    b: str
    point_b: Array
    radius: float
    color: Color
    name: str
    always: bool


def box(edges: Sequence[float], at: Array, along: Array, color: Color) -> Item:
    """A box whose third edge is along a direction."""
    x, y, z = map(float, edges)
    return Item("box", (x, y, z), np.array(at, float), turn_to(along), color)


def sphere(radius: float, at: Array, color: Color) -> Item:
    """A ball."""
    return Item("sphere", (float(radius),), np.array(at, float), IDENTITY, color)


def cylinder(radius: float, length: float, at: Array, along: Array, color: Color) -> Item:
    """A cylinder around a point, along a direction."""
    return Item("cylinder", (float(radius), float(length)), np.array(at, float), turn_to(along), color)


def capsule(a: Array, b: Array, radius: float, color: Color) -> Item:
    """A bar with round ends between two points."""
    gap = np.asarray(b, float) - a
    return Item("capsule", (float(radius), float(np.linalg.norm(gap))), (np.asarray(a, float) + b) / 2, turn_to(gap), color)


def plate(corners: Array, thickness: float, color: Color) -> Item:
    """A prism over the corners (n, 3) of a convex polygon, in order around it."""
    middle = corners.mean(axis=0)
    normal = np.cross(corners - middle, np.roll(corners, -1, axis=0) - middle).sum(axis=0)
    half = normal / np.linalg.norm(normal) * thickness / 2
    n = len(corners)
    fan = [[0, k, k + 1] for k in range(1, n - 1)]
    bottom = [[n, n + k + 1, n + k] for k in range(1, n - 1)]
    sides = [face for k in range(n) for face in ([k, n + k, (k + 1) % n], [(k + 1) % n, n + k, n + (k + 1) % n])]
    vertices = np.concatenate([corners + half, corners - half])
    return Item("hull", (), np.zeros(3), IDENTITY, color, vertices, np.array([*fan, *bottom, *sides]))


def turn_to(direction: Array) -> Quaternion:
    """The quaternion of the smallest rotation that turns z to a direction; none for a direction of no length."""
    if not np.linalg.norm(direction) > 0:
        return IDENTITY
    return quaternion_of(shortest(Z[None], np.asarray(direction, float)[None])[0])
