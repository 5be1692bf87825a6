"""Loops as Exudyn has them: which axes its generic joint has on both sides, and which of its rows are held."""

from __future__ import annotations

import numpy as np

from kinloop.mechanism.parts import Loop
from kinloop.mechanism.placement import at, direction
from kinloop.model.closure import RANK_TOLERANCE, independent_rows
from kinloop.model.tree import BASE
from kinloop.simulation.rigid_tree import Anchored, Array, Poses, RigidTree

# Flags of Exudyn's generic joint: translations, then rotations, 1 for what is held; the joint's axis is z.
BALL, HINGE, SLIDE = (1, 1, 1, 0, 0, 0), (1, 1, 1, 1, 1, 0), (1, 1, 0, 1, 1, 1)
LOOP_HELD = {
    "ball": BALL,
    "pin": HINGE,
    "prismatic": SLIDE,
    "weld": (1, 1, 1, 1, 1, 1),
    "universal": (1, 1, 1, 1, 0, 0),
}


class Closing:
    """A loop as Exudyn has it: its joint's axes on both sides, and the rows that it may hold."""

    def __init__(self, loop: Loop, a: Anchored, b: Anchored, values: dict[str, float]) -> None:
        self.loop, self.a, self.b = loop, a, b
        self.length = 0.0 if loop.length is None else at(loop.length, values)
        axis = direction(loop.axis, values)
        axis_b = axis if loop.axis_b is None else direction(loop.axis_b, values)
        # Exudyn's universal joint keeps the y axis of one side and the z axis of the other at right angles.
        Q = {"universal": frame_about(axis)[:, [1, 2, 0]], "pin": frame_about(axis), "prismatic": frame_about(axis)}
        Q_b = {"universal": frame_about(axis_b), "pin": frame_about(axis_b), "prismatic": frame_about(axis)}
        self.R_a, self.R_b = a.R @ Q.get(loop.kind, np.eye(3)), b.R @ Q_b.get(loop.kind, np.eye(3))

    def rates(self, poses: Poses, jacobians: Array) -> dict[int, Array]:
        """The rows' derivatives by all rates, by their place among Exudyn's flags, at a posture that is closed."""
        (R_a, p_a, J_a), (R_b, p_b, J_b) = (_at_anchor(anchor, poses, jacobians) for anchor in (self.a, self.b))
        gap = J_b - J_a
        if self.loop.kind == "rod":
            return {0: (p_b - p_a) @ gap[:3] / np.linalg.norm(p_b - p_a)}
        axes = R_a @ self.R_a
        held = LOOP_HELD[self.loop.kind]
        rows = {k: axes[:, k] @ gap[:3] for k in range(3) if held[k]}
        if self.loop.kind == "universal":
            return {**rows, 3: np.cross(axes[:, 1], (R_b @ self.R_b)[:, 2]) @ gap[3:]}
        return rows | {3 + k: axes[:, k] @ gap[3:] for k in range(3) if held[3 + k]}


def _at_anchor(anchor: Anchored, poses: Poses, jacobians: Array) -> tuple[Array, Array, Array]:
    """Axes and place of an anchor's body and anchor, and the Jacobian of the anchor's twist."""
    if anchor.body == BASE:
        return np.eye(3), anchor.p, np.zeros(jacobians.shape[1:])
    R, J = poses.R[anchor.body], jacobians[anchor.body].copy()
    arm = R @ anchor.p
    J[:3] += np.cross(J[3:], arm, axisa=0, axisb=0, axisc=0)
    return R, poses.p[anchor.body] + arm, J


def row_rates(tree: RigidTree, loops: list[Closing], q: Array) -> dict[tuple[int, int], Array]:
    """Every row's derivative by the rates, by the loop's number and the row's place."""
    poses, jacobians = tree.poses(q, np.zeros(tree.model.tree.nv)), tree.jacobians(q)
    return {(k, place): row for k, loop in enumerate(loops) for place, row in loop.rates(poses, jacobians).items()}


def independent(tree: RigidTree, loops: list[Closing], q: Array) -> tuple[list[list[int]], Array, bool]:
    """Of every loop the rows to hold, the posture where they are chosen, and whether others are left out that are not zero.

    They are an independent set at ``q``, or at a posture of more rank where ``q`` is singular.
    """
    if not loops:
        return [], q, False
    postures = (q, *tree.robot._derived.model.assembled.postures)
    rates = [row_rates(tree, loops, posture) for posture in postures]
    chosen = [[list(rows)[i] for i in independent_rows(np.array(list(rows.values())))] for rows in rates]
    k = int(np.argmax([len(keys) for keys in chosen]))  # the first of them
    sizes = {key: max(np.linalg.norm(rows[key]) for rows in rates) for key in rates[0]}
    present = [key for key, size in sizes.items() if size > RANK_TOLERANCE * max(sizes.values())]
    kept = [sorted(place for loop, place in chosen[k] if loop == number) for number in range(len(loops))]
    return kept, postures[k], len(present) > len(chosen[k])


def frame_about(axis: Array) -> Array:
    """A right-handed frame whose z is the axis."""
    first = np.cross(axis, np.eye(3)[np.abs(axis).argmin()])
    first /= np.linalg.norm(first)
    return np.column_stack([first, np.cross(axis, first), axis])
