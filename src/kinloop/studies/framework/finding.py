"""What a study found: a quantity, what the document says of it, what was measured, and a verdict that the numbers decide."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kinloop.errors import ShapeError, listing

Value = float | str | None

# From the most to the least serious: a study has the first verdict that one of its findings has.
VERDICTS = ("disagrees", "corrects", "goes beyond", "agrees", "no figure")
RELATIONS = ("at most", "at least", "equals", "about", "is")


@dataclass(frozen=True)
class Finding:
    """A quantity, the relation that is asked of what was measured to the document's value, and the verdict.

    Made by :func:`claim`, :func:`correct`, :func:`go_beyond` and :func:`observe`, which compute the verdict.
    """

    quantity: str
    relation: str
    document: Value
    measured: Value
    unit: str
    verdict: str

    def __post_init__(self) -> None:
        for name, known in (("relation", RELATIONS), ("verdict", VERDICTS)):
            if getattr(self, name) not in known:
                raise ShapeError(f"{self.quantity}: {name} is {getattr(self, name)!r}, expected one of {listing(known)}")

    def as_json(self, study_id: str) -> dict[str, Any]:
        """The finding as plain JSON: numbers with all their digits, None in the place of what is not finite."""
        return {
            "id": study_id,
            "quantity": self.quantity,
            "relation": self.relation,
            "document": finite_or_none(self.document),
            "measured": finite_or_none(self.measured),
            "unit": self.unit,
            "verdict": self.verdict,
        }


def claim(
    quantity: str,
    relation: str,
    document: float | str,
    measured: float | str,
    unit: str = "",
    *,
    within: float = 0.0,
    says: str | None = None,
) -> Finding:
    """A claim of the document: it agrees if the relation holds, and disagrees if not.

    Args:
        document: its figure; or what this study asks, where the document has words only, which are ``says``.
        relation: ``at most``, ``at least``; ``equals``: within ``within`` in the quantity's unit (rounding of printed digits);
            ``about``: within the share ``within`` of the document's value; ``is``: the same text or number.
    """
    measured = _plain(measured)
    verdict = "agrees" if holds(relation, document, measured, within) else "disagrees"
    text = quantity if says is None else _asking(quantity, relation, document, unit, within)
    return Finding(text, relation, document if says is None else says, measured, unit, verdict)


def correct(
    quantity: str,
    relation: str,
    document: float | str,
    measured: float | str,
    unit: str = "",
    *,
    proof: bool,
    within: float = 0.0,
) -> Finding:
    """A claim of the document that is wrong. It is corrected if the relation fails and ``proof``, a comparison that shows what is
    right, holds. If the relation holds there is nothing to correct: agrees. If there is no proof either: disagrees."""
    measured = _plain(measured)
    if holds(relation, document, measured, within):
        verdict = "agrees"
    else:
        verdict = "corrects" if proof and not _is_nan(measured) else "disagrees"
    return Finding(quantity, relation, document, measured, unit, verdict)


def go_beyond(
    quantity: str,
    relation: str,
    bound: float | str,
    measured: float | str,
    unit: str = "",
    *,
    document: Value = None,
    within: float = 0.0,
) -> Finding:
    """What the document could not do. ``bound`` is what it takes to go beyond it; ``document`` what came out there, or None."""
    measured = _plain(measured)
    verdict = "goes beyond" if holds(relation, bound, measured, within) else "disagrees"
    return Finding(_asking(quantity, relation, bound, unit, within), relation, document, measured, unit, verdict)


def observe(
    quantity: str,
    measured: float | str,
    unit: str = "",
    *,
    relation: str = "is",
    bound: float | str | None = None,
    within: float = 0.0,
) -> Finding:
    """What the document gives no figure for. With ``bound``, the study's own check: if the relation to it fails, or nothing was
    measured (NaN), the verdict is ``disagrees``."""
    measured = _plain(measured)
    fails = _is_nan(measured) or (bound is not None and not holds(relation, bound, measured, within))
    text = quantity if bound is None else _asking(quantity, relation, bound, unit, within)
    return Finding(text, relation, None, measured, unit, "disagrees" if fails else "no figure")


def holds(relation: str, document: float | str, measured: float | str, within: float = 0.0) -> bool:
    """Does what was measured have the relation to the document's value? Never if it is NaN."""
    if relation == "is":
        return document == measured
    if isinstance(document, str) or isinstance(measured, str):
        raise ShapeError(f"the relation {relation!r} is between numbers, given {document!r} and {measured!r}; expected 'is'")
    if relation == "at most":
        return measured <= document
    if relation == "at least":
        return measured >= document
    if relation == "equals":
        return abs(measured - document) <= within
    if relation == "about":
        return abs(measured - document) <= within * abs(document)
    raise ShapeError(f"no relation {relation!r}; expected one of {listing(RELATIONS)}")


def gravest(verdicts: Iterable[str]) -> str:
    """The most serious of several verdicts; ``no figure`` if there is none."""
    found = set(verdicts)
    return next((verdict for verdict in VERDICTS if verdict in found), "no figure")


def finite_or_none(value: Value) -> Value:
    """A number as JSON has it: None in the place of NaN and infinity."""
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _asking(quantity: str, relation: str, bound: float | str, unit: str, within: float) -> str:
    """The quantity with what this study asks of it, since that is not the document's value."""
    wanted = bound if isinstance(bound, str) else f"{bound:g} {unit}".rstrip()
    margin = f" within {100 * within:g} %" if relation == "about" else f" within {within:g} {unit}".rstrip() if within else ""
    return f"{quantity} (asked: {relation} {wanted}{margin})"


def _plain(value: Any) -> float | str:
    """A Python number or text, also from NumPy's."""
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, int)):
        return int(value)
    number = float(value)
    return number


def _is_nan(value: float | str) -> bool:
    return isinstance(value, float) and math.isnan(value)
