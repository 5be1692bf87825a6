"""Loops and target about configurations, to first order and without units: what double configurations and families are found by.

An unknown rate is one that the target leaves open: forward, those of the passive joints; inverse, all of them. Angles count as
they are and lengths in parts of the machine's size, so that no answer depends on the choice of metres.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from kinloop.model.formulas.closed_form import Direction
from kinloop.numerics.quaternions import rotation_vectors
from kinloop.numerics.rotations import wrap_angles

if TYPE_CHECKING:
    from kinloop.model.geometry.geometry import Geometry

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class LocalEquations:
    """The equations of one target, over batches of configurations (N, nq)."""

    geometry: Geometry
    direction: Direction
    given: Array

    @cached_property
    def n_held(self) -> int:
        """The number of rates that the target holds; they are the first."""
        return self.geometry.formulas.model.n_active if self.direction == "forward" else 0

    @cached_property
    def _per_rate(self) -> Array:
        return self.geometry.rate_units

    def at(self, q: Array) -> tuple[Array, Array]:
        """The gaps (N, m) and their derivative by the unknown rates (N, m, n): a step ``s`` with ``J s = F`` closes them."""
        F, J = np.zeros((len(q), 0)), np.zeros((len(q), 0, len(self._per_rate)))
        if self.geometry.is_closed:
            h, J = self.geometry.closures(q)
            F = -h
        if self.direction == "inverse":
            error, task = self.geometry.target_error(q, self.given)
            F, J = np.concatenate([error, F], axis=1), np.concatenate([task, J], axis=1)
        return F, J[..., self.n_held :]

    def move(self, q: Array, step: Array) -> Array:
        """Configurations after small steps (N, n) of the unknown rates."""
        rates = np.concatenate([np.zeros((len(q), self.n_held)), step], axis=1) * self._per_rate
        return np.asarray(self.geometry.formulas.kernel("retract")(q, rates, *self.geometry.p))

    @cached_property
    def _single(self) -> tuple[list[int], list[int], list[int]]:
        """The places of joints with one coordinate in configurations and in rates, and which of these are periodic."""
        joints = [joint for joint in self.geometry.formulas.model.tree.joints if len(joint.motion.units) == 1]
        places = [joint.q.start for joint in joints]
        return places, [joint.v.start for joint in joints], [k for k, q in enumerate(places) if q in self.geometry.space.angles]

    def displacement(self, a: Array, b: Array) -> Array:
        """The displacement from configurations to others as unknown rates (N, n), the short way round."""
        rates = np.zeros((len(a), len(self._per_rate)))
        places, of_rates, turning = self._single
        gap = b[:, places] - a[:, places]
        gap[:, turning] = wrap_angles(gap[:, turning])
        rates[:, of_rates] = gap
        for joint in self.geometry.formulas.model.tree.joints:
            if joint.motion.has_quaternion:
                rates[:, joint.v] = rotation_vectors(a[:, joint.q], b[:, joint.q])
        return (rates / self._per_rate)[:, self.n_held :]

    def move_by(self, q: Array, rates: Array) -> Array:
        """Configurations (k, nq) after small changes (k, nv) of the rates of all joints from one (nq,), as far as unit rates
        go by :meth:`steps`."""
        return self.move(np.repeat(q[None], len(rates), axis=0), self.steps(rates) * np.linalg.norm(rates, axis=1, keepdims=True))

    def steps(self, rates: Array) -> Array:
        """Rates of all joints (k, nv) as steps of the unknown ones (k, n), of unit length."""
        steps = (rates / self._per_rate)[:, self.n_held :]
        return np.asarray(steps / np.linalg.norm(steps, axis=1, keepdims=True))

    def rates(self, steps: Array) -> Array:
        """Steps of the unknown rates (k, n) as rates of all joints [rad, m], of unit length where lengths are parts of the
        machine's size."""
        steps = steps / np.linalg.norm(steps, axis=1, keepdims=True)
        return np.asarray(np.concatenate([np.zeros((len(steps), self.n_held)), steps], axis=1) * self._per_rate)

    def gap(self, q: Array) -> Array:
        """The largest gap of all rows [m], an angle as its arc, infinite where it is not finite."""
        gap = self.geometry.residual(self.direction, q, self.given)
        return np.where(np.isfinite(gap), gap, np.inf)

    @property
    def tolerance(self) -> float:
        """The gap [m] up to which a configuration is a solution."""
        return float(self.geometry.tolerance(self.direction, self.given))
