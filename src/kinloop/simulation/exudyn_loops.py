"""Loops and couplings as Exudyn has them: which axes its generic joint has on both sides, which of its rows are held, and what
these rows are.

A row of a loop is a direction of the gap's rate, the twist of side b against side a. The flags of Exudyn's generic joint hold
translations and rotations along the axes of side a, but the equations that it writes for rotations depend on how many it holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from kinloop.mechanism.parts import Coupling, Loop
from kinloop.mechanism.placement import at, direction
from kinloop.model.closure import RANK_TOLERANCE, independent_rows
from kinloop.simulation.rigid_tree import Anchored, Array, Poses, RigidTree, cross

# Flags of Exudyn's generic joint: translations, then rotations, 1 for what is held; the joint's axis is z.
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
Key = tuple[int, int]


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
    """A loop as Exudyn has it: its joint's axes on both sides."""

    loop: Loop
    a: Anchored
    b: Anchored
    R_a: Array
    R_b: Array
    length: float

    @staticmethod
    def of(loop: Loop, a: Anchored, b: Anchored, values: dict[str, float]) -> Closing:
        axis = direction(loop.axis, values)
        axis_b = axis if loop.axis_b is None else direction(loop.axis_b, values)
        # Exudyn's universal joint keeps the y axis of one side and the z axis of the other at right angles.
        Q = {"universal": frame_about(axis)[:, [1, 2, 0]], "pin": frame_about(axis), "prismatic": frame_about(axis)}
        Q_b = {"universal": frame_about(axis_b), "pin": frame_about(axis_b), "prismatic": frame_about(axis)}
        R_a, R_b = a.R @ Q.get(loop.kind, np.eye(3)), b.R @ Q_b.get(loop.kind, np.eye(3))
        return Closing(loop, a, b, R_a, R_b, 0.0 if loop.length is None else at(loop.length, values))


class Closures:
    """All loops, then all couplings, of a machine; their rows' derivatives by the rates of the tree."""

    def __init__(self, tree: RigidTree) -> None:
        self.tree = tree
        mechanism, values = tree.mechanism, tree.values
        self.loops = [Closing.of(loop, *tree.anchored(loop), values) for loop in mechanism.loops]
        self.couplings: list[tuple[Coupling, float]] = [(c, at(c.ratio, values)) for c in mechanism.couplings]
        self._bodies = [np.array([getattr(loop, side).body for loop in self.loops], dtype=int) + 1 for side in "ab"]
        self._places = [np.array([getattr(loop, side).p for loop in self.loops]) for side in "ab"]
        self._axes = [np.array([getattr(loop, f"R_{side}") for loop in self.loops]) for side in "ab"]
        self._coupled = [self._coupling_row(coupling, ratio) for coupling, ratio in self.couplings]

    def __len__(self) -> int:
        return len(self.loops) + len(self.couplings)

    def _coupling_row(self, coupling: Coupling, ratio: float) -> Array:
        """Of a constraint between two coordinates, the second times its factor less the first."""
        row = np.zeros(self.tree.model.tree.nv)
        row[self.tree.rate_of(coupling.coordinate)] -= 1
        row[self.tree.rate_of(coupling.of)] += ratio
        return row

    def flags(self) -> list[Row]:
        """A row for each flag that may be set, as if it were alone: choices among these are choices among flags."""
        return [row for number in range(len(self)) for row in self._rows(number, self._flagged(number), ALONE, "along")]

    def written(self, kept: Sequence[Sequence[int]]) -> list[Row]:
        """The equations that Exudyn writes where these flags are set, in their order."""
        rows: list[Row] = []
        for number, places in enumerate(kept):
            turns = [place - 3 for place in places if place > 2]
            pairs = ALL_THREE if len(turns) == 3 else ALONE
            if len(turns) == 2:  # the free axis of side a stays square to the others of side b
                (free,) = {X, Y, Z}.difference(turns)
                pairs = {3 + turn: (free, turn) for turn in turns}
            rows += self._rows(number, places, pairs, "world" if {0, 1, 2}.issubset(places) else "along")
        return rows

    def _flagged(self, number: int) -> list[int]:
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
        return [
            Row(number, place, "turn", *pairs[place]) if place > 2 else Row(number, place, moves, place) for place in places
        ]

    def rates(self, rows: Sequence[Row], q: Array, poses: Poses | None = None) -> Array:
        """The rows' derivatives by all rates, (rows, nv), at a posture that is closed."""
        nv = self.tree.model.tree.nv
        result = np.empty((len(rows), nv))
        if any(row.kind != "coupling" for row in rows):
            poses = self.tree.poses(q, np.zeros(nv)) if poses is None else poses
            R = np.concatenate([np.eye(3)[None], poses.R])
            J = np.concatenate([np.zeros((1, 6, nv)), self.tree.jacobians(q)])
            p = np.concatenate([np.zeros((1, 3)), poses.p])
            (a, b), (axes_a, axes_b) = self._bodies, (R[bodies] @ axes for bodies, axes in zip(self._bodies, self._axes, strict=True))
            end_a, end_b = (
                p[bodies] + (R[bodies] @ place[..., None])[..., 0] for bodies, place in zip(self._bodies, self._places, strict=True)
            )
            gap = J[b] - J[a]
            # Of both bodies the point that is at anchor b: where a slide is out, that is not anchor a. A rod has its two ends.
            rods = np.array([loop.loop.kind == "rod" for loop in self.loops])
            at_a = np.where(rods[:, None], end_a, end_b)
            spin_a, spin_b = (np.swapaxes(J[bodies][:, 3:], 1, 2) for bodies in (a, b))
            swing = cross(spin_b, (end_b - p[b])[:, None]) - cross(spin_a, (at_a - p[a])[:, None])
            gap[:, :3] += np.swapaxes(swing, 1, 2)
        for i, row in enumerate(rows):
            n = row.closure
            match row.kind:
                case "coupling":
                    result[i] = self._coupled[n - len(self.loops)]
                case "rod":
                    result[i] = (end_b[n] - end_a[n]) @ gap[n, :3] / np.linalg.norm(end_b[n] - end_a[n])
                case "world":
                    result[i] = gap[n, row.a]
                case "along":
                    result[i] = axes_a[n][:, row.a] @ gap[n, :3]
                case "turn":
                    result[i] = cross(axes_b[n][:, row.b], axes_a[n][:, row.a]) @ gap[n, 3:]
        return result


def independent(closures: Closures, q: Array) -> tuple[list[list[int]], Array, bool]:
    """Of every closure the flags to set, the posture where they are chosen, and whether others are left out that are not zero.

    They are an independent set at ``q``, or at a posture of more rank where ``q`` is singular.
    """
    if not len(closures):
        return [], q, False
    rows = closures.flags()
    postures = (q, *closures.tree.robot._derived.model.assembled.postures)
    rates = [closures.rates(rows, posture) for posture in postures]
    chosen = [independent_rows(matrix) for matrix in rates]
    k = int(np.argmax([len(some) for some in chosen]))  # the first of them
    sizes = np.max([np.linalg.norm(matrix, axis=1) for matrix in rates], axis=0)
    present = int(np.sum(sizes > RANK_TOLERANCE * sizes.max()))
    kept = [sorted(rows[i].place for i in chosen[k] if rows[i].closure == number) for number in range(len(closures))]
    return kept, postures[k], present > len(chosen[k])


def frame_about(axis: Array) -> Array:
    """A right-handed frame whose z is the axis."""
    first = np.cross(axis, np.eye(3)[np.abs(axis).argmin()])
    first /= np.linalg.norm(first)
    return np.column_stack([first, np.cross(axis, first), axis])
