"""Pulses: wrenches that act for some time, alike on every plant, in Python laws and in rollouts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.errors import NotFinite, ShapeError, UnknownName, UnsupportedOperation

HOLD = kl.Quintic([0.1, 0.3], [0.1, 0.3], 0.5)
PUSH = kl.Environment(pulses=[kl.Pulse([5.0, 3.0, 0, 0, 0, 0], 0.02, 0.03)])
CLOCK: dict[str, Any] = {"duration": 0.1, "period": 1e-3}
LAW = kl.PD(200.0, 20.0)


def push_run(**options: Any) -> kl.Record:
    return kl.simulate(robot_named("biglide"), LAW, HOLD, **{**CLOCK, "environment": PUSH, **options})


def test_a_pulse_gives_a_free_mass_its_impulse() -> None:
    joint = kl.Joint(name="s", kind="prismatic", parent="base", child="cart", axis=(1, 0, 0))
    mechanism = kl.Mechanism(name="cart", links=(kl.Link(name="cart", mass=2.0),), joints=(joint,), tool=kl.Anchor(link="cart"))
    pulses = [kl.Pulse([4.0, 0, 0, 0, 0, 0], 0.01, 0.02), kl.Pulse([-1.0, 0, 0, 0, 0, 0], 0.02, 0.05)]
    run = kl.simulate(kl.load(mechanism), None, duration=0.1, period=1e-3, environment=kl.Environment(pulses=pulses))
    assert run.qd[10, 0] == 0.0
    assert run.qd[11, 0] == pytest.approx(4.0 * 1e-3 / 2.0, rel=1e-13)
    assert run.qd[-1, 0] == pytest.approx((4.0 * 0.02 - 1.0 * 0.05) / 2.0, rel=1e-12)
    np.testing.assert_allclose(run.qdd[[9, 10, 25, 60, 75], 0], [0.0, 2.0, 1.5, -0.5, 0.0], atol=1e-12)


def test_before_the_pulse_nothing_happens_and_a_constant_one_is_a_wrench() -> None:
    run, still = push_run(), push_run(environment=None)
    np.testing.assert_array_equal(run.q[:21], still.q[:21])
    assert np.abs(run.q[22:] - still.q[22:]).max() > 1e-3
    always = push_run(environment=kl.Environment(pulses=[kl.Pulse([5.0, 3.0, 0, 0, 0, 0], 0.0, 1.0)]))
    constant = push_run(environment={"tool": [5.0, 3.0, 0, 0, 0, 0]})
    np.testing.assert_array_equal(always.q, constant.q)
    np.testing.assert_array_equal(always.qdd, constant.qdd)


def test_plants_and_laws_in_python_agree() -> None:
    def law(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        return 200.0 * (reference.q_active - measured.q_active) + 20.0 * (reference.qd_active - measured.qd_active), state

    run = push_run()
    assert run.status == kl.RunStatus.COMPLETE
    python = kl.simulate(robot_named("biglide"), kl.python_law(law, joint_reference=True), HOLD, environment=PUSH, **CLOCK)
    np.testing.assert_allclose(run.q, python.q, atol=1e-15)
    np.testing.assert_allclose(run.q, push_run(plant=kl.Native(integrator=kl.Adaptive())).q, atol=1e-12)
    np.testing.assert_allclose(run.q, push_run(plant="mujoco").q, atol=1e-8)
    np.testing.assert_array_equal(push_run(recording=kl.Recording(3)).q[::3], run.q)


def test_exudyn_agrees_too() -> None:
    pytest.importorskip("exudyn")
    np.testing.assert_allclose(push_run().q, push_run(plant="exudyn").q, atol=1e-9)


def test_pulses_vary_in_rollouts_to_the_bit() -> None:
    wrenches, starts, lengths = np.array([[5.0, 3, 0, 0, 0, 0], [-2.0, 0, 0, 0, 0, 0]]), [0.02, 0.05], [0.03, 0.01]
    vary = {
        "environment.pulses.0.wrench": wrenches,
        "environment.pulses.0.start": starts,
        "environment.pulses.0.duration": lengths,
    }
    many = kl.rollouts(robot_named("biglide"), LAW, HOLD, environment=PUSH, vary=vary, **CLOCK)
    for k in range(2):
        alone = push_run(environment=kl.Environment(pulses=[kl.Pulse(wrenches[k], starts[k], lengths[k])]))
        np.testing.assert_array_equal(many.q[k], alone.q)
        np.testing.assert_array_equal(many.tau[k], alone.tau)


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: kl.Pulse([1.0, 2.0], 0.0, 1.0), ShapeError, r"Pulse: the wrench has shape \(2,\), expected \(6,\)"),
        (lambda: kl.Pulse(np.full(6, np.nan), 0.0, 1.0), NotFinite, "Pulse: the wrench is"),
        (lambda: kl.Pulse(np.ones(6), -1.0, 1.0), ShapeError, "Pulse: start is -1.0 s, expected one finite time from zero"),
        (lambda: kl.Pulse(np.ones(6), 0.0, np.inf), ShapeError, "Pulse: duration is inf s"),
        (lambda: kl.Pulse(np.ones(6), 0.0, 1.0, frame=3), ShapeError, "frame is 3, expected the name of a frame"),
        (lambda: kl.Environment(pulses=[3]), ShapeError, r"pulses is \[3\], expected a list of kl\.Pulse"),
        (lambda: push_run(environment=kl.Environment(pulses=[kl.Pulse(np.ones(6), 0, 1, "hand")])), UnknownName, "hand"),
        (lambda: kl.compare(robot_named("biglide"), LAW, HOLD, environment=PUSH, **CLOCK), UnsupportedOperation, "no pulses"),
        (
            lambda: kl.simulate(robot_named("biglide"), None, HOLD, plant="prescribed", environment=PUSH, **CLOCK),
            UnsupportedOperation,
            "constant wrenches only",
        ),
        (
            lambda: kl.rollouts(robot_named("biglide"), LAW, HOLD, vary={"environment.pulses.0.start": [0.1]}, **CLOCK),
            UnknownName,
            r"environment\.pulses\.0\.start",
        ),
    ],
)
def test_what_cannot_be_run_is_refused_in_words(make: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        make()


@pytest.mark.parametrize(
    "pulse", [kl.Pulse(np.ones(6), 0.0503, 0.0004), kl.Pulse(np.ones(6), 1.0, 1.0), kl.Pulse(np.ones(6), 0.01, 0.0)]
)
def test_a_pulse_that_acts_in_no_period_is_warned_of(pulse: kl.Pulse) -> None:
    with pytest.warns(kl.KinloopWarning, match="pulse 0, from .* acts in no period of the run"):
        run = push_run(environment=kl.Environment(pulses=[pulse]))
    np.testing.assert_array_equal(run.q, push_run(environment=None).q)
