"""Ctrl-C while formulas are derived: CasADi's calls can swallow it, so it is repeated until it takes effect."""

from __future__ import annotations

import _thread
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

# Time between two interrupts [s].
INTERVAL = 0.05


@contextmanager
def repeat_interrupts() -> Iterator[None]:
    """Raise KeyboardInterrupt again and again, once Ctrl-C is pressed, until it leaves this context.

    Outside the main thread, and where a program handles Ctrl-C itself, nothing changes.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    finished, repeating = threading.Event(), threading.Event()

    def repeat() -> None:
        while not finished.wait(INTERVAL):
            _thread.interrupt_main()

    def interrupt(number: int, frame: FrameType | None) -> None:
        if finished.is_set():
            signal.default_int_handler(number, frame)
        if not repeating.is_set():
            repeating.set()
            threading.Thread(target=repeat, daemon=True).start()
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        try:
            finished.set()
        finally:  # also where it was pressed just then
            finished.set()
            signal.signal(signal.SIGINT, signal.default_int_handler)
