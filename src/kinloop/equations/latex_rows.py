"""Equations as LaTeX whose rows fit a page: long sums are broken between terms, wide matrices are written entry by entry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from kinloop.equations.symbolic import Equations
from kinloop.equations.text import one_line


def latex_in_rows(equations: Equations, width: int) -> str:
    """An ``aligned`` block with rows of about ``width`` characters as they are printed; one term is never broken."""
    rows: list[str] = []
    for name, matrix in equations.outputs.items():
        rows += _output(name, matrix, width)
    for symbol, value in equations.definitions:
        rows += _sum(sp.latex(symbol), value, width)
    body = " \\\\\n".join(rows)
    return f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}"


def _output(name: str, matrix: Any, width: int) -> Iterator[str]:
    symbol = sp.latex(sp.Symbol(name))
    if matrix.shape == (1, 1):
        yield from _sum(symbol, matrix[0], width)
        return
    rows, columns = matrix.shape
    widths = [sum(len(one_line(matrix[i, j])) + 2 for j in range(columns)) for i in range(rows)]
    if not widths or max(widths) + len(name) <= width:
        yield f"{symbol} &= {sp.latex(matrix, mat_str='bmatrix', mat_delim='')}"
        return
    symmetric = rows == columns and matrix == matrix.T
    listed = [(i, j) for i in range(rows) for j in range(i if symmetric else 0, columns)]
    for i, j in listed:
        if matrix[i, j] != 0:
            yield from _sum(f"{symbol}[{f'{i}, {j}' if columns > 1 else i}]", matrix[i, j], width)
    if symmetric:
        yield f"{symbol} &= {symbol}^{{T}}"
    if any(matrix[i, j] == 0 for i, j in listed):
        yield r"&\text{entries not listed are } 0"


def _sum(name: str, value: Any, width: int) -> Iterator[str]:
    """``name &= value``, with further rows where the sum is too long."""
    row, length = f"{name} &=", len(name) + 3
    for k, term in enumerate(value.as_ordered_terms()):
        size = len(one_line(term)) + 3
        text = sp.latex(term)
        if k and length + size > width:
            yield row
            row, length = r"&\quad", 4
        sign = "" if k == 0 or text.startswith("-") else "+ "
        row, length = f"{row} {sign}{text}", length + size
    yield row
