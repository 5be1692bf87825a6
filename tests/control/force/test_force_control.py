"""Explicit force control: steady errors, sensors, limits, and the way into contact."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl

Array = np.ndarray
MEASURED = ("active", "passive", "wrench")
STIFFNESS = 1e4


def at(name: str, x: list[float]) -> tuple[kl.Robot, Array]:
    robot = robot_named(name)
    return robot, np.asarray(robot.inverse_geometry(x, near=robot.start).q)


def pressed(force: Any, *, place: float = 0.28, wall: str = "0.3 - x", duration: float = 2.0, **options: Any) -> kl.Record:
    """The arm beside a wall, under force control."""
    robot, q = at("two_r", [place, 0.3])
    law = kl.ForceControl(force, **options.pop("gains", {}))
    surface = kl.Surface(name="wall", h=wall, stiffness=STIFFNESS, damping=100.0)
    options.setdefault("sensors", kl.Sensors(measured=MEASURED))
    environment = kl.Environment(surfaces=[surface], wrenches=options.pop("wrenches", {}))
    return kl.simulate(robot, law, q=q, duration=duration, period=1e-3, environment=environment, **options)


@pytest.mark.parametrize(
    ("force", "place", "wall"),
    [([-10.0, 0.0], 0.28, "0.3 - x"), ([10.0, 0.0], 0.32, "x - 0.3"), ([10.0, 0.0], 0.32, "4*x - 1.2")],
)
def test_the_force_of_either_sign_has_no_steady_error(force: list[float], place: float, wall: str) -> None:
    run = pressed(force, place=place, wall=wall)
    np.testing.assert_allclose(run.contact_wrench[-1, :2], force, rtol=0, atol=1e-5)
    assert run.x[-1, 0] == pytest.approx(0.3 - force[0] / STIFFNESS, abs=1e-8)


@pytest.mark.parametrize(("name", "place"), [("biglide", [0.1, 0.3]), ("five_bar", [0.0, 0.14])])
def test_closed_chains_press_with_the_wanted_force(name: str, place: list[float]) -> None:
    robot, q = at(name, place)
    surface = kl.Surface(name="wall", h=f"y - {place[1] - 0.005}", stiffness=STIFFNESS, damping=100.0)
    run = kl.simulate(
        robot,
        kl.ForceControl([0.0, 5.0]),
        q=q,
        duration=2.0,
        period=1e-3,
        environment=kl.Environment(surfaces=[surface]),
        sensors=kl.Sensors(measured=MEASURED),
    )
    np.testing.assert_allclose(run.contact_wrench[-1, :2], [0.0, 5.0], rtol=0, atol=1e-5)


@pytest.mark.parametrize("speed", [0.01, 0.04])
def test_the_tool_approaches_at_the_given_speed_and_integrates_nothing_before_it_touches(speed: float) -> None:
    run = pressed([-10.0, 0.0], duration=3.0, gains={"approach": speed})
    touched = run.t[np.argmax(run.contact_wrench[:, 0] < 0)]
    assert touched == pytest.approx(0.02 / speed, abs=0.02)
    assert run.xd[run.t < touched][-2, 0] == pytest.approx(speed, rel=0.01)


def test_before_it_touches_a_tool_without_a_wall_keeps_the_speed_of_approach() -> None:
    robot, q = at("two_r", [0.25, 0.3])
    options: dict[str, Any] = {"q": q, "duration": 1.0, "period": 1e-3, "sensors": kl.Sensors(measured=MEASURED)}
    run = kl.simulate(robot, kl.ForceControl([-10.0, 0.0], approach=0.03), **options)
    assert run.xd[-1] == pytest.approx([0.03, 0.0], abs=1e-3)


def test_a_wanted_force_of_zero_is_led_by_hand_against_the_damping() -> None:
    robot, q = at("two_r", [0.25, 0.3])
    law, push = kl.ForceControl([0.0, 0.0], ki=0.0, damping=50.0), {"tool": [1.0, 0.0, 0, 0, 0, 0]}
    sensors = kl.Sensors(measured=MEASURED)
    run = kl.simulate(robot, law, q=q, duration=1.0, period=1e-3, sensors=sensors, environment=push)
    assert run.xd[-1] == pytest.approx([1.0 / 50.0, 0.0], abs=1e-3)


def test_a_bias_of_the_sensor_is_an_error_of_the_force() -> None:
    sensors = kl.Sensors(measured=MEASURED, bias={"wrench": [0.5, 0, 0, 0, 0, 0]})
    run = pressed([-10.0, 0.0], sensors=sensors)
    assert run.contact_wrench[-1, 0] == pytest.approx(-10.5, abs=1e-5)


def test_noise_of_the_sensor_leaves_the_mean_force_and_less_than_its_own_deviation() -> None:
    sensors = kl.Sensors(measured=MEASURED, noise={"wrench": [0.2, 0.2, 0, 0, 0, 0]}, seed=1)
    run = pressed([-10.0, 0.0], duration=4.0, sensors=sensors)
    late = run.contact_wrench[run.t > 2.0, 0]
    # An integral of 20/s averages white noise over 1/20 s: sigma sqrt(ki T / 2) = 0.02 N.
    assert late.mean() == pytest.approx(-10.0, abs=0.02)
    assert late.std() == pytest.approx(0.2 * np.sqrt(20.0 * 1e-3 / 2), rel=0.3)


# ---------------------------------------------------------------- limits


def held_back(moment: float, **options: Any) -> tuple[Array, kl.Record]:
    """From 2 s to 4 s a moment that no sensor measures turns the forearm; it pulls the tool from the wall or pushes it there.
    The times from its end on, and the run."""
    robot, q = at("two_r", [0.28, 0.3])
    surface = kl.Surface(name="wall", h="0.3 - x", stiffness=STIFFNESS, damping=100.0)
    environment = kl.Environment(surfaces=[surface], pulses=[kl.Pulse([0, 0, 0, 0, 0, moment], 2.0, 2.0, frame="link2")])
    law = kl.HybridControl(400.0, 40.0, [-10.0, 0.0], axes=(1, 0), damping=50.0, limit=options.pop("limit", None))
    run = kl.simulate(
        robot,
        law,
        kl.Pause([0.28, 0.3], 6.0, space="task"),
        q=q,
        duration=6.0,
        period=1e-3,
        environment=environment,
        sensors=kl.Sensors(measured=MEASURED),
        **options,
    )
    return run.t - 4.0, run


def test_the_integral_balances_a_load_that_is_not_measured() -> None:
    since, run = held_back(2.0)
    force = run.contact_wrench[:, 0]
    assert force[since < 0][-1] == pytest.approx(-10.0, abs=1e-6)
    assert force[since > 0].min() == pytest.approx(-10.0 - 8.3, abs=2.0)  # the load was 8.3 N at the tool


def test_a_tool_that_is_pulled_off_approaches_again_slowly() -> None:
    """A moment for 50 ms lifts the tool off the wall; it returns with the speed of the approach, not with that of 10 N
    against the damping."""
    robot, q = at("two_r", [0.28, 0.3])
    surface = kl.Surface(name="wall", h="0.3 - x", stiffness=STIFFNESS, damping=100.0)
    environment = kl.Environment(surfaces=[surface], pulses=[kl.Pulse([0, 0, 0, 0, 0, 3.0], 2.0, 0.05, frame="link2")])
    law = kl.HybridControl(400.0, 40.0, [-10.0, 0.0], axes=(1, 0), approach=0.03)
    sensors = kl.Sensors(measured=MEASURED)
    pause = kl.Pause([0.28, 0.3], 5.0, space="task")
    run = kl.simulate(robot, law, pause, q=q, duration=5.0, period=1e-3, environment=environment, sensors=sensors)
    is_off = (run.contact_wrench[:, 0] == 0) & (run.t > 2.2)
    assert is_off.any()
    assert np.abs(run.xd[is_off, 0]).max() < 0.04
    assert run.contact_wrench[-1, 0] == pytest.approx(-10.0, abs=1e-3)


@pytest.mark.parametrize("words", ["limit", "saturation"])
def test_a_force_that_is_held_back_winds_no_integral_up(words: str) -> None:
    """Two seconds of 7 N would integrate to 280 N; what is left above the wanted force is what the limit leaves, 1 N."""
    limits: dict[str, dict[str, Any]] = {
        "limit": {"limit": 11.0},
        "saturation": {"actuators": kl.Actuators(saturation=[3.5, 2.6])},  # 2.39 N m hold 10 N
    }
    since, run = held_back(2.0, **limits[words])
    force = run.contact_wrench[:, 0]
    assert force[since < 0][-1] > -4.0
    assert force[since > 0].min() > -11.5
    np.testing.assert_allclose(force[since > 0.4], -10.0, atol=0.01)


def test_a_limit_that_is_not_reached_changes_nothing() -> None:
    free, limited = (held_back(2.0, **options)[1] for options in ({}, {"limit": 1e3}))
    np.testing.assert_allclose(free.contact_wrench, limited.contact_wrench, rtol=0, atol=1e-9)
