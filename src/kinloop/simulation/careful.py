"""Periods of a run with fixed steps that come near a configuration-space singularity: there steps are chosen, and it is passed.

A fixed step next to a loss of rank answers with energy that no force put in. So the clearance of the motion is looked at, and a
period whose clearance is too short is integrated by the adaptive plant.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kinloop.model.robot import Robot
from kinloop.simulation.adaptive import Adaptive, AdaptivePlant
from kinloop.simulation.clearance import EVERY, clearance, horizon, is_far
from kinloop.simulation.record import Event

Array = np.ndarray


class Careful:
    """Which periods of a run need chosen steps, and these periods. ``finer``: parts of a period, the states after each of which
    are in :attr:`between`, by the number of the sample before them."""

    def __init__(self, robot: Robot, wrenches: Mapping[str, Array], period: float, substeps: int, finer: int = 1) -> None:
        self._robot, self._wrenches, self._finer = robot, wrenches, finer
        self.period, self._enough = period, horizon(period, substeps)
        self._is_closed = bool(robot._derived.model.kept_rows)
        self._nq = len(robot.mechanism.coordinates)
        self._plant: AdaptivePlant | None = None
        self.is_active = self._is_suspect = False
        self.events: list[Event] = []
        self.between: dict[int, Array] = {}

    def is_needed(self, k: int, state: Array) -> bool:
        """Whether the period after sample ``k`` is one; asked of every sample in turn, with the state there."""
        if not self._is_closed:
            return False
        if not self.is_active and k % EVERY and not self._is_suspect:
            return False
        q, qd = np.split(state, [self._nq])
        derived, p = self._robot._derived, self._robot._p
        was_active = self.is_active
        if not was_active and not k % EVERY:
            self._is_suspect = not is_far(derived, q, qd, p, self.period, self._enough)
        self.is_active = (was_active or self._is_suspect) and bool(clearance(derived, q, qd, p) < self._enough)
        if was_active and not self.is_active:
            self._is_suspect = not is_far(derived, q, qd, p, self.period, self._enough)
        return self.is_active

    def enter(self) -> None:
        """The next sample is known to need care."""
        self.is_active = True

    def move(self, k: int, time: float, state: Array, command: Array) -> Array:
        """The state at the end of the period after sample ``k``, which begins at ``time`` [s]. Raises RunEnds where the motion is
        not determined."""
        if self._plant is None:
            self._plant = AdaptivePlant(self._robot, Adaptive(limits=False), self._wrenches or None, has_loci=False)
        plant = self._plant
        if not np.array_equal(plant.state, state):
            plant.start(state[: self._nq], state[self._nq :], time)
        told = len(plant.events)
        try:
            states = [plant.move(command, self.period / self._finer) for _ in range(self._finer)]
        finally:
            self.events += plant.events[told:]
        if self._finer > 1:
            self.between[k] = np.array(states[:-1])
        return states[-1]
