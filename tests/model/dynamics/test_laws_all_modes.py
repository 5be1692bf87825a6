"""The laws of every library machine in every mode: all working modes of random targets, all assembly modes of each, and states
at 1e-2, 1e-4 and 1e-6 from a Type 2 singularity.

Reduced models go through the passive joints, so of 16 digits they lose as many as ``cond K_p`` has, whose rows and columns are
in metres here: each state has its own bound, 1000 roundings times that number, of the largest of the numbers involved.
Derivatives are central differences of sixth order of the geometry along its branch; how far they are from the derivative is
measured with a second step, so each state has its own tolerance there as well.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import casadi as ca
import numpy as np
import pytest
from machines import robot_named
from modes import every_mode, geometry_of, moving, named_configurations, targets
from motion import States, apply, derivative, evaluate_formula, move_along, rotate_quaternion, second_derivative

import kinloop as kl
from kinloop.model.dynamics.task import task_rows

Array = np.ndarray
EPS = np.finfo(float).eps
LIBRARY = kl.library()
DISTANCES = (1e-2, 1e-4, 1e-6)
STATES = (*LIBRARY, *(f"{name}, {distance} from Type 2" for name in ("biglide", "five_bar") for distance in DISTANCES))
H = 2e-3


@cache
def case(name: str) -> tuple[kl.Robot, States]:
    """A machine and its states by the name of the test's case."""
    machine, _, distance = name.partition(", ")
    robot = robot_named(machine)
    if not distance:
        return robot, every_mode(machine)
    x = type_2_point(robot) + float(distance.split()[0]) * np.array([0.6, -0.8])
    return robot, moving(robot, np.array([each.q for each in robot.configurations(x=x)]), seed=7)


def type_2_point(robot: kl.Robot) -> Array:
    """Where the rods are in line. The Biglide: between its feet. The five-bar: between its elbows, the cranks mirror images."""
    p = robot.parameters
    if robot.mechanism.name == "biglide":
        return np.zeros(2)
    cosine = (p["d"] - 2 * p["l2"]) / (2 * p["l1"])
    return np.array([0.0, p["l1"] * np.sqrt(1 - cosine**2)])


def passive_condition(robot: kl.Robot, q: Array) -> Array:
    """The condition number of ``K_p``, every row and column in metres; 1 for a serial robot."""
    model = robot.models.formulas.model
    if not model.rows:
        return np.ones(len(q))
    K, _ = robot.models.kernel("closure_velocity")(q, np.zeros((len(q), model.tree.nv)), *robot.models.parameter_inputs)
    length = float(ca.Function("L", [model.tree_model.parameters], [model.length_scale])(robot.models.parameter_inputs[0]))
    turning = np.array([model.all_rows.is_angle[k] for k in model.rows])
    kinds = [kind for joint in robot.mechanism.ordered_joints for kind in rate_kinds(joint)]
    rate_turns = np.array([kind == "angle" for kind in kinds])
    scaled = K * np.where(turning, length, 1.0)[:, None] / np.where(rate_turns, length, 1.0)
    return np.linalg.cond(scaled[..., robot.n_active :])


def rate_kinds(joint: kl.Joint) -> list[str]:
    kinds = {"revolute": "a", "prismatic": "l", "cylindrical": "al", "universal": "aa", "spherical": "aaa", "planar": "lla"}
    return ["angle" if kind == "a" else "length" for kind in {**kinds, "free": "lllaaa", "fixed": ""}[joint.kind]]


def largest(*arrays: Array) -> Array:
    """The largest size in each state's numbers, and 1 where all are smaller."""
    flat = [np.abs(a).reshape(len(a), -1) for a in arrays]
    return np.maximum(np.concatenate(flat, axis=1).max(axis=1), 1.0)


def misses(actual: Array, expected: Array) -> Array:
    return np.abs(actual - expected).reshape(len(expected), -1).max(axis=1, initial=0.0)


def test_every_mode_is_there() -> None:
    """Two targets: so many working modes of each, times the assembly modes of their active joints; and near Type 2 it is near."""
    found = {name: len(case(name)[1].q) for name in LIBRARY}
    expected = {"biglide": 16, "five_bar": 16, "delta_rods": 32, "delta_parallelograms": 32, "puma560": 16, "two_r": 4}
    assert {name: found[name] for name in expected} == expected
    assert found["three_rrr"] >= 32
    assert found["stewart_gough"] >= 8
    for name in set(STATES) - set(LIBRARY):
        robot, state = case(name)
        assert passive_condition(robot, state.q).max() > 0.1 / float(name.split()[1])


# ---------------------------------------------------------------- geometry


@pytest.mark.parametrize("name", LIBRARY)
def test_geometry_goes_there_and_back_in_every_mode(name: str) -> None:
    robot = robot_named(name)
    geometry = geometry_of(robot)
    for x in targets(robot, 2, seed=31):
        found = named_configurations(robot, "inverse", x)
        assert found
        for each in found:
            assert np.abs(robot.closure(each.q)).max(initial=0.0) < 1e-10
            assert geometry.residual("inverse", each.q, x) < 1e-10
        for each in found[:4]:
            again = named_configurations(robot, "forward", each.q_active)
            assert min(np.abs(geometry.space.difference(other.q, each.q)).max() for other in again) < 1e-10
            for other in again:
                assert np.abs(robot.closure(other.q)).max(initial=0.0) < 1e-10
                assert np.abs(other.q_active - each.q_active).max() < 1e-15
                back = named_configurations(robot, "inverse", other.x)
                assert min(np.abs(geometry.space.difference(b.q, other.q)).max() for b in back) < 1e-10


# ---------------------------------------------------------------- first and second order


@pytest.mark.parametrize("name", LIBRARY)
def test_forward_models_are_derivatives_of_the_geometry_along_the_branch_of_the_active_joints(name: str) -> None:
    robot, state = case(name)
    n = robot.n_active
    qdd_active = np.random.default_rng(1).uniform(-1, 1, (len(state.q), n))
    first = robot.forward_velocity(state.q, state.qd[:, :n])
    second = robot.forward_acceleration(state.q, state.qd, qdd_active)
    q_rate, q_second = rates_of_positions(robot, state.q, state.qd, second.qdd)

    def branch(t: Array) -> Array:
        q = move_along(robot, state.q, state.qd + t[..., None] * second.qdd / 2, t)
        return newton(robot, "step_forward", q) if robot.models.formulas.model.rows else q

    x = task_of(robot, state.q)
    rounding = 100 * EPS * passive_condition(robot, state.q)
    require_derivatives(branch, q_rate, q_second, rounding)
    require_derivatives(lambda t: task_of(robot, branch(t)), first.xd, second.xdd, rounding, lambda r: task_twist(robot, x, r))


@pytest.mark.parametrize("name", STATES)
def test_inverse_models_are_derivatives_of_the_geometry_along_the_branch_of_the_task(name: str) -> None:
    """Smooth at a Type 2 singularity, where the branch of the active joints ends."""
    robot, state = case(name)
    x, xd = task_of(robot, state.q), task_rate(robot, state)
    xdd = np.random.default_rng(5).uniform(-1, 1, xd.shape)
    first = robot.inverse_velocity(state.q, xd)
    second = robot.inverse_acceleration(state.q, first.qd, xdd)

    def branch(t: Array) -> Array:
        q = move_along(robot, state.q, first.qd + t[..., None] * second.qdd / 2, t)
        return newton(robot, "step_inverse", q, moved_task(robot, x, xd, xdd, t[..., None]))

    rounding = 100 * EPS * task_condition(robot, state.q)
    require_derivatives(branch, *rates_of_positions(robot, state.q, first.qd, second.qdd), rounding)


def require_derivatives(
    function: Callable[[Array], Array],
    first: Array,
    second: Array,
    rounding: Array,
    convert: Callable[[Array], Array] = lambda rate: rate,
) -> None:
    """Both derivatives of ``function`` of times and states at 0; a step of twice the size tells how far the differences are off.

    A branch may end near by, as a square root does, where its rates are half of the accelerations times the way to the end:
    steps are a small part of that.
    """
    size = largest(function(np.zeros((1, len(first))))[0])
    pace = np.minimum(1.0, 0.02 * misses(first, 0 * first) / misses(second, 0 * second) / H)
    for expected, difference, order in ((first, derivative, 1), (second, second_derivative, 2)):

        def measured(h: float, difference: Any = difference, order: int = order) -> Array:
            return convert(difference(lambda t: function(t[:, None] * pace), h) / pace[:, None] ** order)

        coarse, fine = measured(2 * H), measured(H)
        tolerance = misses(coarse, fine) + rounding * size * largest(expected) / (pace * H) ** order
        assert np.all(misses(fine, expected) <= tolerance)
        assert np.median(tolerance / largest(expected)) < 1e-4, "the differences tell nothing"


def newton(robot: kl.Robot, step: str, q: Array, *target: Array) -> Array:
    """From near by, to rounding."""
    for _ in range(6):
        q = np.asarray(robot.models.kernel(step)(q, *target, *robot.models.parameter_inputs))
    return q


def task_of(robot: kl.Robot, q: Array) -> Array:
    return np.asarray(robot.models.kernel("task")(q, *robot.models.parameter_inputs))


def task_jacobian(robot: kl.Robot, q: Array) -> Array:
    return robot.jacobian(q)[:, task_rows(robot.mechanism)]


def task_rate(robot: kl.Robot, state: States) -> Array:
    return apply(task_jacobian(robot, state.q), state.qd)


def task_condition(robot: kl.Robot, q: Array) -> Array:
    """The condition number of task and closures over all rates, which is large near Type 1."""
    rows = [task_jacobian(robot, q)]
    if robot.models.formulas.model.rows:
        rows.append(
            robot.models.kernel("closure_velocity")(q, np.zeros((len(q), rows[0].shape[-1])), *robot.models.parameter_inputs)[0]
        )
    return np.linalg.cond(np.concatenate(rows, axis=1))


def moved_task(robot: kl.Robot, x: Array, xd: Array, xdd: Array, t: Array) -> Array:
    """The task after a time ``t`` with the twist ``xd`` and its derivative; a pose turns about the world's axes."""
    change = t * xd + t**2 / 2 * xdd
    if robot.mechanism.task != ("pose",):
        return x + change
    opposite = np.array([1, -1, -1, -1])
    turn = opposite * rotate_quaternion(np.broadcast_to(opposite * x[:, 3:], (*t.shape[:1], *x.shape[:1], 4)), -change[..., 3:])
    return np.concatenate([x[:, :3] + change[..., :3], turn], axis=-1)


def rates_of_positions(robot: kl.Robot, q: Array, qd: Array, qdd: Array) -> tuple[Array, Array]:
    """First and second derivative of ``q`` from the rates': the same numbers, but for quaternions."""
    tree = robot.models.formulas.model.tree_model
    rate = tree.q_rate
    change = ca.jtimes(rate, tree.q, rate) + ca.jtimes(rate, tree.v, tree.a)
    function = ca.Function("rates", [tree.q, tree.v, tree.a], [rate, change])
    found = [function(*sample) for sample in zip(q, qd, qdd, strict=True)]
    return np.array([a.full().ravel() for a, _ in found]), np.array([b.full().ravel() for _, b in found])


def task_twist(robot: kl.Robot, x: Array, rate: Array) -> Array:
    """A derivative of the task's coordinates as that of its twist: a pose's quaternion gives the angular part."""
    if robot.mechanism.task != ("pose",):
        return rate
    w, v, w_rate, v_rate = x[:, 3:4], x[:, 4:], rate[:, 3:4], rate[:, 4:]
    return np.concatenate([rate[:, :3], 2 * (w * v_rate - w_rate * v + np.cross(v, v_rate))], axis=1)


@pytest.mark.parametrize("name", STATES)
def test_inverse_models_of_first_and_second_order_undo_the_forward_ones(name: str) -> None:
    robot, state = case(name)
    n = robot.n_active
    qdd_active = np.random.default_rng(2).uniform(-1, 1, (len(state.q), n))
    first = robot.forward_velocity(state.q, state.qd[:, :n])
    second = robot.forward_acceleration(state.q, state.qd, qdd_active)
    bound = 1e3 * EPS * task_condition(robot, state.q) * passive_condition(robot, state.q)
    backwards = robot.inverse_velocity(state.q, first.xd)
    assert np.all(misses(backwards.qd, first.qd) <= bound * largest(first.qd))
    backwards = robot.inverse_acceleration(state.q, state.qd, second.xdd)
    assert np.all(misses(backwards.qdd, second.qdd) <= bound * largest(second.qdd, state.qd**2))
    assert np.all(misses(first.qd, state.qd) <= bound * largest(state.qd))


# ---------------------------------------------------------------- dynamics


@pytest.mark.parametrize("name", STATES)
def test_inverse_and_forward_dynamics_undo_each_other(name: str) -> None:
    robot, state = case(name)
    result = robot.forward_dynamics(state.q, state.qd, state.tau)
    bound = 1e3 * EPS * passive_condition(robot, state.q)
    efforts = largest(state.tau, result.loop_force, robot.bias(state.q, state.qd))
    for qdd in (result.qdd, result.qdd_active):
        found = robot.inverse_dynamics(state.q, state.qd, qdd)
        assert np.all(misses(found, state.tau) <= bound * efforts)
    # The other way round; an error of the efforts is one of the accelerations through the inertia.
    qdd_active = np.random.default_rng(3).uniform(-2, 2, (len(state.q), robot.n_active))
    tau = robot.inverse_dynamics(state.q, state.qd, qdd_active)
    back = robot.forward_dynamics(state.q, state.qd, tau)
    light = 1 / np.linalg.eigvalsh(robot.inertia(state.q))[:, 0]
    allowed = bound * np.maximum(light * largest(tau, back.loop_force), largest(back.qdd))
    assert np.all(misses(back.qdd_active, qdd_active) <= allowed)


@pytest.mark.parametrize("name", STATES)
def test_inertia_is_positive_and_with_the_bias_gives_the_efforts(name: str) -> None:
    robot, state = case(name)
    M, bias = robot.inertia(state.q), robot.bias(state.q, state.qd)
    bound = 1e3 * EPS * passive_condition(robot, state.q)
    assert np.all(misses(M, np.swapaxes(M, -1, -2)) <= 100 * EPS * largest(M))
    assert np.linalg.eigvalsh(M).min() > 0
    qdd_active = np.random.default_rng(4).uniform(-2, 2, (len(state.q), robot.n_active))
    tau = robot.inverse_dynamics(state.q, state.qd, qdd_active)
    assert np.all(misses(apply(M, qdd_active) + bias, tau) <= bound * largest(M, bias, tau))


@pytest.mark.parametrize("name", STATES)
def test_energy_rate_is_actuator_power_less_friction(name: str) -> None:
    robot, state = case(name)
    qdd = robot.forward_dynamics(state.q, state.qd, state.tau).qdd

    def energy(t: Array) -> Array:
        # To first order the motion at constant rates, and the rates at constant accelerations, are the true ones.
        t = t[:, None]
        return robot.energy(move_along(robot, state.q, state.qd, t), state.qd + t[..., None] * qdd).total

    (friction,) = evaluate_formula(robot, "tree_friction", state.qd)
    power = np.sum(state.tau * state.qd[:, : robot.n_active], axis=-1) - np.sum(friction * state.qd, axis=-1)
    coarse, fine = derivative(energy, H), derivative(energy, H / 2)
    rounding = 100 * EPS * largest(energy(np.array([0.0, H])).T, qdd) / H
    assert np.all(np.abs(fine - power) <= np.abs(coarse - fine) + rounding)
