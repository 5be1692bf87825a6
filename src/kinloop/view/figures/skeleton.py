"""The skeleton of a machine, from its description: bars, plates, rails, rods and joint symbols, each fixed to links.

A link is drawn between the places where joints, loops and the tool attach to it (its ports): two give a bar, several in a plane a
plate, others a star. Shapes of a description are not drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from kinloop.mechanism.parts.parts import Joint, Loop, Mechanism
from kinloop.mechanism.parts.transforms import at, direction, placement, vector
from kinloop.model.robot import Robot

Array = np.ndarray
Role = Literal["link", "base", "rail", "slide", "rod"]
Drive = Literal["actuated", "passive", "loop", "tool", "base"]
# Ports nearer than this share of the machine's extent are one.
SAME = 1e-6
# A rail reaches this share of the extent beyond the positions that are seen, if the limits allow it.
BEYOND = 0.25
# Points are in a plane, or on a line, if they are off it by less than this share of their spread.
FLAT, STRAIGHT = 0.02, 0.05


@dataclass(frozen=True, eq=False)
class Part:
    """A polyline or polygon through points of links: ``points`` are (link, position in its frame). ``source``: the joint or loop
    whose slide, rail or rod it is."""

    role: Role
    points: tuple[tuple[str, Array], ...]
    closed: bool = False
    source: Joint | Loop | None = None


@dataclass(frozen=True, eq=False)
class Mark:
    """A symbol at a point: the middle of two points of links where ``other`` is given. ``axis``: in the first link's frame.
    ``source``: the joint or loop that it stands for."""

    kind: str
    drive: Drive
    link: str
    point: Array
    axis: Array | None = None
    other: tuple[str, Array] | None = None
    source: Joint | Loop | None = None


@dataclass(frozen=True, eq=False)
class Skeleton:
    """Parts and marks of a machine, with the points that they have at each of several configurations."""

    parts: tuple[Part, ...]
    marks: tuple[Mark, ...]
    poses: dict[str, tuple[Array, Array]]
    extent: float  # m

    def at(self, link: str, point: Array) -> Array:
        """A point of a link in the world at each configuration, (k, 3)."""
        R, p = self.poses[link]
        return p + R @ point

    def part_points(self, part: Part) -> Array:
        """The points of a part in the world, (k, points, 3)."""
        return np.stack([self.at(*point) for point in part.points], axis=1)

    def mark_points(self, mark: Mark) -> Array:
        """The place of a mark in the world, (k, 3)."""
        here = self.at(mark.link, mark.point)
        return here if mark.other is None else (here + self.at(*mark.other)) / 2

    def mark_axes(self, mark: Mark) -> Array | None:
        """The axis of a mark in the world, (k, 3)."""
        return None if mark.axis is None else self.poses[mark.link][0] @ mark.axis

    @property
    def all_points(self) -> Array:
        """All points at all configurations, (n, 3), by which a view is fitted."""
        return np.concatenate(
            [self.part_points(part).reshape(-1, 3) for part in self.parts] + [*map(self.mark_points, self.marks)]
        )


@dataclass(frozen=True, eq=False)
class _Port:
    """Where something attaches to a link; ``holds``: it is part of the link's outline."""

    point: Array
    holds: bool = True
    is_tool: bool = False


class _Builder:
    """Collects the parts and marks of a machine."""

    def __init__(self, robot: Robot, q: Array, beyond: float) -> None:
        self.mechanism: Mechanism = robot.mechanism
        self.beyond = beyond
        self.values = robot.models.single_values()
        self.q = q
        found = robot.link_poses(q)
        self.poses = {link: (found[link].rotation, found[link].position) for link in found.links}
        children = {joint.child for joint in self.mechanism.joints}
        self.base = next(joint.parent for joint in self.mechanism.joints if joint.parent not in children)
        self.place = {name: k for k, name in enumerate(self.mechanism.coordinates)}
        self.active = set(map(id, self.mechanism.active_joints))
        self.ports: dict[str, list[_Port]] = {name: [] for name in self.mechanism.link_names}
        self.slide_points: dict[str, Array] = {}
        self._collect_ports()
        world = [p + R @ port.point for name, (R, p) in self.poses.items() for port in self.ports.get(name, ())]
        spread = np.ptp(np.concatenate(world), axis=0) if world else np.zeros(3)
        self.extent = float(np.linalg.norm(spread)) or 1.0
        self.parts: list[Part] = []
        self.marks: list[Mark] = []

    def _collect_ports(self) -> None:
        for joint in self.mechanism.joints:
            # The place of a joint that slides or floats is not a place of the link that it leaves.
            stays = not joint.definition.slides
            if stays or (joint.parent == self.base) != joint.definition.carries_a_platform:
                self.ports[joint.parent].append(_Port(placement(joint.origin, self.values).p, stays))
            self.ports[joint.child].append(_Port(np.zeros(3), not joint.definition.carries_a_platform))
        for loop in self.mechanism.loops:
            for anchor in (loop.a, loop.b):
                self.ports[anchor.link].append(_Port(placement(anchor.origin, self.values).p))
        if self.mechanism.tool is not None:
            self.ports[self.mechanism.tool.link].append(_Port(placement(self.mechanism.tool.origin, self.values).p, is_tool=True))
        for joint in self.mechanism.joints:
            if joint.parent != self.base and joint.definition.slides and not joint.definition.carries_a_platform:
                self.slide_points[joint.name] = self._slide_point(joint)
                self.ports[joint.parent].append(_Port(self.slide_points[joint.name], False))
        slid = {joint.child for joint in self.mechanism.joints if joint.definition.slides}
        for link in self.mechanism.links:
            if len(self.ports[link.name]) == 1 and link.name not in slid and at(link.mass, self.values) > 0:
                self.ports[link.name].append(_Port(vector(link.com, self.values)))  # a pendulum reaches to its centre of mass

    def _slide_point(self, joint: Joint) -> Array:
        """Where a slide leaves a moving link: the point of its axis that is nearest to what else attaches to the link. The
        joint's origin is where the child is at zero."""
        frame = placement(joint.origin, self.values)
        others = _distinct([port.point for port in self.ports[joint.parent]], 0.0)
        if not others:
            return frame.p
        axis = frame.R @ direction(joint.axis, self.values)
        return np.asarray(frame.p + axis * (axis @ (np.mean(others, axis=0) - frame.p)))

    def add_links(self) -> None:
        nearest = SAME * self.extent
        for name, ports in self.ports.items():
            if name == self.base:
                self._add_base(ports)
                continue
            carried = [joint for joint in self.mechanism.joints if joint.child == name and joint.definition.carries_a_platform]
            tool = [port.point for port in ports if port.is_tool]
            held = _distinct([port.point for port in ports if port.holds or not carried], nearest)
            body = _distinct([port.point for port in ports if (port.holds or not carried) and not port.is_tool], nearest)
            if len(body) < 3:
                if len(held) < 2:  # a platform that is held at one place reaches to its frame
                    held = _distinct([port.point for port in ports], nearest)
                self._outline("link", name, held)
                continue
            self._outline("link", name, body)
            centre = np.mean(body, axis=0)
            if tool and not _is_flat([*body, *tool]):
                self.parts.append(Part("link", ((name, centre), (name, tool[0]))))

    def _add_base(self, ports: list[_Port]) -> None:
        """The base between joints that turn, on the ground; rails stand for themselves, unless an arm stands on one."""
        held = _distinct([port.point for port in ports if port.holds], SAME * self.extent)
        if len(held) == 1 and np.linalg.norm(held[0]) > SAME * self.extent:
            held = [np.zeros(3), *held]
        self._outline("base", self.base, held)
        ground = held if self.mechanism.loops else held[:1]
        if not held and not self.mechanism.loops:
            ground = [port.point for port in ports][:1]
        self.marks += [Mark("base", "base", self.base, point) for point in ground]

    def _outline(self, role: Role, link: str, points: list[Array]) -> None:
        """A bar, a polyline, a plate or a star through points of a link."""
        if len(points) < 2:
            return
        centre = np.mean(points, axis=0)
        _, sizes, axes = np.linalg.svd(np.array(points) - centre)
        if len(points) == 2 or sizes[1] < STRAIGHT * sizes[0]:
            order = np.argsort((np.array(points) - centre) @ axes[0])
            self.parts.append(Part(role, tuple((link, points[k]) for k in order)))
        elif _is_flat(points):
            self.parts.append(Part(role, tuple((link, points[k]) for k in _hull((np.array(points) - centre) @ axes[:2].T)), True))
        else:
            self.parts += [Part(role, ((link, centre), (link, point))) for point in points]

    def add_joints(self) -> None:
        for joint in self.mechanism.joints:
            kind = joint.definition
            if not kind.moves or kind.carries_a_platform:
                continue
            drive: Drive = "actuated" if id(joint) in self.active else "passive"
            frame = placement(joint.origin, self.values)
            axis = frame.R @ direction(joint.axis, self.values) if "axis" in kind.direction_fields else None
            if not kind.slides or axis is None:
                if joint.pitch is not None:  # the child moves along the axis
                    self.parts.append(Part("slide", ((joint.parent, frame.p), (joint.child, np.zeros(3))), source=joint))
                self.marks.append(Mark(joint.kind, drive, joint.parent, frame.p, axis, source=joint))
            elif joint.parent == self.base:
                self._add_rail(joint, frame.p, axis)
                along = direction(joint.axis, self.values)
                self.marks.append(Mark(joint.kind, drive, joint.child, np.zeros(3), along, source=joint))
            else:
                point = self.slide_points[joint.name]
                ends = ((joint.parent, point), (joint.child, np.zeros(3)))
                self.parts.append(Part("slide", ends, source=joint))
                self.marks.append(Mark(joint.kind, drive, joint.parent, point, axis, ends[1], joint))

    def _add_rail(self, joint: Joint, origin: Array, axis: Array) -> None:
        """A rail on the base, as long as the positions that are seen and a margin, within the limits."""
        slide = next(name for name, unit in zip(joint.coordinates, joint.definition.units, strict=True) if unit == "m")
        seen = self.q[:, self.place[slide]]
        low, high = seen.min() - self.beyond * self.extent, seen.max() + self.beyond * self.extent
        if joint.limits.position is not None:
            least, largest = vector(joint.limits.position, self.values)
            low, high = min(max(low, least), seen.min()), max(min(high, largest), seen.max())
        if not self.mechanism.loops:  # an arm stands on the ground where its rail begins
            low, high = min(low, 0.0), max(high, 0.0)
        self.parts.append(Part("rail", tuple((self.base, origin + axis * place) for place in (low, high)), source=joint))

    def add_loops(self) -> None:
        for loop in self.mechanism.loops:
            a, b = (placement(anchor.origin, self.values) for anchor in (loop.a, loop.b))
            if loop.kind == "rod":
                self.parts.append(Part("rod", ((loop.a.link, a.p), (loop.b.link, b.p)), source=loop))
                self.marks += [Mark("rod", "loop", side.link, at, source=loop) for side, at in ((loop.a, a.p), (loop.b, b.p))]
                continue
            axis = a.R @ direction(loop.axis, self.values) if loop.definition.has_axis else None
            if loop.kind == "prismatic":
                self.parts.append(Part("slide", ((loop.a.link, a.p), (loop.b.link, b.p)), source=loop))
            self.marks.append(Mark(loop.kind, "loop", loop.a.link, a.p, axis, source=loop))

    def add_tool(self) -> None:
        tool = self.mechanism.tool
        link = self.mechanism.joints[-1].child if tool is None else tool.link
        point = np.zeros(3) if tool is None else placement(tool.origin, self.values).p
        self.marks.append(Mark("tool", "tool", link, point))


def build_skeleton(robot: Robot, q: Array, beyond: float = BEYOND) -> Skeleton:
    """The skeleton of a machine at configurations (k, nq); rails are long enough for all of them, and ``beyond`` times the
    machine's extent longer where the limits allow it."""
    builder = _Builder(robot, q, beyond)
    builder.add_links()
    builder.add_joints()
    builder.add_loops()
    builder.add_tool()
    return Skeleton(tuple(builder.parts), tuple(builder.marks), builder.poses, builder.extent)


def plane_normal(robot: Robot, skeleton: Skeleton) -> Array | None:
    """The normal of a machine that moves in a plane: all axes of turns are parallel, and all slides are across them."""
    values = robot.models.single_values()
    turns: list[Array] = []
    slides: list[Array] = []
    for joint in robot.mechanism.joints:
        if joint.kind == "fixed":
            continue
        if joint.kind not in ("revolute", "prismatic", "planar"):
            return None
        axis = skeleton.poses[joint.parent][0][0] @ placement(joint.origin, values).R @ direction(joint.axis, values)
        (slides if joint.kind == "prismatic" else turns).append(axis)
    if not turns:
        return None
    normal = turns[0] if turns[0][np.argmax(np.abs(turns[0]))] > 0 else -turns[0]
    parallel = all(np.linalg.norm(np.cross(each, normal)) < 1e-6 for each in turns)
    across = all(abs(each @ normal) < 1e-6 for each in slides)
    return normal if parallel and across else None


def upwards(robot: Robot) -> Array:
    """The unit vector against gravity; zero without gravity."""
    g = vector(robot.mechanism.gravity, robot.models.single_values())
    size = float(np.linalg.norm(g))
    return -g / size if size else np.zeros(3)


def _distinct(points: Sequence[Array], nearest: float) -> list[Array]:
    """Points without those that repeat an earlier one."""
    found: list[Array] = []
    for point in points:
        if all(np.linalg.norm(point - other) > nearest for other in found):
            found.append(point)
    return found


def _is_flat(points: Sequence[Array]) -> bool:
    """Whether points are in a plane."""
    sizes = np.linalg.svd(np.array(points) - np.mean(points, axis=0), compute_uv=False)
    return len(points) == 3 or bool(sizes[-1] < FLAT * sizes[0])


def _hull(flat: Array) -> list[int]:
    """The places of those points (k, 2) that are corners of the convex hull, in order around it."""
    from scipy.spatial import ConvexHull

    return [int(k) for k in ConvexHull(flat).vertices]
