"""A notice on the terminal while work takes long."""

from __future__ import annotations

import sys
from threading import Lock, Timer
from types import TracebackType

# Work that takes longer than this [s] is announced.
LONG = 2.0


class Notice:
    """``with Notice("compiling arm.inertia"): ...`` writes one line to stderr after two seconds and removes it at the end.

    It writes to a terminal only, not to logs or batch jobs.
    """

    def __init__(self, what: str) -> None:
        self._what = "".join(letter if letter.isprintable() else "?" for letter in what)
        self._lock = Lock()
        self._state = "waiting"
        self._timer: Timer | None = None

    def __enter__(self) -> Notice:
        if sys.stderr is not None and sys.stderr.isatty():
            self._timer = Timer(LONG, self._show)
            self._timer.daemon = True
            self._timer.start()
        return self

    def _show(self) -> None:
        with self._lock:
            if self._state == "waiting":
                self._state = "shown"
                print(f"kinloop: {self._what} ...", end="", file=sys.stderr, flush=True)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._timer is None:
            return
        self._timer.cancel()
        with self._lock:
            if self._state == "shown":
                print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._state = "over"
