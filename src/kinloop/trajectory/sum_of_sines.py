"""Sums of sines: periodic motions that excite a machine."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import comb
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ShapeError, UnsupportedOperation
from kinloop.model.array_arguments import as_constructed
from kinloop.trajectory.piecewise import Pieces
from kinloop.trajectory.polynomials.smoothest import piece_coefficients
from kinloop.trajectory.trajectory import Space, TrajectoryPoint
from kinloop.trajectory.trajectory_arguments import NOT_GIVEN, as_times, check_duration, finite_array, require_space

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class SumOfSines:
    r"""A sum of sines about an offset, such as to identify a machine's parameters.

    .. math:: x(t) = x_0 + w(t) \sum_k a_k \sin(2\pi f_k t + \varphi_k)

    Without a ramp the window :math:`w` is 1 at all times, also before 0 and after the duration, and the motion does not begin at
    rest. With one, :math:`w` rises from 0 to 1 during the ramp and falls again during the last one, as a polynomial of seventh
    order: the motion begins and ends at rest at the offset, where it stays, and the jerk is continuous.

    Args:
        offset: shape (..., n).
        amplitudes: shape (..., k, n): for each sine and coordinate; leading axes are a batch of trajectories.
        frequencies: [Hz], shape (k,); or one number, the base frequency: the sines are its multiples 1 to k.
        duration: [s].
        phases: [rad], shape (..., k, n), zero unless given.
        ramp: duration of the rise, and of the fall [s]; at most half of the duration.
        space: required: ``"active"`` or ``"task"``.
    Raises: ArgumentMissing: no space. ShapeError, NotFinite, UnsupportedOperation: invalid arguments.
    """

    offset: ArrayLike
    amplitudes: ArrayLike
    frequencies: ArrayLike
    duration: float
    phases: ArrayLike = 0.0
    ramp: float = 0.0
    space: Space = field(default=NOT_GIVEN, kw_only=True)

    def __post_init__(self) -> None:
        if require_space("SumOfSines", self.space) == "pose":
            raise UnsupportedOperation("SumOfSines: the numbers of a quaternion are no sines; use kl.FunctionOfTime for poses")
        names = ("offset", "amplitudes", "frequencies", "phases")
        offset, amplitudes, frequencies, phases = (finite_array("SumOfSines", name, getattr(self, name)) for name in names)
        if amplitudes.ndim < 2 or not amplitudes.size:
            raise ShapeError(f"SumOfSines: amplitudes has shape {amplitudes.shape}, expected (..., k, n): a row for each sine")
        if not offset.ndim or offset.shape[-1] != amplitudes.shape[-1]:
            raise ShapeError(f"SumOfSines: offset has shape {offset.shape}, expected (..., {amplitudes.shape[-1]})")
        count = amplitudes.shape[-2]
        if np.any(frequencies <= 0) or frequencies.shape not in ((), (count,)):
            raise ShapeError(
                f"SumOfSines: frequencies is {self.frequencies!r:.80}, expected one base frequency above zero, or {count} [Hz]"
            )
        if not frequencies.ndim:
            frequencies = frequencies * np.arange(1, count + 1)
        duration, ramp = check_duration("SumOfSines", self.duration), finite_array("SumOfSines", "ramp", self.ramp)
        if ramp.ndim or not 0 <= ramp <= duration / 2:
            raise ShapeError(f"SumOfSines: the ramp is {self.ramp!r:.80}, expected a time from 0 to half of the duration [s]")
        try:
            shape = np.broadcast_shapes(offset.shape[:-1], amplitudes.shape[:-2], phases.shape[:-2])
            amplitudes, phases = (
                np.array(np.broadcast_to(each, (*shape, *amplitudes.shape[-2:]))) for each in (amplitudes, phases)
            )
            offset = np.array(np.broadcast_to(offset, (*shape, offset.shape[-1])))
        except ValueError:
            raise ShapeError(
                f"SumOfSines: the shapes do not fit each other: offset {offset.shape}, amplitudes {amplitudes.shape}, "
                f"phases {phases.shape}"
            ) from None
        for name, array in zip(names, (offset, amplitudes, frequencies, phases), strict=True):
            array.flags.writeable = False
            object.__setattr__(self, name, array)
        object.__setattr__(self, "duration", duration)
        object.__setattr__(self, "ramp", float(ramp))

    def __reduce__(self) -> tuple[Any, ...]:
        return as_constructed(self)

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the batch; ``()`` for one trajectory."""
        return np.shape(self.offset)[:-1]

    @property
    def knots(self) -> Array:
        """None: acceleration and jerk are continuous."""
        return np.zeros(0)

    def __getitem__(self, rows: Any) -> SumOfSines:
        """Some trajectories of a batch."""
        if not self.shape:
            raise ShapeError("this SumOfSines is one trajectory, not a batch of them")
        index = np.empty(self.shape)[rows].shape
        offset, amplitudes, phases = (
            np.asarray(each)[rows].reshape((*index, *np.shape(each)[len(self.shape) :]))
            for each in (self.offset, self.amplitudes, self.phases)
        )
        return SumOfSines(offset, amplitudes, self.frequencies, self.duration, phases, self.ramp, space=self.space)

    def __call__(self, t: ArrayLike) -> TrajectoryPoint:
        """The point at times [s] of any shape: ``x xd xdd xddd``, each ``(*shape, *t.shape, n)``."""
        times = as_times(t)
        after = (..., *(None,) * times.ndim, slice(None))
        waves: list[Array] = [np.zeros((*self.shape, *times.shape, np.shape(self.offset)[-1])) for _ in range(4)]
        for k, frequency in enumerate(np.asarray(self.frequencies)):
            amplitude, phase = (np.asarray(each)[..., k, :][after] for each in (self.amplitudes, self.phases))
            rate = 2 * np.pi * frequency
            angle = rate * times[..., None] + phase
            s, c = amplitude * np.sin(angle), amplitude * np.cos(angle)
            for order, term in enumerate((s, c * rate, -s * rate**2, -c * rate**3)):
                waves[order] = waves[order] + term
        if self.ramp:
            window = [each.reshape(*times.shape, 1) for each in self._window(times)]
            waves = [
                sum((comb(order, j) * window[j] * waves[order - j] for j in range(1, order + 1)), start=window[0] * waves[order])
                for order in range(4)
            ]
        return TrajectoryPoint(np.asarray(self.offset)[after] + waves[0], *waves[1:])

    def _window(self, times: Array) -> list[Array]:
        flat = 2 * self.ramp == self.duration
        knots = np.array([0.0, self.ramp, *(() if flat else (self.duration - self.ramp,)), self.duration])
        states = np.zeros((len(knots), 4))
        states[1:-1, 0] = 1.0
        return Pieces(knots, piece_coefficients(knots, states)[None], states[-1:])(times)
