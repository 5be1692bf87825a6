"""What the plants on engines of others share: their answer, and the words for what they are given."""

from __future__ import annotations

from math import ceil, isfinite

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import LoopNotClosed, NotFinite, ShapeError, UnsupportedOperation, listing
from kinloop.model.robot import Robot
from kinloop.simulation.plant import PlantState

Array = np.ndarray
OPEN = 1e-4  # m or rad: from here on loops are not closed, as for the models


def engine_state(robot: Robot, q: Array, qd: Array) -> PlantState:
    """Of an engine that tells positions and rates."""
    return PlantState(q, qd, np.full(qd.shape, np.nan), np.full(len(robot._derived.model.rows), np.nan))


def single_machine(robot: Robot, engine: str) -> dict[str, float]:
    """The parameters' values. Raises: UnsupportedOperation: arrays of them are many machines."""
    many = {name: np.shape(value) for name, value in robot.parameters.items() if np.ndim(value)}
    if many:
        given = listing(f"{name} {shape}" for name, shape in many.items())
        raise UnsupportedOperation(f"{robot.mechanism.name}: {engine} simulates one machine, and these are arrays: {given}")
    return {name: float(value) for name, value in robot.parameters.items()}


def checked_step(step: float) -> float:
    """Raises: ShapeError: no time to step by."""
    if not (isinstance(step, int | float | np.number) and isfinite(step) and step > 0):
        raise ShapeError(f"step is {step!r}, expected a time of more than 0 s")
    return float(step)


def checked_state(robot: Robot, q: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
    """A state that a run may start from.

    Raises: ShapeError, NotFinite: numbers missing. LoopNotClosed: a gap that an engine would pull shut with a jerk.
    """
    posture = _numbers(robot, "q", q, robot.mechanism.coordinates)
    rates = _numbers(robot, "qd", qd, robot.mechanism.rates)
    gap = float(np.abs(robot.closure(posture)).max(initial=0.0))
    if gap > OPEN:
        raise LoopNotClosed(
            f"{robot.mechanism.name}: the start leaves a gap of {gap:.3g} (m or rad); expected less than {OPEN:g}"
        )
    return posture, rates


def checked_efforts(robot: Robot, tau: ArrayLike) -> Array:
    """Active efforts to hold. Raises: ShapeError, NotFinite."""
    names = tuple(name for joint in robot.mechanism.active_joints for name in joint.rates)
    return _numbers(robot, "tau", tau, names)


def substeps(duration: float, step: float) -> int:
    """How many equal steps, none longer than ``step``, make the duration. Raises: ShapeError: no time to advance by."""
    if not (isfinite(duration) and duration > 0):
        raise ShapeError(f"duration is {duration}, expected a time of more than 0 s")
    return max(1, ceil(duration / step * (1 - 1e-9)))


def _numbers(robot: Robot, what: str, values: ArrayLike, names: tuple[str, ...]) -> Array:
    given = np.array(values, dtype=float)
    if given.shape != (len(names),):
        raise ShapeError(
            f"{robot.mechanism.name}: {what} has the shape {given.shape}, expected ({len(names)},): {listing(names)}"
        )
    if not np.isfinite(given).all():
        k = int(np.flatnonzero(~np.isfinite(given))[0])
        raise NotFinite(f"{robot.mechanism.name}: {what}[{k}] ({names[k]}) is {given[k]}, expected a finite number")
    return given
