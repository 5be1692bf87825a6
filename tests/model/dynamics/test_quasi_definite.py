"""The solver of forward dynamics with closures, against 40 digits of the exact equations."""

from __future__ import annotations

from functools import cache

import casadi as ca
import mpmath
import numpy as np
import pytest
from machines import hexaglide, robot_named
from modes import every_configuration, moving

import kinloop as kl
from kinloop.model.dynamics.loop_closure import independent_rows
from kinloop.model.dynamics.quasi_definite import Elimination, elimination_order

Array = np.ndarray


def exact_acceleration(robot: kl.Robot, q: Array, qd: Array, tau: Array) -> Array:
    """The solution of the equations with multipliers, as the robot's kernels write them, redundant rows left out, in 40
    digits."""
    model = robot.models.formulas.model
    K, gamma = (np.asarray(each) for each in robot.models.kernel("closure_velocity")(q, qd, *robot.models.parameter_inputs))
    kept = independent_rows(K) if model.is_redundant else range(len(K))
    K, gamma = K[list(kept)], gamma[list(kept)]
    M = np.asarray(robot.models.kernel("tree_inertia")(q, *robot.models.parameter_inputs))
    bias = np.asarray(robot.models.kernel("tree_effort")(q, qd, np.zeros(len(qd)), *robot.models.parameter_inputs))
    applied = np.concatenate([tau, np.zeros(len(qd) - len(tau))])
    matrix = np.block([[M, K.T], [K, np.zeros((len(K), len(K)))]])
    with mpmath.workdps(40):
        answer = mpmath.lu_solve(mpmath.matrix(matrix.tolist()), mpmath.matrix([*(applied - bias), *(-gamma)]))
        return np.array([float(value) for value in answer])[: len(qd)]


def error(robot: kl.Robot, q: Array, qd: Array, tau: Array) -> float:
    motion = robot.forward_dynamics(q, qd, tau)
    assert motion.status == kl.Status.SOLVED
    expected = exact_acceleration(robot, q, qd, tau)
    return float(np.abs(motion.qdd - expected).max() / np.abs(expected).max())


@pytest.mark.parametrize("name", ["biglide", "five_bar", "three_rrr", "delta_rods", "stewart_gough", "delta_parallelograms"])
def test_accelerations_have_all_their_digits(name: str) -> None:
    robot = robot_named(name)
    state = moving(robot, every_configuration(robot, 2, seed=3), seed=3)
    errors = [error(robot, *each) for each in zip(state.q[:12], state.qd[:12], state.tau[:12], strict=True)]
    # The delta's platform has hardly any inertia of its own about the directions that its rods keep.
    assert max(errors) < (1e-12 if name == "delta_rods" else 2e-14)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("three_rrr", {"m2": 0.0}),
        ("three_rrr", {"m1": 0.0, "m2": 0.0}),
        ("stewart_gough", {"m1": 0.0, "m2": 0.0}),
        ("biglide", {"m_1": 0.3, "m_2": 0.2}),
        ("biglide", {"m_1": 1e-9, "m_2": 0.0}),
        ("hexaglide_links", {"m_leg": 0.0}),
    ],
)
def test_the_same_order_serves_masses_that_are_zero_and_masses_that_are_not(name: str, parameters: dict[str, float]) -> None:
    described = kl.load(hexaglide("links")) if name == "hexaglide_links" else robot_named(name)
    robot = described.with_parameters(**parameters)
    random = np.random.default_rng(4)
    for _ in range(3):
        qd = moving_rates(robot, robot.start, random)
        assert error(robot, robot.start, qd, random.standard_normal(robot.n_active)) < 1e-13


def moving_rates(robot: kl.Robot, q: Array, random: np.random.Generator) -> Array:
    K = np.asarray(robot.models.kernel("all_closures")(q, *robot.models.parameter_inputs)[1])
    _, sizes, right = np.linalg.svd(K)
    free = right[np.sum(sizes > 1e-9) :]
    return np.asarray(free.T @ random.standard_normal(len(free)))


@pytest.mark.parametrize("bent", [0.0, 1e-9, 1e-7, 1e-5, 1e-3])
@pytest.mark.parametrize("legs", [(0,), (2,), (0, 1), (0, 1, 2)])
def test_stretched_legs_cost_no_digits(legs: tuple[int, ...], bent: float) -> None:
    """There a closure moves nothing of its own leg, so that its pivot is softness alone; the machine is regular."""
    robot = robot_named("three_rrr")
    q = np.array(robot.start)
    fixed = [3 + leg for leg in legs]
    q[fixed] = bent
    free = [k for k in range(len(q)) if k not in fixed]
    for _ in range(100):
        h, K = robot.models.kernel("all_closures")(q, *robot.models.parameter_inputs)
        step = np.linalg.lstsq(K[:, free], -h, rcond=1e-9)[0]
        q[free] += step * min(1.0, 0.3 / max(np.abs(step).max(), 1e-300))
    assert np.abs(robot.closure(q)).max() < 1e-13
    random = np.random.default_rng(1)
    assert error(robot, q, moving_rates(robot, q, random), random.standard_normal(3)) < 1e-13


def test_links_on_a_chain_of_balls_swing_and_turn() -> None:
    """A rod holds the end of two links in balls: they turn in many ways, of which none is a spin that closures alone describe."""
    solid = (0.01, 0.02, 0.03, 0, 0, 0)
    links = [kl.Link(name=name, mass=0.5, com=(0.1, 0.02, 0), inertia=solid) for name in ("upper", "lower")]
    places = {"upper": ("slide", kl.Pose()), "lower": ("upper", kl.Pose(xyz=(0.2, 0.05, 0)))}
    balls = [
        kl.Joint(name=child, kind="spherical", parent=parent, child=child, origin=pose)
        for child, (parent, pose) in places.items()
    ]
    end = kl.Anchor(link="lower", origin=kl.Pose(xyz=(0.2, 0, 0.03)))
    rod = kl.Loop(name="rod", kind="rod", a=kl.Anchor(link="slide", origin=kl.Pose(xyz=(0.3, 0.3, 0))), b=end, length=0.25)
    robot = kl.load(
        kl.Mechanism(
            name="chain_of_balls",
            links=(kl.Link(name="slide", mass=1.0), *links),
            joints=(kl.Joint(name="x", kind="prismatic", parent="base", child="slide", axis=(1, 0, 0)), *balls),
            loops=(rod,),
            start={"upper_w": 1.0, "lower_w": 1.0},
        )
    )
    assert error(robot, np.array(robot.start), np.zeros(7), np.array([1.5])) < 1e-12


def test_elimination_is_the_solution_in_any_order() -> None:
    random = np.random.default_rng(0)
    n, m = 9, 5
    K = np.where(random.random((m, n)) < 0.4, random.standard_normal((m, n)), 0.0)
    K[-1] = K[0] + K[1]  # redundant
    M = np.diag(np.where(random.random(n) < 0.7, 1.0, 0.0))
    numbers = np.block([[M + 1e-2 * np.eye(n), K.T], [K, -1e-2 * np.eye(m)]])
    A = ca.sparsify(ca.SX(numbers))
    b = random.standard_normal(n + m)
    expected = np.linalg.solve(numbers, b)
    chosen = elimination_order(A, [numbers], [np.ones(n + m)])
    assert sorted(chosen) == list(range(n + m))
    for order in (chosen, list(range(n + m)), list(random.permutation(n + m))):
        found = np.array(ca.DM(Elimination(A, order).solve(ca.SX(b)))).ravel()
        np.testing.assert_allclose(found, expected, rtol=1e-10)


def test_multipliers_wait_for_inertia_and_joints_without_inertia_for_closures() -> None:
    """A massive joint, a massless one, and a closure between them: only in this order are all pivots far from zero."""
    numbers = np.array([[1.0, 0, 1], [0, 1e-9, 1], [1, 1, -1e-9]])
    assert elimination_order(ca.SX(numbers), [numbers], [np.ones(3)]) == [0, 2, 1]


@pytest.mark.parametrize("m", [1.0, 1e-3, 1e-6, 1e-8, 1e-10, 0.0])
def test_light_bodies_held_by_the_same_closure_three_times_move_with_what_holds_them_or_are_refused(m: float) -> None:
    """Beside pivots of 1e7 a softness of 1e-9 is less than rounding: then elimination may go wrong, and must not be believed."""
    robot = twins().with_parameters(m=m)
    motion = robot.forward_dynamics([[0.1, 0.1]], [0.0, 0.0], [[2.0]])
    if motion.status[0] == kl.Status.SOLVED:
        np.testing.assert_allclose(motion.qdd[0], 2 / (100 + m), rtol=1e-9)
    else:
        assert m < 1e-5


@cache
def twins() -> kl.Robot:
    """Two slides, welded to each other three times."""

    def slide(name: str, actuated: bool) -> kl.Joint:
        return kl.Joint(name=name, kind="prismatic", parent="base", child=f"body_{name}", axis=(1, 0, 0), actuated=actuated)

    held = [kl.Anchor(link="body_x"), kl.Anchor(link="body_y")]
    return kl.load(
        kl.Mechanism(
            name="twins",
            parameters={"m": 1.0},
            links=(kl.Link(name="body_x", mass=100.0), kl.Link(name="body_y", mass="m")),
            joints=(slide("x", True), slide("y", False)),
            loops=tuple(kl.Loop(name=f"loop{k}", kind="weld", a=held[0], b=held[1]) for k in range(3)),
        )
    )
