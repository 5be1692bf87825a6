"""A study: an experiment of a document, named after its line of the checklist, as a function that runs it again."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from kinloop.errors import ShapeError
from kinloop.studies.framework.documents import DOCUMENTS, Document
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult

Run = Callable[[StudyContext], StudyResult]


@dataclass(frozen=True)
class Study:
    """An experiment of a document.

    ``id`` is the document and the line of the checklist, ``000-11``. ``did`` says what the document did, ``claimed`` what it says
    came out, both in our own words. ``quick``: part of the short selection, one study a document. ``seconds``: about how long it
    takes once compiled, for the order of a run.
    """

    id: str
    title: str
    did: str
    claimed: str
    run: Run
    quick: bool = False
    seconds: float = 1.0

    def __post_init__(self) -> None:
        if not re.fullmatch(r"\d{3}-\d+", self.id) or self.id[:3] not in DOCUMENTS or self.id not in self.document.study_ids:
            raise ShapeError(f"no study {self.id!r}: expected a document and one of its lines of the checklist, as 000-11")

    @property
    def document(self) -> Document:
        """The document that it belongs to."""
        return DOCUMENTS[self.id[:3]]

    @property
    def line(self) -> int:
        """The line of the checklist."""
        return int(self.id[4:])

    @property
    def slug(self) -> str:
        """The title as a name: small letters, digits and hyphens."""
        return re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")


def study(id: str, title: str, *, did: str, claimed: str, quick: bool = False, seconds: float = 1.0) -> Callable[[Run], Study]:
    """A decorator that makes a study of the function that runs it."""
    return lambda run: Study(id, title, did, claimed, run, quick, seconds)
