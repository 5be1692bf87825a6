"""[Aissani2021], the SCARA thesis, as equations to hand in: symbols equal to the thesis' formulas, corrected, in its letters.

The formulas are those of the thesis with the corrections that the tests of its numbers list; equality is that of SymPy, and the
text is short enough to be read.
"""

from __future__ import annotations

import re
from functools import cache

import pytest
import sympy as sp
from machines import robot_named

import kinloop as kl
from kinloop.studies.aissani.planar_links import planar

l1, l2, l3, m1, m2, m3, g, t1, t2, t3 = sp.symbols("l1 l2 l3 m1 m2 m3 g theta1 theta2 theta3")
r1, r2, r3 = sp.symbols("thetadot1 thetadot2 thetadot3")
beta1, beta2 = sp.symbols("beta1 beta2")
sin, cos = sp.sin, sp.cos
c2, s2, c3, s3, c23, s23 = cos(t2), sin(t2), cos(t3), sin(t3), cos(t2 + t3), sin(t2 + t3)
m23 = m2 + m3
ANGLES = (t1, t2, t3, *sp.symbols("theta phi_g phi2"))


@cache
def robot_of(name: str) -> kl.Robot:
    return kl.load(planar(int(name[-1]))) if name.startswith("planar") else robot_named(name)


@cache
def written_out(name: str, formula: str) -> dict[str, sp.Matrix]:
    return robot_of(name).equations(formula).without_definitions()


def is_zero(difference: sp.Expr) -> bool:
    """Multiplied out over the sines and cosines of single angles, with the sines' squares removed: a unique form."""
    numerator = sp.expand(sp.expand_trig(sp.numer(sp.together(difference))))
    squares = {
        sin(angle) ** power: (1 - cos(angle) ** 2) ** (power // 2) * sin(angle) ** (power % 2)
        for angle in ANGLES
        for power in range(2, 9)
    }
    return bool(sp.expand(numerator.xreplace(squares)) == 0)


def equal(found: sp.Matrix, expected: sp.Matrix) -> bool:
    return found.shape == expected.shape and all(map(is_zero, found - expected))


# ------------------------------------------------------------------ 4.2 one joint

theta, rate, m, l_g, I, phi_g, beta = sp.symbols("theta thetadot m l_g I phi_g beta")


def test_one_joint_has_the_equations_of_the_thesis() -> None:
    """(4.10) to (4.20): energies, Rayleigh's function, M, C, G and the state-space form f(x) + g(x) u."""
    inertia, weight = m * l_g**2 + I, m * g * l_g * cos(theta + phi_g)
    assert equal(written_out("one_joint", "inertia")["inertia"], sp.Matrix([inertia]))
    assert written_out("one_joint", "coriolis")["coriolis"] == sp.zeros(1, 1)
    assert equal(written_out("one_joint", "gravity")["gravity"], sp.Matrix([weight]))
    assert equal(written_out("one_joint", "dissipation")["dissipation"], sp.Matrix([beta * rate**2 / 2]))
    lagrangian = inertia * rate**2 / 2 - m * g * l_g * sin(theta + phi_g)
    assert equal(written_out("one_joint", "lagrangian")["lagrangian"], sp.Matrix([lagrangian]))
    state_space = written_out("one_joint", "state_space")
    assert equal(state_space["f"], sp.Matrix([rate, -(beta * rate + weight) / inertia]))
    assert equal(state_space["g"], sp.Matrix([0, 1 / inertia]))


# ------------------------------------------------------------------ 4.3 two links

M_TWO = sp.Matrix(  # (4.47)
    [
        [m1 * l1**2 + m2 * (l1**2 + l2**2 + 2 * l1 * l2 * c2), m2 * (l2**2 + l1 * l2 * c2)],
        [m2 * (l2**2 + l1 * l2 * c2), m2 * l2**2],
    ]
)
C_TWO = sp.Matrix([-m2 * l1 * l2 * s2 * (2 * r1 * r2 + r2**2), m2 * l1 * l2 * r1**2 * s2])  # (4.48): C(q, qd) qd
G_TWO = sp.Matrix([m2 * g * l2 * cos(t1 + t2) + (m1 + m2) * g * l1 * cos(t1), m2 * g * l2 * cos(t1 + t2)])  # (4.49)


def test_two_links_have_the_equations_of_the_thesis() -> None:
    coriolis = written_out("two_r", "coriolis")["coriolis"]
    rates = sp.Matrix([r1, r2])
    assert equal(written_out("two_r", "inertia")["inertia"], M_TWO)
    assert equal(coriolis * rates, C_TWO)
    assert equal(written_out("two_r", "gravity")["gravity"], G_TWO)
    friction = sp.Matrix([beta1 * r1, beta2 * r2])
    assert equal(written_out("two_r", "bias")["bias"], C_TWO + G_TWO + friction)
    assert equal(written_out("two_r", "dissipation")["dissipation"], sp.Matrix([(beta1 * r1**2 + beta2 * r2**2) / 2]))
    common = m1 + m2 - m2 * c2**2
    inverse = sp.Matrix(  # (4.51), right as printed
        [
            [1 / (l1**2 * common), (-l2 - l1 * c2) / (l1**2 * l2 * common)],
            [(-l2 - l1 * c2) / (l1**2 * l2 * common), M_TWO[0, 0] / (m2 * l1**2 * l2**2 * common)],
        ]
    )
    state_space = written_out("two_r", "state_space")
    assert equal(state_space["g"], sp.zeros(2, 2).col_join(inverse))
    assert equal(state_space["f"], rates.col_join(-inverse * (C_TWO + G_TWO + friction)))


def test_the_inertia_rate_less_two_c_is_skew_symmetric() -> None:
    """By SymPy's differentiation, for two links with inertia and three with point masses."""
    for name, coordinates, rates in (("planar_2", (t1, t2), (r1, r2)), ("three_r", (t1, t2, t3), (r1, r2, r3))):
        M, C = written_out(name, "inertia")["inertia"], written_out(name, "coriolis")["coriolis"]
        rate = sum((M.diff(q) * qd for q, qd in zip(coordinates, rates, strict=True)), sp.zeros(*M.shape))
        S = rate - 2 * C
        assert equal(S, -S.T)


def test_two_links_with_inertia_have_i2_where_the_thesis_loses_it() -> None:
    """(4.30) and (4.43), corrected: I2 is in the terms off the diagonal."""
    lg1, lg2, I1, I2, phi2 = sp.symbols("lg1 lg2 I1 I2 phi2")
    coupling = m2 * l1 * lg2 * cos(t2 + phi2)
    first = I1 + I2 + m2 * l1**2 + m1 * lg1**2 + m2 * lg2**2 + 2 * coupling
    off, last = I2 + m2 * lg2**2 + coupling, I2 + m2 * lg2**2
    assert equal(written_out("planar_2", "inertia")["inertia"], sp.Matrix([[first, off], [off, last]]))


# ------------------------------------------------------------------ 4.4 three links


def test_three_links_have_the_equations_of_the_thesis() -> None:
    """(4.61), (4.63) corrected, (4.64), (4.65), (4.67)."""
    M = written_out("three_r", "inertia")["inertia"]
    assert equal(
        sp.Matrix([M[2, 2], M[1, 2], M[0, 2]]),
        m3 * sp.Matrix([l3**2, l3**2 + l2 * l3 * c3, l3**2 + l1 * l3 * c23 + l2 * l3 * c3]),
    )
    first = (
        (m1 + m23) * l1**2 + m23 * l2**2 + m3 * l3**2 + 2 * m3 * l1 * l3 * c23 + 2 * m23 * l1 * l2 * c2 + 2 * m3 * l2 * l3 * c3
    )
    assert is_zero(M[0, 0] - first)
    last = -m3 * l1 * l3 * s23 * (r2 + r3) * (2 * r1 + r2 + r3)
    C1 = -m23 * l1 * l2 * s2 * (r2**2 + 2 * r1 * r2) - m3 * l2 * l3 * s3 * (r3**2 + 2 * r2 * r3 + 2 * r1 * r3) + last
    C2 = (m23 * l1 * l2 * s2 + m3 * l1 * l3 * s23) * r1**2 - m3 * l2 * l3 * s3 * (r3**2 + 2 * r3 * (r1 + r2))
    C3 = (m3 * l2 * l3 * s3 + m3 * l1 * l3 * s23) * r1**2 + m3 * l2 * l3 * s3 * (r2**2 + 2 * r1 * r2)
    assert equal(written_out("three_r", "coriolis")["coriolis"] * sp.Matrix([r1, r2, r3]), sp.Matrix([C1, C2, C3]))
    G3 = m3 * g * l3 * cos(t1 + t2 + t3)
    G2 = m23 * g * l2 * cos(t1 + t2) + G3
    assert equal(written_out("three_r", "gravity")["gravity"], sp.Matrix([(m1 + m23) * g * l1 * cos(t1) + G2, G2, G3]))


# ------------------------------------------------------------------ 2 and 3 the SCARA


def test_the_scaras_jacobians_are_those_of_the_thesis() -> None:
    """(3.4) and (3.11), corrected: the slide does not turn the tool, -l2 s12; and (3.20), right as printed."""
    t12, t123 = t1 + t2, t1 + t2 + t3
    x = l1 * cos(t1) + l2 * cos(t12) + l3 * cos(t123), l2 * cos(t12) + l3 * cos(t123), l3 * cos(t123)
    y = l1 * sin(t1) + l2 * sin(t12) + l3 * sin(t123), l2 * sin(t12) + l3 * sin(t123), l3 * sin(t123)
    rows = [[0, *(-each for each in y)], [0, *x], [1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 1, 1, 1]]
    J = written_out("scara_prrr", "jacobian")["jacobian"]
    assert equal(J, sp.Matrix(rows))
    analytic = written_out("scara_prrr", "analytic_jacobian")["jacobian"]
    assert equal(analytic, J.extract([0, 1, 2, 5], range(4)))
    inverse = written_out("scara_prrr", "inverse_jacobian")["jacobian"]
    assert not robot_named("scara_prrr").equations("inverse_jacobian").definitions
    assert equal(inverse * analytic, sp.eye(4))
    assert is_zero(inverse[1, 0] - cos(t12) / (l1 * s2))
    assert is_zero(inverse[2, 3] + l3 * (l1 * s23 + l2 * s3) / (l1 * l2 * s2))


SHORT = {  # characters of the text of each formula
    "one_joint": {"inertia": 40, "coriolis": 30, "gravity": 50, "lagrangian": 90, "state_space": 400},
    "two_r": {"inertia": 450, "coriolis": 250, "gravity": 250, "lagrangian": 250, "state_space": 2000},
    "three_r": {"inertia": 550, "coriolis": 900, "gravity": 300, "lagrangian": 800, "state_space": 4300},
    "scara_prrr": {"inertia": 650, "coriolis": 950, "gravity": 300, "lagrangian": 750, "state_space": 5300},
}


@pytest.mark.parametrize(("name", "formula"), [(name, formula) for name, lengths in SHORT.items() for formula in lengths])
def test_the_equations_can_be_read(name: str, formula: str) -> None:
    """Sums of angles are joined, numbers are short, and no part has a name without a meaning (u1, u2, ...)."""
    found = robot_named(name).equations(formula)
    text = str(found)
    assert len(text) < SHORT[name][formula]
    assert not re.search(r"\d{8}", text + found.latex())
    assert not [symbol for symbol, _ in found.definitions if symbol.name.startswith("u")]
    if name != "one_joint" and formula == "gravity" and "cos" in text:
        assert "cos(θ₁ + θ₂" in text
        assert r"\cos{\left(\theta_{1} + \theta_{2}" in found.latex()
