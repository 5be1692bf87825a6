"""What the studio answers: messages as JSON or bytes, and work for the background."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Message = dict[str, Any] | bytes


@dataclass(frozen=True)
class Job:
    """Work that takes long, by the name of its task (:mod:`~kinloop.view.studio.processes.tasks`) and arguments that JSON has.

    A newer job of the same ``kind`` makes an older one obsolete. ``what``: for people; shown while it runs, unless empty.
    ``ticket``: what the session compares its result with, so that a late one is dropped.
    """

    kind: str
    task: str
    arguments: Mapping[str, Any]
    ticket: int
    what: str = ""
    cancellable: bool = False


@dataclass
class Answer:
    """``replies`` go to the page that asked, ``news`` to all pages, ``others`` to all but the one that asked; ``jobs`` to the
    background, ``commands`` to the run that goes on."""

    replies: list[Message] = field(default_factory=list)
    news: list[Message] = field(default_factory=list)
    others: list[Message] = field(default_factory=list)
    jobs: list[Job] = field(default_factory=list)
    commands: list[dict[str, Any]] = field(default_factory=list)

    def add(self, other: Answer) -> Answer:
        """Extend it by what another answer has."""
        for name in ("replies", "news", "others", "jobs", "commands"):
            getattr(self, name).extend(getattr(other, name))
        return self


def plain(value: Any) -> Any:
    """A value as JSON has it: arrays as lists, and null for a number that is not finite."""
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def note(message: str) -> dict[str, Any]:
    """A sentence for the user."""
    return {"type": "note", "message": message}


def error(message: str) -> dict[str, Any]:
    """A sentence that says what was not done, and why."""
    return {"type": "error", "message": message}


def progress(what: str, share: float | None = None, cancellable: bool = False) -> dict[str, Any]:
    """What the studio is busy with; an empty text where that is over."""
    return {"type": "progress", "what": what, "share": share, "cancellable": cancellable}
