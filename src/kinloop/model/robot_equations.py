"""A robot's models as readable equations."""

from __future__ import annotations

from dataclasses import replace

from kinloop.equations.symbolic import Equations, equations
from kinloop.errors import SingularConfiguration, UnsupportedOperation, listing, unknown_name
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.model.call_errors import INFINITESIMAL
from kinloop.model.compiled_models import CompiledModels
from kinloop.model.dynamics.task import task_rows
from kinloop.model.formulas.closed_form import Direction, form_of, input_names
from kinloop.model.formulas.formulas import FORMULAS, is_refused

# With more rates, equations are a list of named subexpressions.
READABLE_RATES = 4
GEOMETRY: dict[str, Direction] = {"forward_geometry": "forward", "inverse_geometry": "inverse"}
KNOWN = (*GEOMETRY, "link_transforms", *FORMULAS)
CHANGES = (("q", ""), ("qd", "dot"), ("qdd", "ddot"))  # inputs that are small changes, and the dots of their symbols


def equations_of(models: CompiledModels, name: str) -> Equations:
    """The formula ``name`` on symbols with the names of the robot's joints, task and parameters."""
    if not isinstance(name, str) or (name not in KNOWN and not name.endswith(("_solution", "_doubt"))):
        raise unknown_name("formula", name, KNOWN, "kinloop")
    if name in GEOMETRY:
        direction = GEOMETRY[name]
        if form_of(models.mechanism, direction) is not None:
            return _closed_form_equations(models, direction)
        if direction == "forward" and not models.is_closed:
            return replace(equations_of(models, "task"), name=name)
        raise _no_closed_form(models.mechanism.name, direction)
    if name == "link_transforms":
        from kinloop.model.dh_equations import link_transforms

        return link_transforms(models.mechanism, models.single_values())
    found = _formula_equations(models, name)
    if name == "state_space" and found.definitions and not models.is_closed and not models.passive:
        return _named_state_space(models) or found
    return found


def _formula_equations(models: CompiledModels, name: str) -> Equations:
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
        "tau": effort_names(models.mechanism),
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

    from kinloop.mechanism.expressions.sympy_values import as_sympy

    mechanism, form = models.mechanism, form_of(models.mechanism, direction)
    assert form is not None
    known = {
        name: sp.Symbol(name) for name in (*models.parameters, *input_names(mechanism, direction), *form.signs, *form.values)
    }
    definitions = [(known[name], as_sympy(value, known)) for name, value in form.values.items()]
    outputs = {"q": sp.Matrix([known[name] for name in mechanism.coordinates])}
    task = mechanism.task_names
    if direction == "forward" and all(name in form.values for name in task):
        outputs = {"x": sp.Matrix([known[name] for name in task]), **outputs}
    mode = "assembly" if direction == "forward" else "working"
    note = f"{listing(form.signs)}: +1 or -1, the {mode} mode" if form.signs else "there is one configuration"
    note += "".join(f"; {sign} = +1 is {each['+1']}, -1 is {each['-1']}" for sign, each in form.labels.items())
    if not form.complete:
        note += "; there may be other configurations, which robot.configurations finds"
    return Equations(f"{direction}_geometry", outputs, tuple(definitions), note)


def _no_closed_form(name: str, direction: Direction) -> UnsupportedOperation:
    given = "q_active" if direction == "forward" else "x"
    return UnsupportedOperation(
        f"{name} has no closed form of the {direction} geometry: its description writes none. "
        f"robot.configurations({given}=...) finds every configuration numerically"
    )


def _named_state_space(models: CompiledModels) -> Equations | None:
    """``f`` and ``g`` in the entries of the inertia ``M`` and of the bias ``n``, by Cramer's rule on the joints that the inertia
    couples; None for many joints, or where a parameter has one of these names."""
    import sympy as sp

    size = len(models.mechanism.rates)
    if size > READABLE_RATES or any(joint.definition.has_quaternion for joint in models.mechanism.joints):
        return None
    inertia, bias = (_formula_equations(models, name).without_definitions()[name] for name in ("inertia", "bias"))
    symbols = [[sp.Symbol(f"M{min(i, j) + 1}{max(i, j) + 1}") for j in range(size)] for i in range(size)]
    short = sp.Matrix(size, size, lambda i, j: symbols[i][j] if inertia[i, j] != 0 else 0)
    efforts = sp.Matrix([sp.Symbol(f"n{i + 1}") if bias[i] != 0 else 0 for i in range(size)])
    definitions = [(short[i, j], inertia[i, j]) for i in range(size) for j in range(i, size) if short[i, j] != 0]
    definitions += [(efforts[i], bias[i]) for i in range(size) if efforts[i] != 0]
    inverse = sp.zeros(size, size)
    for block in short.connected_components():
        part = short.extract(block, block)
        determinant = part.det() if len(block) < 2 else sp.Symbol(f"Delta_{''.join(str(i + 1) for i in block)}")
        definitions += [(determinant, part.det())] if len(block) > 1 else []
        adjugate = part.adjugate()
        for a, i in enumerate(block):
            for b, j in enumerate(block):
                inverse[i, j] = adjugate[a, b] / determinant
    if any(symbol.name in models.parameters or symbol.name in models.mechanism.rates for symbol, _ in definitions):
        return None
    rates = sp.Matrix([sp.Symbol(derivative_name(rate, "dot")) for rate in models.mechanism.rates])
    outputs = {"f": rates.col_join(-inverse * efforts), "g": sp.zeros(size, size).col_join(inverse)}
    return Equations("state_space", outputs, tuple(definitions), "M is the inertia, n the bias")


def effort_names(mechanism: Mechanism) -> list[str]:
    """The symbols of active efforts: ``tau`` of one joint, with the joints' numbers where these tell them apart, else with their
    names, and so where a parameter has such a name."""
    rates = [rate for joint in mechanism.active_joints for rate in joint.rates]
    numbers = [rate[len(rate.rstrip("0123456789")) :] for rate in rates]
    short = ["tau"] if len(rates) == 1 else [f"tau{k}" for k in numbers]
    is_clear = len(rates) == 1 or (all(numbers) and len(set(numbers)) == len(rates))
    taken = {*mechanism.parameters, *mechanism.coordinates}
    return short if is_clear and not taken.intersection(short) else [f"tau_{rate}" for rate in rates]


def derivative_name(name: str, dots: str) -> str:
    """``theta1`` as SymPy draws its derivative: ``thetadot1``."""
    stem = name.rstrip("0123456789")
    return f"{stem}{dots}{name[len(stem) :]}"
