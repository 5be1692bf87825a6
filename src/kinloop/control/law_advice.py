"""Advice for errors of user-defined laws."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection
from math import isnan
from typing import Any

import casadi as ca
import numpy as np

from kinloop.errors import KinloopError, ShapeError, UnsupportedOperation

FORM = ("t", "measured", "reference", "state", "model")
BEGIN = ("t", "measured", "reference", "model")  # of a function that gives a law's state at the start
RETURN = "end it with `return command, state`; a law without memory returns the state that it was given"
ONCE = "it is called once, on CasADi symbols, and compiled"
NUMBERS = "kl.python_law(f) calls it with numbers at every sample instead"
MISSING = (
    "reference.q_active and its derivatives are there with joint_reference=True (an argument of kl.casadi_law and kl.python_law) "
    "or with a trajectory of the active joints, reference.x and its derivatives with a trajectory of the task"
)
OTHER_FUNCTIONS = "use CasADi's functions: ca.sin, ca.vertcat, ca.mtimes"
# Words in the errors of CasADi, NumPy and Python about symbols; what the law does; what to do instead.
ON_SYMBOLS = (
    ("truth value", "decides by a symbol (if, and, or, min, max)", "use ca.if_else(condition, this, that), ca.fmin, ca.fmax"),
    ("not iterable", "goes through the entries of a symbol", "use its entries by number, or ca.vertsplit"),
    ("NoneType", "reads a part of the reference that is None", MISSING),
    ("not an array of numbers", "calls a robot with symbols", "use the model: model.inertia(measured.q)"),
    ("Implicit conversion", "gives symbols to NumPy", OTHER_FUNCTIONS),
    ("loop of ufunc does not support", "gives symbols to NumPy", OTHER_FUNCTIONS),
    ("Wrong number or type of arguments", "gives symbols to a function that takes numbers", OTHER_FUNCTIONS),
)


def law_name(function: Callable[..., Any]) -> str:
    """The name of a law's function."""
    return str(getattr(function, "__name__", type(function).__name__))


def require_form(function: Callable[..., Any], gains: Collection[str], form: tuple[str, ...] = FORM) -> None:
    """Check a function's signature. Raises: ShapeError: it does not take the arguments of a law, or of its start."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # a builtin without a signature
        return
    try:
        signature.bind(*form, **dict.fromkeys(gains))
    except TypeError as error:
        given = f"({', '.join(form)})" + (f" and the gains {', '.join(gains)}" if gains else "")
        takes = ", ".join(signature.parameters)
        raise ShapeError(f"the law {law_name(function)!r} takes ({takes}) and is given {given}: {error}") from None


def explain(function: Callable[..., Any], error: Exception) -> KinloopError | None:
    """The error that says why a law fails on symbols and what to do; None where symbols are not the cause."""
    message = str(error)
    for words, does, remedy in ON_SYMBOLS:
        if words in message:
            name, first = law_name(function), message.splitlines()[0]
            return UnsupportedOperation(f"the law {name!r} {does}, and {ONCE} ({first}); {remedy}; {NUMBERS}")
    return None


def note(function: Callable[..., Any]) -> str:
    """A note for other errors of a law on symbols."""
    return f"in the law {law_name(function)!r}: {ONCE}; {NUMBERS}"


def advice_on_numbers(error: Exception) -> str:
    """Advice for an error of a law in plain Python; empty where there is none."""
    return MISSING if "NoneType" in str(error) else ""


def is_always_nan(expression: ca.SX) -> bool:
    """Whether an expression contains NaN so that no random input gives a finite result."""
    inputs = ca.symvar(expression)
    steps = ca.Function("law", inputs, [expression])
    constants = (k for k in range(steps.n_instructions()) if steps.instruction_id(k) == ca.OP_CONST)
    if not any(isnan(steps.instruction_constant(k)) for k in constants):
        return False
    tried = np.random.default_rng(0).standard_normal((len(inputs), 60)) * np.repeat([1e-3, 1.0, 1e3], 20)
    values = steps.map(60).call([ca.DM(row).T for row in tried])[0].full()
    return not np.isfinite(values).all(axis=0).any()


def advice_on_not_finite(on_symbols: bool) -> str:
    """Advice for a law that returns NaN or infinity."""
    if on_symbols:
        return "look for a division by zero, a root of a negative number, float() or math functions of symbols, which are NaN"
    return "look for a division by zero or a root of a negative number"
