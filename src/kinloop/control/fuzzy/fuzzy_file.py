"""Fuzzy systems as TOML files. A file contains no code, and reading it runs none."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from kinloop.errors import DescriptionError, FileError, listing, nearest
from kinloop.mechanism.formats.text_file import read_text, save_text
from kinloop.mechanism.formats.toml.toml_file import MAX_BYTES, not_toml
from kinloop.mechanism.formats.toml.toml_syntax import parse
from kinloop.mechanism.formats.toml.toml_write import table_lines
from kinloop.mechanism.validate.faults import Text, description_error, fault_at


def read_tables(path: str | PathLike[str], keys: tuple[str, ...]) -> tuple[dict[str, Any], Text]:
    """The tables of a file and its text. Raises: FileError, DescriptionError: no such file, not TOML, unknown keys."""
    if "\0" in str(path):
        raise FileError(f"no file {str(path)!r}: a path has no null characters")
    parsed = parse(read_text(Path(path), MAX_BYTES, "fuzzy systems"), str(path))
    if parsed.table is None or parsed.faults:
        raise not_toml(str(path), parsed.faults)
    source = Text(str(path), parsed.text)
    unknown = [key for key in parsed.table if key not in keys]
    if unknown:
        found = [
            fault_at((key,), f"no such key{nearest(key, keys)}; known keys: {listing(keys)}", of_key=True) for key in unknown
        ]
        raise description_error(Path(path).stem, str(path), found, source)
    return parsed.table, source


def with_places(error: DescriptionError, source: Text) -> DescriptionError:
    """The error with the line and column of each fault."""
    return description_error(Path(source.where).stem, source.where, error.faults, source)


def save_tables(tables: Mapping[str, Any], path: str | PathLike[str]) -> None:
    """Write a file, atomically. Raises: FileError: it cannot be written, or is larger than what is read back."""
    text = "\n".join(table_lines((), {key: _plain(value) for key, value in tables.items()})).strip("\n") + "\n"
    if (size := len(text.encode())) > MAX_BYTES:
        raise FileError(f"{str(path)!r}: the fuzzy system has {size} bytes; at most {MAX_BYTES} are read back")
    save_text(path, text)


def _plain(value: Any) -> Any:
    """Tuples as lists."""
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, tuple | list) else value
