"""The language of expressions: a text is parsed into a program for a stack machine.

Precedence from loose to tight: ``+ -``, ``* /``, unary minus, ``^`` or ``**`` (to the right), the units ``deg`` and ``rad``.
The program is postfix and not a tree, so that its evaluation needs no recursion.
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from kinloop.errors import ExpressionError, listing

MAX_LENGTH = 1000
MAX_DEPTH = 50
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
FUNCTIONS: dict[str, int | None] = {  # number of arguments; None: two or more
    "sqrt": 1, "sin": 1, "cos": 1, "tan": 1, "asin": 1, "acos": 1, "atan": 1, "atan2": 2,
    "exp": 1, "log": 1, "abs": 1, "min": None, "max": None,
}  # fmt: skip
CONSTANTS = {"pi": math.pi}
UNITS = {"deg": math.pi / 180, "rad": None}
RESERVED = frozenset({*FUNCTIONS, *CONSTANTS, *UNITS})

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)|(?P<name>[A-Za-z_][A-Za-z0-9_]*)|(?P<sign>\*\*|[-+*/^(),])|(?P<other>\S))"
)
_BINARY = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 4}
_NEGATION = 3


class Operation(NamedTuple):
    """A step that takes ``arity`` numbers from the stack and pushes one."""

    name: str
    arity: int


Step = float | str | Operation  # a constant, the name of a parameter, an operation


class Token(NamedTuple):
    """A word of an expression and its place."""

    kind: str  # number, name, sign, other, end
    text: str
    column: int  # from 1


def fault(text: str, column: int, message: str) -> ExpressionError:
    """The error with a caret below its place; a long text is cut around it."""
    start = max(0, column - 31)
    shown = "".join(c if c.isprintable() else " " for c in text[start : start + 60])
    whole = text if len(text) <= 60 else text[:57] + "..."
    drawing = f"    {shown}\n    {' ' * (column - 1 - start)}^"
    return ExpressionError(f"{whole!r}: column {column}: {message}\n{drawing}", f"{whole!r}: {message}", column)


def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a text, with an ``end`` after the last; ``**`` is read as ``^``."""
    if len(text) > MAX_LENGTH:
        raise ExpressionError(f"an expression of {len(text)} characters; at most {MAX_LENGTH} are read: {text[:40]!r}...")
    words = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or "other"
        word = match[kind]
        words.append(Token(kind, "^" if word == "**" else word, match.start(kind) + 1))
    return (*words, Token("end", "", len(text.rstrip()) + 1))


def parse(text: str) -> tuple[Step, ...]:
    """The program of an expression.

    Raises: ExpressionError: with the column, what was expected and what was found.
    """
    return _Parser(text).program()


class _Parser:
    """A parser by precedence climbing; ``depth`` counts open brackets, calls, minus signs and powers."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = tokens(text)
        self._next = 0
        self._steps: list[Step] = []

    def program(self) -> tuple[Step, ...]:
        """Parse the whole text."""
        self._expression(1, 0, "")
        if self._token.kind != "end":
            raise self._unexpected_token("an operator or the end", self._about_units())
        return tuple(self._steps)

    @property
    def _token(self) -> Token:
        return self._tokens[self._next]

    def _take(self, sign: str) -> None:
        if self._token.text != sign:
            raise self._unexpected_token(f"an operator or '{sign}'" if sign == ")" else f"'{sign}'")
        self._next += 1

    def _unexpected_token(self, expected: str, hint: str = "") -> ExpressionError:
        found = "the end" if self._token.kind == "end" else repr(self._token.text)
        return fault(self._text, self._token.column, f"expected {expected} but found {found}{hint}")

    def _about_units(self) -> str:
        """The hint for a word after a number, such as ``degrees`` or ``mm``."""
        word = self._token.text.lower()
        if self._tokens[self._next - 1].kind != "number" or not (self._token.kind == "name" or word == "°"):
            return ""
        near = " (did you mean 'deg'?)" if word.startswith(("deg", "°")) else ""
        return f"{near}; the only units in expressions are deg and rad, other values are in SI units"

    def _expression(self, loosest: int, depth: int, before: str) -> None:
        if depth > MAX_DEPTH:
            raise fault(self._text, self._token.column, f"nested deeper than {MAX_DEPTH} levels")
        self._operand(depth, before)
        while _BINARY.get(self._token.text, 0) >= loosest:
            sign = self._token.text
            self._next += 1
            tightness = _BINARY[sign]
            self._expression(tightness if sign == "^" else tightness + 1, depth + (sign == "^"), sign)
            self._steps.append(Operation(sign, 2))

    def _operand(self, depth: int, before: str) -> None:
        token = self._token
        if token.text == "-":
            self._next += 1
            self._expression(_NEGATION, depth + 1, before)
            self._steps.append(Operation("negate", 1))
            return
        if token.kind == "number":
            self._number(token)
        elif token.text == "(":
            self._next += 1
            self._expression(1, depth + 1, "")
            self._take(")")
        elif token.kind == "name" and token.text not in UNITS:
            self._name(token, depth)
        else:
            raise self._unexpected_token("a number, a name or '('")
        self._unit(before)

    def _number(self, token: Token) -> None:
        value = float(token.text)
        if math.isinf(value):
            raise fault(self._text, token.column, "this number is too large")
        self._next += 1
        self._steps.append(value)

    def _name(self, token: Token, depth: int) -> None:
        self._next += 1
        if token.text in FUNCTIONS:
            self._call(token, depth)
        elif self._token.text == "(":
            raise fault(self._text, token.column, f"no function {token.text!r}; there are: {listing(FUNCTIONS)}")
        else:
            self._steps.append(CONSTANTS.get(token.text, token.text))

    def _call(self, function: Token, depth: int) -> None:
        self._take("(")
        self._expression(1, depth + 1, "")
        count = 1
        while self._token.text == ",":
            self._next += 1
            self._expression(1, depth + 1, "")
            count += 1
        self._take(")")
        wanted = FUNCTIONS[function.text]
        if (wanted is None and count < 2) or wanted not in (None, count):
            expected = "two or more arguments" if wanted is None else f"{wanted} argument{'s' * (wanted > 1)}"
            raise fault(self._text, function.column, f"{function.text!r} takes {expected} but was given {count}")
        self._steps.append(Operation(function.text, count))

    def _unit(self, before: str) -> None:
        if self._token.text not in UNITS:
            return
        unit = self._token.text
        if before in ("/", "^"):
            message = f"a unit after {before!r} can be read in two ways; use brackets, as in '(360/7) {unit}'"
            raise fault(self._text, self._token.column, message)
        factor = UNITS[unit]
        self._next += 1
        if factor is not None:
            self._steps += [factor, Operation("*", 2)]
