"""The polynomial of fifth order with given position, velocity and acceleration at both ends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike

from kinloop.compile.llvm.kernel import Kernel, compile_formula
from kinloop.compile.tape.tape import Formula
from kinloop.errors import ShapeError, UnsupportedOperation
from kinloop.model.array_arguments import as_constructed
from kinloop.trajectory.trajectory import Space, TrajectoryPoint, motion_formula
from kinloop.trajectory.trajectory_arguments import as_times, check_space, finite_array, normalise_quaternions

# Shortest duration [s], and the inverse of the longest: third powers of durations must not overflow.
SHORTEST = 1e-50


@dataclass(frozen=True, eq=False)
class Quintic:
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

    def __post_init__(self) -> None:
        check_space(self.space)
        for name in ("start", "end", "duration", *RATES):
            object.__setattr__(self, name, _numbers(name, getattr(self, name)))  # a copy
        points = [_numbers(name, getattr(self, name)) for name in ("start", "end")]
        for name, point in zip(("start", "end"), points, strict=True):
            if not point.ndim or not point.shape[-1]:
                raise ShapeError(f"Quintic: {name} has shape {point.shape}, expected (..., n): one number for each coordinate")
        if points[0].shape[-1] != points[1].shape[-1]:
            raise ShapeError(f"Quintic: start has {points[0].shape[-1]} coordinates, but end has {points[1].shape[-1]}")
        duration = _numbers("duration", self.duration)
        if np.any(duration <= 0):
            raise ShapeError(f"Quintic: the duration is {np.min(duration):g} s, expected a time above zero")
        if np.any((duration < SHORTEST) | (duration > 1 / SHORTEST)):
            raise ShapeError(f"Quintic: the duration is {self.duration!r:.80} s, whose powers overflow")
        if self.space == "pose":
            self._check_pose(points)
        self.parameters.flags.writeable = False  # also raises for shapes that do not fit

    def __reduce__(self) -> tuple[Any, ...]:
        return as_constructed(self)

    def _check_pose(self, points: list[np.ndarray]) -> None:
        for name, point in zip(("start", "end"), points, strict=True):
            if point.shape[-1] != 7:
                raise ShapeError(f"Quintic: {name} has {point.shape[-1]} numbers, expected the 7 of a pose: x y z qw qx qy qz")
            normalise_quaternions(f"Quintic: {name}", point[..., 3:])
        if any(np.any(np.asarray(getattr(self, name)) != 0) for name in RATES):
            raise UnsupportedOperation("Quintic: a pose goes from rest to rest; rates and accelerations must be left out")

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the batch; ``()`` for one trajectory."""
        return self.parameters.shape[:-1]

    def __getitem__(self, rows: Any) -> Quintic:
        """Some trajectories of a batch."""
        points = {name: np.asarray(getattr(self, name), float) for name in ("start", "end", *RATES)}
        chosen = {name: np.broadcast_to(p, (*self.shape, p.shape[-1] if p.ndim else 1))[rows] for name, p in points.items()}
        duration = np.broadcast_to(np.asarray(self.duration, float), self.shape)[rows]
        return replace(self, duration=duration, **chosen)

    @cached_property
    def size(self) -> int:
        """The number of polynomials: one for each coordinate; for a pose, three and one for the angle."""
        return 4 if self.space == "pose" else int(np.shape(self.start)[-1])

    @cached_property
    def parameters(self) -> np.ndarray:
        """The numbers that the compiled formula reads, shape (..., m).

        They are the duration, the coefficients in ``t / duration`` of every polynomial in turn, and for a pose the first
        quaternion and the axis.
        """
        start, end, duration = (_numbers(name, getattr(self, name)) for name in ("start", "end", "duration"))
        v0, vf, a0, af = (_numbers(name, getattr(self, name)) for name in RATES)
        turn: tuple[np.ndarray, ...] = ()
        if self.space == "pose":
            axis, angle = _rotation_between(start[..., 3:], end[..., 3:])
            turn = (normalise_quaternions("Quintic: start", start[..., 3:]), axis)
            start = np.concatenate([start[..., :3], np.zeros((*start.shape[:-1], 1))], axis=-1)
            end = np.concatenate([np.broadcast_to(end[..., :3], (*angle.shape, 3)), angle[..., None]], axis=-1)
        T = duration[..., None]
        try:
            ends = np.broadcast_arrays(start, v0 * T, a0 * T**2, end, vf * T, af * T**2)
            coefficients = np.einsum("ij,j...->...i", T_INVERSE, np.stack(ends))
            batch = np.broadcast_shapes(coefficients.shape[:-2], duration.shape, *(part.shape[:-1] for part in turn))
        except ValueError:
            shapes = ", ".join(f"{name} {np.shape(getattr(self, name))}" for name in ("start", "end", "duration", *RATES))
            raise ShapeError(f"Quintic: the shapes do not fit each other: {shapes}") from None
        if coefficients.shape[-2] != self.size:
            raise ShapeError(
                f"Quintic: a rate or acceleration has {coefficients.shape[-2]} coordinates, but start has {self.size}"
            )
        flat = coefficients.reshape(*coefficients.shape[:-2], -1)
        return np.concatenate([np.broadcast_to(part, (*batch, part.shape[-1])) for part in (T, flat, *turn)], axis=-1)

    def _formula(self, t: ca.SX, parameters: ca.SX) -> TrajectoryPoint:
        """The point as CasADi expressions of the time and of :attr:`parameters`."""
        T = parameters[0]
        coefficients = ca.reshape(parameters[1 : 1 + 6 * self.size], 6, self.size).T
        inside = ca.fmin(ca.fmax(t, 0), T)
        beyond, s = t - inside, inside / T
        powers = [ca.SX(1)]
        for _ in range(5):
            powers.append(powers[-1] * s)
        derivatives = []
        for order in range(4):
            factors = np.polynomial.polynomial.polyder(np.eye(6), order)  # row: power of the derivative, column: of x
            row = sum((powers[k] * ca.DM(factors[k]).T for k in range(6 - order)), ca.SX(1, 6))
            derivatives.append(coefficients @ row.T / T**order)
        p, pd, pdd, pddd = derivatives
        moving = ca.logic_and(t >= 0, t <= T)
        x, xd, xddd = p + pd * beyond + pdd * beyond**2 / 2, pd + pdd * beyond, ca.if_else(moving, pddd, 0)
        if self.space != "pose":
            return TrajectoryPoint(x, xd, pdd, xddd)
        quaternion, axis = parameters[-7:-3], parameters[-3:]
        return TrajectoryPoint(
            ca.vertcat(x[:3], _rotate(axis, x[3], quaternion)),
            *(ca.vertcat(rate[:3], axis * rate[3]) for rate in (xd, pdd, xddd)),
        )

    def __call__(self, t: ArrayLike) -> TrajectoryPoint:
        """The point at times [s] of any shape: ``x xd xdd xddd``, each ``(*shape, *t.shape, n)``."""
        times = as_times(t)
        every_time = self.parameters.reshape(*self.shape, *(1,) * times.ndim, self.parameters.shape[-1])
        return TrajectoryPoint(*self._kernel(times, every_time))

    @property
    def _kernel(self) -> Kernel:
        kind = ("pose" if self.space == "pose" else "numbers", self.size)
        if kind not in _kernels:

            def derive() -> Formula:
                t, p = ca.SX.sym("t"), ca.SX.sym("parameters", self.parameters.shape[-1])
                return motion_formula(t, p, self._formula(t, p))

            _kernels[kind] = compile_formula(derive, {"trajectory": "quintic", "kind": kind}, f"quintic_{self.size}")
        return _kernels[kind]


_kernels: dict[tuple[str, int], Kernel] = {}
RATES = ("start_rate", "end_rate", "start_acceleration", "end_acceleration")
# The matrix T of [DemuttiRosi2020] in the time t / duration. Rows: x, x', x'' at 0 and at 1; columns: powers.
_T = np.zeros((6, 6))
_T[[0, 1, 2], [0, 1, 2]] = 1, 1, 2
_T[3:] = [[1, 1, 1, 1, 1, 1], [0, 1, 2, 3, 4, 5], [0, 0, 2, 6, 12, 20]]
T_INVERSE = np.round(2 * np.linalg.inv(_T)) / 2  # its entries are halves


def _numbers(name: str, given: Any) -> np.ndarray:
    array = finite_array("Quintic", name, given)
    if not array.size:
        raise ShapeError(f"Quintic: {name} has shape {array.shape}, expected a number at least")
    return array


def _rotation_between(start: np.ndarray, end: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Axis in world coordinates and angle of the shortest rotation from one quaternion to another."""
    a, u = start[..., :1], start[..., 1:]
    b, v = end[..., :1], end[..., 1:]
    scalar = np.sum(a * b, axis=-1) + np.sum(u * v, axis=-1)
    vector = (a * v - b * u + np.cross(u, v)) * np.where(scalar < 0, -1.0, 1.0)[..., None]  # end times start's conjugate
    size = np.linalg.norm(vector, axis=-1)
    axis = np.where(size[..., None] > 0, vector / np.where(size > 0, size, 1.0)[..., None], np.array([0.0, 0.0, 1.0]))
    return axis, 2 * np.arctan2(size, np.abs(scalar))


def _rotate(axis: ca.SX, angle: ca.SX, quaternion: ca.SX) -> ca.SX:
    """A quaternion after a rotation about an axis in world coordinates."""
    c, s = ca.cos(angle / 2), ca.sin(angle / 2) * axis
    a, u = quaternion[0], quaternion[1:]
    return ca.vertcat(c * a - ca.dot(s, u), c * u + a * s + ca.cross(s, u))
