"""A machine in words and tables: parameters, joints, loops, task, modes and degrees of freedom, with units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

import numpy as np

from kinloop.errors import DescriptionError, listing, printable
from kinloop.mechanism.expressions.expression import Expression, evaluate
from kinloop.mechanism.parts.parts import Mechanism, ParameterNote
from kinloop.mechanism.parts.units import ColumnUnits, column_units
from kinloop.model.compiled_models import CompiledModels

WIDTH = 120  # of a paragraph
NONE = "-"
# Limits of a joint and the units that they have, and those that are shown even where no joint has one.
BOUNDS = {"speed": "rates", "acceleration": "accelerations", "jerk": "jerks", "effort": "efforts"}
ALWAYS = ("speed", "effort")
Row = tuple[str, ...]


def describe(models: CompiledModels) -> str:
    """The machine at its parameters' values, as text to print."""
    mechanism, units = models.mechanism, column_units(models.mechanism)
    lines = [mechanism.name]
    for text in (mechanism.description, mechanism.source and f"source: {mechanism.source}"):
        lines += wrap(text, WIDTH)
    lines += ["", f"degrees of freedom: {_degrees_of_freedom(models)}"]
    lines += [f"task: {_with_units(mechanism.task_names, units.task)}", *_modes(mechanism)]
    lines += _table("parameters", ("name", "value", "unit", "meaning"), _parameters(models))
    lines += _table("joints", *_joints(models, units))
    lines += _table("loops", ("loop", "kind", "between", "length"), _loops(models))
    lines += _table("couplings", ("coupling", "equation"), _couplings(models))
    lines += _table("surfaces", ("surface", "h", "touched by"), ((each.name, each.h, each.frame) for each in mechanism.surfaces))
    return printable("\n".join(lines))


def _degrees_of_freedom(models: CompiledModels) -> str:
    try:
        count = models.formulas.model.dof
    except DescriptionError as fault:
        return f"unknown, since {fault}"
    return f"{count}, with {models.n_active} actuator{'s' * (models.n_active != 1)}"


def _modes(mechanism: Mechanism) -> Iterator[str]:
    """The signs that name the solutions of the closed forms."""
    for kind, form in (("assembly", mechanism.forward_geometry), ("working", mechanism.inverse_geometry)):
        if form is not None and form.signs:
            labels = [f"{sign}: +1 {pair['+1']}, -1 {pair['-1']}" for sign, pair in form.labels.items()]
            yield "; ".join([f"{kind} mode: {listing(form.signs)}, each +1 or -1", *labels])


def _parameters(models: CompiledModels) -> Iterator[Row]:
    for name, value in models.parameters.items():
        note = models.mechanism.parameter_notes.get(name, ParameterNote())
        described = models.mechanism.parameters[name]
        defined = f" = {described}" if isinstance(described, Expression) and name not in models.overrides else ""
        yield name, _text(value) + defined, note.unit or NONE, note.meaning


def _joints(models: CompiledModels, units: ColumnUnits) -> tuple[Row, Iterator[Row]]:
    """Head and rows; limits of acceleration and jerk have columns where a joint has one."""
    mechanism = models.mechanism
    bounds = [name for name in BOUNDS if name in ALWAYS or any(getattr(j.limits, name) is not None for j in mechanism.joints)]
    head = ("joint", "kind", "drive", "position limits", *(f"{name} limit" for name in bounds), "positions")
    return head, _joint_rows(models, units, bounds)


def _joint_rows(models: CompiledModels, units: ColumnUnits, bounds: Sequence[str]) -> Iterator[Row]:
    mechanism = models.mechanism
    active = mechanism.active_joints
    q = v = 0
    for joint in mechanism.ordered_joints:
        n_q, n_v, limits = len(joint.coordinates), len(joint.rates), joint.limits
        positions, of_rates = units.positions[q : q + n_q], slice(v, v + n_v)
        q, v = q + n_q, v + n_v
        position = NONE
        if limits.position is not None:
            position = " to ".join(_number(bound, models) for bound in limits.position) + _unit(positions)
        values = [(getattr(limits, name), getattr(units, BOUNDS[name])[of_rates]) for name in bounds]
        others = (NONE if limit is None else _number(limit, models) + _unit(each) for limit, each in values)
        names = _with_units(joint.coordinates, positions)
        yield joint.name, joint.kind, "active" if joint in active else "passive", position, *others, names


def _loops(models: CompiledModels) -> Iterator[Row]:
    for loop in models.mechanism.loops:
        length = NONE if loop.length is None else f"{_number(loop.length, models)} m"
        yield loop.name, loop.kind, f"{loop.a.link} and {loop.b.link}", length


def _couplings(models: CompiledModels) -> Iterator[Row]:
    for coupling in models.mechanism.couplings:
        ratio, offset = (_number(value, models) for value in (coupling.ratio, coupling.offset))
        yield coupling.name, f"{coupling.coordinate} = {ratio} * {coupling.of}" + f" + {offset}" * (offset != "0")


def _with_units(names: Sequence[str], units: Sequence[str]) -> str:
    return ", ".join(f"{name} [{unit}]" if unit != "1" else name for name, unit in zip(names, units, strict=True))


def _unit(units: Sequence[str]) -> str:
    """The unit behind a limit, which holds for each coordinate of the joint."""
    return f" {' or '.join(dict.fromkeys(units))}"


def _number(value: float | Expression, models: CompiledModels) -> str:
    return _text(evaluate(value, models.parameters))


def _text(value: Any) -> str:
    """A number, or the range of an array."""
    array = np.asarray(value, float)
    if array.ndim == 0:
        return f"{array:.6g}"
    return f"{array.min():.6g}..{array.max():.6g} ({array.size} values)" if array.size else "no values"


def _table(title: str, head: Row, rows: Iterator[Row]) -> list[str]:
    """Lines with aligned columns under a title; nothing without rows."""
    table = [head, *rows]
    if len(table) == 1:
        return []
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in table]
    return ["", title, *(f"  {line}".rstrip() for line in lines)]
