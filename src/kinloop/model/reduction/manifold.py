"""The configurations on a constraint as a manifold: its tangents, the forces along it, and the way back onto it, over batches.

Lengths are parts of the machine's size here: in steps, tangents and differences; efforts are those on rates measured so [N m].
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kinloop.errors import ConstraintError
from kinloop.model.geometry.coordinate_space import SAME
from kinloop.model.geometry.geometry import Geometry
from kinloop.model.reduction.compiled_reduction import row_sizes
from kinloop.model.reduction.consistent_states import inverse_of_rank

if TYPE_CHECKING:
    from kinloop.model.reduction.reduced import Reduced

Array = np.ndarray
# Of a step [rad, or parts of the machine's size]; of a closed loop and a constraint that holds.
LONGEST, STEPS, CLOSED = 0.5, 60, 1e-9


class Manifold:
    """Of a reduced robot under constant active efforts."""

    def __init__(self, reduced: Reduced, efforts: tuple[Array, ...], geometry: Geometry) -> None:
        self.reduced, self.efforts, self.geometry = reduced, efforts, geometry
        self.rank = reduced.n_rows + len(reduced.formulas.loops.kept_rows)
        self.units = geometry.rate_units

    def effort(self, q: Array) -> Array:
        """What is needed to rest, less what the actuators give, on all rates."""
        return self.units * self.reduced.evaluate("static", q, *self.efforts)[0]

    def _static(self, q: Array) -> tuple[Array, Array]:
        effort, A = self.reduced.evaluate("static", q, *self.efforts)
        return self.units * effort, self._scaled(A)

    def _scaled(self, A: Array) -> Array:
        """Rows on rates that are measured by the machine's size."""
        return np.asarray(A * self.units[..., None, :])

    def tangent(self, q: Array) -> Array:
        """An orthonormal basis of the rates that the constraint leaves, as columns."""
        return self._left(self._scaled(self.reduced.evaluate("rows", q)[1]))

    def _left(self, A: Array) -> Array:
        A = A / row_sizes(A, self.reduced.n_rows)[..., None]
        return np.swapaxes(np.linalg.svd(A)[2][..., self.rank :, :], -1, -2)

    def forces(self, q: Array) -> Array:
        """The efforts along the constraint; NaN where there are none."""
        lost = ~np.all(np.isfinite(q), axis=-1)
        q = np.where(lost[..., None], self.reduced.start, q)
        forces = (np.swapaxes(self.tangent(q), -1, -2) @ self.effort(q)[..., None])[..., 0]
        return np.where(lost[..., None], np.nan, forces)

    def multipliers(self, q: Array) -> Array:
        """The smallest that leave only the forces along the constraint."""
        effort, A = self._static(q)
        return (np.swapaxes(self._inverse(A), -1, -2) @ effort[..., None])[..., 0]

    def moved(self, q: Array, step: Array) -> Array:
        """The configuration after a step."""
        return self.reduced.evaluate("gap_after", q, step * self.units)[0]

    def gap(self, q: Array) -> Array:
        """How far off the constraint and the loops."""
        return np.max(self.reduced.gaps(q), axis=-1)

    def onto(self, q: Array, steps: int = STEPS) -> Array:
        """The shortest steps back to the constraint; where they do not lead there, the gap tells."""
        for _ in range(steps):
            rows, A = self.reduced.evaluate("rows", q)
            step = -(self._inverse(self._scaled(A)) @ rows[..., None])[..., 0]
            q = self.moved(q, _capped(step))
            if not np.nanmax(np.abs(step), initial=0.0) > 1e-8:  # what it leaves is the square of that
                break
        return q

    def seeds(self, count: int, batch: int = 0) -> Array:
        """Configurations on the constraint from random ones, the start first; loops that are closed the wrong way round do not
        count."""
        random = np.random.default_rng(batch)
        q = np.concatenate([self.reduced.start[None], self.geometry.space.random(random, self.geometry.start, count - 1)])
        q = self.onto(q)
        good = self.gap(q) < CLOSED
        if self.geometry.is_closed:
            good &= self.geometry.residual("forward", q, q) < 10 * CLOSED * self.geometry.size
        if not np.any(good):
            raise ConstraintError(
                f"{self.reduced.robot.mechanism.name}: no configuration was found that satisfies the constraint"
            )
        return q[good]

    def rest_step(self, q: Array) -> Array:
        """A step of Newton's method towards rest: for the configuration and the multipliers together."""
        effort, A = self._static(q)
        rows = self.reduced.evaluate("rows", q)[0]
        force = (np.swapaxes(self._inverse(A), -1, -2) @ effort[..., None])[..., 0]
        K = self.stiffness(q, force)[0]
        T = self._left(np.where(np.isfinite(A), A, 0.0))
        back = -(self._inverse(A) @ rows[..., None])[..., 0]
        # Along the constraint, after the way back to it
        left = (np.swapaxes(T, -1, -2) @ (effort + (K @ back[..., None])[..., 0])[..., None])[..., 0]
        inward = np.swapaxes(T, -1, -2) @ K @ T
        finite = np.all(np.isfinite(inward), axis=(-2, -1), keepdims=True)
        side = -(np.linalg.pinv(np.where(finite, inward, 0.0), rcond=1e-12) @ left[..., None])[..., 0]
        return self.moved(q, _capped(back + (T @ side[..., None])[..., 0]))

    def stiffness(self, q: Array, force: Array) -> tuple[Array, Array]:
        """Of all rates, and the inertia, at the multipliers ``force``."""
        both = self.reduced.evaluate("stiffness", q, force, *self.efforts)
        stiffness, inertia = (self.units[:, None] * matrix * self.units for matrix in both)
        return stiffness, inertia

    def _inverse(self, A: Array) -> Array:
        """Of the constraint's rows, as many as are independent."""
        finite = np.all(np.isfinite(A), axis=(-2, -1), keepdims=True)
        A = np.where(finite, A, 0.0)
        size = row_sizes(A, self.reduced.n_rows)
        return np.where(finite, inverse_of_rank(A / size[..., None], self.rank) / size[..., None, :], np.nan)

    # ---------------------------------------------------------------- which configurations are one

    def index(self, q: Array, found: list[Array]) -> int | None:
        """Which of those found ``q`` is, modulo full turns."""
        if not found:
            return None
        distance = np.max(np.abs(self.difference(np.array(found), q)), axis=-1)
        k = int(np.argmin(distance))
        return k if distance[k] < SAME else None

    def difference(self, a: Array, b: Array) -> Array:
        """The difference of two configurations, in units of the machine's size."""
        return self.geometry.space.difference(a, b) / self.geometry.units

    def distinct(self, configurations: list[Array]) -> list[Array]:
        """The configurations without repetitions."""
        kept: list[Array] = []
        for q in configurations:
            if self.index(q, kept) is None:
                kept.append(q)
        return kept


def _capped(step: Array) -> Array:
    largest = np.max(np.abs(step), axis=-1, keepdims=True)
    return step * np.minimum(1.0, LONGEST / np.maximum(largest, 1e-300))
