"""Geometric models that a description writes out: its closed forms as formulas, one solution for each choice of signs."""

from __future__ import annotations

from itertools import product
from typing import Literal

import casadi as ca

from kinloop.compile.tape import Argument, Formula, vector
from kinloop.errors import UnsupportedOperation
from kinloop.mechanism.expression import Expression
from kinloop.mechanism.parts import ClosedForm, Mechanism
from kinloop.mechanism.uses import task_names
from kinloop.model.closed import ClosedModel

Direction = Literal["forward", "inverse"]

# At the edge of the workspace rounding makes the argument of a root negative. Clamped, the posture is that of the edge;
# whoever asked compares its task with the wanted one, so a target out of reach is still seen.
CLAMPED = {
    "sqrt": lambda a: ca.sqrt(ca.fmax(a, 0)),
    "acos": lambda a: ca.acos(ca.fmax(-1, ca.fmin(1, a))),
    "asin": lambda a: ca.asin(ca.fmax(-1, ca.fmin(1, a))),
}


def form_of(mechanism: Mechanism, direction: Direction) -> ClosedForm | None:
    return mechanism.forward_geometry if direction == "forward" else mechanism.inverse_geometry


def given_names(mechanism: Mechanism, direction: Direction) -> tuple[str, ...]:
    """What a model starts from: the active coordinates, or the task's."""
    if direction == "inverse":
        return task_names(mechanism)
    return tuple(name for joint in mechanism.active_joints for name in joint.coordinates)


def sign_choices(form: ClosedForm) -> list[tuple[int, ...]]:
    """Every mode, all plus first."""
    return list(product((1, -1), repeat=len(form.signs)))


def closed_form(model: ClosedModel, direction: Direction) -> Formula:
    """All joints from what is given and the signs."""
    mechanism = model.tree.mechanism
    form = form_of(mechanism, direction)
    if form is None:
        raise UnsupportedOperation(f"{mechanism.name}: its description has no closed form of the {direction} geometry")
    names = given_names(mechanism, direction)
    given, signs = ca.SX.sym("given", len(names)), ca.SX.sym("signs", len(form.signs))
    known = dict(model.tree.scalars)
    known |= {name: given[k] for k, name in enumerate(names)} | {name: signs[k] for k, name in enumerate(form.signs)}
    for name, value in form.values.items():
        known[name] = ca.SX(value.value(known, CLAMPED)) if isinstance(value, Expression) else ca.SX(value)
    inputs: list[Argument] = [vector("x" if direction == "inverse" else "q_active", given)]
    inputs += [
        vector(name, symbol) for name, symbol in (("signs", signs), ("parameters", model.open.parameters)) if symbol.numel()
    ]
    return Formula(f"{direction}_geometry", tuple(inputs), (vector("q", ca.vertcat(*(known[c] for c in mechanism.coordinates))),))
