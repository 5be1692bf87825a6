"""Loops and couplings as exact equalities of MJCF; some have redundant rows, which MuJoCo's solver accepts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import sqrt

import numpy as np

from kinloop.errors import UnsupportedOperation, listing
from kinloop.mechanism.formats.mjcf.mjcf_bodies import Body, Values
from kinloop.mechanism.formats.xml_lines import Xml
from kinloop.mechanism.parts.parts import Coupling, Loop, Mechanism
from kinloop.mechanism.parts.transforms import Placement, at, direction, placement
from kinloop.mechanism.parts.unique_names import unused_name

Site = tuple[str, Placement]


@dataclass
class Closures:
    """Sites by link, and the equalities between them."""

    world: Mapping[str, Placement]
    sites: dict[str, list[Site]]
    names: set[str] = field(default_factory=set)
    tendons: list[tuple[str, str, str]] = field(default_factory=list)
    equalities: list[tuple[str, dict[str, object]]] = field(default_factory=list)

    def site(self, link: str, name: str, place: Placement) -> str:
        """The name of a site at this place; an existing site of that name and place is used again."""
        for existing, where in self.sites[link]:
            if existing == name and np.allclose([*where.p, *where.quaternion], [*place.p, *place.quaternion], rtol=0, atol=1e-14):
                return name
        name = unused_name(name, {existing for sites in self.sites.values() for existing, _ in sites})
        self.sites[link].append((name, place))
        return name

    def between(self, kind: str, name: str, loop: Loop, a: Placement, b: Placement, **more: object) -> None:
        """Add a ``connect`` or ``weld`` of two sites."""
        ends = {"site1": self.site(loop.a.link, f"{name}.a", a), "site2": self.site(loop.b.link, f"{name}.b", b)}
        self.equalities.append((kind, {"name": unused_name(name, self.names), **ends, **more}))

    def length(self, name: str, loop: Loop, a: Placement, b: Placement, length: float) -> None:
        """Add a tendon of constant length; MuJoCo's equality counts it from its length at zero joint positions."""
        ends = self.site(loop.a.link, f"{name}.a", a), self.site(loop.b.link, f"{name}.b", b)
        at_zero = float(np.linalg.norm((self.world[loop.b.link] @ b).p - (self.world[loop.a.link] @ a).p))
        name = unused_name(name, self.names)
        self.tendons.append((name, *ends))
        self.equalities.append(("tendon", {"name": name, "tendon1": name, "polycoef": (length - at_zero, 0, 0, 0, 0)}))

    def write(self, xml: Xml) -> None:
        """Write the tendons and equalities."""
        if self.tendons:
            xml.open("tendon")
            for name, *ends in self.tendons:
                xml.open("spatial", name=name)
                for end in ends:
                    xml.leaf("site", site=end)
                xml.close()
            xml.close()
        if self.equalities:
            xml.open("equality")
            for kind, attributes in self.equalities:
                xml.leaf(kind, **attributes)
            xml.close()


def closures(mechanism: Mechanism, values: Values, tree: list[Body], sites: dict[str, list[Site]]) -> Closures:
    """The equalities that close the loops of a mechanism, with their sites.

    Raises: UnsupportedOperation: a loop or coupling that MJCF has no equality for.
    """
    result = Closures({body.link: body.world for body in tree}, sites)
    scalars = {name for body in tree for motion in body.motions if motion.kind != "ball" for name in motion.coordinates}
    for loop in mechanism.loops:
        _add_loop(result, loop, values)
    for coupling in mechanism.couplings:
        _add_coupling(result, coupling, values, scalars)
    return result


def _add_loop(result: Closures, loop: Loop, values: Values) -> None:
    if loop.kind in REFUSED:
        raise UnsupportedOperation(f"loop {loop.name!r} is {loop.kind}, and {REFUSED[loop.kind]}")
    EQUALITIES[loop.kind](result, loop, placement(loop.a.origin, values), placement(loop.b.origin, values), values)


def _add_rod(result: Closures, loop: Loop, a: Placement, b: Placement, values: Values) -> None:
    assert loop.length is not None, "the structure has been checked"
    result.length(loop.name, loop, a, b, at(loop.length, values))


def _add_ball(result: Closures, loop: Loop, a: Placement, b: Placement, values: Values) -> None:
    result.between("connect", loop.name, loop, a, b)


def _add_weld(result: Closures, loop: Loop, a: Placement, b: Placement, values: Values) -> None:
    """Add a weld; with default settings its angles are a hundred times softer than its position."""
    result.between("weld", loop.name, loop, a, b, torquescale=10)


def _add_pin(result: Closures, loop: Loop, a: Placement, b: Placement, values: Values) -> None:
    """Connect two points of the axis: six rows, of which one is redundant."""
    _add_ball(result, loop, a, b, values)
    result.between("connect", f"{loop.name}.axis", loop, *_along_the_axes(loop, a, b, values))


def _add_universal(result: Closures, loop: Loop, a: Placement, b: Placement, values: Values) -> None:
    """Keep a right angle: the ends of two perpendicular sides of unit length are sqrt(2) apart."""
    _add_ball(result, loop, a, b, values)
    result.length(f"{loop.name}.angle", loop, *_along_the_axes(loop, a, b, values), sqrt(2) * _reach(a, b))


# How each kind of loop is closed, and why MJCF cannot close the others.
EQUALITIES: dict[str, Callable[[Closures, Loop, Placement, Placement, Values], None]] = {
    "rod": _add_rod,
    "ball": _add_ball,
    "weld": _add_weld,
    "pin": _add_pin,
    "universal": _add_universal,
}
REFUSED = {
    "prismatic": "MJCF has no equality that leaves one translation free; "
    "make it a joint of the tree and close the chain at another of its joints"
}


def _reach(a: Placement, b: Placement) -> float:
    """The distance of a second point from a loop's centre [m]: that of the anchors from their links' origins, or 10 cm."""
    return max(float(np.linalg.norm(a.p)), float(np.linalg.norm(b.p))) or 0.1


def _along_the_axes(loop: Loop, a: Placement, b: Placement, values: Values) -> tuple[Placement, Placement]:
    """A point on the axis of each side, at the same distance from the centre."""
    axis_b = loop.axis if loop.axis_b is None else loop.axis_b
    reach = _reach(a, b)
    return a @ Placement(reach * direction(loop.axis, values)), b @ Placement(reach * direction(axis_b, values))


def _add_coupling(result: Closures, coupling: Coupling, values: Values, scalars: set[str]) -> None:
    for name in (coupling.coordinate, coupling.of):
        if name not in scalars:
            raise UnsupportedOperation(
                f"coupling {coupling.name!r}: {name!r} is part of a quaternion, and MJCF couples only {listing(sorted(scalars))}"
            )
    polynomial = (at(coupling.offset, values), at(coupling.ratio, values), 0, 0, 0)
    joints = {"joint1": coupling.coordinate, "joint2": coupling.of}
    result.equalities.append(("joint", {"name": unused_name(coupling.name, result.names), **joints, "polycoef": polynomial}))
