"""MuJoCo without its messages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

_handler = Lock()


@contextmanager
def quiet(mujoco: Any) -> Iterator[None]:
    """Without a handler MuJoCo prints its warnings and logs them to a file in the working directory; we check their causes."""
    with _handler:
        before = mujoco.get_mju_user_warning()
        mujoco.set_mju_user_warning(lambda message: None)
        try:
            yield
        finally:
            mujoco.set_mju_user_warning(before)
