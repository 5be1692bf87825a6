"""A tape as C99 source: one function over plain arrays, for embedded targets and for reading.

The source needs nothing but ``<math.h>`` and allocates nothing; each value is assigned once, in the order of the tape, so it
rounds as CasADi does. All results are computed before the first is stored: an output array may be one of the input arrays.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from math import isinf, isnan

from kinloop.compile.c.c_names import identifiers
from kinloop.compile.tape.tape import Port, Step, Tape
from kinloop.errors import UnsupportedOperation

WIDTH = 100  # columns of a line
_INDENT = "    "

_ADD, _MUL, _UNARY, _ATOM = range(4)  # how tightly a piece of text binds
_INFIX = {"add": ("+", _ADD), "sub": ("-", _ADD), "mul": ("*", _MUL), "div": ("/", _MUL)}
_SAME_IN_C = "exp log sqrt sin cos tan asin acos atan floor ceil fabs sinh cosh tanh asinh acosh atanh atan2 log1p expm1 fmod erf"
_CALLS = frozenset(_SAME_IN_C.split())

# C returns a number for these where an argument is NaN (or, for the logical ones, has no such function). A NaN input must give
# a NaN output, so each is wrapped; the body is what C computes if no argument is NaN.
_GUARDED = {
    "lt": "a < b",
    "le": "a <= b",
    "eq": "a == b",
    "ne": "a != b",
    "and": "a != 0.0 && b != 0.0",
    "or": "a != 0.0 || b != 0.0",
    "fmin": "a < b ? a : b",
    "fmax": "a > b ? a : b",
    "copysign": "copysign(a, b)",
    "pow": "pow(a, b)",
    "hypot": "hypot(a, b)",
}
# The value that is not chosen may well be NaN, as in if_else(x > 0, sqrt(x), 0); see _Writer.poison for the inputs behind it.
_CHOICE = {"if_else_zero": "a != a ? a : a != 0.0 ? b : 0.0"}
_UNARY_HELPERS = {"not": "a != a ? a : a == 0.0", "sign": "a < 0.0 ? -1.0 : a > 0.0 ? 1.0 : a"}
_HELPERS = (*_GUARDED, *_CHOICE, *_UNARY_HELPERS)


def to_c(tape: Tape) -> str:
    """Write the C99 source of one function ``void NAME(const double *in1, ..., double *out1, ...)``.

    Arrays are dense with the last axis contiguous (rows first). A NaN among the inputs that an output is computed from makes
    that output NaN, as in machine code.

    Raises: UnsupportedOperation: the tape has an operation that C source is not written for.
    """
    names = identifiers(tape.name, [port.name for port in (*tape.inputs, *tape.outputs)], _HELPERS)
    writer = _Writer(tape, names[0], names[1 : 1 + len(tape.inputs)])
    body = writer.body(names[1 + len(tape.inputs) :])
    parameters = [
        *(f"const double *{name}" for name in names[1 : 1 + len(tape.inputs)]),
        *(f"double *{name}" for name in names[1 + len(tape.inputs) :]),
    ]
    parts = [_header(tape, names), "#include <math.h>", *writer.helpers()]
    opening = _wrap(f"void {names[0]}(", parameters or ["void"], ")")
    parts.append("\n".join([opening, "{", *(_INDENT + line if line else "" for line in body), "}"]))
    return "\n\n".join(parts) + "\n"


@dataclass
class _Writer:
    """Turns steps into lines, folding a value that is used once into the line that uses it."""

    tape: Tape
    function: str
    inputs: list[str]
    lines: list[str] = field(default_factory=list)
    text: dict[int, tuple[str, int]] = field(default_factory=dict)  # step -> text of its value, how tightly it binds
    used_helpers: set[str] = field(default_factory=set)
    used_ports: set[int] = field(default_factory=set)
    named: int = 0

    def body(self, outputs: list[str]) -> list[str]:
        """The lines of the function's body."""
        steps, uses = self.tape.steps, _uses(self.tape)
        results = {step for result in self.tape.results for step in result}
        for index in sorted(uses):
            self._write(index, steps[index])
            # A value used twice would be computed twice, and a stored input could be overwritten by an earlier store.
            if steps[index].op != "const" and (index in results or (uses[index] > 1 and steps[index].op != "input")):
                self._name(index)
        poison = self.poison()
        unused = [name for k, name in enumerate(self.inputs) if k not in self.used_ports]
        unused += [name for name, port in zip(outputs, self.tape.outputs, strict=True) if not port.size]
        stores = [
            f"{name}[{entry}] = {'any_nan ? NAN : ' if poison else ''}{self.text[step][0]};"
            for name, result in zip(outputs, self.tape.results, strict=True)
            for entry, step in enumerate(result)
        ]
        blocks = [self.lines, poison, [*stores, *(f"(void){name};" for name in unused)]]
        return "\n\n".join("\n".join(block) for block in blocks if block).splitlines()

    def poison(self) -> list[str]:
        """The lines that find a NaN input, where a tape chooses between values: the value not chosen may be the NaN."""
        if "if_else_zero" not in self.used_helpers:
            return []
        lines = ["int any_nan = 0;"]
        for k, (name, port) in enumerate(zip(self.inputs, self.tape.inputs, strict=True)):
            if port.size:
                self.used_ports.add(k)
                lines.append(f"for (int i = 0; i < {port.size}; i++) any_nan |= {name}[i] != {name}[i];")
        return lines

    def helpers(self) -> list[str]:
        """The source of the helper functions that the body uses."""
        return [_helper(self.function, op) for op in _HELPERS if op in self.used_helpers]

    def _write(self, index: int, step: Step) -> None:
        if step.op == "const":
            self.text[index] = _literal(step.value)
        elif step.op == "input":
            port, entry = step.args
            self.used_ports.add(port)
            self.text[index] = f"{self.inputs[port]}[{entry}]", _ATOM
        else:
            room = WIDTH - len(_INDENT) - len(f"const double v{self.named + 2} = ;")
            while len((composed := self._compose(step))[0]) > room:
                longest = max(step.args, key=lambda arg: len(self.text[arg][0]))
                if self.tape.steps[longest].op in ("const", "input") or not self._name(longest):
                    break
            self.text[index] = composed

    def _name(self, index: int) -> bool:
        """Assign the value to a variable on its own line; False where it has one."""
        text, _ = self.text[index]
        if re.fullmatch(r"v\d+", text):
            return False
        name = f"v{self.named}"
        self.named += 1
        self.lines.append(f"const double {name} = {text};")
        self.text[index] = name, _ATOM
        return True

    def _compose(self, step: Step) -> tuple[str, int]:
        op, args = step.op, [self.text[arg] for arg in step.args]
        if op in _INFIX:
            sign, level = _INFIX[op]
            # The right side needs its brackets even where algebra does not: rounding depends on the order.
            space = " " if level == _ADD else ""
            return f"{_bracket(args[0], level)}{space}{sign}{space}{_bracket(args[1], level + 1, first=False)}", level
        if op == "neg":
            return f"-{_bracket(args[0], _ATOM)}", _UNARY
        if op == "sq":
            return f"{_bracket(args[0], _MUL)}*{_bracket(args[0], _UNARY, first=False)}", _MUL
        if op == "twice":
            return f"2.0*{_bracket(args[0], _UNARY, first=False)}", _MUL
        if op == "inv":
            return f"1.0/{_bracket(args[0], _UNARY, first=False)}", _MUL
        return f"{self._function_name(step)}({', '.join(text for text, _ in args)})", _ATOM

    def _function_name(self, step: Step) -> str:
        if step.op == "pow":
            exponent = self.tape.steps[step.args[1]]
            if exponent.op == "const" and exponent.value != 0.0:
                return "pow"  # only pow(NaN, 0) and pow(1, NaN) lose a NaN
        if step.op in _CALLS:
            return step.op
        if step.op in _HELPERS:
            self.used_helpers.add(step.op)
            return f"{self.function}_{step.op}"
        raise UnsupportedOperation(f"{self.tape.name}: C source has no operation for {step.op!r}")


def _uses(tape: Tape) -> Counter[int]:
    """The number of times that the text of each step is written; steps that no result needs are left out."""
    uses: Counter[int] = Counter(step for result in tape.results for step in result)
    for index in range(len(tape.steps) - 1, -1, -1):
        step = tape.steps[index]
        if index in uses and step.op not in ("input", "const"):
            uses.update(step.args * 2 if step.op == "sq" else step.args)
    return uses


def _bracket(piece: tuple[str, int], level: int, first: bool = True) -> str:
    text, binds = piece
    return f"({text})" if binds < level or (not first and text.startswith("-")) else text


def _literal(value: float) -> tuple[str, int]:
    """The shortest text that C reads as exactly this number, which is Python's repr."""
    if isnan(value):
        return "NAN", _ATOM
    text = repr(float(value)).replace("inf", "INFINITY") if isinf(value) else repr(float(value))
    return text, _UNARY if text.startswith("-") else _ATOM


def _helper(function: str, op: str) -> str:
    body = _UNARY_HELPERS.get(op) or _CHOICE.get(op) or f"a != a || b != b ? a + b : ({_GUARDED[op]})"
    parameters = "double a" if op in _UNARY_HELPERS else "double a, double b"
    return f"static inline double {function}_{op}({parameters})\n{{\n{_INDENT}return {body};\n}}"


def _header(tape: Tape, names: list[str]) -> str:
    ports = (*tape.inputs, *tape.outputs)
    width = max((len(name) for name in names[1:]), default=0)
    lines = [f"/* {names[0]}: written by kinloop from its formula; dense arrays, rows first."]
    for k, (port, name) in enumerate(zip(ports, names[1:], strict=True)):
        side = "in " if k < len(tape.inputs) else "out"
        lines.append(f" *   {side} {name:<{width}}  {_shape(port)}{_original(port.name, name)}")
    return "\n".join([*lines, " * A NaN input gives a NaN output. An output may be the same array as an input. */"])


def _shape(port: Port) -> str:
    if not port.shape:
        return "1 number"
    return " x ".join(str(n) for n in port.shape) + (" numbers" if port.size != 1 else " number")


def _original(name: str, identifier: str) -> str:
    """The name before it became an identifier, without characters that could end the comment."""
    return "" if name == identifier else "  (named " + re.sub(r"[^\w .:+\-\[\]()]", "_", name, flags=re.ASCII) + ")"


def _wrap(head: str, items: list[str], tail: str) -> str:
    lines, line = [], head
    for k, item in enumerate(items):
        piece = item + (", " if k + 1 < len(items) else tail)
        if len(line) + len(piece) > WIDTH and line != head:
            lines.append(line.rstrip())
            line = " " * len(head)
        line += piece
    return "\n".join([*lines, line])
