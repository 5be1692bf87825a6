"""[Aissani2021], the SCARA thesis: Lagrange's equations of one joint and of two links (4.2 and 4.3), equation by equation.

Corrected: the square of the sum of the rates in (4.26), which puts I2 into the coefficients of thetad1 thetad2 in (4.28), (4.30),
(4.38) and into those of the other joint in (4.40), (4.41), (4.43); m2 in (4.40) and (4.41); cos for 2 cos and sin for cos in T1
of (4.43). (4.45) and (4.51) are right as printed. (4.27) prints an m that has no value.
"""

from __future__ import annotations

import numpy as np
import pytest
from documented import Array, Line, all_lines, apply, check_printed, check_right, columns, misprints
from motion import derivative
from planar_links import Motions, centre, effort, motions

# ------------------------------------------------------------------ 4.2 one joint


def one_inertia(s: Motions) -> Array:  # (4.11)
    m, l_g, I = s["m l_g I"]
    return m * l_g**2 + I


def one_gravity(s: Motions) -> Array:
    m, l_g, phi, g = s["m l_g phi_g g"]
    return m * g * l_g * np.cos(s.q[:, 0] + phi)


def one_effort(s: Motions) -> Array:  # (4.17)
    (beta,) = s["beta"]
    return (one_inertia(s) * s.qdd[:, 0] + beta * s.qd[:, 0] + one_gravity(s))[:, None]


def state_rate(s: Motions) -> Array:
    """After (4.20): the rate of (theta, thetad) under the torque of (4.17)."""
    (beta,) = s["beta"]
    x1, x2, u = s.q[:, 0], s.qd[:, 0], one_effort(s)[:, 0]
    m, l_g, I, phi, g = s["m l_g I phi_g g"]
    return columns(x2, (-m * g * l_g * np.cos(x1 + phi) - beta * x2 + u) / (m * l_g**2 + I))


ONE: list[Line[Motions]] = [
    Line("4.11", "M", lambda s: one_inertia(s)[:, None, None], lambda s: s.robot.inertia(s.q)),
    Line("4.10", "kinetic energy", lambda s: one_inertia(s) * s.qd[:, 0] ** 2 / 2, lambda s: s.robot.energy(s.q, s.qd).kinetic),
    Line(
        "4.12",
        "potential energy",
        lambda s: np.prod(s["m g l_g"], axis=0) * np.sin(s.q[:, 0] + s["phi_g"][0]),
        lambda s: s.robot.energy(s.q, s.qd).potential,
    ),
    Line("4.17", "inverse dynamics", one_effort, effort),
    Line(
        "4.18",
        "forward dynamics and state space",
        state_rate,
        lambda s: np.concatenate([s.qd, s.robot.forward_dynamics(s.q, s.qd, one_effort(s)).qdd], axis=-1),
    ),
]


# ------------------------------------------------------------------ 4.3 two links with inertia


def coupling(s: Motions) -> tuple[Array, Array]:
    """``m2 l1 lg2`` times the cosine and the sine of theta2 + phi2."""
    m2, l1, lg2, phi2 = s["m2 l1 lg2 phi2"]
    return m2 * l1 * lg2 * np.cos(s.q[:, 1] + phi2), m2 * l1 * lg2 * np.sin(s.q[:, 1] + phi2)


def speed_squared(s: Motions) -> Array:
    """(4.24)."""
    l1, lg2, phi2 = s["l1 lg2 phi2"]
    (r1, r2), c = s.qd.T, np.cos(s.q[:, 1] + phi2)
    return (l1**2 + lg2**2 + 2 * l1 * lg2 * c) * r1**2 + lg2**2 * r2**2 + 2 * (lg2**2 + l1 * lg2 * c) * r1 * r2


def entries(s: Motions) -> tuple[Array, Array, Array]:
    """What multiplies the rates in (4.30), corrected: the inertia's entries."""
    m1, m2, l1, lg1, lg2, I1, I2 = s["m1 m2 l1 lg1 lg2 I1 I2"]
    c, _ = coupling(s)
    return I1 + I2 + m2 * l1**2 + m1 * lg1**2 + m2 * lg2**2 + 2 * c, I2 + m2 * lg2**2 + c, I2 + m2 * lg2**2


def kinetic_energy(s: Motions, with_I2: float = 1.0) -> Array:
    """(4.30); printed without I2 in the mixed term, as (4.26) leads to."""
    (r1, r2), (M11, M12, M22) = s.qd.T[:2], entries(s)
    return (M11 * r1**2 + M22 * r2**2) / 2 + (M12 - (1 - with_I2) * s["I2"][0]) * r1 * r2


def potential_energy(s: Motions) -> Array:
    """(4.34)."""
    m1, m2, g = s["m1 m2 g"]
    return m1 * g * centre(s, 1)[0][:, 1] + m2 * g * centre(s, 2)[0][:, 1]


def two_momentum(s: Motions, printed: bool = False) -> Array:
    """(4.40); printed without m2 in the second line, and without I2 in the other joint's coefficients."""
    (r1, r2), (M11, M12, M22) = s.qd.T, entries(s)
    if printed:
        (lg2, I2) = s["lg2 I2"]
        return columns(M11 * r1 + (M12 - I2) * r2, (M12 - I2) * r1 + (I2 + lg2**2) * r2)
    return columns(M11 * r1 + M12 * r2, M12 * r1 + M22 * r2)


def momentum_rate(s: Motions, printed: bool = False) -> Array:
    """(4.41); printed without m2 in the last term, and without I2 as above."""
    (r1, r2), (a1, a2), (M11, M12, M22), (_, sine) = s.qd.T, s.qdd.T, entries(s), coupling(s)
    M21, last = M12, sine
    if printed:
        M12 = M21 = M12 - s["I2"][0]
        last = sine / s["m2"][0]
    return columns(M11 * a1 + M12 * a2 - sine * r2**2 - 2 * sine * r1 * r2, M21 * a1 + M22 * a2 - last * r1 * r2)


def two_gravity(s: Motions) -> Array:
    """The coefficients of (4.43)."""
    m1, m2, l1, lg1, lg2, phi1, phi2, g = s["m1 m2 l1 lg1 lg2 phi1 phi2 g"]
    t1, t12 = s.sums()
    G2 = m2 * g * lg2 * np.cos(t12 + phi2)
    return columns(G2 + m1 * g * lg1 * np.cos(t1 + phi1) + m2 * g * l1 * np.cos(t1), G2)


def two_effort(s: Motions, printed: bool = False) -> Array:
    """(4.43)."""
    (r1, r2), (a1, a2), (M11, M12, M22), (cosine, sine) = s.qd.T, s.qdd.T, entries(s), coupling(s)
    first, second, mixed = M12, M12, sine
    if printed:
        first, second, mixed = M12 - s["I2"][0] + cosine, M12 - s["I2"][0], cosine
    inertial = columns(M11 * a1 + first * a2 - sine * r2**2 - 2 * mixed * r1 * r2, second * a1 + M22 * a2 + sine * r1**2)
    return inertial + columns(*s["beta1 beta2"]) * s.qd + two_gravity(s)


def two_effort_but_for_t1(s: Motions) -> Array:
    """(4.43) with the two errors of T1 alone: 2 cos for cos, and cos for sin."""
    (_, r2), (_, a2), (cosine, sine) = s.qd.T, s.qdd.T, coupling(s)
    T = two_effort(s)
    return columns(T[:, 0] + cosine * a2 + 2 * (sine - cosine) * s.qd[:, 0] * r2, T[:, 1])


def momentum(s: Motions) -> Array:
    return apply(s.robot.inertia(s.q), s.qd)


LONG_TWO: list[Line[Motions]] = [
    *(
        Line[Motions](
            "4.21",
            f"centre of mass {k}",
            lambda s, k=k: centre(s, k)[0],
            lambda s, k=k: s.robot.frame_pose(s.q, f"centre{k}").position[:, :2],
        )
        for k in (1, 2)
    ),
    *(
        Line[Motions](
            "4.22",
            f"its velocity {k}",
            lambda s, k=k: centre(s, k)[1],
            lambda s, k=k: apply(s.robot.jacobian(s.q, f"centre{k}"), s.qd)[:, :2],
        )
        for k in (1, 2)
    ),
    Line(
        "4.24",
        "its square",
        speed_squared,
        lambda s: np.sum(apply(s.robot.jacobian(s.q, "centre2"), s.qd)[:, :2] ** 2, axis=-1),
    ),
    Line(
        "4.25",
        "kinetic energy of link 1",
        lambda s: (s["m1"][0] * s["lg1"][0] ** 2 + s["I1"][0]) * s.qd[:, 0] ** 2 / 2,
        lambda s: s.without("m2", "I2").energy(s.q, s.qd).kinetic,
    ),
    Line(
        "4.26",
        "kinetic energy of link 2",
        lambda s: s["m2"][0] * speed_squared(s) / 2 + s["I2"][0] * s.qd.sum(axis=-1) ** 2 / 2,
        lambda s: s.without("m1", "I1").energy(s.q, s.qd).kinetic,
        lambda s: s["m2"][0] * speed_squared(s) / 2 + s["I2"][0] * np.sum(s.qd**2, axis=-1) / 2,
    ),
    Line(
        "4.30",
        "kinetic energy",
        kinetic_energy,
        lambda s: s.robot.energy(s.q, s.qd).kinetic,
        lambda s: kinetic_energy(s, with_I2=0.0),
    ),
    Line("4.34", "potential energy", potential_energy, lambda s: s.robot.energy(s.q, s.qd).potential, size=lambda s: s["g"][0]),
    Line("4.40", "momentum", two_momentum, momentum, lambda s: two_momentum(s, printed=True)),
    Line(
        "4.42",
        "friction",
        lambda s: columns(*s["beta1 beta2"]) * s.qd,
        lambda s: s.robot.bias(s.q, s.qd) - s.without("beta1", "beta2").bias(s.q, s.qd),
    ),
    Line("4.43", "inverse dynamics", two_effort, effort, lambda s: two_effort(s, printed=True)),
    Line("4.43", "the two errors of T1 alone", two_effort, effort, two_effort_but_for_t1),
    Line(
        "4.43",
        "forward dynamics",
        lambda s: s.qdd,
        lambda s: s.robot.forward_dynamics(s.q, s.qd, two_effort(s)).qdd,
    ),
]


def test_the_rate_of_the_momentum_is_that_of_4_41_corrected() -> None:
    """By sixth-order differences of kinloop's inertia times the rates along the motion, which leave 1e-9."""
    s = motions("planar_2")

    def at(t: Array) -> Array:
        each = [Motions(s.robot, s.q + time * s.qd + time**2 / 2 * s.qdd, s.qd + time * s.qdd, s.qdd) for time in t]
        return np.stack([momentum(moved) for moved in each])

    rate = derivative(at, 5e-3)
    np.testing.assert_allclose(rate, momentum_rate(s), atol=1e-9)
    gap = np.abs(rate - momentum_rate(s, printed=True)).max(axis=-1) / np.abs(rate).max(axis=-1)
    assert np.quantile(gap, 0.1) > 1e-3


# ------------------------------------------------------------------ 4.3 two links with point masses


def M_two(s: Motions) -> Array:  # (4.47)
    m1, m2, l1, l2 = s["m1 m2 l1 l2"]
    c = np.cos(s.q[:, 1])
    M12 = m2 * (l2**2 + l1 * l2 * c)
    return np.stack([columns(m1 * l1**2 + m2 * (l1**2 + l2**2 + 2 * l1 * l2 * c), M12), columns(M12, m2 * l2**2)], axis=-2)


def C_two(s: Motions) -> Array:  # (4.48)
    m2, l1, l2 = s["m2 l1 l2"]
    (r1, r2), sine = s.qd.T, np.sin(s.q[:, 1])
    return columns(-m2 * l1 * l2 * sine * (2 * r1 * r2 + r2**2), m2 * l1 * l2 * r1**2 * sine)


def G_two(s: Motions) -> Array:  # (4.49)
    m1, m2, l1, l2, g = s["m1 m2 l1 l2 g"]
    t1, t12 = s.sums()
    G2 = m2 * g * l2 * np.cos(t12)
    return columns(G2 + (m1 + m2) * g * l1 * np.cos(t1), G2)


def inverse_of_M_two(s: Motions) -> Array:  # (4.51)
    m1, m2, l1, l2 = s["m1 m2 l1 l2"]
    c = np.cos(s.q[:, 1])
    common = m1 + m2 - m2 * c**2
    other = (-l2 - l1 * c) / (l1**2 * l2 * common)
    last = ((m1 + m2) * l1**2 + m2 * l2**2 + 2 * m2 * l1 * l2 * c) / (m2 * l1**2 * l2**2 * common)
    return np.stack([columns(1 / (m1 * l1**2 + m2 * (l1**2 - l1**2 * c**2)), other), columns(other, last)], axis=-2)


def unit_responses(s: Motions) -> Array:
    """Accelerations of unit torques, at rest and without gravity."""
    robot, still = s.without("g"), np.zeros_like(s.q)
    unit = np.eye(s.q.shape[1])
    return np.stack([robot.forward_dynamics(s.q, still, np.broadcast_to(each, s.q.shape)).qdd for each in unit], axis=-1)


POINT_TWO: list[Line[Motions]] = [
    Line("4.47", "M", M_two, lambda s: s.robot.inertia(s.q)),
    Line("4.48", "C", C_two, lambda s: s.without("g", "beta1", "beta2").bias(s.q, s.qd)),
    Line("4.49", "G", G_two, lambda s: s.robot.bias(s.q, np.zeros_like(s.q))),
    Line(
        "4.45",
        "inverse dynamics, right as printed",
        lambda s: apply(M_two(s), s.qdd) + C_two(s) + G_two(s),
        lambda s: s.without("beta1", "beta2").inverse_dynamics(s.q, s.qd, s.qdd),
    ),
    Line(
        "4.46",
        "inverse dynamics with the friction of (4.36)",
        lambda s: apply(M_two(s), s.qdd) + C_two(s) + G_two(s) + columns(*s["beta1 beta2"]) * s.qd,
        effort,
    ),
    Line("4.51", "inverse of M, right as printed", inverse_of_M_two, unit_responses),
    Line(
        "4.50",
        "forward dynamics",
        lambda s: apply(inverse_of_M_two(s), s.qdd - C_two(s) - G_two(s)),  # any numbers will do as torques
        lambda s: s.without("beta1", "beta2").forward_dynamics(s.q, s.qd, s.qdd).qdd,
    ),
]


MACHINES = {"one_joint": ONE, "planar_2": LONG_TWO, "two_r": POINT_TWO}
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
