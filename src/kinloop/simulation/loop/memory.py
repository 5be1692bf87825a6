"""The memory that is available; simulations that need more are refused before they begin."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from kinloop.errors import NotEnoughMemory

# A control group's limit above this [bytes] means that there is no limit.
UNLIMITED = 2**60


def require_memory(needed: float, what: str, advice: str) -> None:
    """Raises: NotEnoughMemory: ``what`` needs more bytes than are available; ``advice`` says what to change."""
    available = available_bytes()
    if available is not None and needed > available:
        raise NotEnoughMemory(
            f"{what} need {needed / 1e9:.4g} GB of memory, but {available / 1e9:.4g} GB are available; {advice}",
            needed,
            available,
        )


def available_bytes() -> float | None:
    """The bytes that this process can still allocate without swapping; None where the system does not report them."""
    known = [figure for figure in (_of_system(), _of_control_group(), _of_address_space()) if figure is not None]
    return max(0.0, min(known)) if known else None


def _of_system() -> float | None:
    if sys.platform == "win32":
        return _of_windows()
    with suppress(OSError, ValueError, IndexError):
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return 1024.0 * int(line.split()[1])
    with suppress(OSError, ValueError):  # macOS reports the whole memory, not what of it is free
        return float(os.sysconf("SC_PAGE_SIZE")) * os.sysconf("SC_PHYS_PAGES")
    return None


def _of_windows() -> float | None:
    import ctypes

    class Status(ctypes.Structure):
        """MEMORYSTATUSEX of the Windows API."""

        _fields_ = [
            ("length", ctypes.c_uint32),
            ("load", ctypes.c_uint32),
            *(
                (name, ctypes.c_uint64)
                for name in ("physical", "available", "pages", "free_pages", "virtual", "free", "extended")
            ),
        ]

    status = Status(length=ctypes.sizeof(Status))
    library = getattr(ctypes, "windll").kernel32  # noqa: B009 - the name exists on Windows only
    return float(status.bytes1) if library.GlobalMemoryStatusEx(ctypes.byref(status)) else None


def _of_control_group() -> float | None:
    """The bytes that the control group of this process may still allocate: containers limit it."""
    left = []
    for folder, limit, used in _control_groups():
        with suppress(OSError, ValueError):  # "max": no limit
            most = int((folder / limit).read_text())
            if most < UNLIMITED:
                left.append(float(most - int((folder / used).read_text()) + _file_pages(folder)))
    return min(left) if left else None


def _control_groups() -> list[tuple[Path, str, str]]:
    root = Path("/sys/fs/cgroup")
    own = ""
    with suppress(OSError):
        for line in Path("/proc/self/cgroup").read_text().splitlines():
            if line.startswith("0::"):
                own = line[3:].strip("/")
    names = (root / own, root) if own else (root,)
    first_version = (root / "memory", "memory.limit_in_bytes", "memory.usage_in_bytes")
    return [*((folder, "memory.max", "memory.current") for folder in names), first_version]


def _file_pages(folder: Path) -> int:
    """Pages of files that are counted as used, and that the system gives back when asked."""
    with suppress(OSError, ValueError, IndexError):
        for line in (folder / "memory.stat").read_text().splitlines():
            if line.startswith(("inactive_file ", "total_inactive_file ")):
                return int(line.split()[1])
    return 0


def _of_address_space() -> float | None:
    """The bytes that ``ulimit -v`` leaves."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    most = resource.getrlimit(resource.RLIMIT_AS)[0]
    if most == resource.RLIM_INFINITY:
        return None
    with suppress(OSError, ValueError, IndexError):
        return float(most) - int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    return float(most)
