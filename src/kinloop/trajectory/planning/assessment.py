"""What a motion asks of a robot, as data and as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from kinloop.model.geometry.mode import Mode
from kinloop.model.workspace.crossings import Crossing, CrossingSide

Array = np.ndarray
NONE = "-"


@dataclass(frozen=True)
class Peak:
    """The largest value of a quantity of a joint along a motion.

    ``quantity``: ``"position"``, ``"speed"``, ``"acceleration"``, ``"jerk"`` or ``"effort"``. ``value`` has its sign and the
    ``unit``, ``time`` [s] is its instant. ``limit``: infinite where there is none; of positions the nearer bound. ``ratio``: the
    peak as a part of the limit, above 1 beyond it; of positions the distance from the middle as a part of half the range; NaN
    without a limit.
    """

    quantity: str
    joint: str
    value: float
    unit: str
    time: float
    limit: float
    ratio: float

    @property
    def ok(self) -> bool:
        """Whether the limit holds; a value that is not known does not."""
        return bool(np.isinf(self.limit)) or self.ratio <= 1


@dataclass(frozen=True, eq=False, repr=False)
class Assessment:
    """What a motion meets before it is run: :func:`assess` gives it, and ``print`` shows it as a table.

    ``t`` (n,): the samples [s] that the robot reaches, with ``q`` (n, nq), ``qd`` and ``qdd`` (n, nv), and of the active joints
    ``jerk`` and ``tau`` (n, n_active); ``x`` (n, ...) is what the trajectory gives. ``reachable``: whether there are
    configurations all along; ``end`` [s]: where the motion ends before its ``duration``, for the reason ``end_reason``, or None.
    ``peaks``: of each joint, in the order of quantities. ``crossings``: the singularities met, in the order of time. ``faults``:
    why the motion should not be run, in words.
    """

    name: str
    space: str
    duration: float
    t: Array
    x: Array
    q: Array
    qd: Array
    qdd: Array
    jerk: Array
    tau: Array
    reachable: bool
    end: float | None
    end_reason: str
    peaks: tuple[Peak, ...]
    crossings: tuple[Crossing, ...]
    mode_before: Mode | None
    mode_after: Mode | None
    faults: tuple[str, ...]
    effort_units: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether the motion is reached throughout, within all limits, with finite efforts that are known."""
        return not self.faults

    def peak(self, quantity: str, joint: str | None = None) -> Peak:
        """The peak of a quantity: of one joint, or the one nearest to its limit (the largest where there are no limits).

        Raises: LookupError: there is no such peak.
        """
        found = [each for each in self.peaks if each.quantity == quantity and joint in (None, each.joint)]
        if not found:
            known = ", ".join(dict.fromkeys(f"{each.quantity} of {each.joint}" for each in self.peaks)) or "(none)"
            raise LookupError(f"no peak of {quantity!r}{f' of {joint!r}' if joint else ''}; there are: {known}")
        limited = [each for each in found if not np.isnan(each.ratio)]
        return max(limited, key=lambda each: each.ratio) if limited else max(found, key=lambda each: abs(each.value))

    def __repr__(self) -> str:
        verdict = "ok" if self.ok else f"not ok: {'; '.join(self.faults)}"
        return f"<Assessment of {self.name}, {self.duration:g} s: {verdict}>"

    def __str__(self) -> str:
        samples = f"{len(self.t)} samples to t = {self.t[-1]:g} s" if len(self.t) else "no sample"
        reach = "every sample" if self.end is None else f"up to t = {self.end:.9g} s: {self.end_reason}"
        what = "active joints" if self.space == "active" else self.space
        lines = [
            f"{self.name}: a motion of the {what} of {self.duration:g} s, {samples}: {'ok' if self.ok else 'NOT ok'}",
            f"  reached        {reach}",
        ]
        if self.mode_before is not None or self.mode_after is not None:
            lines.append(f"  mode           {_mode(self.mode_before)} at the start, {_mode(self.mode_after)} at the end")
        lines += [f"  {word}{text}" for word, text in self._singularities()]
        if self.peaks:
            lines += ["", *_table(("quantity", "joint", "peak", "unit", "at [s]", "limit", "ratio"), map(_row, self.peaks))]
        if self.faults:
            lines += ["", "not ok, since", *(f"  - {fault}" for fault in self.faults)]
        return "\n".join(lines)

    def _singularities(self) -> Iterator[tuple[str, str]]:
        if not self.crossings:
            yield "singularities  ", "none met"
        for k, each in enumerate(self.crossings):
            order = {0: "stays there", 1: "crosses", 2: "touches"}.get(each.order, f"order {each.order}")
            yield "singularities  " if not k else " " * 15, f"{each.kind} at t = {each.time:.9g} s: {order}"
            if each.kind == "type 2" and each.before is not None and each.after is not None:
                for word, side in (("before", each.before), ("after", each.after)):
                    yield " " * 15, f"  {word:6} {_describe_side(side, self.effort_units)}"


def _mode(mode: Mode | None) -> str:
    return "unnamed" if mode is None else str(mode)


def _describe_side(side: CrossingSide, units: Sequence[str]) -> str:
    criterion = "" if side.criterion is None else f"criterion {side.criterion:.3g} W; "
    if side.tau is None:
        return f"{criterion}no limit of the efforts: {side.reason}"
    values = ", ".join(f"{value:.6g} {unit}" for value, unit in zip(side.tau, units, strict=True))
    mode = "" if side.mode is None else f"; {side.mode}"
    return f"{criterion}efforts {values}{mode}"


def _row(peak: Peak) -> tuple[str, ...]:
    limit = NONE if np.isinf(peak.limit) else f"{peak.limit:.6g}"
    ratio = NONE if np.isinf(peak.limit) else f"{peak.ratio:.4f}{'' if peak.ok else ' !'}"
    return peak.quantity, peak.joint, f"{peak.value:.6g}", peak.unit, f"{peak.time:.6g}", limit, ratio


def _table(heads: Sequence[str], rows: Iterator[tuple[str, ...]]) -> list[str]:
    cells = [tuple(heads), *rows]
    widths = [max(len(row[k]) for row in cells) for k in range(len(heads))]
    return ["  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
