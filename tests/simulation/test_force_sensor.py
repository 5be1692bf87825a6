"""The force sensor: what the environment exerts on the tool, with bias, weight, noise and filter, as laws measure it.

The machine is a cart that touches a wall, and six gauges beside it, each a unit mass on a slide of its own: the law drives gauge
k by entry k of the measured wrench, so that the record's efforts are the measurements of a compiled law.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import casadi as ca
import numpy as np
import pytest

import kinloop as kl
from kinloop.errors import ShapeError, UnknownName, UnsupportedOperation

Array = np.ndarray
PERIOD, PUSH, STIFFNESS = 1e-3, 10.0, 1e3
DEPTH = PUSH / STIFFNESS
GRAVITY = np.array([0.0, -2.0, -9.0])
TOUCHING = np.array([-PUSH, 0, 0, 0, 0, 0])  # the wall pushes the tool back
MEASURED = ("active", "passive", "wrench")


@cache
def gauges() -> kl.Robot:
    names = ("cart", *(f"gauge{k}" for k in range(6)))
    mechanism = kl.Mechanism(
        name="gauges",
        gravity=tuple(GRAVITY),
        links=[kl.Link(name=name, mass=1.0) for name in names],
        joints=[kl.Joint(name=f"s_{name}", kind="prismatic", parent="base", child=name, axis=(1, 0, 0)) for name in names],
        tool=kl.Anchor(link="cart"),
        task=("x",),
    )
    return kl.load(mechanism)


def law(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
    """The push that holds the cart in the wall, and the measured wrench."""
    return ca.vertcat(PUSH, measured.wrench), state


READ = kl.casadi_law(law)
WALL = kl.Surface(name="wall", h="-x", stiffness=STIFFNESS)


def measure(
    periods: int = 5, depth: float = DEPTH, qd: float = 0.0, environment: dict[str, Any] | None = None, **sensor: Any
) -> Array:
    """The wrench that the law measures at each sample, of a cart that begins in the wall."""
    sensors = kl.Sensors(MEASURED, **sensor)
    given = kl.Environment(**{"surfaces": [WALL], **(environment or {})})
    q, rates = np.array([depth, 0, 0, 0, 0, 0, 0]), np.array([qd, 0, 0, 0, 0, 0, 0])
    run = kl.simulate(gauges(), READ, duration=periods * PERIOD, period=PERIOD, q=q, qd=rates, sensors=sensors, environment=given)
    assert run.status == kl.RunStatus.COMPLETE
    return np.asarray(run.tau[:, 1:])


# ---------------------------------------------------------------- what is measured


def test_at_rest_the_wrench_is_stiffness_times_depth() -> None:
    np.testing.assert_allclose(measure(), np.tile(TOUCHING, (6, 1)), atol=1e-12)


def test_in_motion_the_wrench_is_that_of_the_record() -> None:
    surface = WALL.model_copy(update={"damping": 3.0})
    sensors, q, qd = kl.Sensors(MEASURED), np.zeros(7), np.zeros(7)
    q[0], qd[0] = -0.003, 0.4
    run = kl.simulate(
        gauges(), READ, duration=0.2, period=PERIOD, q=q, qd=qd, sensors=sensors, environment=kl.Environment(surfaces=[surface])
    )
    assert run.contact_wrench[:, 0].min() < -PUSH
    np.testing.assert_allclose(run.tau[:-1, 1:], run.contact_wrench[:-1], rtol=0, atol=1e-12)


def test_without_surfaces_and_wrenches_nothing_is_measured() -> None:
    assert not measure(environment={"surfaces": []}).any()


def test_wrenches_and_pulses_on_the_tool_are_measured_too() -> None:
    constant, pulse = np.array([0, 2.0, 3.0, 0.4, 0.5, 0.6]), np.array([0, 0, 1.0, 0, 0, 0.1])
    found = measure(environment={"wrenches": {"tool": constant}, "pulses": [kl.Pulse(pulse, 2 * PERIOD, 2 * PERIOD)]})
    expected = np.tile(TOUCHING + constant, (6, 1))
    expected[2:4] += pulse
    np.testing.assert_allclose(found, expected, atol=1e-12)


@pytest.mark.parametrize("bias", [0.25, [1.0, -2.0, 3.0, 0.1, -0.2, 0.3]])
def test_a_bias_is_added(bias: Any) -> None:
    np.testing.assert_allclose(measure(bias={"wrench": bias}), np.tile(TOUCHING + bias, (6, 1)), atol=1e-12)


def test_the_weight_of_the_tool_is_added_along_gravity() -> None:
    expected = TOUCHING + np.concatenate([0.7 * GRAVITY, np.zeros(3)])
    np.testing.assert_allclose(measure(tool_mass=0.7), np.tile(expected, (6, 1)), atol=1e-12)


def test_quantisation_rounds_the_wrench() -> None:
    found = measure(depth=DEPTH + 4e-5, quantisation={"wrench": 0.5})
    np.testing.assert_array_equal(found[0], TOUCHING)
    assert set(np.unique(np.abs(found[:, 0]) % 0.5)) == {0.0}


def test_noise_has_the_asked_deviation_and_no_correlation_in_time() -> None:
    """10^4 samples: deviations vary by 1/sqrt(2e4), means and correlations by 1/sqrt(1e4); five times that is allowed."""
    deviations = np.array([1.0, 0.5, 0.1, 0.01, 0.02, 2.0])
    noise = measure(10_000, noise={"wrench": deviations}, seed=11) - TOUCHING
    np.testing.assert_allclose(noise.std(axis=0), deviations, rtol=5 / np.sqrt(2e4))
    assert (np.abs(noise.mean(axis=0)) < 5e-2 * deviations).all()
    assert (np.abs(np.mean(noise[1:] * noise[:-1], axis=0)) < 5e-2 * deviations**2).all()
    assert np.abs(np.corrcoef(noise.T) - np.eye(6)).max() < 5e-2


def test_noise_of_the_wrench_leaves_that_of_the_joints_as_it_is() -> None:
    """A law of the joints alone has the same run with and without a noisy force sensor."""

    def hold(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        return -50.0 * measured.q - 5.0 * measured.qd, state

    noise = {"q": 1e-3, "qd": 1e-2}
    clock: dict[str, Any] = {"duration": 0.05, "period": PERIOD, "q": [0.01, 0, 0, 0, 0, 0, 0]}
    without = kl.simulate(gauges(), kl.casadi_law(hold), sensors=kl.Sensors(noise=noise, seed=2), **clock)
    sensors = kl.Sensors(MEASURED, noise={**noise, "wrench": 3.0}, seed=2)
    np.testing.assert_array_equal(kl.simulate(gauges(), kl.casadi_law(hold), sensors=sensors, **clock).tau, without.tau)


@pytest.mark.parametrize("constant", [1e-4, 5e-3, 0.1])
def test_the_filter_has_the_step_response_of_the_first_order(constant: float) -> None:
    """At sample k the filter has seen the wrench for k + 1 periods: each measurement stands for the period that ends with it."""
    found = measure(50, filter={"wrench": constant})
    expected = (1 - np.exp(-PERIOD * np.arange(1, 52) / constant))[:, None] * TOUCHING
    np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-12)


def test_a_filter_of_no_time_is_none() -> None:
    np.testing.assert_array_equal(measure(filter={"wrench": 0.0}), measure())


def test_the_filter_follows_the_noise_and_reduces_its_deviation() -> None:
    """A discrete filter with share a leaves sqrt(a / (2 - a)) of white noise; its samples are correlated over 2/a periods."""
    share = 1 - np.exp(-PERIOD / 5e-3)
    found = measure(20_000, noise={"wrench": 1.0}, filter={"wrench": 5e-3}, seed=3)[200:, 1:]
    np.testing.assert_allclose(found.std(), np.sqrt(share / (2 - share)), rtol=0.03)


# ---------------------------------------------------------------- laws


def test_a_law_in_python_measures_the_same() -> None:
    seen: list[Array] = []

    def look(t: float, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        seen.append(np.array(measured.wrench))
        return np.concatenate([[PUSH], measured.wrench]), state

    sensor: dict[str, Any] = {"noise": {"wrench": 0.1}, "bias": {"wrench": 0.2}, "filter": {"wrench": 2e-3}, "tool_mass": 0.3}
    compiled = measure(**sensor)
    kl.simulate(
        gauges(),
        kl.python_law(look),
        duration=5 * PERIOD,
        period=PERIOD,
        q=[DEPTH, 0, 0, 0, 0, 0, 0],
        sensors=kl.Sensors(MEASURED, **sensor),
        environment=kl.Environment(surfaces=[WALL]),
    )
    np.testing.assert_allclose(np.array(seen)[:6], compiled[: len(seen)], rtol=0, atol=1e-13)


def test_the_wrench_and_the_tool_are_measured_side_by_side() -> None:
    def read(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        return ca.vertcat(PUSH, measured.x, measured.xd, measured.wrench[:4]), state

    run = kl.simulate(
        gauges(),
        kl.casadi_law(read),
        duration=3 * PERIOD,
        period=PERIOD,
        q=[DEPTH, 0, 0, 0, 0, 0, 0],
        sensors=kl.Sensors(("active", "passive", "tool", "wrench")),
        environment=kl.Environment(surfaces=[WALL]),
    )
    np.testing.assert_allclose(run.tau, np.tile([PUSH, DEPTH, 0, -PUSH, 0, 0, 0], (4, 1)), atol=1e-12)


def test_an_observer_of_the_joints_leaves_the_wrench_as_it_is() -> None:
    sensors = kl.Sensors(("active", "wrench"), rates=False)
    run = kl.simulate(
        gauges(),
        READ,
        duration=3 * PERIOD,
        period=PERIOD,
        q=[DEPTH, 0, 0, 0, 0, 0, 0],
        sensors=sensors,
        environment=kl.Environment(surfaces=[WALL]),
    )
    np.testing.assert_allclose(run.tau[:, 1:], np.tile(TOUCHING, (4, 1)), atol=1e-12)


def test_a_kinematic_plant_measures_the_wrench() -> None:
    def creep(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        return ca.vertcat(0.01, 1e-3 * measured.wrench), state

    run = kl.simulate(
        gauges(),
        kl.casadi_law(creep, drives="rate"),
        duration=0.02,
        period=PERIOD,
        q=[DEPTH, 0, 0, 0, 0, 0, 0],
        plant="kinematic",
        sensors=kl.Sensors(MEASURED),
        environment=kl.Environment(surfaces=[WALL]),
    )
    np.testing.assert_allclose(run.qd[:, 1], -1e-3 * STIFFNESS * run.q[:, 0], rtol=1e-12)


def test_rollouts_measure_as_single_runs_and_vary_the_noise() -> None:
    clock: dict[str, Any] = {"duration": 0.01, "period": PERIOD, "q": [DEPTH, 0, 0, 0, 0, 0, 0]}
    environment = kl.Environment(surfaces=[WALL])
    sensors = kl.Sensors(MEASURED, noise={"wrench": 1.0}, filter={"wrench": 2e-3}, bias={"wrench": 0.1})
    many = kl.rollouts(
        gauges(), READ, vary={"sensors.noise.wrench": [0.0, 0.5]}, sensors=sensors, environment=environment, **clock
    )
    for k, deviation in enumerate([0.0, 0.5]):
        own = kl.Sensors(MEASURED, noise={"wrench": deviation}, filter={"wrench": 2e-3}, bias={"wrench": 0.1}, run=k)
        alone = kl.simulate(gauges(), READ, sensors=own, environment=environment, **clock)
        np.testing.assert_array_equal(many.tau[k], alone.tau)


# ---------------------------------------------------------------- refusals


def test_a_law_that_reads_a_wrench_that_is_not_measured_is_refused_in_words() -> None:
    with pytest.raises(
        UnsupportedOperation, match=r"reads the wrench on the tool, which is not measured; expected sensors=kl\.Sensors"
    ):
        kl.simulate(gauges(), READ, duration=PERIOD, period=PERIOD)


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"measured": "active", "bias": {"wrench": 1.0}}, ShapeError, 'those of a force sensor; measured lacks "wrench"'),
        ({"measured": "active", "tool_mass": 1.0}, ShapeError, 'measured lacks "wrench"'),
        ({"measured": "active", "noise": {"wrench": 1.0}}, UnknownName, "no noise of 'wrench'"),
        ({"bias": {"q": 1.0}}, UnknownName, "no bias of 'q'.* has: wrench"),
        ({"filter": {"x": 1.0}}, UnknownName, "no filter of 'x'"),
        ({"bias": {"wrench": [1.0, 2.0]}}, ShapeError, r"bias of wrench has shape \(2,\), expected one number, or six"),
        ({"bias": {"wrench": np.nan}}, ShapeError, "bias of wrench is nan, expected finite numbers"),
        ({"filter": {"wrench": -1.0}}, ShapeError, r"filter of wrench is -1\.0, expected one time from zero"),
        ({"filter": {"wrench": [1.0] * 6}}, ShapeError, "filter of wrench is .*, expected one time from zero"),
        ({"filter": 0.1}, ShapeError, r"filter is 0\.1, expected values by name"),
        ({"tool_mass": -1.0}, ShapeError, r"tool_mass is -1\.0, expected a mass from 0 kg"),
        ({"tool_mass": np.inf}, ShapeError, "tool_mass is inf, expected a mass from 0 kg"),
        ({"noise": {"wrench": -1.0}}, ShapeError, "noise of wrench"),
        ({"noise": {"wrench": [1.0, 2.0]}}, ShapeError, "noise of wrench"),
    ],
)
def test_sensors_that_do_not_exist_are_refused_in_words(given: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        kl.simulate(gauges(), None, duration=PERIOD, period=PERIOD, sensors=kl.Sensors(**{"measured": MEASURED, **given}))


def test_sensors_do_not_change_with_the_callers_arrays_and_compare() -> None:
    bias = np.arange(6.0)
    sensors = kl.Sensors(MEASURED, bias={"wrench": bias})
    bias[0] = 9.0
    assert sensors == kl.Sensors(MEASURED, bias={"wrench": [0, 1, 2, 3, 4, 5]})
