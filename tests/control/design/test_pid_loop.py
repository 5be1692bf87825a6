"""Continuous PID loops: the bound on Ki, root locus, margins and placed poles, against closed forms and python-control."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from actuation import overdriven_five_bar, pendubot
from machines import robot_named

import control
import kinloop as kl
from kinloop.errors import NotFinite, ShapeError, SingularConfiguration, UnknownName, UnsupportedOperation

M, BETA, WEIGHT = 0.25 * 0.125**2 + 0.00135, 0.01, 0.25 * 9.81 * 0.125


def biglide_at(x: Any) -> tuple[kl.Robot, np.ndarray]:
    robot = robot_named("biglide")
    return robot, robot.inverse_geometry(x, mode=(1, -1)).q


@pytest.mark.parametrize("theta", [-2.0, -np.pi / 2, 0.0, 1.0, np.pi / 3, 1.5])
@pytest.mark.parametrize(("kp", "kd"), [(1.0, 0.13), (1.0, 0.03), (40.0, 0.0)])
def test_the_integral_gain_of_one_joint_has_the_closed_form(theta: float, kp: float, kd: float) -> None:
    found = kl.integral_gain_bound(robot_named("one_joint"), [theta], kp, kd)
    stiffness = kp - WEIGHT * np.sin(theta)
    np.testing.assert_allclose(found.ki, stiffness * (BETA + kd) / M, rtol=1e-11)
    np.testing.assert_allclose(found.frequency, np.sqrt(stiffness / M), rtol=1e-9)  # of M s^3 + b s^2 + k s + ki
    assert abs(found.poles[0].real) < 1e-10 * abs(found.poles[0])


@pytest.mark.parametrize("machine", ["one_joint", "two_r", "scara_prrr", "five_bar", "biglide", "delta_rods", "overdriven"])
def test_eigenvalues_change_side_at_the_bound_and_nowhere_below(machine: str) -> None:
    robot = overdriven_five_bar() if machine == "overdriven" else robot_named(machine)
    q = biglide_at([0.1, 0.3])[1] if machine == "biglide" else robot.start
    n = robot.n_active
    kp, kd, ki = 50.0 * (1 + np.arange(n)), 5.0, 1.0 + 0.3 * np.arange(n)
    bound = kl.integral_gain_bound(robot, q, kp, kd, ki)
    np.testing.assert_allclose(bound.ki, bound.scale * ki, rtol=1e-15)
    assert kl.pid_loop(robot, q, kp, kd, (1 - 1e-8) * bound.ki).is_stable
    worst = kl.pid_loop(robot, q, kp, kd, (1 + 1e-9) * bound.ki).eigenvalues.real.max()
    assert worst > 0
    locus = kl.root_locus(robot, q, kp, kd, ki, scale=bound.scale * np.linspace(0.001, 2, 200))
    np.testing.assert_array_equal(locus.is_stable, locus.scale < bound.scale)


def test_a_loop_that_is_unstable_without_integral_gain_is_refused() -> None:
    robot = robot_named("one_joint")
    with pytest.raises(ShapeError, match=r"without integral gain the loop has the pole 0\.\d+.* 1/s"):
        kl.integral_gain_bound(robot, [np.pi / 2], 0.9 * WEIGHT, 0.1)
    with pytest.raises(ShapeError, match="without integral gain"):  # exactly on the boundary: the pole is zero
        kl.integral_gain_bound(robot.with_parameters(g=0.0), [0.0], 0.0, 0.1)
    with pytest.raises(ShapeError, match="gains of the right sign"):
        kl.integral_gain_bound(robot, [0.0], 1.0, 0.1, -1.0)


def test_a_pole_on_the_axis_is_not_stable() -> None:
    robot = robot_named("one_joint").with_parameters(g=0.0, beta=0.0)
    assert not kl.pid_loop(robot, [0.0], 1.0, 0.0).is_stable
    assert not kl.pid_loop(robot, [0.0], 0.0, 1.0).is_stable
    assert kl.pid_loop(robot, [0.0], 1.0, 1e-6).is_stable


def test_the_root_locus_is_that_of_python_control() -> None:
    theta, kp, kd = np.pi / 3, 1.0, 0.13
    stiffness = kp - WEIGHT * np.sin(theta)
    gains = np.linspace(0, 30, 301)
    locus = kl.root_locus(robot_named("one_joint"), [theta], kp, kd, scale=gains)
    peer = control.root_locus_map(control.tf([1], [M, BETA + kd, stiffness, 0]), gains=gains)
    for ours, theirs in zip(locus.poles, peer.loci, strict=True):
        # A double root moves by the square root of the rounding.
        np.testing.assert_allclose(np.sort_complex(ours.round(6)), np.sort_complex(np.asarray(theirs).round(6)), atol=1e-5)
    assert np.abs(np.diff(locus.poles, axis=0)).max() < 3  # branches do not jump; they leave a double root steeply
    peer = control.root_locus_map(control.tf([1, 0], [M, BETA + kd, -WEIGHT * np.sin(theta), 2.0]), gains=gains)
    locus = kl.root_locus(robot_named("one_joint"), [theta], 1.0, kd, 2.0, scale=gains, vary="kp")
    np.testing.assert_allclose(np.sort_complex(locus.poles[77]), np.sort_complex(peer.loci[77]), rtol=1e-9)


def test_margins_of_one_joint_are_those_of_its_transfer_function() -> None:
    robot, theta, kp, kd, ki = robot_named("one_joint"), 1.0, 1.0, 0.13, 3.0
    found = kl.margins(kl.pid_loop(robot, [theta], kp, kd, ki))
    stiffness = -WEIGHT * np.sin(theta)
    loop = control.tf([kd, kp, ki], [M, BETA, stiffness, 0])
    gm, pm, wg, wp = control.margin(loop)
    np.testing.assert_allclose(found.gain_margin, gm, rtol=1e-6)
    np.testing.assert_allclose(found.phase_margin, np.radians(pm), rtol=1e-6)
    np.testing.assert_allclose([found.phase_crossover[0], found.gain_crossover[0]], [wg, wp], rtol=1e-6)
    np.testing.assert_allclose(found.delay_margin, np.radians(pm) / wp, rtol=1e-6)


def test_a_gain_margin_is_where_the_loop_becomes_unstable() -> None:
    """Of one joint of a closed chain while the other loops stay closed, downwards: integral gain needs the others."""
    robot, q = robot_named("five_bar"), robot_named("five_bar").start
    kp, kd, ki = 20.0, 1.0, 30.0
    found = kl.margins(kl.pid_loop(robot, q, kp, kd, ki))
    for k, factor in enumerate(found.gain_margin):
        assert np.isfinite(factor)
        scale = np.ones(2)
        sides = []
        for change in (0.999, 1.001):
            scale[k] = change * factor
            sides.append(kl.pid_loop(robot, q, kp * scale, kd * scale, ki * scale).is_stable)
        assert sides == [False, True] if factor < 1 else [True, False]
    unstable = kl.margins(kl.pid_loop(robot, q, kp, kd, 1e6))
    assert np.isnan(unstable.gain_margin).all()


@pytest.mark.parametrize("poles", [[-3.0, -5.0], [-4 + 3j, -4 - 3j], [-2.0, -2.0], [-3.0, -3.0, -3.0], [-1, -2 + 1j, -2 - 1j]])
def test_a_joint_gets_its_poles(poles: list[complex]) -> None:
    robot = robot_named("one_joint")
    gains = kl.place_poles(kl.joint_design(robot, [1.0])["theta"], poles)
    found = kl.pid_loop(robot, [1.0], gains.kp, gains.kd, gains.ki).eigenvalues
    np.testing.assert_allclose(np.poly(found), np.poly(poles), rtol=1e-12)
    if len(poles) == 3:
        s1, s2, s3 = poles
        np.testing.assert_allclose(gains.kd, (-M * (s1 + s2 + s3) - BETA).real, rtol=1e-12)  # (5.27)


@pytest.mark.parametrize("machine", ["two_r", "five_bar", "scara_prrr", "overdriven"])
@pytest.mark.parametrize("order", [2, 3])
def test_a_machine_gets_its_poles(machine: str, order: int) -> None:
    robot = overdriven_five_bar() if machine == "overdriven" else robot_named(machine)
    q, still = robot.start, np.zeros(len(robot.mechanism.rates))
    model = robot.linearise(q, still, robot.static_effort(q))
    f = len(model.independent)
    wanted = -np.linspace(5.0, 15.0, order * f).astype(complex)
    wanted[:2] = -4 + 2j, -4 - 2j
    kp, kd, ki = kl.place_poles(robot, wanted, q)
    assert kp.shape == kd.shape == ki.shape == (robot.n_active, f)
    closed = np.zeros((3 * f, 3 * f))
    closed[: 2 * f, : 2 * f], closed[2 * f :, :f] = model.A, np.eye(f)
    closed[: 2 * f] -= model.B @ np.hstack([kp, kd, ki])
    found = np.linalg.eigvals(closed[: order * f, : order * f])
    np.testing.assert_allclose(np.sort_complex(found), np.sort_complex(wanted), rtol=1e-6)


def test_a_machine_with_fewer_actuators_than_degrees_of_freedom_gets_its_poles_upright_and_no_loop_elsewhere() -> None:
    robot, up = pendubot(), np.array([np.pi / 2, 0.0])
    wanted = [-3.0, -4.0, -5.0, -6.0]
    gains = kl.place_poles(robot, wanted, up)
    model = robot.linearise(up, [0.0, 0.0], [0.0])
    found = np.linalg.eigvals(model.A - model.B @ np.hstack([gains.kp, gains.kd]))
    np.testing.assert_allclose(np.sort(found.real), np.sort(wanted), rtol=1e-8)
    assert not kl.pid_loop(robot, up, 10.0, 1.0).is_stable
    hanging = -up
    assert kl.pid_loop(robot, hanging, 10.0, 1.0, 1.0).states[4:] == ("theta1_integral",)
    bound = kl.integral_gain_bound(robot, hanging, 10.0, 1.0)
    sides = [kl.pid_loop(robot, hanging, 10.0, 1.0, share * bound.ki).is_stable for share in (0.999, 1.001)]
    assert sides == [True, False]
    with pytest.raises(ShapeError, match="no active efforts hold pendubot at rest"):
        kl.pid_loop(robot, [0.3, 0.2], 10.0, 1.0)
    with pytest.raises(ShapeError, match="no active efforts hold rssr at rest"):  # its coupler spins
        kl.pid_loop(robot_named("rssr"), robot_named("rssr").start, 10.0, 1.0)


ONE = kl.SecondOrder(1.0, 0.1)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: kl.place_poles(ONE, [-1.0]), ShapeError, "expected 2 or 3 numbers"),
        (lambda: kl.place_poles(ONE, [-1.0, 0.0]), ShapeError, r"the pole 0\+0j is not stable"),
        (lambda: kl.place_poles(ONE, [-1 + 1j, -2 - 1j]), ShapeError, "conjugate pairs"),
        (lambda: kl.place_poles(ONE, [-1.0, np.nan]), NotFinite, "finite"),
        (lambda: kl.place_poles(ONE, ["a", "b"]), ShapeError, "numbers"),
        (lambda: kl.place_poles(ONE, [-1.0, -2.0], [0.0]), ShapeError, "takes no q"),
        (lambda: kl.place_poles(robot_named("two_r"), [-1.0, -2.0, -3.0, -4.0]), ShapeError, "q is missing"),
        (
            lambda: kl.place_poles(robot_named("two_r"), [-1.0] * 4, [0.1, 0.2]),
            UnsupportedOperation,
            "at most 2 times",
        ),
        (lambda: kl.pid_loop(robot_named("two_r"), [0.1, 0.2], [1, 2, 3], 1), ShapeError, r"kp has shape \(3,\), expected"),
        (lambda: kl.pid_loop(robot_named("two_r"), [0.1, 0.2], np.nan, 1), NotFinite, "kp is nan"),
        (lambda: kl.pid_loop(*biglide_at([0.0, 0.30005393]), 1.0, 1.0), SingularConfiguration, ""),
        (lambda: kl.integral_gain_bound(robot_named("two_r"), [0.1, 0.2], 1.0, 1.0, 0.0), ShapeError, "other than zero"),
        (lambda: kl.root_locus(robot_named("two_r"), [0.1, 0.2], 1, 1, scale=1.0), ShapeError, r"expected \(k,\)"),
        (lambda: kl.root_locus(robot_named("two_r"), [0.1, 0.2], 1, 1, scale=[1.0], vary="kx"), UnknownName, "kp, kd, ki"),
        (lambda: kl.margins(3), ShapeError, "is no loop"),
    ],
)
def test_what_is_no_loop_is_refused(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words or None):
        call()
