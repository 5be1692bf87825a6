r"""Equations of [LeePalma], each in its right form, as printed where that differs, and as kinloop has it: constraints and their
derivatives in Cartesian and in joint coordinates, two Lagrangians, and the determinant of A.

Wrong as printed: the square in (3), arctan in (8), y - q1 in (11), the transpose in (39), the factor 4 in (40), the sign of the
velocities in (50). (23) has qdd for qd, times a matrix that is zero. All else is right.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from kinloop.studies.biglide.biglide_states import BiglideStates
from kinloop.studies.framework.formula import Formula, apply, columns, diagonal, solve, transpose

Array = np.ndarray
Line = Formula[BiglideStates]
R_z = np.array([[0.0, -1.0], [1.0, 0.0]])  # (3) of a right angle


def place(s: BiglideStates, frame: str = "tool") -> Array:
    """Where kinloop has a frame, in the plane."""
    return np.asarray(s.robot.frame_pose(s.q, frame).position[:, :2])


# ------------------------------------------------------------------ geometry


def direct_geometry(s: BiglideStates) -> Array:
    """(4), printed for the assembly mode -1."""
    q1, q2 = s.q_active.T
    ratio = np.sqrt((4 * s.l**2 - s.d**2 - (q1 - q2) ** 2) / (s.d**2 + (q1 - q2) ** 2))
    A2M = columns(-s.d / 2, (q1 - q2) / 2)
    return columns(s.d / 2, q2) + A2M + (s.assembly * ratio)[:, None] * A2M @ R_z.T


def from_middle(s: BiglideStates) -> Array:
    """From M, after (2), to the tool."""
    return place(s) - (place(s, "foot1") + place(s, "foot2")) / 2


def reaches(s: BiglideStates) -> tuple[Array, Array]:
    """From the feet to the tool."""
    return columns(s.x[:, 0] + s.d / 2, s.x[:, 0] - s.d / 2), s.x[:, 1:] - s.q_active


def half_length(s: BiglideStates) -> Array:
    """Half the distance of the feet."""
    return np.linalg.norm(columns(s.d, s.q[:, 0] - s.q[:, 1]), axis=-1) / 2


GEOMETRY: list[Line] = [
    Line(
        "(3)",
        "the square of MC",
        lambda s: s.l**2 - half_length(s) ** 2,
        lambda s: np.sum(from_middle(s) ** 2, axis=-1),
        lambda s: s.l**2 - half_length(s),  # without its square; negative for the lab's dimensions
        lambda s: np.sum(s.q_active**2, axis=-1) + s.l**2,
        "The square of the length of A2M; without it the root is imaginary for the lab's dimensions.",
        r"\|\overrightarrow{MC}\| = \sqrt{l^2 - \|\overrightarrow{A_2M}\|}",
        r"\|\overrightarrow{MC}\| = \sqrt{l^2 - \|\overrightarrow{A_2M}\|^2}",
    ),
    Line("(4)", "direct geometric model", direct_geometry, place, size=lambda s: columns(s.l, *s.q_active.T)),
    Line("(5)", "leg 1", lambda s: columns(-s.d / 2 + s.l * np.cos(s.q[:, 2]), s.q[:, 0] + s.l * np.sin(s.q[:, 2])), place),
    Line("(5)", "leg 2", lambda s: columns(s.d / 2 + s.l * np.cos(s.q[:, 3]), s.q[:, 1] + s.l * np.sin(s.q[:, 3])), place),
    Line(
        "(8)",
        "passive angles",
        lambda s: np.arctan2(reaches(s)[1], reaches(s)[0]),
        lambda s: s.q[:, 2:],
        lambda s: np.arctan(reaches(s)[1] / reaches(s)[0]),
        None,
        "The quadrant needs atan2: arctan is off by pi where a leg points to the left, as leg 2 mostly does.",
        r"\phi_2 = \arctan\frac{y - q_2}{x - d/2}",
        r"\phi_2 = \operatorname{atan2}(y - q_2,\ x - d/2)",
    ),
    Line(
        "(50)",
        "inverse geometric model",
        lambda s: s.mode * np.sqrt(s.l[:, None] ** 2 - reaches(s)[0] ** 2) + s.x[:, 1:],
        lambda s: s.q_active,
    ),
]


# ------------------------------------------------------------------ constraints in x and q_a, and in q_d and q_a


def A(s: BiglideStates) -> Array:
    """(13)."""
    return 2 * np.stack(reaches(s), axis=-1)


def B(s: BiglideStates, second: int = 1) -> Array:
    """(13); (11) prints the first foot's distance for both."""
    return -2 * diagonal(reaches(s)[1][:, [0, second]])


def A_rate(s: BiglideStates) -> Array:
    """(16)."""
    return 2 * np.stack([s.xd[:, [0, 0]], s.xd[:, 1:] - s.qd_active], axis=-1)


def B_rate(s: BiglideStates) -> Array:
    """(16)."""
    return -2 * diagonal(s.xd[:, 1:] - s.qd_active)


def A_q(s: BiglideStates) -> Array:
    """(21)."""
    (s1, s2), (c1, c2) = np.sin(s.q[:, 2:]).T, np.cos(s.q[:, 2:]).T
    return s.l[:, None, None] * np.stack([columns(-s1, s2), columns(c1, -c2)], axis=-2)


def B_q(s: BiglideStates) -> Array:
    """(21)."""
    return np.broadcast_to([[0.0, 0.0], [1.0, -1.0]], (len(s.q), 2, 2))


def A_q_rate(s: BiglideStates) -> Array:
    """(24)."""
    (s1, s2), (c1, c2) = (np.sin(s.q[:, 2:]) * s.qd[:, 2:]).T, (np.cos(s.q[:, 2:]) * s.qd[:, 2:]).T
    return s.l[:, None, None] * np.stack([columns(-c1, c2), columns(-s1, s2)], axis=-2)


def legs(s: BiglideStates) -> Array:
    """The length of a row: A of kinloop has unit rows, and the document's rows are twice the legs."""
    return 2 * s.l[:, None, None]


def closure_velocity(s: BiglideStates) -> tuple[Array, Array]:
    """``K`` and ``gamma`` of kinloop's loop, which is counted from leg 1 to leg 2, where h_q is from leg 2 to leg 1."""
    K, gamma = s.robot.models.formulas.kernel("closure_velocity")(s.q, s.qd, *s.robot.models.parameter_inputs)
    return -K, -gamma


def passive_second(s: BiglideStates, times: Array | None = None) -> Array:
    """(23); the rate of B_q is zero (24), whatever it multiplies."""
    B_q_rate = np.zeros((len(s.q), 2, 2))
    rest = apply(A_q_rate(s), s.qd[:, 2:]) + apply(B_q_rate, s.qd_active if times is None else times)
    return -solve(A_q(s), apply(B_q(s), s.qdd_active) + rest)


def rate_of_leg(s: BiglideStates, i: int) -> Array:
    """A row of (16)."""
    return A_rate(s)[:, i]


def rate_by_jacobians(s: BiglideStates, i: int) -> Array:
    """The same by kinloop's Jacobians of the tool and of a foot."""
    return 2 * apply(s.robot.jacobian(s.q) - s.robot.jacobian(s.q, f"foot{i + 1}"), s.qd)[:, :2]


def both(s: BiglideStates) -> Array:
    """The size of the summands of a passive rate, for the rounding tolerance."""
    return np.concatenate([s.xd, s.qd_active], axis=-1) / s.l[:, None]


KINEMATICS: list[Line] = [
    Line("(13)", "A", A, lambda s: legs(s) * s.robot.input_output(s.q).A),
    Line("(13)", "B", B, lambda s: legs(s) * s.robot.input_output(s.q).B),
    Line(
        "(11)",
        "how the second constraint depends on the feet",
        lambda s: apply(B(s), s.qd_active)[:, 1],
        lambda s: (legs(s)[..., 0] * apply(s.robot.input_output(s.q).B, s.qd_active))[:, 1],
        lambda s: apply(B(s, second=0), s.qd_active)[:, 1],
        None,
        "The second constraint has the second slide.",
        r"\frac{\partial h_2}{\partial\mathbf q_a} = -2(y - q_1)\dot q_2",
        r"\frac{\partial h_2}{\partial\mathbf q_a} = -2(y - q_2)\dot q_2",
    ),
    Line(
        "(14)",
        "direct kinematic model",
        lambda s: -solve(A(s), apply(B(s), s.qd_active)),
        lambda s: s.robot.forward_velocity(s.q, s.qd_active).xd,
    ),
    Line(
        "(50)",
        "inverse kinematic model",
        lambda s: -solve(B(s), apply(A(s), s.xd)),
        lambda s: s.robot.inverse_velocity(s.q, s.xd).qd_active,
        lambda s: solve(B(s), apply(A(s), s.xd)),
        None,
        "From (10) the rates need a minus.",
        r"\dot{\mathbf q}_a = \mathbf B^{-1}(\mathbf A\dot{\mathbf x})",
        r"\dot{\mathbf q}_a = -\mathbf B^{-1}(\mathbf A\dot{\mathbf x})",
    ),
    *(
        Line(
            "(16)",
            f"how leg {i + 1} changes",
            partial(rate_of_leg, i=i),
            partial(rate_by_jacobians, i=i),
            size=lambda s: np.concatenate([s.xd, s.qd_active], axis=-1),
        )
        for i in (0, 1)
    ),
    Line(
        "(15)",
        "second-order direct model",
        lambda s: -solve(A(s), apply(B(s), s.qdd_active) + apply(A_rate(s), s.xd) + apply(B_rate(s), s.qd_active)),
        lambda s: s.robot.forward_acceleration(s.q, s.qd, s.qdd_active).xdd,
    ),
    Line(
        "(50)",
        "second-order inverse model",
        lambda s: solve(B(s), -apply(A(s), s.xdd) - apply(A_rate(s), s.xd) - apply(B_rate(s), s.qd_active)),
        lambda s: s.robot.inverse_acceleration(s.q, s.qd, s.xdd).qdd_active,
    ),
    Line("(21)", "A_q", A_q, lambda s: closure_velocity(s)[0][:, :, 2:]),
    Line("(21)", "B_q", B_q, lambda s: closure_velocity(s)[0][:, :, :2]),
    Line(
        "(24)",
        "the rate of A_q",
        lambda s: apply(A_q_rate(s), s.qd[:, 2:]),
        lambda s: closure_velocity(s)[1],
    ),
    Line(
        "(22)",
        "passive velocities",
        lambda s: -solve(A_q(s), apply(B_q(s), s.qd_active)),
        lambda s: s.robot.forward_velocity(s.q, s.qd_active).qd_passive,
        size=both,
    ),
    Line(
        "(23)",
        "passive accelerations",
        passive_second,
        lambda s: s.robot.forward_acceleration(s.q, s.qd, s.qdd_active).qdd_passive,
    ),
    Line(
        "(23)",
        "as printed, with another factor of zero",
        lambda s: passive_second(s, times=s.qdd_active),
        lambda s: s.robot.forward_acceleration(s.q, s.qd, s.qdd_active).qdd_passive,
    ),
]


# ------------------------------------------------------------------ dynamics by two Lagrangians


def J(s: BiglideStates) -> Array:
    """(38)."""
    return -np.linalg.solve(A(s), B(s))


def J_q(s: BiglideStates) -> Array:
    """(31)."""
    return -np.linalg.solve(A_q(s), B_q(s))


def efforts(s: BiglideStates) -> Array:
    """(39): of the feet, whose Lagrangian does not know the passive joints, (30), and of the end effector, (37)."""
    tau_a, tau_d = s.m_f[:, None] * s.qdd_active, np.zeros_like(s.qdd_active)  # (32)
    return tau_a + apply(transpose(J_q(s)), tau_d) + s.m_p[:, None] * apply(transpose(J(s)), s.xdd)


def efforts_by_multipliers(s: BiglideStates) -> Array:
    """(29) and (36) with their multipliers, those of h_q and those of h."""
    lambda_q = solve(transpose(A_q(s)), np.zeros_like(s.qd_active))
    lambda_x = solve(transpose(A(s)), s.m_p[:, None] * s.xdd)
    return s.m_f[:, None] * s.qdd_active - apply(transpose(B_q(s)), lambda_q) - apply(transpose(B(s)), lambda_x)


def inertia(s: BiglideStates) -> Array:
    """(51): what multiplies the accelerations in (39) with (15)."""
    return s.m_f[:, None, None] * np.eye(2) + s.m_p[:, None, None] * transpose(J(s)) @ J(s)


def c(s: BiglideStates) -> Array:
    """(51): the rest."""
    rest = apply(A_rate(s), s.xd) + apply(B_rate(s), s.qd_active)
    return -s.m_p[:, None] * apply(transpose(J(s)), solve(A(s), rest))


DYNAMICS: list[Line] = [
    Line(
        "(27), (34)",
        "kinetic energy",
        lambda s: s.m_f * np.sum(s.qd_active**2, axis=-1) / 2 + s.m_p * np.sum(s.xd**2, axis=-1) / 2,
        lambda s: s.robot.energy(s.q, s.qd).kinetic,
    ),
    Line(
        "(39)",
        "efforts by two Lagrangians",
        efforts,
        lambda s: s.robot.inverse_dynamics(s.q, s.qd, s.qdd),
        lambda s: s.m_f[:, None] * s.qdd_active - s.m_p[:, None] * solve(A(s), apply(B(s), s.xdd)),
        None,
        "The Jacobian is transposed in the line before.",
        r"\tau = m_f\ddot{\mathbf q}_a - m_p\mathbf A^{-1}\mathbf B\ddot{\mathbf x}",
        r"\tau = m_f\ddot{\mathbf q}_a - m_p(\mathbf A^{-1}\mathbf B)^T\ddot{\mathbf x}",
    ),
    Line(
        "(29), (36)", "efforts by their multipliers", efforts_by_multipliers, lambda s: s.robot.inverse_dynamics(s.q, s.qd, s.qdd)
    ),
    Line("(51)", "M", inertia, lambda s: s.robot.inertia(s.q)),
    Line("(51)", "c", c, lambda s: s.robot.bias(s.q, s.qd)),
]

DETERMINANT: list[Line] = [
    Line(
        "(40)",
        "determinant of A",
        lambda s: 4 * (s.x[:, 0] * (s.q[:, 0] - s.q[:, 1]) - s.d / 2 * (s.q[:, 0] + s.q[:, 1]) + s.x[:, 1] * s.d),
        lambda s: np.linalg.det(legs(s) * s.robot.input_output(s.q).A),
        lambda s: s.x[:, 0] * (s.q[:, 0] - s.q[:, 1]) - s.d / 2 * (s.q[:, 0] + s.q[:, 1]) + s.x[:, 1] * s.d,
        lambda s: 4 * s.d * (np.abs(s.x[:, 1]) + s.l),
        "A of (13) has a factor 2, so its determinant has 4.",
        r"|\mathbf A| = x(q_1 - q_2) - \tfrac d2(q_1 + q_2) + yd",
        r"|\mathbf A| = 4\left(x(q_1 - q_2) - \tfrac d2(q_1 + q_2) + yd\right)",
    ),
]
EQUATIONS = [*GEOMETRY, *KINEMATICS, *DYNAMICS, *DETERMINANT]
