"""A tape read with SymPy symbols. Loaded only when equations are asked for: SymPy takes half a second to import."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count
from math import isfinite, pi
from typing import Any

import sympy as sp

from kinloop.compile.tape import Port, Step, Tape
from kinloop.errors import ShapeError, UnsupportedOperation, unknown

Names = Mapping[str, Sequence[Any]]  # input port -> a name or a Symbol for each entry, rows first
Definitions = list[tuple[sp.Symbol, sp.Expr]]

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


def input_symbols(tape: Tape, names: Names | None = None) -> list[list[sp.Symbol]]:
    """The symbol of each entry of each input: the given names, or ``q0`` for ``q[0]`` and ``T0_1`` for ``T[0, 1]``."""
    given = dict(names or {})
    for name in given:
        if name not in [port.name for port in tape.inputs]:
            raise unknown("input", name, [port.name for port in tape.inputs], f"{tape.name!r}")
    table = []
    for port in tape.inputs:
        entries = list(given.get(port.name, _default_names(port, tape.inputs)))
        if len(entries) != port.size:
            raise ShapeError(f"{tape.name}: {len(entries)} names given for {port.name!r}, which has {port.size} entries")
        table.append([entry if isinstance(entry, sp.Symbol) else sp.Symbol(entry) for entry in entries])
    occurrences = Counter(symbol.name for row in table for symbol in row)
    if repeated := sorted(name for name, times in occurrences.items() if times > 1):
        raise ShapeError(f"{tape.name}: every input entry needs its own name, but these are used twice: {', '.join(repeated)}")
    return table


def _default_names(port: Port, ports: Sequence[Port]) -> list[str]:
    if not port.shape:
        return [port.name]
    # Beside an input q1, entry 10 of an input q would be called the same as its entry 0.
    mark = "_" if any(other.name != port.name and other.name.rstrip("0123456789") == port.name for other in ports) else ""
    if len(port.shape) == 1:
        return [f"{port.name}{mark}{i}" for i in range(port.size)]
    return [f"{port.name}{mark}{i}_{j}" for i in range(port.shape[0]) for j in range(port.shape[1])]


def number(value: float) -> sp.Expr:
    """A literal as one would write it: 2, 1/2, 2/3, pi/2 where that is the very same double, and 9.81 as it is."""
    if not isfinite(value):
        return sp.sympify(value)
    near = Fraction(value).limit_denominator(64)
    if float(near) == value and is_friendly(near.denominator):
        return sp.Rational(near.numerator, near.denominator)
    turn = Fraction(value / pi).limit_denominator(12)
    if turn and float(turn) * pi == value:
        return sp.Rational(turn.numerator, turn.denominator) * sp.pi
    return sp.Float(value)


def is_friendly(denominator: int) -> bool:
    """Whether a fraction reads better than its decimals: 1/2, 1/3 and 1/12 do, 3/10 does not."""
    return denominator <= 64 and denominator % 5 != 0


class _Reader:
    def __init__(self, tape: Tape, symbols: list[list[sp.Symbol]], name_steps: bool) -> None:
        self.tape, self.symbols, self.name_steps = tape, symbols, name_steps
        self.definitions: Definitions = []
        self._fresh = fresh_symbols({symbol.name for row in symbols for symbol in row})
        self._values: dict[int, Any] = {}
        self._weight: dict[int, int] = {}  # operations in the text of a value
        self._uses = needed(tape)

    def values(self) -> dict[int, Any]:
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
        # A single operation reads better than a name for it: sin(theta1), m1*u3. A choice waits for the sum that joins it with
        # its other half.
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
        """``if_else_zero(c, a) + if_else_zero(not c, b)``, which is how CasADi writes a choice, as one case distinction."""
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


def needed(tape: Tape) -> Counter[int]:
    """How often each step is read, without the steps that no result needs."""
    uses = Counter(step for result in tape.results for step in result)
    for index in range(len(tape.steps) - 1, -1, -1):
        if index in uses and tape.steps[index].op not in ("input", "const"):
            uses.update(tape.steps[index].args)
    return uses


def written_size(tape: Tape) -> int:
    """Operations of all outputs with nothing named; it can grow exponentially with the tape, where values are used again."""
    size: dict[int, int] = {}
    for index, step in enumerate(tape.steps):
        size[index] = 1 if step.op in ("input", "const") else 1 + sum(size[arg] for arg in step.args)
    return sum(size[step] for result in tape.results for step in result)


def fresh_symbols(taken: Collection[str]) -> Iterator[sp.Symbol]:
    """Names for values, u1, u2, ...: with a letter that no input starts with, so that they are seen to be ours."""
    letters = ("u", "w", "z", "k", "value")
    letter = next((c for c in letters if not any(name.startswith(c) for name in taken)), "value_")
    return (symbol for k in count(1) if (symbol := sp.Symbol(f"{letter}{k}")).name not in taken)


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


def tidy(definitions: Definitions, outputs: dict[str, Any]) -> tuple[Definitions, dict[str, Any]]:
    """Without the names that do not help: of a single operation, and of what is only ever a whole entry of an output.

    The latter come from symmetric matrices, where every entry off the diagonal occurs twice.
    """
    parts = [value for _, value in definitions]
    parts += [entry for output in outputs.values() for entry in (output if isinstance(output, sp.MatrixBase) else [output])]
    inside = {symbol for value in parts if not isinstance(value, sp.Symbol) for symbol in value.free_symbols}
    put_back: dict[Any, Any] = {}
    kept: Definitions = []
    for symbol, definition in definitions:
        value = definition.xreplace(put_back)
        if symbol not in inside or sp.count_ops(definition) <= 1:
            put_back[symbol] = value
        else:
            kept.append((symbol, value))
    # Numbered again, so that no reader looks for the missing ones.
    fresh = fresh_symbols({s.name for value in (*parts, *put_back.values()) for s in value.free_symbols} - _names(definitions))
    renamed = {symbol: next(fresh) for symbol, _ in kept}
    final = {old: value.xreplace(renamed) for old, value in put_back.items()} | renamed
    return [(renamed[s], value.xreplace(renamed)) for s, value in kept], {n: v.xreplace(final) for n, v in outputs.items()}


def _names(definitions: Definitions) -> set[str]:
    return {symbol.name for symbol, _ in definitions}
