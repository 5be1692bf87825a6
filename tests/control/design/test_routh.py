"""Routh tables: textbook examples, exact counts against the roots, symbols, and polynomials that need a substitution."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import sympy as sp

import kinloop as kl
from kinloop.errors import NotFinite, ShapeError, UnknownName, UnsupportedOperation


@pytest.mark.parametrize(
    ("coefficients", "right", "axis"),
    [
        ([1, 2, 3, 4, 5], 2, 0),
        ([1, 1, 2, 2, 3], 2, 0),  # a zero at the beginning of a row
        ([1, 2, 3, 6], 0, 2),  # a row of zeros: roots +-j sqrt(3)
        ([1, 2, 24, 48, -25, -50], 1, 2),  # a row of zeros, and symmetric real roots
        ([1, 0, 2, 0, 1], 0, 4),  # double roots on the axis: rows of zeros twice
        ([1, 1, 3, 3, 3, 2, 1], 2, 2),  # a zero at the beginning, and roots on the axis: signs alone are not enough
        ([1, 0, 0], 0, 2),  # a double integrator
        ([1, 1, 0, 0], 0, 2),
        ([1, 0, 0, 0, -1], 1, 2),
        ([-1, -3, -2], 0, 0),  # all signs turned
        ([1e-300, 2e-300, 1e-300], 0, 0),
        ([1, -1], 1, 0),
    ],
)
def test_roots_are_counted_in_every_special_case(coefficients: Any, right: int, axis: int) -> None:
    table = kl.routh(coefficients)
    assert (table.right_half_plane, table.on_axis) == (right, axis)
    assert table.is_stable == (right == axis == 0)
    assert len(table.rows) == len(coefficients)


def test_counts_are_those_of_the_roots_for_random_polynomials() -> None:
    """Products of chosen factors, so that the roots are known exactly, symmetric and multiple ones too."""
    random = np.random.default_rng(5)
    s = sp.Symbol("s")
    factors = [
        (s + 1, 0, 0),
        (s - 2, 1, 0),
        (s**2 + 4, 0, 2),
        (s**2 + s + 3, 0, 0),
        (s**2 - s + 3, 2, 0),
        (s, 0, 1),
        (s + 2, 0, 0),
    ]
    for _ in range(60):
        chosen = [factors[k] for k in random.integers(0, len(factors), random.integers(1, 6))]
        polynomial = sp.Poly(sp.prod(each[0] for each in chosen), s)
        table = kl.routh(polynomial)
        assert (table.right_half_plane, table.on_axis) == (sum(each[1] for each in chosen), sum(each[2] for each in chosen))


def test_signs_of_the_first_column_agree_with_the_counts() -> None:
    random = np.random.default_rng(6)
    for _ in range(60):
        table = kl.routh(random.normal(size=random.integers(2, 8)))
        signs = [entry > 0 for entry in table.first_column]
        assert sum(one != other for one, other in pairwise(signs)) == table.right_half_plane


def test_floats_are_exact() -> None:
    """0.1 + 0.2 is not 0.3: the pair is not on the axis, but beside it, on the side that the numbers say."""
    assert kl.routh([1, 1, 0.3, 0.3]).on_axis == 2
    right = kl.routh([1, 1, 0.3, 0.1 + 0.2])
    assert (right.right_half_plane, right.on_axis) == (2, 0)
    assert kl.routh([1, 1, 0.1 + 0.2, 0.3]).is_stable


def test_the_pid_table_is_that_of_the_thesis_with_gravity() -> None:
    """(5.24) and (5.25), whose stiffness of gravity is zero."""
    polynomial = kl.characteristic_polynomial("PID")
    table = polynomial.routh()
    M, beta, kp, kd, ki, kg = (
        next(x for x in polynomial.expression.free_symbols if x.name == name)
        for name in ("M", "beta", "K_p", "K_d", "K_i", "k_g")
    )
    expected = ((kp + kg) * (beta + kd) - M * ki) / (beta + kd)
    assert sp.simplify(table.rows[2][0] - expected) == 0
    assert table.is_symbolic
    assert len(table.conditions) == 3
    bound = sp.solve(table.rows[2][0], ki)[0]
    assert sp.simplify(bound - (kp + kg) * (beta + kd) / M) == 0
    at = {"M": 0.005, "beta": 0.01, "K_p": 1.0, "K_d": 0.1, "k_g": -0.2}
    limit = 0.8 * 0.11 / 0.005
    assert table.subs({**at, "K_i": 0.999 * limit}).is_stable
    assert table.subs({**at, "K_i": 1.001 * limit}).right_half_plane == 2
    exact = {"M": 1, "beta": 1, "K_p": 2, "K_d": 1, "k_g": -1, "K_i": 2}
    assert table.subs(exact).on_axis == 2


def test_conditions_never_call_a_polynomial_stable_that_is_not() -> None:
    a, b = sp.symbols("a b", positive=True)
    table = kl.routh([a, 0, b])  # roots on the axis, whatever a and b
    assert table.conditions == (0,)
    assert "not stable, whatever the values" in str(table)
    x = sp.Symbol("x", real=True)
    assert kl.routh([1, sp.sin(x) ** 2 + sp.cos(x) ** 2 - 1, 1]).conditions == (0,)


def test_latex_and_text_of_the_table() -> None:
    polynomial = kl.characteristic_polynomial("PID")
    assert polynomial.latex() == r"M s^{3} + \left(K_{d} + \beta\right) s^{2} + \left(K_{p} + k_{g}\right) s + K_{i} = 0"
    latex = polynomial.routh().latex()
    assert latex.startswith(r"\begin{array}{c|cc}")
    assert r"s^{2} & K_{d} + \beta & K_{i}" in latex
    text = str(kl.routh([1, 2, 3, 6]))
    assert "zeros replaced by the derivative of 2*(s**2 + 3)" in text
    assert text.endswith("0 in the right half plane, 2 on the imaginary axis; not stable")
    assert [len(kl.characteristic_polynomial(law).coefficients) for law in ("P", "PD", "PI", "PID")] == [3, 3, 4, 4]


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: kl.routh([1.0, np.nan]), NotFinite, "nan"),
        (lambda: kl.routh([1.0, np.inf]), NotFinite, "inf"),
        (lambda: kl.routh([0.0, 1.0]), ShapeError, "first coefficient is zero"),
        (lambda: kl.routh([1.0]), ShapeError, "at least two"),
        (lambda: kl.routh("s + 1"), ShapeError, "highest power first"),
        (lambda: kl.routh([1, "K"]), ShapeError, "'K' is not a number"),
        (lambda: kl.routh([1, 1j]), ShapeError, "not real"),
        (lambda: kl.routh([[1, 2], [3, 4]]), ShapeError, "highest power first"),
        (lambda: kl.routh([1, sp.Symbol("K")]).right_half_plane, UnsupportedOperation, r"symbols \(K\)"),
        (lambda: kl.characteristic_polynomial("PDD"), UnknownName, "P, PD, PI, PID"),
    ],
)
def test_what_is_no_polynomial_is_refused(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()
