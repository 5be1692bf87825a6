"""Reading and writing text files: regular files of a bounded size in UTF-8, written atomically."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from os import PathLike
from pathlib import Path
from uuid import uuid4

from kinloop.errors import FileError


def read_text(path: Path, limit: int, what: str = "descriptions") -> str:
    """The text of a file of at most ``limit`` bytes; ``what`` has this limit.

    Raises: FileError: it is missing, no file, not readable, too large or not UTF-8.
    """
    try:
        if not path.exists():
            raise FileError(f"no file {str(path)!r}")
        if not path.is_file():  # a folder, or a pipe, from which a read may never return
            raise FileError(f"{str(path)!r} is not a regular file")
        with path.open("rb") as file:
            content = file.read(limit + 1)
    except FileError:
        raise
    except OSError as error:
        raise FileError(f"{str(path)!r} cannot be read: {error.strerror}") from error
    if len(content) > limit:
        raise FileError(f"{str(path)!r} is larger than {limit / 1e6:g} MB, the limit for {what}")
    return decode(content, str(path))


def decode(content: bytes, where: str) -> str:
    """The text of UTF-8 bytes, with or without a byte order mark.

    Raises: FileError: the bytes are not UTF-8.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FileError(f"{where!r} is not UTF-8: byte {content[error.start]:#04x} in line {line}") from None


def file_to_write(path: str | PathLike[str]) -> Path:
    """The path to which a file is written: the target of all symbolic links.

    Raises: FileError: the path is no regular file, but for example a device, which a new file would replace.
    """
    try:
        target = Path(path).resolve()
        mode = target.stat().st_mode
    except FileNotFoundError:
        return target
    except (OSError, RuntimeError, ValueError) as error:  # links in a circle, a null character
        raise FileError(f"{str(path)!r} cannot be written: {getattr(error, 'strerror', None) or error}") from None
    if not stat.S_ISREG(mode):
        kind = next((word for is_kind, word in KINDS if is_kind(mode)), "no regular file")
        raise FileError(f"{str(path)!r} is {kind}, expected a regular file or a new name; nothing was written")
    return target


KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def save_text(path: str | PathLike[str], text: str) -> None:
    """Write a text file atomically, as :func:`save_bytes`."""
    save_bytes(path, text.encode())


def save_bytes(path: str | PathLike[str], content: bytes) -> None:
    """Write a file atomically: a reader of the path finds the old content or the new one, also after a crash.

    A symbolic link stays, and its target is written.

    Raises: FileError: the folder is missing or not writable, or the path is no regular file.
    """
    target = file_to_write(path)
    temporary = target.with_name(f".{uuid4().hex}.tmp")
    try:
        try:
            with temporary.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                temporary.chmod(target.stat().st_mode & 0o777)
            os.replace(temporary, target)
        finally:
            with suppress(OSError):
                temporary.unlink()
    except OSError as error:
        raise FileError(f"{str(path)!r} cannot be written: {error.strerror}") from error
