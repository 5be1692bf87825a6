"""Computed torque: the inverse dynamic model makes the error dynamics linear, of the active joints or of the task."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from kinloop.control.gains import apply_gain, require_nonnegative, task_error
from kinloop.control.law import Law
from kinloop.control.law_inputs import Measured, Reference
from kinloop.control.tunable import OPTION, Prepared, Setting
from kinloop.errors import ShapeError, unknown_name

SPACES = ("joint", "task")


@dataclass(frozen=True)
class ComputedTorque(Law):
    r"""Active efforts from the inverse dynamic model and a linear law on the active joints, or on the task.

    .. math:: \tau = M(q) \left(\ddot q_t + K_d (\dot q_t - \dot q_a) + K_p (q_t - q_a)\right) + c(q, \dot q)

    The inverse models convert a trajectory of the task to the active joints, on the branch where the run begins. With
    ``space="task"`` the error is that of the task, and the second-order inverse kinematic model gives the accelerations of the
    joints:

    .. math:: \ddot x = \ddot x_t + K_d (\dot x_t - \dot x) + K_p (x_t - x), \quad
              A \ddot x + B \ddot q_a + b = 0, \quad \tau = M(q)\, \ddot q_a + c(q, \dot q)

    With an exact model the error obeys :math:`\ddot e + K_d \dot e + K_p e = 0` in continuous time. Sampled with the period
    ``T`` it decays while :math:`K_d > K_p T / 2` and :math:`K_d T < 2`, for gains that are numbers.

    Args:
        kp: [1/s^2], one number, one for each active joint (or coordinate of the task's rates), or a matrix.
        kd: [1/s], likewise.
        parameters: values of the law's own model, where it differs from the robot's: a rough model.
        space: ``"joint"`` or ``"task"``.
    Raises: ShapeError, NotFinite, UnknownName: gains below zero or not finite, an unknown space.
    References: [DemuttiRosi2020] (3.6) and (3.7); [Aissani2021] (5.28).
    """

    kp: Any
    kd: Any
    parameters: Mapping[str, Any] | None = None
    space: Literal["joint", "task"] = field(default="joint", kw_only=True, metadata=OPTION)

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("kp", "kd"):
            require_nonnegative("ComputedTorque", name, getattr(self, name))
        if not isinstance(self.space, str) or self.space not in SPACES:
            raise unknown_name("space", self.space, SPACES, "ComputedTorque")
        if self.parameters is not None and not isinstance(self.parameters, Mapping):
            raise ShapeError(f"ComputedTorque: parameters is {self.parameters!r:.80}, expected values by name")

    @property
    def joint_reference(self) -> bool:
        """Whether it reads the reference of the active joints."""
        return self.space == "joint"

    @property
    def task_reference(self) -> bool:
        """Whether it needs a trajectory of the task."""
        return self.space == "task"

    @property
    def reads(self) -> tuple[str, ...]:
        """The reference of the active joints, or of the task."""
        return ("q_active", "qd_active", "qdd_active") if self.space == "joint" else ("x", "xd", "xdd")

    def prepare(self, setting: Setting) -> Prepared:
        """The law with all parameters of its model that differ from the robot's, those that follow from others too."""
        if not self.parameters:
            return Prepared(self)
        if arrays := [name for name, value in self.parameters.items() if np.ndim(value)]:
            raise ShapeError(f"ComputedTorque: the parameter {arrays[0]!r} of its model is an array, expected one number")
        known, own = setting.robot.parameters, setting.robot.with_parameters(**self.parameters).parameters
        changed = {name: value for name, value in own.items() if name in self.parameters or value != known[name]}
        return Prepared(replace(self, parameters=changed))

    def __call__(self, t: Any, measured: Measured, reference: Reference, state: Any, model: Any) -> tuple[Any, Any]:
        """Efforts [N m or N] of the active joints."""
        model = model.with_parameters(**self.parameters) if self.parameters else model
        acceleration = self._joint_acceleration(measured, reference, model)
        return model("inverse_dynamics_active", q=measured.q, qd=measured.qd, qdd_active=acceleration)["tau"], state

    def _joint_acceleration(self, measured: Measured, reference: Reference, model: Any) -> Any:
        """The acceleration of the active joints that makes the error decay."""
        name = type(self).__name__
        if self.space == "joint":
            position = apply_gain(self.kp, reference.q_active - measured.q_active, name, "kp")
            rate = apply_gain(self.kd, reference.qd_active - measured.qd_active, name, "kd")
            return reference.qdd_active + rate + position
        position = apply_gain(self.kp, task_error(measured, reference, model), name, "kp")
        rate = apply_gain(self.kd, reference.xd - measured.xd, name, "kd")
        xdd = reference.xdd + rate + position
        return model("inverse_acceleration", q=measured.q, qd=measured.qd, xdd=xdd)["qdd"][: model.n_active]
