"""XML written as lines of text, without recursion and with all digits of numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import quoteattr

import numpy as np

from kinloop.errors import DescriptionError


class Xml:
    """Lines of XML, indented by their depth."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._open: list[str] = []

    def leaf(self, tag: str, **attributes: object) -> None:
        """Add an element without children."""
        self._line(tag, attributes, "/>")

    def open(self, tag: str, **attributes: object) -> None:
        """Open an element; the lines that follow are its children."""
        self._line(tag, attributes, ">")
        self._open.append(tag)

    def close(self) -> None:
        """Close the element that was opened last."""
        tag = self._open.pop()
        self.lines.append(f"{'  ' * len(self._open)}</{tag}>")

    def _line(self, tag: str, attributes: Mapping[str, object], end: str) -> None:
        words = [tag, *(f"{key}={quoteattr(_text(value))}" for key, value in attributes.items() if value is not None)]
        self.lines.append(f"{'  ' * len(self._open)}<{' '.join(words)}{end}")


def _text(value: object) -> str:
    if isinstance(value, str):
        if not value.isprintable():
            raise DescriptionError(f"{value!r} cannot be a name in a file: it has characters that do not print")
        return value
    if isinstance(value, int | float | np.number):
        return f"{float(value)!r}".removesuffix(".0")
    if isinstance(value, Sequence | np.ndarray):
        return " ".join(_text(entry) for entry in value)
    raise TypeError(f"no text for {value!r}")  # a mistake in kinloop, not in a description
