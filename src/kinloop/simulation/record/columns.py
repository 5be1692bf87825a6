"""Names and units of the columns of samples: joints, task, efforts, loop forces, energies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from kinloop.errors import ShapeError, UnsupportedOperation
from kinloop.model.robot import Robot

TWIST = ("vx", "vy", "vz", "wx", "wy", "wz")
Columns = dict[str, tuple[str, ...]]
Array = np.ndarray


def column_names(robot: Robot, *, follows_joints: bool, closure_rows: int = 0) -> Columns:
    """Names of every array's columns. ``follows_joints``: the error is that of the active joints, not of the task.
    ``closure_rows``: how many loop forces there are."""
    mechanism, task = robot.mechanism, robot.mechanism.task_names
    is_pose = len(robot.units.task_rates) != len(task)
    return {
        "q": mechanism.coordinates,
        "qd": mechanism.rates,
        "qdd": mechanism.rates,
        "tau": mechanism.rates[: robot.n_active],
        "x": task,
        "xd": TWIST if is_pose else tuple(f"{name}_rate" for name in task),
        "x_ref": task,
        "error": robot.active if follows_joints else TWIST if is_pose else task,
        "q_ref": robot.active,
        "loop_force": tuple(f"row{k}" for k in range(closure_rows)),
        "energy": ("kinetic", "potential"),
    }


def column_units(robot: Robot, *, follows_joints: bool, closure_rows: int = 0) -> Columns:
    """The unit of every column, as :func:`column_names` names them, and of the time; ``1`` for a quaternion's numbers."""
    units, active = robot.units, len(robot.active)
    forces = units.loop_forces
    if closure_rows != len(forces):  # redundant closures have none
        forces = tuple(forces[k] for k in robot.models.formulas.model.rows) if closure_rows else ()
        if len(forces) != closure_rows:
            raise ShapeError(f"{robot.mechanism.name}: there are {closure_rows} loop forces, expected {len(forces)}")
    return {
        "t": ("s",),
        "q": units.positions,
        "qd": units.rates,
        "qdd": units.accelerations,
        "tau": units.efforts[: robot.n_active],
        "x": units.task,
        "xd": units.task_rates,
        "x_ref": units.task,
        "error": units.positions[:active] if follows_joints else units.task_errors,
        "q_ref": units.positions[:active],
        "loop_force": forces,
        "energy": ("J", "J"),
    }


def flat_units(names: Columns, units: Columns) -> dict[str, str]:
    """The unit of every column of a table by its flat name: ``q.q1``."""
    return {f"{name}.{column}": unit for name in names for column, unit in zip(names[name], units[name], strict=True)}


def varied_unit(robot: Robot, name: str) -> str:
    """The unit of a varied number where it is known: a parameter's, a payload's, a period's; else an empty text."""
    if name == "period":
        return "s"
    if name.startswith("plant.payload."):
        return "kg"
    owner, _, parameter = name.rpartition(".")
    note = robot.mechanism.parameter_notes.get(parameter) if owner in ("", "plant", "model") else None
    return note.unit or "" if note is not None else ""


def data_frame(table: Mapping[str, Array], units: Mapping[str, str], index: list[str]) -> Any:
    """A pandas DataFrame with these columns as its index; ``attrs["units"]`` has the unit of each column.

    Raises: UnsupportedOperation: pandas is not installed.
    """
    try:
        import pandas  # type: ignore[import-untyped,import-not-found,unused-ignore]
    except ImportError:
        raise UnsupportedOperation("to_pandas needs pandas, which is not installed; save and the arrays do not") from None
    frame = pandas.DataFrame(table).set_index(index)
    frame.attrs["units"] = dict(units)
    return frame
