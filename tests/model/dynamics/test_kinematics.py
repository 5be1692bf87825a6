"""Velocities and accelerations, forward and inverse, with the passive joints."""

import numpy as np
import pytest
from machines import CLOSED, robot_named
from motion import apply, derivative, move_along, random_states, velocity_closure

import kinloop as kl

# Machines whose task has as many coordinates as they have actuators and degrees of freedom.
DETERMINED = ("one_joint", "two_r", "biglide", "hexaglide_rods")


@pytest.mark.parametrize("name", DETERMINED)
def test_forward_velocity_is_the_rate_of_the_task(name: str) -> None:
    robot = robot_named(name)
    s = random_states(robot, 20, seed=1)
    motion = robot.forward_velocity(s.q, s.qd[:, : robot.n_active])
    np.testing.assert_allclose(motion.qd, s.qd, atol=1e-12)
    np.testing.assert_allclose(motion.qd_passive, s.qd[:, robot.n_active :], atol=1e-12)
    position = derivative(lambda t: robot.frame_pose(move_along(robot, s.q, s.qd, t[:, None])).position, 1e-3)
    twist = apply(robot.jacobian(s.q), s.qd)
    np.testing.assert_allclose(
        twist[:, :3], position, atol=1e-11
    )  # sixth order: 1e-18 times a sixth derivative, and rounding / h
    assert motion.xd.shape[-1] <= 6


@pytest.mark.parametrize("name", DETERMINED)
def test_inverse_undoes_forward_to_second_order(name: str) -> None:
    robot = robot_named(name)
    s = random_states(robot, 20, seed=2)
    n = robot.n_active
    first = robot.forward_velocity(s.q, s.qd[:, :n])
    np.testing.assert_allclose(robot.inverse_velocity(s.q, first.xd).qd, s.qd, atol=1e-10)
    qdd_active = np.random.default_rng(3).normal(size=(20, n))
    second = robot.forward_acceleration(s.q, s.qd, qdd_active)
    np.testing.assert_array_equal(second.qdd_active, qdd_active)
    back = robot.inverse_acceleration(s.q, s.qd, second.xdd)
    np.testing.assert_allclose(back.qdd, second.qdd, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(back.xdd, second.xdd, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("name", [name for name in ("biglide", *CLOSED) if name in ("biglide", "hexaglide_rods")])
def test_passive_accelerations_keep_the_loops_closed(name: str) -> None:
    robot = robot_named(name)
    s = random_states(robot, 10, seed=4)
    motion = robot.forward_acceleration(s.q, s.qd, np.ones((10, robot.n_active)))
    K, gamma = velocity_closure(robot, s.q, s.qd)
    np.testing.assert_allclose(apply(K, motion.qdd) + gamma, 0, atol=1e-11)


def test_task_acceleration_is_the_rate_of_the_task_velocity() -> None:
    """Along a motion with constant rates of the tree (a serial robot needs no closure): xdd = J' qd."""
    robot = robot_named("two_r")
    s = random_states(robot, 10, seed=5)
    rate = derivative(lambda t: robot.forward_velocity(move_along(robot, s.q, s.qd, t[:, None]), s.qd).xd, 1e-3)
    np.testing.assert_allclose(robot.forward_acceleration(s.q, s.qd, np.zeros((10, 2))).xdd, rate, atol=1e-11)


def test_a_pose_task_has_position_and_unit_quaternion() -> None:
    robot = robot_named("hexaglide_rods")
    s = random_states(robot, 10, seed=6)
    x = robot.models.kernel("task")(s.q, *robot.models.parameter_inputs)
    pose = robot.frame_pose(s.q)
    np.testing.assert_allclose(x[:, :3], pose.position, atol=1e-15)
    w, v = x[:, 3], x[:, 4:]
    np.testing.assert_allclose(np.linalg.norm(x[:, 3:], axis=1), 1, atol=1e-14)
    trace = 4 * w**2 - 1
    np.testing.assert_allclose(np.trace(pose.rotation, axis1=1, axis2=2), trace, atol=1e-14)
    skew = pose.rotation - np.swapaxes(pose.rotation, 1, 2)
    np.testing.assert_allclose(np.stack([skew[:, 2, 1], skew[:, 0, 2], skew[:, 1, 0]], axis=1), 4 * w[:, None] * v, atol=1e-14)


def test_singular_directions_are_said() -> None:
    biglide = kl.load("biglide")
    d, l = biglide.parameters["d"], biglide.parameters["l"]
    s = np.sqrt(l**2 - d**2 / 4)
    type2 = np.array([s, -s, np.arctan2(-s, d / 2), np.arctan2(s, -d / 2)])
    with pytest.raises(kl.KinloopError, match="passive joints do not follow"):
        biglide.forward_velocity(type2, [1.0, 1.0])
    assert np.all(np.isfinite(biglide.inverse_velocity(type2, [1.0, 1.0]).qd))
    stretched = kl.load("two_r")
    with pytest.raises(kl.KinloopError, match="does not determine"):
        stretched.inverse_velocity([0.3, 0.0], [1.0, 0.0])
    assert np.all(np.isnan(stretched.inverse_velocity(np.array([[0.3, 0.0], [0.3, 0.0]]), [1.0, 0.0]).qd))


@pytest.mark.parametrize("name", [*kl.library(), "four_bar", "hexaglide_rods"])
def test_task_acceleration_of_forward_dynamics_is_that_of_its_joints(name: str) -> None:
    robot = robot_named(name)
    state = random_states(robot, 4, seed=41)
    motion = robot.forward_dynamics(state.q, state.qd, state.tau)
    np.testing.assert_array_equal(motion.qdd_passive, motion.qdd[:, robot.n_active :])
    expected = robot.forward_acceleration(state.q, state.qd, motion.qdd_active).xdd
    np.testing.assert_allclose(motion.xdd, expected, rtol=0, atol=1e-11 * max(1.0, np.abs(motion.qdd).max()))


@pytest.mark.parametrize("name", kl.library())
def test_analytic_jacobian_is_the_derivative_of_the_task_s_numbers(name: str) -> None:
    robot = robot_named(name)
    s = random_states(robot, 4, seed=42)
    task = robot.models.kernel("task")
    measured = derivative(
        lambda t: np.asarray(task(move_along(robot, s.q, s.qd, t[:, None]), *robot.models.parameter_inputs)), 1e-3
    )
    np.testing.assert_allclose(apply(robot.jacobian(s.q, kind="analytic"), s.qd), measured, atol=1e-10)
    with pytest.raises(kl.KinloopError, match="geometric, analytic"):
        robot.jacobian(s.q, kind="exact")


@pytest.mark.parametrize("name", kl.library())
def test_jacobians_of_the_task_undo_each_other(name: str) -> None:
    robot = robot_named(name)
    s = random_states(robot, 4, seed=43)
    active = s.qd[:, : robot.n_active]
    J, back = robot.task_jacobian(s.q), robot.inverse_jacobian(s.q)
    np.testing.assert_allclose(J @ back[:, : robot.n_active] - np.eye(J.shape[1]), 0, atol=1e-10)
    np.testing.assert_allclose(apply(J, active), robot.forward_velocity(s.q, active).xd, atol=1e-12)


def test_task_acceleration_is_that_of_the_state_that_was_given() -> None:
    """Whoever integrates in place changes the arrays before asking for it."""
    robot = robot_named("two_r")
    q, qd = np.array([0.3, 0.7]), np.array([1.0, -2.0])
    motion = robot.forward_dynamics(q, qd, [0.1, 0.2])
    expected = motion.xdd
    q += 0.1
    qd += 0.5
    np.testing.assert_array_equal(motion.xdd, expected)
    many, rates = np.tile(q, (3, 1)), np.tile(qd, (3, 1))
    batch = robot.forward_dynamics(many, rates, [0.1, 0.2])
    rates += 0.5
    np.testing.assert_array_equal(batch.xdd, [robot.forward_dynamics(q, qd, [0.1, 0.2]).xdd] * 3)


def test_a_tool_whose_x_axis_is_vertical_turns_by_its_y_axis() -> None:
    """``phi`` is the sum of the joints' angles, however the tool's frame lies on the last link; its rate is that of the turn."""
    q = np.array([0.3, 0.5])
    for rpy, offset in (((0, 0, 0), 0.0), ((0, -np.pi / 2, 0), 0.0), ((0, np.pi / 2, 0), 0.0), ((np.pi / 2, 0, 0.2), 0.2)):
        links = [kl.Link(name=name, mass=1.0, com=(0.1, 0, 0), inertia=(0, 0.01, 0.01, 0, 0, 0)) for name in "ab"]
        joints = [
            kl.Joint(name="p", kind="revolute", parent="base", child="a"),
            kl.Joint(name="r", kind="revolute", parent="a", child="b", origin=kl.Pose(xyz=(0.3, 0, 0))),
        ]
        tool = kl.Anchor(link="b", origin=kl.Pose(xyz=(0.2, 0, 0), rpy=rpy))
        arm = kl.Mechanism(name="turned_tool", links=links, joints=joints, tool=tool, task=("x", "phi"))
        robot = kl.load(arm)
        assert kl.check(arm).warnings == ()
        here = robot.forward_geometry(q).x
        assert here[1] == pytest.approx(np.sum(q) + offset, abs=1e-15)
        np.testing.assert_allclose(robot.inverse_geometry(here, near=q + 0.1).q, q, atol=1e-12)
