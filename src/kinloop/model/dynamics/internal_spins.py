"""Spins between balls: rotations of a rod about the line between its ends while tool, actuators and loops are at rest.

A spin is generic: it exists at every configuration, about an axis that is fixed in each body it turns. So its inertia is
constant, and zero for a slender rod. Motions that exist at a single configuration only, that slide, or that involve no loop (a
link without mass on a joint) are not spins.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import casadi as ca
import numpy as np

from kinloop.model.dynamics.machine_size import turning_rates
from kinloop.model.dynamics.tree import BASE
from kinloop.numerics.ranks import null_space
from kinloop.numerics.tolerances import RANK

if TYPE_CHECKING:
    from kinloop.model.dynamics.closed_chain_dynamics import ClosedModel

Array = np.ndarray
# The tolerance of an axis that is fixed in its body.
FIXED = 1e-6


@dataclass(frozen=True)
class Spin:
    """A spin at one configuration: the rates, and the axis (direction and moment) in each body that turns."""

    rates: Array
    axes: dict[int, Array]


def spin_places(model: ClosedModel) -> tuple[tuple[int, ...], frozenset[int]]:
    """One coordinate for each spin, which locks it, and all coordinates that spins move."""
    places: list[int] = []
    support: set[int] = set()
    for rates in _generic_spins(model):
        moved = np.max(np.abs(rates), axis=0) > RANK
        # The coordinate whose least share in the spin, over all configurations, is largest.
        share = np.where(moved, np.min(np.abs(rates), axis=0), -1.0)
        share[places] = -1.0
        if share.max() > RANK:
            places.append(int(share.argmax()))
            support |= {int(k) for k in np.flatnonzero(moved)}
    return tuple(places), frozenset(support)


def _generic_spins(model: ClosedModel) -> list[Array]:
    """The unit rates of each generic spin at several configurations."""
    if not model.kept_rows or len(model.passive_rows) == model.tree.nv - model.n_active:
        return []  # the active joints determine all passive ones
    spaces = _internal_motions(model)
    fewest = min(space.motions.shape[1] for space in spaces)
    spaces = [space for space in spaces if space.motions.shape[1] == fewest]
    if not fewest or len(spaces) < 2:
        return []
    first, *others = [_spins(space) for space in spaces]
    looped = _on_loops(model)
    massless = {k for k, body in enumerate(model.tree.bodies) if body.mass.is_zero() and body.inertia.is_zero()}
    generic = []
    for bodies, spin in first.items():
        again = [found[bodies] for found in others if bodies in found]
        if len(again) < len(others) or not bodies <= looped:
            continue
        if all(_same_axis(spin.axes[body], other.axes[body]) for body in bodies - massless for other in again):
            generic.append(np.array([spin.rates, *(other.rates for other in again)]))
    return generic


@dataclass(frozen=True)
class _Internal:
    """The motions at one configuration with loops closed, actuators and tool at rest, as columns, and the bodies' Jacobians
    (linear, then angular) in body axes, made dimensionless by the machine's size."""

    motions: Array
    bodies: Array


def _internal_motions(model: ClosedModel) -> list[_Internal]:
    tree, n = model.tree_model, model.n_active
    twists = [tree.twist(model.tree.frame("tool")), *tree.twists]
    stacked = ca.vertcat(*(ca.vertcat(twist.linear, twist.angular) for twist in twists))
    axes = ca.horzcat(*(place.R for place in tree.placements))
    function = ca.Function(
        "spins",
        [tree.q, tree.parameters],
        [ca.diag(model.row_weights[model.kept]) @ model.K[model.kept, :], ca.jacobian(stacked, tree.v), axes, model.length_scale],
    )
    turning = turning_rates(model.tree)
    found = []
    for q in model.assembled.configurations:
        K, jacobians, R, length = (matrix.full() for matrix in function(q, model.assembled.parameters))
        per_rate = np.where(turning, 1 / length[0, 0], 1.0)
        twist = jacobians.reshape(-1, 2, 3, len(per_rate)) * np.array([1.0, length[0, 0]])[None, :, None, None] * per_rate
        local = np.einsum("bij,bpik->bpjk", R.T.reshape(-1, 3, 3).transpose(0, 2, 1), twist[1:])
        held = np.vstack([K * per_rate, np.eye(len(per_rate))[:n], twist[0].reshape(6, -1)])
        found.append(_Internal(null_space(held), local.reshape(len(local), 6, -1)))
    return found


def _spins(space: _Internal) -> dict[frozenset[int], Spin]:
    """The spins at a configuration by the bodies that they turn. These bodies have no other internal motion, and each spin leaves
    the others at rest."""
    N = space.motions
    moved = space.bodies @ N  # body, 6, motion
    many = [k for k, motion in enumerate(moved) if np.linalg.matrix_rank(motion, RANK) > 1]
    if many:
        N = N @ null_space(moved[many].reshape(-1, N.shape[1]))
        moved = space.bodies @ N
    groups: list[tuple[Array, set[int]]] = []
    for body, motion in enumerate(moved):
        if np.abs(motion).max(initial=0.0) > RANK:
            direction = np.linalg.svd(motion)[2][0]
            group = next((group for group in groups if abs(group[0] @ direction) > 1 - RANK), None)
            if group is None:
                groups.append((direction, {body}))
            else:
                group[1].add(body)
    if not groups or len(groups) != N.shape[1]:
        return {}
    alone = np.linalg.pinv(np.array([direction for direction, _ in groups]))
    found = {}
    for k, (_, bodies) in enumerate(groups):
        rates = N @ alone[:, k]
        rates = rates / np.linalg.norm(rates)
        axes = {body: _axis(space.bodies[body] @ rates) for body in bodies}
        if all(axis is not None for axis in axes.values()):
            found[frozenset(bodies)] = Spin(rates, {body: axis for body, axis in axes.items() if axis is not None})
    return found


def _axis(twist: Array) -> Array | None:
    """Direction and moment of the axis about which a body turns; None where it also slides."""
    linear, angular = twist[:3], twist[3:]
    speed = np.linalg.norm(angular)
    if speed < RANK or abs(linear @ angular) > RANK * speed**2:
        return None
    return np.concatenate([angular, linear]) / speed


def _same_axis(a: Array, b: Array) -> bool:
    return bool(min(np.abs(a - b).max(), np.abs(a + b).max()) < FIXED)


def _on_loops(model: ClosedModel) -> set[int]:
    """The bodies between the base and an end of a loop."""
    tree, found = model.tree, set()
    for body in _ends(model):
        while body != BASE:
            found.add(body)
            body = tree.joints[body].parent
    return found


def _ends(model: ClosedModel) -> Iterable[int]:
    for loop in model.tree.mechanism.loops:
        for end in (loop.a, loop.b):
            yield model.tree.anchor(end).body
