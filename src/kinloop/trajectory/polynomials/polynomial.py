"""Polynomials of third, fifth and seventh order with given derivatives at both ends."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ShapeError, UnsupportedOperation
from kinloop.model.array_arguments import numbers
from kinloop.trajectory.polynomials.polynomial_motion import PolynomialMotion
from kinloop.trajectory.trajectory import Space

ORDERS = (3, 5, 7)
CONDITIONS = ("start_rate", "end_rate", "start_acceleration", "end_acceleration", "start_jerk", "end_jerk")


@dataclass(frozen=True, eq=False)
class Polynomial(PolynomialMotion):
    r"""A polynomial of order 3, 5 or 7 from one point to another, at rest at both ends unless derivatives are given.

    .. math:: x(t) = \sum_{k=0}^m a_k t^k

    Order 3 takes the rates of both ends, order 5 also their accelerations, order 7 also their jerks. Before the start and after
    the end the highest of these stays, and the derivatives above it are zero: a motion from rest to rest stands still there. So
    the acceleration of order 3 and the jerk of order 5 jump at the ends. From rest to rest over the distance :math:`d` in the
    time :math:`T`:

    ===== =================== ====================== ======================
    order peak speed          peak acceleration      peak jerk
    ===== =================== ====================== ======================
    3     :math:`1.5\,d/T`    :math:`6\,d/T^2`       :math:`12\,d/T^3`
    5     :math:`1.875\,d/T`  :math:`5.774\,d/T^2`   :math:`60\,d/T^3`
    7     :math:`2.188\,d/T`  :math:`7.513\,d/T^2`   :math:`52.5\,d/T^3`
    ===== =================== ====================== ======================

    Args:
        start, end: points, shape (..., n); leading axes are a batch of trajectories.
        duration: of the motion [s], shape (...).
        order: 3, 5 or 7.
        start_rate, end_rate, start_acceleration, end_acceleration, start_jerk, end_jerk: shape (..., n), zero unless given.
        space: ``"task"``, ``"active"`` or ``"pose"``, as for :class:`kinloop.Quintic`.
    Raises: UnsupportedOperation: a condition that the order does not take. ShapeError, NotFinite, NotAUnitQuaternion: invalid
        arguments.
    """

    start: ArrayLike
    end: ArrayLike
    duration: ArrayLike
    order: int = 5
    start_rate: ArrayLike = 0.0
    end_rate: ArrayLike = 0.0
    start_acceleration: ArrayLike = 0.0
    end_acceleration: ArrayLike = 0.0
    start_jerk: ArrayLike = 0.0
    end_jerk: ArrayLike = 0.0
    space: Space = "task"

    def __post_init__(self) -> None:
        if isinstance(self.order, bool) or self.order not in ORDERS:
            raise ShapeError(f"Polynomial: the order is {self.order!r:.80}, expected 3, 5 or 7")
        for name in CONDITIONS[self.order - 1 :]:
            if np.any(numbers(getattr(self, name), f"Polynomial: {name}") != 0):
                quantity = "accelerations" if "acceleration" in name else "jerks"
                takes = "rates" if self.order == 3 else "rates and accelerations"
                raise UnsupportedOperation(
                    f"Polynomial: {name} is given, but a polynomial of order {self.order} takes only the {takes} of its ends; "
                    f"order={5 if quantity == 'accelerations' else 7} takes {quantity} too"
                )
        super().__post_init__()

    @property
    def _order(self) -> int:
        return self.order

    @property
    def _conditions(self) -> tuple[str, ...]:
        return CONDITIONS[: self.order - 1]
