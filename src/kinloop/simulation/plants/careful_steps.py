"""Periods of a run with fixed steps that come near a configuration-space singularity: there steps are chosen, and it is passed.

A fixed step next to a loss of rank creates energy that no force put in. So the clearance of the motion is checked, and a
period whose clearance is too short is integrated by the adaptive plant.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kinloop.model.robot import Robot
from kinloop.simulation.plants.adaptive import Adaptive, AdaptivePlant
from kinloop.simulation.plants.clearance import CheckTimes, clearance, short_intervals, suspects
from kinloop.simulation.record.record import Event

Array = np.ndarray


class CarefulSteps:
    """Which periods of a run need chosen steps, and these periods. ``finer``: parts of a period, the states after each of which
    are in :attr:`between`, by the number of the sample before them."""

    def __init__(self, robot: Robot, wrenches: Mapping[str, Array], period: float, substeps: int, finer: int = 1) -> None:
        self._robot, self._wrenches, self._finer = robot, wrenches, finer
        self.period, self.checks = period, CheckTimes(period, substeps)
        self._is_closed = bool(robot.models.formulas.model.kept_rows)
        self._nq = len(robot.mechanism.coordinates)
        self._plant: AdaptivePlant | None = None
        #: The last period was one of these, and so is the next while its start is not clear.
        self.is_active = False
        self._compiled = robot.models.formulas.kernel("closure_clearance").ufunc if self._is_closed else None
        self._seen: tuple[Array, float, float] = (np.zeros(0), np.nan, np.nan)
        self.events: list[Event] = []
        self.between: dict[int, Array] = {}

    def set_wrenches(self, wrenches: Mapping[str, Array]) -> None:
        """Change the wrenches, on the same frames, from now on."""
        self._wrenches = wrenches
        if self._plant is not None:
            self._plant.set_wrenches(wrenches)

    def goes_on(self, state: Array) -> bool:
        """Whether the period after a careful one is one too, by its start."""
        if self.is_active:
            q, qd = np.split(state, [self._nq])
            near = clearance(self._robot.models.formulas, q, qd, self._robot.models.parameter_inputs) < self.checks.enough
            self.is_active = bool(near)
        return self.is_active

    def is_far(self, begin: Array, end: Array) -> bool:
        """Whether the compiled bounds at both ends show a period to be clear, as almost always; asked of every period in turn."""
        if not self._is_closed:
            return True
        if begin is not self._seen[0]:
            self._seen = begin, *self._bounds(begin)
        _, size, speed = self._seen
        self._seen = end, *self._bounds(end)
        return bool(min(size, self._seen[1]) > self.checks.enough * max(speed, self._seen[2]))  # not of NaN

    def _bounds(self, state: Array) -> tuple[float, float]:
        assert self._compiled is not None
        size, speed = self._compiled(state[: self._nq], state[self._nq :], *self._robot.models.parameter_inputs)
        return float(size), float(speed)

    def is_too_short(self, states: Array) -> bool:
        """Whether a period that fixed steps took through states (parts + 1, n) has to be integrated again, with care."""
        q, qd = np.split(states, [self._nq], axis=-1)
        formulas, p, enough = self._robot.models.formulas, self._robot.models.parameter_inputs, self.checks.enough
        return bool(suspects(formulas, q, qd, p, enough).any() and short_intervals(formulas, q, qd, p, enough).any())

    def move(self, k: int, time: float, state: Array, command: Array) -> Array:
        """The state at the end of the period after sample ``k``, which begins at ``time`` [s]. Raises RunEnds where the motion is
        not determined."""
        self.is_active = True
        if self._plant is None:
            self._plant = AdaptivePlant(self._robot, Adaptive(limits=False), self._wrenches or None, has_loci=False)
        plant = self._plant
        if not np.array_equal(plant.state, state):
            plant.start(state[: self._nq], state[self._nq :], time)
        before = len(plant.events)
        try:
            states = [plant.move(command, self.period / self._finer) for _ in range(self._finer)]
        finally:
            self.events += plant.events[before:]
        if self._finer > 1:
            self.between[k] = np.array(states[:-1])
        return states[-1]
