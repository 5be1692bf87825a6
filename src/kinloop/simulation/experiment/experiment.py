"""An experiment: everything that a run or a sweep is made with, as one object that runs and is saved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, fields, is_dataclass
from os import PathLike
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.law import Law
from kinloop.control.observers.observer import Observer
from kinloop.errors import ShapeError, UnsupportedOperation
from kinloop.model.array_arguments import as_constructed
from kinloop.model.geometry.mode import Mode, ModeLike, with_names
from kinloop.model.robot import Robot
from kinloop.simulation.cluster.run_sweep import sweep
from kinloop.simulation.cluster.sweep_progress import SweepShown
from kinloop.simulation.loop.running.run_progress import Shown
from kinloop.simulation.loop.simulate import simulate
from kinloop.simulation.loop.start.arguments import as_law, as_robot
from kinloop.simulation.options.plant_options import BuiltInPlant, as_plant
from kinloop.simulation.options.run_options import Actuators, Environment, Recording, Sensors, as_environment, by_name
from kinloop.simulation.plants.plant import Plant
from kinloop.simulation.record.record import Record
from kinloop.simulation.record.rollout_record import Rollouts
from kinloop.simulation.store.stored_sweep import Sweep
from kinloop.simulation.sweep.rollouts import rollouts
from kinloop.trajectory.external_trajectory import check_trajectory
from kinloop.trajectory.trajectory import Trajectory

# Options of one run and of many.
RUN_OPTIONS = ("duration", "period", "plant", "q", "qd", "mode", "observer", "sensors", "actuators", "environment")


@dataclass(frozen=True, eq=False)
class Experiment:
    """The arguments of :func:`simulate`, or of :func:`rollouts` where something varies: one object that runs, and that a file
    holds (:func:`load_experiment`).

    Two experiments are equal if they have the same machine, numbers and options, wherever the description came from.

    Args:
        robot, controller, trajectory: as of :func:`simulate`.
        duration, period, plant, q, qd, mode, observer, sensors, actuators, environment: as of :func:`simulate`.
        recording: as of :func:`simulate`; a sweep has ``every`` and ``keep`` instead.
        vary, grid, every, keep: as of :func:`rollouts`; with ``vary``, or a batch of trajectories, the experiment is a sweep.
        name, description: for the reader.
        source: the library's name or the path of the file that the robot was read from; a saved file refers to it.
    Raises: ShapeError, UnknownName, UnsupportedOperation: invalid arguments; those that need the whole loop are checked by
        :meth:`run`.
    """

    robot: Robot
    controller: Any = None
    trajectory: Trajectory | None = None
    _: KW_ONLY
    duration: float
    period: float
    plant: str | BuiltInPlant | Plant = "native"
    q: ArrayLike | None = None
    qd: ArrayLike | None = None
    mode: ModeLike | None = None
    observer: Observer | None = None
    sensors: Sensors | None = None
    actuators: Actuators | None = None
    environment: Environment | None = None
    recording: Recording | None = None
    vary: Mapping[str, Any] | None = None
    grid: bool = False
    every: int = 1
    keep: Literal["samples", "summary"] = "samples"
    name: str = ""
    description: str = ""
    source: str | None = None

    def __post_init__(self) -> None:
        robot = as_robot(self.robot)
        for name in ("name", "description"):
            if not isinstance(getattr(self, name), str):
                raise ShapeError(f"Experiment: {name} is {getattr(self, name)!r:.80}, expected a text")
        checked: dict[str, Any] = {
            "controller": None if self.controller is None else as_law(self.controller),
            "trajectory": None if self.trajectory is None else check_trajectory(self.trajectory),
            "plant": as_plant(self.plant, "Experiment"),
            "environment": None if self.environment is None else as_environment(self.environment, "Experiment: environment"),
            "mode": str(with_names(robot.mechanism, self.mode)) if isinstance(self.mode, Mode) else self.mode,
            "q": _frozen_copy(self.q),
            "qd": _frozen_copy(self.qd),
        }
        if self.vary is not None:
            checked["vary"] = {key: _frozen_copy(value) for key, value in by_name("Experiment: vary", self.vary).items()}
        for name, value in checked.items():
            object.__setattr__(self, name, value)
        if self.is_sweep and self.recording is not None:
            raise UnsupportedOperation("Experiment: a sweep takes no recording; every= and keep= choose its samples")

    def __reduce__(self) -> tuple[Any, ...]:
        return as_constructed(self)

    def __repr__(self) -> str:
        law = type(self.controller).__name__ if self.controller is not None else "no law"
        varied = f", varies {', '.join(self.vary)}" if self.vary else ""
        return f"<Experiment {self.name!r}: {self.robot.mechanism.name}, {law}, {self.duration:g} s{varied}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Experiment):
            return NotImplemented
        return all(
            equal_values(getattr(self, each.name), getattr(other, each.name)) for each in fields(self) if each.name != "source"
        )

    __hash__ = None  # type: ignore[assignment]  # it has arrays

    @property
    def is_sweep(self) -> bool:
        """Whether it is many runs."""
        return self.vary is not None or (self.trajectory is not None and bool(self.trajectory.shape))

    def run(self, progress: Shown = None) -> Record | Rollouts:
        """Run it: a :class:`Record`, or :class:`Rollouts` where something varies.

        Args:
            progress: None: a bar on a terminal if it takes long; True, False; or a function of the share done.
        Warns and raises: as :func:`simulate` and :func:`rollouts`.
        """
        if not self.is_sweep:
            options: dict[str, Any] = {name: getattr(self, name) for name in RUN_OPTIONS}
            return simulate(self.robot, self.controller, self.trajectory, recording=self.recording, progress=progress, **options)
        return rollouts(self.robot, self.controller, **self._many, progress=progress)

    def sweep(self, store: str | PathLike[str], cluster: Any = None, progress: SweepShown = None) -> Sweep:
        """Run it where something varies, into a folder that keeps what is finished, here or on a cluster: see :func:`sweep`.

        Raises: UnsupportedOperation: nothing varies. Otherwise as :func:`sweep`.
        """
        if not self.is_sweep:
            raise UnsupportedOperation("Experiment: nothing varies; expected vary={...}, or run() for a single run")
        return sweep(self.robot, self.controller, **self._many, store=store, cluster=cluster, progress=progress)

    @property
    def _many(self) -> dict[str, Any]:
        """The arguments of many runs."""
        options: dict[str, Any] = {name: getattr(self, name) for name in (*RUN_OPTIONS, "grid", "every", "keep", "vary")}
        varied = self.vary is not None and "trajectory" in self.vary
        return {**options, "trajectory": None if varied else self.trajectory}

    def save(self, path: str | PathLike[str]) -> None:
        """Write it to a TOML file, atomically; :func:`load_experiment` reads an equal one.

        A robot whose description is not that of :attr:`source` is written into the file.

        Raises: UnsupportedOperation: it has a Python function, or another object that no file holds. FileError: the folder is
            missing or not writable.
        """
        from kinloop.simulation.experiment.write_experiment import save_experiment

        save_experiment(self, path)


def _frozen_copy(given: Any) -> Any:
    """A copy that does not change: a read-only array, and lists as tuples, in which whole numbers keep all their digits."""
    if isinstance(given, list | tuple):
        return tuple(map(_frozen_copy, given))
    if not isinstance(given, np.ndarray):
        return given
    array = given.copy()
    array.flags.writeable = False
    return array


def equal_values(one: Any, other: Any) -> bool:
    """Whether two values have the same numbers; a robot's are its description and its parameters."""
    if one is other:
        return True
    if isinstance(one, Robot) and isinstance(other, Robot):
        return one.mechanism == other.mechanism and equal_values(dict(one.parameters), dict(other.parameters))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(equal_values(one[key], other[key]) for key in one)
    if isinstance(one, np.ndarray | list | tuple) and isinstance(other, np.ndarray | list | tuple):
        if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
            return bool(np.array_equal(np.asarray(one), np.asarray(other)))
        return len(one) == len(other) and all(map(equal_values, one, other))
    if isinstance(one, Law | Observer) or is_dataclass(one):
        same = type(one) is type(other) and is_dataclass(one)
        return same and all(equal_values(getattr(one, each.name), getattr(other, each.name)) for each in fields(one) if each.init)
    return bool(np.all(one == other))
