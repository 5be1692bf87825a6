"""The kinds of events in a run, and the exception by which a plant ends a run."""

from __future__ import annotations

import numpy as np

from kinloop.errors import KinloopError
from kinloop.simulation.record.record import Event

Array = np.ndarray
LIMIT, REST, RELEASE = "limit", "rest", "release"
CONTACTS = (LIMIT, REST, RELEASE)
TOO_MANY_EVENTS, TOO_MANY_STEPS = "too many events", "too many steps"
# Remedies where the commands are not the cause.
MORE_EVENTS = "kl.Adaptive(events_per_period=...) allows more"
MORE_STEPS = "kl.Adaptive(steps_per_period=...) allows more, and a larger rtol takes fewer"
SHORTER_STEPS = "take shorter steps: plant=kl.Native(substeps=...) or kl.Native(integrator=kl.Adaptive())"
ENGINE_STEPS = "take shorter steps: plant=kl.Mujoco(step=...) or kl.Exudyn(step=...); or a shorter period"
ASSEMBLY, WORKING = "assembly mode", "working mode"
CONFIGURATION_SPACE = "configuration-space singularity"
# Kinds of events that can end a run; where the motion is not determined at a configuration-space singularity it always ends.
KINDS = (LIMIT, "type 2", "type 1", ASSEMBLY, WORKING, CONFIGURATION_SPACE)


class RunEnds(KinloopError):
    """A plant's motion ends here: ``event`` says when and why, ``q`` (nq,) and ``qd`` (nv,) are the state at that instant."""

    def __init__(self, event: Event, q: Array, qd: Array) -> None:
        super().__init__(event.message)
        self.event, self.q, self.qd = event, q, qd
