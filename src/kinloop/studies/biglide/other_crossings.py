"""Crossings of other machines, which take a minute: the five-bar, the 3-RRR and the Delta robot."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kinloop.model.robot import load
from kinloop.simulation.loop.simulate import simulate
from kinloop.studies.framework.finding import Finding, go_beyond
from kinloop.studies.framework.study_context import StudyContext
from kinloop.type2_crossing.crossing import crossing

PERIOD = 1e-3


@dataclass(frozen=True)
class OtherCrossing:
    """A machine, its start and end, and the largest error of the tool that is asked [m]."""

    machine: str
    start: tuple[float, ...]
    end: tuple[float, ...]
    duration: float
    most: float = 2e-6
    mode: tuple[int, ...] | None = None
    parameters: dict[str, float] = field(default_factory=dict)
    engines: tuple[str, ...] = ("exudyn", "mujoco")


OTHERS = (
    OtherCrossing("five_bar", (0.02, 0.12), (-0.01, 0.05), 0.3, mode=(-1, 1)),
    OtherCrossing("three_rrr", (0.0, 0.0, 0.0), (0.02, 0.01, -1.0), 1.0),
    OtherCrossing("delta_parallelograms", (0, 0, -0.3), (0, 0, 0), 0.5, parameters={"l": 0.63}, engines=("exudyn",)),
)


def other_crossings(context: StudyContext) -> list[Finding]:
    """Each machine planned and followed in closed loop, on our own plant and on the engines that can."""
    found = []
    for each in OTHERS:
        robot = load(each.machine, **each.parameters)
        options: dict[str, Any] = {} if each.mode is None else {"mode": each.mode}
        plan = crossing(robot, each.start, each.end, duration=each.duration, **options)
        for plant in ("native", *(name for name in context.engines if name in each.engines)):
            duration = PERIOD * round(plan.duration / PERIOD)
            run = simulate(robot, plan.controller(), plan.trajectory, duration=duration, period=PERIOD, plant=plant)
            lengths = np.array(run.units["error"]) == "m"  # of the 3-RRR also an angle
            largest = float(np.linalg.norm(run.error[:, lengths], axis=1).max()) if not run.status else float("nan")
            text = f"{each.machine} through its singularity in {each.duration:g} s, {plant}: largest error of the tool"
            found.append(go_beyond(text, "at most", each.most, largest, "m"))
    return found
