"""Reading a description's text: regular files of a bounded size, in UTF-8."""

from __future__ import annotations

from pathlib import Path

from kinloop.errors import FileError


def read_text(path: Path, limit: int) -> str:
    """The text of a file of at most ``limit`` bytes.

    Raises: FileError: it is missing, no file, not readable, too large or not UTF-8.
    """
    try:
        if not path.exists():
            raise FileError(f"no file {str(path)!r}")
        if not path.is_file():  # a folder, or a pipe that would keep us waiting
            raise FileError(f"{str(path)!r} is not a regular file")
        with path.open("rb") as file:
            content = file.read(limit + 1)
    except FileError:
        raise
    except OSError as error:
        raise FileError(f"{str(path)!r} cannot be read: {error.strerror}") from error
    if len(content) > limit:
        raise FileError(f"{str(path)!r} is larger than {limit / 1e6:g} MB, which no description needs")
    return decode(content, str(path))


def decode(content: bytes, where: str) -> str:
    """UTF-8, with or without a byte order mark."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FileError(f"{where!r} is not UTF-8: byte {content[error.start]:#04x} in line {line}") from None
