"""The tables of a TOML text and every place where it is not TOML: a faulty line is blanked and reading continues."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import Any

from kinloop.errors import Fault, Place
from kinloop.mechanism.validate.toml_locate import Again, Locations, locate

MAX_FAULTS = 20
LONG = 200_000  # characters; in longer texts only the first fault is found, since each fault takes a pass
_POSITION = re.compile(r"\s*\(at (?:line ([0-9]+), column ([0-9]+)|end of document)\)$")
_TWICE = re.compile("twice|overwrite|[Dd]uplicate|redefine|immutable")


# Largest number of names in one key, a.b.c: the time of tomllib grows with the square of this number.
MAX_PARTS = 20
_NAME = r"(?:[A-Za-z0-9_-]++|\"(?:[^\"\\\n]|\\.)*+\"|'[^'\n]*+')"
_WITH_DEEP_KEYS = re.compile(
    rf"(?P<deep>(?:{_NAME}[ \t]*+\.[ \t]*+){{{MAX_PARTS}}})"
    r'|"""(?:[^"\\]|\\[\s\S]|"{1,2}(?!"))*+"{3,5}'
    r"|'''(?:[^']|'{1,2}(?!'))*+'{3,5}"
    rf"|{_NAME}|#[^\n]*+"
)


def _deep_key(text: str) -> int | None:
    """The index at which a key of too many names begins, outside strings and comments."""
    return next((match.start() for match in _WITH_DEEP_KEYS.finditer(text) if match["deep"]), None)


@dataclass(frozen=True)
class Parsed:
    """The tables of a text, the text without the lines that cannot be read, and the faults.

    There are no tables if a fault makes the rest unreadable.
    """

    table: dict[str, Any] | None
    text: str
    faults: tuple[Fault, ...]


def parse(text: str, where: str) -> Parsed:
    """Read a text; ``where`` is the file that faults name."""
    if (deep := _deep_key(text)) is not None:
        message = f"a key of more than {MAX_PARTS} names with dots between them; at most that many are read"
        return Parsed(None, text, (Fault(message, (), locate(text[:deep]).place(where, deep)),))
    source = text.split("\n")
    lines = source[:]
    faults: list[Fault] = []
    table: dict[str, Any] | None = None
    while len(faults) < (MAX_FAULTS if len(text) < LONG else 1):
        try:
            table = tomllib.loads("\n".join(lines) + "\n")
            break
        except RecursionError:
            faults.append(Fault("nested too deeply"))
            break
        except ValueError as error:  # also a whole number of thousands of digits, a date that does not exist
            mistake = _explain(str(error), "\n".join(lines) + "\n", where)
        place = mistake.place and mistake.place._replace(source=source[mistake.place.line - 1].rstrip("\r"))
        faults.append(Fault(mistake.words, mistake.again.path if mistake.again else (), place))
        faulty = [lines[k - 1].strip() for k in mistake.lines]
        if not any(faulty) or any(line.startswith("[") for line in faulty):
            break  # the lines after an unreadable header would belong to another table
        for k in mistake.lines:
            lines[k - 1] = ""
    return Parsed(table, "\n".join(lines), tuple(faults))


@dataclass(frozen=True)
class _Mistake:
    """One place where a text is not TOML."""

    words: str
    place: Place | None = None
    lines: range = range(0)  # lines to blank
    again: Again | None = None


def _explain(message: str, text: str, where: str) -> _Mistake:
    """The message of ``tomllib`` in plain words, with its place."""
    match = _POSITION.search(message)
    found = locate(text)
    if match is None:
        digits = re.search(r"[0-9]{1000,}", text)
        words = "a whole number of too many digits" if digits else _lower(message)
        return _Mistake(words, found.place(where, digits.start()) if digits else None)
    reason = message[: match.start()]
    start = found.place(where, found.last_statement)
    if match[1] is None:
        return _Mistake(f"{_lower(reason)} before the end of the file", start)
    line, index = int(match[1]), _index(text, int(match[1]), int(match[2]))
    again = _repeated_key(found, line, where) if _TWICE.search(reason) else None
    if again is not None:
        first = again.first.key or again.first.value
        before = f"; line {found.place(where, first.start).line} has it already" if first else ""
        place = found.place(where, again.second.start)
        return _Mistake(f"{'.'.join(map(str, again.path))}: it is given twice{before}", place, range(place.line, line + 1), again)
    if reason.startswith("Unclosed array") and start.line < line:
        return _Mistake("the array that begins here is not closed", start, range(start.line, line))
    words = _words(reason, text, index)
    if start.line < line:
        words += f"; it is part of what begins in line {start.line}"
    return _Mistake(words, found.place(where, index), range(line, line + 1))


def _repeated_key(found: Locations, line: int, where: str) -> Again | None:
    """The key that is repeated in this line."""
    return next((again for again in found.again if found.place(where, again.second.start).line <= line), None)


def _words(reason: str, text: str, index: int) -> str:
    """What was expected at a place of the text, and what was found."""
    start = text.rfind("\n", 0, index) + 1
    before, rest = text[start:index].rstrip(), text[index : text.index("\n", index)].rstrip("\r")
    given = re.match(r"[^\s,\]}#]*", rest)
    if reason == "Invalid value" and not (given and given[0]):
        return "a value is missing" + (" after '='" if before.endswith("=") else "")
    if reason == "Invalid value" and given:
        return f"{given[0]!r} is not a value; expected a number, a text in quotes, true, false, an array or a table"
    if reason.startswith("Expected '='") and not rest:
        return "expected '=' and a value after the key"
    expected = {"Expected newline": "the end of the line", "Unclosed array": "',' or ']'", "Unclosed inline": "',' or '}'"}
    for beginning, wanted in expected.items():
        if reason.startswith(beginning) and rest:
            return f"expected {wanted}, found {rest.split('#')[0].rstrip()[:20]!r}{_hint(before, rest)}"
    return _lower(reason)


def _hint(before: str, rest: str) -> str:
    """Advice for decimal commas, and for units and expressions without quotes."""
    number = re.search(r"[=,\[]\s*([-+]?[0-9._]+)$", before)
    if number and re.match(r",[0-9]", rest):
        return "; decimals are written with a point"
    if number and re.match(r"[ \t]*[A-Za-z*/+-]", rest):
        return f'; a unit or an expression is written in quotes, as in "{number[1]} deg" or "2*l"'
    return ""


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _index(text: str, line: int, column: int) -> int:
    """The index of a line and column of ``tomllib``, which does not count carriage returns at the ends of lines."""
    start = 0
    for _ in range(line - 1):
        start = text.find("\n", start) + 1
    return min(start + column - 1, len(text) - 1)
