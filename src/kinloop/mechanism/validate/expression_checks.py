"""The numbers of a description: where they are, what they come to, and which make no sense."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from graphlib import CycleError, TopologicalSorter
from typing import Any

from pydantic import BaseModel

from kinloop.errors import DescriptionError, Fault, Path, unknown
from kinloop.mechanism.expressions.expression import Expression, evaluate
from kinloop.mechanism.expressions.grammar import NAME, RESERVED
from kinloop.mechanism.parts.parts import ClosedForm, Mechanism
from kinloop.mechanism.validate.faults import MAX_SHOWN, column_of, fault_at, fault_from_error
from kinloop.mechanism.validate.value_checks import value_faults

Value = float | Expression
MAX_CIRCLES = 10


def expression_faults(mechanism: Mechanism, values: Mapping[str, float]) -> Iterator[Fault]:
    """Unknown names, expressions without a value, and values that no machine has, at these values of the parameters."""
    yield from _parameter_names(mechanism)
    yield from _unknown_parameters(mechanism)
    yield from _undefined(mechanism, values)
    yield from value_faults(mechanism, evaluator(values))


def numbers(part: object, path: Path = ()) -> Iterator[tuple[Path, Value]]:
    """Every number of a description with its path, but for closed forms, whose names are not only parameters."""
    for where, leaf in walk(part, path):
        if isinstance(leaf, float | Expression):
            yield where, leaf


def walk(part: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """A part and all that it holds, with paths."""
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
    """The value of every parameter, NaN where it has none, and the faults that leave it without."""
    faults: list[Fault] = []
    needs = {name: set(value.names) if isinstance(value, Expression) else set() for name, value in parameters.items()}
    order = tuple(parameters)  # stands where there are more circles than anyone wants to read of
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
        if isinstance(value, Expression) and not value.names <= values.keys():  # one of a circle, which waits for the others
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
    """What a number comes to; NaN, which compares as false everywhere, where it has no value and that is reported already."""

    def at(value: Any) -> float:
        if not isinstance(value, Expression):
            return float(value)
        try:
            return value.value(values) if value.names <= values.keys() else math.nan
        except DescriptionError:
            return math.nan

    return at


def _parameter_names(mechanism: Mechanism) -> Iterator[Fault]:
    for name in mechanism.parameters:
        path = ("parameters", name)
        if not NAME.fullmatch(name):
            message = f"{name!r} is no name; expected letters, digits and underscores, not starting with a digit"
            yield Fault(f"parameters: {message}", path, of_key=True)
        elif name in RESERVED:
            message = f"parameters: {name!r} has a meaning in expressions already; choose another name"
            yield Fault(message, path, of_key=True)


def _unknown_parameters(mechanism: Mechanism) -> Iterator[Fault]:
    known, count = mechanism.parameters, 0
    for path, value in numbers(mechanism):
        for name in sorted(n for n in value.names if n not in known) if isinstance(value, Expression) else ():
            count += 1  # to look for the nearest name takes long, and no more faults than this are shown
            said = str(unknown("parameter", name, known, "the mechanism")) if count <= MAX_SHOWN else f"no parameter {name!r}"
            yield replace(fault_at(path, said), column=column_of(name, str(value)))


def _undefined(mechanism: Mechanism, values: Mapping[str, float]) -> Iterator[Fault]:
    for path, value in numbers(mechanism):
        if isinstance(value, Expression) and (path[0] == "parameters" or not value.names <= values.keys()):
            continue  # reported with its neighbours
        try:
            result = evaluate(value, values)
        except DescriptionError as error:
            yield fault_from_error(path, error, in_text=False)
            continue
        if isinstance(value, Expression) and any(math.isnan(values[name]) for name in value.names):
            continue  # a parameter has no value, which is reported there
        if not is_defined(result, path):
            yield fault_at(path, f"expected a finite number, given {result}")
