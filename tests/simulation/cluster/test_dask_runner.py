"""Sweeps on Dask: the same bits as in one process, whatever stands for the cluster, and through faults of workers."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sweep_runs import LAW, MASSES, OPTIONS, PATH, RESULTS, ROBOT, SAMPLES, VARY, assert_equal_bits, roll_out, run_sweep

import kinloop as kl
from kinloop.simulation.cluster import chunk_sizes, chunk_task, dask_runner, dispatch
from kinloop.simulation.cluster import run_sweep as module
from kinloop.simulation.cluster.dask_cluster import connect_cluster
from kinloop.simulation.sweep.prepared_rollouts import PreparedRollouts

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two workers of one thread in this process, which only this machine reaches."""
    options: dict[str, Any] = {"processes": False, "protocol": "tcp", "host": "127.0.0.1", "dashboard_address": None}
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, **options) as cluster:
        yield cluster


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight runs each."""
    for name in ("USUAL", "FIRST", "LEAST"):
        monkeypatch.setattr(chunk_sizes, name, 0.0)


class Other:
    """A cluster object of another package."""

    def __init__(self, address: str) -> None:
        self.scheduler_address = address


@pytest.mark.parametrize("kind", ["address", "client", "cluster", "other"])
def test_every_kind_of_cluster_gives_the_bits_of_one_process(kind: str, cluster: Any, tmp_path: Path) -> None:
    with distributed.Client(cluster) as client:
        given = {
            "address": cluster.scheduler_address,
            "client": client,
            "cluster": cluster,
            "other": Other(cluster.scheduler_address),
        }
        found = run_sweep(tmp_path / "store", cluster=given[kind])
        assert client.status == "running"  # what was given stays open
    assert_equal_bits(found.to_rollouts(), roll_out())
    assert len(found.chunks) == 5


@pytest.mark.parametrize("small", [1 << 16, 0], ids=["values with the job", "values with each task"])
def test_what_travels_changes_no_bit(small: int, cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SMALL", small)
    noise = kl.Sensors(noise={"q": 1e-6})
    vary = {"plant.m_p": [2.0, 3.0, 4.0], "sensors.seed": range(5)}
    found = run_sweep(tmp_path / "store", vary, grid=True, sensors=noise, cluster=cluster, keep="samples")
    assert_equal_bits(found.to_rollouts(True), roll_out(vary, grid=True, sensors=noise, keep="samples"), (*RESULTS, *SAMPLES))


def test_a_worker_that_does_not_see_the_store_sends_its_files(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = run_sweep(tmp_path / "seen", cluster=cluster, keep="samples")
    monkeypatch.setattr(chunk_task, "sees_store", lambda job: False)
    sent = run_sweep(tmp_path / "sent", cluster=cluster, keep="samples")
    assert_equal_bits(sent.to_rollouts(True), seen.to_rollouts(True), (*RESULTS, *SAMPLES))


def test_a_worker_that_sees_a_copy_of_the_store_sends_its_files(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the same path on another machine: what it wrote there would be missing here."""
    undisturbed = run_sweep(tmp_path / "store", {name: values[:8] for name, values in VARY.items()})
    shutil.copytree(undisturbed.folder, tmp_path / "copy")
    make_job = module._job
    monkeypatch.setattr(module, "_job", lambda *given, **more: replace(make_job(*given, **more), folder=str(tmp_path / "copy")))
    found = run_sweep(tmp_path / "store", cluster=cluster)
    assert len(list((tmp_path / "copy" / "runs").iterdir())) == 1
    assert_equal_bits(found.to_rollouts(), roll_out())


def test_trajectories_travel_in_parts(cluster: Any, tmp_path: Path) -> None:
    paths = kl.Quintic(np.tile(PATH.start, (11, 1)), np.linspace([0.05, 0.2], [0.1, 0.1], 11), 2.0)
    found = kl.sweep(ROBOT, LAW, paths, store=tmp_path / "store", cluster=cluster, progress=False, **OPTIONS)
    assert_equal_bits(found.to_rollouts(), kl.rollouts(ROBOT, LAW, paths, keep="summary", **OPTIONS))


def test_a_law_from_a_lambda_reaches_the_workers(cluster: Any, tmp_path: Path) -> None:
    offset = 0.1
    law = kl.casadi_law(lambda t, measured, reference, state, model: (20.0 * (reference.x - offset), state))
    vary = {"plant.m_p": MASSES[:16]}
    found = kl.sweep(ROBOT, law, PATH, vary=vary, store=tmp_path / "store", cluster=cluster, progress=False, **OPTIONS)
    assert_equal_bits(found.to_rollouts(), kl.rollouts(ROBOT, law, PATH, vary=vary, keep="summary", **OPTIONS))


def test_the_loop_is_prepared_once_in_a_process(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[bool] = []
    prepare = PreparedRollouts.__init__

    def count(self: Any, *given: Any, is_part: bool = False) -> None:
        prepared.append(is_part)
        prepare(self, *given, is_part=is_part)

    monkeypatch.setattr(PreparedRollouts, "__init__", count)
    run_sweep(tmp_path / "store", cluster=cluster)
    assert prepared == [False, True]  # by the client, and by two workers of one process


def test_few_tasks_wait_at_a_time(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the memory of client and scheduler does not grow with the number of runs."""
    waiting: list[int] = []
    wait = dask_runner.DaskRunner.wait

    def watch(self: Any) -> Any:
        waiting.append(self.waiting)
        return wait(self)

    monkeypatch.setattr(dask_runner.DaskRunner, "wait", watch)
    run_sweep(tmp_path / "store", {"plant.m_p": np.linspace(2, 4, 200)}, cluster=cluster)
    assert max(waiting) == 4


def test_a_chunk_that_fails_on_workers_is_reported(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    simulate = PreparedRollouts.simulate

    def fail(self: PreparedRollouts, numbers: np.ndarray, *given: Any) -> Any:
        if 11 in numbers:
            raise RuntimeError("no luck")
        return simulate(self, numbers, *given)

    with monkeypatch.context() as patch:
        patch.setattr(PreparedRollouts, "simulate", fail)
        with pytest.warns(kl.KinloopWarning, match=r"with the runs 8 to 15 \(8\): RuntimeError: no luck"):
            found = run_sweep(tmp_path / "store", cluster=cluster)
    assert (len(found), found.missing) == (32, 8)
    assert_equal_bits(run_sweep(tmp_path / "store", cluster=cluster).to_rollouts(), roll_out())


def test_a_full_disk_of_a_worker_ends_the_sweep(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*given: Any) -> None:
        raise kl.FileError("'runs' cannot be written: No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(chunk_task, "write_chunk", full)
        with pytest.raises(kl.FileError, match="No space left on device; 0 of 40 runs are in"):
            run_sweep(tmp_path / "store", cluster=cluster)
    assert_equal_bits(run_sweep(tmp_path / "store", cluster=cluster).to_rollouts(), roll_out())


def test_an_interrupted_client_keeps_what_workers_finish(cluster: Any, tmp_path: Path) -> None:
    def interrupt(progress: kl.SweepProgress) -> None:
        if progress.done:
            raise KeyboardInterrupt

    interrupted = run_sweep(tmp_path / "store", cluster=cluster, progress=interrupt)
    assert 0 < len(interrupted) < 40
    assert_equal_bits(run_sweep(tmp_path / "store", cluster=cluster).to_rollouts(), roll_out())


def test_tasks_that_the_scheduler_forgot_are_submitted_again(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after its restart: all futures are cancelled."""
    wait, forgotten = dask_runner.DaskRunner.wait, []

    def forget(self: Any) -> Any:
        if not forgotten:
            forgotten.extend(self._tasks)
            self._client.cancel([future for _, future in self._tasks.values()])
        return wait(self)

    monkeypatch.setattr(dask_runner.DaskRunner, "wait", forget)
    found = run_sweep(tmp_path / "store", cluster=cluster)
    assert forgotten
    assert found.failures == []
    assert_equal_bits(found.to_rollouts(), roll_out())


def test_an_asynchronous_client_is_refused(tmp_path: Path) -> None:
    class Loop:
        """Stands for a cluster whose client is asynchronous."""

        def get_client(self) -> Any:
            class Client:
                """Its client."""

                asynchronous = True

            return Client()

    with pytest.raises(kl.UnsupportedOperation, match="the client is asynchronous"):
        run_sweep(tmp_path / "store", cluster=Loop())


def test_progress_has_runs_rate_failures_and_time_left(cluster: Any, tmp_path: Path) -> None:
    seen: list[kl.SweepProgress] = []
    run_sweep(tmp_path / "store", cluster=cluster, progress=seen.append)
    assert (seen[0].done, seen[-1].done, seen[-1].runs, seen[-1].failed, seen[-1].workers) == (0, 40, 40, 0, 2)
    assert seen[0].seconds_left is None
    assert seen[-1].rate > 0
    assert [each.share for each in seen] == sorted(each.share for each in seen)
    assert dispatch.ATTEMPTS == 3


def test_processes_of_this_machine_are_reached_from_it_alone() -> None:
    """Dask's own default lets every machine of the network see its dashboard."""
    import psutil

    cluster = connect_cluster("local")
    try:
        this = psutil.Process()
        processes = (this, *this.children(recursive=True))
        sockets = [each for process in processes for each in process.net_connections("inet") if each.status == "LISTEN"]
    finally:
        cluster.close()
    assert {each.laddr.ip for each in sockets} == {"127.0.0.1"}
