"""Many runs of a closed loop, checked and prepared: any of them can then be simulated, here or in another process."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.function_law import PythonLaw
from kinloop.control.observers.observer import Observer
from kinloop.errors import ShapeError, UnsupportedOperation, unknown_name
from kinloop.model.geometry.mode import ModeLike
from kinloop.model.robot import Robot
from kinloop.simulation.loop.compiled_loop.closed_loop import ClosedLoop
from kinloop.simulation.loop.running.time_chunks import Clock
from kinloop.simulation.loop.start.arguments import as_law, as_robot, connect, controller_and_plant, count_periods
from kinloop.simulation.loop.start.measurable import as_observer
from kinloop.simulation.loop.start.start_state import Start, check_mode
from kinloop.simulation.options.plant_options import BuiltInPlant, Kinematic, Native, as_plant
from kinloop.simulation.options.run_options import (
    Actuators,
    Environment,
    Sensors,
    as_environment,
    as_option,
    by_name,
    flag,
    noise_key,
    whole,
)
from kinloop.simulation.sweep.rollout_batch import RolloutBatch
from kinloop.simulation.sweep.vary import PAYLOAD, PERIOD, Variation, under
from kinloop.trajectory.external_trajectory import check_trajectory
from kinloop.trajectory.trajectory import Trajectory

Array = np.ndarray
# places of some runs -> what varies between them
ValuesAt = Callable[[Array], Mapping[str, Any]]


@dataclass(frozen=True)
class RunArguments:
    """The arguments of :func:`rollouts` that all runs share, as the user gave them."""

    robot: Robot
    controller: Any
    trajectory: Trajectory | None
    duration: float
    period: float
    plant: str | BuiltInPlant = "native"
    q: ArrayLike | None = None
    qd: ArrayLike | None = None
    mode: ModeLike | None = None
    observer: Observer | None = None
    sensors: Sensors | None = None
    actuators: Actuators | None = None
    environment: Environment | Mapping[str, ArrayLike] | None = None
    every: int = 1
    keep: Literal["samples", "summary"] = "samples"


@dataclass(frozen=True)
class WorkLimits:
    """What is simulated at a time: ``size`` bytes of runs with their samples and outputs, inputs of ``piece`` periods, and about
    so many ``seconds``, after which progress is reported and the user can interrupt."""

    size: float
    piece: int
    seconds: float


class PreparedRollouts:
    """Runs of one closed loop with all that they share, checked before anything runs.

    Args:
        shared: what all runs share.
        vary, grid: as of :func:`rollouts`. Where the values of the runs come later, these stand for all of them: the first ones,
            and the largest of each path.
        threads: None: as many as there are processors.
        is_part: the values of the runs come later, and were checked elsewhere.
    Raises: ShapeError, UnknownName, UnsupportedOperation, DescriptionError: what cannot be run.
    """

    def __init__(
        self, shared: RunArguments, vary: Mapping[str, Any] | None, grid: bool, threads: int | None, is_part: bool = False
    ) -> None:
        arrays = by_name("rollouts: vary", vary)
        trajectory = _trajectory(shared.trajectory, arrays)
        robot = as_robot(shared.robot)
        if any(values.ndim > 1 for values in robot.models.parameter_inputs):
            raise ShapeError(
                f"{robot.mechanism.name}: rollouts takes one machine; give arrays of parameters by vary={{'name': array}}"
            )
        machine_options = as_compiled_plant(shared.plant)
        law = as_law(shared.controller)
        if isinstance(law, PythonLaw):
            raise UnsupportedOperation("rollouts compiles the whole loop; a law in plain Python runs in kl.simulate only")
        if threads is not None:
            threads = whole("rollouts: threads", threads, most=1024)
        every = _check_samples(shared, arrays)
        sensors = as_option(Sensors, shared.sensors, "rollouts: sensors")
        actuators = as_option(Actuators, shared.actuators, "rollouts: actuators")
        environment = as_environment(shared.environment, "rollouts: environment")
        q, qd = shared.q, shared.qd
        check_mode(shared.mode, trajectory, q if q is not None else arrays.get("q"), qd if qd is not None else arrays.get("qd"))
        robot, machine = controller_and_plant(robot, machine_options, environment.surfaces, under(PAYLOAD, arrays))
        observed = as_observer(shared.observer, sensors)
        variation = Variation(robot, law, arrays, flag("rollouts: grid", grid), trajectory, sensors, observed, environment)
        if fixed := [name for name in arrays if name in (machine_options.parameters or {})]:
            raise ShapeError(
                f"rollouts: vary[{fixed[0]!r}] is of the robot and of the plant, but plant=... fixes it for the plant; "
                f"vary 'model.{fixed[0]}' or 'plant.{fixed[0]}'"
            )
        if not is_part:
            variation.require_possible(robot, machine)
            noise_key("rollouts: the number of the last run", sensors.run + variation.runs - 1)
        self.shared, self.robot, self.machine, self.law, self.trajectory = shared, robot, machine, law, trajectory
        self.variation, self.observer, self.threads, self.every = variation, observed, threads, every
        self.given = {"sensors": sensors, "actuators": actuators, "environment": environment}
        self.sensors, self.actuators = variation.sensors(sensors), variation.actuators(actuators)
        self.environment = replace(environment, wrenches=variation.wrenches(environment.wrenches))
        self._plant = machine_options
        #: The machine with the stiffest of the surfaces, which the steps of all runs suit.
        self.stiffest = machine.with_parameters(**variation.stiffest_surfaces)
        self._batches: dict[float, RolloutBatch] = {}
        for period in variation.periods(shared.period):
            self.batch(period)

    @property
    def first(self) -> RolloutBatch:
        """The batch of the first period."""
        return next(iter(self._batches.values()))

    @property
    def error_of(self) -> Literal["task", "active"]:
        """What the errors are those of."""
        return "active" if self.trajectory is not None and self.trajectory.space == "active" else "task"

    @property
    def times(self) -> Array:
        """Times of the samples that are kept [s]."""
        return self.first.clock.t if self.first.keep else np.zeros(0)

    @property
    def has_numbered_noise(self) -> bool:
        """Whether the noise of a run is that of its number: there is noise, and its seeds do not vary."""
        return self.sensors.noise is not None and "sensors.seed" not in self.variation.given

    @property
    def options(self) -> dict[str, Any]:
        """The options that a record of the runs describes."""
        shared = self.shared
        options: dict[str, Any] = {"duration": shared.duration, "period": shared.period, "trajectory": self.trajectory}
        options |= {"plant": self._plant.for_contact(self.stiffest, shared.period), "grid": self.variation.grid}
        options |= {"q": shared.q, "qd": shared.qd, "mode": shared.mode, "observer": shared.observer, **self.given}
        return options | {"every": self.every}

    def batch(self, period: float) -> RolloutBatch:
        """The runs with a sampling period [s]."""
        if period not in self._batches:
            shared = self.shared
            io_settings = connect(self.robot, self.machine, period, self.sensors, self.actuators, self.environment, self.observer)
            is_kinematic = isinstance(self._plant, Kinematic)
            loop = ClosedLoop(self.robot, self.machine, self.law, self.trajectory, io_settings, is_kinematic)
            substeps = int(self._plant.for_contact(self.stiffest, period).substeps or 1)  # type: ignore[attr-defined]
            clock = Clock(period, count_periods(shared.duration, period), self.every, substeps)
            start = Start(shared.q, shared.qd, shared.mode)
            self._batches[period] = RolloutBatch(
                loop, self.variation, clock, start, self.sensors, shared.keep == "samples", self.threads
            )
        return self._batches[period]

    def simulate(
        self, numbers: Array, values_at: ValuesAt, limits: WorkLimits, report: Callable[[float], None] = lambda share: None
    ) -> Iterator[tuple[Array, dict[str, Array]]]:
        """Simulate runs by their numbers: places among them and the results of these, one after the other. ``report`` is called
        with the share that is done."""
        done = 0
        for period, members in self._by_period(len(numbers), values_at):
            batch = self.batch(period)
            size, piece = batch.plan(limits.size, limits.piece, limits.seconds, len(members))
            for begin in range(0, len(members), size):
                places = members[begin : begin + size]
                share = partial(_report_batch, report, done, len(places), len(numbers))
                yield places, batch.run(numbers[places], values_at(places), piece, share)
                done += len(places)
                report(done / len(numbers))

    def _by_period(self, count: int, values_at: ValuesAt) -> list[tuple[float, Array]]:
        """The places of the runs with each sampling period [s]."""
        every = np.arange(count)
        if PERIOD not in self.variation.given:
            return [(self.shared.period, every)]
        periods = values_at(every)[PERIOD]
        return [(float(each), np.flatnonzero(periods == each)) for each in np.unique(periods)]


def _trajectory(given: Any, arrays: Mapping[str, Any]) -> Trajectory | None:
    """The trajectory, or the batch that varies. Raises: ShapeError."""
    if "trajectory" not in arrays:
        return None if given is None else check_trajectory(given)
    if given is not None:
        raise ShapeError("rollouts: the trajectory varies, and another is given beside it; expected one of them")
    return check_trajectory(arrays["trajectory"])


def _check_samples(shared: RunArguments, arrays: Mapping[str, Any]) -> int:
    """How many periods are between kept samples. Raises: UnknownName, ShapeError."""
    if not isinstance(shared.keep, str) or shared.keep not in ("samples", "summary"):
        raise unknown_name("choice of keep", shared.keep, ("samples", "summary"), "rollouts")
    every = whole("rollouts: every", shared.every)
    if PERIOD in arrays and (shared.keep != "summary" or every != 1):
        raise ShapeError("rollouts: the period varies, so samples have no common times; expected keep='summary' and no every=")
    steps = count_periods(shared.duration, shared.period)
    if steps % every:
        raise ShapeError(f"rollouts: every = {every} does not divide the {steps} periods of the run")
    return every


def _report_batch(report: Callable[[float], None], done: int, count: int, runs: int, share: float) -> None:
    report((done + share * count) / runs)


def as_compiled_plant(given: Any) -> Native | Kinematic:
    """A plant that the compiled loop has. Raises: UnknownName, UnsupportedOperation."""
    if not isinstance(given, Native | Kinematic) and (not isinstance(given, str) or given not in ("native", "kinematic")):
        name = given.name if isinstance(given, BuiltInPlant) else given
        raise unknown_name("plant", name, ("native", "kinematic"), "rollouts")
    plant: Any = as_plant(given, "rollouts")
    if isinstance(plant, Native) and plant.integrator is not None:
        raise UnsupportedOperation("rollouts: the compiled loop has fixed steps; integrator= runs in kl.simulate only")
    compiled: Native | Kinematic = plant
    return compiled
