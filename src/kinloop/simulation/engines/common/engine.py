"""Checks of the arguments that the plants on external engines share."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, isfinite

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import LoopNotClosed, NotFinite, ShapeError, UnsupportedOperation, listing
from kinloop.model.call_errors import WRENCH_NAMES
from kinloop.model.compiled_models import CompiledModels
from kinloop.model.robot import Robot
from kinloop.numerics.tolerances import CLOSED_LOOP_GAP

Array = np.ndarray


def single_machine(robot: Robot | CompiledModels, engine: str) -> dict[str, float]:
    """The values of the parameters. Raises: UnsupportedOperation: arrays of parameters, which are many machines."""
    many = {name: np.shape(value) for name, value in robot.parameters.items() if np.ndim(value)}
    if many:
        given = listing(f"{name} {shape}" for name, shape in many.items())
        raise UnsupportedOperation(f"{robot.mechanism.name}: {engine} simulates one machine, and these are arrays: {given}")
    return {name: float(value) for name, value in robot.parameters.items()}


def require_step(step: float) -> float:
    """A step [s] as a number. Raises: ShapeError: the step is not a positive time."""
    if not (isinstance(step, int | float | np.number) and isfinite(step) and step > 0):
        raise ShapeError(f"step is {step!r}, expected a time of more than 0 s")
    return float(step)


def substeps(duration: float, step: float) -> int:
    """The number of equal steps, none longer than ``step``, that make the duration.

    Raises: ShapeError: the duration is not a positive time.
    """
    if not (isfinite(duration) and duration > 0):
        raise ShapeError(f"duration is {duration}, expected a time of more than 0 s")
    return max(1, ceil(duration / step * (1 - 1e-9)))


class EngineArguments:
    """Checks the states, efforts and wrenches that are given to a plant of this robot."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        # A mechanism computes its names on every access, and a plant needs them every period.
        self.coordinates, self.rates = robot.mechanism.coordinates, robot.mechanism.rates

    def state(self, q: ArrayLike, qd: ArrayLike) -> tuple[Array, Array]:
        """A state that a run may start from.

        Raises: ShapeError, NotFinite: missing numbers. LoopNotClosed: a gap, which an engine would close with a jerk.
        """
        configuration, rates = self._numbers("q", q, self.coordinates), self._numbers("qd", qd, self.rates)
        gap = float(self.robot.models.gaps(configuration)) if self.robot.models.is_closed else 0.0
        if gap > CLOSED_LOOP_GAP:
            raise LoopNotClosed(
                f"{self.robot.mechanism.name}: the start leaves a gap of {gap:.3g} in the loops (rad, or parts of the machine's "
                f"size); expected less than {float(CLOSED_LOOP_GAP):g}"
            )
        return configuration, rates

    def efforts(self, tau: ArrayLike) -> Array:
        """Active efforts to hold. Raises: ShapeError, NotFinite."""
        return self._numbers("tau", tau, self.rates[: self.robot.n_active])

    def wrenches(self, wrenches: Mapping[str, ArrayLike] | None) -> dict[str, Array]:
        """Constant wrenches by frame. Raises: UnknownName, ShapeError, NotFinite."""
        names, arrays = self.robot.models.wrench_inputs(wrenches)
        return {
            name: self._numbers(f"the wrench on {name!r}", array, WRENCH_NAMES) for name, array in zip(names, arrays, strict=True)
        }

    def _numbers(self, what: str, values: ArrayLike, names: tuple[str, ...]) -> Array:
        given = np.array(values, dtype=float)
        machine = self.robot.mechanism.name
        if given.shape != (len(names),):
            raise ShapeError(f"{machine}: {what} has the shape {given.shape}, expected ({len(names)},): {listing(names)}")
        if not np.isfinite(given).all():
            k = int(np.flatnonzero(~np.isfinite(given))[0])
            raise NotFinite(f"{machine}: {what}[{k}] ({names[k]}) is {given[k]}, expected a finite number")
        return given
