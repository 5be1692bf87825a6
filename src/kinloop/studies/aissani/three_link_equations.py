"""Section 4.4 of [Aissani2021] as formulas: Lagrange's equations of three links.

Corrected: the square of the sum of the rates in (4.54), the last term of (4.63), and the friction that (4.57) loses. (4.61),
(4.64), (4.65) and (4.67) are right as printed, for masses at the ends of the links.
"""

from __future__ import annotations

import numpy as np

from kinloop.studies.aissani.planar_links import PlanarMotions, centre, effort
from kinloop.studies.framework.formula import Formula, apply, columns, solve

Array = np.ndarray


def inertia(s: PlanarMotions) -> Array:
    """(4.61)."""
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


def velocity_terms(s: PlanarMotions, printed: bool = False) -> Array:
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


def gravity(s: PlanarMotions) -> Array:
    """(4.67)."""
    m1, m2, m3, l1, l2, l3, g = s["m1 m2 m3 l1 l2 l3 g"]
    t1, t12, t123 = s.sums()
    G3 = m3 * g * l3 * np.cos(t123)
    G2 = (m2 + m3) * g * l2 * np.cos(t12) + G3
    return columns((m1 + m2 + m3) * g * l1 * np.cos(t1) + G2, G2, G3)


def torques(s: PlanarMotions, friction: float = 1.0) -> Array:
    """(4.57) with the friction of (4.3), or as printed without."""
    rubbing = friction * columns(*s["beta1 beta2 beta3"]) * s.qd
    return apply(inertia(s), s.qdd) + velocity_terms(s) + gravity(s) + rubbing


def third_energy(s: PlanarMotions, rates: Array) -> Array:
    """(4.54), ``rates`` being the square of the sum, or as printed the sum of squares."""
    return np.asarray(s["I3"][0] * rates / 2 + s["m3"][0] * np.sum(centre(s, 3)[1] ** 2, axis=-1) / 2)


def total_energy(s: PlanarMotions) -> Array:
    """(4.55), with the squares of the sums."""
    first = (s["m1"][0] * np.sum(centre(s, 1)[1] ** 2, axis=-1) + s["I1"][0] * s.qd[:, 0] ** 2) / 2
    second = (s["m2"][0] * np.sum(centre(s, 2)[1] ** 2, axis=-1) + s["I2"][0] * (s.qd[:, 0] + s.qd[:, 1]) ** 2) / 2
    return np.asarray(first + second + third_energy(s, s.qd.sum(axis=-1) ** 2))


def _velocity_part(s: PlanarMotions, k: int) -> Array:
    """Kinloop's efforts of the rates alone, of one joint."""
    return s.without("g", "beta1", "beta2", "beta3").bias(s.q, s.qd)[:, k]


_LAST = r"m_3 l_1 l_3 \sin(\theta_{23}) (\dot\theta_2 + \dot\theta_3)"
POINT_MASSES: list[Formula[PlanarMotions]] = [
    Formula("(4.61)", "M", inertia, lambda s: s.robot.inertia(s.q)),
    Formula(
        "(4.63)",
        "C_1",
        lambda s: velocity_terms(s)[:, 0],
        lambda s: _velocity_part(s, 0),
        lambda s: velocity_terms(s, printed=True)[:, 0],
        size=velocity_terms,
        what="The last term has a wrong last factor.",
        printed_latex=rf"C_1 = \dots - 2 {_LAST} (\dot\theta_1 + \dot\theta_2 + \dot\theta_3)",
        right_latex=rf"C_1 = \dots - {_LAST} (2 \dot\theta_1 + \dot\theta_2 + \dot\theta_3)",
    ),
    Formula("(4.64)", "C_2", lambda s: velocity_terms(s)[:, 1], lambda s: _velocity_part(s, 1), size=velocity_terms),
    Formula("(4.65)", "C_3", lambda s: velocity_terms(s)[:, 2], lambda s: _velocity_part(s, 2), size=velocity_terms),
    Formula("(4.67)", "G", gravity, lambda s: s.robot.bias(s.q, np.zeros_like(s.q))),
    Formula(
        "(4.57)",
        "inverse dynamics with friction",
        torques,
        effort,
        lambda s: torques(s, friction=0.0),
        what="The friction of (4.3) is left out without a word.",
        printed_latex=r"\mathcal{T} = M(\theta) \ddot\theta + C(\theta, \dot\theta) + G(\theta)",
        right_latex=r"\mathcal{T}_i = \left(M(\theta) \ddot\theta + C(\theta, \dot\theta) + G(\theta)\right)_i + \beta_i "
        r"\dot\theta_i",
    ),
    Formula(
        "(4.57)",
        "forward dynamics, with friction",
        lambda s: solve(inertia(s), s.qdd - velocity_terms(s) - gravity(s) - columns(*s["beta1 beta2 beta3"]) * s.qd),
        lambda s: s.robot.forward_dynamics(s.q, s.qd, s.qdd).qdd,
    ),
]
THREE_LINKS: list[Formula[PlanarMotions]] = [
    Formula(
        "(4.52)", "centre of mass 3", lambda s: centre(s, 3)[0], lambda s: s.robot.frame_pose(s.q, "centre3").position[:, :2]
    ),
    Formula("(4.53)", "its velocity", lambda s: centre(s, 3)[1], lambda s: apply(s.robot.jacobian(s.q, "centre3"), s.qd)[:, :2]),
    Formula(
        "(4.54)",
        "kinetic energy of link 3",
        lambda s: third_energy(s, s.qd.sum(axis=-1) ** 2),
        lambda s: s.without("m1", "m2", "I1", "I2").energy(s.q, s.qd).kinetic,
        lambda s: third_energy(s, np.sum(s.qd**2, axis=-1)),
        what="Link 3 turns with the sum of all rates; the sum of the squares lacks the mixed terms.",
        printed_latex=r"T_3 = \tfrac12 I_3 (\dot\theta_1^2 + \dot\theta_2^2 + \dot\theta_3^2) + \tfrac12 m_3 (\dot x_3^2 + \dot "
        r"y_3^2)",
        right_latex=r"T_3 = \tfrac12 I_3 (\dot\theta_1 + \dot\theta_2 + \dot\theta_3)^2 + \tfrac12 m_3 (\dot x_3^2 + \dot y_3^2)",
    ),
    Formula("(4.55)", "kinetic energy, with the squares of the sums", total_energy, lambda s: s.robot.energy(s.q, s.qd).kinetic),
    Formula(
        "(4.56)",
        "potential energy",
        lambda s: sum((s[f"m{k}"][0] * s["g"][0] * centre(s, k)[0][:, 1] for k in (1, 2, 3)), np.zeros(len(s.q))),
        lambda s: s.robot.energy(s.q, s.qd).potential,
        size=lambda s: s["g"][0],
    ),
]
