"""Objects that never change: what is assigned to them would be lost."""

from __future__ import annotations

from typing import Any, NoReturn

from kinloop.errors import ReadOnly


class ReadOnlyAttributes:
    """Assigning to an attribute raises. ``__init__`` writes to ``vars(self)``; values that are computed once are kept there."""

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise ReadOnly(f"{type(self).__name__}.{name} cannot be set: {self._instead(name, value)}")

    def __delattr__(self, name: str) -> NoReturn:
        raise ReadOnly(f"{type(self).__name__}.{name} cannot be deleted: it never changes")

    def _instead(self, name: str, value: Any) -> str:
        """What to do instead of an assignment."""
        return "it never changes"
