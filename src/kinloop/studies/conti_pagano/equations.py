r"""Equations of [ContiPagano], each in its right form, as printed where that differs, and as kinloop has it.

Its geometry starts from the left leg, B has the other sign than in [DemuttiRosi2020] (``A xd = B qd``), the passive joints come
from a projection on x0, and the dynamics from a cut at the end effector. (17) is right as printed. (3), (14), (15), (39) and (44)
equate a vector with a number or leave a quantity out, and cannot be evaluated: ``incomplete`` has their right forms.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from kinloop.studies.biglide.biglide_states import BiglideStates
from kinloop.studies.conti_pagano.geometry_equations import GEOMETRY, X0, Y0, Line, place, sizes, u, v
from kinloop.studies.framework.erratum import Erratum
from kinloop.studies.framework.formula import apply, columns, diagonal, relative_gap, solve, transpose

Array = np.ndarray


# ------------------------------------------------------------------ first and second order


def A(s: BiglideStates) -> Array:
    """(28)."""
    return u(s)


def B(s: BiglideStates) -> Array:
    """(28), with the other sign than B of [DemuttiRosi2020]."""
    return diagonal(u(s) @ Y0)


def on_x0(s: BiglideStates) -> Array:
    """(32): the passive rates' part of the tool's velocity along x0."""
    return np.asarray(s.l[:, None, None] * diagonal(v(s) @ X0))


def d(s: BiglideStates) -> Array:
    """(38), (39)."""
    return np.asarray(s.l[:, None] * s.qd[:, 2:] ** 2)


def passive_second(s: BiglideStates, other: int = 1) -> Array:
    """(40); printed with the first leg's direction in both lines."""
    return solve(on_x0(s), s.xdd[:, [0, 0]] + d(s) * (u(s)[:, [0, other]] @ X0))


def along(s: BiglideStates, i: int, vector: Array) -> Array:
    """The part of a vector along a leg."""
    return np.asarray(np.sum(u(s)[:, i] * vector, axis=-1, keepdims=True))


def leg_summands(s: BiglideStates) -> Array:
    """The size of the summands of a rate."""
    return np.abs(s.xd) + np.abs(s.qd_active)


def passive_rates(s: BiglideStates, given: str) -> Array:
    """The passive rates of kinloop, from the tool or from the active joints."""
    found = s.robot.inverse_velocity(s.q, s.xd) if given == "tool" else s.robot.forward_velocity(s.q, s.qd_active)
    return found.qd_passive


def passive_accelerations(s: BiglideStates, given: str) -> Array:
    """The passive accelerations of kinloop, from the tool or from the active joints."""
    if given == "tool":
        return s.robot.inverse_acceleration(s.q, s.qd, s.xdd).qdd_passive
    return s.robot.forward_acceleration(s.q, s.qd, s.qdd_active).qdd_passive


def acceleration_by_leg(s: BiglideStates, i: int) -> Array:
    """(34), (35)."""
    turning = s.qdd[:, [2 + i]] * v(s)[:, i] - s.qd[:, [2 + i]] ** 2 * u(s)[:, i]
    return np.asarray(s.qdd[:, [i]] * Y0 + s.l[:, None] * turning)


VELOCITIES: list[Line] = [
    Line(
        "(21)",
        "how the direction of leg 1 turns",
        lambda s: s.qd[:, 2:3] * v(s)[:, 0],
        lambda s: apply(s.robot.jacobian(s.q) - s.robot.jacobian(s.q, "foot1"), s.qd)[:, :2] / s.l[:, None],
    ),
    Line(
        "(23)",
        "tool velocity by leg 1",
        lambda s: s.qd[:, :1] * Y0 + s.l[:, None] * s.qd[:, 2:3] * v(s)[:, 0],
        lambda s: s.robot.forward_velocity(s.q, s.qd_active).xd,
    ),
    Line(
        "(24)",
        "tool velocity by leg 2",
        lambda s: s.qd[:, 1:2] * Y0 + s.l[:, None] * s.qd[:, 3:] * v(s)[:, 1],
        lambda s: s.robot.forward_velocity(s.q, s.qd_active).xd,
    ),
    Line(
        "(26)",
        "along leg 2",
        lambda s: along(s, 1, s.qd[:, 1:2] * Y0) + along(s, 1, s.l[:, None] * s.qd[:, 3:] * v(s)[:, 1]),
        lambda s: along(s, 1, s.robot.forward_velocity(s.q, s.qd_active).xd),
        lambda s: along(s, 1, s.qd[:, :1] * Y0) + along(s, 1, s.l[:, None] * s.qd[:, 2:3] * v(s)[:, 1]),
        None,
        "Leg 2 has its own rates.",
        r"u_2^T\dot\xi = u_2^T\dot q_1 y_0 + u_2^T\dot\Phi_1 l v_2",
        r"u_2^T\dot\xi = u_2^T\dot q_2 y_0 + u_2^T\dot\Phi_2 l v_2",
    ),
    Line(
        "(29)",
        "forward kinematic model",
        lambda s: solve(A(s), apply(B(s), s.qd_active)),
        lambda s: s.robot.forward_velocity(s.q, s.qd_active).xd,
    ),
    Line(
        "(29)",
        "inverse kinematic model",
        lambda s: solve(B(s), apply(A(s), s.xd)),
        lambda s: s.robot.inverse_velocity(s.q, s.xd).qd_active,
    ),
]
PASSIVE_VELOCITIES: list[Line] = [
    Line(
        "(31)",
        "leg 2 on x0",
        lambda s: s.qd[:, 3:] * (s.l[:, None] * (v(s)[:, 1] @ X0)[:, None]),
        lambda s: s.robot.forward_velocity(s.q, s.qd_active).xd[:, :1],
        lambda s: s.qd[:, 2:3] * (s.l[:, None] * (v(s)[:, 1] @ X0)[:, None]),
        leg_summands,
        "Leg 2 has its own rates.",
        r"x_0^T\dot\xi = x_0^T\dot q_1 y_0 + x_0^T\dot\Phi_1 l v_2",
        r"x_0^T\dot\xi = x_0^T\dot q_2 y_0 + x_0^T\dot\Phi_2 l v_2",
    ),
    *(
        Line(
            "(33)",
            f"passive velocities by projection on x0, from the {given}",
            lambda s: solve(on_x0(s), s.xd[:, [0, 0]]),
            partial(passive_rates, given=given),
            lambda s: solve(diagonal(v(s) @ X0), s.xd[:, [0, 0]]),
            lambda s: leg_summands(s) / s.l[:, None],
            "The length l that (32) has is missing in B.",
            r"\mathbf B = \begin{bmatrix} x_0^Tv_1 & 0\\ 0 & x_0^Tv_2\end{bmatrix}",
            r"\mathbf B = l\begin{bmatrix} x_0^Tv_1 & 0\\ 0 & x_0^Tv_2\end{bmatrix}",
        )
        for given in ("tool", "active joints")
    ),
]
ACCELERATIONS: list[Line] = [
    *(
        Line(
            f"({34 + i})",
            f"tool acceleration by leg {i + 1}",
            partial(acceleration_by_leg, i=i),
            lambda s: s.robot.forward_acceleration(s.q, s.qd, s.qdd_active).xdd,
        )
        for i in (0, 1)
    ),
    Line(
        "(37)",
        "acceleration along leg 2",
        lambda s: along(s, 1, s.qdd[:, 1:2] * Y0 + s.l[:, None] * s.qdd[:, 3:] * v(s)[:, 1]) - s.l[:, None] * s.qd[:, 3:] ** 2,
        lambda s: along(s, 1, s.robot.forward_acceleration(s.q, s.qd, s.qdd_active).xdd),
        lambda s: along(s, 0, s.qdd[:, 1:2] * Y0 + s.l[:, None] * s.qdd[:, 3:] * v(s)[:, 1]) - s.l[:, None] * s.qd[:, 3:] ** 2,
        None,
        "All terms are projected on leg 2.",
        r"u_2^T\ddot\xi = u_1^T\ddot q_2 y_0 + l\ddot\Phi_2 u_1^Tv_2 - l\dot\Phi_2^2",
        r"u_2^T\ddot\xi = u_2^T\ddot q_2 y_0 + l\ddot\Phi_2 u_2^Tv_2 - l\dot\Phi_2^2",
    ),
    Line(
        "(38)",
        "second-order forward model",
        lambda s: solve(A(s), apply(B(s), s.qdd_active) - d(s)),
        lambda s: s.robot.forward_acceleration(s.q, s.qd, s.qdd_active).xdd,
    ),
    Line(
        "(38)",
        "second-order inverse model",
        lambda s: solve(B(s), apply(A(s), s.xdd) + d(s)),
        lambda s: s.robot.inverse_acceleration(s.q, s.qd, s.xdd).qdd_active,
    ),
]
PASSIVE_ACCELERATIONS: list[Line] = [
    Line(
        "(40)",
        f"passive accelerations by projection on x0, from the {given}",
        passive_second,
        partial(passive_accelerations, given=given),
        lambda s: passive_second(s, other=0),
        None,
        "Leg 2 has its own direction.",
        r"l x_0\begin{bmatrix} u_1^T\dot\Phi_1^2\\ u_1^T\dot\Phi_2^2\end{bmatrix}",
        r"l\begin{bmatrix} x_0^Tu_1\dot\Phi_1^2\\ x_0^Tu_2\dot\Phi_2^2\end{bmatrix}",
    )
    for given in ("tool", "active joints")
]


# ------------------------------------------------------------------ dynamics: cut at the end effector


def J(s: BiglideStates) -> Array:
    """(53)."""
    return np.asarray(np.linalg.solve(A(s), B(s)))


def efforts_of_the_cut(s: BiglideStates) -> Array:
    """(52) with (51): the tree without the end effector, and the end effector that moves freely."""
    tau_t, w_p = s.m_f[:, None] * s.qdd_active, s.m_p[:, None] * s.xdd
    return np.asarray(tau_t + apply(transpose(J(s)), w_p))


def inertia(s: BiglideStates) -> Array:
    """(55)."""
    return np.asarray(s.m_f[:, None, None] * np.eye(2) + transpose(J(s)) @ (s.m_p[:, None, None] * J(s)))


def c(s: BiglideStates) -> Array:
    """(55) with a minus, since (38) has one."""
    return -s.m_p[:, None] * apply(transpose(J(s)), solve(A(s), d(s)))


def summands(s: BiglideStates) -> Array:
    """Near Type 2 both parts of ``M qdd + c`` grow with the square of what their sum grows with."""
    return np.abs(apply(inertia(s), s.qdd_active)) + np.abs(c(s))


SIGN_OF_D = "The sign of d contradicts (38)."
DYNAMICS: list[Line] = [
    Line(
        "(49)",
        "Lagrangian",
        lambda s: s.m_p * np.sum(s.xd**2, axis=-1) / 2 + s.m_f * np.sum(s.qd_active**2, axis=-1) / 2,
        lambda s: s.robot.energy(s.q, s.qd).total,
    ),
    Line("(52)", "efforts", efforts_of_the_cut, lambda s: s.robot.inverse_dynamics(s.q, s.qd, s.qdd)),
    Line(
        "(54)",
        "efforts from the active accelerations",
        lambda s: apply(inertia(s), s.qdd_active) + c(s),
        lambda s: s.robot.inverse_dynamics(s.q, s.qd, s.qdd_active),
        lambda s: apply(inertia(s), s.qdd_active) - c(s),
        summands,
        SIGN_OF_D,
        r"\tau = \mathbf M\ddot{\mathbf q} + \mathbf J^T m_e\mathbf A^{-1}\mathbf d",
        r"\tau = \mathbf M\ddot{\mathbf q} - \mathbf J^T m_e\mathbf A^{-1}\mathbf d",
    ),
    Line(
        "before (54)",
        "acceleration of the end effector",
        lambda s: solve(A(s), apply(B(s), s.qdd_active) - d(s)),
        lambda s: s.robot.forward_acceleration(s.q, s.qd, s.qdd_active).xdd,
        lambda s: solve(A(s), apply(B(s), s.qdd_active) + d(s)),
        None,
        SIGN_OF_D,
        r"\ddot\xi = \mathbf A^{-1}(\mathbf B\ddot q_a + \mathbf d)",
        r"\ddot\xi = \mathbf A^{-1}(\mathbf B\ddot q_a - \mathbf d)",
    ),
    Line("(55)", "M", inertia, lambda s: s.robot.inertia(s.q)),
    Line(
        "(55)",
        "c",
        c,
        lambda s: s.robot.bias(s.q, s.qd),
        lambda s: -c(s),
        None,
        SIGN_OF_D,
        r"\mathbf c = \mathbf J^T m_e\mathbf A^{-1}\mathbf d",
        r"\mathbf c = -\mathbf J^T m_e\mathbf A^{-1}\mathbf d",
    ),
]
EQUATIONS = [*GEOMETRY, *VELOCITIES, *PASSIVE_VELOCITIES, *ACCELERATIONS, *PASSIVE_ACCELERATIONS, *DYNAMICS]


# ------------------------------------------------------------------ what cannot be evaluated as printed


def energy_with_rods(s: BiglideStates, masses: tuple[float, float]) -> Array:
    """(44) with its cross product, for rods with mass: velocity and inertia of their origins A, and ``m s . (v x omega)``."""
    energy = s.m_p * np.sum(s.xd**2, axis=-1) / 2
    for i, mass in enumerate(masses):
        velocity = columns(0 * s.l, s.qd[:, i], 0 * s.l)
        omega = columns(0 * s.l, 0 * s.l, s.qd[:, 2 + i])
        moment = mass * (s.l / 2)[:, None] * np.concatenate([u(s)[:, i], np.zeros((len(s.l), 1))], axis=-1)
        energy = energy + (s.m_f + mass) * s.qd[:, i] ** 2 / 2 + mass * s.l**2 / 3 * s.qd[:, 2 + i] ** 2 / 2
        energy = energy + np.sum(moment * np.cross(velocity, omega), axis=-1)
    return np.asarray(energy)


def incomplete(states: BiglideStates) -> dict[str, Erratum]:
    """Equations that equate a vector with a number or leave a quantity out, and the error of their right forms."""
    s, masses = states, (0.5, 0.2)
    a1, a2, tool = place(s, "foot1"), place(s, "foot2"), place(s)
    middle = relative_gap((a1 + a2) / 2 - a1, (a2 - a1) / 2, sizes(s))
    lengths = relative_gap(columns(*(np.linalg.norm(tool - foot, axis=-1) for foot in (a1, a2))), columns(s.l, s.l))
    second = relative_gap(apply(A(s), s.xdd), apply(B(s), s.qdd_active) - d(s), np.abs(s.xdd))
    rods = s.robot.with_parameters(m_1=masses[0], m_2=masses[1])
    energy = relative_gap(rods.energy(s.q, s.qd).kinetic, energy_with_rods(s, masses))
    table = {
        "(3)": (
            "Its left side is A1H.",
            r"\overrightarrow{A_1A_2} = \tfrac12\overrightarrow{A_1A_2}",
            r"\overrightarrow{A_1H} = \tfrac12\overrightarrow{A_1A_2}",
            middle,
        ),
        "(14), (15)": (
            "A vector is set equal to a length.",
            r"\overrightarrow{A_iC} = l",
            r"\|\overrightarrow{A_iC}\| = l",
            lengths,
        ),
        "(39)": (
            "The acceleration is missing.",
            r"\mathbf A = \mathbf B\ddot q - \mathbf d",
            r"\mathbf A\ddot\xi = \mathbf B\ddot q - \mathbf d",
            second,
        ),
        "(44)": (
            "The cross product is missing, so the last term is no number.",
            r"E_i = \tfrac12\left(m_iv_i^Tv_i + \omega_i^TI_{O_i}\omega_i + 2m_is_i^T(v_i\omega_i)\right)",
            r"E_i = \tfrac12\left(m_iv_i^Tv_i + \omega_i^TI_{O_i}\omega_i + 2m_is_i^T(v_i\times\omega_i)\right)",
            energy,
        ),
    }
    return {
        equation: Erratum("001", equation, what, printed, right, None, float(error.max()))
        for equation, (what, printed, right, error) in table.items()
    }
