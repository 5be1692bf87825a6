"""A tape read with SymPy symbols. It is loaded only for equations: SymPy takes half a second to import."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import sympy as sp

from kinloop.compile.tape.tape import Step, Tape
from kinloop.equations.symbol_names import Definitions, Names, fresh_symbols, input_symbols, number, tidy
from kinloop.errors import UnsupportedOperation

LONGEST = 24  # operations in one definition; beyond it a value gets a name although it is used once


def read(tape: Tape, symbols: Names | None = None, name_steps: bool = False) -> tuple[Definitions, dict[str, Any]]:
    """Definitions in the order in which they are needed (none unless ``name_steps``), and each output.

    With ``name_steps`` a value used more than once gets a name, which keeps the work proportional to the tape.
    """
    reader = _Reader(tape, input_symbols(tape, symbols), name_steps)
    values = reader.values()
    outputs = {}
    for port, result in zip(tape.outputs, tape.results, strict=True):
        entries = [_number_of(values[step]) for step in result]
        rows, columns = (*port.shape, 1, 1)[:2]
        outputs[port.name] = sp.Matrix(rows, columns, entries) if port.shape else entries[0]
    return tidy(reader.definitions, outputs) if name_steps else ([], outputs)


class _Reader:
    """Evaluates the steps of a tape on SymPy symbols."""

    def __init__(self, tape: Tape, symbols: list[list[sp.Symbol]], name_steps: bool) -> None:
        self.tape, self.symbols, self.name_steps = tape, symbols, name_steps
        self.definitions: Definitions = []
        self._fresh = fresh_symbols({symbol.name for row in symbols for symbol in row})
        self._values: dict[int, Any] = {}
        self._weight: dict[int, int] = {}  # operations in the text of a value
        self._uses = count_uses(tape)

    def values(self) -> dict[int, Any]:
        """The expression of every step that a result needs."""
        for index in sorted(self._uses):
            step = self.tape.steps[index]
            value = self._values[index] = self._value(step)
            weight = 0 if step.op in ("input", "const") else 1 + sum(self._weight[arg] for arg in step.args)
            if self.name_steps and isinstance(value, sp.Expr) and self._deserves_name(index, weight):
                symbol = next(self._fresh)
                self.definitions.append((symbol, value))
                self._values[index], weight = symbol, 0
            self._weight[index] = weight
        return self._values

    def _deserves_name(self, index: int, weight: int) -> bool:
        # A single operation reads better than a name for it: sin(theta1), m1*u3. A choice gets no name before the sum that joins
        # it with its other half.
        often = self._uses[index] > 1 and self.tape.steps[index].op != "if_else_zero"
        return weight > LONGEST or (weight > 1 and often)

    def _value(self, step: Step) -> Any:
        if step.op == "const":
            return number(step.value)
        if step.op == "input":
            return self.symbols[step.args[0]][step.args[1]]
        if step.op == "add" and (chosen := self._choice(step)) is not None:
            return chosen
        args = [self._values[arg] for arg in step.args]
        if step.op in LOGICAL:
            return LOGICAL[step.op](*(_condition(arg) for arg in args))
        if step.op == "if_else_zero":
            return sp.Piecewise((_number_of(args[1]), _condition(args[0])), (0, True), evaluate=False)
        if step.op not in OPERATIONS:
            raise UnsupportedOperation(f"{self.tape.name}: SymPy has no operation for {step.op!r}")
        return OPERATIONS[step.op](*(_number_of(arg) for arg in args))

    def _choice(self, step: Step) -> Any:
        """``if_else_zero(c, a) + if_else_zero(not c, b)``, CasADi's form of a choice, as one case distinction; else None."""
        left, right = (self.tape.steps[arg] for arg in step.args)
        if (left.op, right.op) != ("if_else_zero", "if_else_zero"):
            return None
        if self._is_not(left.args[0], right.args[0]):
            left, right = right, left
        if not self._is_not(right.args[0], left.args[0]):
            return None
        condition, a, b = (self._values[k] for k in (left.args[0], left.args[1], right.args[1]))
        return sp.Piecewise((_number_of(a), _condition(condition)), (_number_of(b), True), evaluate=False)

    def _is_not(self, index: int, other: int) -> bool:
        step = self.tape.steps[index]
        return step.op == "not" and step.args[0] == other


def count_uses(tape: Tape) -> Counter[int]:
    """The number of times that each step is read; steps that no result needs are left out."""
    uses = Counter(step for result in tape.results for step in result)
    for index in range(len(tape.steps) - 1, -1, -1):
        if index in uses and tape.steps[index].op not in ("input", "const"):
            uses.update(tape.steps[index].args)
    return uses


def size_without_names(tape: Tape) -> int:
    """The number of operations of all outputs without named parts, which can grow exponentially with the tape's length."""
    size: dict[int, int] = {}
    for index, step in enumerate(tape.steps):
        size[index] = 1 if step.op in ("input", "const") else 1 + sum(size[arg] for arg in step.args)
    return sum(size[step] for result in tape.results for step in result)


def _condition(value: Any) -> Any:
    return value if isinstance(value, sp.logic.boolalg.Boolean) and not isinstance(value, sp.Symbol) else sp.Ne(value, 0)


def _number_of(value: Any) -> Any:
    return value if isinstance(value, sp.Expr) else sp.Piecewise((1, value), (0, True), evaluate=False)


def _fmod(x: Any, y: Any) -> Any:
    # C's remainder has the sign of x; SymPy's Mod has that of y.
    return x - y * sp.sign(x / y) * sp.floor(sp.Abs(x / y))


def _copysign(x: Any, y: Any) -> Any:
    return sp.Abs(x) * sp.Piecewise((1, y >= 0), (-1, True))


LOGICAL: dict[str, Callable[..., Any]] = {"not": sp.Not, "and": sp.And, "or": sp.Or}
OPERATIONS: dict[str, Callable[..., Any]] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
    "neg": lambda x: -x,
    "pow": lambda x, y: x**y,
    "sq": lambda x: x**2,
    "twice": lambda x: 2 * x,
    "inv": lambda x: 1 / x,
    "exp": sp.exp,
    "log": sp.log,
    "sqrt": sp.sqrt,
    "sin": sp.sin,
    "cos": sp.cos,
    "tan": sp.tan,
    "asin": sp.asin,
    "acos": sp.acos,
    "atan": sp.atan,
    "sinh": sp.sinh,
    "cosh": sp.cosh,
    "tanh": sp.tanh,
    "asinh": sp.asinh,
    "acosh": sp.acosh,
    "atanh": sp.atanh,
    "atan2": sp.atan2,
    "erf": sp.erf,
    "log1p": lambda x: sp.log(1 + x),
    "expm1": lambda x: sp.exp(x) - 1,
    "hypot": lambda x, y: sp.sqrt(x**2 + y**2),
    "floor": sp.floor,
    "ceil": sp.ceiling,
    "fabs": sp.Abs,
    "sign": sp.sign,
    "copysign": _copysign,
    "fmod": _fmod,
    # Unevaluated: SymPy would otherwise try to prove which of two long expressions is larger.
    "fmin": lambda x, y: sp.Min(x, y, evaluate=False),
    "fmax": lambda x, y: sp.Max(x, y, evaluate=False),
    "lt": lambda x, y: sp.StrictLessThan(x, y, evaluate=False),
    "le": lambda x, y: sp.LessThan(x, y, evaluate=False),
    "eq": lambda x, y: sp.Eq(x, y, evaluate=False),
    "ne": lambda x, y: sp.Ne(x, y, evaluate=False),
}
