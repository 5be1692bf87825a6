"""Names in equations: of the entries of inputs and of common parts; and how numbers are written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count
from math import isfinite, pi
from typing import Any

import sympy as sp

from kinloop.compile.tape.tape import Port, Tape
from kinloop.errors import ShapeError, unknown_name

ONE_ROUNDING = 2.3e-16
Names = Mapping[str, Sequence[Any]]  # input port -> a name or a Symbol for each entry, rows first
Definitions = list[tuple[sp.Symbol, sp.Expr]]


def input_symbols(tape: Tape, names: Names | None = None) -> list[list[sp.Symbol]]:
    """The symbol of each entry of each input: the given names, or ``q0`` for ``q[0]`` and ``T0_1`` for ``T[0, 1]``."""
    given = dict(names or {})
    for name in given:
        if name not in [port.name for port in tape.inputs]:
            raise unknown_name("input", name, [port.name for port in tape.inputs], f"{tape.name!r}")
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
    """A number as a person writes it: 2, 1/2, 2/3 where that is exactly the same double, pi/2 where it is but for one rounding,
    else a decimal such as 9.81."""
    if not isfinite(value):
        return sp.sympify(value)
    near = Fraction(value).limit_denominator(64)
    if float(near) == value and is_friendly(near.denominator):
        return sp.Rational(near.numerator, near.denominator)
    turn = Fraction(value / pi).limit_denominator(12)
    if turn and abs(float(turn) * pi - value) <= ONE_ROUNDING * abs(value):  # 30 deg differs from pi/6
        return sp.Rational(turn.numerator, turn.denominator) * sp.pi
    return sp.Float(value)


def is_friendly(denominator: int) -> bool:
    """Whether a fraction reads better than its decimals: 1/2, 1/3 and 1/12 do, 3/10 does not."""
    return denominator <= 64 and denominator % 5 != 0


def fresh_symbols(taken: Collection[str]) -> Iterator[sp.Symbol]:
    """Symbols u1, u2, ... for common parts, with a letter that no input starts with."""
    letters = ("u", "w", "z", "k", "value")
    letter = next((c for c in letters if not any(name.startswith(c) for name in taken)), "value_")
    return (symbol for k in count(1) if (symbol := sp.Symbol(f"{letter}{k}")).name not in taken)


def tidy(definitions: Definitions, outputs: dict[str, Any]) -> tuple[Definitions, dict[str, Any]]:
    """Remove the names of single operations and of values that occur only as whole entries of outputs.

    The latter come from symmetric matrices, where every entry off the diagonal occurs twice. The rest is numbered again.
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
    fresh = fresh_symbols({s.name for value in (*parts, *put_back.values()) for s in value.free_symbols} - _names(definitions))
    renamed = {symbol: next(fresh) for symbol, _ in kept}
    final = {old: value.xreplace(renamed) for old, value in put_back.items()} | renamed
    return [(renamed[s], value.xreplace(renamed)) for s, value in kept], {n: v.xreplace(final) for n, v in outputs.items()}


def _names(definitions: Definitions) -> set[str]:
    return {symbol.name for symbol, _ in definitions}
