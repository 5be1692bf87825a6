"""Piecewise polynomials in time, evaluated to the third derivative."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import factorial
from typing import Any

import numpy as np

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class Pieces:
    """Polynomials in the time since the beginning of each piece; ``rows`` are coordinates with knots of their own, or share them.

    At a knot the later piece counts, at the end the last one. Before the start and after the end, the derivatives of that end up
    to the last of ``end`` stay, and those above are zero. ``end`` has the exact values, which the last piece has to rounding: a
    rate that is zero to rounding would leave the end within hours.
    """

    breaks: Array  # (k + 1,), or (rows, k + 1); increasing, equal ones are empty pieces
    coefficients: Array  # (rows, k, powers), the constant first
    end: Array  # (rows, m): value and derivatives at the end

    @cached_property
    def _derivatives(self) -> list[Array]:
        found = [np.asarray(self.coefficients)]
        for _ in range(3):
            last = found[-1]
            found.append(last[..., 1:] * np.arange(1, last.shape[-1]) if last.shape[-1] > 1 else np.zeros_like(last))
        return found

    def __call__(self, t: Array) -> list[Array]:
        """Value and three derivatives at times of any shape, each (rows, *t.shape)."""
        flat = np.ravel(t)
        breaks = np.atleast_2d(self.breaks)
        rows = [self._row(k, breaks[k if len(breaks) > 1 else 0], flat) for k in range(len(self.coefficients))]
        return [np.stack([row[order] for row in rows]).reshape(-1, *np.shape(t)) for order in range(4)]

    def _row(self, row: int, breaks: Array, t: Array) -> list[Array]:
        inside = np.clip(t, breaks[0], breaks[-1])
        beyond = t - inside
        last = np.max(np.flatnonzero(np.diff(breaks) > 0), initial=0)
        which = np.minimum(np.searchsorted(breaks[1:-1], inside, side="right"), last)
        since = inside - breaks[which]
        values = [_horner(derivative[row][which], since) for derivative in self._derivatives]
        values = [np.where(np.isnan(t), np.nan, value) for value in values]
        keeps, at_end = self.end.shape[1] - 1, t >= breaks[-1]
        values = [np.where(at_end, self.end[row, k], value) if k <= keeps else value for k, value in enumerate(values)]
        outside = np.asarray((beyond != 0) & ~np.isnan(t))
        if not np.any(outside):
            return values
        kept = [value if k <= keeps else np.where(outside, 0.0, value) for k, value in enumerate(values)]
        return [
            sum((kept[k + m] * beyond**m / factorial(m) for m in range(1, min(keeps, 3) - k + 1)), start=kept[k])
            for k in range(4)
        ]


def _horner(coefficients: Array, t: Array) -> Array:
    """The polynomials with coefficients (..., powers) at the times (...)."""
    value: Array = coefficients[..., -1]
    for k in range(coefficients.shape[-1] - 2, -1, -1):
        value = value * t + coefficients[..., k]
    return value


def as_points(values: list[Array], shape: tuple[int, ...], size: int, times: tuple[int, ...]) -> list[Any]:
    """Rows of a batch of trajectories with ``size`` coordinates, put in the order (*shape, *times, size)."""
    return [np.moveaxis(each.reshape(*shape, size, *times), len(shape), -1) for each in values]
