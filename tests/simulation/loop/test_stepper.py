"""A run step by step: the numbers of ``simulate``, and pushes between the steps."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kinloop as kl

ROBOT = kl.load("five_bar")
PATH = kl.described_motion(ROBOT)
LAW = kl.ComputedTorque(400.0, 40.0)
CLOCK: dict[str, Any] = {"duration": 0.3, "period": 1e-3}
ARRAYS = ("t", "q", "qd", "qdd", "tau", "x", "xd", "x_ref", "error", "q_ref", "loop_force", "energy")


def assert_same(one: kl.Record, other: kl.Record) -> None:
    """To the last bit."""
    for name in ARRAYS:
        assert np.array_equal(getattr(one, name), getattr(other, name), equal_nan=True), name
    assert one.status == other.status
    assert one.events == other.events
    assert one.options == other.options


CASES: dict[str, tuple[Any, Any, dict[str, Any]]] = {
    "native": (LAW, PATH, {}),
    "noise, delay and a law of the task": (
        kl.ComputedTorque(400.0, 40.0, space="task"),
        PATH,
        {"sensors": kl.Sensors(noise={"q": 1e-5, "qd": 1e-3}, seed=3), "actuators": kl.Actuators(delay=True)},
    ),
    "a law with memory and a wrench": (
        kl.PID(20.0, 10.0, 0.5),
        PATH,
        {"environment": kl.Environment({"tool": [1, 0, 0, 0, 0, 0]}, pulses=[kl.Pulse([0, 1, 0, 0, 0, 0], 0.1, 0.05)])},
    ),
    "kinematic": (kl.KinematicControl(10.0), PATH, {"plant": "kinematic"}),
    "no law": (None, None, {}),
    "substeps and samples between commands": (
        LAW,
        PATH,
        {"plant": kl.Native(substeps=2), "recording": kl.Recording(samples=3)},
    ),
    "a law in Python": (kl.python_law(lambda t, m, r, s, model: (0.05 * np.ones(2), s)), None, {"pushes": ()}),
}


@pytest.mark.parametrize("case", CASES)
def test_a_run_that_nobody_pushes_is_that_of_simulate_to_the_bit(case: str) -> None:
    law, path, options = CASES[case]
    pushes = {"pushes": options["pushes"]} if "pushes" in options else {}
    options = {name: value for name, value in options.items() if name != "pushes"}
    stepper, random, taken = kl.Stepper(ROBOT, law, path, **CLOCK, **options, **pushes), np.random.default_rng(0), []
    while not stepper.is_over:
        taken.append(stepper.step(int(random.integers(1, 60))))
    whole = kl.simulate(ROBOT, law, path, **CLOCK, **options)
    assert_same(stepper.record(), whole)
    assert np.array_equal(np.concatenate([part.t for part in taken]), CLOCK["period"] * np.arange(301))
    if not options.get("recording"):
        assert np.array_equal(np.concatenate([part.q for part in taken]), whole.q)
    assert not len(stepper.step().t)  # it has ended


@pytest.mark.parametrize("plant", ["mujoco", "exudyn"])
def test_external_engines_are_stepped_and_pushed(plant: str) -> None:
    pytest.importorskip(plant)
    clock = {"duration": 0.05, "period": 1e-3}
    stepper = kl.Stepper(ROBOT, LAW, PATH, plant=plant, **clock)
    stepper.step(100)
    assert_same(stepper.record(), kl.simulate(ROBOT, LAW, PATH, plant=plant, **clock))
    pushed = kl.Stepper(ROBOT, LAW, PATH, plant=plant, **clock)
    pushed.step(10)
    pushed.push([2.0, 1.0, 0.0, 0.0, 0.0, 0.0])
    pushed.step(100)
    again = kl.simulate(ROBOT, LAW, PATH, plant=plant, **clock, environment=pushed.environment)
    assert np.abs(pushed.record().q - again.q).max() < 1e-8
    assert np.abs(pushed.record().q - stepper.record().q).max() > 1e-5


def test_pushes_act_from_the_next_period_on_and_are_pulses_of_the_record() -> None:
    stepper = kl.Stepper(ROBOT, LAW, PATH, **CLOCK)
    plain = kl.simulate(ROBOT, LAW, PATH, **CLOCK)
    stepper.step(50)
    stepper.push([2.0, 1.0, 0.0, 0.0, 0.0, 0.0])
    stepper.push([3.0, 0.0, 0.0, 0.0, 0.0, 0.0])  # the first one never acted
    stepper.step(30)
    stepper.push([0.0, -1.0, 0.0, 0.0, 0.0, 0.0])
    stepper.step(20)
    so_far = stepper.record()
    stepper.push(np.zeros(6))
    stepper.step(1000)
    record = stepper.record()
    assert so_far.status == kl.RunStatus.INTERRUPTED
    assert np.array_equal(so_far.q, record.q[: len(so_far)])
    pulses = record.options["environment"]["pulses"]
    assert [(each["start"], round(each["duration"], 12), each["wrench"][:2]) for each in pulses] == [
        (0.05, 0.03, [3.0, 0.0]),
        (0.08, 0.02, [0.0, -1.0]),
    ]
    assert np.array_equal(record.q[:51], plain.q[:51])
    assert not np.array_equal(record.q[52], plain.q[52])
    again = kl.simulate(ROBOT, LAW, PATH, **CLOCK, environment=stepper.environment)
    for name in ARRAYS:
        assert np.allclose(getattr(again, name), getattr(record, name), rtol=1e-10, atol=1e-10, equal_nan=True), name


def test_a_push_adds_to_the_wrenches_of_the_environment() -> None:
    given = kl.Environment({"tool": [1.0, 0, 0, 0, 0, 0]}, pulses=[kl.Pulse([0, 1.0, 0, 0, 0, 0], 0.02, 0.1)])
    stepper = kl.Stepper(ROBOT, LAW, PATH, **CLOCK, environment=given)
    stepper.step(10)
    stepper.push([0.0, 2.0, 0.0, 0.0, 0.0, 0.0])
    stepper.step(500)
    again = kl.simulate(ROBOT, LAW, PATH, **CLOCK, environment=stepper.environment)
    assert np.abs(again.q - stepper.record().q).max() < 1e-12


def test_a_link_can_be_pushed_and_a_frame_that_was_not_named_cannot() -> None:
    link = ROBOT.mechanism.link_names[-1]
    stepper = kl.Stepper(ROBOT, LAW, PATH, **CLOCK, pushes=[link])
    stepper.push([0.0, 1.0, 0.0, 0.0, 0.0, 0.0], link)
    stepper.step(5)
    assert stepper.record().options["environment"]["pulses"][0]["frame"] == link
    with pytest.raises(kl.UnknownName, match="no frame 'tool'"):
        stepper.push(np.ones(6))


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: kl.Stepper(ROBOT, None, PATH, **CLOCK, plant="prescribed"), kl.UnsupportedOperation),
        (lambda: kl.Stepper(ROBOT, LAW, PATH, **CLOCK, pushes="tool"), kl.ShapeError),
        (lambda: kl.Stepper(ROBOT, LAW, PATH, **CLOCK, pushes=["tol"]), kl.UnknownName),
        (lambda: kl.Stepper(ROBOT, LAW, PATH, **CLOCK, nonsense=1), kl.UnknownArgument),
        (lambda: kl.Stepper(ROBOT, LAW, PATH, **CLOCK).push([1.0, 2.0]), kl.ShapeError),
        (lambda: kl.Stepper(ROBOT, LAW, PATH, **CLOCK).push([np.nan] * 6), kl.NotFinite),
        (lambda: kl.Stepper(ROBOT, LAW, PATH, **CLOCK).step(0), kl.ShapeError),
        (
            lambda: kl.Stepper(ROBOT, kl.KinematicControl(1.0), PATH, **CLOCK, plant="kinematic").push(np.ones(6)),
            kl.UnsupportedOperation,
        ),
    ],
)
def test_what_no_stepper_takes_is_a_sentence(call: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        call()


def test_a_run_that_ends_early_has_ended() -> None:
    away = kl.Quintic(ROBOT.frame_pose(ROBOT.start).position[:2], [5.0, 5.0], 0.3)
    stepper = kl.Stepper(ROBOT, LAW, away, **CLOCK)
    while not stepper.is_over:
        samples = stepper.step(7)
        assert np.isfinite(samples.q).all()
    assert stepper.record().status == kl.RunStatus.REFERENCE_LOST
    assert stepper.time < 0.3
    stepper.push(np.ones(6))  # nobody feels it
    assert len(stepper.environment.pulses) == 0


def test_the_state_and_the_command_between_steps_are_those_of_the_record() -> None:
    stepper = kl.Stepper(ROBOT, LAW, PATH, **CLOCK)
    assert stepper.last_command is None
    stepper.step(40)
    q, qd = stepper.state
    record = kl.simulate(ROBOT, LAW, PATH, **CLOCK)
    assert stepper.time == record.t[40]
    assert np.array_equal(q, record.q[40])
    assert np.array_equal(qd, record.qd[40])
    assert np.array_equal(stepper.last_command, record.tau[39])
