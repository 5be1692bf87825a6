"""Finding rows of numbers among others, bit by bit."""

from __future__ import annotations

from math import prod

import numpy as np

Array = np.ndarray
# Odd numbers whose products mix the bits of the columns (Steele, Lea and Flood, "Fast splittable pseudorandom number
# generators", 2014).
MIX, STEP = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x9E3779B97F4A7C15)


def as_bits(values: Array) -> Array:
    """Values (n, ...) of eight bytes each as bits (n, k): NaN equals itself, and minus zero is not zero."""
    rows = np.ascontiguousarray(values.reshape(len(values), prod(values.shape[1:])))
    return rows.view(np.uint64) if rows.size else np.zeros(rows.shape, np.uint64)


class RowIndex:
    """Rows of bits (n, k), by their content."""

    def __init__(self, rows: Array) -> None:
        self._rows = rows
        hashes = _hashes(rows)
        self._order = np.argsort(hashes, kind="stable")  # of equal rows the first is found
        self._sorted = hashes[self._order]

    def find(self, rows: Array) -> Array:
        """The number of the first equal row for each of these, -1 where there is none."""
        found = np.full(len(rows), -1)
        hashes = _hashes(rows)
        place = np.searchsorted(self._sorted, hashes)
        open_rows = np.arange(len(rows))
        while open_rows.size:  # once, unless different rows have the same hash
            open_rows = open_rows[place[open_rows] < len(self._sorted)]
            at = place[open_rows]
            same_hash = self._sorted[at] == hashes[open_rows]
            open_rows, at = open_rows[same_hash], at[same_hash]
            candidates = self._order[at]
            is_equal = (self._rows[candidates] == rows[open_rows]).all(axis=1)
            found[open_rows[is_equal]] = candidates[is_equal]
            open_rows = open_rows[~is_equal]
            place[open_rows] += 1
        return found


def _hashes(rows: Array) -> Array:
    total = np.full(len(rows), STEP)
    with np.errstate(over="ignore"):
        for column in rows.T:
            total = (total ^ column) * MIX
            total ^= total >> np.uint64(29)
            total += STEP
    return total
