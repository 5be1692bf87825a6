"""The forces of surfaces as an engine applies them: the compiled function that the native plant has, of a point's motion."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import numpy as np

from kinloop.compile.llvm.kernel import Kernel, compile_formula
from kinloop.compile.tape.tape import Formula, vector
from kinloop.model.dynamics.contact import contact
from kinloop.model.robot import Robot

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class SurfaceForce:
    """The force of one surface on the frame that touches it."""

    frame: str
    kernel: Kernel
    parameters: tuple[Array, ...]

    def __call__(self, position: Array, velocity: Array) -> Array:
        """The force (3,) [N] on a point, in world axes."""
        return np.asarray(self.kernel.ufunc(position, velocity, *self.parameters))


def surface_forces(robot: Robot) -> list[SurfaceForce]:
    """The forces of all surfaces of a robot."""
    formulas, found = robot.models.formulas, []
    for surface in robot.mechanism.surfaces:

        def derive(surface=surface) -> Formula:  # type: ignore[no-untyped-def]
            p, v = ca.SX.sym("position", 3), ca.SX.sym("velocity", 3)
            parameters = formulas.tree.parameters
            given = (vector("parameters", parameters),) if parameters.numel() else ()
            force = contact(surface, formulas.tree.scalars, p, v).force
            return Formula("surface", (vector("position", p), vector("velocity", v), *given), (vector("force", force),))

        key = {**formulas.key, "surface": surface.model_dump_json()}
        kernel = compile_formula(derive, key, f"{robot.mechanism.name}.surface {surface.name}")
        found.append(SurfaceForce(surface.frame, kernel, robot.models.parameter_inputs))
    return found
