"""[RoboticsExam2016], two links in a vertical plane: inertia, Christoffel terms and gravity by five dynamic coefficients.
Nothing is misprinted. The formulas are those of the studies, kinloop.studies.robotics_2_exam.

tests/model/reduction has the constraint on the second link, which is the question of the exam.
"""

from __future__ import annotations

import numpy as np
import pytest
from documented import Array, all_lines, check_right
from motion import derivative

import kinloop as kl
from kinloop.mechanism.expressions.expression import Expression
from kinloop.studies.framework.formula import Formula
from kinloop.studies.robotics_2_exam.exam_equations import COEFFICIENTS, FREE, ExamStates, christoffel, exam_states


@pytest.mark.parametrize("line", all_lines(FREE))
def test_the_formula_is_kinloops(line: Formula[ExamStates]) -> None:
    check_right(line, exam_states())


def test_christoffels_matrices_are_the_derivatives_of_kinloops_inertia() -> None:
    """Before (2): half of ``db_i/dq + (db_i/dq)^T - dB/dq_i``, by sixth-order differences: 1e-10 is what they leave."""
    states = exam_states()
    robot = states.robot

    def along(k: int) -> Array:
        return derivative(lambda t: np.stack([robot.inertia(states.q + each * np.eye(2)[k]) for each in t]), 1e-2)

    dB = np.stack([along(0), along(1)], axis=-1)  # of B_ij by q_k
    for i in (0, 1):
        by_differences = (dB[:, :, i, :] + np.swapaxes(dB[:, :, i, :], 1, 2) - dB[:, :, :, i]) / 2
        np.testing.assert_allclose(christoffel(states)[:, i], by_differences, atol=1e-10)


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
