"""What a caller gives as numbers."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.compile.llvm.trigonometry import LARGEST
from kinloop.errors import ShapeError, UnsupportedOperation


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


def read_only(array: np.ndarray) -> np.ndarray:
    """A view that a user's function cannot write to: what it is shown stays ours."""
    view = array.view()
    view.flags.writeable = False
    return view


def too_large(where: str, name: str, angle: float) -> UnsupportedOperation:
    """The error for an angle that the compiled sine does not know."""
    return UnsupportedOperation(
        f"{where}: the angle {name} is {angle:.6g} rad, expected at most {LARGEST:.3g} either way; take whole turns off"
    )


def as_constructed(given: Any) -> tuple[Any, ...]:
    """For ``__reduce__`` of a frozen dataclass: a copy is made by its constructor, so that its arrays are read-only again."""
    return _construct, (type(given), {each.name: getattr(given, each.name) for each in fields(given) if each.init})


def _construct(kind: Any, values: dict[str, Any]) -> Any:
    return kind(**values)
