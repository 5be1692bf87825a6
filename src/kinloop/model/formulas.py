"""The formulas that a robot compiles: which expressions, under which names."""

from __future__ import annotations

from collections.abc import Callable

import casadi as ca

from kinloop.compile.tape import Argument, Formula, matrix, scalar, vector
from kinloop.errors import unknown
from kinloop.model.closed import ClosedModel
from kinloop.model.input_output import input_output
from kinloop.model.tree import Frame

Outputs = tuple[Argument, ...]


def formula(model: ClosedModel, name: str, frame: str = "tool") -> Formula:
    """The formula called ``name``; some are of a frame."""
    if name not in FORMULAS:
        raise unknown("formula", name, FORMULAS, "kinloop")
    inputs, outputs = FORMULAS[name]
    given = {
        "q": model.open.q,
        "qd": model.open.v,
        "qdd": model.open.a,
        "qdd_active": model.open.a[: model.n_active],
        "tau": model.tau,
    }
    arguments = [vector(key, given[key]) for key in inputs.split()]
    if model.open.parameters.numel():
        arguments.append(vector("parameters", model.open.parameters))
    return Formula(name, tuple(arguments), outputs(model, named_frame(model, frame)))


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


def _inverse_dynamics(model: ClosedModel, _: Frame) -> Outputs:
    return (vector("tau", model.active_effort),)


def _inverse_dynamics_active(model: ClosedModel, _: Frame) -> Outputs:
    n = model.n_active
    if not model.has_passive:
        return _inverse_dynamics(model, _)
    full = ca.vertcat(model.open.a[:n], model.passive_by_active @ model.open.a[:n] + model.passive_bias)
    return (vector("tau", ca.substitute(model.active_effort, model.open.a, full)),)


def _forward_dynamics(model: ClosedModel, _: Frame) -> Outputs:
    outputs = [vector("qdd", model.forward_acceleration)]
    if model.loop_force.numel():
        outputs.append(vector("loop_force", model.loop_force))
    return (*outputs, scalar("pivot", model.smallest_pivot))


def _task_jacobian(model: ClosedModel, frame: Frame) -> Outputs:
    return (matrix("jacobian", model.open.jacobian(frame)),)


def _pose(model: ClosedModel, frame: Frame) -> Outputs:
    place = model.open.placement(frame)
    return vector("position", place.p), matrix("rotation", place.R)


def _input_output(model: ClosedModel, frame: Frame) -> Outputs:
    A, B = input_output(model, frame)
    return matrix("A", A), matrix("B", B)


# name -> (inputs, outputs). All but those on the active joints alone are of the tree.
FORMULAS: dict[str, tuple[str, Callable[[ClosedModel, Frame], Outputs]]] = {
    "inverse_dynamics": ("q qd qdd", _inverse_dynamics),
    "inverse_dynamics_active": ("q qd qdd_active", _inverse_dynamics_active),
    "forward_dynamics": ("q qd tau", _forward_dynamics),
    "inertia": ("q", lambda m, _: (matrix("inertia", m.inertia),)),
    "bias": ("q qd", lambda m, _: (vector("bias", m.bias),)),
    "gravity": ("q", lambda m, _: (vector("gravity", m.open.gravity_effort),)),
    "friction": ("qd", lambda m, _: (vector("friction", m.open.friction_effort),)),
    "energy": ("q qd", lambda m, _: (scalar("kinetic", m.open.kinetic_energy), scalar("potential", m.open.potential_energy))),
    "closure": ("q", lambda m, _: (vector("closure", m.all_rows.h),)),
    "closure_velocity": ("q qd", lambda m, _: (matrix("K", m.K), vector("gamma", m.gamma))),
    "tree_inertia": ("q", lambda m, _: (matrix("inertia", m.open.inertia),)),
    "tree_effort": ("q qd qdd", lambda m, _: (vector("effort", m.open.effort),)),
    "pose": ("q", _pose),
    "jacobian": ("q", _task_jacobian),
    "input_output": ("q", _input_output),
}
