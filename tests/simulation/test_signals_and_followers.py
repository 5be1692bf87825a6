"""Wrenches that change in time, and wrenches that turn with a frame."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl

HOLD = kl.Pause([0.25, 0.3], 1.0, space="task")
LAW = kl.PD(20.0, 2.0, feedforward="gravity")
BOTH = kl.Environment(signals={"tool": ["2*sin(9*t)", 0, 0, 0, 0, 0.1]}, followers={"tool": [1.0, 0.5, 0, 0, 0, 0.05]})


def run(plant: Any = "native", environment: kl.Environment = BOTH, law: Any = LAW, **options: Any) -> kl.Record:
    return kl.simulate(
        robot_named("two_r"), law, HOLD, duration=1.0, period=1e-3, plant=plant, environment=environment, **options
    )


def slide() -> kl.Robot:
    """A point of 2 kg on a rail, along x."""
    mass = kl.Link(name="point", mass=2.0)
    rail = kl.Joint(name="s", kind="prismatic", parent="base", child="point", axis=(1, 0, 0))
    return kl.load(kl.Mechanism(name="slide", links=(mass,), joints=(rail,), gravity=(0, 0, 0), task=("x",)))


def test_a_signal_is_held_at_its_value_in_the_middle_of_a_period() -> None:
    """m v_k = h sum F(t_j + h/2): the midpoint rule, within h^2 w^2 / 24 of the integral."""
    h, w = 1e-3, 20.0
    found = kl.simulate(
        slide(), None, duration=1.0, period=h, environment=kl.Environment(signals={"tool": [f"3*cos({w}*t)", 0, 0, 0, 0, 0]})
    )
    steps = 3.0 * np.cos(w * (found.t[:-1] + h / 2))
    np.testing.assert_allclose(found.qd[1:, 0], np.cumsum(steps) * h / 2.0, atol=1e-12)
    np.testing.assert_allclose(found.qd[:, 0], 3.0 * np.sin(w * found.t) / w / 2.0, atol=1.1 * h**2 * w**2 / 24 * 3.0 / w / 2.0)


def test_a_follower_turns_with_its_frame() -> None:
    """A force along the forearm has no moment about the elbow, wherever the arm is; one that keeps its direction has."""
    robot = robot_named("two_r")
    sensors = kl.Sensors(measured=("active", "passive", "wrench"))
    measured: list[np.ndarray] = []

    def law(t: Any, seen: Any, reference: Any, state: Any, model: Any) -> tuple[Any, Any]:
        measured.append(np.concatenate([seen.q, seen.wrench]))
        return np.array([0.5, 0.0]), state

    environment = kl.Environment(followers={"tool": [2.0, 0, 0, 0, 0, 0]})
    kl.simulate(robot, kl.python_law(law), duration=0.3, period=1e-3, environment=environment, sensors=sensors)
    rows = np.array(measured)
    angle = rows[:, 0] + rows[:, 1]
    assert np.ptp(angle) > 0.1
    np.testing.assert_allclose(rows[:, 2:4], 2.0 * np.stack([np.cos(angle), np.sin(angle)], axis=1), atol=1e-12)


@pytest.mark.parametrize("plant", ["mujoco", kl.Native(integrator=kl.Adaptive())], ids=["mujoco", "adaptive"])
def test_plants_agree(plant: Any) -> None:
    if plant == "mujoco":
        pytest.importorskip("mujoco")
    np.testing.assert_allclose(run(plant).x, run(kl.Native(substeps=10)).x, atol=1e-11)


def test_rollouts_and_laws_in_python_are_the_run_to_the_bit() -> None:
    robot = robot_named("two_r")
    runs = kl.rollouts(robot, LAW, HOLD, duration=1.0, period=1e-3, environment=BOTH, vary={"m1": [0.25, 0.3]})
    np.testing.assert_array_equal(runs.x[0], run().x)


@pytest.mark.parametrize("plant", ["exudyn", "prescribed"])
def test_plants_without_them_say_so(plant: str) -> None:
    if plant == "exudyn":
        pytest.importorskip("exudyn")
    with pytest.raises(kl.UnsupportedOperation, match=r"follower wrenches|constant wrenches only"):
        run(plant, law=None if plant == "prescribed" else LAW)


@pytest.mark.parametrize(
    ("signal", "words"),
    [
        (["x", 0, 0, 0, 0, 0], "has x, expected t alone"),
        ([0, 0], "expected six numbers or expressions of t"),
        (["sin(", 0, 0, 0, 0, 0], "the signal on 'tool': 'sin\\('"),
        ("t", "expected six numbers or expressions of t"),
    ],
)
def test_signals_that_are_none_are_sentences(signal: Any, words: str) -> None:
    with pytest.raises(kl.ShapeError, match=words):
        kl.Environment(signals={"tool": signal})


def test_an_unknown_frame_is_named() -> None:
    with pytest.raises(kl.UnknownName, match=r"no frame 'tol' .did you mean 'tool'"):
        run(environment=kl.Environment(followers={"tol": [1.0, 0, 0, 0, 0, 0]}))


def test_an_experiment_has_them(tmp_path: Path) -> None:
    text = """
        [experiment]
        period = 1e-3
        [robot]
        source = "two_r"
        [trajectory]
        kind = "Quintic"
        start = [0.25, 0.3]
        end = [0.2, 0.3]
        duration = 0.1
        [law]
        kind = "ComputedTorque"
        kp = 400
        kd = 40
        [environment.signals]
        tool = ["2*sin(2*pi*t)", 0, 0, 0, 0, 0]
        [environment.followers]
        tool = [0.5, 0, 0, 0, 0, 0]
    """
    (tmp_path / "a.toml").write_text(text)
    experiment = kl.load_experiment(tmp_path / "a.toml")
    assert experiment.environment == kl.Environment(
        signals={"tool": ["2*sin(2*pi*t)", 0, 0, 0, 0, 0]}, followers={"tool": [0.5, 0, 0, 0, 0, 0]}
    )
    experiment.save(tmp_path / "b.toml")
    assert kl.load_experiment(tmp_path / "b.toml").environment == experiment.environment
