"""Configurations that leave the loops open: a single call raises, a batch has NaN in their rows and only there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
import pytest
from machines import robot_named
from motion import random_states

import kinloop as kl
from kinloop.errors import LoopNotClosed

MACHINES = ["biglide", "five_bar", "three_rrr", "delta_rods", "delta_parallelograms", "stewart_gough", "four_bar"]
Model = Callable[[kl.Robot, np.ndarray, np.ndarray, np.ndarray], Any]
MODELS: dict[str, Model] = {
    "forward_velocity": lambda robot, q, qd, tau: robot.forward_velocity(q, qd[..., : robot.n_active]),
    "inverse_velocity": lambda robot, q, qd, tau: robot.inverse_velocity(q, task_rate(robot)),
    "forward_acceleration": lambda robot, q, qd, tau: robot.forward_acceleration(q, qd, tau),
    "inverse_acceleration": lambda robot, q, qd, tau: robot.inverse_acceleration(q, qd, task_rate(robot)),
    "inverse_jerk": lambda robot, q, qd, tau: robot.inverse_jerk(q, qd, qd, task_rate(robot)),
    "task_jacobian": lambda robot, q, qd, tau: robot.task_jacobian(q),
    "inverse_jacobian": lambda robot, q, qd, tau: robot.inverse_jacobian(q),
    "input_output": lambda robot, q, qd, tau: robot.input_output(q),
    "singularity": lambda robot, q, qd, tau: robot.singularity(q),
    "inverse_dynamics": lambda robot, q, qd, tau: robot.inverse_dynamics(q, qd, qd),
    "inverse_dynamics of active accelerations": lambda robot, q, qd, tau: robot.inverse_dynamics(q, qd, tau),
    "inverse_dynamics with a jerk": lambda robot, q, qd, tau: robot.inverse_dynamics(q, qd, qd, qd),
    "forward_dynamics": lambda robot, q, qd, tau: robot.forward_dynamics(q, qd, tau),
    "forward_dynamics with a wrench": lambda robot, q, qd, tau: robot.forward_dynamics(q, qd, tau, {"tool": np.ones(6)}),
    "the task's acceleration": lambda robot, q, qd, tau: robot.forward_dynamics(q, qd, tau).xdd,
    "inertia": lambda robot, q, qd, tau: robot.inertia(q),
    "bias": lambda robot, q, qd, tau: robot.bias(q, qd),
    "reactions": lambda robot, q, qd, tau: [*(r := robot.reactions(q, qd, tau)).joints.values(), *r.loops.values(), r.qdd],
    "static_effort": lambda robot, q, qd, tau: robot.static_effort(q),
    "static_wrench": lambda robot, q, qd, tau: robot.static_wrench(q, tau),
    "stiffness": lambda robot, q, qd, tau: robot.stiffness(q, np.full(robot.n_active, 1e4)),
    "linearise": lambda robot, q, qd, tau: (m := robot.linearise(q, qd, tau)) and [m.A, m.B, m.C, m.basis, m.qdd],
}
# Compiling is what costs: every model on the smallest machine, the usual ones on all.
EVERYWHERE = ("forward_velocity", "inverse_dynamics", "forward_dynamics", "inertia", "bias", "singularity")
CASES = [(name, model) for name in MACHINES for model in (MODELS if name in ("biglide", "four_bar") else EVERYWHERE)]
# The task of a crank-rocker's coupler point has more coordinates than the machine degrees of freedom.
CASES = [
    (name, model)
    for name, model in CASES
    if name != "four_bar" or not model.startswith(("inverse_", "input", "static_wrench", "sti"))
]


def task_rate(robot: kl.Robot) -> np.ndarray:
    return np.full(robot.models.kernel("inverse_velocity").inputs[1].shape, 0.1)


def arrays(result: Any, batch: int) -> list[np.ndarray]:
    """All that a result says of each sample, flat."""
    if isinstance(result, np.ndarray):
        parts = [result]
    elif isinstance(result, list):
        parts = result
    elif isinstance(result, kl.Singularity):
        parts = [*result.nearness.values(), *result.motion.values(), result.twist, result.loop_force, result.effort_per_wrench]
    else:
        assert is_dataclass(result)
        parts = [getattr(result, field.name) for field in fields(result)]
    return [part.reshape(batch, -1) for part in parts if isinstance(part, np.ndarray) and part.dtype == float and part.size]


@pytest.mark.parametrize(("name", "model"), CASES)
@pytest.mark.filterwarnings("error")
def test_a_batch_marks_the_rows_that_are_open_and_no_other(name: str, model: str) -> None:
    robot = robot_named(name)
    states = random_states(robot, 5, seed=3)
    q, call = states.q.copy(), MODELS[model]
    for joint, row in ((0, 1), (1, 3)):
        q[row, joint] += 0.1
        assert np.abs(robot.closure(q[row])).max() > 1e-3
    whole, mixed = arrays(call(robot, states.q, states.qd, states.tau), 5), arrays(call(robot, q, states.qd, states.tau), 5)
    assert whole
    for good, found in zip(whole, mixed, strict=True):
        np.testing.assert_array_equal(found[[0, 2, 4]], good[[0, 2, 4]])
        assert not np.any(np.isfinite(found[[1, 3]]))


@pytest.mark.parametrize(("name", "model"), CASES)
def test_a_single_call_names_the_loop(name: str, model: str) -> None:
    robot = robot_named(name)
    states = random_states(robot, 1, seed=3)
    q = states.q[0].copy()
    q[0] += 0.1
    with pytest.raises(LoopNotClosed, match=r"leaves the loops open by .*; loop "):
        MODELS[model](robot, q, states.qd[0], states.tau[0])


@pytest.mark.parametrize("name", MACHINES)
def test_forward_dynamics_says_which_rows_were_open(name: str) -> None:
    robot = robot_named(name)
    states = random_states(robot, 3, seed=4)
    q = states.q.copy()
    q[1, 0] += 0.1
    status = robot.forward_dynamics(q, states.qd, states.tau).status
    assert status.tolist() == [kl.Status.SOLVED, kl.Status.LOOP_NOT_CLOSED, kl.Status.SOLVED]
    assert robot.singularity(q).kind[1] == "unknown"


def test_zeros_for_the_passive_joints_are_an_open_loop_and_no_singularity() -> None:
    robot = robot_named("biglide")
    with pytest.raises(LoopNotClosed):
        robot.inertia([*robot.start[:2], 0.0, 0.0])


def test_the_edge_is_the_same_for_one_configuration_and_for_a_batch() -> None:
    """The rod of the Biglide's leg is 0.4 m long: a slide that is off by d opens its loop by about d times a cosine."""
    robot = robot_named("biglide")
    offsets = np.linspace(0.5e-4, 2e-4, 31)
    q = np.tile(robot.start, (31, 1))
    q[:, 0] += offsets
    gaps = np.abs(robot.closure(q)).max(axis=-1)
    alone = []
    for each in q:
        try:
            alone.append(robot.inertia(each))
        except LoopNotClosed:
            alone.append(np.full((2, 2), np.nan))
    together = robot.inertia(q)
    np.testing.assert_array_equal(together, alone)
    np.testing.assert_array_equal(np.isnan(together[:, 0, 0]), gaps > 3e-4 * 0.3606)
    assert 0 < np.isnan(together[:, 0, 0]).sum() < 31


def test_parameters_that_open_the_loops_are_marked_too() -> None:
    robot = robot_named("five_bar")
    varied = robot.with_parameters(l1=robot.parameters["l1"] + np.array([0.0, 0.01]))
    M = varied.inertia(robot.start)
    np.testing.assert_array_equal(M[0], robot.inertia(robot.start))
    assert np.isnan(M[1]).all()


def test_what_is_of_the_tree_alone_answers_at_open_loops() -> None:
    robot = robot_named("biglide")
    q = robot.start + 0.1
    assert np.isfinite(robot.frame_pose([q]).position).all()
    assert np.isfinite(robot.jacobian([q])).all()
    assert np.isfinite(robot.energy([q], np.zeros(4)).total).all()
    assert np.abs(robot.closure([q])).max() > 0.01
