"""Surfaces of an environment: the machine touches them, and the controller does not know them."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any
from weakref import WeakKeyDictionary

from kinloop.errors import DescriptionError, ShapeError
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.expressions.grammar import NAME
from kinloop.mechanism.parts.surface import Surface
from kinloop.mechanism.validate.validate import require_valid
from kinloop.model.formulas.compiled_formulas import CompiledFormulas
from kinloop.model.robot import Robot

# The numbers of a surface that are parameters of the machine, so that a sweep varies them; zero is no surface.
VARIABLE = ("stiffness", "damping", "friction", "offset")


def as_surfaces(what: str, given: Any) -> tuple[Surface, ...]:
    """The surfaces of an environment. Raises: ShapeError: what is none, two of one name, or values that no surface has."""
    if not isinstance(given, (list, tuple)) or not all(isinstance(each, Surface) for each in given):
        raise ShapeError(f"{what} is {given!r:.80}, expected a list of kl.Surface(...)")
    names = [each.name for each in given]
    for surface in given:
        if not NAME.fullmatch(surface.name) or names.count(surface.name) > 1:
            raise ShapeError(
                f"{what}: {surface.name!r:.80} is the name of a surface; expected letters, digits and underscores, and another "
                "name for each surface"
            )
        for key in (*VARIABLE, "speed"):
            _require_number(f"{what}: {key} of {surface.name!r}", key, getattr(surface, key))
    return tuple(given)


def _require_number(what: str, key: str, value: float | Expression) -> None:
    """Raises: ShapeError: an expression, or a number that no surface has."""
    if isinstance(value, Expression):
        raise ShapeError(f"{what} is {str(value)!r:.80}, expected a number; only h may be an expression in an environment")
    if not isfinite(value) or (key != "offset" and value < 0) or (key == "speed" and value == 0):
        least = {"offset": "", "speed": " above zero"}.get(key, " from zero")
        raise ShapeError(f"{what} is {value!r}, expected a finite number{least}")


def surface_parameter(name: str, key: str) -> str:
    """The name of the parameter that is a number of a surface."""
    return f"surface_{name}_{key}"


def surface_values(surfaces: Sequence[Surface]) -> dict[str, float]:
    """The values of the parameters of surfaces."""
    return {surface_parameter(each.name, key): float(getattr(each, key)) for each in surfaces for key in VARIABLE}


def with_surfaces(robot: Robot, surfaces: Sequence[Surface]) -> Robot:
    """The robot with surfaces whose numbers are parameters, all zero: they push back where values are given.

    Raises: DescriptionError: a frame that the robot does not have, an equation with unknown names, a name that is taken.
    """
    if not surfaces:
        return robot
    shapes = tuple(
        each.model_copy(update={key: Expression(surface_parameter(each.name, key)) for key in VARIABLE}) for each in surfaces
    )
    known = _touching.setdefault(robot.models.formulas, {})
    if shapes not in known:
        mechanism, names = robot.mechanism, [surface_parameter(each.name, key) for each in surfaces for key in VARIABLE]
        if taken := [name for name in names if name in mechanism.parameters]:
            raise DescriptionError(f"{mechanism.name}: {taken[0]!r} is a parameter already, so the surface needs another name")
        parameters = {**mechanism.parameters, **dict.fromkeys(names, 0.0)}
        changed = mechanism.model_copy(update={"surfaces": (*mechanism.surfaces, *shapes), "parameters": parameters})
        require_valid(changed)
        known[shapes] = Robot(changed, threads=robot.threads)
    return known[shapes].with_parameters(**robot.models.overrides)


_touching: WeakKeyDictionary[CompiledFormulas, dict[tuple[Surface, ...], Robot]] = WeakKeyDictionary()
