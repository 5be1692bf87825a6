"""Loops and couplings in Exudyn: the axes of its generic joint on both sides, the flags that are set, and the rows that these
give.

A row of a loop is a direction of the gap's rate, the twist of side b against side a. The flags of Exudyn's generic joint hold
translations and rotations along the axes of side a, but the equations that it writes for rotations depend on how many it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import casadi as ca
import numpy as np

from kinloop.mechanism.parts.parts import Coupling, Loop
from kinloop.mechanism.parts.transforms import at, direction
from kinloop.model.dynamics.loop_closure import RANK_TOLERANCE, independent_rows
from kinloop.simulation.engines.common.rigid_tree import Array, BodyFrame, RigidTree

# Flags of Exudyn's generic joint for each kind of loop: translations, then rotations, 1 for what is held; the joint's axis is z.
# A rod has its own Exudyn connector.
BALL, HINGE, SLIDE = (1, 1, 1, 0, 0, 0), (1, 1, 1, 1, 1, 0), (1, 1, 0, 1, 1, 1)
LOOP_HELD = {
    "rod": (1, 0, 0, 0, 0, 0),
    "ball": BALL,
    "pin": HINGE,
    "prismatic": SLIDE,
    "weld": (1, 1, 1, 1, 1, 1),
    "universal": (1, 1, 1, 1, 0, 0),
}
X, Y, Z = 0, 1, 2
# Rotations: an axis of side a and one of side b that are kept at right angles. What a flag holds alone, and with both others.
ALONE = {3: (Y, Z), 4: (X, Z), 5: (X, Y)}
ALL_THREE = {3: (Z, Y), 4: (Z, X), 5: (X, Y)}


@dataclass(frozen=True)
class Row:
    """One row of a closure, by the closure's number and the row's place among the flags."""

    closure: int
    place: int
    kind: Literal["rod", "world", "along", "turn", "coupling"]
    a: int = 0  # axes of the two sides
    b: int = 0


@dataclass(frozen=True)
class Closing:
    """A loop in Exudyn: the axes of its joint on both sides."""

    loop: Loop
    a: BodyFrame
    b: BodyFrame
    Q_a: Array  # the joint's axes in the anchors'
    Q_b: Array
    length: float

    @staticmethod
    def from_loop(loop: Loop, a: BodyFrame, b: BodyFrame, values: dict[str, float]) -> Closing:
        """The joint of a loop between two anchors, at the parameters' values."""
        axis = direction(loop.axis, values)
        axis_b = axis if loop.axis_b is None else direction(loop.axis_b, values)
        # Exudyn's universal joint keeps the y axis of one side and the z axis of the other at right angles.
        Q = {"universal": frame_about(axis)[:, [1, 2, 0]], "pin": frame_about(axis), "prismatic": frame_about(axis)}
        Q_b = {"universal": frame_about(axis_b), "pin": frame_about(axis_b), "prismatic": frame_about(axis)}
        sides = Q.get(loop.kind, np.eye(3)), Q_b.get(loop.kind, np.eye(3))
        return Closing(loop, a, b, *sides, 0.0 if loop.length is None else at(loop.length, values))


class Closures:
    """All loops, then all couplings, of a machine, and the derivatives of their rows by the rates of the tree."""

    def __init__(self, tree: RigidTree) -> None:
        self.tree = tree
        mechanism, values = tree.mechanism, tree.values
        self.loops = [Closing.from_loop(loop, *tree.anchors(loop), values) for loop in mechanism.loops]
        self.couplings: list[tuple[Coupling, float]] = [(c, at(c.ratio, values)) for c in mechanism.couplings]
        self._functions: dict[tuple[Row, ...], ca.Function] = {}

    def __len__(self) -> int:
        return len(self.loops) + len(self.couplings)

    # ---------------------------------------------------------------- which rows

    def flags(self) -> list[Row]:
        """A row for each flag that may be set, as if it were set alone, so that a choice of rows is a choice of flags."""
        return [row for number in range(len(self)) for row in self._rows(number, self._flags_of(number), ALONE, "along")]

    def equation_rows(self, kept: Sequence[Sequence[int]]) -> list[Row]:
        """The rows of the equations that Exudyn writes if these flags are set, in their order."""
        rows: list[Row] = []
        for number, places in enumerate(kept):
            turns = [place - 3 for place in places if place > 2]
            pairs = ALL_THREE if len(turns) == 3 else ALONE
            if len(turns) == 2:  # the free axis of side a stays square to the others of side b
                (free,) = {X, Y, Z}.difference(turns)
                pairs = {3 + turn: (free, turn) for turn in turns}
            rows += self._rows(number, places, pairs, "world" if {0, 1, 2}.issubset(places) else "along")
        return rows

    def _flags_of(self, number: int) -> list[int]:
        if number >= len(self.loops):
            return [0]
        return [place for place, held in enumerate(LOOP_HELD[self.loops[number].loop.kind]) if held]

    def _rows(
        self, number: int, places: Iterable[int], pairs: dict[int, tuple[int, int]], moves: Literal["world", "along"]
    ) -> list[Row]:
        if number >= len(self.loops):
            return [Row(number, place, "coupling") for place in places]
        if self.loops[number].loop.kind == "rod":
            return [Row(number, place, "rod") for place in places]
        return [Row(number, place, "turn", *pairs[place]) if place > 2 else Row(number, place, moves, place) for place in places]

    # ---------------------------------------------------------------- their derivatives

    def derivative(self, rows: Sequence[Row]) -> Callable[[Array], Array]:
        """The derivative of the rows by all rates, (rows, nv), as a function of a closed configuration."""
        key = tuple(rows)
        if key not in self._functions:
            model = self.tree.model
            speeds = ca.vertcat(ca.SX.zeros(0), *(self._speed(row) for row in rows))
            self._functions[key] = ca.Function("rates", [model.q, model.parameters], [ca.jacobian(speeds, model.v)])
        function, numbers = self._functions[key], ca.DM(self.tree.numbers)

        def evaluate(q: Array) -> Array:
            matrix: Array = function(q, numbers).full()
            return matrix

        return evaluate

    def _speed(self, row: Row) -> ca.SX:
        """The rate of a row. On a slide that is extended, the velocity of side a is taken at anchor b."""
        model = self.tree.model
        if row.kind == "coupling":  # the second coordinate times its factor less the first
            coupling, ratio = self.couplings[row.closure - len(self.loops)]
            return ratio * model.v[self.tree.rate_of(coupling.of)] - model.v[self.tree.rate_of(coupling.coordinate)]
        closing = self.loops[row.closure]
        frames = [model.tree.anchor(anchor) for anchor in (closing.loop.a, closing.loop.b)]
        (a, b), (twist_a, twist_b) = [model.placement(f) for f in frames], [model.twist(f) for f in frames]
        gap, opening = b.p - a.p, twist_b.linear - twist_a.linear
        match row.kind:
            case "rod":
                return ca.dot(gap, opening) / ca.norm_2(gap)
            case "world":
                return opening[row.a]
            case "along":
                return ca.dot(a.R @ closing.Q_a[:, row.a], opening - ca.cross(twist_a.angular, gap))
        axis_a, axis_b = a.R @ closing.Q_a[:, row.a], b.R @ closing.Q_b[:, row.b]
        return ca.dot(ca.cross(axis_b, axis_a), twist_b.angular - twist_a.angular)


def choose_flags(closures: Closures, q: Array) -> tuple[list[list[int]], Array, bool]:
    """The flags to set for every closure, the configuration at which they are chosen, and whether redundant ones are left out.

    Their rows are independent at ``q``, or at a configuration of higher rank where ``q`` is singular.
    """
    if not len(closures):
        return [], q, False
    rows = closures.flags()
    configurations = (q, *closures.tree.robot.models.formulas.model.assembled.configurations)
    derivative = closures.derivative(rows)
    rates = [derivative(configuration) for configuration in configurations]
    chosen = [independent_rows(matrix) for matrix in rates]
    k = int(np.argmax([len(some) for some in chosen]))  # the first of them
    sizes = np.max([np.linalg.norm(matrix, axis=1) for matrix in rates], axis=0)
    present = int(np.sum(sizes > RANK_TOLERANCE * sizes.max()))
    kept = [sorted(rows[i].place for i in chosen[k] if rows[i].closure == number) for number in range(len(closures))]
    return kept, configurations[k], present > len(chosen[k])


def frame_about(axis: Array) -> Array:
    """A right-handed frame whose z axis is the given one."""
    first = np.cross(axis, np.eye(3)[np.abs(axis).argmin()])
    first /= np.linalg.norm(first)
    return np.column_stack([first, np.cross(axis, first), axis])
