"""The real ones among the ends of a problem's paths, to rounding, each once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from kinloop.model.homotopy import Array, Ends, System, correction, with_patch

# The imaginary part of a solution that may be real: two that nearly meet are known only to the root of rounding, and the limit
# of a path to a solution that does not stand alone to less.
NEARLY_REAL, NEARLY_REAL_SINGULAR = 1e-5, 1e-2
# A real solution misses its equations by no more than this fraction of the sizes involved.
GAP = 1e-12
# Solutions nearer than this are one; singular ones are found less exactly.
SAME, SAME_SINGULAR = 1e-7, 1e-4


class RealSystem(System, Protocol):
    def scaled(self, y: Array) -> Array:
        """The point of a solution that is real if the solution is."""


@dataclass(frozen=True)
class RealEnds:
    """The real solutions, shape (n, unknowns), and how the paths ended.

    Several paths end at a ``singular`` one; a ``moving`` one is a point of a curve of solutions.
    """

    y: Array
    singular: Array
    moving: Array
    infinite: int
    lost: int
    paths: int

    @property
    def complete(self) -> bool:
        return not self.lost and not np.any(self.moving)

    @property
    def note(self) -> str:
        """Why there may be more solutions, or which are not alone."""
        parts = []
        if self.lost:
            parts.append(f"{self.lost} of {self.paths} paths did not arrive")
        if np.any(self.moving):
            parts.append(f"{self.moving.sum()} of the postures belong to a continuum: the machine can move while what is given is held")
        elif np.any(self.singular):
            parts.append(f"{self.singular.sum()} of the postures are singular: several solutions meet there")
        return "; ".join(parts)


def real_ends(system: RealSystem, ends: Ends, k: int) -> RealEnds:
    """Of problem ``k``."""
    finite = ends.regular[k] | ends.singular[k]
    singular = ends.singular[k][finite]
    with np.errstate(all="ignore"):
        y = system.scaled(ends.points[k][finite])
    limit = np.where(singular, NEARLY_REAL_SINGULAR, NEARLY_REAL)
    nearly = np.max(np.abs(y.imag), axis=1, initial=0.0) < limit * np.maximum(1, np.max(np.abs(y), axis=1, initial=0.0))
    guess, singular = y[nearly].real, singular[nearly]
    y = _polished(system, guess, k)
    for i in np.flatnonzero(singular):
        y[i] = _by_least_squares(system, guess[i], k)
    good = np.flatnonzero((_gaps(system, y, k) < GAP) & (system.separation(guess, y) < np.where(singular, 0.05, 1e-3)))
    kept: list[int] = []
    for i in good[np.argsort(singular[good], kind="stable")]:  # regular ones first
        if not kept or np.min(system.separation(y[kept], y[i])) > (SAME_SINGULAR if singular[i] else SAME):
            kept.append(int(i))
    moving = np.array([bool(singular[i]) and _moves(system, y[i], k) for i in kept], bool)
    return RealEnds(y[kept], singular[kept], moving, int(ends.infinite[k].sum()), int(ends.lost[k].sum()), ends.points.shape[1])


def _polished(system: RealSystem, y: Array, k: int) -> Array:
    """By Newton's method; its steps from real points are real."""
    tau, problem = np.ones(len(y)), np.full(len(y), k)
    for _ in range(4):
        y = system.scaled(y)
        with np.errstate(all="ignore"):
            y = y + correction(system, y.astype(complex), tau, problem).real
    return system.scaled(y)


def _by_least_squares(system: RealSystem, y: Array, k: int) -> Array:
    """At a singular solution Newton's method halves the error, so this takes more steps, none along what nothing resists."""
    for _ in range(30):
        y = system.scaled(y[None])[0]
        F, J = _real_equations(system, y, k)
        y = y - np.linalg.lstsq(J, F, rcond=1e-7)[0]
    return system.scaled(y[None])[0]


def _real_equations(system: System, y: Array, k: int) -> tuple[Array, Array]:
    F, J, _ = system.equations(y[None].astype(complex), np.ones(1), np.array([k]))
    return np.append(F[0].real, np.zeros(system.factors)), with_patch(system, J.real, y[None])[0]


def _gaps(system: System, y: Array, k: int) -> Array:
    F, _, _ = system.equations(y.astype(complex), np.ones(len(y)), np.full(len(y), k))
    return np.max(np.abs(F), axis=1, initial=0.0) / np.maximum(1, np.sum(y**2, axis=1))


def _moves(system: RealSystem, y: Array, k: int) -> bool:
    """Whether some small motion that no equation resists leads to another solution, and not back."""
    random = np.random.default_rng(0)
    _, values, directions = np.linalg.svd(_real_equations(system, y, k)[1])
    free = directions[values < 1e-5 * values[0]] if values[-1] < 1e-5 * values[0] else directions[-1:]
    for _ in range(2 * len(free)):
        way = random.standard_normal(len(free)) @ free
        z = _by_least_squares(system, y + 1e-2 * np.linalg.norm(y) * way / np.linalg.norm(way), k)
        if _gaps(system, z[None], k)[0] < GAP and system.separation(y, z) > 1e-3:
            return True
    return False
