"""[LeePalma], the Biglide with ADAMS again, equation by equation: constraints and their derivatives in Cartesian and in joint
coordinates, two Lagrangians, and the Type 2 singularity.

Corrected: the square in (3), atan2 in (8), y - q2 in (11), the transpose in (39), the factor 4 in (40), the sign of (45), a minus
of the velocities in (50). (23) has qdd for qd, times a matrix that is zero. All else is right as printed.
"""

from __future__ import annotations

import numpy as np
import pytest
from biglide_states import BiglideStates, biglide_states, singular_motion
from documented import Array, Line, all_lines, apply, check_printed, check_right, columns, diagonal, misprints, solve, transpose

import kinloop as kl
from kinloop.errors import SingularConfiguration

R_z = np.array([[0.0, -1.0], [1.0, 0.0]])  # (3) of a right angle


@pytest.fixture(scope="module")
def states() -> BiglideStates:
    return biglide_states()


def place(s: BiglideStates, frame: str = "tool") -> Array:
    return s.robot.frame_pose(s.q, frame).position[:, :2]


# ------------------------------------------------------------------ geometry


def direct_geometry(s: BiglideStates) -> Array:
    """(4), printed for the assembly mode -1."""
    q1, q2 = s.q_active.T
    ratio = np.sqrt((4 * s.l**2 - s.d**2 - (q1 - q2) ** 2) / (s.d**2 + (q1 - q2) ** 2))
    A2M = columns(-s.d / 2, (q1 - q2) / 2)
    return columns(s.d / 2, q2) + A2M + (s.assembly * ratio)[:, None] * A2M @ R_z.T


def from_middle(s: BiglideStates) -> Array:
    """From M, after (2), to the tool."""
    return place(s) - (place(s, "foot1") + place(s, "foot2")) / 2


def reaches(s: BiglideStates) -> tuple[Array, Array]:
    """From the feet to the tool."""
    return columns(s.x[:, 0] + s.d / 2, s.x[:, 0] - s.d / 2), s.x[:, 1:] - s.q_active


def half_length(s: BiglideStates) -> Array:
    return np.linalg.norm(columns(s.d, s.q[:, 0] - s.q[:, 1]), axis=-1) / 2


GEOMETRY: list[Line[BiglideStates]] = [
    Line(
        "3",
        "the square of MC",
        lambda s: s.l**2 - half_length(s) ** 2,
        lambda s: np.sum(from_middle(s) ** 2, axis=-1),
        lambda s: s.l**2 - half_length(s),  # without its square; negative for the lab's dimensions
        size=lambda s: np.sum(s.q_active**2, axis=-1) + s.l**2,
    ),
    Line("4", "direct geometric model", direct_geometry, place, size=lambda s: columns(s.l, *s.q_active.T)),
    Line("5", "leg 1", lambda s: columns(-s.d / 2 + s.l * np.cos(s.q[:, 2]), s.q[:, 0] + s.l * np.sin(s.q[:, 2])), place),
    Line("5", "leg 2", lambda s: columns(s.d / 2 + s.l * np.cos(s.q[:, 3]), s.q[:, 1] + s.l * np.sin(s.q[:, 3])), place),
    Line(
        "8",
        "passive angles",
        lambda s: np.arctan2(reaches(s)[1], reaches(s)[0]),
        lambda s: s.q[:, 2:],
        lambda s: np.arctan(reaches(s)[1] / reaches(s)[0]),
    ),
    Line(
        "50",
        "inverse geometric model",
        lambda s: s.mode * np.sqrt(s.l[:, None] ** 2 - reaches(s)[0] ** 2) + s.x[:, 1:],
        lambda s: s.q_active,
    ),
]


# ------------------------------------------------------------------ constraints in x and q_a, and in q_d and q_a


def A(s: BiglideStates) -> Array:  # (13)
    return 2 * np.stack(reaches(s), axis=-1)


def B(s: BiglideStates, second: int = 1) -> Array:
    """(13); (11) prints the first foot's distance for both."""
    return -2 * diagonal(reaches(s)[1][:, [0, second]])


def A_rate(s: BiglideStates) -> Array:  # (16)
    return 2 * np.stack([s.xd[:, [0, 0]], s.xd[:, 1:] - s.qd_active], axis=-1)


def B_rate(s: BiglideStates) -> Array:  # (16)
    return -2 * diagonal(s.xd[:, 1:] - s.qd_active)


def A_q(s: BiglideStates) -> Array:  # (21)
    (s1, s2), (c1, c2) = np.sin(s.q[:, 2:]).T, np.cos(s.q[:, 2:]).T
    return s.l[:, None, None] * np.stack([columns(-s1, s2), columns(c1, -c2)], axis=-2)


def B_q(s: BiglideStates) -> Array:  # (21)
    return np.broadcast_to([[0.0, 0.0], [1.0, -1.0]], (len(s.q), 2, 2))


def A_q_rate(s: BiglideStates) -> Array:  # (24)
    (s1, s2), (c1, c2) = (np.sin(s.q[:, 2:]) * s.qd[:, 2:]).T, (np.cos(s.q[:, 2:]) * s.qd[:, 2:]).T
    return s.l[:, None, None] * np.stack([columns(-c1, c2), columns(-s1, s2)], axis=-2)


def legs(s: BiglideStates) -> Array:
    """kinloop's A has unit rows; the document's are twice the legs."""
    return 2 * s.l[:, None, None]


def closure_velocity(s: BiglideStates) -> tuple[Array, Array]:
    """``K`` and ``gamma`` of kinloop's loop, which is counted from leg 1 to leg 2, where h_q is from leg 2 to leg 1."""
    K, gamma = s.robot.models.formulas.kernel("closure_velocity")(s.q, s.qd, *s.robot.models.parameter_inputs)
    return -K, -gamma


def passive_second(s: BiglideStates, times: Array | None = None) -> Array:
    """(23); the rate of B_q is zero (24), whatever it multiplies."""
    B_q_rate = np.zeros((len(s.q), 2, 2))
    rest = apply(A_q_rate(s), s.qd[:, 2:]) + apply(B_q_rate, s.qd_active if times is None else times)
    return -solve(A_q(s), apply(B_q(s), s.qdd_active) + rest)


def both(s: BiglideStates) -> Array:
    """The size of the summands of a passive rate, for the rounding tolerance."""
    return np.concatenate([s.xd, s.qd_active], axis=-1) / s.l[:, None]


KINEMATICS: list[Line[BiglideStates]] = [
    Line("13", "A", A, lambda s: legs(s) * s.robot.input_output(s.q).A),
    Line("13", "B", B, lambda s: legs(s) * s.robot.input_output(s.q).B),
    Line(
        "11",
        "how the second constraint depends on the feet",
        lambda s: apply(B(s), s.qd_active)[:, 1],
        lambda s: (legs(s)[..., 0] * apply(s.robot.input_output(s.q).B, s.qd_active))[:, 1],
        lambda s: apply(B(s, second=0), s.qd_active)[:, 1],
    ),
    Line(
        "14",
        "direct kinematic model",
        lambda s: -solve(A(s), apply(B(s), s.qd_active)),
        lambda s: s.robot.forward_velocity(s.q, s.qd_active).xd,
    ),
    Line(
        "50",
        "inverse kinematic model",
        lambda s: -solve(B(s), apply(A(s), s.xd)),
        lambda s: s.robot.inverse_velocity(s.q, s.xd).qd_active,
        lambda s: solve(B(s), apply(A(s), s.xd)),
    ),
    *(
        Line[BiglideStates](
            "16",
            f"how leg {i + 1} changes",
            lambda s, i=i: A_rate(s)[:, i],
            lambda s, i=i: 2 * apply(s.robot.jacobian(s.q) - s.robot.jacobian(s.q, f"foot{i + 1}"), s.qd)[:, :2],
            size=lambda s: np.concatenate([s.xd, s.qd_active], axis=-1),
        )
        for i in (0, 1)
    ),
    Line(
        "15",
        "second-order direct model",
        lambda s: -solve(A(s), apply(B(s), s.qdd_active) + apply(A_rate(s), s.xd) + apply(B_rate(s), s.qd_active)),
        lambda s: s.robot.forward_acceleration(s.q, s.qd, s.qdd_active).xdd,
    ),
    Line(
        "50",
        "second-order inverse model",
        lambda s: solve(B(s), -apply(A(s), s.xdd) - apply(A_rate(s), s.xd) - apply(B_rate(s), s.qd_active)),
        lambda s: s.robot.inverse_acceleration(s.q, s.qd, s.xdd).qdd_active,
    ),
    Line("21", "A_q", A_q, lambda s: closure_velocity(s)[0][:, :, 2:]),
    Line("21", "B_q", B_q, lambda s: closure_velocity(s)[0][:, :, :2]),
    Line(
        "24",
        "the rate of A_q",
        lambda s: apply(A_q_rate(s), s.qd[:, 2:]),
        lambda s: closure_velocity(s)[1],
    ),
    Line(
        "22",
        "passive velocities",
        lambda s: -solve(A_q(s), apply(B_q(s), s.qd_active)),
        lambda s: s.robot.forward_velocity(s.q, s.qd_active).qd_passive,
        size=both,
    ),
    Line(
        "23",
        "passive accelerations",
        passive_second,
        lambda s: s.robot.forward_acceleration(s.q, s.qd, s.qdd_active).qdd_passive,
    ),
    Line(
        "23",
        "as printed, with another factor of zero",
        lambda s: passive_second(s, times=s.qdd_active),
        lambda s: s.robot.forward_acceleration(s.q, s.qd, s.qdd_active).qdd_passive,
    ),
]


# ------------------------------------------------------------------ dynamics by two Lagrangians


def J(s: BiglideStates) -> Array:  # (38)
    return -np.linalg.solve(A(s), B(s))


def J_q(s: BiglideStates) -> Array:  # (31)
    return -np.linalg.solve(A_q(s), B_q(s))


def efforts(s: BiglideStates) -> Array:
    """(39): of the feet, whose Lagrangian does not know the passive joints, (30), and of the end effector, (37)."""
    tau_a, tau_d = s.m_f[:, None] * s.qdd_active, np.zeros_like(s.qdd_active)  # (32)
    return tau_a + apply(transpose(J_q(s)), tau_d) + s.m_p[:, None] * apply(transpose(J(s)), s.xdd)


def efforts_by_multipliers(s: BiglideStates) -> Array:
    """(29) and (36) with their multipliers, those of h_q and those of h."""
    lambda_q = solve(transpose(A_q(s)), np.zeros_like(s.qd_active))
    lambda_x = solve(transpose(A(s)), s.m_p[:, None] * s.xdd)
    return s.m_f[:, None] * s.qdd_active - apply(transpose(B_q(s)), lambda_q) - apply(transpose(B(s)), lambda_x)


def inertia(s: BiglideStates) -> Array:
    """(51): what multiplies the accelerations in (39) with (15)."""
    return s.m_f[:, None, None] * np.eye(2) + s.m_p[:, None, None] * transpose(J(s)) @ J(s)


def c(s: BiglideStates) -> Array:
    """(51): the rest."""
    rest = apply(A_rate(s), s.xd) + apply(B_rate(s), s.qd_active)
    return -s.m_p[:, None] * apply(transpose(J(s)), solve(A(s), rest))


DYNAMICS: list[Line[BiglideStates]] = [
    Line(
        "27, 34",
        "kinetic energy",
        lambda s: s.m_f * np.sum(s.qd_active**2, axis=-1) / 2 + s.m_p * np.sum(s.xd**2, axis=-1) / 2,
        lambda s: s.robot.energy(s.q, s.qd).kinetic,
    ),
    Line(
        "39",
        "efforts by two Lagrangians",
        efforts,
        lambda s: s.robot.inverse_dynamics(s.q, s.qd, s.qdd),
        lambda s: s.m_f[:, None] * s.qdd_active - s.m_p[:, None] * solve(A(s), apply(B(s), s.xdd)),
    ),
    Line("29, 36", "efforts by their multipliers", efforts_by_multipliers, lambda s: s.robot.inverse_dynamics(s.q, s.qd, s.qdd)),
    Line("51", "M", inertia, lambda s: s.robot.inertia(s.q)),
    Line("51", "c", c, lambda s: s.robot.bias(s.q, s.qd)),
    Line(
        "40",
        "determinant of A",
        lambda s: 4 * (s.x[:, 0] * (s.q[:, 0] - s.q[:, 1]) - s.d / 2 * (s.q[:, 0] + s.q[:, 1]) + s.x[:, 1] * s.d),
        lambda s: np.linalg.det(legs(s) * s.robot.input_output(s.q).A),
        lambda s: s.x[:, 0] * (s.q[:, 0] - s.q[:, 1]) - s.d / 2 * (s.q[:, 0] + s.q[:, 1]) + s.x[:, 1] * s.d,
        size=lambda s: 4 * s.d * (np.abs(s.x[:, 1]) + s.l),
    ),
]


@pytest.mark.parametrize("line", all_lines(GEOMETRY + KINEMATICS + DYNAMICS))
def test_the_formula_as_corrected_is_kinloops(line: Line[BiglideStates], states: BiglideStates) -> None:
    check_right(line, states)


@pytest.mark.parametrize("line", misprints(GEOMETRY + KINEMATICS + DYNAMICS))
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
