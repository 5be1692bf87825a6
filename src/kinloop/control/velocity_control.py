"""Control of the active joints' rates: the inner loop of a cascade."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kinloop.control.feed_forward import check_feed_forward
from kinloop.control.gains import apply_gain, require_nonnegative
from kinloop.control.law import Law
from kinloop.control.law_inputs import Measured, Reference
from kinloop.control.tunable import OPTION
from kinloop.errors import UnsupportedOperation


@dataclass(frozen=True)
class VelocityControl(Law):
    r"""Efforts that make the active joints follow given rates.

    .. math:: \tau = K (\dot q_t - \dot q_a) + g(q) \quad\text{or}\quad
              \tau = M(q)\, K (\dot q_t - \dot q_a) + c(q, \dot q) \quad\text{with the model}

    Alone it follows the rates of the reference; as the inner law of a :class:`Cascade` those that the outer law commands.

    Args:
        gain: with ``feedforward="model"`` [1/s], the reciprocal of the loop's time constant; else [N m s/rad or N s/m]. One
            number, one for each active joint, or a matrix.
        feedforward: ``"none"``, ``"gravity"`` or ``"model"``.
    Raises: ShapeError, NotFinite, UnknownName: gains below zero or not finite, unknown choices.
    """

    gain: Any
    feedforward: str = field(default="model", kw_only=True, metadata=OPTION)

    def __post_init__(self) -> None:
        super().__post_init__()
        require_nonnegative("VelocityControl", "gain", self.gain)
        check_feed_forward(self.feedforward)

    @property
    def joint_reference(self) -> bool:
        """True: it reads the reference of the joints."""
        return True

    @property
    def reads(self) -> tuple[str, ...]:
        """Rates of the active joints."""
        return ("qd_active",)

    def __call__(self, t: Any, measured: Measured, reference: Reference, state: Any, model: Any) -> tuple[Any, Any]:
        """Efforts [N m or N] of the active joints."""
        return self.track(reference.qd_active, measured, model), state

    def track(self, rates: Any, measured: Measured, model: Any) -> Any:
        """Efforts that make the active joints follow ``rates``."""
        if not model.n_active:
            raise UnsupportedOperation(f"VelocityControl: {model.mechanism.name} has no actuated joint")
        correction = apply_gain(self.gain, rates - measured.qd_active, "VelocityControl", "gain")
        if self.feedforward == "model":
            return model("inverse_dynamics_active", q=measured.q, qd=measured.qd, qdd_active=correction)["tau"]
        return correction + (model.static_effort(measured.q) if self.feedforward == "gravity" else 0)
