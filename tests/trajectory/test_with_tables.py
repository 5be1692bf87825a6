"""Tables beside a trajectory: planned joints, efforts and gains that a law reads."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.errors import NotFinite, ShapeError, UnknownName, UnsupportedOperation

PATH = kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.2)
CLOCK: dict[str, Any] = {"duration": 0.2, "period": 1e-3}


def law(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
    gain = reference["K"][0]
    return reference.tau + gain * (reference.q_active - measured.q_active) + 20.0 * (
        reference.qd_active - measured.qd_active
    ), state


def planned(between: Any = "linear") -> kl.WithTables:
    """The Biglide's motion with all joints, efforts and a gain that grows."""
    robot = robot_named("biglide")
    joints = kl.simulate(robot, None, PATH, plant="prescribed", **CLOCK)
    values = {
        "q": joints.q,
        "qd": joints.qd,
        "qdd": joints.qdd,
        "tau": joints.tau,
        "K": np.linspace(100, 200, len(joints))[:, None],
    }
    return kl.WithTables(PATH, joints.t, values, between)


@pytest.mark.parametrize("between", ["linear", "held"])
def test_a_law_reads_the_rows_of_each_sample(between: Any) -> None:
    robot, path = robot_named("biglide"), planned(between)
    run = kl.simulate(robot, kl.casadi_law(law, joint_reference=True), path, **CLOCK)
    python = kl.simulate(robot, kl.python_law(law, joint_reference=True), path, **CLOCK)
    np.testing.assert_allclose(run.q, python.q, atol=1e-14)
    table = path.tables(run.t)
    error = table["q"][:, :2] - run.q[:, :2]
    rate = table["qd"][:, :2] - run.qd[:, :2]
    np.testing.assert_allclose(run.tau, table["tau"] + table["K"] * error + 20.0 * rate, atol=1e-11)
    np.testing.assert_array_equal(run.q_ref, table["q"][:, :2])
    many = kl.rollouts(robot, kl.casadi_law(law, joint_reference=True), path, vary={"plant.m_f": [1.0, 1.1]}, **CLOCK)
    np.testing.assert_array_equal(many.q[0], run.q)


def test_rows_are_interpolated_or_held_and_stay_at_the_ends() -> None:
    times, table = [0.0, 0.1, 0.3], {"K": [[0.0], [1.0], [5.0]]}
    at = [-1.0, 0.05, 0.1, 0.2, 0.3, 9.0]
    np.testing.assert_allclose(kl.WithTables(PATH, times, table).tables(at)["K"][:, 0], [0, 0.5, 1, 3, 5, 5], atol=1e-15)
    np.testing.assert_array_equal(kl.WithTables(PATH, times, table, "held").tables(at)["K"][:, 0], [0, 0, 1, 1, 5, 5])
    assert kl.WithTables(PATH, [0.0], {"K": [[2.0]]}).tables([0.5])["K"] == [[2.0]]


def test_feed_forward_takes_planned_efforts() -> None:
    robot = robot_named("biglide")
    run = kl.simulate(robot, kl.PD(0.0, 0.0, feedforward="model"), planned(), **CLOCK)
    np.testing.assert_allclose(run.tau, planned().tables(run.t)["tau"], atol=1e-12)


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: kl.WithTables(PATH, [0.0, 0.0], {}), ShapeError, "expected .k,. increasing times"),
        (lambda: kl.WithTables(PATH, [0.0, 1.0], {"K": [[1.0]]}), ShapeError, r"K has shape \(1, 1\), expected \(2, n\)"),
        (lambda: kl.WithTables(PATH, [0.0], {"K": [[np.nan]]}), NotFinite, "K"),
        (lambda: kl.WithTables(PATH, [0.0], [1.0]), ShapeError, "expected tables by name"),
        (lambda: kl.WithTables(PATH, [0.0], {}, "cubic"), UnknownName, "no choice of between 'cubic'"),
        (lambda: kl.WithTables(kl.Quintic([[0.0], [1.0]], [1.0], 1.0), [0.0], {}), UnsupportedOperation, "is a batch"),
    ],
)
def test_what_is_no_table_is_refused_in_words(make: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        make()


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"q": np.ones((2, 4))}, "the reference has tables of q; expected all of q, qd, qdd, or none"),
        ({"tau": np.ones((2, 3))}, "the table 'tau' of the reference has 3 columns, expected 2"),
        ({"x": np.ones((2, 2))}, "a table of the reference is called 'x', a part of every reference"),
    ],
)
def test_tables_that_do_not_fit_a_robot_are_refused_in_words(values: Any, words: str) -> None:
    with pytest.raises(ShapeError, match=words):
        kl.simulate(robot_named("biglide"), kl.PD(1.0, 1.0), kl.WithTables(PATH, [0.0, 0.2], values), **CLOCK)


def test_an_unknown_table_is_named() -> None:
    with pytest.raises(UnknownName, match=r"no table 'K'"):
        kl.simulate(robot_named("biglide"), kl.casadi_law(law, joint_reference=True), PATH, **CLOCK)
