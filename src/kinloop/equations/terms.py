"""Sums of products as tables, and tables as sums collected by chosen symbols."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Any

import sympy as sp

from kinloop.equations.symbol_names import is_friendly

Factors = frozenset[tuple[Any, int]]  # {(base, exponent), ...}
Terms = dict[Factors, Any]  # factors -> rational coefficient


def terms_of(summands: Iterable[sp.Expr]) -> Terms:
    """The table of a sum; products are not multiplied out."""
    terms: Terms = {}
    for summand in summands:
        add_term(terms, *factors_of(summand))
    return terms


def expression_of(terms: Terms) -> sp.Expr:
    """The sum of a table."""
    return sp.Add(*(_product(factors, coefficient) for factors, coefficient in terms.items()))


def collect(terms: Terms, by: Sequence[sp.Symbol], divides: Callable[[Any], bool] = lambda base: False) -> sp.Expr:
    """The sum with common factors in front, sorted by the symbols of ``by``: m1*(...) + m2*(...).

    A base for which ``divides`` is true is put in front with its lowest power, as in a denominator.
    """
    shared, inner = _share(terms, lambda base: divides(base) or base in by)
    groups: dict[Factors, Terms] = {}
    for factors, coefficient in inner.items():
        key = frozenset(pair for pair in factors if pair[0] in by)
        groups.setdefault(key, {})[factors - key] = coefficient
    # (m1 + m2)*x rather than m1*x + m2*x.
    alike: dict[frozenset[Any], list[Factors]] = {}
    for key, group in groups.items():
        alike.setdefault(frozenset(group.items()), []).append(key)
    parts = []
    for group_items, keys in alike.items():
        common, rest = _share(dict(group_items), divides)
        parts.append(sp.Mul(sp.Add(*(_product(key, 1) for key in keys)), common, expression_of(rest)))
    return sp.Mul(shared, sp.Add(*parts))


def _share(terms: Terms, divides: Callable[[Any], bool]) -> tuple[sp.Expr, Terms]:
    """The common factor of all terms, and the terms divided by it.

    A factor counts if its power is the same in all terms, since one writes l2**2 + l1*l2*cos(a), not l2*(l2 + l1*cos(a)); if
    ``divides`` is true for it, its lowest power counts.
    """
    if len(terms) < 2:
        return sp.S.One, terms
    tables = [dict(factors) for factors in terms]
    powers = {base: [table.get(base, 0) for table in tables] for base in tables[0]}
    shared = frozenset((base, min(p)) for base, p in powers.items() if min(p) == max(p) or (min(p) > 0 and divides(base)))
    coefficients = list(terms.values())
    # 0.3*a + 0.25*b is not 0.05*(6*a + 5*b).
    whole = all(is_friendly(int(c.q)) for c in coefficients) or len({abs(c) for c in coefficients}) == 1
    content = reduce(sp.gcd, coefficients) if whole else sp.S.One
    if all(c < 0 for c in coefficients):
        content = -content
    inverse = frozenset((base, -power) for base, power in shared)
    return _product(shared, content), {times(factors, inverse): c / content for factors, c in terms.items()}


def add_term(terms: Terms, factors: Factors, coefficient: Any) -> None:
    """Add a term to a table; a term with the coefficient 0 is removed."""
    total = terms.get(factors, 0) + coefficient
    if total == 0:
        terms.pop(factors, None)
    else:
        terms[factors] = total


def factors_of(product: sp.Expr) -> tuple[Factors, Any]:
    """Factors and rational coefficient of a product."""
    coefficient: Any = sp.S.One
    powers: dict[Any, Any] = {}
    for factor in sp.Mul.make_args(product):
        if factor.is_Rational:
            coefficient *= factor
        else:
            base, power = factor.as_base_exp() if factor.is_Pow and factor.exp.is_Integer else (factor, 1)
            powers[base] = powers.get(base, 0) + int(power)
    return frozenset(powers.items()), coefficient


def _product(factors: Factors, coefficient: Any) -> sp.Expr:
    return sp.Mul(coefficient, *(sp.Pow(base, power) for base, power in factors))


def times(left: Factors, right: Factors) -> Factors:
    """The product of two products."""
    powers = dict(left)
    for base, power in right:
        powers[base] = powers.get(base, 0) + power
    return frozenset((base, power) for base, power in powers.items() if power)


def without(factors: Factors, bases: Iterable[Any]) -> Factors:
    """A product divided by each of the bases."""
    return reduce(lambda left, base: times(left, frozenset({(base, -1)})), bases, factors)
