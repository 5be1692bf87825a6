"""What a caller gives as numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ShapeError


def numbers(given: ArrayLike | None, what: str, expected: str = "numbers") -> np.ndarray:
    """``given`` as an array of floats; ``what`` it is opens the sentence where it is none (a text, None, complex, rows of
    different lengths)."""
    try:
        array = np.asarray(given)
    except (TypeError, ValueError):  # rows of different lengths
        array = np.asarray(None)
    if array.size and array.dtype.kind not in "biuf":
        raise ShapeError(f"{what} is {given!r:.80}, expected {expected}")
    return np.asarray(array, float)
