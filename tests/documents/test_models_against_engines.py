"""The scheme of [DemuttiRosi2020] (chapter 2, figure 2.1) and [LeePalma] (V-A to V-C): active joints move in a given way, an
engine says what the rest does, and every model is compared with it. In the place of ADAMS: Exudyn, MuJoCo, and our own
integrator.

The sources' errors, and how they explain them (solver, number type, communication interval): 1e-5 m, 1e-4 rad, 1e-5 m/s,
1e-5 rad/s, 1e-5 m/s2, 1e-5 rad/s2, 1e-4 N in [DemuttiRosi2020]; 0.06 mm, 0.1 mrad, 0.03 mm/s, 0.14 mm/s2, 0.1 mN in [LeePalma].
Here only the interval is left: efforts are held for it, so that all errors fall with its square.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from documented import Array, apply, columns, diagonal, solve, transpose
from machines import robot_named

import kinloop as kl
from kinloop.simulation.loop.inverse_simulation import prescribe_motion
from kinloop.studies.biglide.biglide_paths import d, l, m_f, m_p, swing

DURATION = 0.4
# Claimed in [DemuttiRosi2020]: of the tool, the passive angles, and the same to first and second order.
CLAIMED = {"x": 1e-5, "q_passive": 1e-4, "xd": 1e-5, "qd_passive": 1e-5, "qdd_active": 1e-5, "qdd_passive": 1e-5}


@cache
def driven(period: float) -> kl.Record:
    robot = robot_named("biglide")
    start = robot.forward_geometry([0.0, 0.0], mode=(-1,))
    np.testing.assert_allclose(start.x, [0, 0.30005393], atol=5e-9)
    return prescribe_motion(robot, swing(), duration=DURATION, period=period, q=start.q)


# ------------------------------------------------------------------ the report's models, corrected, against the driven machine


def test_geometry_of_the_report_is_the_driven_machines() -> None:
    run = driven(0.01)
    q1, q2 = run.q[:, :2].T
    A2H = columns(-d / 2, (q1 - q2) / 2)
    a = np.linalg.norm(A2H, axis=-1)
    x = columns(d / 2, q2) + A2H - (np.sqrt(l**2 - a**2) / a)[:, None] * columns(-A2H[:, 1], A2H[:, 0])  # (2.2), gamma = -1
    np.testing.assert_allclose(run.x, x, atol=1e-14)
    phi = columns(np.arctan2(x[:, 1] - q1, x[:, 0] + d / 2), np.arctan2(x[:, 1] - q2, x[:, 0] - d / 2))  # (2.8), (2.9)
    np.testing.assert_allclose(run.q[:, 2:], phi, atol=1e-14)


def test_velocities_accelerations_and_efforts_of_the_report_are_the_driven_machines() -> None:
    run, path = driven(0.01), swing()
    given = path(run.t)
    phi, n = run.q[:, 2:], run.robot.n_active
    u, v = (np.stack(pair, axis=-1) for pair in ((np.cos(phi), np.sin(phi)), (-np.sin(phi), np.cos(phi))))
    J = solve_all(u, diagonal(np.sin(phi)))  # (2.14)
    xd = apply(J, given.xd)
    phid = (apply(v, xd) - np.cos(phi) * given.xd) / l  # (2.17)
    xdd = solve(u, np.sin(phi) * given.xdd - l * phid**2)  # (2.21)
    phidd = (apply(v, xdd) - np.cos(phi) * given.xdd) / l  # (2.24)
    np.testing.assert_allclose(run.xd, xd, atol=1e-13)
    np.testing.assert_allclose(run.qd[:, n:], phid, atol=1e-13)
    models = run.robot.models
    computed = models.kernel("task_acceleration")(run.q, run.qd, run.qdd, *models.parameter_inputs)
    np.testing.assert_allclose(computed, xdd, atol=1e-12)
    np.testing.assert_allclose(run.qdd[:, n:], phidd, atol=1e-12)
    np.testing.assert_allclose(run.tau, m_f * given.xdd + m_p * apply(transpose(J), xdd), atol=1e-12)  # (2.32)


def solve_all(matrix: Array, right: Array) -> Array:
    return np.asarray(np.linalg.solve(matrix, right))


# ------------------------------------------------------------------ engines under the model's efforts


@cache
def under_the_efforts(plant: str, period: float) -> kl.Record:
    """An engine that is given the efforts of the driven machine in the middle of each interval, and holds them."""
    if plant != "native":
        pytest.importorskip(plant)
    half = driven(period / 2)
    middle = half.tau[1::2]

    def replay(t: float, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        return middle[min(round(t / period), len(middle) - 1)], state

    start = {"q": half.q[0], "qd": half.qd[0]}
    return kl.simulate(half.robot, kl.python_law(replay), duration=DURATION, period=period, plant=plant, **start)


@pytest.mark.parametrize("plant", ["native", "exudyn", "mujoco"])
def test_every_model_is_within_the_reports_errors_of_the_engine(plant: str) -> None:
    period = 5e-4
    run = under_the_efforts(plant, period)
    found = kl.compare_records(driven(period), run, names=("models", plant))
    assert np.ptp(run.q, axis=0).min() > 0.04, "it should move"
    # Accelerations of an instant are those of the held effort; what the motion has in an interval is their mean.
    mean_apart = np.diff(run.qd - driven(period).qd, axis=0) / period
    means = {"qdd_active": np.abs(mean_apart[:, :2]).max(), "qdd_passive": np.abs(mean_apart[:, 2:]).max()}
    for name, claimed in CLAIMED.items():
        assert means.get(name, found.largest[name]) < claimed, f"{name}\n{found}"
    # Efforts: the inverse dynamic model of what the engine did in each interval, against what it was given.
    middle, mean = ((array[1:] + array[:-1]) / 2 for array in (run.q, run.qd))
    efforts = run.robot.inverse_dynamics(middle, mean, np.diff(run.qd, axis=0) / period)
    assert np.abs(efforts - run.tau[:-1]).max() < 1e-4


def test_what_is_left_is_the_interval_and_falls_with_its_square() -> None:
    errors = []
    for period in (4e-3, 2e-3):
        found = kl.compare_records(driven(period), under_the_efforts("native", period))
        errors.append([found.largest[name] for name in ("x", "q_passive", "xd", "qd_passive")])
    np.testing.assert_allclose(np.array(errors[0]) / errors[1], 4, rtol=0.05)


# ------------------------------------------------------------------ the machine that follows rates


def test_the_kinematic_plant_is_where_the_models_say() -> None:
    """[DemuttiRosi2020] 3.2: joint rates are the input. Its passive joints are the report's at the active joints that it has, to
    rounding."""
    robot, start = robot_named("biglide"), driven(0.01).q[0]
    path = kl.Quintic([0, 0.30005393], [0.1, 0.1], 2.0)
    run = kl.simulate(robot, kl.KinematicControl(2.0), path, duration=2.0, period=0.05, plant=kl.Kinematic(substeps=5), q=start)
    models = robot.forward_geometry(run.q[:, :2], near=run.q)
    np.testing.assert_allclose(models.x, run.x, atol=1e-13)
    np.testing.assert_allclose(models.q, run.q, atol=1e-13)
    rates = robot.forward_velocity(models.q, run.qd[:, :2])
    np.testing.assert_allclose(rates.xd, run.xd, atol=1e-13)
    np.testing.assert_allclose(rates.qd_passive, run.qd[:, 2:], atol=1e-13)
    # Held rates: between samples the slides move in straight lines.
    np.testing.assert_allclose(np.diff(run.q[:, :2], axis=0), 0.05 * run.qd[:-1, :2], atol=1e-14)
