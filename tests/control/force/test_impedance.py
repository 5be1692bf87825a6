"""Impedance and admittance against a mass, a damper and a spring that SciPy integrates, for serial and parallel machines."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from machines import robot_named
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

import kinloop as kl

Array = np.ndarray
FORCE_SENSOR = kl.Sensors(measured=("active", "passive", "wrench"))
ROWS = {"x": 0, "y": 1, "z": 2, "phi": 5}
PLACES = {"two_r": [0.25, 0.3], "biglide": [0.1, 0.3], "five_bar": [0.0, 0.14]}
# Amplitudes [N, N m] and frequencies [rad/s] of a wrench that changes.
AMPLITUDE, FREQUENCY = np.array([3.0, 2.0, 4.0, 0.0, 0.0, 0.05]), np.array([9.0, 7.0, 5.0, 8.0, 6.0, 11.0])


def held(name: str, duration: float = 1.0) -> tuple[kl.Robot, kl.Pause, Array]:
    """A machine, a reference at rest, and its configuration there."""
    robot = robot_named(name)
    q = np.asarray(robot.inverse_geometry(PLACES[name], near=robot.start).q if name in PLACES else robot.start)
    x = np.asarray(robot.forward_geometry(q[: robot.n_active], near=q).x)
    return robot, kl.Pause(x, duration, space="pose" if robot.task == ("pose",) else "task"), q


def wanted(robot: kl.Robot) -> tuple[Array, Array, Array]:
    """Inertia, damping and stiffness of the task, with entries beside the diagonal."""
    rows = [ROWS[name] for name in robot.task]
    size = np.array([1.0, 1.0, 1.0, 0.02, 0.02, 0.02])[rows]
    M = np.diag(size * np.array([2.0, 1.5, 2.5, 1.0, 1.0, 1.0])[rows])
    D = np.diag(size * np.array([60.0, 50.0, 70.0, 60.0, 50.0, 40.0])[rows])
    K = np.diag(size * np.array([500.0, 600.0, 400.0, 500.0, 300.0, 600.0])[rows])
    M[0, 1] = M[1, 0] = 0.3
    K[0, 1] = K[1, 0] = 50.0
    return M, D, K


def linear_answer(M: Array, D: Array, K: Array, force: Callable[[float], Array], t: Array) -> Array:
    """The displacement of a mass, a damper and a spring under a force, by SciPy."""
    n = len(M)

    def rate(time: float, state: Array) -> Array:
        return np.concatenate([state[n:], np.linalg.solve(M, force(time) - D @ state[n:] - K @ state[:n])])

    found = solve_ivp(rate, (0.0, t[-1]), np.zeros(2 * n), t_eval=t, rtol=1e-10, atol=1e-13, max_step=1e-2)
    return np.asarray(found.y[:n].T)


def gap(name: str, law: Callable[[Array, Array, Array], kl.Law], period: float) -> float:
    """The largest difference between a run and the linear answer, as a share of the largest displacement."""
    robot, pause, q = held(name)
    M, D, K = wanted(robot)
    rows = [ROWS[each] for each in robot.task]
    on = np.isin(np.arange(6), rows)
    signal = [f"{a}*sin({w}*t)" if is_on else 0.0 for a, w, is_on in zip(AMPLITUDE, FREQUENCY, on, strict=True)]
    run = kl.simulate(
        robot,
        law(M, D, K),
        pause,
        duration=1.0,
        period=period,
        q=q,
        sensors=FORCE_SENSOR,
        environment=kl.Environment(signals={"tool": signal}),
    )
    assert run.status == kl.RunStatus.COMPLETE
    answer = linear_answer(M, D, K, lambda t: (AMPLITUDE * np.sin(FREQUENCY * t))[rows], run.t)
    return float((np.abs(-run.error - answer).max(axis=0) / np.abs(answer).max(axis=0)).max())


# The error is in proportion to the period, since velocity terms of the model are held for one: it halves.
@pytest.mark.parametrize(
    ("name", "largest"),
    [
        ("two_r", 2e-3),
        ("biglide", 1e-3),
        ("five_bar", 3e-3),
        ("three_rrr", 1e-3),
        ("scara_prrr", 2e-2),  # its turn is driven by 0.05 N m, and by the arm's motion
        pytest.param("delta_parallelograms", 1e-3, marks=pytest.mark.long),
    ],
)
def test_shaped_inertia_moves_as_a_mass_damper_and_spring_by_scipy(name: str, largest: float) -> None:
    coarse, fine = (gap(name, lambda M, D, K: kl.Impedance(K, D, M), period) for period in (2e-3, 1e-3))
    assert fine < largest
    assert fine < 0.55 * coarse


@pytest.mark.parametrize(("name", "largest"), [("two_r", 3e-4), ("biglide", 1e-4), ("three_rrr", 3e-4)])
def test_admittance_moves_as_a_mass_damper_and_spring_by_scipy(name: str, largest: float) -> None:
    coarse, fine = (gap(name, lambda M, D, K: kl.Admittance(K, D, M, 2500.0, 100.0), period) for period in (2e-3, 1e-3))
    assert fine < largest
    assert fine < 0.55 * coarse


LAWS: dict[str, Callable[[Array], kl.Law]] = {
    "stiffness": lambda K: kl.Impedance(K, K / 8),
    "shaped": lambda K: kl.Impedance(K, K / 8, K / 200),
    "admittance": lambda K: kl.Admittance(K, K / 8, K / 200, 900.0, 60.0),
}


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("name", ["two_r", "biglide", "five_bar", "three_rrr"])
def test_at_rest_the_displacement_is_the_force_over_the_stiffness(name: str, law: str) -> None:
    robot, pause, q = held(name, 4.0)
    rows = [ROWS[each] for each in robot.task]
    wrench = np.zeros(6)
    wrench[rows] = np.array([2.0, -1.0, 3.0, 0.0, 0.0, 0.2])[rows]
    K = np.array([500.0, 700.0, 600.0, 0.0, 0.0, 40.0])[rows]
    run = kl.simulate(
        robot, LAWS[law](K), pause, duration=4.0, period=1e-3, q=q, sensors=FORCE_SENSOR, environment={"tool": wrench}
    )
    np.testing.assert_allclose(-run.error[-1] * K, wrench[rows], rtol=0, atol=1e-6)


@pytest.mark.long
def test_the_stiffness_of_a_pose_has_forces_and_moments() -> None:
    robot, pause, q = held("stewart_gough", 2.0)
    K = np.array([4e3, 4e3, 4e3, 200.0, 200.0, 200.0])
    wrench = np.array([3.0, 2.0, 4.0, 0.3, 0.2, 0.1])
    run = kl.simulate(robot, kl.Impedance(K, K / 8), pause, duration=2.0, period=1e-3, q=q, environment={"tool": wrench})
    w, *v = run.x[-1, 3:]
    first, *axis = run.x[0, 3:]
    turn = (Rotation.from_quat([*v, w]) * Rotation.from_quat([*axis, first]).inv()).as_rotvec()
    np.testing.assert_allclose((run.x[-1, :3] - run.x[0, :3]) * K[:3], wrench[:3], rtol=1e-4)
    np.testing.assert_allclose(turn * K[3:], wrench[3:], rtol=1e-4)


@pytest.mark.parametrize("name", ["two_r", "biglide"])
def test_a_sine_sweep_shows_the_asked_inertia_damping_and_stiffness(name: str) -> None:
    robot, pause, q = held(name, 4.0)
    signal = ["3*sin(2*pi*2*t + 4*t^2)", "2*sin(2*pi*3*t + 3*t^2)", 0, 0, 0, 0]
    run = kl.simulate(
        robot,
        kl.Impedance(500.0, 60.0, 2.0),
        pause,
        duration=4.0,
        period=1e-3,
        q=q,
        sensors=FORCE_SENSOR,
        environment=kl.Environment(signals={"tool": signal}),
    )
    t, inner = run.t, slice(10, -10)
    forces = (3 * np.sin(4 * np.pi * t + 4 * t**2), 2 * np.sin(6 * np.pi * t + 3 * t**2))
    for k, force in enumerate(forces):
        moved, speed = -run.error[:, k], run.xd[:, k]
        columns = np.stack([np.gradient(speed, t), speed, moved], axis=1)[inner]
        found = np.linalg.lstsq(columns, force[inner], rcond=None)[0]
        np.testing.assert_allclose(found, [2.0, 60.0, 500.0], rtol=0.01)


@pytest.mark.parametrize("law", LAWS)
def test_a_push_on_the_tool_yields_and_returns(law: str) -> None:
    robot, pause, q = held("biglide", 4.0)
    environment = kl.Environment(pulses=[kl.Pulse([10.0, 0, 0, 0, 0, 0], 0.5, 1.5)])
    run = kl.simulate(
        robot,
        LAWS[law](np.array([500.0, 500.0])),
        pause,
        duration=4.0,
        period=1e-3,
        q=q,
        sensors=FORCE_SENSOR,
        environment=environment,
    )
    moved = -run.error[:, 0]
    assert np.abs(moved[run.t <= 0.5]).max() < 1e-9
    assert moved[run.t < 2.0][-1] == pytest.approx(10 / 500, rel=1e-2)
    assert np.abs(run.error[-1]).max() < 1e-6


def test_without_stiffness_an_admittance_is_led_by_hand() -> None:
    robot, pause, q = held("two_r", 2.0)
    law = kl.Admittance(0.0, 100.0, 1.0, 900.0, 60.0)
    run = kl.simulate(
        robot, law, pause, duration=2.0, period=1e-3, q=q, sensors=FORCE_SENSOR, environment={"tool": [2.0, 0, 0, 0, 0, 0]}
    )
    assert run.xd[-1] == pytest.approx([2.0 / 100.0, 0.0], abs=1e-4)


@pytest.mark.parametrize("name", ["two_r", "five_bar"])
def test_a_moment_that_the_task_does_not_have_leaves_the_stiffness_as_it_is(name: str) -> None:
    """It does work, since the tool turns as it moves; the law measures and compensates it."""
    robot, pause, q = held(name, 2.0)
    law = kl.Impedance(500.0, 60.0, 1.0)
    environment = {"tool": [2.0, -1.0, 0, 0, 0, 0.05]}
    run = kl.simulate(robot, law, pause, duration=2.0, period=1e-3, q=q, sensors=FORCE_SENSOR, environment=environment)
    np.testing.assert_allclose(-run.error[-1] * 500.0, [2.0, -1.0], rtol=0, atol=1e-5)


@pytest.mark.long
@pytest.mark.parametrize("name", ["two_r", "biglide"])
def test_mujoco_gives_the_same_motion(name: str) -> None:
    robot, pause, q = held(name)
    options = {
        "duration": 0.5,
        "period": 1e-3,
        "q": q,
        "sensors": FORCE_SENSOR,
        "environment": {"tool": [2.0, -1.0, 0, 0, 0, 0.05]},
    }
    runs = [kl.simulate(robot, kl.Impedance(500.0, 60.0, 1.0), pause, plant=plant, **options) for plant in ("native", "mujoco")]
    np.testing.assert_allclose(runs[0].x, runs[1].x, rtol=0, atol=1e-6)
