r"""Where a motion passes a configuration-space singularity, and the mechanics do not say how it goes on.

There the closures lose rank, :math:`\operatorname{rank} K < r`: motions branch (a flat parallelogram folds on as one or crosses
into an antiparallelogram), loop forces are undetermined, and what an integrator gives afterwards is rounding's choice. Along a
motion the :math:`r`-th singular value of :math:`K` falls to zero and rises again with a corner, mostly between two samples.

1. A compiled sieve: the volume that the independent closures span, at every sample; a valley of it may hide a zero.
2. In such a valley the positions are cubics through samples and rates, and golden sections find the least singular value.
3. From there Newton's method looks for a posture that loses the rank and closes the loops. A near miss has none.

References: [Zlatanov1994] D. Zlatanov, R. G. Fenton, B. Benhabib, *Singularity analysis of mechanisms and robots via a
velocity-equation model*.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinloop.errors import ShapeError
from kinloop.model.derived import Derived
from kinloop.model.geometry.posture_space import KINDS
from kinloop.model.robot import Robot
from kinloop.model.singularity.classify import generic
from kinloop.model.singularity.least_motion import decomposed
from kinloop.simulation.record import Event

Array = np.ndarray
KIND = "configuration-space singularity"
# Samples that the sieve takes at a time.
AT_ONCE = 200_000
# The sieve's own spacing, where samples are closer [rad, or parts of the machine's size], and how many are left out at most.
SPACING, MOST_AT_A_TIME = 0.05, 8
# Neighbours that differ by less than this factor hide no zero between samples.
STEEP = 1.6
# Golden sections of the interval between samples: to a millionth of it.
SECTIONS = 32
# The least singular value on a motion, over that of postures like any other, from which Newton's method may begin.
NEAR = 1e-3
# Of a posture that Newton's method found: its singular value, the gap of its loops, and how far from the motion it may lie, in
# parts of the machine's size; beyond that in multiples of what the cubics miss.
SINGULAR, CLOSED, ON_PATH, OF_CUBIC = 1e-9, 1e-12, 1e-6, 10.0
NEWTON, DIFFERENCE = 12, 1e-5
# Singular values below this part of the generic one are the lost closure's, along which loops cannot be closed.
LOST = 1e-2


@dataclass(frozen=True, eq=False)
class Ambiguity:
    """The first ambiguous place of each run, arrays of the runs' shape ``(...)``.

    ``sample`` is the index of the last sample before it, or -1 where there is none; then ``time`` [s] and ``q`` (..., nq) are
    NaN.
    """

    sample: Array
    time: Array
    q: Array
    robot: Robot

    def event(self, run: int | tuple[int, ...] = ()) -> Event | None:
        """What to tell of a run; None where it passes none."""
        if self.sample[run] < 0:
            return None
        return ambiguous_event(self.robot, float(self.time[run]), self.q[run])


def ambiguous_event(robot: Robot, time: float, q: Array, qd: Array | None = None) -> Event:
    """Where, which, and why the run cannot go on."""
    values = ", ".join(f"{name} = {value:.6g}" for name, value in zip(robot.mechanism.coordinates, q, strict=True))
    message = (
        f"a configuration-space singularity at t = {time:.9g} s, where {values}: there the closures lose rank, several motions "
        "branch off and the loop forces are undetermined, so the mechanics do not say how the machine goes on; the run ends here"
    )
    return Event(time, KIND, message, q, qd)


def first_ambiguous(robot: Robot, t: Array, q: Array, qd: Array) -> Ambiguity:
    """The first configuration-space singularity on each of some motions.

    Args:
        t: increasing times (k,) [s].
        q, qd: all positions (..., k, nq) and rates (..., k, nv) then. What follows the first number that is not finite is left
            out. Where the robot's parameters are arrays, they belong to the leading axes.
    Raises: ShapeError: arrays that do not fit each other.
    """
    t, q, qd = (np.asarray(array, float) for array in (t, q, qd))
    names, rates = robot.mechanism.coordinates, robot.mechanism.rates
    if t.ndim != 1 or q.shape[-2:] != (len(t), len(names)) or qd.shape != (*q.shape[:-1], len(rates)):
        raise ShapeError(
            f"{robot.mechanism.name}: t has shape {t.shape}, q {q.shape} and qd {qd.shape}, "
            f"expected (k,), (..., k, {len(names)}) and (..., k, {len(rates)})"
        )
    batch = q.shape[:-2]
    sample, time, place = np.full(batch, -1), np.full(batch, np.nan), np.full((*batch, len(names)), np.nan)
    if not robot._is_closed or len(t) < 2:
        return Ambiguity(sample, time, place, robot)
    runs, q, qd = int(np.prod(batch)), q.reshape(-1, *q.shape[-2:]), qd.reshape(-1, *qd.shape[-2:])
    parameters = tuple(np.broadcast_to(p, (*batch, p.shape[-1])).reshape(-1, p.shape[-1]) for p in robot._p)
    flat_sample, flat_time, flat_place = sample.reshape(-1), time.reshape(-1), place.reshape(runs, len(names))
    step = max(1, AT_ONCE // max(len(t), 1))
    for first in range(0, runs, step):
        part = slice(first, first + step)
        suspects = _Suspects.of(robot._derived, t, q[part], qd[part], tuple(p[part] for p in parameters))
        for run, k, at, posture in suspects.confirmed() if suspects is not None else ():
            flat_sample[first + run], flat_time[first + run], flat_place[first + run] = k, at, posture
    return Ambiguity(flat_sample.reshape(batch), flat_time.reshape(batch), flat_place.reshape(place.shape), robot)


def valleys(values: Array) -> Array:
    """Samples (last axis) from which a value that is nowhere negative may fall to zero before the next: no neighbour undercuts
    them, and the slope to the farther one leads there. Infinite entries are none; next to them the slope beyond decides."""
    before, after = values[..., :-1], values[..., 1:]
    if values.shape[-1] > 2 and np.all((after < STEEP * before) & (before < STEEP * after)):  # as almost always, and quickly seen
        return np.zeros(values.shape, bool)
    padded = np.pad(values, [(0, 0)] * (values.ndim - 1) + [(2, 2)], constant_values=np.inf)
    two_before, before, here, after, two_after = (padded[..., k : k + values.shape[-1]] for k in range(5))
    with np.errstate(invalid="ignore"):
        inner = np.isfinite(before) & np.isfinite(after) & (2 * here <= np.maximum(before, after))
        last = np.isinf(after) & (here + before <= 1.5 * (two_before - before))
        first = np.isinf(before) & (here + after <= 1.5 * (two_after - after))
    return np.asarray(np.isfinite(here) & (here <= before) & (here <= after) & (inner | last | first | (here == 0)))


def _volumes(derived: Derived, q: Array, qd: Array, parameters: tuple[Array, ...]) -> Array:
    """Of the independent closures (runs, k); infinite from the first sample on that is not finite."""
    values = np.asarray(derived.kernel("closure_volume")(q, *parameters))
    unknown = np.isnan(values) | np.isnan(qd.sum(axis=-1))
    if not unknown.any():
        return values
    finite = np.isfinite(q).all(axis=-1) & np.isfinite(qd).all(axis=-1)
    values = np.where(finite, np.nan_to_num(values, nan=0.0), np.inf)  # exactly flat
    return np.where(np.logical_and.accumulate(finite, axis=-1), values, np.inf)


def _stride(derived: Derived, t: Array, q: Array, qd: Array, parameters: tuple[Array, ...]) -> int:
    """How many samples to go at a time, so that no joint moves by more than :data:`SPACING`."""
    size = np.asarray(derived.kernel("scaled_velocity")(q[:1, 0], *(p[:1] for p in parameters))[-1])[0]
    some = np.abs(qd[:, ::MOST_AT_A_TIME]).reshape(-1, qd.shape[-1])
    fastest = np.fmax.reduce(some, axis=0, initial=0.0) / np.where(_turns(derived) | ~(size > 0), 1.0, size)
    way = float(fastest.max(initial=0.0)) * float(np.diff(t).max(initial=0.0))
    return max(1, min(MOST_AT_A_TIME, int(SPACING / way) if way > SPACING / MOST_AT_A_TIME else MOST_AT_A_TIME))


@dataclass(frozen=True, eq=False)
class _Suspects:
    """Intervals between samples that may hide a singularity, one to a row; ``run`` and ``sample`` say which."""

    derived: Derived
    parameters: tuple[Array, ...]
    run: Array
    sample: Array
    t: Array  # (n, 2)
    q: Array  # (n, 2, nq)
    slope: Array  # (n, 2, nq)

    @staticmethod
    def of(derived: Derived, t: Array, q: Array, qd: Array, parameters: tuple[Array, ...]) -> _Suspects | None:
        stride = _stride(derived, t, q, qd, parameters)
        grid = np.append(np.arange(0, len(t) - 1, stride), len(t) - 1)
        run, low = np.nonzero(valleys(_volumes(derived, q[:, grid], qd[:, grid], tuple(p[:, None] for p in parameters))))
        if not run.size:
            return None
        # Every sample between the neighbours of a low one; the last is repeated where there are fewer.
        first, last = grid[np.maximum(low - 1, 0)], grid[np.minimum(low + 1, len(grid) - 1)]
        near = np.minimum(first[:, None] + np.arange(2 * stride + 1), last[:, None])
        picked = run[:, None], near
        fine = _volumes(derived, q[picked], qd[picked], tuple(p[run][:, None] for p in parameters))
        row, column = np.nonzero(valleys(fine) & np.isfinite(fine))
        here = np.stack([run[row], near[row, column]], axis=1)
        pairs = np.unique(np.concatenate([here - [0, 1], here]), axis=0)
        pairs = pairs[(pairs[:, 1] >= 0) & (pairs[:, 1] < len(t) - 1)]
        after = pairs[:, 0], np.minimum(pairs[:, 1] + 1, len(t) - 1)
        pairs = pairs[np.isfinite(q[after]).all(axis=-1) & np.isfinite(qd[after]).all(axis=-1)]
        if not len(pairs):
            return None
        run, k = pairs.T
        if not len(run):  # as almost always: nothing more to compile
            return _Suspects(derived, parameters, run, k, *(np.zeros((0, 2, n)) for n in (1, q.shape[-1], q.shape[-1])))
        both = np.stack([k, k + 1], axis=1)
        p = tuple(each[run] for each in parameters)
        nodes = _same_sign(derived, q[run[:, None], both])
        rates = np.asarray(derived.kernel("position_rate")(nodes, qd[run[:, None], both], *(each[:, None] for each in p)))
        return _Suspects(derived, p, run, k, t[both], nodes, rates)

    def confirmed(self) -> list[tuple[int, int, float, Array]]:
        """Run, sample before, time and posture of the first of each run that is one."""
        share = self._least()
        near = self._smallest(self.at(share))
        found: dict[int, tuple[int, int, float, Array]] = {}
        for k in np.flatnonzero(near < NEAR):  # samples in order, since the pairs are
            run = int(self.run[k])
            posture = self._posture(int(k), float(share[k])) if run not in found else None
            if posture is not None:
                time = float(self.t[k, 0] + share[k] * (self.t[k, 1] - self.t[k, 0]))
                found[run] = run, int(self.sample[k]), time, posture
        return list(found.values())

    def at(self, share: Array) -> Array:
        """Positions (n, nq) where that part of the interval is over."""
        s, h = share[:, None], np.diff(self.t)
        (a, b), (slope_a, slope_b) = np.moveaxis(self.q, 1, 0), np.moveaxis(self.slope, 1, 0)
        cubic = a + s**2 * (3 - 2 * s) * (b - a) + h * s * (1 - s) * ((1 - s) * slope_a - s * slope_b)
        return _unit(self.derived, cubic)

    def _smallest(self, q: Array) -> Array:
        return _singular_values(self.derived, q, self.parameters)

    def _least(self) -> Array:
        """Where the smallest singular value is least, by golden sections."""
        golden = (np.sqrt(5) - 1) / 2
        left, right = np.zeros(len(self.run)), np.ones(len(self.run))
        inner, outer = right - golden * (right - left), left + golden * (right - left)
        one, other = self._smallest(self.at(inner)), self._smallest(self.at(outer))
        for _ in range(SECTIONS):
            lower = one < other
            left, right = np.where(lower, left, inner), np.where(lower, outer, right)
            fresh = np.where(lower, right - golden * (right - left), left + golden * (right - left))
            value = self._smallest(self.at(fresh))
            inner, outer = np.where(lower, fresh, outer), np.where(lower, inner, fresh)
            one, other = np.where(lower, value, other), np.where(lower, one, value)
        return (left + right) / 2

    def _posture(self, k: int, share: float) -> Array | None:
        """The singular posture that the motion passes, None where it passes by."""
        alone = _Suspects(
            self.derived,
            tuple(p[k : k + 1] for p in self.parameters),
            *(each[k : k + 1] for each in (self.run, self.sample, self.t, self.q, self.slope)),
        )
        p = tuple(each[0] for each in alone.parameters)
        missed = max(float(_Closures.at(self.derived, alone.at(np.array([part]))[0], p).distance) for part in (0.25, 0.75))
        return singular_posture(self.derived, alone.at(np.array([share]))[0], p, ON_PATH + OF_CUBIC * missed)


def singular_posture(derived: Derived, q: Array, parameters: tuple[Array, ...], reach: float) -> Array | None:
    r"""The posture near ``q`` (nq,) at which the closures lose rank while the loops are closed; None where there is none within
    ``reach``, in parts of the machine's size.

    Newton's method for :math:`\sigma_r(q) = 0` with :math:`d\sigma_r = u_r^T\, dK\, v_r`, and for the closures but the one that
    is lost. That one closes by itself where the posture is singular, and by no means where it only nearly is.
    """
    rank, typical = generic(derived).rank, generic(derived).typical["configuration-space"]
    moved = np.zeros(len(derived.mechanism.rates))
    for _ in range(NEWTON):
        here = _Closures.at(derived, q, parameters)
        if not np.isfinite(here.K).all():
            return None
        U, sizes, V = (array[0] for array in decomposed(here.K[None]))
        value = sizes[rank - 1]
        if value < SINGULAR * typical:
            return q if np.abs(here.h).max() < CLOSED * here.size and np.abs(moved).max() < reach * here.size else None
        held = np.flatnonzero(sizes[: rank - 1] > LOST * typical)
        slope = _slope(derived, q, parameters, U[:, rank - 1], V[:, rank - 1], here)
        rows = np.vstack([sizes[held, None] * V[:, held].T, slope])
        step = np.linalg.lstsq(rows, np.append(-U[:, held].T @ here.h, -value), rcond=1e-9)[0]
        moved = moved + step
        if not np.isfinite(step).all() or np.abs(moved).max() > 1e3 * reach * here.size:
            return None
        q = np.asarray(derived.kernel("retracted")(q, step * here.per_rate, *parameters))
    return None


@dataclass(frozen=True, eq=False)
class _Closures:
    """At a posture, or at each of some: the closures ``K`` on rates that are lengths over time, rows of about unit size; the gaps
    ``h`` by the same rows; what turns such rates into the joints'; and the machine's size."""

    K: Array
    h: Array
    per_rate: Array
    size: Array

    @staticmethod
    def at(derived: Derived, q: Array, parameters: tuple[Array, ...]) -> _Closures:
        model, rows = derived.model, generic(derived).row_sizes
        K, _, size = derived.kernel("scaled_velocity")(q, *parameters)
        h = np.asarray(derived.kernel("closure")(q, *parameters))[..., list(model.rows)]
        angle = np.array([model.all_rows.is_angle[k] for k in model.rows], dtype=bool)
        length = np.asarray(size)[..., None]
        per_rate = np.where(_turns(derived), 1 / length, 1.0)
        return _Closures(K / rows[:, None], h * np.where(angle, length, 1.0) / rows, per_rate, np.asarray(size))

    @property
    def distance(self) -> Array:
        """How far from closed loops, in parts of the size; infinite where there are no numbers."""
        if not np.isfinite(self.K).all():
            return np.asarray(np.inf)
        step = np.linalg.pinv(self.K, rcond=LOST) @ self.h[..., None]
        return np.asarray(np.abs(step).max(axis=(-2, -1)) / self.size)


def _singular_values(derived: Derived, q: Array, parameters: tuple[Array, ...]) -> Array:
    """The smallest of those that are not zero in general, over its size at postures like any other; infinite where a posture, as
    one between samples of a wild motion, has no numbers."""
    shape = generic(derived)
    K = np.asarray(derived.kernel("scaled_velocity")(q, *parameters)[0]) / shape.row_sizes[:, None]
    known = np.isfinite(K).all(axis=(-2, -1))
    sizes = np.linalg.svd(np.where(known[..., None, None], K, 0.0), compute_uv=False)
    return np.where(known, sizes[..., shape.rank - 1] / shape.typical["configuration-space"], np.inf)


def _slope(derived: Derived, q: Array, parameters: tuple[Array, ...], u: Array, v: Array, here: _Closures) -> Array:
    """How ``u^T K v`` changes with each rate, by central differences."""
    steps = DIFFERENCE * here.size * np.concatenate([np.eye(len(v)), -np.eye(len(v))])
    postures = np.asarray(derived.kernel("retracted")(q, steps * here.per_rate, *parameters))
    K, _, _ = derived.kernel("scaled_velocity")(postures, *parameters)
    ahead, behind = np.split(u / generic(derived).row_sizes @ K @ v, 2)
    return np.asarray((ahead - behind) / (2 * DIFFERENCE * here.size))


def _turns(derived: Derived) -> Array:
    """Which rates are of an angle; a quaternion has one less than numbers."""
    joints = derived.mechanism.ordered_joints
    return np.array([kind != "length" for joint in joints for kind in KINDS[joint.kind][: len(joint.rates)]], dtype=bool)


def _quaternions(derived: Derived) -> list[slice]:
    return [joint.q for joint in derived.model.tree.joints if joint.kind == "spherical"]


def _same_sign(derived: Derived, nodes: Array) -> Array:
    """Quaternions of the second node (n, 2, nq) with the sign of the first."""
    nodes = nodes.copy()
    for part in _quaternions(derived):
        opposite = np.sum(nodes[:, 0, part] * nodes[:, 1, part], axis=-1) < 0
        nodes[opposite, 1, part] *= -1
    return nodes


def _unit(derived: Derived, q: Array) -> Array:
    for part in _quaternions(derived):
        q[:, part] /= np.linalg.norm(q[:, part], axis=1, keepdims=True)
    return q
