"""MuJoCo without its messages, and without what one file leaves behind for the next."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any, TypeVar

T = TypeVar("T")
_handler = Lock()
if hasattr(os, "register_at_fork"):  # a child that came while another thread had it would wait for it forever
    os.register_at_fork(before=_handler.acquire, after_in_parent=_handler.release, after_in_child=_handler.release)


def quietly(mujoco: Any, work: Callable[[], T]) -> T:
    """The result of ``work``, which calls MuJoCo.

    Without a handler MuJoCo prints its warnings and logs them to a file in the working directory; we check their causes. The work
    has a thread of its own: after an error that MuJoCo does not expect (``anchor=""`` in version 4.0) the next warning in the
    same thread never returns.
    """
    with _handler:
        before = mujoco.get_mju_user_warning()
        mujoco.set_mju_user_warning(lambda message: None)
        try:
            with ThreadPoolExecutor(max_workers=1) as thread:
                return thread.submit(work).result()
        finally:
            mujoco.set_mju_user_warning(before)
