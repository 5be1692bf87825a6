"""The record of a run: samples by name, how it ended, the machine, the law and the options; saved atomically and loaded to the
bit."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import IntEnum
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from kinloop.drawing import draw_with
from kinloop.errors import ShapeError, listing
from kinloop.mechanism.formats.text_file import save_bytes
from kinloop.model.archive import ArchiveKind, describe_robot, robot_from
from kinloop.model.evaluate import evaluate
from kinloop.model.robot import Robot
from kinloop.simulation.record.columns import Columns, column_names, column_units, data_frame, flat_units
from kinloop.simulation.record.record_csv import read_columns
from kinloop.simulation.record.record_reference import reference
from kinloop.trajectory.polynomials.via_points import ViaPoints
from kinloop.trajectory.trajectory import Space

Array = np.ndarray


class RunStatus(IntEnum):
    """How a run ended."""

    COMPLETE = 0
    LAW_NOT_FINITE = 1  # the law gave NaN or infinity
    DIVERGED = 2  # the motion left the finite numbers, or there was none
    INTERRUPTED = 3  # by the user; what was computed is kept
    NOT_STARTED = 4  # a rollout: at its start the loops are open, a number is not finite, or the reference is out of reach
    STOPPED = 5  # an event ended it; the last of ``events`` says which, and what came before is kept
    REFERENCE_LOST = 6  # the joints cannot follow the trajectory
    SINGULAR_START = 7  # a rollout: it begins at a singularity, where the law or its reference has no answer

    @property
    def words(self) -> str:
        """The status in words: ``law not finite``."""
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
        """All that the event has, to the bit, so that NaN equals itself."""
        state = (None if array is None else array.tobytes() for array in (self.q, self.qd))
        return (float(self.time).hex(), self.kind, self.message, *state)

    def with_state(self, q: Array, qd: Array) -> Event:
        """The same event with the state where it happened."""
        return Event(self.time, self.kind, self.message, q, qd)


@dataclass(frozen=True, eq=False)
class Record:
    """Samples of a run at the control period: time first, then joints or coordinates.

    At ``t[k]`` the state was measured and the command ``tau[k]`` begins, which is held to ``t[k + 1]``. ``qdd`` and
    ``loop_force`` are those right after that instant; an external engine reports those right before the command changes. What is
    unknown is NaN. ``error`` is ``x_ref - x``; for a pose, the twist that leads to the reference in unit time; for a trajectory
    of joints, ``q_ref - q``. ``columns`` names the columns of every array, and ``units`` has their units.

    ``law`` has the name and the gains of the control law, and the SHA-256 of a user's Python source. ``options`` has what the run
    was made with. Both are plain JSON, and empty in a record of version 0.1.
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
    law: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.t)

    def __repr__(self) -> str:
        last = f"{self.t[-1]:g} s" if len(self) else "nothing"
        how = f"ended early: {self.status.words}" if self.status else self.status.words
        return f"<Record of {self.robot.mechanism.name}: {len(self)} samples to {last}, {how}>"

    @cached_property
    def mode(self) -> dict[str, Array]:
        """Signs at each sample, ``"working"`` and ``"assembly"``, shape (k, signs) in the order of the description: those of the
        closed form whose configuration the sample has. Without columns where the description has no closed form; 0 where no signs
        fit."""
        geometry = self.robot.models.geometry
        active = self.q[:, : len(self.robot.active)]
        return {
            "working": geometry.signs_of("inverse", geometry.task(self.q), self.q),
            "assembly": geometry.signs_of("forward", active, self.q),
        }

    @cached_property
    def singularity(self) -> dict[str, Array]:
        """How near each kind of singularity is at each sample: 0 at it, about 1 far from it."""
        return dict(self.robot.singularity(self.q).nearness)

    @cached_property
    def contact_wrench(self) -> Array:
        """The wrench of the surfaces on the tool (k, 6), about its origin in world axes: force [N], then moment [N m]."""
        return np.asarray(evaluate(self.robot, "contact_wrench", q=self.q, qd=self.qd)["wrench"])

    # ---------------------------------------------------------------- tables

    @cached_property
    def columns(self) -> Columns:
        """Names of every array's columns."""
        return column_names(self.robot, **self._kind)

    @cached_property
    def units(self) -> Columns:
        """The unit of every array's columns, as ``columns`` names them, and of ``t``; ``1`` for a quaternion's numbers."""
        return column_units(self.robot, **self._kind)

    @property
    def _kind(self) -> dict[str, Any]:
        follows_joints = self.error.shape[1] and np.isnan(self.x_ref).all() and np.isfinite(self.q_ref).any()
        return {"follows_joints": bool(follows_joints), "closure_rows": self.loop_force.shape[1]}

    @property
    def table(self) -> dict[str, Array]:
        """Every column by a name such as ``q.q1``, the time first; ``table_units`` has their units."""
        flat = {"t": self.t}
        for name, columns in self.columns.items():
            flat |= {f"{name}.{column}": getattr(self, name)[:, k] for k, column in enumerate(columns)}
        return flat

    @property
    def table_units(self) -> dict[str, str]:
        """The unit of every column of the table: ``{"t": "s", "q.q1": "m", ...}``."""
        return {"t": "s", **flat_units(self.columns, self.units)}

    def to_csv(self, path: str | PathLike[str]) -> None:
        """Write the table, each column under its name and unit: ``q.q1 [m]``. Numbers have all their digits. Raises FileError."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(f"{name} [{unit}]" for name, unit in self.table_units.items())
        writer.writerows(zip(*(map(repr, column.tolist()) for column in self.table.values()), strict=True))
        save_bytes(Path(path), text.getvalue().encode())

    @classmethod
    def from_csv(cls, path: str | PathLike[str], robot: Robot, columns: Mapping[str, str] | None = None) -> Record:
        """Read a CSV file: one that :meth:`to_csv` wrote, or measured motion. What the file does not have is NaN.

        The first line has the names of the columns: ``t`` or ``time``, and names as :attr:`table` has them (``q.q1``, ``qd.q1``,
        ``x.y``), or those of joints (``q1``) and task coordinates (``y``) alone. A unit in brackets, ``q1 [m]``, must be the
        robot's. Times increase, and need not begin at 0. An empty cell is NaN.

        Args:
            path: of the file, UTF-8, with commas between the cells.
            robot: whose motion it is.
            columns: for a file with other names: which columns to read, and what they are, ``{"motor 1": "q.q1"}``.
        Raises: FileError: the file is missing, or a line of it is wrong; the message has its number. ShapeError: no robot.
        """
        if not isinstance(robot, Robot):
            raise ShapeError(f"from_csv: robot is {robot!r:.80}, expected a robot, such as kl.load('five_bar')")
        arrays: dict[str, Any] = dict(read_columns(path, robot, columns))
        run = cls(**arrays, status=RunStatus.COMPLETE, events=(), robot=robot)
        _check_shapes(run)
        return run

    def as_trajectory(self, space: Space = "active") -> ViaPoints:
        """The motion as a trajectory to follow: polynomials of fifth order through the samples, with their rates.

        Accelerations of joints are those of the samples too. What is unknown (NaN) is the smoothest: it has the least mean square
        of the jerk. The first sample is at the time 0 of the trajectory, whatever its time in the record.

        Args:
            space: ``"active"``: the active joints. ``"task"``, or ``"pose"`` where the task is a pose: the tool.
        Raises: ShapeError: fewer than three samples, an unknown position, or a space that is not the robot's.
        """
        return reference(self, space)

    def to_pandas(self) -> Any:
        """A pandas DataFrame of the table with the time as index; its ``attrs["units"]`` has the unit of each column.

        Raises: UnsupportedOperation: pandas is not installed.
        """
        return data_frame(self.table, self.table_units, ["t"])

    # ---------------------------------------------------------------- figures

    def plot(self, what: str | None = None, *, ax: Any = None) -> Any:
        """A matplotlib figure of tracking, errors, efforts and energy over time, or of one quantity, ``what``: one of these, or
        an array such as ``"qd"``. With ``ax`` one quantity is drawn there, and the axes is returned."""
        return draw_with("figures.record_figure.plot_record", self, what, ax=ax)

    def animate(self, path: str | PathLike[str], **options: Any) -> Path:
        """Write the motion as ``.gif``, ``.html`` or ``.mp4`` (needs ffmpeg), and return the path. ``frames=``: how many
        pictures; ``rate=``: how many a second, 20; ``speed=``: of the playback, 1; ``trace=``: the tool's path, True."""
        return Path(draw_with("figures.animation.animate_record", self, path, **options))

    def report(
        self, path: str | PathLike[str], *, compare: Record | None = None, title: str | None = None, loci: bool = False
    ) -> Path:
        """Write a page of one ``.html`` file, which opens from disk without any request, and return the path: the machine in
        three dimensions with a player, plots linked to it, events, parameters, and how the run was made.

        Args:
            compare: a second record of the machine, drawn translucent over this one and plotted with it.
            title: of the page; machine and law unless given.
            loci: whether singularity loci in the plane of the tool's motion are computed and drawn.
        Raises: ShapeError: nothing to show, or records of different machines. FileError: the file cannot be written.
        """
        return Path(draw_with("page.record_page.write_report", self, path, compare=compare, title=title, loci=loci))

    def view(self, *, compare: Record | None = None, height: float = 640.0, loci: bool = False) -> Any:
        """What a notebook shows as a player with plots, ``height`` pixels high; ``compare`` and ``loci`` as in :meth:`report`.
        About a megabyte in the notebook's file."""
        return draw_with("page.notebook_view.view_record", self, compare=compare, height=height, loci=loci)

    def _repr_html_(self) -> str:
        return str(draw_with("figures.notebook.record_html", self))

    def _repr_png_(self) -> Any:
        return draw_with("figures.notebook.record_png", self)

    # ---------------------------------------------------------------- files

    def save(self, path: str | PathLike[str]) -> None:
        """Write a ``.npz`` with all samples, their names and units, the description, the law and the options; the write is
        atomic. Raises FileError: the folder is missing or not writable."""
        about = {
            "status": int(self.status),
            "events": [
                [e.time, e.kind, e.message, *(None if a is None else a.tolist() for a in (e.q, e.qd))] for e in self.events
            ],
            "units": self.units,
            "columns": self.columns,
            "law": dict(self.law),
            "options": dict(self.options),
            **describe_robot(self.robot),
        }
        FILE.write(path, about, {name: getattr(self, name) for name in ARRAYS})

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Record:
        """Read what :meth:`save` wrote, also in version 0.1; no code in a file is run.

        Raises: FileError: there is no file, it is of another kind, or parts of it are missing or wrong; the message names them.
        """

        def build(about: dict[str, Any], arrays: dict[str, Array]) -> Record:
            run = cls(
                **{name: arrays[name] for name in ARRAYS},
                status=RunStatus(about["status"]),
                events=tuple(Event(*event) for event in about["events"]),
                robot=robot_from(about),
                law=about.get("law", {}),
                options=about.get("options", {}),
            )
            _check_shapes(run)
            return run

        return FILE.read(path, build)


ARRAYS = tuple(field.name for field in fields(Record) if field.type == "Array")
ABOUT = {"format": str, "status": int, "events": list, "units": dict, "columns": dict, "law": dict, "options": dict}
ABOUT |= {"parameters": dict, "description": str}
FILE = ArchiveKind("kinloop record", "Record.save", ("kinloop record 2", "kinloop record 1"), ABOUT, ARRAYS)


def _check_shapes(run: Record) -> None:
    """Raises: ShapeError: arrays that do not fit the machine or each other."""
    if run.t.ndim != 1 or run.t.dtype != float:
        raise ShapeError(f"t has shape {run.t.shape} and type {run.t.dtype}, expected (k,) numbers")
    for name in ARRAYS[1:]:
        array = getattr(run, name)
        if array.ndim != 2 or array.dtype != float or len(array) != len(run.t):
            raise ShapeError(
                f"{name} has shape {array.shape} and type {array.dtype}, expected numbers for each of {len(run.t)} times"
            )
    for name, columns in run.columns.items():
        if (width := getattr(run, name).shape[1]) != len(columns):
            raise ShapeError(
                f"{name} has {width} columns, expected the {len(columns)} of {run.robot.mechanism.name}: {listing(columns)}"
            )
    mechanism = run.robot.mechanism
    for event in run.events:
        for array, names in ((event.q, mechanism.coordinates), (event.qd, mechanism.rates)):
            if array is not None and array.shape != (len(names),):
                raise ShapeError(f"the state of an event has shape {array.shape}, expected ({len(names)},)")
