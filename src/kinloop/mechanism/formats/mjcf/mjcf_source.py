"""The XML of an MJCF file, prepared for MuJoCo: includes inserted, references to files removed, sizes bounded.

MuJoCo opens no file: includes are read here, and meshes, textures and height fields do not move anything. What is left may be
hostile in its numbers only.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from kinloop.errors import DescriptionError
from kinloop.mechanism.formats.mjcf.mjcf_include import Includes, below
from kinloop.mechanism.formats.urdf.urdf_shapes import Vector
from kinloop.mechanism.validate.faults import quantity

MAX_ELEMENTS = 10_000  # MuJoCo takes quadratic time
MAX_BODIES = 2000
MAX_JOINTS = 2000
MAX_DEPTH = 200  # of nested elements; MuJoCo's own limit is 500
COUNTED = {"body": "bodies", "joint": "joints", "freejoint": "joints"}
# Removed without a note: sizes of buffers, settings of the view, user data. The motion does not depend on them.
DROPPED = {"size", "visual", "statistic", "custom", "texture", "hfield", "skin", "layer", "lengthrange", "later_key"}
REPORTED = {"sensor": "sensor", "camera": "camera", "light": "light", "contact": "contact pair"}
REFUSED = {
    "attach": "other models are not attached",
    "composite": "composite bodies are not read",
    "deformable": "deformable bodies are not read",
    "flexcomp": "deformable bodies are not read",
    "model": "other models are not attached",
    "plugin": "plugins are not read",
}
# Numbers that make MuJoCo reserve that much memory.
COSTLY = ("actdim", "nsample", "user")


@dataclass
class Mesh:
    """A mesh that is drawn: its file, below the description's folder, and its scales."""

    file: str
    scale: Vector


@dataclass
class Source:
    """A cleaned file, with notes on what was removed and faults of what cannot be read."""

    root: ET.Element
    name: str
    meshes: dict[str, Mesh] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The cleaned XML."""
        return ET.tostring(self.root, encoding="unicode")

    def empty_attributes(self) -> str:
        """The attributes with empty values, for a message."""
        empty = [f'<{e.tag} {key}="">' for e in self.root.iter() for key, value in e.items() if not value.strip()]
        return f"empty is {', '.join(empty[:5])}" if empty else ""

    @property
    def has_actuators(self) -> bool:
        """Whether the file has actuators."""
        return self.root.find("actuator") is not None


def read_source(path: Path) -> Source:
    """A file with its includes, cleaned.

    Raises:
        FileError: a file that is missing, unreadable, not UTF-8 or too large.
        DescriptionError: not XML, a DOCTYPE, an include that leaves the folder, or too much of something.
    """
    reader = Includes(path)
    root = reader.parse(path)
    if root.tag != "mujoco":
        urdf = "; a URDF file is read if its name ends in .urdf" if root.tag == "robot" else ""
        raise DescriptionError(f"{path}: not MJCF: expected <mujoco> as the outermost element, found <{root.tag}>{urdf}")
    reader.expand(root)
    _check_counts(root, str(path))
    source = Source(root, root.get("model") or path.stem)
    _meshes(source, path.parent)
    _clean(source)
    return source


def _walk(root: ET.Element) -> Iterator[tuple[ET.Element, int, float]]:
    """Every element before its children, with its depth and the number of copies that ``<replicate>`` makes of it."""
    waiting: list[tuple[ET.Element, int, float]] = [(root, 0, 1.0)]
    while waiting:
        element, depth, copies = waiting.pop()
        yield element, depth, copies
        if element.tag == "replicate":
            with suppress(ValueError):  # MuJoCo refuses what is not a number
                copies *= max(float(element.get("count", "1")), 1.0)
        waiting += [(child, depth + 1, copies) for child in element]


def _check_counts(root: ET.Element, where: str) -> None:
    limits = {"elements": MAX_ELEMENTS, "bodies": MAX_BODIES, "joints": MAX_JOINTS}
    counts: Counter[str] = Counter()
    for top in root:
        for element, depth, copies in _walk(top):
            if depth > MAX_DEPTH:
                raise DescriptionError(f"{where}: elements are nested more than {MAX_DEPTH} deep")
            number = int(min(copies, 1e9)) if copies == copies else MAX_ELEMENTS + 1  # NaN is not itself
            counts["elements"] += number
            if top.tag == "worldbody":  # equalities and tendons have elements of the same names
                counts[COUNTED.get(element.tag, "others")] += number
            for kind, limit in limits.items():
                if counts[kind] > limit:
                    raise DescriptionError(f"{where}: more than {limit} {kind}; at most that many are read")


def _meshes(source: Source, folder: Path) -> None:
    """Remove the meshes from the XML and keep those that can be drawn, by name."""
    compiler = {key: value for element in source.root.iter("compiler") for key, value in element.items()}
    scales = _mesh_scales(source.root)
    absent = []
    for mesh in source.root.iterfind("asset/mesh"):
        file = mesh.get("file", "")
        if not file:
            continue  # its points are in the description
        name = mesh.get("name") or Path(file).stem
        if compiler.get("strippath") == "true":
            file = file.replace("\\", "/").rpartition("/")[2]
        inside = "/".join(part for part in (compiler.get("meshdir", compiler.get("assetdir", "")).rstrip("/"), file) if part)
        place = below(folder, inside)
        if place is None or not place.is_file():
            absent.append(inside if place is not None else f"{inside} (outside the description's folder)")
            continue
        source.meshes[name] = Mesh(inside, _triple(mesh.get("scale")) or scales.get(mesh.get("class", "")) or (1.0, 1.0, 1.0))
    if absent:
        more = f" and {len(absent) - 5} more" if len(absent) > 5 else ""
        source.notes.append(f"missing meshes: {', '.join(absent[:5])}{more}")


def _mesh_scales(root: ET.Element) -> dict[str, Vector | None]:
    """The scale of meshes by class; the outermost ``<default>`` holds for meshes without a class."""
    scales: dict[str, Vector | None] = {}
    waiting: list[tuple[ET.Element, Vector | None, bool]] = [(element, None, True) for element in root.findall("default")]
    while waiting:
        element, inherited, outermost = waiting.pop()
        mesh = element.find("mesh")
        scale = (_triple(mesh.get("scale")) if mesh is not None else None) or inherited
        scales[element.get("class", "")] = scale
        if outermost:
            scales[""] = scale or scales.get("")
        waiting += [(child, scale, False) for child in element.findall("default")]
    return scales


def _triple(text: str | None) -> Vector | None:
    try:
        x, y, z = map(float, (text or "").split())
    except ValueError:
        return None
    return x, y, z


def _clean(source: Source) -> None:
    """Remove what is not read, and note what matters for the motion."""
    removed: Counter[str] = Counter()
    for key in source.root.findall("keyframe/key")[1:]:
        key.tag = "later_key"  # only the first is used, and each takes memory
    waiting = [source.root]
    while waiting:
        element = waiting.pop()
        kept = []
        for child in element:
            if child.tag in REFUSED:
                name = child.get("name") or child.get("prefix") or child.get("plugin") or ""
                source.faults.append(f"<{child.tag}>{f' {name!r}' if name else ''}: {REFUSED[child.tag]}")
            elif child.tag in REPORTED and element.tag != "default":
                parts = {"sensor": len(child), "contact": len(child.findall("pair"))}
                removed[REPORTED[child.tag]] += parts.get(child.tag, 1)
            elif child.tag in DROPPED or (child.tag == "mesh" and element.tag in ("asset", "default")):
                continue
            else:
                kept.append(child)
        if element.tag == "extension":
            kept = []
        element[:] = kept
        waiting += kept
        for attribute in COSTLY + (("texture",) if element.tag == "material" else ()):
            element.attrib.pop(attribute, None)
    source.notes += [quantity(count, kind) for kind, count in removed.items() if count]
