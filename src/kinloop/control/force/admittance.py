"""Admittance: a measured force moves the reference, and a position law follows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np

from kinloop.control.force.feasibility import as_matrix, require_stable, require_task, sample_configurations
from kinloop.control.force.impedance import gain_matrix
from kinloop.control.force.task_force import efforts_for, efforts_of_wrench, force_of_environment
from kinloop.control.force.task_law import TaskLaw
from kinloop.control.gains import apply_gain, require_nonnegative, task_error
from kinloop.control.law_inputs import Measured, Reference
from kinloop.control.tunable import Prepared, Setting


@dataclass(frozen=True)
class Admittance(TaskLaw):
    r"""The measured wrench ``F`` displaces the reference by ``y``, and computed torque of the task follows :math:`x_t + y`.

    .. math:: M_d \ddot y + D \dot y + K y = F, \qquad
              \ddot x = \ddot x_t + \ddot y + k_d (\dot x_t + \dot y - \dot x) + k_p (x_t + y - x) .

    The displacement is integrated by the trapezoidal rule, which is stable with every period. It suits machines that follow
    positions well; :class:`Impedance` suits those whose efforts are known well.

    Args:
        stiffness, damping, inertia: ``K`` [N/m, N m/rad], ``D`` [N s/m, N m s/rad], ``M_d`` [kg, kg m^2], each one number, one
            for each rate of the task, or a matrix; without stiffness the tool is led by hand.
        kp, kd: [1/s^2] and [1/s], of the inner law.
    Raises: ShapeError, NotFinite: gains below zero. In a run SingularConfiguration: a trajectory that comes near a Type 1 or
        Type 2 singularity; UnsupportedOperation: a wrench that is not measured.
    """

    stiffness: Any
    damping: Any
    inertia: Any
    kp: Any
    kd: Any

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("stiffness", "damping", "kp", "kd"):
            require_nonnegative("Admittance", name, getattr(self, name))
        require_nonnegative("Admittance", "inertia", self.inertia, above_zero=True)

    @property
    def depends_on_start(self) -> bool:
        """True: the state has as many numbers as the task."""
        return True

    def begin(self, t: Any, measured: Measured, reference: Reference, model: Any) -> Any:
        """No displacement, at rest."""
        return ca.SX.zeros(2 * measured.xd.numel())

    def prepare(self, setting: Setting) -> Prepared:
        """The law itself, where its inner loop is stable and no singularity is near."""
        require_task("Admittance", setting.robot)
        sample_configurations("Admittance", setting)
        size = setting.robot.n_active
        for name in ("stiffness", "damping", "inertia"):
            as_matrix("Admittance", name, getattr(self, name), size)
        kd, kp = (as_matrix("Admittance", name, getattr(self, name), size) for name in ("kd", "kp"))
        require_stable("Admittance", np.eye(size)[None], kd, kp, setting)
        return Prepared(self)

    def __call__(self, t: Any, measured: Measured, reference: Reference, state: Any, model: Any) -> tuple[Any, Any]:
        """Efforts [N m or N] of the active joints, and the next displacement with its rate."""
        T, size = model.period, state.numel() // 2
        place, rate = state[:size], state[size:]
        force = force_of_environment(measured, model)
        M, D, K = (gain_matrix(each, size) for each in (self.inertia, self.damping, self.stiffness))
        acceleration = ca.solve(M + T / 2 * D + T**2 / 4 * K, force - D @ rate - K @ (place + T / 2 * rate))
        error = task_error(measured, reference, model) + place
        xdd = reference.xdd + acceleration + apply_gain(self.kp, error, "Admittance", "kp")
        xdd += apply_gain(self.kd, reference.xd + rate - measured.xd, "Admittance", "kd")
        efforts = efforts_for(xdd, measured, model) - efforts_of_wrench(measured, model)
        return efforts, ca.vertcat(place + T * rate + T**2 / 2 * acceleration, rate + T * acceleration)
