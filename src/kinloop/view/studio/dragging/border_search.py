"""The reachable point that is nearest to one out of reach, found by trying points in many directions at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

Array = np.ndarray
# (points (n, m)) -> which of them can be reached, and their configurations (n, nq)
Solve = Callable[[Array], tuple[Array, Array]]


@dataclass(frozen=True)
class Pattern:
    """How densely directions and distances are tried, how often, and the improvement [m] below which it is enough."""

    angles: tuple[float, ...]  # from the plane across the direction of the target [deg]
    azimuths: int
    radii: int
    rounds: int
    enough: float


def approach_point(target: Array, begin: Array, q: Array, solve: Solve, pattern: Pattern, longest: float) -> tuple[Array, Array]:
    """A point that cannot be improved by steps of at most ``longest``, and its configuration.

    At a smooth border the directions that lead nearer and stay inside are few and almost along it, so most of those that are
    tried are almost across the direction of the target.
    """
    point = begin
    for _ in range(pattern.rounds):
        way = target - point
        distance = float(np.linalg.norm(way))
        if distance <= pattern.enough:
            break
        tried = point + directed_steps(way / distance, distance, pattern, longest)
        away = target - tried
        lengths = np.sqrt(np.einsum("ij,ij->i", away, away))
        nearer = lengths < distance - 0.5 * pattern.enough
        if not nearer.any():
            break
        tried, lengths = tried[nearer], lengths[nearer]
        reached, configurations = solve(tried)
        if not reached.any():
            break
        best = int(np.argmin(np.where(reached, lengths, np.inf)))
        gain, point, q = distance - float(lengths[best]), tried[best], configurations[best]
        if gain < pattern.enough:
            break
    return point, q


def directed_steps(direction: Array, distance: float, pattern: Pattern, longest: float) -> Array:
    """Steps (n, m) in all directions of the pattern and of all its lengths."""
    first = min(distance, longest)
    last = max(min(10 * pattern.enough, first), 1e-6 * first)
    radii = first * (last / first) ** _exponents(pattern.radii)
    directions = _directions(len(direction), pattern.angles, pattern.azimuths) @ _frame(direction).T
    return np.asarray((radii[:, None, None] * directions[None]).reshape(-1, len(direction)))


@cache
def _exponents(count: int) -> Array:
    return np.linspace(0.0, 1.0, count)


def _frame(direction: Array) -> Array:
    """Orthonormal columns, the first along a direction."""
    n = len(direction)
    if n == 1:
        return direction[:, None]
    reflected = direction - np.eye(n)[0]
    size = float(reflected @ reflected)
    # A reflection that maps the first axis to the direction.
    return np.eye(n) - (2.0 / size) * np.outer(reflected, reflected) if size > 1e-24 else np.eye(n)


@cache
def _directions(size: int, degrees: tuple[float, ...], azimuths: int) -> Array:
    """Unit vectors (n, size) about the first axis."""
    angles = np.radians(degrees)
    along = np.sin(angles)[:, None]
    if size == 1:
        return np.ones((1, 1))
    if size == 2:
        across = np.cos(angles)[:, None]
        return np.concatenate([np.hstack([along, across]), np.hstack([along, -across])])
    turns = 2 * np.pi * np.arange(azimuths) / azimuths
    circle = np.stack([np.cos(turns), np.sin(turns)], axis=-1)
    across = np.cos(angles)[:, None, None] * circle[None]
    first = np.broadcast_to(along[:, None], (len(angles), azimuths, 1))
    return np.concatenate([first, across], axis=-1).reshape(-1, 3)
