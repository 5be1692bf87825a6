"""[RoboticsExam2016], two links in a vertical plane: inertia, Christoffel terms and gravity by five dynamic coefficients.
Nothing is misprinted.

tests/model/reduction has the constraint on the second link, which is the question of the exam.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pytest
from documented import Array, Line, all_lines, check_right, columns
from motion import derivative

import kinloop as kl
from kinloop.mechanism.expressions.expression import Expression

COUNT = 200
G0 = 9.81
COEFFICIENTS = ("a1", "a2", "a3", "a4", "a5")


@dataclass(frozen=True)
class Motions:
    """Robots with different coefficients, one for each state."""

    a: Array  # (N, 5)
    q: Array
    qd: Array

    @cached_property
    def robot(self) -> kl.Robot:
        """Robots made of real bodies with these coefficients; the motion depends on the coefficients alone."""
        a1, a2, a3, a4, a5 = self.a.T
        l1, m2 = a2 * G0 / a5, 1.05 * a5**2 / (G0**2 * a3)  # I2 = a3 - m2 d2^2 is above zero
        d1 = 0.5 * (a1 - a3 - m2 * l1**2) / (a4 / G0 - m2 * l1)  # I1 = a1 - a3 - m2 l1^2 - m1 d1^2 too
        return kl.load("two_r_exam").with_parameters(**dict(zip(COEFFICIENTS, self.a.T, strict=True)), m2=m2, d1=d1)

    @property
    def generic(self) -> Array:
        return np.ones(COUNT, bool)

    @property
    def tolerance(self) -> Array:
        return np.full(COUNT, 1e-12)


@pytest.fixture(scope="module")
def motions() -> Motions:
    """Coefficients of real bodies: ``a3 (a1 - a3) > a2^2``, and ``a4 > a5`` is enough for a mass of link 1 above zero."""
    random = np.random.default_rng(0)
    a2 = random.uniform(0.1, 0.5, COUNT)
    a3 = a2 * random.uniform(1.1, 2, COUNT)
    a1 = a3 + a2**2 / a3 * random.uniform(1.1, 3, COUNT)
    a4 = random.uniform(5, 20, COUNT)
    a = columns(a1, a2, a3, a4, a4 / random.uniform(1.1, 3, COUNT))
    return Motions(a, random.uniform(-np.pi, np.pi, (COUNT, 2)), random.uniform(-2, 2, (COUNT, 2)))


def B(s: Motions) -> Array:  # (1)
    a1, a2, a3, _, _ = s.a.T
    c2 = np.cos(s.q[:, 1])
    return np.stack([columns(a1 + 2 * a2 * c2, a3 + a2 * c2), columns(a3 + a2 * c2, a3)], axis=-2)


def C(s: Motions) -> Array:
    """Before (2): C_1 and C_2."""
    term = s.a[:, 1] * np.sin(s.q[:, 1])
    zero = np.zeros(COUNT)
    C1 = np.stack([columns(zero, -term), columns(-term, -term)], axis=-2)
    C2 = np.stack([columns(term, zero), columns(zero, zero)], axis=-2)
    return np.stack([C1, C2], axis=1)


def c(s: Motions) -> Array:  # (2)
    term = s.a[:, 1] * np.sin(s.q[:, 1])
    qd1, qd2 = s.qd.T
    return columns(-term * (2 * qd1 + qd2) * qd2, term * qd1**2)


def g(s: Motions) -> Array:
    """After (2)."""
    _, _, _, a4, a5 = s.a.T
    q1, q2 = s.q.T
    return columns(a4 * np.sin(q1) + a5 * np.sin(q1 + q2), a5 * np.sin(q1 + q2))


def at_rest(s: Motions) -> Array:
    return s.robot.bias(s.q, np.zeros_like(s.q))


LINES: list[Line[Motions]] = [
    Line("1", "inertia", B, lambda s: s.robot.inertia(s.q)),
    Line(
        "2",
        "Coriolis and centrifugal terms",
        c,
        lambda s: s.robot.bias(s.q, s.qd) - at_rest(s),
        size=lambda s: np.abs(c(s)) + np.abs(g(s)),
    ),
    Line(
        "before 2",
        "the same by Christoffel's matrices",
        lambda s: np.einsum("nj,nijk,nk->ni", s.qd, C(s), s.qd),
        lambda s: s.robot.bias(s.q, s.qd) - at_rest(s),
        size=lambda s: np.abs(c(s)) + np.abs(g(s)),
    ),
    Line("after 2", "gravity", g, at_rest),
    Line(
        "after 2",
        "potential energy",
        lambda s: -s.a[:, 3] * np.cos(s.q[:, 0]) - s.a[:, 4] * np.cos(s.q.sum(axis=-1)),
        lambda s: s.robot.energy(s.q, s.qd).potential,
        size=lambda s: s.a[:, 3:],
    ),
    Line(
        "1",
        "kinetic energy",
        lambda s: np.einsum("ni,nij,nj->n", s.qd, B(s), s.qd) / 2,
        lambda s: s.robot.energy(s.q, s.qd).kinetic,
    ),
]


@pytest.mark.parametrize("line", all_lines(LINES))
def test_the_formula_is_kinloops(line: Line[Motions], motions: Motions) -> None:
    check_right(line, motions)


def test_christoffels_matrices_are_the_derivatives_of_kinloops_inertia(motions: Motions) -> None:
    """Before (2): half of ``db_i/dq + (db_i/dq)^T - dB/dq_i``, by sixth-order differences: 1e-10 is what they leave."""
    robot = motions.robot

    def along(k: int) -> Array:
        return derivative(lambda t: np.stack([robot.inertia(motions.q + each * np.eye(2)[k]) for each in t]), 1e-2)

    dB = np.stack([along(0), along(1)], axis=-1)  # of B_ij by q_k
    for i in (0, 1):
        by_differences = (dB[:, :, i, :] + np.swapaxes(dB[:, :, i, :], 1, 2) - dB[:, :, :, i]) / 2
        np.testing.assert_allclose(C(motions)[:, i], by_differences, atol=1e-10)


def test_the_gravity_coefficients_are_those_of_the_bodies() -> None:
    """After (2): a4 = (m1 d1 + m2 l1) g0 and a5 = m2 d2 g0, of the bodies in the description."""
    robot = kl.load("two_r_exam")
    p = robot.parameters
    assert [p[name] for name in COEFFICIENTS] == [0.98, 0.32, 0.42, 15.696, 7.848]

    def number(value: Expression | float) -> float:
        return float(value.value(p)) if isinstance(value, Expression) else float(value)

    bodies = {link.name: (number(link.mass), number(link.com[0])) for link in robot.mechanism.links}
    l1 = next(number(joint.origin.xyz[0]) for joint in robot.mechanism.joints if joint.name == "q2")
    (m1, d1), (m2, d2) = bodies["link1"], bodies["link2"]
    assert (m1 * d1 + m2 * l1) * p["g0"] == pytest.approx(p["a4"], rel=1e-14)
    assert m2 * d2 * p["g0"] == pytest.approx(p["a5"], rel=1e-14)
    assert m2 * l1 * d2 == pytest.approx(p["a2"], rel=1e-14)


@pytest.mark.parametrize(("a", "is_definite"), [((0.98, 0.32, 0.42), True), ((1.0, 0.9, 0.95), False)])
def test_the_order_of_the_coefficients_does_not_make_the_inertia_positive_definite(
    a: tuple[float, ...], is_definite: bool
) -> None:
    """The exam asks a1 > a3 > a2 > 0; what is needed is a3 (a1 - a3) > a2^2, at its least where q2 = 0."""
    a1, a2, a3 = a
    assert a1 > a3 > a2 > 0
    assert (a3 * (a1 - a3) > a2**2) == is_definite
    at_least = np.array([[a1 + 2 * a2, a3 + a2], [a3 + a2, a3]])
    assert (np.linalg.eigvalsh(at_least).min() > 0) == is_definite
    if is_definite:
        np.testing.assert_allclose(kl.load("two_r_exam", a1=a1, a2=a2, a3=a3).inertia([0.3, 0.0]), at_least)
        return
    with pytest.raises(kl.DescriptionError, match="no body has this inertia"):
        kl.load("two_r_exam", a1=a1, a2=a2, a3=a3)
