"""The outcome of a comparison: how many samples agree, each entry's difference, and what looks wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class EntryGap:
    """One entry of the output: its largest difference and its size (root mean square), in ``unit``, and the share of samples at
    which it differs."""

    name: str
    unit: str
    largest: float
    size: float
    share: float


@dataclass(frozen=True, repr=False)
class LabReport:
    """What :func:`~kinloop.lab.compare_function.compare` found. Print it to read it.

    ``samples``: how many were compared; ``agreeing``: those at which all entries agree; ``failed``: calls without a value.
    ``worst`` has the input, the expected and the given value of the largest difference.
    """

    robot: str
    model: str
    samples: int
    agreeing: int
    failed: int
    entries: tuple[EntryGap, ...]
    sentences: tuple[str, ...]
    worst: Mapping[str, Any] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Whether all samples agree."""
        return self.agreeing == self.samples > 0

    def __str__(self) -> str:
        lines = [f"{self.model} of {self.robot}: {self._headline()}"]
        if self.entries and not self.ok:
            lines += _table(self.entries)
        lines += [f"- {sentence}" for sentence in self.sentences]
        if self.worst:
            lines.append("largest difference:")
            lines += [f"  {name} = {value}" for name, value in self.worst.items()]
        return "\n".join(lines)

    __repr__ = __str__

    def _headline(self) -> str:
        if self.ok:
            return f"right at all {self.samples} samples."
        parts = [f"right at {self.agreeing} of {self.samples} samples"]
        parts += [f"no value at {self.failed}"] if self.failed else []
        return ", ".join(parts) + "."


def _table(entries: tuple[EntryGap, ...]) -> list[str]:
    rows = [("entry", "differs at", "by up to", "its size", "")]
    for each in entries:
        rows.append((each.name, f"{100 * each.share:.0f} %", f"{each.largest:.4g}", f"{each.size:.4g}", each.unit))
    widths = [max(len(row[k]) for row in rows) for k in range(5)]
    return ["  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
