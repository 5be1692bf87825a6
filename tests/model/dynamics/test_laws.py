"""Laws that every machine obeys, over the library and over closed machines of the tests.

Tolerances: both sides of most laws are computed in double precision from well-conditioned data, so they agree to a few hundred
roundings, 1e-12 of the largest number involved. Derivatives are central differences of sixth order, good to about 1e-10.
"""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from machines import CLOSED, hexaglide, robot_named
from motion import apply, derivative, evaluate_formula, move_along, random_states, second_derivative, velocity_closure

import kinloop as kl

EVERY = (*kl.library(), *CLOSED)
LOOPED = tuple(name for name in EVERY if robot_named(name).mechanism.loops)
SAMPLES = 5


def _has_no_quaternion(name: str) -> bool:
    mechanism = robot_named(name).mechanism
    return len(mechanism.coordinates) == len(mechanism.rates)


def close(actual: np.ndarray, expected: np.ndarray, tolerance: float = 1e-12) -> bool:
    """Equal to ``tolerance`` of the largest number of each sample's answer (of 1 where all are smaller)."""
    axes = tuple(range(1, np.ndim(expected)))
    scale = np.maximum(np.abs(expected).max(axis=axes, keepdims=True, initial=0.0), 1.0)
    return bool(np.all(np.abs(actual - expected) <= tolerance * scale))


# ---------------------------------------------------------------- geometry of the loops


@pytest.mark.parametrize("name", kl.library())
def test_start_configuration_of_the_library_closes_the_loops(name: str) -> None:
    robot = robot_named(name)
    assert np.abs(robot.closure(robot.start)).max(initial=0.0) < 1e-15


@pytest.mark.parametrize("name", LOOPED)
def test_the_machine_is_assembled_from_a_rough_start(name: str) -> None:
    robot = robot_named(name)
    configurations = np.array(robot.models.formulas.model.assembled.configurations)
    assert len(configurations) >= 3
    assert np.abs(robot.closure(configurations)).max() < 1e-13


@pytest.mark.parametrize("name", LOOPED)
def test_closure_velocity_matches_finite_differences(name: str) -> None:
    robot = robot_named(name)
    state = random_states(robot, SAMPLES, seed=1)
    rows = list(robot.models.formulas.model.rows)
    K, _ = velocity_closure(robot, state.q, state.qd)
    free = np.random.default_rng(2).uniform(-1, 1, state.qd.shape)  # rates that open the loops
    measured = derivative(lambda t: robot.closure(move_along(robot, state.q, free, t[:, None]))[..., rows], 1e-2)
    assert close(apply(K, free), measured, 1e-11)


@pytest.mark.parametrize("name", LOOPED)
def test_closure_acceleration_matches_finite_differences(name: str) -> None:
    robot = robot_named(name)
    state = random_states(robot, SAMPLES, seed=3)
    rows = list(robot.models.formulas.model.rows)
    free = np.random.default_rng(4).uniform(-1, 1, state.qd.shape)
    _, gamma = velocity_closure(robot, state.q, free)
    measured = second_derivative(lambda t: robot.closure(move_along(robot, state.q, free, t[:, None]))[..., rows], 1e-2)
    assert close(gamma, measured, 1e-10)


def test_redundant_closures_are_dropped() -> None:
    kept = {name: len(robot_named(name).models.formulas.model.kept_rows) for name in LOOPED}
    assert kept == {
        "biglide": 2,  # of 5: a pin in the plane
        "four_bar": 2,
        "tilted_four_bar": 2,  # the same, but none of the five rows is an exact zero
        "parallelogram": 3,  # of 10: two pins in the plane, and one equation repeats what the others say
        "rssr": 3,
        "hexaglide_rods": 6,
        "hexaglide_links": 18,
        "five_bar": 2,
        "three_rrr": 6,  # of 15: three pins in the plane
        "delta_rods": 6,
        "delta_parallelograms": 13,  # of 25
        "stewart_gough": 18,
    }


@pytest.mark.parametrize("name", ["four_bar", "tilted_four_bar", "parallelogram"])
def test_dropped_closures_hold_where_the_kept_ones_do(name: str) -> None:
    robot = robot_named(name)
    state = random_states(robot, SAMPLES, seed=5)  # Newton's method on the kept rows alone
    speed = derivative(lambda t: robot.closure(move_along(robot, state.q, state.qd, t[:, None])), 1e-2)
    assert np.abs(robot.closure(state.q)).max() < 1e-14
    assert np.abs(speed).max() < 1e-11


# ---------------------------------------------------------------- inertia and energy


@pytest.mark.parametrize("name", EVERY)
def test_inertia_is_symmetric_and_positive_definite(name: str) -> None:
    robot = robot_named(name)
    M = robot.inertia(random_states(robot, SAMPLES, seed=6).q)
    assert close(M, np.swapaxes(M, -1, -2), 1e-13)
    assert np.linalg.eigvalsh(M).min() > 0


@pytest.mark.parametrize("name", [name for name in EVERY if name != "rssr"])  # the spin of its coupler has energy of its own
def test_kinetic_energy_is_that_of_the_reduced_inertia(name: str) -> None:
    robot = robot_named(name)
    state = random_states(robot, SAMPLES, seed=7)
    active = state.qd[:, : robot.n_active]
    reduced = np.einsum("ni,nij,nj->n", active, robot.inertia(state.q), active) / 2
    assert close(reduced, robot.energy(state.q, state.qd).kinetic)


@pytest.mark.parametrize("name", EVERY)
def test_energy_rate_is_actuator_power_less_friction(name: str) -> None:
    robot = robot_named(name)
    state = random_states(robot, SAMPLES, seed=8)
    qdd = robot.forward_dynamics(state.q, state.qd, state.tau).qdd

    def energy(t: np.ndarray) -> np.ndarray:
        # To first order the motion at constant rates, and the rates at constant accelerations, are the true ones.
        t = t[:, None]
        return robot.energy(move_along(robot, state.q, state.qd, t), state.qd + t[..., None] * qdd).total

    (friction,) = evaluate_formula(robot, "tree_friction", state.qd)
    power = np.sum(state.tau * state.qd[:, : robot.n_active], axis=-1) - np.sum(friction * state.qd, axis=-1)
    # Along this motion the energy is quadratic in the rates, which the differences take exactly, and smooth in the positions.
    assert close(derivative(energy, 1e-3), power, 1e-9)


@pytest.mark.parametrize("name", [name for name in EVERY if _has_no_quaternion(name)])
def test_momentum_changes_by_the_efforts(name: str) -> None:
    r"""Lagrange's equations: :math:`\dot p = \partial (T - V)/\partial q + \tau - \tau_f` with :math:`p = M \dot q`."""
    robot = robot_named(name)
    state = random_states(robot, 5, seed=12)
    qdd = np.random.default_rng(13).normal(size=state.qd.shape)
    (effort,) = evaluate_formula(robot, "tree_effort", state.q, state.qd, qdd)
    (friction,) = evaluate_formula(robot, "tree_friction", state.qd)

    def momentum(t: np.ndarray) -> np.ndarray:
        t = t[:, None, None]
        (inertia,) = evaluate_formula(robot, "tree_inertia", state.q + t * state.qd)
        return apply(inertia, state.qd + t * qdd)

    def lagrangian(t: np.ndarray) -> np.ndarray:
        moved_one = state.q[None, :, None, :] + t[:, None, None, None] * np.eye(state.q.shape[-1])
        energy = robot.energy(moved_one, state.qd[:, None, :])
        return energy.kinetic - energy.potential

    assert close(derivative(momentum, 1e-3) - derivative(lagrangian, 1e-3), effort - friction, 1e-9)


# ---------------------------------------------------------------- dynamics


@pytest.mark.parametrize("name", EVERY)
def test_forward_dynamics_obeys_newton_and_keeps_the_loops_closed(name: str) -> None:
    robot = robot_named(name)
    state = random_states(robot, SAMPLES, seed=9)
    result = robot.forward_dynamics(state.q, state.qd, state.tau)
    K, gamma = velocity_closure(robot, state.q, state.qd)
    (effort,) = evaluate_formula(robot, "tree_effort", state.q, state.qd, result.qdd)
    applied = np.zeros_like(state.qd)
    applied[:, : robot.n_active] = state.tau
    assert close(effort, applied + apply(np.swapaxes(K, -1, -2), result.loop_force), 1e-11)
    assert close(apply(K, result.qdd), -gamma, 1e-11)
    assert np.array_equal(result.qdd_active, result.qdd[:, : robot.n_active])
    assert np.all(result.status == kl.Status.SOLVED)


@pytest.mark.parametrize("name", LOOPED)
def test_loop_forces_do_no_work(name: str) -> None:
    robot = robot_named(name)
    state = random_states(robot, SAMPLES, seed=10)
    force = robot.forward_dynamics(state.q, state.qd, state.tau).loop_force
    rows = list(robot.models.formulas.model.rows)
    # The velocity of the gap, measured; not through K, which the rates were projected on.
    gap_speed = derivative(lambda t: robot.closure(move_along(robot, state.q, state.qd, t[:, None]))[..., rows], 1e-2)
    power = np.sum(force * gap_speed, axis=-1)
    assert np.all(np.abs(power) < 1e-10 * np.abs(force).max(axis=-1))


@pytest.mark.parametrize("name", LOOPED)
def test_forward_dynamics_is_the_solution_with_multipliers(name: str) -> None:
    r"""The same answer as :math:`[M, -K^T; K, 0]` by LAPACK: nothing is left of the :math:`K^T \rho K` that was added.

    The matrix is regular although massless legs make ``M`` singular.
    """
    robot = robot_named(name)
    state = random_states(robot, SAMPLES, seed=11)
    result = robot.forward_dynamics(state.q, state.qd, state.tau)
    qdd, force = multiplier_solution(robot, state.q, state.qd, state.tau)
    assert close(result.qdd, qdd, 1e-11)
    if not robot.models.formulas.model.is_redundant:
        assert close(result.loop_force, force, 1e-11)
    K_transposed = np.swapaxes(velocity_closure(robot, state.q, state.qd)[0], -1, -2)
    assert close(apply(K_transposed, result.loop_force), apply(K_transposed, force), 1e-11)


def multiplier_solution(robot: kl.Robot, q: np.ndarray, qd: np.ndarray, tau: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    K, gamma = velocity_closure(robot, q, qd)
    (M,) = evaluate_formula(robot, "tree_inertia", q)
    (bias,) = evaluate_formula(robot, "tree_effort", q, qd, np.zeros_like(qd))
    n, rows = qd.shape[-1], K.shape[-2]
    matrix = np.zeros((*q.shape[:-1], n + rows, n + rows))
    matrix[..., :n, :n], matrix[..., :n, n:], matrix[..., n:, :n] = M, -np.swapaxes(K, -1, -2), K
    right = np.concatenate([-bias, -gamma], axis=-1)
    right[..., : robot.n_active] += tau
    solution = apply(np.linalg.pinv(matrix, rcond=1e-9), right)  # redundant rows leave their forces open
    return solution[..., :n], solution[..., n:]


@pytest.mark.parametrize("name", ["four_bar", "tilted_four_bar", "parallelogram"])
def test_forward_dynamics_does_not_depend_on_which_redundant_closures_were_dropped(name: str) -> None:
    """All rows, measured by differences and solved by least squares, give the same accelerations."""
    robot = robot_named(name)
    state = random_states(robot, SAMPLES, seed=12)
    n = state.qd.shape[-1]
    units = np.eye(n)[:, None, :]

    def gaps(rates: np.ndarray, t: np.ndarray) -> np.ndarray:
        return robot.closure(move_along(robot, state.q, rates, t.reshape(-1, *(1,) * (rates.ndim - 1))))

    K = np.moveaxis(derivative(lambda t: gaps(units, t), 1e-2), 0, -1)
    gamma = second_derivative(lambda t: gaps(state.qd, t), 2e-2)
    (M,) = evaluate_formula(robot, "tree_inertia", state.q)
    (bias,) = evaluate_formula(robot, "tree_effort", state.q, state.qd, np.zeros_like(state.qd))
    result = robot.forward_dynamics(state.q, state.qd, state.tau)
    for k in range(SAMPLES):
        matrix = np.block([[M[k], -K[k].T], [K[k], np.zeros((len(K[k]), len(K[k])))]])
        right = np.concatenate([-bias[k], -gamma[k]])
        right[: robot.n_active] += state.tau[k]
        solution = np.linalg.lstsq(matrix, right, rcond=1e-8)[0]
        assert np.abs(solution[:n] - result.qdd[k]).max() < 1e-9 * max(1.0, np.abs(result.qdd[k]).max())


@pytest.mark.parametrize("name", EVERY)
def test_inverse_and_forward_dynamics_undo_each_other(name: str) -> None:
    robot = robot_named(name)
    state = random_states(robot, SAMPLES, seed=13)
    result = robot.forward_dynamics(state.q, state.qd, state.tau)
    assert close(robot.inverse_dynamics(state.q, state.qd, result.qdd), state.tau, 1e-11)
    assert close(robot.inverse_dynamics(state.q, state.qd, result.qdd_active), state.tau, 1e-11)


@pytest.mark.parametrize("name", EVERY)
def test_inverse_dynamics_is_inertia_times_acceleration_plus_bias(name: str) -> None:
    robot = robot_named(name)
    state = random_states(robot, SAMPLES, seed=14)
    qdd = np.random.default_rng(15).uniform(-2, 2, (SAMPLES, robot.n_active))
    expected = apply(robot.inertia(state.q), qdd) + robot.bias(state.q, state.qd)
    assert close(robot.inverse_dynamics(state.q, state.qd, qdd), expected)


# ---------------------------------------------------------------- massless legs


def test_massless_links_on_joints_are_massless_rods() -> None:
    """The hexaglide with legs as links (24 rates, a singular inertia) moves as the one with legs as closures (12 rates)."""
    links, rods = robot_named("hexaglide_links"), robot_named("hexaglide_rods")
    state = random_states(links, SAMPLES, seed=16)
    shared = [links.mechanism.coordinates.index(name) for name in rods.mechanism.coordinates]
    rates = [links.mechanism.rates.index(name) for name in rods.mechanism.rates]
    (M,) = evaluate_formula(links, "tree_inertia", state.q)
    assert np.all(np.linalg.matrix_rank(M) == 12)
    with_links = links.forward_dynamics(state.q, state.qd, state.tau).qdd[:, rates]
    with_rods = rods.forward_dynamics(state.q[:, shared], state.qd[:, rates], state.tau).qdd
    assert close(with_links, with_rods, 1e-11)


@pytest.mark.parametrize(("name", "masses"), [("biglide", ("m_1", "m_2")), ("hexaglide_links", ("m_leg",))])
def test_massless_legs_are_the_limit_of_light_ones(name: str, masses: tuple[str, ...]) -> None:
    robot = robot_named(name)
    state = random_states(robot, SAMPLES, seed=17)

    def qdd(mass: float) -> np.ndarray:
        light = robot.with_parameters(**dict.fromkeys(masses, mass))
        return light.forward_dynamics(state.q, state.qd, state.tau).qdd

    nothing, micro, nano = qdd(0.0), qdd(1e-6), qdd(1e-9)
    scale = np.abs(nothing).max()
    assert np.abs(nano - nothing).max() < 1e-8 * scale
    # The way there is straight: a thousandth of the mass, a thousandth of the change.
    assert np.abs((micro - nothing) - 1000 * (nano - nothing)).max() < 1e-8 * scale


# ---------------------------------------------------------------- back onto the loops


@pytest.mark.parametrize("name", LOOPED)
def test_projection_brings_a_drifted_state_back(name: str) -> None:
    """Two corrections with one matrix take a gap of 1e-5 to 1e-10 and 1e-15, times what the configuration's curvature gives; one
    correction takes the rates' to 1e-10."""
    robot = robot_named(name)
    model = robot.models.formulas.model
    state = random_states(robot, SAMPLES, seed=19)
    random = np.random.default_rng(20)
    q = move_along(robot, state.q, 1e-5 * random.uniform(-1, 1, state.qd.shape), 1.0)
    qd = state.qd + 1e-5 * random.uniform(-1, 1, state.qd.shape)
    function = ca.Function(
        "project", [model.tree_model.q, model.tree_model.v, model.tree_model.parameters], [model.projected_state]
    )

    def project(q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        return np.array(
            [
                function(*sample, *(robot.models.parameter_inputs or (np.zeros(0),))).full().ravel()
                for sample in zip(q, qd, strict=True)
            ]
        )

    back = project(q, qd)
    q_back, qd_back = back[:, : q.shape[1]], back[:, q.shape[1] :]
    K, _ = velocity_closure(robot, q_back, qd_back)
    assert np.abs(robot.closure(q_back)).max() < 1e-13
    assert np.abs(apply(K, qd_back)).max() < 1e-9
    assert np.abs(q_back - q).max() < 1e-4
    assert close(project(state.q, state.qd), np.concatenate([state.q, state.qd], axis=-1), 1e-13)


# ---------------------------------------------------------------- parameters


@pytest.mark.parametrize("method", ["forward_dynamics", "inverse_dynamics", "inertia", "bias"])
def test_arrays_of_parameters_give_what_single_values_give(method: str) -> None:
    """To the bit: batches and single calls run the same code."""
    robot = robot_named("biglide")
    state = random_states(robot, 4, seed=18)
    masses = np.linspace(0.0, 2.0, 3)[:, None]
    swept = robot.with_parameters(m_1=masses, m_p=4.0)
    arguments = {
        "forward_dynamics": (state.q, state.qd, state.tau),
        "inverse_dynamics": (state.q, state.qd, state.tau),
        "inertia": (state.q,),
        "bias": (state.q, state.qd),
    }[method]
    together = getattr(swept, method)(*arguments)
    for i in range(3):
        one = robot.with_parameters(m_p=4.0, m_1=float(masses[i, 0]))
        for k in range(4):
            alone = getattr(one, method)(*(a[k] for a in arguments))
            if method == "forward_dynamics":
                for field in ("qdd", "loop_force", "status"):
                    assert np.array_equal(getattr(together, field)[i, k], getattr(alone, field))
            else:
                assert np.array_equal(together[i, k], alone)


def test_a_changed_length_moves_the_start_configuration_with_it() -> None:
    robot = robot_named("biglide").with_parameters(l=0.45)
    assert np.abs(robot.closure(robot.start)).max() < 1e-15


@pytest.mark.parametrize("name", LOOPED)
def test_the_start_is_assembled_even_where_the_description_has_a_rough_guess(name: str) -> None:
    robot = robot_named(name)
    assert np.abs(robot.closure(robot.start)).max() < 1e-13


def test_arrays_of_parameters_give_a_batch_of_starts() -> None:
    robot = kl.load("biglide", l=np.linspace(0.36, 0.4, 4))
    assert robot.start.shape == (4, 4)
    assert np.abs(robot.closure(robot.start)).max() < 1e-15


def test_robots_of_one_machine_share_their_code() -> None:
    robot = kl.load(hexaglide("rods"))
    assert robot.with_parameters(l=0.61).models.formulas is robot.models.formulas
