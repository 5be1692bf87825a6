"""Which runs of a layout other layouts of the store have."""

from __future__ import annotations

import numpy as np

from kinloop.simulation.store.layout import Layout
from kinloop.simulation.store.sweep_store import SweepStore

Array = np.ndarray


class KnownRuns:
    """The runs of the other layouts of a store.

    A run exists if a run of another layout has the same values; where noise is that of the run's number, this must be the same
    too.
    """

    def __init__(self, store: SweepStore, layout: Layout, number: int) -> None:
        self._layout, self._store, self._is_numbered = layout, store, bool(store.about["numbered_noise"])
        covered = store.state.covered
        self._others = [k for k in range(len(covered)) if k != number and len(covered[k])]

    @property
    def is_empty(self) -> bool:
        """Whether there are none."""
        return not self._others

    def contain(self, numbers: Array) -> Array:
        """Whether runs of the layout, by their numbers, exist."""
        values, exist = self._layout.values(numbers), np.zeros(len(numbers), bool)
        for k in self._others:
            other = self._store.layout(k)
            places = np.where(other.equals(numbers, values), numbers, -1) if self._is_numbered else other.find(values)
            exist |= (places >= 0) & self._store.state.covered[k].contains(places)
        return exist
