"""Impossible parameters are refused in every way of giving them, as in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kinloop as kl
from kinloop.errors import DescriptionError

PENDULUM = """
name = "pendulum"
task = ["phi"]
[parameters]
m = 1.5
l = 0.4
r = 0.1
viscous = 0.02
coulomb = 0.1
rotor = 0.001
slip = 0.01
most = 20.0
low = -1.0
rod = 0.3
scale = 1.0
[links.arm]
mass = "m - 0.1"
com = ["l/2", 0, 0]
inertia = ["m*r^2/2 - 0.001", "m*l^2/12", "m*l^2/12", 0, 0, 0]
[joints.theta]
kind = "revolute"
parent = "base"
child = "arm"
friction = { viscous = "viscous", coulomb = "coulomb", speed = "slip" }
rotor = { inertia = "rotor" }
limits = { position = ["low", 1.0], acceleration = "most", jerk = "10*most" }
[joints.slider]
kind = "prismatic"
parent = "base"
child = "block"
actuated = false
axis = [1, 0, 0]
[links.block]
mass = 1.0
[loops.coupler]
kind = "rod"
length = "rod"
a = { link = "arm", origin = { xyz = ["l", 0, 0] } }
b = { link = "block" }
[tool]
link = "arm"
[start]
slider = "l + rod"
"""
WRONG = {
    "m": (0.05, "links.arm.mass: expected at least 0"),
    "r": (0.02, "links.arm.inertia: no body has this inertia"),
    "viscous": (-0.1, "joints.theta.friction.viscous: expected at least 0"),
    "coulomb": (-0.1, "joints.theta.friction.coulomb: expected at least 0"),
    "rotor": (-1.0, "joints.theta.rotor.inertia: expected at least 0"),
    "slip": (0.0, "joints.theta.friction.speed: expected more than 0"),
    "most": (-1.0, "joints.theta.limits.acceleration: expected more than 0"),
    "low": (2.0, "joints.theta.limits.position: expected the lower bound first"),
    "rod": (-0.3, "loops.coupler.length: expected more than 0"),
}


@pytest.fixture(scope="module")
def pendulum(tmp_path_factory: pytest.TempPathFactory) -> kl.Robot:
    path = tmp_path_factory.mktemp("given") / "pendulum.toml"
    path.write_text(PENDULUM)
    return kl.load(path)


@pytest.mark.parametrize("name", WRONG)
def test_one_value_is_refused_as_in_a_file(pendulum: kl.Robot, name: str, tmp_path: Path) -> None:
    value, words = WRONG[name]
    default = pendulum.parameters[name]
    path = tmp_path / "pendulum.toml"
    path.write_text(PENDULUM.replace(f"\n{name} = {default}\n", f"\n{name} = {value}\n"))
    with pytest.raises(DescriptionError, match=r"pendulum.* has \d fault") as in_file:
        kl.load(path)
    with pytest.raises(DescriptionError, match=f"pendulum with {name} = ") as given:
        pendulum.with_parameters(**{name: value})
    assert words in str(given.value)
    assert [fault.message for fault in given.value.faults] == [fault.message for fault in in_file.value.faults]
    with pytest.raises(DescriptionError, match="pendulum with "):
        kl.load(pendulum.mechanism, **{name: value})


@pytest.mark.parametrize("name", WRONG)
def test_of_an_array_the_first_wrong_entry_is_named(pendulum: kl.Robot, name: str) -> None:
    value, words = WRONG[name]
    default = float(pendulum.parameters[name])
    pendulum.with_parameters(**{name: [default, np.nan, default]})
    with pytest.raises(DescriptionError, match="pendulum with ") as given:
        pendulum.with_parameters(**{name: [[default, default], [default, value]]})
    assert f"{name}[1, 1] = {value:.6g}" in str(given.value)
    assert words in str(given.value)


def test_what_has_no_value_is_named(tmp_path: Path) -> None:
    path = tmp_path / "pendulum.toml"
    path.write_text(PENDULUM.replace('com = ["l/2", 0, 0]', 'com = ["r/(l - 0.3)", 0, 0]'))
    with pytest.raises(DescriptionError, match=r"links\.arm\.com\[0\]: expected a finite number, given .* for 'r/\(l - 0\.3\)'"):
        kl.load(path, l=0.3)


def test_what_rounding_leaves_of_an_inertia_is_none() -> None:
    """a1 - a3 - ... of the exam's first link is zero at 3 kg, and -2.8e-17 in numbers."""
    robot = kl.load("two_r_exam")
    robot.with_parameters(m2=3.0)
    robot.with_parameters(m2=[2.0, 3.0])


def cases() -> dict[str, Any]:
    return {"m_p": [1.0, -1.0], "plant.m_p": [1.0, -1.0], "plant.m_f": [-1.0, 1.0]}


@pytest.mark.parametrize("name", cases())
@pytest.mark.parametrize("grid", [False, True])
def test_rollouts_refuse_them_before_they_begin(name: str, grid: bool) -> None:
    robot = kl.load("biglide")
    vary = {name: cases()[name], "law.kp": [100.0, 200.0]}
    with pytest.raises(DescriptionError, match=r"biglide with m_.\[[01]"):
        kl.rollouts(
            robot, kl.ComputedTorque(100.0, 20.0), kl.described_motion(robot), duration=0.01, period=1e-3, vary=vary, grid=grid
        )


def test_a_plant_with_a_negative_mass_is_refused() -> None:
    robot = kl.load("biglide")
    with pytest.raises(DescriptionError, match="biglide with m_p = -1"):
        kl.simulate(
            robot,
            kl.ComputedTorque(100.0, 20.0),
            kl.described_motion(robot),
            duration=0.01,
            period=1e-3,
            plant=kl.Native(parameters={"m_p": -1.0}),
        )
