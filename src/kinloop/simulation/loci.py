"""Watching a motion for singular loci and for changes of mode, step by step.

At a few postures of every step the compiled determinants are looked at. Where one changes its sign, or where it (or the volume of
the closures) may have fallen to zero without, the motion itself is looked into by ``crossings`` and ``ambiguous``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from kinloop.model.closed_form import Direction, form_of
from kinloop.model.robot import Robot
from kinloop.model.singularity.crossings import TOUCHED, Along
from kinloop.model.singularity.sampled_path import State
from kinloop.simulation.ambiguous import Ambiguity, first_ambiguous, valleys, volumes
from kinloop.simulation.events import ASSEMBLY, WORKING
from kinloop.simulation.record import Event
from kinloop.simulation.step import Step

Array = np.ndarray
LOCI = ("type 2", "type 1")
MODES: dict[str, tuple[str, Direction]] = {"type 2": (ASSEMBLY, "forward"), "type 1": (WORKING, "inverse")}
# A posture is looked at where a joint has moved so far [rad, or parts of the machine's size], at most so often in a step.
SPACING, MOST = 0.1, 16
# Of a step: where the modes before and after a locus are read, and nodes of a motion that may be ambiguous.
ASIDE, NODES = 0.01, 9


@dataclass(frozen=True, eq=False)
class _Seen:
    """Times, what was measured then (n, measures), and the steps they are in."""

    t: Array
    values: Array
    steps: tuple[Step, ...]


class LocusWatch:
    """The loci that a motion meets, told once each."""

    def __init__(self, robot: Robot, q: Array, time: float) -> None:
        self._robot, self._nq = robot, len(q)
        self._redundant = robot._derived.model.is_redundant
        near = robot.singularity(q).nearness
        determinants = self._determinants(q[None])
        # A kind that the machine has, with its determinant where it has one.
        self._kinds = [kind for kind in LOCI if np.isfinite(near[kind])]
        self._by_nearness = [kind for kind in self._kinds if np.isnan(determinants[LOCI.index(kind)][0])]
        self._closed = bool(robot._derived.model.kept_rows)
        size = np.asarray(robot._kernel("scaled_velocity")(q, *robot._p)[-1])
        lengths = np.array([kind == "length" for kind in robot._geometry.space.kinds], dtype=bool)
        self._spacing = SPACING * np.where(lengths, float(size), 1.0)
        self._seen = _Seen(np.array([time]), self._measured(q[None]), ())
        self._last: dict[str, float] = {}

    def look(self, step: Step) -> tuple[list[Event], Ambiguity | None]:
        """What the motion met in a step, or at the end of the one before, in the order of time."""
        events: list[Event] = []
        self._seen = self._with(step)
        t, values = self._seen.t, self._seen.values
        for k, kind in enumerate(self._kinds):
            events += self._of_kind(kind, t, values[:, k], len(t) - len(self._fresh(step)))
        ambiguity = self._ambiguity(t, values[:, -1]) if self._closed else None
        return sorted(events, key=lambda event: event.time), ambiguity

    def cut(self, t: float, q: Array) -> None:
        """The motion goes on from here, before the end of the step."""
        seen = self._seen
        before = seen.t < t
        values = np.concatenate([seen.values[before], self._measured(q[None])])
        steps = (*seen.steps[:-1], replace(seen.steps[-1], t1=t))
        self._seen = _Seen(np.append(seen.t[before], t), values, steps)

    # ---------------------------------------------------------------- measuring

    def _determinants(self, q: Array) -> tuple[Array, Array]:
        passive, task, *_ = self._robot._kernel("active_measures").ufunc(q, *self._robot._p)
        return passive, task

    def _measured(self, q: Array) -> Array:
        """Columns: each kind, then the volume of the closures."""
        determinants = dict(zip(LOCI, self._determinants(q), strict=True)) if len(self._kinds) > len(self._by_nearness) else {}
        near = self._robot.singularity(q).nearness if self._by_nearness else {}
        columns = [near[kind] if kind in self._by_nearness else determinants[kind] for kind in self._kinds]
        if self._closed:
            columns.append(volumes(self._robot._derived, q, self._robot._p))
        return np.stack(columns, axis=-1) if columns else np.zeros((len(q), 0))

    def _fresh(self, step: Step) -> Array:
        travel = (step.t1 - step.t0) * np.maximum(np.abs(step.f0[: self._nq]), np.abs(step.f1[: self._nq])) / self._spacing
        count = min(MOST, 1 + int(travel.max(initial=0.0)))
        return np.arange(1, count + 1) / count

    def _with(self, step: Step) -> _Seen:
        """The step's postures after the last two (of the step before)."""
        shares = self._fresh(step)
        postures = step.positions(shares, self._nq) if len(shares) > 1 else step.y1[None, : self._nq]
        old = self._seen
        t = np.concatenate([old.t[-2:], step.t0 + shares * (step.t1 - step.t0)])
        steps = (*(each for each in old.steps if each.t1 > t[0]), step)
        return _Seen(t, np.concatenate([old.values[-2:], self._measured(postures)]), steps)

    # ---------------------------------------------------------------- looking closer

    def _at(self, time: float) -> State:
        steps = self._seen.steps
        inside = next((step for step in steps if time <= step.t1), steps[-1])
        return inside.within(time)[: self._nq], None, None

    def _of_kind(self, kind: str, t: Array, values: Array, first: int) -> list[Event]:
        """``first``: how many of the samples were there before."""
        along = Along(self._robot, self._at)
        events: list[Event] = []
        taken = np.zeros(len(t), dtype=bool)
        signed = kind not in self._by_nearness and not (self._redundant and kind in LOCI)
        if signed:
            for k in range(max(first - 1, 0), len(t) - 1):
                if (values[k] >= 0) != (values[k + 1] >= 0):
                    time = along.root(kind, float(t[k]), float(t[k + 1]), bool(values[k] >= 0))
                    taken[k : k + 2] = True
                    if along.nearness(kind, np.array([time]))[0] < TOUCHED:
                        events += self._met(kind, time, values[k], t[k + 1] - t[k])
        for k in np.flatnonzero(valleys(np.abs(values)) & ~taken & (t > t[0])):
            left, right = float(t[max(k - 1, 0)]), float(t[min(k + 1, len(t) - 1)])
            if left <= self._last.get(kind, -np.inf) <= right:  # this is how it looks from the other side
                continue
            time = along.minimum(kind, left, right)
            if left < time < right and along.nearness(kind, np.array([time]))[0] < TOUCHED:
                events += self._met(kind, time, None, right - left)
        return events

    def _met(self, kind: str, time: float, before: float | None, interval: float) -> list[Event]:
        """The locus, and the mode that changes there."""
        self._last[kind] = time
        q = self._at(time)[0]
        names = zip(self._robot.mechanism.coordinates, q, strict=True)
        where = ", ".join(f"{name} = {value:.6g}" for name, value in names)
        way = "meets" if before is None else "crosses"
        events = [Event(time, kind, f"the motion {way} a {kind} singularity at t = {time:.9g} s, where {where}")]
        word, direction = MODES[kind]
        change = self._change(direction, time, before, ASIDE * interval)
        if change is not None:
            events.append(Event(time, word, f"the {word} changes from {change[0]} to {change[1]} at t = {time:.9g} s"))
        return events

    def _change(self, direction: Direction, time: float, before: float | None, aside: float) -> tuple[str, str] | None:
        """The signs of the closed form before and after; without one those of the determinant; None where they stay."""
        geometry = self._robot._geometry
        form = form_of(self._robot.mechanism, direction)
        if form is not None and form.signs:
            q = np.array([self._at(time - aside)[0], self._at(time + aside)[0]])
            given = q[:, : len(self._robot.active)] if direction == "forward" else geometry.task(q)
            one, other = geometry.signs_of(direction, given, q)
            if not one.any() or not other.any() or np.array_equal(one, other):
                return None
            return str(tuple(map(int, one))), str(tuple(map(int, other)))
        if before is None:
            return None
        signs = ("a positive determinant", "a negative one") if before >= 0 else ("a negative determinant", "a positive one")
        return signs

    def _ambiguity(self, t: Array, volume: Array) -> Ambiguity | None:
        for k in np.flatnonzero(valleys(volume)):
            left, right = t[max(k - 1, 0)], t[min(k + 1, len(t) - 1)]
            nodes = np.linspace(left, right, NODES)
            states = np.array([self._state(float(time)) for time in nodes])
            found = first_ambiguous(self._robot, nodes, states[:, : self._nq], states[:, self._nq :])
            if found.sample >= 0:
                return found
        return None

    def _state(self, time: float) -> Array:
        steps = self._seen.steps
        return next((step for step in steps if time <= step.t1), steps[-1]).within(time)

    def state(self, time: float) -> Array:
        """The state at a time that was looked at, by the interpolant."""
        return self._state(time)
