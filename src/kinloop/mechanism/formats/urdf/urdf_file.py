"""Reading URDF with MuJoCo's ``MjSpec``, which is not compiled: that needs the meshes, and mass on every moving link.

``MjSpec`` reports what is not well formed and reads masses, centres of mass, inertias, axes and ranges. The rest comes from the
XML itself, since ``MjSpec`` loses it or changes it between versions: the names of fixed joints, angles as
written (the inertia's axes have to be exact), speed and effort limits, damping and friction, planar joints, what is drawn, and
mimic joints, which it drops if it does not find the leader.
"""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

from kinloop.errors import DescriptionError, listing
from kinloop.mechanism.formats.mjcf.mujoco_quiet import run_quietly
from kinloop.mechanism.formats.text_file import read_text
from kinloop.mechanism.formats.urdf.urdf_shapes import Vector, colors, number, pose, shapes, vector
from kinloop.mechanism.kinds.joint_kinds import JOINT_KINDS
from kinloop.mechanism.parts.parts import Anchor, Coupling, Friction, Joint, Limits, Link, Mechanism
from kinloop.mechanism.validate.faults import description_error
from kinloop.mechanism.validate.validate import require_valid

T = TypeVar("T")
MAX_BYTES = 20_000_000
MAX_LINKS = 2000  # MjSpec takes quadratic time, and 100 000 links in a row end the process
KINDS = {word: kind for kind in JOINT_KINDS.values() for word in kind.urdf}


def read_urdf(path: str | PathLike[str], *, friction: bool = True) -> Mechanism:
    """The mechanism of a URDF file, its root link fixed in the world.

    The tool is the last link of the longest chain of joints, the first such in the file where several are equally long. Mimic
    joints become couplings. Equal bounds, and a speed or effort limit of 0, are how files say that there is no limit.

    Args:
        path: the file. Meshes are kept as references and need not exist.
        friction: whether to take the joints' damping and friction; the inverse dynamics of other libraries leave them out.
    Raises:
        FileError: the file is missing, unreadable or too large.
        DescriptionError: it is not XML, has a DOCTYPE, or describes no machine.
    """
    path = Path(path)
    text = read_text(path, MAX_BYTES)
    root = _parse(text, str(path))
    spec = _specification(text, len(root.findall("link")), str(path))
    name = root.get("name") or path.stem
    bodies = {body.name: body for body in spec.bodies}
    faults: list[str] = []
    materials = next(_each([root], colors, faults), {})
    links = tuple(_each(root.findall("link"), lambda element: _link(element, bodies, materials), faults))
    joints = tuple(_each(root.findall("joint"), lambda element: _joint(element, spec, friction), faults))
    mimics = [
        joint for joint in root.findall("joint[mimic]") if joint.get("type") != "fixed"
    ]  # a fixed joint has no coordinate to follow
    couplings = tuple(_each(mimics, _coupling, faults))
    if any(joint.child == "world" for joint in joints):  # MjSpec merges it with its world, with the mass
        faults.append("link 'world': it is the child of a joint, but the name means the world; choose another")
    if faults:
        raise description_error(name, str(path), faults)
    tool = Anchor(link=_last_link(joints)) if joints else None
    mechanism = Mechanism(name=name, source=path.name, links=links, joints=joints, couplings=couplings, tool=tool)
    require_valid(mechanism, str(path))
    return mechanism.with_folder(path.parent)


def _each(elements: Sequence[ET.Element], read: Callable[[ET.Element], T], faults: list[str]) -> Iterator[T]:
    """The results of ``read`` for the elements; its errors go to ``faults``."""
    for element in elements:
        try:
            yield read(element)
        except DescriptionError as error:
            faults.append(f"{element.tag} {element.get('name', '')!r}: {error}")


def _parse(text: str, where: str) -> ET.Element:
    for forbidden in ("<!DOCTYPE", "<!ENTITY"):  # entities can grow without bound and name other files
        if forbidden in text.upper():
            raise DescriptionError(f"{where}: {forbidden}> is not allowed in a URDF file")
    try:
        root = ET.fromstring(text)
    except ET.ParseError as error:
        raise DescriptionError(f"{where}: not valid XML: {error}") from None
    if root.tag != "robot":
        raise DescriptionError(f"{where}: not URDF: expected <robot> as the outermost element, found <{root.tag}>")
    return root


def _specification(text: str, links: int, where: str) -> Any:
    import mujoco  # costs half a second

    if not 0 < links <= MAX_LINKS:
        raise DescriptionError(f"{where}: expected 1 to {MAX_LINKS} links, found {links}")
    try:
        return run_quietly(mujoco, lambda: mujoco.MjSpec.from_string(text))
    except (ValueError, RuntimeError) as error:
        raise DescriptionError(f"{where}: {' '.join(str(error).split())}") from None


def _link(element: ET.Element, bodies: dict[str, Any], materials: dict[str, tuple[float, float, float, float]]) -> Link:
    name = element.get("name", "")
    drawn = shapes(element, materials)
    inertial = element.find("inertial")
    if inertial is None:
        return Link(name=name, shapes=drawn)
    body = bodies[name]
    xx, yy, zz, xy, xz, yz = map(float, body.fullinertia)  # the first is NaN if all are zero
    axes = vector(inertial.find("origin"), "rpy")
    return Link(
        name=name,
        mass=float(body.mass),
        com=_triple(body.ipos),
        inertia=(0.0,) * 6 if math.isnan(xx) else (xx, yy, zz, xy, xz, yz),
        inertia_origin=axes if any(axes) else None,
        shapes=drawn,
    )


def _joint(element: ET.Element, spec: Any, friction: bool) -> Joint:
    name, kind = element.get("name", ""), element.get("type", "")
    if kind not in KINDS:
        raise DescriptionError(f"expected a type of {listing(KINDS)}, given {kind!r}")
    body_joint = spec.joint(name) if KINDS[kind].mjcf in ("hinge", "slide") else None
    dynamics, limit = element.find("dynamics"), element.find("limit")
    return Joint(
        name=name,
        kind=KINDS[kind].name,
        parent=_attribute(element, "parent", "link"),
        child=_attribute(element, "child", "link"),
        origin=pose(element.find("origin")),
        axis=_axis(element, body_joint),
        limits=Limits(
            position=_bounds(body_joint) if kind in ("revolute", "prismatic") else None,
            speed=number(limit, "velocity") or None,
            effort=number(limit, "effort") or None,
        ),
        friction=Friction(viscous=number(dynamics, "damping"), coulomb=number(dynamics, "friction")) if friction else Friction(),
    )


def _axis(element: ET.Element, body_joint: Any) -> Vector:
    if body_joint is not None:
        return _triple(body_joint.axis)
    if element.get("type") == "planar":
        return vector(element.find("axis"), "xyz", (1.0, 0.0, 0.0))
    return 0.0, 0.0, 1.0  # other kinds have no axis; files often give "0 0 0"


def _bounds(body_joint: Any) -> tuple[float, float] | None:
    lower, upper = map(float, body_joint.range)
    return None if lower == upper else (lower, upper)


def _coupling(element: ET.Element) -> Coupling:
    name, mimic = element.get("name", ""), element.find("mimic")
    return Coupling(
        name=name,
        coordinate=name,
        of=_attribute(element, "mimic", "joint"),
        ratio=number(mimic, "multiplier", 1.0),
        offset=number(mimic, "offset"),
    )


def _attribute(element: ET.Element, tag: str, attribute: str) -> str:
    child = element.find(tag)
    value = None if child is None else child.get(attribute)
    if not value:
        raise DescriptionError(f"expected <{tag} {attribute}=...>, found none")
    return value


def _triple(values: Any) -> Vector:
    x, y, z = map(float, values)
    return x, y, z


def _last_link(joints: Sequence[Joint]) -> str:
    parents = {joint.child: joint.parent for joint in joints}
    depths: dict[str, int] = {}
    for joint in joints:
        link, path = joint.child, [joint.child]
        while (link := parents.get(link, "")) and link not in depths and link not in path:
            path.append(link)
        for steps, passed in enumerate(reversed(path), start=depths.get(link, 0)):
            depths.setdefault(passed, steps + 1)
    return max((joint.child for joint in joints), key=lambda child: depths[child])
