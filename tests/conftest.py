"""Shared by all tests: one cache of compiled objects, the seconds spent compiling at the end, and KINLOOP_REQUIRE.

With ``KINLOOP_REQUIRE=1``, as in continuous integration, a skipped test has failed: what it needs should be there.
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from collections.abc import Generator
from tempfile import TemporaryDirectory
from typing import Any

import pytest

# Before kinloop is imported; the processes that the tests start inherit it. Removed when this process ends.
if "KINLOOP_CACHE" not in os.environ:
    _folder = TemporaryDirectory(prefix="kinloop-tests-")
    os.environ["KINLOOP_CACHE"] = _folder.name

# One folder of results of studies for all processes of a session; tests/helpers/shared_reproduction.py fills it.
if "KINLOOP_TEST_STUDIES" not in os.environ:
    _studies = TemporaryDirectory(prefix="kinloop-test-studies-")
    os.environ["KINLOOP_TEST_STUDIES"] = _studies.name

_REQUIRE = os.environ.get("KINLOOP_REQUIRE", "") not in ("", "0")

_seconds: defaultdict[str, list[float]] = defaultdict(list)


def _compiled_here() -> list[tuple[str, float]]:
    kernel = sys.modules.get("kinloop.compile.llvm.kernel")
    return list(kernel.compile_log) if kernel else []


def _count(compiled: list[tuple[str, float]]) -> None:
    """A kernel is called ``robot.model``; the seconds are counted by robot."""
    for name, seconds in compiled:
        _seconds[name.partition(".")[0]].append(seconds)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["compiled"] = _compiled_here()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """A worker of pytest-xdist has ended."""
    _count(getattr(node, "workeroutput", {}).get("compiled", []))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    _count(_compiled_here())
    if not _seconds:
        return
    rows = sorted(((sum(times), len(times), name) for name, times in _seconds.items()), reverse=True)
    terminalreporter.section("seconds of compilation, by robot (kernels that were not in the cache)")
    for total, count, name in rows[:15]:
        terminalreporter.write_line(f"{total:8.2f} s  {count:4d} kernels  {name}")
    if rest := rows[15:]:
        terminalreporter.write_line(f"{sum(r[0] for r in rest):8.2f} s  {sum(r[1] for r in rest):4d} kernels  ({len(rest)} more)")


def _require(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn what was skipped into a failure with its reason. An expected failure is reported as skipped too: leave it."""
    if _REQUIRE and report.outcome == "skipped" and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        report.outcome = "failed"
        report.longrepr = f"{reason}\nKINLOOP_REQUIRE is set, and then a skipped test has failed"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _require(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """A file may skip itself before any of its tests exists."""
    report = yield
    _require(report)
    return report
