"""[Aissani2021], the SCARA thesis: Lagrange's equations of one joint and of two links (4.2 and 4.3), equation by equation.

The formulas, as printed and corrected, are those of the studies, kinloop.studies.aissani.
"""

from __future__ import annotations

import numpy as np
import pytest
from documented import Array, all_lines, apply, check_printed, check_right, misprints
from motion import derivative

from kinloop.studies.aissani.one_link_equations import ONE_LINK
from kinloop.studies.aissani.planar_links import PlanarMotions, planar_motions
from kinloop.studies.aissani.two_link_equations import LAGRANGIAN, POINT_MASSES, TWO_LINKS, momentum_rate
from kinloop.studies.framework.formula import Formula

MACHINES = {"one_joint": ONE_LINK, "planar_2": TWO_LINKS, "two_r": POINT_MASSES}
ALL = [
    pytest.param(name, *param.values, id=f"{name} {param.id}") for name, lines in MACHINES.items() for param in all_lines(lines)
]
WRONG = [
    pytest.param(name, *param.values, id=f"{name} {param.id}") for name, lines in MACHINES.items() for param in misprints(lines)
]


@pytest.mark.parametrize(("machine", "line"), ALL)
def test_the_formula_as_corrected_is_kinloops(machine: str, line: Formula[PlanarMotions]) -> None:
    check_right(line, planar_motions(machine))


@pytest.mark.parametrize(("machine", "line"), WRONG)
def test_the_formula_as_printed_is_wrong(machine: str, line: Formula[PlanarMotions]) -> None:
    check_printed(line, planar_motions(machine))


def test_the_lagrangian_lacks_a_small_share_of_itself() -> None:
    """(4.38): the energy of gravity is most of it."""
    states = planar_motions("planar_2")
    check_right(LAGRANGIAN, states)
    assert np.median(LAGRANGIAN.printed_errors(states)) > 1e-3


def test_the_rate_of_the_momentum_is_that_of_4_41_corrected() -> None:
    """By sixth-order differences of kinloop's inertia times the rates along the motion, which leave 1e-9."""
    s = planar_motions("planar_2")

    def at(t: Array) -> Array:
        each = [PlanarMotions(s.robot, s.q + time * s.qd + time**2 / 2 * s.qdd, s.qd + time * s.qdd, s.qdd) for time in t]
        return np.stack([apply(moved.robot.inertia(moved.q), moved.qd) for moved in each])

    rate = derivative(at, 5e-3)
    np.testing.assert_allclose(rate, momentum_rate(s), atol=1e-9)
    gap = np.abs(rate - momentum_rate(s, printed=True)).max(axis=-1) / np.abs(rate).max(axis=-1)
    assert np.quantile(gap, 0.1) > 1e-3
