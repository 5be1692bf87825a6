"""A line on the terminal about work that takes long, and nothing elsewhere."""

from __future__ import annotations

import io
import sys
import time

import pytest

from kinloop import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def said(stderr: io.StringIO, seconds: float, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(sys, "stderr", stderr)
    with progress.Notice("compiling arm\x1b[31m.inertia"):
        time.sleep(seconds)
    return stderr.getvalue()


def test_long_work_is_named_on_a_terminal_and_the_line_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "LONG", 0.01)
    assert said(Terminal(), 0.3, monkeypatch) == "kinloop: compiling arm?[31m.inertia ...\r\x1b[K"


def test_short_work_and_work_away_from_a_terminal_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert said(Terminal(), 0.0, monkeypatch) == ""
    monkeypatch.setattr(progress, "LONG", 0.01)
    assert said(io.StringIO(), 0.1, monkeypatch) == ""
