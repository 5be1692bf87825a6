"""Messages from a page, read with care: nothing in them is evaluated, and what does not fit is refused in a sentence."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kinloop.errors import ShapeError, unknown_name

# The largest message [bytes], and the largest number in one; machines are smaller, and so are times.
LARGEST_MESSAGE, LARGEST_NUMBER = 65536, 1e12
MOST_POINTS, LONGEST_TEXT = 500, 200

Fields = Mapping[str, Any]


def read_message(text: str | bytes) -> dict[str, Any]:
    """A message as a table with a ``type`` and a ``seq``. Raises: ShapeError: it is something else."""
    if isinstance(text, bytes):
        raise ShapeError("a message of bytes was received, expected JSON as text")
    if len(text) > LARGEST_MESSAGE:
        raise ShapeError(f"a message of {len(text)} characters was received, expected at most {LARGEST_MESSAGE}")
    try:
        message = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as fault:
        raise ShapeError(f"a message is no JSON: {str(fault)[:100]}") from None
    if not isinstance(message, dict):
        raise ShapeError(f"a message is {_show(message)}, expected a table with a type")
    text_of(message, "type")
    whole(message, "seq", 0, 2**32 - 1)
    return message


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no number")


def text_of(fields: Fields, name: str) -> str:
    """A short text. Raises: ShapeError."""
    value = fields.get(name)
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise ShapeError(f"{name} is {_show(value)}, expected a text of at most {LONGEST_TEXT} characters")
    return value


def choice(fields: Fields, name: str, known: Sequence[str], owner: str = "the studio") -> str:
    """One of some words. Raises: ShapeError, UnknownName."""
    value = text_of(fields, name)
    if value not in known:
        raise unknown_name(name, value, known, owner)
    return value


def flag(fields: Fields, name: str, default: bool | None = None) -> bool:
    """True or false. Raises: ShapeError."""
    value = fields.get(name, default)
    if not isinstance(value, bool):
        raise ShapeError(f"{name} is {_show(value)}, expected true or false")
    return value


def whole(fields: Fields, name: str, least: int, most: int, default: int | None = None) -> int:
    """A whole number within bounds. Raises: ShapeError."""
    value = fields.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ShapeError(f"{name} is {_show(value)}, expected a whole number from {least} to {most}")
    return value


def number(
    fields: Fields, name: str, least: float = -LARGEST_NUMBER, most: float = LARGEST_NUMBER, default: float | None = None
) -> float:
    """A finite number within bounds. Raises: ShapeError."""
    value = fields.get(name, default)
    if not _is_number(value) or not least <= float(value) <= most:
        raise ShapeError(f"{name} is {_show(value)}, expected a number from {least:g} to {most:g}")
    return float(value)


def vector(fields: Fields, name: str, size: int) -> np.ndarray:
    """So many finite numbers. Raises: ShapeError."""
    return _numbers(fields.get(name), name, size)


def points(fields: Fields, name: str) -> np.ndarray:
    """Points in the world, shape (k, 3). Raises: ShapeError."""
    value = fields.get(name, [])
    if not isinstance(value, list) or len(value) > MOST_POINTS:
        raise ShapeError(f"{name} is {_show(value)}, expected at most {MOST_POINTS} points")
    return np.array([_numbers(each, name, 3) for each in value], float).reshape(-1, 3)


def table(fields: Fields, name: str) -> Mapping[str, Any]:
    """Values by name; none where it is left out. Raises: ShapeError."""
    value = fields.get(name)
    if value is None:
        return {}
    if not isinstance(value, dict) or len(value) > 100:
        raise ShapeError(f"{name} is {_show(value)}, expected values by name")
    return value


def tables(fields: Fields, name: str, least: int, most: int) -> list[Mapping[str, Any]]:
    """So many tables of values by name. Raises: ShapeError."""
    value = fields.get(name)
    if not isinstance(value, list) or not least <= len(value) <= most or not all(isinstance(each, dict) for each in value):
        raise ShapeError(f"{name} is {_show(value)}, expected a list of {least} to {most} tables")
    return value


def _numbers(value: Any, name: str, size: int) -> np.ndarray:
    if not isinstance(value, list) or len(value) != size or not all(map(_is_number, value)):
        raise ShapeError(f"{name} is {_show(value)}, expected {size} numbers of at most {LARGEST_NUMBER:g}")
    return np.array([float(each) for each in value])


def _is_number(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) <= LARGEST_NUMBER and math.isfinite(value)


def _show(value: Any) -> str:
    return f"{value!r:.80}" if not isinstance(value, int) or abs(value) < 10**80 else "a number of many digits"
