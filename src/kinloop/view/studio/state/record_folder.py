"""The folder of the records of studios: the user's own, where every run is kept as it ends."""

from __future__ import annotations

import os
import re
import sys
import time
from pathlib import Path

from kinloop.errors import FileError

VARIABLE = "KINLOOP_RECORDS"


def record_folder() -> Path:
    """The folder, which only its owner can open; it is made if it is missing. ``KINLOOP_RECORDS`` names another one.

    Raises: FileError: it cannot be made, or it belongs to another user.
    """
    named = os.environ.get(VARIABLE)
    try:
        folder = Path(named).expanduser() if named else _user_folder() / "kinloop" / "records"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        about = folder.stat()
        if hasattr(os, "getuid"):
            if about.st_uid != os.getuid():
                raise FileError(f"{str(folder)!r} belongs to another user; {VARIABLE} may name another folder for records")
            if about.st_mode & 0o077:
                folder.chmod(0o700)
    except (OSError, RuntimeError) as error:  # RuntimeError: a user without a home
        reason = getattr(error, "strerror", None) or error
        raise FileError(f"the folder of records cannot be made: {reason}; {VARIABLE} may name another one") from None
    return folder


def _user_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    given = os.environ.get("XDG_DATA_HOME", "")
    return Path(given) if os.path.isabs(given) else Path.home() / ".local" / "share"


def new_record_path(machine: str) -> Path:
    """A path in the folder that no file has yet, with the time and the machine's name in it; the file is made, empty, for its
    owner only. Raises: FileError."""
    folder = record_folder()
    name = f"{time.strftime('%Y%m%d-%H%M%S')}-{file_stem(machine)}"
    for k in range(1000):
        path = folder / (f"{name}.npz" if not k else f"{name}-{k}.npz")
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            continue
        except OSError as error:
            raise FileError(f"{str(path)!r} cannot be written: {error.strerror}") from None
        return path
    raise FileError(f"{str(folder)!r} has a thousand records of this second")


def new_sweep_folder(machine: str) -> Path:
    """A new folder beside the records, named by the time and the machine, for its owner only. Raises: FileError."""
    folder = record_folder()
    name = f"{time.strftime('%Y%m%d-%H%M%S')}-{file_stem(machine)}-sweep"
    for k in range(1000):
        path = folder / (name if not k else f"{name}-{k}")
        try:
            path.mkdir(mode=0o700)
        except FileExistsError:
            continue
        except OSError as error:
            raise FileError(f"{str(path)!r} cannot be made: {error.strerror}") from None
        return path
    raise FileError(f"{str(folder)!r} has a thousand sweeps of this second")


def file_stem(name: str) -> str:
    """A machine's name as a part of a file's name on every system."""
    return re.sub(r"[^A-Za-z0-9_-]+", "_", name).strip("_")[:60] or "machine"
