"""A tape as readable equations: SymPy expressions in the usual form of robot models, as text and as LaTeX.

SymPy is imported when the first function is called, not with this module.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kinloop.compile.tape.tape import Tape
from kinloop.errors import unknown_name

if TYPE_CHECKING:
    import sympy as sp

MOST_WRITTEN = 100_000  # operations with nothing named, for a tape to be simplified; beyond three joints of velocity terms
MOST_OPERATIONS = 450  # in equations without named parts
WIDTH = 110  # columns of text
LONGEST_IN_A_NOTEBOOK = 20_000  # characters of LaTeX; a notebook shows longer equations as text, which takes no time to set

Names = Mapping[str, Sequence[Any]]


@dataclass(frozen=True)
class Equations:
    """The outputs of a formula as SymPy matrices (one by one for a single number).

    Where they would be too long to read, ``definitions`` names their common parts, each in terms of the inputs and of the
    definitions before it.
    """

    name: str
    outputs: dict[str, sp.Matrix]
    definitions: tuple[tuple[sp.Symbol, sp.Expr], ...] = ()
    note: str = ""  # explains symbols

    def __str__(self) -> str:
        from kinloop.equations import text as sympy_text

        return sympy_text.plain(self)

    def latex(self, width: int | None = None) -> str:
        """The equations as an ``aligned`` block of LaTeX, for a display. ``width``: of its rows, in printed characters (100 fit a
        page): longer sums are broken between terms, also those in products and fractions, and wider matrices are written entry by
        entry."""
        from kinloop.equations import text as sympy_text
        from kinloop.equations.latex_rows import latex_in_rows

        return sympy_text.latex(self) if width is None else latex_in_rows(self, width)

    def _repr_latex_(self) -> str | None:
        text = self.latex(WIDTH)
        return f"$$\n{text}\n$$" if len(text) <= LONGEST_IN_A_NOTEBOOK else None

    def abbreviated(self) -> Equations:
        """The same with short names of sines and cosines, as textbooks have them: ``s12`` is ``sin(theta1 + theta2)``."""
        from kinloop.equations.abbreviations import abbreviate

        return abbreviate(self)

    def without_definitions(self) -> dict[str, sp.Matrix]:
        """The outputs with every definition substituted, whatever their length."""
        known: dict[Any, Any] = {}
        for symbol, value in self.definitions:
            known[symbol] = value.xreplace(known)
        return {name: value.xreplace(known) for name, value in self.outputs.items()}


def equations(
    tape: Tape,
    collect_by: Sequence[str] = (),
    simplify: bool = True,
    symbols: Names | None = None,
    positive: Collection[str] = (),
) -> Equations:
    """The outputs of a tape as equations.

    Small models are simplified with :func:`readable`. Where the result is too long, common parts are named; for a large tape
    the steps themselves are named, which takes time proportional to its length.

    Args:
        tape: the tape.
        collect_by: display names to sort sums by, usually the masses: ``m1*(...) + m2*(...)``.
        simplify: False writes the tape without simplification.
        symbols: display names of the entries of an input, rows first: ``{"q": ["theta1", "theta2"]}``. Others are ``q0``.
        positive: display names of quantities known to be positive, so that ``sqrt(l**2)`` becomes ``l``.
    Raises:
        UnsupportedOperation: SymPy lacks an operation of the tape.
        UnknownName: a name in ``symbols``, ``collect_by`` or ``positive`` that the inputs do not have.
        ShapeError: ``symbols`` has another number of names than an input has entries, or a name twice.
    """
    import sympy as sp

    from kinloop.equations import readable as sympy_readable
    from kinloop.equations import tape_expressions as sympy_tape
    from kinloop.equations.symbol_names import input_symbols

    names = [symbol.name for row in input_symbols(tape, symbols) for symbol in row]
    for name in (*collect_by, *positive):
        if name not in names:
            raise unknown_name("display name", name, names, repr(tape.name))
    definitions: Sequence[tuple[Any, Any]] = ()
    outputs: dict[str, Any] | None = None
    if sympy_tape.size_without_names(tape) <= MOST_WRITTEN:
        try:
            _, outputs = sympy_tape.read(tape, symbols)
            if simplify:
                simplifier = sympy_readable.Simplifier(collect_by, positive)
                outputs = {name: simplifier(value) for name, value in outputs.items()}
                outputs = None if simplifier.gave_up else outputs
        except RecursionError:
            outputs = None  # a long chain of functions of functions; named steps are not nested
    if outputs is None:
        definitions, outputs = sympy_tape.read(tape, symbols, name_steps=True)
    elif sum(int(sp.count_ops(value)) for value in outputs.values()) > MOST_OPERATIONS:
        definitions, outputs = name_subexpressions(outputs)
    as_matrices = {name: value if isinstance(value, sp.MatrixBase) else sp.Matrix([[value]]) for name, value in outputs.items()}
    return Equations(tape.name, as_matrices, tuple(definitions))


def to_sympy(tape: Tape, symbols: Names | None = None) -> dict[str, Any]:
    """Each output as a SymPy matrix (a column for one axis), or as an expression for a single number, not simplified.

    SymPy has no signed zeros and no NaN. For a long tape the result can be very large, since no part of it is named; then use
    :func:`equations`.

    Args: as in :func:`equations`.
    """
    from kinloop.equations import tape_expressions as sympy_tape

    return sympy_tape.read(tape, symbols)[1]


def readable(expression: Any, collect_by: Sequence[str] = (), positive: Collection[str] = ()) -> Any:
    """Simplify a SymPy expression or matrix of real quantities to the usual form of robot models.

    Angles are joined (cos(a) cos(b) - sin(a) sin(b) = cos(a + b), sin(a)^2 + cos(a)^2 = 1), roots of squares are absolute
    values, fractions are reduced, sums are sorted by the symbols named in ``collect_by`` and common factors are put in front.
    Decimals stay decimals; rounding noise below 1e-15 beside a simple fraction, such as the float cos(pi/2), is dropped. An
    expression that is too large to multiply out only has the angles of its sums joined.

    Args: as in :func:`equations`.
    """
    from kinloop.equations.readable import Simplifier

    return Simplifier(collect_by, positive)(expression)


def name_subexpressions(results: Any) -> tuple[list[tuple[Any, Any]], Any]:
    """Name what occurs more than once in an expression, a matrix or a dict of them; returns definitions and the rest."""
    import sympy as sp

    from kinloop.equations.symbol_names import fresh_symbols, tidy

    table = dict(results) if isinstance(results, Mapping) else {"": results}
    taken = {symbol.name for value in table.values() for symbol in value.free_symbols}
    # SymPy's canonical order takes most of the time and does not change what is named.
    definitions, values = sp.cse(list(table.values()), symbols=fresh_symbols(taken), order="none", list=True)
    definitions, named = tidy(definitions, dict(zip(table, values, strict=True)))
    return definitions, named if isinstance(results, Mapping) else named[""]
