"""The formulas that a robot compiles: which expressions, under which names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import reduce
from math import nan

import casadi as ca

from kinloop.compile.tape import Argument, Formula, matrix, scalar, vector
from kinloop.errors import unknown
from kinloop.model.closed import ClosedModel
from kinloop.model.closed_form import closed_form
from kinloop.model.closure import closure_sense
from kinloop.model.input_output import input_output
from kinloop.model.scaling import Scaled
from kinloop.model.task import TaskModel
from kinloop.model.tree import Frame

Outputs = tuple[Argument, ...]
# A quaternion whose square differs by more than this from 1 is none; the stages of an integrator differ by less.
UNIT = 1e-3


@dataclass(frozen=True)
class Entry:
    """The inputs by name, the outputs, and what is positive where the outputs are determined."""

    inputs: str
    outputs: Callable[[TaskModel], Outputs]
    margin: Callable[[TaskModel], ca.SX] | None = None


def formula(model: ClosedModel, name: str, frame: str = "tool", guarded: bool = True) -> Formula:
    """The formula called ``name``; some are of a frame. Guarded, an undetermined output is NaN; to read, it is better
    without."""
    if name in ("forward_geometry", "inverse_geometry"):
        return closed_form(model, "forward" if name == "forward_geometry" else "inverse")
    if name not in FORMULAS:
        raise unknown("formula", name, FORMULAS, "kinloop")
    entry = FORMULAS[name]
    task = TaskModel(model, named_frame(model, frame))
    given = {
        "q": model.open.q,
        "qd": model.open.v,
        "qd_active": model.open.v[: model.n_active],
        "x": task.x_given,
        "xd": task.xd_given,
        "qdd": model.open.a,
        "qdd_active": model.open.a[: model.n_active],
        "xdd": task.xdd_given,
        "tau": model.tau,
    }
    arguments = [vector(key, given[key]) for key in entry.inputs.split() if given[key].numel()]
    if model.open.parameters.numel():
        arguments.append(vector("parameters", model.open.parameters))
    outputs = entry.outputs(task)
    conditions = [entry.margin(task)] if entry.margin is not None else []
    if "q" in entry.inputs.split():
        spheres = [model.open.q[joint.q] for joint in model.tree.joints if joint.kind == "spherical"]
        conditions += [UNIT - ca.fabs(ca.sumsqr(quaternion) - 1) for quaternion in spheres]
    if guarded and conditions:
        undetermined = ca.if_else(reduce(ca.fmin, conditions) > 0, 0, nan)
        outputs = tuple(replace(output, expression=output.expression + undetermined) for output in outputs)
    return Formula(name, tuple(arguments), outputs)


def named_frame(model: ClosedModel, name: str) -> Frame:
    """A frame by name: the tool, a declared frame, or a link."""
    mechanism = model.tree.mechanism
    if name == "tool":
        if mechanism.tool is not None:
            return model.tree.anchor(mechanism.tool)
        return model.tree.links[mechanism.joints[-1].child]
    if name in mechanism.frames:
        return model.tree.anchor(mechanism.frames[name])
    if name in model.tree.links:
        return model.tree.links[name]
    raise unknown("frame", name, ["tool", *mechanism.frames, *model.tree.links], repr(mechanism.name))


def _inverse_dynamics_active(task: TaskModel) -> Outputs:
    return (vector("tau", ca.substitute(task.closed.active_effort, task.open.a, task.qdd_forward)),)


def _forward_dynamics(task: TaskModel) -> Outputs:
    model = task.closed
    loop_force = (vector("loop_force", model.loop_force),) if model.loop_force.numel() else ()
    return (vector("qdd", model.forward_acceleration), *loop_force, scalar("margin", model.margin))


def _pose(task: TaskModel) -> Outputs:
    place = task.open.placement(task.frame)
    return vector("position", place.p), matrix("rotation", place.R)


def _input_output(task: TaskModel) -> Outputs:
    A, B = input_output(task)
    return matrix("A", A), matrix("B", B)


def _scaled_velocity(task: TaskModel) -> Outputs:
    scaled = Scaled(task)
    closures = (matrix("K", scaled.K),) if scaled.K.numel() else ()
    return (*closures, matrix("tool", scaled.tool), scalar("size", scaled.size))


def _singularity_measures(gap: Callable[[Scaled], ca.SX]) -> Callable[[TaskModel], Outputs]:
    def outputs(task: TaskModel) -> Outputs:
        scaled = Scaled(task)
        (passive, twist, rates), (stacked, inverse) = scaled.forward, scaled.inverse
        return (
            scalar("passive_determinant", passive),
            scalar("task_determinant", stacked),
            scalar("twist_norm", twist),
            scalar("task_norm", rates),
            scalar("inverse_norm", inverse),
            scalar("gap", gap(scaled)),
        )

    return outputs


def _energy(task: TaskModel) -> Outputs:
    return scalar("kinetic", task.open.kinetic_energy), scalar("potential", task.open.potential_energy)


def _passive_margin(task: TaskModel) -> ca.SX:
    return task.closed.passive_margin


def _task_margin(task: TaskModel) -> ca.SX:
    return task.task_margin


def _velocity(qd: Callable[[TaskModel], ca.SX]) -> Callable[[TaskModel], Outputs]:
    return lambda task: (vector("xd", task.task_rate(qd(task))), vector("qd", qd(task)))


def _acceleration(qdd: Callable[[TaskModel], ca.SX]) -> Callable[[TaskModel], Outputs]:
    return lambda task: (vector("xdd", task.task_acceleration(qdd(task))), vector("qdd", qdd(task)))


FORMULAS: dict[str, Entry] = {
    # the task, and first and second order in both directions
    "task": Entry("q", lambda t: (vector("x", t.x),)),
    "step_forward": Entry("q", lambda t: (vector("q", t.step_forward()),)),
    "step_inverse": Entry("q x", lambda t: (vector("q", t.step_inverse()),)),
    "forward_velocity": Entry("q qd_active", _velocity(lambda t: t.qd_forward), _passive_margin),
    "inverse_velocity": Entry("q xd", _velocity(lambda t: t.qd_inverse), _task_margin),
    "forward_acceleration": Entry("q qd qdd_active", _acceleration(lambda t: t.qdd_forward), _passive_margin),
    "inverse_acceleration": Entry("q qd xdd", _acceleration(lambda t: t.qdd_inverse), _task_margin),
    "input_output": Entry("q", _input_output),
    # dynamics on the active joints
    "inverse_dynamics": Entry("q qd qdd", lambda t: (vector("tau", t.closed.active_effort),), _passive_margin),
    "inverse_dynamics_active": Entry("q qd qdd_active", _inverse_dynamics_active, _passive_margin),
    "forward_dynamics": Entry("q qd tau", _forward_dynamics, lambda t: t.closed.margin),
    "inertia": Entry("q", lambda t: (matrix("inertia", t.closed.inertia),), _passive_margin),
    "bias": Entry("q qd", lambda t: (vector("bias", t.closed.bias),), _passive_margin),
    # of the tree
    "pose": Entry("q", _pose),
    "jacobian": Entry("q", lambda t: (matrix("jacobian", t.open.jacobian(t.frame)),)),
    "energy": Entry("q qd", _energy),
    "gravity": Entry("q", lambda t: (vector("gravity", t.open.gravity_effort),)),
    "friction": Entry("qd", lambda t: (vector("friction", t.open.friction_effort),)),
    "tree_inertia": Entry("q", lambda t: (matrix("inertia", t.open.inertia),)),
    "tree_effort": Entry("q qd qdd", lambda t: (vector("effort", t.open.effort),)),
    # of the loops
    "closure": Entry("q", lambda t: (vector("closure", t.closed.all_rows.h),)),
    "closure_sense": Entry("q", lambda t: (scalar("sense", closure_sense(t.open)),)),
    "closure_velocity": Entry("q qd", lambda t: (matrix("K", t.closed.K), vector("gamma", t.closed.gamma))),
    # singularities: dimensionless velocities, and their determinants and norms with how far a posture is from one
    "scaled_velocity": Entry("q", _scaled_velocity),
    "retracted": Entry("q qd", lambda t: (vector("q", t.closed.retracted(t.open.v)),)),
    "active_measures": Entry("q", _singularity_measures(lambda scaled: scaled.loop_gap)),
    "task_measures": Entry("q x", _singularity_measures(lambda scaled: scaled.task_gap)),
}
