"""[DemuttiRosi2020], the Biglide with ADAMS: its geometric, kinematic and dynamic models and its singularity, equation by
equation.

Corrected: the sign of B in (2.20) and (2.21), that of c in (2.34) and (2.35), and the second entry of J_ta. All else is right as
printed, (2.22) and (2.32) too. Its route: ``A xd + B qd = 0`` along the legs, and the passive joints from across the legs.
"""

from __future__ import annotations

import numpy as np
import pytest
from documented import Line, all_lines, apply, check_printed, check_right, columns, misprints

import kinloop as kl
from kinloop.errors import SingularConfiguration
from kinloop.studies.biglide.biglide_states import MODES, BiglideStates, biglide_states, singular_motion
from kinloop.studies.demutti_rosi.equations import EQUATIONS


@pytest.fixture(scope="module")
def states() -> BiglideStates:
    return biglide_states()


@pytest.mark.parametrize("line", all_lines(EQUATIONS))
def test_the_formula_as_corrected_is_kinloops(line: Line[BiglideStates], states: BiglideStates) -> None:
    check_right(line, states)


@pytest.mark.parametrize("line", misprints(EQUATIONS))
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
