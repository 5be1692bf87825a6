"""Feed-forward of joint laws: nothing, the efforts against gravity, or the full inverse dynamic model along the reference."""

from __future__ import annotations

from typing import Any, Literal

import casadi as ca

from kinloop.control.law_inputs import Measured, Reference
from kinloop.errors import unknown_name

FeedForward = Literal["none", "gravity", "model"]
FEED_FORWARDS: tuple[FeedForward, ...] = ("none", "gravity", "model")


def check_feed_forward(given: Any) -> None:
    """Raises: UnknownName: it is none of ``FEED_FORWARDS``."""
    if not isinstance(given, str) or given not in FEED_FORWARDS:
        raise unknown_name("feed-forward", given, FEED_FORWARDS, "a law")


def feed_forward(kind: FeedForward, measured: Measured, reference: Reference, model: Any) -> ca.SX:
    """Efforts of the active joints [N m or N]: against gravity and springs at the measured configuration, or those of the
    reference's motion by the inverse dynamic model; the planned ones where the reference has these."""
    if kind == "none":
        return ca.SX.zeros(model.n_active)
    if kind == "gravity":
        return model.static_effort(measured.q)
    return reference.tau if reference.tau is not None else model.inverse_dynamics(reference.q, reference.qd, reference.qdd)


def read_by_feed_forward(kind: FeedForward) -> tuple[str, ...]:
    """The parts of the reference that a feed-forward reads."""
    return ("q", "qd", "qdd", "tau") if kind == "model" else ()
