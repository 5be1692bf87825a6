"""The places of keys and values in a TOML text, which ``tomllib`` does not give.

The text is one that ``tomllib`` has read, so only its structure is parsed: where strings, arrays, tables and comments begin and
end.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from contextlib import suppress
from dataclasses import dataclass, field

from kinloop.errors import Path, Place

_SPACE = re.compile(r"[ \t]*+")
_END = re.compile(r"[ \t\r]*+(?=\n|#|\Z)")  # of a statement
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*+)*+")  # between statements, and between the entries of an array
_SCALAR = re.compile(
    r'"""(?:[^"\\]|\\[\s\S]|"{1,2}(?!"))*+"{3,5}'
    r"|'''(?:[^']|'{1,2}(?!'))*+'{3,5}"
    r'|"(?!"")(?:[^"\\\n]|\\.)*+"'
    r"|'(?!'')[^'\n]*+'"
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9:.Zz+-]*+"  # a date and a time with a space between them
    r"|[^\s,\[\]{}#=\"']++"
)
_KEY = re.compile(r'"(?:[^"\\\n]|\\.)*+"|' r"'[^'\n]*+'|[A-Za-z0-9_-]++")


@dataclass(frozen=True)
class Span:
    """A piece of the text, ``text[start:stop]``."""

    start: int
    stop: int


@dataclass(frozen=True)
class Located:
    """The place of a key's first use and of its value; an entry of an array has no key, a table under a header no value."""

    key: Span | None
    value: Span | None


@dataclass(frozen=True)
class Again:
    """A key that is given a second time."""

    path: Path
    first: Located
    second: Span


@dataclass
class Locations:
    """The places of all key paths of a text."""

    text: str
    places: dict[Path, Located] = field(default_factory=dict)
    again: list[Again] = field(default_factory=list)
    last_statement: int = 0  # where the last statement starts, complete or not

    def __post_init__(self) -> None:
        self._lines = [0, *(match.end() for match in re.finditer("\n", self.text))]
        self._sources: dict[int, str] = {}  # of lines; thousands of faults may be in one long line

    def place(self, file: str, index: int) -> Place:
        """Line, column and source line of a character."""
        line = bisect_right(self._lines, index)
        start = self._lines[line - 1]
        if line not in self._sources:
            stop = self._lines[line] - 1 if line < len(self._lines) else len(self.text)
            self._sources[line] = self.text[start:stop].rstrip("\r")
        return Place(file, line, index - start + 1, self._sources[line])

    def span(self, path: Path, of_key: bool = False) -> Span | None:
        """The place of the value at ``path``, or of its key; of the nearest table around it if the text has no such key."""
        for length in range(len(path), 0, -1):
            found = self.places.get(path[:length])
            if found is not None:
                key_first = of_key and length == len(path)
                return (found.key or found.value) if key_first else (found.value or found.key)
        return None


def locate(text: str) -> Locations:
    """The place of every key path of a text, in one pass; what follows a piece that is not TOML is left out."""
    scanner = _Scanner(text)
    with suppress(_NotToml, RecursionError):
        scanner.statements()
    return scanner.found


class _NotToml(Exception):
    """Ends the parse at a piece that is not TOML."""


class _Scanner:
    """One pass over a text that collects the places of its keys and values."""

    def __init__(self, text: str) -> None:
        self.found = Locations(text)
        self._text = text
        self._at = 0
        self._lengths: dict[Path, int] = {}  # of the arrays of tables so far
        self._headers: set[Path] = set()

    def statements(self) -> None:
        table: Path = ()
        while self._skip(_BLANK) < len(self._text):
            self.found.last_statement = self._at
            if self._text[self._at] == "[":
                table = self._header()
            else:
                self._pair(table)
            self._match(_END)

    def _header(self) -> Path:
        """Read ``[a.b]`` or ``[[a.b]]``: the path of the table that follows."""
        brackets = 2 if self._text.startswith("[[", self._at) else 1
        self._at += brackets
        path: Path = ()
        keys = self._keys()
        for name, span in keys[:-1]:
            path = self._last(self._table((*path, name), span))
        name, span = keys[-1]
        path = (*path, name)
        before = self.found.places.get(path)
        if before is not None and (before.value or (path in self._headers and brackets == 1)):
            self.found.again.append(Again(path, before, span))
        self._table(path, span)
        self._headers.add(path)
        if brackets == 2:
            count = self._lengths.get(path, 0)
            self._lengths[path] = count + 1
            path = self._table((*path, count), span)
        self._take("]" * brackets)
        return path

    def _table(self, path: Path, span: Span) -> Path:
        self.found.places.setdefault(path, Located(span, None))
        return path

    def _last(self, path: Path) -> Path:
        """The last table of an array of tables, which a header means by its name."""
        return (*path, self._lengths[path] - 1) if path in self._lengths else path

    def _pair(self, table: Path) -> None:
        """Read ``a.b = value``."""
        keys = self._keys()
        path = table
        for name, span in keys[:-1]:
            path = self._table((*path, name), span)
        name, span = keys[-1]
        path = (*path, name)
        self._take("=")
        before = self.found.places.get(path)
        self._value(path, span)
        if before is not None:
            self.found.again.append(Again(path, before, span))
            self.found.places[path] = before

    def _keys(self) -> list[tuple[str, Span]]:
        """Read a dotted key ``a . "b" . c`` and the space around it."""
        keys: list[tuple[str, Span]] = []
        while not keys or self._text.startswith(".", self._at):
            self._at += bool(keys)
            self._skip(_SPACE)
            span = self._match(_KEY)
            word = self._text[span.start : span.stop]
            keys.append((_unquote(word) if word[0] in "\"'" else word, span))
            self._skip(_SPACE)
        return keys

    def _value(self, path: Path, key: Span | None) -> None:
        start = self._skip(_SPACE)
        if self._text.startswith("[", start):
            self._array(path)
        elif self._text.startswith("{", start):
            self._inline_table(path)
        else:
            self._match(_SCALAR)
        self.found.places[path] = Located(key, Span(start, self._at))

    def _array(self, path: Path) -> None:
        self._take("[")
        index = 0
        while not self._text.startswith("]", self._skip(_BLANK)):
            self._value((*path, index), None)
            index += 1
            if not self._text.startswith(",", self._skip(_BLANK)):
                break
            self._take(",")
        self._take("]")

    def _inline_table(self, path: Path) -> None:
        self._take("{")
        while not self._text.startswith("}", self._skip(_BLANK)):
            self._pair(path)
            if not self._text.startswith(",", self._skip(_BLANK)):
                break
            self._take(",")
        self._take("}")

    def _skip(self, pattern: re.Pattern[str]) -> int:
        match = pattern.match(self._text, self._at)
        self._at = match.end() if match else self._at
        return self._at

    def _match(self, pattern: re.Pattern[str]) -> Span:
        match = pattern.match(self._text, self._at)
        if match is None:
            raise _NotToml
        self._at = match.end()
        return Span(match.start(), match.end())

    def _take(self, sign: str) -> None:
        if not self._text.startswith(sign, self._at):
            raise _NotToml
        self._at += len(sign)


def _unquote(word: str) -> str:
    try:
        return str(tomllib.loads(f"key = {word}")["key"])
    except (ValueError, RecursionError):
        raise _NotToml from None
