"""The equations of [RoboticsExam2016] by its five dynamic coefficients, over robots with different coefficients.

Nothing is misprinted. On the constraint the second link keeps the angle beta: q1 + q2 = beta.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from kinloop.model.reduction.reduced import Reduced, reduce
from kinloop.model.robot import Robot, load
from kinloop.studies.framework.formula import Formula, apply, columns

Array = np.ndarray
G0 = 9.81
COEFFICIENTS = ("a1", "a2", "a3", "a4", "a5")
VALUES = (0.98, 0.32, 0.42, 15.696, 7.848)  # ours; the exam gives none
BETA = np.pi / 4  # ours
CONSTRAINT, PSEUDO_VELOCITY = "q1 + q2 - beta", "q2"


@cache
def exam_robot() -> Robot:
    """The robot of the library, with the coefficients above."""
    return load("two_r_exam")


@cache
def reduced_robot() -> Reduced:
    """The robot under the exam's constraint, with its pseudo-velocity v = qd2."""
    return reduce(exam_robot(), CONSTRAINT, PSEUDO_VELOCITY)


@dataclass(frozen=True)
class ExamStates:
    """Robots with different coefficients, one for each state."""

    a: Array  # (N, 5)
    q: Array
    qd: Array

    @cached_property
    def robot(self) -> Robot:
        """Robots made of real bodies with these coefficients; the motion depends on the coefficients alone."""
        a1, a2, a3, a4, a5 = self.a.T
        l1, m2 = a2 * G0 / a5, 1.05 * a5**2 / (G0**2 * a3)  # I2 = a3 - m2 d2^2 is above zero
        d1 = 0.5 * (a1 - a3 - m2 * l1**2) / (a4 / G0 - m2 * l1)  # I1 = a1 - a3 - m2 l1^2 - m1 d1^2 too
        return exam_robot().with_parameters(**dict(zip(COEFFICIENTS, self.a.T, strict=True)), m2=m2, d1=d1)

    @property
    def generic(self) -> Array:
        """All states."""
        return np.ones(len(self.q), bool)

    @property
    def tolerance(self) -> Array:
        """Rounding."""
        return np.full(len(self.q), 1e-12)


@cache
def exam_states(count: int = 200) -> ExamStates:
    """Coefficients of real bodies: ``a3 (a1 - a3) > a2^2``, and ``a4 > a5`` is enough for a mass of link 1 above zero."""
    random = np.random.default_rng(0)
    a2 = random.uniform(0.1, 0.5, count)
    a3 = a2 * random.uniform(1.1, 2, count)
    a1 = a3 + a2**2 / a3 * random.uniform(1.1, 3, count)
    a4 = random.uniform(5, 20, count)
    a = columns(a1, a2, a3, a4, a4 / random.uniform(1.1, 3, count))
    return ExamStates(a, random.uniform(-np.pi, np.pi, (count, 2)), random.uniform(-2, 2, (count, 2)))


# ------------------------------------------------------------------ the free robot


def inertia(s: ExamStates) -> Array:
    """(1)."""
    a1, a2, a3, _, _ = s.a.T
    c2 = np.cos(s.q[:, 1])
    return np.stack([columns(a1 + 2 * a2 * c2, a3 + a2 * c2), columns(a3 + a2 * c2, a3)], axis=-2)


def christoffel(s: ExamStates) -> Array:
    """Before (2): C_1 and C_2, (N, 2, 2, 2)."""
    term = s.a[:, 1] * np.sin(s.q[:, 1])
    zero = np.zeros(len(term))
    C1 = np.stack([columns(zero, -term), columns(-term, -term)], axis=-2)
    C2 = np.stack([columns(term, zero), columns(zero, zero)], axis=-2)
    return np.stack([C1, C2], axis=1)


def velocity_terms(s: ExamStates) -> Array:
    """(2)."""
    term = s.a[:, 1] * np.sin(s.q[:, 1])
    qd1, qd2 = s.qd.T
    return columns(-term * (2 * qd1 + qd2) * qd2, term * qd1**2)


def gravity(s: ExamStates) -> Array:
    """After (2)."""
    _, _, _, a4, a5 = s.a.T
    q1, q2 = s.q.T
    return columns(a4 * np.sin(q1) + a5 * np.sin(q1 + q2), a5 * np.sin(q1 + q2))


def bias_at_rest(s: ExamStates) -> Array:
    """Kinloop's efforts at rest."""
    return s.robot.bias(s.q, np.zeros_like(s.q))


def _summands(s: ExamStates) -> Array:
    return np.abs(velocity_terms(s)) + np.abs(gravity(s))


FREE: list[Formula[ExamStates]] = [
    Formula("(1)", "inertia", inertia, lambda s: s.robot.inertia(s.q)),
    Formula(
        "(2)",
        "Coriolis and centrifugal terms",
        velocity_terms,
        lambda s: s.robot.bias(s.q, s.qd) - bias_at_rest(s),
        size=_summands,
    ),
    Formula(
        "before (2)",
        "the same by Christoffel's matrices",
        lambda s: np.einsum("nj,nijk,nk->ni", s.qd, christoffel(s), s.qd),
        lambda s: s.robot.bias(s.q, s.qd) - bias_at_rest(s),
        size=_summands,
    ),
    Formula(
        "before (2)",
        "C by kinloop's Christoffel symbols",
        lambda s: np.einsum("nijk,nk->nij", christoffel(s), s.qd),
        lambda s: s.robot.coriolis(s.q, s.qd),
    ),
    Formula("after (2)", "gravity", gravity, bias_at_rest),
    Formula(
        "after (2)",
        "potential energy",
        lambda s: -s.a[:, 3] * np.cos(s.q[:, 0]) - s.a[:, 4] * np.cos(s.q.sum(axis=-1)),
        lambda s: s.robot.energy(s.q, s.qd).potential,
        size=lambda s: s.a[:, 3:],
    ),
    Formula(
        "(1)",
        "kinetic energy",
        lambda s: np.einsum("ni,nij,nj->n", s.qd, inertia(s), s.qd) / 2,
        lambda s: s.robot.energy(s.q, s.qd).kinetic,
    ),
]


# ------------------------------------------------------------------ under the constraint


@dataclass(frozen=True)
class ConstrainedStates:
    """States on the constraint of the robot with the values above: ``q2`` and ``v`` (N,), torques ``u`` (N, 2)."""

    q2: Array
    v: Array
    u: Array

    @property
    def q(self) -> Array:
        """Both joints, by the constraint."""
        return columns(BETA - self.q2, self.q2)

    @property
    def generic(self) -> Array:
        """All states."""
        return np.ones(len(self.q2), bool)

    @property
    def tolerance(self) -> Array:
        """Rounding."""
        return np.full(len(self.q2), 1e-12)


@cache
def constrained_states(count: int = 200) -> ConstrainedStates:
    """Seeded states and torques."""
    random = np.random.default_rng(1)
    return ConstrainedStates(random.uniform(-4, 4, count), random.uniform(-3, 3, count), random.uniform(-9, 9, (count, 2)))


def acceleration(s: ConstrainedStates) -> Array:
    """(7)."""
    a1, _, a3, a4, _ = VALUES
    return (s.u[:, 1] - s.u[:, 0] + a4 * np.sin(BETA - s.q2)) / (a1 - a3)


def multiplier(s: ConstrainedStates, vd: Array | None = None) -> Array:
    """(8), with qd1 qd2 = -v^2; for the acceleration of (7) unless one is given."""
    a1, a2, a3, a4, a5 = VALUES
    vd = acceleration(s) if vd is None else vd
    weight = a4 * np.sin(BETA - s.q2) + a5 * np.sin(BETA)
    return (a3 - a1 - a2 * np.cos(s.q2)) * vd + a2 * np.sin(s.q2) * s.v**2 + weight - s.u[:, 0]


def torques(s: ConstrainedStates, vd: Array) -> Array:
    """(9): torques for an acceleration without a force of the constraint."""
    a1, _, a3, a4, _ = VALUES
    first = multiplier(s, vd) + s.u[:, 0]
    return columns(first, first + (a1 - a3) * vd - a4 * np.sin(BETA - s.q2))


def static_torques(s: ConstrainedStates) -> Array:
    """Gravity, which holds the robot without a force of the constraint."""
    _, _, _, a4, a5 = VALUES
    return columns(a4 * np.sin(BETA - s.q2) + a5 * np.sin(BETA), np.full(len(s.q2), a5 * np.sin(BETA)))


def _motion(s: ConstrainedStates) -> tuple[Array, Array]:
    motion = reduced_robot().forward_dynamics(s.q, s.v[:, None], s.u)
    return motion.vd, motion.multiplier


def _force_size(s: ConstrainedStates) -> Array:
    return columns(np.abs(s.u[:, 0]), np.abs(static_torques(s)[:, 0]), np.abs(acceleration(s)))


CONSTRAINED: list[Formula[ConstrainedStates]] = [
    Formula("(7)", "pseudo-acceleration", lambda s: acceleration(s)[:, None], lambda s: _motion(s)[0], size=_force_size),
    Formula("(8)", "multiplier", lambda s: multiplier(s)[:, None], lambda s: _motion(s)[1], size=_force_size),
    Formula(
        "(4), (5)",
        "the same by the free robot with its constraint force",
        lambda s: (
            apply(np.broadcast_to(exam_robot().inertia(s.q), (len(s.q2), 2, 2)), columns(-acceleration(s), acceleration(s)))
            + exam_robot().bias(s.q, columns(-s.v, s.v))
        ),
        lambda s: s.u + _motion(s)[1],
        size=_force_size,
    ),
]
ZERO_FORCE: list[Formula[ConstrainedStates]] = [
    Formula(
        "(9)",
        "torques without a force of the constraint",
        lambda s: torques(s, s.u[:, 0]),  # any numbers will do as accelerations
        lambda s: reduced_robot().torques(s.q, s.v[:, None], s.u[:, :1], np.zeros((len(s.q2), 1))),
        size=_force_size,
    ),
]
