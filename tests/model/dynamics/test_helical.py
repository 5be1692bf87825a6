"""Helical joints: a turn and a displacement along the axis by one coordinate, against closed forms, laws and Pinocchio."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kinloop as kl
from kinloop.errors import DescriptionError, UnsupportedOperation

Array = np.ndarray
GRAVITY, PITCH, MASS, INERTIA = 9.81, 0.02, 1.7, 3e-3
AXES = [(0.0, 0.0, 1.0), (1.0, -2.0, 0.5), (0.3, 0.4, -1.2)]
PITCHES = [0.08, -0.15, 0.05]


def screw(**fields: Any) -> kl.Mechanism:
    """A body on one vertical screw."""
    body = kl.Link(name="body", mass="m", inertia=(0.01, 0.01, "I", 0, 0, 0))
    joint = kl.Joint(name="turn", kind="helical", parent="base", child="body", pitch="p", **fields)
    return kl.Mechanism(
        name="screw",
        parameters={"m": MASS, "I": INERTIA, "lead": 2 * np.pi * PITCH, "p": "lead/(2*pi)"},
        links=(body,),
        joints=(joint,),
        tool=kl.Anchor(link="body"),
        task=("z",),
    )


def arm() -> kl.Mechanism:
    """Three screws with skew axes, and bodies without symmetry."""
    links, joints = [], []
    for k, (axis, pitch) in enumerate(zip(AXES, PITCHES, strict=True)):
        inertia = (0.02 + 0.01 * k, 0.03, 0.025, 0.002, -0.001, 0.003)
        links.append(kl.Link(name=f"link{k}", mass=1.0 + 0.4 * k, com=(0.05, -0.1, 0.07 * k), inertia=inertia))
        joints.append(
            kl.Joint(
                name=f"q{k}",
                kind="helical",
                parent="base" if not k else f"link{k - 1}",
                child=f"link{k}",
                origin=kl.Pose(xyz=(0.2, 0.1 * k, -0.3), rpy=(0.3 * k, -0.2, 0.5)),
                axis=axis,
                pitch=pitch,
            )
        )
    return kl.Mechanism(name="three_screws", links=tuple(links), joints=tuple(joints), tool=kl.Anchor(link="link2"))


def jack() -> kl.Mechanism:
    """A driven spindle, a nut on its thread, and a rail that keeps the nut from turning: a loop through the screw."""
    return kl.Mechanism(
        name="jack",
        parameters={"p": PITCH, "m": MASS, "I": INERTIA},
        links=(
            kl.Link(name="spindle", mass=0.4, inertia=(0.01, 0.01, "I", 0, 0, 0)),
            kl.Link(name="nut", mass="m", com=(0.1, 0, 0), inertia=(0.02, 0.02, 0.02, 0, 0, 0)),
        ),
        joints=(
            kl.Joint(name="motor", kind="revolute", parent="base", child="spindle"),
            kl.Joint(name="thread", kind="helical", parent="spindle", child="nut", pitch="p", actuated=False),
        ),
        loops=(kl.Loop(name="rail", kind="prismatic", a=kl.Anchor(link="base"), b=kl.Anchor(link="nut")),),
        tool=kl.Anchor(link="nut"),
        task=("z",),
    )


def rotation(axis: Array, angle: float) -> Array:
    x, y, z = axis
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K


def states(n: int, count: int = 6) -> tuple[Array, Array, Array]:
    q, qd, qdd = np.random.default_rng(3).uniform(-4, 4, (3, count, n))
    return q, qd, qdd


@pytest.mark.parametrize("axis", AXES)
def test_the_body_turns_and_advances_by_the_pitch(axis: tuple[float, float, float]) -> None:
    robot = kl.load(screw(axis=axis))
    unit = np.array(axis) / np.linalg.norm(axis)
    for angle in (-9.0, 0.4, 7.3):
        pose = robot.frame_pose([angle])
        np.testing.assert_allclose(pose.position, PITCH * angle * unit, atol=1e-15)
        np.testing.assert_allclose(pose.rotation, rotation(unit, angle), atol=1e-14)


def test_a_screw_under_gravity_accelerates_as_its_inertia_and_its_mass_on_the_slope_allow() -> None:
    robot = kl.load(screw())
    effective = INERTIA + MASS * PITCH**2
    np.testing.assert_allclose(robot.inertia([0.7]), [[effective]], rtol=1e-14)
    qdd = robot.forward_dynamics([0.7], [3.0], [0.0]).qdd
    np.testing.assert_allclose(qdd, [-MASS * GRAVITY * PITCH / effective], rtol=1e-14)
    np.testing.assert_allclose(robot.inverse_dynamics([0.7], [3.0], [0.0]), [MASS * GRAVITY * PITCH], rtol=1e-14)


def test_the_pitch_is_an_expression_of_parameters_and_may_be_a_batch() -> None:
    leads = np.array([0.0, 0.05, -0.3])
    robot = kl.load(screw(), lead=leads)
    pitches = leads / (2 * np.pi)
    np.testing.assert_allclose(robot.inertia(np.zeros((3, 1)))[:, 0, 0], INERTIA + MASS * pitches**2, rtol=1e-14)
    np.testing.assert_allclose(robot.frame_pose(np.full((3, 1), 2.0)).position[:, 2], 2 * pitches, atol=1e-16)


def test_the_jacobian_matches_finite_differences() -> None:
    robot, step = kl.load(arm()), 1e-6
    for q in states(3)[0]:
        jacobian = robot.jacobian(q)
        for k in range(3):
            ahead, behind = (robot.frame_pose(q + sign * step * np.eye(3)[k]) for sign in (1, -1))
            linear = (ahead.position - behind.position) / (2 * step)
            turning = (ahead.rotation - behind.rotation) / (2 * step) @ robot.frame_pose(q).rotation.T
            np.testing.assert_allclose(jacobian[:3, k], linear, atol=1e-8)
            np.testing.assert_allclose(jacobian[3:, k], [turning[2, 1], turning[0, 2], turning[1, 0]], atol=1e-8)


def test_the_rate_of_the_energy_is_the_power_of_the_actuators() -> None:
    robot, step = kl.load(arm()), 1e-6
    for q, qd, qdd in zip(*states(3), strict=True):
        tau = robot.inverse_dynamics(q, qd, qdd)

        def energy(t: float, q: Array = q, qd: Array = qd, qdd: Array = qdd) -> float:
            now = robot.energy(q + t * qd + t**2 / 2 * qdd, qd + t * qdd)
            return float(now.kinetic + now.potential)

        np.testing.assert_allclose((energy(step) - energy(-step)) / (2 * step), tau @ qd, rtol=1e-6, atol=1e-6)
        np.testing.assert_allclose(robot.forward_dynamics(q, qd, tau).qdd, qdd, rtol=1e-9, atol=1e-9)


def test_pinocchio_has_the_same_dynamics() -> None:
    pin = pytest.importorskip("pinocchio")
    mechanism = arm()
    model, parent = pin.Model(), 0
    for k, (axis, pitch) in enumerate(zip(AXES, PITCHES, strict=True)):
        origin = mechanism.joints[k].origin
        place = pin.SE3(pin.rpy.rpyToMatrix(*map(float, origin.rpy)), np.array(origin.xyz, float))
        parent = model.addJoint(
            parent, pin.JointModelHelicalUnaligned(np.array(axis) / np.linalg.norm(axis), pitch), place, f"q{k}"
        )
        xx, yy, zz, xy, xz, yz = mechanism.links[k].inertia
        inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        body = pin.Inertia(mechanism.links[k].mass, np.array(mechanism.links[k].com), inertia)
        model.appendBodyToJoint(parent, body, pin.SE3.Identity())
    data, robot = model.createData(), kl.load(mechanism)
    for q, qd, qdd in zip(*states(3), strict=True):
        np.testing.assert_allclose(robot.inverse_dynamics(q, qd, qdd), pin.rnea(model, data, q, qd, qdd), rtol=1e-10, atol=1e-10)
        np.testing.assert_allclose(robot.inertia(q), pin.crba(model, data, q), rtol=1e-12, atol=1e-12)
        pin.forwardKinematics(model, data, q)
        np.testing.assert_allclose(robot.frame_pose(q).position, data.oMi[3].translation, atol=1e-13)


def test_a_jack_lifts_its_nut_by_the_thread_alone() -> None:
    """The nut does not turn: ``z = -p q``, so the inertia of the motor's angle is ``I + m p^2`` and the load ``m g p``."""
    robot = kl.load(jack())
    here = robot.forward_geometry([11.0], near=[10.9, -10.9])
    np.testing.assert_allclose(here.q, [11.0, -11.0], atol=1e-12)
    np.testing.assert_allclose(robot.frame_pose(here.q).position, [0, 0, -11 * PITCH], atol=1e-14)
    np.testing.assert_allclose(robot.inertia(here.q), [[INERTIA + MASS * PITCH**2]], rtol=1e-12)
    np.testing.assert_allclose(robot.inverse_dynamics(here.q, [0.0, 0.0], [0.0]), [-MASS * GRAVITY * PITCH], rtol=1e-12)


def test_turns_are_kept_where_an_angle_would_be_wrapped() -> None:
    robot = kl.load(screw())
    found = robot.inverse_geometry([0.5])
    np.testing.assert_allclose(found.q, [0.5 / PITCH], rtol=1e-12)
    assert len(robot.configurations(x=[0.5])) == 1


def test_a_fall_on_the_thread_keeps_its_energy_and_follows_the_closed_form() -> None:
    robot = kl.load(screw())
    record = kl.simulate(robot, None, q=[0.0], qd=[0.0], duration=0.5, period=0.01)
    acceleration = -MASS * GRAVITY * PITCH / (INERTIA + MASS * PITCH**2)
    np.testing.assert_allclose(record.q[:, 0], acceleration * record.t**2 / 2, rtol=1e-9, atol=1e-12)


def test_a_description_survives_a_round_trip_through_toml(tmp_path: Path) -> None:
    from kinloop.mechanism.formats.toml.toml_write import write_toml

    (tmp_path / "screw.toml").write_text(write_toml(screw()))
    assert kl.load(tmp_path / "screw.toml").mechanism.joints == screw().joints


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"kind": "helical"}, "joints.q.pitch: a helical joint needs a pitch"),
        ({"kind": "revolute", "pitch": 0.1}, "joints.q.pitch: only a helical joint has a pitch, and this one is revolute"),
        ({"kind": "helical", "pitch": 0.1, "axis": (0, 0, 0)}, "joints.q.axis: it is zero; expected a direction"),
        ({"kind": "helical", "pitch": "lead"}, "no parameter 'lead'"),
        ({"kind": "screw", "pitch": 0.1}, "did you mean 'helical'?"),
    ],
)
def test_faults_are_reported_in_words(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(DescriptionError) as caught:
        kl.load(kl.Mechanism(name="m", joints=(kl.Joint(name="q", parent="base", child="body", **fields),)))
    assert words in str(caught.value)


def test_mjcf_and_the_engines_refuse_it_in_words(tmp_path: Path) -> None:
    robot = kl.load(screw())
    with pytest.raises(UnsupportedOperation, match="'turn' is helical, and MJCF has no joint that turns and slides by one"):
        robot.save(tmp_path / "screw.xml")
    for plant, words in (("mujoco", "MJCF has no joint"), ("exudyn", "ties no displacement to a turn")):
        with pytest.raises(UnsupportedOperation, match=words):
            kl.simulate(robot, None, q=[0.0], qd=[0.0], duration=0.1, period=0.01, plant=plant)
