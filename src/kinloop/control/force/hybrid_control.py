"""Hybrid control: motion in some directions of the task, force in the others."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import casadi as ca
import numpy as np

from kinloop.control.force.feasibility import (
    as_matrix,
    require_efforts,
    require_stable,
    require_task,
    sample_configurations,
    stable_damping,
)
from kinloop.control.force.force_loop import ForceGains, check_force_gains, hold_integral, push
from kinloop.control.force.task_force import efforts_beside_task, efforts_for, efforts_of, force_of_environment
from kinloop.control.force.task_frame import TaskFrame
from kinloop.control.force.task_law import TaskLaw
from kinloop.control.gains import apply_gain, require_nonnegative, task_error
from kinloop.control.law_inputs import Measured, Reference
from kinloop.control.tunable import OPTION, Prepared, Setting

Array = np.ndarray


@dataclass(frozen=True)
class HybridControl(TaskLaw):
    r"""Efforts that follow the trajectory in some directions of the task, and a wanted force in the others.

    The directions are the axes of one declared frame; ``S`` selects those of the motion, translations and rotations apart:

    .. math:: \tau = \tau_{model}\left(S (\ddot x_t + k_d \dot e + k_p e)\right) - J^T S F + J^T (1 - S) f

    with the force ``f`` of a loop with integral action, damping and a transition into contact, as of :class:`ForceControl`. The
    measured force in the directions of the motion, such as friction, is compensated.

    Args:
        kp: [1/s^2]. kd: [1/s]: of the motion, one number, or one for each rate of the task.
        force: of the environment on the tool along each axis of the frame [N, N m]: 10 along the normal of a board that the tool
            presses on with 10 N. Entries of directions that follow the motion are not used.
        axes: for each rate of the task whether the force is controlled along this axis of the frame: 1 or 0.
        frame: the axes of the frame in world axes, as roll, pitch and yaw [rad] about fixed axes.
        ki, kf, damping, approach, limit: of the force, as of :class:`ForceControl`.
    Raises: ShapeError, NotFinite: gains below zero, axes that are not 0 or 1. In a run ShapeError: axes that do not match the
        task; SingularConfiguration: a trajectory near a singularity, where directions of forces are lost; UnsupportedOperation: a
        force that the actuators cannot give, a sampled loop that is unstable, or a wrench that is not measured.
    References: [Raibert1981], [Khatib1987].
    """

    kp: Any
    kd: Any
    force: Any
    axes: tuple[int, ...] = field(kw_only=True, metadata=OPTION)
    frame: tuple[float, float, float] = field(default=(0.0, 0.0, 0.0), kw_only=True, metadata=OPTION)
    ki: Any = 20.0
    kf: Any = 0.0
    damping: Any = None
    approach: Any = 0.02
    limit: Any = None

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("kp", "kd"):
            require_nonnegative("HybridControl", name, getattr(self, name), matrix=False)
        check_force_gains(self)
        frame = TaskFrame.of("HybridControl", self.axes, self.frame)
        object.__setattr__(self, "axes", frame.axes)
        object.__setattr__(self, "frame", frame.rpy)

    @property
    def depends_on_start(self) -> bool:
        """True: the state has as many numbers as directions of the force."""
        return True

    def begin(self, t: Any, measured: Measured, reference: Reference, model: Any) -> Any:
        """Not in contact, no integral."""
        return ca.SX.zeros(1 + sum(self.axes))

    def prepare(self, setting: Setting) -> Prepared:
        """The law itself, where directions, forces and the period fit the machine."""
        robot = setting.robot
        require_task("HybridControl", robot)
        frame = TaskFrame(self.axes, self.frame)
        basis = frame.of_force("HybridControl", robot.mechanism)
        t, q = sample_configurations("HybridControl", setting)
        pressing = basis @ ca.evalf(self._wanted_force(robot.n_active)).full().ravel()
        require_efforts("HybridControl", setting, t, q, -pressing)
        require_stable_motion(self, setting)
        return Prepared(replace(self, damping=stable_damping(self, setting, q, basis)))

    def _wanted_force(self, size: int) -> ca.SX:
        """The wanted force along the directions of the force."""
        every = apply_gain(self.force, ca.SX.ones(size), "HybridControl", "force")
        return every[[k for k, is_force in enumerate(self.axes) if is_force]]

    def __call__(self, t: Any, measured: Measured, reference: Reference, state: Any, model: Any) -> tuple[Any, Any]:
        """Efforts [N m or N] of the active joints."""
        frame = TaskFrame(self.axes, self.frame)
        basis = ca.SX(frame.of_force("HybridControl", model.mechanism))
        return follow_and_push(self, self._wanted_force(len(self.axes)), basis, ca.SX(0), measured, reference, state, model)


def follow_and_push(
    law: Any,
    wanted: ca.SX,
    basis: ca.SX,
    bend: ca.SX,
    measured: Measured,
    reference: Reference,
    state: Any,
    model: Any,
) -> tuple[ca.SX, ca.SX]:
    """Efforts that follow the motion beside the directions of the force, and push along these; and the next state. ``basis``
    (m, p): unit vectors of the directions of the force; ``bend``: the acceleration along them that the contact imposes."""
    name, have = type(law).__name__, force_of_environment(measured, model)
    beside = ca.SX.eye(have.numel()) - basis @ basis.T
    # Errors along the force are not those of the motion, also where gains differ and the frame is tilted.
    xdd = reference.xdd + apply_gain(law.kd, beside @ (reference.xd - measured.xd), name, "kd")
    xdd += apply_gain(law.kp, beside @ task_error(measured, reference, model), name, "kp")
    force, after = push(wanted, have, measured.xd, basis, state, ForceGains.of(law), model.period)
    efforts = efforts_for(beside @ xdd + bend * after[0], measured, model) - efforts_beside_task(measured, model)
    efforts += efforts_of(force - beside @ have, measured, model)
    along = model.task_jacobian(measured.q).T @ basis
    return efforts, hold_integral(efforts, after, state, along, model.saturation)


def require_stable_motion(law: Any, setting: Setting) -> None:
    """Raises: ShapeError: gains for another number of coordinates. UnsupportedOperation: the motion is unstable with the
    period."""
    name, size = type(law).__name__, setting.robot.n_active
    kd, kp = (as_matrix(name, gain, getattr(law, gain), size) for gain in ("kd", "kp"))
    require_stable(name, np.eye(size)[None], kd, kp, setting)
