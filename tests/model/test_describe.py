"""The text that describes a machine: what is in it, with units, at the robot's own values."""

from __future__ import annotations

import numpy as np
import pytest
from typer.testing import CliRunner

import kinloop as kl
from kinloop.cli import app


def row(text: str, name: str) -> list[str]:
    """The cells of the first line of a table that begins with this name."""
    line = next(line for line in text.splitlines() if line.startswith(f"  {name} "))
    return [cell.strip() for cell in line.split("  ") if cell.strip()]


def test_the_biglide_is_described() -> None:
    text = kl.load("biglide", m_p=2.5).describe()
    lines = text.splitlines()
    assert lines[:2] == ["biglide", "Biglide: a planar parallel robot, two actuated slides, two passive angles"]
    assert "degrees of freedom: 2, with 2 actuators" in lines
    assert "task: x [m], y [m]" in lines
    assert "assembly mode: g, each +1 or -1" in lines
    assert "working mode: g1, g2, each +1 or -1" in lines
    assert row(text, "l") == ["l", "0.3606", "m", "length of each rod"]
    assert row(text, "m_p") == ["m_p", "2.5", "kg", "mass of the end effector"]
    assert row(text, "q1") == ["q1", "prismatic", "active", "-1 to 2.5 m", "5 m/s", "-", "q1 [m]"]
    assert row(text, "phi2") == ["phi2", "revolute", "passive", "-", "-", "-", "phi2 [rad]"]
    assert row(text, "C") == ["C", "pin", "rod1 and rod2", "-"]


@pytest.mark.parametrize("name", kl.library())
def test_every_machine_is_described_with_all_its_names(name: str) -> None:
    robot = kl.load(name)
    text = robot.describe()
    for parameter, note in robot.mechanism.parameter_notes.items():
        assert row(text, parameter)[-2:] == [note.unit, note.meaning]
    for joint in robot.mechanism.ordered_joints:
        cells = row(text[text.index("\njoints\n") :], joint.name)
        assert cells[1:3] == [joint.kind, "active" if joint.coordinates[0] in robot.active else "passive"]
        assert all(coordinate in cells[-1] for coordinate in joint.coordinates)
    for loop in robot.mechanism.loops:
        assert row(text[text.index("\nloops\n") :], loop.name)[1] == loop.kind
    assert f"with {robot.n_active} actuator" in text


def test_expressions_arrays_and_couplings_are_described() -> None:
    joints = [
        kl.Joint(name="a", kind="revolute", parent="base", child="wheel", limits={"position": ("-w", "w"), "effort": 2}),
        kl.Joint(name="b", kind="cylindrical", parent="base", child="screw", limits={"speed": 3}, actuated=False),
    ]
    mechanism = kl.Mechanism(
        name="gear",
        parameters={"w": kl.Parameter("2*n", "rad", "half the range"), "n": 1.5},
        links=[kl.Link(name=name, mass=1, inertia=(1, 1, 1, 0, 0, 0)) for name in ("wheel", "screw")],
        joints=joints,
        couplings=[kl.Coupling(name="pitch", coordinate="b_slide", of="b_angle", ratio=0.1)],
    )
    text = kl.load(mechanism).describe()
    assert row(text, "w") == ["w", "3 = 2*n", "rad", "half the range"]
    assert row(text, "n") == ["n", "1.5", "-"]
    assert row(text, "a") == ["a", "revolute", "active", "-3 to 3 rad", "-", "2 N m", "a [rad]"]
    assert row(text, "b") == ["b", "cylindrical", "passive", "-", "3 rad/s or m/s", "-", "b_angle [rad], b_slide [m]"]
    assert row(text, "pitch") == ["pitch", "b_slide = 0.1 * b_angle"]
    assert "acceleration" not in text, "columns that no joint needs are left out"
    quick = joints[0].model_copy(update={"limits": kl.Limits(acceleration="2*n", jerk=50)})
    text = kl.load(mechanism.model_copy(update={"joints": (quick, joints[1])})).describe()
    assert row(text, "joint")[4:8] == ["speed limit", "acceleration limit", "jerk limit", "effort limit"]
    assert row(text, "a")[4:8] == ["-", "3 rad/s^2", "50 rad/s^3", "-"]
    swept = kl.load(mechanism).with_parameters(n=np.array([1.0, 2.0, 4.0])).describe()
    assert row(swept, "n")[1] == "1..4 (3 values)"
    assert row(swept, "a")[3] == "-8..-2 (3 values) to 2..8 (3 values) rad"


@pytest.mark.parametrize("command", ["show", "describe"], ids=["show", "its_former_name"])
def test_the_command_prints_the_description_below_a_drawing(command: str) -> None:
    result = CliRunner().invoke(app, [command, "biglide", "--set", "m_p=2.5"])
    assert result.exit_code == 0, result.output
    assert result.stdout.rstrip("\n").endswith("\n" + kl.load("biglide", m_p=2.5).describe())
