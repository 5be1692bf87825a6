"""Checks and conversions of array arguments."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.compile.llvm.trigonometry import LARGEST
from kinloop.errors import ShapeError, UnsupportedOperation


def numbers(given: ArrayLike | None, what: str, expected: str = "numbers") -> np.ndarray:
    """The argument as an array of floats. The error for anything else (a text, None, complex numbers, rows of different lengths)
    begins with ``what``."""
    try:
        array = np.asarray(given)
    except (TypeError, ValueError):  # rows of different lengths
        array = np.asarray(None)
    if array.size and array.dtype.kind not in "biuf":
        raise ShapeError(f"{what} is {given!r:.80}, expected {expected}")
    return np.asarray(array, float)


def read_only(array: np.ndarray) -> np.ndarray:
    """A view of an array to which a user's function cannot write."""
    view = array.view()
    view.flags.writeable = False
    return view


def too_large(where: str, name: str, angle: float) -> UnsupportedOperation:
    """The error for an angle outside the range of the compiled sine."""
    return UnsupportedOperation(
        f"{where}: the angle {name} is {angle:.6g} rad, expected at most {LARGEST:.3g} in absolute value; subtract whole turns"
    )


def as_constructed(given: Any) -> tuple[Any, ...]:
    """The ``__reduce__`` value of a frozen dataclass: its constructor makes the copy, so that its arrays are read-only again."""
    return _construct, (type(given), {each.name: getattr(given, each.name) for each in fields(given) if each.init})


def constructor_values(given: Any) -> dict[str, Any]:
    """The arguments that make an equal object of a frozen dataclass: those that it is pickled with."""
    has_own = any("__reduce__" in vars(kind) for kind in type(given).__mro__[:-1])
    reduced = given.__reduce__() if has_own else as_constructed(given)
    return dict((reduced if reduced[0] is _construct else as_constructed(given))[1][1])


def _construct(kind: Any, values: dict[str, Any]) -> Any:
    return kind(**values)
