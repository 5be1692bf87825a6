"""The polynomial of fifth order with given position, velocity and acceleration at both ends."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.typing import ArrayLike

from kinloop.trajectory.polynomials.polynomial_motion import PolynomialMotion
from kinloop.trajectory.trajectory import Space


@dataclass(frozen=True, eq=False)
class Quintic(PolynomialMotion):
    r"""A polynomial of fifth order from one point to another, at rest at both ends unless rates are given.

    .. math:: x(t) = \sum_{k=0}^5 a_k t^k, \qquad a = T^{-1} (x_0, \dot x_0, \ddot x_0, x_f, \dot x_f, \ddot x_f)

    Before the start and after the end the acceleration of that end stays, so a motion from rest to rest stands still there.

    Args:
        start, end: points, shape (..., n); leading axes are a batch of trajectories.
        duration: of the motion [s], shape (...).
        start_rate, end_rate, start_acceleration, end_acceleration: shape (..., n), zero unless given.
        space: ``"task"``: coordinates of the robot's task. ``"active"``: the active joints. ``"pose"``: seven numbers, position
            and quaternion; the tool rotates about one fixed axis, the short way, from rest to rest.
    Raises: ShapeError, NotFinite, NotAUnitQuaternion: invalid arguments.
    References: [DemuttiRosi2020] (3.1); the acceleration rows of its ``T`` start with 2.
    """

    start: ArrayLike
    end: ArrayLike
    duration: ArrayLike
    start_rate: ArrayLike = 0.0
    end_rate: ArrayLike = 0.0
    start_acceleration: ArrayLike = 0.0
    end_acceleration: ArrayLike = 0.0
    space: Space = "task"

    @property
    def _order(self) -> int:
        return 5

    @property
    def _conditions(self) -> tuple[str, ...]:
        return ("start_rate", "end_rate", "start_acceleration", "end_acceleration")
