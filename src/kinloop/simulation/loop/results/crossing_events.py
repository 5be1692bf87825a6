"""The singular loci that a run with fixed steps crosses, as events.

Where a determinant has changed its sign from one sample to the next, that period is integrated again by the adaptive plant, which
finds the instant and the change of mode. Loci that are touched between two samples without crossing them are not seen.
"""

from __future__ import annotations

import numpy as np

from kinloop.errors import KinloopError
from kinloop.model.robot import Robot
from kinloop.model.singularity.same_side import same_side
from kinloop.simulation.loop.inputs.wrench_schedule import WrenchSchedule
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
    if len(t) < 2 or not model.kept_rows:
        return []
    periods = np.flatnonzero(_crosses(robot, q))
    if not periods.size or periods.size > MOST:
        return []
    plant, events = AdaptivePlant(robot, Adaptive(limits=False, steps_per_period=STEPS), wrenches.constant or None), []  # type: AdaptivePlant, list[Event]
    # Without a determinant a locus is where the nearness is least, so the periods beside it are integrated too.
    beside = 1 if model.is_redundant else 0
    for k in periods.tolist():
        first, last = max(k - beside, 0), min(k + 1 + beside, len(t) - 1)
        try:
            plant.start(q[first], qd[first], float(t[first]))
            for n in range(first, last):
                if wrenches.varies:
                    plant.set_wrenches(wrenches.of_period(float(t[n])))
                plant.move(command[n], float(t[n + 1] - t[n]))
        except KinloopError:  # it ends there, as the run itself reports; or an engine has left the loops open
            continue
        events += [event for event in plant.events if event.kind in KINDS]
    return events


def _crosses(robot: Robot, q: Array) -> Array:
    """Whether a locus was crossed in each period between samples (k, nq)."""
    models = robot.models
    model, p = models.formulas.model, models.parameter_inputs
    with np.errstate(invalid="ignore"):
        if not model.is_redundant:
            measures = np.array(models.kernel("active_measures")(q, *p)[:2])
            changed = (measures[:, :-1] >= 0) != (measures[:, 1:] >= 0)
            return np.asarray((changed & np.isfinite(measures[:, :-1] + measures[:, 1:])).any(axis=0))
        K_p = np.asarray(models.kernel("scaled_velocity").ufunc(q, *p)[0])[..., robot.n_active :]
        known = np.isfinite(K_p).all(axis=(-2, -1))
        return ~same_side(np.where(known[:, None, None], K_p, 0.0), len(model.passive_rows)) & known[:-1] & known[1:]


KINDS = ("type 2", "type 1", "assembly mode", "working mode")
