"""Sampled loops: closed forms of the double integrator, and runs that decay and grow on both sides of the bound."""

from __future__ import annotations

from typing import Any

import casadi as ca
import numpy as np
import pytest
from actuation import overdriven_five_bar
from machines import robot_named

import kinloop as kl
from kinloop.errors import NotFinite, ShapeError, SingularConfiguration, UnsupportedOperation


def biglide_at(x: Any) -> tuple[kl.Robot, np.ndarray]:
    robot = robot_named("biglide")
    return robot, robot.inverse_geometry(x, mode=(1, -1)).q


def pd(t: Any, measured: Any, reference: Any, state: Any, model: Any, kp: Any, kd: Any) -> Any:
    return kp * (reference.q_active - measured.q_active) - kd * measured.qd_active, state


def pid(t: Any, measured: Any, reference: Any, state: Any, model: Any, kp: Any, ki: Any, kd: Any) -> Any:
    error = reference.q_active - measured.q_active
    return kp * error - kd * measured.qd_active + ki * state, state + model.period * error


def held_pd(t: Any, measured: Any, reference: Any, state: Any, model: Any, kp: Any, kd: Any) -> Any:
    hold = model.static_effort(measured.q)
    return hold + kp * (reference.q_active - measured.q_active) - kd * measured.qd_active, state


# ---------------------------------------------------------------- closed forms


@pytest.mark.parametrize(
    ("kp", "kd", "period"), [(100.0, 100.0, 0.019), (100.0, 20.0, 0.01), (400.0, 3.0, 0.002), (9.0, 1.0, 0.3)]
)
def test_computed_torque_is_a_sampled_double_integrator(kp: float, kd: float, period: float) -> None:
    loop = kl.sampled_loop(*(lambda r, q: (r, kl.ComputedTorque(kp, kd), q))(*biglide_at([0.1, 0.3])), period)
    expected = np.roots([1, -(2 - kd * period - kp * period**2 / 2), 1 - kd * period + kp * period**2 / 2])
    np.testing.assert_allclose(np.poly(loop.matrix), np.poly(np.tile(expected, 2)), atol=1e-9)


@pytest.mark.parametrize(("kp", "kd"), [(100.0, 100.0), (100.0, 20.0), (100.0, 5.0), (2500.0, 20.0), (1.0, 2.0)])
def test_the_largest_period_of_computed_torque_is_that_of_jurys_test(kp: float, kd: float) -> None:
    """T < 2/kd, T < 2 kd/kp, and where kd^2 < 4 kp the first root of kp T^2/2 - kd T + 2 does not exist. Gains of 100 and 100
    diverge above 20 ms: the 2/kd of the first condition."""
    robot, q = biglide_at([0.1, 0.3])
    np.testing.assert_allclose(kl.largest_period(robot, kl.ComputedTorque(kp, kd), q), min(2 / kd, 2 * kd / kp), rtol=1e-9)


def test_a_delay_of_computed_torque_has_the_closed_form() -> None:
    """The characteristic polynomial of the double integrator with its command d periods late."""
    robot, q = biglide_at([0.1, 0.3])
    kp, kd, T = 100.0, 20.0, 0.004
    for delay in (0, 1, 2, 5):
        found = kl.sampled_loop(robot, kl.ComputedTorque(kp, kd), q, T, delay)
        one = np.polymul([1.0] + [0.0] * delay, [1, -2, 1])
        expected = np.polyadd(one, [kd * T + kp * T**2 / 2, -kd * T + kp * T**2 / 2])
        np.testing.assert_allclose(np.poly(found.matrix), np.polymul(expected, expected), atol=1e-9)
        assert len(found.states) == 4 + 2 * delay
    assert kl.sampled_loop(robot, kl.ComputedTorque(kp, kd), q, T, True).delay == 1


def test_kinematic_control_decays_by_one_minus_the_gain_times_the_period() -> None:
    robot, q = biglide_at([0.1, 0.3])
    law = kl.KinematicControl(2.0)
    np.testing.assert_allclose(np.sort(np.abs(kl.sampled_loop(robot, law, q, 0.1).eigenvalues)), [0, 0, 0.8, 0.8], atol=1e-12)
    np.testing.assert_allclose(kl.largest_period(robot, law, q), 1.0, rtol=1e-9)
    np.testing.assert_allclose(kl.largest_period(robot, law, q, delay=1), 0.5, rtol=1e-9)  # z^2 - z + gain T: |gain T| < 1


def test_one_joint_under_pd_has_the_closed_form_with_gravity_and_friction() -> None:
    """Zero-order hold of M thdd = -b thd - k th + u, by its own matrix exponential."""
    from scipy.linalg import expm

    robot, theta, T = robot_named("one_joint"), 1.0, 0.02
    M, b, k = 0.25 * 0.125**2 + 0.00135, 0.01, -0.25 * 9.81 * 0.125 * np.sin(theta)
    whole = expm(T * np.array([[0, 1, 0], [-k / M, -b / M, 1 / M], [0, 0, 0]]))
    expected = whole[:2, :2] - whole[:2, 2:] @ [[1.0, 0.1]]
    loop = kl.sampled_loop(robot, kl.casadi_law(pd, kp=1.0, kd=0.1), [theta], T)
    np.testing.assert_allclose(loop.matrix, expected, atol=1e-12)


# ---------------------------------------------------------------- against runs

CASES: dict[str, tuple[str, Any, int]] = {
    "two_r under computed torque": ("two_r", kl.ComputedTorque(100.0, 30.0), 0),
    "two_r under PD and gravity": ("two_r", kl.casadi_law(held_pd, kp=20.0, kd=1.0), 0),
    "biglide, late": ("biglide", kl.ComputedTorque(100.0, 100.0), 1),
    "five_bar under PID": ("five_bar", kl.casadi_law(pid, memory=[0.0, 0.0], kp=3.0, ki=5.0, kd=0.1), 0),
    "delta_rods under computed torque": ("delta_rods", kl.ComputedTorque(100.0, 40.0), 0),
    "delta_rods under PID and gravity": ("delta_rods", kl.casadi_law(pid, memory=[0.0] * 3, kp=30.0, ki=20.0, kd=1.0), 0),
}


def run_from_error(robot: kl.Robot, law: Any, q: np.ndarray, period: float, delay: int, periods: int) -> np.ndarray:
    """Sizes of the active joints' errors, from an error of 1e-7 in one of them, about the motion without it."""
    still, n = np.zeros(len(robot.mechanism.rates)), robot.n_active
    path = kl.Quintic(q[:n], q[:n], 1.0, space="active")
    model = robot.linearise(q, still, np.zeros(n))
    runs = []
    for xi in (0.0, 1e-7):
        start = model.configuration(xi * np.eye(len(model.independent))[0])
        options: dict[str, Any] = {"plant": kl.Native(substeps=8), "actuators": kl.Actuators(delay=bool(delay))}
        runs.append(kl.simulate(robot, law, path, duration=periods * period, period=period, q=start, qd=still, **options))
    return np.abs(runs[1].q - runs[0].q)[:, :n].max(axis=1)


@pytest.mark.parametrize(
    "case", [pytest.param(name, marks=[pytest.mark.long] * ("delta" in name)) for name in CASES if "PID" not in name]
)
def test_runs_decay_below_the_largest_period_and_grow_above(case: str) -> None:
    name, law, delay = CASES[case]
    robot = robot_named(name)
    q = biglide_at([0.1, 0.3])[1] if name == "biglide" else robot.start
    bound = kl.largest_period(robot, law, q, delay)
    for factor in (0.95, 1.05):
        loop = kl.sampled_loop(robot, law, q, factor * bound, delay)
        assert loop.is_stable == (factor < 1)
        n, f = robot.n_active, len(robot.linearise(q, np.zeros(len(robot.mechanism.rates)), np.zeros(robot.n_active)).independent)
        deviation = np.eye(len(loop.matrix))[0]
        periods = 0
        while (np.abs(deviation).max() > 0.05 if factor < 1 else np.abs(deviation[:f]).max() < 20) or periods < 5:
            deviation, periods = loop.matrix @ deviation, periods + 1
        errors = run_from_error(robot, law, q, factor * bound, delay, periods)
        assert errors[-1] < 0.06 * errors[0] if factor < 1 else errors[-1] > 10 * errors[0]
        assert n == f  # so that the independent joints are the active ones
        np.testing.assert_allclose(errors[-1], 1e-7 * np.abs(deviation[:f]).max(), rtol=0.05, atol=1e-10)


@pytest.mark.parametrize(
    "case", [pytest.param(name, marks=[pytest.mark.long] * ("delta_rods under c" in name)) for name in CASES]
)
def test_the_matrix_is_the_derivative_of_a_run(case: str) -> None:
    """Two periods from changed states, about the equilibrium with the law's own state there, at half the bound."""
    name, law, delay = CASES[case]
    robot = robot_named(name)
    q = biglide_at([0.1, 0.3])[1] if name == "biglide" else robot.start
    still, n = np.zeros(len(robot.mechanism.rates)), robot.n_active
    period = 0.01

    def with_period(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        vars(model)["period"] = period
        return law(t, measured, reference, state, model)

    hold = robot.static_effort(q)
    memory = hold / law.gains["ki"] if "PID" in case else []
    own = kl.casadi_law(with_period, memory=memory, joint_reference=True)
    loop = kl.sampled_loop(robot, own, q, period, delay)
    model = robot.linearise(q, still, hold)
    f, h = len(model.independent), 1e-5
    path = kl.Quintic(q[:n], q[:n], 1.0, space="active")
    places = [robot.mechanism.rates.index(each) for each in model.independent]
    options: dict[str, Any] = {"duration": 2 * period, "period": period, "plant": kl.Native(substeps=16)}
    options["actuators"] = kl.Actuators(delay=bool(delay))
    expected = np.linalg.matrix_power(loop.matrix, 2)[: 2 * f, : 2 * f]
    for k in range(f):
        ends = []
        for sign in (1, -1):
            start = model.configuration(sign * h * np.eye(f)[k])
            run = kl.simulate(robot, own, path, q=start, qd=still, **options)
            ends.append(np.concatenate([run.q[-1][places], run.qd[-1][places]]))
        np.testing.assert_allclose((ends[0] - ends[1]) / (2 * h), expected[:, k], atol=2e-5 * max(1, np.abs(expected).max()))


def test_an_instant_of_a_motion_is_the_derivative_of_a_run() -> None:
    """Over one short period from two changed states; what the motion changes meanwhile is of the second order."""
    robot = robot_named("five_bar")
    q, n = robot.start, 2
    far = np.array([0.4, -0.2])
    path = kl.Quintic(q[:n], q[:n] + far, 0.4, space="active")
    law, period, t = kl.ComputedTorque(400.0, 40.0), 1e-4, 0.15
    loop = kl.sampled_loop(robot, law, q, period, trajectory=path, t=t)
    assert loop.is_stable is None
    assert "instant" in repr(loop)
    point = path(t)
    at = robot.forward_geometry(point.x, near=q).q
    qd = robot.forward_velocity(at, point.xd).qd
    model = robot.linearise(at, qd, robot.inverse_dynamics(at, qd, point.xdd))
    late = kl.FunctionOfTime(lambda s: [q[k] + far[k] * shape((s + t) / 0.4) for k in range(2)], 0.2, space="active")
    places = [robot.mechanism.rates.index(each) for each in model.independent]
    h = 1e-5
    columns = []
    for k in range(4):
        ends = []
        for sign in (1, -1):
            change = sign * h * np.eye(4)[k]
            start = model.configuration(change[:2])
            rates = robot.forward_velocity(start, qd[:2] + change[2:]).qd
            run = kl.simulate(robot, law, late, duration=period, period=period, q=start, qd=rates, plant=kl.Native(substeps=4))
            ends.append(np.concatenate([run.q[-1][places], run.qd[-1][places]]))
        columns.append((ends[0] - ends[1]) / (2 * h))
    expected = np.array(columns).T
    scale = np.abs(expected - np.eye(4)).max()
    np.testing.assert_allclose(loop.matrix, expected, atol=2e-3 * scale)


def shape(s: Any) -> Any:
    """A quintic from 0 to 1."""
    return 10 * s**3 - 15 * s**4 + 6 * s**5


def test_a_law_without_gravity_compensation_is_linearised_where_it_rests() -> None:
    """A nonlinear spring: its stiffness is that at its deflection, which holds the link."""
    robot = robot_named("one_joint")

    def hardening(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        error = reference.q_active - measured.q_active
        return 0.5 * error + 4.0 * error**3 - 0.05 * measured.qd_active, state

    theta, T = 0.4, 0.01
    error = np.roots([4.0, 0, 0.5, -0.25 * 9.81 * 0.125 * np.cos(theta)])
    error = error[np.abs(error.imag) < 1e-12].real[0]
    linear = kl.casadi_law(pd, kp=0.5 + 12 * error**2, kd=0.05)
    found, expected = (kl.sampled_loop(robot, law, [theta], T).matrix for law in (kl.casadi_law(hardening), linear))
    np.testing.assert_allclose(found, expected, atol=1e-9)


def test_a_law_of_the_task_has_the_stiffness_of_its_force_at_rest() -> None:
    """tau = J^T f: the force f that holds the arm against gravity turns with J, which adds to the stiffness."""
    from scipy.linalg import expm

    def spring(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        J = model.task_jacobian(measured.q)
        return J.T @ (400.0 * (reference.x - measured.x) - 40.0 * measured.xd), state

    robot, T, h = robot_named("two_r"), 1e-3, 1e-6
    q, hold = robot.start, robot.static_effort(robot.start)
    J = robot.task_jacobian(q)
    force = np.linalg.solve(J.T, hold)
    turned = np.array(
        [robot.task_jacobian(q + h * row).T @ force - robot.task_jacobian(q - h * row).T @ force for row in np.eye(2)]
    )
    gains = np.hstack([400.0 * J.T @ J - turned.T / (2 * h), 40.0 * J.T @ J])
    model = robot.linearise(q, np.zeros(2), hold)
    whole = expm(T * np.block([[model.A, model.B], [np.zeros((2, 6))]]))
    loop = kl.sampled_loop(robot, kl.casadi_law(spring), q, T)
    np.testing.assert_allclose(loop.matrix, whole[:4, :4] - whole[:4, 4:] @ gains, atol=1e-8)


def test_a_rough_model_is_a_plant_of_its_own() -> None:
    """Computed torque with twice the mass in its model is twice the gains on the double integrator."""
    robot, q = biglide_at([0.1, 0.3])
    rough = robot.with_parameters(m_p=2 * robot.parameters["m_p"], m_f=2 * robot.parameters["m_f"])
    found = kl.largest_period(rough, kl.ComputedTorque(100.0, 20.0), q, plant=robot)
    np.testing.assert_allclose(found, min(2 / 40.0, 2 * 40 / 200), rtol=1e-9)


def test_a_law_with_a_period_of_its_own_is_told_of_the_model() -> None:
    def fixed(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        error = reference.q_active - measured.q_active
        return error - 0.135 * measured.qd_active + state, state + 0.01 * error

    with pytest.raises(ShapeError, match=r"let the law read model\.period"):
        kl.largest_period(robot_named("one_joint"), kl.casadi_law(fixed, memory=[0.0]), [1.0])


def test_the_period_may_be_a_number_for_a_law() -> None:
    """One that computes with it in plain Python, such as a design at the period."""

    def designed(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        gain = min(100.0, 0.1 / float(model.period) ** 2)
        return -gain * measured.q_active - 0.1 * measured.qd_active, state

    robot = robot_named("one_joint").with_parameters(g=0.0)
    for period, gain in ((0.01, 100.0), (0.1, 10.0)):
        same = kl.casadi_law(pd, kp=gain, kd=0.1)
        found, expected = (kl.sampled_loop(robot, law, [0.0], period).matrix for law in (kl.casadi_law(designed), same))
        np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_integral_states_that_do_not_matter_are_left_out() -> None:
    robot = robot_named("five_bar")
    with_zero = kl.casadi_law(lambda *a: pid(*a, kp=3.0, ki=0.0, kd=0.1), memory=[0.0, 0.0])
    loop = kl.sampled_loop(robot, with_zero, robot.start, 1e-3)
    assert len(loop.states) == 4
    assert loop.is_stable


def test_redundant_actuation_keeps_the_preload_of_its_law() -> None:
    """PD laws at all three actuators; a law that pulls them against each other changes the stiffness."""
    robot = overdriven_five_bar()
    loop = kl.sampled_loop(robot, kl.casadi_law(held_pd, kp=5.0, kd=0.1), robot.start, 1e-3)
    assert loop.is_stable
    assert loop.matrix.shape == (4, 4)
    bound = kl.largest_period(robot, kl.casadi_law(held_pd, kp=5.0, kd=0.1), robot.start)
    assert kl.sampled_loop(robot, kl.casadi_law(held_pd, kp=5.0, kd=0.1), robot.start, 1.001 * bound).is_stable is False


@pytest.mark.parametrize("name", ["puma560", pytest.param("stewart_gough", marks=pytest.mark.long)])
def test_laws_of_the_task_are_linearised_on_poses_too(name: str) -> None:
    """Rates towards a pose: the error of an orientation is a rotation vector, so all eigenvalues are 1 - gain T."""
    robot = robot_named(name)
    q = robot.start
    loop = kl.sampled_loop(robot, kl.KinematicControl(2.0), q, 0.1)
    np.testing.assert_allclose(np.sort(np.abs(loop.eigenvalues))[6:], 0.8, atol=1e-6)


def test_margins_of_a_sampled_loop_end_where_it_becomes_unstable() -> None:
    robot, q = biglide_at([0.1, 0.3])
    T, kp, kd = 0.005, 100.0, 20.0
    found = kl.margins(kl.sampled_loop(robot, kl.ComputedTorque(kp, kd), q, T))
    for k in range(2):
        factor = found.gain_margin[k]
        for change in (0.999, 1.001):
            scale = np.ones(2)
            scale[k] = change * factor

            def scaled(t: Any, measured: Any, reference: Any, state: Any, model: Any, scale: Any = scale) -> Any:
                command, state = kl.ComputedTorque(kp, kd)(t, measured, reference, state, model)
                return ca.SX(scale) * command, state

            stable = kl.sampled_loop(robot, kl.casadi_law(lambda *a: scaled(*a), joint_reference=True), q, T).is_stable
            assert stable == ((change < 1) == (factor > 1))


# ---------------------------------------------------------------- what is refused

TWO = robot_named("two_r")
CT = kl.ComputedTorque(100.0, 20.0)


def law_of(function: Any) -> Any:
    return kl.casadi_law(lambda t, measured, reference, state, model: (function(t, measured, reference), state))


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: kl.sampled_loop(TWO, CT, TWO.start, 0.0), ShapeError, "period is 0 s, expected a time above zero"),
        (lambda: kl.sampled_loop(TWO, CT, TWO.start, np.nan), NotFinite, "period is nan"),
        (lambda: kl.sampled_loop(TWO, CT, TWO.start, 0.1, -1), ShapeError, "delay is -1, expected a whole number"),
        (lambda: kl.sampled_loop(TWO, CT, TWO.start, 0.1, 0.5), ShapeError, "delay is 0.5, expected a whole number"),
        (lambda: kl.sampled_loop(TWO, "PD", TWO.start, 0.1), ShapeError, "the law is 'PD', expected a law"),
        (lambda: kl.sampled_loop(TWO, kl.python_law(pd, kp=1, kd=1), TWO.start, 0.1), UnsupportedOperation, "plain Python"),
        (lambda: kl.sampled_loop(TWO, kl.ComputedTorque(np.nan, 1), TWO.start, 0.1), NotFinite, "kp is nan"),
        (lambda: kl.sampled_loop(TWO, CT, TWO.start, 0.1, plant=robot_named("biglide")), ShapeError, "the same machine"),
        (lambda: kl.sampled_loop(*(lambda r, q: (r, CT, q))(*biglide_at([0.0, 0.30005393])), 0.1), SingularConfiguration, ""),
        (
            lambda: kl.sampled_loop(*(lambda r, q: (r, kl.KinematicControl(1.0), q))(*biglide_at([0.0, 0.30005393])), 0.1),
            SingularConfiguration,
            "Type 2|no finite",
        ),
        (lambda: kl.sampled_loop(TWO, law_of(lambda t, m, r: 0 * m.q_active), TWO.start, 0.1), ShapeError, "keeps two_r at rest"),
        (
            lambda: kl.sampled_loop(
                robot_named("one_joint").with_parameters(g=0.0), law_of(lambda t, m, r: -ca.sign(m.q_active)), [0.0], 0.1
            ),
            UnsupportedOperation,
            "jumps or has a kink",
        ),
        (
            lambda: kl.sampled_loop(
                robot_named("one_joint").with_parameters(g=0.0), law_of(lambda t, m, r: -(1 + ca.sin(t)) * m.q_active), [0.0], 0.1
            ),
            UnsupportedOperation,
            "changes with time",
        ),
        (
            lambda: kl.largest_period(TWO, kl.PD(10.0, 0.0), TWO.start + np.array([0.0, np.pi])),
            ShapeError,
            "not stable at the shortest",
        ),
        (lambda: kl.largest_period(TWO, kl.ComputedTorque(1.0, 0.0), TWO.start), ShapeError, "not stable at the shortest"),
        (lambda: kl.sampled_loop(TWO, CT, TWO.start, 0.1, t=0.3), ShapeError, "there is no trajectory"),
        (lambda: kl.sampled_loop(TWO, CT, TWO.start, 0.1, trajectory=3), ShapeError, "gives no motion"),
    ],
)
def test_what_cannot_be_linearised_is_refused(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words or None):
        call()


def test_a_machine_that_hangs_without_effort_is_stable_at_any_period() -> None:
    robot = robot_named("one_joint")
    assert kl.largest_period(robot, law_of(lambda t, m, r: 0 * m.q_active), [-np.pi / 2]) == np.inf
    with pytest.raises(ShapeError, match="beyond the range of numbers"):
        kl.sampled_loop(robot, CT, [1.5], 1e3)


def test_a_loop_on_the_boundary_is_not_stable() -> None:
    robot = robot_named("one_joint").with_parameters(g=0.0, beta=0.0)
    assert kl.sampled_loop(robot, kl.ComputedTorque(0.0, 10.0), [0.0], 0.01).is_stable is False  # an eigenvalue of 1
    assert kl.sampled_loop(robot, kl.ComputedTorque(0.0, 0.0), [0.0], 0.01).is_stable is False  # a double one
    assert kl.sampled_loop(robot, kl.ComputedTorque(100.0, 100.0), [0.0], 0.02).is_stable is False  # -1
