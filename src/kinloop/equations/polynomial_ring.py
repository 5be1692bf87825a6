"""An expression as a fraction of two polynomials in its symbols, sines, cosines and roots."""

from __future__ import annotations

from functools import reduce
from typing import Any

import sympy as sp

from kinloop.equations.angles import cofunction, is_wave
from kinloop.equations.terms import Terms

MOST_FACTORED = 30  # terms of a polynomial that is factorised


class TooLarge(Exception):
    """Multiplying out takes more work than the result is worth."""


class Budget:
    """The work that is left. It is counted, not timed, so that a model always gives the same equations."""

    def __init__(self, work: int) -> None:
        self.left = work

    def spend(self, work: int) -> None:
        """Subtract work. Raises: TooLarge: none is left."""
        self.left -= work
        if self.left < 0:
            raise TooLarge


class Ring:
    """Polynomials over the rationals in the symbols, sines, cosines and other functions of one expression."""

    def __init__(self, expression: Any, budget: Budget) -> None:
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
                # A wave in a denominator keeps its powers, or they would not cancel.
                other = cofunction(generator)
                if generator not in below if other in below else isinstance(generator, sp.sin):
                    self._squares.append((index, 1 - self._known[other][0] ** 2))
            elif isinstance(generator, sp.Abs) or (generator.is_Pow and generator.exp == sp.S.Half):
                inside, denominator = self.fraction(generator.args[0])
                if denominator == 1:
                    self._squares.append((index, inside if generator.is_Pow else self._product(inside, inside)))

    def terms(self, polynomial: Any) -> Terms:
        """A polynomial as a table of terms."""
        self._spend(20 * len(polynomial))
        table = {}
        for exponents, coefficient in polynomial.terms():
            factors = frozenset((g, e) for g, e in zip(self.generators, exponents, strict=False) if e)
            table[factors] = sp.Rational(coefficient.numerator, coefficient.denominator)
        return table

    def factors(self, terms: Terms) -> tuple[Any, list[tuple[Terms, int]]]:
        """A rational number and the irreducible factors of a polynomial with their powers; the polynomial itself where it is
        long."""
        if len(terms) > MOST_FACTORED:
            return sp.S.One, [(terms, 1)]
        self._spend(20 * len(terms) ** 2)
        places = {generator: place for place, generator in enumerate(self.generators)}
        polynomial = self.ring.zero
        for factors, coefficient in terms.items():
            exponents = [0] * len(self.ring.gens)
            for generator, power in factors:
                exponents[places[generator]] = power
            polynomial[tuple(exponents)] = sp.QQ(int(coefficient.p), int(coefficient.q))
        coefficient, found = polynomial.factor_list()
        factored = [(self.terms(factor), power) for factor, power in found]
        number = sp.Rational(int(coefficient.numerator), int(coefficient.denominator))
        for k, (factor, power) in enumerate(factored):
            if sum(map(sp.sign, factor.values())) < 0:  # -(b - a)^2 and -(b - a)^3
                factored[k], number = ({each: -c for each, c in factor.items()}, power), number * (-1) ** power
        return number, factored

    def fraction(self, expression: Any) -> tuple[Any, Any]:
        """Numerator and denominator of an expression."""
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
        if not expression.is_Pow:
            raise TooLarge  # SymPy created it meanwhile, so it is not among the generators
        base, power = expression.args
        if power.is_Rational and power.q == 2:
            base, power = sp.sqrt(base), power * 2
        numerator, denominator = self.fraction(base)
        if power < 0:
            numerator, denominator = denominator, numerator
        return reduce(self._times, [(numerator, denominator)] * abs(int(power)), (one, one))

    def _sum(self, a: tuple[Any, Any], b: tuple[Any, Any]) -> tuple[Any, Any]:
        if a[1] == b[1]:
            return self._cancel(a[0] + b[0], a[1])
        _, rest_a, rest_b = a[1].cofactors(b[1])
        return self._cancel(self._product(a[0], rest_b) + self._product(b[0], rest_a), self._product(a[1], rest_b))

    def _times(self, a: tuple[Any, Any], b: tuple[Any, Any]) -> tuple[Any, Any]:
        return self._cancel(self._product(a[0], b[0]), self._product(a[1], b[1]))

    def _product(self, a: Any, b: Any) -> Any:
        self._spend(len(a) * len(b))
        product = a * b
        degrees = product.degrees()
        for index, square in self._squares:
            if degrees[index] > 1:
                product = _replace_square(product, index, square)
                degrees = product.degrees()
        return product

    def _cancel(self, numerator: Any, denominator: Any) -> tuple[Any, Any]:
        if denominator == 1:
            return numerator, denominator
        if not denominator:
            raise TooLarge  # 0/0: the expression is left as it was
        self._spend(10 * len(numerator) * len(denominator))  # a common divisor costs far more than a product
        numerator, denominator = numerator.cancel(denominator)
        content = denominator.content()
        return numerator.quo_ground(content), denominator.quo_ground(content)


def _below(expression: Any) -> set[Any]:
    """The sines and cosines in denominators."""
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
            _generators(root, found, seen)  # SymPy took a number out of the root
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
