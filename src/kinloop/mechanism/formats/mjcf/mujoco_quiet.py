"""Calls of MuJoCo without its messages and without side effects on later calls."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any, TypeVar

T = TypeVar("T")
_handler = Lock()
if hasattr(os, "register_at_fork"):  # a child process forked while another thread holds the lock would wait forever
    os.register_at_fork(before=_handler.acquire, after_in_parent=_handler.release, after_in_child=_handler.release)


def run_quietly(mujoco: Any, work: Callable[[], T]) -> T:
    """Run ``work``, which calls MuJoCo, without warnings, and return its result.

    Without a handler MuJoCo prints warnings and logs them to a file in the working directory; the readers check their causes. The
    work runs in its own thread: after an unexpected error (``anchor=""`` in version 4.0) the next warning in the same thread
    never returns.
    """
    with _handler:
        before = mujoco.get_mju_user_warning()
        mujoco.set_mju_user_warning(lambda message: None)
        try:
            with ThreadPoolExecutor(max_workers=1) as thread:
                return thread.submit(work).result()
        finally:
            mujoco.set_mju_user_warning(before)
