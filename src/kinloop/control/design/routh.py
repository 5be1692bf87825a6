r"""The Routh table of a polynomial, in numbers or symbols.

Numbers are exact: floats are taken as the fractions that they are, so rounding neither makes nor hides a zero. The counts of
roots do not rest on the signs of the first column, which the substitution of a small number for a zero can falsify where roots
lie on the imaginary axis. With :math:`g = \gcd(p(s), p(-s))`, which has every root that is symmetric to another about the
origin, :math:`p = g h`: the roots of :math:`g` on the axis are the real roots of a polynomial in :math:`-s^2`, counted by Sturm's
theorem, the others are halved between the half planes, and :math:`h` has none on the axis.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from kinloop.errors import NotFinite, ShapeError, UnsupportedOperation


@dataclass(frozen=True)
class RouthTable:
    """The Routh table of a polynomial, from the highest power of s.

    ``rows`` has a row for each power, ``notes`` what was substituted in it: a zero at the beginning of a row is replaced by a
    small positive ``epsilon``, a row of zeros by the derivative of the auxiliary polynomial. Entries are SymPy expressions.
    """

    coefficients: tuple[Any, ...]
    rows: tuple[tuple[Any, ...], ...]
    notes: tuple[str, ...]

    @property
    def first_column(self) -> tuple[Any, ...]:
        """The first entry of each row."""
        return tuple(row[0] for row in self.rows)

    @property
    def is_symbolic(self) -> bool:
        """Whether a coefficient has symbols, so that roots cannot be counted; see :meth:`subs`."""
        return any(each.free_symbols for each in self.coefficients)

    @property
    def conditions(self) -> tuple[Any, ...]:
        """Expressions that are all above zero if, and only if, every root is in the left half plane: the first column divided by
        its first entry, without numbers that are above zero by themselves. A zero alone where no values make it stable: if
        something had to be substituted for a zero."""
        import sympy as sp

        if any(self.notes):
            return (sp.Integer(0),)
        entries = [sp.factor(each / self.rows[0][0]) for each in self.first_column[1:]]
        return tuple(each for each in entries if not each.is_positive)

    @property
    def right_half_plane(self) -> int:
        """The number of roots in the right half plane, with their multiplicities."""
        return self._counts[0]

    @property
    def on_axis(self) -> int:
        """The number of roots on the imaginary axis, the origin included, with their multiplicities."""
        return self._counts[1]

    @property
    def is_stable(self) -> bool:
        """Whether every root is in the left half plane."""
        return self._counts == (0, 0)

    @cached_property
    def _counts(self) -> tuple[int, int]:
        if self.is_symbolic:
            symbols = sorted({str(symbol) for each in self.coefficients for symbol in each.free_symbols})
            raise UnsupportedOperation(
                f"the roots of a polynomial with symbols ({', '.join(symbols)}) cannot be counted; give numbers by "
                "table.subs({...}), or see table.conditions"
            )
        return count_roots(self.coefficients)

    def subs(self, values: Mapping[Any, Any]) -> RouthTable:
        """The table of the polynomial with numbers or other expressions for symbols, given by symbol or by name."""
        names = {str(key): _exact(value, "subs") for key, value in values.items()}
        known = {symbol for each in self.coefficients for symbol in each.free_symbols}
        chosen = {symbol: names[str(symbol)] for symbol in known if str(symbol) in names}
        return routh([each.subs(chosen) for each in self.coefficients])

    def latex(self) -> str:
        """The table as LaTeX, an ``array``."""
        import sympy as sp

        width = len(self.rows[0])
        lines = []
        for power, row in zip(self._powers, self.rows, strict=True):
            cells = [sp.latex(_as_printed(entry)) for entry in row] + [""] * (width - len(row))
            lines.append(f"s^{{{power}}} & " + " & ".join(cells))
        return "\\begin{array}{c|" + "c" * width + "}\n" + " \\\\\n".join(lines) + "\n\\end{array}"

    @property
    def _powers(self) -> range:
        return range(len(self.rows) - 1, -1, -1)

    def __str__(self) -> str:
        cells = [[f"s^{power}", *(_text(entry) for entry in row)] for power, row in zip(self._powers, self.rows, strict=True)]
        widths = [max(len(row[k]) for row in cells if k < len(row)) for k in range(len(cells[0]))]
        lines = []
        for row, note in zip(cells, self.notes, strict=True):
            text = " | ".join(
                [row[0].ljust(widths[0]), "  ".join(cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=False))]
            )
            lines.append(f"{text}   ({note})" if note else text)
        if self.is_symbolic and any(self.notes):
            return "\n".join([*lines, "not stable, whatever the values"])
        if self.is_symbolic:
            return "\n".join([*lines, "stable if all are above zero: " + ", ".join(str(each) for each in self.conditions)])
        count = f"roots: {self.right_half_plane} in the right half plane, {self.on_axis} on the imaginary axis"
        return "\n".join([*lines, f"{count}; {'stable' if self.is_stable else 'not stable'}"])


def routh(coefficients: Any) -> RouthTable:
    """The Routh table of a polynomial, with the number of its roots in the right half plane and on the imaginary axis.

    Args:
        coefficients: from the highest power on, numbers or SymPy expressions; or a SymPy ``Poly``, or what
            :func:`characteristic_polynomial` gives.
    Raises: ShapeError: no polynomial of degree one or more. NotFinite: a coefficient is NaN or infinite.
    """
    import sympy as sp

    given = _coefficients(coefficients)
    epsilon = sp.Symbol("epsilon", positive=True)
    degree = len(given) - 1
    rows, notes = [list(given[0::2]), list(given[1::2])], ["", ""]
    rows[1] += [sp.Integer(0)] * (len(rows[0]) - len(rows[1]))
    _repair(rows, notes, degree, epsilon)
    while len(rows) <= degree:
        above, below = rows[-2], rows[-1]
        width = (degree - len(rows)) // 2 + 1
        entry = [
            sp.cancel((below[0] * _at(above, k + 1) - above[0] * _at(below, k + 1)) / below[0]) for k in range(max(width, 1))
        ]
        rows.append(entry)
        notes.append("")
        _repair(rows, notes, degree, epsilon)
    return RouthTable(tuple(given), tuple(tuple(row) for row in rows[: degree + 1]), tuple(notes[: degree + 1]))


def _repair(rows: list[list[Any]], notes: list[str], degree: int, epsilon: Any) -> None:
    """Replace a zero at the beginning of the last row, or the whole row if it is zero."""
    import sympy as sp

    power, row = degree - len(rows) + 1, rows[-1]
    if all(_is_zero(entry) for entry in row):
        s = sp.Symbol("s")
        powers = range(power + 1, -1, -2)
        auxiliary = sum(entry * s**k for k, entry in zip(powers, rows[-2], strict=False))
        rows[-1] = [sp.cancel(k * entry) for k, entry in zip(powers, rows[-2], strict=False) if k > 0] or [sp.Integer(0)]
        notes[-1] = f"zeros replaced by the derivative of {_as_printed(auxiliary)}"
        row = rows[-1]
    if _is_zero(row[0]):
        rows[-1] = [epsilon, *row[1:]]
        notes[-1] = "a zero replaced by a small epsilon > 0"


def _is_zero(entry: Any) -> bool:
    """Whether an expression is zero for all values of its symbols."""
    return bool(entry == 0 or (not entry.is_rational_function() and entry.equals(0)))


def _at(row: Sequence[Any], k: int) -> Any:
    import sympy as sp

    return row[k] if k < len(row) else sp.Integer(0)


def _coefficients(given: Any) -> list[Any]:
    """Exact coefficients from the highest power on. Raises: ShapeError, NotFinite."""
    given = getattr(given, "coefficients", given)
    if hasattr(given, "all_coeffs"):
        given = given.all_coeffs()
    if isinstance(given, str | bytes | Mapping) or not np.iterable(given) or np.ndim(np.asarray(given, object)) != 1:
        raise ShapeError(f"routh: the coefficients are {given!r:.80}, expected numbers or SymPy expressions, highest power first")
    exact = [_exact(each, "routh") for each in given]
    if len(exact) < 2:
        raise ShapeError(f"routh: {len(exact)} coefficients are given, expected at least two: a polynomial of degree one or more")
    if exact[0] == 0:
        raise ShapeError("routh: the first coefficient is zero, expected that of the highest power")
    return exact


def _exact(given: Any, what: str) -> Any:
    """A number as a fraction, or a SymPy expression with its floats as fractions."""
    import sympy as sp

    if isinstance(given, str | bytes) or given is None:
        raise ShapeError(f"{what}: the coefficient {given!r:.80} is not a number or a SymPy expression")
    try:
        value = sp.sympify(given.item() if isinstance(given, np.generic) else given, strict=True)
    except (sp.SympifyError, AttributeError):
        raise ShapeError(f"{what}: the coefficient {given!r:.80} is not a number or a SymPy expression") from None
    if value.has(sp.nan, sp.oo, -sp.oo, sp.zoo):
        raise NotFinite(f"{what}: the coefficient {given!r:.80} is not finite, expected finite numbers")
    if not isinstance(value, sp.Expr) or value.has(sp.I):
        raise ShapeError(f"{what}: the coefficient {given!r:.80} is not real, expected real numbers or expressions")
    value = value.xreplace({each: sp.Rational(*float(each).as_integer_ratio()) for each in value.atoms(sp.Float)})
    return sp.cancel(value)


def _as_printed(expression: Any) -> Any:
    """An expression as it is printed: long fractions as decimals."""
    import sympy as sp

    long = {each: sp.Float(each, 6) for each in expression.atoms(sp.Rational) if max(abs(each.p), each.q) > 9999}
    return sp.factor(expression) if not long and expression.free_symbols else expression.xreplace(long)


def _text(expression: Any) -> str:
    """An entry of the printed table."""
    shown = _as_printed(expression)
    return f"{float(shown):.6g}" if shown.is_Float else str(shown)


# ---------------------------------------------------------------- exact counts


def count_roots(coefficients: Sequence[Any]) -> tuple[int, int]:
    """The numbers of roots in the right half plane and on the imaginary axis, with multiplicities, of exact coefficients."""
    import sympy as sp

    s, u = sp.Symbol("s"), sp.Symbol("u")
    p = sp.Poly(list(coefficients), s, domain="QQ") if all(each.is_Rational for each in coefficients) else None
    if p is None:
        raise UnsupportedOperation("roots are counted for rational coefficients only; give numbers as floats")
    at_origin = next(k for k, each in enumerate(reversed(p.all_coeffs())) if each != 0)
    p = sp.Poly(p.all_coeffs()[: len(p.all_coeffs()) - at_origin], s, domain="QQ")
    g = sp.gcd(p, sp.Poly(p.as_expr().subs(s, -s), s, domain="QQ"))
    h = sp.quo(p, g)
    # g is even: a polynomial in u = -s^2, whose positive roots are the squares of frequencies.
    even = sp.Poly([(-1) ** k * each for k, each in zip(range(g.degree() // 2, -1, -1), g.all_coeffs()[::2], strict=True)], u)
    on_axis = sum(2 * power * factor.count_roots(0, None) for factor, power in even.sqf_list()[1])
    return (g.degree() - on_axis) // 2 + _right_roots(h.all_coeffs()), on_axis + at_origin


def _right_roots(coefficients: Sequence[Any]) -> int:
    """Roots in the right half plane of a polynomial without symmetric ones, by its index of Cauchy: the signs of a Euclidean
    chain (Routh's, for which zeros at the beginning of a row need no substitution) at plus and minus infinity."""
    import sympy as sp

    w, degree = sp.Symbol("w"), len(coefficients) - 1
    if degree == 0:
        return 0
    # p(jw) = j^n (a(w) - j b(w)); the roots are as many in the left half plane more than in the right as the index of b/a says.
    signs = (1, 1, -1, -1)
    shifted = [signs[k % 4] * each for k, each in enumerate(coefficients)]
    a = sp.Poly([each if k % 2 == 0 else 0 for k, each in enumerate(shifted)], w, domain="QQ")
    b = sp.Poly([each if k % 2 == 1 else 0 for k, each in enumerate(shifted)], w, domain="QQ")
    chain = [a, b]
    while not chain[-1].is_zero:
        chain.append(-sp.rem(chain[-2], chain[-1]))
    leading = [(each.LC(), each.degree()) for each in chain[:-1]]
    changes = {sign: _changes([lc * sign**n for lc, n in leading]) for sign in (1, -1)}
    index = changes[-1] - changes[1]
    return (degree - index) // 2


def _changes(values: Sequence[Any]) -> int:
    return sum(1 for one, other in pairwise(values) if (one > 0) != (other > 0))
