"""Watching a motion for singular loci and for changes of mode, step by step.

The compiled determinants are evaluated at a few configurations of every step. Where one changes its sign, or may have fallen to
zero without, the motion itself is looked into by ``crossings``.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kinloop.model.formulas.closed_form import Direction, form_of
from kinloop.model.geometry.mode import signs_by_name
from kinloop.model.robot import Robot
from kinloop.model.workspace.crossings import TOUCHED, PathSearch
from kinloop.model.workspace.sampled_path import State
from kinloop.simulation.plants.step import Step
from kinloop.simulation.record.events import ASSEMBLY, WORKING
from kinloop.simulation.record.record import Event

Array = np.ndarray
LOCI = ("type 2", "type 1")
MODES: dict[str, tuple[str, Direction]] = {"type 2": (ASSEMBLY, "forward"), "type 1": (WORKING, "inverse")}
# The spacing of the configurations that are evaluated [rad, or parts of the machine's size], and the most in a step.
SPACING, MOST = 0.1, 16
# Where the modes before and after a locus are read, as shares of the step: next to the locus the gaps that an engine leaves in
# the loops hide them. Nodes of a closer search, and how often it is repeated.
ASIDE, NODES, CLOSER = (0.01, 0.1, 0.4), 9, 2


class LocusWatch:
    """The loci that a motion meets, reported once each.

    Its samples are few numbers a step and kept as Python's own: most steps hold nothing of interest, and should cost little.
    """

    def __init__(self, robot: Robot, q: Array, time: float) -> None:
        self._robot, self._nq = robot, len(q)
        near = robot.singularity(q).nearness
        self._measures = robot.models.kernel("active_measures").ufunc
        determinants = dict(zip(LOCI, self._measures(q, *robot.models.parameter_inputs)[:2], strict=True))
        # The kinds that the machine has: by determinants with a sign, by those without one, by the nearness.
        self._kinds = tuple(kind for kind in LOCI if np.isfinite(near[kind]))
        self._by_nearness = tuple(kind for kind in self._kinds if np.isnan(determinants[kind]))
        self._signed = (
            () if robot.models.formulas.model.is_redundant else tuple(k for k in self._kinds if k not in self._by_nearness)
        )
        size = float(np.asarray(robot.models.kernel("scaled_velocity")(q, *robot.models.parameter_inputs)[-1]))
        lengths = np.array([kind == "length" for kind in robot.models.geometry.space.kinds], dtype=bool)
        self._per_spacing = 1 / (SPACING * np.where(lengths, size, 1.0))
        self._t, self._values, self._steps = [time], self._measure(q[None]), []  # type: list[float], list[list[float]], list[Step]
        self._last: dict[str, float] = {}

    def look(self, step: Step, travel: Array) -> list[Event]:
        """What the motion met in a step, or at the end of the one before, in the order of time."""
        old = len(self._t[-2:])
        self._take(step, travel)
        events: list[Event] = []
        for k, kind in enumerate(self._kinds):
            values = [row[k] for row in self._values]
            if kind in self._signed:
                for n in range(old - 1, len(values) - 1):
                    if (values[n] >= 0) != (values[n + 1] >= 0):
                        events += self._crossing_events(kind, n, values[n])
            for n in range(1, len(values) - 1):
                before, here, after = (abs(value) for value in values[n - 1 : n + 2])
                if here <= before and here <= after and 2 * here <= max(before, after):
                    events += self._touch_events(kind, n)
        return sorted(events, key=lambda event: event.time)

    def cut(self, t: float, q: Array) -> None:
        """The motion goes on from here, before the end of the step."""
        kept = sum(time < t for time in self._t)
        self._t, self._values = [*self._t[:kept], t], self._values[:kept] + self._measure(q[None])
        last = self._steps.pop()
        if t > last.t0:
            self._steps.append(replace(last, t1=t))

    def state(self, time: float) -> Array:
        """The state at a time of the last steps, by the interpolant."""
        return next((step for step in self._steps if time <= step.t1), self._steps[-1]).interpolate(time)

    # ---------------------------------------------------------------- measuring

    def _take(self, step: Step, travel: Array) -> None:
        """Add the step's configurations to the last two (of the step before)."""
        count = min(MOST, 1 + int((travel * self._per_spacing).max(initial=0.0)))
        shares = np.arange(1, count + 1) / count
        configurations = step.positions(shares, self._nq) if count > 1 else step.y1[None, : self._nq]
        self._values = self._values[-2:] + self._measure(configurations)
        self._t = self._t[-2:] + [step.t0 + float(share) * (step.t1 - step.t0) for share in shares[:-1]] + [step.t1]
        self._steps = [*(each for each in self._steps if each.t1 > self._t[0]), step]

    def _measure(self, q: Array) -> list[list[float]]:
        """The measures of each configuration, one for each kind."""
        p, columns = self._robot.models.parameter_inputs, []
        if len(self._kinds) > len(self._by_nearness):
            determinants = dict(zip(LOCI, self._measures(q, *p)[:2], strict=True))
        if self._by_nearness:
            near = self._robot.singularity(q).nearness
        for kind in self._kinds:
            columns.append((near if kind in self._by_nearness else determinants)[kind].tolist())
        return [list(row) for row in zip(*columns, strict=True)] if columns else [[] for _ in q]

    # ---------------------------------------------------------------- closer search

    def _at(self, time: float) -> State:
        return self.state(time)[: self._nq], None, None

    def _crossing_events(self, kind: str, n: int, before: float) -> list[Event]:
        """A determinant changes its sign after sample ``n``: at a locus, or by way of infinity."""
        along = PathSearch(self._robot, self._at)
        time = along.root(kind, self._t[n], self._t[n + 1], before >= 0)
        is_one = along.nearness(kind, np.array([time]))[0] < TOUCHED
        return self._locus_events(kind, time, before, self._t[n + 1] - self._t[n]) if is_one else []

    def _touch_events(self, kind: str, n: int) -> list[Event]:
        """At sample ``n`` it is low: it may be zero beside it, without a change of sign or of a kind that has none."""
        left, right = self._t[n - 1], self._t[n + 1]
        along = PathSearch(self._robot, self._at)
        for _ in range(CLOSER):
            if left <= self._last.get(kind, -np.inf) <= right:  # this is how a crossing looks
                return []
            nodes = np.linspace(left, right, NODES)
            values = along.nearness(kind, nodes) if kind not in self._signed else np.abs(along.determinant(kind, nodes))
            k = int(np.argmin(values))
            if k in (0, NODES - 1) or 2 * values[k] > max(values[k - 1], values[k + 1]):
                return []
            left, right = float(nodes[k - 1]), float(nodes[k + 1])
        time = along.minimum(kind, left, right)
        return self._locus_events(kind, time, None, right - left) if along.nearness(kind, np.array([time]))[0] < TOUCHED else []

    def _locus_events(self, kind: str, time: float, before: float | None, interval: float) -> list[Event]:
        """The locus, and the mode that changes there."""
        self._last[kind] = time
        q = self._at(time)[0]
        names = zip(self._robot.mechanism.coordinates, q, strict=True)
        where = ", ".join(f"{name} = {value:.6g}" for name, value in names)
        way = "meets" if before is None else "crosses"
        events = [Event(time, kind, f"the motion {way} a {kind} singularity at t = {time:.9g} s, where {where}")]
        word, direction = MODES[kind]
        change = self._change(direction, time, before, interval)
        if change is not None:
            events.append(Event(time, word, f"the {word} changes from {change[0]} to {change[1]} at t = {time:.9g} s"))
        return events

    def _change(self, direction: Direction, time: float, before: float | None, interval: float) -> tuple[str, str] | None:
        """The signs of the closed form before and after; without one those of the determinant; None where they stay."""
        geometry = self._robot.models.geometry
        form = form_of(self._robot.mechanism, direction)
        if form is not None and form.signs:
            for aside in ASIDE:
                q = np.array([self._at(time - aside * interval)[0], self._at(time + aside * interval)[0]])
                given = q[:, : len(self._robot.active)] if direction == "forward" else geometry.task(q)
                one, other = geometry.signs_of(direction, given, q)
                if one.any() and other.any() and not np.array_equal(one, other):
                    return signs_by_name(form.signs, one), signs_by_name(form.signs, other)
            return None
        if before is None:
            return None
        signs = ("a positive determinant", "a negative one") if before >= 0 else ("a negative determinant", "a positive one")
        return signs
