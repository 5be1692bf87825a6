r"""Equations of [DemuttiRosi2020], each in its right form, as printed where that differs, and as kinloop has it.

Its route: ``A xd + B qd = 0`` along the legs, and the passive joints from across the legs. Wrong as printed: the sign of B in
(2.20) and (2.21), that of c in (2.34) and (2.35), and the second entry of J_ta. All else is right, (2.22) and (2.32) too.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from kinloop.studies.biglide.biglide_states import BiglideStates
from kinloop.studies.framework.formula import Formula, apply, columns, diagonal, solve, transpose

Array = np.ndarray
Line = Formula[BiglideStates]
E = np.array([[0.0, -1.0], [1.0, 0.0]])
Y0 = np.array([0.0, 1.0])


def u(s: BiglideStates) -> Array:
    """The unit vectors along the legs, after (2.10)."""
    return np.stack([np.cos(s.q[:, 2:]), np.sin(s.q[:, 2:])], axis=-1)


def A(s: BiglideStates) -> Array:
    """(2.13)."""
    return u(s)


def B(s: BiglideStates) -> Array:
    """(2.13)."""
    return -diagonal(np.sin(s.q[:, 2:]))


def J(s: BiglideStates) -> Array:
    """(2.14)."""
    return -np.linalg.solve(A(s), B(s))


def J_t(s: BiglideStates) -> Array:
    """(2.16)."""
    return np.asarray(u(s) @ E.T)


def velocity_by_leg(s: BiglideStates, i: int) -> Array:
    """(2.11)."""
    return np.asarray(s.qd[:, [i]] * Y0 + (s.l * s.qd[:, 2 + i])[:, None] * J_t(s)[:, i])


def acceleration_by_leg(s: BiglideStates, i: int) -> Array:
    """(2.18)."""
    along = (s.l * s.qd[:, 2 + i] ** 2)[:, None] * u(s)[:, i]
    return np.asarray(s.qdd[:, [i]] * Y0 + (s.l * s.qdd[:, 2 + i])[:, None] * J_t(s)[:, i] - along)


def direct_geometry(s: BiglideStates) -> Array:
    """(2.2), with gamma of the assembly mode."""
    q1, q2 = s.q_active.T
    OA2, A2H = columns(s.d / 2, q2), columns(-s.d / 2, (q1 - q2) / 2)
    a = np.linalg.norm(A2H, axis=-1)
    h = np.sqrt(s.l**2 - a**2)
    return np.asarray(OA2 + A2H + (s.assembly * h / a)[:, None] * A2H @ E.T)


def inverse_geometry(s: BiglideStates) -> Array:
    """(2.6), (2.7)."""
    x, y = s.x.T
    return columns(
        y + s.mode[:, 0] * np.sqrt(s.l**2 - (x + s.d / 2) ** 2),
        y + s.mode[:, 1] * np.sqrt(s.l**2 - (x - s.d / 2) ** 2),
    )


def passive_angles(s: BiglideStates) -> Array:
    """(2.8), (2.9)."""
    x, y = s.x.T
    return columns(np.arctan2(y - s.q[:, 0], x + s.d / 2), np.arctan2(y - s.q[:, 1], x - s.d / 2))


def passive_first(s: BiglideStates, second_entry: int = 1) -> Array:
    """(2.17); J_ta has cos(phi2) as its second entry, printed cos(phi1)."""
    J_ta = diagonal(np.cos(s.q[:, [2, 2 + second_entry]]))
    return (apply(J_t(s), s.xd) - apply(J_ta, s.qd_active)) / s.l[:, None]


def passive_second(s: BiglideStates, second_entry: int = 1) -> Array:
    """(2.24): no centripetal term, since that is along the legs."""
    J_ta = diagonal(np.cos(s.q[:, [2, 2 + second_entry]]))
    return (apply(J_t(s), s.xdd) - apply(J_ta, s.qdd_active)) / s.l[:, None]


def b_c(s: BiglideStates) -> Array:
    """(2.20)."""
    return np.asarray(s.l[:, None] * s.qd[:, 2:] ** 2)


def direct_second(s: BiglideStates, sign: float = -1.0) -> Array:
    """(2.21), where B needs the minus that it has in (2.14)."""
    return solve(A(s), sign * apply(B(s), s.qdd_active) - b_c(s))


def inertia(s: BiglideStates) -> Array:
    """(2.35)."""
    return np.asarray(s.m_f[:, None, None] * np.eye(2) + s.m_p[:, None, None] * transpose(J(s)) @ J(s))


def c(s: BiglideStates) -> Array:
    """(2.35) with a minus."""
    return -s.m_p[:, None] * apply(transpose(J(s)), solve(A(s), b_c(s)))


def multipliers(s: BiglideStates) -> Array:
    """The second line of (2.29), with (2.31)."""
    return solve(transpose(A(s)), s.m_p[:, None] * s.xdd)


def effort_by_multipliers(s: BiglideStates) -> Array:
    """(2.29), first line, with (2.30)."""
    return s.m_f[:, None] * s.qdd_active - apply(transpose(B(s)), multipliers(s))


def effort(s: BiglideStates) -> Array:
    """(2.32)."""
    return s.m_f[:, None] * s.qdd_active + s.m_p[:, None] * apply(transpose(J(s)), s.xdd)


def summands(s: BiglideStates) -> Array:
    """Near Type 2 both parts of ``M qdd + c`` grow with the square of what their sum grows with."""
    return np.abs(apply(inertia(s), s.qdd_active)) + np.abs(c(s))


def passive_summands(s: BiglideStates) -> Array:
    """The size of the summands of a passive rate."""
    return (np.abs(s.xd) + np.abs(s.qd_active)) / s.l[:, None]


def kinetic_energy(s: BiglideStates) -> Array:
    """(2.28)."""
    return np.asarray(s.m_p / 2 * np.sum(s.xd**2, axis=-1) + s.m_f / 2 * np.sum(s.qd_active**2, axis=-1))


def constraints(s: BiglideStates) -> Array:
    """(2.5), with the tool and the feet where kinloop has them, as squares of lengths."""
    (x, y), q = s.robot.frame_pose(s.q).position[:, :2].T, s.q
    return columns((x + s.d / 2) ** 2 + (y - q[:, 0]) ** 2, (x - s.d / 2) ** 2 + (y - q[:, 1]) ** 2)


DIRECT_GEOMETRY: list[Line] = [
    Line(
        "(2.2)",
        "direct geometric model",
        direct_geometry,
        lambda s: s.robot.frame_pose(s.q).position[:, :2],
        size=lambda s: columns(s.l, *s.q_active.T),
    ),
]
INVERSE_GEOMETRY: list[Line] = [
    Line(
        "(2.3)",
        "closure of leg 1",
        lambda s: columns(-s.d / 2, s.q[:, 0]) + s.l[:, None] * u(s)[:, 0],
        lambda s: s.robot.frame_pose(s.q).position[:, :2],
    ),
    Line(
        "(2.4)",
        "closure of leg 2",
        lambda s: columns(s.d / 2, s.q[:, 1]) + s.l[:, None] * u(s)[:, 1],
        lambda s: s.robot.frame_pose(s.q).position[:, :2],
    ),
    Line("(2.5)", "squared lengths of the legs", lambda s: columns(s.l**2, s.l**2), constraints),
    Line("(2.6), (2.7)", "inverse geometric model", inverse_geometry, lambda s: s.q_active),
]
PASSIVE_ANGLES: list[Line] = [Line("(2.8), (2.9)", "passive angles", passive_angles, lambda s: s.q[:, 2:])]

VELOCITIES: list[Line] = [
    Line("(2.13)", "A", A, lambda s: s.robot.input_output(s.q).A),
    Line("(2.13)", "B", B, lambda s: s.robot.input_output(s.q).B),
    Line(
        "(2.14)",
        "direct kinematic model",
        lambda s: apply(J(s), s.qd_active),
        lambda s: s.robot.forward_velocity(s.q, s.qd_active).xd,
    ),
    Line(
        "(2.13)",
        "inverse kinematic model",
        lambda s: -solve(B(s), apply(A(s), s.xd)),
        lambda s: s.robot.inverse_velocity(s.q, s.xd).qd_active,
    ),
    *(
        Line(
            "(2.11)",
            f"tool velocity by leg {i + 1}",
            partial(velocity_by_leg, i=i),
            lambda s: s.robot.forward_velocity(s.q, s.qd_active).xd,
        )
        for i in (0, 1)
    ),
]
J_TA = (
    "The second diagonal entry of J_ta is the cosine of phi2.",
    r"\mathbf J_{ta} = \begin{bmatrix}\cos\phi_1 & 0\\ 0 & \cos\phi_1\end{bmatrix}",
    r"\mathbf J_{ta} = \begin{bmatrix}\cos\phi_1 & 0\\ 0 & \cos\phi_2\end{bmatrix}",
)
PASSIVE_VELOCITIES: list[Line] = [
    Line(
        "(2.17)",
        "passive velocities from the active joints",
        passive_first,
        lambda s: s.robot.forward_velocity(s.q, s.qd_active).qd_passive,
        lambda s: passive_first(s, second_entry=0),
        passive_summands,
        *J_TA,
    ),
    Line(
        "(2.17)",
        "passive velocities from the tool",
        passive_first,
        lambda s: s.robot.inverse_velocity(s.q, s.xd).qd_passive,
        lambda s: passive_first(s, second_entry=0),
        passive_summands,
        *J_TA,
    ),
]
ACCELERATIONS: list[Line] = [
    Line(
        "(2.21)",
        "second-order direct model",
        direct_second,
        lambda s: s.robot.forward_acceleration(s.q, s.qd, s.qdd_active).xdd,
        lambda s: direct_second(s, sign=1.0),
        None,
        "The sign of B contradicts (2.13).",
        r"\ddot{\mathbf P} = \mathbf A^{-1}(\mathbf B\ddot{\mathbf q}_a - \mathbf b_c)",
        r"\ddot{\mathbf P} = \mathbf A^{-1}(-\mathbf B\ddot{\mathbf q}_a - \mathbf b_c),\quad b_{c,i} = l\dot\phi_i^2",
    ),
    Line(
        "(2.20)",
        "second-order inverse model",
        lambda s: solve(B(s), -apply(A(s), s.xdd) - b_c(s)),
        lambda s: s.robot.inverse_acceleration(s.q, s.qd, s.xdd).qdd_active,
        lambda s: solve(B(s), apply(A(s), s.xdd) + b_c(s)),
        None,
        "The sign of B contradicts (2.13).",
        r"\mathbf A\ddot{\mathbf P} = \mathbf B\ddot{\mathbf q}_a - \mathbf b_c",
        r"\mathbf A\ddot{\mathbf P} = -\mathbf B\ddot{\mathbf q}_a - \mathbf b_c",
    ),
    *(
        Line(
            "(2.18)",
            f"tool acceleration by leg {i + 1}",
            partial(acceleration_by_leg, i=i),
            lambda s: s.robot.forward_acceleration(s.q, s.qd, s.qdd_active).xdd,
        )
        for i in (0, 1)
    ),
]
PASSIVE_ACCELERATIONS: list[Line] = [
    Line(
        "(2.24)",
        "passive accelerations from the active joints",
        passive_second,
        lambda s: s.robot.forward_acceleration(s.q, s.qd, s.qdd_active).qdd_passive,
        lambda s: passive_second(s, second_entry=0),
        None,
        *J_TA,
    ),
    Line(
        "(2.24)",
        "passive accelerations from the tool",
        passive_second,
        lambda s: s.robot.inverse_acceleration(s.q, s.qd, s.xdd).qdd_passive,
        lambda s: passive_second(s, second_entry=0),
        None,
        *J_TA,
    ),
]
C = "The minus of the second-order model is lost, so the sign of c is wrong."
DYNAMICS: list[Line] = [
    Line("(2.28)", "kinetic energy", kinetic_energy, lambda s: s.robot.energy(s.q, s.qd).kinetic),
    Line("(2.32)", "efforts", effort, lambda s: s.robot.inverse_dynamics(s.q, s.qd, s.qdd)),
    Line(
        "(2.29)", "efforts by Lagrange's multipliers", effort_by_multipliers, lambda s: s.robot.inverse_dynamics(s.q, s.qd, s.qdd)
    ),
    Line(
        "(2.29)",
        "the multiplier of leg 2 is the force of its rod on the platform",
        lambda s: multipliers(s)[:, 1:] * u(s)[:, 1],
        lambda s: -s.robot.forward_dynamics(s.q, s.qd, effort(s)).loop_force,
        size=effort,
    ),
    Line(
        "(2.34)",
        "efforts from the active accelerations",
        lambda s: apply(inertia(s), s.qdd_active) + c(s),
        lambda s: s.robot.inverse_dynamics(s.q, s.qd, s.qdd_active),
        lambda s: apply(inertia(s), s.qdd_active) - c(s),
        summands,
        C,
        r"\boldsymbol\tau = \mathbf M\ddot{\mathbf q}_a + m_p\mathbf J^T\mathbf A^{-1}\mathbf b_c",
        r"\boldsymbol\tau = \mathbf M\ddot{\mathbf q}_a - m_p\mathbf J^T\mathbf A^{-1}\mathbf b_c",
    ),
    Line("(2.35)", "M", inertia, lambda s: s.robot.inertia(s.q)),
    Line(
        "(2.35)",
        "c",
        c,
        lambda s: s.robot.bias(s.q, s.qd),
        lambda s: -c(s),
        None,
        C,
        r"\mathbf c = m_p\mathbf J^T\mathbf A^{-1}\mathbf b_c",
        r"\mathbf c = -m_p\mathbf J^T\mathbf A^{-1}\mathbf b_c",
    ),
    Line(
        "(3.5)",
        "accelerations from efforts",
        lambda s: solve(inertia(s), effort(s) - c(s)),
        lambda s: s.robot.forward_dynamics(s.q, s.qd, effort(s)).qdd_active,
        size=lambda s: solve(inertia(s), summands(s)),
    ),
]
EQUATIONS = [
    *DIRECT_GEOMETRY,
    *INVERSE_GEOMETRY,
    *PASSIVE_ANGLES,
    *VELOCITIES,
    *PASSIVE_VELOCITIES,
    *ACCELERATIONS,
    *PASSIVE_ACCELERATIONS,
    *DYNAMICS,
]
