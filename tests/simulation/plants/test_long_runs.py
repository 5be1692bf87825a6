"""Loops after very many steps: every closure row, the redundant ones too, against the machine's own size.

``benchmarks/long_runs.py`` takes a million steps on every closed machine; here the quickest does, and the others a tenth.
"""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from described_runs import drift, follow_motion, plan_motion
from machines import robot_named

import kinloop as kl

CLOSED = [name for name in kl.library() if robot_named(name).mechanism.loops]

# A million steps, and machines with thousands of instructions a step.
LARGE = ("biglide", "delta_parallelograms", "stewart_gough")


def size(robot: kl.Robot) -> float:
    """The length scale of its description."""
    model = robot.models.formulas.model
    return float(ca.Function("size", [model.tree_model.parameters], [model.length_scale])(*robot.models.parameter_inputs))


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.long] * (name in LARGE)) for name in CLOSED])
def test_all_loops_are_closed_after_very_many_steps(name: str) -> None:
    """The description's motion, there and back, in steps of 1 ms; 1e-15 is what is seen, from the first step to the last."""
    steps = 1_000_000 if name == "biglide" else 100_000
    run = follow_motion(name, plan_motion(name, 1e-3 * steps, 1e-2), substeps=10)
    robot = robot_named(name)
    nq = len(robot.mechanism.coordinates)
    q, qd = run.states[:, :nq], run.states[:, nq:]
    assert len(q) == steps // 10 + 1
    gaps = robot.closure(q)
    assert gaps.shape[1] == robot.models.formulas.model.all_rows.h.numel()
    assert np.abs(gaps).max() < 1e-13 * size(robot)
    assert np.ptp(q[-2000:, : robot.n_active], axis=0).min() > 1e-2  # it still moves
    _, K = robot.models.kernel("all_closures")(q[-100:], *robot.models.parameter_inputs)
    assert np.abs(K @ qd[-100:, :, None]).max() < 1e-13
    assert drift(name, run)[0] < 1e-9
