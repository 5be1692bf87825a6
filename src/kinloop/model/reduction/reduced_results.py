"""The results of a reduced robot: named arrays, batch axes first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

Array = np.ndarray


@dataclass(frozen=True, slots=True)
class ReductionMatrices:
    """``A`` (m, n) of the constraint's rows, then of the loops'; ``D`` (n - m, n); ``E`` (n, m) and ``F`` (n, n - m) with
    ``[A; D]^-1 = [E F]``."""

    A: Array
    D: Array
    E: Array
    F: Array


@dataclass(frozen=True, slots=True)
class ReducedTerms:
    """The terms of ``inertia vd + bias = input tau`` and ``force = force_inertia vd + force_bias - force_input tau``."""

    inertia: Array
    bias: Array
    input: Array
    force_inertia: Array
    force_bias: Array
    force_input: Array


@dataclass(frozen=True, slots=True)
class ReducedMotion:
    """Pseudo-accelerations, accelerations of all rates, and the multipliers of the constraint and of the loops."""

    vd: Array
    qdd: Array
    multiplier: Array
    loop_force: Array


@dataclass(frozen=True, slots=True)
class Complement:
    """How far ``[A; D]`` is from singular.

    ``determinant`` is the absolute value of its determinant, relative to that at the reference configuration. ``distance`` is its
    smallest singular value, with rows of unit length (those of the constraint: at the reference configuration).
    ``constraint_distance`` is that of ``A`` alone: where it is zero, no ``D`` complements the constraint.
    """

    determinant: Array
    distance: Array
    constraint_distance: Array


@dataclass(frozen=True, slots=True)
class ConstrainedState:
    """A state on the constraint, with closed loops: positions, all rates, pseudo-velocities."""

    q: Array
    qd: Array
    v: Array
