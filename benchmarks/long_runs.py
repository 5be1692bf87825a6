"""A million steps on every closed machine: how far any closure row is open, the redundant ones too, and what a step costs.

One run each, 1000 s in steps of 1 ms, its active joints along sines of incommensurable periods under a linear law: the library's
closed machines, and those of the tests that have redundant closures, quaternions or legs without mass. The gap is that of all
samples kept, one a second, over the machine's length scale.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter
from typing import Any

import casadi as ca
import numpy as np
from measure import Measure

import kinloop as kl

sys.path.append(str(Path(__file__).parents[1] / "tests" / "helpers"))  # the tests have machines of their own

from machines import CLOSED, robot_named

STEP = 1e-3
STEPS = 1_000_000
EVERY = 1000
TARGET = 1e-13
FREQUENCY = 10.0  # rad/s, of the controlled joints
WAY = 0.04  # rad or m, of each active joint to both sides
MACHINES = [name for name in kl.library() if robot_named(name).mechanism.loops] + list(CLOSED)


def along_sines(t: Any, measured: Any, reference: Any, state: Any, model: Any, centre: Any, hold: Any, inertia: Any) -> Any:
    """Towards a moving configuration; ``hold`` is what gravity and springs take at its centre, ``inertia`` that of the centre."""
    n = model.n_active
    speeds = [2.0 + 0.37 * k for k in range(n)]
    wanted = centre + WAY * ca.vertcat(*(ca.sin(w * t) for w in speeds))
    rate = WAY * ca.vertcat(*(w * ca.cos(w * t) for w in speeds))
    pull = FREQUENCY**2 * (wanted - measured.q_active) + 2 * FREQUENCY * (rate - measured.qd_active)
    return hold + inertia @ pull, state


def measures() -> list[Measure]:
    return [measure for name in MACHINES for measure in of_machine(name)]


def of_machine(name: str) -> list[Measure]:
    robot = robot_named(name)
    model = robot.models.formulas.model
    q = model.assembled.configurations[0]
    still = np.zeros(len(robot.mechanism.rates))
    n = robot.n_active
    gains = {
        "centre": q[:n],
        "hold": robot.inverse_dynamics(q, still, np.zeros(n)),
        "inertia": robot.inertia(q),
    }
    law = kl.casadi_law(along_sines, **gains)

    def run_for(steps: int) -> kl.Rollouts:
        return kl.rollouts(robot, law, duration=STEP * steps, period=STEP, every=EVERY, q=q, threads=1)

    run_for(EVERY)  # compiled
    started = perf_counter()
    run = run_for(STEPS)
    seconds = perf_counter() - started
    size = float(
        ca.Function("size", [model.tree_model.parameters], [model.length_scale])(
            *(robot.models.parameter_inputs or (np.zeros(0),))
        )
    )
    gaps = np.abs(robot.closure(run.q)).max(axis=-1) / size
    moved = float(np.ptp(run.q[..., :n], axis=-2).min())
    if int(run.status) or not moved > WAY:
        raise RuntimeError(f"{name}: the run did not go as it should: {run!r}, its joints moved by {moved:.3g}")
    return [
        Measure("long runs", f"{name}, largest gap over 1e6 steps", float(gaps.max()), "of its size", target=TARGET),
        Measure("long runs", f"{name}, gap after 1e6 steps", float(gaps[..., -1]), "of its size", target=TARGET),
        Measure("long runs", f"{name}, a step of a single run", seconds / STEPS * 1e6, "us"),
    ]
