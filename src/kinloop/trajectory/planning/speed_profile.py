"""The fastest profile of the speed along a path under linear constraints: toppra, given the coefficients."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from kinloop.errors import UnsupportedOperation

Array = np.ndarray
# Bounds of the square of the speed and of the acceleration where nothing else bounds them, in units in which both are about one.
FASTEST, STEEPEST = 1e6, 1e8


@dataclass(frozen=True, eq=False)
class ConstraintRows:
    """Constraints ``a u + b x + c <= 1`` of every interval of a grid, shape (N, m), on the constant acceleration ``u`` within it
    and the square ``x`` of the speed at its beginning; and bounds of ``x`` at the N + 1 points of the grid."""

    a: Array
    b: Array
    c: Array
    x_max: Array


@dataclass(frozen=True)
class NoProfile:
    """There is no profile; ``place``: the point of the grid at which no speed leads on, or None."""

    place: int | None


def fastest_profile(grid: Array, rows: ConstraintRows, start: float, end: float, unit: float) -> Array | NoProfile:
    """The squares of the speed at the points of a grid (N + 1,), from a speed to a speed.

    ``unit``: a typical speed; toppra's tolerances are those of numbers about one.
    Raises: UnsupportedOperation: toppra is not installed.
    """
    toppra, constraint = _toppra()
    length = float(grid[-1] - grid[0])
    scaled = (grid - grid[0]) / length
    squares, accelerations = unit**2, unit**2 / length

    class Rows(constraint.LinearConstraint):  # type: ignore[name-defined]
        """The rows as toppra takes them, with the last point's those of the last interval."""

        def __init__(self) -> None:
            super().__init__()
            self.identical = True

        def compute_constraint_params(self, path: Any, gridpoints: Array) -> tuple[Any, ...]:
            """a, b, c, F, g, bounds of u, bounds of x."""
            a, b, c = (np.concatenate([part, part[-1:]]) for part in (rows.a * accelerations, rows.b * squares, rows.c))
            count = a.shape[1]
            u_bound = np.tile([-STEEPEST, STEEPEST], (len(grid), 1))
            x_bound = np.stack([np.zeros(len(grid)), np.minimum(rows.x_max / squares, FASTEST)], axis=-1)
            return a, b, c, np.eye(count), np.ones(count), u_bound, x_bound

    with _quiet():
        instance = toppra.algorithm.TOPPRA([Rows()], _Interval(), gridpoints=scaled, solver_wrapper="seidel")
        _, speeds, _, controllable = instance.compute_parameterization(start / unit, end / unit, return_data=True)
    if speeds is None or not np.isfinite(speeds).all():
        lost = np.flatnonzero(np.isnan(controllable).any(axis=-1) if speeds is None else ~np.isfinite(speeds))
        return NoProfile(int(lost[-1]) if lost.size else None)
    return np.asarray(speeds) ** 2 * squares


class _Interval:
    """The path as far as toppra asks for it: all else is in the coefficients."""

    path_interval = (0.0, 1.0)
    dof = 1


def _toppra() -> tuple[Any, Any]:
    try:
        import toppra
        from toppra import constraint
    except ImportError as fault:
        raise UnsupportedOperation(
            'time-optimal motions need the package toppra, which has wheels for Linux: pip install "kinloop[planning]"'
        ) from fault
    return toppra, constraint


@contextmanager
def _quiet() -> Iterator[None]:
    """Toppra logs what is returned here."""
    log = logging.getLogger("toppra")
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(level)
