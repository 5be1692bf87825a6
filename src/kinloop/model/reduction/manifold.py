"""The manifold of configurations on a constraint: tangents, forces along it, and projection onto it, over batches.

Lengths in steps, tangents and differences are parts of the machine's size; efforts are conjugate to such rates [N m].
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kinloop.errors import ConstraintError
from kinloop.model.geometry.coordinate_space import SAME
from kinloop.model.geometry.geometry import Geometry
from kinloop.model.reduction.compiled_reduction import row_sizes
from kinloop.model.reduction.consistent_states import inverse_of_rank
from kinloop.numerics.newton import limit_steps

if TYPE_CHECKING:
    from kinloop.model.reduction.reduced import Reduced

Array = np.ndarray
# The longest step [rad, or parts of the machine's size], the largest number of steps, and the largest gap on the constraint.
LONGEST, STEPS, CLOSED = 0.5, 60, 1e-9


class Manifold:
    """The constraint manifold of a reduced robot under constant active efforts."""

    def __init__(self, reduced: Reduced, efforts: tuple[Array, ...], geometry: Geometry) -> None:
        self.reduced, self.efforts, self.geometry = reduced, efforts, geometry
        self.rank = reduced.n_rows + len(reduced.formulas.loops.kept_rows)
        self.units = geometry.rate_units

    def effort(self, q: Array) -> Array:
        """The static efforts minus the actuators' efforts, on all rates."""
        return self.units * self.reduced.evaluate("static", q, *self.efforts)[0]

    def _static(self, q: Array) -> tuple[Array, Array]:
        effort, A = self.reduced.evaluate("static", q, *self.efforts)
        return self.units * effort, self._scale_rows(A)

    def _scale_rows(self, A: Array) -> Array:
        """The rows with respect to rates in parts of the machine's size."""
        return np.asarray(A * self.units[..., None, :])

    def tangent(self, q: Array) -> Array:
        """An orthonormal basis of the rates that the constraint leaves, as columns."""
        return self._free_motions(self._scale_rows(self.reduced.evaluate("rows", q)[1]))

    def _free_motions(self, A: Array) -> Array:
        A = A / row_sizes(A, self.reduced.n_rows)[..., None]
        return np.swapaxes(np.linalg.svd(A)[2][..., self.rank :, :], -1, -2)

    def forces(self, q: Array) -> Array:
        """The efforts along the constraint; NaN where ``q`` is not finite."""
        lost = ~np.all(np.isfinite(q), axis=-1)
        q = np.where(lost[..., None], self.reduced.start, q)
        forces = (np.swapaxes(self.tangent(q), -1, -2) @ self.effort(q)[..., None])[..., 0]
        return np.where(lost[..., None], np.nan, forces)

    def multipliers(self, q: Array) -> Array:
        """The least multipliers that balance the efforts across the constraint."""
        effort, A = self._static(q)
        return (np.swapaxes(self._inverse(A), -1, -2) @ effort[..., None])[..., 0]

    def move(self, q: Array, step: Array) -> Array:
        """The configuration after a step of the rates."""
        return self.reduced.evaluate("gap_after", q, step * self.units)[0]

    def gap(self, q: Array) -> Array:
        """The largest gap of the constraint and of the loops."""
        return np.max(self.reduced.gaps(q), axis=-1)

    def onto(self, q: Array, steps: int = STEPS) -> Array:
        """The configuration after Gauss-Newton steps towards the constraint; its gap says whether they converged."""
        for _ in range(steps):
            rows, A = self.reduced.evaluate("rows", q)
            step = -(self._inverse(self._scale_rows(A)) @ rows[..., None])[..., 0]
            q = self.move(q, limit_steps(step, LONGEST))
            if not np.nanmax(np.abs(step), initial=0.0) > 1e-8:  # the remaining error is its square
                break
        return q

    def seeds(self, count: int, batch: int = 0) -> Array:
        """Configurations on the constraint, projected from random ones, the start first; those with reversed loop joints are left
        out."""
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
        """The configuration after a Newton step towards an equilibrium, with the multipliers eliminated."""
        effort, A = self._static(q)
        rows = self.reduced.evaluate("rows", q)[0]
        force = (np.swapaxes(self._inverse(A), -1, -2) @ effort[..., None])[..., 0]
        K = self.stiffness(q, force)[0]
        T = self._free_motions(np.where(np.isfinite(A), A, 0.0))
        back = -(self._inverse(A) @ rows[..., None])[..., 0]
        # The step along the constraint, after the step back to it
        left = (np.swapaxes(T, -1, -2) @ (effort + (K @ back[..., None])[..., 0])[..., None])[..., 0]
        inward = np.swapaxes(T, -1, -2) @ K @ T
        finite = np.all(np.isfinite(inward), axis=(-2, -1), keepdims=True)
        side = -(np.linalg.pinv(np.where(finite, inward, 0.0), rcond=1e-12) @ left[..., None])[..., 0]
        return self.move(q, limit_steps(back + (T @ side[..., None])[..., 0], LONGEST))

    def stiffness(self, q: Array, force: Array) -> tuple[Array, Array]:
        """The stiffness of all rates at the multipliers ``force``, and the inertia."""
        both = self.reduced.evaluate("stiffness", q, force, *self.efforts)
        stiffness, inertia = (self.units[:, None] * matrix * self.units for matrix in both)
        return stiffness, inertia

    def _inverse(self, A: Array) -> Array:
        """The pseudo-inverse of the constraint's rows, at their generic rank."""
        finite = np.all(np.isfinite(A), axis=(-2, -1), keepdims=True)
        A = np.where(finite, A, 0.0)
        size = row_sizes(A, self.reduced.n_rows)
        return np.where(finite, inverse_of_rank(A / size[..., None], self.rank) / size[..., None, :], np.nan)

    def index(self, q: Array, found: list[Array]) -> int | None:
        """The index of ``q`` among configurations, up to full turns; None where it is new."""
        if not found:
            return None
        distance = np.max(np.abs(self.difference(np.array(found), q)), axis=-1)
        k = int(np.argmin(distance))
        return k if distance[k] < SAME else None

    def difference(self, a: Array, b: Array) -> Array:
        """The difference of two configurations, with wrapped angles."""
        return self.geometry.space.difference(a, b) / self.geometry.units

    def distinct(self, configurations: list[Array]) -> list[Array]:
        """The configurations without duplicates."""
        kept: list[Array] = []
        for q in configurations:
            if self.index(q, kept) is None:
                kept.append(q)
        return kept
