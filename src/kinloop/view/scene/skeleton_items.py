"""The skeleton of a machine as bodies: bars, plates, rails and telescopes, and a marker for each joint and loop by its kind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from kinloop.mechanism.parts.parts import Joint
from kinloop.mechanism.parts.transforms import direction, placement, vector
from kinloop.model.robot import Robot
from kinloop.view.figures.skeleton import Mark, Part, Skeleton
from kinloop.view.scene.colors import BAR, BASE, DRIVES, INNER, ROD
from kinloop.view.scene.items import Color, Item, Stretched, box, capsule, cylinder, plate, sphere

Array = np.ndarray
# The radius of a bar: a share of a typical length of a link, within shares of the machine's extent.
OF_LENGTH, THINNEST, THICKEST = 0.035, 0.007, 0.03
# Typical is the median length, or this share of the longest where most links are short.
OF_LONGEST = 0.35
# A tube of a telescope: a share of its shortest length. Where only one configuration is seen, it can still become shorter.
TUBE, TUBE_OF_ONE = 0.85, 0.55


@dataclass
class SkeletonItems:
    """Bodies by link and rods between links; ``radius`` is that of a bar [m]."""

    radius: float
    links: dict[str, list[Item]] = field(default_factory=lambda: defaultdict(list))
    stretched: list[Stretched] = field(default_factory=list)


def skeleton_items(robot: Robot, skeleton: Skeleton, q: Array) -> SkeletonItems:
    """The bodies of a skeleton of a robot at configurations (k, nq)."""
    made = SkeletonItems(bar_radius(skeleton))
    values = robot.models.single_values()
    for part in skeleton.parts:
        PARTS[part.role](made, part, skeleton)
    for mark in skeleton.marks:
        if mark.kind == "tool":
            made.links[mark.link].append(_tool(mark, skeleton, made.radius))
        elif mark.other is None:  # else the telescope or the rail of the slide stands for it
            made.links[mark.link] += marker(mark, made.radius, values)
    _add_ground(made, robot, skeleton)
    return made


def bar_radius(skeleton: Skeleton) -> float:
    """The radius of a typical bar [m]."""
    lengths: list[float] = []
    for part in skeleton.parts:
        points = skeleton.part_points(part)[0]
        if part.role in ("link", "rod", "slide"):
            steps = np.diff(points if not part.closed else np.concatenate([points, points[:1]]), axis=0)
            lengths += [float(length) for length in np.linalg.norm(steps, axis=1)]
    lengths = [length for length in lengths if length > 1e-3 * skeleton.extent]
    typical = max(float(np.median(lengths)), OF_LONGEST * max(lengths)) if lengths else 0.3 * skeleton.extent
    return float(np.clip(OF_LENGTH * typical, THINNEST * skeleton.extent, THICKEST * skeleton.extent))


# ---------------------------------------------------------------- parts


def _add_link(made: SkeletonItems, part: Part, skeleton: Skeleton) -> None:
    points = np.array([point for _, point in part.points])
    link = part.points[0][0]
    if part.closed:
        made.links[link].append(plate(points, 1.2 * made.radius, BAR))
    else:
        made.links[link] += [capsule(a, b, made.radius, BAR) for a, b in pairwise(points)]


def _add_base(made: SkeletonItems, part: Part, skeleton: Skeleton) -> None:
    """A frame along the base's outline: a plate would hide what is behind it."""
    points = np.array([point for _, point in part.points])
    ends = np.roll(points, -1, axis=0) if part.closed else points[1:]
    made.links[part.points[0][0]] += [capsule(a, b, 0.8 * made.radius, BASE) for a, b in zip(points, ends, strict=False)]


def _add_rail(made: SkeletonItems, part: Part, skeleton: Skeleton) -> None:
    (link, a), (_, b) = part.points
    made.links[link].append(_profile(part, a, b, made.radius))


def _profile(part: Part, a: Array, b: Array, r: float) -> Item:
    """The rail between two points: square, and round where the carriage also turns."""
    if isinstance(part.source, Joint) and part.source.definition.turns:
        return cylinder(0.9 * r, float(np.linalg.norm(b - a)), (a + b) / 2, b - a, BASE)
    return box((1.6 * r, 1.6 * r, float(np.linalg.norm(b - a))), (a + b) / 2, b - a, BASE)


def _add_slide(made: SkeletonItems, part: Part, skeleton: Skeleton) -> None:
    """A slide between two moving links: a tube with a rod in it, or a rail where the child passes the place that it starts from.

    A spindle, if the joint is a screw.
    """
    (parent, a), (child, b) = part.points
    points = skeleton.part_points(part)
    if part.source is None:
        return
    joint = part.source if isinstance(part.source, Joint) else None
    R = skeleton.poses[parent][0]
    gaps = np.einsum("kij,ki->kj", R, points[:, 1] - points[:, 0])  # in the parent's frame
    length = np.linalg.norm(gaps, axis=1)
    longest = gaps[int(np.argmax(length))]
    axis = longest / np.linalg.norm(longest) if length.max() > 0 else np.zeros(3)
    places = gaps @ axis
    low, high = float(places.min()), float(places.max())
    color = _drive_color(skeleton, part)
    name = part.source.name
    if joint is not None and low < -0.1 * high:
        margin = 3 * made.radius
        made.links[parent].append(_profile(part, a + (low - margin) * axis, a + (high + margin) * axis, made.radius))
        made.links[child].append(box((3.2 * made.radius, 3.2 * made.radius, 5 * made.radius), b, R[0] @ axis, color))
        return
    made.stretched.append(Stretched(parent, a, child, b, 0.7 * made.radius, INNER, name, False))
    if joint is not None and joint.pitch is not None:
        return
    tube = (TUBE if len(places) > 1 else TUBE_OF_ONE) * max(low, 0.0)
    tube = max(min(tube, 0.62 * high), min(3 * made.radius, 0.9 * high))
    if tube > 0:
        made.links[parent].append(cylinder(1.5 * made.radius, tube, a + axis * tube / 2, axis, color))


def _drive_color(skeleton: Skeleton, part: Part) -> Color:
    drive = next((mark.drive for mark in skeleton.marks if mark.source is part.source), "passive")
    return DRIVES[drive]


def _add_rod(made: SkeletonItems, part: Part, skeleton: Skeleton) -> None:
    (link_a, a), (link_b, b) = part.points
    name = part.source.name if part.source is not None else ""
    made.stretched.append(Stretched(link_a, a, link_b, b, 0.6 * made.radius, ROD, name, True))


PARTS: dict[str, Callable[[SkeletonItems, Part, Skeleton], None]] = {
    "link": _add_link,
    "base": _add_base,
    "rail": _add_rail,
    "slide": _add_slide,
    "rod": _add_rod,
}


# ---------------------------------------------------------------- markers


def _pivot(mark: Mark, r: float, color: Color, values: Mapping[str, float]) -> list[Item]:
    return [cylinder(1.7 * r, 4.2 * r, mark.point, _axis(mark), color)]


def _screw(mark: Mark, r: float, color: Color, values: Mapping[str, float]) -> list[Item]:
    return [cylinder(1.7 * r, 3.2 * r, mark.point, _axis(mark), color), cylinder(1.1 * r, 5 * r, mark.point, _axis(mark), color)]


def _carriage(mark: Mark, r: float, color: Color, values: Mapping[str, float]) -> list[Item]:
    return [box((3.2 * r, 3.2 * r, 5 * r), mark.point, _axis(mark), color)]


def _sleeve(mark: Mark, r: float, color: Color, values: Mapping[str, float]) -> list[Item]:
    return [cylinder(1.8 * r, 5 * r, mark.point, _axis(mark), color)]


def _cross(mark: Mark, r: float, color: Color, values: Mapping[str, float]) -> list[Item]:
    first = _axis(mark)
    second = _second_axis(mark, values)
    return [cylinder(0.9 * r, 4.6 * r, mark.point, each, color) for each in (first, second) if each is not None]


def _ball(mark: Mark, r: float, color: Color, values: Mapping[str, float]) -> list[Item]:
    return [sphere(1.9 * r, mark.point, color)]


def _small_ball(mark: Mark, r: float, color: Color, values: Mapping[str, float]) -> list[Item]:
    return [sphere(1.1 * r, mark.point, color)]


def _clamp(mark: Mark, r: float, color: Color, values: Mapping[str, float]) -> list[Item]:
    return [box((3 * r, 3 * r, 3 * r), mark.point, np.array([0.0, 0.0, 1.0]), color)]


def _nothing(mark: Mark, r: float, color: Color, values: Mapping[str, float]) -> list[Item]:
    return []


Marker = Callable[[Mark, float, Color, Mapping[str, float]], list[Item]]
# By kind of joint and of loop. A joint that carries a platform leaves it all motions: there is no bearing to draw. A fixed joint
# does not move.
MARKERS: dict[str, Marker] = {
    "revolute": _pivot,
    "pin": _pivot,
    "prismatic": _carriage,
    "helical": _screw,
    "cylindrical": _sleeve,
    "universal": _cross,
    "spherical": _ball,
    "ball": _ball,
    "weld": _clamp,
    "rod": _small_ball,
    "planar": _nothing,
    "free": _nothing,
    "fixed": _nothing,
    "base": _nothing,  # see _add_ground
}


def marker(mark: Mark, r: float, values: Mapping[str, float]) -> list[Item]:
    """The bodies that stand for a joint, a loop or the tool, where bars have the radius ``r``."""
    return MARKERS[mark.kind](mark, r, DRIVES[mark.drive], values)


def _tool(mark: Mark, skeleton: Skeleton, r: float) -> Item:
    """A ball at the tool, or a disc around a joint that is at the same place."""
    here = skeleton.mark_points(mark)[0]
    for other in sorted(skeleton.marks, key=lambda each: each.kind not in ("revolute", "pin")):
        if other.drive not in ("base", "tool") and np.linalg.norm(here - skeleton.mark_points(other)[0]) < r:
            axes = skeleton.mark_axes(other)
            axis = np.array([0.0, 0.0, 1.0]) if axes is None else axes[0]
            return cylinder(2.6 * r, 1.4 * r, mark.point, skeleton.poses[mark.link][0][0].T @ axis, DRIVES["tool"])
    return sphere(1.7 * r, mark.point, DRIVES["tool"])


def _axis(mark: Mark) -> Array:
    return np.array([0.0, 0.0, 1.0]) if mark.axis is None else mark.axis


def _second_axis(mark: Mark, values: Mapping[str, float]) -> Array | None:
    """The second axis of a universal joint, as it lies in the parent where the first angle is zero; that of a loop is fixed to
    the other side, and any direction across the first one shows it."""
    if isinstance(mark.source, Joint):
        return np.asarray(placement(mark.source.origin, values).R @ direction(mark.source.axis2, values))
    first = _axis(mark)
    across = np.cross(first, np.eye(3)[int(np.argmin(np.abs(first)))])
    return np.asarray(across / np.linalg.norm(across))


def _add_ground(made: SkeletonItems, robot: Robot, skeleton: Skeleton) -> None:
    """A block under a machine that stands on one point, or over a machine that hangs on it."""
    if sum(mark.kind == "base" for mark in skeleton.marks) > 1:
        return
    g = vector(robot.mechanism.gravity, robot.models.single_values())
    up = -g / np.linalg.norm(g) if np.any(g) else np.array([0.0, 0.0, 1.0])
    r = made.radius
    for mark in skeleton.marks:
        if mark.kind == "base":
            heights = (skeleton.all_points - skeleton.mark_points(mark)[0]) @ up
            away = up if heights.mean() < -0.05 * skeleton.extent and heights.max() < 0.2 * skeleton.extent else -up
            made.links[mark.link].append(box((6 * r, 6 * r, 1.6 * r), mark.point + 2.4 * r * away, away, BASE))
