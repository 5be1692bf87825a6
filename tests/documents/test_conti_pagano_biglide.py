"""[ContiPagano], the Biglide with Gazebo: the same machine by another route, equation by equation.

Its geometry starts from the left leg, B has the other sign than in [DemuttiRosi2020] (``A xd = B qd``), the passive joints come
from a projection on x0, and the dynamics from a cut at the end effector. Corrected: OA1' counted once and A1H in (1) and (5), q2
- q1 in (7), A1H in (8), x + d/2 in (10) and (12), atan2 in (12) and (13), distances in (16), + l u in (18) and (19), leg 2's
rates in (26) and (31), l in (33), u2 in (37) and (40), the sign of d in (54) and (55). (17) is right as printed. (3), (14), (15),
(39) and (44) as printed equate a vector with a number or leave a quantity out, and cannot be evaluated.
"""

from __future__ import annotations

import numpy as np
import pytest
from biglide_states import BiglideStates, biglide_states
from documented import Array, Line, all_lines, apply, check_printed, check_right, columns, diagonal, misprints, solve, transpose

import kinloop as kl
from kinloop.errors import SingularConfiguration

E = np.array([[0.0, -1.0], [1.0, 0.0]])  # (22)
X0, Y0 = np.eye(2)


@pytest.fixture(scope="module")
def states() -> BiglideStates:
    return biglide_states()


def u(s: BiglideStates) -> Array:  # (20)
    return np.stack([np.cos(s.q[:, 2:]), np.sin(s.q[:, 2:])], axis=-1)


def v(s: BiglideStates) -> Array:  # (22)
    return u(s) @ E.T


def place(s: BiglideStates, frame: str = "tool") -> Array:
    return s.robot.frame_pose(s.q, frame).position[:, :2]


def sizes(s: BiglideStates) -> Array:
    """The size of the lengths in sums of vectors, for the rounding tolerance."""
    return columns(s.l, *s.q_active.T)


# ------------------------------------------------------------------ geometry from the left leg


def from_left_leg(s: BiglideStates, foot: float = 1.0, to_h: int = 1, middle: float = -1.0, turned: float = 1.0) -> Array:
    """(1), whose misprints are the arguments: the sign of OA1', the point A1 (1) or A1' (2: its height counts twice) that the
    way to H starts from, the sign of q1 in (7), and in (8) the vector that is turned, A1H (1) or A1A2 (2)."""
    q1, q2 = s.q_active.T
    OA1_foot, A1_foot_A1 = columns(-s.d / 2, 0 * q1), columns(0 * q1, q1)
    A1H = columns(s.d / 2, (q2 + middle * q1) / 2)  # (7)
    a = np.linalg.norm(columns(s.d, q2 - q1) / 2, axis=-1)
    h = np.sqrt(s.l**2 - a**2)
    HC = (s.assembly * h / a)[:, None] * (turned * A1H) @ E  # (8): its matrix is the transpose of (22)'s
    return foot * OA1_foot + to_h * A1_foot_A1 + A1H + HC


GEOMETRY: list[Line[BiglideStates]] = [
    Line("1", "OA1' has its sign already", from_left_leg, place, lambda s: from_left_leg(s, foot=-1.0), sizes),
    Line("1", "from A1 to H", from_left_leg, place, lambda s: from_left_leg(s, to_h=2), sizes),
    Line("7", "q2 - q1", from_left_leg, place, lambda s: from_left_leg(s, middle=1.0), sizes),
    Line("8", "A1H is turned", from_left_leg, place, lambda s: from_left_leg(s, turned=2.0), sizes),
    Line(
        "5",
        "OA1 = OA1' + A1'A1",
        lambda s: columns(-s.d / 2, s.q[:, 0]),
        lambda s: place(s, "foot1"),
        lambda s: columns(s.d / 2, s.q[:, 0]),
    ),
    Line("6", "OA2 = OA2' + A2'A2", lambda s: columns(s.d / 2, s.q[:, 1]), lambda s: place(s, "foot2")),
    Line("9", "the tool from leg 1", lambda s: columns(-s.d / 2, s.q[:, 0]) + s.l[:, None] * u(s)[:, 0], place),
    Line(
        "18",
        "the tool from leg 1 in vectors",
        lambda s: -s.d[:, None] / 2 * X0 + s.q[:, :1] * Y0 + s.l[:, None] * u(s)[:, 0],
        place,
        lambda s: -s.d[:, None] / 2 * X0 + s.q[:, :1] * Y0 - s.l[:, None] * u(s)[:, 0],
    ),
    Line(
        "19",
        "the tool from leg 2 in vectors",
        lambda s: s.d[:, None] / 2 * X0 + s.q[:, 1:2] * Y0 + s.l[:, None] * u(s)[:, 1],
        place,
        lambda s: s.d[:, None] / 2 * X0 + s.q[:, 1:2] * Y0 - s.l[:, None] * u(s)[:, 1],
    ),
    Line(
        "10",
        "the size of phi1 by its cosine",
        lambda s: np.arccos((s.x[:, :1] + s.d[:, None] / 2) / s.l[:, None]),
        lambda s: np.abs(s.q[:, 2:3]),
        lambda s: np.arccos(np.clip((s.x[:, :1] - s.d[:, None] / 2) / s.l[:, None], -1, 1)),
        size=lambda s: np.ones((len(s.q), 1)),  # the arc cosine loses digits where the angle is small
    ),
    Line(
        "12",
        "phi1",
        lambda s: np.arctan2(s.x[:, 1:] - s.q[:, :1], s.x[:, :1] + s.d[:, None] / 2),
        lambda s: s.q[:, 2:3],
        lambda s: np.arctan((s.x[:, 1:] - s.q[:, :1]) / (s.x[:, :1] - s.d[:, None] / 2)),
    ),
    Line(
        "13",
        "phi2",
        lambda s: np.arctan2(s.x[:, 1:] - s.q[:, 1:2], s.x[:, :1] - s.d[:, None] / 2),
        lambda s: s.q[:, 3:],
    ),
    Line(
        "16",
        "the legs' squared lengths",
        lambda s: columns(*(np.sum((place(s) - place(s, foot)) ** 2, axis=-1) for foot in ("foot1", "foot2"))),
        lambda s: columns(s.l**2, s.l**2),
        lambda s: columns(*(np.sum(place(s) ** 2 - place(s, foot) ** 2, axis=-1) for foot in ("foot1", "foot2"))),
    ),
    Line(
        "17",
        "inverse geometric model",
        lambda s: (
            s.x[:, 1:]
            + s.mode * np.sqrt(-(s.x[:, :1] ** 2) - s.d[:, None] ** 2 / 4 - columns(s.d, -s.d) * s.x[:, :1] + s.l[:, None] ** 2)
        ),
        lambda s: s.q_active,
    ),
]


# ------------------------------------------------------------------ first and second order


def A(s: BiglideStates) -> Array:  # (28)
    return u(s)


def B(s: BiglideStates) -> Array:
    """(28), with the other sign than B of [DemuttiRosi2020]."""
    return diagonal(u(s) @ Y0)


def on_x0(s: BiglideStates) -> Array:
    """(32): the passive rates' part of the tool's velocity along x0."""
    return s.l[:, None, None] * diagonal(v(s) @ X0)


def d(s: BiglideStates) -> Array:  # (38), (39)
    return s.l[:, None] * s.qd[:, 2:] ** 2


def passive_second(s: BiglideStates, other: int = 1) -> Array:
    """(40); printed with the first leg's direction in both lines."""
    return solve(on_x0(s), s.xdd[:, [0, 0]] + d(s) * (u(s)[:, [0, other]] @ X0))


def along(s: BiglideStates, i: int, vector: Array) -> Array:
    return np.sum(u(s)[:, i] * vector, axis=-1, keepdims=True)


def leg_summands(s: BiglideStates) -> Array:
    return np.abs(s.xd) + np.abs(s.qd_active)


KINEMATICS: list[Line[BiglideStates]] = [
    Line(
        "21",
        "how the direction of leg 1 turns",
        lambda s: s.qd[:, 2:3] * v(s)[:, 0],
        lambda s: apply(s.robot.jacobian(s.q) - s.robot.jacobian(s.q, "foot1"), s.qd)[:, :2] / s.l[:, None],
    ),
    Line(
        "23",
        "tool velocity by leg 1",
        lambda s: s.qd[:, :1] * Y0 + s.l[:, None] * s.qd[:, 2:3] * v(s)[:, 0],
        lambda s: s.robot.forward_velocity(s.q, s.qd_active).xd,
    ),
    Line(
        "24",
        "tool velocity by leg 2",
        lambda s: s.qd[:, 1:2] * Y0 + s.l[:, None] * s.qd[:, 3:] * v(s)[:, 1],
        lambda s: s.robot.forward_velocity(s.q, s.qd_active).xd,
    ),
    Line(
        "26",
        "along leg 2",
        lambda s: along(s, 1, s.qd[:, 1:2] * Y0) + along(s, 1, s.l[:, None] * s.qd[:, 3:] * v(s)[:, 1]),
        lambda s: along(s, 1, s.robot.forward_velocity(s.q, s.qd_active).xd),
        lambda s: along(s, 1, s.qd[:, :1] * Y0) + along(s, 1, s.l[:, None] * s.qd[:, 2:3] * v(s)[:, 1]),
    ),
    Line(
        "29",
        "forward kinematic model",
        lambda s: solve(A(s), apply(B(s), s.qd_active)),
        lambda s: s.robot.forward_velocity(s.q, s.qd_active).xd,
    ),
    Line(
        "29",
        "inverse kinematic model",
        lambda s: solve(B(s), apply(A(s), s.xd)),
        lambda s: s.robot.inverse_velocity(s.q, s.xd).qd_active,
    ),
    Line(
        "31",
        "leg 2 on x0",
        lambda s: s.qd[:, 3:] * (s.l[:, None] * (v(s)[:, 1] @ X0)[:, None]),
        lambda s: s.robot.forward_velocity(s.q, s.qd_active).xd[:, :1],
        lambda s: s.qd[:, 2:3] * (s.l[:, None] * (v(s)[:, 1] @ X0)[:, None]),
        leg_summands,
    ),
    *(
        Line[BiglideStates](
            "32, 33",
            f"passive velocities by projection on x0, from the {given}",
            lambda s: solve(on_x0(s), s.xd[:, [0, 0]]),
            lambda s, given=given: (
                (
                    s.robot.inverse_velocity(s.q, s.xd) if given == "tool" else s.robot.forward_velocity(s.q, s.qd_active)
                ).qd_passive
            ),
            lambda s: solve(diagonal(v(s) @ X0), s.xd[:, [0, 0]]),
            lambda s: leg_summands(s) / s.l[:, None],
        )
        for given in ("tool", "active joints")
    ),
    *(
        Line[BiglideStates](
            f"{34 + i}",
            f"tool acceleration by leg {i + 1}",
            lambda s, i=i: (
                s.qdd[:, [i]] * Y0 + s.l[:, None] * (s.qdd[:, [2 + i]] * v(s)[:, i] - s.qd[:, [2 + i]] ** 2 * u(s)[:, i])
            ),
            lambda s: s.robot.forward_acceleration(s.q, s.qd, s.qdd_active).xdd,
        )
        for i in (0, 1)
    ),
    Line(
        "37",
        "acceleration along leg 2",
        lambda s: along(s, 1, s.qdd[:, 1:2] * Y0 + s.l[:, None] * s.qdd[:, 3:] * v(s)[:, 1]) - s.l[:, None] * s.qd[:, 3:] ** 2,
        lambda s: along(s, 1, s.robot.forward_acceleration(s.q, s.qd, s.qdd_active).xdd),
        lambda s: along(s, 0, s.qdd[:, 1:2] * Y0 + s.l[:, None] * s.qdd[:, 3:] * v(s)[:, 1]) - s.l[:, None] * s.qd[:, 3:] ** 2,
    ),
    Line(
        "38",
        "second-order forward model",
        lambda s: solve(A(s), apply(B(s), s.qdd_active) - d(s)),
        lambda s: s.robot.forward_acceleration(s.q, s.qd, s.qdd_active).xdd,
    ),
    Line(
        "38",
        "second-order inverse model",
        lambda s: solve(B(s), apply(A(s), s.xdd) + d(s)),
        lambda s: s.robot.inverse_acceleration(s.q, s.qd, s.xdd).qdd_active,
    ),
    *(
        Line[BiglideStates](
            "40",
            f"passive accelerations by projection on x0, from the {given}",
            passive_second,
            lambda s, given=given: (
                (
                    s.robot.inverse_acceleration(s.q, s.qd, s.xdd)
                    if given == "tool"
                    else s.robot.forward_acceleration(s.q, s.qd, s.qdd_active)
                ).qdd_passive
            ),
            lambda s: passive_second(s, other=0),
        )
        for given in ("tool", "active joints")
    ),
]


# ------------------------------------------------------------------ dynamics: cut at the end effector


def J(s: BiglideStates) -> Array:  # (53)
    return np.linalg.solve(A(s), B(s))


def efforts_of_the_cut(s: BiglideStates) -> Array:
    """(52) with (51): the tree without the end effector, and the end effector that moves freely."""
    tau_t, w_p = s.m_f[:, None] * s.qdd_active, s.m_p[:, None] * s.xdd
    return tau_t + apply(transpose(J(s)), w_p)


def inertia(s: BiglideStates) -> Array:  # (55)
    return s.m_f[:, None, None] * np.eye(2) + transpose(J(s)) @ (s.m_p[:, None, None] * J(s))


def c(s: BiglideStates) -> Array:
    """(55) with a minus, since (38) has one."""
    return -s.m_p[:, None] * apply(transpose(J(s)), solve(A(s), d(s)))


def summands(s: BiglideStates) -> Array:
    return np.abs(apply(inertia(s), s.qdd_active)) + np.abs(c(s))


DYNAMICS: list[Line[BiglideStates]] = [
    Line(
        "49",
        "Lagrangian",
        lambda s: s.m_p * np.sum(s.xd**2, axis=-1) / 2 + s.m_f * np.sum(s.qd_active**2, axis=-1) / 2,
        lambda s: s.robot.energy(s.q, s.qd).total,
    ),
    Line("52", "efforts", efforts_of_the_cut, lambda s: s.robot.inverse_dynamics(s.q, s.qd, s.qdd)),
    Line(
        "54",
        "efforts from the active accelerations",
        lambda s: apply(inertia(s), s.qdd_active) + c(s),
        lambda s: s.robot.inverse_dynamics(s.q, s.qd, s.qdd_active),
        lambda s: apply(inertia(s), s.qdd_active) - c(s),
        summands,
    ),
    Line("55", "M", inertia, lambda s: s.robot.inertia(s.q)),
    Line("55", "c", c, lambda s: s.robot.bias(s.q, s.qd), lambda s: -c(s)),
]


@pytest.mark.parametrize("line", all_lines(GEOMETRY + KINEMATICS + DYNAMICS))
def test_the_formula_as_corrected_is_kinloops(line: Line[BiglideStates], states: BiglideStates) -> None:
    check_right(line, states)


@pytest.mark.parametrize("line", misprints(GEOMETRY + KINEMATICS + DYNAMICS))
def test_the_formula_as_printed_is_wrong(line: Line[BiglideStates], states: BiglideStates) -> None:
    check_printed(line, states)


def test_arctan_is_off_by_half_a_turn_where_a_leg_points_to_the_left(states: BiglideStates) -> None:
    """(13), and (12) with x + d/2. Of rods shorter than the machine is wide, as the lab's, leg 2 is always there, leg 1 never."""
    x, y = states.x.T
    for i, side in ((0, 1), (1, -1)):
        reach = x + side * states.d / 2
        printed = np.arctan((y - states.q[:, i]) / reach)
        turns = np.abs(states.q[:, 2 + i] - printed) / np.pi
        np.testing.assert_allclose(turns, np.where(reach < 0, 1.0, 0.0), atol=1e-12)
        short = states.l < states.d
        assert (reach[short] < 0).all() == (i == 1)
        assert (reach[~short] < 0).any()


def test_the_arc_sine_finds_phi_1_where_the_leg_points_to_the_right(states: BiglideStates) -> None:
    """(11), printed for every configuration. It loses digits where the sine is flat."""
    right = states.x[:, 0] + states.d / 2 > 0.1 * states.l
    phi1 = np.arcsin(((states.x[:, 1] - states.q[:, 0]) / states.l)[right])
    np.testing.assert_allclose(phi1, states.q[right, 2], rtol=1e-12, atol=1e-13)
    left = states.x[:, 0] + states.d / 2 < -0.1 * states.l
    phi1 = np.arcsin(((states.x[:, 1] - states.q[:, 0]) / states.l)[left])
    assert left.any()
    assert np.abs(phi1 - states.q[left, 2]).min() > 0.1


def test_the_inertia_is_positive_definite(states: BiglideStates) -> None:
    """After (56): nothing that moves is lighter than a foot."""
    M = states.robot.inertia(states.q)
    smallest = np.linalg.eigvalsh(M)[:, 0]
    rounding = 1e-15 * np.abs(M).max(axis=(1, 2))
    assert (smallest > states.m_f * (1 - 1e-9) - rounding).all()


def test_a_body_has_the_energy_of_44_with_a_cross_product() -> None:
    """The rods with mass: velocity and inertia of their origins A, and ``m s . (v x omega)`` between them."""
    s = biglide_states()
    masses = {"m_1": 0.5, "m_2": 0.2}
    robot = s.robot.with_parameters(**masses)
    energy = s.m_p * np.sum(s.xd**2, axis=-1) / 2
    for i, mass in enumerate(masses.values()):
        velocity = columns(0 * s.l, s.qd[:, i], 0 * s.l)
        omega = columns(0 * s.l, 0 * s.l, s.qd[:, 2 + i])
        moment = mass * (s.l / 2)[:, None] * np.concatenate([u(s)[:, i], np.zeros((len(s.l), 1))], axis=-1)
        inertia_at_origin = mass * s.l**2 / 3
        energy += (s.m_f + mass) * s.qd[:, i] ** 2 / 2 + inertia_at_origin * s.qd[:, 2 + i] ** 2 / 2
        energy += np.sum(moment * np.cross(velocity, omega), axis=-1)
    np.testing.assert_allclose(robot.energy(s.q, s.qd).kinetic, energy, rtol=1e-12)


def test_the_projection_on_x0_ends_at_type_1_and_kinloop_does_not() -> None:
    """Leg 1 across its slide, phi1 = 0: the projection (32) divides zero by zero, although the passive rates are determined."""
    robot = kl.load("biglide")
    width, l = robot.parameters["d"], robot.parameters["l"]
    phi = np.array([0.0, np.arccos((l - width) / l)])
    q = np.array([0.5, 0.5 - l * np.sin(phi[1]), *phi])
    motion = robot.forward_velocity(q, [0.3, -0.2])
    assert abs(motion.xd[0]) < 1e-15
    assert abs(np.sin(phi[0])) == 0
    leg, across = np.stack([np.cos(phi), np.sin(phi)]), np.stack([-np.sin(phi), np.cos(phi)])
    xd = np.linalg.solve(leg.T, np.sin(phi) * [0.3, -0.2])
    np.testing.assert_allclose(motion.xd, xd, atol=1e-14)
    np.testing.assert_allclose(motion.qd_passive, (across.T @ xd - np.cos(phi) * [0.3, -0.2]) / l, rtol=1e-12)
    with pytest.raises(SingularConfiguration):
        robot.inverse_velocity(q, [0.1, 0.2])
