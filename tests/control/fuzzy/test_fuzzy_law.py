"""The fuzzy law: its formula at every sample, single runs and rollouts, machines of the library, and refused gains."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.control.fuzzy.fuzzy_law import Fuzzy
from kinloop.control.fuzzy.fuzzy_system import FuzzySystem
from kinloop.errors import NotFinite, ShapeError, UnknownName

PATH = kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.2)
CLOCK: dict[str, Any] = {"duration": 0.25, "period": 1e-3}
LAWS = {
    "mamdani": Fuzzy(0.01, [0.2, 0.25], 40.0),
    "with gravity": Fuzzy(0.01, 0.2, [40.0, 45.0], feedforward="gravity", derivative="measurement"),
    "sugeno with model": Fuzzy(0.01, 0.2, 40.0, system=FuzzySystem(method="sugeno", conjunction="product"), feedforward="model"),
}


def test_the_law_is_its_formula_at_every_sample() -> None:
    robot = robot_named("two_r")
    q = robot.start
    path = kl.Quintic(q, q + 0.5, 0.3, space="active")
    E, V, F = np.array([0.05, 0.04]), np.array([0.5, 0.6]), np.array([4.0, 2.0])
    for choices in ({}, {"feedforward": "gravity"}, {"derivative": "measurement"}):
        law = Fuzzy(E, V, F, **choices)
        run = kl.simulate(robot, law, path, duration=0.3, period=1e-3)
        target = path(run.t)
        rate = (0 if "derivative" in choices else target.xd) - run.qd
        expected = F * law.system((target.x - run.q) / E, rate / V)
        if "feedforward" in choices:
            expected = expected + robot.static_effort(run.q)
        np.testing.assert_allclose(run.tau, expected, atol=1e-12)


def test_efforts_of_the_rules_are_within_the_largest_effort() -> None:
    run = kl.simulate(robot_named("biglide"), Fuzzy(1e-4, 1e-2, 5.0), PATH, **CLOCK)
    assert 4.0 < np.abs(run.tau).max() <= 5.0 + 1e-14


def test_sugeno_with_products_is_a_pd_law_near_the_reference() -> None:
    robot = robot_named("biglide")
    law = LAWS["sugeno with model"]
    run = kl.simulate(robot, law, PATH, **CLOCK)
    pd = kl.simulate(robot, kl.PD(40.0 / 0.01, 40.0 / 0.2, feedforward="model"), PATH, **CLOCK)
    np.testing.assert_allclose(run.q, pd.q, atol=1e-12)


@pytest.mark.parametrize("name", LAWS)
def test_rollouts_with_varied_gains_equal_single_runs_to_the_bit(name: str) -> None:
    robot, law = robot_named("biglide"), LAWS[name]
    errors, efforts = [0.01, 0.02], [40.0 * np.ones_like(law.largest_effort), 30.0 * np.ones_like(law.largest_effort)]
    many = kl.rollouts(robot, law, PATH, **CLOCK, vary={"law.largest_error": errors, "law.largest_effort": efforts})
    for k, (error, effort) in enumerate(zip(errors, efforts, strict=True)):
        alone = kl.simulate(robot, law.with_gains({"largest_error": error, "largest_effort": effort}), PATH, **CLOCK)
        assert alone.status == kl.RunStatus.COMPLETE
        np.testing.assert_array_equal(many.q[k], alone.q)
        np.testing.assert_array_equal(many.tau[k], alone.tau)


@pytest.mark.parametrize("name", ["one_joint", "two_r", "scara_prrr", "five_bar", "biglide", "three_rrr"])
def test_machines_are_held_where_they_are_sent(name: str) -> None:
    """Serial and parallel: with gravity compensated, an error at the start vanishes."""
    robot = robot_named(name)
    n, q = robot.n_active, robot.start
    goal = kl.Quintic(q[:n] + 0.01, q[:n] + 0.01, 1.0, space="active")
    inertia = np.diag(robot.inertia(q))
    law = Fuzzy(0.05, 0.5, inertia * 400.0 * 0.05, feedforward="gravity")  # mean gains of 20 rad/s, critically damped
    run = kl.simulate(robot, law, goal, duration=1.5, period=1e-3)
    assert run.status == kl.RunStatus.COMPLETE
    assert np.abs(run.q[-1, :n] - q[:n] - 0.01).max() < 1e-5


def test_another_system_is_another_compiled_law() -> None:
    robot = robot_named("biglide")
    systems = [FuzzySystem(), FuzzySystem(rules=[["ZE"] * 7] * 7), FuzzySystem(output={**outputs(), "ZE": [-0.1, 0, 0.1]})]
    laws = [Fuzzy(0.01, 0.2, 40.0, system=system) for system in systems]
    assert len({law.key for law in laws}) == 3
    assert Fuzzy(0.02, 0.3, 50.0).key == laws[0].key  # gains are no part of it
    runs = [kl.simulate(robot, law, PATH, **CLOCK) for law in laws]
    assert np.abs(runs[1].tau).max() == 0.0
    assert 0 < np.abs(runs[2].q - runs[0].q).max() < 1e-2


def outputs() -> dict[str, Any]:
    found: Any = FuzzySystem().output
    return dict(found)


def test_records_and_copies_have_the_rules() -> None:
    law = LAWS["sugeno with model"]
    run = kl.simulate(robot_named("biglide"), law, PATH, **CLOCK)
    assert run.law["options"]["system"]["method"] == "sugeno"
    assert len(run.law["options"]["system"]["rules"]) == 7
    again = pickle.loads(pickle.dumps(law))
    assert again.system == law.system
    assert again.key == law.key


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: Fuzzy(0.0, 1.0, 1.0), ShapeError, "Fuzzy: largest_error is 0.0, expected numbers above zero"),
        (lambda: Fuzzy(1.0, [1.0, -1.0], 1.0), ShapeError, "Fuzzy: largest_rate is"),
        (lambda: Fuzzy(1.0, 1.0, np.nan), NotFinite, "Fuzzy: largest_effort is nan, expected finite numbers"),
        (lambda: Fuzzy(1.0, 1.0, np.eye(2)), ShapeError, r"largest_effort has shape \(2, 2\), expected one number, or one for"),
        (lambda: Fuzzy(1.0, 1.0, 1.0, system="rules.toml"), ShapeError, r"system is 'rules.toml', expected a kl\.FuzzySystem; "),  # type: ignore[arg-type]
        (lambda: Fuzzy(1.0, 1.0, 1.0, feedforward="full"), UnknownName, "no feed-forward 'full'"),  # type: ignore[arg-type]
        (lambda: Fuzzy(1.0, 1.0, 1.0, derivative="rate"), UnknownName, "no derivative 'rate'"),
    ],
)
def test_bad_gains_are_refused_in_words(make: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        make()


def test_gains_of_a_wrong_length_and_varied_gains_of_zero_are_refused_in_words() -> None:
    robot = robot_named("biglide")
    with pytest.raises(ShapeError, match=r"Fuzzy: largest_rate has shape \(3, 1\), expected one number, \(2,\)"):
        kl.simulate(robot, Fuzzy(0.01, [1.0, 2.0, 3.0], 1.0), PATH, **CLOCK)
    with pytest.raises(ShapeError, match=r"law\.largest_error\[1\] is 0"):
        kl.rollouts(robot, Fuzzy(0.01, 1.0, 1.0), PATH, **CLOCK, vary={"law.largest_error": [0.1, 0.0]})
