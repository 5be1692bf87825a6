"""The index of a store: one line of JSON for each layout, chunk and failure, added as they come.

A chunk counts once its line is complete. A line that a killed writer left incomplete is ignored and then removed; the chunk's
file is found again by its own description. Each line has a checksum: a number that differs by a bit would count other runs.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from kinloop.errors import FileError, ShapeError, printable
from kinloop.simulation.store.chunk import KEY, Chunk
from kinloop.simulation.store.intervals import Intervals


@dataclass(frozen=True)
class LayoutEntry:
    """A layout by its key: how many runs it has, and the number of its first run among all runs of the store."""

    key: str
    runs: int
    offset: int


@dataclass(frozen=True)
class Failure:
    """A chunk that failed three times: the runs of its layout from ``first`` to before ``last``, its arguments in words, and the
    last error."""

    layout: int
    first: int
    last: int
    arguments: Mapping[str, str]
    error: str

    @classmethod
    def from_json(cls, given: Mapping[str, Any], layouts: int) -> Failure:
        """The failure of a line. Raises: ShapeError: it is something else, or of a layout that does not exist."""
        failure = cls(**{name: given[name] for name in cls.__dataclass_fields__})
        counts, texts = (failure.layout, failure.first, failure.last), [failure.error]
        if isinstance(failure.arguments, dict):
            texts += [*failure.arguments, *failure.arguments.values()]
        is_fit = all(type(count) is int and count >= 0 for count in counts) and failure.layout < layouts
        if not is_fit or not isinstance(failure.arguments, dict) or not all(isinstance(text, str) for text in texts):
            raise ShapeError("a failure of something else")
        return replace(failure, arguments={printable(name): printable(text) for name, text in failure.arguments.items()})


@dataclass
class IndexState:
    """What the lines of an index say."""

    layouts: list[LayoutEntry] = field(default_factory=list)
    chunks: dict[str, Chunk] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    covered: list[Intervals] = field(default_factory=list)
    current: int = -1  # the layout of the last call

    def add(self, line: Mapping[str, Any]) -> None:
        """Add a line. Raises: ShapeError: it is none of an index."""
        match line.get("kind"):
            case "call":
                self._add_call(line)
            case "chunk":
                chunk = Chunk.from_json(line)
                if chunk.layout >= len(self.layouts) or chunk.last > self.layouts[chunk.layout].runs:
                    raise ShapeError("a chunk of a layout that does not exist")
                self.chunks[chunk.key] = chunk
                self.covered[chunk.layout].add(chunk.first, chunk.last)
            case "failure":
                self.failures.append(Failure.from_json(line, len(self.layouts)))
            case "lost":
                self._remove(line["keys"])
            case other:
                raise ShapeError(f"a line of the unknown kind {other!r:.40}")

    def _add_call(self, line: Mapping[str, Any]) -> None:
        key, runs = line["key"], line["runs"]
        if not isinstance(key, str) or KEY.fullmatch(key) is None or type(runs) is not int or runs < 1:
            raise ShapeError("a call without layout")
        known = [each.key for each in self.layouts]
        if key not in known:
            self.layouts.append(LayoutEntry(key, runs, sum(each.runs for each in self.layouts)))
            self.covered.append(Intervals())
        self.current = len(known) if key not in known else known.index(key)
        self.failures = [each for each in self.failures if each.layout != self.current]  # they are tried again

    def _remove(self, keys: Sequence[str]) -> None:
        """Chunks whose runs are missing again."""
        for key in keys:
            del self.chunks[key]
        self.covered = [Intervals() for _ in self.layouts]
        for chunk in self.chunks.values():
            self.covered[chunk.layout].add(chunk.first, chunk.last)

    @property
    def open_failures(self) -> list[Failure]:
        """The failures of chunks whose runs are still missing."""
        return [each for each in self.failures if not self.covered[each.layout].overlaps(each.first, each.last)]


def call_line(key: str, runs: int) -> dict[str, Any]:
    """The line of a call that asks for the runs of a layout."""
    return {"kind": "call", "key": key, "runs": runs}


def chunk_line(chunk: Chunk) -> dict[str, Any]:
    """The line of a finished chunk."""
    return {"kind": "chunk", **chunk.as_json()}


def lost_line(keys: Sequence[str]) -> dict[str, Any]:
    """The line of chunks whose runs are missing again."""
    return {"kind": "lost", "keys": list(keys)}


def failure_line(failure: Failure) -> dict[str, Any]:
    """The line of a chunk that failed."""
    return {"kind": "failure", **asdict(failure)}


def read_index(path: Path) -> IndexState:
    """The state of an index; empty where there is no file. Raises: FileError: a line that is complete, but none of an index."""
    state = IndexState()
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return state
    except OSError as error:
        raise FileError(f"{str(path)!r} cannot be read: {error.strerror}") from error
    for number, line in enumerate(lines[:-1], 1):  # after the last line break nothing, or a line that is not complete
        try:
            state.add(_content(line))
        except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
            raise FileError(
                f"{str(path)!r} is damaged in line {number}: {error}; remove it, and the next call of kl.sweep makes it "
                "again from the files of the runs"
            ) from None
    return state


def index_line(content: Mapping[str, Any]) -> bytes:
    """A line with its checksum."""
    return json.dumps({**content, "crc": _checksum(content)}).encode() + b"\n"


def _content(line: bytes) -> dict[str, Any]:
    """The content of a line. Raises: ShapeError: it is not the one that was written."""
    content = json.loads(line)
    if not isinstance(content, dict):
        raise ShapeError("not a table")
    if content.pop("crc", None) != _checksum(content):
        raise ShapeError("it does not fit its checksum")
    return content


def _checksum(content: Mapping[str, Any]) -> int:
    return zlib.crc32(json.dumps(content).encode())


def append_lines(path: Path, lines: Sequence[Mapping[str, Any]]) -> None:
    """Add lines, and wait until they are on the disk. Raises: FileError: they cannot be written; the index is as before."""
    content = b"".join(map(index_line, lines))
    try:
        with path.open("ab", buffering=0) as file:  # what a buffer holds after an error would be written later
            before, written = file.tell(), 0
            try:
                while written < len(content):
                    written += file.write(content[written:]) or 0
                os.fsync(file.fileno())
            except BaseException:  # an interruption too: half a line would damage the next one
                os.truncate(path, before)
                raise
    except OSError as error:
        raise FileError(f"{str(path)!r} cannot be written: {error.strerror}") from error


def remove_torn_line(path: Path) -> None:
    """Remove the end of an index that a killed writer left without line break. Raises: FileError: it cannot be written."""
    try:
        content = path.read_bytes() if path.exists() else b""
        if content and not content.endswith(b"\n"):
            os.truncate(path, content.rfind(b"\n") + 1)
    except OSError as error:
        raise FileError(f"{str(path)!r} cannot be written: {error.strerror}") from error
