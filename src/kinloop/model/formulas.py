"""The formulas that a robot compiles: which expressions, under which names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import nan

import casadi as ca

from kinloop.compile.tape import Argument, Formula, matrix, scalar, vector
from kinloop.errors import unknown
from kinloop.model.closed import ClosedModel
from kinloop.model.input_output import input_output
from kinloop.model.tree import Frame

Outputs = tuple[Argument, ...]


@dataclass(frozen=True)
class Entry:
    """The inputs by name, the outputs, and what is positive where the outputs are determined."""

    inputs: str
    outputs: Callable[[ClosedModel, Frame], Outputs]
    margin: Callable[[ClosedModel], ca.SX] | None = None


def formula(model: ClosedModel, name: str, frame: str = "tool", guarded: bool = True) -> Formula:
    """The formula called ``name``; some are of a frame. Guarded, an undetermined output is NaN; to read, it is better
    without."""
    if name not in FORMULAS:
        raise unknown("formula", name, FORMULAS, "kinloop")
    entry = FORMULAS[name]
    active = model.open.a[: model.n_active]
    given = {"q": model.open.q, "qd": model.open.v, "qdd": model.open.a, "qdd_active": active, "tau": model.tau}
    arguments = [vector(key, given[key]) for key in entry.inputs.split()]
    if model.open.parameters.numel():
        arguments.append(vector("parameters", model.open.parameters))
    outputs = entry.outputs(model, named_frame(model, frame))
    if guarded and entry.margin is not None:
        undetermined = ca.if_else(entry.margin(model) > 0, 0, nan)
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


def _inverse_dynamics(model: ClosedModel, _: Frame) -> Outputs:
    return (vector("tau", model.active_effort),)


def _inverse_dynamics_active(model: ClosedModel, _: Frame) -> Outputs:
    n = model.n_active
    if not model.has_passive:
        return _inverse_dynamics(model, _)
    full = ca.vertcat(model.open.a[:n], model.passive_by_active @ model.open.a[:n] + model.passive_bias)
    return (vector("tau", ca.substitute(model.active_effort, model.open.a, full)),)


def _forward_dynamics(model: ClosedModel, _: Frame) -> Outputs:
    loop_force = (vector("loop_force", model.loop_force),) if model.loop_force.numel() else ()
    return (vector("qdd", model.forward_acceleration), *loop_force, scalar("margin", model.margin))


def _task_jacobian(model: ClosedModel, frame: Frame) -> Outputs:
    return (matrix("jacobian", model.open.jacobian(frame)),)


def _pose(model: ClosedModel, frame: Frame) -> Outputs:
    place = model.open.placement(frame)
    return vector("position", place.p), matrix("rotation", place.R)


def _input_output(model: ClosedModel, frame: Frame) -> Outputs:
    A, B = input_output(model, frame)
    return matrix("A", A), matrix("B", B)


def _passive_margin(model: ClosedModel) -> ca.SX:
    return model.passive_margin


FORMULAS: dict[str, Entry] = {
    # on the active joints
    "inverse_dynamics": Entry("q qd qdd", _inverse_dynamics, _passive_margin),
    "inverse_dynamics_active": Entry("q qd qdd_active", _inverse_dynamics_active, _passive_margin),
    "forward_dynamics": Entry("q qd tau", _forward_dynamics, lambda m: m.margin),
    "inertia": Entry("q", lambda m, _: (matrix("inertia", m.inertia),), _passive_margin),
    "bias": Entry("q qd", lambda m, _: (vector("bias", m.bias),), _passive_margin),
    "input_output": Entry("q", _input_output),
    # of the tree
    "pose": Entry("q", _pose),
    "jacobian": Entry("q", _task_jacobian),
    "energy": Entry(
        "q qd", lambda m, _: (scalar("kinetic", m.open.kinetic_energy), scalar("potential", m.open.potential_energy))
    ),
    "gravity": Entry("q", lambda m, _: (vector("gravity", m.open.gravity_effort),)),
    "friction": Entry("qd", lambda m, _: (vector("friction", m.open.friction_effort),)),
    "tree_inertia": Entry("q", lambda m, _: (matrix("inertia", m.open.inertia),)),
    "tree_effort": Entry("q qd qdd", lambda m, _: (vector("effort", m.open.effort),)),
    # of the loops
    "closure": Entry("q", lambda m, _: (vector("closure", m.all_rows.h),)),
    "closure_velocity": Entry("q qd", lambda m, _: (matrix("K", m.K), vector("gamma", m.gamma))),
}
