"""Configurations to draw."""

from __future__ import annotations

from typing import Any

import numpy as np

from kinloop.errors import NotFinite, ShapeError
from kinloop.model.robot import Robot

Array = np.ndarray


def as_configurations(robot: Robot, q: Any, what: str) -> Array:
    """One configuration (nq,) or several (k, nq) as an array (k, nq); the start configuration where none is given.

    Raises: ShapeError: another shape, or a robot with arrays of parameters. NotFinite: the first number that is not finite.
    """
    from kinloop.model.array_arguments import numbers

    name = robot.mechanism.name
    if robot.models.is_batch:
        raise ShapeError(f"{name}.{what}: a robot with arrays of parameters is many machines; draw one of them")
    given = np.array(robot.start) if q is None else numbers(q, f"{name}.{what}: q")
    names = robot.mechanism.coordinates
    if given.ndim not in (1, 2) or given.shape[-1] != len(names) or not given.shape[0]:
        raise ShapeError(f"{name}.{what}: q has shape {given.shape}, expected ({len(names)},) or (k, {len(names)})")
    rows = np.atleast_2d(given)
    if not np.isfinite(rows).all():
        row, column = (int(k[0]) for k in np.nonzero(~np.isfinite(rows)))
        raise NotFinite(f"{name}.{what}: {names[column]} is {rows[row, column]}, expected a finite number")
    return rows
