"""The values that differ between many runs: arrays by dotted path, zipped or every combination."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.law import Law
from kinloop.control.observers.observer import Observer
from kinloop.errors import KinloopError, ShapeError, UnknownName, UnsupportedOperation, listing, unknown_name
from kinloop.mechanism.expressions.expression import resolve
from kinloop.model.array_arguments import numbers
from kinloop.model.payload import payload_parameter
from kinloop.model.robot import Robot
from kinloop.model.surfaces import VARIABLE, surface_parameter
from kinloop.simulation.loop.inputs.wrench_schedule import PulseValues
from kinloop.simulation.loop.start.arguments import measurement_names
from kinloop.simulation.options.run_options import Actuators, Environment, Sensors, noise_key
from kinloop.trajectory.trajectory import Trajectory

Array = np.ndarray
# First parts of the dotted paths.
MODEL, PLANT, PAYLOAD, LAW, WRENCH = "model.", "plant.", "plant.payload.", "law.", "environment.wrenches."
OBSERVER, PERIOD, PULSE, SURFACE = "observer.", "period", "environment.pulses.", "environment.surfaces."
# Paths that are not parameters, whatever parameters a machine has.
NOT_PARAMETERS = ("q", "qd", "trajectory", PERIOD)
ACTUATORS = ("actuators.saturation", "actuators.rate_limit")
NOISE, QUANTISATION, SEED = "sensors.noise.", "sensors.quantisation.", "sensors.seed"
# Paths of earlier versions, or how they began, and what they are now.
MOVED = {"gain.": LAW, "wrench.": WRENCH, "payload.": PAYLOAD, "seed": SEED}
MOVED |= {path.partition(".")[2]: path for path in ACTUATORS}


def under(path: str, varied: Mapping[str, Any]) -> dict[str, Any]:
    """The values whose paths begin so, by the rest of their paths."""
    return {name.removeprefix(path): value for name, value in varied.items() if name.startswith(path)}


class Variation:
    """The values that differ between runs: arrays with the runs first. A batch of trajectories is one of them."""

    def __init__(
        self,
        robot: Robot,
        law: Law,
        vary: Mapping[str, Any],
        grid: bool,
        trajectory: Trajectory | None,
        sensors: Sensors,
        observer: Observer,
        environment: Environment,
    ) -> None:
        self._pulses = {
            f"{PULSE}{k}.{name}": size
            for k in range(len(environment.pulses))
            for name, size in (("wrench", (6,)), ("start", ()), ("duration", ()))
        }
        self._surfaces = tuple(f"{SURFACE}{each.name}.{key}" for each in environment.surfaces for key in VARIABLE)
        self.robot, self.law, self.observer, self.grid, self.measured = robot, law, observer, grid, tuple(sensors.measured)
        self.given: dict[str, Any] = {
            name: trajectory if name == "trajectory" else self._array(name, value) for name, value in vary.items()
        }
        if SEED in vary and sensors.noise is None and not under(NOISE, vary):
            raise UnsupportedOperation("rollouts: the seed varies, but there is no noise")
        if trajectory is not None and (trajectory.shape or "trajectory" in vary):
            if len(trajectory.shape) != 1:
                raise ShapeError(f"rollouts: the trajectories have the shape {trajectory.shape}, expected (runs,)")
            self.given["trajectory"] = trajectory
        self._check_gains()
        lengths = {name: a.shape[0] for name, a in self.given.items()}
        if not grid and len(set(lengths.values())) > 1:
            counts = ", ".join(f"{name} {length}" for name, length in lengths.items())
            raise ShapeError(f"rollouts: the arrays have different numbers of runs: {counts}; grid=True takes every combination")
        self.shape = tuple(lengths.values()) if grid else tuple(lengths.values())[:1]
        self.runs = prod(self.shape)
        if not self.runs:
            raise ShapeError(f"rollouts: there are no runs; the arrays have the lengths {listing(lengths.values())}")

    def _check_gains(self) -> None:
        """Raises: what a law or an observer raises that is made with the smallest of its varied gains. NaN marks a run."""
        for path, owner in ((LAW, self.law), (OBSERVER, self.observer)):
            for name, values in under(path, self.given).items():
                rows = values.reshape(len(values), -1)
                finite = np.flatnonzero(np.isfinite(rows).all(axis=1))
                if not finite.size:
                    continue
                least = int(finite[np.argmin(rows[finite].min(axis=1))])
                try:
                    owner.with_gains({name: values[least]})
                except KinloopError as fault:
                    raise ShapeError(f"rollouts: {path}{name}[{least}] is {values[least]}: {fault}") from fault

    @property
    def has_machines(self) -> bool:
        """Whether the plants' configurations differ on one trajectory."""
        return self._has_length(1)

    @property
    def has_models(self) -> bool:
        """Whether the controllers' references differ: by their lengths, or by what they follow."""
        return self._has_length(0) or "trajectory" in self.given

    @property
    def has_controllers(self) -> bool:
        """Whether the controllers' models differ."""
        return bool(_parameters(self.robot, self.given)[0])

    def _has_length(self, owner: int) -> bool:
        """Whether a parameter varies that configurations depend on; they do not on masses."""
        names = list(self.robot.parameters)
        varied = _parameters(self.robot, self.given)[owner]
        return any(self.robot.models.formulas.is_geometric[names.index(name)] for name in varied)

    def _array(self, name: str, value: ArrayLike) -> Array:
        tail = self._tail(name)
        if name == SEED:
            return _seeds(value)
        array = np.array(numbers(value, f"rollouts: {name}"))
        if array.ndim != 1 + len(tail) or array.shape[1:] != tail:
            expected = ", ".join(["runs", *map(str, tail)])
            raise ShapeError(f"rollouts: {name} of {self.robot.mechanism.name} has shape {array.shape}, expected ({expected})")
        if name == PERIOD and not np.all((array > 0) & (array < np.inf)):
            raise ShapeError(f"rollouts: the period is {value!r:.80}, expected times above zero [s]")
        if name.startswith(PULSE) and not name.endswith("wrench") and not np.all((array >= 0) & (array < np.inf)):
            raise ShapeError(f"rollouts: {name} is {value!r:.80}, expected finite times from zero [s]")
        if name in ACTUATORS and not np.all(array > 0):
            raise ShapeError(f"rollouts: {name} is {value!r:.80}, expected numbers above zero")
        if name.startswith(PAYLOAD) and np.any(array < 0):
            raise ShapeError(f"rollouts: {name} is {value!r:.80}, expected masses from 0 kg")
        if name.startswith((NOISE, QUANTISATION)) and not np.all((array >= 0) & (array < np.inf)):
            raise ShapeError(f"rollouts: {name} is {value!r:.80}, expected finite numbers from zero")
        return array

    def _tail(self, name: str) -> tuple[int, ...]:
        """The shape of one run's value. Raises: UnknownName."""
        robot, gains = self.robot, self.law.gains
        observed = self.observer.gains
        if name in ("q", "qd"):
            return (len(robot.mechanism.coordinates if name == "q" else robot.mechanism.rates),)
        if name.startswith(WRENCH):
            return (6,)
        if name in self._pulses:
            return self._pulses[name]
        if name in self._surfaces:
            return ()
        if name.startswith(LAW) and name.removeprefix(LAW) in gains:
            return gains[name.removeprefix(LAW)].shape
        if name.startswith(OBSERVER) and name.removeprefix(OBSERVER) in observed:
            return observed[name.removeprefix(OBSERVER)].shape
        parameters = [f"{owner}{parameter}" for owner in ("", PLANT, MODEL) for parameter in robot.parameters]
        parts = measurement_names(robot, self.measured, "noise")
        sensors = [f"{path}{part}" for path in (NOISE, QUANTISATION) for part in parts]
        if name in (*parameters, *sensors, *ACTUATORS, SEED, PERIOD) or name.startswith(PAYLOAD):
            return ()
        for old, new in MOVED.items():
            if name == old or (old.endswith(".") and name.startswith(old)):
                raise UnknownName(f"rollouts: vary has no {name!r}; it is {name.replace(old, new, 1)!r}")
        known = [
            *parameters,
            *(f"{LAW}{gain}" for gain in gains),
            *(f"{OBSERVER}{gain}" for gain in observed),
            PERIOD,
            "q",
            "qd",
            "trajectory",
            f"{WRENCH}tool",
            f"{PAYLOAD}tool",
        ]
        raise unknown_name(
            "thing to vary", name, [*known, *self._pulses, *self._surfaces, *ACTUATORS, *sensors, SEED], "a rollout"
        )

    # ---------------------------------------------------------------- values that stand for all runs

    @property
    def stiffest_surfaces(self) -> dict[str, float]:
        """The largest of the numbers of surfaces that vary, as parameters of the plant."""
        return {name: float(np.max(values)) for name, values in _surface_parameters(self.given).items()}

    def sensors(self, sensors: Sensors) -> Sensors:
        """The sensors with the largest of the values that vary."""
        parts = {"noise": under(NOISE, self.given), "quantisation": under(QUANTISATION, self.given)}
        changed: dict[str, Any] = {
            what: {**(getattr(sensors, what) or {}), **{name: float(array.max()) for name, array in values.items()}}
            for what, values in parts.items()
            if values
        }
        return replace(sensors, **changed)

    def actuators(self, actuators: Actuators) -> Actuators:
        """The actuators with the first of the values that vary."""
        given = {path.partition(".")[2]: self.given[path][0] for path in ACTUATORS if path in self.given}
        return replace(actuators, **given)

    def wrenches(self, wrenches: Mapping[str, ArrayLike]) -> dict[str, ArrayLike]:
        """The wrenches by frame, those that vary zero."""
        return {**wrenches, **{frame: np.zeros(6) for frame in under(WRENCH, self.given)}}

    def periods(self, period: float) -> list[float]:
        """The sampling periods [s] of the runs: ``period`` unless it varies."""
        return [period] if PERIOD not in self.given else np.unique(self.given[PERIOD]).tolist()

    # ---------------------------------------------------------------- values of some runs

    def rows(self, rows: Array) -> dict[str, Any]:
        """The values of the runs with these numbers."""
        if not self.grid:
            return {name: array[rows] for name, array in self.given.items()}
        where = np.unravel_index(rows, self.shape)
        return {name: array[at] for (name, array), at in zip(self.given.items(), where, strict=True)}

    def controllers_and_plants(self, robot: Robot, plant: Robot, varied: Mapping[str, Any]) -> tuple[Robot, Robot]:
        """Controllers' models and plants with the parameters of some runs."""
        models, plants = _parameters(robot, varied)
        return robot.with_parameters(**models), plant.with_parameters(**plants)

    def measured_values(self, path: str, values: Array | None, varied: Mapping[str, Any]) -> Array | None:
        """The noise or quantisation of all measurements (size,), or (runs, size) where some of them vary."""
        changed = under(path, varied)
        if values is None or not changed:
            return values
        names = measurement_names(self.robot, self.measured, path.split(".")[1])
        ends = np.cumsum([0, *(len(part) for part in names.values())])
        values = np.repeat(values[None], len(next(iter(changed.values()))), axis=0)
        for k, name in enumerate(names):
            if name in changed:
                values[:, ends[k] : ends[k + 1]] = changed[name][:, None]
        return values

    def pulses(self, pulses: tuple[PulseValues, ...], varied: Mapping[str, Any]) -> tuple[PulseValues, ...]:
        """The pulses of some runs."""
        found = []
        for k, pulse in enumerate(pulses):
            changed = under(f"{PULSE}{k}.", varied)
            values = pulse.values
            if changed:
                values = np.repeat(values[None], len(next(iter(changed.values()))), axis=0)
                for name, place in (("wrench", slice(0, 6)), ("start", 6), ("duration", 7)):
                    if name in changed:
                        values[:, place] = changed[name]
            found.append(PulseValues(pulse.frame, values))
        return tuple(found)

    def require_possible(self, robot: Robot, plant: Robot) -> None:
        """Refuse parameter values that no machine can have, before anything runs. Raises: DescriptionError: names the first."""
        axes = range(len(self.given))
        apart = {
            name: array.reshape([-1 if k == axis else 1 for k in axes]) if self.grid else array
            for axis, (name, array) in enumerate(self.given.items())
            if isinstance(array, np.ndarray) and array.ndim == 1
        }
        for machine, values in zip((robot, plant), _parameters(robot, apart), strict=True):
            if values:
                known = resolve(machine.mechanism.parameters, machine.models.overrides | values)
                machine.models.formulas.parameter_rules.require_possible(known, values)


def _parameters(robot: Robot, varied: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The parameters that vary: of the controller's model, and of the plant."""
    both = {name: value for name, value in varied.items() if name in robot.parameters and name not in NOT_PARAMETERS}
    masses = under(PAYLOAD, varied)
    plant = {name: value for name, value in under(PLANT, varied).items() if "." not in name}
    plant |= {payload_parameter(frame): mass for frame, mass in masses.items()} | _surface_parameters(varied)
    return {**both, **under(MODEL, varied)}, {**both, **plant}


def _surface_parameters(varied: Mapping[str, Any]) -> dict[str, Any]:
    """The numbers of surfaces that vary, by the names of their parameters."""
    return {surface_parameter(*path.split(".")): value for path, value in under(SURFACE, varied).items()}


def _seeds(given: Any) -> Array:
    """As whole numbers: a large one as a float would be another."""
    try:
        return np.array([noise_key("rollouts: a seed", seed) for seed in given], np.uint64)
    except TypeError:
        raise ShapeError(f"rollouts: {SEED} is {given!r:.80}, expected whole numbers, one for each run") from None
