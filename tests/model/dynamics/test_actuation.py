"""More actuators than degrees of freedom, fewer, and passive joints that nothing drives."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from machines import mixed, robot_named, rssr
from motion import apply, random_states, second_derivative

import kinloop as kl
from kinloop.errors import SingularConfiguration, UnsupportedOperation

SAMPLES = 6


@cache
def five_bar(*driven: str) -> kl.Robot:
    """The five-bar of the library with more of its joints actuated."""
    mechanism = kl.load("five_bar").mechanism
    joints = tuple(joint.model_copy(update={"actuated": True}) if joint.name in driven else joint for joint in mechanism.joints)
    return kl.load(
        mechanism.model_copy(update={"joints": joints, "forward_geometry": None, "inverse_geometry": None, "motion": None})
    )


@pytest.fixture(params=[("psi1",), ("psi1", "psi2")], ids=["three actuators", "four actuators"])
def overactuated(request: pytest.FixtureRequest) -> kl.Robot:
    return five_bar(*request.param)


@pytest.mark.parametrize("heavy", [None, 0])
def test_inverse_dynamics_finds_efforts_that_do_the_motion(overactuated: kl.Robot, heavy: int | None) -> None:
    robot, state = overactuated, random_states(overactuated, SAMPLES, seed=1)
    weights = None if heavy is None else np.where(np.arange(robot.n_active) == heavy, 1e3, 1.0)
    qdd = robot.forward_dynamics(state.q, state.qd, state.tau).qdd
    for given in (qdd, qdd[:, : robot.n_active]):
        tau = robot.inverse_dynamics(state.q, state.qd, given, weights=weights)
        np.testing.assert_allclose(
            robot.forward_dynamics(state.q, state.qd, tau).qdd, qdd, rtol=0, atol=1e-13 * np.abs(qdd).max()
        )


def test_no_other_efforts_for_the_motion_are_smaller(overactuated: kl.Robot) -> None:
    """What could be added without a change of the motion is at right angles to the weighted efforts."""
    robot, state = overactuated, random_states(overactuated, SAMPLES, seed=2)
    qdd = robot.forward_dynamics(state.q, state.qd, state.tau).qdd
    weights = np.random.default_rng(3).uniform(0.5, 2, robot.n_active)
    tau = robot.inverse_dynamics(state.q, state.qd, qdd, weights=weights)
    idle = state.tau - tau  # both do the same
    assert np.all(np.linalg.norm(idle, axis=1) > 1e-3)
    assert np.max(np.abs(np.sum(weights * tau * idle, axis=1))) < 1e-11 * np.abs(tau).max() * np.abs(idle).max()


def test_inertia_and_bias_give_the_least_efforts(overactuated: kl.Robot) -> None:
    robot, state = overactuated, random_states(overactuated, SAMPLES, seed=4)
    qdd = robot.forward_dynamics(state.q, state.qd, state.tau).qdd
    expected = robot.inverse_dynamics(state.q, state.qd, qdd)
    tau = apply(robot.inertia(state.q), qdd[:, : robot.n_active]) + robot.bias(state.q, state.qd)
    np.testing.assert_allclose(tau, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


def test_an_actuator_more_removes_the_type_2_singularity() -> None:
    """The usual cure: where the distal links of the five-bar align, two actuators do not decide its motion, three do."""
    robot = kl.load("five_bar")
    q = aligned(robot)
    with pytest.raises(SingularConfiguration):
        robot.inverse_dynamics(q, np.zeros(4), np.zeros(4))
    cured = five_bar("psi1")
    tau = cured.inverse_dynamics(q, np.zeros(4), np.zeros(4))
    np.testing.assert_allclose(cured.forward_dynamics(q, np.zeros(4), tau).qdd, 0, atol=1e-11)


def aligned(robot: kl.Robot) -> np.ndarray:
    """The symmetric configuration of the five-bar with its distal links in one line."""
    d, l1, l2 = (robot.parameters[name] for name in ("d", "l1", "l2"))
    crank = np.arccos((2 * l2 - d) / (2 * l1))
    return np.array([np.pi - crank, crank, crank - np.pi, np.pi - crank])


def test_active_rates_that_contradict_each_other_are_refused(overactuated: kl.Robot) -> None:
    robot = overactuated
    against = np.eye(robot.n_active)[0]
    with pytest.raises(SingularConfiguration, match="contradict"):
        robot.forward_velocity(robot.start, against)
    with pytest.raises(SingularConfiguration, match="contradict"):
        robot.forward_acceleration(robot.start, np.zeros(4), against)
    assert np.isnan(robot.forward_velocity(np.tile(robot.start, (2, 1)), against).xd).all()
    state = random_states(robot, SAMPLES, seed=5)
    np.testing.assert_allclose(robot.forward_velocity(state.q, state.qd[:, : robot.n_active]).qd, state.qd, atol=1e-14)
    with pytest.raises(SingularConfiguration, match="contradict"):
        robot.inverse_dynamics(robot.start, np.zeros(4), against)


@pytest.mark.parametrize("jerk", [None, np.zeros(4)])
def test_weights_without_a_choice_are_refused(jerk: np.ndarray | None) -> None:
    robot = robot_named("biglide")
    with pytest.raises(UnsupportedOperation, match="no more actuators than degrees of freedom"):
        robot.inverse_dynamics(robot.start, np.zeros(4), np.zeros(4), jerk, weights=[1, 1])


def test_a_spin_does_not_hide_that_two_motors_share_one_degree_of_freedom() -> None:
    """RSSR with both cranks driven: two actuators and two degrees of freedom, but one degree of freedom is the coupler's spin."""
    joints = tuple(joint.model_copy(update={"actuated": joint.name != "s"}) for joint in rssr().joints)
    robot = kl.load(rssr().model_copy(update={"joints": joints}))
    state = random_states(robot, SAMPLES, seed=9)
    motion = robot.forward_dynamics(state.q, state.qd, state.tau)
    weights = np.array([1.0, 3.0])
    for given, jerk in ((motion.qdd, None), (motion.qdd_active, None), (motion.qdd, np.zeros(5))):
        tau = robot.inverse_dynamics(state.q, state.qd, given, jerk, weights=weights)
        again = robot.forward_dynamics(state.q, state.qd, tau).qdd
        np.testing.assert_allclose(again, motion.qdd, rtol=0, atol=1e-12 * np.abs(motion.qdd).max())
        idle = state.tau - tau
        assert np.max(np.abs(np.sum(weights * tau * idle, axis=1))) < 1e-11 * np.abs(tau).max() * np.abs(idle).max()
    with pytest.raises(SingularConfiguration, match="contradict"):
        robot.forward_velocity(state.q[0], [1.0, 0.0])


def test_active_accelerations_are_enough_beside_undriven_joints_and_gears() -> None:
    """Where no loop but only a gear ties passive joints, most accelerations are exact zeros."""
    robot = kl.load(mixed())
    state = random_states(robot, SAMPLES, seed=10)
    motion = robot.forward_dynamics(state.q, state.qd, state.tau)
    np.testing.assert_allclose(robot.inverse_dynamics(state.q, state.qd, motion.qdd_active), state.tau, atol=1e-11)


def test_the_spin_of_a_coupler_takes_no_part_in_the_motion_of_the_tool() -> None:
    """RSSR: the coupler between two balls spins as it likes; the rates are the least, and the tool's are determined."""
    robot = robot_named("rssr")
    state = random_states(robot, SAMPLES, seed=6)
    velocity = robot.forward_velocity(state.q, state.qd[:, :1])
    np.testing.assert_allclose(velocity.qd[:, 4], state.qd[:, 4], atol=1e-13)
    spin = state.qd[:, 1:4] - velocity.qd[:, 1:4]
    assert np.all(np.linalg.norm(spin, axis=1) > 1e-3)
    assert np.all(np.linalg.norm(velocity.qd, axis=1) < np.linalg.norm(state.qd, axis=1))


def test_efforts_of_a_machine_with_a_spin_leave_the_spin_alone() -> None:
    robot = robot_named("rssr")
    state = random_states(robot, SAMPLES, seed=7)
    motion = robot.forward_dynamics(state.q, state.qd, state.tau)
    for qdd in (motion.qdd, motion.qdd_active):
        np.testing.assert_allclose(robot.inverse_dynamics(state.q, state.qd, qdd), state.tau, atol=1e-12)


def test_a_pendulum_on_a_cart_has_the_inertia_that_its_motor_feels() -> None:
    """Fewer actuators than degrees of freedom: the cart's motor feels ``M + m - m cos^2``, and says nothing of how the tool
    moves."""
    robot = kl.load(
        kl.Mechanism(
            name="cart",
            gravity=(0, -9.81, 0),
            links=[kl.Link(name="cart", mass=2.0), kl.Link(name="bob", mass=0.5, com=(0, -0.7, 0))],
            joints=[
                kl.Joint(name="s", kind="prismatic", parent="base", child="cart", axis=(1, 0, 0)),
                kl.Joint(name="a", kind="revolute", parent="cart", child="bob", actuated=False),
            ],
            tool=kl.Anchor(link="bob", origin=kl.Pose(xyz=(0, -0.7, 0))),
            task=("x",),
        )
    )
    angle = np.linspace(-3, 3, 7)
    q = np.stack([np.zeros(7), angle], axis=-1)
    np.testing.assert_allclose(robot.inertia(q)[:, 0, 0], 2.5 - 0.5 * np.cos(angle) ** 2, rtol=1e-14)
    with pytest.raises(UnsupportedOperation, match="2 degrees of freedom move the tool while the 1 actuated rates are at rest"):
        robot.forward_velocity(q, np.ones((7, 1)))


def test_a_redundant_arm_moves_with_the_least_rates() -> None:
    """Three joints for two coordinates: the pseudo-inverse of the Jacobian."""
    robot = kl.load(
        kl.load("three_r").mechanism.model_copy(
            update={"task": ("x", "y"), "forward_geometry": None, "inverse_geometry": None, "motion": None}
        )
    )
    random = np.random.default_rng(8)
    q, qd, x = random.uniform(-2, 2, (SAMPLES, 3)), random.uniform(-1, 1, (SAMPLES, 3)), random.uniform(-1, 1, (SAMPLES, 2))
    J = robot.jacobian(q)[:, :2]
    expected = np.linalg.pinv(J)
    np.testing.assert_allclose(robot.inverse_jacobian(q), expected, atol=1e-12)
    np.testing.assert_allclose(robot.inverse_velocity(q, x).qd, apply(expected, x), atol=1e-12)
    np.testing.assert_allclose(robot.inverse_velocity(q, x).xd, x, atol=1e-14)
    np.testing.assert_allclose(robot.inverse_acceleration(q, qd, x).xdd, x, atol=1e-13)


def test_stiffness_has_the_preload_of_the_least_efforts(overactuated: kl.Robot) -> None:
    """The second derivative of the energy: joint springs, preloaded by ``static_effort``, and a load that stays as it is."""
    robot, q = overactuated, random_states(overactuated, 1, seed=11, spread=0.1).q[0]
    n, still, load = robot.n_active, np.zeros(4), np.array([30.0, -50.0, 0, 0, 0, 0])
    springs = np.linspace(50.0, 100.0, n)
    held = robot.static_effort(q, {"tool": load})
    model = robot.linearise(q, still, held, {"tool": load})

    def energy(change: np.ndarray) -> np.ndarray:
        moved = model.configuration(change)
        stretch = moved[..., :n] - q[:n]
        own = robot.energy(moved, still).potential + np.sum((springs * stretch / 2 - held) * stretch, axis=-1)
        return own - robot.frame_pose(moved).position @ load[:3]

    J = robot.jacobian(q)[:2] @ model.basis
    for x in (np.array([1.0, 0.0]), np.array([0.6, -0.8])):
        along = np.linalg.solve(J, x)
        second = second_derivative(lambda t, along=along: energy(t[:, None] * along), h=1e-2 / np.linalg.norm(along))
        np.testing.assert_allclose(x @ robot.stiffness(q, springs, load).stiffness @ x, second, rtol=1e-8)


def test_a_row_of_nan_leaves_the_other_efforts_under_a_constraint_alone(overactuated: kl.Robot) -> None:
    reduced = kl.reduce(overactuated, "q1 + q2 - 3.1", ["q1"])
    q = np.tile(reduced.start, (3, 1))
    q[1] = np.nan
    tau = reduced.torques(q, np.full((3, 1), 0.3), np.ones((3, 1)))
    assert np.isnan(tau[1]).all()
    np.testing.assert_allclose(tau[[0, 2]], [reduced.torques(q[0], [0.3], [1.0])] * 2, atol=1e-14)
