"""How much a crossing in closed loop withstands: pushes against the motion, and masses that the law does not know."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from kinloop.simulation.options.run_options import Actuators
from kinloop.simulation.record.record import RunStatus
from kinloop.simulation.sweep.rollouts import rollouts
from kinloop.studies.biglide.biglide_paths import biglide
from kinloop.type2_crossing.crossing import crossing
from kinloop.type2_crossing.crossing_plan import CrossingPlan

Array = np.ndarray
START, END, MODE = (0.1, 0.4), (-0.1, 0.2), (1, -1)
AGAINST = np.array([0.832, 0.5547, 0, 0, 0, 0])  # the direction of the pushes, against the motion at the crossing
SATURATION = 50.0  # [N]
FARTHEST, LAST = 0.3, 0.2  # of the way from the crossing to the end: how far away a run may be, and one second after its end


@dataclass(frozen=True, eq=False)
class RobustnessMap:
    """Which runs succeed: a row for each push [N], a column for each mass of the platform [kg]."""

    pushes: Array
    masses: Array
    succeeds: Array

    @property
    def largest_push(self) -> float:
        """The largest push up to which every run with the mass that the law knows (3 kg) succeeds."""
        nominal = int(np.argmin(np.abs(self.masses - 3.0)))
        lost = np.flatnonzero(~self.succeeds[:, nominal])
        return float(self.pushes[-1] if not lost.size else self.pushes[lost[0] - 1] if lost[0] else 0.0)


@cache
def biglide_plan(duration: float) -> CrossingPlan:
    """The plan of a crossing from (0.1, 0.4) to (-0.1, 0.2)."""
    return crossing(biglide(), START, END, mode=MODE, duration=duration)


def robustness_map(duration: float, pushes: Array, masses: Array) -> RobustnessMap:
    """Runs under the plan's controller. One succeeds if it is complete, ends beyond the singularity and stays near its path."""
    plan = biglide_plan(duration)
    push, mass = (each.ravel() for each in np.meshgrid(pushes, masses, indexing="ij"))
    runs = rollouts(
        plan.robot,
        plan.controller(),
        plan.trajectory,
        duration=plan.duration + 1.0,
        period=1e-3,
        vary={"plant.m_p": mass, "environment.wrenches.tool": push[:, None] * AGAINST},
        actuators=Actuators(saturation=SATURATION),
        keep="summary",
    )
    reach = np.linalg.norm(np.array(END) - plan.x)
    assembly = () if plan.mode_after is None else plan.mode_after.assembly
    is_beyond = (runs.assembly_last == np.array(assembly)).all(axis=-1)
    is_near = (runs.error_max <= FARTHEST * reach) & (runs.error_last <= LAST * reach)
    succeeds = (runs.status == RunStatus.COMPLETE) & is_beyond & is_near
    return RobustnessMap(pushes, masses, succeeds.reshape(len(pushes), len(masses)))
