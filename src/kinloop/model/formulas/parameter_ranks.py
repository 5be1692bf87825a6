"""Formulas for other lengths: shared where the closures have the same ranks, derived again where they do not.

Which rows are independent, and what the active joints determine, depends on the lengths. A third crank that is a little longer
than the other two leaves no motion; a description whose cranks differ gains one where they are made equal. So the ranks are
computed again at configurations that close the loops of the new lengths. Arrays of lengths share one set of formulas; each result
is then checked against all rows (see ``actuated_model``), and is NaN where the ranks differ.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kinloop.errors import DescriptionError, ExpressionError
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.model.dynamics.finite_motion import is_clearly_regular, mark_shaky
from kinloop.model.dynamics.loop_closure import Assembled, assemble_machine, closure_jacobians, independent_rows
from kinloop.model.formulas.compiled_formulas import CompiledFormulas

Array = np.ndarray
# The largest number of cached sets of lengths.
REMEMBERED = 256


def formulas_at(formulas: CompiledFormulas, parameters: tuple[Array, ...]) -> CompiledFormulas:
    """The formulas at parameters (P,) or (..., P): the given ones where their ranks hold there."""
    if not parameters or not (formulas.mechanism.loops or formulas.mechanism.couplings):
        return formulas
    rows = parameters[0].reshape(-1, parameters[0].shape[-1])
    lengths = rows[:, formulas.is_in_closures]
    if not len(rows) or np.all(lengths == lengths[0]):
        return _for_one(formulas, rows[0]) if len(rows) else formulas
    if formulas.model.assembled.shaky is None:
        return formulas
    candidates = (_for_one(formulas, rows[k]) for k in sorted({0, len(rows) // 2, len(rows) - 1}))
    return next((found for found in candidates if found.model.assembled.shaky is None), formulas)


def _for_one(formulas: CompiledFormulas, values: Array) -> CompiledFormulas:
    """The formulas at one set of parameters, cached by its lengths."""
    is_length, described = formulas.is_in_closures, formulas.described_parameters
    if np.array_equal(values[is_length], described[is_length]) or not np.isfinite(values[is_length]).all():
        return formulas
    key = values[is_length].tobytes()
    if key not in formulas.by_lengths:
        if len(formulas.by_lengths) >= REMEMBERED:
            formulas.by_lengths.clear()
        formulas.by_lengths[key] = _find_formulas(formulas, values)
    return formulas.by_lengths[key]


def _find_formulas(formulas: CompiledFormulas, values: Array) -> CompiledFormulas:
    """The formulas with the ranks at these parameters: known ones, or newly derived ones."""
    if _is_alike(formulas, values):
        return formulas
    assembled = _assemble_start(formulas, values)
    if assembled is None:  # no configuration is known: each result is checked by itself
        return formulas
    ranks = {_ranks(formulas, values, q) for q in assembled.configurations}
    for other in (formulas, *formulas.by_ranks) if assembled.shaky is None else ():
        if other.model.assembled.shaky is None and _own_ranks(other) in ranks:
            return other
    made = CompiledFormulas(_with_values(formulas.mechanism, values, assembled.configurations[0]))
    if made.model.assembled.shaky is None:
        formulas.by_ranks.append(made)
    return made


def _is_alike(formulas: CompiledFormulas, values: Array) -> bool:
    """Whether the ranks at the start configuration alone are clearly the same, as they almost always are."""
    model = formulas.model
    if model.assembled.shaky is not None:
        return False
    try:
        found = assemble_machine(model.tree_model, values, _start(formulas, values), samples=1)
    except DescriptionError:
        return False
    is_same = _ranks(formulas, values, found.configurations[0]) == _own_ranks(formulas)
    return is_same and is_clearly_regular(model.tree_model, found, len(model.kept_rows))


def _own_ranks(formulas: CompiledFormulas) -> tuple[int, int]:
    return len(formulas.model.kept_rows), len(formulas.model.passive_rows)


def _start(formulas: CompiledFormulas, values: Array) -> Array:
    try:
        return formulas.start(_by_name(formulas.mechanism, values))
    except ExpressionError:
        return formulas.model.assembled.configurations[0]


def _assemble_start(formulas: CompiledFormulas, values: Array) -> Assembled | None:
    """The machine assembled from the start at these parameters; None where Newton's method does not converge."""
    model = formulas.model
    try:
        found = assemble_machine(model.tree_model, values, _start(formulas, values))
    except DescriptionError:
        return None
    return found if is_clearly_regular(model.tree_model, found, len(model.kept_rows)) else mark_shaky(model.tree_model, found)


def _ranks(formulas: CompiledFormulas, values: Array, q: Array) -> tuple[int, int]:
    """The ranks of the closures and of their passive columns at a configuration."""
    model = formulas.model
    matrix = closure_jacobians(model.tree_model).K(q, values).full()[list(model.assembled.present)]
    passive = matrix[:, model.n_active :]
    return len(independent_rows(matrix)) if matrix.size else 0, len(independent_rows(passive)) if passive.size else 0


def _by_name(mechanism: Mechanism, values: Array) -> dict[str, float]:
    return dict(zip(mechanism.parameters, values.tolist(), strict=True))


def _with_values(mechanism: Mechanism, values: Array, configuration: Array) -> Mechanism:
    """The description with these values. Parameters keep their expressions where these give the values, and the start keeps its
    own where it exists."""
    named = _by_name(mechanism, values)
    parameters: dict[str, Expression | float] = {}
    for name, described in mechanism.parameters.items():
        is_kept = isinstance(described, Expression) and float(described.value(named)) == named[name]
        parameters[name] = described if is_kept else named[name]
    start: dict[str, Any] = dict(mechanism.start)
    try:
        for value in start.values():
            _ = value.value(named) if isinstance(value, Expression) else value
    except ExpressionError:
        start = dict(zip(mechanism.coordinates, configuration.tolist(), strict=True))
    return mechanism.model_copy(update={"parameters": parameters, "start": start})
