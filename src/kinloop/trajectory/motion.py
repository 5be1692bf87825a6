"""What every trajectory is: a motion as formulas of time, with numbers that stay inputs of the compiled code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike

from kinloop.compile.kernel import Kernel, compile_formula
from kinloop.compile.tape import Formula, record, scalar, vector
from kinloop.errors import ShapeError

# Of what the numbers of a trajectory are: task coordinates, the tool's pose (position, quaternion), or active joints.
Space = Literal["task", "pose", "active"]
SPACES: tuple[Space, ...] = ("task", "pose", "active")


@dataclass(frozen=True)
class Motion:
    """A motion to third order: arrays over leading axes, or CasADi expressions of time.

    In the space ``"pose"``, ``x`` has 7 numbers and its derivatives are those of the twist, 6 numbers, as the models take them.
    """

    x: Any
    xd: Any
    xdd: Any
    xddd: Any


@runtime_checkable
class Trajectory(Protocol):
    """A reference. ``space`` says of what; ``parameters`` are its numbers, shape (..., n), which may be a batch of trajectories;
    ``key`` is all else that the formulas depend on."""

    @property
    def space(self) -> Space: ...
    @property
    def duration(self) -> Any: ...
    @property
    def parameters(self) -> np.ndarray: ...
    @property
    def key(self) -> str: ...

    def formula(self, t: ca.SX, parameters: ca.SX) -> Motion:
        """The motion at the time ``t`` as CasADi expressions."""
        ...


def sampled(trajectory: Trajectory, t: ArrayLike) -> Motion:
    """The motion at times of any shape, batched trajectories broadcast against them: what a controller's compiled code computes.

    Raises: ShapeError: times that are no numbers.
    """
    try:
        times = np.asarray(t, float)
    except (TypeError, ValueError):
        raise ShapeError(f"the times of a trajectory are {t!r:.80}, expected numbers [s]") from None
    return Motion(*_kernel(trajectory)(times, trajectory.parameters))


_kernels: dict[tuple[type, str, int], Kernel] = {}


def _kernel(trajectory: Trajectory) -> Kernel:
    kind, size = type(trajectory), trajectory.parameters.shape[-1]
    if (kind, trajectory.key, size) not in _kernels:

        def derive() -> Formula:
            t, p = ca.SX.sym("t"), ca.SX.sym("parameters", size)
            motion = trajectory.formula(t, p)
            outputs = (vector("x", motion.x), vector("xd", motion.xd), vector("xdd", motion.xdd), vector("xddd", motion.xddd))
            return Formula("motion", (scalar("t", t), vector("parameters", p)), outputs)

        name = f"{kind.__module__}.{kind.__qualname__}"
        key = {"trajectory": name, "key": trajectory.key, "size": size}
        if not name.startswith("kinloop."):  # the cache knows when our own source changes, not when a user's does
            key["tape"] = repr(record(derive()))
        _kernels[kind, trajectory.key, size] = compile_formula(derive, key, kind.__name__.lower())
    return _kernels[kind, trajectory.key, size]
