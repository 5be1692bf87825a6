"""Equations as LaTeX whose rows fit a page: long sums are broken between terms, also within products and above fraction bars, and
wide matrices are written entry by entry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from kinloop.equations.symbolic import Equations
from kinloop.equations.text import one_line

INDENT = 8  # columns of what stands before a term in a row


def latex_in_rows(equations: Equations, width: int) -> str:
    """An ``aligned`` block with rows of about ``width`` printed characters; a term without a sum in it is never broken."""
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
    for k, (text, size) in enumerate(_pieces(value, width)):
        if k and length + size > width:
            yield row
            row, length = r"&\quad", 4
        row, length = f"{row} {text}", length + size
    yield row


def _pieces(value: Any, width: int) -> Iterator[tuple[str, int]]:
    """The parts of an expression between which a row may end, as LaTeX, with their printed length: the terms of its sum, and of
    a term that fills a row by itself the terms of the sum in it."""
    for k, term in enumerate(value.as_ordered_terms()):
        found = list(_factor_pieces(term, width)) if len(one_line(term)) > width - INDENT else [_piece(term)]
        sign = "" if k == 0 or found[0][0].startswith("-") else "+ "
        yield sign + found[0][0], found[0][1] + 3
        yield from found[1:]


def _factor_pieces(term: Any, width: int) -> Iterator[tuple[str, int]]:
    """A product with a sum as ``rest (sum)``, whose parentheses may be in different rows; other terms are one piece."""
    sums = [factor for factor in sp.Mul.make_args(term) if factor.is_Add]
    if not sums:
        yield _piece(term)
        return
    longest = max(sums, key=lambda each: len(one_line(each)))
    rest = sp.Mul(*(factor for factor in sp.Mul.make_args(term) if factor is not longest))
    text = {1: "", -1: "-"}.get(rest, sp.latex(rest))
    yield rf"{text} \Bigl(".lstrip(), len(one_line(rest)) + 2
    yield from _pieces(longest, width)
    yield r"\Bigr)", 2


def _piece(term: Any) -> tuple[str, int]:
    return sp.latex(term), len(one_line(term))
