"""Second-order figures against their closed forms and python-control, and the joints of machines as such systems."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from actuation import overdriven_five_bar
from machines import robot_named

import control
import kinloop as kl
from kinloop.errors import NotFinite, ShapeError, SingularConfiguration, UnsupportedOperation

SYSTEMS = [(1.0, 0.2, 1.0), (2.0, 3.0, 5.0), (1.0, 2.0, 1.0), (0.005, 0.02, 1.3), (1.0, 5.0, 1.0), (1e-6, 1e-3, 1e3)]


@pytest.mark.parametrize("system", SYSTEMS)
def test_poles_are_the_roots_of_the_polynomial(system: Any) -> None:
    M, b, k = system
    s = kl.SecondOrder(*system).poles
    np.testing.assert_allclose(s.sum().real, -b / M, rtol=1e-14)
    np.testing.assert_allclose(s.prod().real, k / M, rtol=1e-13)
    assert s[0].real >= s[1].real


def test_a_fast_and_a_slow_pole_do_not_cancel() -> None:
    slow, fast = kl.SecondOrder(1.0, 1e9, 1.0).poles
    np.testing.assert_allclose([slow.real, fast.real], [-1e-9, -1e9], rtol=1e-14)


@pytest.mark.parametrize("system", SYSTEMS)
def test_figures_of_the_step_match_python_control(system: Any) -> None:
    """To the resolution of its time grid."""
    M, b, k = system
    s = kl.SecondOrder(*system)
    grid = np.linspace(0, 2 * s.settling_time(), 20001)
    info = control.step_info(control.tf([k], [M, b, k]), T=grid, yfinal=1.0)
    step = grid[1]
    np.testing.assert_allclose(info["SettlingTime"], s.settling_time(), atol=1.01 * step)
    np.testing.assert_allclose(info["RiseTime"], s.rise_time, atol=2.02 * step)
    np.testing.assert_allclose(info["Overshoot"] / 100, s.overshoot, atol=1e-5)
    if s.overshoot > 1e-3:
        np.testing.assert_allclose(info["PeakTime"], s.peak_time, atol=1.01 * step)


def test_settling_time_is_where_the_step_enters_the_band() -> None:
    for ratio in (0.05, 0.3, 0.5, 0.7, 0.78, 0.9, 0.999999999, 1.0, 1.000001, 3.0):
        system = kl.SecondOrder(1.0, 2 * ratio, 1.0)
        for band in (0.02, 0.05, 1e-4):
            t = system.settling_time(band)
            np.testing.assert_allclose(abs(system._error(t)), band, rtol=1e-7)
            later = t + np.linspace(1e-6, 40 / ratio, 4000)
            assert max(abs(system._error(each)) for each in later) < band


def test_the_critical_gain_is_equation_5_12() -> None:
    robot = robot_named("one_joint")
    design = kl.joint_design(robot.with_parameters(g=0.0), [0.3])
    joint, M = design["theta"], 0.25 * 0.125**2 + 0.00135
    np.testing.assert_allclose([joint.inertia, joint.damping], [M, 0.01], rtol=1e-14)
    assert abs(joint.stiffness) < 1e-15
    kd = joint.critical_gain(1.0)
    np.testing.assert_allclose(kd, 2 * np.sqrt(M) - 0.01, rtol=1e-14)
    closed = joint.under(1.0, kd)
    np.testing.assert_allclose([closed.damping_ratio, closed.natural_frequency], [1.0, np.sqrt(1 / M)], rtol=1e-14)
    assert closed.overshoot == 0
    assert np.isnan(closed.peak_time)


def test_gravity_gives_a_joint_stiffness() -> None:
    """Of the torque m g l cos(theta): its derivative."""
    robot = robot_named("one_joint")
    for theta in (-2.0, 0.0, 1.0, 1.5):
        expected = -0.25 * 9.81 * 0.125 * np.sin(theta)
        np.testing.assert_allclose(kl.joint_design(robot, [theta])[0].stiffness, expected, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("name", ["two_r", "scara_prrr", "biglide", "five_bar", "delta_rods"])
def test_the_joints_of_a_machine_have_its_inertia_and_the_derivative_of_its_efforts(name: str) -> None:
    robot = robot_named(name)
    q, n = robot.start, robot.n_active
    if name == "biglide":
        q = robot.inverse_geometry([0.1, 0.3], mode=(1, -1)).q
    design = kl.joint_design(robot, q)
    np.testing.assert_allclose(design.inertia, robot.inertia(q), rtol=1e-9, atol=1e-12 * abs(robot.inertia(q)).max())
    h = 1e-5
    for k in range(n):
        ends = [robot.forward_geometry(q[: len(robot.active)] + sign * h * np.eye(n)[k], near=q).q for sign in (1, -1)]
        slope = (robot.static_effort(ends[0]) - robot.static_effort(ends[1])) / (2 * h)
        np.testing.assert_allclose(design.stiffness[:, k], slope, atol=1e-6 * max(1, abs(design.stiffness).max()))
    rates = np.array([robot.forward_velocity(q, 1e-4 * row).qd for row in np.eye(n)])
    slope = (robot.bias(q, rates) - robot.bias(q, -rates)).T / 2e-4
    np.testing.assert_allclose(design.damping, slope, atol=1e-6 * max(1, abs(design.damping).max()))
    assert list(design) == list(robot.active)
    assert robot.active[0] in str(design)
    assert 0 <= design.coupling < 1


def test_a_type_2_configuration_is_refused() -> None:
    robot = robot_named("biglide")
    q = robot.inverse_geometry([0.0, 0.30005393], mode=(1, -1)).q
    with pytest.raises(SingularConfiguration):
        kl.joint_design(robot, q)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: kl.SecondOrder(0.0), ShapeError, "inertia is 0, expected a number above zero"),
        (lambda: kl.SecondOrder(np.nan), NotFinite, "inertia is nan"),
        (lambda: kl.SecondOrder([1.0, 2.0]), ShapeError, "expected one number"),
        (lambda: kl.SecondOrder("1"), ShapeError, "expected one number"),
        (lambda: kl.SecondOrder(1.0, 1.0, -2.0).critical_gain(1.5), ShapeError, "expected kp above 2"),
        (lambda: kl.SecondOrder(1.0, 1.0, 1.0).settling_time(2.0), ShapeError, "between 0 and 1"),
        (lambda: kl.joint_design(robot_named("two_r"), [0.0]), ShapeError, r"expected \(2,\): theta1, theta2"),
        (lambda: kl.joint_design(robot_named("two_r"), [0.0, np.inf]), NotFinite, r"q\[1\] \(theta2\) is inf"),
        (lambda: kl.joint_design("two_r", [0.0, 0.0]), ShapeError, "expected a kl.Robot"),
        (lambda: kl.joint_design(robot_named("two_r"), [0.0, 0.0])["theta3"], LookupError, "theta1, theta2"),
        (
            lambda: kl.joint_design(robot_named("four_bar").with_parameters(), robot_named("four_bar").start)[7],
            IndexError,
            "out of bounds",
        ),
    ],
)
def test_what_no_joint_has_is_refused(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()


def test_an_unstable_joint_has_no_figures() -> None:
    for system in (kl.SecondOrder(1.0, 1.0, -1.0), kl.SecondOrder(1.0, -1.0, 1.0), kl.SecondOrder(1.0, 0.0, 1.0)):
        assert not system.is_stable
        figures = [system.overshoot, system.peak_time, system.rise_time, system.settling_time()]
        assert np.isnan(figures).all()


def test_redundant_actuation_is_refused_by_joints() -> None:
    robot = overdriven_five_bar()
    with pytest.raises(UnsupportedOperation, match=r"3 actuators \(.*\) and 2 degrees of freedom"):
        kl.joint_design(robot, robot.start)
