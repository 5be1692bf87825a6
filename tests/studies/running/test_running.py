"""Runs of studies: in processes and here, continued after an interruption, with faults that are sentences."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from kinloop.errors import FileError, ShapeError, UnknownName
from kinloop.studies.catalogue import all_studies
from kinloop.studies.framework.documents import DOCUMENTS
from kinloop.studies.running import run_study
from kinloop.studies.running.progress_report import StudyProgress
from kinloop.studies.running.reproduce import Reproduction, reproduce
from kinloop.studies.running.schedule import Schedule

SAMPLES = ("sample_studies",)


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SAMPLE_LOG", str(tmp_path / "log"))
    return tmp_path / "log"


def lines(log: Path) -> list[str]:
    """The studies that were run, in order."""
    return [line.split()[0] for line in log.read_text().splitlines()] if log.exists() else []


@pytest.mark.parametrize("processes", [1, 2])
def test_a_study_that_fails_is_reported_and_the_others_go_on(processes: int, log: Path, tmp_path: Path) -> None:
    seen: list[StudyProgress] = []
    names = ["000-2", "000-6", "002-23", "000-5"]
    found = reproduce(names, out=tmp_path / "out", processes=processes, progress=seen.append, modules=SAMPLES)
    verdicts = {run.study.id: run.verdict for run in found.runs}
    assert verdicts == {"000-2": "failed", "000-5": "disagrees", "000-6": "failed", "002-23": "agrees"}
    errors = {run.study.id: run.error for run in found.runs}
    assert errors["000-2"] == "the sample is of the wrong shape"
    assert errors["000-6"] == "study 000-6 returned None, expected a StudyResult"
    assert "Traceback" in found.runs[0].trace
    assert found.exit_status == 1
    assert found.counts["failed"] == 2
    rows = [row for row in found.findings if row["id"] == "000-2"]
    assert rows[0]["verdict"] == "disagrees"
    assert "the sample is of the wrong shape" in rows[0]["quantity"]
    assert sorted(each.kind for each in seen) == ["failed", "failed", "finished", "finished", *["started"] * 4]
    assert (seen[-1].done, seen[-1].total, seen[-1].share, seen[-1].running) == (4, 4, 1.0, ())


def test_a_process_that_ends_is_replaced(log: Path, tmp_path: Path) -> None:
    found = reproduce(["000-3", "002-23", "000-5"], out=tmp_path / "out", processes=2, modules=SAMPLES)
    assert {run.study.id: run.verdict for run in found.runs}["002-23"] == "agrees"
    assert found.runs[0].error == "the process that ran study 000-3 ended by signal 9"
    assert "last words" in found.runs[0].trace


def test_two_processes_and_one_have_the_same_results(tmp_path: Path) -> None:
    one, two = (reproduce(["000-1", "002-23"], processes=n, modules=SAMPLES) for n in (1, 2))
    assert one.findings == two.findings
    assert one.folder is None
    assert [erratum.equation for erratum in one.errata] == ["(1)"]
    assert one.exit_status == 0


def test_names_are_ids_documents_and_titles(log: Path) -> None:
    for name in ("002-23", "002", "RoboticsExam2016", "small"):
        assert [run.study.id for run in reproduce(name, processes=1, modules=SAMPLES).runs] == ["002-23"]
    assert [run.study.id for run in reproduce(quick=True, processes=1, modules=SAMPLES).runs] == ["000-1", "002-23"]
    with pytest.raises(UnknownName, match=r"no study '000-50' \(did you mean '000-5'\?\); expected an id, 000-1, 000-2"):
        reproduce(["002", "000-50"], modules=SAMPLES)
    with pytest.raises(ShapeError, match="give one of both"):
        reproduce("002", quick=True, modules=SAMPLES)
    with pytest.raises(ShapeError, match="processes is 0, expected 1 or more"):
        reproduce("002", processes=0, modules=SAMPLES)
    assert lines(log).count("002-23") == 5


def test_a_finished_run_is_run_again_and_an_interrupted_one_goes_on(log: Path, tmp_path: Path, monkeypatch: Any) -> None:
    names, out = ["000-1", "000-4", "002-23"], tmp_path / "out"
    for _ in range(2):
        reproduce(names, out=out, processes=1, modules=SAMPLES)
    assert sorted(lines(log)) == sorted(2 * names)

    def stop(progress: StudyProgress) -> None:
        if progress.kind == "finished":
            raise KeyboardInterrupt

    log.unlink()
    with pytest.raises(KeyboardInterrupt):
        reproduce(names, out=out, processes=1, progress=stop, modules=SAMPLES)
    (first,) = lines(log)
    seen: list[StudyProgress] = []
    found = reproduce(names, out=out, processes=1, progress=seen.append, modules=SAMPLES)
    assert sorted(lines(log)) == sorted(names)
    assert [each.study.id for each in seen if each.kind == "kept"] == [first]
    assert [run.study.id for run in found.runs if run.kept] == [first]
    assert found.exit_status == 0
    reproduce(names, out=out, processes=1, modules=SAMPLES)
    assert len(lines(log)) == 6  # that run was finished


def test_results_of_another_version_or_damaged_ones_are_not_kept(log: Path, tmp_path: Path, monkeypatch: Any) -> None:
    names, out = ["000-4", "002-23"], tmp_path / "out"

    def stop(progress: StudyProgress) -> None:
        if progress.done == 2:
            raise KeyboardInterrupt

    for change in ("full", "damaged"):
        log.unlink(missing_ok=True)
        with pytest.raises(KeyboardInterrupt):
            reproduce(names, out=out, processes=1, progress=stop, modules=SAMPLES)
        if change == "damaged":
            (out / "studies" / "000-4.json").write_text("{")
        reproduce(names, out=out, full=change == "full", processes=1, modules=SAMPLES)
        assert lines(log).count("000-4") == 2
        assert lines(log).count("002-23") == (2 if change == "full" else 1)


def test_ctrl_c_ends_the_processes_and_keeps_what_is_finished(log: Path, tmp_path: Path) -> None:
    program = (
        "from kinloop.studies.running.reproduce import reproduce\n"
        f"reproduce(['000-4', '002-23'], out={str(tmp_path / 'out')!r}, modules=('sample_studies',))"
    )
    path = os.pathsep.join(sys.path)
    environment = os.environ | {"SAMPLE_GATE": str(tmp_path / "gate"), "PYTHONPATH": path}
    process = subprocess.Popen([sys.executable, "-c", program], env=environment, stderr=subprocess.PIPE, text=True)
    for _ in range(600):
        if (tmp_path / "out" / "studies" / "002-23.json").exists() and "000-4" in lines(log):
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    assert "KeyboardInterrupt" in process.communicate(timeout=60)[1]
    for line in log.read_text().splitlines():  # no process is left
        with pytest.raises(ProcessLookupError):
            os.kill(int(line.split()[1]), 0)
    found = reproduce(["000-4", "002-23"], out=tmp_path / "out", processes=1, modules=SAMPLES)
    assert {run.study.id: run.kept for run in found.runs} == {"000-4": False, "002-23": True}


def test_a_result_that_cannot_be_stored_ends_the_run_with_its_sentence(tmp_path: Path, monkeypatch: Any) -> None:
    def full(*_: Any) -> None:
        raise FileError("'out/studies/002-23.npz' cannot be written: No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(run_study, "save_result", full)
        with pytest.raises(FileError, match="No space left on device"):
            reproduce("002", out=tmp_path / "one", processes=1, modules=SAMPLES)
    monkeypatch.setenv("SAMPLE_FOLDER", str(tmp_path / "two" / "studies"))
    with pytest.raises(FileError, match="cannot be written: No such file or directory"):
        reproduce("001", out=tmp_path / "two", processes=2, modules=SAMPLES)


def test_a_folder_that_cannot_be_made_is_told_before_anything_runs(log: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match=r"the folder .* cannot be made: Not a directory"):
        reproduce("002", out=tmp_path / "file" / "out", modules=SAMPLES)
    assert lines(log) == []


def test_results_are_loaded_from_their_folder(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no results of studies in"):
        Reproduction.load(tmp_path, SAMPLES)
    before = reproduce(["000-1", "002-23"], out=tmp_path, processes=1, modules=SAMPLES)
    after = Reproduction.load(tmp_path, SAMPLES)
    assert after.findings == before.findings
    before.save_findings(tmp_path / "findings.json")
    with pytest.raises(FileError):
        before.save_findings(tmp_path / "no folder" / "findings.json")


def test_the_crossing_is_first_and_a_process_stays_with_its_machine() -> None:
    schedule = Schedule(list(all_studies().values()))
    order: list[tuple[int, str]] = []
    for k in range(1000):
        if (each := schedule.next(k % 2)) is None:
            break
        order.append((k % 2, each.id))
    assert order[0] == (0, "000-15")
    assert len(order) == len({id for _, id in order}) == len(all_studies())
    machines = [[DOCUMENTS[id[:3]].machine for process, id in order if process == p] for p in (0, 1)]
    for own in machines:
        assert sum(a != b for a, b in pairwise(own)) <= 3  # three machines, and a share of the last one
    assert not set(machines[0][:5]) & set(machines[1][:5])
