"""Arrays given to a user's function during a run are read-only, or copies: the machine moves by its mechanics alone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import kinloop as kl
from kinloop.simulation.plants.adaptive import AdaptivePlant
from kinloop.simulation.plants.native import NativePlant

PATH = kl.Quintic([0.1, 0.3], [0.12, 0.28], 0.1)
CLOCK = {"duration": 0.02, "period": 0.01}


@pytest.mark.parametrize(
    "options",
    [{}, {"plant": kl.Native(integrator=kl.Adaptive())}, {"plant": "mujoco"}, {"sensors": kl.Sensors(noise={"q": 1e-6})}],
    ids=["native", "adaptive", "mujoco", "noise"],
)
@pytest.mark.parametrize(
    "name", ["measured.q", "measured.qd", "measured.q_active", "measured.x", "measured.xd", "reference.x", "reference.q_active"]
)
def test_a_law_in_python_cannot_move_the_machine_by_writing_to_what_it_is_shown(name: str, options: Any) -> None:
    owner, part = name.split(".")

    def law(t: float, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        getattr({"measured": measured, "reference": reference}[owner], part)[0] += 0.01
        return [0.0, 0.0], state

    with pytest.raises(ValueError, match="read-only"):
        kl.simulate(kl.load("biglide"), kl.python_law(law, joint_reference=True), PATH, **CLOCK, **options)


class Careless:
    """A plant that uses the arrays it is given as its own."""

    def __init__(self, robot: kl.Robot) -> None:
        self.inner = NativePlant(robot)

    def start(self, q: Any, qd: Any) -> None:
        self.inner.start(q, qd)
        q[:], qd[:] = 7.0, 7.0

    def advance(self, tau: Any, duration: float) -> kl.PlantState:
        after = self.inner.advance(tau, duration)
        tau[:] = 1e3
        return after


def test_a_users_plant_may_change_the_arrays_that_it_is_given() -> None:
    robot, law = kl.load("biglide"), kl.ComputedTorque(100.0, 20.0)
    options: Any = {**CLOCK, "recording": kl.Recording(4)}
    careless, own = (kl.simulate(robot, law, PATH, plant=plant, **options) for plant in (Careless(robot), NativePlant(robot)))
    for name in ("q", "qd", "tau"):
        np.testing.assert_array_equal(getattr(careless, name), getattr(own, name))


@pytest.mark.parametrize("kind", [NativePlant, AdaptivePlant])
def test_writing_to_what_a_plant_reported_does_not_move_it(kind: Any) -> None:
    robot = kl.load("biglide")
    plants = kind(robot), kind(robot)
    for plant in plants:
        plant.start(robot.start, np.zeros(4))
    shown = plants[0].advance(np.ones(2), 0.01)
    plants[1].advance(np.ones(2), 0.01)
    try:
        shown.q[:] = 0.0
        shown.qd[:] = 1.0
    except ValueError:
        pass  # read-only will do as well
    after = [plant.advance(np.ones(2), 0.01).q for plant in plants]
    np.testing.assert_array_equal(*after)


def test_a_users_trajectory_cannot_change_the_times_of_a_run() -> None:
    inner = PATH

    def told(t: Any) -> Any:
        t += 1.0
        return inner(t)

    class Late(SimpleNamespace):
        def __call__(self, t: Any) -> Any:
            return told(np.atleast_1d(t) if np.ndim(t) == 0 else t)

    late = Late(space="task", duration=0.1, shape=())
    with pytest.raises(ValueError, match="read-only"):
        kl.simulate(kl.load("biglide"), kl.ComputedTorque(100.0, 20.0), late, **CLOCK)


def test_efforts_of_a_reduced_run_cannot_move_it() -> None:
    reduced = kl.reduce(kl.load("two_r"), "theta1 + theta2 - 1.0")

    def push(t: float, q: Any, qd: Any) -> Any:
        q += 0.1
        return np.zeros(2)

    with pytest.raises(ValueError, match="read-only"):
        kl.simulate(reduced, push, duration=0.01, period=0.01)
