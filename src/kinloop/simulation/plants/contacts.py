"""Which stops joints rest on, when they meet one and when they leave it; ``impacts`` has the mechanics."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kinloop.numerics.roots import bisect
from kinloop.simulation.plants.impacts import AT_REST, HOP, Stops, least_impulses
from kinloop.simulation.plants.step import Step
from kinloop.simulation.record.events import LIMIT, RELEASE, REST
from kinloop.simulation.record.record import Event

Array = np.ndarray
# Newton's steps to the time of an impact; halvings to a root.
CORRECTIONS = 3
# The accuracy of a time [s].
TINY = 1e-18
NONE = np.zeros(0, int)


class Contacts:
    """The stops that joints rest on.

    ``free(y)`` gives the rate of the state as if there were no stops; ``report`` of the methods takes the events.
    """

    def __init__(self, stops: Stops, nq: int, restitution: float, free: Callable[[Array], Array]) -> None:
        self._stops, self._nq, self._restitution, self._free = stops, nq, restitution, free
        self.rests = NONE

    def holding(self, q: Array, qdd: Array) -> tuple[Array, Array, Array]:
        """Accelerations with the joints in contact with their stops, their forces, and what they add to the loop forces."""
        return self._stops.holding(q, qdd, self.rests)

    def corrections(self, y: Array) -> tuple[Array, Array]:
        """Small changes of positions, as rates, and of rates that put joints back on the stops that they rest on."""
        stops, rests, (q, qd) = self._stops, self.rests, np.split(y, [self._nq])
        rates, _, A = stops.response(q, rests)
        off = np.stack([stops.gap(q)[rests], stops.speed(qd)[rests]], axis=1)
        corrections = least_impulses(A, -off, 1e-9)
        return corrections[:, 0] @ rates, corrections[:, 1] @ rates

    # ---------------------------------------------------------------- times

    def first_hit(self, step: Step, travel: Array) -> tuple[float, int] | None:
        """When a joint first meets its stop, and which."""
        near = self._stops.within_reach(step.y1[: self._nq], travel)
        if near.size and len(self.rests):
            near = np.setdiff1d(near, self.rests)
        hits = [(time, int(k)) for k in near if (time := self._meets(step, int(k))) is not None]
        return min(hits) if hits else None

    def _meets(self, step: Step, k: int) -> float | None:
        """When a joint meets its stop ``k``, on which it does not rest."""
        stops, nq = self._stops, self._nq
        i, j, side, bound, touches = (a[k] for a in (stops.coordinate, stops.rate, stops.side, stops.bound, stops.touches))

        def gap(t: float) -> float:
            return float(side * (step.interpolate(t)[i] - bound))

        def speed(t: float) -> float:
            return float(side * step.interpolate(t)[nq + j])

        times, states = step.looks
        gaps = side * (np.append(step.y0[i], states[1:, i]) - bound)
        through = np.flatnonzero(gaps[1:] < -touches) + 1
        if not through.size:
            return None
        right = float(times[through[0]])
        outside = np.flatnonzero(gaps[: through[0]] > touches)
        if outside.size:
            left = float(times[outside[-1]])
        else:  # it left the stop within the first part: from the top of its hop
            left = float(bisect(lambda t: speed(float(t)) > 0, step.t0, right)[1])
            if gap(left) <= 0:
                return step.t0
        time = _root(gap, left, right)
        for _ in range(CORRECTIONS):  # the interpolant is of a lower order than the step
            y = step.integrate_to(time)
            rate = side * y[nq + j]
            if not rate < 0:
                break
            time = float(min(max(time - side * (y[i] - bound) / rate, left), step.t1))
        return time

    def first_release(self, step: Step) -> float | None:
        """When a stop would first have to pull."""

        def force(t: float) -> Array:
            y = step.integrate_to(t)
            return self.holding(y[: self._nq], self._free(y)[self._nq :])[1]

        if not (force(step.t1) < 0).any():
            return None
        return _root(lambda t: float(force(t).min()), step.t0, step.t1)

    # ---------------------------------------------------------------- changes

    def settle(self, time: float, y: Array, report: Callable[[Event], None]) -> Array:
        """The state after impacts of joints that touch their stops and press on; on which stops they rest from now on."""
        stops, (q, qd) = self._stops, np.split(y, [self._nq])
        touching = np.flatnonzero(stops.gap(q) <= stops.touches)
        if not touching.size:
            self.rests = NONE
            return y
        before, before_impact = stops.speed(qd), (q, qd)
        hits = touching[before[touching] < -AT_REST * stops.unit[touching]]
        if hits.size:
            qd = self._after_impact(q, qd, touching)
            after = stops.speed(qd)
            for k in hits:
                rates = f"with a rate of {-before[k]:.6g}, and leaves with {after[k]:.6g}"
                report(Event(time, LIMIT, f"the joint meets {stops.names[k]}, at t = {time:.9g} s {rates}", *before_impact))
        still = np.abs(stops.speed(qd)[touching]) <= AT_REST * stops.unit[touching]
        slow = touching[self._low(q, qd, touching) | still]
        rests = NONE
        if slow.size:
            qd = stops.without_speed(q, qd, slow)
            rests = slow[stops.resting_forces(q, self._free(np.concatenate([q, qd]))[self._nq :], slow) > 0]
        for k in np.setdiff1d(rests, self.rests):
            self._report_rest(time, int(k), (q, qd), report)
        for k in np.setdiff1d(self.rests, rests):
            self._report_release(time, int(k), (q, qd), report)
        self.rests = rests
        return np.concatenate([q, qd])

    def rest_on(self, k: int, time: float, y: Array, report: Callable[[Event], None]) -> Array:
        """The state on a stop that carries nothing yet, but will at once: a joint touches it at rest, and would sink in."""
        q, qd = np.split(y, [self._nq])
        self.rests = np.sort(np.append(self.rests, k))
        qd = self._stops.without_speed(q, qd, self.rests)
        self._report_rest(time, k, (q, qd), report)
        return np.concatenate([q, qd])

    def release(self, time: float, y: Array, report: Callable[[Event], None]) -> None:
        """The joint leaves the stop that would have to pull; the forces of the other stops are then computed again."""
        (q, qd), qdd = np.split(y, [self._nq]), self._free(y)[self._nq :]
        weakest = int(np.argmin(self.holding(q, qdd)[1]))
        kept = np.delete(self.rests, weakest)
        rests = kept[self._stops.resting_forces(q, qdd, kept) > 0] if kept.size else NONE
        for k in np.setdiff1d(self.rests, rests):
            self._report_release(time, int(k), (q, qd), report)
        self.rests = rests

    def _after_impact(self, q: Array, qd: Array, touching: Array) -> Array:
        """The rates after impacts. Bounces that would not rise by :data:`HOP` are left out: infinitely many precede a rest."""
        restitution = np.full(len(touching), self._restitution)
        while True:
            after = self._stops.impact(q, qd, touching, restitution)
            low = self._low(q, after, touching) & (restitution > 0)
            if not low.any():
                return after
            restitution[low] = 0.0

    def _low(self, q: Array, qd: Array, touching: Array) -> Array:
        """Which joints come back to their stops before they have risen by :data:`HOP`."""
        speed = self._stops.speed(qd)[touching]
        pull = -self._stops.speed(self._free(np.concatenate([q, qd]))[self._nq :])[touching]
        return np.asarray((speed > 0) & (speed**2 < 2 * HOP * self._stops.unit[touching] * pull))

    def _report_rest(self, time: float, k: int, state: tuple[Array, Array], report: Callable[[Event], None]) -> None:
        report(Event(time, REST, f"the joint comes to rest on {self._stops.names[k]}, at t = {time:.9g} s", *state))

    def _report_release(self, time: float, k: int, state: tuple[Array, Array], report: Callable[[Event], None]) -> None:
        report(Event(time, RELEASE, f"the joint leaves {self._stops.names[k]}, at t = {time:.9g} s", *state))


def _root(f: Callable[[float], float], left: float, right: float) -> float:
    """The root of a function that is positive on the left and negative on the right; the left end where it is not positive
    there."""
    from scipy.optimize import brentq

    if not f(left) > 0:
        return left
    return float(brentq(f, left, right, xtol=TINY, rtol=4 * np.finfo(float).eps))
