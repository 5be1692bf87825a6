"""Proportional, integral and derivative control of the active joints, with a filter and anti-windup."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import casadi as ca

from kinloop.control.feed_forward import FeedForward, check_feed_forward, feed_forward, read_by_feed_forward
from kinloop.control.gains import apply_gain, require_nonnegative
from kinloop.control.law import Law
from kinloop.control.law_inputs import Measured, Reference
from kinloop.control.pd import check_derivative, rate_error
from kinloop.control.tunable import OPTION
from kinloop.errors import ShapeError


@dataclass(frozen=True)
class PID(Law):
    r"""Efforts from the error of each active joint, its integral and its rate.

    .. math:: \tau = K_p e + \tau_i + K_d \dot e + \tau_f, \qquad \tau_{i,k+1} = \tau_{i,k} + T K_i e_k

    with :math:`e = q_t - q_a` and the sampling period :math:`T`. The law's state begins with the integral efforts
    :math:`\tau_i`; at rest they equal what gravity asks for. The integral gain has a bound, see :func:`integral_gain_bound`.

    Args:
        kp: [N m/rad or N/m], one number, one for each active joint, or a matrix.
        ki: [N m/(rad s) or N/(m s)], likewise.
        kd: [N m s/rad or N s/m], likewise.
        limits: largest efforts, one number or one for each active joint: the command is kept within them, and integration stops
            where the command has reached them and the error would push it further (conditional integration).
        filter: time constant [s] of a filter of first order on the derivative part; 0 for none.
        feedforward, derivative: as for :class:`PD`.
        bumpless: the integral efforts begin such that the first command holds the machine where it is, instead of at zero.
    Raises: ShapeError, NotFinite, UnknownName: gains below zero or not finite, unknown choices.
    References: [Aissani2021] (5.19) to (5.27).
    """

    kp: Any
    ki: Any
    kd: Any
    limits: Any = None
    filter: Any = None
    feedforward: FeedForward = field(default="none", kw_only=True, metadata=OPTION)
    derivative: str = field(default="error", kw_only=True, metadata=OPTION)
    bumpless: bool = field(default=False, kw_only=True, metadata=OPTION)

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("kp", "ki", "kd"):
            require_nonnegative("PID", name, getattr(self, name))
        require_nonnegative("PID", "filter", self.filter, optional=True, matrix=False)
        require_nonnegative("PID", "limits", self.limits, above_zero=True, optional=True, matrix=False)
        check_feed_forward(self.feedforward)
        check_derivative(self.derivative)
        if not isinstance(self.bumpless, bool):
            raise ShapeError(f"PID: bumpless is {self.bumpless!r:.80}, expected True or False")

    @property
    def joint_reference(self) -> bool:
        """True: it reads the reference of the joints."""
        return True

    @property
    def reads(self) -> tuple[str, ...]:
        """Positions and rates of the active joints, and what the feed-forward needs."""
        return ("q_active", "qd_active", *read_by_feed_forward(self.feedforward))

    @property
    def depends_on_start(self) -> bool:
        """True: the state has as many numbers as the machine has active joints."""
        return True

    def begin(self, t: Any, measured: Measured, reference: Reference, model: Any) -> Any:
        """The integral efforts, and the filtered derivative where there is a filter."""
        integral = ca.SX.zeros(model.n_active)
        if self.bumpless:
            integral = model.static_effort(measured.q) - self._without_integral(measured, reference, model)
        derivative = self._derivative(measured, reference) if self.filter is not None else ca.SX(0, 1)
        return ca.vertcat(integral, derivative)

    def __call__(self, t: Any, measured: Measured, reference: Reference, state: Any, model: Any) -> tuple[Any, Any]:
        """Efforts [N m or N] of the active joints, and the next integral efforts."""
        n, T = model.n_active, model.period
        integral, filtered = ca.vertsplit(state, [0, n, state.numel()])
        derivative = self._derivative(measured, reference)
        if self.filter is not None:
            tau = apply_gain(self.filter, ca.SX.ones(n), "PID", "filter")
            keep = ca.if_else(tau > 0, ca.exp(-T / ca.if_else(tau > 0, tau, 1)), 0)
            derivative = filtered = keep * filtered + (1 - keep) * derivative
        error = reference.q_active - measured.q_active
        wanted = integral + self._other_parts(measured, reference, model) + derivative
        change = T * apply_gain(self.ki, error, "PID", "ki")
        if self.limits is None:
            return wanted, ca.vertcat(integral + change, filtered)
        limit = apply_gain(self.limits, ca.SX.ones(n), "PID", "limits")
        pushes_further = ca.logic_or(ca.logic_and(wanted >= limit, change > 0), ca.logic_and(wanted <= -limit, change < 0))
        command = ca.if_else(wanted > limit, limit, ca.if_else(wanted < -limit, -limit, wanted))
        return command, ca.vertcat(integral + ca.if_else(pushes_further, 0, change), filtered)

    def _derivative(self, measured: Measured, reference: Reference) -> ca.SX:
        return apply_gain(self.kd, rate_error(self.derivative, measured, reference), "PID", "kd")

    def _other_parts(self, measured: Measured, reference: Reference, model: Any) -> ca.SX:
        """The proportional part and the feed-forward."""
        position = apply_gain(self.kp, reference.q_active - measured.q_active, "PID", "kp")
        return position + feed_forward(self.feedforward, measured, reference, model)

    def _without_integral(self, measured: Measured, reference: Reference, model: Any) -> ca.SX:
        return self._other_parts(measured, reference, model) + self._derivative(measured, reference)
