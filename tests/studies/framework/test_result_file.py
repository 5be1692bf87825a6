"""Results as files: all of it comes back, damage is told, nothing is half written."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from sample_studies import HOSTILE, everything, odd

from kinloop.errors import FileError
from kinloop.studies.framework.figure_data import Curves, Equation, Map, Motion
from kinloop.studies.framework.result_file import load_result, remove_result, save_result, stored_key
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.running.run_study import run_study


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save_result(tmp_path, "000-1", run_study(everything, StudyContext(engines=("mujoco",))), "key", 1.5)
    return tmp_path


def test_a_result_comes_back_as_it_was(folder: Path) -> None:
    before = run_study(everything, StudyContext(engines=("mujoco",)))
    stored = load_result(folder, "000-1")
    after = stored.result
    assert (stored.key, stored.seconds) == ("key", 1.5)
    assert (after.ran, after.findings, after.errata, after.notes) == (before.ran, before.findings, before.errata, before.notes)
    assert after.findings[0].measured == 0.1 + 0.2
    assert HOSTILE in after.findings[0].quantity
    curves, plane, equation, motion = after.figures
    assert isinstance(curves, Curves)
    assert curves.title == HOSTILE
    np.testing.assert_array_equal(curves.series[1].y, [1, np.nan, 2, 3, 4])
    assert curves.series[1].style == "dashed"
    assert isinstance(plane, Map)
    np.testing.assert_array_equal(plane.values, np.arange(15.0).reshape(3, 5))
    assert isinstance(equation, Equation)
    assert equation.latex == r"x = \frac{1}{2}"
    assert isinstance(motion, Motion)
    assert (motion.name, motion.compare_name, motion.reproduces) == ("one", "other", "fig. 1")
    first = before.figures[3]
    assert isinstance(first, Motion)
    np.testing.assert_array_equal(motion.record.q, first.record.q)
    assert motion.compare is not None


def test_the_json_has_no_nan(tmp_path: Path) -> None:
    save_result(tmp_path, "000-5", run_study(odd, StudyContext()), "key", 0.0)
    text = (tmp_path / "000-5.json").read_text()
    assert "NaN" not in text
    assert "Infinity" not in text
    about = json.loads(text)
    assert [row["measured"] for row in about["findings"]] == [None, None]
    assert load_result(tmp_path, "000-5").result.verdict == "disagrees"


def test_warnings_and_a_missing_engine_are_notes(folder: Path) -> None:
    notes = load_result(folder, "000-1").result.notes
    assert notes[:2] == ("a note", "kinloop warned: this is odd")
    assert "Exudyn cannot be loaded" in notes[2]
    assert len(notes) == 3  # how runs end is what studies look at
    assert len(run_study(everything, StudyContext()).notes) == 2


@pytest.mark.parametrize("suffix", [".npz", ".record0.npz"])
def test_a_damaged_file_is_told(folder: Path, suffix: str) -> None:
    (folder / f"000-1{suffix}").write_bytes(b"PK\x03\x04 no archive")
    with pytest.raises(FileError, match="incomplete or not a"):
        load_result(folder, "000-1")


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"format": "kinloop study 1"}', '{"format": "another"}', '{"format": 3, "key": "k"}']
)
def test_a_damaged_text_is_told_and_has_no_key(folder: Path, text: str) -> None:
    (folder / "000-1.json").write_text(text)
    with pytest.raises(FileError):
        load_result(folder, "000-1")
    assert stored_key(folder, "000-1") is None


def test_a_result_is_there_only_with_its_text(folder: Path) -> None:
    assert stored_key(folder, "000-1") == "key"
    remove_result(folder, "000-1")
    assert list(folder.iterdir()) == []
    with pytest.raises(FileError, match="no file"):
        load_result(folder, "000-1")
    remove_result(folder, "000-1")
