"""The singular loci that a run with fixed steps crosses, as events.

Where a determinant has changed its sign from one sample to the next, that period is integrated again by the adaptive plant, which
finds the instant and the change of mode. Loci that are touched between two samples without crossing them are not seen.
"""

from __future__ import annotations

import numpy as np

from kinloop.errors import KinloopError
from kinloop.model.robot import Robot
from kinloop.simulation.loop.wrench_schedule import WrenchSchedule
from kinloop.simulation.plants.adaptive import Adaptive, AdaptivePlant
from kinloop.simulation.record.record import Event

Array = np.ndarray
# Periods that are integrated again at most: a motion that follows a locus would cross it at every sample.
MOST = 100
# Steps of the adaptive plant in such a period: a run that diverges would take its time.
STEPS = 500


def crossing_events(robot: Robot, t: Array, q: Array, qd: Array, command: Array, wrenches: WrenchSchedule) -> list[Event]:
    """The events of a run at samples (k, n) of positions, rates and held commands."""
    model = robot.models.formulas.model
    if len(t) < 2 or not model.kept_rows or model.is_redundant:
        return []
    with np.errstate(invalid="ignore"):
        measures = np.array(robot.models.kernel("active_measures")(q, *robot.models.parameter_inputs)[:2])
        changed = ((measures[:, :-1] >= 0) != (measures[:, 1:] >= 0)) & np.isfinite(measures[:, :-1] + measures[:, 1:])
    periods = np.flatnonzero(changed.any(axis=0))
    if not periods.size or periods.size > MOST:
        return []
    plant, events = AdaptivePlant(robot, Adaptive(limits=False, steps_per_period=STEPS), wrenches.constant or None), []  # type: AdaptivePlant, list[Event]
    for k in periods.tolist():
        try:
            plant.start(q[k], qd[k], float(t[k]))
            if wrenches.pulses:
                plant.set_wrenches(wrenches.of_period(float(t[k])))
            plant.move(command[k], float(t[k + 1] - t[k]))
        except KinloopError:  # it ends there, as the run itself reports; or an engine has left the loops open
            continue
        events += [event for event in plant.events if event.kind in KINDS]
    return events


KINDS = ("type 2", "type 1", "assembly mode", "working mode")
