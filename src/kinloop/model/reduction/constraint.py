"""Constraints and pseudo-velocities in the forms that users give (texts, functions, matrices), read as CasADi expressions."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import casadi as ca
import numpy as np

from kinloop.errors import ConstraintError, ShapeError, UnknownName, UnsupportedOperation, listing, nearest
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.validate.faults import quantity
from kinloop.model.array_arguments import numbers
from kinloop.model.dynamics.closed_chain_dynamics import ClosedModel
from kinloop.model.dynamics.task import TaskModel

Given = str | Callable[..., Any] | Sequence[Any]


def symbols_by_name(model: ClosedModel) -> dict[str, ca.SX]:
    """The symbols that a text can name: coordinates, parameters and task coordinates; the first of two equal names counts."""
    mechanism = model.tree.mechanism
    x = TaskModel(model, model.tree.frame("tool")).x
    names = {name: x[k] for k, name in enumerate(mechanism.task_names)}
    return names | dict(model.tree.scalars) | {name: model.tree_model.q[k] for k, name in enumerate(mechanism.coordinates)}


def read_rows(model: ClosedModel, given: Given, what: str, columns: int = 1) -> ca.SX:
    """The rows of a constraint, or the positions of pseudo-velocities: a text, a function of the symbols ``q`` (and of a
    mapping of the parameters), or a sequence of these. A function may also return a matrix with ``columns`` columns.

    Raises:
        UnknownName: a text has a name that the machine does not have.
        ConstraintError: a row does not depend on the configuration, a text has an equals sign, or a function does not return
            rows.
    """
    parts: Sequence[Any] = [given] if isinstance(given, str) or callable(given) else given
    if not isinstance(parts, Sequence) or not parts or not all(isinstance(part, str) or callable(part) for part in parts):
        raise ConstraintError(
            f"the {what} is {given!r:.80}, expected a text such as 'q1 + q2 - beta', a function of q, or a sequence of these"
        )
    names: Mapping[str, ca.SX] = symbols_by_name(model)
    rows = [
        _from_text(model, part, names, what) if isinstance(part, str) else _from_call(model, part, what, columns)
        for part in parts
    ]
    for part, row in zip(parts, rows, strict=True):
        for k in range(row.shape[0]):
            if row.shape[1] == 1 and not ca.depends_on(row[k, :], model.tree_model.q):
                text = repr(part) if isinstance(part, str) else f"row {k} of {_name(part)}"
                raise ConstraintError(
                    f"the {what} {text} does not depend on the configuration; the coordinates are: {listing(_coordinates(model))}"
                )
    if len({row.shape[1] for row in rows}) > 1:
        raise ConstraintError(f"the {what} has rows of different lengths: {[row.shape for row in rows]}")
    return ca.vertcat(*rows)


def read_pseudo_velocity(model: ClosedModel, given: Any, dof: int) -> tuple[ca.SX | None, ca.SX]:
    """The positions whose derivatives the pseudo-velocities are (None where there are none), and ``D`` of ``v = D qd``."""
    nv = model.tree.nv
    positions: ca.SX | None = None
    if not _is_matrix(given):
        D = read_rows(model, given, "pseudo-velocity", columns=nv)
        if D.shape[1] == 1:  # else a function that returned D
            positions, D = D, rate_rows(model, D)
    else:
        D = given
        if not isinstance(given, ca.SX):
            table = numbers(given, "the pseudo-velocity", "a matrix of numbers")
            if table.ndim > 2 or not np.all(np.isfinite(table)):
                raise ShapeError(f"the pseudo-velocity is {given!r:.80}, expected a matrix of finite numbers")
            D = ca.SX(np.atleast_2d(table))
        _only_known_symbols(model, D, "pseudo-velocity")
        fits = D.is_constant() and D.shape[1] == nv == model.tree.nq
        positions = D @ model.tree_model.q if fits else None
    if D.shape != (dof, nv):
        raise ShapeError(
            f"the pseudo-velocity has a matrix D of shape {D.shape}, expected ({dof}, {nv}): "
            f"{quantity(dof, 'degree of freedom')} left, of the rates {listing(model.tree.mechanism.rates)}"
        )
    return positions, D


def rate_rows(model: ClosedModel, rows: ca.SX) -> ca.SX:
    """The derivative of rows with respect to the rates, which for quaternions are not the derivatives of ``q``."""
    return ca.jacobian(ca.jtimes(rows, model.tree_model.q, model.tree_model.q_rate), model.tree_model.v)


def _is_matrix(given: Any) -> bool:
    if isinstance(given, ca.SX | np.ndarray):
        return True
    return (
        isinstance(given, Sequence) and not isinstance(given, str) and not any(isinstance(p, str) or callable(p) for p in given)
    )


def _from_text(model: ClosedModel, text: str, names: Mapping[str, ca.SX], what: str) -> ca.SX:
    if "=" in text:
        left, _, right = text.replace("==", "=").partition("=")
        raise ConstraintError(
            f"the {what} {text!r} has an equals sign; write the expression that is zero, as '{left.strip()} - ({right.strip()})'"
        )
    expression = Expression(text)
    for missing in sorted(expression.names - names.keys()):
        raise UnknownName(
            f"no name {missing!r} for the {what} {text!r}{nearest(missing, names)}; {model.tree.mechanism.name!r} has: "
            f"{listing(names)}. New parameters are given with their values: parameters={{{missing!r}: ...}}"
        )
    return ca.SX(expression.value(names))


def _from_call(model: ClosedModel, function: Callable[..., Any], what: str, columns: int) -> ca.SX:
    try:
        kinds = [parameter.kind for parameter in inspect.signature(function).parameters.values()]
    except (TypeError, ValueError):  # a built-in function
        kinds = [inspect.Parameter.POSITIONAL_ONLY]
    named = sum(kind in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD) for kind in kinds)
    result = function(*(model.tree_model.q, dict(model.tree.scalars))[:named])
    try:
        if isinstance(result, Sequence) and not isinstance(result, str):
            result = ca.vertcat(*(ca.SX(entry) for entry in result))
        rows = ca.SX(result)
    except (TypeError, NotImplementedError, RuntimeError):
        raise ConstraintError(
            f"the {what} {_name(function)} gives {type(result).__name__}, expected CasADi SX, or a sequence of them"
        ) from None
    _only_known_symbols(model, rows, what)
    if rows.shape[0] == 1 and rows.shape[1] != columns:
        rows = rows.T
    if not rows.numel() or rows.shape[1] not in (1, columns):
        raise ConstraintError(f"the {what} {_name(function)} gives a matrix of shape {rows.shape}, expected a column of rows")
    return rows


def _only_known_symbols(model: ClosedModel, rows: ca.SX, what: str) -> None:
    known = {symbol.__hash__() for vector in (model.tree_model.q, model.tree_model.parameters) for symbol in ca.symvar(vector)}
    for symbol in ca.symvar(rows):
        if symbol.__hash__() not in known:
            raise UnsupportedOperation(
                f"the {what} depends on the symbol {symbol.name()!r}, expected only those of q and the parameters"
            )


def _coordinates(model: ClosedModel) -> tuple[str, ...]:
    return model.tree.mechanism.coordinates


def _name(function: Callable[..., Any]) -> str:
    return getattr(function, "__name__", repr(function))
