"""A sequence of trajectories."""

from __future__ import annotations

from collections import abc
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ShapeError, UnsupportedOperation
from kinloop.model.array_arguments import as_constructed
from kinloop.numerics.quaternions import nearest_sign
from kinloop.trajectory.external_trajectory import check_trajectory
from kinloop.trajectory.trajectory import Space, Trajectory, TrajectoryPoint
from kinloop.trajectory.trajectory_arguments import as_times

# How far the end of a part may be from the beginning of the next, in parts of the larger of 1 and the coordinates.
ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class Sequence:
    """Trajectories one after the other: each begins when the duration of the one before ends.

    After the last part's duration, the sequence continues as that part does. Each part begins where the one before ends; rates
    and accelerations may jump there.

    Args:
        parts: single trajectories of the same space.
        near: a configuration (nq,) on the branch where a run begins; the branch of ``robot.start`` unless given.
        jumps: whether a part may begin elsewhere, so that the reference jumps, as for a step response.
    Raises: ShapeError: no parts, parts that do not fit each other, or a part that does not begin where the one before ends.
    """

    parts: abc.Sequence[Trajectory]
    near: ArrayLike | None = None
    jumps: bool = False

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
        if not isinstance(self.jumps, bool):
            raise ShapeError(f"Sequence: jumps is {self.jumps!r:.80}, expected True or False")
        if not self.jumps:
            self._refuse_jumps()

    def _refuse_jumps(self) -> None:
        for k, (one, other) in enumerate(pairwise(self.parts)):
            end, begin = np.asarray(one(float(one.duration)).x), np.asarray(other(0.0).x)
            if self.space == "pose":
                begin = np.concatenate([begin[:3], nearest_sign(begin[3:], end[3:])])
            size = np.maximum(np.abs(end), np.abs(begin))
            off = np.abs(end - begin) > ROUNDING * np.max(size, initial=1.0)
            if np.any(off):
                j = int(np.argmax(np.abs(end - begin)))
                raise ShapeError(
                    f"Sequence: part {k + 1} begins at {begin[j]:.6g} in coordinate {j}, but part {k} ends at {end[j]:.6g}; "
                    "expected parts that meet, or jumps=True for a reference that jumps"
                )

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

    @property
    def knots(self) -> np.ndarray:
        """Times [s] at which acceleration or jerk may jump: those of the parts, and where parts meet; parts that do not say count
        with their ends."""
        begins = np.cumsum([0.0, *(float(part.duration) for part in self.parts)])
        own = [begin + np.ravel(getattr(part, "knots", ())) for begin, part in zip(begins[:-1], self.parts, strict=True)]
        first, last = (not hasattr(self.parts[k], "knots") for k in (0, -1))
        return np.unique(np.concatenate([*own, begins[0 if first else 1 : None if last else -1]]))

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
