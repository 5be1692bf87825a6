"""Values that no machine has: negative masses, axes without a direction, inertias that no body has."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from kinloop.errors import Fault, Path
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.parts.parts import Anchor, Joint, Link, Mechanism, Pose
from kinloop.mechanism.validate.faults import fault_at

Array = np.ndarray
At = Callable[[Any], float]
SLIGHTLY = 0.01  # difference from unit length of a quaternion written with two digits; it is normalised
ROUNDED = 1e-3  # rounding of published moments of inertia, relative to the largest
ROUNDING = 1e-12  # m^2, moment of inertia per mass that rounding leaves of a difference of equal terms
HUGE = 1e150  # a larger moment of inertia overflows when it is squared
# Numbers of a joint that cannot be negative, and whether they must be more than 0.
JOINT_BOUNDS = (
    ("rotor", "inertia", False),
    ("limits", "speed", False),
    ("limits", "acceleration", True),
    ("limits", "jerk", True),
    ("limits", "effort", False),
)
SURFACE_BOUNDS = ("stiffness", "damping", "friction", "speed")  # of a surface, likewise; the speed is more than 0
SHAPE_SIZES = {"box": (3,), "cylinder": (2,), "capsule": (2,), "sphere": (1,), "mesh": (0, 1, 3)}


def value_faults(mechanism: Mechanism, at: At) -> Iterator[Fault]:
    """Every value that no machine has, each number as ``at`` evaluates it."""
    for path, value, is_above in lower_bounds(mechanism):
        if (number := at(value)) < 0 or (is_above and number == 0):
            yield fault_at(path, f"expected {'more than' if is_above else 'at least'} 0, given {number}")
    for link in mechanism.links:
        yield from _shapes(link)
    for joint in mechanism.joints:
        yield from _joint(joint, at)
        yield from _friction(joint)
    for loop in mechanism.loops:
        yield from (fault_at(("loops", loop.name, key), sentence) for key, sentence in loop.definition.faults(loop, at))
    yield from _start_quaternions(mechanism, at)
    for path, pose in _poses(mechanism):
        if pose.quaternion is not None and not any(vector(pose.quaternion, at)):
            yield fault_at((*path, "quaternion"), "it is zero; expected a rotation, such as [1, 0, 0, 0]")


def lower_bounds(mechanism: Mechanism) -> Iterator[tuple[Path, float | Expression, bool]]:
    """Every number that cannot be negative, with its keys, and whether it must be more than 0."""
    yield from ((("links", link.name, "mass"), link.mass, False) for link in mechanism.links)
    for joint in mechanism.joints:
        law = joint.friction.definition
        for part, key, is_above in (*(("friction", key, key in law.speeds) for key in law.keys), *JOINT_BOUNDS):
            if (value := getattr(getattr(joint, part), key)) is not None:
                yield ("joints", joint.name, part, key), value, is_above
    yield from ((("loops", loop.name, "length"), loop.length, True) for loop in mechanism.loops if loop.length is not None)
    for surface in mechanism.surfaces:
        yield from ((("surfaces", surface.name, key), getattr(surface, key), key == "speed") for key in SURFACE_BOUNDS)
    if mechanism.length_scale is not None:
        yield ("length_scale",), mechanism.length_scale, True


def _start_quaternions(mechanism: Mechanism, at: At) -> Iterator[Fault]:
    """Quaternions of the start configuration that are not of unit length."""
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
    """Each number as ``at`` evaluates it."""
    return tuple(at(value) for value in values)


def _joint(joint: Joint, at: At) -> Iterator[Fault]:
    path: Path = ("joints", joint.name)
    limits = joint.limits
    yield from (fault_at((*path, key), sentence) for key, sentence in joint.definition.faults(joint, at))
    if limits.position is not None and at(limits.position[0]) > at(limits.position[1]):
        lower, upper = vector(limits.position, at)
        yield fault_at((*path, "limits", "position"), f"expected the lower bound first, given {lower} and {upper}")
    if joint.quaternion and joint.spring.stiffness != 0.0:
        message = f"a {joint.kind} joint has no spring: its orientation is a quaternion, for which no rest position is defined"
        yield fault_at((*path, "spring"), message)


def _friction(joint: Joint) -> Iterator[Fault]:
    path: Path = ("joints", joint.name, "friction")
    return (fault_at((*path, key), sentence) for key, sentence in joint.friction.definition.faults(joint.friction))


def inertia_faults(mechanism: Mechanism, at: At, *, negative_only: bool = False) -> Iterator[Fault]:
    """Inertias that no body has; ``negative_only``: those alone with which the kinetic energy can be negative."""
    for link in mechanism.links:
        moments, is_negative, is_too_large = principal_moments(np.array(vector(link.inertia, at)), abs(at(link.mass)))
        small, middle, large = moments.tolist()
        given = f"no body has this inertia: the principal moments are {small:.4g}, {middle:.4g}, {large:.4g}"
        path = ("links", link.name, "inertia")
        if is_negative:
            yield fault_at(path, f"{given}, and none can be negative")
        elif is_too_large and not negative_only:
            rule = f"the largest cannot exceed the sum of the other two ({small + middle:.4g})"
            advice = f"where only the largest enters the motion, as in a plane, give the other two half of it ({large / 2:.4g})"
            yield fault_at(path, f"{given}, and {rule}; {advice}")


def principal_moments(inertia: Array, mass: Array | float) -> tuple[Array, Array, Array]:
    """Principal moments of inertia in rising order, shape (..., 3), and the two ways in which no body has them: one of them is
    negative, or the largest exceeds the sum of the other two.

    ``inertia`` has moments and products, shape (..., 6). What is not finite or too large is not judged.
    """
    is_known = np.all(np.abs(inertia) < HUGE, axis=-1)
    xx, yy, zz, xy, xz, yz = np.moveaxis(np.where(is_known[..., None], inertia, 0.0), -1, 0)
    matrix = np.stack([np.stack(row, -1) for row in ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))], -2)
    moments = np.linalg.eigvalsh(matrix)
    small, middle, large = np.moveaxis(moments, -1, 0)
    slack = ROUNDED * np.maximum(np.abs(small), np.abs(large)) + ROUNDING * mass
    return moments, is_known & (small < -slack), is_known & (large > small + middle + slack)


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
