"""[Aissani2021], the SCARA thesis: Lagrange's equations of three links (section 4.4), equation by equation.

The formulas, as printed and corrected, are those of the studies, kinloop.studies.aissani.
"""

from __future__ import annotations

import pytest
from documented import all_lines, check_printed, check_right, misprints

from kinloop.studies.aissani.planar_links import PlanarMotions, planar_motions
from kinloop.studies.aissani.three_link_equations import POINT_MASSES, THREE_LINKS
from kinloop.studies.framework.formula import Formula

MACHINES = {"three_r": POINT_MASSES, "planar_3": THREE_LINKS}
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
