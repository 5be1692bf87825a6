"""Arrays of packed data under short names; equal arrays are stored once."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class Arrays:
    """Collects arrays. ``prefix``: what their names begin with."""

    prefix: str = "a"
    found: dict[str, Array] = field(default_factory=dict)
    _known: dict[tuple[str, bytes], str] = field(default_factory=dict)

    def add(self, array: Array) -> str:
        """The name of an array, which is added unless an equal one is there."""
        content = np.ascontiguousarray(array)
        key = (content.dtype.str, content.tobytes())
        if key not in self._known:
            self._known[key] = f"{self.prefix}{len(self.found)}"
            self.found[self._known[key]] = content
        return self._known[key]
