"""What a run was: samples by name, how it ended, and the machine; saved whole or not at all, and loaded to the bit."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from enum import IntEnum
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from kinloop.errors import FileError, KinloopError, ShapeError, UnsupportedOperation, listing
from kinloop.mechanism.formats.text_file import save_bytes
from kinloop.mechanism.formats.toml.toml_file import mechanism_from_table, table_from_text
from kinloop.mechanism.formats.toml.toml_write import write_toml
from kinloop.mechanism.validate.task_checks import task_names
from kinloop.model.dynamics.task import task_rows
from kinloop.model.robot import Robot

Array = np.ndarray
FORMAT = "kinloop record 1"


class RunStatus(IntEnum):
    """How a run ended."""

    COMPLETE = 0
    LAW_NOT_FINITE = 1  # the law gave NaN or infinity
    DIVERGED = 2  # the motion left the finite numbers, or there was none
    INTERRUPTED = 3  # by the user; what was computed is kept
    NOT_STARTED = 4  # of a rollout: at its start the loops are open, a number is not finite, or the reference is out of reach
    STOPPED = 5  # an event ended it; the last of ``events`` says which, and what came before is kept
    REFERENCE_LOST = 6  # the joints cannot follow the trajectory
    SINGULAR_START = 7  # of a rollout: it begins at a singularity, where the law or its reference has no answer

    @property
    def words(self) -> str:
        return self.name.lower().replace("_", " ")

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True, eq=False)
class Event:
    """Something that happened at a time [s], and the state then: all positions ``q`` (nq,) and rates ``qd`` (nv,), those before
    an impact; None where they are not known."""

    time: float
    kind: str
    message: str
    q: Array | None = field(default=None, repr=False)
    qd: Array | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        for name in ("q", "qd"):
            if getattr(self, name) is not None:
                array = np.array(getattr(self, name), float)
                array.flags.writeable = False
                object.__setattr__(self, name, array)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self._numbers == other._numbers

    def __hash__(self) -> int:
        return hash(self._numbers)

    @property
    def _numbers(self) -> tuple[object, ...]:
        """To the bit, so that NaN equals itself."""
        state = (None if array is None else array.tobytes() for array in (self.q, self.qd))
        return (float(self.time).hex(), self.kind, self.message, *state)

    def with_state(self, q: Array, qd: Array) -> Event:
        """The same event with the state where it happened."""
        return Event(self.time, self.kind, self.message, q, qd)


@dataclass(frozen=True, eq=False)
class Record:
    """Samples of a run at the control period: time first, then joints or coordinates.

    At ``t[k]`` the state was measured and the command ``tau[k]`` begins, which is held to ``t[k + 1]``. ``qdd`` and
    ``loop_force`` are those that it begins with; of a plant of others, what it reported at that time, which is before the command
    changes. What is unknown is NaN. ``error`` is ``x_ref - x``; of a pose the twist that leads to the reference in unit
    time; of a trajectory of joints ``q_ref - q``.
    """

    t: Array  # (k,) s
    q: Array  # (k, nq)
    qd: Array  # (k, nv)
    qdd: Array  # (k, nv)
    tau: Array  # (k, n_active); NaN where rates were commanded
    x: Array  # (k, n_x)
    xd: Array  # (k, n_xd)
    x_ref: Array  # (k, n_x); NaN where the trajectory is of joints
    error: Array  # (k, n_xd), or (k, n positions of active joints) where the trajectory is of these
    q_ref: Array  # (k, n positions of active joints); NaN where the law did not ask for it
    loop_force: Array  # (k, rows)
    energy: Array  # (k, 2) kinetic and potential, J
    status: RunStatus
    events: tuple[Event, ...]
    robot: Robot

    def __len__(self) -> int:
        return len(self.t)

    def __repr__(self) -> str:
        last = f"{self.t[-1]:g} s" if len(self) else "nothing"
        how = f"ended early: {self.status.words}" if self.status else self.status.words
        return f"<Record of {self.robot.mechanism.name}: {len(self)} samples to {last}, {how}>"

    @cached_property
    def mode(self) -> dict[str, Array]:
        """Signs at each sample, ``"working"`` and ``"assembly"``, shape (k, signs): those of the closed form whose configuration
        the sample has. Without columns where the description has no closed form; 0 where no signs fit."""
        geometry = self.robot.models.geometry
        active = self.q[:, : len(self.robot.active)]
        return {
            "working": geometry.signs_of("inverse", geometry.task(self.q), self.q),
            "assembly": geometry.signs_of("forward", active, self.q),
        }

    @cached_property
    def singularity(self) -> dict[str, Array]:
        """How near each kind of singularity is at each sample: 0 at it, about 1 at configurations like any other."""
        return dict(self.robot.singularity(self.q).nearness)

    # ---------------------------------------------------------------- views

    @cached_property
    def columns(self) -> dict[str, tuple[str, ...]]:
        """Names of every array's columns."""
        m = self.robot.mechanism
        rates, task = m.rates, task_names(m)
        task_rates = TWIST if len(task_rows(m)) != len(task) else tuple(f"{name}_rate" for name in task)
        return {
            "q": m.coordinates,
            "qd": rates,
            "qdd": rates,
            "tau": rates[: self.tau.shape[1]],
            "x": task,
            "xd": task_rates,
            "x_ref": task,
            "error": self._error_names(task),
            "q_ref": self.robot.active[: self.q_ref.shape[1]],
            "loop_force": tuple(f"row{k}" for k in range(self.loop_force.shape[1])),
            "energy": ("kinetic", "potential"),
        }

    def _error_names(self, task: tuple[str, ...]) -> tuple[str, ...]:
        if self.error.shape[1] and np.isnan(self.x_ref).all() and np.isfinite(self.q_ref).any():
            return self.robot.active
        return task if self.error.shape[1] == len(task) else TWIST

    @property
    def table(self) -> dict[str, Array]:
        """Every column by a name such as ``q.q1``, the time first."""
        flat = {"t": self.t}
        for name, columns in self.columns.items():
            flat |= {f"{name}.{column}": getattr(self, name)[:, k] for k, column in enumerate(columns)}
        return flat

    def to_csv(self, path: str | PathLike[str]) -> None:
        """Write the table; numbers have all their digits. Raises FileError."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.table)
        writer.writerows(zip(*(map(repr, column.tolist()) for column in self.table.values()), strict=True))
        save_bytes(Path(path), text.getvalue().encode())

    def to_pandas(self) -> Any:
        """A pandas DataFrame of the table, the time as index. Raises UnsupportedOperation without pandas."""
        try:
            import pandas  # type: ignore[import-untyped,import-not-found,unused-ignore]
        except ImportError:
            raise UnsupportedOperation("to_pandas needs pandas, which is not installed; to_csv and table do not") from None
        return pandas.DataFrame(self.table).set_index("t")

    # ---------------------------------------------------------------- files

    def save(self, path: str | PathLike[str]) -> None:
        """Write a ``.npz`` with all samples, their units and the description, whole or not at all.

        Raises: FileError: the folder is missing or not writable.
        """
        mechanism = self.robot.mechanism
        values = {name: float(value) for name, value in self.robot.parameters.items()}
        about = {
            "format": FORMAT,
            "status": int(self.status),
            "events": [
                [e.time, e.kind, e.message, *(None if a is None else a.tolist() for a in (e.q, e.qd))] for e in self.events
            ],
            "units": UNITS,
            "columns": self.columns,
            "parameters": {name: value.hex() for name, value in values.items()},  # to the bit
            "description": write_toml(mechanism),
        }
        arrays = {name: getattr(self, name) for name in ARRAYS}
        content = io.BytesIO()
        np.savez(content, about=np.array(json.dumps(about)), **arrays)
        save_bytes(Path(path), content.getvalue())

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Record:
        """Read what :meth:`save` wrote; no code in a file is run.

        Raises: FileError: no file, or none of ours, or a part of one: which parts it lacks, or what is wrong with them.
        """
        if not Path(path).is_file() and Path(path).exists():  # a pipe would keep us waiting
            raise FileError(f"{str(path)!r} is no regular file, expected a record of kinloop, as Record.save writes it")
        try:
            about, arrays = _parts(path)
            mechanism = mechanism_from_table(table_from_text(about["description"], str(path)), str(path))
            parameters = {name: float.fromhex(value) for name, value in about["parameters"].items()}
            events = tuple(Event(*event) for event in about["events"])
            run = cls(**arrays, status=RunStatus(about["status"]), events=events, robot=_robot(mechanism, parameters))
            _check_shapes(run)
            return run
        except FileError:
            raise
        except OSError as error:
            raise FileError(f"{str(path)!r} cannot be read: {error.strerror or error}") from error
        except Exception as error:  # whatever a file that is none of ours makes of zip, JSON and TOML
            why = "" if isinstance(error, KinloopError) else f"{type(error).__name__}: "
            raise FileError(f"{str(path)!r} is no whole record of kinloop, as Record.save writes it ({why}{error})") from None


ARRAYS = tuple(field.name for field in fields(Record) if field.type == "Array")
TWIST = ("vx", "vy", "vz", "wx", "wy", "wz")
UNITS = {
    "t": "s",
    "q": "m or rad; quaternions scalar first",
    "qd": "m/s or rad/s",
    "qdd": "m/s^2 or rad/s^2",
    "tau": "N or N m",
    "x": "m or rad; quaternions scalar first",
    "xd": "m/s or rad/s",
    "x_ref": "m or rad; quaternions scalar first",
    "error": "m or rad",
    "q_ref": "m or rad",
    "loop_force": "N or N m",
    "energy": "J",
}


# What a record says of itself, beside its samples.
ABOUT = {"format": str, "status": int, "events": list, "units": dict, "columns": dict, "parameters": dict, "description": str}


def _parts(path: str | PathLike[str]) -> tuple[dict[str, Any], dict[str, Array]]:
    """What a file says of its record, and its samples by name.

    Raises: FileError: another format. ShapeError: which parts it lacks.
    """
    with Path(path).open("rb") as file:
        if not file.read(6).startswith((b"PK", b"\x93NUMPY")):  # NumPy would advise to run the code in it
            raise ShapeError("it is no .npz archive")
    content = np.load(Path(path), allow_pickle=False)
    if not isinstance(content, np.lib.npyio.NpzFile):
        raise ShapeError("it is a single array; expected a .npz archive with about, " + listing(ARRAYS))
    with content:
        _require("parts", content.files, ("about", *ARRAYS))
        about = json.loads(str(content["about"]))
        if not isinstance(about, dict):
            raise ShapeError(f"about is {about!r:.80}, expected {listing(ABOUT)} by name")
        _require("parts of about", about, ("format",))
        if about["format"] != FORMAT:
            raise FileError(f"{str(path)!r} has the format {about['format']!r:.80}, expected {FORMAT!r}")
        _require("parts of about", about, ABOUT)
        for name, kind in ABOUT.items():
            if type(about[name]) is not kind:
                raise ShapeError(f"{name} of about is {about[name]!r:.80}, expected a {kind.__name__}")
        return about, {name: content[name] for name in ARRAYS}


def _require(what: str, given: Iterable[str], expected: Iterable[str]) -> None:
    """Raises: ShapeError: which of the expected are not there."""
    there, wanted = list(given), list(expected)
    if missing := [name for name in wanted if name not in there]:
        raise ShapeError(f"it lacks the {what} {listing(missing)}; expected {listing(wanted)}, found {listing(there)}")


def _check_shapes(run: Record) -> None:
    """Raises: ShapeError: arrays that are no samples of the machine."""
    if run.t.ndim != 1 or run.t.dtype != float:
        raise ShapeError(f"t has shape {run.t.shape} and type {run.t.dtype}, expected (k,) numbers")
    widths = {"tau": run.robot.n_active, "q_ref": len(run.robot.active)}
    for name in ARRAYS[1:]:
        array = getattr(run, name)
        if array.ndim != 2 or array.dtype != float or len(array) != len(run.t):
            raise ShapeError(
                f"{name} has shape {array.shape} and type {array.dtype}, expected numbers for each of {len(run.t)} times"
            )
    for name, columns in run.columns.items():
        array = getattr(run, name)
        if array.shape[1] != widths.get(name, len(columns)):
            count = widths.get(name, len(columns))
            listed = f": {listing(columns)}" if len(columns) == count else ""
            raise ShapeError(f"{name} has {array.shape[1]} columns, expected the {count} of {run.robot.mechanism.name}{listed}")
    mechanism = run.robot.mechanism
    for event in run.events:
        for array, names in ((event.q, mechanism.coordinates), (event.qd, mechanism.rates)):
            if array is not None and array.shape != (len(names),):
                raise ShapeError(f"the state of an event has shape {array.shape}, expected ({len(names)},)")


def _robot(mechanism: Any, parameters: dict[str, float]) -> Robot:
    robot = Robot(mechanism)
    _require("parameters", parameters, robot.parameters)
    _require("description of the parameters", robot.parameters, parameters)
    changed = {name: value for name, value in parameters.items() if value != robot.parameters[name]}
    return robot.with_parameters(**changed) if changed else robot
