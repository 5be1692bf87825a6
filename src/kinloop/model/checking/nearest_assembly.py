"""The nearest configuration of loops that do not close."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinloop.model.checking.sampled_ranks import Array, SampledMachine
from kinloop.model.dynamics.loop_closure import ASSEMBLED, NumericClosure, shrink_gaps

STARTS = 12


@dataclass(frozen=True)
class Nearest:
    """The configuration with the smallest gap found: the gap in its unit [m or rad], as a part of the machine's size where it is
    a length, and its closure row."""

    q: Array
    gap: float
    part: float
    row: str
    unit: str

    @property
    def closes(self) -> bool:
        """Whether the gap counts as closed."""
        return self.part < ASSEMBLED


def nearest_configuration(machine: SampledMachine) -> Nearest:
    """The configuration with the smallest gaps, by Levenberg-Marquardt steps from the start configuration and others about it."""
    closing = NumericClosure.of(machine.model, np.zeros(0))
    random = np.random.default_rng(0)
    best, least = machine.start, np.inf
    for attempt in range(STARTS):
        aside = closing.units * random.standard_normal(machine.start.size) if attempt else 0.0
        q = shrink_gaps(machine.start + aside, closing.evaluate, closing.units)
        largest = float(np.max(np.abs(closing.evaluate(q)[0]), initial=0.0))
        if largest < least:
            best, least = q, largest
        if least < ASSEMBLED:
            break
    return _worst(machine, closing, best)


def start_gap(machine: SampledMachine) -> Nearest:
    """The largest gap at the start configuration as it is described."""
    return _worst(machine, NumericClosure.of(machine.model, np.zeros(0)), machine.start)


def _worst(machine: SampledMachine, closing: NumericClosure, q: Array) -> Nearest:
    parts = np.abs(closing.evaluate(q)[0][: len(machine.rows.names)])
    worst = int(np.argmax(parts))
    unit = "rad" if machine.rows.is_angle[worst] else "m"
    gap = float(parts[worst] * closing.row_units[worst])
    return Nearest(q, gap, float(parts[worst]), machine.rows.names[worst], unit)
