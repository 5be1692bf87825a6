"""[DemuttiRosi2020], the Biglide with ADAMS: its geometric, kinematic and dynamic models and its singularity, equation by
equation.

Corrected: the sign of B in (2.20) and (2.21), that of c in (2.34) and (2.35), and the second entry of J_ta. All else is right as
printed, (2.22) and (2.32) too. Its route: ``A xd + B qd = 0`` along the legs, and the passive joints from across the legs.
"""

from __future__ import annotations

import numpy as np
import pytest
from biglide_states import MODES, BiglideStates, biglide_states, singular_motion
from documented import Array, Line, all_lines, apply, check_printed, check_right, columns, diagonal, misprints, solve, transpose

import kinloop as kl
from kinloop.errors import SingularConfiguration

E = np.array([[0.0, -1.0], [1.0, 0.0]])
Y0 = np.array([0.0, 1.0])


@pytest.fixture(scope="module")
def states() -> BiglideStates:
    return biglide_states()


def u(s: BiglideStates) -> Array:
    """The unit vectors along the legs, after (2.10)."""
    return np.stack([np.cos(s.q[:, 2:]), np.sin(s.q[:, 2:])], axis=-1)


def A(s: BiglideStates) -> Array:  # (2.13)
    return u(s)


def B(s: BiglideStates) -> Array:  # (2.13)
    return -diagonal(np.sin(s.q[:, 2:]))


def J(s: BiglideStates) -> Array:  # (2.14)
    return -np.linalg.solve(A(s), B(s))


def J_t(s: BiglideStates) -> Array:  # (2.16)
    return u(s) @ E.T


def direct_geometry(s: BiglideStates) -> Array:
    """(2.2), with gamma of the assembly mode."""
    q1, q2 = s.q_active.T
    OA2, A2H = columns(s.d / 2, q2), columns(-s.d / 2, (q1 - q2) / 2)
    a = np.linalg.norm(A2H, axis=-1)
    h = np.sqrt(s.l**2 - a**2)
    return OA2 + A2H + (s.assembly * h / a)[:, None] * A2H @ E.T


def inverse_geometry(s: BiglideStates) -> Array:
    """(2.6), (2.7)."""
    x, y = s.x.T
    return columns(
        y + s.mode[:, 0] * np.sqrt(s.l**2 - (x + s.d / 2) ** 2),
        y + s.mode[:, 1] * np.sqrt(s.l**2 - (x - s.d / 2) ** 2),
    )


def passive_angles(s: BiglideStates) -> Array:
    """(2.8), (2.9)."""
    x, y = s.x.T
    return columns(np.arctan2(y - s.q[:, 0], x + s.d / 2), np.arctan2(y - s.q[:, 1], x - s.d / 2))


def passive_first(s: BiglideStates, second_entry: int = 1) -> Array:
    """(2.17); J_ta has cos(phi2) as its second entry, printed cos(phi1)."""
    J_ta = diagonal(np.cos(s.q[:, [2, 2 + second_entry]]))
    return (apply(J_t(s), s.xd) - apply(J_ta, s.qd_active)) / s.l[:, None]


def passive_second(s: BiglideStates, second_entry: int = 1) -> Array:
    """(2.24): no centripetal term, since that is along the legs."""
    J_ta = diagonal(np.cos(s.q[:, [2, 2 + second_entry]]))
    return (apply(J_t(s), s.xdd) - apply(J_ta, s.qdd_active)) / s.l[:, None]


def b_c(s: BiglideStates) -> Array:  # (2.20)
    return s.l[:, None] * s.qd[:, 2:] ** 2


def direct_second(s: BiglideStates, sign: float = -1.0) -> Array:
    """(2.21), where B needs the minus that it has in (2.14)."""
    return solve(A(s), sign * apply(B(s), s.qdd_active) - b_c(s))


def inertia(s: BiglideStates) -> Array:  # (2.35)
    return s.m_f[:, None, None] * np.eye(2) + s.m_p[:, None, None] * transpose(J(s)) @ J(s)


def c(s: BiglideStates) -> Array:
    """(2.35) with a minus."""
    return -s.m_p[:, None] * apply(transpose(J(s)), solve(A(s), b_c(s)))


def multipliers(s: BiglideStates) -> Array:
    """The second line of (2.29), with (2.31)."""
    return solve(transpose(A(s)), s.m_p[:, None] * s.xdd)


def effort_by_multipliers(s: BiglideStates) -> Array:
    """(2.29), first line, with (2.30)."""
    return s.m_f[:, None] * s.qdd_active - apply(transpose(B(s)), multipliers(s))


def effort(s: BiglideStates) -> Array:  # (2.32)
    return s.m_f[:, None] * s.qdd_active + s.m_p[:, None] * apply(transpose(J(s)), s.xdd)


def summands(s: BiglideStates) -> Array:
    """Near Type 2 both parts of ``M qdd + c`` grow with the square of what their sum grows with."""
    return np.abs(apply(inertia(s), s.qdd_active)) + np.abs(c(s))


def passive_summands(s: BiglideStates) -> Array:
    return (np.abs(s.xd) + np.abs(s.qd_active)) / s.l[:, None]


def kinetic_energy(s: BiglideStates) -> Array:  # (2.28)
    return s.m_p / 2 * np.sum(s.xd**2, axis=-1) + s.m_f / 2 * np.sum(s.qd_active**2, axis=-1)


GEOMETRY: list[Line[BiglideStates]] = [
    Line(
        "2.2",
        "direct geometric model",
        direct_geometry,
        lambda s: s.robot.frame_pose(s.q).position[:, :2],
        size=lambda s: columns(s.l, *s.q_active.T),
    ),
    Line("2.6, 2.7", "inverse geometric model", inverse_geometry, lambda s: s.q_active),
    Line("2.8, 2.9", "passive angles", passive_angles, lambda s: s.q[:, 2:]),
    Line(
        "2.3",
        "closure of leg 1",
        lambda s: columns(-s.d / 2, s.q[:, 0]) + s.l[:, None] * u(s)[:, 0],
        lambda s: s.robot.frame_pose(s.q).position[:, :2],
    ),
    Line(
        "2.4",
        "closure of leg 2",
        lambda s: columns(s.d / 2, s.q[:, 1]) + s.l[:, None] * u(s)[:, 1],
        lambda s: s.robot.frame_pose(s.q).position[:, :2],
    ),
]

KINEMATICS: list[Line[BiglideStates]] = [
    Line("2.13", "A", A, lambda s: s.robot.input_output(s.q).A),
    Line("2.13", "B", B, lambda s: s.robot.input_output(s.q).B),
    Line(
        "2.14",
        "direct kinematic model",
        lambda s: apply(J(s), s.qd_active),
        lambda s: s.robot.forward_velocity(s.q, s.qd_active).xd,
    ),
    Line(
        "2.13",
        "inverse kinematic model",
        lambda s: -solve(B(s), apply(A(s), s.xd)),
        lambda s: s.robot.inverse_velocity(s.q, s.xd).qd_active,
    ),
    *(
        Line[BiglideStates](
            "2.11",
            f"tool velocity by leg {i + 1}",
            lambda s, i=i: s.qd[:, [i]] * Y0 + (s.l * s.qd[:, 2 + i])[:, None] * J_t(s)[:, i],
            lambda s: s.robot.forward_velocity(s.q, s.qd_active).xd,
        )
        for i in (0, 1)
    ),
    Line(
        "2.17",
        "passive velocities from the active joints",
        passive_first,
        lambda s: s.robot.forward_velocity(s.q, s.qd_active).qd_passive,
        lambda s: passive_first(s, second_entry=0),
        passive_summands,
    ),
    Line(
        "2.17",
        "passive velocities from the tool",
        passive_first,
        lambda s: s.robot.inverse_velocity(s.q, s.xd).qd_passive,
        lambda s: passive_first(s, second_entry=0),
        passive_summands,
    ),
    Line(
        "2.21",
        "second-order direct model",
        direct_second,
        lambda s: s.robot.forward_acceleration(s.q, s.qd, s.qdd_active).xdd,
        lambda s: direct_second(s, sign=1.0),
    ),
    Line(
        "2.20",
        "second-order inverse model",
        lambda s: solve(B(s), -apply(A(s), s.xdd) - b_c(s)),
        lambda s: s.robot.inverse_acceleration(s.q, s.qd, s.xdd).qdd_active,
        lambda s: solve(B(s), apply(A(s), s.xdd) + b_c(s)),
    ),
    *(
        Line[BiglideStates](
            "2.18",
            f"tool acceleration by leg {i + 1}",
            lambda s, i=i: (
                s.qdd[:, [i]] * Y0
                + (s.l * s.qdd[:, 2 + i])[:, None] * J_t(s)[:, i]
                - (s.l * s.qd[:, 2 + i] ** 2)[:, None] * u(s)[:, i]
            ),
            lambda s: s.robot.forward_acceleration(s.q, s.qd, s.qdd_active).xdd,
        )
        for i in (0, 1)
    ),
    Line(
        "2.24",
        "passive accelerations from the active joints",
        passive_second,
        lambda s: s.robot.forward_acceleration(s.q, s.qd, s.qdd_active).qdd_passive,
        lambda s: passive_second(s, second_entry=0),
    ),
    Line(
        "2.24",
        "passive accelerations from the tool",
        passive_second,
        lambda s: s.robot.inverse_acceleration(s.q, s.qd, s.xdd).qdd_passive,
        lambda s: passive_second(s, second_entry=0),
    ),
]

DYNAMICS: list[Line[BiglideStates]] = [
    Line("2.28", "kinetic energy", kinetic_energy, lambda s: s.robot.energy(s.q, s.qd).kinetic),
    Line("2.32", "efforts, right as printed", effort, lambda s: s.robot.inverse_dynamics(s.q, s.qd, s.qdd)),
    Line(
        "2.29", "efforts by Lagrange's multipliers", effort_by_multipliers, lambda s: s.robot.inverse_dynamics(s.q, s.qd, s.qdd)
    ),
    Line(
        "2.29",
        "the multiplier of leg 2 is the force of its rod on the platform",
        lambda s: multipliers(s)[:, 1:] * u(s)[:, 1],
        lambda s: -s.robot.forward_dynamics(s.q, s.qd, effort(s)).loop_force,
        size=effort,
    ),
    Line(
        "2.34",
        "efforts from the active accelerations",
        lambda s: apply(inertia(s), s.qdd_active) + c(s),
        lambda s: s.robot.inverse_dynamics(s.q, s.qd, s.qdd_active),
        lambda s: apply(inertia(s), s.qdd_active) - c(s),
        summands,
    ),
    Line("2.35", "M", inertia, lambda s: s.robot.inertia(s.q)),
    Line("2.35", "c", c, lambda s: s.robot.bias(s.q, s.qd), lambda s: -c(s)),
    Line(
        "3.5",
        "accelerations from efforts",
        lambda s: solve(inertia(s), effort(s) - c(s)),
        lambda s: s.robot.forward_dynamics(s.q, s.qd, effort(s)).qdd_active,
        size=lambda s: solve(inertia(s), summands(s)),
    ),
]


@pytest.mark.parametrize("line", all_lines(GEOMETRY + KINEMATICS + DYNAMICS))
def test_the_formula_as_corrected_is_kinloops(line: Line[BiglideStates], states: BiglideStates) -> None:
    check_right(line, states)


@pytest.mark.parametrize("line", misprints(GEOMETRY + KINEMATICS + DYNAMICS))
def test_the_formula_as_printed_is_wrong(line: Line[BiglideStates], states: BiglideStates) -> None:
    check_printed(line, states)


# ------------------------------------------------------------------ geometry, all solutions


def test_the_states_have_every_working_mode_with_every_assembly_mode_that_it_has(states: BiglideStates) -> None:
    """Six pairs: with opposite signs both sides of x = 0, with equal signs the one side of the feet."""
    found = {(*map(int, mode), int(g)) for mode, g in zip(states.mode, states.assembly, strict=True)}
    assert found == {(1, -1, -1), (1, -1, 1), (-1, 1, -1), (-1, 1, 1), (1, 1, 1), (-1, -1, -1)}


def test_gamma_of_the_direct_model_names_the_assembly_mode_and_not_the_working_mode(states: BiglideStates) -> None:
    """In the working mode (1, -1) it is -1 for x > 0 and +1 for x < 0; the report takes it for the working mode's name."""
    one = (states.mode == [1, -1]).all(axis=-1)
    assert (states.assembly[one] == -np.sign(states.x[one, 0])).all()
    other = (states.mode == [-1, 1]).all(axis=-1)
    assert (states.assembly[other] == np.sign(states.x[other, 0])).all()


def test_kinloop_finds_two_assembly_and_four_working_modes_with_the_reports_signs(states: BiglideStates) -> None:
    holds_the_start = states.l - states.d / 2 > 0.1  # the description's start configuration has x = 0.1
    for k in np.flatnonzero(states.generic & holds_the_start)[:24]:
        robot, q = states.one(k), states.q[k]
        forward = {each.mode.assembly: each for each in robot.configurations(q_active=q[:2])}
        assert set(forward) == {(1,), (-1,)}
        here = forward[(int(states.assembly[k]),)]
        np.testing.assert_allclose(here.x, states.x[k], rtol=1e-12, atol=1e-13)
        np.testing.assert_allclose(here.q, q, rtol=1e-12, atol=1e-13)
        inverse = {each.mode.working: each for each in robot.configurations(x=states.x[k])}
        assert set(inverse) == set(MODES)
        here = inverse[tuple(int(g) for g in states.mode[k])]
        np.testing.assert_allclose(here.q, q, rtol=1e-12, atol=1e-13)


def test_the_constraints_hold_at_every_configuration_and_only_there(states: BiglideStates) -> None:
    """(2.5), with the tool and the feet where kinloop has them."""
    (x, y), q = states.robot.frame_pose(states.q).position[:, :2].T, states.q
    h = columns(
        (x + states.d / 2) ** 2 + (y - q[:, 0]) ** 2 - states.l**2, (x - states.d / 2) ** 2 + (y - q[:, 1]) ** 2 - states.l**2
    )
    assert np.abs(h).max() < 1e-15
    assert np.abs(states.robot.closure(q)).max() < 1e-15


def test_with_both_feet_at_zero_the_tool_is_where_the_report_starts() -> None:
    """Section 3.2: (0, 0.30005393), "the initial position of the robot in the ADAMS file"; eight decimals are printed."""
    robot = kl.load("biglide")
    found = {each.mode.assembly: each for each in robot.configurations(q_active=[0, 0])}
    assert np.abs(found[(-1,)].x - [0, 0.30005393]).max() < 5e-9
    assert found[(-1,)].mode.working == (-1, -1)


# ------------------------------------------------------------------ chapter 4: the Type 2 singularity


@pytest.mark.parametrize("mode", MODES)
def test_type_2_is_the_line_x_equals_zero_in_the_modes_with_opposite_signs_only(mode: tuple[int, int]) -> None:
    """(4.1): the determinant of A is sin(phi2 - phi1). The report has the line for every mode."""
    robot = kl.load("biglide")
    d, l = robot.parameters["d"], robot.parameters["l"]
    x = np.linspace(-(l - d / 2), l - d / 2, 41)[1:-1]  # 0 is one of them
    reach = x[:, None] + np.array([d, -d]) / 2
    phi = np.arctan2(-np.array(mode) * np.sqrt(l**2 - reach**2), reach)
    q = np.concatenate([0.5 - l * np.sin(phi), phi], axis=-1)
    determinant = np.linalg.det(robot.input_output(q).A)
    np.testing.assert_allclose(determinant, np.sin(phi[:, 1] - phi[:, 0]), rtol=1e-12, atol=1e-15)
    on_line = np.isclose(x, 0, atol=1e-12)
    assert on_line.sum() == 1
    if mode[0] == mode[1]:
        assert np.abs(determinant).min() > 0.3
    else:
        assert np.abs(determinant[on_line]).max() < 1e-14
        assert np.abs(determinant[~on_line]).min() > 0.01
        assert np.abs(np.abs(phi[on_line, 1] - phi[on_line, 0]) - np.pi).max() < 1e-14  # (4.1)
        t_s = columns(np.sin(phi[on_line, 0]), -np.cos(phi[on_line, 0]))
        assert np.abs(apply(robot.input_output(q[on_line]).A, t_s)).max() < 1e-14  # A t_s = 0
        with pytest.raises(SingularConfiguration):
            robot.forward_velocity(q[on_line][0], [0.1, 0.2])


@pytest.mark.parametrize("mode", [(1, -1), (-1, 1)])
def test_at_type_2_no_effort_leads_the_tool_away_from_the_criterion(mode: tuple[int, int]) -> None:
    """(4.2): xdd sin(phi1) = ydd cos(phi1), whatever the rates. So a motion that does not meet it has no finite efforts."""
    q, _, xdd = singular_motion(kl.load("biglide"), mode)
    t_s = columns(np.sin(q[:, 2]), -np.cos(q[:, 2]))
    assert np.abs(np.sum(t_s * xdd, axis=-1)).max() < 1e-12 * np.abs(xdd).max()
    assert np.abs(xdd).max(axis=0).min() > 0.1  # they do move it
    np.testing.assert_allclose(xdd[:, 1], xdd[:, 0] * np.tan(q[:, 2]), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("mode", [(1, -1), (-1, 1)])
@pytest.mark.parametrize("masses", [(0.5, 0.5), (0.5, 0.2)])
def test_rods_with_mass_change_the_criterion(mode: tuple[int, int], masses: tuple[float, float]) -> None:
    """A uniform rod has the kinetic energy m/6 (v_A^2 + v_A . v_C + v_C^2), so the motion that leaves the feet at rest feels the
    tool's mass, a third of each rod's, and a sixth of each rod's times its foot's acceleration."""
    robot = kl.load("biglide", m_1=masses[0], m_2=masses[1])
    q, qdd, xdd = singular_motion(robot, mode)
    t_s = columns(np.sin(q[:, 2]), -np.cos(q[:, 2]))
    whole = (robot.parameters["m_p"] + sum(masses) / 3) * np.sum(t_s * xdd, axis=-1)
    feet = qdd[:, :2] @ np.array(masses) / 6
    assert np.abs(whole + t_s[:, 1] * feet).max() < 1e-12 * np.abs(xdd).max()
    assert np.abs(np.sum(t_s * xdd, axis=-1)).max() > 1e-2 * np.abs(xdd).max()  # the massless criterion does not hold


def test_two_rods_of_half_a_kilogram_ask_for_0_559_where_massless_ones_ask_for_0_600() -> None:
    """The example of the errata: xdd = 0.4 on x = 0 in the mode (1, -1); equal rods, so the rates do not matter."""
    for rod, wanted in ((0.0, -0.600), (0.5, -0.559)):
        _, _, xdd = singular_motion(kl.load("biglide", m_1=rod, m_2=rod), (1, -1))
        assert np.abs(0.4 * xdd[:, 1] / xdd[:, 0] - wanted).max() < 5e-4
