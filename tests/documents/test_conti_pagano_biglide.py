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
from documented import Line, all_lines, check_printed, check_right, misprints

import kinloop as kl
from kinloop.errors import SingularConfiguration
from kinloop.studies.biglide.biglide_states import BiglideStates, biglide_states
from kinloop.studies.conti_pagano.equations import EQUATIONS, energy_with_rods


@pytest.fixture(scope="module")
def states() -> BiglideStates:
    return biglide_states()


@pytest.mark.parametrize("line", all_lines(EQUATIONS))
def test_the_formula_as_corrected_is_kinloops(line: Line[BiglideStates], states: BiglideStates) -> None:
    check_right(line, states)


@pytest.mark.parametrize("line", misprints(EQUATIONS))
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
    s, masses = biglide_states(), (0.5, 0.2)
    robot = s.robot.with_parameters(m_1=masses[0], m_2=masses[1])
    np.testing.assert_allclose(robot.energy(s.q, s.qd).kinetic, energy_with_rods(s, masses), rtol=1e-12)


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
