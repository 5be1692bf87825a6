"""A mistake in a document, with its proof: how far the printed form is off, and how well the right one holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kinloop.studies.framework.finding import Finding, finite_or_none

# Relative errors: the right form holds to rounding (near singularities some digits are lost), the wrong one is off visibly.
HOLDS, IS_OFF = 1e-8, 1e-3


@dataclass(frozen=True)
class Erratum:
    """An equation as printed and as it should be, as LaTeX, and the relative error of both over many states.

    ``printed_error`` is None where the printed form cannot be evaluated; ``what`` says why, or what is wrong, in one sentence.
    ``holds`` and ``is_off`` are the bounds of the two errors, for equations whose errors have other sizes.
    """

    document: str
    equation: str
    what: str
    printed: str
    right: str
    printed_error: float | None
    right_error: float
    holds: float = HOLDS
    is_off: float = IS_OFF

    @property
    def is_proved(self) -> bool:
        """Whether the right form holds and the printed one does not."""
        return self.right_error <= self.holds and (self.printed_error is None or self.printed_error >= self.is_off)

    @property
    def finding(self) -> Finding:
        """The correction as a finding: as printed (the document's value) and corrected (measured)."""
        right = float(self.right_error)
        verdict = "corrects" if self.is_proved else "disagrees"
        return Finding(
            f"{self.equation}: relative error as printed, and corrected", "equals", self.printed_error, right, "", verdict
        )

    def as_json(self) -> dict[str, Any]:
        """All fields by name."""
        numbers = {name: finite_or_none(getattr(self, name)) for name in ("printed_error", "right_error", "holds", "is_off")}
        texts = {name: getattr(self, name) for name in ("document", "equation", "what", "printed", "right")}
        return {**texts, **numbers}
