"""The rows of inputs of some periods: the signal, which runs may share, and the noise of each run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

Array = np.ndarray


@dataclass(frozen=True)
class InputRows:
    """Rows of the signal (..., k, width) and of the noise (..., k, numbers), None without noise."""

    signal: Array
    noise: Array | None = None

    def __len__(self) -> int:
        """The number of rows."""
        return int(self.signal.shape[-2])

    def part(self, first: int, last: int | None = None) -> InputRows:
        """Some of the rows."""
        return InputRows(self.signal[..., first:last, :], None if self.noise is None else self.noise[..., first:last, :])

    def of_run(self, k: int) -> InputRows:
        """The rows of one run of a batch."""
        signal = self.signal[k] if self.signal.ndim > 2 else self.signal
        return InputRows(signal, None if self.noise is None else self.noise[k] if self.noise.ndim > 2 else self.noise)

    def at(self, index: Any) -> tuple[Array, ...]:
        """The row with this number as a kernel takes it: the signal's, and the noise's where there is noise."""
        return (self.signal[..., index, :], *(() if self.noise is None else (self.noise[..., index, :],)))

    def last_rows(self, periods: Array) -> InputRows:
        """The row of each run (runs,) with these numbers, as one row of each."""
        runs = np.arange(len(periods))
        parts = [None if each is None else each[periods] if each.ndim == 2 else each[runs, periods] for each in self._parts]
        return InputRows(*(None if each is None else each[:, None] for each in parts))  # type: ignore[arg-type]

    def where(self, chosen: Array, other: InputRows) -> InputRows:
        """These rows for the runs (runs,) that are chosen, and the other ones for the rest."""
        pairs = zip(self._parts, other._parts, strict=True)
        mask = chosen[:, None, None]
        return InputRows(*(None if a is None or b is None else np.where(mask, a, b) for a, b in pairs))  # type: ignore[arg-type]

    def of_runs(self, which: Array) -> InputRows:
        """The rows of some runs of a batch."""
        return InputRows(*(each if each is None or each.ndim == 2 else each[which] for each in self._parts))  # type: ignore[arg-type]

    @property
    def is_finite(self) -> Array:
        """Whether all numbers of each run are finite."""
        return np.isfinite(self.signal).all(axis=(-2, -1))

    @property
    def _parts(self) -> tuple[Array, Array | None]:
        return self.signal, self.noise

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of a scan."""
        return {"signal": self.signal} if self.noise is None else {"signal": self.signal, "noise": self.noise}


# Times (k,) [s] -> the inputs at these times; asked for in their order.
Inputs = Callable[[Array], InputRows]


class NoiseStream:
    """The noise of a run, or of many, in their order.

    Each measured quantity has random numbers of its own, so that those without noise need none and do not change the others'.
    ``keys``: seed and number of each run, or of a single one; ``spread``: standard deviations (size,), or (runs, 1, size);
    ``sizes``: how many of them each quantity has.
    """

    def __init__(self, keys: Sequence[tuple[int, int]], spread: Array, sizes: Sequence[int]) -> None:
        self._spread, self._runs = spread, len(keys)
        ends = np.cumsum([0, *sizes]).tolist()
        # A run without noise gets zeros whatever the others of its batch have: the product of noise and zero can be minus zero.
        noisy = {
            part: np.broadcast_to(np.any(spread[..., first:last], axis=(-1, -2) if spread.ndim > 1 else -1), self._runs)
            for part, (first, last) in enumerate(pairwise(ends))
        }
        self._parts = [
            (slice(*ends[part : part + 2]), [(k, generator(*keys[k], part)) for k in np.flatnonzero(which).tolist()])
            for part, which in noisy.items()
        ]

    def rows(self, count: int) -> Array:
        """The next rows, (count, size), or (runs, count, size) of several runs."""
        rows = np.zeros((self._runs, count, self._spread.shape[-1]))
        for place, generators in self._parts:
            for k, each in generators:
                rows[k, :, place] = each.standard_normal((count, place.stop - place.start))
        rows *= self._spread
        return rows if self._runs > 1 else rows[0]


def generator(seed: int, run: int, part: int = 0) -> np.random.Generator:
    """The noise generator of a quantity of a run; the same seed and run give the same noise, whatever else is simulated."""
    counter = np.array([0, 0, 0, part], np.uint64)
    return np.random.Generator(np.random.Philox(counter=counter, key=np.array([seed, run], np.uint64)))
