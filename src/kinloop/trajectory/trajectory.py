"""The interface of trajectories: position, velocity, acceleration and jerk at given times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

import casadi as ca
from numpy.typing import ArrayLike

from kinloop.compile.tape.tape import Formula, scalar, vector

# Coordinates of a trajectory: those of the task, the tool's pose (position, quaternion), or the active joints.
Space = Literal["task", "pose", "active"]
SPACES: tuple[Space, ...] = ("task", "pose", "active")


@dataclass(frozen=True)
class TrajectoryPoint:
    """Position, velocity, acceleration and jerk of a trajectory at given times: arrays over leading axes, or CasADi expressions.

    In the space ``"pose"``, ``x`` has 7 numbers; ``xd`` is the twist, with 6 numbers, and ``xdd`` and ``xddd`` its derivatives.
    """

    x: Any
    xd: Any
    xdd: Any
    xddd: Any


@runtime_checkable
class Trajectory(Protocol):
    """The interface of trajectories, also of user-defined ones."""

    @property
    def space(self) -> Space:
        """The space of the coordinates: ``"task"``, ``"pose"`` or ``"active"``."""
        ...

    @property
    def duration(self) -> Any:
        """The duration [s]."""
        ...

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of a batch of trajectories; ``()`` for one."""
        ...

    def __call__(self, t: ArrayLike) -> TrajectoryPoint:
        """The point at times [s] of any shape: ``x xd xdd xddd``, each ``(*shape, *t.shape, n)``."""
        ...

    def __getitem__(self, rows: Any) -> Trajectory:
        """Some trajectories of a batch."""
        ...


def motion_formula(t: ca.SX, parameters: ca.SX, motion: TrajectoryPoint) -> Formula:
    """The formula of a trajectory that is given as expressions, ready to compile."""
    outputs = (vector("x", motion.x), vector("xd", motion.xd), vector("xdd", motion.xdd), vector("xddd", motion.xddd))
    return Formula("motion", (scalar("t", t), vector("parameters", parameters)), outputs)
