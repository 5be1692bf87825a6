"""The cache of compiled objects on disk: private to the user, verified before linking, never a cause of failure.

An entry is ``MAGIC | SHA-256 of its name and the rest | length of the header | header (JSON) | object``, so a renamed file is
not accepted. The key is a digest of what the code depends on (description, model, versions, target), not of the tape: deriving
the tape costs more than loading the code.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
import sys
import tempfile
import warnings
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import casadi
import llvmlite
import llvmlite.binding as llvm
import numpy

from kinloop.errors import CacheNotUsed, in_one_line

MAGIC = b"kinloop2"
LIMIT = 512 * 2**20
# Packages that only show results: a change there leaves the compiled code valid.
WITHOUT_FORMULAS = frozenset({"view", "cli", "cli.py"})
# Entries, and temporary files of a killed writer. No other file in the folder is removed.
OURS = re.compile(r"[0-9a-f]{64}|\.new-\w+")


@dataclass(frozen=True)
class Entry:
    """A compiled object and the header that says how to call it."""

    header: dict[str, Any]
    object_file: bytes


def digest(key: Mapping[str, object]) -> str:
    """The name of an entry: a digest of everything that its code depends on."""
    text = json.dumps({"key": key, "versions": _versions(), "source": source_digest()}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def read(name: str) -> Entry | None:
    """Read an entry; None where it is missing or fails verification."""
    folder = _folder()
    if folder is None:
        return None
    path = folder / name
    try:
        blob = path.read_bytes()
    except OSError:
        return None
    with suppress(OSError):  # a folder on a read-only disk is still good to read
        os.utime(path)  # the least recently used go first
    return _unpack(name, blob)


def write(name: str, entry: Entry) -> None:
    """Write an entry atomically. With a full disk or a folder that is not the user's, nothing is written."""
    folder = _folder()
    if folder is None:
        return
    header = json.dumps(entry.header).encode()
    content = len(header).to_bytes(8, "little") + header + entry.object_file
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=".new-")
        with os.fdopen(handle, "wb") as file:
            file.write(MAGIC + _checksum(name, content) + content)
        os.replace(temporary, folder / name)
        _trim(folder)
    except OSError:
        if temporary:
            with suppress(OSError):
                Path(temporary).unlink()


def _checksum(name: str, content: bytes) -> bytes:
    return hashlib.sha256(name.encode() + content).digest()


def _unpack(name: str, blob: bytes) -> Entry | None:
    check, content = blob[len(MAGIC) : len(MAGIC) + 32], blob[len(MAGIC) + 32 :]
    if not blob.startswith(MAGIC) or _checksum(name, content) != check:
        return None
    size = int.from_bytes(content[:8], "little")
    try:
        header = json.loads(content[8 : 8 + size])
    except (ValueError, RecursionError):
        return None
    return Entry(header, content[8 + size :]) if isinstance(header, dict) else None


def _folder() -> Path | None:
    """The cache's folder, created if it is missing; None if others may write to it. ``KINLOOP_CACHE`` names another folder.

    An empty ``KINLOOP_CACHE`` means no cache. A folder that is not used gives one warning.
    """
    named = os.environ.get("KINLOOP_CACHE")
    if named == "":
        return None
    shown: object = named or "of the user"
    try:
        folder = shown = Path(named).expanduser() if named else _user_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        reason = _objection(folder.lstat())
    except (OSError, RuntimeError, ValueError) as error:  # RuntimeError: a user without a home
        reason = "it is no folder" if isinstance(error, FileExistsError) else getattr(error, "strerror", None) or str(error)
    if reason is None:
        return folder
    if (str(shown), reason) not in _warned:
        _warned.add((str(shown), reason))
        message = (
            f"the cache of compiled code, {str(shown)!r}, is not used, so every process compiles again: {in_one_line(reason)}. "
            "KINLOOP_CACHE names another folder; where it is empty there is no cache and no warning"
        )
        warnings.warn(CacheNotUsed(message), stacklevel=2)
    return None


def _objection(status: os.stat_result) -> str | None:
    """The reason why a folder is not used, or None. Code that other users may have written is not run."""
    if not stat.S_ISDIR(status.st_mode):
        return "it is a link" if stat.S_ISLNK(status.st_mode) else "it is no folder"
    if not hasattr(os, "getuid"):
        return None
    if status.st_uid != os.getuid():
        return "it belongs to another user"
    if status.st_mode & 0o022:
        return f"others may write to it (its mode is {stat.S_IMODE(status.st_mode):o}; chmod 700 makes it yours alone)"
    return None


_warned: set[tuple[str, str]] = set()


def _user_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "kinloop" / "objects"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "kinloop" / "objects"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kinloop" / "objects"


def _trim(folder: Path) -> None:
    """Remove the least recently used entries past the size limit."""
    files = []
    for path in folder.iterdir():
        if not OURS.fullmatch(path.name):
            continue
        try:
            status = path.lstat()
        except OSError:  # another process has removed it
            continue
        files.append((status.st_mtime, status.st_size, path))
    total = sum(size for _, size, _ in files)
    for _, size, path in sorted(files):
        if total <= LIMIT:
            break
        with suppress(OSError):
            path.unlink(missing_ok=True)
            total -= size


@cache
def _versions() -> dict[str, str]:
    found = {module.__name__: module.__version__ for module in (casadi, llvmlite, numpy)}
    return {**found, "llvm": ".".join(map(str, llvm.llvm_version_info)), "triple": llvm.get_process_triple()}


@cache
def source_digest() -> str:
    """A digest of every kinloop package that can shape the code, so that an edited checkout never runs old formulas."""
    package = Path(__file__).parents[2]
    total = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        relative = path.relative_to(package)
        if relative.parts[0] not in WITHOUT_FORMULAS:
            total.update(relative.as_posix().encode() + b"\0" + path.read_bytes())
    return total.hexdigest()
