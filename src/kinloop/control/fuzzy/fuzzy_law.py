"""Fuzzy control of the active joints: rules on the error of each joint and on its rate."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import casadi as ca

from kinloop.control.feed_forward import FeedForward, check_feed_forward, feed_forward, read_by_feed_forward
from kinloop.control.fuzzy.fuzzy_system import FuzzySystem
from kinloop.control.gains import apply_gain, require_nonnegative
from kinloop.control.law import Law
from kinloop.control.law_inputs import Measured, Reference
from kinloop.control.pd import check_derivative, rate_error
from kinloop.control.tunable import OPTION
from kinloop.errors import ShapeError

GAINS = ("largest_error", "largest_rate", "largest_effort")


@dataclass(frozen=True)
class Fuzzy(Law):
    r"""Efforts by the rules of a fuzzy system, on the error of each active joint and on its rate.

    .. math:: \tau = F\, f\!\left(\frac{q_t - q_a}{E}, \frac{\dot q_t - \dot q_a}{V}\right) + \tau_f

    with the function ``f`` of the system, between -1 and 1 for the default one. It is a PD law that saturates: its mean gains
    are :math:`K_p = F / E` and :math:`K_d = F / V`, and errors beyond ``E`` and rates beyond ``V`` do not increase the effort.
    The gains of the default rules (Mamdani) are 1.5 times the mean at the reference, and up to 2.5 times where error and rate
    have one sign.

    Args:
        largest_error: ``E`` [rad or m], the error that is one unit of the terms: one number, or one for each active joint.
        largest_rate: ``V`` [rad/s or m/s], likewise.
        largest_effort: ``F`` [N m or N], the effort that is one unit of the output, likewise.
        system: the terms and rules; the default :class:`FuzzySystem` has 49.
        feedforward: :math:`\tau_f`: ``"none"``; ``"gravity"``: the efforts that hold the measured configuration at rest;
            ``"model"``: those of the reference's motion by the inverse dynamic model.
        derivative: ``"error"``: as above; ``"measurement"``: :math:`-\dot q_a / V`, so that a step of the reference gives no
            kick.
    Raises: ShapeError, NotFinite, UnknownName: gains not above zero or not finite, unknown choices.
    """

    largest_error: Any
    largest_rate: Any
    largest_effort: Any
    system: FuzzySystem = field(default_factory=FuzzySystem, kw_only=True, metadata=OPTION)
    feedforward: FeedForward = field(default="none", kw_only=True, metadata=OPTION)
    derivative: str = field(default="error", kw_only=True, metadata=OPTION)

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in GAINS:
            require_nonnegative("Fuzzy", name, getattr(self, name), above_zero=True, matrix=False)
        if not isinstance(self.system, FuzzySystem):
            raise ShapeError(
                f"Fuzzy: system is {self.system!r:.80}, expected a kl.FuzzySystem; kl.FuzzySystem.load(path) reads one"
            )
        check_feed_forward(self.feedforward)
        check_derivative(self.derivative)

    @property
    def joint_reference(self) -> bool:
        """True: it reads the reference of the joints."""
        return True

    @property
    def reads(self) -> tuple[str, ...]:
        """Positions and rates of the active joints, and what the feed-forward needs."""
        return ("q_active", "qd_active", *read_by_feed_forward(self.feedforward))

    def __call__(self, t: Any, measured: Measured, reference: Reference, state: Any, model: Any) -> tuple[Any, Any]:
        """Efforts [N m or N] of the active joints."""
        E, V, F = (apply_gain(getattr(self, name), ca.SX.ones(model.n_active), "Fuzzy", name) for name in GAINS)
        errors = (reference.q_active - measured.q_active) / E
        rates = rate_error(self.derivative, measured, reference) / V
        outputs = [self.system(error, rate) for error, rate in zip(ca.vertsplit(errors), ca.vertsplit(rates), strict=True)]
        return F * ca.vertcat(*outputs) + feed_forward(self.feedforward, measured, reference, model), state
