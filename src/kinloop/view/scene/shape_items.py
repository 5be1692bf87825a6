"""The shapes of a description as bodies of a scene, with their meshes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from kinloop.errors import FileError
from kinloop.mechanism.parts.parts import Shape
from kinloop.mechanism.parts.transforms import placement, vector
from kinloop.model.robot import Robot
from kinloop.view.scene.items import Color, Item
from kinloop.view.scene.mesh_files import find_mesh
from kinloop.view.scene.meshes import MeshGroup, load_mesh, most_faces

MOST_NOTES = 5


@dataclass(frozen=True, eq=False)
class ShapeItems:
    """Bodies by link, the meshes that they name, and notes on what is missing."""

    links: dict[str, tuple[Item, ...]]
    meshes: dict[str, tuple[MeshGroup, ...]]
    notes: tuple[str, ...]


def shape_items(robot: Robot) -> ShapeItems:
    """The shapes of all links at the robot's parameters; invisible shapes (of no opacity) are left out."""
    values = robot.models.single_values()
    drawn = {link.name: [shape for shape in link.shapes if shape.color[3] > 0] for link in robot.mechanism.links}
    meshes = _Meshes(robot.mechanism.folder, [shape for shapes in drawn.values() for shape in shapes])
    links: dict[str, tuple[Item, ...]] = {}
    for name, shapes in drawn.items():
        items: list[Item] = []
        for shape in shapes:
            where = placement(shape.origin, values)
            size = tuple(float(length) for length in vector(shape.size, values))
            item = Item(shape.kind, size, where.p, where.quaternion, shape.color)
            if shape.kind == "mesh" and (mesh := meshes.name(shape)) is None:
                continue
            items.append(item if shape.kind != "mesh" else _with_mesh(item, str(mesh), meshes))
        links[name] = tuple(items)
    return ShapeItems(links, meshes.groups, meshes.notes)


def _with_mesh(item: Item, mesh: str, meshes: _Meshes) -> Item:
    groups = meshes.groups[mesh]
    corners = np.array([np.min([group.lo for group in groups], axis=0), np.max([group.hi for group in groups], axis=0)])
    scales = item.size if len(item.size) == 3 else (item.size or (1.0,)) * 3
    return replace(item, mesh=mesh, corners=corners, size=scales)


class _Meshes:
    """Finds and loads meshes, each file once, and collects why some are missing."""

    def __init__(self, folder: Path | None, shapes: list[Shape]) -> None:
        self.folder = folder
        self.faces = most_faces(len({shape.file for shape in shapes if shape.kind == "mesh"}))
        self.groups: dict[str, tuple[MeshGroup, ...]] = {}
        self._names: dict[tuple[str, Color], str | None] = {}
        self._missing: dict[str, None] = {}

    def name(self, shape: Shape) -> str | None:
        """The name of a shape's mesh in the scene; None where it is not drawn."""
        key = shape.file or "", shape.color
        if key not in self._names:
            self._names[key] = self._add(*key)
        return self._names[key]

    def _add(self, file: str, color: Color) -> str | None:
        try:
            groups = load_mesh(find_mesh(file, self.folder), self.faces)
        except (FileError, OSError) as error:
            self._missing[str(error) if isinstance(error, FileError) else f"{file[-80:]!r} cannot be read"] = None
            return None
        name = f"mesh{len(self.groups)}"
        self.groups[name] = tuple(group if group.color is not None else replace(group, color=color) for group in groups)
        return name

    @property
    def notes(self) -> tuple[str, ...]:
        """What is missing, at most some of it by name."""
        missing = list(self._missing)
        more = [f"and {len(missing) - MOST_NOTES} more meshes"] if len(missing) > MOST_NOTES else []
        return tuple(f"not drawn: {note}" for note in [*missing[:MOST_NOTES], *more])
