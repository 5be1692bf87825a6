"""Families of infinitely many configurations: self-motions that keep the given values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kinloop.model.formulas.closed_form import Direction
from kinloop.model.geometry.family import motions_continue, tangent_directions
from kinloop.model.geometry.local_equations import LocalEquations
from kinloop.numerics.ranks import unit_rows
from kinloop.numerics.tolerances import RANK

if TYPE_CHECKING:
    from kinloop.model.geometry.geometry import Geometry

Array = np.ndarray


def rows_of(geometry: Geometry, direction: Direction, q: Array) -> Array:
    """The derivative of the task and the closures by the rates, stacked; forward, that of the closures by the passive rates.
    Lengths are parts of the machine's size."""
    K = geometry.closures(q)[1] if geometry.is_closed else np.zeros((*q.shape[:-1], 0, len(geometry.mechanism.rates)))
    if direction == "forward":
        return K[..., geometry.formulas.model.n_active :]
    return np.concatenate([geometry.target_error(q, geometry.task(q))[1], K], axis=-2)


def null_directions(geometry: Geometry, direction: Direction, q: Array) -> Array:
    """Rates, as rows, that keep the given values to first order; of unit length where lengths are parts of the machine's
    size."""
    rows = rows_of(geometry, direction, q)
    _, values, Vt = np.linalg.svd(unit_rows(rows))
    kernel = Vt[int(np.sum(values > RANK)) :]
    held = len(geometry.mechanism.rates) - rows.shape[1]
    return np.hstack([np.zeros((len(kernel), held)), kernel]) * geometry.rate_units


def equations_at(geometry: Geometry, direction: Direction, q: Array, given: Array) -> tuple[Array, Array]:
    """The errors of the target and the loops, and their derivative by the rates (forward, by the passive ones); lengths are
    parts of the machine's size."""
    loops = geometry.closures(q)[0] if geometry.is_closed else q[..., :0]
    rows = rows_of(geometry, direction, q)
    if direction == "forward":
        return -loops, rows
    return np.concatenate([geometry.target_error(q, given)[0], -loops], axis=-1), rows


def self_motions(geometry: Geometry, direction: Direction, q: Array, given: Array) -> Array:
    """The null directions along which the machine has a finite motion, as rows.

    Where a leg is stretched there is one to first order, but a step along it leads back: the configuration is double, not a
    member of a family. Where families meet the kernel has more dimensions than they have, and its basis need not lead along any.
    """
    directions = null_directions(geometry, direction, q)
    equations = LocalEquations(geometry, direction, given)
    if not len(directions) or motions_continue(equations, q, directions):
        return directions
    return tangent_directions(equations, q)
