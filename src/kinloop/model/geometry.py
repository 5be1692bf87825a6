"""Every posture of a task, or of active joints: in closed form where the description has one, else by many starts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kinloop.mechanism.expression import Expression
from kinloop.mechanism.parts import Mechanism
from kinloop.mechanism.uses import task_names
from kinloop.model.closed_form import Direction, form_of, sign_choices
from kinloop.model.derived import Derived
from kinloop.model.tree import coordinate_places

# A posture that misses the task or the loops by more than this fraction of the sizes involved is no solution.
RELATIVE_GAP = 1e-9
# Postures nearer than this (m, rad) are one: at the edge of the workspace two modes meet.
SAME = 1e-6
# Many starts: so many at once, until every solution was met so often, but not more than so many batches.
STARTS, HITS, BATCHES, STEPS, POLISH = 512, 8, 40, 60, 2


@dataclass(frozen=True)
class Mode:
    """Signs of the legs (working) and of the assembly where closed forms name them, and the place among the solutions."""

    working: tuple[int, ...]
    assembly: tuple[int, ...]
    index: int


@dataclass(frozen=True)
class Configuration:
    """An assembled posture; ``residual`` is the largest gap of its loops and its task [m, rad]."""

    q: np.ndarray
    n_active: int
    x: np.ndarray
    mode: Mode
    residual: float
    within_limits: bool

    @property
    def q_active(self) -> np.ndarray:
        return self.q[: self.n_active]

    @property
    def q_passive(self) -> np.ndarray:
        return self.q[self.n_active :]


class Configurations(list[Configuration]):
    """All solutions, how they were found, how many tries that took, and whether none can be missing."""

    method: str = "closed form"
    starts: int = 0
    complete: bool = True


class Geometry:
    """The geometric models of a machine with given parameters."""

    def __init__(self, derived: Derived, parameters: tuple[np.ndarray, ...], start: np.ndarray, n_active: int) -> None:
        self.derived = derived
        self.mechanism: Mechanism = derived.mechanism
        self.p = parameters
        self.start = start
        self.n_active = n_active

    def configurations(self, direction: Direction, given: np.ndarray) -> Configurations:
        """Every posture of one task (inverse) or of one set of active joints (forward)."""
        result = Configurations()
        if direction == "forward" and not self.is_closed:
            postures = given[None, :]
        elif (form := form_of(self.mechanism, direction)) is not None:
            postures = self._written_out(direction, given)
            result.complete = form.complete
        else:
            postures, result.starts = self._by_many_starts(direction, given)
            result.method, result.complete = "many starts", False
        for q in self._distinct(postures):
            x = np.asarray(self.derived.kernel("task")(q, *self.p))
            residual = self.residual(direction, q, given)
            working = self._signs("inverse", x, q)
            assembly = self._signs("forward", q[: self.n_active], q) if self.is_closed else ()
            mode = Mode(working, assembly, len(result))
            result.append(Configuration(q, self.n_active, x, mode, float(residual), self._within_limits(q)))
        return result

    @cached_property
    def is_closed(self) -> bool:
        return bool(self.mechanism.loops or self.mechanism.couplings)

    def residual(self, direction: Direction, q: np.ndarray, given: np.ndarray) -> np.ndarray:
        """The largest gap of the loops (all rows) and, for the inverse model, of the task."""
        gap = np.zeros(q.shape[:-1])
        if self.is_closed:
            gap = np.max(np.abs(self.derived.kernel("closure")(q, *self.p)), axis=-1)
            gap = np.where(np.asarray(self.derived.kernel("closure_sense")(q, *self.p)) > 0, gap, np.inf)
        if direction == "inverse":
            x = np.asarray(self.derived.kernel("task")(q, *self.p))
            gap = np.maximum(gap, np.max(np.abs(self.task_gap(x, given)), axis=-1))
        return gap

    def task_gap(self, x: np.ndarray, target: np.ndarray) -> np.ndarray:
        """How far ``x`` is from ``target``: full turns of an angle and the sign of a quaternion do not count."""
        gap = np.array(x - target)
        names = task_names(self.mechanism)
        if "phi" in names:
            k = names.index("phi")
            gap[..., k] = (gap[..., k] + np.pi) % (2 * np.pi) - np.pi
        if "qw" in names:
            k = names.index("qw")
            other = x[..., k:] + target[..., k:]
            flip = np.sum(other**2, axis=-1) < np.sum(gap[..., k:] ** 2, axis=-1)
            gap[..., k:] = np.where(flip[..., None], other, gap[..., k:])
        return gap

    def _written_out(self, direction: Direction, given: np.ndarray) -> np.ndarray:
        q = self._all_signs(direction, given)
        return q[self.residual(direction, q, given) <= self._tolerance(given)]

    def _all_signs(self, direction: Direction, given: np.ndarray) -> np.ndarray:
        """A posture for each choice of signs; NaN or a gap where there is none."""
        form = form_of(self.mechanism, direction)
        assert form is not None
        signs = np.array(sign_choices(form), dtype=float)
        arrays = (signs,) if form.signs else ()
        inputs = np.broadcast_to(given, (len(signs), given.size))
        return np.asarray(self.derived.kernel(f"{direction}_geometry")(inputs, *arrays, *self.p))

    def _signs(self, direction: Direction, given: np.ndarray, q: np.ndarray) -> tuple[int, ...]:
        """The signs whose posture is ``q``; none where no closed form tells."""
        form = form_of(self.mechanism, direction)
        if form is None or not form.signs:
            return ()
        distance = np.max(np.abs(self._difference(self._all_signs(direction, given), q)), axis=-1)
        return sign_choices(form)[int(np.nanargmin(distance))] if np.any(distance < 1e-3) else ()

    def _by_many_starts(self, direction: Direction, given: np.ndarray) -> tuple[np.ndarray, int]:
        """Newton's method from random postures, until every solution was met several times."""
        random = np.random.default_rng(0)
        kernel = self.derived.kernel(f"step_{direction}")
        target = (given,) if direction == "inverse" else ()
        found: list[np.ndarray] = []
        hits: list[int] = []
        starts = 0
        while starts < BATCHES * STARTS and not (hits and min(hits) >= HITS):
            starts += STARTS
            q = self._random_postures(random)
            if direction == "forward":
                q[:, : self.n_active] = given
            for _ in range(STEPS):
                q = np.asarray(kernel(q, *target, *self.p))
            q = q[self.residual(direction, q, given) <= self._tolerance(given)]
            for _ in range(POLISH):  # one that only just arrived is not there to rounding yet
                q = np.asarray(kernel(q, *target, *self.p))
            for posture in self._canonical(direction, q, given):
                distance = np.max(np.abs(self._difference(np.array(found), posture)), axis=-1) if found else np.array([np.inf])
                k = int(np.argmin(distance))
                if distance[k] < SAME:
                    hits[k] += 1
                else:
                    found.append(posture)
                    hits.append(1)
        return np.array(found).reshape(-1, self.start.size), starts

    def _canonical(self, direction: Direction, q: np.ndarray, given: np.ndarray) -> np.ndarray:
        """A universal joint points its leg the same way with two pairs of angles; take the one with the second within a
        right angle.

        The leg is then turned by half a turn about itself, so only where that leaves the loops closed.
        """
        turned = q.copy()
        for k in self._universals:
            other = np.cos(turned[:, k + 1]) < 0
            turned[other, k] += np.pi
            turned[other, k + 1] = np.pi - turned[other, k + 1]
        closes = self.residual(direction, turned, given) <= self._tolerance(given) if len(q) else np.zeros(0, bool)
        return np.where(closes[:, None], turned, q)

    @cached_property
    def _universals(self) -> list[int]:
        """Where the passive universal joints' first angles are."""
        places = coordinate_places(self.mechanism)
        return [
            places[j.name][0] for j in self.mechanism.joints if j.kind == "universal" and j not in self.mechanism.active_joints
        ]

    def _random_postures(self, random: np.random.Generator) -> np.ndarray:
        """Angles and orientations anywhere, lengths within twice the largest of the start, on both sides."""
        q = np.tile(self.start, (STARTS, 1))
        reach = 2 * max((abs(q) for q, kind in zip(self.start, self._kinds, strict=True) if kind == "length"), default=0.0)
        for k, kind in enumerate(self._kinds):
            if kind == "angle":
                q[:, k] = random.uniform(-np.pi, np.pi, STARTS)
            elif kind == "length":
                q[:, k] = random.uniform(-reach, reach, STARTS)
            else:
                q[:, k] = random.standard_normal(STARTS)
        for first in self._quaternions:
            q[:, first : first + 4] /= np.linalg.norm(q[:, first : first + 4], axis=1, keepdims=True)
        return q

    @cached_property
    def _kinds(self) -> list[str]:
        """Of every coordinate: ``angle``, ``length`` or ``quaternion``."""
        kinds = {
            "revolute": ["angle"],
            "prismatic": ["length"],
            "cylindrical": ["angle", "length"],
            "universal": ["angle", "angle"],
            "spherical": ["quaternion"] * 4,
            "planar": ["length", "length", "angle"],
            "free": ["length"] * 3 + ["quaternion"] * 4,
        }
        return [kind for joint in self.mechanism.ordered_joints for kind in kinds[joint.kind]]

    @cached_property
    def _quaternions(self) -> list[int]:
        """Where the quaternions begin."""
        return [k for k, kind in enumerate(self._kinds) if kind == "quaternion"][::4]

    def _difference(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """Between postures, modulo full turns and the signs of quaternions."""
        gap = np.array(a - b)
        angles = [k for k, kind in enumerate(self._kinds) if kind == "angle"]
        gap[..., angles] = (gap[..., angles] + np.pi) % (2 * np.pi) - np.pi
        for first in self._quaternions:
            part = slice(first, first + 4)
            other = np.asarray(a[..., part] + b[..., part])
            flip = np.sum(other**2, axis=-1) < np.sum(gap[..., part] ** 2, axis=-1)
            gap[..., part] = np.where(flip[..., None], other, gap[..., part])
        return gap

    def _distinct(self, postures: np.ndarray) -> list[np.ndarray]:
        kept: list[np.ndarray] = []
        for q in postures:
            if not any(np.max(np.abs(self._difference(other, q))) < SAME for other in kept):
                kept.append(q)
        return kept

    def _tolerance(self, given: np.ndarray) -> float:
        return RELATIVE_GAP * max(1.0, float(np.max(np.abs(given), initial=0.0)))

    def _within_limits(self, q: np.ndarray) -> bool:
        lower, upper = self.limits
        return bool(np.all((q >= lower - SAME) & (q <= upper + SAME)))

    @cached_property
    def limits(self) -> tuple[np.ndarray, np.ndarray]:
        """Bounds of every coordinate, infinite where there are none."""
        values = dict(zip(self.mechanism.parameters, np.ravel(self.p).tolist(), strict=True))
        rows = []
        for joint in self.mechanism.ordered_joints:
            bounds = joint.limits.position or (-np.inf, np.inf)
            row = [bound.value(values) if isinstance(bound, Expression) else bound for bound in bounds]
            rows += [row] * len(joint.coordinates)
        return np.array(rows)[:, 0], np.array(rows)[:, 1]
