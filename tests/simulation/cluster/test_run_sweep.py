"""Sweeps into a store: each run is that of rollouts to the bit, what exists is not run again, and faults lose nothing."""

from __future__ import annotations

import errno
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np
import pytest
from sweep_runs import (
    LAW,
    MASSES,
    OPTIONS,
    PATH,
    RESULTS,
    ROBOT,
    SAMPLES,
    START,
    VARY,
    Q,
    assert_equal_bits,
    roll_out,
    run_sweep,
)

import kinloop as kl
from kinloop.compile.llvm.target import TARGETS
from kinloop.simulation.cluster import chunk_sizes, chunk_task
from kinloop.simulation.cluster import run_sweep as module
from kinloop.simulation.store import store_index, sweep_store
from kinloop.simulation.store.folder_lock import FolderLock
from kinloop.simulation.sweep.prepared_rollouts import PreparedRollouts
from kinloop.trajectory.trajectory import TrajectoryPoint

NOISE = kl.Sensors(noise={"q": 1e-6, "qd": 1e-4}, seed=11)


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight runs each."""
    for name in ("USUAL", "FIRST", "LEAST"):
        monkeypatch.setattr(chunk_sizes, name, 0.0)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stores") / "undisturbed"
    with pytest.MonkeyPatch.context() as patch:
        for name in ("USUAL", "FIRST", "LEAST"):
            patch.setattr(chunk_sizes, name, 0.0)
        run_sweep(folder)
    return folder


@pytest.fixture
def undisturbed(original: Path, tmp_path: Path) -> kl.Sweep:
    """A sweep without faults, in a folder that the test may change."""
    shutil.copytree(original, tmp_path / "undisturbed")
    return kl.Sweep.open(tmp_path / "undisturbed")


def assert_same_table(found: kl.Sweep, expected: kl.Sweep) -> None:
    """All columns in the same order, to the bit."""
    assert found.columns == expected.columns
    assert len(found) == len(expected)
    for name in found.columns:
        assert found.column(name).tobytes() == expected.column(name).tobytes(), name


# ---------------------------------------------------------------- the runs of rollouts

VARIATIONS: dict[str, dict[str, Any]] = {
    "a zip": {},
    "a grid": {"vary": {"plant.m_p": [3.5, 2.0, 3.0], "law.kd": [[10.0, 12.0], [20.0, 22.0], [30.0, 31.0]]}, "grid": True},
    "noise by number": {"sensors": NOISE, "vary": {"plant.m_p": MASSES[:20]}},
    "noise by seed": {"sensors": NOISE, "vary": {"sensors.seed": [2**64 - 1, *range(16)]}},
    "some without noise": {"vary": {"sensors.noise.q": [0.0] * 10 + [1e-6] * 10}},
    "periods": {"vary": {"period": [0.01, 0.025, 0.005, 0.05], "law.kp": [80.0, 100.0]}, "grid": True},
    "wrenches": {"vary": {"environment.wrenches.tool": np.linspace(0, 1, 9)[:, None] * [1.0, -2.0, 0, 0, 0, 0]}},
    "starts": {"vary": {"q": np.tile(Q, (9, 1)) + [[0.1 * (k == 4), 0, 0, 0] for k in range(9)]}},
    "saturation": {"vary": {"actuators.saturation": np.linspace(0.5, 5.0, 12)}},
}


@pytest.mark.parametrize("name", VARIATIONS)
def test_every_run_is_that_of_rollouts_to_the_bit(name: str, tmp_path: Path) -> None:
    given = VARIATIONS[name]
    found = run_sweep(tmp_path / "store", **given)
    expected = roll_out(**given)
    assert found.missing == 0
    assert len(found) == expected.status.size
    table = found.to_pandas()
    for result in RESULTS:
        values = np.asarray(getattr(expected, result)).reshape(len(found), -1)
        if result == "status":
            assert table["status"].tolist() == [kl.RunStatus(code).words for code in values[:, 0]]
            continue
        columns = found.column_groups[result]
        assert table[list(columns)].to_numpy().tobytes() == values.tobytes(), result


def test_trajectories_vary_as_a_batch(tmp_path: Path) -> None:
    ends = np.linspace([0.05, 0.2], [0.1, 0.1], 11)
    paths = kl.Quintic(np.tile(PATH.start, (11, 1)), ends, 2.0)
    for trajectory, vary in ((paths, None), (None, {"trajectory": paths})):
        found = kl.sweep(ROBOT, LAW, trajectory, vary=vary, store=tmp_path / str(vary is None), progress=False, **OPTIONS)
        expected = kl.rollouts(ROBOT, LAW, trajectory, vary=vary, keep="summary", **OPTIONS)
        assert_equal_bits(found.to_rollouts(), expected)
        assert found.column("trajectory").tolist() == list(range(11))


def test_all_runs_have_the_steps_of_the_stiffest_surface(tmp_path: Path) -> None:
    """Also those of a chunk without it."""
    board = kl.Surface(name="board", h="y - 0.295", stiffness=2e4, damping=100.0)
    down, law = kl.Quintic([0.1, 0.3], [0.1, 0.28], 0.03), kl.PD(2000.0, 200.0)
    options: dict[str, Any] = {"duration": 0.04, "period": 1e-3, "environment": kl.Environment(surfaces=[board])}
    options["vary"] = {"environment.surfaces.board.stiffness": np.geomspace(1e3, 1e6, 12)}
    found = kl.sweep(ROBOT, law, down, store=tmp_path / "store", progress=False, **options)
    assert_equal_bits(found.to_rollouts(), kl.rollouts(ROBOT, law, down, keep="summary", **options))
    options["vary"] = {"environment.surfaces.board.stiffness": [1e10]}
    with pytest.raises(kl.UnsupportedOperation, match=r"this differs: the options \(plant\)"):
        kl.sweep(ROBOT, law, down, store=tmp_path / "store", **options)


def test_samples_are_kept_to_the_bit(tmp_path: Path) -> None:
    found = run_sweep(tmp_path / "store", keep="samples", every=5)
    expected = roll_out(keep="samples", every=5)
    np.testing.assert_array_equal(found.times, expected.t)
    again = found.to_rollouts(samples=True)
    assert_equal_bits(again, expected, (*RESULTS, *SAMPLES))
    np.testing.assert_array_equal(found.samples("x", [39, 3, 3, 12]), expected.x[[39, 3, 3, 12]])


def test_a_run_that_fails_is_a_row_with_its_status(tmp_path: Path) -> None:
    path = kl.Quintic([0.1, 0.3], [0.12, 0.28], 0.5)
    found = kl.sweep(ROBOT, LAW, path, vary={"l": [0.33, 0.2, 0.36]}, store=tmp_path, duration=0.05, period=0.01)
    assert found.to_pandas()["status"].tolist() == ["complete", "not started", "complete"]
    assert found.statuses == {"complete": 2, "not started": 1}
    assert "1 ended early (1 not started)" in repr(found)


def test_the_store_has_where_each_chunk_ran(undisturbed: kl.Sweep) -> None:
    chunks = undisturbed.chunks
    assert [(chunk.first, chunk.last) for chunk in chunks] == [(8 * k, 8 * k + 8) for k in range(5)]
    where = chunks[0].where
    assert where is not None
    assert where.target in TARGETS
    assert {"kinloop", "python", "numpy", "casadi", "llvmlite"} == set(where.versions)
    assert undisturbed.targets == {where.target: 40}


def test_runs_of_another_version_of_kinloop_are_named(undisturbed: kl.Sweep, monkeypatch: pytest.MonkeyPatch) -> None:
    where = chunk_task.this_process()
    other = replace(where, versions={**where.versions, "kinloop": "9.0, source 0123456789ab"})
    monkeypatch.setattr(chunk_task, "this_process", lambda: other)
    with pytest.warns(kl.KinloopWarning, match=r"were computed by 2 versions of kinloop \(.*9\.0, source 0123456789ab"):
        run_sweep(undisturbed.folder, {name: np.append(values, 5.0) for name, values in VARY.items()})


# ---------------------------------------------------------------- what exists is not run again


def runs_of(folder: Path, layout: int) -> int:
    return sum(chunk.rows for chunk in kl.Sweep.open(folder).chunks if chunk.layout == layout)


@pytest.fixture
def no_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: Any) -> None:
        raise AssertionError("a chunk was run")

    monkeypatch.setattr("kinloop.simulation.cluster.runner.run_chunk", refuse)


@pytest.mark.usefixtures("no_runs")
def test_the_same_call_runs_nothing(undisturbed: kl.Sweep) -> None:
    reordered, fewer = dict(reversed(VARY.items())), {name: values[5:9] for name, values in VARY.items()}
    for vary in (VARY, reordered, fewer):
        found = run_sweep(undisturbed.folder, vary)
        assert (found.missing, found.failures) == (0, [])
        assert_same_table(found, undisturbed)


@pytest.mark.usefixtures("no_runs")
def test_whole_numbers_are_the_same_experiment(undisturbed: kl.Sweep) -> None:
    vary = {name: values.tolist() for name, values in VARY.items()}
    law = kl.ComputedTorque(100, [20, 21])
    assert kl.sweep(ROBOT, law, PATH, vary=vary, store=undisturbed.folder, progress=False, **OPTIONS).missing == 0
    with pytest.raises(kl.UnsupportedOperation, match="this differs: the law"):
        kl.sweep(ROBOT, kl.ComputedTorque(100, [20, 22]), PATH, vary=vary, store=undisturbed.folder, progress=False, **OPTIONS)


def test_large_seeds_are_told_apart(tmp_path: Path) -> None:
    vary = {"plant.m_p": MASSES[:2]}
    run_sweep(tmp_path, vary, sensors=kl.Sensors(noise={"q": 1e-6}, seed=2**64 - 1))
    with pytest.raises(kl.UnsupportedOperation, match=r"the options \(sensors\)"):
        run_sweep(tmp_path, vary, sensors=kl.Sensors(noise={"q": 1e-6}, seed=2**64 - 2))


def test_more_seeds_run_the_new_ones(tmp_path: Path) -> None:
    for count in (5, 12):
        found = run_sweep(tmp_path / "store", {"sensors.seed": range(count)}, sensors=NOISE)
    assert runs_of(tmp_path / "store", 1) == 7
    assert_equal_bits(found.to_rollouts(), roll_out({"sensors.seed": range(12)}, sensors=NOISE))


def test_a_finer_grid_runs_the_new_points(tmp_path: Path) -> None:
    coarse = {"plant.m_p": [2.0, 3.0, 4.0], "law.kp": [50.0, 100.0]}
    fine = {"law.kp": [50.0, 75.0, 100.0, 125.0], "plant.m_p": np.linspace(2.0, 4.0, 5)}
    run_sweep(tmp_path / "store", coarse, grid=True)
    found = run_sweep(tmp_path / "store", fine, grid=True)
    assert runs_of(tmp_path / "store", 1) == 20 - 6
    assert len(found) == 20
    expected = roll_out({name: fine[name] for name in ("plant.m_p", "law.kp")}, grid=True)
    assert_equal_bits(found.to_rollouts(), expected)  # all combinations are there, so it is a grid
    third = run_sweep(tmp_path / "store", {"plant.m_p": [2.0, 3.5, 7.0], "law.kp": [75.0, 125.0, 130.0]})
    assert runs_of(tmp_path / "store", 2) == 1  # a zip: two of its points are on the grid
    assert len(third) == 21
    assert third.column("run").tolist() == sorted(set(third.column("run")))


def test_noise_by_number_is_another_noise_at_another_place(tmp_path: Path) -> None:
    for vary in ({"plant.m_p": [2.0, 3.0]}, {"plant.m_p": [2.0, 2.5, 3.0]}):
        found = run_sweep(tmp_path, vary, sensors=NOISE)
    assert runs_of(tmp_path, 1) == 2
    assert len(found) == 4


def test_more_runs_of_the_same_values_have_other_noise(tmp_path: Path) -> None:
    """None of the first ones is run again, though all values are equal."""
    for count in (12, 1, 20):
        found = run_sweep(tmp_path, {"plant.m_p": [3.0] * count}, sensors=NOISE)
    assert [runs_of(tmp_path, layout) for layout in range(3)] == [12, 0, 8]
    assert_equal_bits(found.to_rollouts(), roll_out({"plant.m_p": [3.0] * 20}, sensors=NOISE))


def test_an_interrupted_wider_call_goes_on(tmp_path: Path) -> None:
    run_sweep(tmp_path / "store", {name: values[::2] for name, values in VARY.items()})
    interrupted = run_sweep(tmp_path / "store", progress=interrupt_after(1))
    assert 0 < interrupted.missing < 40
    found = run_sweep(tmp_path / "store")
    assert (found.missing, len(found)) == (0, 40)
    order = np.argsort(found.column("plant.m_p"))
    assert found.column("error_rms")[order].tobytes() == roll_out().error_rms.tobytes()


# ---------------------------------------------------------------- faults


def interrupt_after(chunks: int) -> Callable[[kl.SweepProgress], None]:
    calls: list[kl.SweepProgress] = []

    def interrupt(progress: kl.SweepProgress) -> None:
        calls.append(progress)
        if len(calls) > chunks:
            raise KeyboardInterrupt

    return interrupt


def test_an_interrupted_sweep_keeps_what_is_finished_and_goes_on(tmp_path: Path, undisturbed: kl.Sweep) -> None:
    interrupted = run_sweep(tmp_path / "store", progress=interrupt_after(2))
    assert (len(interrupted), interrupted.missing) == (16, 24)
    assert "24 missing" in repr(interrupted)
    before = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "store" / "runs").iterdir()}
    found = run_sweep(tmp_path / "store")
    assert_same_table(found, undisturbed)
    after = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "store" / "runs").iterdir()}
    assert before.items() <= after.items()


def test_a_sweep_with_other_chunks_goes_on(tmp_path: Path, undisturbed: kl.Sweep, monkeypatch: pytest.MonkeyPatch) -> None:
    run_sweep(tmp_path / "store", progress=interrupt_after(1))
    monkeypatch.setattr(chunk_sizes, "LANES", 3)
    assert_same_table(run_sweep(tmp_path / "store"), undisturbed)


@pytest.mark.usefixtures("no_runs")
@pytest.mark.parametrize("end", [b"", b'{"kind": "chunk", "ke'])
def test_chunks_of_a_killed_client_are_found_by_their_files(end: bytes, undisturbed: kl.Sweep) -> None:
    """It was killed after the files were written, before or while the index was."""
    index = undisturbed.folder / "index.jsonl"
    lines = index.read_bytes().splitlines(keepends=True)
    index.write_bytes(b"".join(lines[:3]) + end)
    assert len(kl.Sweep.open(undisturbed.folder)) == 16
    found = run_sweep(undisturbed.folder)
    assert found.failures == []
    assert_same_table(found, undisturbed)


def test_files_that_no_one_counts_are_not_counted_twice(undisturbed: kl.Sweep, tmp_path: Path) -> None:
    """Of a worker that was slow to end: runs that the store has by now, in a chunk of another size; and a file half written."""
    other = tmp_path / "other"
    shutil.copytree(undisturbed.folder, other)
    (other / "index.jsonl").write_bytes((other / "index.jsonl").read_bytes().splitlines(keepends=True)[0])
    chunk_sizes.LANES, before = 5, chunk_sizes.LANES
    try:
        for path in (other / "runs").iterdir():
            path.unlink()
        run_sweep(other)
    finally:
        chunk_sizes.LANES = before
    for path in (other / "runs").iterdir():
        shutil.copy(path, undisturbed.folder / "runs")
    (undisturbed.folder / "runs" / ".0123.tmp").write_bytes(b"half")
    assert len(kl.Sweep.open(undisturbed.folder)) == 40
    found = run_sweep(undisturbed.folder)
    assert_same_table(found, undisturbed)
    assert len(list((found.folder / "runs").iterdir())) == 5


def full_disk_after(writes: int, save: Callable[..., None]) -> Callable[..., None]:
    """A disk on which only so many files have place."""
    left = [writes]

    def write(path: Path, content: bytes) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise kl.FileError(f"{str(path)!r} cannot be written: {errno.errorcode[errno.ENOSPC]}")
        save(path, content)

    return write


@pytest.mark.parametrize("keep", ["summary", "samples"])
def test_a_full_disk_ends_the_sweep_and_the_same_call_goes_on(tmp_path: Path, keep: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = run_sweep(tmp_path / "undisturbed", keep=keep)
    monkeypatch.setattr(sweep_store, "save_bytes", full_disk_after(3, sweep_store.save_bytes))
    words = rf"ENOSPC; {24 if keep == 'summary' else 8} of 40 runs are in '.*store', and the same call goes on from there"
    with pytest.raises(kl.FileError, match=words):
        run_sweep(tmp_path / "store", keep=keep)
    monkeypatch.undo()
    assert_same_table(run_sweep(tmp_path / "store", keep=keep), expected)


def test_a_disk_that_is_full_for_the_index_loses_nothing(
    tmp_path: Path, undisturbed: kl.Sweep, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full:
        """``os`` whose third wait for the disk fails."""

        left = 3

        def __getattr__(self, name: str) -> Any:
            return getattr(store_index_os, name)

        def fsync(self, file: int) -> None:
            Full.left -= 1
            if Full.left < 0:
                raise OSError(errno.ENOSPC, "No space left on device")

    store_index_os = store_index.os
    monkeypatch.setattr(store_index, "os", Full())
    with pytest.raises(kl.FileError, match="No space left on device; 16 of 40 runs"):
        run_sweep(tmp_path / "store")
    monkeypatch.undo()
    found = kl.Sweep.open(tmp_path / "store")
    assert len(found) == 16
    assert_same_table(run_sweep(tmp_path / "store"), undisturbed)


def failing(times: int, run: int) -> Callable[..., Any]:
    """``simulate`` that fails so often for the chunk with a run."""
    simulate, left = PreparedRollouts.simulate, [times]

    def fail(self: PreparedRollouts, numbers: np.ndarray, *given: Any) -> Any:
        if run in numbers and left[0]:
            left[0] -= 1
            raise RuntimeError(f"left {left[0]}")
        return simulate(self, numbers, *given)

    return fail


def test_a_chunk_that_fails_twice_is_simulated_again(
    tmp_path: Path, undisturbed: kl.Sweep, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PreparedRollouts, "simulate", failing(2, 11))
    assert_same_table(run_sweep(tmp_path / "store"), undisturbed)


def test_a_chunk_that_fails_three_times_is_reported_and_does_not_end_the_sweep(
    tmp_path: Path, undisturbed: kl.Sweep, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PreparedRollouts, "simulate", failing(3, 11))
    with pytest.warns(
        kl.KinloopWarning, match=r"1 chunks failed three times, the first with the runs 8 to 15 \(8\): RuntimeError"
    ):
        found = run_sweep(tmp_path / "store")
    assert (len(found), found.missing) == (32, 8)
    (failure,) = found.failures
    assert failure.error == "RuntimeError: left 0"
    assert set(failure.arguments) == {"runs", *VARY}
    assert found.column("run").tolist() == [*range(8), *range(16, 40)]
    again = run_sweep(tmp_path / "store")
    assert again.failures == []
    assert_same_table(again, undisturbed)


# ---------------------------------------------------------------- what is refused


def offset_law(offset: float) -> kl.Law:
    def law(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        return 10.0 * (ca.vertcat(*reference.x.elements()) - offset), state

    return kl.casadi_law(law)


class Drift:
    """A user's trajectory, whose places do not say its velocities."""

    space, duration, shape = "task", 1.0, ()

    def __init__(self, speed: float) -> None:
        self.speed = speed

    def __call__(self, t: Any) -> TrajectoryPoint:
        rest = np.zeros((*np.shape(t), 2))
        return TrajectoryPoint(rest + START, rest + np.array([self.speed, 0.0]), rest, rest)


def line(speed: float) -> kl.FunctionOfTime:
    return kl.FunctionOfTime(lambda t: [START[0] + speed * t, START[1]], 1.0, space="task")


CHANGES: dict[str, tuple[dict[str, Any], str]] = {
    "law": ({"law": kl.ComputedTorque(101.0, [20.0, 21.0])}, "the law"),
    "duration": ({"duration": 0.06}, r"the options \(duration\);"),
    "what is varied": ({"vary": {"plant.m_p": MASSES}}, "what is varied"),
    "samples": ({"keep": "samples"}, "the samples that are kept"),
    "robot": ({"robot": kl.load("biglide", m_f=1.5)}, "the robot's parameters"),
    "trajectory": ({"path": kl.Quintic(PATH.start, PATH.end, 2.1)}, "the options"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_another_experiment_in_the_same_folder_is_refused(name: str, undisturbed: kl.Sweep) -> None:
    given, words = CHANGES[name]
    options = {**OPTIONS, "vary": VARY, **given}
    robot, law, path = options.pop("robot", ROBOT), options.pop("law", LAW), options.pop("path", PATH)
    with pytest.raises(kl.UnsupportedOperation, match=rf"has runs of another experiment; this differs: .*{words}"):
        kl.sweep(robot, law, path, store=undisturbed.folder, **options)


FIXED = kl.Native(parameters={"m_f": 1.0})


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ((ROBOT, offset_law(0.1), PATH), (ROBOT, offset_law(0.2), PATH), "the formulas of a function"),
        ((ROBOT, LAW, line(0.1)), (ROBOT, LAW, line(0.1 + 1e-16)), "the trajectory's functions, places and velocities"),
        ((ROBOT, LAW, Drift(0.1)), (ROBOT, LAW, Drift(0.1 + 1e-9)), "the trajectory's functions, places and velocities"),
        (
            (kl.load("biglide", m_f=1.1), LAW, PATH),
            (kl.load("biglide", m_f=1.2), LAW, PATH),
            "parameters that the controller alone knows",
        ),
    ],
)
def test_what_a_description_does_not_say_makes_another_experiment(first: Any, second: Any, words: str, tmp_path: Path) -> None:
    """Functions have the same source and other numbers; the plant has the same parameters, the controller's model others."""
    options = {**OPTIONS, "vary": {"plant.m_p": MASSES[:3]}, "store": tmp_path, "plant": FIXED, "progress": False}
    kl.sweep(*first, **options)
    assert kl.sweep(*first, **options).missing == 0
    with pytest.raises(kl.UnsupportedOperation, match=f"this differs: {words}; expected"):
        kl.sweep(*second, **options)


def test_a_store_that_another_process_writes_to_is_refused(undisturbed: kl.Sweep) -> None:
    with FolderLock(undisturbed.folder / "lock"), pytest.raises(kl.UnsupportedOperation, match="another process is writing to"):
        run_sweep(undisturbed.folder)
    run_sweep(undisturbed.folder)


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("")
    with pytest.raises(kl.FileError, match=r"has other files \(thesis\.tex\), expected a new folder"):
        run_sweep(tmp_path)
    with pytest.raises(kl.FileError, match="is a file, expected a folder for the store"):
        run_sweep(tmp_path / "thesis.tex")
    with pytest.raises(kl.FileError, match="cannot be made"):
        run_sweep(tmp_path / "a\0b")
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_runs_that_do_not_fit_onto_the_disk_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "disk_usage", lambda folder: shutil._ntuple_diskusage(10**6, 10**6, 1000))
    with pytest.raises(kl.FileError, match=r"40 runs take at least .* GB in .*, but 1e-06 GB are free; keep='summary'"):
        run_sweep(tmp_path, keep="samples")


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"vary": {}}, kl.ShapeError, "sweep: nothing varies"),
        ({"vary": {"m_pp": [1.0]}}, kl.UnknownName, "no thing to vary 'm_pp'"),
        ({"vary": {"m_p": [1.0], "law.kp": [1.0, 2.0]}}, kl.ShapeError, "sweep: the arrays have different numbers of runs"),
        ({"vary": {"m_p": [-1.0]}}, kl.DescriptionError, "m_p"),
        ({"progress": 3}, kl.ShapeError, "sweep: progress is 3"),
        ({"stor": 3}, kl.UnknownArgument, r"sweep takes no stor= \(did you mean 'store'\?\)"),
        ({"cluster": 3.5}, kl.ShapeError, "sweep: cluster is 3.5, expected None"),
        ({"cluster": "tcp://127.0.0.1:9"}, kl.UnsupportedOperation, "no Dask scheduler answers at 'tcp://127.0.0.1:9'"),
        ({"cluster": "no address"}, kl.UnsupportedOperation, "no Dask scheduler answers at 'no address'"),
    ],
)
def test_wrong_arguments_are_named(given: dict[str, Any], error: type, words: str, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("kinloop.simulation.cluster.dask_cluster.ANSWER", 0.2)
    with pytest.raises(error, match=words):
        run_sweep(tmp_path / "store", **given)


def test_the_store_holds_no_pickle(tmp_path: Path) -> None:
    found = run_sweep(tmp_path / "store", keep="samples")
    kinds = {"".join(path.suffixes[-2:]) for path in found.folder.rglob("*") if path.is_file()}
    assert kinds == {".json", ".jsonl", "", ".npz", ".parquet", ".zarr.zip"}
    about = json.loads((found.folder / "sweep.json").read_text())
    assert about["format"] == "kinloop sweep 1"
