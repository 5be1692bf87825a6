"""Simplification that suits robot models: polynomials in sines, cosines and parameters, over a common denominator.

SymPy's ``simplify`` tries everything and takes minutes on an inertia matrix. Here an expression is read into a polynomial
ring once, with sin^2 = 1 - cos^2 applied on the way, and then only its terms are sorted (:mod:`kinloop.compile.sympy_terms`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from typing import Any

import sympy as sp

from kinloop.compile.sympy_angles import harmonics, is_wave, join_angles, swapped
from kinloop.compile.sympy_tape import is_friendly
from kinloop.compile.sympy_terms import Terms, collected, expression_of, factored, terms_of

MOST_WORK = 60_000  # products of terms in all, a second or two; beyond it nobody reads the result


class TooLarge(Exception):
    """Multiplying out takes more work than the result is worth."""


class _Budget:
    """Work that is left; counted, not timed, so that the same model always gives the same equations."""

    def __init__(self, work: int) -> None:
        self.left = work

    def spend(self, work: int) -> None:
        self.left -= work
        if self.left < 0:
            raise TooLarge


class Simplifier:
    """Simplifies expressions of one model, remembering the parts that they share.

    ``gave_up`` says that something was too large, and is only joined where it stood.
    """

    def __init__(self, collect_by: Sequence[str] = (), positive: Collection[str] = ()) -> None:
        self.gave_up = False
        self._budget = _Budget(MOST_WORK)
        self._collect_by, self._positive = tuple(collect_by), frozenset(positive)
        self._merged: dict[Any, Any] = {}

    def __call__(self, expression: Any) -> Any:
        if isinstance(expression, sp.MatrixBase):
            return expression.applyfunc(self)
        known = {s: sp.Symbol(s.name, positive=True) for s in expression.free_symbols if s.name in self._positive}
        exact = expression.xreplace({f: _exact(float(f)) for f in expression.atoms(sp.Float)} | known)
        by = [s for name in self._collect_by for s in exact.free_symbols if s.name == name]
        return _decimal(self._shortest(exact, by).xreplace({new: old for old, new in known.items()}))

    def _shortest(self, expression: Any, by: Sequence[Any] = ()) -> Any:
        """The shortest of three: angles as they are and multiplied out, angles split first, and nothing multiplied out."""
        merged, before = self._merge(expression), self._budget.left
        candidates = []
        with suppress(TooLarge):
            candidates.append(_multiplied_out(merged, by, self._budget))
        # Splitting the angles of a chain can multiply the work by hundreds, and then finds nothing shorter.
        fair = 2_000 + 3 * (before - self._budget.left)
        if candidates and (split := split_angles(merged)) != merged:
            with suppress(TooLarge):
                candidates.append(_multiplied_out(split, by, _Budget(fair)))
        self.gave_up |= not candidates
        best = min(candidates, key=sp.count_ops, default=merged)
        return merged if sp.count_ops(merged) < 0.7 * sp.count_ops(best) else best

    def _merge(self, expression: Any) -> Any:
        """Joins the angles of every sum where it stands, so that c1 c2 - s1 s2 is seen before it is squared."""
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
        # What is inside a root or a function meets nothing outside, so it is finished on its own.
        return expression.func(*(self._shortest(arg) if isinstance(arg, sp.Expr) else arg for arg in expression.args))


def _multiplied_out(expression: Any, by: Sequence[Any], budget: _Budget) -> Any:
    ring = _Ring(expression, budget)
    numerator, denominator = map(ring.terms, ring.fraction(expression))
    below = {base for factors in denominator for base, _ in factors}
    bottom = _collected(denominator, by, lambda base: True)
    top = _collected(numerator, by, lambda base: base in below)
    return _with_signs(sp.Mul(top, 1 / bottom))


def _collected(terms: Terms, by: Sequence[Any], divides: Callable[[Any], bool]) -> Any:
    """The shorter of two forms: angles joined, or products of angles made harmonics."""
    joined, waves = (collected(table, by, divides) for table in (join_angles(terms), harmonics(terms)))
    return waves if sp.count_ops(waves) < 0.75 * sp.count_ops(joined) else joined


def _with_signs(product: Any) -> Any:
    """x/|x| is sign(x), and x^2/|x| is |x|."""
    powers = product.as_powers_dict()
    for base in [b for b in powers if isinstance(b, sp.Abs) and powers[b] == -1]:
        power = powers.get(base.args[0], 0)
        if power >= 1 and power.is_Integer:
            x = base.args[0]
            product = product * base / x**power * (sp.sign(x) * x ** (power - 1) if power % 2 else base * x ** (power - 2))
    return product


def _root(radicand: Any) -> Any:
    """The square root of a real number: what is squared comes out as an absolute value."""
    factors, coefficient = factored(radicand)
    outside = sp.Mul(*(sp.Abs(base) ** (power // 2) for base, power in factors))
    return outside * sp.sqrt(sp.Mul(coefficient, *(base for base, power in factors if power % 2)))


def split_angles(expression: Any) -> Any:
    """sin and cos of sums written with sin and cos of the summands."""
    split = {}
    for wave in expression.atoms(sp.sin, sp.cos):
        first, *others = sp.Add.make_args(wave.args[0])
        s, c = sp.sin(first), sp.cos(first)
        for other in others:
            s, c = s * sp.cos(other) + c * sp.sin(other), c * sp.cos(other) - s * sp.sin(other)
        if others:
            split[wave] = s if isinstance(wave, sp.sin) else c
    return expression.xreplace(split)


class _Ring:
    """Polynomials over the rationals in the symbols, sines, cosines and other functions of one expression."""

    def __init__(self, expression: Any, budget: _Budget) -> None:
        self._spend = budget.spend
        found: dict[Any, None] = {}
        _generators(expression, found, set())
        self.generators = list(found)
        self.ring = sp.polys.rings.PolyRing([sp.Dummy() for _ in found] or [sp.Dummy()], sp.QQ, sp.polys.orderings.lex)
        self._known: dict[Any, tuple[Any, Any]] = {g: (p, self.ring.one) for g, p in zip(found, self.ring.gens, strict=False)}
        # (index, polynomial): the square of that generator is that polynomial. Roots of roots come last in `found`.
        self._squares: list[tuple[int, Any]] = []
        below = _below(expression)
        for index, generator in reversed(list(enumerate(self.generators))):
            if is_wave(generator):
                # What stands in a denominator keeps its powers, or they would not cancel.
                other = swapped(generator)
                if generator not in below if other in below else isinstance(generator, sp.sin):
                    self._squares.append((index, 1 - self._known[other][0] ** 2))
            elif isinstance(generator, sp.Abs) or (generator.is_Pow and generator.exp == sp.S.Half):
                square, denominator = self.fraction(generator**2 if generator.is_Pow else generator.args[0] ** 2)
                if denominator == 1:
                    self._squares.append((index, square))

    def terms(self, polynomial: Any) -> Terms:
        self._spend(20 * len(polynomial))
        table = {}
        for exponents, coefficient in polynomial.terms():
            factors = frozenset((g, e) for g, e in zip(self.generators, exponents, strict=False) if e)
            table[factors] = sp.Rational(coefficient.numerator, coefficient.denominator)
        return table

    def fraction(self, expression: Any) -> tuple[Any, Any]:
        """Numerator and denominator."""
        if expression not in self._known:
            self._known[expression] = self._new_fraction(expression)
        return self._known[expression]

    def _new_fraction(self, expression: Any) -> tuple[Any, Any]:
        one = self.ring.one
        if expression.is_Rational:
            return one * sp.QQ(int(expression.p), int(expression.q)), one
        if expression.is_Add:
            return reduce(self._sum, map(self.fraction, expression.args))
        if expression.is_Mul:
            return reduce(self._times, map(self.fraction, expression.args))
        base, power = expression.as_base_exp()
        if power.is_Rational and power.q == 2:
            base, power = sp.sqrt(base), power * 2
        numerator, denominator = self.fraction(base)
        if power < 0:
            numerator, denominator = denominator, numerator
        return reduce(self._times, [(numerator, denominator)] * abs(int(power)), (one, one))

    def _sum(self, a: tuple[Any, Any], b: tuple[Any, Any]) -> tuple[Any, Any]:
        if a[1] == b[1]:
            return self._cancelled(a[0] + b[0], a[1])
        _, rest_a, rest_b = a[1].cofactors(b[1])
        return self._cancelled(self._product(a[0], rest_b) + self._product(b[0], rest_a), self._product(a[1], rest_b))

    def _times(self, a: tuple[Any, Any], b: tuple[Any, Any]) -> tuple[Any, Any]:
        return self._cancelled(self._product(a[0], b[0]), self._product(a[1], b[1]))

    def _product(self, a: Any, b: Any) -> Any:
        self._spend(len(a) * len(b))
        product = a * b
        degrees = product.degrees()
        for index, square in self._squares:
            if degrees[index] > 1:
                product = _replace_square(product, index, square)
                degrees = product.degrees()
        return product

    def _cancelled(self, numerator: Any, denominator: Any) -> tuple[Any, Any]:
        if denominator == 1:
            return numerator, denominator
        if not denominator:
            raise TooLarge  # 0/0 as it stands; left as it was written
        self._spend(10 * len(numerator) * len(denominator))  # a common divisor costs far more than a product
        numerator, denominator = numerator.cancel(denominator)
        content = denominator.content()
        return numerator.quo_ground(content), denominator.quo_ground(content)


def _below(expression: Any) -> set[Any]:
    """The sines and cosines that stand in a denominator."""
    powers = [p for p in expression.atoms(sp.Pow) if p.exp.is_Rational and p.exp < 0]
    return {wave for power in powers for wave in power.base.atoms(sp.sin, sp.cos)}


def _generators(expression: Any, found: dict[Any, None], seen: set[Any]) -> None:
    if expression in seen or expression.is_Rational:
        return
    seen.add(expression)
    if expression.is_Add or expression.is_Mul:
        for arg in expression.args:
            _generators(arg, found, seen)
    elif expression.is_Pow and expression.exp.is_Integer:
        _generators(expression.base, found, seen)
    elif expression.is_Pow and expression.exp.is_Rational and expression.exp.q == 2:
        _generators(expression.base, found, seen)
        root = sp.sqrt(expression.base)
        if root.is_Pow:
            found[root] = None
        else:
            _generators(root, found, seen)  # a number has come out of it
    elif isinstance(expression, sp.Abs):
        _generators(expression.args[0], found, seen)
        found[expression] = None
    elif isinstance(expression, (sp.sin, sp.cos)):
        found[sp.cos(*expression.args)] = None
        found[sp.sin(*expression.args)] = None
    else:
        found[expression] = None


def _replace_square(polynomial: Any, index: int, square: Any) -> Any:
    while any(exponents[index] > 1 for exponents in polynomial):
        low, high = polynomial.ring.zero, polynomial.ring.zero
        for exponents, coefficient in polynomial.items():
            if exponents[index] > 1:
                high[(*exponents[:index], exponents[index] - 2, *exponents[index + 1 :])] = coefficient
            else:
                low[exponents] = coefficient
        polynomial = low + high * square
    return polynomial


def _exact(value: float) -> sp.Rational:
    """The decimal that was written, for exact arithmetic; without the rounding of cos(pi/2) = 6e-17 and its like."""
    near = Fraction(value).limit_denominator(64)
    if abs(float(near) - value) < 1e-15 and is_friendly(near.denominator):
        return sp.Rational(near.numerator, near.denominator)
    return sp.Rational(repr(value))


def _decimal(expression: Any) -> Any:
    """Fractions that came from decimals, back as decimals: 9.81 and not 981/100."""
    return expression.xreplace({r: sp.Float(float(r)) for r in expression.atoms(sp.Rational) if not is_friendly(int(r.q))})
