"""Simplification that suits robot models: polynomials in sines, cosines and parameters, over a common denominator.

SymPy's ``simplify`` tries everything and takes minutes on an inertia matrix. Here an expression is read into a polynomial
ring once, with sin^2 = 1 - cos^2 applied on the way, and then only its terms are sorted (:mod:`kinloop.equations.terms`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

import sympy as sp

from kinloop.equations.angles import count_harmonics, harmonics, join_angles
from kinloop.equations.polynomial_ring import Budget, Ring, TooLarge
from kinloop.equations.symbol_names import is_friendly
from kinloop.equations.terms import Terms, collect, expression_of, factors_of, terms_of

MOST_WORK = 60_000  # products of terms, a second or two; beyond it the result is too long to read

MOST_HARMONICS = 1_000  # in one sum
LONG = 10**9  # the denominator of a decimal of many digits


class Simplifier:
    """Simplifies the expressions of one model and remembers the parts that they share.

    ``gave_up`` is True if an expression was too large, so that only the angles of its sums were joined.
    """

    def __init__(self, collect_by: Sequence[str] = (), positive: Collection[str] = ()) -> None:
        self.gave_up = False
        self._budget = Budget(MOST_WORK)
        self._collect_by, self._positive = tuple(collect_by), frozenset(positive)
        self._merged: dict[Any, Any] = {}
        self._long: dict[float, Any] = {}

    def __call__(self, expression: Any) -> Any:
        """Simplify an expression or a matrix."""
        if isinstance(expression, sp.MatrixBase):
            return expression.applyfunc(self)
        known = {s: sp.Symbol(s.name, positive=True) for s in expression.free_symbols if s.name in self._positive}
        exact = expression.xreplace({f: self._number(float(f)) for f in expression.atoms(sp.Float)} | known)
        by = [s for name in self._collect_by for s in exact.free_symbols if s.name == name]
        back = {new: old for old, new in known.items()} | {symbol: sp.Float(size) for size, symbol in self._long.items()}
        return _decimal(self._shortest(exact, by).xreplace(back))

    def _number(self, value: float) -> Any:
        """A decimal as a fraction. One of many digits is a symbol: fractions of such fractions are numbers of fifty digits."""
        exact = _exact(value)
        if exact.q < LONG:
            return exact
        symbol = self._long.setdefault(abs(value), sp.Dummy(f"{len(self._long)}", positive=True))
        return sp.sign(exact) * symbol

    def _shortest(self, expression: Any, by: Sequence[Any] = ()) -> Any:
        """The shortest of three forms: multiplied out, multiplied out with split angles, and not multiplied out."""
        merged, before = self._merge(expression), self._budget.left
        candidates = []
        with suppress(TooLarge):
            candidates.append(_multiply_out(merged, by, self._budget))
        # Splitting the angles of a chain can multiply the work by hundreds, and then the result is not shorter.
        fair = 2_000 + 3 * (before - self._budget.left)
        if candidates and (split := split_angles(merged)) != merged:
            with suppress(TooLarge):
                candidates.append(_multiply_out(split, by, Budget(fair)))
        self.gave_up |= not candidates
        best = min(candidates, key=sp.count_ops, default=merged)
        return merged if sp.count_ops(merged) < 0.7 * sp.count_ops(best) else best

    def _merge(self, expression: Any) -> Any:
        """Join the angles within every sum, so that c1 c2 - s1 s2 is found before it is squared."""
        if expression not in self._merged:
            self._merged[expression] = self._merge_new(expression)
        return self._merged[expression]

    def _merge_new(self, expression: Any) -> Any:
        if not expression.args or not isinstance(expression, sp.Expr):
            return expression
        if expression.is_Add:
            return expression_of(join_angles(terms_of(self._merge(arg) for arg in expression.args)))
        if expression.is_Mul or (expression.is_Pow and expression.exp.is_Integer):
            return expression.func(*(self._merge(arg) for arg in expression.args))
        if isinstance(expression, sp.Piecewise):
            return sp.Piecewise(*((self._shortest(value), condition) for value, condition in expression.args), evaluate=False)
        if expression.is_Pow and expression.exp.is_Rational and expression.exp.q == 2:
            return _root(self._shortest(expression.base)) ** int(2 * expression.exp)
        # The inside of a root or a function does not combine with the outside, so it is simplified by itself.
        return expression.func(*(self._shortest(arg) if isinstance(arg, sp.Expr) else arg for arg in expression.args))


def _multiply_out(expression: Any, by: Sequence[Any], budget: Budget) -> Any:
    ring = Ring(expression, budget)
    numerator, denominator = map(ring.terms, ring.fraction(expression))
    sign = 1
    if sum(map(sp.sign, denominator.values())) < 0:
        sign, denominator = -sign, {factors: -c for factors, c in denominator.items()}
    if sum(map(sp.sign, numerator.values())) == -len(numerator):
        sign, numerator = -sign, {factors: -c for factors, c in numerator.items()}
    below = {base for factors in denominator for base, _ in factors}
    bottom = min(_collect_shorter(denominator, by, lambda base: True), _factorise(ring, denominator, by), key=sp.count_ops)
    top = _collect_shorter(numerator, by, lambda base: base in below)
    return _with_signs(sp.Mul(sign, top, 1 / bottom))


def _factorise(ring: Ring, terms: Terms, by: Sequence[Any]) -> Any:
    """A polynomial as the product of its factors: (l1*s1 + l2*s12)^2."""
    coefficient, factors = ring.factors(terms)
    return sp.Mul(coefficient, *(_collect_shorter(factor, by, lambda base: True) ** power for factor, power in factors))


def _collect_shorter(terms: Terms, by: Sequence[Any], divides: Callable[[Any], bool]) -> Any:
    """The shorter of two forms: with angles joined, or with products of waves as harmonics."""
    joined = collect(join_angles(terms), by, divides)
    if count_harmonics(terms) > MOST_HARMONICS:
        return joined
    waves = collect(harmonics(terms), by, divides)
    return waves if sp.count_ops(waves) < 0.75 * sp.count_ops(joined) else joined


def _with_signs(product: Any) -> Any:
    """Write x/|x| as sign(x), and x^2/|x| as |x|."""
    powers = product.as_powers_dict()
    for base in [b for b in powers if isinstance(b, sp.Abs) and powers[b] == -1]:
        power = powers.get(base.args[0], 0)
        if power >= 1 and power.is_Integer:
            x = base.args[0]
            product = product * base / x**power * (sp.sign(x) * x ** (power - 1) if power % 2 else base * x ** (power - 2))
    return product


def _root(radicand: Any) -> Any:
    """The square root of a real number; squares leave the root as absolute values."""
    factors, coefficient = factors_of(radicand)
    outside = sp.Mul(*(sp.Abs(base) ** (power // 2) for base, power in factors))
    return outside * sp.sqrt(sp.Mul(coefficient, *(base for base, power in factors if power % 2)))


def split_angles(expression: Any) -> Any:
    """Write sines and cosines of sums with those of the summands."""
    split = {}
    for wave in expression.atoms(sp.sin, sp.cos):
        first, *others = sp.Add.make_args(wave.args[0])
        s, c = sp.sin(first), sp.cos(first)
        for other in others:
            s, c = s * sp.cos(other) + c * sp.sin(other), c * sp.cos(other) - s * sp.sin(other)
        if others:
            split[wave] = s if isinstance(wave, sp.sin) else c
    return expression.xreplace(split)


def _exact(value: float) -> sp.Rational:
    """The decimal as a fraction, for exact arithmetic, without rounding errors such as cos(pi/2) = 6e-17."""
    near = Fraction(value).limit_denominator(64)
    if abs(float(near) - value) < 1e-15 and is_friendly(near.denominator):
        return sp.Rational(near.numerator, near.denominator)
    return sp.Rational(repr(value))


def _decimal(expression: Any) -> Any:
    """Write fractions that came from decimals as decimals again: 9.81, not 981/100."""
    return expression.xreplace({r: sp.Float(float(r)) for r in expression.atoms(sp.Rational) if not is_friendly(int(r.q))})
