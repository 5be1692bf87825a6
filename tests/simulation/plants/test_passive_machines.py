"""Machines without actuators: they are simulated on every plant of efforts, and models of actuators raise with a message."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from passive_machines import DOUBLE_PENDULUM, FOUR_BAR
from scipy.integrate import solve_ivp

import kinloop as kl
from kinloop.errors import ShapeError, UnsupportedOperation
from kinloop.mechanism.formats.toml.toml_file import mechanism_from_text
from kinloop.simulation.plants.native import NativePlant

CLOCK: Any = {"duration": 0.5, "period": 5e-3}


@cache
def machine(text: str) -> kl.Robot:
    return kl.load(mechanism_from_text(text, "a text", "machine"))


def by_lagrange(t: np.ndarray, a: float, b: float, ad: float, bd: float) -> np.ndarray:
    """Two points of one mass on two massless bars, angles from the x axis, the second about the first."""
    l, g = 0.5, 9.81

    def rate(_: float, y: np.ndarray) -> list[float]:
        p, r, pd, rd = y  # absolute angles of both bars
        c, s = np.cos(p - r), np.sin(p - r)
        M = np.array([[2.0, c], [c, 1.0]])
        f = -np.array([s * rd**2 + 2 * g / l * np.cos(p), -s * pd**2 + g / l * np.cos(r)])
        return [pd, rd, *np.linalg.solve(M, f)]

    found = solve_ivp(rate, (0, t[-1]), [a, a + b, ad, ad + bd], t_eval=t, rtol=1e-11, atol=1e-12, method="DOP853").y
    return np.stack([found[0], found[1] - found[0], found[2], found[3] - found[2]], axis=1)


PLANTS: dict[str, tuple[dict[str, Any], float]] = {
    "native": ({}, 1e-6),
    "substeps": ({"plant": kl.Native(substeps=5)}, 1e-8),
    "adaptive": ({"plant": kl.Native(integrator=kl.Adaptive())}, 1e-8),
    "mujoco": ({"plant": "mujoco"}, 1e-6),
    "exudyn": ({"plant": "exudyn"}, 1e-5),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_a_double_pendulum_swings_as_lagrange_says(plant: str) -> None:
    if plant == "exudyn":
        pytest.importorskip("exudyn")
    options, tolerance = PLANTS[plant]
    robot = machine(DOUBLE_PENDULUM)
    assert robot.active == ()
    run = kl.simulate(robot, None, **CLOCK, **options)
    assert run.status == kl.RunStatus.COMPLETE
    assert run.tau.shape == (101, 0)
    expected = by_lagrange(run.t, -1.0, 0.3, 0.0, 2.0)
    np.testing.assert_allclose(run.q, expected[:, :2], atol=tolerance)
    np.testing.assert_allclose(run.qd, expected[:, 2:], atol=20 * tolerance)
    assert np.isfinite(run.qdd[1:]).all()


@pytest.mark.parametrize("plant", PLANTS)
def test_a_four_bar_moves_as_its_driven_twin_without_efforts(plant: str) -> None:
    if plant == "exudyn":
        pytest.importorskip("exudyn")
    options, tolerance = PLANTS[plant]
    robot, twin = machine(FOUR_BAR), machine(FOUR_BAR.replace("actuated = false", "actuated = true", 1))
    run = kl.simulate(robot, None, **CLOCK, **options)
    none = kl.python_law(lambda t, m, r, s, model: ([0.0], s))
    driven = kl.simulate(twin, none, q=run.q[0], qd=run.qd[0], plant=kl.Native(substeps=5), **CLOCK)
    np.testing.assert_allclose(run.q, driven.q, atol=1e2 * tolerance)
    np.testing.assert_allclose(run.energy.sum(axis=1), run.energy[0].sum(), rtol=1e-5)
    assert np.abs(robot.closure(run.q)).max() < 1e-7
    assert np.isfinite(run.loop_force[1:]).all()


def test_a_users_plant_of_such_a_machine_gives_the_same_bits() -> None:
    robot = machine(FOUR_BAR.replace("[parameters]\nm = 1.0\n", "").replace('"m"', "1.0"))  # not even a parameter
    own, asked = (kl.simulate(robot, None, plant=plant, **CLOCK) for plant in ("native", NativePlant(robot)))
    np.testing.assert_array_equal(own.q, asked.q)


@pytest.mark.parametrize("text", [DOUBLE_PENDULUM, FOUR_BAR], ids=["double pendulum", "four-bar"])
def test_rollouts_are_the_runs_to_the_bit(text: str, tmp_path: Any) -> None:
    robot = machine(text)
    many = kl.rollouts(robot, None, vary={"m": [0.5, 1.0]}, **CLOCK)
    for k, mass in enumerate([0.5, 1.0]):
        one = kl.simulate(robot.with_parameters(m=mass), None, **CLOCK)
        np.testing.assert_array_equal(many.q[k], one.q)
    assert many.tau.shape == (2, 101, 0)
    one.save(tmp_path / "run.npz")
    np.testing.assert_array_equal(kl.Record.load(tmp_path / "run.npz").q, one.q)


def test_a_run_without_actuators_that_diverges_is_marked() -> None:
    robot = machine(DOUBLE_PENDULUM)
    many = kl.rollouts(robot, None, vary={"qd": [[0.0, 0.0], [1e200, 0.0]]}, **CLOCK)
    assert many.status.tolist() == [kl.RunStatus.COMPLETE, kl.RunStatus.DIVERGED]


def test_two_plants_are_compared() -> None:
    found = kl.compare(machine(DOUBLE_PENDULUM), None, None, ("native", "mujoco"), **CLOCK)
    assert found.largest["q_passive"] < 1e-5


@pytest.mark.parametrize(
    ("law", "options", "words"),
    [
        (kl.ComputedTorque(1.0, 1.0), {}, "no actuated joint, so there is nothing for ComputedTorque to command; expected None"),
        (None, {"plant": "kinematic"}, "no actuated joint, so there are no joint rates for plant='kinematic' to follow"),
    ],
)
def test_what_needs_actuators_is_refused_in_words(law: Any, options: Any, words: str) -> None:
    with pytest.raises(UnsupportedOperation, match=words):
        kl.simulate(machine(DOUBLE_PENDULUM), law, **CLOCK, **options)


def test_a_plant_of_joint_rates_says_that_it_needs_a_controller() -> None:
    with pytest.raises(UnsupportedOperation, match=r"the controller is None; expected .*kl\.KinematicControl"):
        kl.simulate(kl.load("biglide"), None, plant="kinematic", **CLOCK)


@pytest.mark.parametrize("text", [DOUBLE_PENDULUM, FOUR_BAR], ids=["double pendulum", "four-bar"])
def test_models_of_actuators_are_refused_in_words_and_the_others_hold(text: str) -> None:
    robot = machine(text)
    q, still = robot.start, np.zeros(len(robot.mechanism.rates))
    for call in (
        lambda: robot.inertia(q),
        lambda: robot.bias(q, still),
        lambda: robot.inverse_dynamics(q, still, still),
        lambda: robot.static_effort(q),
        lambda: robot.forward_geometry([]),
        lambda: robot.configurations(q_active=[]),
    ):
        with pytest.raises(UnsupportedOperation, match="has no actuated joint"):
            call()
    with pytest.raises(ShapeError, match="but no joint is actuated"):
        robot.forward_dynamics(q, still, [1.0])
    assert np.isfinite(robot.forward_dynamics(q, still, []).qdd).all()
    assert robot.linearise(q, still, []).B.shape[1] == 0
    assert kl.check(robot.mechanism).ok
