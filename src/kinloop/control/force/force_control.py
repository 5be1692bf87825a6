"""Explicit force control: the wrench of the environment on the tool follows a wanted one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import casadi as ca
import numpy as np

from kinloop.control.force.feasibility import require_efforts, require_task, sample_configurations, stable_damping
from kinloop.control.force.force_loop import ForceGains, check_force_gains, hold_integral, push
from kinloop.control.force.task_force import efforts_of, force_of_environment
from kinloop.control.gains import apply_gain
from kinloop.control.law import Law
from kinloop.control.law_inputs import Measured, Reference
from kinloop.control.tunable import Prepared, Setting

Array = np.ndarray


@dataclass(frozen=True)
class ForceControl(Law):
    r"""Efforts with which the environment exerts a wanted wrench on the tool, in all directions of the task.

    .. math:: \tau = \tau_{static}(q) - J^T \left(F_d + k_f (F_d - F) + I + d\, \dot x\right), \quad
              I_{k+1} = I_k + T k_i (F_d - F)

    Where the wanted force is zero the tool is led by hand, against the damping. Before the tool touches, it approaches against
    the wanted force at the speed ``approach``.

    Args:
        force: ``F_d`` of the environment on the tool [N, N m], one for each rate of the task; a tool that presses down on a table
            with 10 N has +10 along z.
        ki: [1/s]. kf: [1].
        damping: ``d`` [N s/m, N m s/rad], one number, or one for each direction of the force; chosen from ``ki`` and the inertia
            of the machine unless given.
        approach: [m/s]. limit: the largest task force that the law pushes with; integration stops there, and where an actuator of
            the run is saturated (anti-windup).
    Raises: ShapeError, NotFinite: gains below zero. In a run SingularConfiguration: a singularity near the start;
        UnsupportedOperation: a force that the actuators cannot give, a damping that is unstable with the period, or a wrench that
        is not measured.
    """

    force: Any
    ki: Any = 20.0
    kf: Any = 0.0
    damping: Any = None
    approach: Any = 0.02
    limit: Any = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_force_gains(self)

    @property
    def reads(self) -> tuple[str, ...]:
        """Nothing of a trajectory."""
        return ()

    @property
    def depends_on_start(self) -> bool:
        """True: the state has as many numbers as the task."""
        return True

    def begin(self, t: Any, measured: Measured, reference: Reference, model: Any) -> Any:
        """Not in contact, no integral."""
        return ca.SX.zeros(1 + measured.xd.numel())

    def prepare(self, setting: Setting) -> Prepared:
        """The law itself, where the actuators can give the force and no singularity is near."""
        require_task("ForceControl", setting.robot)
        t, q = sample_configurations("ForceControl", setting)
        force = ca.evalf(self._wanted_force(setting.robot.n_active)).full().ravel()
        require_efforts("ForceControl", setting, t, q, -force)
        return Prepared(replace(self, damping=stable_damping(self, setting, q, np.eye(setting.robot.n_active))))

    def _wanted_force(self, size: int) -> ca.SX:
        return apply_gain(self.force, ca.SX.ones(size), "ForceControl", "force")

    def __call__(self, t: Any, measured: Measured, reference: Reference, state: Any, model: Any) -> tuple[Any, Any]:
        """Efforts [N m or N] of the active joints."""
        size = measured.xd.numel()
        have, identity = force_of_environment(measured, model), ca.SX.eye(size)
        force, after = push(self._wanted_force(size), have, measured.xd, identity, state, ForceGains.of(self), model.period)
        efforts = model.static_effort(measured.q) + efforts_of(force, measured, model)
        return efforts, hold_integral(efforts, after, state, model.task_jacobian(measured.q).T, model.saturation)
