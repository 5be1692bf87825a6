"""Robots are immutable, and later changes of a caller's arrays do not affect results."""

from __future__ import annotations

import numpy as np
import pytest
from machines import robot_named
from motion import random_states

import kinloop as kl


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("m_p", r"Robot\.m_p cannot be set: .*robot\.with_parameters\(m_p=50\)"),
        ("mass", r"Robot\.mass cannot be set: .*with_parameters.* takes: d, l, m_p"),
        ("start", r"Robot\.start cannot be set"),
        ("threads", r"Robot\.threads cannot be set"),
    ],
)
def test_assigning_to_a_robot_raises_and_says_what_to_do(name: str, words: str) -> None:
    robot = kl.load("biglide")
    with pytest.raises(kl.ReadOnly, match=words):
        setattr(robot, name, 50)
    with pytest.raises(AttributeError, match="cannot be deleted"):
        delattr(robot, name)
    assert robot.parameters["m_p"] == 3.0
    assert robot.with_parameters(m_p=50).parameters["m_p"] == 50


def test_assigning_to_a_reduced_model_raises() -> None:
    reduced = kl.reduce(kl.load("two_r_exam"), "q1 + q2 - beta", "q2")
    with pytest.raises(kl.ReadOnly, match=r"Reduced\.beta cannot be set: .*with_parameters"):
        reduced.beta = 0.5  # type: ignore[attr-defined]


def test_arrays_of_parameters_are_copied() -> None:
    robot, masses = kl.load("biglide"), np.array([1.0, 2.0, 3.0])
    many = robot.with_parameters(m_p=masses)
    before = many.inertia(robot.start)
    masses[:] = 100.0
    np.testing.assert_array_equal(many.inertia(robot.start), before)
    np.testing.assert_array_equal(many.with_parameters(m_f=1.0).inertia(robot.start), before)
    np.testing.assert_array_equal(many.parameters["m_p"], [1.0, 2.0, 3.0])
    with pytest.raises(ValueError, match="read-only"):
        many.parameters["m_p"][0] = 7.0


@pytest.mark.parametrize("name", ["two_r", "puma560", "biglide", "stewart_gough"])
def test_the_tasks_acceleration_is_that_of_the_states_that_were_given(name: str) -> None:
    robot = robot_named(name)
    given = random_states(robot, 4, seed=8)
    q, qd, tau = given.q.copy(), given.qd.copy(), given.tau.copy()
    batch, one = robot.forward_dynamics(q, qd, tau), robot.forward_dynamics(q[2], qd[2], tau[2])
    for array in (q, qd, tau):
        array[1:3] += 0.7  # the first and the last row stay
    expected = robot.forward_dynamics(given.q, given.qd, given.tau).xdd
    np.testing.assert_array_equal(batch.xdd, expected)
    np.testing.assert_array_equal(one.xdd, expected[2])
    batch.qdd[...], one.qdd[...] = 0.0, 0.0
    np.testing.assert_array_equal(batch.xdd, expected)
    np.testing.assert_array_equal(one.xdd, expected[2])


def test_the_tasks_acceleration_follows_one_configuration_at_many_rates() -> None:
    robot = kl.load("two_r")
    q, qd = np.array([0.3, 0.4]), np.random.default_rng(0).standard_normal((2, 3, 2))
    motion = robot.forward_dynamics(q, qd, [0.0, 0.0])
    each = [[robot.forward_dynamics(q, row, [0.0, 0.0]).xdd for row in rows] for rows in qd]
    q += 1.0
    np.testing.assert_array_equal(motion.xdd, each)


def test_what_is_asked_later_of_a_result_is_of_the_configuration_that_was_given() -> None:
    robot = robot_named("biglide")
    state = random_states(robot, 3, seed=5)
    q, qd = state.q.copy(), state.qd.copy()
    singular, linear = robot.singularity(q), robot.linearise(q, qd, state.tau)
    criterion, configuration = singular.criterion(state.qd, state.qd), linear.configuration([0.01, 0.0])
    q += 0.3
    qd += 0.3
    np.testing.assert_array_equal(singular.criterion(state.qd, state.qd), criterion)
    np.testing.assert_array_equal(linear.configuration([0.01, 0.0]), configuration)
    np.testing.assert_array_equal(linear.qd, state.qd)


def test_a_configuration_keeps_its_configuration() -> None:
    robot, q = kl.load("two_r"), np.array([0.3, 0.4])
    found = robot.forward_geometry(q)
    q += 1.0
    np.testing.assert_array_equal(found.q, [0.3, 0.4])
