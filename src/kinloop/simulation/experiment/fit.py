"""Whether the parts of an experiment fit each other and the robot, so that faults are reported with their lines."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from kinloop.errors import KinloopError, Path, ShapeError
from kinloop.model.geometry.mode import as_mode
from kinloop.simulation.experiment.table_reader import MISSING, TableReader
from kinloop.simulation.experiment.vary_table import Varied
from kinloop.simulation.loop.arguments import (
    as_law,
    command_limits,
    controller_and_plant,
    count_periods,
    finite_numbers,
    measured_values,
)
from kinloop.simulation.loop.measurable import as_observer, measured_places
from kinloop.simulation.loop.start_state import check_mode
from kinloop.simulation.options.run_options import Sensors, flag, is_time, whole
from kinloop.simulation.sweep.vary import Variation

KEEP = ("samples", "summary")
# The duration of a trajectory may differ from a whole number of periods by this share of a period.
WHOLE = 1e-6


def check_fit(reader: TableReader, run: dict[str, Any], objects: dict[str, Any], varied: Varied | None) -> None:
    """Check what needs no compiled loop; the faults are added to the reader's. A duration that is not given is the trajectory's,
    in whole periods."""
    check = _Fit(reader)
    check.times(run, objects.get("trajectory"))
    check.start(run, objects.get("trajectory"))
    check.options(objects)
    if varied is not None and not reader.faults:
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

    def times(self, run: dict[str, Any], trajectory: Any) -> None:
        """Period and duration."""
        at: Path = ("experiment",)
        if not is_time(run["period"]):
            self.reader.add((*at, "period"), f"it is {run['period']!r:.80} s, expected one finite time above zero")
            return
        if "duration" in run:
            self.attempt((*at, "duration"), count_periods, run["duration"], run["period"])
        elif trajectory is None or trajectory.shape:
            which = "there is no trajectory" if trajectory is None else "the trajectories are a batch"
            self.reader.add((*at, "duration"), f"{MISSING}, and {which} to take it from")
        else:
            run["duration"] = whole_periods(float(trajectory.duration), run["period"])
            self.attempt((*at, "period"), count_periods, run["duration"], run["period"])

    def start(self, run: dict[str, Any], trajectory: Any) -> None:
        """Configuration, rates and mode at the start."""
        mechanism, at = self.robot.mechanism, ("experiment",)
        for key, names in (("q", mechanism.coordinates), ("qd", mechanism.rates)):
            if key in run:
                self.attempt((*at, key), finite_numbers, mechanism.name, key, run[key], names)
        if "mode" in run:
            self.attempt((*at, "mode"), check_mode, run["mode"], trajectory, run.get("q"), run.get("qd"))
            if trajectory is not None:
                direction = "forward" if trajectory.space == "active" else "inverse"
                self.attempt((*at, "mode"), as_mode, mechanism, direction, run["mode"])

    def options(self, objects: dict[str, Any]) -> None:
        """Sensors, actuators, environment, observer and plant."""
        robot, sensors = self.robot, objects.get("sensors")
        if sensors is not None:
            self.attempt(("sensors", "measured"), measured_places, robot, sensors.measured)
            for what in ("noise", "quantisation"):
                self.attempt(("sensors", what), measured_values, robot, sensors, what)
        if "observer" in objects:
            self.attempt(("observer",), as_observer, objects["observer"], sensors or Sensors())
        for name in ("saturation", "rate_limit"):
            if "actuators" in objects:
                self.attempt(("actuators", name), command_limits, robot, name, getattr(objects["actuators"], name))
        if "plant" in objects:
            self.attempt(("plant",), controller_and_plant, robot, objects["plant"])
        if "environment" in objects:
            for frame, wrench in objects["environment"].wrenches.items():
                self.attempt(("environment", "wrenches", frame), robot.models.wrench_inputs, {frame: wrench})

    def vary(self, objects: dict[str, Any], varied: Varied) -> None:
        """What varies: each path alone, then all together."""
        choices = varied.choices
        for key, check in (("grid", flag), ("every", whole)):
            if key in choices:
                self.attempt(("vary", key), check, f"vary.{key}", choices[key])
        if choices.get("keep", "samples") not in KEEP:
            self.reader.add(("vary", "keep"), f"expected one of {', '.join(KEEP)}, given {choices['keep']!r:.80}")
        sensors = objects.get("sensors") or Sensors()
        law, observer = as_law(objects.get("law")), as_observer(objects.get("observer"), sensors)

        def variation(values: dict[str, Any]) -> Variation:
            if "trajectory" in values:
                raise ShapeError("trajectories vary as a batch: [trajectory] with a row for each run")
            return Variation(self.robot, law, values, choices.get("grid") is True, None, sensors, observer)

        seeded = {name: value for name, value in varied.values.items() if name.startswith("sensors.noise.")}
        for name, value in varied.values.items():
            with_noise = {**seeded, name: value} if name == "sensors.seed" else {name: value}
            self.attempt(varied.paths[name], variation, with_noise)
        if self.reader.faults:
            return
        trajectory = objects.get("trajectory")
        batch = None if trajectory is None or not trajectory.shape else trajectory
        grid = choices.get("grid") is True
        self.attempt(("vary",), Variation, self.robot, law, varied.values, grid, batch, sensors, observer)


def whole_periods(duration: float, period: float) -> float:
    """The shortest whole number of periods that contains a trajectory."""
    count = duration / period
    nearest = round(count)
    return period * (nearest if nearest and abs(count - nearest) < WHOLE else math.ceil(count))
