"""Records of many runs: status in words, tables, and files that are loaded to the bit."""

from __future__ import annotations

import json
import os
import pickle
import sys
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.errors import FileError, UnsupportedOperation

LAW = kl.ComputedTorque(100.0, [20.0, 21.0])
PATH = kl.Quintic([0.1, 0.3], [0.12, 0.28], 0.05)
CLOCK: dict[str, Any] = {"duration": 0.05, "period": 0.01}
ARRAYS = [field.name for field in fields(kl.Rollouts) if field.type == "Array"]


@cache
def zipped() -> kl.Rollouts:
    """Three runs, the last of which has open loops."""
    robot = robot_named("biglide")
    q = np.stack([robot.inverse_geometry([0.1, 0.3], mode=(1, -1)).q] * 3)
    q[2, 0] += 0.1
    return kl.rollouts(robot, LAW, PATH, vary={"q": q, "plant.m_p": [2.0, 3.0, 1 / 3]}, **CLOCK)


@cache
def grid() -> kl.Rollouts:
    vary = {"m_p": [2.0, 3.0], "law.kd": [[20.0, 21.0], [22.0, 23.0], [24.0, 25.0]]}
    return kl.rollouts(robot_named("biglide"), LAW, PATH, vary=vary, grid=True, keep="summary", **CLOCK)


@cache
def trajectories() -> kl.Rollouts:
    """Over two trajectories of the active joints."""
    robot = robot_named("biglide")
    start = robot.start[:2]
    paths = kl.Quintic(np.stack([start, start]), np.stack([start + 0.01, start - 0.01]), 0.05, space="active")
    return kl.rollouts(robot, None, paths, **CLOCK)


def assert_same(one: Any, other: Any) -> None:
    for name in ARRAYS:
        first, second = np.asarray(getattr(one, name)), np.asarray(getattr(other, name))
        assert (first.dtype, first.shape, first.tobytes()) == (second.dtype, second.shape, second.tobytes()), name


def test_the_status_is_printed_in_words_and_compares_as_numbers() -> None:
    status = zipped().status
    assert str(status) == "[complete, complete, not started]"
    assert repr(status) == "<status of 3 runs: [complete, complete, not started]>"
    assert status[2] is kl.RunStatus.NOT_STARTED
    assert str(status[2]) == "not started"
    assert list(status) == [0, 0, 4]
    assert (status == kl.RunStatus.COMPLETE).tolist() == [True, True, False]
    assert str(status == 0) == "[ True  True False]"
    assert str(grid().status).count("complete") == 6
    assert repr(zipped()) == "<Rollouts of biglide: 3 runs of 6 samples, 1 ended early (1 not started)>"


@pytest.mark.parametrize("runs", [zipped, grid, trajectories])
def test_what_is_saved_is_loaded_to_the_bit(runs: Any, tmp_path: Path) -> None:
    runs().save(tmp_path / "runs.npz")
    again = kl.Rollouts.load(tmp_path / "runs.npz")
    assert_same(again, runs())
    assert again.robot.mechanism == runs().robot.mechanism
    assert dict(again.robot.parameters) == dict(runs().robot.parameters)
    assert (again.error_of, again.law, repr(again)) == (runs().error_of, runs().law, repr(runs()))
    assert list(again.varied) == list(runs().varied)
    for name, value in runs().varied.items():
        if isinstance(value, np.ndarray):
            np.testing.assert_array_equal(again.varied[name], value)
        else:
            assert again.varied[name]["type"] == "Quintic"
            np.testing.assert_array_equal(again.varied[name]["start"], value.start)


def test_a_save_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "runs.npz"
    zipped().save(path)
    before = path.read_bytes()

    def fail(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(FileError, match="cannot be written: No space left on device"):
        grid().save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_other_files_are_refused_in_words(tmp_path: Path) -> None:
    zipped().save(tmp_path / "runs.npz")
    with np.load(tmp_path / "runs.npz") as content:
        parts = dict(content)
    about = json.loads(str(parts["about"]))
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"q": parts["q"][:1]}, r"q has shape \(1, 6, 4\) and type float64, expected \(3, 6, 4\) numbers"),
        ({"status": parts["status"] + 90}, "status has type uint8 and entries that are no RunStatus"),
        ({"varied q": parts["varied q"][:2]}, r"what was varied has the lengths \[2, 3\], expected those of the runs \(3,\)"),
        ({"about": np.array(json.dumps({**about, "law": None}))}, "law of about is None, expected a dict"),
        ({"about": np.array(json.dumps({**about, "varied": {"kp": None}}))}, "it lacks the parts varied kp"),
    ]
    for change, words in wrong:
        np.savez(tmp_path / "wrong.npz", **{**parts, **change})
        with pytest.raises(FileError, match=rf"incomplete or not a kinloop rollouts file, as Rollouts.save .*{words}"):
            kl.Rollouts.load(tmp_path / "wrong.npz")
    (tmp_path / "code.npz").write_bytes(pickle.dumps({"t": 0}))
    with pytest.raises(FileError, match=r"it is no \.npz archive"):
        kl.Rollouts.load(tmp_path / "code.npz")
    with pytest.raises(FileError, match=r"not a kinloop record, .*it lacks the parts qdd, xd"):
        kl.Record.load(tmp_path / "runs.npz")


def test_a_table_has_a_row_for_each_run() -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    frame = zipped().to_pandas()
    assert list(frame.columns[:6]) == ["q.0", "q.1", "q.2", "q.3", "plant.m_p", "status"]
    assert list(frame["status"]) == ["complete", "complete", "not started"]
    assert list(frame["plant.m_p"]) == [2.0, 3.0, 1 / 3]
    np.testing.assert_array_equal(frame["tau_max.q2"], zipped().tau_max[:, 1])
    np.testing.assert_array_equal(frame["error_rms"], zipped().error_rms)
    assert frame.attrs["units"] == {"stopped": "s", "tau_max.q1": "N", "tau_max.q2": "N"}
    every = grid().to_pandas()
    assert list(every.index) == list(range(6))
    assert list(every["m_p"]) == [2.0] * 3 + [3.0] * 3
    assert list(every["law.kd.1"]) == [21.0, 23.0, 25.0] * 2
    np.testing.assert_array_equal(every["error_max"], grid().error_max.ravel())
    assert list(trajectories().to_pandas()["trajectory"]) == [0, 1]


def test_a_table_of_samples_has_a_row_for_each_run_and_time() -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    frame = zipped().to_pandas(samples=True)
    assert frame.index.names == ["run", "t"]
    assert len(frame) == 3 * 6
    np.testing.assert_array_equal(frame.loc[1]["q.phi1"], zipped().q[1, :, 2])
    np.testing.assert_array_equal(frame.loc[1].index, zipped().t)
    assert (frame.attrs["units"]["q.phi1"], frame.attrs["units"]["tau.q1"]) == ("rad", "N")
    assert "error.q1" in trajectories().to_pandas(samples=True).columns


def test_without_pandas_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(UnsupportedOperation, match="to_pandas needs pandas, which is not installed"):
        grid().to_pandas()
