"""The command `kinloop reproduce`: what it prints, its exit status, its report and its JSON; faults are sentences."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import sample_studies
from typer.testing import CliRunner, Result

from kinloop.cli import app
from kinloop.errors import FileError, UnknownName
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult
from kinloop.studies.running import reproduce as module

reproduce = module.reproduce


@pytest.fixture(autouse=True)
def samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command runs the samples of the tests, in this process."""
    monkeypatch.setattr(module, "reproduce", partial(reproduce, modules=("sample_studies",)))


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["reproduce", "--processes", "1", *map(str, arguments)])


def test_it_lists_studies_and_counts_and_says_where_the_report_is(tmp_path: Path) -> None:
    result = run("--quick", "--out", tmp_path / "out", "--json", tmp_path / "found.json")
    assert result.exit_code == 0, result.output
    assert "000-1   goes beyond" not in result.stdout  # its erratum is graver
    assert "000-1   corrects     Everything that a result may have" in result.stdout
    path = (tmp_path / "out" / "index.html").resolve()
    assert str(path) in "".join(result.stdout.split("\n"))
    assert "2 of 2 studies" in path.read_text(encoding="utf-8")
    rows = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"), parse_constant=pytest.fail)
    assert {row["id"] for row in rows} == {"000-1", "002-23"}
    assert list(rows[0]) == ["id", "quantity", "relation", "document", "measured", "unit", "verdict"]


@pytest.mark.parametrize(("study", "words"), [("000-5", "disagrees"), ("000-2", "failed")])
def test_the_exit_status_is_1_if_a_study_disagrees_or_fails(study: str, words: str, tmp_path: Path) -> None:
    result = run(study, "002-23", "--out", tmp_path)
    assert result.exit_code == 1
    assert f"{study} {words}" in result.stdout
    assert (tmp_path / "index.html").is_file()


def test_what_an_interrupted_run_has_finished_is_kept_and_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAMPLE_LOG", str(tmp_path / "log"))

    def stop(context: StudyContext) -> StudyResult:
        raise KeyboardInterrupt

    right = sample_studies.small
    monkeypatch.setattr(sample_studies, "small", replace(right, run=stop))
    first = run("000-1", "002-23", "--out", tmp_path)
    assert first.exit_code == 130
    assert "interrupted; finished studies are kept" in " ".join(first.output.split())
    monkeypatch.setattr(sample_studies, "small", right)
    again = run("000-1", "002-23", "--out", tmp_path)
    assert again.exit_code == 0
    lines = again.stdout.splitlines()
    assert [line[:6].strip() for line in lines if line.endswith("(kept from the interrupted run)")] == ["000-1"]
    assert [line.split()[0] for line in (tmp_path / "log").read_text().splitlines()] == ["000-1", "002-23"]


def test_faults_are_sentences_before_anything_runs(tmp_path: Path) -> None:
    unknown = run("000-50", "--out", tmp_path)
    assert isinstance(unknown.exception, UnknownName)
    missing = run("002-23", "--out", tmp_path, "--json", tmp_path / "no" / "found.json")
    assert isinstance(missing.exception, FileError)
    assert "expected a file in a folder that exists" in str(missing.exception)
    (tmp_path / "file").write_text("")
    blocked = run("002-23", "--out", tmp_path / "file")
    assert isinstance(blocked.exception, FileError)
    assert "cannot be made" in str(blocked.exception)
