"""What all tests share: one cache of compiled objects, and the seconds spent compiling at the end."""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from tempfile import TemporaryDirectory
from typing import Any

import pytest

# Before kinloop is imported; the processes that the tests start inherit it. Removed when this process ends.
if "KINLOOP_CACHE" not in os.environ:
    _folder = TemporaryDirectory(prefix="kinloop-tests-")
    os.environ["KINLOOP_CACHE"] = _folder.name

_seconds: defaultdict[str, list[float]] = defaultdict(list)


def _compiled_here() -> list[tuple[str, float]]:
    kernel = sys.modules.get("kinloop.compile.kernel")
    return list(kernel.compile_log) if kernel else []


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["compiled"] = _compiled_here()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """A worker of pytest-xdist has ended."""
    for name, seconds in getattr(node, "workeroutput", {}).get("compiled", []):
        _seconds[name].append(seconds)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for name, seconds in _compiled_here():
        _seconds[name].append(seconds)
    if not _seconds:
        return
    rows = sorted(((sum(times), len(times), name) for name, times in _seconds.items()), reverse=True)
    terminalreporter.section("kernels compiled, not found in the cache")
    for total, count, name in rows[:15]:
        terminalreporter.write_line(f"{total:8.2f} s  {count:4d} x  {name}")
    if rest := rows[15:]:
        terminalreporter.write_line(f"{sum(r[0] for r in rest):8.2f} s  {sum(r[1] for r in rest):4d} x  ({len(rest)} more names)")
