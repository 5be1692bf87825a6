"""Piecewise polynomials through points at given times, with chosen derivatives and continuity."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import NotFinite, ShapeError, UnsupportedOperation
from kinloop.model.array_arguments import as_constructed
from kinloop.trajectory.piecewise import Pieces, as_points
from kinloop.trajectory.polynomials.smoothest import piece_coefficients, smoothest
from kinloop.trajectory.pose_numbers import align_signs, number_rates, pose_point
from kinloop.trajectory.trajectory import Space, TrajectoryPoint
from kinloop.trajectory.trajectory_arguments import NOT_GIVEN, as_times, finite_array, increasing_times, require_space

DERIVATIVES = ("rates", "accelerations", "jerks")


@dataclass(frozen=True, eq=False)
class ViaPoints:
    r"""Polynomials through points at given times, at rest at both ends unless derivatives are given.

    Derivatives up to ``continuity`` are continuous: 1 has polynomials of third order between points, 2 of fifth, 3 of seventh.
    Given derivatives are met. Those that are free minimise the integral of the square of the next derivative: with
    ``continuity=1`` the acceleration (the cubic spline, whose acceleration is then continuous as well), with 2 the jerk, with 3
    the rate of the jerk:

    .. math:: \int_0^T \left|x^{(c+1)}\right|^2 dt \to \min

    Before the start and after the end, the derivatives up to ``continuity`` of that end stay: a motion that ends at rest stays
    there. In the space ``"pose"`` the four numbers of the quaternion are interpolated, with aligned signs, and normalised; given
    rates are twists, and their derivatives.

    Args:
        times: of the points [s], shape (k,), increasing from 0.
        points: shape (..., k, n); leading axes are a batch of trajectories.
        rates, accelerations, jerks: at the points, shape (..., k, n) or one that fits; NaN or None where one is free. Left out,
            they are zero at both ends and free between. ``continuity=1`` takes rates only, 2 also accelerations, 3 also jerks.
        continuity: 1, 2 or 3.
        space: required: ``"active"``, ``"task"`` or ``"pose"`` (7 numbers; derivatives have 6).
    Raises: ArgumentMissing: no space. ShapeError, NotFinite, NotAUnitQuaternion, UnsupportedOperation: invalid arguments.
    """

    times: ArrayLike
    points: ArrayLike
    rates: Any = None
    accelerations: Any = None
    jerks: Any = None
    continuity: int = 2
    space: Space = field(default=NOT_GIVEN, kw_only=True)

    def __post_init__(self) -> None:
        require_space("ViaPoints", self.space)
        if isinstance(self.continuity, bool) or self.continuity not in (1, 2, 3):
            raise ShapeError(f"ViaPoints: continuity is {self.continuity!r:.80}, expected 1, 2 or 3")
        times, points = increasing_times("ViaPoints", self.times), finite_array("ViaPoints", "points", self.points)
        if points.ndim < 2 or points.shape[-2] != len(times) or not points.size:
            raise ShapeError(f"ViaPoints: points has shape {points.shape}, expected (..., {len(times)}, n): a row for each time")
        if self.space == "pose":
            points = align_signs("ViaPoints: points", points)
        object.__setattr__(self, "times", times)
        object.__setattr__(self, "points", points)
        for order, name in enumerate(DERIVATIVES, start=1):
            object.__setattr__(self, name, self._derivative(order, name))
        if self.space == "pose":
            self._check_turning()
        self._pieces  # noqa: B018  # solves now, and reports what overflows

    def _derivative(self, order: int, name: str) -> np.ndarray | None:
        """A given derivative as a read-only array of the points' shape, NaN where it is free."""
        given = getattr(self, name)
        if given is None:
            return None
        if order > self.continuity:
            raise UnsupportedOperation(
                f"ViaPoints: {name} are given, but continuity={self.continuity} has no {name} at the points; "
                f"expected continuity={order} or more"
            )
        try:
            array = np.array(given, dtype=object)
            array = np.where(np.equal(array, None), np.nan, array).astype(float)  # type: ignore[call-overload]
        except (TypeError, ValueError):
            raise ShapeError(f"ViaPoints: {name} is {given!r:.80}, expected numbers, and NaN or None where one is free") from None
        points = np.asarray(self.points)
        shape = (*points.shape[:-1], 6 if self.space == "pose" else points.shape[-1])
        if np.any(np.isinf(array)):
            raise NotFinite(f"ViaPoints: {name} has an infinite number, expected finite ones, and NaN or None where one is free")
        try:
            array = np.array(np.broadcast_to(array, shape))
        except ValueError:
            raise ShapeError(f"ViaPoints: {name} has shape {array.shape}, expected {shape}") from None
        array.flags.writeable = False
        return array

    def _check_turning(self) -> None:
        """Angular rates of a pose depend on each other: at a point all are given or free, and none without the one below."""
        below = np.zeros((*np.shape(self.points)[:-1],), bool)
        for name in DERIVATIVES[: self.continuity]:
            free = np.isnan(self._with_ends(getattr(self, name), 6)[..., 3:])
            if np.any(free.any(axis=-1) != free.all(axis=-1)) or np.any(below & ~free.any(axis=-1)):
                raise UnsupportedOperation(
                    f"ViaPoints: the angular part of {name} is given in part; expected at each point all three numbers or none, "
                    "and the angular part of the derivatives below"
                )
            below |= free.any(axis=-1)

    def __reduce__(self) -> tuple[Any, ...]:
        return as_constructed(self)

    @property
    def duration(self) -> float:
        """The last time [s]."""
        return float(np.asarray(self.times)[-1])

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the batch; ``()`` for one trajectory."""
        return np.shape(self.points)[:-2]

    @property
    def knots(self) -> np.ndarray:
        """Times [s] at which acceleration or jerk may jump, in any trajectory of the batch.

        With ``continuity=1`` these are all points. With 2 they are the ends and the points with a given acceleration; where it is
        free, the jerk is continuous. With 3 there are none.
        """
        times = np.asarray(self.times)
        if self.continuity != 2:
            return times[: len(times) if self.continuity == 1 else 0].copy()
        given = self._with_ends(self.accelerations, np.shape(self.points)[-1] - (self.space == "pose"))
        jumps = ~np.isnan(given).all(axis=-1)
        jumps = jumps.reshape(-1, len(times)).any(axis=0)
        jumps[[0, -1]] = True
        return times[jumps]

    def __getitem__(self, rows: Any) -> ViaPoints:
        """Some trajectories of a batch."""
        if not self.shape:
            raise ShapeError("this ViaPoints is one trajectory, not a batch of them")
        index = np.empty(self.shape)[rows].shape  # also refuses an index into the points
        parts = {name: getattr(self, name) for name in ("points", *DERIVATIVES)}
        chosen: dict[str, Any] = {
            name: None if part is None else np.asarray(part)[rows].reshape((*index, *np.shape(part)[-2:]))
            for name, part in parts.items()
        }
        return ViaPoints(self.times, **chosen, continuity=self.continuity, space=self.space)

    def __call__(self, t: ArrayLike) -> TrajectoryPoint:
        """The point at times [s] of any shape: ``x xd xdd xddd``, each ``(*shape, *t.shape, n)``."""
        times = as_times(t)
        motion = as_points(self._pieces(times), self.shape, np.shape(self.points)[-1], times.shape)
        return pose_point(*motion) if self.space == "pose" else TrajectoryPoint(*motion)

    def _with_ends(self, given: Any, size: int) -> np.ndarray:
        """A derivative at the points: zero at both ends and free between, unless it is given."""
        if given is not None:
            return np.asarray(given)
        free = np.full((*np.shape(self.points)[:-1], size), np.nan)
        free[..., [0, -1], :] = 0.0
        return free

    @cached_property
    def _pieces(self) -> Pieces:
        times, points = np.asarray(self.times), np.asarray(self.points)
        size = 6 if self.space == "pose" else points.shape[-1]
        given = [self._with_ends(getattr(self, name), size) for name in DERIVATIVES[: self.continuity]]
        if self.space == "pose":
            given = number_rates(points, given)
        states = np.moveaxis(np.stack([points, *given], axis=-1), -2, -3).reshape(-1, len(times), self.continuity + 1)
        try:
            with np.errstate(all="ignore"):
                states = np.stack([smoothest(times, each) for each in states])
                coefficients = np.stack([piece_coefficients(times, each) for each in states])
        except (OverflowError, np.linalg.LinAlgError):
            coefficients = np.full(1, np.nan)
        if not np.all(np.isfinite(coefficients)):
            raise NotFinite("ViaPoints: the polynomials overflow; expected times and points of ordinary sizes")
        return Pieces(times, coefficients, states[:, -1])
