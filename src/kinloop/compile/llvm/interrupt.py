"""Ctrl-C while formulas are derived: CasADi's calls can swallow it, so it is repeated until it is heard."""

from __future__ import annotations

import _thread
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

# Time between two tries [s].
AGAIN = 0.05


@contextmanager
def insistent() -> Iterator[None]:
    """Within, KeyboardInterrupt is raised again and again until it leaves. Elsewhere than in the main thread, and where a
    program handles Ctrl-C itself, nothing changes."""
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    over, begun = threading.Event(), threading.Event()

    def repeat() -> None:
        while not over.wait(AGAIN):
            _thread.interrupt_main()

    def pressed(number: int, frame: FrameType | None) -> None:
        if over.is_set():
            signal.default_int_handler(number, frame)
        if not begun.is_set():
            begun.set()
            threading.Thread(target=repeat, daemon=True).start()
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, pressed)
    try:
        yield
    finally:
        try:
            over.set()
        finally:  # also where it was pressed just then
            over.set()
            signal.signal(signal.SIGINT, signal.default_int_handler)
