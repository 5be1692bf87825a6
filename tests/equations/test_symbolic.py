"""A tape as SymPy equals what CasADi computes, and reads as one would write it."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import casadi as ca
import numpy as np
import pytest
import sympy as sp

from kinloop.compile.tape.tape import Formula, Port, Step, Tape, _operation_names, matrix, record, scalar, vector
from kinloop.equations.symbolic import Equations, equations, name_subexpressions, readable, to_sympy
from kinloop.errors import ShapeError, UnknownName, UnsupportedOperation

NAMES = {"q": ["theta1", "theta2"], "parameters": ["m1", "m2", "l1", "l2"]}
x, y = ca.SX.sym("x"), ca.SX.sym("y")
EVERY: dict[str, tuple[ca.SX, float, float]] = {  # operation: expression, lowest and highest x and y
    "add": (x + y, -2, 2),
    "sub": (x - y, -2, 2),
    "mul": (x * y, -2, 2),
    "div": (x / y, 0.1, 2),
    "neg": (-x, -2, 2),
    "exp": (ca.exp(x), -2, 2),
    "log": (ca.log(x), 0.1, 9),
    "pow": (x**y, 0.1, 2),
    "sqrt": (ca.sqrt(x), 0, 9),
    "sq": (x * x, -2, 2),
    "twice": (x + x, -2, 2),
    "sin": (ca.sin(x), -9, 9),
    "cos": (ca.cos(x), -9, 9),
    "tan": (ca.tan(x), -1, 1),
    "asin": (ca.asin(x), -1, 1),
    "acos": (ca.acos(x), -1, 1),
    "atan": (ca.atan(x), -9, 9),
    "lt": (x < y, -2, 2),
    "le": (x <= y, -2, 2),
    "eq": (ca.floor(x) == ca.floor(y), -2, 2),
    "ne": (ca.floor(x) != ca.floor(y), -2, 2),
    "not": (ca.logic_not(x < y), -2, 2),
    "and": (ca.logic_and(x < 0, y < 0), -2, 2),
    "or": (ca.logic_or(x < 0, y), -2, 2),
    "floor": (ca.floor(x), -9, 9),
    "ceil": (ca.ceil(x), -9, 9),
    "fabs": (ca.fabs(x), -9, 9),
    "sign": (ca.sign(x), -9, 9),
    "copysign": (ca.copysign(x, y), -9, 9),
    "if_else_zero": (ca.if_else(x > y, x, y * y), -2, 2),
    "fmin": (ca.fmin(x, y), -2, 2),
    "fmax": (ca.fmax(x, y), -2, 2),
    "inv": (1 / x, 0.1, 9),
    "sinh": (ca.sinh(x), -2, 2),
    "cosh": (ca.cosh(x), -2, 2),
    "tanh": (ca.tanh(x), -2, 2),
    "asinh": (ca.asinh(x), -2, 2),
    "acosh": (ca.acosh(x), 1, 9),
    "atanh": (ca.atanh(x), -0.9, 0.9),
    "atan2": (ca.atan2(x, y), -2, 2),
    "log1p": (ca.log1p(x), -0.9, 9),
    "expm1": (ca.expm1(x), -2, 2),
    "hypot": (ca.hypot(x, y), -2, 2),
    "fmod": (ca.fmod(x, y), -9, 9),
    "erf": (ca.erf(x), -2, 2),
}


def planar(n: int) -> dict[str, ca.SX]:
    """An arm of n links with point masses at their ends, as plain products of frames: no sum of angles is ever formed."""
    q, qd, p = ca.SX.sym("q", n), ca.SX.sym("qd", n), ca.SX.sym("parameters", 2 * n)
    T, M = ca.SX.eye(3), ca.SX.zeros(n, n)
    for k in range(n):
        c, s = ca.cos(q[k]), ca.sin(q[k])
        turn = ca.vertcat(ca.horzcat(c, -s, 0), ca.horzcat(s, c, 0), ca.horzcat(0, 0, 1))
        move = ca.vertcat(ca.horzcat(1, 0, p[n + k]), ca.horzcat(0, 1, 0), ca.horzcat(0, 0, 1))
        T = T @ turn @ move
        J = ca.jacobian(T[:2, 2], q)
        M = M + p[k] * J.T @ J
    bias = ca.jtimes(M @ qd, q, qd) - 0.5 * ca.jacobian(qd.T @ M @ qd, q).T
    return {"q": q, "qd": qd, "parameters": p, "T": T, "M": M, "bias": bias}


def tape_of(name: str, inputs: dict[str, ca.SX], **outputs: ca.SX) -> Tape:
    given = tuple(vector(key, value) for key, value in inputs.items())
    return record(Formula(name, given, tuple(matrix(key, value) for key, value in outputs.items())))


def chosen(parts: dict[str, ca.SX], *names: str) -> dict[str, ca.SX]:
    return {name: parts[name] for name in names}


def numbers(result: Equations | dict[str, Any], symbols: Sequence[str], values: np.ndarray) -> list[np.ndarray]:
    """The outputs at a point, computed by NumPy from the SymPy text."""
    outputs = result.without_definitions() if isinstance(result, Equations) else result
    function = sp.lambdify([sp.Symbol(name) for name in symbols], list(outputs.values()), modules=["scipy", "numpy"])
    return [np.asarray(value, dtype=float) for value in function(*values)]


def test_every_operation_of_a_tape_is_in_the_tests() -> None:
    assert set(EVERY) == set(_operation_names().values()) - {"assign"}


@pytest.mark.parametrize("operation", sorted(EVERY))
@pytest.mark.parametrize("simplify", [False, True])
def test_operation_means_what_casadi_computes(operation: str, simplify: bool) -> None:
    expression, low, high = EVERY[operation]
    formula = Formula("f", (scalar("x", x), scalar("y", y)), (scalar("z", expression),))
    tape, oracle = record(formula), formula.function()
    assert operation in {step.op for step in tape.steps}
    result = equations(tape) if simplify else to_sympy(tape)
    for point in np.random.default_rng(5).uniform(low, high, (20, 2)):
        (value,) = numbers(result, ["x", "y"], point)
        np.testing.assert_allclose(value.ravel(), oracle(*point).full().ravel(), rtol=1e-13, atol=1e-14)


def test_two_link_inertia_is_the_textbook_formula() -> None:
    arm = planar(2)
    result = equations(tape_of("inertia", chosen(arm, "q", "parameters"), M=arm["M"]), collect_by=("m1", "m2"), symbols=NAMES)
    assert not result.definitions
    # [Aissani2021] (4.47), term by term and not only in value.
    M11 = sp.sympify("m1*l1**2 + m2*(l1**2 + l2**2 + 2*l1*l2*cos(theta2))")
    M12 = sp.sympify("m2*(l2**2 + l1*l2*cos(theta2))")
    assert result.outputs["M"] == sp.Matrix([[M11, M12], [M12, sp.sympify("m2*l2**2")]])
    assert "l₁ ⋅m₁ + m₂⋅" in str(result)


def test_two_link_velocity_terms_and_gravity_are_the_textbook_formulas() -> None:
    arm = planar(2)
    p, q = arm["parameters"], arm["q"]
    gravity = ca.jacobian(9.81 * (p[0] * p[2] * ca.sin(q[0]) + p[1] * arm["T"][1, 2]), q).T
    tape = tape_of("bias", chosen(arm, "q", "qd", "parameters"), C=arm["bias"], G=gravity)
    result = equations(tape, collect_by=("m1", "m2"), symbols=NAMES | {"qd": ["w1", "w2"]})
    # Equation (4.48), and (4.49) sorted by mass.
    C = ["-m2*l1*l2*sin(theta2)*(2*w1*w2 + w2**2)", "m2*l1*l2*w1**2*sin(theta2)"]
    assert list(result.outputs["C"]) == [sp.sympify(text) for text in C]
    assert str(result.outputs["G"][1]) == "9.81*l2*m2*cos(theta1 + theta2)"
    assert sp.simplify(result.outputs["G"][0].coeff(sp.Symbol("m1")) - sp.sympify("9.81*l1*cos(theta1)")) == 0


def test_biglide_rows_come_out_clean_after_normalising() -> None:
    phi, l = ca.SX.sym("phi", 2), ca.SX.sym("l")
    c, s = l * ca.cos(phi), l * ca.sin(phi)
    norm = ca.sqrt(c * c + s * s)
    tape = tape_of("input_output", {"phi": phi, "l": l}, A=ca.horzcat(c / norm, s / norm), B=-ca.diag(s / norm))
    result = equations(tape, symbols={"phi": ["phi1", "phi2"], "l": ["l"]}, positive=["l"])
    assert result.outputs["A"] == sp.Matrix(2, 2, sp.sympify("[cos(phi1), sin(phi1), cos(phi2), sin(phi2)]"))
    assert result.outputs["B"] == -sp.diag(*sp.sympify("[sin(phi1), sin(phi2)]"))


def test_orthonormal_basis_of_two_directions_shows_the_sine_between_them() -> None:
    phi = ca.SX.sym("phi", 2)
    u, v = (ca.vertcat(ca.cos(phi[k]), ca.sin(phi[k])) for k in range(2))
    rest = v - u * ca.dot(u, v)
    (value,) = equations(tape_of("height", {"phi": phi}, h=ca.sqrt(ca.sumsqr(rest)))).outputs["h"]
    assert value == sp.Abs(sp.sin(sp.Symbol("phi0") - sp.Symbol("phi1")))


@pytest.mark.parametrize(
    ("output", "n"), [*((output, n) for output in ("T", "M", "bias") for n in (1, 2, 3, 4)), ("T", 6), ("bias", 6)]
)
def test_equations_of_any_length_mean_what_casadi_computes(n: int, output: str) -> None:
    arm = planar(n)
    formula = Formula("f", tuple(vector(key, arm[key]) for key in ("q", "qd", "parameters")), (matrix("z", arm[output]),))
    result = equations(record(formula), collect_by=[f"parameters{k}" for k in range(n)])
    assert bool(result.definitions) == (n > 3 and output != "T")
    rng = np.random.default_rng(n)
    point = [rng.uniform(-3, 3, n), rng.uniform(-2, 2, n), rng.uniform(0.2, 2, 2 * n)]
    known = {
        sp.Symbol(f"{key}{k}"): v
        for key, entry in zip(("q", "qd", "parameters"), point, strict=True)
        for k, v in enumerate(entry)
    }
    for symbol, value in result.definitions:
        assert sp.count_ops(value) < 120
        known[symbol] = float(value.xreplace({s: sp.Float(known[s]) for s in value.free_symbols}))
    got = np.array(result.outputs["z"].xreplace({s: sp.Float(v) for s, v in known.items()}), dtype=float)
    np.testing.assert_allclose(got, formula.function()(*point).full(), rtol=1e-10, atol=1e-11)


def test_inverse_of_inertia_is_one_reduced_fraction() -> None:
    arm = planar(2)
    tape = tape_of("inverse", chosen(arm, "q", "parameters"), W=ca.inv(arm["M"]))
    W = equations(tape, collect_by=("m1", "m2"), symbols=NAMES).outputs["W"]
    assert W[0, 0] == sp.sympify("1/(l1**2*(m1 + m2*sin(theta2)**2))")
    assert str(W[0, 1]) == "-(l1*cos(theta2) + l2)/(l1**2*l2*(m1 + m2*sin(theta2)**2))"


def test_literals_are_friendly() -> None:
    values = [2.0, 0.5, -0.25, 1 / 3, 9.81, 0.3, np.pi / 2, 1e-3]
    tape = tape_of("f", {"x": x}, z=ca.vertcat(*(x + value for value in values)))
    written = [str(entry - sp.Symbol("x0")) for entry in to_sympy(tape)["z"]]
    assert written[:4] == ["2", "1/2", "-1/4", "1/3"]
    assert written[6] == "pi/2"
    text = str(equations(tape))
    assert all(word in text for word in ("9.81", "0.3", "0.001"))
    assert "9.8100" not in text


def test_rounding_noise_of_quarter_turns_is_dropped() -> None:
    c, s = np.cos(np.pi / 2), np.sin(np.pi / 2)
    tape = tape_of("f", {"x": x}, z=c * ca.cos(x) + s * ca.sin(x))
    assert str(equations(tape, symbols={"x": ["a"]}).outputs["z"][0]) == "sin(a)"


def test_choice_reads_as_one_case_distinction() -> None:
    tape = tape_of("f", {"x": x}, z=ca.if_else(x > 1, x, 2 * x))
    (value,) = to_sympy(tape)["z"]
    assert len(value.args) == 2
    assert not value.has(sp.Add)


def test_readable_joins_angles_and_leaves_products_alone() -> None:
    a, b, m = sp.symbols("a b m")
    assert readable(sp.cos(a) * sp.cos(b) - sp.sin(a) * sp.sin(b)) == sp.cos(a + b)
    assert readable(m * sp.sin(a) ** 2 + m * sp.cos(a) ** 2) == m
    assert readable(sp.cos(a) * sp.cos(b)) == sp.cos(a) * sp.cos(b)
    assert readable(1 - sp.cos(a) ** 2) == sp.sin(a) ** 2
    assert readable(sp.Matrix([sp.sin(a) * sp.cos(b) - sp.cos(a) * sp.sin(b)]))[0] == sp.sin(a - b)


def random_expression(rng: random.Random, depth: int) -> sp.Expr:
    a, b, c, l, m = sp.symbols("a b c l m")
    if depth == 0:
        return rng.choice([a, b, l, m, sp.Rational(rng.randint(-3, 3), 2)])
    angle = rng.choice([a, b, c]) + rng.choice([0, 1, -1]) * rng.choice([a, b, c])
    f, g = random_expression(rng, depth - 1), random_expression(rng, depth - 1)
    forms = [f + g, f - g, f * g, f * g, f / (g + sp.Rational(7, 2)), f**2, l * sp.sin(angle), sp.cos(angle) * f]
    return rng.choice([*forms, sp.sqrt(f**2 + g**2), sp.sqrt(f**2), sp.Abs(f) * g, sp.Piecewise((f, a > 0), (g, True))])


@pytest.mark.parametrize("seed", range(60))
def test_readable_never_changes_the_value(seed: int) -> None:
    rng = random.Random(seed)
    expression = random_expression(rng, 4)
    result = readable(expression, collect_by=["m"])
    for _ in range(3):
        point = {symbol: sp.Float(rng.uniform(-2, 2), 40) for symbol in sp.symbols("a b c l m")}
        assert complex(result.subs(point).evalf(30)) == pytest.approx(
            complex(expression.subs(point).evalf(30)), rel=1e-10, abs=1e-10
        )


def test_readable_keeps_value_where_it_gives_up() -> None:
    a = sp.symbols("a:6")
    expression = sp.prod(sum(sp.cos(s) + k * t for k, t in enumerate(a)) ** 3 for s in a)
    point = {s: 0.1 + 0.2 * k for k, s in enumerate(a)}
    assert float((readable(expression) / expression).subs(point)) == pytest.approx(1, rel=1e-12)


def test_named_subexpressions_keep_the_value_and_the_kind() -> None:
    a, b = sp.symbols("a b")
    common = sp.sin(a * b) + a * b * sp.cos(b)
    for results in (common**2 + common, sp.Matrix([common, common * a]), {"one": sp.Matrix([common]), "two": common**3}):
        definitions, named = name_subexpressions(results)
        assert type(named) is type(results)
        before, after = (list(r.values()) if isinstance(r, dict) else [r] for r in (results, named))
        for old, new in zip(before, after, strict=True):
            for symbol, value in reversed(definitions):
                new = new.xreplace({symbol: value})
            assert sp.expand(new - old) == sp.zeros(*old.shape) if isinstance(old, sp.MatrixBase) else sp.expand(new - old) == 0


def test_display_names() -> None:
    T = ca.SX.sym("T", 2, 2)
    many = ca.SX.sym("q", 11)
    q1 = ca.SX.sym("q1", 1)
    inputs = (matrix("T", T), vector("q", many), vector("q1", q1), scalar("t", x))
    tape = record(Formula("f", inputs, (scalar("z", T[0, 1] + many[10] + q1 + x),)))
    assert to_sympy(tape)["z"] == sp.sympify("T0_1 + q_10 + q10 + t")
    given = sp.Symbol("h", positive=True)
    assert given in to_sympy(tape, {"t": [given]})["z"].free_symbols


def test_wrong_display_names_are_errors_that_say_what_exists() -> None:
    tape = tape_of("f", {"q": ca.SX.sym("q", 2)}, z=ca.SX(1))
    with pytest.raises(UnknownName, match="q"):
        to_sympy(tape, {"p": ["a"]})
    with pytest.raises(ShapeError, match="2 entries"):
        to_sympy(tape, {"q": ["a"]})
    with pytest.raises(ShapeError, match="twice: a"):
        to_sympy(tape, {"q": ["a", "a"]})
    with pytest.raises(UnknownName, match="q0, q1"):
        equations(tape, collect_by=["m1"])


def test_operation_without_a_reading_is_named_in_the_error() -> None:
    tape = Tape("f", (Port("q", ()),), (Port("z", ()),), (Step("input", (0, 0)), Step("bessel", (0,))), ((1,),))
    with pytest.raises(UnsupportedOperation, match="bessel"):
        to_sympy(tape)


def test_text_and_latex() -> None:
    arm = planar(3)
    tape = tape_of("inertia", chosen(arm, "q", "parameters"), M=arm["M"])
    names = {"q": ["theta1", "theta2", "theta3"], "parameters": ["m1", "m2", "m3", "l1", "l2", "l3"]}
    result = equations(tape, collect_by=("m1", "m2", "m3"), symbols=names)
    text = str(result)
    assert "M[1, 1] = l₂²⋅m₂ + m₃⋅(l₂² + 2⋅l₂⋅l₃⋅cos(θ₃) + l₃²)" in text
    assert "M is symmetric." in text
    assert max(map(len, text.splitlines())) <= 110
    latex = result.latex()
    assert latex.startswith("\\begin{aligned}\nM &= \\begin{bmatrix}")
    assert "\\theta_{2} + \\theta_{3}" in latex


def test_empty_and_single_outputs_have_text() -> None:
    tape = record(Formula("f", (scalar("x", x),), (scalar("z", x * x), vector("none", ca.SX(0, 1)))))
    result = equations(tape)
    assert result.outputs["z"].shape == (1, 1)
    assert "z = x²" in str(result)
    assert "none is empty." in str(result)


def test_deep_chain_is_named_and_not_nested() -> None:
    value = x
    for _ in range(1500):
        value = ca.sin(value)
    result = equations(tape_of("f", {"x": x}, z=value))
    assert result.definitions
    assert str(result)


def test_module_does_not_import_sympy() -> None:
    code = "import sys, kinloop.equations.symbolic; sys.exit('sympy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
