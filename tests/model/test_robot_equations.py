"""Equations of the library's machines, read as the documents write them."""

import numpy as np
import pytest
import sympy as sp
from peers import urdf_path

import kinloop as kl
from kinloop.equations.symbolic import Equations


def test_two_link_inertia_is_that_of_the_thesis():
    """The inertia has the terms and the form of [Aissani2021] (4.47): collected by the masses."""
    M = kl.load("two_r").equations("inertia").outputs["inertia"]
    l1, l2, m1, m2, theta2 = sp.symbols("l1 l2 m1 m2 theta2")
    off = m2 * (l2**2 + l1 * l2 * sp.cos(theta2))
    expected = sp.Matrix([[m1 * l1**2 + m2 * (l1**2 + l2**2 + 2 * l1 * l2 * sp.cos(theta2)), off], [off, m2 * l2**2]])
    assert expected == M  # the same form, not only the same value


def test_biglide_legs_are_those_of_the_report():
    """[DemuttiRosi2020] (2.13): unit vectors along the rods, and minus the sines of their angles."""
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
    with pytest.raises(kl.KinloopError, match=r"did you mean 'inverse_geometry'\?.*has: forward_geometry, inverse_geometry, "):
        kl.load("two_r").equations("inverse_geometri")


@pytest.mark.parametrize(
    "name", ["inverse_jerk", "type2_limit_terms", "directional_derivatives", "task_jacobian", "analytic_jacobian", "statics"]
)
def test_every_formula_has_names_for_its_symbols(name: str) -> None:
    """A formula of the table without named symbols would raise a KeyError."""
    assert str(kl.load("biglide").equations(name))


@pytest.mark.parametrize("name", ["biglide", "five_bar", "two_r", "scara_rrpr"])
def test_geometry_reads_as_its_closed_form_with_the_values_of_the_configurations(name: str) -> None:
    robot = kl.load(name)
    x = robot.inverse_geometry(robot.forward_geometry(robot.start[: len(robot.active)], near=robot.start).x, near=robot.start)
    numbers = dict(zip(map(sp.Symbol, robot.parameters), robot.parameters.values(), strict=True))
    task = numbers | dict(zip(map(sp.Symbol, robot.task), x.x, strict=True))
    active = numbers | dict(zip(map(sp.Symbol, robot.active), x.q_active, strict=True))
    inverse, forward = robot.equations("inverse_geometry"), robot.equations("forward_geometry")
    form = robot.mechanism.inverse_geometry
    assert form is not None
    signs = dict(zip(map(sp.Symbol, form.signs), x.mode.working, strict=True))
    np.testing.assert_allclose(np.array(inverse.without_definitions()["q"].subs(task | signs), float).ravel(), x.q, atol=1e-12)
    assert "+1 or -1, the working mode" in str(inverse)
    assembly = robot.mechanism.forward_geometry
    if assembly is not None and assembly.signs:
        active |= dict(zip(map(sp.Symbol, assembly.signs), x.mode.assembly, strict=True))
    np.testing.assert_allclose(np.array(forward.without_definitions()["x"].subs(active), float).ravel(), x.x, atol=1e-12)


def test_biglide_geometry_is_written_as_in_the_report() -> None:
    """[DemuttiRosi2020] (2.6), with the sign of the working mode."""
    q1 = dict(kl.load("biglide").equations("inverse_geometry").definitions)[sp.Symbol("q1")]
    y, g1, l, x, d = sp.symbols("y g1 l x d")
    assert q1 == y + g1 * sp.sqrt(l**2 - (x + d / 2) ** 2)


@pytest.mark.parametrize(
    ("name", "model", "words"),
    [
        ("stewart_gough", "forward_geometry", r"no closed form of the forward geometry.*robot\.configurations\(q_active=...\)"),
        ("six_r", "inverse_geometry", r"no closed form of the inverse geometry.*robot\.configurations\(x=...\)"),
    ],
)
def test_a_geometry_without_a_closed_form_is_said(name: str, model: str, words: str) -> None:
    with pytest.raises(kl.UnsupportedOperation, match=words):
        kl.load(name).equations(model)


@pytest.mark.parametrize("name", ["impulse_response", "forward_solution"])
def test_inputs_without_display_names_have_their_own(name: str) -> None:
    assert str(kl.load("biglide").equations(name))


@pytest.mark.parametrize("name", [5, None, ["inertia"], ""])
def test_what_is_no_name_is_refused_in_words(name: object) -> None:
    with pytest.raises(kl.UnknownName, match="no formula"):
        kl.load("two_r").equations(name)


def test_efforts_have_the_joints_numbers_and_give_way_to_parameters() -> None:
    arm = kl.load("two_r").mechanism
    assert {"tau1", "tau2"} <= {s.name for s in kl.load(arm).equations("forward_dynamics").outputs["qdd"].free_symbols}
    taken = arm.model_copy(update={"parameters": {**arm.parameters, "tau1": 1.0}, "name": "taken"})
    symbols = {s.name for s in kl.load(taken).equations("forward_dynamics").outputs["qdd"].free_symbols}
    assert {"tau_theta1", "tau_theta2"} <= symbols


def test_short_names_of_sines_have_one_meaning_each() -> None:
    """c1 stands for one angle only, and gives way to a symbol of that name."""
    q1, t1, c2, t2 = sp.symbols("q1 theta1 c2 theta2")
    both = Equations("both", {"x": sp.Matrix([sp.cos(q1) + sp.cos(t1) + c2 * sp.cos(t2) + sp.sin(t1 + t2)])})
    short = both.abbreviated()
    assert short.outputs["x"][0] == sp.cos(q1) + sp.cos(t1) + c2 * sp.cos(t2) + sp.Symbol("s12")
    assert short.without_definitions() == both.outputs
