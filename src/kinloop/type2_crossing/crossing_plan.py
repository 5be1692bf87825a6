"""A motion through a Type 2 singularity: its plan, with what was checked of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from typing import Any

import numpy as np

from kinloop.control.observers.kalman_filter import KalmanFilter
from kinloop.drawing import draw_with
from kinloop.errors import ShapeError
from kinloop.model.archive import ArchiveKind, describe_robot, robot_from
from kinloop.model.array_arguments import as_constructed
from kinloop.model.geometry.mode import Mode
from kinloop.model.robot import Robot
from kinloop.model.workspace.crossings import Crossing
from kinloop.trajectory.planning.assessment import Assessment
from kinloop.type2_crossing.crossing_law import CrossingControl
from kinloop.type2_crossing.dense_check import Check, assess_path, check_densely
from kinloop.type2_crossing.planned_path import PlannedPath
from kinloop.type2_crossing.planned_trajectory import PlannedTrajectory
from kinloop.type2_crossing.request import CrossingRequest, check_request
from kinloop.type2_crossing.search import FoundMotion, find_motion
from kinloop.type2_crossing.task_chart import TaskChart

Array = np.ndarray
FILE = ArchiveKind(
    "plan of a crossing",
    "CrossingPlan.save",
    ("kinloop crossing plan 1",),
    {"description": str, "parameters": dict, "request": dict},
    ("times", "states", "near", "node_peaks"),
)


@dataclass(frozen=True, eq=False, repr=False)
class CrossingPlan:
    """A motion through a Type 2 singularity with finite efforts; :func:`kl.crossing` makes it, and ``print`` shows it.

    ``robot``: the one that it is planned for. ``request``: the arguments of :func:`kl.crossing`, by which :meth:`with_parameters`
    plans again. ``motion``: the polynomials of the task, the configuration at the start, and the largest efforts at the nodes of
    the program.
    """

    robot: Robot
    request: CrossingRequest
    motion: FoundMotion

    def __reduce__(self) -> tuple[Any, ...]:
        return as_constructed(self)

    @classmethod
    def of(cls, robot: Robot, request: CrossingRequest) -> CrossingPlan:
        """The plan of a request. Raises: NoCrossing, UnsupportedOperation: there is none."""
        near = robot.inverse_geometry(request.start, near=request.q).q
        return cls(robot, request, find_motion(robot, request, near))

    # ---------------------------------------------------------------- the motion

    @cached_property
    def trajectory(self) -> PlannedTrajectory:
        """The motion of the task, ``x xd xdd xddd``, with tables of all joints and efforts, ``q qd qdd tau``."""
        return PlannedTrajectory(self.robot, self.motion.path, self.motion.near)

    @property
    def duration(self) -> float:
        """The duration [s]."""
        return self.motion.path.duration

    @cached_property
    def assessment(self) -> Assessment:
        """What :func:`kl.assess` finds along the motion, with the limits that were asked for."""
        return assess_path(self.robot, self.motion.path, self.motion.near, self.request.limits)

    @property
    def peak(self) -> float:
        """The largest effort of the whole motion [N m or N]."""
        return max(abs(each.value) for each in self.assessment.peaks if each.quantity == "effort")

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        """What the finely sampled motion was checked for; a plan is given only if all of it holds."""
        straight, box = self.request.path == "straight", self.request.box
        return check_densely(self.assessment, self.motion.node_peaks, straight, box)

    # ---------------------------------------------------------------- the crossing

    @property
    def crossing(self) -> Crossing:
        """The crossing of the singularity, with both sides of it."""
        return next(each for each in self.assessment.crossings if each.kind == "type 2")

    @property
    def time(self) -> float:
        """The instant of the crossing [s]."""
        return self.crossing.time

    @property
    def q(self) -> Array:
        """All joints at the crossing (nq,)."""
        return self.crossing.q

    @cached_property
    def x(self) -> Array:
        """The task's coordinates at the crossing."""
        return np.asarray(self.motion.path(self.time).x)

    @property
    def twist(self) -> Array:
        """The twist of the tool (6,) that no actuator controls there, linear first."""
        return self.crossing.twist

    @property
    def speed(self) -> float:
        """How fast the singularity is crossed: the rate [1/s] of its nearness, which is about 1 at ordinary configurations."""
        return self.crossing.rate

    @property
    def criterion(self) -> float | None:
        """The power of the passive efforts on the uncontrollable motion [W]; zero where finite efforts cross."""
        return self.crossing.criterion

    @property
    def tau(self) -> tuple[Array | None, Array | None]:
        """The limits of the active efforts [N m or N] right before and right after the crossing."""
        sides = self.crossing.before, self.crossing.after
        before, after = (None if side is None else side.tau for side in sides)
        return before, after

    @property
    def mode_before(self) -> Mode | None:
        """The mode at the start, where closed forms name it."""
        return self.assessment.mode_before

    @property
    def mode_after(self) -> Mode | None:
        """The mode at the end."""
        return self.assessment.mode_after

    # ---------------------------------------------------------------- control

    def controller(self, bandwidth: float | None = None, damping: float = 0.02, hold: bool = True) -> CrossingControl:
        """The law that follows the plan; run it with ``trajectory=plan.trajectory``.

        Args: those of :class:`kl.CrossingControl`.
        """
        return CrossingControl(bandwidth, damping, hold=hold)

    def observer(self, noise: float | Mapping[str, Any], process: float | None = None) -> KalmanFilter:
        """An observer for active encoders alone, or with a passive one: a Kalman filter with gains along the plan.

        Args:
            noise: the standard deviation of the measured joints, or those of :class:`kl.KalmanFilter` by name.
            process: that of disturbing accelerations; a twentieth of the largest of the plan unless given.
        """
        given = noise if isinstance(noise, Mapping) else {"q": noise}
        if process is None:
            process = 0.05 * float(np.nanmax(np.abs(self.assessment.qdd)))
        return KalmanFilter(process, given, horizon="trajectory")

    def plot(self, what: str | None = None, *, ax: Any = None) -> Any:
        """A matplotlib figure of the path with the locus, the efforts with both limits, and the nearness, or of one of them."""
        return draw_with("figures.plan_figure.plot_plan", self, what, ax=ax)

    # ---------------------------------------------------------------- other parameters, files

    def with_parameters(self, /, **values: Any) -> CrossingPlan:
        """The plan of the same request for other values of the robot's parameters: it is made anew."""
        return CrossingPlan.of(self.robot.with_parameters(**values), self.request)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the plan with the robot's description as ``.npz``; the write is atomic. Raises FileError: it cannot be."""
        found = self.motion
        arrays = {"times": found.path.times, "states": found.path.states, "near": found.near, "node_peaks": found.node_peaks}
        FILE.write(path, {**describe_robot(self.robot), "request": self.request.as_dict}, arrays)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> CrossingPlan:
        """Read what :meth:`save` wrote; no code in a file is run. Raises FileError: it is missing, of another kind or damaged."""

        def build(about: dict[str, Any], arrays: dict[str, Array]) -> CrossingPlan:
            robot = robot_from(about)
            request = check_request(robot, **about["request"])
            planned = PlannedPath(TaskChart(robot.task, np.array(request.start)), arrays["times"], arrays["states"])
            planned.require_valid()
            found = FoundMotion(planned, arrays["near"], arrays["node_peaks"])
            _require_consistent(robot, request, found)
            return cls(robot, request, found)

        return FILE.read(path, build)

    def __repr__(self) -> str:
        return f"<CrossingPlan of {self.robot.mechanism.name}, {self.duration:g} s, crossing at {self.time:.4g} s>"

    def __str__(self) -> str:
        units = self.robot.units.efforts[0]
        before, after = self.tau
        lines = [
            f"{self.robot.mechanism.name}: through a Type 2 singularity in {self.duration:g} s",
            f"  crossing       at t = {self.time:.6g} s, x = {np.round(self.x, 6)}, {self.speed:.3g}/s",
            f"  uncontrolled   twist {np.round(self.twist, 4)}; criterion {self.criterion:.2g} W (0 to cross)",
            f"  efforts        largest {self.peak:.5g} {units}; right before {before}, right after {after}",
        ]
        if self.mode_before is not None:
            lines.append(f"  mode           {self.mode_before} at the start, {self.mode_after} at the end")
        return "\n".join([*lines, *(f"  checked        {each}" for each in self.checks)])


def _require_consistent(robot: Robot, request: CrossingRequest, found: FoundMotion) -> None:
    """Raises: ShapeError: parts of a file that do not fit each other."""
    nq, n = len(robot.mechanism.coordinates), robot.n_active
    for name, array, count in (("near", found.near, nq), ("node_peaks", found.node_peaks, n)):
        if array.shape != (count,) or not np.isfinite(array).all():
            raise ShapeError(f"{name} has shape {array.shape}, expected ({count},) finite numbers")
    if not np.all(found.node_peaks > 0):
        raise ShapeError(f"node_peaks is {found.node_peaks}, expected efforts above zero")
    chart = found.path.chart
    for name, given, state in (("start", request.start, found.path.states[0]), ("end", request.end, found.path.states[-1])):
        if not np.allclose(chart.coordinates(np.array(given)), state[0], rtol=0, atol=1e-9):
            raise ShapeError(f"the path does not have its {name} at {given}")
    if float(np.abs(robot.models.geometry.task(found.near) - request.start).max()) > 1e-6:
        raise ShapeError("near is no configuration of the start")
