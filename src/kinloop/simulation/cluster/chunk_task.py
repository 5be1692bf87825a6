"""A chunk of runs as a task: simulated by the process that takes it, and written to the store where that is in reach."""

from __future__ import annotations

import pickle
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from time import perf_counter
from typing import Any

import numpy as np

from kinloop.errors import FileError
from kinloop.simulation.record.rollout_record import SAMPLES, WORDS
from kinloop.simulation.store.chunk import Chunk, this_process
from kinloop.simulation.store.layout import Layout
from kinloop.simulation.store.sample_file import sample_bytes
from kinloop.simulation.store.summary_file import summary_bytes
from kinloop.simulation.store.sweep_store import CALL, sample_description, write_chunk
from kinloop.simulation.store.table_columns import STATUS, TableColumns
from kinloop.simulation.sweep.prepared_rollouts import PreparedRollouts, RunArguments, WorkLimits
from kinloop.simulation.sweep.rollouts import CHUNK, PATIENCE, PIECE
from kinloop.simulation.sweep.vary import SEED

Array = np.ndarray
TRAJECTORY = "trajectory"
# Calls whose compiled loops a process keeps.
KEPT = 4


@dataclass(frozen=True, eq=False)
class Job:
    """All that the chunks of a call share, in the form in which it is sent to workers.

    ``key``: of this object. ``shared``, ``vary``: what the runs share, and values that stand for all of them. ``layout``,
    ``trajectories``: the values of all runs, if they are small, so that a task needs no more than numbers of runs.
    ``folder``, ``sweep``, ``layout_keys``, ``layout_number``, ``offset``: the store and the place of the runs in it.
    """

    key: str
    shared: RunArguments
    vary: Mapping[str, Any]
    threads: int | None
    layout: Layout | None
    trajectories: Any
    columns: TableColumns
    keeps_samples: bool
    folder: str
    sweep: str
    layout_keys: list[str]
    layout_number: int
    offset: int


@dataclass(frozen=True, eq=False)
class ChunkTask:
    """Runs of a layout from ``first`` to before ``last``, or those of them with ``numbers``. ``values``, ``trajectories``: those
    of the runs, where the job does not have them."""

    key: str
    first: int
    last: int
    numbers: Array | None = None
    values: Mapping[str, Array] | None = None
    trajectories: Any = None

    @property
    def all_numbers(self) -> Array:
        """The numbers of the runs."""
        return np.arange(self.first, self.last) if self.numbers is None else self.numbers

    @property
    def runs(self) -> int:
        """The number of runs."""
        return self.last - self.first if self.numbers is None else len(self.numbers)


@dataclass(frozen=True, eq=False)
class ChunkResult:
    """A finished chunk. ``files``: the content of its files where the worker does not see the store. ``fault``: why the store
    could not be written."""

    chunk: Chunk
    files: tuple[bytes, bytes | None] | None = None
    fault: str | None = None


def standing_values(given: Mapping[str, Any]) -> dict[str, Any]:
    """Values that stand for those of all runs in the preparation of a loop: the first ones, and the largest of each path."""
    two = np.array([0, 0])
    return {
        name: values[two]
        if not isinstance(values, np.ndarray) or values.ndim > 1 or name == SEED
        else np.array([values[0], values.max()])
        for name, values in given.items()
    }


def run_pickled(job: bytes, key: str, task: ChunkTask) -> ChunkResult:
    """Simulate a chunk of a pickled job, which a worker unpickles once."""
    with _lock:
        known = _jobs.get(key)
    if known is None:
        known = pickle.loads(job)  # of the client, through Dask, which pickles everything else too
        with _lock:
            _jobs[key] = known
            while len(_jobs) > KEPT:
                _jobs.popitem(last=False)
    return run_chunk(known, task)


def run_chunk(job: Job, task: ChunkTask) -> ChunkResult:
    """Simulate the runs of a task, and write them to the store if it is in reach of this process."""
    prepared = _prepare(job)
    numbers = task.all_numbers
    values = dict(task.values) if task.values is not None else _values(job, numbers)
    varied: dict[str, Any] = dict(values)
    if TRAJECTORY in values:
        varied[TRAJECTORY] = job.trajectories[values[TRAJECTORY]] if task.trajectories is None else task.trajectories
    begin = perf_counter()
    results = prepared.first.results(len(numbers))
    limits = WorkLimits(CHUNK, PIECE, PATIENCE)
    for places, finished in prepared.simulate(numbers, lambda at: {name: each[at] for name, each in varied.items()}, limits):
        for name, array in finished.items():
            results[name][places] = array
    seconds = perf_counter() - begin
    codes, counts = np.unique(results[STATUS], return_counts=True)
    statuses = {WORDS[int(code)]: int(count) for code, count in zip(codes, counts, strict=True)}
    where = this_process()
    chunk = Chunk(task.key, job.layout_number, task.first, task.last, len(numbers), seconds, statuses, where)
    about = {"sweep": job.sweep, "layouts": job.layout_keys, "chunk": chunk.as_json()}
    summaries = summary_bytes(job.columns, job.offset + numbers, values, results, about)
    kept = {name: results[name] for name in SAMPLES} if job.keeps_samples else None
    samples = None if kept is None else sample_bytes(kept, sample_description(job.sweep, task.key))
    if not sees_store(job):
        return ChunkResult(chunk, (summaries, samples))
    try:
        write_chunk(Path(job.folder), task.key, summaries, samples)
    except FileError as error:  # not the fault of the chunk
        return ChunkResult(chunk, fault=str(error))
    return ChunkResult(chunk)


def _values(job: Job, numbers: Array) -> dict[str, Array]:
    assert job.layout is not None
    return job.layout.values(numbers)


def sees_store(job: Job) -> bool:
    """Whether this process sees the folder of the store: the one in which the client began this call, not a copy of it or another
    one at the same path."""
    try:
        return (Path(job.folder) / CALL).read_text(encoding="utf-8") == job.key
    except (OSError, ValueError):
        return False


def _prepare(job: Job) -> PreparedRollouts:
    """The prepared loop of a job: made once in a process, also by several threads of a worker."""
    with _preparing:
        if job.key not in _prepared:
            _prepared[job.key] = PreparedRollouts(job.shared, job.vary, False, job.threads, is_part=True)
            while len(_prepared) > KEPT:
                _prepared.popitem(last=False)
        return _prepared[job.key]


_lock, _preparing = Lock(), Lock()
_jobs: OrderedDict[str, Job] = OrderedDict()
_prepared: OrderedDict[str, PreparedRollouts] = OrderedDict()
