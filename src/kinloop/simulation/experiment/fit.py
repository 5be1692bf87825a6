"""Whether the parts of an experiment fit each other and the robot, so that faults are reported with their lines."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from kinloop.errors import KinloopError, Path, ShapeError, listing
from kinloop.model.geometry.mode import as_mode
from kinloop.model.surfaces import with_surfaces
from kinloop.simulation.experiment.table_reader import MISSING, TableReader
from kinloop.simulation.experiment.vary_table import Varied
from kinloop.simulation.loop.start.arguments import (
    as_law,
    command_limits,
    controller_and_plant,
    count_periods,
    finite_numbers,
    measured_values,
)
from kinloop.simulation.loop.start.measurable import as_observer, measured_places
from kinloop.simulation.loop.start.start_state import check_mode
from kinloop.simulation.options.run_options import Environment, Sensors, flag, is_time, whole
from kinloop.simulation.sweep.vary import NOISE, SEED, Variation
from kinloop.trajectory import check_fit as trajectory_fit

KEEP = ("samples", "summary")
# The duration of a trajectory may differ from a whole number of periods by this share of a period.
WHOLE = 1e-6


def check_fit(reader: TableReader, run: dict[str, Any], objects: Mapping[str, Any], varied: Varied | None) -> None:
    """Check what needs no compiled loop; the faults are added to the reader's. Objects with faults are None, and so are such
    values; what depends on them is not checked. A duration that is not given is the trajectory's, in whole periods."""
    check = _Fit(reader)
    check.times(run, objects)
    check.start(run, objects)
    check.options(objects)
    if varied is not None:
        check.choices(varied)
        check.vary(objects, varied)


class _Fit:
    """The checks; what the library raises becomes a fault at a place of the file."""

    def __init__(self, reader: TableReader) -> None:
        assert reader.robot is not None
        self.reader, self.robot = reader, reader.robot

    def attempt(self, path: Path, check: Callable[..., Any], *given: Any, **more: Any) -> Any:
        """The result of a check; None if it raises."""
        try:
            return check(*given, **more)
        except (KinloopError, TypeError, ValueError, OverflowError) as error:
            message = str(error)
            for function in ("simulate: ", "rollouts: "):
                message = message.removeprefix(function)
            self.reader.add(path, message.replace("\n", "\n    "))
            return None

    def times(self, run: dict[str, Any], objects: Mapping[str, Any]) -> None:
        """Period and duration."""
        at: Path = ("experiment",)
        period, trajectory = run.get("period"), objects.get("trajectory")
        if period is None:
            return
        if not is_time(period):
            self.reader.add((*at, "period"), f"it is {period!r:.80} s, expected one finite time above zero")
        elif "duration" in run:
            if run["duration"] is not None:
                self.attempt((*at, "duration"), count_periods, run["duration"], period)
        elif trajectory is not None and not trajectory.shape:
            run["duration"] = whole_periods(float(trajectory.duration), period)
            self.attempt((*at, "period"), count_periods, run["duration"], period)
        elif trajectory is not None or "trajectory" not in objects:
            which = "there is no trajectory" if trajectory is None else "the trajectories are a batch"
            self.reader.add((*at, "duration"), f"{MISSING}, and {which} to take it from")

    def start(self, run: dict[str, Any], objects: Mapping[str, Any]) -> None:
        """Trajectory; configuration, rates and mode at the start."""
        mechanism, trajectory = self.robot.mechanism, objects.get("trajectory")
        at: Path = ("experiment",)
        if trajectory is not None and not trajectory.shape and self.robot.n_active:
            self.attempt(("trajectory",), trajectory_fit.check_fit, self.robot, trajectory, "a run")
        for key, names in (("q", mechanism.coordinates), ("qd", mechanism.rates)):
            if run.get(key) is not None:
                self.attempt((*at, key), finite_numbers, mechanism.name, key, run[key], names)
        if "mode" not in run or run["mode"] is None:
            return
        if trajectory is not None or "trajectory" not in objects:
            self.attempt((*at, "mode"), check_mode, run["mode"], trajectory, run.get("q"), run.get("qd"))
        if trajectory is not None:
            direction = "forward" if trajectory.space == "active" else "inverse"
            self.attempt((*at, "mode"), as_mode, mechanism, direction, run["mode"])

    def options(self, objects: Mapping[str, Any]) -> None:
        """Sensors, actuators, environment, observer and plant."""
        robot, sensors = self.robot, objects.get("sensors")
        if sensors is not None:
            self.attempt(("sensors", "measured"), measured_places, robot, sensors.measured)
            for what in ("noise", "quantisation"):
                self.attempt(("sensors", what), measured_values, robot, sensors, what)
        if objects.get("observer") is not None and (sensors is not None or "sensors" not in objects):
            self.attempt(("observer",), as_observer, objects["observer"], sensors or Sensors())
        if (actuators := objects.get("actuators")) is not None:
            for name in ("saturation", "rate_limit"):
                self.attempt(("actuators", name), command_limits, robot, name, getattr(actuators, name))
        if objects.get("plant") is not None:
            self.attempt(("plant",), controller_and_plant, robot, objects["plant"])
        if (environment := objects.get("environment")) is not None:
            for frame, wrench in environment.wrenches.items():
                self.attempt(("environment", "wrenches", frame), robot.models.wrench_inputs, {frame: wrench})
            for k, surface in enumerate(environment.surfaces):
                self.attempt(("environment", "surfaces", k), with_surfaces, robot, [surface])

    def choices(self, varied: Varied) -> None:
        """The choices of a sweep."""
        for key, check in (("grid", flag), ("every", whole)):
            if key in varied.choices:
                self.attempt(("vary", key), check, "it", varied.choices[key])
        if (keep := varied.choices.get("keep", "samples")) not in KEEP:
            self.reader.add(("vary", "keep"), f"expected one of {listing(KEEP)}, given {keep!r:.80}")

    def vary(self, objects: Mapping[str, Any], varied: Varied) -> None:
        """What varies: each path alone, then all together."""
        if any(objects.get(key, varied) is None for key in ("law", "observer", "sensors", "environment")):
            return
        sensors, environment = objects.get("sensors", Sensors()), objects.get("environment", Environment())
        law, observer = as_law(objects.get("law")), objects.get("observer")
        if observer is None or (observer.needs_rates and not sensors.rates):  # a fault that is reported already
            observer = as_observer(None, sensors)
        grid = varied.choices.get("grid") is True

        def check(values: dict[str, Any], batch: Any = None) -> None:
            if "trajectory" in values:
                raise ShapeError("trajectories vary as a batch: [trajectory] with a row for each run")
            Variation(self.robot, law, values, grid, batch, sensors, observer, environment)

        noise = {name: value for name, value in varied.values.items() if name.startswith(NOISE)}
        for name, value in varied.values.items():
            if value is not None:
                self.attempt(varied.paths[name], check, {**noise, name: value} if name == SEED else {name: value})
        if not self.reader.faults:
            trajectory = objects.get("trajectory")
            self.attempt(("vary",), check, varied.values, None if trajectory is None or not trajectory.shape else trajectory)


def whole_periods(duration: float, period: float) -> float:
    """The shortest whole number of periods that contains a trajectory."""
    count = duration / period
    nearest = round(count)
    return period * (nearest if nearest and abs(count - nearest) < WHOLE else math.ceil(count))
