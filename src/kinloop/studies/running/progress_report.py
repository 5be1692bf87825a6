"""What is reported while studies run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kinloop.studies.framework.study import Study


@dataclass(frozen=True)
class StudyProgress:
    """``kind``: ``kept`` (of an interrupted run), ``started``, ``finished`` or ``failed``, with the verdict or the error.

    ``done`` of ``total`` studies are over; ``running`` are under way; ``share`` is about how much of the time is over, 0 to 1.
    """

    kind: str
    study: Study
    done: int
    total: int
    running: tuple[Study, ...]
    share: float
    verdict: str = ""
    error: str = ""
    seconds: float = 0.0


ProgressCallback = Callable[[StudyProgress], None]
