"""Section 4.2 of [Aissani2021] as formulas: Lagrange's equations of one joint. Nothing is misprinted."""

from __future__ import annotations

import numpy as np

from kinloop.studies.aissani.planar_links import PlanarMotions, effort
from kinloop.studies.framework.formula import Formula, columns

Array = np.ndarray


def inertia(s: PlanarMotions) -> Array:
    """(4.11)."""
    m, l_g, I = s["m l_g I"]
    return m * l_g**2 + I


def gravity(s: PlanarMotions) -> Array:
    """The last term of (4.17)."""
    m, l_g, phi, g = s["m l_g phi_g g"]
    return np.asarray(m * g * l_g * np.cos(s.q[:, 0] + phi))


def torque(s: PlanarMotions) -> Array:
    """(4.17)."""
    (beta,) = s["beta"]
    return (inertia(s) * s.qdd[:, 0] + beta * s.qd[:, 0] + gravity(s))[:, None]


def state_rate(s: PlanarMotions) -> Array:
    """After (4.20): the rate of (theta, thetad) under the torque of (4.17)."""
    (beta,) = s["beta"]
    x1, x2, u = s.q[:, 0], s.qd[:, 0], torque(s)[:, 0]
    m, l_g, I, phi, g = s["m l_g I phi_g g"]
    return columns(x2, (-m * g * l_g * np.cos(x1 + phi) - beta * x2 + u) / (m * l_g**2 + I))


ONE_LINK: list[Formula[PlanarMotions]] = [
    Formula("(4.11)", "M", lambda s: inertia(s)[:, None, None], lambda s: s.robot.inertia(s.q)),
    Formula("(4.10)", "kinetic energy", lambda s: inertia(s) * s.qd[:, 0] ** 2 / 2, lambda s: s.robot.energy(s.q, s.qd).kinetic),
    Formula(
        "(4.12)",
        "potential energy",
        lambda s: np.prod(s["m g l_g"], axis=0) * np.sin(s.q[:, 0] + s["phi_g"][0]),
        lambda s: s.robot.energy(s.q, s.qd).potential,
    ),
    Formula("(4.17)", "inverse dynamics", torque, effort),
    Formula(
        "(4.18)",
        "forward dynamics and state space",
        state_rate,
        lambda s: np.concatenate([s.qd, s.robot.forward_dynamics(s.q, s.qd, torque(s)).qdd], axis=-1),
    ),
]
