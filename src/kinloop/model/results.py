"""The results of a robot's models: named arrays, batch axes first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import unknown_name
from kinloop.model.geometry.configuration import Status

Array = np.ndarray


def copies(*given: ArrayLike) -> tuple[Array, ...]:
    """Copies for later use, in one block of memory: the allocator reuses one large block for the next call but returns several
    to the system, and then the pages of a batch cost more than its computation."""
    arrays = [np.asarray(each, float) for each in given]
    block = np.empty(sum(array.size for array in arrays))
    result: list[Array] = []
    begin = 0
    for array in arrays:
        result.append(block[begin : begin + array.size].reshape(array.shape))
        result[-1][...] = array
        begin += array.size
    return tuple(result)


class _JointAccelerations:
    """The active and the passive part of ``qdd``."""

    __slots__ = ()
    qdd: Array
    n_active: int

    @property
    def qdd_active(self) -> Array:
        """The accelerations of the active joints, shape (..., n_active)."""
        return self.qdd[..., : self.n_active]

    @property
    def qdd_passive(self) -> Array:
        """The accelerations of the passive joints."""
        return self.qdd[..., self.n_active :]


@dataclass(frozen=True, slots=True)
class ForwardDynamics(_JointAccelerations):
    """Accelerations of all rates and of the task, loop forces (N or N m, one per closure row in use), and ``margin``, which is
    positive where masses and closures determine the accelerations; elsewhere the row is NaN."""

    qdd: Array
    n_active: int
    loop_force: Array
    margin: Array
    _open: Array | None = field(repr=False)
    _xdd: Array | Callable[[], Array] = field(repr=False)

    @property
    def xdd(self) -> Array:
        """The task's accelerations. Those of a tree are computed at each access: for a pose they cost half as much as the
        rest."""
        return self._xdd() if callable(self._xdd) else self._xdd

    @property
    def status(self) -> Array:
        """:class:`Status` of each sample: solved, singular, or with open loops."""
        status = np.where(self.margin > 0, Status.SOLVED, Status.SINGULAR)
        return (status if self._open is None else np.where(self._open, Status.LOOP_NOT_CLOSED, status)).astype(np.uint8)


@dataclass(frozen=True, slots=True)
class Energy:
    """Kinetic and potential energy [J]."""

    kinetic: Array
    potential: Array

    @property
    def total(self) -> Array:
        """Kinetic plus potential energy [J]."""
        return self.kinetic + self.potential


@dataclass(frozen=True, slots=True)
class InputOutput:
    """``A`` and ``B`` of ``A xd + B qd_active = 0``, one row per leg, with a unit force part."""

    A: Array
    B: Array


@dataclass(frozen=True, slots=True)
class FramePose:
    """A frame in the world: the position of its origin [m] and its axes as columns."""

    position: Array
    rotation: Array


@dataclass(frozen=True, slots=True)
class LinkPoses:
    """Every link in the world, in the order of ``links``: positions of the origins (..., links, 3) [m] and axes as columns
    (..., links, 3, 3). ``poses["name"]`` is the :class:`FramePose` of one link."""

    links: tuple[str, ...]
    position: Array
    rotation: Array

    def __getitem__(self, link: str) -> FramePose:
        """The pose of one link. Raises: UnknownName: there is no such link."""
        if link not in self.links:
            raise unknown_name("link", link, self.links, "the robot")
        k = self.links.index(link)
        return FramePose(self.position[..., k, :], self.rotation[..., k, :, :])


@dataclass(frozen=True, slots=True)
class Velocity:
    """Velocities: the task's rates (for a pose the tool's twist) and all joint rates."""

    xd: Array
    qd: Array
    n_active: int

    @property
    def qd_active(self) -> Array:
        """The rates of the active joints, shape (..., n_active)."""
        return self.qd[..., : self.n_active]

    @property
    def qd_passive(self) -> Array:
        """The rates of the passive joints."""
        return self.qd[..., self.n_active :]


@dataclass(frozen=True, slots=True)
class Acceleration(_JointAccelerations):
    """Accelerations: those of the task and of all joint rates."""

    xdd: Array
    qdd: Array
    n_active: int


@dataclass(frozen=True, slots=True)
class Jerk:
    """Third derivatives: the task's and those of all joint rates."""

    xddd: Array
    jerk: Array
