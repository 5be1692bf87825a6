"""Modes by the labels of their signs, and what the library's labels mean."""

from __future__ import annotations

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl

PLANAR = {
    "two_r": [0.3, 0.1],
    "three_r": [0.45, 0.1, 0.2],
    "scara_prrr": [0.4, 0.1, 0.05, 0.2],
    "scara_rrpr": [0.35, 0.15, 0.1, 0.3],
}
WRIST = {"two_r": "tool", "three_r": "link3", "scara_prrr": "link3", "scara_rrpr": "tool"}


@pytest.mark.parametrize("name", PLANAR)
def test_the_elbow_is_on_the_named_side_of_the_line_to_the_wrist(name: str) -> None:
    """All the way around the base: up is on the left of the line, so above it while the wrist is to the right of the base.

    [Aissani2021] (2.17) calls theta2 > 0 "elbow up", where the elbow is below the line.
    """
    robot = robot_named(name)
    for turn in np.linspace(-3, 3, 13):
        x = np.array(PLANAR[name])
        x[:2] = [np.cos(turn) * x[0] - np.sin(turn) * x[1], np.sin(turn) * x[0] + np.cos(turn) * x[1]]
        if name != "two_r":
            x[-1] += turn
        for label, side in (("up", 1), ("down", -1)):
            found = robot.inverse_geometry(x, mode=f"elbow {label}")
            elbow, wrist = (robot.frame_pose(found.q, frame).position[:2] for frame in ("link2", WRIST[name]))
            assert np.sign(wrist[0] * elbow[1] - wrist[1] * elbow[0]) == side
            if wrist[0] > 0.01:
                assert np.sign(elbow[1] - wrist[1] * elbow[0] / wrist[0]) == side


def test_the_pumas_labels_mean_what_they_say() -> None:
    """In the plane of the arm: in front or behind, the elbow above or below the line from the shoulder to the wrist's centre."""
    robot, random = robot_named("puma560"), np.random.default_rng(0)
    for _ in range(5):
        x = robot.models.geometry.task(random.uniform(-2.5, 2.5, (1, 6)))[0]
        for shoulder, elbow, wrist in np.ndindex(2, 2, 2):
            words = f"shoulder {['front', 'back'][shoulder]}, elbow {['up', 'down'][elbow]}, wrist {['noflip', 'flip'][wrist]}"
            q = robot.inverse_geometry(x, mode=words).q
            forward = robot.frame_pose(q, "link1").rotation[:, 0]
            at_shoulder, at_elbow, centre = (robot.frame_pose(q, link).position for link in ("link2", "link3", "link4"))
            reach = forward @ (centre - at_shoulder)
            line = (centre - at_shoulder)[2] * (forward @ (at_elbow - at_shoulder)) / reach
            assert (reach > 0) == (shoulder == 0)
            assert ((at_elbow - at_shoulder)[2] > line) == (elbow == 0)
            assert (np.sin(q[4]) > 0) == (wrist == 0)


@pytest.mark.parametrize(
    "mode", ["elbow up", "elbow=up", "working elbow up", {"elbow": "up"}, "elbow=-1 (up)", "elbow=-1", (-1,)]
)
def test_a_mode_is_given_by_its_label(mode: kl.Mode) -> None:
    found = robot_named("two_r").inverse_geometry([0.3, 0.1], mode=mode)
    assert found.mode.working == (-1,)
    assert str(found.mode) == "working elbow=-1 (up), index 1"
    assert robot_named("two_r").inverse_geometry([0.3, 0.1], mode=str(found.mode)).mode.working == (-1,)


def test_a_batch_takes_labels_too() -> None:
    batch = robot_named("two_r").inverse_geometry([[0.3, 0.1], [-0.3, 0.1]], mode="elbow down")
    assert np.all(batch.q[:, 1] > 0)


@pytest.mark.parametrize(
    ("mode", "error", "words"),
    [
        ("elbow sideways", kl.UnknownName, "no label 'sideways'; the sign 'elbow' of 'two_r' has: down, up, "),
        ("shoulder up", kl.UnknownName, "no sign 'shoulder'"),
        ("elbow=+1 (up)", kl.ShapeError, r"elbow is given as \+1 and as -1"),
        ("elbow up, elbow down", kl.ShapeError, r"elbow is given as \+1 and as -1"),
        ({"elbow": ""}, kl.UnknownName, "no label ''"),
        ("up", kl.ShapeError, "'up' is no sign by name"),
    ],
)
def test_what_is_no_label_is_explained(mode: object, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        robot_named("two_r").inverse_geometry([0.3, 0.1], mode=mode)


def test_a_machine_without_labels_has_signs_only() -> None:
    with pytest.raises(kl.UnknownName, match=r"no label 'up'; the sign 'g1' of 'biglide' has: \+1, -1"):
        robot_named("biglide").inverse_geometry([0.1, 0.3], mode="g1 up")


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        ({"knee": {"+1": "a", "-1": "b"}}, "no sign 'knee'"),
        ({"elbow": {"+1": "up"}}, "expected a label for each value"),
        ({"elbow": {"+1": "up", "-1": "up"}}, "both values are called 'up'"),
        ({"elbow": {"+1": "up there", "-1": "down"}}, "'up there' is not a valid label; expected one word"),
    ],
)
def test_faulty_labels_are_faults_of_the_description(labels: dict, words: str) -> None:
    arm = robot_named("two_r").mechanism
    form = arm.inverse_geometry.model_copy(update={"labels": labels})
    with pytest.raises(kl.DescriptionError, match=words):
        kl.load(arm.model_copy(update={"inverse_geometry": form}))


def test_labels_are_described_and_written(tmp_path) -> None:
    robot = robot_named("puma560")
    assert "elbow: +1 up, -1 down" in robot.describe()
    assert "elbow = +1 is up, -1 is down" in str(robot.equations("inverse_geometry"))
    robot.save(tmp_path / "puma.toml")
    assert kl.load(tmp_path / "puma.toml").mechanism.inverse_geometry.labels == robot.mechanism.inverse_geometry.labels
