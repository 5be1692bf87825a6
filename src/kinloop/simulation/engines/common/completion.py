"""Joints that an external engine does not have, from those that it has and the loops' closure."""

from __future__ import annotations

import numpy as np

from kinloop.model.compiled_models import CompiledModels
from kinloop.simulation.engines.common.joint_readout import JointState

Array = np.ndarray
STEPS, CLOSED = 20, 1e-14


class Completion:
    """Completes the state of a robot some of whose joints are missing: these close the loops in the sense of least squares."""

    def __init__(self, models: CompiledModels, missing: tuple[str, ...]) -> None:
        mechanism = models.mechanism
        gone = [joint for joint in mechanism.ordered_joints if joint.name in missing]
        names = {name for joint in gone for name in joint.coordinates}, {name for joint in gone for name in joint.rates}
        self._q, self._v = (
            np.array([k for k, name in enumerate(every) if name in absent], dtype=int)
            for every, absent in zip((mechanism.coordinates, mechanism.rates), names, strict=True)
        )
        self.kept_q, self.kept_v = (
            np.delete(np.arange(len(every)), absent)
            for every, absent in ((mechanism.coordinates, self._q), (mechanism.rates, self._v))
        )
        self._models = models

    def complete(self, q: Array, qd: Array, qdd: Array, before: Array) -> JointState:
        """The state of all joints from that of the joints that are there; ``before`` are all positions nearby."""
        every = np.array(before, float)
        every[self.kept_q] = q
        if not self._q.size:
            return JointState(every, qd, qdd)
        call, kernel = self._models.call, self._models.kernel
        for _ in range(STEPS):
            h, K = call(kernel("all_closures"), every)
            change = np.linalg.lstsq(K[:, self._v], -h, rcond=None)[0]
            every[self._q] += change
            if np.abs(change / self._models.geometry.rate_units[self._v]).max() < CLOSED:
                break
        rates = self._with_missing(K, qd, np.zeros(len(K)))
        K, gamma = call(kernel("closure_velocity"), every, rates)
        return JointState(every, rates, self._with_missing(K, qdd, gamma))

    def _with_missing(self, K: Array, known: Array, drift: Array) -> Array:
        """Solve ``K x + drift = 0`` for the missing entries of x."""
        every = np.empty(len(self.kept_v) + len(self._v))
        every[self.kept_v] = known
        every[self._v] = np.linalg.lstsq(K[:, self._v], -drift - K[:, self.kept_v] @ known, rcond=None)[0]
        return every
