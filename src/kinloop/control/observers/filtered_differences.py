r"""Rates from positions by differences and a filter of first order.

.. math:: \hat{\dot q}_k = a\, \hat{\dot q}_{k-1} + (1 - a)\, \frac{q_k - q_{k-1}}{T}, \qquad a = e^{-T/\tau}
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import casadi as ca
import numpy as np

from kinloop.control.gains import require_nonnegative
from kinloop.control.law_model import LawModel
from kinloop.control.observers.from_model import complete_positions, complete_rates
from kinloop.control.observers.observer import Estimate, Measurement, Observer
from kinloop.errors import ShapeError, UnsupportedOperation
from kinloop.model.dynamics.task import task_difference

Array = np.ndarray


@dataclass(frozen=True)
class FilteredDifferences(Observer):
    r"""Rates from the differences of measured positions, filtered; joints that are not measured follow from the others.

    The differences lag by half a period and the filter by ``time_constant``; white noise of the positions with the standard
    deviation :math:`\sigma` becomes one of the rates of :math:`\sigma \sqrt{2 (1 - a)^2 / (1 + a)} / T`.

    Args:
        time_constant: of the filter, :math:`\tau` [s]; 0 for plain differences.
    """

    time_constant: Any = 0.005

    def __post_init__(self) -> None:
        super().__post_init__()
        require_nonnegative("FilteredDifferences", "time_constant", self.time_constant, matrix=False)
        if not isinstance(self.time_constant, ca.SX) and np.ndim(self.time_constant):
            raise ShapeError(f"FilteredDifferences: time_constant is {self.time_constant!r:.80}, expected one time [s]")

    def begin(self, q: Array, qd: Array) -> Array:
        """Whether a period is over, and the configuration and the rates at the start."""
        return np.concatenate([np.zeros((*q.shape[:-1], 1)), q, qd], axis=-1)

    def __call__(
        self, t: Any, measurement: Measurement, command: Any, reference: Any, state: Any, model: LawModel
    ) -> tuple[Estimate, Any]:
        """All positions, and filtered rates that keep the loops closed."""
        nq = len(model.mechanism.coordinates)
        is_later, before, rates = ca.vertsplit(state, [0, 1, 1 + nq, state.numel()])
        q = complete_positions(measurement, before, model)
        T = model.period
        tau = ca.SX(self.time_constant)
        keep = ca.if_else(tau > 0, ca.exp(-T / ca.if_else(tau > 0, tau, 1)), 0)
        keep = ca.if_else(is_later, keep, 1)  # at the start there is no difference yet
        if not measurement.by_tool:
            if len(measurement.q_places) != len(measurement.v_places):
                raise UnsupportedOperation(
                    f"FilteredDifferences: {model.mechanism.name} measures a joint with a quaternion, whose numbers have no "
                    "differences; measure its rates: Sensors(rates=True)"
                )
            places = list(measurement.v_places)
            change = (measurement.q[list(measurement.q_places)] - before[list(measurement.q_places)]) / T
            qd = ca.SX(rates)
            qd[places] = keep * rates[places] + (1 - keep) * change
            xd = None
        else:
            last = model("task", q=before)["x"]
            last_rate = model("task_velocity", q=before, qd=rates)["xd"]
            xd = keep * last_rate + (1 - keep) * task_difference(model.mechanism.task, measurement.x, last) / T
            qd = rates
        known = replace(measurement, qd=qd, xd=xd, has_rates=True)
        estimated = complete_rates(known, q, model)
        if xd is None and measurement.x is not None:
            xd = model("task_velocity", q=q, qd=estimated)["xd"]
        return Estimate(q, estimated, measurement.x, xd), ca.vertcat(1, q, estimated)
