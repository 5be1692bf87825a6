"""The search for a motion through a Type 2 singularity: durations, places, weights of the jerk, each checked at fine samples."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

import numpy as np

from kinloop.errors import NoCrossing
from kinloop.model.robot import Robot
from kinloop.trajectory.planning.joint_limits import JointLimits, joint_limits
from kinloop.type2_crossing.dense_check import assess_path, check_densely
from kinloop.type2_crossing.node_equations import NodeEquations
from kinloop.type2_crossing.planned_path import PlannedPath
from kinloop.type2_crossing.program import Bounds, CrossingProgram, Solution
from kinloop.type2_crossing.request import CrossingRequest
from kinloop.type2_crossing.seed import Seed, pass_swiftly
from kinloop.type2_crossing.task_chart import TaskChart
from kinloop.type2_crossing.way import Meeting, find_meetings, require_simple

Array = np.ndarray
# Weights of the jerk, each begun with the solution of the one before, and the iterations that each may take.
SMOOTH, FIRST_ITERATIONS, ITERATIONS = (1.0, 0.1, 0.01, 1e-3), 80, 80
# Durations that are tried, as parts of the first: of a free fall, and else slower ones, which take less of the limits. Without
# gravity and limits a motion may have any duration, so others do not help.
FALLING, SLOWER = (1.0, 1.4, 0.7, 2.0, 0.5, 3.0), (1.0, 2.0, 4.0)
# More nodes, by this factor and at most by that one, where a motion is good at the nodes and not between them.
MORE_NODES, MOST_NODES = 2, 4
# Ways that are tried, each with two first motions and the first duration.
WAYS = 4
# A first duration has this mean speed, in sizes of the machine a second, and this part of the speed limits.
MEAN_SPEED, PART_OF_SPEED = 0.5, 0.7
# Gravity acts along the uncontrollable motion where the tool would fall with this acceleration [m/s^2] or more.
FALLS = 0.1
# Nodes keep this part of the limits of speeds and accelerations, since between them the motion may exceed those at the nodes.
WITHIN = 0.98
SHORT = 0.02  # s; durations above are whole milliseconds
# What a reason says where efforts exceed their limits.
BEYOND = "the limits of the efforts"
# A usual effort: this quantile of those of the seed, which are not bounded.
USUAL = 0.7


@dataclass(frozen=True, eq=False)
class FoundMotion:
    """A motion that passed all checks; ``node_peaks``: the largest efforts (n,) [N m or N] at the nodes of its program."""

    path: PlannedPath
    near: Array
    node_peaks: Array


def find_motion(robot: Robot, request: CrossingRequest, near: Array) -> FoundMotion:
    """The motion with the least peak effort among those found; ``near`` is the configuration of the start.

    Raises: NoCrossing: there is no singularity on the way, or no motion keeps the limits. UnsupportedOperation: the singularity
        is of a kind that is not crossed.
    """
    points = [np.array(request.start), np.array(request.end)]
    chart = TaskChart(robot.task, points[0])
    reasons: list[str] = []
    first: _Attempt | None = None
    for meetings in islice(find_meetings(robot, chart, points, near, request.path == "straight"), WAYS):
        for meeting in meetings:
            require_simple(robot, meeting.q)
        for meeting in (seed for each in meetings for seed in (pass_swiftly(each), each)):
            attempt = _Attempt(robot, request, near, chart, meeting, request.pieces, request.nodes)
            first = first or attempt
            found = attempt.best(attempt.durations[0], reasons)
            if found is not None:
                return found
        if BEYOND in reasons[-1]:  # there is a motion, and other ways to it do not make its efforts much smaller
            break
    assert first is not None  # find_meetings raises where there is no way
    for attempt in (first, replace(first, pieces=request.pieces + 1)):
        for duration in attempt.durations[1:] if attempt is first else attempt.durations[:1]:
            found = attempt.best(duration, reasons)
            if found is not None:
                return found
    raise NoCrossing(first.in_words(reasons))


@dataclass(frozen=True, eq=False)
class _Attempt:
    """The search at one meeting with a singularity, with one number of pieces and of nodes of each."""

    robot: Robot
    request: CrossingRequest
    near: Array
    chart: TaskChart
    meeting: Meeting
    pieces: int
    nodes: int

    @cached_property
    def limits(self) -> JointLimits:
        """The limits that are asked for, and else those of the description."""
        return joint_limits(self.robot, self.request.limits)

    @cached_property
    def equations(self) -> NodeEquations:
        """Those at the nodes."""
        return NodeEquations(self.robot, self.chart, self.meeting.q)

    @cached_property
    def seed(self) -> Seed:
        """The motion that the program begins with."""
        return Seed(self.robot, self.equations, self.meeting, self.near)

    @cached_property
    def program(self) -> CrossingProgram:
        """The program within all limits."""
        limits = replace(
            self.limits,
            speed=WITHIN * self.limits.speed,
            acceleration=WITHIN * self.limits.acceleration,
            # With some efforts unlimited the peak is no measure of the limits of the others.
            effort=self.limits.effort if np.isinf(self.limits.effort).any() else np.full_like(self.limits.effort, np.inf),
        )
        box = None if self.request.box is None else np.array(self.request.box)
        bounds = Bounds(limits, box, self.request.path == "straight")
        return CrossingProgram(self.equations, self.seed, bounds, self.pieces, self.nodes)

    @cached_property
    def lengths(self) -> Array:
        """What each plain coordinate is multiplied with to be a length [m]."""
        units = np.where(
            np.array([name in ("x", "y", "z") for name in self.robot.mechanism.task_names[: self.chart.size]]), 1.0, self.size
        )
        if self.chart.is_pose:
            units[3:] = 4 * self.size  # a modified Rodrigues parameter is a quarter of the angle
        return np.asarray(units)

    @property
    def size(self) -> float:
        """That of the machine [m]."""
        return float(self.robot.models.geometry.size)

    @cached_property
    def fall(self) -> float:
        """The acceleration [m/s^2] of the tool along the motion that actuators, which hold it, do not control."""
        acceleration = np.array(self.equations.fall(self.seed.q, self.seed.right)).ravel()
        return float(np.linalg.norm(acceleration * np.where(self.lengths == 1, 1.0, self.size)))

    @cached_property
    def first_duration(self) -> float:
        """That of a free fall where gravity acts along the uncontrollable motion, else of a moderate speed within limits [s]."""
        distance = float(np.linalg.norm((self.seed.end - self.seed.start) * self.lengths))
        if self.fall > FALLS:
            return float(np.sqrt(2 * distance / self.fall))
        fastest = np.abs(self.seed.joints(0, np.linspace(0, 1, 20)).qd).max(axis=0) / (PART_OF_SPEED * self.limits.speed)
        return max(distance / (MEAN_SPEED * self.size), float(fastest.max()))

    @cached_property
    def durations(self) -> list[float]:
        """The durations to try, in order [s]."""
        if self.request.duration is not None:
            return [self.request.duration]
        return [_round_up(self.first_duration * part) for part in (FALLING if self.fall > FALLS else SLOWER)]

    def effort_scale(self, duration: float) -> Array:
        """What efforts are divided by: their limits, and where there is none a usual effort of the seed."""
        u = np.linspace(0, 1, 20)
        joints = [self.seed.joints(phase, u) for phase in (0, 1)]
        q, qd, qdd = (np.concatenate([getattr(each, name) for each in joints]) for name in ("q", "qd", "qdd"))
        tau = np.abs(np.asarray(self.robot.inverse_dynamics(q, qd / duration, qdd / duration**2)))
        usual = np.nan_to_num(np.nanquantile(np.where(np.isfinite(tau), tau, np.nan), USUAL, axis=0))
        units = np.array(self.robot.units.efforts[: self.robot.n_active])
        common = np.array([usual[units == unit].max() for unit in units])
        return np.where(np.isfinite(self.limits.effort), self.limits.effort, np.where(common > 0, common, 1.0))

    def best(self, duration: float, reasons: list[str]) -> FoundMotion | None:
        """The best of one duration that passes its checks; why there is none is added to the reasons."""
        if self.seed.motion.stop is not None:
            reasons.append(f"a first motion through {np.round(self.seed.crossing[0], 4)} leaves the reach")
            return None
        scale = self.effort_scale(duration)
        solutions: list[Solution] = []
        for smooth in SMOOTH:
            begin, most = (solutions[-1].values, ITERATIONS) if solutions else (None, FIRST_ITERATIONS)
            solution = self.program.solve(duration, smooth, scale, begin, most)
            if not solution.converged:
                break
            solutions.append(solution)
        if not solutions:
            reasons.append(f"in {duration:.4g} s no motion was found within the limits")
            return None
        smallest = min(each.peak for each in solutions)
        if smallest > 1 and np.isfinite(self.limits.effort).all():
            reasons.append(f"in {duration:.4g} s, the least peak found is {smallest:.4g} times {BEYOND}")
            return None
        best, least = None, np.inf
        for solution in sorted(solutions, key=lambda each: each.peak):
            if solution.peak >= least:  # as large at its nodes alone; a check takes longer than a solution
                break
            found = assess_path(self.robot, solution.path, self.near, self.request.limits)
            checks = check_densely(found, solution.peak * scale, self.request.path == "straight", self.request.box)
            if all(check.ok for check in checks):
                efforts = [abs(each.value) for each in found.peaks if each.quantity == "effort"]
                peak = float(np.max(np.array(efforts) / scale))
                if peak < least:
                    best, least = FoundMotion(solution.path, self.near, solution.peak * scale), peak
            else:
                faults = [str(check) for check in checks if not check.ok]
                reasons.append(f"in {duration:.4g} s, " + "; ".join(faults[:1] if not checks[0].ok else faults))
        if best is None and self.nodes < MOST_NODES * self.request.nodes:  # what is wrong is between the nodes
            return replace(self, nodes=MORE_NODES * self.nodes, meeting=solutions[0].meeting).best(duration, reasons)
        return best

    def in_words(self, reasons: list[str]) -> str:
        """The answer where nothing was found."""
        tried = list(dict.fromkeys(reasons))
        words = (
            f"crossing: no motion of {self.robot.mechanism.name} from {self.request.start} to {self.request.end} through the "
            f"Type 2 singularity at {np.round(self.seed.crossing[0], 4)} passed its checks: " + ". ".join(tried[:4])
        )
        if self.fall > FALLS:
            words += (
                f". Gravity acts along the motion that no actuator controls, with {self.fall:.3g} m/s^2: the crossing is a free "
                f"fall, of about {self.first_duration:.2g} s from start to end"
            )
        return words + ". Other limits, another duration or more pieces may help"


def _round_up(duration: float) -> float:
    """A duration [s] in whole milliseconds, a short one with two digits: periods that users choose divide it."""
    digits = 3 if duration >= SHORT else 1 - int(np.floor(np.log10(duration)))
    return float(round(np.ceil(duration * 10**digits) / 10**digits, digits))
