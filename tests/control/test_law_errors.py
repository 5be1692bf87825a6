"""An error in a user-defined law comes with advice."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import casadi as ca
import numpy as np
import pytest
from machines import robot_named

import kinloop as kl

ROBOT = robot_named("two_r")


def run(law: Any) -> kl.Record:
    return kl.simulate(ROBOT, law, kl.described_motion(ROBOT), duration=3e-3, period=1e-3)


def law(command: Callable[..., Any]) -> Callable[..., Any]:
    """A law of a function of what is measured, the reference and the model."""
    return lambda t, measured, reference, state, model: (command(measured, reference, model), state)


ON_SYMBOLS: dict[str, tuple[Callable[..., Any], type[Exception], str]] = {
    "three numbers": (
        law(lambda m, r, model: ca.vertcat(1, 2, 3)),
        kl.ShapeError,
        "3 numbers, expected 2: theta1, theta2",
    ),
    "one number": (law(lambda m, r, model: 0.0), kl.ShapeError, "1 number, expected 2: theta1, theta2; ca.vertcat(a, b)"),
    "no state": (lambda t, m, r, s, model: m.q_active, kl.ShapeError, "end it with `return command, state`"),
    "nothing": (lambda t, m, r, s, model: None, kl.ShapeError, "gave NoneType, expected (command, state): end it with"),
    "three parts": (lambda t, m, r, s, model: (m.q, s, 1), kl.ShapeError, "gave a tuple of 3, expected (command, state)"),
    "another state": (lambda t, m, r, s, model: (m.q, m.q), kl.ShapeError, "kl.casadi_law(f, memory=[...]) begins with others"),
    "nan": (law(lambda m, r, model: m.q_active * math.nan), kl.NotFinite, "NaN whatever is measured"),
    "math": (law(lambda m, r, model: math.sin(m.q_active[0]) * m.q), kl.NotFinite, "math functions of symbols, which are NaN"),
    "if": (
        law(lambda m, r, model: m.q if m.q[0] > 0 else -m.q),
        kl.UnsupportedOperation,
        "use ca.if_else(condition,",
    ),
    "max": (
        law(lambda m, r, model: max(m.q[0], m.q[1]) * m.q),
        kl.UnsupportedOperation,
        "ca.fmax; kl.python_law(f)",
    ),
    "for": (law(lambda m, r, model: [2 * each for each in m.q]), kl.UnsupportedOperation, "use its entries by number"),
    "asarray": (
        law(lambda m, r, model: np.asarray(m.q)),
        kl.UnsupportedOperation,
        "gives symbols to NumPy",
    ),
    "robot": (law(lambda m, r, model: ROBOT.inertia(m.q)), kl.UnsupportedOperation, "model.inertia(measured.q)"),
    "joints": (law(lambda m, r, model: r.q_active - m.q), kl.UnsupportedOperation, "are there with joint_reference=True"),
    "signature": (
        lambda t, measured: (measured.q, ()),
        kl.ShapeError,
        "takes (t, measured) and is given (t, measured, ref",
    ),
}


@pytest.mark.filterwarnings("ignore::FutureWarning")  # of CasADi, where it meets NumPy
@pytest.mark.parametrize("name", ON_SYMBOLS)
def test_a_law_on_symbols_says_the_remedy(name: str) -> None:
    function, kind, words = ON_SYMBOLS[name]
    with pytest.raises(kind, match=re.escape(words)):
        run(function)


IN_PYTHON: dict[str, tuple[Callable[..., Any], type[Exception], str]] = {
    "three numbers": (law(lambda m, r, model: np.ones(3)), kl.ShapeError, "shape (3,), expected (2,): theta1, theta2"),
    "a column": (law(lambda m, r, model: np.ones((2, 1))), kl.ShapeError, "np.ravel(command) has that shape"),
    "no state": (lambda t, m, r, s, model: m.q, kl.ShapeError, "end it with `return command, state`"),
    "joints": (law(lambda m, r, model: r.q_active - m.q), TypeError, "are there with joint_reference=True"),
}


@pytest.mark.parametrize("name", IN_PYTHON)
def test_a_law_in_python_says_the_remedy(name: str) -> None:
    function, kind, words = IN_PYTHON[name]
    with pytest.raises(kind) as raised:
        run(kl.python_law(function))
    assert words in "\n".join([str(raised.value), *getattr(raised.value, "__notes__", ())])


def test_a_law_of_another_form_is_refused_when_it_is_made() -> None:
    with pytest.raises(kl.ShapeError, match=re.escape("and the gains kp: got an unexpected keyword argument 'kp'")):
        kl.python_law(lambda t, measured, reference, state, model: (measured.q, state), kp=3.0)


def test_errors_of_the_law_itself_stay_what_they_are_with_a_note() -> None:
    def divides(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        return 1 / 0, state

    with pytest.raises(ZeroDivisionError) as raised:
        run(divides)
    assert "in the law 'divides': it is called once, on CasADi symbols" in raised.value.__notes__[0]


def test_nan_on_the_way_says_what_to_look_for() -> None:
    on_symbols = run(law(lambda m, r, model: model("inertia", q=m.q)["inertia"] @ ca.sqrt(-1 - m.q**2)))
    assert on_symbols.status == kl.RunStatus.LAW_NOT_FINITE
    assert "a root of a negative number, float() or math functions of symbols" in on_symbols.events[-1].message
    with np.errstate(all="ignore"):
        in_python = run(kl.python_law(law(lambda m, r, model: np.sqrt(-1 - m.q**2))))
    assert "look for a division by zero or a root of a negative number" in in_python.events[-1].message
