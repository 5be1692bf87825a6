"""Who simulates chunks: this process, or the workers of a cluster."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Protocol

from kinloop.simulation.cluster.chunk_task import ChunkResult, ChunkTask, Job, run_chunk


@dataclass(frozen=True, eq=False)
class Outcome:
    """What became of a task: its result, or an error in words. ``is_final``: it failed so often that no other attempt is made."""

    task: ChunkTask
    result: ChunkResult | None = None
    error: str = ""
    is_final: bool = False


class Runner(Protocol):
    """Takes tasks and gives outcomes, in any order. ``workers``: how many chunks are simulated at a time; ``capacity``: how many
    tasks may wait or run."""

    @property
    def workers(self) -> int:
        """How many chunks are simulated at a time."""
        ...

    @property
    def capacity(self) -> int:
        """How many tasks may wait or run."""
        ...

    @property
    def waiting(self) -> int:
        """How many tasks wait or run."""
        ...

    def submit(self, task: ChunkTask) -> None:
        """Take a task."""
        ...

    def wait(self) -> list[Outcome]:
        """The outcomes that came since the last call; waits about a second for the first."""
        ...

    def close(self) -> None:
        """Drop all tasks that are not finished."""
        ...


class LocalRunner:
    """Simulates in this process, chunk by chunk, each on all threads."""

    workers = capacity = 1

    def __init__(self, job: Job) -> None:
        self._job = job
        self._tasks: deque[ChunkTask] = deque()

    @property
    def waiting(self) -> int:
        """See :class:`Runner`."""
        return len(self._tasks)

    def submit(self, task: ChunkTask) -> None:
        """See :class:`Runner`."""
        self._tasks.append(task)

    def wait(self) -> list[Outcome]:
        """See :class:`Runner`; it simulates a chunk."""
        task = self._tasks.popleft()
        try:
            return [Outcome(task, run_chunk(self._job, task))]
        except Exception as error:  # of one chunk; the others go on
            return [Outcome(task, error=f"{type(error).__name__}: {error}")]

    def close(self) -> None:
        """See :class:`Runner`."""
        self._tasks.clear()
