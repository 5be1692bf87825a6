"""Fewer samples of long records: the peaks of every column survive."""

from __future__ import annotations

import numpy as np

Array = np.ndarray
# Attempts to find how many groups of samples give the number of samples that is wanted.
ATTEMPTS = 8


def choose_samples(columns: Array, most: int) -> Array:
    """Places of samples of columns (k, n), increasing, that show all columns as all samples would; about ``most`` of them, or all
    if there are not more.

    The samples are cut into groups of equal length. Of each group there are those with the smallest and the largest number of
    each column, and the first that is NaN, where the line of a column has a gap. The first and the last sample are always there.
    """
    count, width = columns.shape
    if count <= max(most, 2) or not width:
        return np.arange(count)
    fewest = max(most // (2 * width), 1)
    groups = max(most // 2, fewest)  # columns whose peaks coincide leave two samples a group
    places = _peaks(columns, groups)
    for _ in range(ATTEMPTS):
        if len(places) <= most or groups <= fewest:
            break
        groups = max(min(int(groups * most / len(places)), groups - 1), fewest)
        places = _peaks(columns, groups)
    return places


def _peaks(columns: Array, groups: int) -> Array:
    """Places of the first and the last sample, and of the lowest, highest and first unknown number of every column in groups."""
    count = len(columns)
    length = -(-count // groups)  # samples of a group
    groups = -(-count // length)
    starts, inside = np.arange(groups) * length, (np.arange(groups * length) < count).reshape(groups, length)
    kept = [np.array([0, count - 1])]
    for column in columns.T:
        padded = np.full(groups * length, np.nan)
        padded[:count] = column
        rows = padded.reshape(groups, length)
        finite = np.isfinite(rows)
        gaps = inside & ~finite
        low, high = np.where(finite, rows, np.inf).argmin(axis=1), np.where(finite, rows, -np.inf).argmax(axis=1)
        some, broken = finite.any(axis=1), gaps.any(axis=1)
        kept += [(starts + low)[some], (starts + high)[some], (starts + gaps.argmax(axis=1))[broken]]
    return np.unique(np.concatenate(kept))


def choose_frames(t: Array, rate: float, most: int) -> Array:
    """Places of samples at increasing times (k,) for pictures: ``rate`` a second, at most ``most``, evenly over the time, the
    first and the last always."""
    if len(t) < 2:
        return np.arange(len(t))
    duration = float(t[-1] - t[0])
    count = int(np.clip(np.floor(duration * rate + 1e-9) + 1, 2, max(most, 2)))
    if count >= len(t):
        return np.arange(len(t))
    wanted = np.linspace(t[0], t[-1], count)
    after = np.clip(np.searchsorted(t, wanted), 1, len(t) - 1)
    nearest = np.where(wanted - t[after - 1] <= t[after] - wanted, after - 1, after)
    return np.unique(np.concatenate([[0], nearest, [len(t) - 1]]))
