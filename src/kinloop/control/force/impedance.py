"""Impedance: the tool yields to forces as a mass, a damper and a spring would."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import casadi as ca

from kinloop.control.force.feasibility import as_matrix, require_stable, require_task, sample_configurations, task_inertia
from kinloop.control.force.task_force import efforts_for, efforts_of, efforts_of_wrench, force_of_environment
from kinloop.control.force.task_law import TaskLaw
from kinloop.control.gains import apply_gain, require_nonnegative, task_error
from kinloop.control.law_inputs import Measured, Reference
from kinloop.control.tunable import Prepared, Setting


@dataclass(frozen=True)
class Impedance(TaskLaw):
    r"""Efforts with which the tool yields to the wrench ``F`` of its environment as a mass, a damper and a spring would.

    With the error :math:`e = x_t - x` of the task,

    .. math:: \Lambda \ddot e + D \dot e + K e = -F, \qquad \text{with inertia:} \quad M_d \ddot e + D \dot e + K e = -F .

    Without ``inertia`` the tool keeps the inertia :math:`\Lambda` that it has (stiffness control), and no force is measured. With
    it the law measures the wrench and shapes the inertia:

    .. math:: \tau = \tau_{model}\left(\ddot x_t + M_d^{-1}(K e + D \dot e + F)\right) - J^T F .

    The force is held for a period ``T``, so errors are those in its middle, :math:`e + \dot e T/2` (and with ``inertia`` the rate
    :math:`\dot e + \ddot e T/2`); else the damping would be less by :math:`K T/2` and the inertia by :math:`D T/2`, as the
    inertia :math:`\Lambda` still is.

    Args:
        stiffness: ``K`` [N/m, N m/rad], one number, one for each rate of the task, or a matrix.
        damping: ``D`` [N s/m, N m s/rad], likewise.
        inertia: ``M_d`` [kg, kg m^2], likewise; None keeps the machine's own.
    Raises: ShapeError, NotFinite: gains below zero. In a run SingularConfiguration: a trajectory that comes near a Type 1 or
        Type 2 singularity; UnsupportedOperation: a sampled loop that is unstable, or a wrench that is not measured.
    References: [Hogan1985].
    """

    stiffness: Any
    damping: Any
    inertia: Any = None

    def __post_init__(self) -> None:
        super().__post_init__()
        require_nonnegative("Impedance", "stiffness", self.stiffness)
        require_nonnegative("Impedance", "damping", self.damping)
        require_nonnegative("Impedance", "inertia", self.inertia, above_zero=True, optional=True)

    def prepare(self, setting: Setting) -> Prepared:
        """The law itself, where it is stable and no singularity is near."""
        require_task("Impedance", setting.robot)
        _, q = sample_configurations("Impedance", setting)
        inertia, T = task_inertia(setting.robot, q), setting.period
        K, D = (as_matrix("Impedance", name, getattr(self, name), inertia.shape[-1]) for name in ("stiffness", "damping"))
        if self.inertia is not None:
            inertia = (as_matrix("Impedance", "inertia", self.inertia, len(D)) + T / 2 * D + T**2 / 8 * K)[None]
        require_stable("Impedance", inertia, D + T / 2 * K, K, setting)
        return Prepared(self)

    def __call__(self, t: Any, measured: Measured, reference: Reference, state: Any, model: Any) -> tuple[Any, Any]:
        """Efforts [N m or N] of the active joints."""
        T, rate = model.period, reference.xd - measured.xd
        error = task_error(measured, reference, model) + T / 2 * rate
        pull = apply_gain(self.stiffness, error, "Impedance", "stiffness") + apply_gain(
            self.damping, rate, "Impedance", "damping"
        )
        if self.inertia is None:
            return efforts_for(reference.xdd, measured, model) + efforts_of(pull, measured, model), state
        force, size = force_of_environment(measured, model), pull.numel()
        M, D, K = (gain_matrix(each, size) for each in (self.inertia, self.damping, self.stiffness))
        acceleration = ca.solve(M + T / 2 * D + T**2 / 8 * K, pull + force)
        return efforts_for(reference.xdd + acceleration, measured, model) - efforts_of_wrench(measured, model), state


def gain_matrix(gain: Any, size: int) -> ca.SX:
    """A gain as a matrix on symbols."""
    given = ca.SX(gain)
    return given if given.shape == (size, size) and size > 1 else ca.diag(given * ca.SX.ones(size))
