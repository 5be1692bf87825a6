"""How far the rules of a fuzzy system hold, and its output, on CasADi symbols."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

import casadi as ca

from kinloop.control.fuzzy.centroid import centroid, divide_or_zero
from kinloop.control.fuzzy.membership import as_trapezoid
from kinloop.control.fuzzy.union_regions import union_regions

Weights = Mapping[str, list[Any]]  # how far each rule holds, by its output


def rule_weights(of_error: Sequence[Any], of_rate: Sequence[Any], rules: Any, conjunction: str) -> Weights:
    """The lesser of the two memberships of each rule, or their product, from the memberships of all terms."""
    found: dict[str, list[Any]] = {}
    for row, one in zip(rules, of_error, strict=True):
        for name, other in zip(row, of_rate, strict=True):
            found.setdefault(name, []).append(ca.fmin(one, other) if conjunction == "min" else one * other)
    return found


def mamdani_output(weights: Weights, sets: Mapping[str, Any]) -> Any:
    """The centroid of the union of the output sets, each clipped at the largest weight of its rules."""
    used = [name for name in sets if name in weights]
    levels = [reduce(ca.fmax, weights[name]) for name in used]
    return centroid(union_regions([as_trapezoid(sets[name]) for name in used]), levels)


def sugeno_output(weights: Weights, consequents: Mapping[str, Any], error: Any, rate: Any) -> Any:
    """The mean of the consequents, weighted by how far their rules hold."""
    sums = {name: reduce(lambda one, other: one + other, of_rules) for name, of_rules in weights.items()}
    moment = sum((weight * _consequent(consequents[name], error, rate) for name, weight in sums.items()), start=ca.SX(0))
    return divide_or_zero(moment, sum(sums.values(), start=ca.SX(0)))


def _consequent(value: float | tuple[float, float, float], error: Any, rate: Any) -> Any:
    """A constant, or ``a error + b rate + c``."""
    if not isinstance(value, tuple):
        return value
    a, b, c = value
    return a * error + b * rate + c
