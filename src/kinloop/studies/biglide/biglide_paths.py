"""The machine of the three reports, and the paths that they give, with the settings of docs/sources.md where these are open."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from kinloop.model.robot import Robot, load
from kinloop.trajectory.function_of_time import FunctionOfTime
from kinloop.trajectory.polynomials.quintic import Quintic
from kinloop.trajectory.polynomials.via_points import ViaPoints
from kinloop.trajectory.sequence import Sequence

d, l, m_p, m_f = 0.4, 0.3606, 3.0, 1.0
S = float(np.sqrt(4 * l**2 - d**2))  # q1 - q2 where the rods are one line
TAN = -S / d  # of the rods there, in the mode (1, -1)
REST = (0.0, 0.0)

# [DemuttiRosi2020] 3.2 and 3.3, [LeePalma] (47), in the working mode (-1, -1).
DEMUTTI_ROSI = Quintic([0.0, 0.30005393], [0.1, 0.1], 2.0)
LEE_PALMA = Quintic([0.0, 0.3], [0.1, 0.5], 3.0)
# [DemuttiRosi2020] 3.3, towards the singularity, in the working mode (1, -1); it crosses x = 0 after 1 s.
TO_SINGULARITY = Quintic([0.1, 0.4], [-0.1, 0.2], 2.0)
# [LeePalma] (54).
THROUGH_54 = Sequence([Quintic([0.0, 0.3], [0.0, -0.3], 3.0), Quintic([0.0, -0.3], [0.15, -1.5], 3.0)])


@cache
def biglide() -> Robot:
    """The machine of the reports: its parameters are those of the library."""
    return load("biglide")


def swing() -> FunctionOfTime:
    """Both slides, periodic, from where the mock-up starts: both at zero, the tool at (0, 0.30005393)."""
    import casadi as ca  # loaded when used

    return FunctionOfTime(lambda t: [0.1 * ca.sin(2 * t) ** 2, -0.1 * ca.sin(3 * t) ** 2], 2.0, space="active")


def through(*knots: tuple[Any, Any, Any], continuity: int = 2) -> ViaPoints:
    """Quintics one after another through positions, velocities and accelerations, two seconds apart; with ``continuity=3`` of
    seventh order, whose jerk has no jump."""
    x, xd, xdd = (np.array(each, float) for each in zip(*knots, strict=True))
    jerks = None
    if continuity == 3:
        jerks = np.full(x.shape, np.nan)
        jerks[[0, -1]] = 0.0
    return ViaPoints(2.0 * np.arange(len(knots)), x, xd, xdd, jerks, continuity, space="task")


def chapter_4(respects: bool, continuity: int = 2) -> ViaPoints:
    """[DemuttiRosi2020] chapter 4: 4 s, crossing at (0, 1) after 2 s; with an acceleration that meets the criterion or not."""
    acceleration = (0.1, 0.1 * TAN if respects else 0.0)
    knots = (((0.1, 0.3), REST, REST), ((0, 1), (-0.05, 0.375), acceleration), ((-0.1, 1.8), REST, REST))
    return through(*knots, continuity=continuity)


def path_of_lee_palma(at_type_1: float, at_type_2: tuple[float, float], continuity: int = 2) -> ViaPoints:
    """[LeePalma] (56): through Type 1 after 2 s and Type 2 after 4 s. The accelerations there are those to choose."""
    return through(
        ((0, 0.3), REST, REST),
        ((l - d / 2, 0), (0, -0.1), (at_type_1, -0.2)),
        ((0, -0.3), (-0.1 * d / S, -0.1), at_type_2),
        ((-0.1, -0.15), REST, REST),
        continuity=continuity,
    )


# [LeePalma] III-D: the accelerations at the Type 1 and Type 2 points, as printed in (56), as in (58), and corrected.
LEE_PALMA_CROSSINGS = {
    "as printed (56)": (0.0, (-0.1 * d / S, -0.1)),
    "not respecting (58)": (0.0, (-np.pi / 30, -np.sqrt(2) / 20)),
    "sign of (45) corrected": (0.0, (0.1 * d / S, -0.1)),
    "corrected at both points": (-0.2, (0.1 * d / S, -0.1)),
}
