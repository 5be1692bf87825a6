"""How much a crossing in closed loop withstands: durations, pushes against the motion, and masses that the law does not know.

The Biglide goes from (0.1, 0.4) to (-0.1, 0.2) through its Type 2 singularity, with the plan of each duration. A run succeeds if
it is complete, ends beyond the singularity, was never away by more than 0.3 R, and is within 0.2 R one second after the end, with
R the distance from the crossing to the end.
"""

from __future__ import annotations

import time

import numpy as np
from measure import Measure

import kinloop as kl

Array = np.ndarray
START, END, MODE = (0.1, 0.4), (-0.1, 0.2), (1, -1)
AGAINST = np.array([0.832, 0.5547, 0, 0, 0, 0])
DURATIONS = (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0)
PUSHES, MASSES = np.linspace(0.0, 6.0, 25), np.linspace(1.5, 4.5, 40)  # [N], [kg]; the law knows 3 kg
SATURATION = 50.0  # [N]
FARTHEST, LAST = 0.3, 0.2


def measures() -> list[Measure]:
    robot = kl.load("biglide")
    begin = time.perf_counter()
    plans = [kl.crossing(robot, START, END, mode=MODE, duration=duration) for duration in DURATIONS]
    planned = time.perf_counter()
    maps = [success(plan) for plan in plans]
    end = time.perf_counter()
    nominal = int(np.argmin(np.abs(MASSES - 3.0)))
    found = [
        Measure("robustness map", "runs", float(sum(each.size for each in maps)), "runs"),
        Measure("robustness map", "plans and runs", end - begin, "s", target=45.0),
        Measure("robustness map", "of it, plans", planned - begin, "s"),
        Measure("robustness map", "runs that succeed", 100 * float(np.mean(maps)), "%"),
    ]
    for duration, each in zip(DURATIONS, maps, strict=True):
        lost = np.flatnonzero(~each[:, nominal])
        most = PUSHES[-1] if not lost.size else PUSHES[lost[0] - 1] if lost[0] else 0.0
        found.append(Measure("robustness map", f"largest push, {duration:g} s", float(most), "N"))
    return found


def success(plan: kl.CrossingPlan) -> Array:
    """Whether each run succeeds, (pushes, masses)."""
    pushes, masses = (each.ravel() for each in np.meshgrid(PUSHES, MASSES, indexing="ij"))
    runs = kl.rollouts(
        plan.robot,
        plan.controller(),
        plan.trajectory,
        duration=plan.duration + 1.0,
        period=1e-3,
        vary={"plant.m_p": masses, "environment.wrenches.tool": pushes[:, None] * AGAINST},
        actuators=kl.Actuators(saturation=SATURATION),
        keep="summary",
    )
    reach = np.linalg.norm(np.array(END) - plan.x)
    assert plan.mode_after is not None
    is_beyond = (runs.assembly_last == plan.mode_after.assembly).all(axis=-1)
    is_near = (runs.error_max <= FARTHEST * reach) & (runs.error_last <= LAST * reach)
    return ((runs.status == kl.RunStatus.COMPLETE) & is_beyond & is_near).reshape(len(PUSHES), len(MASSES))
