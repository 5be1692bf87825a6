"""A robot's models as readable equations."""

from __future__ import annotations

from dataclasses import replace

from kinloop.equations.symbolic import Equations, equations
from kinloop.errors import SingularConfiguration, UnsupportedOperation, listing
from kinloop.mechanism.expressions.expression import Expression
from kinloop.model.call_errors import INFINITESIMAL
from kinloop.model.compiled_models import CompiledModels
from kinloop.model.dynamics.task import task_rows
from kinloop.model.formulas.closed_form import Direction, form_of, input_names
from kinloop.model.formulas.formulas import is_refused

# With more rates, equations are a list of named subexpressions.
READABLE_RATES = 4
GEOMETRY: dict[str, Direction] = {"forward_geometry": "forward", "inverse_geometry": "inverse"}
CHANGES = (("q", ""), ("qd", "dot"), ("qdd", "ddot"))  # inputs that are small changes, and the dots of their symbols


def equations_of(models: CompiledModels, name: str) -> Equations:
    """The formula ``name`` on symbols with the names of the robot's joints, task and parameters."""
    if name in GEOMETRY:
        direction = GEOMETRY[name]
        if form_of(models.mechanism, direction) is not None:
            return _closed_form_equations(models, direction)
        if direction == "forward" and not models.is_closed:
            return replace(equations_of(models, "task"), name=name)
        raise _no_closed_form(models.mechanism.name, direction)
    rates, n = models.mechanism.rates, models.n_active
    task = range(1, len(task_rows(models.mechanism)) + 1)
    symbols = {
        "q": models.mechanism.coordinates,
        "qd": [derivative_name(rate, "dot") for rate in rates],
        "qd_active": [derivative_name(rate, "dot") for rate in rates[:n]],
        "x": models.mechanism.task_names,
        **{order: [f"{order}{k}" for k in task] for order in ("xd", "xdd", "xddd")},
        "qdd": [derivative_name(rate, "ddot") for rate in rates],
        "qdd_active": [derivative_name(rate, "ddot") for rate in rates[:n]],
        "jerk": [derivative_name(rate, "dddot") for rate in rates],
        "tau": [f"tau_{rate}" for rate in rates[:n]],
        "weights": [f"w_{rate}" for rate in rates[:n]],
        "loop_force": [f"lambda{k + 1}" for k in range(len(models.formulas.model.rows))],
        **{f"change_{of}": [f"delta_{derivative_name(rate, dots)}" for rate in rates] for of, dots in CHANGES},
        "parameters": list(models.parameters),
    }
    tape = models.formulas.tape(name, guarded=False)
    if is_refused(models.formulas.model, name):
        raise SingularConfiguration(f"{models.mechanism.name} has no equations of {name}: {INFINITESIMAL}")
    masses = [str(link.mass) for link in models.mechanism.links]
    return equations(
        tape,
        collect_by=tuple(p for p in models.parameters if any(p in mass for mass in masses)),
        simplify=len(rates) <= READABLE_RATES,
        symbols={port.name: symbols[port.name] for port in tape.inputs if port.name in symbols},
    )


def _closed_form_equations(models: CompiledModels, direction: Direction) -> Equations:
    """The closed form of the description: the definitions in their order, then the task's coordinates and ``q``."""
    import sympy as sp

    from kinloop.equations.symbol_names import number

    mechanism, form = models.mechanism, form_of(models.mechanism, direction)
    assert form is not None
    known = {
        name: sp.Symbol(name) for name in (*models.parameters, *input_names(mechanism, direction), *form.signs, *form.values)
    }
    functions = {
        **{name: getattr(sp, name) for name in ("sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "exp", "log")},
        "abs": sp.Abs,
        "min": sp.Min,
        "max": sp.Max,
    }
    definitions = []
    for name, value in form.values.items():
        read = sp.sympify(value.value(known, functions) if isinstance(value, Expression) else value)
        definitions.append((known[name], read.xreplace({one: number(float(one)) for one in read.atoms(sp.Float)})))
    outputs = {"q": sp.Matrix([known[name] for name in mechanism.coordinates])}
    task = mechanism.task_names
    if direction == "forward" and all(name in form.values for name in task):
        outputs = {"x": sp.Matrix([known[name] for name in task]), **outputs}
    mode = "assembly" if direction == "forward" else "working"
    note = f"{listing(form.signs)}: +1 or -1, the {mode} mode" if form.signs else "there is one configuration"
    if not form.complete:
        note += "; there may be other configurations, which robot.configurations finds"
    return Equations(f"{direction}_geometry", outputs, tuple(definitions), note)


def _no_closed_form(name: str, direction: Direction) -> UnsupportedOperation:
    given = "q_active" if direction == "forward" else "x"
    return UnsupportedOperation(
        f"{name} has no closed form of the {direction} geometry: its description writes none. "
        f"robot.configurations({given}=...) finds every configuration numerically"
    )


def derivative_name(name: str, dots: str) -> str:
    """``theta1`` as SymPy draws its derivative: ``thetadot1``."""
    stem = name.rstrip("0123456789")
    return f"{stem}{dots}{name[len(stem) :]}"
