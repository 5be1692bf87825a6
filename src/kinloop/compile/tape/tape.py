"""A formula and its tape: the scalar instructions that all the back ends read.

A :class:`Formula` names CasADi expressions; :func:`record` turns it into a :class:`Tape`, plain data in single-assignment
form where each step is computed once. Machine code, C and SymPy are three readings of the same tape.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import prod
from typing import NamedTuple

import casadi as ca

from kinloop.errors import ShapeError, UnsupportedOperation

# Stand for the lengths of two axes that the caller chooses.
VARIABLE = -1
PERIODS = -2
# CasADi's names of the scalar operations that the back ends support.
# fmt: off
OPERATIONS = (
    "ASSIGN", "ADD", "SUB", "MUL", "DIV", "NEG", "INV", "SQ", "TWICE", "SQRT", "FABS",
    "SIGN", "FLOOR", "CEIL", "FMIN", "FMAX", "FMOD", "COPYSIGN", "HYPOT",
    "POW", "CONSTPOW", "EXP", "LOG", "LOG1P", "EXPM1", "ERF",
    "SIN", "COS", "TAN", "ASIN", "ACOS", "ATAN", "ATAN2", "SINH", "COSH", "TANH", "ASINH", "ACOSH", "ATANH",
    "LT", "LE", "EQ", "NE", "NOT", "AND", "OR", "IF_ELSE_ZERO",
)
# fmt: on
COMMUTATIVE = {"add", "mul", "fmin", "fmax", "eq", "ne", "and", "or"}


@dataclass(frozen=True)
class Argument:
    """An input or output of a formula: its name, its CasADi expression and the shape an array of it has."""

    name: str
    expression: ca.SX
    shape: tuple[int, ...]


@dataclass(frozen=True)
class Formula:
    """Named outputs as expressions of named inputs."""

    name: str
    inputs: tuple[Argument, ...]
    outputs: tuple[Argument, ...]

    def function(self) -> ca.Function:
        """The CasADi function of the formula, with which the tests compare."""
        return ca.Function(
            self.name,
            [argument.expression for argument in self.inputs],
            [ca.densify(argument.expression) for argument in self.outputs],
            [argument.name for argument in self.inputs],
            [argument.name for argument in self.outputs],
            {"allow_duplicate_io_names": True},  # a projection takes a state and gives a state
        )


def scalar(name: str, expression: ca.SX) -> Argument:
    """An argument that is one number."""
    return _argument(name, expression, ())


def vector(name: str, expression: ca.SX) -> Argument:
    """An argument with one axis."""
    expression = ca.SX(expression)
    return _argument(name, expression, (expression.numel(),))


def matrix(name: str, expression: ca.SX) -> Argument:
    """An argument with two axes."""
    expression = ca.SX(expression)
    return _argument(name, expression, expression.shape)


def _argument(name: str, expression: ca.SX, shape: tuple[int, ...]) -> Argument:
    expression = ca.SX(expression)
    if expression.numel() != prod(shape):
        raise ShapeError(f"argument {name!r} has {expression.numel()} entries, expected {prod(shape)} for shape {shape}")
    return Argument(name, expression, shape)


@dataclass(frozen=True)
class Port:
    """Name and shape of an input or output of a tape."""

    name: str
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of entries."""
        return prod(self.shape)


class Step(NamedTuple):
    """One scalar operation. ``args`` are indices of earlier steps, but for ``input`` they are (port, entry).

    It is a tuple because tapes have tens of thousands of steps and a frozen dataclass takes five times as long to create.
    """

    op: str
    args: tuple[int, ...] = ()
    value: float = 0.0


@dataclass(frozen=True)
class Tape:
    """A formula as scalar steps.

    ``results[k][i]`` is the step that gives entry ``i`` (rows first) of output ``k``.
    """

    name: str
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    steps: tuple[Step, ...]
    results: tuple[tuple[int, ...], ...]


def record(formula: Formula) -> Tape:
    """Record the tape of a formula. Each value is computed once: equal steps are merged."""
    function = formula.function()
    recorder = _Recorder()
    results = [[-1] * argument.expression.numel() for argument in formula.outputs]
    registers: dict[int, int] = {}
    nonzeros = [argument.expression.sparsity().find() for argument in formula.inputs]
    names = _operation_names()
    for k in range(function.n_instructions()):
        code = function.instruction_id(k)
        targets, sources = function.instruction_output(k), function.instruction_input(k)
        if code == ca.OP_OUTPUT:
            port, entry = targets
            results[port][_row_major(formula.outputs[port].expression, entry)] = registers[sources[0]]
        elif code == ca.OP_INPUT:
            port, entry = sources
            place = _row_major(formula.inputs[port].expression, nonzeros[port][entry])
            registers[targets[0]] = recorder.add("input", (port, place))
        elif code == ca.OP_CONST:
            registers[targets[0]] = recorder.add("const", (), function.instruction_constant(k))
        elif code in names:
            registers[targets[0]] = recorder.add(names[code], tuple(registers[s] for s in sources))
        else:
            raise UnsupportedOperation(f"{formula.name}: the compiler has no operation for CasADi's {_casadi_name(code)}")
    inputs, outputs = (tuple(Port(a.name, a.shape) for a in side) for side in (formula.inputs, formula.outputs))
    return Tape(formula.name, inputs, outputs, tuple(recorder.steps), tuple(tuple(r) for r in results))


class _Recorder:
    """Appends steps; where an equal step exists, its index is returned instead."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self._known: dict[tuple[object, ...], int] = {}

    def add(self, op: str, args: tuple[int, ...], value: float = 0.0) -> int:
        if op == "assign":
            return args[0]
        if op == "const":
            key: tuple[object, ...] = (op, repr(value))  # distinguishes 0.0 from -0.0 and makes NaNs equal
        elif len(args) == 2 and args[0] > args[1] and op in COMMUTATIVE:
            key = (op, args[1], args[0])
        else:
            key = (op, *args)
        known = self._known.setdefault(key, len(self.steps))
        if known == len(self.steps):
            self.steps.append(Step(op, args, value))
        return known


def _row_major(expression: ca.SX, entry: int) -> int:
    rows, columns = expression.shape
    return (entry % rows) * columns + entry // rows


@cache
def _operation_names() -> dict[int, str]:
    """Our name for each of CasADi's operation codes that the back ends support."""
    return {getattr(ca, f"OP_{name}"): "pow" if name == "CONSTPOW" else name.lower() for name in OPERATIONS}


def _casadi_name(code: int) -> str:
    return next((name for name in dir(ca) if name.startswith("OP_") and getattr(ca, name) == code), f"operation {code}")
