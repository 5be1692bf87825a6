"""The search for configuration-space singularities ahead of a motion, and how the motion goes on there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from kinloop.model.dynamics.machine_size import turning_rates
from kinloop.model.robot import Robot
from kinloop.model.singularity.branches import Closures, Outcome, branch_of, singular_configuration
from kinloop.simulation.plants.branch_motion import ARRIVED, ZONE, BranchMotion, OffBranch
from kinloop.simulation.plants.clearance import clearance, short_intervals, suspects, time_to_loss
from kinloop.simulation.record.events import CONFIGURATION_SPACE
from kinloop.simulation.record.record import Event

Array = np.ndarray
# The distance, in parts of the machine's size, below which the way ahead is searched; and the tolerance with which rates at the
# singular configuration are tested against the tangent cone.
AHEAD, GIVEN = 0.1, 1e-6
# The tangent of a branch turns by about this angle over the machine's size.
CURVED = 10.0
# The closures may take this much longer to lose rank than their clearance says.
LONGEST = 10.0
# In clearances of both ends: a longer step may have gone over a singular configuration, even from rest.
OVER = 2.0
# The part of the zone that is tried next where a branch cannot be followed, and the smallest zone.
SMALLER, SMALLEST = 0.25, ZONE / 100
# The clearance falls by this factor before the way ahead is searched again.
AGAIN = 0.7


@dataclass(frozen=True, eq=False)
class Undetermined:
    """The motion arrives at a singular configuration ``q`` (nq,), and closures and mechanics do not determine how it goes on."""

    q: Array
    outcome: Outcome


class Passages:
    """The singular configurations ahead of a motion. ``wrenches`` act on frames, as in ``robot.forward_dynamics``."""

    def __init__(self, robot: Robot, wrenches: Mapping[str, Array]) -> None:
        self._robot, self._wrenches = robot, wrenches
        self._clearance = robot.models.kernel("closure_clearance").ufunc if robot.models.formulas.model.kept_rows else None
        self._zone, self._asked = ZONE, np.inf

    def set_wrenches(self, wrenches: Mapping[str, Array]) -> None:
        """Change the wrenches of passages that begin from now on."""
        self._wrenches = wrenches

    def clearance(self, y: Array, enough: float) -> float:
        """A time [s] within which the closures do not lose rank while they change as fast as at the state ``y``; a lower bound
        where that is ``enough``."""
        if self._clearance is None:
            return np.inf
        q, qd = np.split(y, [len(self._robot.mechanism.coordinates)])
        size, speed = self._clearance(q, qd, *self._robot.models.parameter_inputs)
        value = float(size / speed)
        return (
            value if value > enough else float(clearance(self._robot.models.formulas, q, qd, self._robot.models.parameter_inputs))
        )

    def is_clear(self, y0: Array, y1: Array, duration: float) -> bool:
        """Whether a step of this duration [s] between two states cannot have gone over a singular configuration."""
        if self._clearance is None:
            return True
        q, qd = np.split(np.stack([y0, y1]), [len(self._robot.mechanism.coordinates)], axis=-1)
        formulas, p, enough = self._robot.models.formulas, self._robot.models.parameter_inputs, duration / OVER
        return not (suspects(formulas, q, qd, p, enough)[0] and short_intervals(formulas, q, qd, p, enough)[0])

    def ahead(self, y: Array) -> BranchMotion | Undetermined | None:
        """The singular configuration that the motion is about to pass, or at which it is."""
        if self._clearance is None:
            return None
        robot = self._robot
        q, qd = np.split(y, [len(robot.mechanism.coordinates)])
        size = float(robot.models.kernel("scaled_velocity").ufunc(q, *robot.models.parameter_inputs)[-1])
        rate = qd / np.where(turning_rates(robot.models.formulas.model.tree), 1 / size, 1.0)
        far = AHEAD * size / max(float(np.linalg.norm(rate)), 1e-300)
        time = self.clearance(y, far)
        if time > far:
            self._asked = np.inf
        if time > min(far, self._asked):
            return None
        self._asked = AGAIN * time
        time = time_to_loss(robot.models.formulas, q, qd, robot.models.parameter_inputs)
        if not 0 <= time < LONGEST * far:
            return None
        on_way = np.asarray(robot.models.kernel("retract").ufunc(q, time * qd, *robot.models.parameter_inputs))
        found = singular_configuration(robot.models.formulas, on_way, robot.models.parameter_inputs, AHEAD)
        if found is None:
            return None
        there = Closures.at(robot.models.formulas, found, robot.models.parameter_inputs)
        apart = float(np.linalg.norm(there.displacement(q))) / size
        if apart > 3 * AHEAD:
            return None
        branch = branch_of(there, rate, GIVEN + CURVED * apart)
        if branch.outcome is not Outcome.UNIQUE:
            return Undetermined(found, branch.outcome) if apart < ARRIVED else None
        motion = BranchMotion(robot, there, branch, self._wrenches, self._zone)
        if not -motion.zone <= motion.past(q) <= ARRIVED * size:
            return None
        try:
            motion.enter(q)
        except OffBranch:
            return self.ahead(y) if self.smaller_zone() else Undetermined(found, Outcome.UNIQUE)
        return motion

    def leave_zone(self) -> None:
        """Forget the zone of a singular configuration that lies behind."""
        self._zone, self._asked = ZONE, np.inf

    def smaller_zone(self) -> bool:
        """The branch could not be followed from here; whether it can be tried nearer."""
        self._zone *= SMALLER
        self._asked = np.inf
        return self._zone > SMALLEST


def passed_event(robot: Robot, time: float, q: Array, qd: Array) -> Event:
    """The motion went through a singular configuration along its branch."""
    message = (
        f"the motion passes a configuration-space singularity at t = {time:.9g} s, where {_values(robot, q)}: the closures lose "
        "rank, and of the branches that meet there exactly one has the present velocity"
    )
    return Event(time, CONFIGURATION_SPACE, message, q, qd)


STOP = "a joint is at a stop, whose impulse is not determined there"
WHY = {
    Outcome.SEVERAL: "several motions branch off, and the present velocity does not say which the machine takes",
    Outcome.NONE: "no motion has the present velocity: to second order it opens the loops",
    Outcome.UNIQUE: "the branch of the present velocity could not be followed",
}


def undetermined_event(robot: Robot, time: float, outcome: Outcome | str, q: Array, qd: Array) -> Event:
    """The motion ends at a singular configuration; the outcome may be words of its own."""
    why = outcome if isinstance(outcome, str) else WHY[outcome]
    if outcome in WHY and not np.any(qd):
        why = "the machine is at rest, and several motions branch off"
    message = (
        f"a configuration-space singularity at t = {time:.9g} s, where {_values(robot, q)}: there the closures lose rank, and "
        f"{why}; the run ends here"
    )
    return Event(time, CONFIGURATION_SPACE, message, q, qd)


def _values(robot: Robot, q: Array) -> str:
    return ", ".join(f"{name} = {value:.6g}" for name, value in zip(robot.mechanism.coordinates, q, strict=True))
