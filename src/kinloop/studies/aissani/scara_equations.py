"""Chapters 2 and 3 of [Aissani2021] as formulas: forward and inverse kinematics and Jacobians of the SCARA robot PRRR.

Corrected: with a signed theta2, theta1 takes the minus for either elbow in (2.25) to (2.27), (2.34) and (2.36); the angular part
of a prismatic column is 0 in (3.4); -l2 s12 in (3.11) and (3.12). (3.20) is right as printed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from kinloop.model.robot import Robot, load
from kinloop.studies.framework.formula import Formula, apply, columns

Array = np.ndarray
COUNT = 300
Z = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True)
class ScaraStates:
    """SCARA robots of many sizes, ``q = (d4, theta1, theta2, theta3)``; one in three is nearly stretched out or folded."""

    l1: Array
    l2: Array
    l3: Array
    q: Array
    qd: Array
    generic: Array

    @cached_property
    def robot(self) -> Robot:
        """The robots with these lengths."""
        return load("scara_prrr", l1=self.l1, l2=self.l2, l3=self.l3)

    @cached_property
    def x(self) -> Array:
        """The tool's ``(x, y, z, phi)`` as kinloop has it."""
        pose = self.robot.frame_pose(self.q)
        return columns(*pose.position.T, np.arctan2(pose.rotation[:, 1, 0], pose.rotation[:, 0, 0]))

    @property
    def tolerance(self) -> Array:
        """1e-12, and in proportion to the condition number where that is above a hundred."""
        return 1e-14 * np.maximum(100.0, 1 / np.abs(np.sin(self.q[:, 2])))


@cache
def scara_states() -> ScaraStates:
    """Seeded configurations."""
    random = np.random.default_rng(0)
    l1 = random.uniform(0.2, 0.4, COUNT)
    generic = np.arange(COUNT) % 3 != 0
    near = 10.0 ** -random.uniform(1, 5, COUNT)
    theta2 = np.where(generic, random.uniform(0.2, 3.0, COUNT), np.where(np.arange(COUNT) % 2, near, np.pi - near))
    theta2 *= random.choice([-1.0, 1.0], COUNT)
    angles = random.uniform(-np.pi, np.pi, (2, COUNT))
    return ScaraStates(
        l1=l1,
        l2=l1 * random.uniform(0.5, 0.9, COUNT),  # unequal: the wrist never is above the base
        l3=random.uniform(0.05, 0.2, COUNT),
        q=columns(random.uniform(0, 0.3, COUNT), angles[0], theta2, angles[1]),
        qd=random.uniform(-1, 1, (COUNT, 4)),
        generic=generic,
    )


def sums(s: ScaraStates) -> tuple[Array, Array, Array]:
    """theta1, theta12, theta123."""
    return s.q[:, 1], s.q[:, 1] + s.q[:, 2], s.q[:, 1] + s.q[:, 2] + s.q[:, 3]


def turn(angle: Array) -> Array:
    """An angle without its full turns, as cosine and sine."""
    return columns(np.cos(angle), np.sin(angle))


# ------------------------------------------------------------------ 2.1 forward kinematics


def by_geometry(s: ScaraStates) -> Array:
    """(2.3), (2.5)."""
    t1, t12, t123 = sums(s)
    return columns(
        s.l1 * np.cos(t1) + s.l2 * np.cos(t12) + s.l3 * np.cos(t123),
        s.l1 * np.sin(t1) + s.l2 * np.sin(t12) + s.l3 * np.sin(t123),
        s.q[:, 0],
    )


def dh(theta: Array | float, alpha: Array | float, r: Array | float, d: Array | float) -> Array:
    """(2.6), and the thesis's MATLAB function DH."""
    theta, alpha, r, d = np.broadcast_arrays(theta, alpha, r, d)
    cT, sT, cA, sA, zero = np.cos(theta), np.sin(theta), np.cos(alpha), np.sin(alpha), np.zeros(theta.shape)
    rows = [
        columns(cT, -sT * cA, sT * sA, r * cT),
        columns(sT, cT * cA, -cT * sA, r * sT),
        columns(zero, sA, cA, d),
        columns(zero, zero, zero, zero + 1),
    ]
    return np.stack(rows, axis=-2)


def by_table(s: ScaraStates) -> list[Array]:
    """(2.7) to (2.11) and (3.6) to (3.9): H of frame 0 to 4."""
    zero = np.zeros(COUNT)
    H = [np.broadcast_to(np.eye(4), (COUNT, 4, 4))]
    steps = [dh(zero, zero, zero, s.q[:, 0])]
    steps += [dh(s.q[:, k], zero, length, zero) for k, length in ((1, s.l1), (2, s.l2), (3, s.l3))]
    for step in steps:
        H.append(H[-1] @ step)
    return H


def homogeneous(position: Array, rotation: Array) -> Array:
    """Homogeneous matrices of positions and axes."""
    H = np.zeros((len(position), 4, 4))
    H[:, :3, :3], H[:, :3, 3], H[:, 3, 3] = rotation, position, 1
    return H


def _pose(s: ScaraStates, at: str, axes: str) -> Array:
    """The thesis's frames have the axes of their link and lie at its far end, where kinloop's next link begins."""
    return homogeneous(s.robot.frame_pose(s.q, at).position, s.robot.frame_pose(s.q, axes).rotation)


FORWARD: list[Formula[ScaraStates]] = [
    Formula("(2.3), (2.5)", "position by geometry", by_geometry, lambda s: s.robot.frame_pose(s.q).position),
    Formula("(2.4)", "orientation", lambda s: turn(sums(s)[2]), lambda s: turn(s.x[:, 3])),
    Formula("(2.7)", "H of frame 1", lambda s: by_table(s)[1], lambda s: _pose(s, "carriage", "carriage")),
    Formula("(3.8)", "H of frame 2", lambda s: by_table(s)[2], lambda s: _pose(s, "link2", "link1")),
    Formula("(3.9)", "H of frame 3", lambda s: by_table(s)[3], lambda s: _pose(s, "link3", "link2")),
    Formula("(2.11)", "H of frame 4 by the table", lambda s: by_table(s)[4], lambda s: _pose(s, "tool", "tool")),
    Formula(
        "(2.12)",
        "H of frame 4 written out",
        lambda s: homogeneous(by_geometry(s), dh(sums(s)[2], 0.0, 0.0, 0.0)[:, :3, :3]),
        lambda s: _pose(s, "tool", "tool"),
    ),
]


# ------------------------------------------------------------------ 2.2 inverse kinematics


def wrist(s: ScaraStates) -> tuple[Array, Array]:
    """(2.29); two links are three whose last has no length."""
    x, y, _, phi = s.x.T
    return x - s.l3 * np.cos(phi), y - s.l3 * np.sin(phi)


def arc_cosine(s: ScaraStates) -> Array:
    """(2.16), (2.30)."""
    x, y = wrist(s)
    return np.arccos(np.clip((x**2 + y**2 - s.l1**2 - s.l2**2) / (2 * s.l1 * s.l2), -1, 1))


def theta1(s: ScaraStates, theta2: Array, sign: Array | float = -1.0) -> Array:
    """(2.21), (2.31)."""
    x, y = wrist(s)
    return np.asarray(np.arctan2(y, x) + sign * np.arctan2(s.l2 * np.sin(theta2), s.l1 + s.l2 * np.cos(theta2)))


def elbow(s: ScaraStates) -> Array:
    """Which of the two solutions a configuration is: the sign of theta2."""
    return np.sign(s.q[:, 2])


def height_of_elbow(s: ScaraStates) -> Array:
    """Above zero where the elbow is left of the line from the base to the wrist: to the right of the base, above it."""
    at, end = s.robot.frame_pose(s.q, "link2").position, s.robot.frame_pose(s.q, "link3").position
    return np.asarray(end[:, 0] * at[:, 1] - end[:, 1] * at[:, 0])


def three_links(s: ScaraStates, sign: Array | float = -1.0) -> Array:
    """(2.36): cosines and sines of the three angles."""
    theta2 = elbow(s) * arc_cosine(s)
    first = theta1(s, theta2, sign)
    return np.concatenate([turn(first), turn(theta2), turn(s.x[:, 3] - first - theta2)], axis=-1)


def as_turns(s: ScaraStates) -> Array:
    """The configuration as cosines and sines."""
    return np.concatenate([turn(s.q[:, k]) for k in (1, 2, 3)], axis=-1)


INVERSE: list[Formula[ScaraStates]] = [
    Formula("(2.16)", "the cosine of theta2", lambda s: np.cos(arc_cosine(s)), lambda s: np.cos(s.q[:, 2])),
    Formula("(2.22), (2.30) to (2.32)", "three links, either elbow, with the minus", three_links, as_turns),
]


# ------------------------------------------------------------------ 3 velocity


def column(H: Array, H_n: Array, kind: str) -> Array:
    """(3.4), (3.5), and the thesis's MATLAB function Ji, where the angular part of a prismatic column is 0 already."""
    axis = H[:, :3, :3] @ Z
    if kind == "P":
        return np.concatenate([axis, np.zeros_like(axis)], axis=-1)
    return np.concatenate([np.cross(axis, H_n[:, :3, 3] - H[:, :3, 3]), axis], axis=-1)


def by_columns(s: ScaraStates) -> Array:
    """(3.10)."""
    H = by_table(s)
    return np.stack([column(H[k], H[4], kind) for k, kind in enumerate("PRRR")], axis=-1)


def with_3_4_as_printed(s: ScaraStates) -> Array:
    """(3.10) with the angular part (0, 0, 1) of the slide."""
    J = by_columns(s)
    J[:, 3:, 0] = Z
    return J


def written_out(s: ScaraStates, sign: float = -1.0) -> Array:
    """(3.11), where the sign of l2 s12 is printed as a plus."""
    (s1, s12, s123), (c1, c12, c123) = (np.sin(sums(s)), np.cos(sums(s)))
    zero = np.zeros(COUNT)
    rows = [
        columns(zero, -s.l1 * s1 - s.l2 * s12 - s.l3 * s123, sign * s.l2 * s12 - s.l3 * s123, -s.l3 * s123),
        columns(zero, s.l1 * c1 + s.l2 * c12 + s.l3 * c123, s.l2 * c12 + s.l3 * c123, s.l3 * c123),
        columns(1.0, zero, zero, zero),
        columns(zero, zero, zero, zero),
        columns(zero, zero, zero, zero),
        columns(0.0, 1.0, 1.0, zero + 1.0),
    ]
    return np.stack(rows, axis=-2)


def square(J: Array) -> Array:
    """(3.12): without the 4th and 5th row."""
    return J[:, [0, 1, 2, 5]]


def inverse_jacobian(s: ScaraStates) -> Array:
    """(3.20)."""
    t1, t12, _ = sums(s)
    t2, t3 = s.q[:, 2], s.q[:, 3]
    a, b, ab = s.l1 * np.sin(t2), s.l2 * np.sin(t2), s.l1 * s.l2 * np.sin(t2)
    zero = np.zeros(COUNT)
    rows = [
        columns(zero, zero, 1.0, zero),
        columns(np.cos(t12) / a, np.sin(t12) / a, zero, s.l3 * np.sin(t3) / a),
        columns(
            (-s.l2 * np.cos(t12) - s.l1 * np.cos(t1)) / ab,
            (-s.l2 * np.sin(t12) - s.l1 * np.sin(t1)) / ab,
            zero,
            -s.l3 * (s.l1 * np.sin(t2 + t3) + s.l2 * np.sin(t3)) / ab,
        ),
        columns(np.cos(t1) / b, np.sin(t1) / b, zero, (s.l3 * np.sin(t2 + t3) + s.l2 * np.sin(t2)) / b),
    ]
    return np.stack(rows, axis=-2)


def _kinloops_inverse(s: ScaraStates) -> Array:
    """Column by column: the joint rates of each unit velocity of the tool."""
    unit = np.eye(4)
    return np.stack([s.robot.inverse_velocity(s.q, np.tile(unit[k], (COUNT, 1))).qd for k in range(4)], axis=-1)


_PLUS = r"J_{13} = l_2 s\theta_{12} - l_3 s\theta_{123}"
_MINUS = r"J_{13} = -l_2 s\theta_{12} - l_3 s\theta_{123}"
VELOCITY: list[Formula[ScaraStates]] = [
    Formula(
        "(3.4)",
        "Jacobian by columns",
        by_columns,
        lambda s: s.robot.jacobian(s.q),
        with_3_4_as_printed,
        what="The angular part of a prismatic column is zero: a slide does not turn the tool. The thesis's MATLAB function has "
        "it right.",
        printed_latex=r"J_i = \begin{bmatrix} R^0_{i-1} (0, 0, 1)^T \\ (0, 0, 1)^T \end{bmatrix}",
        right_latex=r"J_i = \begin{bmatrix} R^0_{i-1} (0, 0, 1)^T \\ 0 \end{bmatrix}",
    ),
    Formula(
        "(3.11)",
        "Jacobian written out",
        written_out,
        lambda s: s.robot.jacobian(s.q),
        lambda s: written_out(s, sign=1.0),
        what="The sign of the second link in the column of theta2 is wrong; (3.16) has it right.",
        printed_latex=_PLUS,
        right_latex=_MINUS,
    ),
    Formula(
        "(3.12)",
        "rates of the task",
        lambda s: apply(square(written_out(s)), s.qd),
        lambda s: s.robot.forward_velocity(s.q, s.qd).xd,
        lambda s: apply(square(written_out(s, sign=1.0)), s.qd),
        what="The sign of (3.11) once more: the rates of the task by this matrix are not those of (3.16).",
        printed_latex=_PLUS,
        right_latex=_MINUS,
    ),
    Formula(
        "(3.16)",
        "rates of the task by differentiation",
        lambda s: apply(square(written_out(s)), s.qd),
        lambda s: s.robot.forward_velocity(s.q, s.qd).xd,
    ),
    Formula("(3.20)", "inverse Jacobian", inverse_jacobian, _kinloops_inverse),
    Formula(
        "(3.21)",
        "joint rates of a tool's motion",
        lambda s: apply(inverse_jacobian(s), apply(square(written_out(s)), s.qd)),
        lambda s: s.robot.inverse_velocity(s.q, apply(square(written_out(s)), s.qd)).qd,
    ),
]
