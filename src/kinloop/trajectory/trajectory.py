"""What every trajectory is: a motion to third order at given times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

import casadi as ca
from numpy.typing import ArrayLike

from kinloop.compile.tape.tape import Formula, scalar, vector

# Of what the numbers of a trajectory are: task coordinates, the tool's pose (position, quaternion), or active joints.
Space = Literal["task", "pose", "active"]
SPACES: tuple[Space, ...] = ("task", "pose", "active")


@dataclass(frozen=True)
class TrajectoryPoint:
    """Position, velocity, acceleration and jerk of a trajectory at given times: arrays over leading axes, or CasADi expressions.

    In the space ``"pose"``, ``x`` has 7 numbers and its derivatives are those of the twist, 6 numbers, as the models take them.
    """

    x: Any
    xd: Any
    xdd: Any
    xddd: Any


@runtime_checkable
class Trajectory(Protocol):
    """A reference: any object that tells a motion at given times.

    ``space`` says of what. ``shape`` is that of a batch of trajectories, ``()`` for one; ``trajectory[rows]`` takes some of them.
    """

    @property
    def space(self) -> Space: ...
    @property
    def duration(self) -> Any: ...
    @property
    def shape(self) -> tuple[int, ...]: ...

    def __call__(self, t: ArrayLike) -> TrajectoryPoint:
        """The motion at times [s] of any shape: ``x xd xdd xddd``, each (*shape, *t.shape, n)."""
        ...

    def __getitem__(self, rows: Any) -> Trajectory: ...


def motion_formula(t: ca.SX, parameters: ca.SX, motion: TrajectoryPoint) -> Formula:
    """A motion given as expressions, to compile."""
    outputs = (vector("x", motion.x), vector("xd", motion.xd), vector("xdd", motion.xdd), vector("xddd", motion.xddd))
    return Formula("motion", (scalar("t", t), vector("parameters", parameters)), outputs)
