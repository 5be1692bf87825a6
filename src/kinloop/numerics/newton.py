"""Steps of Newton's method: limited in length, and only taken where they help."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kinloop.numerics.tolerances import TINY

Array = np.ndarray


def limit_steps(steps: Array, longest: float | Array) -> Array:
    """Steps (..., n), those with an entry larger than ``longest`` shortened to it."""
    largest = np.max(np.abs(steps), axis=-1, keepdims=True, initial=0.0)
    return np.asarray(steps * np.minimum(1.0, longest / np.maximum(largest, TINY)))


def improve(
    q: Array,
    step: Callable[[Array], Array],
    gap: Callable[[Array], Array],
    steps: int,
    is_near: Callable[[Array, Array], Array] | None = None,
    enough: float | Array = 0.0,
) -> tuple[Array, Array]:
    """Points (N, n) after steps that each make the gap smaller, and their gaps (N,); a point whose step does not help stays.

    Args:
        step: the points after one step of Newton's method.
        gap: how far points are from a solution.
        is_near: whether steps from points to others are short enough to be taken.
        enough: the gaps at which no point needs another step.
    """
    size = gap(q)
    for _ in range(steps):
        if np.all(size <= enough):
            break
        tried = step(q)
        new = gap(tried)
        better = new < size
        if is_near is not None:
            better &= is_near(q, tried)
        if not np.any(better):
            break
        q, size = np.where(better[:, None], tried, q), np.where(better, new, size)
    return q, size
