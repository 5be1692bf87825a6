"""Error bounds of closed forms, which detect where they degenerate: an angle of a vector that is rounding, or such a divisor.

At a straight wrist the angle about the forearm is ``atan2`` of two sums that cancel: a number without a correct digit. A running
error bound of every step ([Wilkinson1963]), roots and angles included, says how many digits are left.
"""

from __future__ import annotations

from functools import reduce
from math import inf

import casadi as ca

from kinloop.compile.tape.tape import Formula, scalar
from kinloop.model.dynamics.closed_chain_dynamics import ClosedModel
from kinloop.model.formulas.closed_form import ULP, Direction, closed_form


def doubt_formula(model: ClosedModel, direction: Direction) -> Formula:
    """The formula of the largest error bound of the closed form's angles [rad] and, relative, of its divisors."""
    form = closed_form(model, direction)
    (q,) = form.outputs
    errors: dict[int, ca.SX] = {}
    parts = [_doubt(node, errors) for node in _nodes(q.expression)]
    doubt = reduce(ca.fmax, [part for part in parts if part is not None], ca.SX(0))
    return Formula(f"{direction}_doubt", form.inputs, (scalar("doubt", ULP * doubt),))


def _nodes(expression: ca.SX) -> list[ca.SX]:
    """All steps of an expression, each once, without the comparisons that clamp its roots."""
    nodes: dict[int, ca.SX] = {}
    waiting = [ca.SX(expression[k]) for k in range(expression.numel())]
    while waiting:
        node = waiting.pop()
        if node.element_hash() not in nodes:
            nodes[node.element_hash()] = node
            waiting += _operands(node)
    return list(nodes.values())


def _operands(node: ca.SX) -> list[ca.SX]:
    if node.is_constant() or node.is_symbolic():
        return []
    first = 1 if node.is_op(ca.OP_IF_ELSE_ZERO) else 0
    return [node.dep(k) for k in range(first, node.n_dep())]


def _doubt(node: ca.SX, errors: dict[int, ca.SX]) -> ca.SX | None:
    """The error bound of a step in units in the last place of 1; None for a step that cannot degenerate."""
    if node.is_op(ca.OP_ATAN2):
        return _error(node, errors)
    if node.is_op(ca.OP_DIV) or node.is_op(ca.OP_INV):
        divisor = node.dep(node.n_dep() - 1)
        return _quotient(_error(divisor, errors), ca.fabs(divisor))
    return None


def _quotient(a: ca.SX, b: ca.SX) -> ca.SX:
    """The quotient of non-negative numbers; infinite where the divisor is zero."""
    return ca.if_else(b > 0, a / b, inf)


def _error(node: ca.SX, errors: dict[int, ca.SX]) -> ca.SX:
    """A running bound on the error of a step, in units in the last place of 1; inputs have their rounding error."""
    key = node.element_hash()
    if key not in errors:
        errors[key] = ca.fabs(node) + _propagate_errors(node, errors)
    return errors[key]


def _propagate_errors(node: ca.SX, errors: dict[int, ca.SX]) -> ca.SX:
    """The effect of the operands' errors on the result, to first order."""
    operands = _operands(node)
    if not operands:
        return ca.SX(0)
    a, b = operands[0], operands[-1]
    of_a, of_b = _error(a, errors), _error(b, errors)
    if node.is_op(ca.OP_MUL):
        return ca.fabs(b) * of_a + ca.fabs(a) * of_b
    if node.is_op(ca.OP_DIV):
        return _quotient(of_a + ca.fabs(node) * of_b, ca.fabs(b))
    if node.is_op(ca.OP_INV):
        return _quotient(ca.fabs(node) * of_a, ca.fabs(a))
    if node.is_op(ca.OP_SQ):
        return 2 * ca.fabs(a) * of_a
    if node.is_op(ca.OP_TWICE):
        return 2 * of_a
    if node.is_op(ca.OP_ATAN2):
        return _quotient(ca.fabs(b) * of_a + ca.fabs(a) * of_b, a * a + b * b)
    if node.is_op(ca.OP_SQRT):
        return _of_root(a, node, errors)
    if node.is_op(ca.OP_TAN):
        return (1 + node * node) * of_a
    if node.is_op(ca.OP_EXP):
        return ca.fabs(node) * of_a
    if node.is_op(ca.OP_LOG):
        return _quotient(of_a, ca.fabs(a))
    if node.is_op(ca.OP_POW) or node.is_op(ca.OP_CONSTPOW):
        return ca.fabs(node) * (_quotient(ca.fabs(b) * of_a, ca.fabs(a)) + ca.fabs(ca.log(ca.fabs(a))) * of_b)
    return of_a if len(operands) == 1 else of_a + of_b


def _of_root(a: ca.SX, root: ca.SX, errors: dict[int, ca.SX]) -> ca.SX:
    """The error of a square root: the root itself where its argument is rounding, and zero where the argument is negative (out of
    reach)."""
    argument = a.dep(1) if a.is_op(ca.OP_IF_ELSE_ZERO) else a
    error = _error(argument, errors)
    at_edge = ca.sqrt(error / ULP)
    inside = ca.if_else(argument > 0, ca.fmin(_quotient(error, 2 * root), at_edge), 0)
    return ca.if_else(ca.fabs(argument) <= ULP * error, at_edge, inside)
