"""The parts of the bias: the Coriolis matrix of Christoffel's symbols, gravity, friction and springs, on the active joints.

Tolerances: sums of a few hundred products agree to 1e-12 of the largest; central differences of sixth order to about 1e-10.
"""

from __future__ import annotations

import numpy as np
import pytest
from machines import CLOSED, four_bar, mixed, robot_named
from motion import Array, apply, derivative, move_along, random_states
from peers import urdf_path

import kinloop as kl

EVERY = (*kl.library(), *(name for name in CLOSED if name != "rssr"))  # the spin of its coupler has a rate of its own
LARGE = (
    "stewart_gough",
    "delta_parallelograms",
    "delta_rods",
    "hexaglide_links",
    "hexaglide_rods",
    "three_rrr",
)  # seconds to compile
MACHINES = [pytest.param(name, marks=pytest.mark.long) if name in LARGE else name for name in EVERY]
SAMPLES = 4


def overactuated() -> kl.Robot:
    """The four-bar with a second motor on its rocker."""
    mechanism = four_bar()
    joints = tuple(j.model_copy(update={"actuated": True}) if j.name == "c" else j for j in mechanism.joints)
    return kl.load(mechanism.model_copy(update={"joints": joints, "name": "two_motors"}))


def sum_of_parts(robot: kl.Robot, q: Array, qd: Array) -> Array:
    velocity = apply(robot.coriolis(q, qd), qd[..., : robot.n_active])
    return velocity + robot.gravity(q) + robot.friction(q, qd) + robot.spring(q)


def inertia_rate(robot: kl.Robot, q: Array, qd: Array) -> Array:
    """To first order the motion at constant rates is the true one."""
    return derivative(lambda t: robot.inertia(move_along(robot, q, qd, t[:, None])), 1e-4)


@pytest.mark.parametrize("name", MACHINES)
def test_the_parts_add_up_to_the_bias(name: str) -> None:
    robot = robot_named(name)
    state = random_states(robot, SAMPLES, seed=1)
    bias = robot.bias(state.q, state.qd)
    scale = np.maximum(np.abs(bias).max(axis=-1, keepdims=True), 1.0)
    assert np.all(np.abs(sum_of_parts(robot, state.q, state.qd) - bias) < 1e-12 * scale)


@pytest.mark.parametrize("name", MACHINES)
def test_the_inertia_rate_less_two_c_is_skew_symmetric(name: str) -> None:
    robot = robot_named(name)
    state = random_states(robot, SAMPLES, seed=2)
    rate = inertia_rate(robot, state.q, state.qd)
    S = rate - 2 * robot.coriolis(state.q, state.qd)
    scale = np.maximum(np.abs(robot.inertia(state.q)).max(), np.abs(rate).max())
    assert np.abs(S + np.swapaxes(S, -1, -2)).max() < 1e-8 * scale


def test_c_of_a_closed_chain_is_that_of_the_reduced_inertias_christoffel_symbols() -> None:
    """By differences of the reduced inertia along each active joint, with closed loops."""
    robot = robot_named("five_bar")
    state = random_states(robot, 1, seed=3)
    q, qd, n = state.q[0], state.qd[0], robot.n_active
    unit_rates = [robot.forward_velocity(q, unit).qd for unit in np.eye(n)]
    along = [derivative(lambda t, v=v: robot.inertia(move_along(robot, q, v, t)), 1e-4) for v in unit_rates]
    dM = np.stack(along)  # dM[k] is the derivative along active joint k
    symbols = (np.einsum("kij->ijk", dM) + np.einsum("jik->ijk", dM) - np.einsum("ijk->ijk", dM)) / 2
    np.testing.assert_allclose(robot.coriolis(q, qd), symbols @ qd[:n], atol=1e-9)


def test_parts_of_a_tree_with_quaternions_gears_and_springs_add_up() -> None:
    """A free joint carries an arm: the rates of its quaternion do not commute."""
    inertia = (0.02, 0.03, 0.025, 0.001, 0.002, -0.001)
    body, arm = (kl.Link(name=name, mass=1.1, com=(0.1, 0.05, -0.02), inertia=inertia) for name in ("body", "arm"))
    joints = (
        kl.Joint(name="free", kind="free", parent="base", child="body", actuated=True),
        kl.Joint(name="ball", kind="spherical", parent="body", child="arm", actuated=True, origin=kl.Pose(xyz=(0.2, 0.1, 0))),
    )
    robot = kl.load(kl.Mechanism(name="floating", links=(body, arm), joints=joints))
    state = random_states(robot, SAMPLES, seed=4)
    np.testing.assert_allclose(sum_of_parts(robot, state.q, state.qd), robot.bias(state.q, state.qd), atol=1e-11)
    S = inertia_rate(robot, state.q, state.qd) - 2 * robot.coriolis(state.q, state.qd)
    np.testing.assert_allclose(S, -np.swapaxes(S, -1, -2), atol=1e-8)


def test_with_more_actuators_than_degrees_of_freedom_the_parts_add_up() -> None:
    robot = overactuated()
    state = random_states(robot, SAMPLES, seed=5)
    np.testing.assert_allclose(sum_of_parts(robot, state.q, state.qd), robot.bias(state.q, state.qd), atol=1e-12)


def test_passive_rates_of_their_own_are_refused_in_words() -> None:
    robot = robot_named("rssr")
    with pytest.raises(kl.UnsupportedOperation, match=r"leave 1 motion of the passive joints undetermined; bias\(q, qd\)"):
        robot.coriolis(robot.start, np.zeros(len(robot.mechanism.rates)))
    assert np.isfinite(robot.gravity(robot.start)).all()


def test_at_type_2_there_is_no_matrix() -> None:
    robot = robot_named("biglide")
    q = robot.inverse_geometry([0.0, 0.4], mode=(1, -1)).q
    with pytest.raises(kl.SingularConfiguration):
        robot.coriolis(q, np.zeros(4))
    with pytest.raises(kl.SingularConfiguration):
        robot.gravity(q)


def test_a_wrong_shape_and_a_nan_are_named() -> None:
    robot = robot_named("two_r")
    with pytest.raises(kl.KinloopError, match="qd"):
        robot.coriolis([0.1, 0.2], [0.1])
    with pytest.raises(kl.NotFinite, match="qd"):
        robot.coriolis([0.1, 0.2], [0.1, np.nan])
    assert robot.coriolis(np.zeros((3, 2)), np.ones(2)).shape == (3, 2, 2)


def test_the_state_space_form_is_forward_dynamics() -> None:
    for name in ("two_r", "biglide", "hexaglide_links"):
        robot = robot_named(name)
        state = random_states(robot, SAMPLES, seed=6)
        f, g = robot.models.call(robot.models.kernel("state_space"), state.q, state.qd)
        motion = robot.forward_dynamics(state.q, state.qd, state.tau)
        n = len(robot.mechanism.coordinates)
        scale = np.abs(motion.qdd).max()
        np.testing.assert_allclose((f + apply(g, state.tau))[:, n:], motion.qdd, atol=1e-9 * scale)


def test_rayleighs_function_gives_viscous_friction_and_refuses_dry_friction() -> None:
    robot = kl.load("three_r", beta1=0.1, beta2=0.2, beta3=0.3)
    qd = np.array([0.4, -0.7, 1.1])
    kernel = robot.models.kernel("dissipation")

    def along_each_rate(t: Array) -> Array:
        return np.stack([robot.models.call(kernel, qd + t[:, None] * unit) for unit in np.eye(3)], axis=-1)

    slope = derivative(along_each_rate, 1e-2)
    np.testing.assert_allclose(slope, robot.friction(np.zeros(3), qd), atol=1e-12)
    with pytest.raises(kl.UnsupportedOperation, match=r"no dissipation function of Rayleigh: the joint 'q1' has Coulomb"):
        robot_named("puma560").equations("dissipation")


@pytest.mark.parametrize("name", ["ur5"])
def test_pinocchio_has_the_same_matrix_and_the_same_gravity(name: str) -> None:
    pin = pytest.importorskip("pinocchio")
    path = urdf_path(name)
    robot, model = kl.load(path), pin.buildModelFromUrdf(str(path))
    data, random = model.createData(), np.random.default_rng(7)
    for _ in range(5):
        q, qd = random.uniform(-2, 2, model.nq), random.normal(size=model.nv)
        np.testing.assert_allclose(robot.coriolis(q, qd), pin.computeCoriolisMatrix(model, data, q, qd), atol=1e-13)
        np.testing.assert_allclose(robot.gravity(q), pin.computeGeneralizedGravity(model, data, q), atol=1e-12)


def test_a_branching_tree_with_a_gear_adds_up() -> None:
    mechanism = mixed()
    joints = tuple(j.model_copy(update={"actuated": True}) if j.kind in ("universal", "planar") else j for j in mechanism.joints)
    robot = kl.load(mechanism.model_copy(update={"joints": joints, "name": "mixed_driven"}))
    state = random_states(robot, SAMPLES, seed=8)
    np.testing.assert_allclose(sum_of_parts(robot, state.q, state.qd), robot.bias(state.q, state.qd), atol=1e-11)
