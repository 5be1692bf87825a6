"""The progress of a sweep in words, on a terminal, in a notebook, and nowhere else; and sizes of chunks."""

from __future__ import annotations

import io
import sys
from types import SimpleNamespace
from typing import Any

import pytest

import kinloop as kl
from kinloop.simulation.cluster import sweep_progress
from kinloop.simulation.cluster.chunk_sizes import FIRST, LANES, LEAST, USUAL, ChunkSizes
from kinloop.simulation.cluster.sweep_progress import ProgressDisplay

HALF = kl.SweepProgress(1000, 500, 3, 1, 12.5, 2, 40.0)


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (HALF, "500 of 1000 runs, 12.5 runs/s, 2 workers, 3 ended early, 1 chunks failed, 40 s left"),
        (kl.SweepProgress(8, 0, 0, 0, 0.0, 0, None), "0 of 8 runs, 0 runs/s, waiting for workers"),
        (kl.SweepProgress(10**9, 1, 0, 0, 1e6, 1, 1000.0), "1 of 1000000000 runs, 1e+06 runs/s, 1 worker, 17 min left"),
        (kl.SweepProgress(10, 1, 0, 0, 1, 1, 1e5), "1 of 10 runs, 1 runs/s, 1 worker, 27.8 h left"),
        (kl.SweepProgress(10, 1, 0, 0, 1, 1, 1e6), "1 of 10 runs, 1 runs/s, 1 worker, 11.6 days left"),
    ],
)
def test_progress_in_words(progress: kl.SweepProgress, words: str) -> None:
    assert str(progress) == words


class Terminal(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def shown(stderr: io.StringIO, wanted: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(sys, "stderr", stderr)
    monkeypatch.setattr(sweep_progress, "LONG", -1.0)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("TERM", "xterm")
    with ProgressDisplay("sweep of [red]arm\x1b", wanted) as show:
        show(HALF)
    return stderr.getvalue()


def test_a_terminal_shows_a_bar_and_a_log_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(Terminal(), None, monkeypatch)
    assert "sweep of [red]arm?" in text
    assert "500 of 1000 runs" in text
    assert shown(io.StringIO(), None, monkeypatch) == ""
    assert shown(Terminal(), False, monkeypatch) == ""


def test_a_notebook_shows_one_line_that_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []

    class Handle:
        """A place of a notebook."""

        def update(self, content: dict[str, str], raw: bool) -> None:
            lines.append(content["text/plain"])

    def display(content: dict[str, str], raw: bool, display_id: bool) -> Handle:
        lines.append(content["text/plain"])
        return Handle()

    shell = SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(display=display))
    monkeypatch.setattr(sweep_progress, "LONG", -1.0)
    monkeypatch.setattr(sweep_progress, "EVERY", 0.0)
    with ProgressDisplay("sweep of arm", None) as show:
        show(HALF)
        show(HALF)
    assert lines == [f"sweep of arm: 50 %, {HALF}"] * 2


# ---------------------------------------------------------------- chunks


def test_chunks_take_about_ten_seconds_by_what_finished_ones_took() -> None:
    sizes = ChunkSizes(1e-3, 100, 0)
    assert sizes.next(10**9, 100) == FIRST / 1e-3 // LANES * LANES
    for _ in range(30):
        sizes.add(1000, 0.5)  # twice as fast as estimated
    assert sizes.next(10**9, 100) == pytest.approx(USUAL / 5e-4, abs=LANES)
    for _ in range(30):
        sizes.add(100, 5.0)  # another machine joins
    assert sizes.next(10**9, 100) == pytest.approx(USUAL / 5e-2, abs=LANES)


def test_the_last_chunks_are_smaller_but_not_tiny() -> None:
    sizes = ChunkSizes(1e-3, 100, 0)
    sizes.add(1000, 1.0)
    assert sizes.next(8000, 2) == 2000
    assert sizes.next(100, 2) == LEAST / 1e-3
    assert sizes.next(8000, 1) == USUAL / 1e-3


def test_chunks_have_bounded_memory() -> None:
    assert ChunkSizes(1e-9, 64_000, 0).next(10**9, 2) == 1000
    assert ChunkSizes(1e-9, 1, 8000).next(10**9, 2) == 1000
    assert ChunkSizes(1e-9, 10**12, 10**12).next(10**9, 2) == LANES
    assert ChunkSizes(100.0, 1, 1).next(10**9, 2) == LANES
