"""The formulas of the built-in plants: the state's rate with the command held, and the state back on its manifold."""

from __future__ import annotations

from math import nan

import casadi as ca

from kinloop.compile.tape.tape import Argument, Formula, vector
from kinloop.control.law_model import LawModel
from kinloop.model.dynamics.closed_chain_dynamics import ClosedModel
from kinloop.model.formulas.compiled_formulas import CompiledFormulas

# Loops that stay open by more than this [rad, or parts of the machine's size] while the active joints are held: rates that no
# motion has.
NO_MOTION = 1e-7


def state_of(formulas: CompiledFormulas, loads: tuple[str, ...], kinematic: bool) -> Argument:
    """The state: all positions and rates, or the positions of a machine that follows rates."""
    model = formulas.variant(loads).tree_model
    return vector("state", model.q if kinematic else ca.vertcat(model.q, model.v))


def plant_parts(
    formulas: CompiledFormulas,
    loads: tuple[str, ...],
    kinematic: bool,
    command: Argument,
    parameters: tuple[Argument, ...],
    near_singular: bool = False,
) -> tuple[Formula, Formula]:
    """The state's rate with the command held, and the state back on its manifold. The command begins with the model's ``tau``.
    ``near_singular``: also where closures come near to a loss of rank."""
    model, state = formulas.variant(loads), state_of(formulas, loads, kinematic)
    if kinematic:
        rate, projected = _following(formulas, model)
    else:
        rate, projected = model.state_rate if near_singular else model.regular_state_rate, model.projected_state
    return (
        Formula("rate", (state, command, *parameters), (vector("rate", rate),)),
        Formula("project", (state, *parameters), (vector("state", projected),)),
    )


def _following(formulas: CompiledFormulas, model: ClosedModel) -> tuple[ca.SX, ca.SX]:
    """The rate of the positions of a machine that follows rates, and its positions with the loops closed and the active joints
    held; NaN where the loops cannot close."""
    controller = LawModel(formulas, model.tree_model.parameters)
    q = model.tree_model.q
    rates = controller("forward_velocity", q=q, qd_active=model.tau)["qd"]
    rate = ca.Function("q_rate", [q, model.tree_model.v], [model.tree_model.q_rate])(q, rates)
    if not model.closure.numel():
        return rate, model.projected_state[: model.tree.nq]
    for _ in range(2):
        q = controller("step_forward", q=q)["q"]
    gap = controller("forward_residual", q=q)["gap"]
    return rate, q + ca.if_else(gap < NO_MOTION * model.length_scale, 0, ca.SX(nan))
