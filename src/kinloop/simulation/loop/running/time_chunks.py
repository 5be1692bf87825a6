"""Long runs of a compiled loop in pieces: inputs are computed for some periods at a time, so that memory does not grow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import gcd

import numpy as np

from kinloop.compile.llvm.scan import Runs, Scan
from kinloop.simulation.loop.inputs.input_rows import InputRows

Array = np.ndarray
# (first, last) -> the inputs of these periods, asked for in their order
PeriodInputs = Callable[[int, int], InputRows]
# (first period of a piece, periods between two samples, the samples)
Look = Callable[[int, int, Array], None]


@dataclass(frozen=True)
class Clock:
    """The clock of a run: the period [s], the number of periods, periods between two kept samples, and integration steps in a
    period."""

    period: float
    steps: int
    every: int
    substeps: int

    @cached_property
    def t(self) -> Array:
        """Times of the samples that are kept."""
        return self.times(0, self.steps + 1, self.every)

    @property
    def samples(self) -> int:
        """The number of samples that are kept."""
        return self.steps // self.every + 1

    def times(self, first: int, last: int, step: int = 1) -> Array:
        """Times of some commands."""
        return self.period * np.arange(first, last, step)


def pieces(steps: int, every: int, length: int) -> Iterator[tuple[int, int]]:
    """The first and last periods of the pieces: whole intervals between kept samples, or parts of one. The last piece has the row
    after the last period."""
    length = length // every * every or length
    first = 0
    while True:
        last = min(first + length, (first // every + 1) * every) if length < every else first + length
        if last >= steps:
            yield first, steps + 1
            return
        yield first, last
        first = last


def run_pieces(
    scan: Scan,
    clock: Clock,
    length: int,
    state: Array,
    begin: Callable[[InputRows], Array],
    parameters: Array,
    inputs: PeriodInputs,
    threads: int | None,
    report: Callable[[float], None] = lambda share: None,
    look: Look | None = None,
    spacing: int = 1,
) -> tuple[Runs, InputRows]:
    """Runs (count, ...) of a scan, cut after about ``length`` periods, to the bit those of one call; and of each run the last row
    of the inputs that it was given. A run that ended stays ended; its samples are NaN from the next piece on. ``begin`` gives the
    memory at the start from the first inputs. ``look`` is shown the first period and what is recorded of each piece
    (count, k, width), at most ``spacing`` periods apart."""
    count, alive, row = len(state), np.isfinite(state).all(axis=-1), InputRows(np.zeros((0, 0)))
    memory = np.zeros(0)
    width = next(port.shape[-1] for port in scan.kernel.outputs if port.name == "record")
    record, periods = np.full((count, clock.samples, width), np.nan), np.zeros(count)
    for first, last in pieces(clock.steps, clock.every, length):
        acting = min(last, clock.steps) - first
        step = clock.every if acting >= clock.every else acting
        step = step if look is None else gcd(step, spacing)
        rows = inputs(first, last)
        if not first:
            alive &= np.isfinite(rows.signal[..., 0, :].sum(axis=-1))  # the scan looks for NaN only
            memory = begin(rows.part(0, 1))
        runs = scan(
            np.where(alive[:, None], state, np.nan),
            clock.times(first, last, step),
            clock.period,
            memory=memory,
            parameters=parameters,
            **rows.arguments,
            every=step,
            substeps=clock.substeps,
            periods=acting,
            threads=threads,
        )
        if look is not None:
            look(first, step, runs.record)
        kept = np.arange(first, last, step)
        is_kept = kept % clock.every == 0
        record[:, kept[is_kept] // clock.every] = runs.record[:, is_kept]
        at = np.minimum(runs.periods.astype(int), last - first - 1)
        here = rows.last_rows(at)
        row = here.where(alive, row) if first else here
        state, memory = np.where(alive[:, None], runs.state, state), runs.memory
        periods += runs.periods
        alive &= runs.periods == acting
        if last > clock.steps or not alive.any():
            break
        report(last / clock.steps)
    return Runs(record, state, memory, periods), row
