"""Reports of records and comparisons, views in notebooks, and the command."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from described_records import LAW, described_record, repeat_record
from typer.testing import CliRunner

import kinloop as kl
from kinloop.cli.program import app
from kinloop.simulation.record.record import ARRAYS, Event, RunStatus
from kinloop.view.page.pack import from_text, unpack

MB = 1e6


def motion_of(text: str) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """The data of the one motion of a page."""
    (data,) = re.findall(r'class="kinloop-data" id="data-[\w-]+">(.*?)</script>', text, re.DOTALL)
    return unpack(from_text(data))


def words_of(text: str) -> str:
    """The text of a page outside of scripts and styles."""
    text = re.sub(r"<(script|style)\b.*?</\1>", "", text, flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^>]+>", " ", text))


def test_a_report_tells_what_was_run_and_what_came_out(tmp_path: Path) -> None:
    run = replace(described_record("five_bar"), events=(Event(0.25, "touch", "the tool <touches> & leaves"),))
    path = run.report(tmp_path / "run.html")
    text = path.read_text(encoding="utf-8")
    words = words_of(text)
    assert "<title>five_bar, ComputedTorque</title>" in text
    for expected in ("151 samples from 0 to 1.5 s, complete", "the tool <touches> & leaves", "law.gains.kp", "plant.type"):
        assert expected in words, expected
    note = run.robot.mechanism.parameter_notes["l1"]
    assert note.meaning in words
    assert f"{np.abs(run.tau[:, 0]).max():.6g}" in words
    head, _ = motion_of(text)
    assert head["events"][0]["kind"] == "touch"
    assert text.count("data:image/png;base64,") == 2  # the poster, and plots for readers without scripts


def test_a_title_is_chosen(tmp_path: Path) -> None:
    text = described_record("five_bar").report(tmp_path / "run.html", title="My <run>").read_text(encoding="utf-8")
    assert "<title>My &lt;run&gt;</title>" in text
    assert motion_of(text)[0]["title"] == "My <run>"


@pytest.mark.long  # test_motion_data.py looks at the sizes of the data
def test_reports_stay_small(tmp_path: Path) -> None:
    run = described_record("stewart_gough", 1e-3)
    assert run.t[-1] == pytest.approx(4.0)
    assert run.report(tmp_path / "short.html").stat().st_size < 2 * MB
    assert repeat_record(described_record("stewart_gough"), 150).report(tmp_path / "long.html").stat().st_size < 10 * MB


def test_a_comparison_shows_both_runs_and_their_differences(tmp_path: Path) -> None:
    robot = kl.load("biglide")
    path = kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.2)
    found = kl.compare(robot, LAW, path, ("native", kl.Native(payload=0.2)), duration=0.2, period=1e-2)
    text = found.report(tmp_path / "both.html").read_text(encoding="utf-8")
    head, _ = motion_of(text)
    assert [record["name"] for record in head["records"]] == list(found.names)
    words = words_of(text)
    assert "Differences" in words
    assert f"{found.largest['tau']:.6g}" in words
    other = found.first.report(tmp_path / "other.html", compare=found.second).read_text(encoding="utf-8")
    assert len(motion_of(other)[0]["records"]) == 2


def test_parameters_that_differ_are_side_by_side(tmp_path: Path) -> None:
    run = described_record("five_bar")
    other = replace(run, robot=run.robot.with_parameters(l1=0.0901))
    text = run.report(tmp_path / "a.html", compare=other).read_text(encoding="utf-8")
    assert "0.0901" in words_of(text)
    assert any("parameters differ" in note for note in motion_of(text)[0]["notes"])


@pytest.mark.parametrize("count", [1, 2])
def test_very_short_records_have_a_report(count: int, tmp_path: Path) -> None:
    run = described_record("five_bar")
    short = replace(run, **{name: getattr(run, name)[:count] for name in ARRAYS})
    assert f"{count} sample{'s' * (count > 1)} from 0 to" in words_of(
        short.report(tmp_path / "a.html").read_text(encoding="utf-8")
    )


def test_a_record_of_unknown_numbers_has_a_report(tmp_path: Path) -> None:
    run = described_record("five_bar")
    known = ("t", "q")
    blank = {name: np.full_like(getattr(run, name), np.nan) for name in ARRAYS if name not in known}
    head, _ = motion_of(
        replace(run, **blank, law={}, options={}, status=RunStatus.INTERRUPTED)
        .report(tmp_path / "a.html")
        .read_text(encoding="utf-8")
    )
    assert {plot["title"] for plot in head["plots"]} == {"active joints", "passive joints", "nearness of singularities"}
    assert head["notes"] == ["ended early: interrupted"]


@pytest.mark.parametrize("size", [1e-3, 100.0])
def test_small_and_large_machines_are_framed(size: float, tmp_path: Path) -> None:
    mechanism = kl.load("two_r").mechanism
    links = tuple(link.model_copy(update={"shapes": ()}) for link in mechanism.links)  # which have a size of their own
    robot = kl.load(mechanism.model_copy(update={"links": links}), l1=size, l2=size)
    q = np.linspace([0.1, 0.4], [0.6, 0.9], 20)
    run = described_record("two_r")
    scaled = replace(run, **{name: getattr(run, name)[:20] for name in ARRAYS})
    scaled = replace(scaled, robot=robot, q=q, x=robot.frame_pose(q).position[:, :2], x_ref=np.full((20, 2), np.nan))
    head, _ = motion_of(scaled.report(tmp_path / "a.html").read_text(encoding="utf-8"))
    assert size < head["scene"]["extent"] < 20 * size
    assert 0 < head["scene"]["radius"] < size


@pytest.mark.parametrize(
    ("path", "words"),
    [("run.txt", "ends in .html"), ("nowhere/run.html", "there is no folder"), ("folder.html", "is a folder")],
)
def test_paths_that_cannot_be_written_are_sentences(path: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "folder.html").mkdir()
    with pytest.raises(kl.FileError, match=re.escape(words)):
        described_record("five_bar").report(tmp_path / path)
    with pytest.raises(kl.ShapeError, match="expected the path of a file"):
        described_record("five_bar").report(3)  # type: ignore[arg-type]


def test_a_view_is_a_page_in_a_frame_that_reaches_nothing() -> None:
    run = described_record("five_bar")
    shown = run.view(height=500)
    text = shown._repr_html_()
    found = re.fullmatch(
        r'<iframe srcdoc="([^"]*)" sandbox="allow-scripts allow-downloads" style="[^"]*height:500px[^"]*" title=".*"></iframe>',
        text,
    )
    assert found
    inner = html.unescape(found[1])
    assert inner.startswith("<!doctype html>")
    assert motion_of(inner)[0]["records"][0]["duration"] == pytest.approx(1.5)
    assert "a notebook shows it" in repr(shown)
    for height in (0, -5, "tall", float("nan"), True):
        with pytest.raises(kl.ShapeError, match="expected a number of pixels"):
            run.view(height=height)  # type: ignore[arg-type]


def test_the_command_writes_a_report_beside_the_record(tmp_path: Path) -> None:
    run = described_record("five_bar")
    first, second = tmp_path / "run.npz", tmp_path / "other.npz"
    run.save(first)
    replace(run, tau=2 * run.tau).save(second)
    runner = CliRunner()
    result = runner.invoke(app, ["report", str(first)])
    assert result.exit_code == 0, result.output
    assert "run.html" in result.output
    assert len(motion_of((tmp_path / "run.html").read_text(encoding="utf-8"))[0]["records"]) == 1
    out = tmp_path / "both.html"
    result = runner.invoke(app, ["report", str(first), "--compare", str(second), "--out", str(out), "--title", "Both"])
    assert result.exit_code == 0, result.output
    head, _ = motion_of(out.read_text(encoding="utf-8"))
    assert len(head["records"]) == 2
    assert head["title"] == "Both"


def test_the_command_opens_the_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import webbrowser

    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda address: opened.append(address) or True)
    described_record("five_bar").save(tmp_path / "run.npz")
    assert CliRunner().invoke(app, ["report", str(tmp_path / "run.npz"), "--open"]).exit_code == 0
    assert opened == [(tmp_path / "run.html").resolve().as_uri()]


def test_a_missing_record_is_a_sentence(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["report", str(tmp_path / "none.npz")])
    assert isinstance(result.exception, kl.FileError)
    assert "none.npz" in str(result.exception)
