"""Places where a sign or a condition changes, by bisection; arrays of places are searched together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Array = np.ndarray

#: Halvings after which neighbouring doubles bracket a place in any interval that is not next to zero.
HALVINGS = 80


def bisect(is_before: Callable[[Array], Any], before: Any, after: Any, halvings: int = HALVINGS) -> tuple[Array, Array]:
    """The last place where a condition holds and the first where it does not, as far as doubles resolve them.

    Args:
        is_before: whether places are on the side of ``before``.
        before, after: places on both sides, numbers or arrays, in either order.
    """
    before, after = np.asarray(before, float), np.asarray(after, float)
    for _ in range(halvings):
        middle = (before + after) / 2
        if np.all((middle == before) | (middle == after)):
            break
        holds = is_before(middle)
        before, after = np.where(holds, middle, before), np.where(holds, after, middle)
    return before, after
