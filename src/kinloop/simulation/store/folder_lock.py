"""One writer at a time in a folder; the system releases the lock of a process that ends, also of one that was killed."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType
from typing import IO

from kinloop.errors import FileError, UnsupportedOperation


class FolderLock:
    """``with FolderLock(path): ...``. Raises: UnsupportedOperation: another process has it. FileError: it cannot be made."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[str] | None = None

    def __enter__(self) -> FolderLock:
        try:
            file = self._path.open("a+", encoding="utf-8")
        except OSError as error:
            raise FileError(f"{str(self._path)!r} cannot be written: {error.strerror}") from error
        try:
            is_free = _lock(file)
        except OSError:  # a file system without locks
            is_free = True
        if not is_free:
            file.close()
            raise UnsupportedOperation(
                f"another process is writing to {str(self._path.parent)!r}; wait for its end, or choose another folder"
            )
        self._file = file
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()


def _lock(file: IO[str]) -> bool:
    """Lock a file for this process; False where another one has it."""
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    os.set_inheritable(file.fileno(), False)
    return True
