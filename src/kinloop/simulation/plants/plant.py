"""The interface of plants: built-in ones, external engines, hardware."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

Array = np.ndarray


@dataclass(frozen=True, slots=True)
class PlantState:
    """The state of a plant; NaN where it is unknown.

    ``q`` (nq,) and ``qd`` (nv,) are all joints in the robot's order, quaternions scalar first. ``qdd`` (nv,) and ``loop_force``,
    one number for each closure row that the robot's ``forward_dynamics`` solves, belong to that instant.
    """

    q: Array
    qd: Array
    qdd: Array
    loop_force: Array


@runtime_checkable
class Plant(Protocol):
    """A machine that efforts drive. Any object with these two methods can stand for the robot in :func:`kinloop.simulate`.

    The loop calls ``start`` once, then ``advance`` once a period, in order, or once for each of the ``samples`` in it; a plant
    keeps its own time, the sum of the durations. One on hardware waits in ``advance`` until the time is over. Where something
    goes wrong it raises: the run ends with an event and keeps its samples. The first measurement is the state given to ``start``.
    """

    def start(self, q: Array, qd: Array) -> None:
        """Begin at rest or in motion: all positions (nq,) and rates (nv,). A plant that cannot be put anywhere (hardware) checks
        that it is there."""
        ...

    def advance(self, tau: Array, duration: float) -> PlantState:
        """Hold the active efforts ``tau`` (n_active,) [N m or N] for ``duration`` [s]; what is measured then."""
        ...
