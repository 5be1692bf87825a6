"""Workers, schedulers and clients that end in the middle of a sweep: the table is that of an undisturbed sweep, to the bit."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sweep_runs import roll_out, run_sweep

import kinloop as kl
from kinloop.compile.llvm.kernel import processors
from kinloop.simulation.cluster import chunk_sizes
from kinloop.simulation.cluster.dask_cluster import connect_cluster

distributed = pytest.importorskip("distributed")
pytestmark = [pytest.mark.long, pytest.mark.skipif(sys.platform == "win32", reason="needs signals of POSIX")]

VARY = {"plant.m_p": np.linspace(2.0, 4.0, 400)}
LONGER = {"duration": 4.0, "period": 1e-4}  # about 0.1 s for eight runs


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty runs each."""
    for name in ("USUAL", "FIRST", "LEAST"):
        monkeypatch.setattr(chunk_sizes, name, 0.0)
    monkeypatch.setattr(chunk_sizes, "LANES", 40)


@pytest.fixture(scope="module")
def expected() -> kl.Rollouts:
    return roll_out(VARY, **LONGER)


def assert_undisturbed(found: kl.Sweep, expected: kl.Rollouts) -> None:
    assert (found.missing, found.failures) == (0, [])
    assert found.column("run").tolist() == list(range(400))  # each once
    assert found.column("plant.m_p").tobytes() == VARY["plant.m_p"].tobytes()
    for name in ("error_rms", "error_max", "error_last", "stopped"):
        assert found.column(name).tobytes() == np.ascontiguousarray(getattr(expected, name)).tobytes(), name


def once(act: Callable[[], None]) -> Callable[[kl.SweepProgress], None]:
    """Act when the first runs are done."""
    done: list[bool] = []

    def look(progress: kl.SweepProgress) -> None:
        if progress.done and not done:
            done.append(True)
            act()

    return look


def test_a_worker_killed_in_the_middle_loses_nothing(tmp_path: Path, expected: kl.Rollouts) -> None:
    options: dict[str, Any] = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, **options) as cluster, distributed.Client(cluster) as client:
        pids = list(client.run(os.getpid).values())
        found = run_sweep(
            tmp_path / "store", VARY, cluster=client, progress=once(lambda: os.kill(pids[0], signal.SIGKILL)), **LONGER
        )
    assert_undisturbed(found, expected)


def test_processes_of_this_machine_that_dask_gave_up_are_replaced() -> None:
    """Such as one that was killed while it started; else a sweep would wait for workers for ever."""
    dask = pytest.importorskip("dask")
    with dask.config.set({"distributed.deploy.lost-worker-timeout": "0.1s"}):
        cluster = connect_cluster("local")
        try:
            for worker in list(cluster.processes.workers.values()):
                cluster.processes.sync(worker.close)
            until = time.monotonic() + 60
            while sum(cluster.client.nthreads().values()) < processors():
                assert time.monotonic() < until
                cluster.replace_processes(0)
                time.sleep(0.5)
        finally:
            cluster.close()


class Processes:
    """A scheduler and a worker as programs of their own, at the same address whenever they are started."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.started: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        options = ["--host", "127.0.0.1", "--no-dashboard"]
        programs = (
            ["distributed.cli.dask_scheduler", *options, "--port", str(self.port)],
            ["distributed.cli.dask_worker", self.address, *options, "--nthreads", "1"],
        )
        for program in programs:
            command = [sys.executable, "-m", *program]
            self.started.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    def restart(self) -> None:
        self.started[-2].kill()
        self.started[-2].wait()
        self.start()

    def stop(self) -> None:
        for process in reversed(self.started):
            process.terminate()
        for process in self.started:
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@pytest.fixture
def processes() -> Iterator[Processes]:
    started = Processes()
    try:
        started.start()
        yield started
    finally:
        started.stop()


def test_a_scheduler_that_is_restarted_is_waited_for(processes: Processes, tmp_path: Path, expected: kl.Rollouts) -> None:
    found = run_sweep(tmp_path / "store", VARY, cluster=processes.address, progress=once(processes.restart), **LONGER)
    assert_undisturbed(found, expected)


CLIENT = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import numpy as np
from sweep_runs import run_sweep
from kinloop.simulation.cluster import chunk_sizes
chunk_sizes.USUAL = chunk_sizes.FIRST = chunk_sizes.LEAST = 0.0
chunk_sizes.LANES = 40
vary = {"plant.m_p": np.linspace(2.0, 4.0, 400)}
run_sweep(Path(sys.argv[2]), vary, cluster=sys.argv[3] or None, duration=4.0, period=1e-4)
"""


@pytest.mark.parametrize("on_a_cluster", [False, True])
def test_a_killed_client_goes_on(on_a_cluster: bool, tmp_path: Path, expected: kl.Rollouts, request: Any) -> None:
    helpers = str(Path(__file__).parents[2] / "helpers")
    address = request.getfixturevalue("processes").address if on_a_cluster else ""
    client = subprocess.Popen([sys.executable, "-c", CLIENT, helpers, str(tmp_path / "store"), address])
    index = tmp_path / "store" / "index.jsonl"
    until = time.monotonic() + 120
    while not index.exists() or index.read_bytes().count(b'"chunk"') < 2:
        assert client.poll() is None
        assert time.monotonic() < until
        time.sleep(0.02)
    client.kill()
    client.wait()
    before = kl.Sweep.open(tmp_path / "store")
    assert 0 < len(before) < 400
    found = run_sweep(tmp_path / "store", VARY, cluster=address or None, **LONGER)
    assert_undisturbed(found, expected)
    assert {chunk.key for chunk in before.chunks} <= {chunk.key for chunk in found.chunks}
