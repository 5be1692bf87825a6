"""A spline through samples, such as a file of measured or computed positions."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ShapeError, UnsupportedOperation, unknown_name
from kinloop.model.array_arguments import as_constructed
from kinloop.trajectory.pose_numbers import align_signs, pose_point
from kinloop.trajectory.trajectory import Space, TrajectoryPoint
from kinloop.trajectory.trajectory_arguments import NOT_GIVEN, as_times, finite_array, increasing_times, require_space

Kind = Literal["cubic", "akima"]
Ends = Literal["natural", "clamped", "not-a-knot"]
KINDS: tuple[Kind, ...] = ("cubic", "akima")
ENDS: tuple[Ends, ...] = ("natural", "clamped", "not-a-knot")


@dataclass(frozen=True, eq=False)
class Spline:
    r"""Piecewise polynomials of third order through samples, as ADAMS' CUBSPL (cubic) and AKISPL (Akima).

    A cubic spline is continuous to the second derivative; the error of positions falls with the fourth power of the interval
    (near natural ends with the second, unless the acceleration is zero there). The slopes of an Akima spline are weighted means
    of those of neighbouring intervals, so one sample changes little around it; rates are continuous, accelerations jump. The
    third derivative is constant in each interval. Before the first and after the last sample the rate of that end stays.

    In the space ``"pose"`` the four numbers of the quaternion are interpolated, with aligned signs, and normalised.

    Args:
        times: times of the samples [s], shape (k,), increasing from 0.
        values: shape (..., k, n); leading axes are a batch of trajectories.
        kind: ``"cubic"`` or ``"akima"``.
        space: required: ``"active"`` (joints), ``"task"`` (coordinates of the task) or ``"pose"`` (position and quaternion, 7
            numbers).
        ends: ends of a cubic spline: ``"natural"`` (no acceleration, the default), ``"clamped"`` (at rest) or ``"not-a-knot"``
            (the first two intervals are one polynomial, and so are the last two).
    Raises: ArgumentMissing: no space. ShapeError, NotFinite, NotAUnitQuaternion, UnsupportedOperation: invalid arguments.
    References: [Akima1970].
    """

    times: ArrayLike
    values: ArrayLike
    kind: Kind = "cubic"
    ends: Ends | None = None
    space: Space = field(default=NOT_GIVEN, kw_only=True)

    def __post_init__(self) -> None:
        require_space("Spline", self.space)
        if self.kind not in KINDS:
            raise unknown_name("kind", self.kind, KINDS, "a spline")
        if self.ends is not None and self.ends not in ENDS:
            raise unknown_name("ends", self.ends, ENDS, "a spline")
        if self.ends is not None and self.kind == "akima":
            raise UnsupportedOperation("Spline: Akima's splines have no choice of ends; leave ends out")
        times, values = increasing_times("Spline", self.times), finite_array("Spline", "values", self.values)
        if values.ndim < 2 or values.shape[-2] != len(times) or not values.shape[-1]:
            raise ShapeError(f"Spline: values has shape {values.shape}, expected (..., {len(times)}, n): a row for each time")
        if self.space == "pose":
            values = align_signs("Spline: values", values)
        object.__setattr__(self, "times", times)
        object.__setattr__(self, "values", values)

    def __reduce__(self) -> tuple[Any, ...]:
        return as_constructed(self)

    @property
    def duration(self) -> float:
        """The last time [s]."""
        return float(np.asarray(self.times)[-1])

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the batch; ``()`` for one trajectory."""
        return np.shape(self.values)[:-2]

    @property
    def knots(self) -> np.ndarray:
        """Times [s] at which acceleration or jerk may jump: those of the samples."""
        return np.array(self.times)

    def __getitem__(self, rows: Any) -> Spline:
        """Some trajectories of a batch."""
        if not self.shape:
            raise ShapeError("this Spline is one trajectory, not a batch of them")
        index = np.empty(self.shape)[rows].shape  # also refuses an index into the samples
        return replace(self, values=np.asarray(self.values)[rows].reshape((*index, *np.shape(self.values)[-2:])))

    def __call__(self, t: ArrayLike) -> TrajectoryPoint:
        """The point at times [s] of any shape: ``x xd xdd xddd``, each ``(*shape, *t.shape, n)``."""
        times = as_times(t)
        inside = np.clip(times, 0.0, self.duration)
        beyond = (times - inside)[..., None]
        # SciPy puts the times' axes where the samples' axis was: after the batch.
        x, xd, xdd, xddd = (np.asarray(self._polynomials(inside, order)) for order in range(4))
        outside = np.asarray((beyond != 0) & ~np.isnan(beyond))
        x, xdd, xddd = x + xd * beyond, np.where(outside, 0.0, xdd), np.where(outside, 0.0, xddd)
        return pose_point(x, xd, xdd, xddd) if self.space == "pose" else TrajectoryPoint(x, xd, xdd, xddd)

    @cached_property
    def _polynomials(self) -> Any:
        from scipy.interpolate import Akima1DInterpolator, CubicSpline

        times, values = np.asarray(self.times), np.asarray(self.values)
        if self.kind == "akima":
            return Akima1DInterpolator(times, values, axis=-2)
        return CubicSpline(times, values, axis=-2, bc_type=self.ends or "natural")
