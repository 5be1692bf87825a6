"""A single call at a configuration that leaves the loops open says so, also where its formula happens to be singular there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.errors import LoopNotClosed

CALLS: dict[str, Callable[[kl.Robot, Any], Any]] = {
    "forward_velocity": lambda r, q: r.forward_velocity(q, np.ones(2)),
    "inverse_velocity": lambda r, q: r.inverse_velocity(q, np.ones(2)),
    "forward_acceleration": lambda r, q: r.forward_acceleration(q, np.zeros(4), np.ones(2)),
    "inverse_acceleration": lambda r, q: r.inverse_acceleration(q, np.zeros(4), np.ones(2)),
    "inverse_jerk": lambda r, q: r.inverse_jerk(q, np.zeros(4), np.zeros(4), np.ones(2)),
    "inverse_dynamics": lambda r, q: r.inverse_dynamics(q, np.zeros(4), np.zeros(4)),
    "inverse_dynamics of active ones": lambda r, q: r.inverse_dynamics(q, np.zeros(4), np.zeros(2)),
    "inverse_dynamics with jerk": lambda r, q: r.inverse_dynamics(q, np.zeros(4), np.zeros(4), np.zeros(4)),
    "forward_dynamics": lambda r, q: r.forward_dynamics(q, np.zeros(4), np.ones(2)),
    "inertia": lambda r, q: r.inertia(q),
    "bias": lambda r, q: r.bias(q, np.zeros(4)),
    "input_output": lambda r, q: r.input_output(q),
    "singularity": lambda r, q: r.singularity(q),
    "reactions": lambda r, q: r.reactions(q, np.zeros(4), np.zeros(2)),
    "static_effort": lambda r, q: r.static_effort(q),
    "static_wrench": lambda r, q: r.static_wrench(q, np.zeros(2)),
    "stiffness": lambda r, q: r.stiffness(q, np.ones(2)),
    "linearise": lambda r, q: r.linearise(q, np.zeros(4), np.zeros(2)),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("name", ["biglide", "five_bar"])
def test_zeros_for_passive_joints_leave_the_loops_open(name: str, call: str) -> None:
    robot = robot_named(name)
    with pytest.raises(LoopNotClosed, match=r"open by .* passive joints are all zero, and robot\.forward_geometry\(q_active\)"):
        CALLS[call](robot, np.zeros(4))
    with pytest.raises(LoopNotClosed, match=r"expected an assembled configuration$"):
        CALLS[call](robot, robot.start + 0.1 * np.arange(4))


def test_a_run_that_begins_with_zeros_for_passive_joints_says_how_to_find_them() -> None:
    with pytest.raises(LoopNotClosed, match=r"^simulate\(biglide\): .* all zero, and robot\.forward_geometry\(q_active\)"):
        kl.simulate(robot_named("biglide"), None, duration=0.1, period=0.01, q=np.zeros(4))


@pytest.mark.parametrize("q", [np.zeros(4), np.zeros(2), np.full(4, np.nan)], ids=["open loops", "active joints", "NaN"])
def test_a_fault_of_a_configuration_names_the_call_and_not_a_formula_within(q: Any) -> None:
    with pytest.raises(kl.KinloopError, match=r"^biglide\.singularity: q"):
        robot_named("biglide").singularity(q)
