"""The progress of a sweep: runs, rate, failures and the time left; on a terminal, in a notebook, or to a function."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from types import TracebackType
from typing import Any

from kinloop.errors import ShapeError

# True and False: shown or not; None: on a terminal or in a notebook, when it takes long; a function: called with the progress.
SweepShown = bool | Callable[["SweepProgress"], None] | None
# Work that takes longer than this [s] is shown, and so often [s].
LONG, EVERY = 1.0, 0.5


@dataclass(frozen=True)
class SweepProgress:
    """How far a sweep is: ``done`` of ``runs`` runs are in the store, ``early`` of those simulated now ended early, ``failed``
    chunks were given up; ``rate`` runs a second on ``workers``; ``seconds_left`` is None before anything is measured."""

    runs: int
    done: int
    early: int
    failed: int
    rate: float
    workers: int
    seconds_left: float | None

    @property
    def share(self) -> float:
        """The share of the runs that is done."""
        return self.done / self.runs if self.runs else 1.0

    def __str__(self) -> str:
        left = "" if self.seconds_left is None else f", {_duration(self.seconds_left)} left"
        failed = f", {self.failed} chunks failed" if self.failed else ""
        early = f", {self.early} ended early" if self.early else ""
        where = f"{self.workers} worker{'s' * (self.workers != 1)}" if self.workers else "waiting for workers"
        return f"{self.done} of {self.runs} runs, {self.rate:.3g} runs/s, {where}{early}{failed}{left}"


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 6000:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h" if seconds < 100 * 3600 else f"{seconds / 86400:.1f} days"


class ProgressDisplay:
    """``with ProgressDisplay("sweep of biglide", shown) as show: ... show(progress)``."""

    def __init__(self, what: str, shown: SweepShown) -> None:
        if not (shown is None or isinstance(shown, bool) or callable(shown)):
            raise ShapeError(f"sweep: progress is {shown!r:.80}, expected True, False, None or a function of kl's SweepProgress")
        self._what = "".join(letter if letter.isprintable() else "?" for letter in what)
        self._shown = shown
        self._begin = perf_counter()
        self._last = -EVERY
        self._bar: Any = None
        self._task: Any = None
        self._handle: Any = None

    def __enter__(self) -> ProgressDisplay:
        return self

    def __call__(self, progress: SweepProgress) -> None:
        """Show a progress: a function gets each, the screen two a second."""
        if callable(self._shown):
            self._shown(progress)
            return
        now, shell = perf_counter() - self._begin, _notebook()
        visible = shell is not None or (sys.stderr is not None and sys.stderr.isatty())
        is_wanted = bool(self._shown) if self._shown is not None else visible and now > LONG
        if is_wanted and (now - self._last >= EVERY or progress.done == progress.runs):
            self._last = now
            (self._draw if shell is None else self._display)(progress)

    def _draw(self, progress: SweepProgress) -> None:
        """A bar on the terminal."""
        if self._bar is None:
            from rich.console import Console  # loaded when used
            from rich.progress import BarColumn, Progress, TextColumn

            columns = (
                TextColumn("{task.description}", markup=False),
                BarColumn(),
                TextColumn("{task.fields[words]}", markup=False),
            )
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._bar.start()
            self._task = self._bar.add_task(self._what, total=1.0, words="")
        self._bar.update(self._task, completed=progress.share, words=str(progress))

    def _display(self, progress: SweepProgress) -> None:
        """A line of text in a notebook, written anew each time."""
        from IPython.display import display

        content = {"text/plain": f"{self._what}: {100 * progress.share:.0f} %, {progress}"}
        if self._handle is None:
            self._handle = display(content, raw=True, display_id=True)
        else:
            self._handle.update(content, raw=True)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()


def _notebook() -> Any:
    """The shell of a notebook, None elsewhere."""
    if "IPython" not in sys.modules:
        return None
    shell = sys.modules["IPython"].get_ipython()
    return shell if shell is not None and hasattr(shell, "kernel") else None
