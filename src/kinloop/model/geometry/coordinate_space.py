"""The space of configurations: what its coordinates are, how far two of them are apart, where the joints' limits lie."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.kinds.elementary import METRE, NO_UNIT, RAD
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.model.dynamics.tree import coordinate_places
from kinloop.numerics.quaternions import normalize
from kinloop.numerics.rotations import wrap_angles

Array = np.ndarray

# Configurations nearer than this (rad, or parts of the machine's size) are one: at the edge of the workspace two modes meet.
SAME = 1e-6
KINDS = {RAD: "angle", METRE: "length", NO_UNIT: "quaternion"}


class CoordinateSpace:
    """The coordinates of a mechanism of this ``size`` [m]; arrays of parameters have one each."""

    def __init__(self, mechanism: Mechanism, size: Array | float = 1.0) -> None:
        self.mechanism = mechanism
        self.size = np.asarray(size, float)

    @cached_property
    def kinds(self) -> list[str]:
        """The kind of every coordinate: ``angle``, ``length`` or ``quaternion``."""
        return [KINDS[unit] for joint in self.mechanism.ordered_joints for unit in joint.definition.units]

    @cached_property
    def units(self) -> Array:
        """The unit of every coordinate, shape (..., nq): the machine's size for lengths, 1 for others."""
        return np.where(np.array(self.kinds) == "length", self.size[..., None], 1.0)

    def distance(self, a: Array, b: Array) -> Array:
        """The largest difference between configurations, lengths in parts of the machine's size."""
        return np.asarray(np.max(np.abs(self.difference(a, b)) / self.units, axis=-1, initial=0.0))

    @cached_property
    def angles(self) -> list[int]:
        """Coordinates that are the same after a full turn; a gear, a belt and a screw remember their turns."""
        kept = {name for coupling in self.mechanism.couplings for name in (coupling.coordinate, coupling.of)}
        kept |= {name for joint in self.mechanism.joints if not joint.definition.is_periodic for name in joint.coordinates}
        names = self.mechanism.coordinates
        return [k for k, kind in enumerate(self.kinds) if kind == "angle" and names[k] not in kept]

    def unwind(self, q: Array, given: int, limits: tuple[Array, Array], near: Array | None = None) -> Array:
        """Angles without full turns: nearest to those of ``near``; else within half a turn of zero, unless the limits want
        another. The first ``given`` coordinates stay as they are."""
        angles = [k for k in self.angles if k >= given]
        if not angles:
            return q
        old = q[..., angles]
        if near is not None:
            new = near[..., angles] + wrap_angles(old - near[..., angles])
        else:
            lower, upper = limits[0][..., angles], limits[1][..., angles]
            if np.all((np.abs(old) <= np.pi) & (old >= lower) & (old <= upper)):
                return q
            new = np.where(np.abs(old) <= np.pi, old, wrap_angles(old))
            for turn in (2 * np.pi, -2 * np.pi):
                outside = (new < lower - SAME) | (new > upper + SAME)
                better = (new + turn >= lower - SAME) & (new + turn <= upper + SAME)
                new = np.where(outside & better, new + turn, new)
        q = np.array(q)
        # A number that was right keeps its last digit.
        q[..., angles] = np.where(np.abs(new - old) < 1, old, new)
        return q

    @cached_property
    def quaternions(self) -> list[int]:
        """The places at which quaternions begin."""
        return [k for k, kind in enumerate(self.kinds) if kind == "quaternion"][::4]

    def difference(self, a: Array, b: Array) -> Array:
        """The difference of configurations, modulo full turns and the signs of quaternions."""
        gap = np.array(a - b)
        gap[..., self.angles] = wrap_angles(gap[..., self.angles])
        for first in self.quaternions:
            part = slice(first, first + 4)
            other = np.asarray(a[..., part] + b[..., part])
            flip = np.sum(other**2, axis=-1) < np.sum(gap[..., part] ** 2, axis=-1)
            gap[..., part] = np.where(flip[..., None], other, gap[..., part])
        return gap

    def distinct(self, configurations: Array) -> list[Array]:
        """The configurations, each once."""
        kept: list[Array] = []
        for q in configurations:
            if not any(self.distance(other, q) < SAME for other in kept):
                kept.append(q)
        return kept

    def in_order(self, configurations: list[Array]) -> list[Array]:
        """Sorted by coordinates, angles within half a turn of zero and quaternions with their first large entry positive."""

        def key(q: Array) -> tuple[float, ...]:
            q = q.copy()
            q[self.angles] = wrap_angles(q[self.angles] - SAME) + SAME  # half a turn is one, whichever sign rounding gives it
            for first in self.quaternions:
                part = q[first : first + 4]
                q[first : first + 4] *= np.sign(part[np.argmax(np.abs(part) > 0.4)])
            return tuple(np.round(q / self.units, 6))

        return sorted(configurations, key=key)

    def random(self, random: np.random.Generator, start: Array, count: int) -> Array:
        """Angles and orientations anywhere, lengths within twice the largest of the start, or the machine's size, on both
        sides."""
        q = np.tile(start, (count, 1))
        reach = 2 * max((abs(q) for q, kind in zip(start, self.kinds, strict=True) if kind == "length"), default=0.0)
        reach = reach or 2 * float(self.size)
        for k, kind in enumerate(self.kinds):
            if kind == "angle":
                q[:, k] = random.uniform(-np.pi, np.pi, count)
            elif kind == "length":
                q[:, k] = random.uniform(-reach, reach, count)
            else:
                q[:, k] = random.standard_normal(count)
        for first in self.quaternions:
            q[:, first : first + 4] = normalize(q[:, first : first + 4])
        return q

    @cached_property
    def universals(self) -> list[int]:
        """The places of the first angles of passive universal joints."""
        places, active = coordinate_places(self.mechanism), self.mechanism.active_joints
        return [places[j.name][0] for j in self.mechanism.joints if j.definition.points_twice and j not in active]

    def limits(self, parameters: dict[str, float]) -> tuple[Array, Array]:
        """Bounds of every coordinate, infinite where there are none, shape (..., nq): arrays of parameters give a batch."""
        rows = []
        for joint in self.mechanism.ordered_joints:
            bounds = joint.limits.position or (-np.inf, np.inf)
            row = [bound.value(parameters) if isinstance(bound, Expression) else bound for bound in bounds]
            rows += [row] * len(joint.coordinates)
        if not rows:
            return np.zeros(0), np.zeros(0)
        lower, upper = (np.stack(np.broadcast_arrays(*column), axis=-1) for column in zip(*rows, strict=True))
        return lower, upper
