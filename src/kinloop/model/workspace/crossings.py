"""The singularities that a motion meets: time, kind, rate, order, and whether finite efforts carry it through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ShapeError
from kinloop.model.array_arguments import numbers
from kinloop.model.geometry.mode import Mode
from kinloop.model.singularity.classify import KINDS
from kinloop.model.singularity.same_side import same_side
from kinloop.model.workspace.sampled_path import State, sampled_path
from kinloop.numerics.minima import golden_section
from kinloop.numerics.roots import bisect

if TYPE_CHECKING:
    from kinloop.model.robot import Robot

Array = np.ndarray
# The output of the compiled measures that vanishes at each kind.
DETERMINANTS = {"type 2": 0, "type 1": 1}
SAMPLES = 400
# A minimum or a change of sign is a singularity where the nearness falls below this: a minimum with a corner is found to
# the root of rounding only.
TOUCHED = 1e-6
# A sample nearer than this is on the locus, and two such neighbours are a motion that stays there; samples of a slow crossing
# are farther away.
STAYS = 1e-10
HALVINGS = 200
# Fractions of the interval between samples: for the order, for the fit of a smooth minimum, and for rates.
ORDER_STEP, FIT_STEP, RATE_STEP = 0.25, 0.1, 1e-4


@dataclass(frozen=True, eq=False)
class CrossingSide:
    """A motion right before or right after it meets a singularity.

    ``mode``: where closed forms name it. At a Type 2 singularity with one uncontrollable motion, ``criterion`` [W] is that of
    :meth:`Singularity.criterion`, with the loads of the motion, and ``residual`` its size as a part of the efforts. ``tau``: the
    limit of the active efforts [N m or N]; None where they are ``unbounded``, or where it is not decided, for the ``reason``.
    """

    mode: Mode | None
    criterion: float | None
    residual: float | None
    tau: Array | None
    unbounded: bool = False
    reason: str = ""


@dataclass(frozen=True, eq=False)
class Crossing:
    """A meeting with a singularity.

    ``order``: the power of the time with which the nearness grows from zero: 1 is transversal, 2 a tangential contact, 0 a
    stay. ``changes_sign``: whether the determinant changes its sign, None where the kind has none. ``rate`` [1/s]: the rate of
    the nearness on the way out, the mean of both sides; ``determinant_rate``: that of the determinant. ``criterion`` [W]:
    :meth:`Singularity.criterion` at a Type 2 with one uncontrollable motion, None where the motion's rates are not known.
    ``before``, ``after``: both sides of it, as :func:`kl.assess` finds them; they differ where the acceleration or the jerk
    jumps.
    """

    time: float
    q: Array
    kind: str
    order: int
    changes_sign: bool | None
    nearness: float
    rate: float
    determinant_rate: float
    dimension: int
    twist: Array
    criterion: float | None
    before: CrossingSide | None = None
    after: CrossingSide | None = None


def crossings(
    robot: Robot,
    path: Callable[[float], Any] | ArrayLike,
    t: ArrayLike | None = None,
    *,
    qd: ArrayLike | None = None,
    qdd: ArrayLike | None = None,
    samples: int = SAMPLES,
) -> tuple[Crossing, ...]:
    """The singularities that a motion meets, in the order of time.

    Changes of a determinant's sign are refined to rounding; minima of the nearness that reach zero without one (a
    tangential contact, a leg that is stretched and folds back) are found as well. Two crossings between two samples are missed.

    Args:
        path: a function of time that gives ``q``, ``(q, qd)``, ``(q, qd, qdd)``, or an object with these names; or samples of
            all joints (n, nq), which splines join.
        t: for a function the interval, which is cut into ``samples``, or three or more increasing times; for samples their
            times [s], by default 0, 1, 2, ...
        qd, qdd: rates and accelerations (n, nv) of samples. They are needed for the criterion.
    Raises: ShapeError: arrays that do not fit each other, times that do not increase.
    """
    follow, times = _path(robot, path, t, qd, qdd, samples)
    return PathSearch(robot, follow).find_all(times)


@dataclass(frozen=True)
class PathSearch:
    """The search for singularities along a motion."""

    robot: Robot
    follow: Callable[[float], State]
    positions: Callable[[float], Array] | None = None  # where they take less time than all that ``follow`` gives

    def _positions(self, times: Array) -> Array:
        """All joints (n, nq) at times (n,)."""
        if self.positions is not None:
            return np.array([self.positions(float(time)) for time in times])
        return np.array([self.follow(float(time))[0] for time in times])

    def measure(self, times: Array) -> tuple[dict[str, Array], Array]:
        """The nearness of every kind, by name, and the two determinants, at times (n,)."""
        q = self._positions(times)
        return dict(self.robot.singularity(q).nearness), self._determinants(q)

    def nearness(self, kind: str, times: Array) -> Array:
        """How near a kind is at times (n,)."""
        return np.asarray(self.measure(times)[0][kind])

    def determinant(self, kind: str, times: Array) -> Array:
        """The determinant of a kind at times (n,)."""
        return self._determinants(self._positions(times))[DETERMINANTS[kind]]

    def changes_side(self, kind: str, left: float, right: float) -> bool | None:
        """Whether a locus is crossed between two times where redundant closures have no determinant; None: unknown."""
        model = self.robot.models.formulas.model
        if kind != "type 2" or not model.is_redundant:
            return None
        velocity = self.robot.models.kernel("scaled_velocity").ufunc
        K = np.asarray(velocity(self._positions(np.array([left, right])), *self.robot.models.parameter_inputs)[0])
        return None if np.isnan(K).any() else not same_side(K[..., self.robot.n_active :], len(model.passive_rows))[0]

    def _determinants(self, q: Array) -> Array:
        """The determinants with their signs; NaN where redundant closures leave none."""
        if self.robot.models.formulas.model.is_redundant:
            return np.full((2, len(q)), np.nan)
        return np.array(self.robot.models.kernel("active_measures")(q, *self.robot.models.parameter_inputs)[:2])

    def find_all(self, times: Array) -> tuple[Crossing, ...]:
        """The crossings of all kinds, in the order of time, between times (n,), at which the motion is sampled."""
        near, determinants = self.measure(times)
        found: list[Crossing] = []
        for kind in KINDS:
            if not np.isinf(near[kind]).all():
                found += self.find(kind, times, near[kind], determinants[DETERMINANTS[kind]] if kind in DETERMINANTS else None)
        return tuple(sorted(found, key=lambda crossing: (crossing.time, KINDS.index(crossing.kind))))

    def find(self, kind: str, times: Array, near: Array, determinant: Array | None) -> list[Crossing]:
        """The crossings of a kind, from its nearness and its determinant at times (n,)."""
        found: list[Crossing] = []
        taken = np.zeros(len(times), dtype=bool)
        for first, last in _stays(near):
            taken[first : last + 1] = True
            found.append(self.crossing_at(kind, float(times[first]), None, times[1] - times[0], order=0))
        sides = None if determinant is None or np.isnan(determinant).all() else _sides(determinant, near)
        if sides is not None:
            changes = (sides[:-1] * sides[1:] < 0) & ~taken[:-1] & ~taken[1:]
            for k in np.flatnonzero(changes).tolist():
                time = self.root(kind, float(times[k]), float(times[k + 1]), bool(sides[k] > 0))
                if self.nearness(kind, np.array([time]))[0] < TOUCHED:
                    found.append(self.crossing_at(kind, time, True, times[k + 1] - times[k]))
                    taken[max(k - 1, 0) : k + 3] = True
        for k in _minima(near):
            if taken[k]:
                continue
            left, right = float(times[max(k - 1, 0)]), float(times[min(k + 1, len(times) - 1)])
            time = self.minimum(kind, left, right)
            if self.nearness(kind, np.array([time]))[0] < TOUCHED:
                signed = self.changes_side(kind, left, right) if sides is None else False
                found.append(self.crossing_at(kind, time, signed, right - left))
        return found

    def root(self, kind: str, left: float, right: float, positive: bool) -> float:
        """The time between two times at which the determinant changes its sign; ``positive``: its sign at the first."""

        def is_left(time: Array) -> Array:
            return (self.determinant(kind, time[None]) >= 0)[0] == positive

        return float(np.mean(bisect(is_left, left, right, HALVINGS)))

    def minimum(self, kind: str, left: float, right: float) -> float:
        """The time of the smallest nearness between two times, by golden sections; for a smooth minimum, whose place is lost in
        rounding, the time at which the slope of a polynomial through the determinant is zero."""
        ends = left, right
        time = float(golden_section(lambda time: self.nearness(kind, time[None])[0], left, right)[0])
        ends_near = self.nearness(kind, np.array([time, *ends]))
        if ends_near[1] < ends_near[0] or ends_near[2] < ends_near[0]:
            time = ends[0] if ends_near[1] < ends_near[2] else ends[1]
        if kind not in DETERMINANTS or self._order(kind, time, ends[1] - ends[0]) < 2:
            return time
        half = FIT_STEP * (ends[1] - ends[0])
        places = np.linspace(-1, 1, 13)
        values = self.determinant(kind, time + half * places)
        if not np.isfinite(values).all():
            return time
        slope = np.polynomial.Polynomial.fit(places, values, 6, domain=[-1, 1]).deriv()
        roots = slope.roots()
        roots = roots.real[np.abs(roots.imag) < 1e-6]
        better = time + half * float(roots[np.argmin(np.abs(roots))]) if len(roots) else time
        is_one = abs(better - time) < half and self.nearness(kind, np.array([better]))[0] < TOUCHED
        return better if is_one else time

    def _order(self, kind: str, time: float, interval: float) -> int:
        step = ORDER_STEP * interval
        near = self.nearness(kind, time + step * np.array([-2, -1, 1, 2]))
        powers = np.log2(np.array([near[0] / near[1], near[3] / near[2]]))
        powers = powers[np.isfinite(powers)]
        return max(1, round(float(np.mean(powers)))) if len(powers) else 1

    def crossing_at(self, kind: str, time: float, signed: bool | None, interval: float, order: int | None = None) -> Crossing:
        """The crossing of a kind at a time; ``interval``: between the samples around it, ``signed``: its ``changes_sign``."""
        q, qd, qdd = self.follow(time)
        at = self.robot.singularity(q[None], tolerance=TOUCHED)
        step = RATE_STEP * interval
        around = time + step * np.array([-1.0, 1.0])
        slopes = self.nearness(kind, around) / step
        dimension = int(at.dimension[kind][0])
        criterion = None
        if kind == "type 2" and dimension == 1 and qd is not None and qdd is not None:
            value = float(at.criterion(qd[None], qdd[None])[0])
            criterion = value if np.isfinite(value) else None
        determinant_rate = np.nan
        if kind in DETERMINANTS:
            determinant_rate = float(np.diff(self.determinant(kind, around))[0] / (2 * step))
        return Crossing(
            time=time,
            q=q,
            kind=kind,
            order=self._order(kind, time, interval) if order is None else order,
            changes_sign=signed,
            nearness=float(at.nearness[kind][0]),
            rate=float(np.mean(slopes[np.isfinite(slopes)])) if np.isfinite(slopes).any() else np.nan,
            determinant_rate=determinant_rate,
            dimension=dimension,
            twist=at.twist[0],
            criterion=criterion,
        )


def _sides(determinant: Array, near: Array) -> Array:
    """The determinant's signs; a sample on the locus, whose sign is due to rounding, has that of the one before. 0 where
    unknown."""
    sides = np.where(np.isnan(determinant), 0.0, np.where(determinant >= 0, 1.0, -1.0))
    for k in np.flatnonzero(near < STAYS):
        if k and sides[k - 1]:
            sides[k] = sides[k - 1]
    return sides


def _stays(near: Array) -> list[tuple[int, int]]:
    """First and last of two or more neighbouring samples that are all singular."""
    at = np.concatenate([[False], near < STAYS, [False]]).astype(int)
    starts, ends = np.flatnonzero(np.diff(at) == 1), np.flatnonzero(np.diff(at) == -1) - 1
    return [(int(a), int(b)) for a, b in zip(starts, ends, strict=True) if b > a]


def _minima(near: Array) -> list[int]:
    """Samples that are no higher than their neighbours, from which the nearness may fall to zero before the next one: the slope
    to the farther neighbour shows a corner there, at an end the slope beyond the only neighbour."""
    padded = np.concatenate([[np.inf], np.where(np.isnan(near), np.inf, near), [np.inf]])
    before, here, after = padded[:-2], padded[1:-1], padded[2:]
    farther = np.where(np.isinf(before), after, np.where(np.isinf(after), before, np.maximum(before, after)))
    low = np.isfinite(here) & (here <= before) & (here <= after)
    may_reach_zero = (2 * here <= farther) | (here < TOUCHED)
    for end, one, two in ((0, 1, 2), (-1, -2, -3)):
        may_reach_zero[end] |= near[end] + near[one] <= 1.5 * (near[two] - near[one])
    low &= may_reach_zero
    return [int(k) for k in np.flatnonzero(low) if not (k and low[k - 1])]


def _path(
    robot: Robot,
    path: Callable[[float], Any] | ArrayLike,
    t: ArrayLike | None,
    qd: ArrayLike | None,
    qdd: ArrayLike | None,
    samples: int,
) -> tuple[Callable[[float], State], Array]:
    """The motion as a function of time, and the times at which it is sampled."""
    name, size, rates = robot.mechanism.name, len(robot.mechanism.coordinates), len(robot.mechanism.rates)
    if callable(path):
        if t is None:
            raise ShapeError(f"{name}: a path that is a function of time needs the interval: t=(from, to)")
        times = numbers(t, f"{name}: t")
        if not np.all(np.isfinite(times)):
            raise ShapeError(f"{name}: t has an entry that is not a finite number")
        if isinstance(samples, bool) or not isinstance(samples, int):
            raise ShapeError(f"{name}: samples is {samples!r:.80}, expected a whole number from 3")
        if times.shape == (2,):
            times = np.linspace(times[0], times[1], samples)
        _require_increasing(name, times)
        given = path
        return lambda time: _state(name, given(time), size), times
    q = numbers(path, f"{name}: the path")
    if q.ndim != 2 or q.shape[1] != size or len(q) < 3:
        raise ShapeError(f"{name}: the samples have shape {q.shape}, expected (n, {size}) with n of 3 or more")
    times = np.arange(len(q), dtype=float) if t is None else numbers(t, f"{name}: t")
    arrays = [None if each is None else numbers(each, f"{name}: {key}") for key, each in (("qd", qd), ("qdd", qdd))]
    for key, values in zip(("qd", "qdd"), arrays, strict=True):
        if values is not None and values.shape != (len(q), rates):
            raise ShapeError(f"{name}: {key} has shape {values.shape}, expected ({len(q)}, {rates})")
    _require_increasing(name, times, len(q))
    return sampled_path(robot, times, q, *arrays), times


def _require_increasing(name: str, times: Array, count: int | None = None) -> None:
    if times.ndim != 1 or len(times) < 3 or count not in (None, len(times)) or not np.all(np.diff(times) > 0):
        expected = "three or more" if count is None else str(count)
        raise ShapeError(f"{name}: t has shape {times.shape}, expected {expected} increasing times, or an interval")


def _state(name: str, given: Any, size: int) -> State:
    """Positions, rates and accelerations from the value of a path at a time, in its three forms."""
    if hasattr(given, "q"):
        parts = [given.q, getattr(given, "qd", None), getattr(given, "qdd", None)]
    else:
        parts = [*given, None, None][:3] if isinstance(given, tuple) else [given, None, None]
    q, qd, qdd = (None if part is None else numbers(part, f"{name}: the value of the path") for part in parts)
    if q is None or q.shape != (size,):
        raise ShapeError(f"{name}: the path gives q of shape {None if q is None else q.shape}, expected ({size},)")
    return q, qd, qdd
