"""The closed forms of a description as formulas of its geometric models: one solution for each choice of signs."""

from __future__ import annotations

from itertools import product
from typing import Literal

import casadi as ca

from kinloop.compile.tape.tape import Argument, Formula, scalar, vector
from kinloop.errors import UnsupportedOperation
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.parts.parts import ClosedForm, Mechanism
from kinloop.model.dynamics.closed_chain_dynamics import ClosedModel

Direction = Literal["forward", "inverse"]

# Twice the unit in the last place: the running error bounds leave out terms of second order.
ULP = 2 * 2.0**-53


def _sqrt(a: ca.SX) -> ca.SX:
    """The square root, zero where its argument is no more than rounding.

    At the edge of the workspace the argument is a difference of equal numbers, so rounding of either sign. The root of rounding
    is 1e-8: half the digits of a stretched leg would be lost. A target out of reach is still detected, since the caller compares
    the configuration's task with the given one.
    """
    a = ca.SX(a)
    return ca.sqrt(ca.if_else(a > ULP * roundings(a), a, 0))


def _acos(a: ca.SX) -> ca.SX:
    return ca.atan2(_sqrt((1 - ca.SX(a)) * (1 + ca.SX(a))), a)


def _asin(a: ca.SX) -> ca.SX:
    return ca.atan2(a, _sqrt((1 - ca.SX(a)) * (1 + ca.SX(a))))


CLAMPED = {"sqrt": _sqrt, "acos": _acos, "asin": _asin}


def roundings(a: ca.SX, known: dict[int, ca.SX] | None = None) -> ca.SX:
    """A running bound on the rounding error of an expression, in units in the last place of 1 ([Wilkinson1963])."""
    known = {} if known is None else known
    node = a.element_hash()
    if node not in known:
        known[node] = ca.fabs(a) + _propagate_rounding(a, known)
    return known[node]


def _propagate_rounding(a: ca.SX, known: dict[int, ca.SX]) -> ca.SX:
    """The effect of the operands' rounding errors on the result, to first order."""
    if a.is_constant() or a.is_symbolic():
        return ca.SX(0)
    b = a.dep(0)
    of_b = roundings(b, known)
    if a.is_op(ca.OP_ADD) or a.is_op(ca.OP_SUB):
        return of_b + roundings(a.dep(1), known)
    if a.is_op(ca.OP_MUL):
        return ca.fabs(a.dep(1)) * of_b + ca.fabs(b) * roundings(a.dep(1), known)
    if a.is_op(ca.OP_DIV):
        return (of_b + ca.fabs(a) * roundings(a.dep(1), known)) / ca.fabs(a.dep(1))
    if a.is_op(ca.OP_SQ):
        return 2 * ca.fabs(b) * of_b
    if a.is_op(ca.OP_TWICE):
        return 2 * of_b
    if any(a.is_op(op) for op in (ca.OP_NEG, ca.OP_FABS, ca.OP_SIN, ca.OP_COS)):
        return of_b
    return ca.SX(0)  # roots, angles: as if their arguments were exact


def form_of(mechanism: Mechanism, direction: Direction) -> ClosedForm | None:
    """The closed form of the forward or inverse geometry, None where the description has none."""
    return mechanism.forward_geometry if direction == "forward" else mechanism.inverse_geometry


def input_names(mechanism: Mechanism, direction: Direction) -> tuple[str, ...]:
    """The names of the inputs of a geometric model: the active coordinates, or the task's."""
    if direction == "inverse":
        return mechanism.task_names
    return tuple(name for joint in mechanism.active_joints for name in joint.coordinates)


def sign_choices(form: ClosedForm) -> list[tuple[int, ...]]:
    """Every combination of signs (mode), all plus first."""
    return list(product((1, -1), repeat=len(form.signs)))


def closed_form(model: ClosedModel, direction: Direction) -> Formula:
    """The formula of all joint coordinates from the inputs and the signs."""
    mechanism = model.tree.mechanism
    form = form_of(mechanism, direction)
    if form is None:
        raise UnsupportedOperation(f"{mechanism.name}: its description has no closed form of the {direction} geometry")
    names = input_names(mechanism, direction)
    given, signs = ca.SX.sym("given", len(names)), ca.SX.sym("signs", len(form.signs))
    known = dict(model.tree.scalars)
    known |= {name: given[k] for k, name in enumerate(names)} | {name: signs[k] for k, name in enumerate(form.signs)}
    for name, value in form.values.items():
        known[name] = ca.SX(value.value(known, CLAMPED)) if isinstance(value, Expression) else ca.SX(value)
    inputs: list[Argument] = [vector("x" if direction == "inverse" else "q_active", given)]
    inputs += [
        vector(name, symbol) for name, symbol in (("signs", signs), ("parameters", model.tree_model.parameters)) if symbol.numel()
    ]
    return Formula(f"{direction}_geometry", tuple(inputs), (vector("q", ca.vertcat(*(known[c] for c in mechanism.coordinates))),))


def closed_form_with_gap(model: ClosedModel, direction: Direction, residual: Formula) -> Formula:
    """The closed form together with the gap that its configuration leaves; ``residual`` takes ``q``, the inputs and the
    parameters."""
    form = closed_form(model, direction)
    (q,) = form.outputs
    known = {"q": q.expression} | {argument.name: argument.expression for argument in form.inputs}
    gap = residual.function().call([known[argument.name] for argument in residual.inputs])[0]
    return Formula(f"{direction}_solution", form.inputs, (q, scalar("gap", gap)))
