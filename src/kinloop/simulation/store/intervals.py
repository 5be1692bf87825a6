"""Sets of whole numbers as intervals."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

import numpy as np

Array = np.ndarray


class Intervals:
    """Whole numbers from zero, as intervals ``[first, last)`` that do not touch each other."""

    def __init__(self) -> None:
        self._firsts: list[int] = []
        self._lasts: list[int] = []

    def __len__(self) -> int:
        """How many numbers there are."""
        return sum(self._lasts) - sum(self._firsts)

    def add(self, first: int, last: int) -> None:
        """Add the numbers from ``first`` to before ``last``."""
        if last <= first:
            return
        begin = bisect_left(self._lasts, first)
        end = bisect_right(self._firsts, last)
        if begin < end:
            first, last = min(first, self._firsts[begin]), max(last, self._lasts[end - 1])
        self._firsts[begin:end], self._lasts[begin:end] = [first], [last]

    def overlaps(self, first: int, last: int) -> bool:
        """Whether some of the numbers are there."""
        begin = bisect_right(self._lasts, first)
        return first < last and begin < len(self._firsts) and self._firsts[begin] < last

    def contains(self, numbers: Array) -> Array:
        """Whether each of the numbers is there."""
        if not self._firsts:
            return np.zeros(len(numbers), bool)
        place = np.searchsorted(self._firsts, numbers, side="right") - 1
        return (place >= 0) & (numbers < np.array(self._lasts)[place])

    def gaps(self, end: int) -> Iterator[tuple[int, int]]:
        """The intervals of the numbers before ``end`` that are not there."""
        first = 0
        for begin, last in zip(list(self._firsts), list(self._lasts), strict=True):
            if first < min(begin, end):
                yield first, min(begin, end)
            first = last
        if first < end:
            yield first, end
