"""A virtual wall felt by a modelled hand: stable for every passive hand while b >= K T / 2 + |B|."""

from __future__ import annotations

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl

PERIOD, FRICTION = 1e-3, 0.8  # s, N s/m
# Hands: mass [kg], stiffness [N/m] and damping [N s/m] of the arm that holds the handle 2 mm within the wall.
HANDS = (
    (0.0, 20.0, 0.0),
    (0.05, 100.0, 0.0),
    (0.2, 500.0, 0.0),
    (1.0, 20.0, 0.0),
    (0.5, 2000.0, 0.0),
    (0.3, 300.0, 0.5),
    (0.0, 2e6, 0.0),
)


def handle() -> kl.Robot:
    """A handle of 0.1 kg on one slide with viscous friction."""
    joint = kl.Joint(
        name="s", kind="prismatic", parent="base", child="grip", axis=(1, 0, 0), friction=kl.Friction(viscous=FRICTION)
    )
    mechanism = kl.Mechanism(
        name="handle",
        gravity=(0, 0, 0),
        links=[kl.Link(name="grip", mass=0.1)],
        joints=[joint],
        tool=kl.Anchor(link="grip"),
        task=("x",),
    )
    return kl.load(mechanism)


def oscillation(stiffness: float, damping: float, hand: tuple[float, float, float], period: float = PERIOD) -> float:
    """The range of the handle's motion in the last second of four, over that in the first half second."""
    mass, held_with, lost = hand
    arm = kl.Surface(name="hand", h="-0.002 - x", stiffness=held_with, damping=lost, sides="both")
    run = kl.simulate(
        handle(),
        kl.VirtualWall(stiffness, damping, h="x"),
        q=[-0.004],
        duration=4.0,
        period=period,
        plant=kl.Native(payload=mass),
        environment=kl.Environment(surfaces=[arm]),
    )
    assert run.status == kl.RunStatus.COMPLETE
    return float(np.ptp(run.x[run.t > 3.0]) / np.ptp(run.x[run.t < 0.5]))


@pytest.mark.parametrize(("stiffness", "damping"), [(1600.0, 0.0), (1000.0, 0.3), (200.0, 0.7)])
def test_every_hand_is_stable_within_the_bound(stiffness: float, damping: float) -> None:
    assert stiffness * PERIOD / 2 + damping <= FRICTION
    assert max(oscillation(stiffness, damping, hand) for hand in HANDS) < 0.9


@pytest.mark.parametrize(("stiffness", "damping"), [(8000.0, 0.0), (1600.0, 10.0)])
def test_some_hand_oscillates_well_beyond_the_bound(stiffness: float, damping: float) -> None:
    """The stiffness, held for a period, drives soft hands; the damping a stiff one, beyond half the sampling frequency."""
    assert stiffness * PERIOD / 2 + damping > 4 * FRICTION
    assert max(oscillation(stiffness, damping, hand) for hand in HANDS) > 1.5


def test_a_shorter_period_makes_the_same_wall_stable() -> None:
    slow, fast = (max(oscillation(6400.0, 0.0, hand, period) for hand in HANDS) for period in (1e-3, 2e-4))
    assert slow > 1.2
    assert fast < 0.9


def test_the_hand_feels_the_stiffness_of_the_wall_at_rest() -> None:
    """5 N into a wall of 500 N/m: 1 cm. Outside the wall the tool is free, and gravity is held."""
    robot = robot_named("two_r")
    q = np.asarray(robot.inverse_geometry([0.295, 0.3], near=robot.start).q)
    law = kl.VirtualWall(500.0, 20.0, h="0.3 - x")
    arm = [
        kl.Surface(name="arm", h="y - 0.3", stiffness=100.0, damping=10.0, sides="both"),
        kl.Surface(name="side", h="x - 0.3", stiffness=1e-6, damping=5.0, sides="both"),
    ]
    run = kl.simulate(
        robot, law, q=q, duration=4.0, period=1e-3, environment=kl.Environment({"tool": [5.0, 0, 0, 0, 0, 0]}, surfaces=arm)
    )
    assert run.x[-1] == pytest.approx([0.31, 0.3], abs=1e-6)
    free = kl.simulate(robot, law, q=q, duration=1.0, period=1e-3)
    assert free.x[-1] == pytest.approx(free.x[0], abs=1e-9)


def test_gains_of_the_wall_vary_in_rollouts() -> None:
    arm = kl.Surface(name="hand", h="-0.002 - x", stiffness=300.0, damping=0.0, sides="both")
    stiffness = [500.0, 1500.0]
    options = {"q": [-0.004], "duration": 0.5, "period": PERIOD, "environment": kl.Environment(surfaces=[arm])}
    many = kl.rollouts(handle(), kl.VirtualWall(1.0, h="x"), vary={"law.stiffness": stiffness}, **options)
    for k, value in enumerate(stiffness):
        one = kl.simulate(handle(), kl.VirtualWall(value, h="x"), **options)
        np.testing.assert_array_equal(many.x[k], one.x)
