"""Chunks on the workers of a Dask cluster. Workers that die are replaced by Dask; a scheduler that ends is waited for."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from threading import Event
from time import monotonic, sleep
from typing import Any

from kinloop.errors import UnsupportedOperation
from kinloop.simulation.cluster.chunk_task import ChunkTask, Job, run_pickled
from kinloop.simulation.cluster.dask_cluster import DaskCluster
from kinloop.simulation.cluster.runner import Outcome

# Seconds: between questions for workers, of one wait, and until a scheduler that ended must be back.
ASK, WAIT, BACK = 2.0, 1.0, 600.0
# Tasks that wait for each worker, beside the one that it simulates; and at least in all, so that clusters which grow see work.
AHEAD, LEAST = 1, 4


class DaskRunner:
    """Submits tasks to a scheduler and collects their outcomes."""

    def __init__(self, cluster: DaskCluster, job: Job) -> None:
        self._dask: Any = import_module("distributed")
        cloudpickle: Any = import_module("cloudpickle")  # as Dask does it: functions of a notebook too
        self._cluster, self._client = cluster, cluster.client
        self._key, self._job = job.key, cloudpickle.dumps(job)
        self._tasks: dict[str, tuple[ChunkTask, Any]] = {}  # by chunk: the task and its future
        self._attempts, self._news = 0, Event()  # set when a task ends
        self._workers, self._asked = 0, -ASK

    @property
    def workers(self) -> int:
        """See :class:`Runner`."""
        if monotonic() - self._asked > ASK and self._client.status == "running":
            with suppress(OSError):  # a scheduler that has just ended
                self._workers = sum(self._client.nthreads().values())
                self._cluster.replace_processes(self._workers)
            self._asked = monotonic()
        return self._workers

    @property
    def capacity(self) -> int:
        """See :class:`Runner`."""
        return max(LEAST, (1 + AHEAD) * self.workers)

    @property
    def waiting(self) -> int:
        """See :class:`Runner`."""
        return len(self._tasks)

    def submit(self, task: ChunkTask) -> None:
        """See :class:`Runner`."""
        self._attempts += 1
        name = f"kinloop-{task.key[:12]}-{self._attempts}"
        future = self._client.submit(run_pickled, self._job, self._key, task, key=name, pure=False)
        future.add_done_callback(lambda _: self._news.set())
        self._tasks[task.key] = task, future

    def wait(self) -> list[Outcome]:
        """See :class:`Runner`. Raises: UnsupportedOperation: the scheduler ended and did not come back."""
        self._news.wait(WAIT)
        self._news.clear()
        if self._client.status not in ("running", "newly-created"):
            self._await_scheduler()
        outcomes = []
        for key, (task, future) in list(self._tasks.items()):
            if future.status in ("cancelled", "lost"):  # the scheduler that knew it has ended, or restarted its workers
                self.submit(task)
            elif future.status != "pending":
                outcome = self._outcome(task, future)
                if outcome is not None:
                    del self._tasks[key]
                    outcomes.append(outcome)
        return outcomes

    def _outcome(self, task: ChunkTask, future: Any) -> Outcome | None:
        """What became of a task; None where its result is no longer to be had."""
        try:
            return Outcome(task, future.result())
        except (self._dask.CancelledError, self._dask.comm.CommClosedError):  # seen as such when the scheduler is back
            return None
        except self._dask.KilledWorker as error:  # Dask has tried it on several workers, which died
            return Outcome(task, error=f"KilledWorker: {error}", is_final=True)
        except Exception as error:  # of one chunk; the others go on
            return Outcome(task, error=f"{type(error).__name__}: {error}")

    def _await_scheduler(self) -> None:
        """Wait until the scheduler is there again: the client looks for it, or a new one does."""
        until, address = monotonic() + BACK, str(self._client.scheduler.address if self._client.scheduler else "")
        while monotonic() < until:
            if self._client.status == "running":
                self._asked = -ASK
                return
            if self._client.status == "closed":
                self._renew_client(address)
            sleep(0.2)
        raise UnsupportedOperation(f"sweep: the Dask scheduler at {address} ended and was not back after {BACK / 60:.0f} minutes")

    def _renew_client(self, address: str) -> None:
        with suppress(OSError, TimeoutError, ValueError):
            self._client = self._dask.Client(address, timeout=5, security=self._client.security, set_as_default=False)
            self._cluster = DaskCluster(self._client, (self._client, *self._cluster.owned))

    def close(self) -> None:
        """See :class:`Runner`."""
        with suppress(Exception):  # also where the scheduler is gone
            self._client.cancel([future for _, future in self._tasks.values()])
        self._tasks.clear()
        with suppress(Exception):
            self._cluster.close()
