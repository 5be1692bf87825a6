"""Figures of step responses against closed forms and python-control, and what a record does not show."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from machines import robot_named

import control
import kinloop as kl
from kinloop.errors import NotFinite, ShapeError, UnknownName


def pd(t: Any, measured: Any, reference: Any, state: Any, model: Any, kp: Any, kd: Any) -> Any:
    return kp * (reference.q_active - measured.q_active) - kd * measured.qd_active, state


@pytest.mark.parametrize("ratio", [0.1, 0.3, 0.7, 1.0, 2.0])
@pytest.mark.parametrize("size", [1.0, -3e-6])
def test_a_second_order_step_has_the_figures_of_the_closed_form_and_of_python_control(ratio: float, size: float) -> None:
    system = kl.SecondOrder(1.0, 2 * ratio, 1.0)
    t = np.linspace(0, 3 * system.settling_time(), 5001)
    y = 5e-6 + size * control.step_response(control.tf([1], [1, 2 * ratio, 1]), t).outputs
    found, step = kl.step_response(t, y, 5e-6 + size), t[1]
    peer = control.step_info(y - y[0], t, yfinal=y[-1] - y[0])
    np.testing.assert_allclose(found.rise_time, system.rise_time, atol=0.02 * step + 1e-3)
    np.testing.assert_allclose(found.rise_time, peer["RiseTime"], atol=2.01 * step)
    np.testing.assert_allclose(found.settling_time, peer["SettlingTime"], atol=1.01 * step)
    np.testing.assert_allclose(found.settling_time, system.settling_time(), rtol=2e-3)
    np.testing.assert_allclose(found.overshoot, system.overshoot, atol=1e-4)
    np.testing.assert_allclose(found.steady_state_error, 0, atol=1e-4 * abs(size))
    assert found.settled
    if ratio < 1:
        np.testing.assert_allclose(found.peak_time, system.peak_time, atol=step)
        np.testing.assert_allclose(found.peak, 5e-6 + size * (1 + system.overshoot), rtol=0, atol=abs(size) * step**2)
    else:
        assert found.overshoot == 0
        assert np.isnan(found.peak_time)


@pytest.mark.parametrize("constants", [0.1, 1.0, 3.0, 4.5, 8.0, 20.0])
def test_a_short_record_has_not_settled(constants: float) -> None:
    """An exponential over some time constants: what is called final is within the band of what it tends to."""
    t = np.linspace(0, constants, 1001)
    found = kl.step_response(t, 1 - np.exp(-t), 1.0)
    if found.settled:
        assert constants > 4.6
        np.testing.assert_allclose(found.settling_time, np.log(50), rtol=0.1)
        assert abs(found.steady_state_error) < 0.01
    else:
        assert constants < 8
        unknown = [found.final, found.rise_time, found.settling_time, found.overshoot, found.steady_state_error, found.peak_time]
        assert np.isnan(unknown).all()


def test_what_oscillates_or_drifts_to_the_end_has_not_settled() -> None:
    t = np.linspace(0, 10, 2001)
    for y in (1 - np.cos(9 * t), t, 0.001 * t, np.exp(t), np.sin(0.3 * t)):
        found = kl.step_response(t, y, 1.0)
        assert not found.settled
        assert np.isnan(found.steady_state_error)
    found = kl.step_response(t, 1 - np.cos(9 * t), 1.0)
    np.testing.assert_allclose(found.peak, 2.0, rtol=1e-4)


def test_a_joint_under_pd_has_the_error_of_gravity() -> None:
    """K_p theta_e = m g l_g cos(theta), (5.17) with its sign corrected."""
    robot, kp = robot_named("one_joint"), 1.0
    kd = kl.joint_design(robot, [0.0])["theta"].critical_gain(kp)
    target = np.pi / 3
    path = kl.Quintic([target], [target], 1.0, space="active")
    run = kl.simulate(robot, kl.casadi_law(pd, kp=kp, kd=kd), path, duration=3.0, period=1e-3, q=[0.0], qd=[0.0])
    for signal in ("q", "q.theta"):
        found = kl.step_response(run, signal=signal)
        error = np.squeeze(found.steady_state_error)
        np.testing.assert_allclose(kp * error, 0.25 * 9.81 * 0.125 * np.cos(target - error), rtol=1e-6)
        assert found.names == ("theta",)
    assert np.isnan(kl.step_response(run).target).all()  # the task has no reference in this run
    assert "theta" in str(kl.step_response(run, signal="q"))


def test_a_record_of_the_task_has_its_targets_and_coordinates_that_rest() -> None:
    robot = robot_named("biglide")
    path = kl.Quintic([0.1, 0.3], [0.15, 0.3], 0.5)
    run = kl.simulate(robot, kl.ComputedTorque(400.0, 40.0), path, duration=2.0, period=1e-3, mode=(1, -1))
    found = kl.step_response(run)
    np.testing.assert_allclose(found.target, [0.15, 0.3], atol=1e-15)
    np.testing.assert_allclose(found.steady_state_error[0], 0, atol=1e-6)
    assert 0.1 < found.rise_time[0] < 0.5
    moving = kl.step_response(kl.simulate(robot, kl.ComputedTorque(400.0, 40.0), path, duration=0.3, period=1e-3, mode=(1, -1)))
    assert np.isnan(moving.target[0])
    assert not moving.settled[0]


def test_a_coordinate_that_does_not_move_has_its_error_alone() -> None:
    t = np.linspace(0, 1, 50)
    found = kl.step_response(t, np.full(50, 2.0), 3.0)
    assert found.final == 2.0
    assert found.steady_state_error == 1.0
    assert np.isnan([found.rise_time, found.overshoot, found.settling_time, found.peak]).all()
    bump = kl.step_response(np.linspace(0, 60, 500), 1 + 0.5 * np.exp(-np.linspace(0, 60, 500)) * np.linspace(0, 60, 500), 1.0)
    np.testing.assert_allclose([bump.final, bump.steady_state_error], [1.0, 0.0], atol=1e-12)
    assert np.isnan(bump.settling_time)
    assert bump.peak > 1.1


def test_any_object_with_times_is_a_record() -> None:
    t = np.linspace(0, 20, 500)
    found = kl.step_response(SimpleNamespace(t=t, level=1 - np.exp(-t)), signal="level", target=2.0)
    np.testing.assert_allclose(found.steady_state_error, 1.0, atol=1e-8)


T = np.linspace(0, 1, 20)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: kl.step_response(T, T[:5], 1.0), ShapeError, "expected"),
        (lambda: kl.step_response(T[:3], T[:3], 1.0), ShapeError, "at least 4"),
        (lambda: kl.step_response(T, np.where(T > 0.5, np.nan, T), 1.0), NotFinite, "y has NaN"),
        (lambda: kl.step_response(T[::-1], T, 1.0), ShapeError, "not increasing"),
        (lambda: kl.step_response(T, T, np.inf), NotFinite, "target"),
        (lambda: kl.step_response(T, T, [1.0, 2.0]), ShapeError, "target has shape"),
        (lambda: kl.step_response(T, T, 1.0, band=0.0), ShapeError, "between 0 and 1"),
        (lambda: kl.step_response(T, T, 1.0, signal="x"), ShapeError, "arrays have no signal"),
        (lambda: kl.step_response(3.0), ShapeError, "has no times"),
        (lambda: kl.step_response(SimpleNamespace(t=T, level=T), signal="lvl"), UnknownName, "level"),
        (lambda: kl.step_response(T, np.zeros((3, 20, 2)), 1.0), ShapeError, "one run at a time"),
    ],
)
def test_what_is_no_response_is_refused(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()
