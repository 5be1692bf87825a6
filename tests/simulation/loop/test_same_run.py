"""A run is the same however it is computed: in pieces, alone or among many, to its end or to where it stops."""

from __future__ import annotations

from typing import Any

import casadi as ca
import numpy as np
import pytest

import kinloop as kl
from kinloop.errors import ShapeError
from kinloop.simulation.loop.running import compiled_run as compiled_run_module
from kinloop.simulation.loop.running import python_loop as sampled_module
from kinloop.simulation.plants.native import NativePlant

Array = np.ndarray
ROBOT = kl.load("biglide")
LAW = kl.ComputedTorque(100.0, 20.0)
PATH = kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.05)
CLOCK: dict[str, Any] = {"duration": 0.02, "period": 1e-3}
SLOW = kl.Quintic([0.1, 0.3], [0.15, 0.25], 1.0)
NAN = float("nan")


def damping(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> tuple[Any, Any]:
    return -5.0 * measured.qd_active, state


def fails_at(time: float) -> kl.Law:
    """A law that gives NaN from a time on."""

    def law(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> tuple[Any, Any]:
        return 1.0 - 5.0 * measured.qd_active + ca.if_else(t > time - 1e-9, ca.SX(NAN), 0), state + 1

    return kl.casadi_law(law, memory=[0.0])


def explodes(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> tuple[Any, Any]:
    """Forces under which a mass is at 1e150 m/s after some steps of a period, but not after the first."""
    return ca.repmat(ca.if_else(t > 0.0095, 1e154, 1.0), model.n_active, 1), state


@pytest.mark.parametrize("piece", [1, 7])
def test_where_a_piece_of_a_run_begins_makes_no_difference(piece: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does how fast the machine was, by which pieces grow."""
    sensors, actuators = kl.Sensors("active", {"q": 1e-6}), kl.Actuators(rate_limit=1e4, delay=True)
    options: dict[str, Any] = {"sensors": sensors, "actuators": actuators, "duration": 0.3, "period": 1e-3}
    whole = kl.simulate(ROBOT, LAW, SLOW, **options)
    python = kl.python_law(damping)
    sampled = kl.simulate(ROBOT, python, SLOW, **options)
    monkeypatch.setattr(compiled_run_module, "PIECE", piece)
    monkeypatch.setattr(sampled_module, "CHUNK", piece)
    np.testing.assert_array_equal(kl.simulate(ROBOT, LAW, SLOW, **options).q, whole.q)
    np.testing.assert_array_equal(kl.simulate(ROBOT, python, SLOW, **options).q, sampled.q)


def test_the_joints_reference_of_fine_samples_is_that_of_the_command_that_acts() -> None:
    run = kl.simulate(ROBOT, LAW, PATH, duration=3e-3, period=1e-3)
    fine = kl.simulate(ROBOT, LAW, PATH, duration=3e-3, period=1e-3, recording=kl.Recording(samples=10))
    np.testing.assert_array_equal(fine.q_ref, np.repeat(run.q_ref, 10, axis=0)[:31])


MOVING = kl.Quintic([[0.1, 0.3], [0.12, 0.3]], [0.15, 0.25], 0.1, start_rate=[0.1, 0.05])
CONFIGURATIONS = ROBOT.inverse_geometry([[0.1, 0.3], [0.101, 0.3]], near=np.tile(ROBOT.start, (2, 1))).q
UNLIMITED = kl.Actuators([10.0, np.inf], rate_limit=np.inf)
STARTS: dict[str, tuple[dict[str, Any], list[tuple[kl.Robot, int, dict[str, Any]]]]] = {
    "configurations of their own begin at rest": (
        {"vary": {"q": CONFIGURATIONS}},
        [(ROBOT, 0, {"q": q}) for q in CONFIGURATIONS],
    ),
    "lengths, at given rates": (
        {"vary": {"l": [0.4, 0.45]}, "qd": np.zeros(4)},
        [(ROBOT.with_parameters(l=length), 0, {"qd": np.zeros(4)}) for length in (0.4, 0.45)],
    ),
    "trajectories, at given rates": (
        {"qd": np.zeros(4)},
        [(ROBOT, k, {"qd": np.zeros(4)}) for k in range(2)],
    ),
    "one joint's command has no limit": (
        {"vary": {"plant.m_p": [2.0, 3.0]}, "actuators": UNLIMITED},
        [(ROBOT, 0, {"plant": kl.Native(parameters={"m_p": m}), "actuators": UNLIMITED}) for m in (2.0, 3.0)],
    ),
    "seeds of more digits than a float has": (
        {"vary": {"sensors.seed": [2**53 + 1, 2**64 - 1]}, "sensors": kl.Sensors(noise={"q": 1e-5})},
        [(ROBOT, 0, {"sensors": kl.Sensors(noise={"q": 1e-5}, seed=seed)}) for seed in (2**53 + 1, 2**64 - 1)],
    ),
}


@pytest.mark.parametrize("case", STARTS)
def test_a_run_among_many_begins_as_it_does_alone(case: str) -> None:
    many, ones = STARTS[case]
    batch = case.startswith("trajectories")
    runs = kl.rollouts(ROBOT, LAW, MOVING if batch else MOVING[0], **many, **CLOCK)
    for k, (robot, path, options) in enumerate(ones):
        one = kl.simulate(robot, LAW, MOVING[path], **options, **CLOCK)
        assert one.status == kl.RunStatus.COMPLETE
        for name in ("q", "qd", "tau"):
            np.testing.assert_array_equal(getattr(runs, name)[k], getattr(one, name))


def test_neighbouring_large_seeds_are_different_noise() -> None:
    sensors = [kl.Sensors(noise={"q": 1e-5}, seed=2**63 + k) for k in range(3)]
    tau = [kl.simulate(ROBOT, LAW, PATH, sensors=each, **CLOCK).tau[0, 0] for each in sensors]
    assert len(set(tau)) == 3
    with pytest.raises(ShapeError, match="seed is 18446744073709551616, expected a whole number from 0 to"):
        kl.simulate(ROBOT, LAW, PATH, sensors=kl.Sensors(noise={"q": 1e-5}, seed=2**64), **CLOCK)


ENDS: dict[str, tuple[Any, Any, dict[str, Any], kl.RunStatus]] = {
    "at the first sample": (fails_at(0.0), PATH, {}, kl.RunStatus.LAW_NOT_FINITE),
    "in the middle": (fails_at(0.01), PATH, {"actuators": kl.Actuators(rate_limit=1e4)}, kl.RunStatus.LAW_NOT_FINITE),
    "a period late": (fails_at(0.01), PATH, {"actuators": kl.Actuators(delay=True)}, kl.RunStatus.LAW_NOT_FINITE),
    "at the last sample": (fails_at(0.02), PATH, {}, kl.RunStatus.LAW_NOT_FINITE),
    "out of reach": (LAW, kl.Quintic([0.155, 0.3], [0.165, 0.3], 0.02), {}, kl.RunStatus.REFERENCE_LOST),
}


@pytest.mark.parametrize("keep", ["samples", "summary"])
@pytest.mark.parametrize("case", ENDS)
def test_a_run_that_stops_is_reported_as_alone_and_never_wins(case: str, keep: Any) -> None:
    law, path, options, status = ENDS[case]
    one = kl.simulate(ROBOT, law, path, plant=kl.Native(parameters={"m_p": 2.0}), **options, **CLOCK)
    runs = kl.rollouts(ROBOT, law, path, vary={"plant.m_p": [2.0, 2.0]}, keep=keep, **options, **CLOCK)
    assert one.status == runs.status[0] == status
    assert runs.stopped[0] == one.t[-1]
    assert np.isnan([runs.error_rms[0], runs.error_max[0], runs.error_last[0], *runs.tau_max[0]]).all()


def test_a_run_that_ends_within_a_period_has_the_state_of_its_last_sample() -> None:
    robot = kl.load("gantry")
    path = kl.Quintic(np.zeros(3), np.ones(3), 0.02)
    options: dict[str, Any] = {"q": np.zeros(3), "plant": kl.Native(substeps=40), **CLOCK}
    one = kl.simulate(robot, kl.casadi_law(explodes), path, **options)
    runs = kl.rollouts(robot, kl.casadi_law(explodes), path, vary={"qd": np.zeros((2, 3))}, **options)
    assert one.status == runs.status[0] == kl.RunStatus.DIVERGED
    assert runs.stopped[0] == one.t[-1] == 0.01
    np.testing.assert_array_equal(runs.q[0][: len(one)], one.q)


def test_what_a_machine_that_follows_rates_is_measured_at_are_its_own_rates() -> None:
    """Its rods are not those that the controller believes in."""
    told: list[Array] = []

    def law(t: float, measured: Any, reference: Any, state: Any, model: Any) -> tuple[Any, Any]:
        told.append(np.array(measured.qd))
        return [0.2, -0.1], state

    plant = kl.Kinematic(parameters={"l": 0.5 * ROBOT.parameters["d"] + 0.1})
    run = kl.simulate(ROBOT, kl.python_law(law, drives="rate"), q=None, duration=0.01, period=1e-3, plant=plant)
    np.testing.assert_allclose(told[1:], run.qd[1:], rtol=1e-12)


def test_a_serial_arm_runs_with_chosen_steps_and_on_a_plant_of_ones_own() -> None:
    """Which report accelerations, and no loop forces."""
    robot = kl.load("two_r")
    start: dict[str, Any] = {"q": [0.3, -0.4], "qd": [1.0, 0.5], "duration": 0.1, "period": 0.01}
    fine = kl.simulate(robot, None, plant=kl.Native(substeps=20), recording=kl.Recording(samples=2), **start)
    plants: tuple[Any, ...] = kl.Native(integrator=kl.Adaptive(limits=False)), NativePlant(robot, 20)
    for plant in plants:
        run = kl.simulate(robot, None, recording=kl.Recording(samples=2), plant=plant, **start)
        np.testing.assert_allclose(run.q, fine.q, atol=1e-11)
        np.testing.assert_allclose(run.qdd[1:], fine.qdd[1:], atol=1e-8)
        assert run.loop_force.shape == (21, 0)


def test_machines_of_other_lengths_begin_at_their_own_start() -> None:
    runs = kl.rollouts(ROBOT, None, vary={"l": [0.4, 0.45, 1e-3]}, **CLOCK)
    for k, length in enumerate((0.4, 0.45)):
        np.testing.assert_array_equal(runs.q[k], kl.simulate(ROBOT.with_parameters(l=length), None, **CLOCK).q)
    assert runs.status[2] == kl.RunStatus.NOT_STARTED


def test_a_parameter_that_acts_through_another_moves_the_start_too() -> None:
    links = tuple(kl.Link(name=name, mass=1.0, inertia=(1e-2, 1e-2, 1e-2, 0, 0, 0)) for name in "ab")
    far = kl.Pose(xyz=("length", 0, 0))
    joints = (
        kl.Joint(name="q1", kind="revolute", parent="base", child="a"),
        kl.Joint(name="q2", kind="revolute", parent="a", child="b", origin=far),
    )
    robot = kl.load(
        kl.Mechanism(
            name="scaled",
            task=("x", "y"),
            parameters={"scale": 0.3, "length": "2*scale"},
            links=links,
            joints=joints,
            tool=kl.Anchor(link="b", origin=far),
            start={"q1": 0.3, "q2": 0.4},
        )
    )
    path = kl.Quintic([0.9, 0.5], [0.8, 0.6], 0.1)
    runs = kl.rollouts(robot, LAW, path, vary={"scale": [0.3, 0.33]}, **CLOCK)
    for k, scale in enumerate((0.3, 0.33)):
        np.testing.assert_array_equal(runs.q[k], kl.simulate(robot.with_parameters(scale=scale), LAW, path, **CLOCK).q)
