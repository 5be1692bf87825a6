"""A million closed-loop Biglide runs of 1 s into a store, by two workers of one thread each against one process of one thread;
and what a sweep costs beside its runs: a chunk, a worker's start, compilation, the store.

Each sweep runs in a program of its own, whose memory is then that of a client: ``python cluster_sweep.py RUNS WORKERS FOLDER``.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import numpy as np
from measure import Measure

RUNS, ROUNDS = 1_000_000, 4
# Chunks of eight runs, so that what a chunk costs beside its runs can be seen.
TINY = 500


def measures() -> list[Measure]:
    with TemporaryDirectory() as folder:
        root = Path(folder)
        pairs = [(run_client(RUNS, 0, root / f"one {k}"), run_client(RUNS, 2, root / f"two {k}")) for k in range(ROUNDS)]
        one, two = zip(*pairs, strict=True)
        tiny = run_client(8 * TINY, 2, root / "tiny", tiny=True)
        cold = run_client(8, 2, root / "cold", KINLOOP_CACHE=str(root / "cache"))
        warm = run_client(8, 2, root / "warm", KINLOOP_CACHE=str(root / "cache"))
        size = sum(path.stat().st_size for path in (root / "two 0" / "runs").iterdir())
    alone, shared = (min(each["seconds"] for each in runs) for runs in (one, two))
    differing = len({each["digest"] for each in (*one, *two)}) - 1
    million = f"Biglide, {RUNS} runs of 1 s"
    return [
        Measure("cluster_sweep", f"{million}, two workers", shared, "s", alone, "one process", 1.8, "faster", "least"),
        Measure("cluster_sweep", "the same, tables that differ", float(differing), "tables", target=0.0),
        Measure("cluster_sweep", "the same, memory of client and scheduler", two[0]["memory"], "MB", target=1000.0),
        Measure("cluster_sweep", "the same, largest memory of a worker", two[0]["worker_memory"], "MB", target=1000.0),
        Measure("cluster_sweep", "the same, chunks", float(two[0]["chunks"]), "chunks"),
        Measure("cluster_sweep", "the same, store", size / RUNS, "bytes a run"),
        Measure("cluster_sweep", "a chunk beside its runs, two workers", 1e3 * tiny["beside"], "ms"),
        Measure("cluster_sweep", "cluster of two workers, until it is there", two[0]["start"], "s"),
        Measure("cluster_sweep", "first runs of workers, code in the cache", warm["seconds"], "s"),
        Measure("cluster_sweep", "first runs of workers, to be compiled", cold["seconds"], "s"),
    ]


def run_client(runs: int, workers: int, folder: Path, tiny: bool = False, **environment: str) -> dict[str, Any]:
    """A sweep in a program of its own: seconds, memory [MB], a digest of its table."""
    command = [sys.executable, __file__, str(runs), str(workers), str(folder), *(["tiny"] if tiny else [])]
    answer = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment}, check=False)
    if answer.returncode:
        raise RuntimeError(answer.stderr)
    found: dict[str, Any] = json.loads(answer.stdout.splitlines()[-1])
    return found


def run_here(runs: int, workers: int, folder: Path, tiny: bool) -> dict[str, Any]:
    """The sweep of this program."""
    import kinloop as kl
    from kinloop.simulation.cluster import chunk_sizes

    if tiny:
        chunk_sizes.USUAL = chunk_sizes.FIRST = chunk_sizes.LEAST = 0.0
    robot = kl.load("biglide")
    start = [0.0, float(np.sqrt(robot.parameters["l"] ** 2 - robot.parameters["d"] ** 2 / 4))]
    random = np.random.default_rng(1)
    vary = {
        "m_p": random.uniform(2.0, 4.0, runs),
        "plant.m_f": random.uniform(0.8, 1.2, runs),
        "law.kp": random.uniform(80.0, 120.0, runs),
        "law.kd": random.uniform(16.0, 24.0, runs),
    }
    options: dict[str, Any] = {"duration": 1.0, "period": 1e-3, "q": robot.inverse_geometry(start, mode=(-1, -1)).q}
    begin = perf_counter()
    client = _cluster(workers)
    ready = perf_counter()
    path, law = kl.Quintic(start, [0.1, 0.1], 1.0), kl.ComputedTorque(100.0, 20.0)

    def sweep(store: Path) -> kl.Sweep:
        return kl.sweep(robot, law, path, vary=vary, store=store, cluster=client, threads=1, progress=False, **options)

    if tiny:  # on workers that have started
        sweep(folder.with_name("started"))
        ready = perf_counter()
    found = sweep(folder)
    end = perf_counter()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    workers_memory = [] if client is None else list(client.run(_peak_memory).values())
    if client is not None:
        client.shutdown()
    digests = {name: sha256() for name in found.columns}
    for batch in found.batches():
        for name, column in zip(found.columns, batch.columns, strict=True):
            plain = column.indices if hasattr(column, "indices") else column
            digests[name].update(np.ascontiguousarray(plain.to_numpy(zero_copy_only=False)).tobytes())
    work = sum(chunk.seconds for chunk in found.chunks) / max(1, workers)
    scale = 1e6 if sys.platform == "darwin" else 1e3
    return {
        "seconds": end - ready,
        "start": ready - begin,
        "memory": memory / scale,
        "worker_memory": max(workers_memory, default=0.0) / scale,
        "chunks": len(found.chunks),
        "beside": (end - ready - work) / len(found.chunks),
        "digest": "incomplete" if found.missing else sha256(b"".join(each.digest() for each in digests.values())).hexdigest(),
    }


def _cluster(workers: int) -> Any:
    """A client of a cluster on this machine; None: this process."""
    if not workers:
        return None
    from distributed import Client, LocalCluster

    from kinloop.simulation.cluster.dask_cluster import worker_settings

    with worker_settings():  # as cluster="local" starts them
        cluster = LocalCluster(n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0")
    return Client(cluster)


def _peak_memory() -> float:
    import resource

    return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


if __name__ == "__main__":
    print(json.dumps(run_here(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]), "tiny" in sys.argv[4:])))
