"""The record of many runs: samples and summaries over what was varied; saved atomically, loaded to the bit, and as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from math import prod
from os import PathLike
from typing import Any, Literal

import numpy as np

from kinloop.drawing import draw_with
from kinloop.errors import ShapeError, UnsupportedOperation
from kinloop.model.archive import ArchiveKind, describe_robot, require, robot_from
from kinloop.model.robot import Robot
from kinloop.simulation.record.columns import Columns, column_names, column_units, data_frame, flat_units
from kinloop.simulation.record.record import RunStatus
from kinloop.simulation.record.run_description import as_json

Array = np.ndarray
SAMPLES = ("q", "qd", "tau", "x", "error")
SUMMARIES = ("stopped", "error_rms", "error_max", "error_last")
WORDS = {int(status): status.words for status in RunStatus}


class StatusArray(np.ndarray):
    """An array of :class:`RunStatus` that prints in words; one entry is a ``RunStatus``."""

    def __getitem__(self, key: Any) -> Any:
        value = super().__getitem__(key)
        return RunStatus(int(value)) if isinstance(value, np.uint8) else value

    def __iter__(self) -> Iterator[Any]:
        return (self[k] for k in range(len(self)))

    def __repr__(self) -> str:
        return f"<status of {self.size} runs: {self}>" if self.dtype == np.uint8 else repr(np.asarray(self))

    def __str__(self) -> str:
        if self.dtype != np.uint8:  # of a comparison or a sum
            return str(np.asarray(self))
        formatter: Any = {"int": lambda value: WORDS.get(value, str(value))}
        return np.array2string(np.asarray(self), separator=", ", formatter=formatter)


@dataclass(frozen=True, eq=False)
class Rollouts:
    """Many runs. The leading axes are those of what was varied: one for a zip, one for each array of a grid.

    ``status``: a :class:`RunStatus` of each run, which prints in words. A run that diverged is frozen where it was, and its
    samples from there on are NaN. One that begins at a singularity where its law or its reference has no answer is
    ``SINGULAR_START``. ``stopped``: when a run ended early [s]; NaN for a complete run.
    Samples are at ``t``: ``q (..., k, nq)``, ``qd``, ``tau``, ``x``, ``error`` (of the task, or of the active joints where the
    trajectory is one of joints: ``error_of``); with summaries only there are no samples, and no ``t``.
    """

    t: Array
    varied: Mapping[str, Any]
    q: Array
    qd: Array
    tau: Array
    x: Array
    error: Array
    status: Array
    stopped: Array
    #: Over every period of each run, kept or not: the root mean square and the largest norm of the error, the last one, and the
    #: largest command of each joint. NaN for a run that ended early, so that it never has the smallest error.
    error_rms: Array
    error_max: Array
    error_last: Array
    tau_max: Array
    #: The last state of each run, and the signs of its working and assembly mode, 0 where the description has none. How often the
    #: run crossed Type 2 and Type 1 loci, (..., 2), and when first [s]; NaN where it did not, or where it is not known.
    q_last: Array
    qd_last: Array
    working_last: Array
    assembly_last: Array
    crossings: Array
    crossing_time: Array
    robot: Robot
    error_of: Literal["task", "active"] = "task"
    law: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "status", np.asarray(self.status).view(StatusArray))

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the leading axes, over the runs."""
        return self.status.shape

    def __repr__(self) -> str:
        kinds, counts = np.unique(self.status[self.status != RunStatus.COMPLETE], return_counts=True)
        why = ", ".join(f"{count} {RunStatus(kind).words}" for kind, count in zip(kinds, counts, strict=True))
        early = f"{counts.sum()} ended early" + (f" ({why})" if why else "")
        kept = f"of {len(self.t)} samples" if len(self.t) else "without samples"
        return f"<Rollouts of {self.robot.mechanism.name}: {prod(self.shape)} runs {kept}, {early}>"

    # ---------------------------------------------------------------- tables

    @property
    def columns(self) -> Columns:
        """Names of the columns of every array of samples, and of ``tau_max``."""
        names = column_names(self.robot, follows_joints=self.error_of == "active")
        return {name: names[name] for name in SAMPLES} | {"tau_max": names["tau"]}

    @property
    def units(self) -> Columns:
        """The unit of every column, as ``columns`` names them, and of ``t``."""
        units = column_units(self.robot, follows_joints=self.error_of == "active")
        return {name: units[name] for name in ("t", *SAMPLES)} | {"tau_max": units["tau"]}

    def to_pandas(self, samples: bool = False) -> Any:
        """A pandas DataFrame with a row for each run, by its number: what was varied, the status in words, the summaries. With
        ``samples`` a row for each sample, by run and time. ``attrs["units"]`` has the units that are known.

        Raises: UnsupportedOperation: pandas is not installed, or no samples were kept.
        """
        runs, units = prod(self.shape), flat_units(self.columns, self.units)
        numbers = np.arange(runs)
        if samples:
            k = len(self.t)
            if not k:
                raise UnsupportedOperation("to_pandas: these rollouts have no samples, since they were run with keep='summary'")
            table = {"run": np.repeat(numbers, k), "t": np.tile(self.t, runs)}
            for name in SAMPLES:
                table |= self._flat(name, getattr(self, name).reshape(runs * k, -1))
            return data_frame(table, {"t": "s", **{name: units[name] for name in table if name in units}}, ["run", "t"])
        table = {"run": numbers, **self._varied_columns(), "status": np.array([s.words for s in self.status.ravel()])}
        table |= {name: getattr(self, name).ravel() for name in SUMMARIES}
        table |= self._flat("tau_max", self.tau_max.reshape(runs, -1))
        return data_frame(table, {"stopped": "s", **{name: units[name] for name in table if name in units}}, ["run"])

    def _flat(self, name: str, values: Array) -> dict[str, Array]:
        return {f"{name}.{column}": values[:, k] for k, column in enumerate(self.columns[name])}

    def _varied_columns(self) -> dict[str, Array]:
        """The varied values of each run: a column for each number, and the place in the batch for a trajectory."""
        columns: dict[str, Array] = {}
        for axis, (name, given) in enumerate(self.varied.items()):
            place = np.indices(self.shape)[axis if len(self.shape) > 1 else 0].ravel()
            if not isinstance(given, np.ndarray):
                columns[name] = place
                continue
            values = given[place].reshape(len(place), -1)
            names = [name] if given.ndim == 1 else [f"{name}.{k}" for k in range(values.shape[1])]
            columns |= dict(zip(names, values.T, strict=True))
        return columns

    # ---------------------------------------------------------------- figures

    def plot(self, what: str | None = None, *, ax: Any = None, **options: Any) -> Any:
        """A matplotlib figure of what fits the runs, or of ``what``: a summary, ``"success"``, ``"status"`` or samples.
        ``kind=``: ``"histogram"``, ``"curve"``, ``"map"`` or ``"bands"``; ``over=``: the two varied arrays of a map;
        ``column=``: of efforts and samples. With ``ax`` one of them is drawn there, and the axes is returned."""
        return draw_with("figures.rollouts_figure.plot_rollouts", self, what, ax=ax, **options)

    def plot_success(self, over: Sequence[str] | None = None, *, ax: Any = None, **options: Any) -> Any:
        """A map of robustness: which runs succeeded, over two varied arrays. ``largest_error=``: what ``error_max`` may be;
        ``success=``: a truth value for each run instead. With ``ax`` it is drawn there, and the axes is returned."""
        return draw_with("figures.robustness_figure.plot_success", self, over, ax=ax, **options)

    def _repr_html_(self) -> str:
        return str(draw_with("figures.notebook.rollouts_html", self))

    def _repr_png_(self) -> Any:
        return draw_with("figures.notebook.rollouts_png", self)

    # ---------------------------------------------------------------- files

    def save(self, path: str | PathLike[str]) -> None:
        """Write a ``.npz`` with all arrays, what was varied, the description, the law and the options; the write is atomic. A
        batch of trajectories is written as plain JSON. Raises FileError: the folder is missing or not writable."""
        arrays = {name: np.asarray(getattr(self, name)) for name in ARRAYS}
        varied = {f"varied {name}": value for name, value in self.varied.items() if isinstance(value, np.ndarray)}
        about = {
            "varied": {name: None if isinstance(value, np.ndarray) else as_json(value) for name, value in self.varied.items()},
            "error_of": self.error_of,
            "units": self.units,
            "columns": self.columns,
            "law": dict(self.law),
            "options": dict(self.options),
            **describe_robot(self.robot),
        }
        FILE.write(path, about, arrays | varied)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Rollouts:
        """Read what :meth:`save` wrote; no code in a file is run. A batch of trajectories is loaded as plain JSON.

        Raises: FileError: there is no file, it is of another kind, or parts of it are missing or wrong; the message names them.
        """

        def build(about: dict[str, Any], arrays: dict[str, Array]) -> Rollouts:
            given = {name: about["varied"][name] for name in about["varied"]}
            require("parts", arrays, [f"varied {name}" for name, value in given.items() if value is None])
            varied = {name: arrays[f"varied {name}"] if value is None else value for name, value in given.items()}
            kept: dict[str, Any] = {name: arrays[name] for name in ARRAYS}
            kept |= {name: about[name] for name in ("error_of", "law", "options")}
            runs = cls(varied=varied, robot=robot_from(about), **kept)
            _check_shapes(runs)
            return runs

        return FILE.read(path, build)


ARRAYS = tuple(each.name for each in fields(Rollouts) if each.type == "Array")
ABOUT = {"format": str, "varied": dict, "error_of": str, "units": dict, "columns": dict, "law": dict, "options": dict}
ABOUT |= {"parameters": dict, "description": str}
FILE = ArchiveKind("kinloop rollouts file", "Rollouts.save", ("kinloop rollouts 2",), ABOUT, ARRAYS)


def _check_shapes(runs: Rollouts) -> None:
    """Raises: ShapeError: arrays that do not fit the machine, what was varied, or each other."""
    lengths = [len(value) for value in runs.varied.values() if isinstance(value, np.ndarray)]
    shape, k = runs.shape, len(runs.t)
    wanted: dict[str, tuple[int, ...]] = {name: (*shape, k, len(runs.columns[name])) for name in SAMPLES}
    wanted |= dict.fromkeys(SUMMARIES, shape) | {"tau_max": (*shape, runs.robot.n_active), "t": (k,)}
    mechanism = runs.robot.mechanism
    wanted |= {"q_last": (*shape, len(mechanism.coordinates)), "qd_last": (*shape, len(mechanism.rates))}
    wanted |= dict.fromkeys(("crossings", "crossing_time"), (*shape, 2))
    for name, expected in wanted.items():
        array = getattr(runs, name)
        if array.shape != expected or array.dtype != float:
            raise ShapeError(f"{name} has shape {array.shape} and type {array.dtype}, expected {expected} numbers")
    if runs.status.dtype != np.uint8 or not set(np.unique(np.asarray(runs.status)).tolist()) <= set(WORDS):
        raise ShapeError(f"status has type {runs.status.dtype} and entries that are no RunStatus")
    if any(length not in shape for length in lengths):
        raise ShapeError(f"what was varied has the lengths {lengths}, expected those of the runs {shape}")
