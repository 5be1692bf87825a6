"""Which parameters of a test belong to the long tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def with_long(values: Iterable[Any], is_long: Callable[[Any], bool]) -> list[Any]:
    """Values for ``parametrize``; those that take long, and have a cheaper relative among the others, run with --all only."""
    return [pytest.param(value, marks=pytest.mark.long) if is_long(value) else value for value in values]
