"""Proportional and derivative control of the active joints."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kinloop.control.feed_forward import FeedForward, check_feed_forward, feed_forward, read_by_feed_forward
from kinloop.control.gains import apply_gain, require_nonnegative
from kinloop.control.law import Law
from kinloop.control.law_inputs import Measured, Reference
from kinloop.control.tunable import OPTION
from kinloop.errors import unknown_name

DERIVATIVES = ("error", "measurement")


@dataclass(frozen=True)
class PD(Law):
    r"""Efforts in proportion to the error of each active joint and to its rate.

    .. math:: \tau = K_p (q_t - q_a) + K_d (\dot q_t - \dot q_a) + \tau_f

    Without feed-forward, gravity leaves a steady-state error: at rest :math:`K_p (q_t - q_a) = g(q)`.

    Args:
        kp: [N m/rad or N/m], one number, one for each active joint, or a matrix.
        kd: [N m s/rad or N s/m], likewise.
        feedforward: :math:`\tau_f`: ``"none"``; ``"gravity"``: the efforts that hold the measured configuration at rest;
            ``"model"``: those of the reference's motion by the inverse dynamic model.
        derivative: ``"error"``: as above; ``"measurement"``: :math:`-K_d \dot q_a`, so that a step of the reference gives no
            kick.
    Raises: ShapeError, NotFinite, UnknownName: gains below zero or not finite, unknown choices.
    References: [Aissani2021] (5.1) to (5.18).
    """

    kp: Any
    kd: Any
    feedforward: FeedForward = field(default="none", kw_only=True, metadata=OPTION)
    derivative: str = field(default="error", kw_only=True, metadata=OPTION)

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("kp", "kd"):
            require_nonnegative("PD", name, getattr(self, name))
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
        position = apply_gain(self.kp, reference.q_active - measured.q_active, "PD", "kp")
        rate = apply_gain(self.kd, rate_error(self.derivative, measured, reference), "PD", "kd")
        return position + rate + feed_forward(self.feedforward, measured, reference, model), state


def check_derivative(given: Any) -> None:
    """Raises: UnknownName: it is none of ``DERIVATIVES``."""
    if not isinstance(given, str) or given not in DERIVATIVES:
        raise unknown_name("derivative", given, DERIVATIVES, "a law")


def rate_error(derivative: str, measured: Measured, reference: Reference) -> Any:
    """What the derivative gain multiplies: the error's rate, or the opposite of the measured rate."""
    return (reference.qd_active if derivative == "error" else 0) - measured.qd_active
