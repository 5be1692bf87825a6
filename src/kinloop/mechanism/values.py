"""The numbers of a description: where they are, what they come to, and which make no sense."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from kinloop.errors import DescriptionError, UnknownName, unknown
from kinloop.mechanism.expression import Expression, resolve
from kinloop.mechanism.grammar import NAME, RESERVED
from kinloop.mechanism.parts import Mechanism, Pose, Shape

Value = float | Expression
Values = Mapping[str, float]
PARALLEL = 1e-9  # sine of the angle between two axes that are called the same
SHAPE_SIZES = {"box": (3,), "cylinder": (2,), "capsule": (2,), "sphere": (1,), "mesh": (0, 1, 3)}


def numbers(part: object, path: str = "") -> Iterator[tuple[str, Value]]:
    """Every number of a description with its path, such as ``joints.q1.origin.xyz[0]``."""
    for where, leaf in _walk(part, path):
        if isinstance(leaf, float | Expression):
            yield where, leaf


def value_faults(mechanism: Mechanism) -> list[str]:
    """Unknown names, expressions without a value, and values that no machine has, at the parameters of the description."""
    faults = list(_parameter_names(mechanism))
    for path, value in numbers(mechanism):
        for name in sorted(value.names - mechanism.parameters.keys()) if isinstance(value, Expression) else ():
            faults.append(f"{path}: {unknown('parameter', name, mechanism.parameters, 'the mechanism')}")
    try:
        values = resolve(mechanism.parameters)
    except (DescriptionError, UnknownName) as error:
        return faults if isinstance(error, UnknownName) else [*faults, f"parameters: {error}"]
    return [*faults, *_undefined(mechanism, values), *_senseless(mechanism, values)]


def _walk(part: object, path: str) -> Iterator[tuple[str, object]]:
    """A part and all that it holds, with paths."""
    yield path, part
    dot = f"{path}." if path else ""
    if isinstance(part, BaseModel):
        for field in type(part).model_fields:
            yield from _walk(getattr(part, field), dot + field)
    elif isinstance(part, dict):
        for key, item in part.items():
            yield from _walk(item, dot + str(key))
    elif isinstance(part, tuple):
        for index, item in enumerate(part):
            yield from _walk(item, f"{dot}{item.name}" if hasattr(item, "name") else f"{path}[{index}]")


def _parameter_names(mechanism: Mechanism) -> Iterator[str]:
    for name in mechanism.parameters:
        if not NAME.fullmatch(name):
            yield f"parameters: {name!r} is no name; expected letters, digits and underscores, not starting with a digit"
        elif name in RESERVED:
            yield f"parameters: {name!r} has a meaning in expressions already; choose another name"


def _undefined(mechanism: Mechanism, values: Values) -> Iterator[str]:
    for path, value in numbers(mechanism):
        if path.startswith("parameters.") and isinstance(value, Expression):
            continue
        try:
            result = value.value(values) if isinstance(value, Expression) else value
        except UnknownName:
            continue  # reported with its neighbours
        except DescriptionError as error:
            yield f"{path}: {error}"
            continue
        if math.isnan(result) or (math.isinf(result) and ".limits." not in path):
            yield f"{path}: expected a finite number, given {result}"


def _senseless(mechanism: Mechanism, values: Values) -> Iterator[str]:
    def at(value: Any) -> float:
        try:
            return value.value(values) if isinstance(value, Expression) else float(value)
        except (DescriptionError, UnknownName):
            return math.nan  # compares as false everywhere, and is reported already

    def vector(value: Sequence[Value]) -> tuple[float, ...]:
        return tuple(at(entry) for entry in value)

    for link in mechanism.links:
        if at(link.mass) < 0:
            yield f"links.{link.name}.mass: expected at least 0, given {at(link.mass)}"
    for joint in mechanism.joints:
        path = f"joints.{joint.name}"
        if joint.kind not in ("fixed", "spherical", "free") and not any(vector(joint.axis)):
            yield f"{path}.axis: it is zero; expected a direction"
        if joint.kind == "universal" and _sine(vector(joint.axis), vector(joint.axis2)) < PARALLEL:
            yield f"{path}.axis2: it is zero or parallel to axis"
        if joint.limits.position is not None and at(joint.limits.position[0]) > at(joint.limits.position[1]):
            lower, upper = vector(joint.limits.position)
            yield f"{path}.limits.position: expected the lower bound first, given {lower} and {upper}"
        if at(joint.friction.speed) <= 0:
            yield f"{path}.friction.speed: expected more than 0, given {at(joint.friction.speed)}"
    for loop in mechanism.loops:
        path = f"loops.{loop.name}"
        if loop.kind == "rod" and loop.length is None:
            yield f"{path}.length: a rod needs a length"
        if loop.kind != "rod" and loop.length is not None:
            yield f"{path}.length: only a rod has a length, and this is a {loop.kind}"
        if loop.length is not None and at(loop.length) <= 0:
            yield f"{path}.length: expected more than 0, given {at(loop.length)}"
        if loop.kind in ("pin", "universal", "prismatic") and not (
            any(vector(loop.axis)) and any(vector(loop.axis_b or loop.axis))
        ):
            yield f"{path}.axis: it is zero; expected a direction"
    if mechanism.length_scale is not None and at(mechanism.length_scale) <= 0:
        yield f"length_scale: expected more than 0, given {at(mechanism.length_scale)}"
    for path, part in _walk(mechanism, ""):
        if isinstance(part, Pose) and part.quaternion is not None and not any(vector(part.quaternion)):
            yield f"{path}.quaternion: it is zero; expected a rotation, such as [1, 0, 0, 0]"
        if isinstance(part, Shape):
            yield from (f"{path}: {fault}" for fault in _shape_faults(part))


def _shape_faults(shape: Shape) -> Iterator[str]:
    if len(shape.size) not in SHAPE_SIZES[shape.kind]:
        wanted = " or ".join(str(count) for count in SHAPE_SIZES[shape.kind])
        yield f"the size of a {shape.kind} has {wanted} numbers, given {len(shape.size)}"
    if shape.kind == "mesh" and not shape.file:
        yield "a mesh needs a file"


def _sine(a: Sequence[float], b: Sequence[float]) -> float:
    cross = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    lengths = math.hypot(*a) * math.hypot(*b)
    return math.hypot(*cross) / lengths if lengths else 0.0
