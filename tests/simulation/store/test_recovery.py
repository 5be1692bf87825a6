"""Index and files of a store that do not agree: nothing is counted twice, and the table is that of an undisturbed sweep."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from sweep_runs import VARY, run_sweep

import kinloop as kl
from kinloop.simulation.cluster import chunk_sizes

HALF = {name: values[::2] for name, values in VARY.items()}
LESS = {name: values[4:8] for name, values in VARY.items()}  # the half has two of its four runs
CALLS = (HALF, LESS, VARY)  # the last chunks lack runs of the first ones


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight runs each."""
    for name in ("USUAL", "FIRST", "LEAST"):
        monkeypatch.setattr(chunk_sizes, name, 0.0)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that was widened twice."""
    folder = tmp_path_factory.mktemp("stores") / "widened"
    with pytest.MonkeyPatch.context() as patch:
        for name in ("USUAL", "FIRST", "LEAST"):
            patch.setattr(chunk_sizes, name, 0.0)
        for vary in CALLS:
            run_sweep(folder, vary)
    return folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "widened"))


def table(folder: Path) -> dict[str, bytes]:
    """All columns, each run once, by its values."""
    found = kl.Sweep.open(folder)
    order = np.argsort(found.column("plant.m_p"))
    assert found.column("plant.m_p")[order].tobytes() == VARY["plant.m_p"].tobytes()
    return {name: found.column(name)[order].tobytes() for name in found.columns if name != "run"}


def chunk_files(folder: Path, layout: int) -> list[Path]:
    store = kl.Sweep.open(folder)
    return [folder / "runs" / f"{chunk.key}.parquet" for chunk in store.chunks if chunk.layout == layout]


@pytest.mark.parametrize("layout", [0, 1, 2])
def test_a_file_that_was_removed_is_simulated_again(layout: int, folder: Path) -> None:
    """Also where later chunks were made without its runs."""
    expected = table(folder)
    chunk_files(folder, layout)[0].unlink()
    with pytest.warns(kl.KinloopWarning, match="files of 1 chunks are not in .* any more; .* runs are missing again"):
        found = run_sweep(folder, VARY)
    assert (found.missing, len(found)) == (0, 40)
    assert table(folder) == expected


def test_samples_that_were_removed_are_simulated_again(tmp_path: Path) -> None:
    expected = run_sweep(tmp_path / "store", LESS, keep="samples").samples("x", range(4))
    next((tmp_path / "store" / "samples").iterdir()).unlink()
    with pytest.warns(kl.KinloopWarning, match="4 runs are missing again"):
        found = run_sweep(tmp_path / "store", LESS, keep="samples")
    assert len(found) == 4
    assert found.samples("x", range(4)).tobytes() == expected.tobytes()


def test_an_interrupted_repair_goes_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are removed before the index says so."""
    expected = table(folder)
    chunk_files(folder, 0)[0].unlink()

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(kl.FileError, match="No space left on device"):
            run_sweep(folder, VARY)
    with pytest.warns(kl.KinloopWarning, match="runs are missing again"):
        run_sweep(folder, VARY)
    assert table(folder) == expected


def lines_up_to(count: int) -> Callable[[Path], None]:
    """An index without its last lines, the last that stays torn."""

    def damage(index: Path) -> None:
        lines = index.read_bytes().splitlines(keepends=True)
        index.write_bytes(b"".join(lines[:count]) + lines[count][:25])

    return damage


@pytest.mark.parametrize("damage", [Path.unlink, *(lines_up_to(count) for count in range(0, 9, 2))])
def test_a_lost_index_is_made_again_from_the_files(damage: Callable[[Path], None], folder: Path) -> None:
    """Runs keep their numbers, though the files come in any order."""
    before = {name: kl.Sweep.open(folder).column(name).tobytes() for name in kl.Sweep.open(folder).columns}
    times = {path.name: path.stat().st_mtime_ns for path in (folder / "runs").iterdir()}
    damage(folder / "index.jsonl")
    found = run_sweep(folder, VARY)
    assert (found.missing, len(found)) == (0, 40)
    assert {name: found.column(name).tobytes() for name in found.columns} == before
    assert {path.name: path.stat().st_mtime_ns for path in (folder / "runs").iterdir()} == times  # none is simulated again


def test_a_lost_index_whose_calls_are_not_known_is_refused(folder: Path) -> None:
    """Nothing is removed: numbers of runs and what exists would be guesses."""
    before = sorted(folder.rglob("*"))
    (folder / "index.jsonl").unlink()
    run_sweep(folder.parent / "other", {"plant.m_p": VARY["plant.m_p"][:3], "law.kp": VARY["law.kp"][:3]})
    shutil.copy(folder.parent / "other" / "index.jsonl", folder)
    with pytest.raises(kl.FileError, match=r"index\.jsonl' lacks the calls of \d+ files in 'runs'.*put the index back as it was"):
        run_sweep(folder, VARY)
    assert sorted(folder.rglob("*")) == before


def test_a_chunk_whose_other_runs_are_gone_is_not_counted(folder: Path) -> None:
    """It lacks runs that another chunk had, and neither that chunk nor its line is there any more."""
    expected = table(folder)
    for path in chunk_files(folder, 0):
        path.unlink()
    (folder / "index.jsonl").unlink()
    found = run_sweep(folder, VARY)
    assert (found.missing, len(found)) == (0, 40)
    assert table(folder) == expected


def test_files_of_other_stores_stay_and_do_not_count(folder: Path) -> None:
    run_sweep(folder.parent / "other", {name: values + 1.0 for name, values in VARY.items()})
    others = [Path(shutil.copy(path, folder / "runs")) for path in (folder.parent / "other" / "runs").iterdir()]
    expected = table(folder)
    run_sweep(folder, VARY)
    assert table(folder) == expected
    assert all(path.exists() for path in others)


def test_a_damaged_file_of_values_is_written_again(folder: Path) -> None:
    for path in (folder / "layouts").iterdir():
        path.write_bytes(b"PK and no more")
    for vary in CALLS:
        run_sweep(folder, vary)
    wider = {"plant.m_p": np.append(VARY["plant.m_p"], 5.0), "law.kp": np.append(VARY["law.kp"], 5.0)}
    assert [chunk.rows for chunk in run_sweep(folder, wider).chunks][-1] == 1
