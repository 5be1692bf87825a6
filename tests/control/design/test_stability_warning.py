"""The warning of an unstable sampled loop: when it is given, what it names, and when it is not."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl

HOLD = kl.Quintic([1.0], [1.0], 1.0, space="active")
STILL = kl.Quintic([0.1, 0.3], [0.1, 0.3], 1.0)


def joint_run(law: kl.Law, period: float, **options: Any) -> kl.Record:
    return kl.simulate(robot_named("one_joint"), law, HOLD, duration=20 * period, period=period, q=[1.0], **options)


@pytest.mark.parametrize(
    ("law", "period"), [(kl.PD(1.0, 0.1), 0.12), (kl.PID(1.0, 2.0, 0.1), 0.12), (kl.ComputedTorque(100.0, 20.0), 0.12)]
)
def test_a_period_that_is_too_long_is_named_with_its_bound(law: kl.Law, period: float) -> None:
    bound = kl.largest_period(robot_named("one_joint"), law, [1.0])
    with pytest.warns(kl.UnstableLoop, match=f"stable with periods up to {bound:.4g} s"):
        joint_run(law, period)


def test_gains_of_100_are_unstable_above_20_ms() -> None:
    robot, law = robot_named("biglide"), kl.ComputedTorque(100.0, 100.0)
    with pytest.warns(kl.UnstableLoop, match=r"with a period of 0.021 s: .* periods up to 0.02 s"):
        kl.simulate(robot, law, STILL, duration=0.21, period=0.021)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kl.simulate(robot, law, STILL, duration=0.19, period=0.019)


def test_an_integral_gain_beyond_its_bound_is_unstable_with_every_period() -> None:
    robot = robot_named("one_joint")
    bound = kl.integral_gain_bound(robot, [1.0], 1.0, 0.1)
    with pytest.warns(kl.UnstableLoop, match="unstable with every period"):
        joint_run(kl.PID(1.0, 1.2 * float(np.ravel(bound.ki)[0]), 0.1), 1e-3)


def test_friction_and_stable_loops_get_no_warning() -> None:
    """Without friction a PD law without kd would be unstable when sampled; this joint's friction damps it."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        joint_run(kl.PD(0.5, 0.0), 1e-3)
        joint_run(kl.PID(1.0, 2.0, 0.1), 1e-3)
        joint_run(kl.PD(1.0, 0.1), 1e-3, actuators=kl.Actuators(delay=True))


def test_a_delay_and_rollouts_are_seen() -> None:
    robot = robot_named("one_joint")
    law = kl.ComputedTorque(100.0, 20.0)
    bound = kl.largest_period(robot, law, [1.0], delay=True)
    assert bound < 0.5 * kl.largest_period(robot, law, [1.0])
    with pytest.warns(kl.UnstableLoop, match=f"up to {bound:.4g} s"):
        joint_run(law, 1.1 * bound, actuators=kl.Actuators(delay=True))
    with pytest.warns(kl.UnstableLoop):
        kl.rollouts(robot, law, HOLD, duration=1.2, period=0.12, q=[1.0], vary={"m": [0.25, 0.3]})


def test_a_filter_a_rough_model_and_a_passive_pendulum_are_looked_at_in_full() -> None:
    free = robot_named("one_joint").with_parameters(beta=0.0)
    with pytest.warns(kl.UnstableLoop):
        kl.simulate(free, kl.PID(5.0, 0.5, 0.1, filter=0.4), HOLD, duration=0.02, period=1e-3, q=[1.0])
    arm = robot_named("two_r")
    still = kl.Quintic(arm.start, arm.start, 1.0, space="active")
    heavy = {name: 3.0 * float(value) for name, value in arm.parameters.items() if name in ("m1", "m2")}
    assert heavy
    with pytest.warns(kl.UnstableLoop):
        kl.simulate(arm, kl.ComputedTorque(400.0, 1500.0, heavy), still, duration=0.01, period=1e-3)
