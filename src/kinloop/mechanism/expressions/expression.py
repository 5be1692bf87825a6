"""Numbers that are written as text: ``"-d/2"``, ``"60 deg"``, ``"sqrt(l^2 - (x + d/2)^2)"``."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from graphlib import CycleError, TopologicalSorter
from numbers import Real
from typing import Any, TypeVar

import numpy as np
from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from kinloop.errors import DescriptionError, ExpressionError, unknown_name
from kinloop.mechanism.expressions.grammar import Operation, Step, parse, tokens

T = TypeVar("T")


@dataclass(frozen=True)
class Expression:
    """An expression of named parameters. Spaces do not count in a comparison; pydantic writes an expression as its text."""

    text: str = field(compare=False)
    words: tuple[str, ...] = field(init=False, repr=False)
    names: frozenset[str] = field(init=False, compare=False, repr=False)
    program: tuple[Step, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        program = parse(self.text)
        object.__setattr__(self, "text", self.text.strip())
        object.__setattr__(self, "words", tuple(token.text for token in tokens(self.text)))
        object.__setattr__(self, "names", frozenset(step for step in program if isinstance(step, str)))
        object.__setattr__(self, "program", program)

    def __str__(self) -> str:
        return self.text

    def value(self, environment: Mapping[str, T], functions: Mapping[str, Callable[..., Any]] | None = None) -> T:
        """The value where the parameters are floats, NumPy arrays or CasADi symbols; ``functions`` replace those of the language.

        Raises:
            ExpressionError: floats without a finite result (division by zero, overflow); arrays give NaN there.
            UnknownName: a name that ``environment`` lacks.
        """
        stack: list[Any] = []
        try:
            for step in self.program:
                if isinstance(step, Operation):
                    operands = stack[-step.arity :]
                    replaced = functions.get(step.name) if functions else None
                    stack[-step.arity :] = [replaced(*operands) if replaced else _apply(step.name, operands)]
                else:
                    stack.append(_look_up(step, environment, self.text) if isinstance(step, str) else step)
        except ZeroDivisionError:
            raise self._failure("division by zero", environment) from None
        except OverflowError:
            raise self._failure("the result is too large", environment) from None
        except ValueError as error:  # from math: "math domain error"; from NumPy: shapes that do not fit
            raise self._failure(f"cannot be evaluated ({error})", environment) from None
        result = stack.pop()
        if isinstance(result, float) and not math.isfinite(result):
            inputs: Mapping[str, Any] = environment
            if all(math.isfinite(inputs[name]) for name in self.names):
                raise self._failure("the result is not finite", environment)
        return result

    def _failure(self, reason: str, environment: Mapping[str, Any]) -> ExpressionError:
        values = ", ".join(f"{name} = {environment[name]}" for name in sorted(self.names))
        return ExpressionError(f"{self.text!r}: {reason}" + (f" with {values}" if values else ""))

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.is_instance_schema(cls, serialization=core_schema.to_string_ser_schema(when_used="always"))


def read_number(value: object) -> float | Expression:
    """Read a number of a description: a float, or a text, which becomes a float if it names no parameter."""
    if isinstance(value, Expression):
        return value
    if isinstance(value, str):
        expression = Expression(value)
        return expression if expression.names else expression.value({})
    if isinstance(value, bool) or not isinstance(value, Real):
        raise ExpressionError(f"expected a number or an expression as text, given {_short(value)}")
    try:
        return float(value)
    except OverflowError:
        raise ExpressionError(f"the whole number {_short(value)} is too large") from None


def evaluate(number: Any, environment: Mapping[str, Any]) -> Any:
    """A number of a description where the parameters have these values: floats, NumPy arrays or CasADi symbols."""
    return number.value(environment) if isinstance(number, Expression) else number


def resolve(parameters: Mapping[str, float | Expression], overrides: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The value of every parameter, in the order of the description.

    Args:
        parameters: as described.
        overrides: values that replace them: numbers, texts, arrays or CasADi symbols. Parameters that depend on them follow.
    Raises:
        UnknownName: an override, or a name in an expression, that is no parameter.
        DescriptionError: parameters that are defined by each other.
    """
    given: dict[str, Any] = dict(parameters)
    for name, value in (overrides or {}).items():
        if name not in parameters:
            raise unknown_name("parameter", name, parameters, "this mechanism")
        given[name] = _override(name, value)
    needs = {name: value.names if isinstance(value, Expression) else frozenset() for name, value in given.items()}
    for name, needed in needs.items():
        for missing in sorted(needed.difference(given)) if not needed <= given.keys() else ():
            raise unknown_name("parameter", missing, parameters, f"parameter {name!r} needs it, but this mechanism")
    try:
        order = tuple(TopologicalSorter(needs).static_order())
    except CycleError as error:
        raise DescriptionError(f"parameters are defined by each other: {' -> '.join(reversed(error.args[1]))}") from None
    values: dict[str, Any] = {}
    for name in order:
        values[name] = evaluate(given[name], values)
    return {name: values[name] for name in parameters}


def _override(name: str, value: Any) -> Any:
    if type(value).__module__.startswith("casadi"):
        return value
    try:
        if isinstance(value, np.ndarray | list | tuple) and np.asarray(value).dtype.kind in "iuf":
            return np.asarray(value, dtype=float)
        return read_number(value)
    except ValueError as error:
        raise DescriptionError(f"parameter {name!r}: {error}") from None


def _look_up(name: str, environment: Mapping[str, Any], text: str) -> Any:
    if name not in environment:
        raise unknown_name("parameter", name, environment, f"{text!r} needs it, but the mechanism")
    value = environment[name]
    return float(value) if isinstance(value, Real) else value


def _short(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 200:
        return "of more than 60 digits"
    try:
        text = repr(value)
    except ValueError:
        return f"a {type(value).__name__} that cannot be written out"
    return text if len(text) <= 60 else text[:57] + "..."


def _apply(name: str, operands: list[Any]) -> Any:
    if all(isinstance(operand, float) for operand in operands):
        return _FLOAT[name](*operands)
    if any(isinstance(operand, np.ndarray) for operand in operands):
        with np.errstate(all="ignore"):
            return _ARRAY[name](*operands)
    return _symbolic(name)(*operands)


def _symbolic(name: str) -> Callable[..., Any]:
    import casadi  # takes a fifth of a second, and reading a description does not need it

    if name in _ARITHMETIC:
        return _ARITHMETIC[name]
    if name in ("min", "max"):
        return _fold(getattr(casadi, f"f{name}"))
    return getattr(casadi, "fabs" if name == "abs" else name)


def _fold(function: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda *operands: reduce(function, operands)


def _functions(library: Any) -> Iterable[tuple[str, Callable[..., Any]]]:
    for name in ("sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "exp", "log"):
        yield name, getattr(library, name)


_ARITHMETIC: dict[str, Callable[..., Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "^": operator.pow, "negate": operator.neg,
}  # fmt: skip
_FLOAT: dict[str, Callable[..., Any]] = {
    **_ARITHMETIC,
    **dict(_functions(math)),
    "^": math.pow,
    "abs": abs,
    "min": min,
    "max": max,
}
_ARRAY: dict[str, Callable[..., Any]] = {
    **_ARITHMETIC,
    **dict(_functions(np)),
    "^": np.pow,
    "abs": np.abs,
    "min": _fold(np.minimum),
    "max": _fold(np.maximum),
}
