"""The numbers of a description: their places, their values, and expressions that have no value."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from graphlib import CycleError, TopologicalSorter
from typing import Any

from pydantic import BaseModel

from kinloop.errors import DescriptionError, Fault, Path, unknown_name
from kinloop.mechanism.expressions.expression import Expression, evaluate
from kinloop.mechanism.expressions.grammar import NAME, RESERVED
from kinloop.mechanism.parts.parts import ClosedForm, Mechanism
from kinloop.mechanism.parts.surface import COORDINATES
from kinloop.mechanism.validate.faults import MAX_SHOWN, column_of, fault_at, fault_from_error

Value = float | Expression
MAX_CIRCLES = 10


def expression_faults(mechanism: Mechanism, values: Mapping[str, float]) -> Iterator[Fault]:
    """Parameters with invalid names, unknown names in expressions, and expressions without a value."""
    yield from _parameter_names(mechanism)
    yield from _unknown_parameters(mechanism)
    yield from _undefined_numbers(mechanism, values)
    yield from _surface_equations(mechanism)


def numbers(part: object, path: Path = ()) -> Iterator[tuple[Path, Value]]:
    """Every number of a description with its path, except in closed forms, whose names are not only parameters."""
    for where, leaf in walk(part, path):
        if isinstance(leaf, float | Expression):
            yield where, leaf


def walk(part: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """A part and everything in it, with paths."""
    yield path, part
    if isinstance(part, ClosedForm):
        return
    if isinstance(part, BaseModel):
        for field in type(part).model_fields:
            yield from walk(getattr(part, field), (*path, field))
    elif isinstance(part, dict):
        for key, item in part.items():
            yield from walk(item, (*path, str(key)))
    elif isinstance(part, tuple):
        for index, item in enumerate(part):
            yield from walk(item, (*path, item.name if hasattr(item, "name") else index))


def parameter_values(parameters: Mapping[str, Value]) -> tuple[dict[str, float], list[Fault]]:
    """The value of every parameter, NaN where it has none, and the faults that explain why."""
    faults: list[Fault] = []
    needs = {name: set(value.names) if isinstance(value, Expression) else set() for name, value in parameters.items()}
    order = tuple(parameters)  # for a description with more circular definitions than are reported
    for _ in range(MAX_CIRCLES):
        try:
            order = tuple(TopologicalSorter(needs).static_order())
            break
        except CycleError as error:
            circle = list(reversed(error.args[1]))
            message = f"parameters: parameters are defined by each other: {' -> '.join(circle)}"
            faults.append(Fault(message, ("parameters", circle[0])))
            needs[circle[0]] = set()
    values: dict[str, float] = {}
    for name in order:
        value = parameters.get(name, math.nan)
        if isinstance(value, Expression) and not value.names <= values.keys():  # part of a circular definition
            values[name] = math.nan
            continue
        try:
            values[name] = float(evaluate(value, values))
        except DescriptionError as error:
            values[name] = math.nan
            faults.append(fault_from_error(("parameters", name), error, in_text=False))
    return {name: values[name] for name in parameters}, faults


def is_defined(number: float, path: Path) -> bool:
    """Whether a number of a description is finite; limits may be infinite."""
    return math.isfinite(number) or (math.isinf(number) and "limits" in path)


def evaluator(values: Mapping[str, float]) -> Callable[[Any], float]:
    """A function that evaluates numbers at these parameters; NaN, for which every comparison is false, if there is no value."""

    def at(value: Any) -> float:
        if not isinstance(value, Expression):
            return float(value)
        try:
            return value.value(values) if value.names <= values.keys() else math.nan
        except DescriptionError:
            return math.nan

    return at


def _parameter_names(mechanism: Mechanism) -> Iterator[Fault]:
    """Parameters whose names an expression cannot use."""
    for name in mechanism.parameters:
        path = ("parameters", name)
        if not NAME.fullmatch(name):
            message = f"{name!r} is not a valid name; expected letters, digits and underscores, not starting with a digit"
            yield Fault(f"parameters: {message}", path, of_key=True)
        elif name in RESERVED:
            message = f"parameters: {name!r} has a meaning in expressions already; choose another name"
            yield Fault(message, path, of_key=True)


def _unknown_parameters(mechanism: Mechanism) -> Iterator[Fault]:
    """Names in expressions that are no parameters."""
    known, count = mechanism.parameters, 0
    for path, value in numbers(mechanism):
        for name in sorted(n for n in value.names if n not in known) if isinstance(value, Expression) else ():
            count += 1  # finding the nearest name is slow, and only so many faults are shown
            sentence = (
                str(unknown_name("parameter", name, known, "the mechanism")) if count <= MAX_SHOWN else f"no parameter {name!r}"
            )
            yield replace(fault_at(path, sentence), column=column_of(name, str(value)))


def _surface_equations(mechanism: Mechanism) -> Iterator[Fault]:
    """Equations of surfaces with unknown names, or without a coordinate."""
    for surface in mechanism.surfaces:
        path, names = ("surfaces", surface.name, "h"), surface.equation.names
        if not names.intersection(COORDINATES):
            yield fault_at(path, f'expected an expression of x, y and z, such as "z - 0.1", given {surface.h!r}')
        for name in sorted(names.difference(COORDINATES, mechanism.parameters)):
            sentence = str(unknown_name("coordinate or parameter", name, (*COORDINATES, *mechanism.parameters), "the mechanism"))
            yield replace(fault_at(path, sentence), column=column_of(name, surface.h))


def _undefined_numbers(mechanism: Mechanism, values: Mapping[str, float]) -> Iterator[Fault]:
    """Numbers that are not finite, and expressions that cannot be evaluated."""
    for path, value in numbers(mechanism):
        if isinstance(value, Expression) and (path[0] == "parameters" or not value.names <= values.keys()):
            continue  # reported with the parameters
        try:
            result = evaluate(value, values)
        except DescriptionError as error:
            yield fault_from_error(path, error, in_text=False)
            continue
        if isinstance(value, Expression) and any(math.isnan(values[name]) for name in value.names):
            continue  # a parameter without a value is reported where it is defined
        if not is_defined(result, path):
            yield fault_at(path, f"expected a finite number, given {result}")
