"""The result of a study: what was run, what was found, figures as data, errata and notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from kinloop.studies.framework.erratum import Erratum
from kinloop.studies.framework.figure_data import FigureData
from kinloop.studies.framework.finding import Finding, gravest


@dataclass(frozen=True, eq=False)
class StudyResult:
    """``ran`` says what was run here: machine, plant or engine, and settings. Errata are findings too: see ``all_findings``."""

    ran: str
    findings: Sequence[Finding] = ()
    figures: Sequence[FigureData] = ()
    errata: Sequence[Erratum] = ()
    notes: Sequence[str] = ()

    def __post_init__(self) -> None:
        for name in ("findings", "figures", "errata", "notes"):
            object.__setattr__(self, name, tuple(getattr(self, name)))

    @property
    def all_findings(self) -> tuple[Finding, ...]:
        """The findings, and one for each erratum."""
        return (*self.findings, *(erratum.finding for erratum in self.errata))

    @property
    def verdict(self) -> str:
        """The most serious verdict of all findings."""
        return gravest(finding.verdict for finding in self.all_findings)

    def as_json(self, study_id: str) -> list[dict[str, Any]]:
        """All findings as plain JSON."""
        return [finding.as_json(study_id) for finding in self.all_findings]

    def with_notes(self, notes: Sequence[str]) -> StudyResult:
        """The same result with further notes."""
        return replace(self, notes=(*self.notes, *notes))
