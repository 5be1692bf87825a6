"""Records from CSV files, and records as trajectories."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.errors import FileError, ShapeError

PATH = kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.3)
ARRAYS = ("t", "q", "qd", "qdd", "tau", "x", "xd", "x_ref", "error", "q_ref", "loop_force", "energy")


def run_of(space: str) -> kl.Record:
    robot, law = robot_named("biglide"), kl.ComputedTorque(400.0, 40.0)
    path = PATH if space == "task" else kl.joint_trajectory(robot, PATH, mode=(1, -1))
    return kl.simulate(robot, law, path, duration=0.3, period=0.01, mode=(1, -1) if space == "task" else None)


@pytest.mark.parametrize("space", ["task", "active"])
def test_a_record_goes_through_a_file_to_the_bit(tmp_path: Path, space: str) -> None:
    run = run_of(space)
    run.to_csv(tmp_path / "run.csv")
    again = kl.Record.from_csv(tmp_path / "run.csv", run.robot)
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(again, name), getattr(run, name), err_msg=name)
    assert again.columns == run.columns


def test_measured_motion_has_joints_or_task_and_the_rest_is_unknown(tmp_path: Path) -> None:
    file, robot = tmp_path / "measured.csv", robot_named("biglide")
    file.write_text("time, q1 [m], y\n7.0,0.1,0.3\n7.5,0.2,\n\n8.5,0.25,0.4\n")
    run = kl.Record.from_csv(file, robot)
    np.testing.assert_array_equal(run.t, [7.0, 7.5, 8.5])
    np.testing.assert_array_equal(run.q[:, 0], [0.1, 0.2, 0.25])
    np.testing.assert_array_equal(run.x[:, 1], [0.3, np.nan, 0.4])
    assert np.isnan(run.q[:, 1:]).all()
    assert np.isnan(run.tau).all()
    file.write_text("ms;,motor 1,motor 2,current\n0,0.1,0.2,9\n1,0.2,0.3,9\n".replace("ms;", "time"))
    run = kl.Record.from_csv(file, robot, columns={"motor 1": "q1", "motor 2": "q.q2"})
    np.testing.assert_array_equal(run.q[:, :2], [[0.1, 0.2], [0.2, 0.3]])


@pytest.mark.parametrize("known", ["rates and accelerations", "rates", "positions"])
def test_a_record_is_a_trajectory_through_its_samples(known: str) -> None:
    run = kl.simulate(robot_named("biglide"), None, PATH, duration=0.3, period=0.01, mode=(1, -1), plant="prescribed")
    free = {"rates": ("qdd",), "positions": ("qd", "qdd", "xd")}.get(known, ())
    fields = {name: getattr(run, name) for name in (*ARRAYS, "status", "events", "robot")}
    record = kl.Record(**{**fields, "t": run.t + 5.0, **{name: np.full_like(fields[name], np.nan) for name in free}})
    joints, task = record.as_trajectory(), record.as_trajectory("task")
    np.testing.assert_allclose(joints(run.t).x, run.q[:, :2], atol=1e-15)
    np.testing.assert_allclose(task(run.t).x, run.x, atol=1e-15)
    assert joints.duration == pytest.approx(0.3)
    exact = kl.joint_trajectory(robot_named("biglide"), PATH, mode=(1, -1))
    middle = run.t[6:-7] + 0.005
    # Half way between samples the error of the position is h^6 / 46080 of the sixth derivative, 0 for a quintic; the smoothest
    # rates are not exact near the ends, where nothing says how the motion begins.
    for path, wanted in ((task, PATH), (joints, exact)):
        loose = 50.0 if known == "positions" else 1.0
        np.testing.assert_allclose(path(middle).x, wanted(middle).x, atol=2e-9 * loose)
        np.testing.assert_allclose(path(middle).xd, wanted(middle).xd, atol=2e-6 * loose)


def test_a_record_without_positions_or_samples_is_no_trajectory(tmp_path: Path) -> None:
    file, robot = tmp_path / "measured.csv", robot_named("biglide")
    file.write_text("t,q1,q2\n0,1,2\n1,,2\n2,1,2\n")
    with pytest.raises(ShapeError, match=r"q.q1 is unknown at sample 1, t = 1 s"):
        kl.Record.from_csv(file, robot).as_trajectory()
    with pytest.raises(ShapeError, match="expected space='task' or 'active'"):
        kl.Record.from_csv(file, robot).as_trajectory("pose")
    file.write_text("t,q1,q2\n0,1,2\n1,1,2\n")
    with pytest.raises(ShapeError, match="the record has 2 samples, expected 3 or more"):
        kl.Record.from_csv(file, robot).as_trajectory()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty, expected a header"),
        ("t,q1\n", "has a header, but no samples"),
        ("t;q1\n0;1\n", "line 1: the columns are separated by ';'"),
        ("t,q1\n0,1\n0,2\n", "line 3: the time is '0' after 0, expected increasing times"),
        ("t,q1\n0,1\nnan,2\n", "line 3: the time is 'nan'"),
        ("t,q1\n0,one\n", "line 2: q.q1 is 'one', expected a number"),
        ("t,q1\n0,1\n1\n", "line 3: 1 cells, expected the 2 of the header"),
        ("t,q1 [mm]\n0,1\n", "column 'q1' is in 'mm', expected 'm' for q.q1"),
        ("t [ms],q1\n0,1\n", "column 't' is in 'ms', expected 's' for t"),
        ("t,q3\n0,1\n", "biglide has no column 'q3'; it has: t, q1, q2, phi1"),
        ("q1,q2\n0,1\n", "there is no column 't' or 'time'; it has: q1, q2"),
        ("t\n0\n", "there is a time, but no column of the robot"),
        ("t,q1,q.q1\n0,1,1\n", "two columns are 'q.q1'"),
    ],
)
def test_a_bad_file_is_refused_with_the_line(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "bad.csv"
    file.write_text(text)
    with pytest.raises(FileError, match=words):
        kl.Record.from_csv(file, robot_named("biglide"))


def test_names_that_are_not_in_the_file_and_joints_named_as_the_task_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "named.csv"
    file.write_text("t,x\n0,1\n1,2\n")
    with pytest.raises(FileError, match=r"has no column 'z'; it has: t, x"):
        kl.Record.from_csv(file, robot_named("biglide"), columns={"z": "q1"})
    with pytest.raises(FileError, match="no file"):
        kl.Record.from_csv(tmp_path / "none.csv", robot_named("biglide"))
    with pytest.raises(ShapeError, match="columns is 3"):
        kl.Record.from_csv(file, robot_named("biglide"), columns=3)  # type: ignore[arg-type]
    with pytest.raises(ShapeError, match="robot is 'biglide'"):
        kl.Record.from_csv(file, "biglide")  # type: ignore[arg-type]
    slider = kl.Mechanism(
        name="slider",
        links=[kl.Link(name="block", mass=1, inertia=(1, 1, 1, 0, 0, 0))],
        joints=[kl.Joint(name="x", kind="prismatic", parent="base", child="block", axis=(1, 0, 0))],
        tool=kl.Anchor(link="block"),
        task=("x",),
    )
    with pytest.raises(FileError, match=r"'x' is a joint and a task coordinate; write q.x or x.x"):
        kl.Record.from_csv(file, kl.load(slider))
