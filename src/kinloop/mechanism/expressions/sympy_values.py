"""Numbers of a description on SymPy symbols, with exact fractions of pi. SymPy is loaded with this module."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy as sp

from kinloop.equations.symbol_names import number
from kinloop.mechanism.expressions.expression import Expression


def as_sympy(value: float | Expression, symbols: Mapping[str, Any]) -> Any:
    """A number of a description on SymPy symbols: ``"l1*cos(60 deg)"`` is ``l1/2``."""
    if not isinstance(value, Expression):
        return number(float(value))
    read = sp.sympify(value.value(dict(symbols), FUNCTIONS))
    return read.xreplace({one: number(float(one)) for one in read.atoms(sp.Float)})


def _of_numbers(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with floats as exact numbers where they are some."""
    return lambda *args: function(*(number(float(a)) if isinstance(a, float) else sp.sympify(a) for a in args))


_SAME = ("sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "exp", "log")
FUNCTIONS = {name: _of_numbers(getattr(sp, name)) for name in _SAME}
FUNCTIONS |= {"abs": _of_numbers(sp.Abs), "min": _of_numbers(sp.Min), "max": _of_numbers(sp.Max)}
