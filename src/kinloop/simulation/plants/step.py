"""One accepted step of an adaptive integration: the motion at any time within it, by its own interpolant or integrated anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

Array = np.ndarray
# Parts of a step at which it is searched for events.
PARTS = 16
Rate = Callable[[float, Array], Array]


@dataclass(frozen=True)
class Integration:
    """The problem of an integration: the rate of ``(q, v)`` at held commands, the projection onto its manifold, and
    tolerances."""

    rate: Rate
    project: Callable[[Array], Array]
    rtol: float
    atol: Array  # of each entry of the state

    def solver(self, t: float, y: Array, end: float, first_step: float | None) -> Any:
        """SciPy's stepper from ``(t, y)`` towards ``end``, of order 8 with an interpolant of order 7."""
        from scipy.integrate import DOP853

        first = None if first_step is None else min(first_step, end - t)
        return DOP853(self.rate, t, y, end, rtol=self.rtol, atol=self.atol, first_step=first)

    def end(self, t: float, y: Array, end: float) -> Array:
        """The state at ``end``, so near that a step reached beyond it; on its manifold."""
        if not end > t:
            return y
        solver = self.solver(t, y, end, end - t)
        while solver.status == "running":
            solver.step()
        return self.project(solver.y)


@dataclass(frozen=True, eq=False)
class Step:
    """From ``(t0, y0)`` to ``(t1, y1)``, both on the manifold, with the rates ``f0`` and ``f1`` there."""

    integration: Integration
    t0: float
    y0: Array
    f0: Array
    t1: float
    y1: Array
    f1: Array

    def travel(self, nq: int) -> Array:
        """How far each position moves in the step, about and at most: by the faster of both ends, and a fifth more."""
        return np.asarray(1.2 * (self.t1 - self.t0) * np.maximum(np.abs(self.f0[:nq]), np.abs(self.f1[:nq])))

    @cached_property
    def _interpolants(self) -> list[Any]:
        """The interpolants of the step, made again, since most steps need none."""
        solver = self.integration.solver(self.t0, self.y0, self.t1, self.t1 - self.t0)
        pieces = []
        while solver.status == "running":  # one step, since it was accepted before
            solver.step()
            pieces.append(solver.dense_output())
        return pieces

    def interpolate(self, t: float) -> Array:
        """The state at a time in the step, or a little beyond, by the interpolant."""
        pieces = self._interpolants
        return np.asarray(next((piece for piece in pieces if t <= piece.t), pieces[-1])(t))

    @cached_property
    def looks(self) -> tuple[Array, Array]:
        """Times in the step, closer at its beginning, and the states then (n, states), by the interpolant."""
        times = self.t0 + (self.t1 - self.t0) * (np.arange(PARTS + 1) / PARTS) ** 2
        if len(self._interpolants) > 1:
            return times, np.array([self.interpolate(t) for t in times])
        return times, np.asarray(self._interpolants[0](times)).T

    def integrate_to(self, t: float) -> Array:
        """The state at a time in the step, integrated to there and put on the manifold."""
        return self.y1 if t >= self.t1 else self.integration.end(self.t0, self.y0, t)

    def positions(self, shares: Array, nq: int) -> Array:
        """About where it is after parts of the step: cubics through both ends, (n, nq)."""
        s, h = shares[:, None], self.t1 - self.t0
        a, b = self.y0[:nq], self.y1[:nq]
        bend = h * ((1 - s) * self.f0[:nq] - s * self.f1[:nq])
        return np.asarray(a + s**2 * (3 - 2 * s) * (b - a) + s * (1 - s) * bend)


@dataclass(frozen=True, eq=False)
class BranchStep(Step):
    """A step along a branch near a configuration-space singularity, where DOP853 has no interpolant."""

    along: Callable[[float], Array] = lambda t: np.zeros(0)  # the state at a time of the step, integrated to there

    @cached_property
    def _interpolants(self) -> list[Any]:
        return [_Cubic(self)]

    def integrate_to(self, t: float) -> Array:
        """The state at a time within the step."""
        return self.y1 if t >= self.t1 else self.along(t)


@dataclass(frozen=True, eq=False)
class _Cubic:
    """Through both ends of a step, with their rates."""

    step: Step

    @property
    def t(self) -> float:
        return self.step.t1

    def __call__(self, t: Array | float) -> Array:
        step = self.step
        s = (np.atleast_1d(t) - step.t0) / (step.t1 - step.t0)
        states = step.positions(s, len(step.y0))
        return np.asarray(states.T if np.ndim(t) else states[0])
