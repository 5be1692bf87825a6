"""Sets of numbers as intervals, against Python's sets."""

from __future__ import annotations

import numpy as np

from kinloop.simulation.store.intervals import Intervals


def test_intervals_are_the_sets_of_their_numbers() -> None:
    random = np.random.default_rng(1)
    for _ in range(200):
        intervals, expected = Intervals(), set()
        for _ in range(random.integers(0, 12)):
            first, last = sorted(random.integers(0, 40, 2).tolist())
            assert intervals.overlaps(first, last) == bool(expected & set(range(first, last)))
            intervals.add(first, last)
            expected |= set(range(first, last))
        assert len(intervals) == len(expected)
        assert np.flatnonzero(intervals.contains(np.arange(50))).tolist() == sorted(expected)
        gaps = [number for first, last in intervals.gaps(45) for number in range(first, last)]
        assert gaps == sorted(set(range(45)) - expected)
        assert all(first < last for first, last in intervals.gaps(45))
