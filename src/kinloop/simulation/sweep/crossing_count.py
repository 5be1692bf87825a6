"""How often runs cross singular loci, and when first, from samples of their configurations."""

from __future__ import annotations

import numpy as np

from kinloop.model.robot import Robot

Array = np.ndarray
#: The kinds that are counted, in the order of the columns.
KINDS = ("type 2", "type 1")
# Halvings that find the place of a change of sign, and by how much the determinant must be smaller there than at the samples: by
# way of infinity it is larger.
HALVINGS, SMALLER = 12, 0.1


class CrossingCount:
    """Changes of the determinants' signs along runs, asked piece by piece.

    ``count`` (runs, 2) and the time of the first one, ``first`` (runs, 2) [s], by the kinds ``KINDS``; NaN where the machine has
    no such determinant. A locus that is touched without crossing it, and two crossings between samples, are not counted.
    """

    def __init__(self, plant: Robot, runs: int) -> None:
        self._kernel = plant.models.kernel("active_measures")
        self._parameters = [p[:, None, :] if p.ndim > 1 else p for p in plant.models.parameter_inputs]
        self._before: tuple[Array, Array] | None = None
        self.count, self.first = np.zeros((runs, 2)), np.full((runs, 2), np.nan)
        if plant.models.formulas.model.is_redundant:  # the determinant of some of the rows has no meaning
            self.count[:] = np.nan

    def add(self, q: Array, times: Array) -> None:
        """Add samples of all runs (runs, k, nq) at times (k,) [s]; NaN after the end of a run."""
        if np.isnan(self.count).all():
            return
        if self._before is not None:
            q, times = np.concatenate([self._before[0], q], axis=1), np.concatenate([self._before[1], times])
        self._before = q[:, -1:], times[-1:]
        if len(times) < 2:
            return
        values = self._measure(q)
        if not len(self.count) or np.isnan(values).all():
            return
        for kind in range(2):
            here = values[kind]
            changes = (here[:, :-1] * here[:, 1:] < 0) | ((here[:, 1:] == 0) & (here[:, :-1] != 0))
            run, k = np.nonzero(changes)
            if run.size:
                self._add_crossings(kind, run, k, q, here, times)
            self.count[:, kind] = np.where(np.isnan(here).all(axis=1) & (self.count[:, kind] == 0), np.nan, self.count[:, kind])

    def _add_crossings(self, kind: int, run: Array, k: Array, q: Array, values: Array, times: Array) -> None:
        left, right = np.zeros(len(run)), np.ones(len(run))
        ends, begin = q[run, k + 1], q[run, k]
        sign = np.sign(values[run, k])
        middle = np.zeros(len(run))
        for _ in range(HALVINGS):
            share = (left + right) / 2
            middle = self._measure_single(begin + share[:, None] * (ends - begin), run, kind)
            is_left = np.sign(middle) == sign
            left, right = np.where(is_left, share, left), np.where(is_left, right, share)
        smallest = np.minimum(np.abs(values[run, k]), np.abs(values[run, k + 1]))
        largest = np.maximum(np.abs(values[run, k]), np.abs(values[run, k + 1]))
        is_zero = (np.abs(middle) <= SMALLER * largest) | (smallest == 0)
        run, time = run[is_zero], (times[k] + left * (times[k + 1] - times[k]))[is_zero]
        np.add.at(self.count[:, kind], run, 1)
        for which, when in zip(run[::-1], time[::-1], strict=True):  # the first of each run is written last
            if np.isnan(self.first[which, kind]) or when < self.first[which, kind]:
                self.first[which, kind] = when

    def _measure(self, q: Array) -> Array:
        """The determinants (2, runs, k)."""
        with np.errstate(invalid="ignore"):
            return np.array(self._kernel(q, *self._parameters)[:2])

    def _measure_single(self, q: Array, run: Array, kind: int) -> Array:
        parameters = [p[run, 0] if p.ndim > 2 else p for p in self._parameters]
        return np.asarray(self._kernel(q, *parameters)[kind])
