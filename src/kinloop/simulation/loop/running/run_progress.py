"""The progress of long work, reported to a function or on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import perf_counter
from types import TracebackType
from typing import Any

from kinloop.errors import ShapeError

# True and False: shown or not; None: on a terminal, when it takes long; a function: called with the share that is done.
Shown = bool | Callable[[float], None] | None
# Work that takes longer than this [s] has a bar.
LONG = 1.0


class Progress:
    """``with Progress("simulate", shown) as report: ... report(0.3)``."""

    def __init__(self, what: str, shown: Shown) -> None:
        if not (shown is None or isinstance(shown, bool) or callable(shown)):
            raise ShapeError(f"{what}: progress is {shown!r:.80}, expected True, False, None or a function of the share done")
        self._what, self._shown = what, shown
        self._begun = perf_counter()
        self._bar: Any = None

    def __enter__(self) -> Progress:
        return self

    def __call__(self, share: float) -> None:
        """Report the share that is done, from 0 to 1."""
        if callable(self._shown):
            self._shown(share)
        elif self._is_wanted():
            self._draw(share)

    def _is_wanted(self) -> bool:
        if self._shown is None:
            return sys.stderr.isatty() and perf_counter() - self._begun > LONG
        return bool(self._shown)

    def _draw(self, share: float) -> None:
        if self._bar is None:
            from rich.console import Console  # loaded when used
            from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
            from rich.progress import Progress as Bar

            # The name of a machine is text, not markup.
            columns = (TextColumn("{task.description}", markup=False), BarColumn(), TextColumn("{task.percentage:>3.0f}%"))
            self._bar = Bar(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True)
            self._bar.start()
            self._task = self._bar.add_task(self._what, total=1.0)
        self._bar.update(self._task, completed=share)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()
