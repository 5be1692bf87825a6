"""The table of formulas that a robot compiles: the expressions under each name, and where they are determined."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import reduce
from math import nan
from operator import attrgetter

import casadi as ca

from kinloop.compile.tape.tape import Argument, Formula, matrix, scalar, vector
from kinloop.errors import unknown_name
from kinloop.model.dynamics.closed_chain_dynamics import ClosedModel
from kinloop.model.dynamics.quasi_definite import Solution
from kinloop.model.dynamics.task import TaskModel
from kinloop.model.dynamics.tree_dynamics import TreeModel
from kinloop.model.formulas.closed_form import Direction, closed_form, closed_form_with_gap
from kinloop.model.formulas.closed_form_error import doubt_formula
from kinloop.model.formulas.directional_derivative import directional_derivatives
from kinloop.model.formulas.input_output import input_output
from kinloop.model.formulas.reaction_formulas import joint_and_loop_wrenches
from kinloop.model.formulas.scaling import ScaledVelocities
from kinloop.numerics.tolerances import UNIT_QUATERNION

Outputs = tuple[Argument, ...]
# Models that are defined on closed loops only. Their kernels give NaN where a gap is larger than their last input, ALLOWED_GAP.
ON_CLOSED_LOOPS = frozenset(
    [
        "forward_velocity",
        "inverse_velocity",
        "task_jacobian",
        "inverse_jacobian",
        "input_output",
        "forward_acceleration",
        "inverse_acceleration",
        "inverse_jerk",
        "inverse_dynamics",
        "inverse_dynamics_active",
        "forward_dynamics",
        "quick_forward_dynamics",
        "inertia",
        "bias",
        "coriolis",
        "gravity",
        "friction",
        "spring",
        "state_space",
        "type2_limit_terms",
        "statics",
    ]
)
ALLOWED_GAP = "allowed_gap"


@dataclass(frozen=True)
class Entry:
    """The names of the inputs, the outputs, and a margin that is positive where the outputs are determined."""

    inputs: str
    outputs: Callable[[TaskModel], Outputs]
    margin: Callable[[TaskModel], ca.SX] | None = None


def formula(model: ClosedModel, name: str, frame: str = "tool", guarded: bool = True, loads: tuple[str, ...] = ()) -> Formula:
    """The formula ``name``, at a frame where it depends on one. An undetermined output is NaN if ``guarded``; equations to read
    are not. ``loads`` are the names of the frames on which the model's external wrenches act."""
    if name in ("forward_geometry", "inverse_geometry"):
        return closed_form(model, "forward" if name == "forward_geometry" else "inverse")
    if name in ("forward_solution", "inverse_solution"):
        direction: Direction = "forward" if name == "forward_solution" else "inverse"
        return closed_form_with_gap(model, direction, formula(model, f"{direction}_residual", guarded=False))
    if name in ("forward_doubt", "inverse_doubt"):
        return doubt_formula(model, "forward" if name == "forward_doubt" else "inverse")
    if name not in FORMULAS:
        raise unknown_name("formula", name, ("forward_geometry", "inverse_geometry", *FORMULAS), "kinloop")
    entry = FORMULAS[name]
    task = TaskModel(model, model.tree.frame(frame))
    given = {
        "q": model.tree_model.q,
        "qd": model.tree_model.v,
        "qd_active": model.tree_model.v[: model.n_active],
        "x": task.x_given,
        "xd": task.xd_given,
        "qdd": model.tree_model.a,
        "qdd_active": model.tree_model.a[: model.n_active],
        "xdd": task.xdd_given,
        "xddd": task.xddd_given,
        "jerk": task.jerk_given,
        "tau": model.tau,
        "impulse": model.impulse,
        "weights": task.active.weights,
        "loop_force": task.loop_force_given,
        "change_q": task.change_q,
        "change_qd": task.change_v,
        "change_qdd": task.change_a,
    }
    arguments = [vector(key, given[key]) for key in entry.inputs.split() if given[key].numel()]
    arguments += [vector(f"wrench_{on}", wrench) for on, wrench in zip(loads, model.tree_model.wrenches, strict=True)]
    if model.tree_model.parameters.numel():
        arguments.append(vector("parameters", model.tree_model.parameters))
    outputs = entry.outputs(task)
    conditions = [entry.margin(task)] if entry.margin is not None else []
    if is_refused(model, name):
        conditions = [ca.SX(-1)]  # infinitesimal mobility has neither rates nor accelerations
    if "q" in entry.inputs.split():
        conditions += unit_quaternion_margins(model.tree_model)
    if guarded:
        outputs = guard(outputs, conditions)
    return Formula(name, tuple(arguments), outputs)


def unit_quaternion_margins(model: TreeModel) -> list[ca.SX]:
    """For each quaternion of ``q`` a margin that is positive where its length is 1."""
    quaternions = [model.q[joint.q] for joint in model.tree.joints if joint.motion.has_quaternion]
    return [UNIT_QUATERNION - ca.fabs(ca.sumsqr(quaternion) - 1) for quaternion in quaternions]


def guard(outputs: Outputs, margins: list[ca.SX]) -> Outputs:
    """The outputs, with NaN where a margin is not positive."""
    if not margins:
        return outputs
    undetermined = ca.if_else(reduce(ca.fmin, margins) > 0, 0, nan)
    return tuple(replace(output, expression=output.expression + undetermined) for output in outputs)


def is_refused(model: ClosedModel, name: str) -> bool:
    """Whether the machine is shaky and the formula describes its motion: it has no value at any configuration."""
    moves = name in ON_CLOSED_LOOPS or (name in FORMULAS and FORMULAS[name].margin is not None)
    return moves and model.assembled.shaky is not None


def on_closed_loops(model: ClosedModel, given: Formula) -> Formula:
    """A formula that is defined on closed loops only, with NaN where the largest gap of all closure rows (an angle, or a length
    in parts of the machine's size) is more than an additional last input. It shares the rows' sines and cosines, so it costs very
    little; a separate kernel would cost as much as an inertia, and a further output much memory."""
    if given.name not in ON_CLOSED_LOOPS or not model.all_rows.h.numel():
        return given
    allowed = ca.SX.sym(ALLOWED_GAP)
    is_open = ca.if_else(model.gap <= allowed * model.length_scale, 0, nan)
    return replace(
        given,
        inputs=(*given.inputs, scalar(ALLOWED_GAP, allowed)),
        outputs=tuple(replace(output, expression=output.expression + is_open) for output in given.outputs),
    )


def _inverse_dynamics_active(task: TaskModel) -> Outputs:
    return (vector("tau", ca.substitute(task.active.effort, task.tree_model.a, ca.densify(task.active.acceleration))),)


def _forward_dynamics(motion: Callable[[ClosedModel], Solution]) -> Callable[[TaskModel], Outputs]:
    return lambda task: _motion(task, motion(task.closed))


def _motion(task: TaskModel, motion: Solution) -> Outputs:
    """The outputs of forward dynamics. With closures they include the task's accelerations, which cost little there (copying a
    batch to compute them later costs a fifth); for a tree they would cost half as much as the rest."""
    more: list[Argument] = []
    if motion.x.numel():
        more.append(vector("loop_force", motion.x))
        if task.rows:
            more.append(vector("xdd", task.task_acceleration(motion.a)))
    return (vector("qdd", motion.a), *more, scalar("margin", task.closed.margin(motion)))


def _impulse_response(task: TaskModel) -> Outputs:
    jump = task.closed.impulse_response
    return (vector("rate_jump", jump.a), *((vector("loop_impulse", jump.x),) if jump.x.numel() else ()))


def _impulse_margin(task: TaskModel) -> ca.SX:
    model = task.closed
    motion, closures = model.determined
    return ca.fmin(model.margin(model.impulse_response), motion if model.is_redundant else ca.fmin(motion, closures))


def _determinacy(task: TaskModel) -> Outputs:
    motion, closures = task.closed.determined
    return scalar("motion", motion), scalar("closures", closures)


def _scaled_system(task: TaskModel) -> Outputs:
    inertia, K, softness = task.closed.scaled_system
    return matrix("inertia", inertia), matrix("K", K), scalar("softness", softness)


def _type2_limit_terms(task: TaskModel) -> Outputs:
    """The closures and the tree efforts of a motion, and their time derivatives."""
    model, closed = task.tree_model, task.closed
    effort_rate = model.time_derivative(model.effort) + ca.jtimes(model.effort, model.v, model.a)
    effort_rate += ca.jtimes(model.effort, model.a, task.jerk_given)
    K_rate = ca.reshape(model.time_derivative(ca.vec(closed.K)), closed.K.shape)
    return matrix("K", closed.K), matrix("K_rate", K_rate), vector("effort", model.effort), vector("effort_rate", effort_rate)


def _inverse_jerk(task: TaskModel) -> Outputs:
    return vector("xddd", task.task_jerk(task.jerk_inverse)), vector("jerk", task.jerk_inverse)


def _target(task: TaskModel) -> Outputs:
    return vector("error", task.task_error), matrix("J", task.J)


def _pose(task: TaskModel) -> Outputs:
    place = task.tree_model.placement(task.frame)
    return vector("position", place.p), matrix("rotation", place.R)


def _link_poses(task: TaskModel) -> Outputs:
    """Origins and axes of all links, a row and three rows each."""
    places = [task.tree_model.placement(frame) for frame in task.closed.tree.links.values()]
    positions, axes = ca.vertcat(*(place.p.T for place in places)), ca.vertcat(*(place.R for place in places))
    return matrix("positions", ca.densify(positions)), matrix("axes", ca.densify(axes))


def _input_output(task: TaskModel) -> Outputs:
    A, B = input_output(task)
    return matrix("A", A), matrix("B", B)


def _statics(task: TaskModel) -> Outputs:
    closures = (matrix("K", task.closed.K),) if task.closed.rows else ()
    return (vector("effort", task.tree_model.static_effort), matrix("J", task.J), *closures)


def _scaled_velocity(task: TaskModel) -> Outputs:
    scaled = ScaledVelocities(task)
    closures = (matrix("K", scaled.K),) if scaled.K.numel() else ()
    return (*closures, matrix("tool", scaled.tool), scalar("size", scaled.size))


def _closure_clearance(task: TaskModel) -> Outputs:
    size, speed = ScaledVelocities(task).clearance
    return scalar("size", size), scalar("speed", speed)


def _scaled_closures(task: TaskModel) -> Outputs:
    scaled = ScaledVelocities(task)
    return matrix("K", scaled.K), matrix("K_rate", scaled.K_rate)


def _singularity_measures(gap: Callable[[TaskModel], ca.SX]) -> Callable[[TaskModel], Outputs]:
    def outputs(task: TaskModel) -> Outputs:
        scaled = ScaledVelocities(task)
        (passive, twist, rates), (stacked, inverse) = scaled.forward, scaled.inverse
        return (
            scalar("passive_determinant", passive),
            scalar("task_determinant", stacked),
            scalar("twist_norm", twist),
            scalar("task_norm", rates),
            scalar("inverse_norm", inverse),
            scalar("gap", gap(task)),
        )

    return outputs


def _energy(task: TaskModel) -> Outputs:
    return scalar("kinetic", task.tree_model.kinetic_energy), scalar("potential", task.tree_model.potential_energy)


def _contact_wrench(task: TaskModel) -> Outputs:
    """The wrench of the surfaces on the frame's body, about the frame's origin, in world axes."""
    wrench = task.tree_model.contact_wrench(task.frame)
    return (vector("wrench", ca.vertcat(wrench.force, wrench.moment)),)


def _lagrangian(task: TaskModel) -> Outputs:
    return (scalar("lagrangian", task.tree_model.kinetic_energy - task.tree_model.potential_energy),)


def _passive_margin(task: TaskModel) -> ca.SX:
    return task.active.margin


def _rank_margin(task: TaskModel) -> ca.SX:
    return task.closed.rank_margin


def _forward_margin(task: TaskModel) -> ca.SX:
    return task.forward_margin


def _task_margin(task: TaskModel) -> ca.SX:
    return task.task_margin


def _velocity_margin(task: TaskModel) -> ca.SX:
    rows = ca.SX.zeros(task.closed.closure.numel())
    return ca.fmin(task.forward_margin, task.active.agreement(task.active.velocity, rows))


def _acceleration_margin(task: TaskModel) -> ca.SX:
    return ca.fmin(task.forward_margin, task.active.agreement(task.active.acceleration, task.closed.gamma))


def _effort_margin(task: TaskModel) -> ca.SX:
    """The margin of inverse dynamics with all accelerations; these are the active ones where all rates are active."""
    margin = task.active.margin if task.active.n_passive else _agreeing_margin(task)
    return ca.fmin(margin, task.active.undriven_margin(task.tree_model.effort))


def _active_effort_margin(task: TaskModel) -> ca.SX:
    undriven_margin = task.active.undriven_margin(task.tree_model.bias + task.tree_model.inertia @ task.active.acceleration)
    return ca.fmin(_agreeing_margin(task), undriven_margin)


def _bias_margin(task: TaskModel) -> ca.SX:
    return ca.fmin(
        task.active.margin, task.active.undriven_margin(task.tree_model.bias + task.tree_model.inertia @ task.active.coasting)
    )


def _agreeing_margin(task: TaskModel) -> ca.SX:
    return ca.fmin(task.active.margin, task.active.agreement(task.active.acceleration, task.closed.gamma))


def _part(name: str, effort: Callable[[TreeModel], ca.SX]) -> Callable[[TaskModel], Outputs]:
    """A part of the bias on the active joints."""
    return lambda task: (vector(name, task.active.transfer(effort(task.tree_model))),)


def _part_margin(effort: Callable[[TreeModel], ca.SX]) -> Callable[[TaskModel], ca.SX]:
    return lambda task: ca.fmin(task.active.margin, task.active.undriven_margin(effort(task.tree_model)))


def _state_space(task: TaskModel) -> Outputs:
    """``f`` and ``g`` of the rate ``f + g tau`` of the state (q, qd)."""
    model, (free, *responses) = task.tree_model, task.closed.affine_motion
    f = vector("f", ca.vertcat(model.q_rate, free.a))
    if not responses:
        return (f,)
    return f, matrix("g", ca.vertcat(ca.SX(model.tree.nq, len(responses)), ca.horzcat(*(each.a for each in responses))))


def _state_space_margin(task: TaskModel) -> ca.SX:
    return reduce(ca.fmin, map(task.closed.margin, task.closed.affine_motion))


def _velocity(qd: Callable[[TaskModel], ca.SX]) -> Callable[[TaskModel], Outputs]:
    return lambda task: (vector("xd", task.task_rate(qd(task))), vector("qd", qd(task)))


def _acceleration(qdd: Callable[[TaskModel], ca.SX]) -> Callable[[TaskModel], Outputs]:
    return lambda task: (vector("xdd", task.task_acceleration(qdd(task))), vector("qdd", qdd(task)))


_GRAVITY: Callable[[TreeModel], ca.SX] = attrgetter("gravity_effort")
_FRICTION: Callable[[TreeModel], ca.SX] = attrgetter("friction_effort")
_SPRING: Callable[[TreeModel], ca.SX] = attrgetter("spring_effort")

FORMULAS: dict[str, Entry] = {
    # the task, and the models of first and second order in both directions
    "task": Entry("q", lambda t: (vector("x", t.x),)),
    "task_velocity": Entry("q qd", lambda t: (vector("xd", t.xd),)),
    "target": Entry("q x", _target),
    "task_error": Entry("q x", lambda t: (vector("error", t.task_error),)),
    "forward_residual": Entry("q", lambda t: (scalar("gap", t.loop_gap),)),
    "inverse_residual": Entry("q x", lambda t: (scalar("gap", t.task_gap),)),
    "retract": Entry("q qd", lambda t: (vector("q", t.closed.retract(t.tree_model.v)),)),
    "position_rate": Entry("q qd", lambda t: (vector("rate", t.tree_model.q_rate),)),
    "step_forward": Entry("q", lambda t: (vector("q", t.step_forward()),)),
    "step_inverse": Entry("q x", lambda t: (vector("q", t.step_inverse()),)),
    "forward_velocity": Entry("q qd_active", _velocity(lambda t: t.active.velocity), _velocity_margin),
    "inverse_velocity": Entry("q xd", _velocity(lambda t: t.qd_inverse), _task_margin),
    "forward_acceleration": Entry("q qd qdd_active", _acceleration(lambda t: t.active.acceleration), _acceleration_margin),
    "inverse_acceleration": Entry("q qd xdd", _acceleration(lambda t: t.qdd_inverse), _task_margin),
    "task_acceleration": Entry("q qd qdd", lambda t: (vector("xdd", t.task_acceleration(t.tree_model.a)),)),
    "inverse_jerk": Entry("q qd qdd xddd", _inverse_jerk, _task_margin),
    "input_output": Entry("q", _input_output, _rank_margin),
    "task_jacobian": Entry("q", lambda t: (matrix("jacobian", t.task_jacobian),), _forward_margin),
    "inverse_jacobian": Entry("q", lambda t: (matrix("jacobian", t.inverse_jacobian),), _task_margin),
    "analytic_jacobian": Entry("q", lambda t: (matrix("jacobian", t.analytic_jacobian),)),
    # dynamics on the active joints
    "inverse_dynamics": Entry("q qd qdd weights", lambda t: (vector("tau", t.active.effort),), _effort_margin),
    "inverse_dynamics_active": Entry("q qd qdd_active weights", _inverse_dynamics_active, _active_effort_margin),
    "forward_dynamics": Entry("q qd tau", _forward_dynamics(lambda m: m.forward), lambda t: t.closed.margin(t.closed.forward)),
    # forward dynamics with one correction; NaN where that is not enough
    "quick_forward_dynamics": Entry(
        "q qd tau", _forward_dynamics(lambda m: m.quick_forward), lambda t: t.closed.margin(t.closed.quick_forward)
    ),
    "determined": Entry("q", _determinacy),
    "scaled_system": Entry("q", _scaled_system),
    "inertia_floor": Entry("q", lambda t: (vector("floor", t.closed.floor),)),
    "impulse_response": Entry("q impulse", _impulse_response, _impulse_margin),
    "inertia": Entry("q weights", lambda t: (matrix("inertia", t.active.inertia),), _passive_margin),
    "bias": Entry("q qd weights", lambda t: (vector("bias", t.active.bias),), _bias_margin),
    # the parts of the bias: C qd_active, gravity, friction and springs
    "coriolis": Entry("q qd weights", lambda t: (matrix("coriolis", t.active.coriolis),), _passive_margin),
    "gravity": Entry("q weights", _part("gravity", _GRAVITY), _part_margin(_GRAVITY)),
    "friction": Entry("q qd weights", _part("friction", _FRICTION), _part_margin(_FRICTION)),
    "spring": Entry("q weights", _part("spring", _SPRING), _part_margin(_SPRING)),
    "state_space": Entry("q qd", _state_space, _state_space_margin),
    "type2_limit_terms": Entry("q qd qdd jerk", _type2_limit_terms),
    # the tree
    "pose": Entry("q", _pose),
    "link_poses": Entry("q", _link_poses),
    "jacobian": Entry("q", lambda t: (matrix("jacobian", t.tree_model.jacobian(t.frame)),)),
    "contact_wrench": Entry("q qd", _contact_wrench),
    "energy": Entry("q qd", _energy),
    "lagrangian": Entry("q qd", _lagrangian),
    "dissipation": Entry("qd", lambda t: (scalar("dissipation", t.tree_model.dissipation),)),
    "tree_friction": Entry("qd", lambda t: (vector("friction", t.tree_model.friction_effort),)),
    "tree_inertia": Entry("q", lambda t: (matrix("inertia", t.tree_model.inertia),)),
    "tree_effort": Entry("q qd qdd", lambda t: (vector("effort", t.tree_model.effort),)),
    "reactions": Entry("q qd qdd loop_force", lambda t: (matrix("wrenches", joint_and_loop_wrenches(t)),)),
    # statics and small changes
    "statics": Entry("q", _statics),
    "directional_derivatives": Entry("q qd qdd loop_force change_q change_qd change_qdd", directional_derivatives),
    # the loops
    "closure": Entry("q", lambda t: (vector("closure", t.closed.all_rows.h),)),
    "all_closures": Entry("q", lambda t: (vector("h", t.closed.closure), matrix("K", t.closed.K))),
    "closure_velocity": Entry("q qd", lambda t: (matrix("K", t.closed.K), vector("gamma", t.closed.gamma))),
    # singularities: dimensionless velocity maps, and their determinants and norms with the gap of the configuration
    "scaled_velocity": Entry("q", _scaled_velocity),
    "closure_clearance": Entry("q qd", _closure_clearance),
    "scaled_closures": Entry("q qd", _scaled_closures),
    "active_measures": Entry("q", _singularity_measures(lambda task: task.loop_gap)),
    "task_measures": Entry("q x", _singularity_measures(lambda task: task.task_gap)),
}
# The kinds of singularities at which a margin is zero, so that the formulas with this margin have no result.
_PASSIVE_BREAKS = ("configuration-space", "type 2", "redundant passive motion")
_TASK_BREAKS = ("configuration-space", "redundant passive motion", "type 1")


def breaks_at(name: str) -> tuple[str, ...]:
    """The kinds of singularities at which a formula has no finite result; empty where it always has one."""
    margin = FORMULAS[name].margin if name in FORMULAS else None
    plant_formulas = ("forward_dynamics", "quick_forward_dynamics", "impulse_response", "state_space")  # regular at Type 2
    if margin in (None, _rank_margin) or name in plant_formulas:
        return ()
    return _TASK_BREAKS if margin is _task_margin else _PASSIVE_BREAKS


# Formulas of the joints between all links, fixed joints included.
NEEDS_EVERY_LINK = ("reactions",)
