"""External wrenches on links: their power is force times velocity in every model that takes them.

Tolerances: as in ``test_laws``, 1e-12 of the largest number for sums of products, and the condition of the solved system (up
to 1e3) more where accelerations are solved for.
"""

from __future__ import annotations

import numpy as np
import pytest
from machines import robot_named
from motion import apply, evaluate_formula, random_states, velocity_closure
from peers import urdf_path

import kinloop as kl
from kinloop.errors import NotFinite, ShapeError, UnknownName
from kinloop.mechanism.formats.urdf.urdf_file import read_urdf

Array = np.ndarray
EVERY = (*kl.library(), "tilted_four_bar", "rssr")
# With and without loops, also redundant ones; small enough to compile in no time.
SEVERAL = ("two_r", "biglide", "tilted_four_bar", "scara_prrr")
SAMPLES = 4


def loads_on(robot: kl.Robot, count: int = SAMPLES, seed: int = 0) -> dict[str, Array]:
    """On the tool and on the first link that moves."""
    random = np.random.default_rng(seed)
    link = next(joint.child for joint in robot.mechanism.joints if joint.kind != "fixed")
    return {"tool": random.uniform(-5, 5, (count, 6)), link: random.uniform(-5, 5, (count, 6))}


def tree_effort(robot: kl.Robot, state: tuple[Array, ...], wrenches: dict[str, Array]) -> Array:
    """The tree's efforts with loads, by CasADi's own evaluation."""
    names, loads = robot.models.wrench_inputs(wrenches)
    function = robot.models.formulas.formula("tree_effort", loads=names).function()
    parameters = [np.broadcast_to(p, (SAMPLES, p.size)) for p in robot.models.parameter_inputs]
    return np.array([function(*sample).full().ravel() for sample in zip(*state, *loads, *parameters, strict=True)])


def generalised(robot: kl.Robot, q: Array, wrenches: dict[str, Array]) -> Array:
    """``J^T w`` of all loads, from the Jacobians."""
    total = np.zeros((len(q), len(robot.mechanism.rates)))
    for name, wrench in wrenches.items():
        jacobian = robot.models.formulas.formula("jacobian", name).function()
        J = np.array([jacobian(configuration, *robot.models.parameter_inputs).full() for configuration in q])
        total += apply(np.swapaxes(J, -1, -2), wrench)
    return total


@pytest.mark.parametrize("name", EVERY)
def test_a_wrench_takes_the_effort_of_its_power(name: str) -> None:
    """The recursion of forces against the Jacobians of the recursion of velocities."""
    robot = robot_named(name)
    state = random_states(robot, SAMPLES, seed=1)
    qdd = np.random.default_rng(2).normal(size=state.qd.shape)
    wrenches = loads_on(robot)
    (without,) = evaluate_formula(robot, "tree_effort", state.q, state.qd, qdd)
    expected = without - generalised(robot, state.q, wrenches)
    actual = tree_effort(robot, (state.q, state.qd, qdd), wrenches)
    np.testing.assert_allclose(actual, expected, rtol=0, atol=1e-12 * max(1.0, np.abs(expected).max()))


@pytest.mark.parametrize("name", [*SEVERAL, "rssr"])
def test_accelerations_change_as_the_equations_of_motion_say(name: str) -> None:
    r""":math:`M \Delta\ddot q = J^T w + K^T \Delta\lambda` on the motions that the loops leave."""
    robot = robot_named(name)
    state = random_states(robot, SAMPLES, seed=3)
    wrenches = loads_on(robot)
    given = (state.q, state.qd, state.tau)
    change = robot.forward_dynamics(*given, wrenches=wrenches).qdd - robot.forward_dynamics(*given).qdd
    (M,) = evaluate_formula(robot, "tree_inertia", state.q)
    K, _ = velocity_closure(robot, state.q, state.qd)
    projector = np.eye(state.qd.shape[-1]) - np.linalg.pinv(K, rcond=1e-6) @ K
    left = apply(projector, apply(M, change) - generalised(robot, state.q, wrenches))
    assert np.abs(left).max() < 1e-10
    assert np.abs(apply(K, change)).max(initial=0.0) < 1e-9 * max(1.0, np.abs(change).max())


@pytest.mark.parametrize("name", SEVERAL)
def test_inverse_and_forward_dynamics_undo_each_other_under_load(name: str) -> None:
    robot = robot_named(name)
    state = random_states(robot, SAMPLES, seed=4)
    wrenches = loads_on(robot)
    qdd = robot.forward_dynamics(state.q, state.qd, state.tau, wrenches).qdd
    for accelerations in (qdd, qdd[:, : robot.n_active]):
        back = robot.inverse_dynamics(state.q, state.qd, accelerations, wrenches=wrenches)
        np.testing.assert_allclose(back, state.tau, rtol=0, atol=1e-9)
    active = apply(robot.inertia(state.q), qdd[:, : robot.n_active]) + robot.bias(state.q, state.qd, wrenches)
    np.testing.assert_allclose(active, state.tau, rtol=0, atol=1e-9)


def test_a_weight_in_the_hand_is_a_heavier_hand() -> None:
    """A payload as a wrench of its weight, against the same machine with the mass: at rest they are one."""
    light, heavy = kl.load("two_r"), kl.load("two_r")
    mechanism = light.mechanism
    tool = mechanism.tool
    assert tool is not None
    payload = kl.Link(name="payload", mass=1.3)
    grip = kl.Joint(name="grip", kind="fixed", parent=tool.link, child="payload", origin=tool.origin)
    heavy = kl.load(mechanism.model_copy(update={"links": (*mechanism.links, payload), "joints": (*mechanism.joints, grip)}))
    q = np.array([0.4, -1.1])
    gravity = [float(g) if isinstance(g, float) else g.value(light.parameters) for g in mechanism.gravity]
    weight = np.concatenate([1.3 * np.array(gravity), np.zeros(3)])
    assert np.abs(weight).max() > 1
    np.testing.assert_allclose(light.static_effort(q, {"tool": weight}), heavy.static_effort(q), rtol=1e-13)


def test_wrenches_broadcast_against_states_and_parameters() -> None:
    robot = kl.load("biglide", m_p=np.array([[1.0], [2.0], [3.0]]))
    q, push = robot.start, np.linspace(0, 1, 24).reshape(4, 6)
    found = robot.bias(q, np.zeros(4), wrenches={"tool": push})
    assert found.shape == (3, 4, 2)
    one = kl.load("biglide", m_p=2.0).bias(q, np.zeros(4), {"tool": push[2]})
    np.testing.assert_array_equal(found[1, 2], one)


def test_the_order_of_names_does_not_matter_and_nothing_is_no_load() -> None:
    robot = robot_named("biglide")
    q, qd = robot.start, np.zeros(4)
    a, b = np.arange(6.0), np.ones(6)
    first = robot.bias(q, qd, {"tool": a, "rod2": b})
    np.testing.assert_array_equal(first, robot.bias(q, qd, {"rod2": b, "tool": a}))
    np.testing.assert_array_equal(robot.bias(q, qd, {}), robot.bias(q, qd))
    np.testing.assert_allclose(robot.bias(q, qd, {"base": b}), robot.bias(q, qd), atol=1e-15)  # the ground takes it
    # The platform is where the tool is: two halves make a whole.
    np.testing.assert_allclose(robot.bias(q, qd, {"tool": a / 2, "platform": a / 2}), robot.bias(q, qd, {"tool": a}), rtol=1e-14)


@pytest.mark.parametrize(
    ("wrenches", "error", "words"),
    [
        ({"tol": np.zeros(6)}, UnknownName, "did you mean 'tool'.*has: tool, base, foot1"),
        ({"tool": np.zeros(3)}, ShapeError, r"wrench on 'tool' has shape \(3,\), expected \(..., 6\): force, then moment"),
        ({"tool": 1.0}, ShapeError, r"has shape \(\)"),
        ({"tool": "up"}, ShapeError, "is 'up', expected numbers"),
        (np.zeros(6) + 1, ShapeError, "expected the names of frames with six numbers each"),
        ({"tool": [0, np.nan, 0, 0, 0, 0]}, NotFinite, r"wrench_tool\[1\] \(force y\) is nan"),
    ],
)
def test_mistakes_are_sentences(wrenches: object, error: type[Exception], words: str) -> None:
    robot = robot_named("biglide")
    with pytest.raises(error, match=words):
        robot.forward_dynamics(robot.start, np.zeros(4), np.zeros(2), wrenches)  # type: ignore[arg-type]


def test_a_batch_has_nan_where_a_wrench_is_nan() -> None:
    robot = robot_named("biglide")
    push = np.zeros((3, 6))
    push[1, 0] = np.nan
    found = robot.forward_dynamics(robot.start, np.zeros(4), np.ones(2), {"tool": push})
    np.testing.assert_array_equal(np.isnan(found.qdd).any(axis=-1), [False, True, False])


def test_an_arm_that_pushes_is_pinocchios() -> None:
    """Pinocchio takes a force on a joint's body in that body's axes."""
    pin = pytest.importorskip("pinocchio", reason="pinocchio is not installed (it has no Windows wheel)")
    path = urdf_path("ur5")
    robot, model = kl.load(read_urdf(path, friction=False)), pin.buildModelFromUrdf(str(path))
    data = model.createData()
    random = np.random.default_rng(5)
    q, qd, qdd = random.uniform(-2, 2, (3, 6))
    link, push = "forearm_link", random.uniform(-10, 10, 6)
    frame = model.getFrameId(link)
    pin.framesForwardKinematics(model, data, q)
    turned = data.oMf[frame].rotation.T
    force = pin.Force(np.concatenate([turned @ push[:3], turned @ push[3:]]))  # in the link's axes
    outside = [pin.Force.Zero() for _ in range(model.njoints)]
    outside[model.frames[frame].parentJoint] = model.frames[frame].placement.act(force)
    expected = pin.rnea(model, data, q, qd, qdd, outside)
    np.testing.assert_allclose(robot.inverse_dynamics(q, qd, qdd, wrenches={link: push}), expected, rtol=0, atol=1e-11)
