"""Kinematic control: joint rates that make the tool's error decay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kinloop.control.gains import apply_gain, require_nonnegative, task_error
from kinloop.control.law import Drives, Law
from kinloop.control.law_inputs import Measured, Reference


@dataclass(frozen=True)
class KinematicControl(Law):
    r"""Active joint rates from the task's error.

    .. math:: \dot q_a = -B^{-1} A \left(\dot x_t + \lambda (x_t - x)\right)

    In continuous time the error decays as :math:`e^{-\lambda t}`; a sampled law follows this to the first order in its period.
    The error of an orientation is a rotation vector. With a trajectory of the active joints,
    :math:`\dot q_a = \dot q_t + \lambda (q_t - q_a)`. The kinematic plant follows these rates exactly; on any other plant a
    :class:`Cascade` with an inner velocity loop does.

    Args:
        gain: [1/s], from zero; one number, one for each coordinate of the task's rates, or a matrix.
    References: [DemuttiRosi2020] (3.2) and (3.3), with the sign corrected.
    """

    gain: Any

    def __post_init__(self) -> None:
        super().__post_init__()
        require_nonnegative("KinematicControl", "gain", self.gain)

    @property
    def drives(self) -> Drives:
        """``"rate"``: the command is rates of the active joints."""
        return "rate"

    @property
    def reads(self) -> tuple[str, ...]:
        """Positions and rates of the reference, of the task or of the active joints."""
        return ("x", "xd", "q_active", "qd_active")

    def __call__(self, t: Any, measured: Measured, reference: Reference, state: Any, model: Any) -> tuple[Any, Any]:
        """Rates of the active joints [rad/s or m/s]."""
        name = type(self).__name__
        if reference.x is None:
            error = reference.q_active - measured.q_active
            return reference.qd_active + apply_gain(self.gain, error, name, "gain"), state
        error = task_error(measured, reference, model)
        xd = reference.xd + apply_gain(self.gain, error, name, "gain")
        return model("inverse_velocity", q=measured.q, xd=xd)["qd"][: model.n_active], state
