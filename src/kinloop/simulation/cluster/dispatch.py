"""The loop of a sweep: tasks for the runs that are missing, results into the store, failures tried again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import Any

import numpy as np

from kinloop.errors import FileError
from kinloop.simulation.cluster.chunk_sizes import ChunkSizes
from kinloop.simulation.cluster.chunk_task import TRAJECTORY, ChunkResult, ChunkTask, Job
from kinloop.simulation.cluster.pending_runs import Pending, PendingRuns
from kinloop.simulation.cluster.runner import Outcome, Runner
from kinloop.simulation.cluster.sweep_progress import SweepProgress
from kinloop.simulation.record.record import RunStatus
from kinloop.simulation.store.chunk import Chunk, chunk_key
from kinloop.simulation.store.layout import Layout
from kinloop.simulation.store.store_index import Failure
from kinloop.simulation.store.sweep_store import SweepStore, write_chunk

# How often a chunk is tried.
ATTEMPTS = 3
ERROR = 2000  # characters of an error that are kept


class Dispatch:
    """Brings the runs that a store lacks of a layout to a runner, and their results into the store."""

    def __init__(
        self,
        store: SweepStore,
        layout: Layout,
        job: Job,
        trajectories: Any,
        sizes: ChunkSizes,
        show: Callable[[SweepProgress], None],
    ) -> None:
        self._store, self._layout, self._job, self._trajectories = store, layout, job, trajectories
        self._sizes, self._show = sizes, show
        self._pending = Pending(store, layout, job.layout_number)
        self._attempts: Counter[str] = Counter()
        self._begin, self._finished, self._early, self._failed = perf_counter(), 0, 0, 0

    def run(self, runner: Runner) -> None:
        """Simulate all runs that are missing. Raises: FileError: the store cannot be written."""
        self._begin = perf_counter()
        self._report(runner)
        is_end = False
        while True:
            while not is_end and runner.waiting < runner.capacity:
                pending = self._pending.take(self._sizes.next(self._pending.left, max(1, runner.workers)))
                is_end = pending is None
                if pending is not None:
                    self._begin_chunk(pending, runner)
            if not runner.waiting:
                return
            outcomes = runner.wait()
            self._keep([outcome.result for outcome in outcomes if outcome.result is not None])
            for outcome in outcomes:
                if outcome.result is None:
                    self._try_again(outcome, runner)
            self._report(runner)

    def _begin_chunk(self, pending: PendingRuns, runner: Runner) -> None:
        key = chunk_key(self._store.about["experiment"], self._layout.key, pending.first, pending.last, pending.numbers)
        if not pending.runs:  # other layouts have all of these runs
            self._store.add_chunks([Chunk(key, self._job.layout_number, pending.first, pending.last, 0, 0.0, {}, None)])
            return
        task = ChunkTask(key, pending.first, pending.last, pending.numbers)
        if self._job.layout is None:
            values = self._layout.values(task.all_numbers)
            trajectories = self._trajectories[values[TRAJECTORY]] if TRAJECTORY in values else None
            task = ChunkTask(key, pending.first, pending.last, pending.numbers, values, trajectories)
        runner.submit(task)

    def _try_again(self, outcome: Outcome, runner: Runner) -> None:
        """Submit a chunk that failed again, or note that it failed too often."""
        task = outcome.task
        self._attempts[task.key] += 1
        if not outcome.is_final and self._attempts[task.key] < ATTEMPTS:
            runner.submit(task)
            return
        self._failed += 1
        arguments = self._describe(task)
        self._store.add_failure(Failure(self._job.layout_number, task.first, task.last, arguments, outcome.error[:ERROR]))

    def _keep(self, results: Sequence[ChunkResult]) -> None:
        """Note finished chunks, and write the files of those whose workers could not reach the store."""
        for result in results:
            if result.files is not None:
                write_chunk(self._store.folder, result.chunk.key, *result.files)
        written = [result.chunk for result in results if result.fault is None]
        if written:
            self._store.add_chunks(written)
        for chunk in written:
            self._sizes.add(chunk.rows, chunk.seconds)
            self._finished += chunk.rows
            self._early += sum(count for word, count in chunk.statuses.items() if word != RunStatus.COMPLETE.words)
        if faults := [result.fault for result in results if result.fault is not None]:
            raise FileError(faults[0])

    def _describe(self, task: ChunkTask) -> Mapping[str, str]:
        """The arguments of a chunk in words: its runs, and from where to where their values go."""
        numbers = task.all_numbers
        words = {"runs": f"{self._job.offset + int(numbers[0])} to {self._job.offset + int(numbers[-1])} ({len(numbers)})"}
        for name, values in self._layout.values(numbers).items():
            rows = values.reshape(len(values), -1)
            low, high = rows.min(axis=0), rows.max(axis=0)
            words[name] = f"{np.array2string(low, threshold=20)} to {np.array2string(high, threshold=20)}"
        return words

    def _report(self, runner: Runner) -> None:
        runs, covered = self._layout.runs, len(self._store.state.covered[self._job.layout_number])
        elapsed = perf_counter() - self._begin
        rate = self._finished / elapsed if elapsed > 0 else 0.0
        left = (runs - covered) / rate if rate else None
        self._show(SweepProgress(runs, covered, self._early, self._failed, rate, runner.workers, left))
