"""A polynomial of odd order between two ends: the derivation that quintics and polynomials of other orders share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from functools import cache, cached_property
from math import factorial
from typing import Any, Self

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike

from kinloop.compile.llvm.kernel import Kernel, compile_formula
from kinloop.compile.tape.tape import Formula
from kinloop.errors import ShapeError, UnsupportedOperation
from kinloop.model.array_arguments import as_constructed
from kinloop.trajectory.pose_numbers import rotate, rotation_between
from kinloop.trajectory.trajectory import Space, TrajectoryPoint, motion_formula
from kinloop.trajectory.trajectory_arguments import as_times, check_space, finite_array, normalise_quaternions

# Shortest duration [s], and the inverse of the longest: third powers of durations must not overflow.
SHORTEST = 1e-50


class PolynomialMotion(ABC):
    """A polynomial of odd order; a frozen dataclass that inherits it has points, duration and the conditions as fields."""

    start: ArrayLike
    end: ArrayLike
    duration: ArrayLike
    space: Space

    @property
    @abstractmethod
    def _order(self) -> int:
        """The order of the polynomial."""

    @property
    @abstractmethod
    def _conditions(self) -> tuple[str, ...]:
        """Names of the derivatives that are given: the rates at start and end, the accelerations, ..."""

    def __post_init__(self) -> None:
        check_space(self.space)
        for name in ("start", "end", "duration", *self._conditions):
            object.__setattr__(self, name, self._numbers(name))  # a copy
        owner, points = self._owner, [self._numbers(name) for name in ("start", "end")]
        for name, point in zip(("start", "end"), points, strict=True):
            if not point.ndim or not point.shape[-1]:
                raise ShapeError(f"{owner}: {name} has shape {point.shape}, expected (..., n): one number for each coordinate")
        if points[0].shape[-1] != points[1].shape[-1]:
            raise ShapeError(f"{owner}: start has {points[0].shape[-1]} coordinates, but end has {points[1].shape[-1]}")
        duration = self._numbers("duration")
        if np.any(duration <= 0):
            raise ShapeError(f"{owner}: the duration is {np.min(duration):g} s, expected a time above zero")
        if np.any((duration < SHORTEST) | (duration > 1 / SHORTEST)):
            raise ShapeError(f"{owner}: the duration is {self.duration!r:.80} s, whose powers overflow")
        if self.space == "pose":
            self._check_pose(points)
        self.parameters.flags.writeable = False  # also raises for shapes that do not fit

    def __reduce__(self) -> tuple[Any, ...]:
        return as_constructed(self)

    @property
    def _owner(self) -> str:
        return type(self).__name__

    def _numbers(self, name: str) -> np.ndarray:
        array = finite_array(self._owner, name, getattr(self, name))
        if not array.size:
            raise ShapeError(f"{self._owner}: {name} has shape {array.shape}, expected a number at least")
        return array

    def _check_pose(self, points: list[np.ndarray]) -> None:
        owner = self._owner
        for name, point in zip(("start", "end"), points, strict=True):
            if point.shape[-1] != 7:
                raise ShapeError(f"{owner}: {name} has {point.shape[-1]} numbers, expected the 7 of a pose: x y z qw qx qy qz")
            normalise_quaternions(f"{owner}: {name}", point[..., 3:])
        if any(np.any(np.asarray(getattr(self, name)) != 0) for name in self._conditions):
            raise UnsupportedOperation(f"{owner}: a pose goes from rest to rest; rates and accelerations must be left out")

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the batch; ``()`` for one trajectory."""
        return self.parameters.shape[:-1]

    @property
    def knots(self) -> np.ndarray:
        """Times [s] at which acceleration or jerk may jump, shape (..., k): both ends; none of seventh order."""
        duration = np.broadcast_to(np.asarray(self.duration, float), self.shape)
        return np.stack([np.zeros_like(duration), duration], axis=-1)[..., : 0 if self._order > 5 else 2]

    def __getitem__(self, rows: Any) -> Self:
        """Some trajectories of a batch."""
        points = {name: np.asarray(getattr(self, name), float) for name in ("start", "end", *self._conditions)}
        chosen = {name: np.broadcast_to(p, (*self.shape, p.shape[-1] if p.ndim else 1))[rows] for name, p in points.items()}
        duration = np.broadcast_to(np.asarray(self.duration, float), self.shape)[rows]
        return replace(self, duration=duration, **chosen)  # type: ignore[type-var]

    @cached_property
    def size(self) -> int:
        """The number of polynomials: one for each coordinate; for a pose, three and one for the angle."""
        return 4 if self.space == "pose" else int(np.shape(self.start)[-1])

    @cached_property
    def parameters(self) -> np.ndarray:
        """The numbers that the compiled formula reads, shape (..., m).

        They are the duration, the coefficients in ``t / duration`` of every polynomial in turn; but for quintics the exact values
        at the end, which the polynomials have to rounding; and for a pose the first quaternion and the axis.
        """
        start, end, duration = (self._numbers(name) for name in ("start", "end", "duration"))
        given = [self._numbers(name) for name in self._conditions]
        turn: tuple[np.ndarray, ...] = ()
        if self.space == "pose":
            axis, angle = rotation_between(start[..., 3:], end[..., 3:])
            turn = (normalise_quaternions(f"{self._owner}: start", start[..., 3:]), axis)
            start = np.concatenate([start[..., :3], np.zeros((*start.shape[:-1], 1))], axis=-1)
            end = np.concatenate([np.broadcast_to(end[..., :3], (*angle.shape, 3)), angle[..., None]], axis=-1)
        T = duration[..., None]
        scaled = [value * T if not k else value * T ** (k + 1) for k, value in ((j // 2, each) for j, each in enumerate(given))]
        try:
            ends = np.broadcast_arrays(start, *scaled[::2], end, *scaled[1::2])
            coefficients = np.einsum("ij,j...->...i", coefficient_matrix(self._order), np.stack(ends))
            batch = np.broadcast_shapes(coefficients.shape[:-2], duration.shape, *(part.shape[:-1] for part in turn))
        except ValueError:
            names = ("start", "end", "duration", *self._conditions)
            shapes = ", ".join(f"{name} {np.shape(getattr(self, name))}" for name in names)
            raise ShapeError(f"{self._owner}: the shapes do not fit each other: {shapes}") from None
        if coefficients.shape[-2] != self.size:
            raise ShapeError(
                f"{self._owner}: a rate or acceleration has {coefficients.shape[-2]} coordinates, but start has {self.size}"
            )
        parts = [T, coefficients.reshape(*coefficients.shape[:-2], -1)]
        if self._has_exact_end:
            parts += [np.broadcast_to(each, (*each.shape[:-1], self.size)) for each in (end, *map(np.atleast_1d, given[1::2]))]
        return np.concatenate([np.broadcast_to(part, (*batch, part.shape[-1])) for part in (*parts, *turn)], axis=-1)

    @property
    def _has_exact_end(self) -> bool:
        """Whether the motion after the end begins with the given values: a rate that is zero to rounding leaves the end slowly.
        That of a quintic is as in the first version, to the bit; it stays within 1e-5 of its way for 10 000 durations."""
        return self._order != 5

    def _formula(self, t: ca.SX, parameters: ca.SX) -> TrajectoryPoint:
        """The point as CasADi expressions of the time and of :attr:`parameters`."""
        T, terms = parameters[0], self._order + 1
        coefficients = ca.reshape(parameters[1 : 1 + terms * self.size], terms, self.size).T
        inside = ca.fmin(ca.fmax(t, 0), T)
        beyond, s = t - inside, inside / T
        powers = [ca.SX(1)]
        for _ in range(self._order):
            powers.append(powers[-1] * s)
        derivatives = []
        for order in range(4):
            factors = np.polynomial.polynomial.polyder(np.eye(terms), order)  # row: power of the derivative, column: of x
            row = sum((powers[k] * ca.DM(factors[k]).T for k in range(terms - order)), ca.SX(1, terms))
            derivatives.append(coefficients @ row.T / T**order)
        if self._has_exact_end:
            first = 1 + terms * self.size
            for order in range(terms // 2):
                exact = parameters[first + order * self.size : first + (order + 1) * self.size]
                derivatives[order] = ca.if_else(t >= T, exact, derivatives[order])
        x, xd, xdd, xddd = self._continue(derivatives, beyond, ca.logic_and(t >= 0, t <= T))
        if self.space != "pose":
            return TrajectoryPoint(x, xd, xdd, xddd)
        quaternion, axis = parameters[-7:-3], parameters[-3:]
        return TrajectoryPoint(
            ca.vertcat(x[:3], rotate(axis, x[3], quaternion)),
            *(ca.vertcat(rate[:3], axis * rate[3]) for rate in (xd, xdd, xddd)),
        )

    def _continue(self, derivatives: list[ca.SX], beyond: ca.SX, moving: ca.SX) -> list[ca.SX]:
        """Before the start and after the end the highest derivative that is given there stays."""
        last, result = self._order // 2, []
        for k, value in enumerate(derivatives):
            for m in range(1, last - k + 1):
                value = value + derivatives[k + m] * beyond**m / factorial(m)
            result.append(value if k <= last else ca.if_else(moving, value, 0))
        return result

    def __call__(self, t: ArrayLike) -> TrajectoryPoint:
        """The point at times [s] of any shape: ``x xd xdd xddd``, each ``(*shape, *t.shape, n)``."""
        times = as_times(t)
        every_time = self.parameters.reshape(*self.shape, *(1,) * times.ndim, self.parameters.shape[-1])
        return TrajectoryPoint(*self._kernel(times, every_time))

    @property
    def _kernel(self) -> Kernel:
        kind = (self._order, "pose" if self.space == "pose" else "numbers", self.size)
        if kind not in _kernels:

            def derive() -> Formula:
                t, p = ca.SX.sym("t"), ca.SX.sym("parameters", self.parameters.shape[-1])
                return motion_formula(t, p, self._formula(t, p))

            name = f"polynomial_{self._order}_{self.size}"
            _kernels[kind] = compile_formula(derive, {"trajectory": "polynomial", "kind": kind}, name)
        return _kernels[kind]


_kernels: dict[tuple[int, str, int], Kernel] = {}


@cache
def end_matrix(order: int) -> np.ndarray:
    """The matrix of [DemuttiRosi2020] (3.1) in the time ``t / duration``: rows are the derivatives at 0, then at 1, columns the
    powers."""
    half = (order + 1) // 2
    derivatives = [np.polynomial.polynomial.polyder(np.eye(order + 1), k) for k in range(half)]  # rows: powers of the derivative
    return np.array([rows[0] for rows in derivatives] + [rows.sum(axis=0) for rows in derivatives])


@cache
def coefficient_matrix(order: int) -> np.ndarray:
    """The inverse of :func:`end_matrix`, exact: its entries are multiples of 1/6 at order 7, and of 1/2 below."""
    unit = 6 if order > 5 else 2
    return np.asarray(np.round(unit * np.linalg.inv(end_matrix(order))) / unit)
