"""The real ones among the ends of a problem's paths, to rounding, each once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from kinloop.model.geometry.homotopy.homotopy import Array, Ends, System, correction, normalise, with_patch

# The imaginary part of a solution that may be real: two that nearly meet are known only to the root of rounding, and the limit
# of a path to a solution that does not stand alone to less.
NEARLY_REAL, NEARLY_REAL_SINGULAR = 1e-5, 1e-2
# A real solution misses its equations by no more than this fraction of the sizes involved.
GAP = 1e-12
# Solutions nearer than this are one; singular ones are found less exactly.
SAME_REGULAR, SAME_SINGULAR = 1e-7, 1e-4


class RealSystem(System, Protocol):
    """Equations whose solutions may be real."""

    def rescale(self, y: Array) -> Array:
        """The point of a solution that is real if the solution is."""


@dataclass(frozen=True)
class RealEnds:
    """The real solutions, shape (n, unknowns), and how the paths ended.

    Several paths end at a ``singular`` one. ``is_continuum`` says that some ends, real or not, are points of a curve of
    solutions: then there may be real ones on it that no path leads to.
    """

    y: Array
    singular: Array
    is_continuum: bool
    infinite: int
    lost: int
    paths: int

    @property
    def complete(self) -> bool:
        """Whether no real solution can be missing."""
        return not self.lost and not self.is_continuum

    @property
    def is_open(self) -> bool:
        """Whether real solutions that stand alone may be missing, and those found are no members of families."""
        has_family = self.is_continuum and bool(np.any(self.singular))
        return not has_family and (self.lost > 0 or not len(self.y))

    @property
    def note(self) -> str:
        """Why there may be more solutions, or which are not alone."""
        parts = []
        if self.lost:
            parts.append(f"{self.lost} of {self.paths} paths did not arrive")
        if self.is_continuum:
            parts.append("the equations have a continuum of solutions, real or complex: configurations may be missing")
        elif np.any(self.singular):
            parts.append(f"{self.singular.sum()} of the configurations are singular: several solutions meet there")
        return "; ".join(parts)


def real_ends(system: RealSystem, ends: Ends, k: int) -> RealEnds:
    """The real solutions of problem ``k`` among the ends of its paths."""
    with np.errstate(all="ignore"):
        y = system.rescale(ends.points[k][ends.regular[k]])
    guess = y[_imaginary(y) < NEARLY_REAL].real
    y = _polish(system, guess, k)
    y = y[(_gaps(system, y, k) < GAP) & (system.separation(guess, y) < 1e-3)]
    kept = _distinct(system, y, np.zeros((0, y.shape[1])), SAME_REGULAR)
    alone = len(kept)
    lost, is_continuum = int(ends.lost[k].sum()), False
    for limit in ends.points[k][ends.singular[k]]:
        point = _by_least_squares(system, limit, k)
        if _gaps(system, point[None], k)[0] > GAP or system.separation(point, limit) > 0.05:
            lost += 1  # where this path ends is not known
            continue
        moves = not is_continuum and _moves(system, point, k)
        is_continuum |= moves
        point = system.rescale(point[None])
        if is_continuum or _imaginary(point)[0] < NEARLY_REAL_SINGULAR:
            real = _by_least_squares(system, point[0].real, k)[None]
            if _gaps(system, real, k)[0] < GAP:
                kept = _distinct(system, real, kept, SAME_SINGULAR)
    singular = np.arange(len(kept)) >= alone
    return RealEnds(kept, singular, is_continuum, int(ends.infinite[k].sum()), lost, ends.points.shape[1])


def _imaginary(y: Array) -> Array:
    """How far from real, as a part of the size."""
    return np.max(np.abs(y.imag), axis=1, initial=0.0) / np.maximum(1, np.max(np.abs(y), axis=1, initial=0.0))


def _distinct(system: System, those: Array, kept: Array, same: float) -> Array:
    """The points kept, and those that are not near one of them."""
    for y in those:
        if not len(kept) or np.min(system.separation(kept, y)) > same:
            kept = np.concatenate([kept, y[None]])
    return kept


def _polish(system: RealSystem, y: Array, k: int) -> Array:
    """Real points after Newton's method, whose steps from real points are real."""
    tau, problem = np.ones(len(y)), np.full(len(y), k)
    for _ in range(4):
        y = system.rescale(y)
        with np.errstate(all="ignore"):
            y = y + correction(system, y.astype(complex), tau, problem).real
    return system.rescale(y)


def _by_least_squares(system: RealSystem, y: Array, k: int) -> Array:
    """At a singular solution Newton's method halves the error, so this takes more steps, none along what nothing resists.

    Real points stay real.
    """
    for _ in range(30):
        y = normalise(system, y[None])[0]
        F, J = _at(system, y, k)
        step = np.linalg.lstsq(J, F, rcond=1e-7)[0]
        y = y - (step if np.iscomplexobj(y) else step.real)
        if np.max(np.abs(step)) < 1e-15:
            break
    return system.rescale(y[None])[0] if not np.iscomplexobj(y) else normalise(system, y[None])[0]


def _at(system: System, y: Array, k: int) -> tuple[Array, Array]:
    """The equations and their derivative, with the rows that hold the factors."""
    F, J, _ = system.equations(y[None].astype(complex), np.ones(1), np.array([k]))
    return np.append(F[0], np.zeros(system.factors)), with_patch(system, J, y[None].conj())[0]


def _gaps(system: System, y: Array, k: int) -> Array:
    F, _, _ = system.equations(y.astype(complex), np.ones(len(y)), np.full(len(y), k))
    return np.max(np.abs(F), axis=1, initial=0.0) / np.maximum(1, np.sum(np.abs(y) ** 2, axis=1))


def _moves(system: RealSystem, y: Array, k: int) -> bool:
    """Whether some small motion that no equation resists leads to another solution, and not back."""
    random = np.random.default_rng(0)
    _, values, directions = np.linalg.svd(_at(system, y, k)[1])
    free = directions[values < 1e-5 * values[0]].conj() if values[-1] < 1e-5 * values[0] else directions[-1:].conj()
    for _ in range(2 * len(free)):
        way = random.standard_normal(len(free)) @ free
        z = _by_least_squares(system, y + 1e-2 * np.linalg.norm(y) * way / np.linalg.norm(way), k)
        if _gaps(system, z[None], k)[0] < GAP and system.separation(y, z) > 1e-3:
            return True
    return False
