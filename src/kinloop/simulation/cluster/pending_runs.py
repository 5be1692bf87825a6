"""The runs of a call that the store does not have, chunk by chunk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kinloop.simulation.store.known_runs import KnownRuns
from kinloop.simulation.store.layout import Layout
from kinloop.simulation.store.sweep_store import SweepStore

Array = np.ndarray
# Runs that are looked up in other layouts at a time.
LOOKED_UP = 1 << 16


@dataclass(frozen=True, eq=False)
class PendingRuns:
    """Runs of a layout from ``first`` to before ``last``; ``numbers``: those that are missing, if not all are."""

    first: int
    last: int
    numbers: Array | None = None

    @property
    def runs(self) -> int:
        """How many are missing."""
        return self.last - self.first if self.numbers is None else len(self.numbers)


class Pending:
    """What a store lacks of a layout, in the order of the runs: neither this layout nor another one has them."""

    def __init__(self, store: SweepStore, layout: Layout, number: int) -> None:
        self._known = KnownRuns(store, layout, number)
        self._gaps: Iterator[tuple[int, int]] = iter(list(store.state.covered[number].gaps(layout.runs)))
        self._gap = next(self._gaps, None)
        #: Runs that no chunk has been taken of.
        self.left = layout.runs - len(store.state.covered[number])

    def take(self, count: int) -> PendingRuns | None:
        """The next runs: about ``count`` that are missing, or none of those that another layout has. None at the end."""
        if self._gap is None:
            return None
        first, end = self._gap
        taken = PendingRuns(first, min(first + count, end)) if self._known.is_empty else self._search(first, end, count)
        self._gap = (taken.last, end) if taken.last < end else next(self._gaps, None)
        self.left -= taken.last - taken.first
        return taken

    def _search(self, first: int, end: int, count: int) -> PendingRuns:
        """The next runs that no other layout has."""
        missing: list[Array] = []
        found, last = 0, first
        while last < end and found < count:
            block = np.arange(last, min(last + LOOKED_UP, end))
            lacking = np.flatnonzero(~self._known.contain(block))[: count - found]
            is_full = found + len(lacking) == count
            missing.append(block[lacking])
            found += len(lacking)
            last = int(block[lacking[-1]]) + 1 if is_full and len(lacking) else int(block[-1]) + 1
        numbers = np.concatenate(missing)
        return PendingRuns(first, last, None if len(numbers) == last - first else numbers)
