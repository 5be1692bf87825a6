"""Values that no machine has: negative masses, axes without a direction, inertias that no body has."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from kinloop.errors import Fault, Path
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.parts.parts import Anchor, Joint, Link, Loop, Mechanism, Pose
from kinloop.mechanism.validate.faults import fault_at

At = Callable[[Any], float]
PARALLEL = 1e-9  # sine of the angle between two axes that are called the same
SQUARE = 1e-3  # cosine of the angle between two axes that are called perpendicular: written with three digits or more
SLIGHTLY = 0.01  # by which the length of a quaternion written with two digits differs from 1; it is normalised
ROUNDED = 1e-3  # part of the largest moment of inertia that published, rounded numbers may be off by
ROUNDING = 1e-12  # m^2: a moment of inertia of so little for the link's mass is what a difference of equal terms leaves
SHAPE_SIZES = {"box": (3,), "cylinder": (2,), "capsule": (2,), "sphere": (1,), "mesh": (0, 1, 3)}


def value_faults(mechanism: Mechanism, at: At) -> Iterator[Fault]:
    """The faults of all values, each as ``at`` evaluates it."""
    for link in mechanism.links:
        if at(link.mass) < 0:
            yield fault_at(("links", link.name, "mass"), f"expected at least 0, given {at(link.mass)}")
        yield from _shapes(link)
    for joint in mechanism.joints:
        yield from _joint(joint, at)
    for loop in mechanism.loops:
        yield from _loop(loop, at)
    if mechanism.length_scale is not None and at(mechanism.length_scale) <= 0:
        yield fault_at(("length_scale",), f"expected more than 0, given {at(mechanism.length_scale)}")
    yield from _start_quaternions(mechanism, at)
    for path, pose in _poses(mechanism):
        if pose.quaternion is not None and not any(vector(pose.quaternion, at)):
            yield fault_at((*path, "quaternion"), "it is zero; expected a rotation, such as [1, 0, 0, 0]")


def _start_quaternions(mechanism: Mechanism, at: At) -> Iterator[Fault]:
    for joint in mechanism.joints:
        given = [name for name in joint.quaternion if name in mechanism.start]
        rest = dict(zip(joint.quaternion, (1.0, 0.0, 0.0, 0.0), strict=False))
        length = math.hypot(*(at(mechanism.start.get(name, rest[name])) for name in joint.quaternion))
        if given and abs(length - 1) > SLIGHTLY:
            message = (
                f"the quaternion of joint {joint.name!r} has the length {length:.6g}, expected 1; of the components that are"
            )
            yield fault_at(("start", given[0]), f"{message} left out, {joint.quaternion[0]} is 1 and the others are 0")


def vector(values: Sequence[Any], at: At) -> tuple[float, ...]:
    return tuple(at(value) for value in values)


def _joint(joint: Joint, at: At) -> Iterator[Fault]:
    path: Path = ("joints", joint.name)
    axis, axis2, limits = vector(joint.axis, at), vector(joint.axis2, at), joint.limits
    if joint.kind not in ("fixed", "spherical", "free") and not any(axis):
        yield fault_at((*path, "axis"), "it is zero; expected a direction")
    elif joint.kind == "universal":
        yield from _second_axis((*path, "axis2"), axis, axis2)
    if joint.kind == "planar" and any(isinstance(value, Expression) for value in joint.axis):
        yield fault_at((*path, "axis"), "the axis of a planar joint needs plain numbers; turn it with origin instead")
    if limits.position is not None and at(limits.position[0]) > at(limits.position[1]):
        lower, upper = vector(limits.position, at)
        yield fault_at((*path, "limits", "position"), f"expected the lower bound first, given {lower} and {upper}")
    for name in ("speed", "effort"):
        if at(getattr(limits, name) or 0.0) < 0:
            yield fault_at((*path, "limits", name), f"expected more than 0, given {at(getattr(limits, name))}")
    if joint.quaternion and joint.spring.stiffness != 0.0:
        message = f"a {joint.kind} joint has no spring: its orientation is a quaternion, which has no rest to be pulled back to"
        yield fault_at((*path, "spring"), message)
    if at(joint.friction.speed) <= 0:
        yield fault_at((*path, "friction", "speed"), f"expected more than 0, given {at(joint.friction.speed)}")
    for part, name in (("friction", "viscous"), ("friction", "coulomb"), ("rotor", "inertia")):
        value = at(getattr(getattr(joint, part), name))
        if value < 0:
            yield fault_at((*path, part, name), f"expected at least 0, given {value}")


def _second_axis(path: Path, axis: Sequence[float], axis2: Sequence[float]) -> Iterator[Fault]:
    sine, cosine = _sine_and_cosine(axis, axis2)
    if sine < PARALLEL:
        yield fault_at(path, "it is zero or parallel to axis")
    elif abs(cosine) > SQUARE:
        degrees = math.degrees(math.acos(max(-1.0, min(1.0, cosine))))
        yield fault_at(path, f"the axes of a universal joint are at right angles; these are at {degrees:.4g} degrees")


def _loop(loop: Loop, at: At) -> Iterator[Fault]:
    path: Path = ("loops", loop.name)
    if loop.kind == "rod" and loop.length is None:
        yield fault_at((*path, "length"), "a rod needs a length")
    if loop.kind != "rod" and loop.length is not None:
        yield fault_at((*path, "length"), f"only a rod has a length, and this is a {loop.kind}")
    if loop.length is not None and at(loop.length) <= 0:
        yield fault_at((*path, "length"), f"expected more than 0, given {at(loop.length)}")
    if loop.kind not in ("pin", "universal", "prismatic"):
        return
    axis_b = loop.axis if loop.axis_b is None else loop.axis_b
    for name, axis in (("axis", loop.axis), ("axis_b", axis_b)):
        if not any(vector(axis, at)):
            yield fault_at((*path, name if loop.axis_b is not None else "axis"), "it is zero; expected a direction")
    if loop.kind != "universal" and any(isinstance(value, Expression) for value in loop.axis):
        yield fault_at((*path, "axis"), f"the axis of a {loop.kind} needs plain numbers; turn the anchors' origins instead")


def inertia_faults(mechanism: Mechanism, at: At, *, negative_only: bool = False) -> Iterator[Fault]:
    """Inertias that no body has: each principal moment is at least 0 and at most the sum of the other two. ``negative_only``:
    those alone with which the kinetic energy can be negative."""
    for link in mechanism.links:
        xx, yy, zz, xy, xz, yz = vector(link.inertia, at)
        matrix = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        if not np.isfinite(matrix).all() or np.abs(matrix).max() > 1e150:
            continue
        small, middle, large = (float(value) for value in np.linalg.eigvalsh(matrix))
        given = f"the principal moments are {small:.4g}, {middle:.4g}, {large:.4g}"
        slack = ROUNDED * max(abs(small), abs(large)) + ROUNDING * abs(at(link.mass))
        path = ("links", link.name, "inertia")
        if small < -slack:
            yield fault_at(path, f"no body has this inertia: {given}, and none can be negative")
        elif not negative_only and large > small + middle + slack:
            rule = f"the largest cannot exceed the sum of the other two ({small + middle:.4g})"
            advice = f"where only the largest enters the motion, as in a plane, give the other two half of it ({large / 2:.4g})"
            yield fault_at(path, f"no body has this inertia: {given}, and {rule}; {advice}")


def _poses(mechanism: Mechanism) -> Iterator[tuple[Path, Pose]]:
    anchors: list[tuple[Path, Anchor]] = [(("frames", name), anchor) for name, anchor in mechanism.frames.items()]
    for loop in mechanism.loops:
        anchors += [(("loops", loop.name, "a"), loop.a), (("loops", loop.name, "b"), loop.b)]
    if mechanism.tool is not None:
        anchors.append((("tool",), mechanism.tool))
    yield from (((*path, "origin"), anchor.origin) for path, anchor in anchors)
    yield from ((("joints", joint.name, "origin"), joint.origin) for joint in mechanism.joints)
    for link in mechanism.links:
        yield from ((("links", link.name, "shapes", index, "origin"), shape.origin) for index, shape in enumerate(link.shapes))


def _shapes(link: Link) -> Iterator[Fault]:
    for index, shape in enumerate(link.shapes):
        path: Path = ("links", link.name, "shapes", index)
        if len(shape.size) not in SHAPE_SIZES[shape.kind]:
            wanted = " or ".join(str(count) for count in SHAPE_SIZES[shape.kind])
            yield fault_at(path, f"the size of a {shape.kind} has {wanted} numbers, given {len(shape.size)}")
        if shape.kind == "mesh" and not shape.file:
            yield fault_at(path, "a mesh needs a file")


def _sine_and_cosine(a: Sequence[float], b: Sequence[float]) -> tuple[float, float]:
    cross = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    lengths = math.hypot(*a) * math.hypot(*b)
    if not lengths:
        return 0.0, 1.0
    return math.hypot(*cross) / lengths, sum(x * y for x, y in zip(a, b, strict=True)) / lengths
