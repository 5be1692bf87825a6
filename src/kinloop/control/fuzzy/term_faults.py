"""Reading the terms of a fuzzy system, and every fault in them as a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from math import isfinite
from typing import Any

import numpy as np

from kinloop.control.fuzzy.membership import Terms, as_trapezoid, value_range
from kinloop.errors import ExpressionError, Fault
from kinloop.mechanism.expressions.expression import read_number
from kinloop.mechanism.validate.faults import fault_at, fault_from_error

MOST = 25  # terms of a variable
BREAKPOINTS = "breakpoints: 3 of a triangle or 4 of a trapezoid"
CONSEQUENT = "one number, or [a, b, c] of a * error + b * rate + c"


class TermReader:
    """Reads the terms of a system; ``faults`` are all that was found."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def inputs(self, variable: str, given: Any) -> dict[str, tuple[float, ...]]:
        """Membership functions that cover their range; without faulty ones."""
        before = len(self.faults)
        found = self.sets(variable, given)
        if found and len(self.faults) == before and (gap := _gap(found)):
            lowest, highest = value_range(found)
            self._add((variable,), f"no term is above zero {gap}; expected one at each value from {lowest:g} to {highest:g}")
        return found

    def sets(self, variable: str, given: Any) -> dict[str, tuple[float, ...]]:
        """Membership functions by name in the order of their breakpoints, without faulty ones."""
        found: dict[str, tuple[float, ...]] = {}
        for name, value in self._by_name(variable, given, "[-1, 0, 1]").items():
            points = self._numbers((variable, name), value, (3, 4), BREAKPOINTS)
            if points is None:
                continue
            if any(one > other for one, other in pairwise(points)):
                self._add((variable, name), f"expected breakpoints that do not decrease, given {_show(points)}")
            elif points[0] == points[-1]:
                self._add((variable, name), f"expected breakpoints that enclose an area, given {_show(points)}")
            else:
                found[name] = points
        return dict(sorted(found.items(), key=lambda term: (as_trapezoid(term[1]), term[0])))

    def consequents(self, given: Any) -> dict[str, float | tuple[float, ...]]:
        """Consequents of Sugeno's rules by name, without faulty ones."""
        found: dict[str, float | tuple[float, ...]] = {}
        for name, value in self._by_name("output", given, "0.5").items():
            is_list = isinstance(value, list | tuple | np.ndarray) and np.ndim(value) > 0
            numbers = self._numbers(("output", name), value if is_list else [value], (3,) if is_list else (1,), CONSEQUENT)
            if numbers is not None:
                found[name] = numbers if is_list else numbers[0]
        return found

    def _by_name(self, variable: str, given: Any, example: str) -> Mapping[str, Any]:
        if not isinstance(given, Mapping) or not given:
            self._add((variable,), f"expected terms by name, such as NB = {example}, given {given!r:.80}")
            return {}
        if len(given) > MOST:
            self._add((variable,), f"expected at most {MOST} terms, given {len(given)}")
            return {}
        named = {name: value for name, value in given.items() if _is_name(name)}
        for name in given.keys() - named.keys():
            self._add((variable,), f"expected a name without spaces at its ends, ',' and '->', given {name!r:.80}")
        return named

    def _numbers(self, path: tuple[str, str], given: Any, counts: tuple[int, ...], expected: str) -> tuple[float, ...] | None:
        """Finite numbers, as many as one of the ``counts``; None if there is a fault."""
        values = given.tolist() if isinstance(given, np.ndarray) else given
        if not isinstance(values, list | tuple):
            self._add(path, f"expected {expected}, given {given!r:.80}")
            return None
        if len(values) not in counts:
            self._add(path, f"expected {expected}, given {len(values)} number{'s' * (len(values) != 1)}: {_show(values)}")
            return None
        numbers = [self._number(path, value) for value in values]
        if any(number is None for number in numbers):
            return None
        return tuple(number for number in numbers if number is not None)

    def _number(self, path: tuple[str, str], given: Any) -> float | None:
        try:
            number = read_number(given)
        except ExpressionError as error:
            self.faults.append(fault_from_error(path, error, in_text=False))
            return None
        if isinstance(number, float) and isfinite(number):
            return number
        words = "finite numbers" if isinstance(number, float) else "numbers without names of parameters"
        self._add(path, f"expected {words}, given {given!r:.80}")
        return None

    def _add(self, path: tuple[str, ...], sentence: str) -> None:
        self.faults.append(fault_at(path, sentence))


def _is_name(name: Any) -> bool:
    return isinstance(name, str) and name == name.strip() != "" and "," not in name and "->" not in name


def _show(values: Any) -> str:
    """Numbers in a sentence, those of NumPy as those of Python."""
    return f"[{', '.join(f'{value:g}' if isinstance(value, float) else repr(value) for value in values)}]"[:80]


def _gap(terms: Terms) -> str:
    """Where no term is above zero, in words; empty if every value of the range has one."""
    trapezoids = [as_trapezoid(points) for points in terms.values()]
    breakpoints = sorted({point for trapezoid in trapezoids for point in trapezoid})
    for low, high in pairwise(breakpoints):
        if not any(a < high and low < d for a, _, _, d in trapezoids):
            return f"between {low:g} and {high:g}"
    for point in breakpoints:
        # At a vertical edge the term is one.
        if not any(a < point < d or point in (b, c) for a, b, c, d in trapezoids):
            return f"at {point:g}"
    return ""
