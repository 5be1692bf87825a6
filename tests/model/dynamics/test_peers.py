"""Against Pinocchio: arms from URDF files, random trees with every kind of joint, closed machines in every mode.

Errors are relative: the largest difference of a sample over the largest number of Pinocchio's answer. Inverse dynamics, inertia
and Jacobian are sums of products without division, so 1e-12 leaves three digits over what rounding takes. Forward dynamics solves
with the inertia and loses its condition number, 3e2 for the arms and up to 1e3 for the trees: 1e3 times the rounding of 1e-16.
Closed machines lose those of the inertia (a rod of a gram: 1e4) and of the closures, and Pinocchio damps redundant rows by 1e-6
and takes that out again to 1e-12: 1e-10.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from modes import every_configuration, moving
from motion import evaluate_formula
from peers import InPinocchio, urdf_path
from rods import MASS, states_with_links, with_links_for_rods

import kinloop as kl
from kinloop.mechanism.formats.urdf.urdf_file import read_urdf

pin = pytest.importorskip("pinocchio", reason="pinocchio is not installed (it has no Windows wheel)")

from random_trees import KINDS, Tree, random_chain, random_tree  # noqa: E402  (it imports pinocchio)

Array = np.ndarray
TOLERANCE = 1e-12
TREES = range(20)


def relative_error(actual: Array, expected: Array) -> float:
    """The worst of all samples."""
    axes = tuple(range(1, expected.ndim))
    return float(np.max(np.abs(actual - expected).max(axis=axes) / np.abs(expected).max(axis=axes)))


def each(function: Callable[..., Array], *arrays: Array) -> Array:
    """Pinocchio's answer to every sample."""
    return np.array([np.array(function(*sample)) for sample in zip(*arrays, strict=True)])


# ---------------------------------------------------------------- arms


class Arm:
    """An arm in both, and 1 000 random states of the tree; friction is left out, as Pinocchio does."""

    def __init__(self, name: str) -> None:
        path = urdf_path(name)
        self.robot = kl.load(read_urdf(path, friction=False))
        self.model = pin.buildModelFromUrdf(str(path))
        self.mimic = pin.buildModelFromUrdf(str(path), mimic=True)
        self.data = self.model.createData()
        random = np.random.default_rng(0)
        shape = (1000, self.model.nv)
        self.q = random.uniform(-np.pi, np.pi, shape)
        self.qd, self.qdd = random.uniform(-2, 2, (2, *shape))
        assert list(self.model.names)[1:] == list(self.robot.mechanism.rates), "the arms' joints come in another order"


arm = cache(Arm)


def symmetric(upper: Array) -> Array:
    """Pinocchio fills in the upper half."""
    return np.triu(upper) + np.triu(upper, 1).T


@pytest.mark.parametrize("name", ["ur5", "panda"])
def test_inverse_dynamics_of_an_arm_is_pinocchios(name: str) -> None:
    case = arm(name)
    expected = each(lambda q, v, a: pin.rnea(case.model, case.data, q, v, a), case.q, case.qd, case.qdd)
    assert relative_error(case.robot.models.formulas.kernel("tree_effort")(case.q, case.qd, case.qdd), expected) < TOLERANCE


@pytest.mark.parametrize("name", ["ur5", "panda"])
def test_inertia_of_an_arm_is_pinocchios(name: str) -> None:
    case = arm(name)
    expected = each(lambda q: symmetric(pin.crba(case.model, case.data, q)), case.q)
    assert relative_error(case.robot.models.formulas.kernel("tree_inertia")(case.q), expected) < TOLERANCE


@pytest.mark.parametrize("name", ["ur5", "panda"])
def test_tool_jacobian_of_an_arm_is_pinocchios(name: str) -> None:
    case = arm(name)
    tool = case.model.getFrameId(case.robot.mechanism.tool.link)
    expected = each(lambda q: pin.computeFrameJacobian(case.model, case.data, q, tool, pin.LOCAL_WORLD_ALIGNED), case.q)
    assert relative_error(case.robot.jacobian(case.q), expected) < TOLERANCE


def test_public_models_of_the_ur5_are_pinocchios() -> None:
    """Without loops the public methods are those of the tree."""
    case = arm("ur5")
    tau = each(lambda q, v, a: pin.rnea(case.model, case.data, q, v, a), case.q, case.qd, case.qdd)
    assert relative_error(case.robot.inverse_dynamics(case.q, case.qd, case.qdd), tau) < TOLERANCE
    assert (
        relative_error(case.robot.inertia(case.q), each(lambda q: symmetric(pin.crba(case.model, case.data, q)), case.q))
        < TOLERANCE
    )
    efforts = np.random.default_rng(1).uniform(-20, 20, case.q.shape)
    qdd = each(lambda q, v, u: pin.aba(case.model, case.data, q, v, u), case.q, case.qd, efforts)
    assert relative_error(case.robot.forward_dynamics(case.q, case.qd, efforts).qdd, qdd) < TOLERANCE


def test_public_models_of_the_panda_are_pinocchios_with_a_mimic_joint() -> None:
    """Its second finger follows the first: a coupling here, a joint without a coordinate of its own in Pinocchio.

    ABA has no mimic joints, so forward dynamics is compared with a solution by Pinocchio's inertia and bias.
    """
    case = arm("panda")
    robot, model, data = case.robot, case.mimic, case.mimic.createData()
    assert robot.passive == ("panda_finger_joint2",)
    q, qd, qdd = (a.copy() for a in (case.q, case.qd, case.qdd))
    for a in (q, qd, qdd):
        a[:, -1] = a[:, -2]
    active = slice(0, robot.n_active)
    tau = each(lambda q, v, a: pin.rnea(model, data, q, v, a), q[:, active], qd[:, active], qdd[:, active])
    M = each(lambda q: symmetric(pin.crba(model, data, q)), q[:, active])
    assert relative_error(robot.inverse_dynamics(q, qd, qdd), tau) < TOLERANCE
    assert relative_error(robot.inverse_dynamics(q, qd, qdd[:, active]), tau) < TOLERANCE
    assert relative_error(robot.inertia(q), M) < TOLERANCE
    efforts = np.random.default_rng(1).uniform(-20, 20, tau.shape)
    bias = each(lambda q, v: pin.rnea(model, data, q, v, np.zeros(model.nv)), q[:, active], qd[:, active])
    expected = np.linalg.solve(M, (efforts - bias)[..., None])[..., 0]
    result = robot.forward_dynamics(q, qd, efforts)
    assert relative_error(result.qdd_active, expected) < TOLERANCE
    assert relative_error(result.qdd[:, -1:], expected[:, -1:]) < TOLERANCE


# ---------------------------------------------------------------- random trees


@cache
def tree_and_robot(seed: int) -> tuple[Tree, kl.Robot]:
    tree = random_tree(seed)
    return tree, kl.load(tree.mechanism)


def random_states(tree: Tree, robot: kl.Robot, count: int = 8) -> tuple[Array, Array, Array, Array]:
    """Angles up to 2 rad, slides up to 0.3 m (metres of it would make the inertia ill conditioned), any orientation."""
    random = np.random.default_rng(tree.model.nv)
    q = random.uniform(-1, 1, (count, len(robot.mechanism.coordinates)))
    q *= [0.3 if name in tree.slides else 2.0 for name in robot.mechanism.coordinates]
    for start in tree.quaternions:
        q[:, start : start + 4] /= np.linalg.norm(q[:, start : start + 4], axis=1, keepdims=True)
    qd, qdd, tau = random.uniform(-2, 2, (3, count, tree.model.nv))
    return q, qd, qdd, 10 * tau


def test_random_trees_have_every_kind_of_joint_and_branch() -> None:
    trees = [tree_and_robot(seed)[0].mechanism for seed in TREES]
    assert {joint.kind for tree in trees for joint in tree.joints} == {*KINDS, "fixed"}
    assert any(len({joint.parent for joint in tree.joints}) < len(tree.joints) - 2 for tree in trees)


@pytest.mark.parametrize("seed", TREES)
def test_inverse_models_of_a_random_tree_are_pinocchios(seed: int) -> None:
    tree, robot = tree_and_robot(seed)
    model, data = tree.model, tree.model.createData()
    q, qd, qdd, _ = random_states(tree, robot)

    def efforts(q: Array, v: Array, a: Array) -> Array:
        X = tree.rates(q)
        return X.T @ pin.rnea(model, data, tree.q(q), X @ v, X @ a + tree.drift(q, v))

    def inertia(q: Array) -> Array:
        X = tree.rates(q)
        return X.T @ symmetric(pin.crba(model, data, tree.q(q))) @ X

    def jacobian(q: Array) -> Array:
        return pin.computeFrameJacobian(model, data, tree.q(q), tree.tool, pin.LOCAL_WORLD_ALIGNED) @ tree.rates(q)

    assert relative_error(robot.inverse_dynamics(q, qd, qdd), each(efforts, q, qd, qdd)) < TOLERANCE
    # Evaluated by CasADi: to compile twenty more of each takes half a minute and shows nothing that the arms do not.
    assert relative_error(evaluate_formula(robot, "inertia", q)[0], each(inertia, q)) < TOLERANCE
    assert relative_error(evaluate_formula(robot, "jacobian", q)[0], each(jacobian, q)) < TOLERANCE


@pytest.mark.parametrize("seed", TREES)
def test_forward_dynamics_of_a_random_tree_is_pinocchios(seed: int) -> None:
    tree, robot = tree_and_robot(seed)
    model, data = tree.model, tree.model.createData()
    q, qd, _, tau = random_states(tree, robot)

    def accelerations(q: Array, v: Array, tau: Array) -> Array:
        X = tree.rates(q)
        return X.T @ (pin.aba(model, data, tree.q(q), X @ v, X @ tau) - tree.drift(q, v))

    assert relative_error(robot.forward_dynamics(q, qd, tau).qdd, each(accelerations, q, qd, tau)) < TOLERANCE


# ---------------------------------------------------------------- closed machines, in every mode

CLOSED_TOLERANCE = 1e-10
GRAM = {"m_1": 1e-3, "m_2": 1e-3}  # Pinocchio needs a mass on every body


@pytest.mark.parametrize(
    ("name", "parameters", "count"),
    [
        ("five_bar", {}, 24),  # of three targets: four working modes and two assembly modes of each
        ("biglide", GRAM, 24),
        ("three_rrr", {}, 48),
        ("delta_parallelograms", {}, 48),
        ("stewart_gough", {}, 24),
    ],
)
def test_forward_dynamics_of_a_closed_machine_is_pinocchios_in_every_mode(
    name: str, parameters: dict[str, float], count: int, tmp_path: Path
) -> None:
    robot = kl.load(name, **parameters)
    state = moving(robot, every_configuration(robot, 3, seed=5), seed=5)
    assert len(state.q) >= count
    found = each(InPinocchio(robot, tmp_path).acceleration, state.q, state.qd, state.tau)
    assert relative_error(robot.forward_dynamics(state.q, state.qd, state.tau).qdd, found) < CLOSED_TOLERANCE


def test_forward_dynamics_of_the_delta_with_rods_is_pinocchios_limit_of_light_rods(tmp_path: Path) -> None:
    """Pinocchio has no closure of a length. Its rods are links of 0.1 and 0.2 mg: what they change is linear to
    1e-11, and rounding over 1e-7 kg leaves 1e-9."""
    robot = kl.load("delta_rods")
    linked = kl.load(with_links_for_rods(robot.mechanism, 1e-7))
    state = moving(robot, every_configuration(robot, 3, seed=5), seed=5)
    assert len(state.q) == 48
    theirs = states_with_links(robot, linked, state)
    shared = [linked.mechanism.rates.index(rate) for rate in robot.mechanism.rates]

    def with_mass(mass: float) -> Array:
        peer = InPinocchio(linked.with_parameters(**{MASS: mass}), tmp_path)
        return each(peer.acceleration, theirs.q, theirs.qd, theirs.tau)[:, shared]

    expected = 2 * with_mass(1e-7) - with_mass(2e-7)
    assert relative_error(robot.forward_dynamics(state.q, state.qd, state.tau).qdd, expected) < 10 * CLOSED_TOLERANCE


@pytest.mark.long
@pytest.mark.parametrize("joints", [40, 100])
def test_a_long_chain_is_pinocchios(joints: int) -> None:
    """So long that its code is cut into pieces: the inertia of forty joints has 40 000 steps, the forward dynamics of a hundred
    70 000."""
    tree = random_chain(joints)
    robot, model = kl.load(tree.mechanism), tree.model
    data = model.createData()
    random = np.random.default_rng(1)
    q, v, tau = random.uniform(-1, 1, (3, 20, joints))
    assert relative_error(robot.inverse_dynamics(q, v, tau), each(lambda *s: pin.rnea(model, data, *s), q, v, tau)) < TOLERANCE
    if joints == 40:
        inertia = each(lambda q: symmetric(pin.crba(model, data, q)), q)
        assert relative_error(robot.inertia(q), inertia) < TOLERANCE
    expected = each(lambda q, v, tau: pin.aba(model, data, q, v, tau), q, v, tau)
    assert relative_error(robot.forward_dynamics(q, v, tau).qdd, expected) < TOLERANCE
    single = robot.forward_dynamics(q[3], v[3], tau[3]).qdd
    np.testing.assert_array_equal(single, robot.forward_dynamics(q, v, tau).qdd[3])
