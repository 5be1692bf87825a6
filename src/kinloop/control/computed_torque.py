"""Computed torque: the inverse dynamic model makes the error dynamics of the active joints linear."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kinloop.control.law import Law, Measured, Reference, apply_gain


@dataclass(frozen=True)
class ComputedTorque(Law):
    r"""Active efforts from the inverse dynamic model and a linear law on the active joints.

    .. math:: \tau = M(q) \left(\ddot q_t + K_d (\dot q_t - \dot q_a) + K_p (q_t - q_a)\right) + c(q, \dot q)

    The inverse models convert a trajectory of the task to the active joints, on the branch where the run begins.

    Args:
        kp: [1/s^2], one number, one for each active joint, or a matrix.
        kd: [1/s], likewise.
    References: [DemuttiRosi2020] (3.6) and (3.7).
    """

    kp: Any
    kd: Any

    @property
    def joint_reference(self) -> bool:
        """True: it reads the reference of the active joints."""
        return True

    @property
    def reads(self) -> tuple[str, ...]:
        """The reference of the active joints."""
        return ("q_active", "qd_active", "qdd_active")

    def __call__(self, t: Any, measured: Measured, reference: Reference, state: Any, model: Any) -> tuple[Any, Any]:
        """Efforts [N m or N] of the active joints."""
        name = type(self).__name__
        position = apply_gain(self.kp, reference.q_active - measured.q_active, name, "kp")
        rate = apply_gain(self.kd, reference.qd_active - measured.qd_active, name, "kd")
        acceleration = reference.qdd_active + rate + position
        return model("inverse_dynamics_active", q=measured.q, qd=measured.qd, qdd_active=acceleration)["tau"], state
