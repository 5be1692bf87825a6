"""Section 4.3 of [Aissani2021] as formulas: Lagrange's equations of two links, with inertia and with point masses.

Corrected: the square of the sum of the rates in (4.26), which puts I2 into the coefficients of thetad1 thetad2 in (4.28), (4.30),
(4.38) and into those of the other joint in (4.40), (4.41), (4.43); m2 in (4.40) and (4.41); cos for 2 cos and sin for cos in T1
of (4.43); the friction of (4.43), which (4.45) loses. But for friction (4.45) to (4.51) are right as printed. (4.27) prints an m
that has no value.
"""

from __future__ import annotations

import numpy as np

from kinloop.studies.aissani.planar_links import PlanarMotions, centre, effort
from kinloop.studies.framework.formula import Formula, apply, columns

Array = np.ndarray

# ------------------------------------------------------------------ with inertia


def coupling(s: PlanarMotions) -> tuple[Array, Array]:
    """``m2 l1 lg2`` times the cosine and the sine of theta2 + phi2."""
    m2, l1, lg2, phi2 = s["m2 l1 lg2 phi2"]
    return m2 * l1 * lg2 * np.cos(s.q[:, 1] + phi2), m2 * l1 * lg2 * np.sin(s.q[:, 1] + phi2)


def speed_squared(s: PlanarMotions) -> Array:
    """(4.24)."""
    l1, lg2, phi2 = s["l1 lg2 phi2"]
    (r1, r2), c = s.qd.T, np.cos(s.q[:, 1] + phi2)
    return np.asarray((l1**2 + lg2**2 + 2 * l1 * lg2 * c) * r1**2 + lg2**2 * r2**2 + 2 * (lg2**2 + l1 * lg2 * c) * r1 * r2)


def entries(s: PlanarMotions) -> tuple[Array, Array, Array]:
    """What multiplies the rates in (4.30), corrected: the inertia's entries."""
    m1, m2, l1, lg1, lg2, I1, I2 = s["m1 m2 l1 lg1 lg2 I1 I2"]
    c, _ = coupling(s)
    return I1 + I2 + m2 * l1**2 + m1 * lg1**2 + m2 * lg2**2 + 2 * c, I2 + m2 * lg2**2 + c, I2 + m2 * lg2**2


def kinetic_energy(s: PlanarMotions, with_I2: float = 1.0) -> Array:
    """(4.30); printed without I2 in the mixed term, as (4.26) leads to."""
    (r1, r2), (M11, M12, M22) = s.qd.T[:2], entries(s)
    return np.asarray((M11 * r1**2 + M22 * r2**2) / 2 + (M12 - (1 - with_I2) * s["I2"][0]) * r1 * r2)


def kinetic_energy_2(s: PlanarMotions, with_I2: float = 1.0) -> Array:
    """(4.28): of link 2; printed without I2 in the mixed term."""
    m1, lg1, I1 = s["m1 lg1 I1"]
    return np.asarray(kinetic_energy(s, with_I2) - (m1 * lg1**2 + I1) * s.qd[:, 0] ** 2 / 2)


def rotation_energy(s: PlanarMotions, rates: Array) -> Array:
    """(4.26), ``rates`` being the square of the sum, or as printed the sum of squares."""
    return np.asarray(s["m2"][0] * speed_squared(s) / 2 + s["I2"][0] * rates / 2)


def potential_energy(s: PlanarMotions) -> Array:
    """(4.34)."""
    m1, m2, g = s["m1 m2 g"]
    return np.asarray(m1 * g * centre(s, 1)[0][:, 1] + m2 * g * centre(s, 2)[0][:, 1])


def momentum(s: PlanarMotions, printed: bool = False) -> Array:
    """(4.40); printed without m2 in the second line, and without I2 in the other joint's coefficients."""
    (r1, r2), (M11, M12, M22) = s.qd.T, entries(s)
    if printed:
        (lg2, I2) = s["lg2 I2"]
        return columns(M11 * r1 + (M12 - I2) * r2, (M12 - I2) * r1 + (I2 + lg2**2) * r2)
    return columns(M11 * r1 + M12 * r2, M12 * r1 + M22 * r2)


def momentum_rate(s: PlanarMotions, printed: bool = False) -> Array:
    """(4.41); printed without m2 in the last term, and without I2 as above."""
    (r1, r2), (a1, a2), (M11, M12, M22), (_, sine) = s.qd.T, s.qdd.T, entries(s), coupling(s)
    M21, last = M12, sine
    if printed:
        M12 = M21 = M12 - s["I2"][0]
        last = sine / s["m2"][0]
    return columns(M11 * a1 + M12 * a2 - sine * r2**2 - 2 * sine * r1 * r2, M21 * a1 + M22 * a2 - last * r1 * r2)


def kinloops_momentum_rate(s: PlanarMotions) -> Array:
    """``M qdd + M' qd``, where M' = C + C^T of Christoffel's symbols."""
    C = s.robot.coriolis(s.q, s.qd)
    return apply(s.robot.inertia(s.q), s.qdd) + apply(C + np.swapaxes(C, -1, -2), s.qd)


def gravity(s: PlanarMotions) -> Array:
    """The coefficients of (4.43)."""
    m1, m2, l1, lg1, lg2, phi1, phi2, g = s["m1 m2 l1 lg1 lg2 phi1 phi2 g"]
    t1, t12 = s.sums()
    G2 = m2 * g * lg2 * np.cos(t12 + phi2)
    return columns(G2 + m1 * g * lg1 * np.cos(t1 + phi1) + m2 * g * l1 * np.cos(t1), G2)


def torques(s: PlanarMotions, printed: bool = False) -> Array:
    """(4.43)."""
    (r1, r2), (a1, a2), (M11, M12, M22), (cosine, sine) = s.qd.T, s.qdd.T, entries(s), coupling(s)
    first, second, mixed = M12, M12, sine
    if printed:
        first, second, mixed = M12 - s["I2"][0] + cosine, M12 - s["I2"][0], cosine
    inertial = columns(M11 * a1 + first * a2 - sine * r2**2 - 2 * mixed * r1 * r2, second * a1 + M22 * a2 + sine * r1**2)
    return inertial + columns(*s["beta1 beta2"]) * s.qd + gravity(s)


def torques_but_for_T1(s: PlanarMotions) -> Array:
    """(4.43) with the two errors of T1 alone: 2 cos for cos, and cos for sin."""
    (_, r2), (_, a2), (cosine, sine) = s.qd.T, s.qdd.T, coupling(s)
    T = torques(s)
    return columns(T[:, 0] + cosine * a2 + 2 * (sine - cosine) * s.qd[:, 0] * r2, T[:, 1])


_SUM, _SQUARES = r"(\dot\theta_1 + \dot\theta_2)^2", r"(\dot\theta_1^2 + \dot\theta_2^2)"
_OFF = r"m_2 l_{g_2}^2 + m_2 l_1 l_{g_2} \cos(\theta_2 + \phi_2)"


def _position(k: int) -> Formula[PlanarMotions]:
    return Formula(
        "(4.21)",
        f"centre of mass {k}",
        lambda s: centre(s, k)[0],
        lambda s: s.robot.frame_pose(s.q, f"centre{k}").position[:, :2],
    )


def _velocity(k: int) -> Formula[PlanarMotions]:
    return Formula(
        "(4.22)",
        f"its velocity {k}",
        lambda s: centre(s, k)[1],
        lambda s: apply(s.robot.jacobian(s.q, f"centre{k}"), s.qd)[:, :2],
    )


TWO_LINKS: list[Formula[PlanarMotions]] = [
    *map(_position, (1, 2)),
    *map(_velocity, (1, 2)),
    Formula(
        "(4.24)",
        "its square",
        speed_squared,
        lambda s: np.sum(apply(s.robot.jacobian(s.q, "centre2"), s.qd)[:, :2] ** 2, axis=-1),
    ),
    Formula(
        "(4.25)",
        "kinetic energy of link 1",
        lambda s: (s["m1"][0] * s["lg1"][0] ** 2 + s["I1"][0]) * s.qd[:, 0] ** 2 / 2,
        lambda s: s.without("m2", "I2").energy(s.q, s.qd).kinetic,
    ),
    Formula(
        "(4.26)",
        "kinetic energy of link 2",
        lambda s: rotation_energy(s, s.qd.sum(axis=-1) ** 2),
        lambda s: s.without("m1", "I1").energy(s.q, s.qd).kinetic,
        lambda s: rotation_energy(s, np.sum(s.qd**2, axis=-1)),
        what="Link 2 turns with the sum of both rates; the sum of the squares lacks the mixed term.",
        printed_latex=rf"T_2 = \tfrac12 m_2 v_2^2 + \tfrac12 I_2 {_SQUARES}",
        right_latex=rf"T_2 = \tfrac12 m_2 v_2^2 + \tfrac12 I_2 {_SUM}",
    ),
    Formula(
        "(4.28)",
        "the same, written out",
        kinetic_energy_2,
        lambda s: s.without("m1", "I1").energy(s.q, s.qd).kinetic,
        lambda s: kinetic_energy_2(s, with_I2=0.0),
        what="The coefficient of the mixed term lacks I2, as (4.26) leads to.",
        printed_latex=rf"T_2 = \dots + ({_OFF}) \dot\theta_1 \dot\theta_2",
        right_latex=rf"T_2 = \dots + (I_2 + {_OFF}) \dot\theta_1 \dot\theta_2",
    ),
    Formula(
        "(4.30)",
        "kinetic energy",
        kinetic_energy,
        lambda s: s.robot.energy(s.q, s.qd).kinetic,
        lambda s: kinetic_energy(s, with_I2=0.0),
        what="The coefficient of the mixed term lacks I2, as (4.26) leads to.",
        printed_latex=rf"T = \dots + ({_OFF}) \dot\theta_1 \dot\theta_2",
        right_latex=rf"T = \dots + (I_2 + {_OFF}) \dot\theta_1 \dot\theta_2",
    ),
    Formula(
        "(4.34)", "potential energy", potential_energy, lambda s: s.robot.energy(s.q, s.qd).potential, size=lambda s: s["g"][0]
    ),
    Formula(
        "(4.40)",
        "momentum",
        momentum,
        lambda s: apply(s.robot.inertia(s.q), s.qd),
        lambda s: momentum(s, printed=True),
        what="The second line lacks m2 with the square of l_g2, and the coefficients of the other joint lack I2.",
        printed_latex=rf"\frac{{\partial \mathcal{{L}}}}{{\partial \dot\theta_2}} = ({_OFF}) \dot\theta_1 + (I_2 + l_{{g_2}}^2) "
        r"\dot\theta_2",
        right_latex=rf"\frac{{\partial \mathcal{{L}}}}{{\partial \dot\theta_2}} = (I_2 + {_OFF}) \dot\theta_1 + (I_2 + m_2 "
        rf"l_{{g_2}}^2) \dot\theta_2",
    ),
    Formula(
        "(4.41)",
        "rate of the momentum",
        momentum_rate,
        kinloops_momentum_rate,
        lambda s: momentum_rate(s, printed=True),
        what="The last term lacks m2, and the coefficients of the other joint lack I2.",
        printed_latex=r"\frac{d}{dt} \frac{\partial \mathcal{L}}{\partial \dot\theta_2} = \dots - l_1 l_{g_2} \sin(\phi_2 + "
        r"\theta_2) \dot\theta_1 \dot\theta_2",
        right_latex=r"\frac{d}{dt} \frac{\partial \mathcal{L}}{\partial \dot\theta_2} = \dots - m_2 l_1 l_{g_2} \sin(\phi_2 + "
        r"\theta_2) \dot\theta_1 \dot\theta_2",
    ),
    Formula(
        "(4.42)",
        "friction",
        lambda s: columns(*s["beta1 beta2"]) * s.qd,
        lambda s: s.robot.bias(s.q, s.qd) - s.without("beta1", "beta2").bias(s.q, s.qd),
        size=lambda s: s.robot.bias(s.q, s.qd),
    ),
    Formula(
        "(4.43)",
        "inverse dynamics",
        torques,
        effort,
        lambda s: torques(s, printed=True),
        what="All errors together: I2 is missing off the diagonal, and T1 has the two below.",
        printed_latex=rf"\mathcal{{T}}_2 = ({_OFF}) \ddot\theta_1 + (I_2 + m_2 l_{{g_2}}^2) \ddot\theta_2 + \dots",
        right_latex=rf"\mathcal{{T}}_2 = (I_2 + {_OFF}) \ddot\theta_1 + (I_2 + m_2 l_{{g_2}}^2) \ddot\theta_2 + \dots",
    ),
    Formula(
        "(4.43), T1",
        "the two errors of T1 alone",
        torques,
        effort,
        torques_but_for_T1,
        what="In T1 the coefficient of thetadd2 has 2 cos where cos is right, and the term of thetad1 thetad2 has cos where sin "
        "is right; (4.45), which is derived from it, has both right.",
        printed_latex=r"\mathcal{T}_1 = \dots + (m_2 l_{g_2}^2 + 2 m_2 l_1 l_{g_2} \cos(\theta_2 + \phi_2)) \ddot\theta_2 - 2 "
        r"m_2 l_1 l_{g_2} \cos(\theta_2 + \phi_2) \dot\theta_1 \dot\theta_2",
        right_latex=r"\mathcal{T}_1 = \dots + (I_2 + m_2 l_{g_2}^2 + m_2 l_1 l_{g_2} \cos(\theta_2 + \phi_2)) \ddot\theta_2 - 2 "
        r"m_2 l_1 l_{g_2} \sin(\theta_2 + \phi_2) \dot\theta_1 \dot\theta_2",
    ),
    Formula(
        "(4.43)",
        "corrected, in forward dynamics",
        lambda s: s.qdd,
        lambda s: s.robot.forward_dynamics(s.q, s.qd, torques(s)).qdd,
    ),
]
# Apart: the energy of gravity is so large a part that what is missing is a small share of the whole
LAGRANGIAN: Formula[PlanarMotions] = Formula(
    "(4.38)",
    "Lagrangian",
    lambda s: kinetic_energy(s) - potential_energy(s),
    lambda s: s.robot.energy(s.q, s.qd).kinetic - s.robot.energy(s.q, s.qd).potential,
    lambda s: kinetic_energy(s, with_I2=0.0) - potential_energy(s),
    size=lambda s: s["g"][0],
    what="The coefficient of the mixed term lacks I2, as (4.26) leads to.",
    printed_latex=rf"\mathcal{{L}} = \dots + ({_OFF}) \dot\theta_1 \dot\theta_2 - \dots",
    right_latex=rf"\mathcal{{L}} = \dots + (I_2 + {_OFF}) \dot\theta_1 \dot\theta_2 - \dots",
)


# ------------------------------------------------------------------ with point masses


def point_inertia(s: PlanarMotions) -> Array:
    """(4.47)."""
    m1, m2, l1, l2 = s["m1 m2 l1 l2"]
    c = np.cos(s.q[:, 1])
    M12 = m2 * (l2**2 + l1 * l2 * c)
    return np.stack([columns(m1 * l1**2 + m2 * (l1**2 + l2**2 + 2 * l1 * l2 * c), M12), columns(M12, m2 * l2**2)], axis=-2)


def point_velocity_terms(s: PlanarMotions) -> Array:
    """(4.48)."""
    m2, l1, l2 = s["m2 l1 l2"]
    (r1, r2), sine = s.qd.T, np.sin(s.q[:, 1])
    return columns(-m2 * l1 * l2 * sine * (2 * r1 * r2 + r2**2), m2 * l1 * l2 * r1**2 * sine)


def point_gravity(s: PlanarMotions) -> Array:
    """(4.49)."""
    m1, m2, l1, l2, g = s["m1 m2 l1 l2 g"]
    t1, t12 = s.sums()
    G2 = m2 * g * l2 * np.cos(t12)
    return columns(G2 + (m1 + m2) * g * l1 * np.cos(t1), G2)


def inverse_inertia(s: PlanarMotions) -> Array:
    """(4.51)."""
    m1, m2, l1, l2 = s["m1 m2 l1 l2"]
    c = np.cos(s.q[:, 1])
    common = m1 + m2 - m2 * c**2
    other = (-l2 - l1 * c) / (l1**2 * l2 * common)
    last = ((m1 + m2) * l1**2 + m2 * l2**2 + 2 * m2 * l1 * l2 * c) / (m2 * l1**2 * l2**2 * common)
    return np.stack([columns(1 / (m1 * l1**2 + m2 * (l1**2 - l1**2 * c**2)), other), columns(other, last)], axis=-2)


def unit_responses(s: PlanarMotions) -> Array:
    """Kinloop's accelerations of unit torques, at rest and without gravity."""
    robot, still = s.without("g"), np.zeros_like(s.q)
    unit = np.eye(s.q.shape[1])
    return np.stack([robot.forward_dynamics(s.q, still, np.broadcast_to(each, s.q.shape)).qdd for each in unit], axis=-1)


def point_torques(s: PlanarMotions, friction: float = 1.0) -> Array:
    """(4.46) with the friction of (4.43), or as (4.45) prints it without."""
    rubbing = friction * columns(*s["beta1 beta2"]) * s.qd
    return apply(point_inertia(s), s.qdd) + point_velocity_terms(s) + point_gravity(s) + rubbing


POINT_MASSES: list[Formula[PlanarMotions]] = [
    Formula("(4.47)", "M", point_inertia, lambda s: s.robot.inertia(s.q)),
    Formula("(4.48)", "C", point_velocity_terms, lambda s: s.without("g", "beta1", "beta2").bias(s.q, s.qd)),
    Formula("(4.49)", "G", point_gravity, lambda s: s.robot.bias(s.q, np.zeros_like(s.q))),
    Formula(
        "(4.45)",
        "inverse dynamics without friction",
        lambda s: point_torques(s, friction=0.0),
        lambda s: s.without("beta1", "beta2").inverse_dynamics(s.q, s.qd, s.qdd),
    ),
    Formula(
        "(4.45), (4.46), (4.50)",
        "inverse dynamics with friction",
        point_torques,
        effort,
        lambda s: point_torques(s, friction=0.0),
        what="Substituting (4.44) into (4.43) keeps the friction, which is left out from here on without a word.",
        printed_latex=r"\mathcal{T} = M(\theta) \ddot\theta + C(\theta, \dot\theta) + G(\theta)",
        right_latex=r"\mathcal{T} = M(\theta) \ddot\theta + C(\theta, \dot\theta) + G(\theta) + \begin{bmatrix} \beta_1 "
        r"\dot\theta_1 \\ \beta_2 \dot\theta_2 \end{bmatrix}",
    ),
    Formula("(4.51)", "inverse of M", inverse_inertia, unit_responses),
    Formula(
        "(4.50)",
        "forward dynamics without friction",
        lambda s: apply(inverse_inertia(s), s.qdd - point_velocity_terms(s) - point_gravity(s)),  # any numbers will do as torques
        lambda s: s.without("beta1", "beta2").forward_dynamics(s.q, s.qd, s.qdd).qdd,
    ),
]
