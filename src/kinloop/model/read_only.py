"""Immutable objects: assigning to an attribute raises an error."""

from __future__ import annotations

from typing import Any, NoReturn

from kinloop.errors import ReadOnly


class ReadOnlyAttributes:
    """A base class whose attributes cannot be assigned. ``__init__`` writes to ``vars(self)``, where cached values are too."""

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise ReadOnly(f"{type(self).__name__}.{name} cannot be set: {self._instead(name, value)}")

    def __delattr__(self, name: str) -> NoReturn:
        raise ReadOnly(f"{type(self).__name__}.{name} cannot be deleted: it never changes")

    def _instead(self, name: str, value: Any) -> str:
        """The end of the error message: what to do instead of an assignment."""
        return "it never changes"
