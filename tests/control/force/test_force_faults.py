"""What laws of forces refuse, each by a sentence that names it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl

FORCE_SENSOR = kl.Sensors(measured=("active", "passive", "wrench"))
PAUSE = kl.Pause([0.25, 0.3], 0.2, space="task")


def hybrid(**options: Any) -> kl.HybridControl:
    return kl.HybridControl(
        options.pop("kp", 400.0), options.pop("kd", 40.0), options.pop("force", [-10.0, 0.0]), **{"axes": (1, 0), **options}
    )


def surface(**options: Any) -> kl.SurfaceControl:
    return kl.SurfaceControl(400.0, 40.0, options.pop("force", 10.0), **{"h": "0.3 - x", **options})


MADE: dict[str, tuple[Callable[[], kl.Law], str]] = {
    "stiffness": (lambda: kl.Impedance(-1.0, 1.0), "Impedance: stiffness is -1.0, expected numbers from zero"),
    "damping": (lambda: kl.Impedance(1.0, [1.0, -1.0]), "Impedance: damping is [1.0, -1.0], expected numbers from zero"),
    "no inertia": (lambda: kl.Impedance(1.0, 1.0, 0.0), "Impedance: inertia is 0.0, expected numbers above zero"),
    "NaN": (lambda: kl.Impedance(np.nan, 1.0), "Impedance: stiffness is nan, expected finite numbers"),
    "admittance": (lambda: kl.Admittance(1.0, 1.0, -1.0, 1.0, 1.0), "Admittance: inertia is -1.0, expected numbers above zero"),
    "ki": (lambda: kl.ForceControl([1.0, 0.0], ki=-1.0), "ForceControl: ki is -1.0, expected numbers from zero"),
    "one ki": (lambda: kl.ForceControl([1.0, 0.0], ki=[1.0, 2.0]), "ForceControl: ki has shape (2,), expected one number"),
    "limit": (lambda: kl.ForceControl([1.0, 0.0], limit=0.0), "ForceControl: limit is 0.0, expected numbers above zero"),
    "force in words": (lambda: hybrid(force="strong"), "HybridControl: force is 'strong', expected numbers"),
    "force in a matrix": (lambda: hybrid(force=np.eye(2)), "HybridControl: force has shape (2, 2), expected one number"),
    "half an axis": (lambda: hybrid(axes=(0.5, 0)), "HybridControl: axes is (0.5, 0), expected 1 (force) or 0 (motion)"),
    "axes in words": (lambda: hybrid(axes="10"), "HybridControl: axes is '10', expected 1 (force) or 0 (motion)"),
    "arrays of axes": (lambda: hybrid(axes=(np.ones(2), 0)), "expected 1 (force) or 0 (motion)"),
    "no force": (lambda: hybrid(axes=(0, 0)), "HybridControl: axes is (0, 0), expected at least one direction of the force (1)"),
    "frame": (lambda: hybrid(frame=(0.0, 0.5)), "HybridControl: frame has shape (2,), expected roll, pitch and yaw [rad]"),
    "frame of NaN": (lambda: hybrid(frame=(0.0, 0.5, np.nan)), "HybridControl: frame is (0.0, 0.5, nan), expected finite angles"),
    "pull": (lambda: surface(force=-10.0), "SurfaceControl: force is -10.0, expected numbers above zero"),
    "two normals": (
        lambda: surface(force=[1.0, 2.0]),
        "SurfaceControl: force has shape (2,), expected one number: along the normal",
    ),
    "h": (lambda: surface(h="x +"), "'x +': column 4: expected a number, a name or '('"),
    "h of nothing": (lambda: surface(h="0.3"), "SurfaceControl: h is '0.3', expected an expression of x, y and z"),
    "h of no text": (lambda: surface(h=0.3), 'SurfaceControl: h is 0.3, expected an expression such as "z - 0.1"'),
    "wall": (lambda: kl.VirtualWall(-1.0, h="x"), "VirtualWall: stiffness is -1.0, expected numbers from zero"),
    "wall of two": (lambda: kl.VirtualWall([1.0, 2.0], h="x"), "VirtualWall: stiffness has shape (2,), expected one number"),
    "wall of nothing": (lambda: kl.VirtualWall(1.0, h="1"), "VirtualWall: h is '1', expected an expression of x, y and z"),
}


@pytest.mark.parametrize("name", MADE)
def test_a_law_that_cannot_be_is_refused_when_it_is_made(name: str) -> None:
    make, words = MADE[name]
    with pytest.raises(kl.KinloopError, match=re.escape(words)):
        make()


RUN: dict[str, tuple[kl.Law, str]] = {
    "length of axes": (hybrid(axes=(1, 0, 0)), "axes has 3 entries, expected one for each rate of the task of two_r (x, y): 2"),
    "length of force": (hybrid(force=[1.0, 0.0, 0.0]), "HybridControl: force has shape (3, 1), expected one number, (2,)"),
    "length of kp": (hybrid(kp=[1.0, 2.0, 3.0]), "HybridControl: kp has shape (3,), expected one number, (2,)"),
    "length of inertia": (
        kl.Impedance(1.0, 1.0, [1.0, 2.0, 3.0]),
        "Impedance: inertia has shape (3,), expected one number, (2,)",
    ),
    "length of damping": (
        kl.Admittance(1.0, [1.0] * 3, 1.0, 1.0, 1.0),
        "Admittance: damping has shape (3,), expected one number",
    ),
    "frame": (hybrid(frame=(0.0, 0.5, 0.0)), "the axes of the frame (0.0, 0.5, 0.0) leave the task of two_r (x, y)"),
    "motion": (hybrid(kd=4000.0), "HybridControl: with a period of 0.001 s the sampled loop is unstable"),
    "approach": (hybrid(damping=1000.0), "HybridControl: damping is 1000: with a period of 0.001 s the sampled loop is unstable"),
    "damper": (kl.Impedance(400.0, 4000.0), "Impedance: with a period of 0.001 s the sampled loop is unstable"),
    "spring": (kl.Impedance(1e8, 4.0, 0.1), "Impedance: with a period of 0.001 s the sampled loop is unstable"),
    "inner loop": (
        kl.Admittance(1.0, 1.0, 1.0, 1.0, 4000.0),
        "Admittance: with a period of 0.001 s the sampled loop is unstable",
    ),
    "far surface": (
        surface(h="3 - x"),
        "the tool of two_r cannot reach the surface '3 - x' at [3.  0.3], beside the trajectory at",
    ),
    "z": (surface(h="x + z"), "SurfaceControl: h has z, but the task of two_r is x, y"),
    "wall of z": (kl.VirtualWall(1.0, h="x + z"), "VirtualWall: h has z, but the task of two_r is x, y"),
    "parameter": (surface(h="x + w"), "SurfaceControl: no parameter 'w'; 'x + w' needs it"),
    "no gradient": (surface(h="(x - 0.25)^2 + (y - 0.3)^2"), "the gradient of '(x - 0.25)^2 + (y - 0.3)^2' is zero"),
}


@pytest.mark.parametrize("name", RUN)
def test_a_law_that_does_not_fit_the_machine_is_refused_before_a_run(name: str) -> None:
    law, words = RUN[name]
    trajectory = None if isinstance(law, kl.VirtualWall) else PAUSE
    with pytest.raises(kl.KinloopError, match=re.escape(words)):
        kl.simulate(robot_named("two_r"), law, trajectory, duration=0.2, period=1e-3, sensors=FORCE_SENSOR)


@pytest.mark.parametrize(
    "law", [hybrid(), surface(), kl.ForceControl([1.0, 0.0]), kl.Impedance(1.0, 1.0, 1.0), kl.Admittance(1.0, 1.0, 1.0, 1.0, 1.0)]
)
def test_a_wrench_that_is_not_measured_is_named(law: kl.Law) -> None:
    with pytest.raises(kl.UnsupportedOperation, match="the law reads the wrench on the tool, which is not measured"):
        kl.simulate(robot_named("two_r"), law, PAUSE, duration=0.2, period=1e-3)


def test_stiffness_control_needs_no_force_sensor() -> None:
    run = kl.simulate(robot_named("two_r"), kl.Impedance(100.0, 20.0), PAUSE, duration=0.2, period=1e-3)
    assert run.status == kl.RunStatus.COMPLETE


def test_late_commands_count_in_the_stability_of_an_impedance() -> None:
    law = kl.Impedance(500.0, 2000.0, 0.6)
    options: dict[str, Any] = {"duration": 0.2, "period": 1e-3, "sensors": FORCE_SENSOR}
    kl.simulate(robot_named("two_r"), law, PAUSE, **options)
    with pytest.raises(kl.UnsupportedOperation, match="commands that act one period late the sampled loop is unstable"):
        kl.simulate(robot_named("two_r"), law, PAUSE, actuators=kl.Actuators(delay=True), **options)


@pytest.mark.parametrize(
    ("law", "owner"),
    [
        (hybrid(force=[-1e3, 0.0]), "HybridControl"),
        (surface(force=1e3), "SurfaceControl"),
        (kl.ForceControl([-1e3, 0.0]), "ForceControl"),
    ],
)
def test_a_force_that_actuators_cannot_give_is_refused(law: kl.Law, owner: str) -> None:
    words = f"{owner}: the force that is asked for needs .* of theta. at t = .* s, and its limit is 5"
    with pytest.raises(kl.UnsupportedOperation, match=words):
        kl.simulate(
            robot_named("two_r"),
            law,
            PAUSE,
            duration=0.2,
            period=1e-3,
            sensors=FORCE_SENSOR,
            actuators=kl.Actuators(saturation=5.0),
        )


def test_the_limits_of_a_description_bind_a_force_too() -> None:
    robot = robot_named("delta_parallelograms")  # 150 N m
    start = np.asarray(robot.forward_geometry(robot.start[:3], near=robot.start).x)
    law = kl.HybridControl(400.0, 40.0, [0.0, 0.0, 1e4], axes=(0, 0, 1))
    with pytest.raises(kl.UnsupportedOperation, match="and its limit is 150"):
        kl.simulate(
            robot, law, kl.Pause(start, 0.1, space="task"), duration=0.1, period=1e-3, q=robot.start, sensors=FORCE_SENSOR
        )


LAWS = (
    hybrid(),
    kl.SurfaceControl(400.0, 40.0, 10.0, h="0.5 - x"),
    kl.Impedance(500.0, 60.0, 1.0),
    kl.Admittance(500.0, 60.0, 1.0, 400.0, 40.0),
)


# The last two cross the locus between samples of the check.
@pytest.mark.parametrize("end", [(-0.1, 0.2), (-0.037, 0.22), (-0.0113, 0.3)])
@pytest.mark.parametrize("law", LAWS, ids=lambda law: type(law).__name__)
def test_a_trajectory_through_type_2_is_refused(law: kl.Law, end: tuple[float, float]) -> None:
    robot = robot_named("biglide")
    q = robot.inverse_geometry([0.1, 0.4], mode=(1, -1)).q
    with pytest.raises(kl.SingularConfiguration, match="type 2 singularity"):
        kl.simulate(robot, law, kl.Quintic([0.1, 0.4], end, 1.0), duration=1.0, period=1e-3, q=q, sensors=FORCE_SENSOR)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: type(law).__name__)
def test_a_trajectory_to_a_stretched_arm_is_refused(law: kl.Law) -> None:
    robot = robot_named("two_r")  # two links of 0.25 m
    path = kl.Quintic([0.25, 0.3], [0.3, 0.4], 1.0)
    with pytest.raises(kl.SingularConfiguration, match=r"type 1 singularity|leaves the reach"):
        kl.simulate(robot, law, path, duration=1.0, period=1e-3, sensors=FORCE_SENSOR)


def test_a_trajectory_out_of_reach_is_refused() -> None:
    path = kl.Quintic([0.25, 0.3], [0.5, 0.5], 1.0)
    with pytest.raises(kl.SingularConfiguration, match=r"the trajectory of two_r leaves the reach|type 1 singularity"):
        kl.simulate(robot_named("two_r"), hybrid(), path, duration=1.0, period=1e-3, sensors=FORCE_SENSOR)


def test_a_machine_whose_task_is_not_all_that_it_drives_is_refused() -> None:
    joints = [
        kl.Joint(name="a", kind="prismatic", parent="base", child="one", axis=(1, 0, 0)),
        kl.Joint(name="b", kind="prismatic", parent="one", child="two", axis=(0, 1, 0)),
    ]
    links = [kl.Link(name="one", mass=1.0), kl.Link(name="two", mass=1.0)]
    robot = kl.load(kl.Mechanism(name="table", links=links, joints=joints, tool=kl.Anchor(link="two"), task=("x",)))
    words = "VirtualWall: table has 2 actuated rates and 1 rates of the task (x); a law of task forces needs as many"
    with pytest.raises(kl.UnsupportedOperation, match=re.escape(words)):
        kl.simulate(robot, kl.VirtualWall(1.0, h="x"), duration=0.1, period=1e-3, q=[0.0, 0.0])
