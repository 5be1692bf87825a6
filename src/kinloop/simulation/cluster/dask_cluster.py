"""The connection to a Dask cluster: by address, as a client, as a cluster object, or processes on this machine."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from kinloop.compile.llvm.kernel import processors
from kinloop.errors import ShapeError, UnsupportedOperation

LOCAL = "local"
# Seconds until an address must have answered.
ANSWER = 30
# Bytes of freed memory that a worker keeps. Dask's setting returns it to the system at once, and then the pages of each result
# come back one by one, which takes 15 % of a chunk's time.
KEPT_MEMORY = 2**28


@dataclass(frozen=True, eq=False)
class DaskCluster:
    """A client of a scheduler, and what must be closed at the end: what the user gave stays open. ``processes``: those on this
    machine, which were started here."""

    client: Any
    owned: tuple[Any, ...]
    processes: Any = None

    def replace_processes(self, workers: int) -> None:
        """Start processes for those that are not there any more: Dask gives up one that dies while it starts."""
        if self.processes is not None and workers < processors():
            with worker_settings():
                self.processes.scale(processors())

    def close(self) -> None:
        """Close what was opened here."""
        for each in self.owned:
            each.close()


def connect_cluster(cluster: Any) -> DaskCluster:
    """The connection to a cluster.

    Raises: UnsupportedOperation: Dask is not installed, the address does not answer, or the client is asynchronous.
        ShapeError: it is no cluster.
    """
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise UnsupportedOperation(
            "sweep: cluster= needs dask.distributed, which is not installed: pip install 'kinloop[cluster]'"
        ) from None
    if isinstance(cluster, dask.Client):
        return DaskCluster(_synchronous(cluster), ())
    if isinstance(cluster, str) and cluster == LOCAL:
        return _start_processes(dask)
    if isinstance(cluster, str):
        return _connect(dask.Client, cluster, f"at {cluster!r:.200}")
    if isinstance(cluster, dask.deploy.Cluster):
        return _connect(dask.Client, cluster, f"of {type(cluster).__name__}")
    if hasattr(cluster, "get_client"):
        return DaskCluster(_synchronous(cluster.get_client()), ())
    if isinstance(getattr(cluster, "scheduler_address", None), str):
        return _connect(dask.Client, cluster.scheduler_address, f"of {type(cluster).__name__}")
    raise ShapeError(
        f"sweep: cluster is {cluster!r:.80}, expected None (this process), 'local' (processes on this machine), the address of a "
        "scheduler such as 'tcp://127.0.0.1:8786', a dask.distributed.Client, or a cluster object"
    )


def worker_settings() -> Any:
    """A context in which Dask starts workers that keep freed memory for the next chunk and are not profiled (6 % of the time)."""
    names = ("MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_")
    settings: dict[str, Any] = {f"distributed.nanny.pre-spawn-environ.{name}": KEPT_MEMORY for name in names}
    config: Any = import_module("dask.config")
    return config.set({**settings, "distributed.worker.profile.enabled": False})


def _start_processes(dask: Any) -> DaskCluster:
    """A scheduler and a worker of one thread for each processor, which only this machine reaches."""
    try:
        # The dashboard of Dask listens on all interfaces of the machine, unless it is given an address. Failures of chunks are
        # reported by the sweep; what workers write when they are stopped is of no use.
        own: dict[str, Any] = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0", "silence_logs": logging.CRITICAL}
        with worker_settings():
            local = dask.LocalCluster(n_workers=processors(), threads_per_worker=1, **own)
    except RuntimeError as error:  # each process imports the program that started it
        raise UnsupportedOperation(
            f"sweep: the processes of cluster={LOCAL!r} did not start ({error}); a program calls kl.sweep below "
            "if __name__ == '__main__':"
        ) from error
    client = dask.Client(local, set_as_default=False)
    return DaskCluster(client, (client, local), local)


def _connect(kind: Any, scheduler: Any, words: str) -> DaskCluster:
    try:
        client = kind(scheduler, timeout=ANSWER, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise UnsupportedOperation(f"sweep: no Dask scheduler answers {words}: {error}") from None
    return DaskCluster(client, (client,))


def _synchronous(client: Any) -> Any:
    if getattr(client, "asynchronous", False):
        raise UnsupportedOperation(
            "sweep: the client is asynchronous; expected dask.distributed.Client(...) without asynchronous=True"
        )
    return client
