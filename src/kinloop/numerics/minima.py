"""Minima of functions of one variable, by the golden section; arrays of intervals are searched together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Array = np.ndarray

GOLDEN = (np.sqrt(5) - 1) / 2
#: Narrowings after which an interval is 3e-13 of its length; the place of a smooth minimum is known to 1e-8 at best.
NARROWINGS = 60


def golden_section(f: Callable[[Array], Any], left: Any, right: Any, narrowings: int = NARROWINGS) -> tuple[Array, Array]:
    """The place of a minimum between two places, numbers or arrays, and its value; NaN counts as infinite."""

    def value(place: Array) -> Array:
        return np.nan_to_num(f(place), nan=np.inf, posinf=np.inf, neginf=-np.inf)

    left, right = np.asarray(left, float), np.asarray(right, float)
    a, b = right - GOLDEN * (right - left), left + GOLDEN * (right - left)
    at_a, at_b = value(a), value(b)
    for _ in range(narrowings):
        lower = at_a < at_b
        left, right = np.where(lower, left, a), np.where(lower, b, right)
        new = np.where(lower, right - GOLDEN * (right - left), left + GOLDEN * (right - left))
        at_new = value(new)
        a, b = np.where(lower, new, b), np.where(lower, a, new)
        at_a, at_b = np.where(lower, at_new, at_b), np.where(lower, at_a, at_new)
    lower = at_a < at_b
    return np.where(lower, a, b), np.where(lower, at_a, at_b)
