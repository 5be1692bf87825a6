"""The formulas of a reduced robot as readable equations, in the letters of [RoboticsExam2016]."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kinloop.compile.tape.tape import Tape
from kinloop.equations.symbolic import Equations, equations
from kinloop.model.reduction.reduced_model import FORMULAS
from kinloop.model.robot_equations import READABLE_RATES, derivative_name, effort_names

if TYPE_CHECKING:
    from kinloop.model.reduction.reduced import Reduced

PARTS = {"E": "E", "F": "F", "B": "B", "n": "n", "qdd_bias": "gamma"}  # inputs of equations and their letters
RATES = "velocity"  # the formula of all rates from the pseudo-velocities
NAMED = ("inertia", "bias", "terms", "acceleration", "multiplier", "torques")  # formulas of B, n, E and F


def equations_of(reduced: Reduced, name: str) -> Equations:
    """The formula ``name``, in the shorter of two forms where ``E`` and ``F`` depend on the configuration: written out, with the
    rates ``F v`` as definitions; or in the entries of ``B``, ``n``, ``E`` and ``F``. The numbers of a ``D`` that was chosen have
    names."""
    rates = reduced.robot.mechanism.rates
    if len(rates) > READABLE_RATES or name not in NAMED:
        return _read(reduced, name)
    inverse = _read(reduced, "matrices")
    if not _names(inverse) & {*reduced.robot.mechanism.coordinates}:
        return _read(reduced, name)
    keeps_rates = "v" in FORMULAS[name].inputs.split()
    written_out = _read(reduced, name, keeps_rates)
    forms = [_with(_rates(reduced) if keeps_rates else [], written_out)]
    if not (reduced.robot.models.is_closed or reduced.robot.passive or _is_taken(reduced)):
        forms.append(_with(_parts(reduced, inverse, keeps_rates), _read(reduced, name, keeps_rates, names_parts=True)))
        if any(not value.is_number for _, value in written_out.definitions):
            return forms[1]  # too long to be written out
    return min(forms, key=_size)


def _is_taken(reduced: Reduced) -> bool:
    """Whether a parameter or a coordinate has the name of a part."""
    parts = {symbol.name for key in PARTS for symbol in _entries(reduced, key)}
    return bool(parts & {*reduced.robot.parameters, *reduced.robot.mechanism.coordinates})


def _parts(reduced: Reduced, inverse: Equations, keeps_rates: bool) -> list[tuple[Any, Any]]:
    """The definitions of the entries of ``E`` and ``F``, of the rates ``F v``, of the entries of ``B`` and ``n``, and of the
    accelerations at zero pseudo-accelerations, in this order."""
    robot, drift = reduced.robot, _read(reduced, "drift")
    F, B = _entries(reduced, "F"), _entries(reduced, "B")
    size, v = len(robot.mechanism.rates), _symbols(_indexed_names("v", reduced.dof))
    inertia = list(robot.equations("inertia").without_definitions()["inertia"])
    for i in range(size):
        for j in range(i):
            inertia[i + size * j] = B[j + size * i]  # symmetric: each has one name
    parts = [*zip(_entries(reduced, "E"), inverse.outputs["E"].T, strict=True), *zip(F, inverse.outputs["F"].T, strict=True)]
    if keeps_rates:
        rates = [sum(F[i + size * j] * v[j] for j in range(reduced.dof)) for i in range(size)]
        parts += zip(_symbols(_rate_names(reduced)), rates, strict=True)
    parts += zip(B, inertia, strict=True)
    parts += zip(_entries(reduced, "n"), robot.equations("bias").without_definitions()["bias"], strict=True)
    parts += zip(_entries(reduced, "qdd_bias"), drift.outputs["drift"], strict=True)
    return [*dict.fromkeys([*inverse.definitions, *drift.definitions]), *parts]


def _size(found: Equations) -> int:
    import sympy as sp

    parts = [*found.outputs.values(), *(value for _, value in found.definitions)]
    return sum(int(sp.count_ops(part)) for part in parts)


def _with(definitions: list[tuple[Any, Any]], found: Equations) -> Equations:
    """The equations with those of the definitions that they use: numbers first, then the definitions, then their own. Parts that
    are 0, whole numbers or other parts are put in place."""
    plain = {symbol: value for symbol, value in definitions if value.is_Integer or value.is_Symbol}
    table = {symbol: value if symbol in plain else value.xreplace(plain) for symbol, value in definitions}
    outputs = {name: value.xreplace(plain) for name, value in found.outputs.items()}
    own = [(symbol, value.xreplace(plain)) for symbol, value in found.definitions]
    used = {s for value in (*outputs.values(), *(value for _, value in own)) for s in value.free_symbols}
    for symbol, value in reversed(table.items()):
        used |= value.free_symbols if symbol in used else set()
    kept = [(symbol, value) for symbol, value in table.items() if symbol in used and symbol not in plain]
    both = list(dict([*kept, *own]).items())
    ordered = [pair for pair in both if pair[1].is_number] + [pair for pair in both if not pair[1].is_number]
    return replace(found, outputs=outputs, definitions=tuple(ordered))


def _rates(reduced: Reduced) -> list[tuple[Any, Any]]:
    """The rates of the constraint, each with its value, after the numbers that it needs."""
    found = _read(reduced, RATES)
    numbers = [pair for pair in found.definitions if pair[1].is_number]
    written_out = replace(found, definitions=found.definitions[len(numbers) :]).without_definitions()["qd"]
    return [*numbers, *zip(_symbols(_rate_names(reduced)), written_out, strict=True)]


def _names(found: Equations) -> set[str]:
    """The names of the symbols that the outputs depend on."""
    return {symbol.name for value in found.without_definitions().values() for symbol in value.free_symbols}


def _read(reduced: Reduced, name: str, keeps_rates: bool = False, names_parts: bool = False) -> Equations:
    """A formula, with the values of the entries of a chosen ``D`` that occur in it as definitions."""
    import sympy as sp

    tape, chosen = reduced.formulas.tape_to_read(name, keeps_rates, names_parts)
    mechanism = reduced.robot.mechanism
    masses = [str(link.mass) for link in mechanism.links]
    found = equations(
        tape,
        collect_by=tuple(p for p in reduced.robot.parameters if any(p in mass for mass in masses)),
        simplify=len(mechanism.rates) <= READABLE_RATES,
        symbols=_display_names(reduced, tape, chosen),
    )
    used = _names(found)
    numbers = [(sp.Symbol(name), sp.Float(value)) for name, value in chosen.items() if name in used]
    return replace(found, definitions=(*numbers, *found.definitions))


def _display_names(reduced: Reduced, tape: Tape, chosen: dict[str, float]) -> dict[str, list[Any]]:
    mechanism = reduced.robot.mechanism
    names: dict[str, list[Any]] = {
        "q": list(mechanism.coordinates),
        "qd": _rate_names(reduced),
        "v": _indexed_names("v", reduced.dof),
        "vd": _indexed_names("vdot", reduced.dof),
        "tau": effort_names(mechanism),
        "multiplier": _indexed_names("lambda", reduced.n_rows),
        "force": _indexed_names("lambda", reduced.n_rows + len(reduced.formulas.loops.rows)),
        "position": _indexed_names("r", reduced.dof),
        "step": [f"delta_{rate}" for rate in mechanism.rates],
        "stabilisation": ["alpha"],
        "D": list(chosen),
        **{key: _entries(reduced, key) for key in PARTS},
        "parameters": list(reduced.robot.parameters),
    }
    return {port.name: names[port.name] for port in tape.inputs}


def _entries(reduced: Reduced, key: str) -> list[Any]:
    """The symbols of the entries of a part, column after column."""
    rows = range(1, len(reduced.robot.mechanism.rates) + 1)
    letter = PARTS[key]
    if key in ("n", "qdd_bias"):
        return _symbols([f"{letter}{i}" for i in rows])
    columns = {"E": reduced.formulas.A.shape[0], "F": reduced.dof, "B": len(rows)}[key]
    return _symbols([f"{letter}{i}{j}" for j in range(1, columns + 1) for i in rows])


def _rate_names(reduced: Reduced) -> list[str]:
    return [derivative_name(rate, "dot") for rate in reduced.robot.mechanism.rates]


def _symbols(names: list[str]) -> list[Any]:
    import sympy as sp

    return [sp.Symbol(name) for name in names]


def _indexed_names(stem: str, count: int) -> list[str]:
    return [stem] if count == 1 else [f"{stem}{k + 1}" for k in range(count)]
