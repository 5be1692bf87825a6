"""Friction laws in a machine: the Stribeck curve against its formula, what it takes from the energy, and external engines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kinloop as kl
from kinloop.errors import DescriptionError, KinloopWarning
from kinloop.mechanism.formats.toml.toml_write import write_toml

Array = np.ndarray
NUMBERS = {"viscous": 0.2, "coulomb": 1.1, "static": 1.8, "stribeck_speed": 0.3, "speed": 0.02}


def wheel(kind: str = "revolute", **changes: Any) -> kl.Mechanism:
    """A balanced wheel, or a ball, on one joint with friction whose levels are parameters."""
    friction = kl.Friction(**({"law": "stribeck", **NUMBERS, "coulomb": "F_c", "static": "F_s"} | changes))
    return kl.Mechanism(
        name="wheel",
        parameters={"F_c": NUMBERS["coulomb"], "F_s": NUMBERS["static"]},
        links=(kl.Link(name="body", mass=1.0, inertia=(0.5, 0.5, 0.5, 0, 0, 0)),),
        joints=(kl.Joint(name="q", kind=kind, parent="base", child="body", friction=friction, actuated=True),),
        task=("phi",) if kind == "revolute" else ("pose",),
    )


def curve(v: Array) -> Array:
    level = 1.1 + (1.8 - 1.1) * np.exp(-((v / 0.3) ** 2))
    return 0.2 * v + level * np.tanh(v / 0.02)


def test_the_effort_is_the_stribeck_curve() -> None:
    robot, v = kl.load(wheel()), np.linspace(-3, 3, 601)[:, None]
    effort = robot.bias(np.zeros((601, 1)), v)
    np.testing.assert_allclose(effort, curve(v), rtol=1e-13, atol=1e-14)
    assert np.all(effort[v != 0] * v[v != 0] > 0), "friction only takes energy out"
    rising = v[:, 0] > 0.1
    lowest = v[rising, 0][np.argmin(effort[rising, 0])]
    assert 0.3 < lowest < 1.5, "the level falls from the static one before viscous friction takes over"
    assert effort[rising, 0].min() < effort[np.isclose(v[:, 0], 0.1), 0][0]


def test_the_three_rates_of_a_ball_each_have_the_curve() -> None:
    robot = kl.load(wheel("spherical"))
    omega = np.random.default_rng(2).uniform(-1, 1, (20, 3))
    effort = robot.bias(np.tile([1.0, 0, 0, 0], (20, 1)), omega)
    np.testing.assert_allclose(effort, curve(omega), rtol=1e-12, atol=1e-13)  # equal moments have no gyroscopic torque


def test_with_equal_levels_it_is_the_coulomb_law() -> None:
    coulomb = kl.load(wheel(law="coulomb", static=None, stribeck_speed=None))
    v = np.linspace(-1, 1, 50)[:, None]
    same = kl.load(wheel(), F_s=NUMBERS["coulomb"])
    np.testing.assert_allclose(same.bias(0 * v, v), coulomb.bias(0 * v, v), rtol=1e-15, atol=1e-15)


def test_a_run_down_loses_the_energy_that_friction_takes() -> None:
    """The energy's rate is minus the friction's power at every sample, so the wheel stops and never gains."""
    robot = kl.load(wheel())
    record = kl.simulate(robot, None, q=[0.0], qd=[1.0], duration=0.6, period=1e-3)
    energy = 0.25 * record.qd[:, 0] ** 2
    assert np.all(np.diff(energy) <= 1e-15)
    power = curve(record.qd[:, 0]) * record.qd[:, 0]
    lost = np.concatenate([[0.0], np.cumsum((power[1:] + power[:-1]) / 2 * np.diff(record.t))])
    np.testing.assert_allclose(energy[0] - energy, lost, atol=2e-6)
    assert energy[-1] < 1e-6 * energy[0]


@pytest.mark.parametrize("kind", ["revolute", "spherical"])
@pytest.mark.parametrize("plant", ["mujoco", "exudyn"])
def test_the_engines_run_down_alike(plant: str, kind: str) -> None:
    robot = kl.load(wheel(kind))
    q, qd = ([0.0], [1.0]) if kind == "revolute" else ([1.0, 0.0, 0.0, 0.0], [0.6, 0.0, 0.0])
    ours, theirs = (
        kl.simulate(robot, None, q=q, qd=qd, duration=0.1, period=1e-3, plant=which).qd[:, 0] for which in ("native", plant)
    )
    np.testing.assert_allclose(theirs, ours, atol=2e-5)


def test_a_description_survives_a_round_trip_through_toml(tmp_path: Path) -> None:
    (tmp_path / "wheel.toml").write_text(write_toml(wheel()))
    assert kl.load(tmp_path / "wheel.toml").mechanism.joints == wheel().joints


def test_mjcf_is_written_with_a_warning_and_viscous_friction_alone(tmp_path: Path) -> None:
    with pytest.warns(KinloopWarning, match="without the Stribeck friction of q"):
        kl.load(wheel()).save(tmp_path / "wheel.xml")
    friction = kl.load(tmp_path / "wheel.xml").mechanism.joints[-1].friction
    assert (friction.viscous, friction.coulomb) == (NUMBERS["viscous"], 0.0)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"static": None}, "friction.static: friction by the law 'stribeck' needs it"),
        ({"law": "coulomb"}, "friction.stribeck_speed: only the law 'stribeck' has it, and this is 'coulomb'"),
        ({"static": -1}, "friction.static: expected at least 0, given -1"),
        ({"stribeck_speed": 0}, "friction.stribeck_speed: expected more than 0, given 0"),
        ({"law": "striebeck"}, "law: expected 'coulomb' or 'stribeck'"),
    ],
)
def test_faults_are_reported_in_words(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(DescriptionError) as caught:
        kl.load(wheel(**changes))
    assert words in str(caught.value)
