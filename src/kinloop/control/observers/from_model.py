r"""Joints that are not measured from those that are, by the loop closures.

.. math:: h(q) = 0, \qquad K_u\, \dot q_u = -K_m\, \dot q_m

with the measured joints ``m`` held and the others ``u`` found by Newton's method from the last estimate, so that the estimate
stays on its branch. Where more is measured than needed, the others are the least-squares solution.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np

from kinloop.control.law_model import LawModel
from kinloop.control.observers.observer import Estimate, Measurement, Observer
from kinloop.numerics.givens_qr import GivensQR

Array = np.ndarray
# Steps of Newton's method from one sample to the next: each squares what is left of the change.
NEWTON_STEPS = 3


@dataclass(frozen=True)
class FromModel(Observer):
    """Joints that are not measured follow from those that are, or from the tool, by the controller's model; the default.

    Positions and rates that are measured are taken as they are. The result is exact for an exact model and measurement. At a
    Type 2 singularity the active joints do not determine the others, so near it noise is amplified: measure a passive joint or
    the tool there, or use :class:`KalmanFilter`.
    """

    @property
    def needs_rates(self) -> bool:
        """True: it does not differentiate."""
        return True

    def begin(self, q: Array, qd: Array) -> Array:
        """The configuration at the start, which selects the branch."""
        return q

    def __call__(
        self, t: Any, measurement: Measurement, command: Any, reference: Any, state: Any, model: LawModel
    ) -> tuple[Estimate, Any]:
        """The joints on the branch of the last estimate."""
        q = complete_positions(measurement, state, model)
        return Estimate(q, complete_rates(measurement, q, model), measurement.x, measurement.xd), q


def complete_positions(measurement: Measurement, before: ca.SX, model: LawModel) -> ca.SX:
    """All positions on the branch of the configuration ``before``."""
    places = measurement.q_places
    if len(places) == len(model.mechanism.coordinates):
        return measurement.q
    if measurement.by_tool:
        q = before
        for _ in range(NEWTON_STEPS):
            q = model("step_inverse", q=q, x=measurement.x)["q"]
        return q
    q = ca.SX(before)
    q[list(places)] = measurement.q[list(places)]
    if measurement.v_places == tuple(range(model.n_active)):
        for _ in range(NEWTON_STEPS):
            q = model("step_forward", q=q)["q"]
        return q
    others = _other_rates(measurement, model)
    for _ in range(NEWTON_STEPS):
        closure = model("all_closures", q=q)
        step = ca.SX.zeros(len(model.mechanism.rates))
        step[others] = -_least_squares(closure["K"][:, others], closure["h"])
        q = model("retract", q=q, qd=step)["q"]
    return q


def complete_rates(measurement: Measurement, q: ca.SX, model: LawModel) -> ca.SX:
    """All rates at a configuration, from those that are measured."""
    places = measurement.v_places
    if len(places) == len(model.mechanism.rates):
        return measurement.qd
    if measurement.by_tool:
        return model("inverse_velocity", q=q, xd=measurement.xd)["qd"]
    if places == tuple(range(model.n_active)):
        return model("forward_velocity", q=q, qd_active=measurement.qd[: model.n_active])["qd"]
    others = _other_rates(measurement, model)
    K = model("all_closures", q=q)["K"]
    rates = ca.SX(measurement.qd)
    rates[others] = -_least_squares(K[:, others], K[:, list(places)] @ measurement.qd[list(places)])
    return rates


def _other_rates(measurement: Measurement, model: LawModel) -> list[int]:
    """The places of the rates of joints that are not measured."""
    return [k for k in range(len(model.mechanism.rates)) if k not in measurement.v_places]


def _least_squares(A: ca.SX, b: ca.SX) -> ca.SX:
    return GivensQR(A, b).solution
