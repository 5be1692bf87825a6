r"""Motion on a surface and a force into it, by the constraint that the surface is.

On the surface :math:`h(x) = 0` the contact row :math:`\nabla h \cdot \dot x = 0` stands below the rows of the loops. What is left
of the motion lies in the tangent plane, and the multiplier of the contact row is the normal force, which the law chooses. The
acceleration along the normal is not free: :math:`n \cdot \ddot x = -\dot x^T H \dot x / |\nabla h|`, with the Hessian ``H`` of
``h``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import casadi as ca
import numpy as np

from kinloop.control.force.feasibility import require_efforts, require_task, sample_configurations, stable_damping
from kinloop.control.force.force_loop import check_force_gains
from kinloop.control.force.hybrid_control import follow_and_push, require_stable_motion
from kinloop.control.force.task_law import TaskLaw
from kinloop.control.gains import require_nonnegative
from kinloop.control.law_inputs import Measured, Reference
from kinloop.control.tunable import OPTION, Prepared, Setting
from kinloop.errors import ShapeError, SingularConfiguration, UnsupportedOperation, listing
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.parts.surface import COORDINATES
from kinloop.model.dynamics.task import task_rows

Array = np.ndarray


@dataclass(frozen=True)
class SurfaceControl(TaskLaw):
    r"""Efforts that follow the trajectory along a surface ``h(x, y, z) = 0``, and press on it with a wanted normal force.

    It is hybrid control in the tangent frame of the surface at the tool, curved surfaces included: the rows of loops and of the
    contact are the constraints of the motion. See :class:`HybridControl` for the terms.

    Args:
        kp: [1/s^2]. kd: [1/s]: of the motion, one number, or one for each rate of the task.
        force: of the surface on the tool along its normal [N], above zero.
        h: an expression of ``x``, ``y`` and ``z`` [m], as of :class:`Surface`: free space is where it is positive.
        ki, kf, damping, approach, limit: of the force, as of :class:`ForceControl`.
    Raises: ShapeError, NotFinite, ExpressionError: gains below zero, an equation that has none of the coordinates. In a run
        UnsupportedOperation: a surface that the tool cannot reach beside the trajectory, a force that the actuators cannot give,
        a sampled loop that is unstable, a wrench that is not measured; SingularConfiguration: a trajectory near a singularity.
    """

    kp: Any
    kd: Any
    force: Any
    h: str = field(kw_only=True, metadata=OPTION)
    ki: Any = 20.0
    kf: Any = 0.0
    damping: Any = None
    approach: Any = 0.02
    limit: Any = None

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("kp", "kd"):
            require_nonnegative("SurfaceControl", name, getattr(self, name), matrix=False)
        check_force_gains(self)
        require_nonnegative("SurfaceControl", "force", self.force, above_zero=True, matrix=False)
        if not isinstance(self.force, ca.SX) and np.ndim(self.force):
            raise ShapeError(f"SurfaceControl: force has shape {np.shape(self.force)}, expected one number: along the normal")
        if not isinstance(self.h, str):
            raise ShapeError(f'SurfaceControl: h is {self.h!r:.80}, expected an expression such as "z - 0.1"')
        if not Expression(self.h).names.intersection(COORDINATES):
            raise ShapeError(f'SurfaceControl: h is {self.h!r:.80}, expected an expression of x, y and z, such as "z - 0.1"')

    @property
    def depends_on_start(self) -> bool:
        """True: a state of a contact and an integral."""
        return True

    def begin(self, t: Any, measured: Measured, reference: Reference, model: Any) -> Any:
        """Not in contact, no integral."""
        return ca.SX.zeros(2)

    def _geometry(self, mechanism: Any, parameters: Any, x: ca.SX) -> tuple[ca.SX, ca.SX, ca.SX]:
        """``h``, its gradient and its Hessian in the rows of the task, at a point ``x`` of the task."""
        rows, names = task_rows(mechanism), mechanism.task_names
        point = ca.SX.sym("point", 3)
        try:
            h = Expression(self.h).value({**parameters, **dict(zip(COORDINATES, ca.vertsplit(point), strict=True))})
        except LookupError as fault:
            raise UnsupportedOperation(f"SurfaceControl: {fault}") from fault
        here = [x[names.index(name)] if name in names else ca.SX(0) for name in COORDINATES]
        unknown = [name for name in Expression(self.h).names.intersection(COORDINATES) if name not in names]
        if unknown:
            raise UnsupportedOperation(
                f"SurfaceControl: h has {listing(unknown)}, but the task of {mechanism.name} is {listing(mechanism.task)}"
            )
        H, gradient = ca.hessian(ca.SX(h), point)
        whole = ca.vertcat(gradient, ca.SX.zeros(3))[rows]
        bent = ca.diagcat(H, ca.SX.zeros(3, 3))[rows, rows]
        found = ca.substitute([ca.SX(h), whole, bent], [point], [ca.vertcat(*here)])
        return found[0], found[1], found[2]

    def prepare(self, setting: Setting) -> Prepared:
        """The law itself, where the surface, the force and the period fit the machine."""
        robot = setting.robot
        require_task("SurfaceControl", robot)
        t, q = sample_configurations("SurfaceControl", setting)
        x = ca.SX.sym("x", len(robot.mechanism.task_names))
        parameters = {name: ca.SX(float(value)) for name, value in robot.parameters.items()}
        evaluate = ca.Function("surface", [x], list(self._geometry(robot.mechanism, parameters, x)[:2]))
        points = np.asarray(robot.models.geometry.task(q))
        self._require_reach(setting, t, q, points, evaluate)
        force = float(ca.evalf(ca.SX(self.force)).full()[0, 0])

        normals = np.array([evaluate(point)[1].full().ravel() for point in points])
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        require_efforts("SurfaceControl", setting, t, q, -force * normals)
        require_stable_motion(self, setting)
        return Prepared(replace(self, damping=stable_damping(self, setting, q, normals[..., None])))

    def _require_reach(self, setting: Setting, t: Array, q: Array, points: Array, evaluate: ca.Function) -> None:
        """Raises: UnsupportedOperation: the tool cannot reach the surface beside a point of the trajectory."""
        robot = setting.robot
        for k, point in enumerate(points):
            h, gradient = (each.full().ravel() for each in evaluate(point))
            if not gradient.any():
                raise SingularConfiguration(f"SurfaceControl: at {np.round(point, 6)} the gradient of {self.h!r} is zero")
            beside = np.array(point)
            beside[: len(gradient)] -= h[0] * gradient / float(gradient @ gradient)
            if not np.isfinite(robot.inverse_geometry(beside[None], near=q[k][None]).q).all():
                raise UnsupportedOperation(
                    f"SurfaceControl: the tool of {robot.mechanism.name} cannot reach the surface {self.h!r} at "
                    f"{np.round(beside, 4)}, beside the trajectory at t = {t[k]:.4g} s"
                )

    def __call__(self, t: Any, measured: Measured, reference: Reference, state: Any, model: Any) -> tuple[Any, Any]:
        """Efforts [N m or N] of the active joints."""
        _, gradient, bent = self._geometry(model.mechanism, model.parameters, ca.SX(measured.x))
        length = ca.sqrt(ca.sumsqr(gradient))
        normal = gradient / length
        bend = -normal * (measured.xd.T @ bent @ measured.xd) / length
        return follow_and_push(self, ca.SX(self.force), normal, bend, measured, reference, state, model)
