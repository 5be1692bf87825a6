"""Joint references from those of the task: branches, derivatives, reach and singularities."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.errors import ShapeError, SingularConfiguration, Unreachable, UnsupportedOperation

PATH = kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.5)


@pytest.mark.parametrize("mode", [(1, -1), (-1, 1), (1, 1)])
def test_the_joints_are_those_of_the_closed_form_in_the_chosen_mode(mode: tuple[int, int]) -> None:
    robot = robot_named("biglide")
    joints = kl.joint_trajectory(robot, PATH, mode=mode)
    t = np.linspace(0, 0.5, 23)
    wanted = robot.inverse_geometry(PATH(t).x, mode=mode).q
    np.testing.assert_allclose(joints(t).x, wanted[:, :2], atol=1e-12)
    np.testing.assert_allclose(joints.configurations(t), wanted, atol=1e-12)
    assert (joints.space, joints.duration) == ("active", 0.5)
    np.testing.assert_allclose(robot.forward_geometry(joints(0.2).x, near=joints.configurations(0.2)).x, PATH(0.2).x, atol=1e-12)


@pytest.mark.parametrize("name", ["five_bar", "delta_rods", "stewart_gough", "scara_rrpr"])
def test_the_tool_follows_the_task_of_every_kind_of_machine(name: str) -> None:
    robot = robot_named(name)
    motion = kl.described_motion(robot)
    joints = kl.joint_trajectory(robot, motion)
    t = np.linspace(0, motion.duration, 17)
    q = joints.configurations(t)
    twist = robot.forward_velocity(q, joints(t).xd).xd
    np.testing.assert_allclose(twist, motion(t).xd, atol=1e-9)
    np.testing.assert_allclose(robot.models.geometry.task(q)[:, :3], motion(t).x[:, :3], atol=1e-9)


def test_out_of_reach_is_refused_with_the_time() -> None:
    robot = robot_named("two_r")
    with pytest.raises(
        Unreachable, match=r"at t = 1\.\d+ s the trajectory leaves the reach of two_r, at a type 1 singularity"
    ) as e:
        kl.joint_trajectory(robot, kl.Quintic([0.3, 0.3], [0.6, 0.1], 2.0))
    assert e.value.distance > 0
    with pytest.raises(Unreachable, match=r"joint_trajectory: at t = 0 s: two_r has no configuration"):
        kl.joint_trajectory(robot, kl.Quintic([9.0, 9.0], [0.3, 0.1], 2.0))


def test_a_singularity_of_type_1_is_refused_with_its_time() -> None:
    robot = robot_named("two_r")
    with pytest.raises(SingularConfiguration, match="at t = 2 s the trajectory meets a type 1 singularity of two_r"):
        kl.joint_trajectory(robot, kl.Quintic([0.3, 0.3], [0.5, 0.0], 2.0))

    def reach_and_return(t: ca.SX, least: ca.SX) -> list[ca.SX]:
        radius = 0.5 - least - 0.1 * (t - 0.77) ** 2
        return [radius * ca.cos(t), radius * ca.sin(t)]

    def touching(least: float) -> kl.FunctionOfTime:
        return kl.FunctionOfTime(reach_and_return, 2.0, {"least": least}, space="task")

    with pytest.raises(SingularConfiguration, match=r"at t = 0\.77\d* s the trajectory meets a type 1 singularity"):
        kl.joint_trajectory(robot, touching(0.0))
    near = kl.joint_trajectory(robot, touching(1e-6))
    t = np.linspace(0, 2, 4001)
    theta2 = near(t).x[:, 1]
    assert np.all(np.sign(theta2) == np.sign(theta2[0])), "the branch stays the same"
    assert np.all(np.isfinite(near(t).xddd))


@pytest.mark.parametrize(
    ("trajectory", "options", "error", "words"),
    [
        (kl.Quintic([0.1], [0.2], 1.0), {}, ShapeError, "the trajectory has 1 coordinates, but biglide has 2: x, y"),
        (kl.Quintic([0.1, 0.3], [0.2, 0.3], 1.0, space="active"), {}, ShapeError, "expected a trajectory with space='task'"),
        (kl.Quintic([[0.1, 0.3]], [0.2, 0.3], 1.0), {}, UnsupportedOperation, r"a batch of the shape \(1,\)"),
        (PATH, {"mode": (1, -1), "near": np.zeros(4)}, UnsupportedOperation, "expected one of them"),
        ("path", {}, ShapeError, "the trajectory is 'path'"),
    ],
)
def test_what_is_no_trajectory_of_the_task_is_refused(trajectory: object, options: dict, error: type, words: str) -> None:  # type: ignore[type-arg]
    with pytest.raises(error, match=words):
        kl.joint_trajectory(robot_named("biglide"), trajectory, **options)  # type: ignore[arg-type]
    with pytest.raises(ShapeError, match="robot is 'biglide', expected a robot"):
        kl.joint_trajectory("biglide", PATH)  # type: ignore[arg-type]
