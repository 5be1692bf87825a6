"""Equations of the library's machines, read as the documents write them."""

import numpy as np
import pytest
import sympy as sp

import kinloop as kl
from peers import urdf_path


def test_two_link_inertia_is_that_of_the_thesis():
    """(4.47) of 003, term by term and in its form: collected by the masses."""
    M = kl.load("two_r").equations("inertia").outputs["inertia"]
    l1, l2, m1, m2, theta2 = sp.symbols("l1 l2 m1 m2 theta2")
    off = m2 * (l2**2 + l1 * l2 * sp.cos(theta2))
    expected = sp.Matrix([[m1 * l1**2 + m2 * (l1**2 + l2**2 + 2 * l1 * l2 * sp.cos(theta2)), off], [off, m2 * l2**2]])
    assert expected == M  # the same form, not only the same value


def test_biglide_legs_are_those_of_the_report():
    """(2.13) of 000: unit vectors along the rods, and minus the sines of their angles."""
    legs = kl.load("biglide").equations("input_output")
    phi1, phi2 = sp.symbols("phi1 phi2")
    assert legs.outputs["A"] == sp.Matrix([[sp.cos(phi1), sp.sin(phi1)], [sp.cos(phi2), sp.sin(phi2)]])
    assert legs.outputs["B"] == sp.Matrix([[-sp.sin(phi1), 0], [0, -sp.sin(phi2)]])
    assert "cos(φ₁)" in str(legs)
    assert r"\phi" in legs.latex()


def test_a_robot_with_many_joints_gives_named_subexpressions():
    equations = kl.load(urdf_path("ur5")).equations("inverse_dynamics")
    assert len(equations.definitions) > 20
    longest = max(len(sp.Add.make_args(expression)) for _, expression in equations.definitions)
    assert longest < 40  # each is short enough to read


def test_equations_have_the_values_of_the_compiled_model():
    robot = kl.load("two_r", beta1=0.1, beta2=0.3)
    q, qd = np.array([0.4, -1.1]), np.array([0.7, 2.0])
    names = ["theta1", "theta2", "thetadot1", "thetadot2", *robot.parameters]
    values = dict(zip(map(sp.Symbol, names), [*q, *qd, *robot.parameters.values()], strict=True))
    bias = robot.equations("bias").outputs["bias"].subs(values)
    np.testing.assert_allclose(np.array(bias, float).ravel(), robot.bias(q, qd), rtol=1e-13)


def test_unknown_model_names_what_exists():
    with pytest.raises(kl.KinloopError, match=r"did you mean 'inertia'\?.*input_output"):
        kl.load("two_r").equations("inertias")


@pytest.mark.parametrize("name", ["inverse_jerk", "passage", "variation", "task_jacobian", "analytic_jacobian", "statics"])
def test_every_formula_has_names_for_its_symbols(name: str) -> None:
    """A formula of the table that nobody named symbols for would be a KeyError."""
    assert str(kl.load("biglide").equations(name))
