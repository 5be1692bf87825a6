"""Records: saved atomically, loaded to the bit, and as tables with a unit for each column."""

from __future__ import annotations

import csv
import json
import os
import pickle
import sys
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kinloop as kl
from kinloop.errors import FileError, UnsupportedOperation
from kinloop.simulation.record.columns import column_names, column_units


@cache
def record() -> kl.Record:
    robot = kl.load("biglide", m_p=1 / 3)
    path = kl.Quintic([0.1, 0.3], [0.12, 0.28], 0.1)
    return kl.simulate(robot, kl.ComputedTorque(100.0, 20.0), path, duration=0.1, period=0.01)


def test_what_is_saved_is_loaded_to_the_bit(tmp_path: Path) -> None:
    record().save(tmp_path / "run.npz")
    again = kl.Record.load(tmp_path / "run.npz")
    for field in fields(kl.Record):
        if field.type == "Array":
            np.testing.assert_array_equal(getattr(again, field.name), getattr(record(), field.name), err_msg=field.name)
    assert again.status == record().status
    assert again.events == record().events
    assert dict(again.robot.parameters) == dict(record().robot.parameters)
    assert again.robot.mechanism == record().robot.mechanism
    np.testing.assert_array_equal(again.mode["working"], record().mode["working"])


def test_a_record_of_version_0_1_still_loads() -> None:
    """The file was written by version 0.1; two events were added to it, one with a state."""
    old = kl.Record.load(Path(__file__).parent / "record_0_1.npz")
    assert (old.law, old.options) == ({}, {})
    assert old.units["q"] == ("m", "m", "rad", "rad")
    assert (old.robot.mechanism.name, old.robot.parameters["m_p"], len(old)) == ("biglide", 1 / 3, 6)
    assert old.status == kl.RunStatus.COMPLETE
    with_state, without = old.events
    assert (with_state.time, with_state.kind, without.q) == (0.02, "type 2", None)
    np.testing.assert_array_equal(with_state.q, old.q[2])
    path = kl.Quintic([0.1, 0.3], [0.12, 0.28], 0.05)
    again = kl.simulate(old.robot, kl.ComputedTorque(100.0, 20.0), path, duration=0.05, period=0.01)
    for name in ("t", "q", "qd", "tau", "x", "x_ref", "error", "q_ref", "energy"):
        np.testing.assert_allclose(getattr(old, name), getattr(again, name), rtol=1e-9, atol=1e-9, err_msg=name)


def test_events_are_saved_too(tmp_path: Path) -> None:
    robot = kl.load("biglide")
    law = kl.python_law(lambda t, m, r, s, model: ([np.inf, 0.0], s))
    stopped = kl.simulate(robot, law, duration=0.1, period=0.01)
    stopped.save(tmp_path / "run.npz")
    again = kl.Record.load(tmp_path / "run.npz")
    assert again.status == kl.RunStatus.LAW_NOT_FINITE
    assert again.events == stopped.events != ()


def test_a_save_that_dies_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.npz"
    record().save(path)
    before = path.read_bytes()

    def die(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", die)
    with pytest.raises(FileError, match="cannot be written: No space left on device"):
        record().save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("part", [0.0, 0.3, 0.9, 0.999])
def test_half_a_file_does_not_pass_for_a_whole_one(tmp_path: Path, part: float) -> None:
    path = tmp_path / "run.npz"
    record().save(path)
    content = path.read_bytes()
    path.write_bytes(content[: int(part * len(content))])
    with pytest.raises(FileError, match="incomplete or not a kinloop record"):
        kl.Record.load(path)


def test_a_damaged_sample_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "run.npz"
    record().save(path)
    content = bytearray(path.read_bytes())
    content[content.index(record().q[3].tobytes())] ^= 1
    path.write_bytes(bytes(content))
    with pytest.raises(FileError, match="incomplete or not a kinloop record"):
        kl.Record.load(path)


def test_other_files_are_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read: No such file"):
        kl.Record.load(tmp_path / "none.npz")
    np.savez(tmp_path / "other.npz", a=np.zeros(3))
    with pytest.raises(FileError, match="incomplete or not a kinloop record"):
        kl.Record.load(tmp_path / "other.npz")
    np.savez(tmp_path / "code.npz", about=np.array([{"format": 1}], dtype=object))
    with pytest.raises(FileError, match="incomplete or not a kinloop record"):
        kl.Record.load(tmp_path / "code.npz")
    with pytest.raises(FileError, match="cannot be written"):
        record().save(tmp_path / "missing" / "run.npz")


@pytest.mark.parametrize("content", [b"", b"t,q1\n0,1\n", pickle.dumps({"t": 0})], ids=["empty", "CSV", "pickle"])
def test_a_file_of_another_kind_is_refused_without_advice_to_run_its_code(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "run.npz").write_bytes(content)
    with pytest.raises(FileError, match=r"as Record\.save writes it \(it is no \.npz archive\)$"):
        kl.Record.load(tmp_path / "run.npz")


def rewritten(path: Path, change: Callable[[dict[str, Any], dict[str, Any]], None]) -> Path:
    """A saved record with its parts changed: what it says of itself, and its arrays."""
    record().save(path)
    with np.load(path) as content:
        parts = dict(content)
    about = json.loads(str(parts.pop("about")))
    change(about, parts)
    about_part = {} if about.pop("nothing", False) else {"about": np.array(json.dumps(about))}
    np.savez(path, **about_part, **parts)
    return path


@pytest.mark.parametrize("part", [field.name for field in fields(kl.Record) if field.type == "Array"])
def test_a_record_that_lacks_samples_says_which(tmp_path: Path, part: str) -> None:
    path = rewritten(tmp_path / "run.npz", lambda about, parts: parts.pop(part))
    with pytest.raises(FileError, match=rf"it lacks the parts {part}; expected about, t, q, .*, energy, found about,"):
        kl.Record.load(path)


def test_a_record_that_lacks_several_parts_says_all(tmp_path: Path) -> None:
    path = rewritten(tmp_path / "run.npz", lambda about, parts: [parts.pop(name) for name in ("q", "tau", "energy")])
    with pytest.raises(FileError, match="it lacks the parts q, tau, energy; expected"):
        kl.Record.load(path)
    path = rewritten(tmp_path / "run.npz", lambda about, parts: about.update(nothing=True))
    with pytest.raises(FileError, match="it lacks the parts about; expected"):
        kl.Record.load(path)


@pytest.mark.parametrize(
    "part", ["format", "status", "events", "units", "columns", "law", "options", "parameters", "description"]
)
def test_a_record_that_does_not_say_what_it_is_says_what_is_missing(tmp_path: Path, part: str) -> None:
    path = rewritten(tmp_path / "run.npz", lambda about, parts: about.pop(part))
    with pytest.raises(FileError, match=f"it lacks the parts of about {part}; expected format"):
        kl.Record.load(path)
    path = rewritten(tmp_path / "run.npz", lambda about, parts: about.update({part: None}))
    with pytest.raises(FileError, match=f"{part} of about is None, expected|has the format None"):
        kl.Record.load(path)


def change_q(value: Callable[[Any], Any]) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    return lambda about, parts: parts.update(q=value(parts["q"]))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (change_q(lambda q: q[:, :3]), r"q has 3 columns, expected the 4 of biglide: q1, q2, phi1, phi2"),
        (change_q(lambda q: q[:-1]), r"q has shape \(10, 4\) and type float64, expected numbers for each of 11 times"),
        (change_q(lambda q: q.astype("<U9")), r"q has shape \(11, 4\) and type <U9, expected numbers"),
        (change_q(lambda q: q.astype(complex)), r"q has shape \(11, 4\) and type complex128, expected numbers"),
        (change_q(lambda q: q[0]), r"q has shape \(4,\)"),
        (lambda about, parts: parts.update(t=parts["t"][:, None]), r"t has shape \(11, 1\)"),
        (lambda about, parts: parts.update(tau=parts["tau"][:, :1]), r"tau has 1 columns, expected the 2 of biglide"),
        (lambda about, parts: about["parameters"].pop("m_p"), r"it lacks the parameters m_p; expected d, l, m_p"),
        (lambda about, parts: about["parameters"].update(m_9="0x1p0"), r"lacks the description of the parameters m_9"),
        (lambda about, parts: about.update(status=77), "77 is not a valid RunStatus"),
    ],
)
def test_a_record_with_a_wrong_part_says_which_and_what_was_expected(tmp_path: Path, change: Any, words: str) -> None:
    path = rewritten(tmp_path / "run.npz", change)
    with pytest.raises(FileError, match=rf"is incomplete or not a kinloop record, as Record.save writes it \(.*{words}"):
        kl.Record.load(path)


def test_an_array_is_no_record(tmp_path: Path) -> None:
    with (tmp_path / "run.npz").open("wb") as file:
        np.save(file, np.zeros(3))
    with pytest.raises(FileError, match=r"it is a single array; expected a \.npz archive with about, t, q"):
        kl.Record.load(tmp_path / "run.npz")


def test_a_csv_has_every_column_with_all_its_digits(tmp_path: Path) -> None:
    record().to_csv(tmp_path / "run.csv")
    with (tmp_path / "run.csv").open(newline="") as file:
        header, *rows = csv.reader(file)
    assert header[:6] == ["t [s]", "q.q1 [m]", "q.q2 [m]", "q.phi1 [rad]", "q.phi2 [rad]", "qd.q1 [m/s]"]
    numbers = np.array(rows, float)
    np.testing.assert_array_equal(numbers[:, 1:5], record().q)
    np.testing.assert_array_equal(numbers[:, header.index("x_ref.y [m]")], record().x_ref[:, 1])
    assert len(header) == len(set(header))


UNITS = {
    "biglide": {"q": "m, m, rad, rad", "qdd": "m/s^2, m/s^2, rad/s^2, rad/s^2", "tau": "N, N", "x": "m, m", "q_ref": "m, m"},
    "scara_prrr": {"q": "m, rad, rad, rad", "tau": "N, N m, N m, N m", "x": "m, m, m, rad", "xd": "m/s, m/s, m/s, rad/s"},
    "puma560": {"x": "m, m, m, 1, 1, 1, 1", "error": "m, m, m, rad, rad, rad"},
    "delta_parallelograms": {"tau": "N m, N m, N m", "xd": "m/s, m/s, m/s"},
}


@pytest.mark.parametrize("name", kl.library())
def test_every_column_of_every_machine_has_a_name_and_a_unit(name: str) -> None:
    robot = kl.load(name)
    for follows_joints in (True, False):
        kind: Any = {"follows_joints": follows_joints, "closure_rows": len(robot.units.loop_forces)}
        names, units = column_names(robot, **kind), column_units(robot, **kind)
        assert list(units) == ["t", *names]
        assert {array: len(columns) for array, columns in names.items()} == {array: len(units[array]) for array in names}


@pytest.mark.parametrize("name", UNITS)
def test_every_column_of_a_record_has_its_own_unit(name: str, tmp_path: Path) -> None:
    robot = kl.load(name)
    run = kl.simulate(robot, None, duration=2e-3, period=1e-3)
    assert list(run.units) == ["t", *run.columns]
    for array, columns in run.columns.items():
        assert len(run.units[array]) == len(columns) == getattr(run, array).shape[1], array
    for array, units in UNITS[name].items():
        assert run.units[array] == tuple(units.split(", ")), array
    assert set(run.units["loop_force"]) <= {"N", "N m"}
    assert list(run.table_units) == list(run.table)
    run.save(tmp_path / "run.npz")
    with np.load(tmp_path / "run.npz") as content:
        assert json.loads(str(content["about"]))["units"]["q"] == list(run.units["q"])


def test_errors_of_joints_have_the_units_of_the_joints() -> None:
    robot = kl.load("scara_prrr")
    path = kl.Quintic(robot.start, robot.start + 0.01, 0.01, space="active")
    run = kl.simulate(robot, None, path, duration=0.002, period=0.001)
    assert (run.columns["error"], run.units["error"]) == (robot.active, ("m", "rad", "rad", "rad"))


def test_pandas_has_the_time_as_index_and_every_column() -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    frame = record().to_pandas()
    np.testing.assert_array_equal(frame.index, record().t)
    assert frame.index.name == "t"
    assert list(frame.columns) == list(record().table)[1:]
    assert frame.attrs["units"] == record().table_units
    for name, column in record().table.items():
        if name != "t":
            np.testing.assert_array_equal(frame[name], column, err_msg=name)


def test_without_pandas_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(UnsupportedOperation, match="to_pandas needs pandas, which is not installed"):
        record().to_pandas()
