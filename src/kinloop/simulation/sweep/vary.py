"""What differs between many runs: arrays by name, zipped or every combination."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.law import Law
from kinloop.errors import ShapeError, UnsupportedOperation, listing, unknown
from kinloop.mechanism.expressions.expression import resolve
from kinloop.model.array_arguments import numbers
from kinloop.model.robot import Robot
from kinloop.simulation.loop.arguments import seed_of
from kinloop.simulation.loop.payload import parameter
from kinloop.trajectory.trajectory import Trajectory

Array = np.ndarray


class Variation:
    """What differs between runs: arrays with the runs first. A batch of trajectories is one of them."""

    def __init__(
        self, robot: Robot, law: Law, vary: Mapping[str, ArrayLike], grid: bool, trajectory: Trajectory | None, has_noise: bool
    ) -> None:
        self.robot, self.law, self.grid = robot, law, grid
        if "seed" in vary and not has_noise:
            raise UnsupportedOperation("rollouts: the seed varies, but there is no noise")
        self.given: dict[str, Any] = {name: self._array(name, value) for name, value in vary.items()}
        if trajectory is not None and trajectory.shape:
            if len(trajectory.shape) > 1:
                raise ShapeError(f"rollouts: the trajectories have the shape {trajectory.shape}, expected (runs,)")
            self.given["trajectory"] = trajectory
        self.frames = [name.partition(".")[2] for name in self.given if name.startswith("wrench.")]
        lengths = {name: a.shape[0] for name, a in self.given.items()}
        if not grid and len(set(lengths.values())) > 1:
            told = ", ".join(f"{name} {length}" for name, length in lengths.items())
            raise ShapeError(f"rollouts: the arrays have different numbers of runs: {told}; grid=True takes every combination")
        self.shape = tuple(lengths.values()) if grid else tuple(lengths.values())[:1]
        self.runs = prod(self.shape)
        if not self.runs:
            raise ShapeError(f"rollouts: there are no runs; the arrays have the lengths {listing(lengths.values())}")

    @property
    def has_machines(self) -> bool:
        """Whether the plants' configurations differ on one trajectory."""
        return any(self._is_length(name) for name in self.given if self._kind(name)[0] in ("", "plant"))

    @property
    def has_models(self) -> bool:
        """Whether the controllers' references differ: by their lengths, or by what they follow."""
        return any(self._is_length(name) for name in self.given if self._kind(name)[0] == "") or "trajectory" in self.given

    def _is_length(self, name: str) -> bool:
        """Whether configurations depend on a parameter; they do not on masses."""
        names = list(self.robot.parameters)
        return bool(self.robot.models.formulas.is_geometric[names.index(self._kind(name)[1])])

    def _kind(self, name: str) -> tuple[str, str]:
        """A parameter has no kind before its name."""
        kind, _, rest = name.rpartition(".")
        return (name, "") if name in SIMPLE else (kind, rest)

    def _array(self, name: str, value: ArrayLike) -> Array:
        tail = self._tail(name)
        if name == "seed":
            return _seeds(value)
        array = np.array(numbers(value, f"rollouts: {name}"))
        if array.ndim != 1 + len(tail) or array.shape[1:] != tail:
            expected = ", ".join(["runs", *map(str, tail)])
            raise ShapeError(f"rollouts: {name} of {self.robot.mechanism.name} has shape {array.shape}, expected ({expected})")
        if name in ("saturation", "rate_limit") and not np.all(array > 0):
            raise ShapeError(f"rollouts: {name} is {value!r:.80}, expected numbers above zero")
        if name.startswith("payload.") and np.any(array < 0):
            raise ShapeError(f"rollouts: {name} is {value!r:.80}, expected masses from 0 kg")
        return array

    def _tail(self, name: str) -> tuple[int, ...]:
        """The shape of one run's value."""
        mechanism, (kind, rest) = self.robot.mechanism, self._kind(name)
        if name in ("q", "qd"):
            return (len(mechanism.coordinates if name == "q" else mechanism.rates),)
        if name in SIMPLE[:-1] or (kind in ("", "plant") and rest in self.robot.parameters):
            return ()
        if kind == "gain" and rest in self.law.gains:
            return self.law.gains[rest].shape
        if kind == "payload":
            return ()
        if kind == "wrench":
            return (6,)
        known = [*self.robot.parameters, *(f"plant.{p}" for p in self.robot.parameters)]
        known += [*(f"gain.{gain}" for gain in self.law.gains), "q", "qd", "wrench.tool", "payload.tool", *SIMPLE[2:-1]]
        raise unknown("thing to vary", name, known, "a rollout")

    def first(self, name: str, otherwise: Any) -> Any:
        """Of what varies a value that stands for all."""
        return self.given[name][0] if name in self.given else otherwise

    def rows(self, rows: Array) -> dict[str, Any]:
        """The values of some runs."""
        if not self.grid:
            return {name: array[rows] for name, array in self.given.items()}
        where = np.unravel_index(rows, self.shape)
        return {name: array[at] for (name, array), at in zip(self.given.items(), where, strict=True)}

    def machines(self, robot: Robot, plant: Robot, varied: Mapping[str, Any]) -> tuple[Robot, Robot]:
        """Controllers' models and plants with the parameters of some runs."""
        both, alone = _parameters(robot, varied)
        return robot.with_parameters(**both), plant.with_parameters(**alone)

    def refuse_senseless(self, robot: Robot, plant: Robot) -> None:
        """Refuse parameters that make no machine before anything runs. Raises: DescriptionError: names the first."""
        axes = range(len(self.given))
        apart = {
            name: array.reshape([-1 if k == axis else 1 for k in axes]) if self.grid else array
            for axis, (name, array) in enumerate(self.given.items())
            if isinstance(array, np.ndarray) and array.ndim == 1
        }
        for machine, values in zip((robot, plant), _parameters(robot, apart), strict=True):
            if values:
                known = resolve(machine.mechanism.parameters, machine.models.overrides | values)
                machine.models.formulas.parameter_rules.refuse_senseless(known, values)


def _parameters(robot: Robot, varied: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The parameters among what varies: of the controller's model, and of the plant."""
    both = {name: value for name, value in varied.items() if name in robot.parameters}
    alone = {name[6:]: value for name, value in varied.items() if name.startswith("plant.")}
    alone |= {parameter(name[8:]): value for name, value in varied.items() if name.startswith("payload.")}
    return both, {**both, **alone}


def _seeds(given: Any) -> Array:
    """As whole numbers: a large one as a float would be another."""
    try:
        return np.array([seed_of("a seed", seed) for seed in given], np.uint64)
    except TypeError:
        raise ShapeError(f"rollouts: seed is {given!r:.80}, expected whole numbers, one for each run") from None


# Names that are no parameters of a kind.
SIMPLE = ("q", "qd", "saturation", "rate_limit", "seed", "trajectory")
