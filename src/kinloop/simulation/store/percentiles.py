"""Percentiles of more numbers than fit into memory: passes over all of them narrow down to those next to each percentile."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

Array = np.ndarray
# Numbers that are held in memory at a time.
MOST = 10_000_000
SIGN = np.uint64(1 << 63)
# A function that gives all numbers piece by piece, again each time that it is called.
Pieces = Callable[[], Iterator[Array]]


def percentiles(pieces: Pieces, count: int, wanted: Array) -> Array:
    """The percentiles of ``count`` finite numbers, to the bit those of ``numpy.percentile`` with its linear interpolation."""
    if not count:
        return np.full(len(wanted), np.nan)
    ranks = wanted / 100 * (count - 1)
    needed = np.unique(np.concatenate([np.floor(ranks), np.ceil(ranks)])).astype(int)
    found = order_statistics(pieces, count, needed)
    # NumPy interpolates between two neighbours: asked for these two alone, it gives what it would give for all numbers.
    return np.array([_between(found[int(np.floor(rank))], found[int(np.ceil(rank))], rank % 1) for rank in ranks])


def _between(low: float, high: float, share: float) -> float:
    """Linear interpolation, rounded as NumPy does it."""
    step = high - low
    return float(high - step * (1 - share) if share >= 0.5 else low + step * share)


def order_statistics(pieces: Pieces, count: int, ranks: Array) -> dict[int, float]:
    """The numbers at these places of the sorted numbers, by place."""
    if count <= MOST:
        values = np.sort(np.concatenate([*pieces(), np.zeros(0)]))
        return {int(rank): float(values[rank]) for rank in ranks}
    return {int(rank): _order_statistic(pieces, count, int(rank)) for rank in ranks}


def _order_statistic(pieces: Pieces, count: int, rank: int) -> float:
    """One number by its place: passes over all numbers, each for 16 bits more of it; the memory is that of ``MOST`` numbers."""
    prefix, left = np.uint64(0), rank
    for shift in np.array([48, 32, 16, 0], np.uint64):
        counts = np.zeros(1 << 16, int)
        for keys in (_ordered_bits(values) for values in pieces()):
            inside = keys if shift == 48 else keys[keys >> (shift + np.uint64(16)) == prefix]
            counts += np.bincount(((inside >> shift) & np.uint64(0xFFFF)).astype(int), minlength=len(counts))
        place = int(np.searchsorted(np.cumsum(counts), left, side="right"))
        left -= int(counts[:place].sum())
        prefix = (prefix << np.uint64(16)) | np.uint64(place)
        if counts[place] <= MOST and shift:
            chosen = [values[_ordered_bits(values) >> shift == prefix] for values in pieces()]
            return float(np.sort(np.concatenate(chosen))[left])
    return _number(prefix)


def _ordered_bits(values: Array) -> Array:
    """Numbers as whole numbers in the same order."""
    bits = np.ascontiguousarray(values, float).view(np.uint64)
    return np.where(bits & SIGN, ~bits, bits | SIGN)


def _number(key: np.uint64) -> float:
    bits = np.array([key ^ SIGN if key & SIGN else ~key], np.uint64)
    return float(bits.view(float)[0])
