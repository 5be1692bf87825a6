"""How many runs the next chunk has: as many as take about ten seconds, by the time that finished ones took."""

from __future__ import annotations

from math import ceil

# Seconds of a chunk: the usual ones, those of the first before anything is measured, and of the last ones at least.
USUAL, FIRST, LEAST = 10.0, 1.0, 1.0
# Bytes of the results of a chunk, and of the values that are sent with it, at most.
RESULTS, SENT = 64e6, 8e6
# Runs are simulated in registers of so many.
LANES = 8


class ChunkSizes:
    """Sizes of chunks. ``estimate``: seconds of a run before one is measured; ``result_bytes``, ``sent_bytes``: of a run."""

    def __init__(self, estimate: float, result_bytes: int, sent_bytes: int) -> None:
        self._estimate = estimate
        self._runs, self._seconds = 0.0, 0.0
        self._most = max(LANES, int(min(RESULTS / result_bytes, SENT / max(1, sent_bytes))))

    def add(self, runs: int, seconds: float) -> None:
        """Note what a chunk took. Later ones count more."""
        self._runs, self._seconds = 0.7 * self._runs + runs, 0.7 * self._seconds + seconds

    @property
    def run_seconds(self) -> float:
        """Seconds of a run."""
        return max(1e-9, self._seconds / self._runs if self._runs else self._estimate)

    def next(self, left: int, workers: int) -> int:
        """The runs of the next chunk, where ``left`` are left for so many workers: towards the end fewer, so that all workers end
        at about the same time."""
        wanted = (USUAL if self._runs else FIRST) / self.run_seconds
        if workers > 1:
            wanted = min(wanted, max(ceil(left / (2 * workers)), LEAST / self.run_seconds))
        return max(LANES, int(min(wanted, self._most)) // LANES * LANES)
