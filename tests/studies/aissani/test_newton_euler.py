"""Newton-Euler's recursion of the studies: closed forms, Lagrange's equations, and the count of operations."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

import kinloop as kl
from kinloop.studies.aissani.newton_euler import Body, evaluate, lagrange, newton_euler, operations, planar_bodies, scara_bodies

G = 9.81


def test_a_pendulum_has_its_closed_form() -> None:
    efforts = newton_euler([Body("R", (0, 0, 0), 0.25, (0.125, 0, 0), (0, 0, 0.00135))], (0, -G, 0))
    q, qd, qdd = np.random.default_rng(0).uniform(-2, 2, (3, 50, 1))
    expected = (0.25 * 0.125**2 + 0.00135) * qdd + 0.25 * G * 0.125 * np.cos(q)
    np.testing.assert_allclose(evaluate(efforts, q, qd, qdd), expected, rtol=1e-13, atol=1e-14)


def test_a_slide_on_a_turning_arm_has_coriolis_and_centrifugal_forces() -> None:
    """A hinge about z carries a slide along the same z, 0.3 m off: the slide feels no turn, the hinge the mass m r^2."""
    bodies = [Body("R", (0, 0, 0), 0.0, (0, 0, 0), (0, 0, 0.2)), Body("P", (0.3, 0, 0), 2.0, (0, 0, 0), (0, 0, 0))]
    efforts = newton_euler(bodies, (0, 0, -G))
    q, qd, qdd = np.random.default_rng(1).uniform(-2, 2, (3, 20, 2))
    expected = np.stack([(0.2 + 2.0 * 0.3**2) * qdd[:, 0], 2.0 * (qdd[:, 1] + G)], axis=1)
    np.testing.assert_allclose(evaluate(efforts, q, qd, qdd), expected, rtol=1e-13)


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_lagranges_equations_give_the_same_efforts(n: int) -> None:
    lengths, masses = list(np.linspace(0.3, 0.2, n)), list(np.linspace(0.5, 0.4, n))
    q, qd, qdd = np.random.default_rng(n).uniform(-2, 2, (3, 30, n))
    recursion = evaluate(newton_euler(planar_bodies(lengths, masses), (0, -G, 0)), q, qd, qdd)
    np.testing.assert_allclose(recursion, evaluate(lagrange(lengths, masses, G), q, qd, qdd), rtol=1e-11, atol=1e-12)


def test_the_scaras_bodies_are_those_of_the_library() -> None:
    robot = kl.load("scara_prrr")
    q, qd, qdd = np.random.default_rng(5).uniform(-2, 2, (3, 30, 4))
    efforts = newton_euler(scara_bodies([0.25, 0.25, 0.1], [0.25, 0.25, 0.1], 0.5), (0, 0, -G))
    expected = robot.inverse_dynamics(q, qd, qdd) - robot.friction(q, qd)
    np.testing.assert_allclose(evaluate(efforts, q, qd, qdd), expected, rtol=1e-12, atol=1e-13)
    heavier = newton_euler(scara_bodies([0.25, 0.25, 0.1], [0.25, 0.25, 0.11], 0.5), (0, 0, -G))
    assert np.abs(evaluate(heavier, q, qd, qdd) - expected).max() > 1e-2


def test_operations_are_counted_without_inputs_and_outputs() -> None:
    x = ca.SX.sym("x", 2)
    assert operations(ca.Function("f", [x], [x[0] * x[1] + ca.sin(x[0])])) == 3
    assert operations(ca.Function("f", [x], [x])) == 0
