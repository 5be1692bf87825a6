"""A sequence of trajectories."""

from __future__ import annotations

from collections import abc
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ShapeError, UnsupportedOperation
from kinloop.model.array_arguments import as_constructed
from kinloop.trajectory.external_trajectory import check_trajectory
from kinloop.trajectory.trajectory import Space, Trajectory, TrajectoryPoint
from kinloop.trajectory.trajectory_arguments import as_times


@dataclass(frozen=True, eq=False)
class Sequence:
    """Trajectories one after the other: each begins when the duration of the one before ends.

    After the last part's duration, the sequence continues as that part does.

    Args:
        parts: single trajectories of the same space.
        near: a configuration (nq,) on the branch where a run begins; the branch of ``robot.start`` unless given.
    Raises: ShapeError: no parts, or parts that do not fit each other.
    """

    parts: abc.Sequence[Trajectory]
    near: ArrayLike | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.parts, abc.Sequence) or isinstance(self.parts, str) or not self.parts:
            raise ShapeError(f"Sequence: the parts are {self.parts!r:.80}, expected a list of one trajectory or more")
        object.__setattr__(self, "parts", tuple(check_trajectory(part) for part in self.parts))
        object.__setattr__(self, "near", None if self.near is None else np.array(self.near))
        for part in self.parts:
            if part.shape:
                raise UnsupportedOperation(f"Sequence: a part is a batch of the shape {part.shape}; expected single trajectories")
        kinds = {(part.space, part(0.0).x.shape[-1]) for part in self.parts}
        if len(kinds) > 1:
            spaces = ", ".join(f"{space} with {size} coordinates" for space, size in sorted(kinds))
            raise ShapeError(f"Sequence: the parts do not fit each other: {spaces}")

    def __reduce__(self) -> tuple[Any, ...]:
        return as_constructed(self)

    @property
    def space(self) -> Space:
        """The space of all parts."""
        return self.parts[0].space

    @property
    def shape(self) -> tuple[int, ...]:
        """``()``: a sequence is one trajectory."""
        return ()

    @property
    def duration(self) -> float:
        """Duration of all parts [s]."""
        return float(sum(float(part.duration) for part in self.parts))

    def __getitem__(self, rows: Any) -> Sequence:
        raise UnsupportedOperation("Sequence: this is one trajectory, not a batch, so it has no rows")

    def __call__(self, t: ArrayLike) -> TrajectoryPoint:
        """The point at times [s]: ``x xd xdd xddd``, each ``(*t.shape, n)``; the later of two parts that meet counts."""
        times = as_times(t)
        begins = np.cumsum([0.0, *(float(part.duration) for part in self.parts[:-1])])
        which = np.maximum(np.searchsorted(begins, times, side="right") - 1, 0)
        motions = [part(times - begin) for part, begin in zip(self.parts, begins, strict=True)]
        return TrajectoryPoint(
            *(self._choose(which, [getattr(motion, name) for motion in motions]) for name in ("x", "xd", "xdd", "xddd"))
        )

    @staticmethod
    def _choose(which: np.ndarray, parts: list[np.ndarray]) -> np.ndarray:
        return np.take_along_axis(np.stack(parts), which[None, ..., None], axis=0)[0]
