"""Equations as text for a terminal and as LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import sympy as sp
from sympy.printing.pretty.pretty_symbology import pretty_symbol
from sympy.printing.str import StrPrinter

from kinloop.equations.symbolic import WIDTH, Equations

_RAISED = str.maketrans("0123456789", "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079")


def plain(equations: Equations) -> str:
    """Text for a terminal: matrices where they fit, else their entries; then the definitions."""
    blocks = [f"{equations.name} ({equations.note})" if equations.note else equations.name]
    for name, matrix in equations.outputs.items():
        drawn = _draw(matrix)
        if 0 in matrix.shape:
            blocks.append(f"{name} is empty.")
        elif matrix.shape != (1, 1) and len(name) + 3 + max(map(len, drawn.splitlines())) <= WIDTH:
            blocks.append(_beside(f"{name} = ", drawn))
        else:
            blocks.append("\n".join(_entry_lines(name, matrix)))
    if equations.definitions:
        blocks.append("\n".join(["where", *(_line(one_line(symbol), value) for symbol, value in equations.definitions)]))
    return "\n\n".join(blocks)


def latex(equations: Equations) -> str:
    """An ``aligned`` block: the outputs, then the definitions."""
    rows = [
        (sp.latex(sp.Symbol(name)), value[0] if value.shape == (1, 1) else value) for name, value in equations.outputs.items()
    ]
    rows += [(sp.latex(symbol), value) for symbol, value in equations.definitions]
    body = " \\\\\n".join(f"{name} &= {sp.latex(value, mat_str='bmatrix', mat_delim='')}" for name, value in rows)
    return f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}"


def one_line(expression: Any) -> str:
    """An expression on one line, with Greek letters, indices and raised powers."""
    text = _Printer({"full_prec": False}).doprint(expression)
    text = re.sub(r"\*\*(\d+)", lambda power: power[1].translate(_RAISED), text)
    return text.replace("**", "^").replace("*", "\u22c5")


class _Printer(StrPrinter):
    """Prints symbols with Greek letters and indices, and absolute values with bars."""

    def _print_Symbol(self, expr: Any) -> str:
        return str(pretty_symbol(expr.name))

    def _print_Abs(self, expr: Any) -> str:
        return f"|{self._print(expr.args[0])}|"


def _entry_lines(name: str, matrix: Any) -> Iterator[str]:
    rows, columns = matrix.shape
    symmetric = rows == columns > 1 and matrix == matrix.T
    listed = [(i, j) for i in range(rows) for j in range(i if symmetric else 0, columns)]
    for i, j in listed:
        index = f"[{i}, {j}]" if columns > 1 else f"[{i}]" if rows > 1 else ""
        if matrix[i, j] != 0 or not index:
            yield _line(f"{name}{index}", matrix[i, j])
    if symmetric:
        yield f"{name} is symmetric."
    if len(listed) > 1 and any(matrix[i, j] == 0 for i, j in listed):
        yield "Entries not listed are 0."


def _line(name: str, value: Any) -> str:
    """``name = value``, broken between terms where it is too long."""
    lines, line = [], f"{name} ="
    for word in re.split(r" (?=[+-] )", one_line(value)):
        if len(line) + len(word) >= WIDTH and line.strip():
            lines.append(line)
            line = "       "
        line += f" {word}"
    return "\n".join([*lines, line])


def _draw(matrix: Any) -> str:
    return str(sp.pretty(matrix, use_unicode=True, wrap_line=False, full_prec=False))


def _beside(head: str, drawn: str) -> str:
    """Put the name in front of the middle line of a drawing."""
    lines = drawn.splitlines()
    middle = (len(lines) - 1) // 2
    return "\n".join((head if k == middle else " " * len(head)) + line for k, line in enumerate(lines))
