"""[LeePalma], the Biglide with ADAMS again, equation by equation: constraints and their derivatives in Cartesian and in joint
coordinates, two Lagrangians, and the Type 2 singularity.

Corrected: the square in (3), atan2 in (8), y - q2 in (11), the transpose in (39), the factor 4 in (40), the sign of (45), a minus
of the velocities in (50). (23) has qdd for qd, times a matrix that is zero. All else is right as printed.
"""

from __future__ import annotations

import numpy as np
import pytest
from documented import Line, all_lines, apply, check_printed, check_right, columns, diagonal, misprints, solve, transpose

import kinloop as kl
from kinloop.errors import SingularConfiguration
from kinloop.studies.biglide.biglide_states import BiglideStates, biglide_states, singular_motion
from kinloop.studies.lee_palma.equations import EQUATIONS


@pytest.fixture(scope="module")
def states() -> BiglideStates:
    return biglide_states()


@pytest.mark.parametrize("line", all_lines(EQUATIONS))
def test_the_formula_as_corrected_is_kinloops(line: Line[BiglideStates], states: BiglideStates) -> None:
    check_right(line, states)


@pytest.mark.parametrize("line", misprints(EQUATIONS))
def test_the_formula_as_printed_is_wrong(line: Line[BiglideStates], states: BiglideStates) -> None:
    check_printed(line, states)


def test_the_root_as_printed_is_imaginary_for_the_labs_dimensions() -> None:
    """(3) without the square: |A2M| is at least d/2 = 0.2, l^2 is 0.13."""
    robot = kl.load("biglide")
    assert robot.parameters["l"] ** 2 < robot.parameters["d"] / 2


def test_the_joint_constraints_are_the_gap_of_the_loop_in_any_configuration(states: BiglideStates) -> None:
    """(17), open loops too."""
    random = np.random.default_rng(4)
    q = states.q + random.uniform(-0.5, 0.5, states.q.shape)
    (q1, q2), (phi1, phi2) = q[:, :2].T, q[:, 2:].T
    h_q = columns(
        states.l * (np.cos(phi1) - np.cos(phi2)) - states.d,
        states.l * (np.sin(phi1) - np.sin(phi2)) + q1 - q2,
    )
    np.testing.assert_allclose(states.robot.closure(q)[:, :2], -h_q, rtol=1e-12, atol=1e-15)


# ------------------------------------------------------------------ the Type 2 singularity, section II-E


def root(robot: kl.Robot) -> float:
    return float(np.sqrt(4 * robot.parameters["l"] ** 2 - robot.parameters["d"] ** 2))


def test_where_the_legs_are_one_line_the_feet_are_as_far_apart_as_41_and_42_say() -> None:
    """In the mode (1, -1), which the path of (56) has after leg 1 has passed its Type 1 point: A of (42), its kernel (43)."""
    robot = kl.load("biglide")
    d, l = robot.parameters["d"], robot.parameters["l"]
    q, _, _ = singular_motion(robot, (1, -1))
    np.testing.assert_allclose(q[:, 0] - q[:, 1], root(robot), rtol=1e-12)
    np.testing.assert_allclose(q[:, 2], np.arctan((q[:, 1] - q[:, 0]) / d), rtol=1e-12)  # (41)
    A_singular = np.array([[d, -root(robot)], [-d, root(robot)]])  # (42)
    expected = np.broadcast_to(A_singular, (len(q), 2, 2))
    np.testing.assert_allclose(2 * l * robot.input_output(q).A, expected, rtol=1e-12)
    kernel = np.array([root(robot), d])  # (43)
    assert np.abs(robot.input_output(q).A @ kernel).max() < 1e-15


@pytest.mark.parametrize(("mode", "sign"), [((1, -1), -1), ((-1, 1), 1)])
def test_the_criterion_45_has_the_wrong_sign_in_the_mode_of_42(mode: tuple[int, int], sign: int) -> None:
    """What efforts do at Type 2 obeys ydd = -(sqrt(4 l^2 - d^2)/d) xdd in the mode (1, -1), as follows from (42) and (43). The
    printed sign is that of the other mode."""
    robot = kl.load("biglide")
    _, _, xdd = singular_motion(robot, mode)
    slope = root(robot) / robot.parameters["d"]
    np.testing.assert_allclose(xdd[:, 1], sign * slope * xdd[:, 0], rtol=1e-12, atol=1e-12)
    assert np.median(np.abs(xdd[:, 1] + sign * slope * xdd[:, 0])) > 0.1


@pytest.mark.parametrize("equation", ["56", "58"])
def test_neither_path_of_the_report_meets_the_criterion(equation: str) -> None:
    """Which is why both looked alike: the accelerations at (0, -0.3), "respecting" in (56) and not in (58)."""
    robot = kl.load("biglide")
    d = robot.parameters["d"]
    xdd = np.array([-0.1 * d / root(robot), -0.1]) if equation == "56" else np.array([-np.pi / 30, -np.sqrt(2) / 20])
    kernel = np.array([root(robot), d])
    assert abs(kernel @ xdd) > 0.1 * np.linalg.norm(kernel) * np.linalg.norm(xdd)


# ------------------------------------------------------------------ the Type 1 point, section III-D


def test_at_type_1_the_forward_models_hold_and_the_tool_accelerates_inwards() -> None:
    """Leg 1 across its slide at x = 0.1606, (56): (14), (15), (22), (23) and (39) hold. Whatever the feet do,
    l xdd = -(yd - qd1)^2, so a path that has xdd = 0 there needs unbounded accelerations."""
    robot = kl.load("biglide")
    d, l, m_p, m_f = (robot.parameters[name] for name in ("d", "l", "m_p", "m_f"))
    assert l - d / 2 == pytest.approx(0.1606, abs=1e-15)
    random = np.random.default_rng(5)
    phi = np.array([0.0, np.arccos((l - d) / l)]) * np.where(np.arange(40) % 2, 1, -1)[:, None]  # leg 2 on either side
    y = random.uniform(-0.3, 1, (40, 1))
    q = np.concatenate([y - l * np.sin(phi), phi], axis=-1)
    qd, qdd = random.uniform(-0.5, 0.5, (40, 2)), random.uniform(-2, 2, (40, 2))
    legs, across = np.stack([np.cos(phi), np.sin(phi)], axis=-1), np.stack([-np.sin(phi), np.cos(phi)], axis=-1)
    xd = solve(legs, np.sin(phi) * qd)
    phid = (apply(across, xd) - np.cos(phi) * qd) / l
    xdd = solve(legs, np.sin(phi) * qdd - l * phid**2)
    first = robot.forward_velocity(q, qd)
    np.testing.assert_allclose(first.xd, xd, rtol=1e-12, atol=1e-13)
    np.testing.assert_allclose(first.qd_passive, phid, rtol=1e-12, atol=1e-13)
    second = robot.forward_acceleration(q, first.qd, qdd)
    np.testing.assert_allclose(second.xdd, xdd, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(second.qdd_passive, (apply(across, xdd) - np.cos(phi) * qdd) / l, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(l * second.xdd[:, 0], -((first.xd[:, 1] - qd[:, 0]) ** 2), rtol=1e-12, atol=1e-14)
    J = np.linalg.solve(legs, diagonal(np.sin(phi)))
    np.testing.assert_allclose(robot.inverse_dynamics(q, first.qd, qdd), m_f * qdd + m_p * apply(transpose(J), xdd), rtol=1e-12)
    with pytest.raises(SingularConfiguration):
        robot.inverse_acceleration(q[0], first.qd[0], [0.0, 0.1])
