"""A machine in three dimensions, as data for the client: what is fixed to each link, rods between links, where to look from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kinloop.view.scene.items import Item, Stretched, round_for_drawing
from kinloop.view.scene.meshes import MeshGroup

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class SceneLink:
    """What is drawn of a link: the shapes of its description, and its skeleton."""

    name: str
    shapes: tuple[Item, ...]
    skeleton: tuple[Item, ...]


@dataclass(frozen=True, eq=False)
class Scene:
    """A machine as a client draws it; ``links`` are in the order of ``robot.link_poses(q).links``.

    ``radius``: of a typical bar [m]. ``extent``: the diagonal of all that is drawn [m]. ``lo``, ``hi``: the box of the moving
    parts over all configurations, in the world, with the base where that is not much larger. ``up``: the direction up the screen.
    ``view``: of a machine that moves in a plane the direction towards the camera, else None. ``tool``: its link, and its origin
    there. ``meshes``: by the names that items have. ``notes``: what is not drawn, and why.
    """

    name: str
    links: tuple[SceneLink, ...]
    stretched: tuple[Stretched, ...]
    radius: float
    extent: float
    lo: Array
    hi: Array
    up: Array
    view: Array | None
    tool: tuple[str, Array]
    meshes: Mapping[str, tuple[MeshGroup, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def has_shapes(self) -> bool:
        """Whether some link has shapes."""
        return any(link.shapes for link in self.links)

    @property
    def places(self) -> dict[str, int]:
        """The place of each link in ``links``."""
        return {link.name: k for k, link in enumerate(self.links)}

    def as_json(self) -> dict[str, Any]:
        """The scene as the tables, lists and numbers that the client reads."""
        places = self.places
        return {
            "name": self.name,
            "links": [
                {
                    "name": link.name,
                    "shapes": [item.as_json() for item in link.shapes],
                    "skeleton": [item.as_json() for item in link.skeleton],
                }
                for link in self.links
            ],
            "stretched": [
                {
                    "a": places[rod.a],
                    "pa": round_for_drawing(rod.point_a),
                    "b": places[rod.b],
                    "pb": round_for_drawing(rod.point_b),
                    "radius": round_for_drawing(rod.radius),
                    "color": round_for_drawing(rod.color),
                    "name": rod.name,
                    "always": rod.always,
                }
                for rod in self.stretched
            ],
            "radius": round_for_drawing(self.radius),
            "extent": round_for_drawing(self.extent),
            "lo": round_for_drawing(self.lo),
            "hi": round_for_drawing(self.hi),
            "up": round_for_drawing(self.up),
            "view": None if self.view is None else round_for_drawing(self.view),
            "tool": {"link": places[self.tool[0]], "at": round_for_drawing(self.tool[1])},
            "has_shapes": self.has_shapes,
        }

    def mesh_data(self) -> tuple[dict[str, Any], dict[str, Array]]:
        """The meshes as tables for the client, and their arrays by the names that the tables have."""
        tables: dict[str, Any] = {}
        arrays: dict[str, Array] = {}
        for name, groups in self.meshes.items():
            tables[name] = []
            for k, group in enumerate(groups):
                table: dict[str, Any] = {
                    "lo": round_for_drawing(group.lo),
                    "step": round_for_drawing(group.step),
                    "color": round_for_drawing(group.color),
                }
                for part in ("vertices", "faces"):
                    table[part] = f"{name}.{k}.{part}"
                    arrays[table[part]] = getattr(group, part).ravel()
                tables[name].append(table)
        return tables, arrays
