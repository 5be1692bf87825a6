"""Equations of reduced robots: the values of the compiled formulas, in a form that a person can read."""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import pytest
import sympy as sp
from machines import robot_named

import kinloop as kl

LONG_NUMBER = re.compile(r"\d{13,}")
# name of the formula, and of its inputs
FORMULAS = {"acceleration": "q v tau", "multiplier": "q v vd tau", "torques": "q v vd multiplier", "bias": "q qd", "inertia": "q"}
CASES = {
    "exam": ("two_r_exam", "q1 + q2 - beta", "q2"),
    "exam, chosen": ("two_r_exam", "q1 + q2 - beta", None),
    "vertical line": ("two_r", "x - 0.3", "y"),
    "vertical line, joint": ("two_r", "x - 0.3", "theta2"),
    "vertical line, chosen": ("two_r", "x - 0.3", None),
}


@cache
def reduced_of(case: str) -> kl.Reduced:
    name, constraint, pseudo_velocity = CASES[case]
    robot = robot_named(name)
    if name == "two_r":
        robot = robot.with_parameters(beta1=0.1, beta2=0.2)
    return kl.reduce(robot, constraint, pseudo_velocity)


def numbers(reduced: kl.Reduced, inputs: dict[str, np.ndarray]) -> dict[sp.Symbol, float]:
    rates = ["qdot1", "qdot2"] if "exam" in reduced.robot.mechanism.name else ["thetadot1", "thetadot2"]
    names = {
        "q": reduced.robot.mechanism.coordinates,
        "qd": rates,
        "v": ["v"],
        "vd": ["vdot"],
        "tau": ["tau1", "tau2"],
        "multiplier": ["lambda"],
    }
    pairs = [(name, value) for key, values in inputs.items() for name, value in zip(names[key], values, strict=True)]
    return {sp.Symbol(name): float(value) for name, value in [*pairs, *reduced.robot.parameters.items()]}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("name", FORMULAS)
def test_equations_have_the_values_of_the_compiled_formulas_and_can_be_read(case: str, name: str) -> None:
    reduced = reduced_of(case)
    found, random = reduced.equations(name), np.random.default_rng(1)
    inputs = {
        "q": reduced.start,
        **{key: random.normal(size=2 if key in ("tau", "qd") else 1) for key in FORMULAS[name].split()[1:]},
    }
    values = numbers(reduced, inputs)
    ((_, output),) = found.without_definitions().items()
    expected = np.ravel(reduced.evaluate(name, *inputs.values()))
    np.testing.assert_allclose(np.array(output.subs(values), float).ravel(), expected, rtol=1e-9, atol=1e-9)
    text = str(found)
    assert not LONG_NUMBER.search(text)
    assert len(text) < 1300
    assert "u1" not in {symbol.name for symbol, _ in found.definitions}
    known: set[str] = set()
    inner = {symbol.name for symbol, _ in found.definitions}
    for symbol, value in found.definitions:  # each in terms of those before it
        assert {s.name for s in value.free_symbols} & inner <= known
        known.add(symbol.name)


def test_the_exams_letters_name_the_matrices() -> None:
    """With the tool on a vertical line and the basis chosen at the start: (8) in the entries of B, n, E and F."""
    text = str(reduced_of("vertical line, chosen").equations("multiplier"))
    assert "θ̇₁ = F₁₁⋅v" in text
    assert "B₂₂ = l₂²⋅m₂" in text
    assert "D₁₁ = -0.590103241592" in text


def test_angles_are_joined_and_squares_are_factorised() -> None:
    inertia = reduced_of("vertical line, joint").equations("inertia").outputs["inertia"][0]
    l1, l2, m1, m2, t1, t2 = sp.symbols("l1 l2 m1 m2 theta1 theta2")
    expected = l1**2 * l2**2 * (m1 * sp.sin(t1 + t2) ** 2 + m2 * sp.sin(t2) ** 2) / (l1 * sp.sin(t1) + l2 * sp.sin(t1 + t2)) ** 2
    assert inertia == expected


def test_parameters_with_the_names_of_parts_do_not_change_the_values() -> None:
    """Parameters called F11, n1 and D11."""
    arm = robot_named("two_r").mechanism
    parameters = dict(arm.parameters) | {"F11": 1.0, "n1": 2.0, "D11": 3.0}
    robot = kl.load(arm.model_copy(update={"parameters": parameters, "name": "hostile"}))
    reduced = kl.reduce(robot, "x - 0.3 - 0*F11 - 0*n1 - 0*D11")
    found = reduced.equations("inertia").without_definitions()["inertia"]
    values = numbers(reduced, {"q": reduced.start})
    np.testing.assert_allclose(float(found[0].subs(values)), reduced.inertia(reduced.start)[0, 0], rtol=1e-9)
