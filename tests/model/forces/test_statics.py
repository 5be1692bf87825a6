"""Forces at rest: virtual work over every machine, both directions, and stiffness against equilibria that are solved again.

Derivatives of the energy and of wrenches are central differences of sixth order: 1e-9 of the largest number.
"""

from __future__ import annotations

import numpy as np
import pytest
from machines import robot_named
from motion import apply, derivative, move_along, random_states, rotate_quaternion, velocity_closure

import kinloop as kl
from kinloop.errors import ShapeError, SingularConfiguration, UnsupportedOperation
from kinloop.model.dynamics.task import task_rows

Array = np.ndarray
EVERY = (*kl.library(), "tilted_four_bar", "parallelogram", "hexaglide_rods")
SAMPLES = 3
# As many degrees of freedom as task coordinates and actuators.
SQUARE = (*kl.library(), "hexaglide_rods")
# Serial, planar closed, redundant closures, and a platform that turns: their loads compile in no time.
SEVERAL = ("two_r", "biglide", "three_rrr", "scara_prrr", "six_r")
# Far from stretched arms, at which the tool is blind to a joint: near them differences need smaller steps.
SPREAD = 0.1


def free_motions(robot: kl.Robot, q: Array) -> Array:
    """Rates that keep the loops closed, (samples, nv, degrees of freedom)."""
    nv = len(robot.mechanism.rates)
    K, _ = velocity_closure(robot, q, np.zeros((len(q), nv)))
    dof = nv - len(robot.models.formulas.model.kept_rows)
    return (
        np.swapaxes(np.linalg.svd(K)[2], -1, -2)[..., nv - dof :] if K.shape[1] else np.broadcast_to(np.eye(nv), (len(q), nv, nv))
    )


@pytest.mark.parametrize("name", EVERY)
def test_efforts_at_rest_do_the_work_of_gravity_springs_and_loads(name: str) -> None:
    """On every small motion that the loops leave: ``tau . dq = dV - w . dx``."""
    robot = robot_named(name)
    q = random_states(robot, SAMPLES, seed=41).q
    N = free_motions(robot, q)
    loads = {"tool": np.random.default_rng(42).uniform(-5, 5, (SAMPLES, 6))} if name in SEVERAL else None
    tau = robot.static_effort(q, loads)

    def energy(t: Array) -> Array:  # time, degree of freedom, sample
        return robot.energy(move_along(robot, q, np.moveaxis(N, -1, 0), t[:, None, None]), np.zeros(N.shape[1])).potential

    work = derivative(energy, 1e-3).T
    if loads is not None:
        twists = robot.jacobian(q) @ N
        work = work - np.einsum("sk,skf->sf", loads["tool"], twists)
    actual = np.einsum("sa,saf->sf", tau, N[:, : robot.n_active])
    np.testing.assert_allclose(actual, work, rtol=0, atol=1e-9 * max(1.0, np.abs(work).max()))


@pytest.mark.parametrize("name", SQUARE)
def test_the_wrench_that_efforts_balance_takes_these_efforts(name: str) -> None:
    robot = robot_named(name)
    state = random_states(robot, SAMPLES, seed=43, spread=SPREAD)
    rows = task_rows(robot.mechanism)
    wrench = robot.static_wrench(state.q, state.tau)
    assert not np.delete(wrench, rows, axis=-1).any()
    generalised = apply(np.swapaxes(robot.jacobian(state.q), -1, -2), wrench)
    N = np.swapaxes(free_motions(robot, state.q), -1, -2)
    static = robot.static_effort(state.q) - state.tau
    # With the loops' forces out of the way: J^T w is what the efforts do beyond holding the machine.
    full = np.zeros_like(generalised)
    full[:, : robot.n_active] = static
    np.testing.assert_allclose(apply(N, generalised), apply(N, full), rtol=0, atol=1e-9 * max(1.0, np.abs(generalised).max()))


@pytest.mark.parametrize("name", SEVERAL)
def test_there_and_back(name: str) -> None:
    robot = robot_named(name)
    q = random_states(robot, SAMPLES, seed=44, spread=SPREAD).q
    wrench = np.zeros((SAMPLES, 6))
    rows = task_rows(robot.mechanism)
    wrench[:, rows] = np.random.default_rng(45).uniform(-5, 5, (SAMPLES, len(rows)))
    back = robot.static_wrench(q, robot.static_effort(q, {"tool": wrench}))
    np.testing.assert_allclose(back, wrench, rtol=0, atol=1e-8)


def test_a_wrench_is_balanced_at_a_type_2_singularity_too() -> None:
    """Along the line of the rods the slides hold the tool; across it nothing does, so there the wrench is zero."""
    robot = kl.load("biglide")
    l, d = robot.parameters["l"], robot.parameters["d"]
    height = 2 * np.sqrt(l**2 - d**2 / 4)
    angle = np.arctan2(height / 2, d / 2)
    q = np.array([0.0, height, angle, angle + np.pi])
    wrench = robot.static_wrench(q, [1.0, -0.25])
    along = np.array([np.cos(angle), np.sin(angle)])
    # Each slide pushes its rod with tau / sin(angle); 1 N up on the left, 0.25 N down on the right.
    np.testing.assert_allclose(wrench[:2], -along * (1.0 - 0.25) / np.sin(angle), rtol=1e-12)
    with pytest.raises(SingularConfiguration):
        robot.static_effort(q, {"tool": wrench})


# ---------------------------------------------------------------- stiffness


def displaced(x: Array, change: Array, task: tuple[str, ...]) -> Array:
    """A task moved by a small displacement and turn in world axes."""
    if task != ("pose",):
        return x + change
    conjugate = x[..., 3:] * np.array([1, -1, -1, -1])
    q = rotate_quaternion(conjugate, -change[..., 3:]) * np.array([1, -1, -1, -1])  # a turn about world axes comes from the left
    return np.concatenate([x[..., :3] + change[..., :3], q], axis=-1)


def configuration_at(robot: kl.Robot, x: Array, near: Array) -> Array:
    """Newton's method from a configuration near by."""
    q = near
    step = robot.models.formulas.kernel("step_inverse")
    for _ in range(12):
        q = np.asarray(step(q, x, *robot.models.parameter_inputs))
    return q


@pytest.mark.parametrize("loaded", [False, True])
@pytest.mark.parametrize("name", ["two_r", "biglide", "three_rrr", "six_r"])
def test_stiffness_is_the_change_of_the_wrench_that_holds_the_tool(name: str, loaded: bool) -> None:
    """Springs in the active joints, the tool held somewhere near: the machine's equilibrium there, solved anew."""
    robot = robot_named(name)
    q = random_states(robot, 2, seed=46, spread=SPREAD).q
    random = np.random.default_rng(47)
    n, rows = robot.n_active, task_rows(robot.mechanism)
    springs = 50 * np.eye(n) + 10 * (lambda root: root @ root.T)(random.uniform(-1, 1, (n, n)))
    wrench = np.zeros((2, 6))
    if loaded:
        wrench[:, rows] = random.uniform(-20, 20, (2, len(rows)))
    hold = robot.static_effort(q, {"tool": wrench}) if loaded else robot.static_effort(q)
    x = np.asarray(robot.models.formulas.kernel("task")(q, *robot.models.parameter_inputs))

    def needed(t: Array) -> Array:  # time, direction, sample
        change = t[:, None, None, None] * np.eye(len(rows))[None, :, None, :]
        near = configuration_at(robot, displaced(x, change, robot.task), q)
        tau = hold - apply(springs, near[..., :n] - q[:, :n])
        return robot.static_wrench(near, tau)[..., rows]

    expected = np.moveaxis(derivative(needed, 2e-4), 0, -1)
    found = robot.stiffness(q, springs, wrench if loaded else None)
    scale = np.abs(expected).max()
    np.testing.assert_allclose(found.stiffness, expected, rtol=0, atol=1e-8 * scale)
    np.testing.assert_allclose(found.compliance @ found.stiffness, np.broadcast_to(np.eye(len(rows)), expected.shape), atol=1e-8)
    if loaded:
        assert np.abs(found.preload).max() > 1e-6 * scale


@pytest.mark.parametrize("name", ["six_r", "biglide", "three_rrr"])
def test_without_load_it_is_the_textbooks(name: str) -> None:
    """``J^-T K J^-1`` of the Jacobian from active joints to the task."""
    robot = robot_named(name)
    q = random_states(robot, SAMPLES, seed=48, spread=SPREAD).q
    n = robot.n_active
    springs = np.linspace(100, 200, n)
    J = np.swapaxes(robot.forward_velocity(q[:, None, :], np.eye(n)).xd, -1, -2)
    inverse = np.linalg.inv(J)
    expected = np.swapaxes(inverse, -1, -2) @ np.diag(springs) @ inverse
    found = robot.stiffness(q, springs)
    np.testing.assert_allclose(found.joints, expected, rtol=0, atol=1e-9 * np.abs(expected).max())
    np.testing.assert_allclose(found.stiffness, found.joints + found.preload, rtol=1e-12)


def arm(joints: int, task: tuple[str, ...]) -> kl.Robot:
    """Bars of 0.5 m in a row, without weight."""
    names = ["base", *(f"bar{k}" for k in range(joints))]
    return kl.load(
        kl.Mechanism(
            name="arm",
            gravity=(0, 0, 0),
            links=[kl.Link(name=name, mass=1.0, com=(0.25, 0, 0), inertia=(0, 0.02, 0.02, 0, 0, 0)) for name in names[1:]],
            joints=[
                kl.Joint(
                    name=f"j{k}",
                    kind="revolute",
                    parent=names[k],
                    child=names[k + 1],
                    origin=kl.Pose(xyz=(0.5 if k else 0, 0, 0)),
                )
                for k in range(joints)
            ],
            tool=kl.Anchor(link=names[-1], origin=kl.Pose(xyz=(0.5, 0, 0))),
            task=task,
        )
    )


def test_a_bar_that_is_pushed_sideways() -> None:
    r"""The stiffness of ``y = l sin q`` under a force ``F`` is :math:`(k + F l \sin q) / (l \cos q)^2`."""
    q, k, force, l = 0.6, 30.0, 8.0, 0.5
    found = arm(1, ("y",)).stiffness([q], [k], wrench=[0, force, 0, 0, 0, 0])
    np.testing.assert_allclose(found.stiffness, [[(k + force * l * np.sin(q)) / (l * np.cos(q)) ** 2]], rtol=1e-13)
    np.testing.assert_allclose(found.joints, [[k / (l * np.cos(q)) ** 2]], rtol=1e-13)


def test_a_redundant_arm_settles_by_itself() -> None:
    """Three joints, two task coordinates: compliances of the joints add up at the tool."""
    robot, q, springs = arm(3, ("x", "y")), np.array([0.3, 0.7, -0.4]), np.array([10.0, 20.0, 30.0])
    J = robot.jacobian(q)[:2]
    found = robot.stiffness(q, springs)
    np.testing.assert_allclose(found.compliance, J @ np.diag(1 / springs) @ J.T, rtol=1e-12)
    np.testing.assert_allclose(found.stiffness, np.linalg.inv(J @ np.diag(1 / springs) @ J.T), rtol=1e-12)


def test_at_type_2_one_direction_of_the_tool_is_free() -> None:
    robot = kl.load("biglide")
    height = 2 * np.sqrt(0.3606**2 - 0.2**2)
    angle = np.arctan2(height / 2, 0.2)
    q = np.array([0.0, height, angle, angle + np.pi])
    found = robot.stiffness(q, [1000.0, 1000.0])
    across = np.array([-np.sin(angle), np.cos(angle)])
    assert np.abs(found.stiffness @ across).max() < 1e-9
    assert np.linalg.norm(found.stiffness) > 100
    assert np.isnan(found.compliance).all()
    with pytest.raises(SingularConfiguration, match="no efforts of the active joints hold"):
        robot.stiffness(q, [1000.0, 1000.0], wrench=[*across, 0, 0, 0, 0])


def test_a_batch_has_nan_where_there_is_no_answer() -> None:
    """A stretched arm does not feel a push along itself with its joints: Type 1."""
    robot = arm(2, ("x", "y"))
    q = np.array([[0.3, 0.5], [0.3, 0.0], [np.nan, 0.5]])
    bad = [False, True, True]
    np.testing.assert_array_equal(np.isnan(robot.static_wrench(q, [1.0, 1.0])).any(axis=-1), bad)
    found = robot.stiffness(q, [5.0, 5.0])
    np.testing.assert_array_equal(np.isnan(found.stiffness).any(axis=(-1, -2)), bad)
    for call in (lambda: robot.static_wrench(q[1], [1.0, 1.0]), lambda: robot.stiffness(q[1], [5.0, 5.0])):
        with pytest.raises(SingularConfiguration, match="a joint motion leaves the tool at rest"):
            call()


def test_loads_and_springs_broadcast() -> None:
    robot = robot_named("biglide")
    push = np.random.default_rng(49).uniform(-1, 1, (4, 1, 6))
    found = robot.stiffness(robot.start, np.array([[10.0, 20.0], [20.0, 10.0], [5.0, 5.0]]), wrench=push)
    assert found.stiffness.shape == found.compliance.shape == (4, 3, 2, 2)
    one = robot.stiffness(robot.start, np.diag([20.0, 10.0]), wrench=push[2, 0])
    np.testing.assert_allclose(found.stiffness[2, 1], one.stiffness, rtol=1e-13)
    assert robot.static_wrench(robot.start, np.ones((5, 2)), wrenches={"rod1": np.ones((3, 1, 6))}).shape == (3, 5, 6)


def test_mistakes_are_sentences() -> None:
    robot = robot_named("biglide")
    with pytest.raises(ShapeError, match=r"tau has shape \(3,\), expected \(..., 2\)"):
        robot.static_wrench(robot.start, np.zeros(3))
    with pytest.raises(ShapeError, match=r"joint_stiffness has shape \(3,\), expected \(..., 2\)"):
        robot.stiffness(robot.start, np.ones(3))
    with pytest.raises(UnsupportedOperation, match="6 task coordinates is not determined by the balance of 1 degrees of freedom"):
        robot_named("four_bar").static_wrench(robot_named("four_bar").start, [0.0])
    with pytest.raises(UnsupportedOperation, match="stiffness is infinite in some directions"):
        robot_named("four_bar").stiffness(robot_named("four_bar").start, [1.0])
