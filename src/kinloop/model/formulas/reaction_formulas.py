r"""Formulas of the forces and moments in every joint of the tree and in every loop joint.

A loop's wrench is work-conjugate to its closure rows: with :math:`\delta_b` a small displacement and turn of anchor b,

.. math:: W_b = \left(\partial h / \partial \delta_b\right)^T \lambda ,

and the opposite wrench acts at anchor a. With these and the external wrenches on the bodies, the tree's Newton-Euler recursion
gives the wrench in each of its joints, fixed ones included.

Where closures are redundant, rigid-body mechanics does not determine the loop forces along redundant directions, nor their part
in the tree's joints: adding a multiplier in the kernel of :math:`K^T` to a solution gives another solution.
"""

from __future__ import annotations

import casadi as ca
import numpy as np

from kinloop.model.dynamics.closed_chain_dynamics import ClosedModel
from kinloop.model.dynamics.loop_closure import ends, loop_rows
from kinloop.model.dynamics.machine_size import turning_rates
from kinloop.model.dynamics.task import TaskModel
from kinloop.model.dynamics.tree import BASE, elementary, root_first
from kinloop.model.dynamics.tree_dynamics import Loads, Placement, Wrench
from kinloop.numerics import algebra
from kinloop.numerics.tolerances import RANK_WHERE_REGULAR

Array = np.ndarray
# A multiplier in the kernel of K^T that changes a component by less than this fraction of the largest change does not affect it.
UNTOUCHED = 1e-9


def joint_and_loop_wrenches(task: TaskModel) -> ca.SX:
    """Force and moment for a motion and its loop forces: one row per joint of the description, then one per loop."""
    model = task.closed
    multipliers = ca.SX.zeros(len(model.all_rows.names))
    for k, row in enumerate(model.rows):
        multipliers[row] = task.loop_force_given[k]
    return _wrenches(model, multipliers, task.tree_model.v, task.tree_model.a, model.tree.gravity, task.tree_model.loads)


def _wrenches(model: ClosedModel, multipliers: ca.SX, v: ca.SX, a: ca.SX, gravity: ca.SX, loads: Loads) -> ca.SX:
    tree = model.tree_model
    closing = loop_wrenches(model, multipliers)
    carried = tree.joint_wrenches(v, a, gravity, [*loads, *(end for ends in closing for end in ends)])
    rows = []
    for i in _last_bodies(model):
        R = tree.placements[i].R
        rows.append(ca.vertcat(R @ carried[i].force, R @ carried[i].moment).T)
    rows += [ca.vertcat(on_b.force, on_b.moment).T for _, (_, on_b) in closing]
    return ca.vertcat(*rows)


def loop_wrenches(model: ClosedModel, multipliers: ca.SX) -> list[Loads]:
    """The wrenches on the anchors of every loop, a then b, from the multipliers of all closure rows."""
    tree = model.tree_model
    result: list[Loads] = []
    row = 0
    for loop in model.tree.mechanism.loops:
        frames = [model.tree.anchor(loop.a), model.tree.anchor(loop.b)]
        carrier = model.tree.common_carrier(*(frame.body for frame in frames))
        to_carrier = ca.SX.eye(3) if carrier == BASE else tree.placements[carrier].R.T
        small = ca.SX.sym("displacement", 12)
        pairs = zip(ends(tree, loop), (0, 6), strict=True)
        moved = [_displace(place, to_carrier @ small[k : k + 3], to_carrier @ small[k + 3 : k + 6]) for place, k in pairs]
        h = ca.vertcat(*(h for _, _, h in loop_rows(tree, loop, *moved)))
        wrench = ca.jtimes(h, small, multipliers[row : row + h.numel()], True)
        wrench = ca.substitute(wrench, small, ca.SX.zeros(12))
        row += h.numel()
        result.append(
            [(frame, Wrench(wrench[6 * k : 6 * k + 3], wrench[6 * k + 3 : 6 * k + 6])) for k, frame in enumerate(frames)]
        )
    return result


def _displace(place: Placement, shift: ca.SX, turn: ca.SX) -> Placement:
    """The placement displaced and turned by a small amount, to first order."""
    return Placement(place.R + algebra.skew(turn) @ place.R, place.p + shift)


def _last_bodies(model: ClosedModel) -> list[int]:
    """The body of each joint's child, in the description's order, fixed joints included."""
    last, count = {}, 0
    for joint in root_first(model.tree.mechanism):
        count += len(elementary(joint, model.tree.scalars)) or 1
        last[joint.name] = count - 1
    return [last[joint.name] for joint in model.tree.mechanism.joints]


def indeterminate(model: ClosedModel) -> dict[str, Array]:
    """The indeterminate wrench components (world axes) of joints and loops at the assembled configurations, by name; the model
    keeps fixed joints.

    A multiplier in the kernel of ``K^T``, of all rows, affects no motion; the components that it changes are indeterminate.
    """
    mechanism, rows = model.tree.mechanism, len(model.all_rows.names)
    if len(model.kept_rows) == rows:
        return {}
    q, v = model.tree_model.q, model.tree_model.v
    multipliers = ca.SX.sym("multipliers", rows)
    still, nothing = ca.SX.zeros(v.numel()), ca.SX.zeros(3)
    wrenches = ca.vec(_wrenches(model, multipliers, still, still, nothing, []).T)
    K = ca.jacobian(ca.jtimes(model.all_rows.h, q, model.tree_model.q_rate), v)
    outputs = [K, ca.jacobian(wrenches, multipliers), model.length_scale]
    numbers = ca.Function("numbers", [q, model.tree_model.parameters], outputs)
    names = [joint.name for joint in mechanism.joints] + [loop.name for loop in mechanism.loops]
    touched = np.zeros((len(names), 6), dtype=bool)
    for configuration in model.assembled.configurations:
        K_here, effect, length = (matrix.full() for matrix in numbers(configuration, model.assembled.parameters))
        per_row = np.where(model.all_rows.is_angle, 1.0, 1 / length[0, 0])[:, None]
        left, values, _ = np.linalg.svd(per_row * K_here * np.where(turning_rates(model.tree), 1.0, length[0, 0]))
        rank = int(np.sum(values > RANK_WHERE_REGULAR * values.max(initial=0.0)))
        if rank == len(model.kept_rows):
            added = effect @ (per_row * left[:, rank:])
            size = np.linalg.norm(added, axis=1).reshape(-1, 6) * np.repeat([length[0, 0], 1.0], 3)  # all as moments
            touched |= size > UNTOUCHED * max(size.max(initial=0.0), 1e-300)
    found: dict[str, Array] = {}
    for name, mask in zip(names, touched, strict=True):
        if mask.any():
            found[name] = found.get(name, False) | mask
    return found
