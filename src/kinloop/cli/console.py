"""What is printed: text and tables on the terminal, or JSON; errors as sentences on the standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console

from kinloop.errors import printable

# Output to a pipe is not cut at 80 columns. Brackets in names are text, not markup.
console = Console(width=None if sys.stdout.isatty() else 140, highlight=False, markup=False, emoji=False)
Json = Annotated[bool, typer.Option("--json", help="Print JSON with all digits, for other programs.")]


def print_error(message: str) -> None:
    """Print a sentence on the standard error."""
    Console(stderr=True, highlight=False, markup=False, emoji=False).print(printable(message), soft_wrap=True)


def print_json(data: Any) -> None:
    """Print numbers, arrays, texts and tables of them as JSON; numbers that are not finite are null."""
    print(json.dumps(_plain(data), indent=2, allow_nan=False))


def _plain(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {str(key): _plain(value) for key, value in data.items()}
    if isinstance(data, np.ndarray):
        return _plain(data.tolist())
    if isinstance(data, list | tuple):
        return [_plain(value) for value in data]
    if isinstance(data, bool | np.bool_):
        return bool(data)
    if isinstance(data, int | np.integer):
        return int(data)
    if isinstance(data, float | np.floating):
        return float(data) if np.isfinite(data) else None
    return data if data is None else str(data)


def numbers_text(array: np.ndarray, width: int = 100) -> str:
    """An array with five digits, in lines of a width."""
    return np.array2string(np.asarray(array) + 0.0, precision=5, suppress_small=True, max_line_width=width)
