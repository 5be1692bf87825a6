"""The geometry in a URDF file's XML: poses, colors and shapes."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Literal

from kinloop.errors import DescriptionError
from kinloop.mechanism.parts.parts import Pose, Shape

Vector = tuple[float, float, float]
Color = tuple[float, float, float, float]
GRAY: Color = (0.6, 0.6, 0.65, 1.0)


def floats(element: ET.Element | None, attribute: str, default: tuple[float, ...]) -> tuple[float, ...]:
    """The numbers of an attribute, as many as ``default`` has, which replaces a missing element or attribute."""
    text = None if element is None else element.get(attribute)
    if element is None or text is None:
        return default
    try:
        values = tuple(float(word) for word in text.split())
    except ValueError:
        values = ()
    if len(values) != len(default):
        numbers = "a number" if len(default) == 1 else f"{len(default)} numbers"
        raise DescriptionError(f"<{element.tag} {attribute}={text[:60]!r}>: expected {numbers}")
    return values


def vector(element: ET.Element | None, attribute: str, default: Vector = (0.0, 0.0, 0.0)) -> Vector:
    """Three numbers of an attribute."""
    x, y, z = floats(element, attribute, default)
    return x, y, z


def number(element: ET.Element | None, attribute: str, default: float = 0.0) -> float:
    """One number of an attribute."""
    return floats(element, attribute, (default,))[0]


def pose(element: ET.Element | None) -> Pose:
    """The pose of an ``<origin>``, with its angles unchanged."""
    return Pose(xyz=vector(element, "xyz"), rpy=vector(element, "rpy"))


def colors(root: ET.Element) -> dict[str, Color]:
    """The colors of all materials of a robot by name."""
    return {
        material.get("name", ""): _color(color)
        for material in root.iter("material")
        if (color := material.find("color")) is not None
    }


def shapes(link: ET.Element, materials: dict[str, Color]) -> tuple[Shape, ...]:
    """The visual shapes of a link, or its collision shapes if it has none."""
    elements = link.findall("visual") or link.findall("collision")
    return tuple(shape for element in elements if (shape := _shape(element, materials)) is not None)


def _color(element: ET.Element) -> Color:
    red, green, blue, alpha = floats(element, "rgba", GRAY)
    return red, green, blue, alpha


def _shape(element: ET.Element, materials: dict[str, Color]) -> Shape | None:
    geometry = element.find("geometry/*")
    if geometry is None:
        return None
    material = element.find("material")
    own = None if material is None else material.find("color")
    color = _color(own) if own is not None else materials.get("" if material is None else material.get("name", ""), GRAY)
    origin = pose(element.find("origin"))
    if geometry.tag == "box":
        return Shape(kind="box", size=vector(geometry, "size"), origin=origin, color=color)
    if geometry.tag in ("cylinder", "capsule"):
        kind: Literal["cylinder", "capsule"] = "cylinder" if geometry.tag == "cylinder" else "capsule"
        return Shape(kind=kind, size=(number(geometry, "radius"), number(geometry, "length")), origin=origin, color=color)
    if geometry.tag == "sphere":
        return Shape(kind="sphere", size=(number(geometry, "radius"),), origin=origin, color=color)
    if geometry.tag == "mesh":
        scale = vector(geometry, "scale", (1.0, 1.0, 1.0))
        return Shape(kind="mesh", size=scale, file=geometry.get("filename", ""), origin=origin, color=color)
    return None  # a kind that is not drawn
