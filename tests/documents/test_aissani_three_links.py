"""[Aissani2021], the SCARA thesis: Lagrange's equations of three links (section 4.4), equation by equation.

Corrected: the square of the sum of the rates in (4.54), the last term of (4.63). (4.61), (4.64), (4.65) and (4.67) are right as
printed.
"""

from __future__ import annotations

import numpy as np
import pytest
from documented import Array, Line, all_lines, apply, check_printed, check_right, columns, misprints, solve
from planar_links import Motions, centre, effort, motions


def M_three(s: Motions) -> Array:  # (4.61)
    m1, m2, m3, l1, l2, l3 = s["m1 m2 m3 l1 l2 l3"]
    c2, c3, c23 = np.cos(s.q[:, 1]), np.cos(s.q[:, 2]), np.cos(s.q[:, 1] + s.q[:, 2])
    m23, m123 = m2 + m3, m1 + m2 + m3
    M11 = m123 * l1**2 + m23 * l2**2 + m3 * l3**2 + 2 * m3 * l1 * l3 * c23 + 2 * m23 * l1 * l2 * c2 + 2 * m3 * l2 * l3 * c3
    M12 = m23 * l2**2 + m3 * l3**2 + m3 * l1 * l3 * c23 + m23 * l1 * l2 * c2 + 2 * m3 * l2 * l3 * c3
    M13 = m3 * l3**2 + m3 * l1 * l3 * c23 + m3 * l2 * l3 * c3
    M22 = m23 * l2**2 + m3 * l3**2 + 2 * m3 * l2 * l3 * c3
    M23 = m3 * l3**2 + m3 * l2 * l3 * c3
    M33 = m3 * l3**2
    return np.stack([columns(M11, M12, M13), columns(M12, M22, M23), columns(M13, M23, M33)], axis=-2)


def C_three(s: Motions, printed: bool = False) -> Array:
    """(4.63), (4.64), (4.65)."""
    m2, m3, l1, l2, l3 = s["m2 m3 l1 l2 l3"]
    s2, s3, s23 = np.sin(s.q[:, 1]), np.sin(s.q[:, 2]), np.sin(s.q[:, 1] + s.q[:, 2])
    (r1, r2, r3), m23 = s.qd.T, m2 + m3
    last = -m3 * l1 * l3 * s23 * (r2 + r3) * (2 * r1 + r2 + r3)
    if printed:
        last = -2 * m3 * l1 * l3 * s23 * (r2 + r3) * (r1 + r2 + r3)
    C1 = -m23 * l1 * l2 * s2 * r2**2 - m3 * l2 * l3 * s3 * r3**2 - 2 * m23 * l1 * l2 * s2 * r1 * r2
    C1 += -2 * m3 * l2 * l3 * s3 * r2 * r3 - 2 * m3 * l2 * l3 * s3 * r1 * r3 + last
    C2 = (m23 * l1 * l2 * s2 + m3 * l1 * l3 * s23) * r1**2 - m3 * l2 * l3 * s3 * r3**2 - 2 * m3 * l2 * l3 * s3 * r3 * (r1 + r2)
    C3 = (m3 * l2 * l3 * s3 + m3 * l1 * l3 * s23) * r1**2 + m3 * l2 * l3 * s3 * r2**2 + 2 * m3 * l2 * l3 * s3 * r1 * r2
    return columns(C1, C2, C3)


def G_three(s: Motions) -> Array:  # (4.67)
    m1, m2, m3, l1, l2, l3, g = s["m1 m2 m3 l1 l2 l3 g"]
    t1, t12, t123 = s.sums()
    G3 = m3 * g * l3 * np.cos(t123)
    G2 = (m2 + m3) * g * l2 * np.cos(t12) + G3
    return columns((m1 + m2 + m3) * g * l1 * np.cos(t1) + G2, G2, G3)


def three_effort(s: Motions) -> Array:
    """(4.57) with the friction of (4.3)."""
    return apply(M_three(s), s.qdd) + C_three(s) + G_three(s) + columns(*s["beta1 beta2 beta3"]) * s.qd


POINT_THREE: list[Line[Motions]] = [
    Line("4.61", "M", M_three, lambda s: s.robot.inertia(s.q)),
    *(
        Line[Motions](
            equation,
            f"C_{k + 1}",
            lambda s, k=k: C_three(s)[:, k],
            lambda s, k=k: s.without("g", "beta1", "beta2", "beta3").bias(s.q, s.qd)[:, k],
            (lambda s: C_three(s, printed=True)[:, 0]) if k == 0 else None,
            size=C_three,
        )
        for k, equation in enumerate(("4.63", "4.64", "4.65"))
    ),
    Line("4.67", "G", G_three, lambda s: s.robot.bias(s.q, np.zeros_like(s.q))),
    Line("4.57", "inverse dynamics with friction", three_effort, effort),
    Line(
        "4.57",
        "forward dynamics with friction",
        lambda s: solve(M_three(s), s.qdd - C_three(s) - G_three(s) - columns(*s["beta1 beta2 beta3"]) * s.qd),
        lambda s: s.robot.forward_dynamics(s.q, s.qd, s.qdd).qdd,
    ),
]


def third_energy(s: Motions, rates: Array) -> Array:
    """(4.54), ``rates`` being the square of the sum, or as printed the sum of squares."""
    return s["I3"][0] * rates / 2 + s["m3"][0] * np.sum(centre(s, 3)[1] ** 2, axis=-1) / 2


LONG_THREE: list[Line[Motions]] = [
    Line("4.52", "centre of mass 3", lambda s: centre(s, 3)[0], lambda s: s.robot.frame_pose(s.q, "centre3").position[:, :2]),
    Line("4.53", "its velocity", lambda s: centre(s, 3)[1], lambda s: apply(s.robot.jacobian(s.q, "centre3"), s.qd)[:, :2]),
    Line(
        "4.54",
        "kinetic energy of link 3",
        lambda s: third_energy(s, s.qd.sum(axis=-1) ** 2),
        lambda s: s.without("m1", "m2", "I1", "I2").energy(s.q, s.qd).kinetic,
        lambda s: third_energy(s, np.sum(s.qd**2, axis=-1)),
    ),
    Line(
        "4.55",
        "kinetic energy",
        lambda s: (
            (s["m1"][0] * np.sum(centre(s, 1)[1] ** 2, axis=-1) + s["I1"][0] * s.qd[:, 0] ** 2) / 2
            + (s["m2"][0] * np.sum(centre(s, 2)[1] ** 2, axis=-1) + s["I2"][0] * (s.qd[:, 0] + s.qd[:, 1]) ** 2) / 2
            + third_energy(s, s.qd.sum(axis=-1) ** 2)
        ),
        lambda s: s.robot.energy(s.q, s.qd).kinetic,
    ),
    Line(
        "4.56",
        "potential energy",
        lambda s: sum(s[f"m{k}"][0] * s["g"][0] * centre(s, k)[0][:, 1] for k in (1, 2, 3)),
        lambda s: s.robot.energy(s.q, s.qd).potential,
    ),
]

MACHINES = {"three_r": POINT_THREE, "planar_3": LONG_THREE}
ALL = [
    pytest.param(name, *param.values, id=f"{name} {param.id}") for name, lines in MACHINES.items() for param in all_lines(lines)
]
WRONG = [
    pytest.param(name, *param.values, id=f"{name} {param.id}") for name, lines in MACHINES.items() for param in misprints(lines)
]


@pytest.mark.parametrize(("machine", "line"), ALL)
def test_the_formula_as_corrected_is_kinloops(machine: str, line: Line[Motions]) -> None:
    check_right(line, motions(machine))


@pytest.mark.parametrize(("machine", "line"), WRONG)
def test_the_formula_as_printed_is_wrong(machine: str, line: Line[Motions]) -> None:
    check_printed(line, motions(machine))
