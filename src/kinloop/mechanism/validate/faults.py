"""Faults of a description: their wording, their places in its text, and the error that lists them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from kinloop.errors import DescriptionError, ExpressionError, Fault, Path, in_one_line
from kinloop.mechanism.validate.toml_locate import Locations, locate

MAX_SHOWN = 100  # faults that a message lists


@dataclass(frozen=True)
class Text:
    """A TOML text and the file that it came from."""

    where: str
    text: str

    @cached_property
    def _locations(self) -> Locations:
        return locate(self.text)

    def locate(self, fault: Fault) -> Fault:
        """The fault with its line and column in the text."""
        span = None if fault.place else self._locations.span(self._written_path(fault), fault.of_key)
        if span is None:
            return fault
        index = span.start
        plain = self.text[span.start : span.stop]
        if fault.column and plain[:1] in ('"', "'") and plain[:3] not in ('"""', "'''") and "\\" not in plain:
            index += min(fault.column, len(plain) - 1)  # the quote is one character, and columns count from 1
        return replace(fault, place=self._locations.place(self.where, index))

    def _written_path(self, fault: Fault) -> Path:
        """The keys as they stand in the text: a parameter may be a table with a value, and ``[start]`` may have the rates."""
        places, path = self._locations.places, fault.path
        if path[:1] == ("parameters",) and (*path, "value") in places and not fault.of_key:
            return (*path, "value")
        return path if path[:1] != ("start_rates",) or path[:1] in places else ("start", "rates", *path[1:])


def path_text(path: Path) -> str:
    """Keys as text: ``joints.q1.origin.xyz[0]``."""
    text = ""
    for step in path:
        name = f"[{step}]" if isinstance(step, int) else in_one_line(step)
        text += f".{name}" if text and not isinstance(step, int) else name
    return text


def fault_at(path: Path, sentence: str, of_key: bool = False) -> Fault:
    """A fault whose message begins with the keys that lead to it."""
    return Fault(f"{path_text(path)}: {sentence}", path, of_key=of_key)


def fault_from_error(path: Path, error: Exception, in_text: bool) -> Fault:
    """The fault of a number that cannot be read; ``in_text``: the line of the file shows the place, not the message."""
    if isinstance(error, ExpressionError) and error.column and in_text:
        return replace(fault_at(path, error.reason), column=error.column)
    return fault_at(path, str(error).replace("\n", "\n    "))


def column_of(name: str, text: str) -> int | None:
    """The column of a name in an expression, counted from 1."""
    match = re.search(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])", text)
    return match.start() + 1 if match else None


def arrange_faults(faults: Iterable[Fault], text: Text | None = None) -> tuple[Fault, ...]:
    """The faults without repetition, with their places, in the order of the text."""
    found = dict.fromkeys(text.locate(fault) if text else fault for fault in faults)
    return tuple(sorted(found, key=lambda fault: fault.place[1:3] if fault.place else (0, 0)))


def description_error(name: str, where: str, faults: Iterable[Fault | str], text: Text | None = None) -> DescriptionError:
    """The error that lists the faults of a description."""
    found = arrange_faults((Fault(fault) if isinstance(fault, str) else fault for fault in faults), text)
    place = f" ({in_one_line(where)})" if where and where != name else ""
    return DescriptionError(f"{in_one_line(name)}{place} has {quantity(len(found), 'fault')}:\n{list_faults(found)}", found)


def list_faults(faults: tuple[Fault, ...]) -> str:
    """The first hundred faults, one below the other."""
    rest = [f"  - and {quantity(len(faults) - MAX_SHOWN, 'more fault')}"] if len(faults) > MAX_SHOWN else []
    return "\n".join([*map(str, faults[:MAX_SHOWN]), *rest])


def quantity(number: int, noun: str) -> str:
    """A number with its noun: ``1 fault``, ``2 faults``, ``2 degrees of freedom``."""
    head, of, rest = noun.partition(" of ")
    return f"{number} {head}{'s' * (number != 1)}{of}{rest}"
