"""An experiment that is written is read back as an equal one; what no file holds is refused in words."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.mechanism.formats.toml.toml_write import save_toml

EXAMPLES = sorted((Path(__file__).parents[3] / "examples" / "experiments").glob("*.toml"))
CLOCK: dict[str, Any] = {"duration": 0.02, "period": 1e-3}
PATH = kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.5)
BACK = kl.Quintic([0.15, 0.25], [0.1, 0.3], 0.5)
FILTER = kl.KalmanFilter(1.0, {"q": 1e-5}, horizon="trajectory")
LAW = kl.ComputedTorque(400.0, [40.0, 41.0])


def biglide(**options: Any) -> kl.Experiment:
    return kl.Experiment(**({"robot": robot_named("biglide"), "controller": LAW, "trajectory": PATH, **CLOCK} | options))


def reread(experiment: kl.Experiment, folder: Path) -> kl.Experiment:
    experiment.save(folder / "saved.toml")
    return kl.load_experiment(folder / "saved.toml")


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"source": "biglide", "name": 'a "name"\n[robot]\n', "description": "two\nlines ''' and \x07"},
        {"controller": None, "trajectory": None, "q": robot_named("biglide").start, "qd": np.zeros(4)},
        {"controller": kl.Cascade(kl.KinematicControl([2, 3.0]), kl.VelocityControl(np.eye(2), feedforward="none"), every=3)},
        {"controller": kl.PID(1 / 3, [0.1, 0.2], 1e-300, limits=5, bumpless=True, derivative="measurement")},
        {"controller": kl.ComputedTorque(4, 4, {"m_p": 2.5}, space="task"), "mode": kl.Mode((1, -1))},
        {"controller": kl.LQR(np.diag([1.0, 2, 3, 4]), 1.0, independent=("q1", "q2")), "mode": {"g1": 1, "g2": -1}},
        {"trajectory": kl.Sequence([PATH, BACK])},
        {"trajectory": kl.Sequence([PATH, PATH], jumps=True, near=robot_named("biglide").start)},
        {"trajectory": kl.described_motion(robot_named("biglide"))},
        {"trajectory": kl.Spline([0, 1.0], [[0, 0.1], [1, 2]], "akima", space="active")},
        {"trajectory": kl.WithTables(PATH, [0, 1.0], {"gain": [[1.0], [2.0]]}, "held")},
        {"trajectory": kl.Trapezoidal([0.5, 0.1], [0.6, 0.2], 1.0, 5.0, robot_named("biglide"))},
        {"trajectory": kl.Trapezoidal([0.5, 0.1], [0.6, 0.2], 1.0, 5.0)},
        {"trajectory": kl.Trapezoidal([0.1, 0.3], [0.15, 0.25], 1.0, 5.0, space="task")},
        {"trajectory": kl.FollowPath(kl.Circle([0.1, 0.3], [0.12, 0.3], np.pi), 0.5, 3.0)},
        {"trajectory": kl.FollowPath(kl.Line([0.1, 0.3], [0.15, 0.3]), timing=kl.Quintic([0], [0.05], 1.0))},
        {"trajectory": kl.joint_trajectory(robot_named("biglide"), PATH, mode=(1, -1)), "observer": FILTER},
        {
            "environment": kl.Environment(
                pulses=[kl.Pulse([1, 0, 0, 0, 0, 0], 0.01, 0.005), kl.Pulse([0, 1, 0, 0, 0, 0], 0, 0.01)],
                surfaces=[
                    kl.Surface(name="wall", h="l - x", stiffness=1e4, damping=3.0, friction=0.2, offset=-0.01, frame="tool"),
                    kl.Surface(name="spring", h="y - 0.2", stiffness=50.0, speed=0.01, sides="both"),
                ],
            )
        },
        {"plant": kl.Native(integrator=kl.Adaptive(rtol=1e-8, stop_at="type 2"), payload={"tool": 0.1, "foot1": 0.2})},
        {"plant": kl.Mujoco(step=1e-4, parameters={"m_p": 2})},
        {"sensors": kl.Sensors(("active", "tool"), rates=False, noise={"x": [1e-3, 2e-3]}, seed=2**64 - 1, run=5)},
        {"actuators": kl.Actuators([1.0, 2.0], 10, delay=True), "environment": kl.Environment({"tool": [1, 0, 0, 0, 0, 0.5]})},
        {"recording": kl.Recording(5, held_outputs=True), "observer": kl.FilteredDifferences(0.0)},
        {"vary": {"law.kp": np.linspace(1, 2, 3), "plant.payload.tool": [1, 2, 3]}, "grid": True, "every": 2, "keep": "samples"},
        {"vary": {"sensors.seed": [2**64 - 1, 3]}, "sensors": kl.Sensors(noise={"q": 1e-6}), "keep": "summary"},
        {"robot": robot_named("biglide").with_parameters(m_p=2.5, l=1 / 3), "source": "biglide"},
        {"robot": robot_named("biglide").with_parameters(m_p=2.5)},
    ],
    ids=range(28),
)
def test_an_experiment_comes_back_equal(options: dict[str, Any], tmp_path: Path) -> None:
    given = biglide(**options)
    found = reread(given, tmp_path)
    if not given.name:
        assert found.name == ""
    assert found == given
    other = replace(given, period=2e-3)
    assert found != other
    assert found != "an experiment"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_comes_back_equal(path: Path, tmp_path: Path) -> None:
    given = kl.load_experiment(path)
    assert reread(given, tmp_path) == given


def test_the_same_run_comes_back_to_the_bit(tmp_path: Path) -> None:
    given = biglide(sensors=kl.Sensors(noise={"q": 1e-6}, seed=3))
    one, other = given.run(), reread(given, tmp_path).run()
    np.testing.assert_array_equal(one.q, other.q)


def test_a_robot_from_a_file_is_referred_to_where_it_is_the_same(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
    save_toml(robot_named("two_r").mechanism, tmp_path / "a" / "arm.toml")
    (tmp_path / "a" / "run.toml").write_text('[experiment]\nperiod = 0.01\nduration = 1\n[robot]\nsource = "arm.toml"\n')
    given = kl.load_experiment(tmp_path / "a" / "run.toml")
    given.save(tmp_path / "b" / "run.toml")
    assert 'source = "../a/arm.toml"' in (tmp_path / "b" / "run.toml").read_text()
    assert kl.load_experiment(tmp_path / "b" / "run.toml") == given
    given.save(tmp_path / "a" / "again.toml")
    assert 'source = "./arm.toml"' in (tmp_path / "a" / "again.toml").read_text()
    shutil.copy(tmp_path / "a" / "arm.toml", tmp_path / "b" / "arm.toml")
    save_toml(robot_named("biglide").mechanism, tmp_path / "a" / "arm.toml")  # the file has another machine now
    given.save(tmp_path / "b" / "run.toml")
    assert "description = '''" in (tmp_path / "b" / "run.toml").read_text()
    assert kl.load_experiment(tmp_path / "b" / "run.toml") == given


def push(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
    return ca.SX.zeros(2), state


class Own:
    space, duration, shape = "task", 1.0, ()

    def __call__(self, t: Any) -> Any: ...


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"controller": push}, "the law is the function 'push'"),
        ({"controller": kl.casadi_law(push)}, "the law is the function 'push'"),
        ({"trajectory": Own()}, "the trajectory is a Own, expected a class of kinloop"),
        ({"trajectory": kl.FunctionOfTime(lambda t: [t, t], 1.0, space="task")}, "the trajectory is a FunctionOfTime"),
        ({"vary": {"trajectory": PATH}, "trajectory": None}, "trajectories vary"),
        ({"name": "\ud800"}, "no file holds the character"),
    ],
)
def test_what_no_file_holds_is_refused(options: dict[str, Any], words: str, tmp_path: Path) -> None:
    with pytest.raises(kl.UnsupportedOperation, match=words):
        biglide(**options).save(tmp_path / "run.toml")
    assert not list(tmp_path.iterdir())
    with pytest.raises(kl.FileError):
        biglide().save(tmp_path / "none" / "run.toml")


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"robot": "biglide"}, kl.ShapeError),
        ({"controller": 3}, kl.ShapeError),
        ({"trajectory": 3}, kl.ShapeError),
        ({"plant": "nativ"}, kl.UnknownName),
        ({"name": 3}, kl.ShapeError),
        ({"vary": [1, 2]}, kl.ShapeError),
        ({"vary": {}, "recording": kl.Recording()}, kl.UnsupportedOperation),
    ],
)
def test_invalid_arguments_are_refused(options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        biglide(**options)


def test_an_experiment_does_not_change_with_the_callers_arrays() -> None:
    values = np.array([1.0, 2.0])
    given = biglide(vary={"plant.m_p": values})
    values[0] = 9.0
    assert given.vary is not None
    assert given.vary["plant.m_p"][0] == 1.0
    with pytest.raises(ValueError, match="read-only"):
        given.vary["plant.m_p"][0] = 3.0
