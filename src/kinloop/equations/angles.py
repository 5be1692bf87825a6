"""Trigonometric identities on a table of terms: the addition theorems, and products of sines and cosines as harmonics."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import sympy as sp

from kinloop.equations.terms import Factors, Terms, add_term, factors_of, times, without


def join_angles(terms: Terms) -> Terms:
    """Apply sin^2 + cos^2 = 1 and the addition theorems wherever both terms occur with the same cofactor.

    Each application leaves fewer terms, so this ends. Other terms do not change: cos(a) cos(b) alone does not become a sum.
    """
    terms = dict(terms)
    joined = True
    while joined:
        joined = False
        for factors in list(terms):
            if factors in terms and (best := min(_joins(terms, factors), key=_complexity, default=None)):
                coefficient = terms.pop(factors)
                del terms[best.partner]
                extra_factors, extra = factors_of(best.value)
                add_term(terms, times(without(factors, best.used), extra_factors), coefficient * extra)
                joined = True
    return terms


class _Join(NamedTuple):
    """The sum of the factors ``used`` of a term and those of its partner equals ``value``."""

    partner: Factors
    used: tuple[Any, Any]
    value: sp.Expr


def _complexity(join: _Join) -> tuple[int, str, list[str]]:
    # The texts decide between equal ones, since the order of a frozenset changes from run to run.
    return int(sp.count_ops(join.value)), _text(join.value), sorted(map(_text, join.used))


@lru_cache(maxsize=2000)
def _text(expression: sp.Expr) -> str:
    return str(expression)


def _joins(terms: Terms, factors: Factors) -> Iterator[_Join]:
    coefficient = terms[factors]
    waves = [(base, power) for base, power in factors if power > 0 and is_wave(base)]
    for base, power in waves:
        if power >= 2:
            rest = without(factors, (base, base))
            other = times(rest, frozenset({(cofunction(base), 2)}))
            if terms.get(other) == coefficient:
                yield _Join(other, (base, base), sp.S.One)
            if terms.get(rest) == -coefficient:
                yield _Join(rest, (base, base), -(cofunction(base) ** 2))
    for i, (f, _) in enumerate(waves):
        for g, _ in waves[i + 1 :]:
            if f.args != g.args:
                partner = times(without(factors, (f, g)), frozenset({(cofunction(f), 1), (cofunction(g), 1)}))
                if (ratio := terms.get(partner, 0) / coefficient) in (1, -1):
                    yield _Join(partner, (f, g), _join_value(f, g, ratio))


def _join_value(f: Any, g: Any, ratio: Any) -> sp.Expr:
    """The value of ``f g + ratio f' g'``, where sine and cosine are exchanged in the second product."""
    a, b = f.args[0], g.args[0]
    if f.func == g.func:
        return sp.cos(a - b) if ratio == 1 else sp.cos(a + b) * (1 if f.func is sp.cos else -1)
    return sp.sin(a + ratio * b) if f.func is sp.sin else sp.sin(b + ratio * a)


def cofunction(wave: Any) -> Any:
    """The sine for a cosine, the cosine for a sine."""
    return (sp.cos if isinstance(wave, sp.sin) else sp.sin)(*wave.args)


def harmonics(terms: Terms) -> Terms:
    """Write every product of sines and cosines as a sum of single ones, and (1 - cos 2a)/2 as sin(a)^2.

    This form is unique, so it finds identities of more than two terms:
    s1^2 c2^2 - 2 s1 c1 s2 c2 + c1^2 s2^2 = sin(a1 - a2)^2.
    """
    single: Terms = {}
    for factors, coefficient in terms.items():
        waves = frozenset((base, power) for base, power in factors if power > 0 and is_wave(base))
        for wave, part in _as_sum([base for base, power in waves for _ in range(power)]).items():
            extra_factors, extra = factors_of(wave)
            add_term(single, times(factors - waves, extra_factors), coefficient * part * extra)
    return _halve_angles(single)


def count_harmonics(terms: Terms) -> int:
    """The number of single sines and cosines in the harmonic form, before equal ones are added."""
    return sum(2 ** (sum(power for base, power in factors if is_wave(base) and power > 0)) for factors in terms) // 2


def _as_sum(waves: list[Any]) -> dict[Any, Any]:
    """A product of waves as ``{wave: coefficient}``; the wave of a constant is 1."""
    total: dict[Any, Any] = {sp.S.One: sp.S.One}
    for g in waves:
        new: dict[Any, Any] = {}
        for f, coefficient in total.items():
            for wave, sign in _product_to_sum(f, g):
                number, rest = wave.as_coeff_Mul()  # sin(b - a) is written as -sin(a - b)
                new[rest] = new.get(rest, 0) + coefficient * sign * number
        total = new
    return {wave: coefficient for wave, coefficient in total.items() if coefficient != 0}


def _product_to_sum(f: Any, g: Any) -> list[tuple[Any, Any]]:
    if not is_wave(f):
        return [(f * g, sp.S.One)]
    a, b, half = f.args[0], g.args[0], sp.S.Half
    if f.func == g.func:
        return [(sp.cos(a - b), half), (sp.cos(a + b), half if f.func is sp.cos else -half)]
    if f.func is sp.cos:
        a, b = b, a
    return [(sp.sin(a + b), half), (sp.sin(a - b), half)]


def _halve_angles(terms: Terms) -> Terms:
    terms = dict(terms)
    for factors, coefficient in list(terms.items()):
        for base, power in factors:
            if isinstance(base, sp.cos) and power == 1 and _is_even(base.args[0]):
                rest, half = without(factors, (base,)), base.args[0] / 2
                if abs(terms.get(rest, 0)) == abs(coefficient):
                    constant = terms.pop(rest)
                    del terms[factors]
                    wave = sp.cos(half) if constant == coefficient else sp.sin(half)
                    add_term(terms, times(rest, frozenset({(wave, 2)})), 2 * constant)
                    break
    return terms


def _is_even(angle: Any) -> bool:
    return all(coefficient.is_Integer and coefficient % 2 == 0 for coefficient in angle.as_coefficients_dict().values())


def is_wave(base: Any) -> bool:
    """Whether an expression is a sine or a cosine."""
    return isinstance(base, (sp.sin, sp.cos))
