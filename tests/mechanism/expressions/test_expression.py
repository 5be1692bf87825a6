from __future__ import annotations

import json
import math
import pickle
import subprocess
import sys
from typing import Any

import casadi as ca
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinloop.errors import DescriptionError, ExpressionError, KinloopError, UnknownName
from kinloop.mechanism.expressions.expression import Expression, read_number, resolve
from kinloop.mechanism.parts.parts import Link

VALUES = {"d": 0.4, "l": 0.3606, "_k2": -1.5}
UNARY = ("sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "exp", "log", "abs")
ORACLE: dict[str, Any] = {name: getattr(math, name, abs) for name in (*UNARY, "atan2")} | {"min": min, "max": max, "pi": math.pi}


def texts(binary: tuple[str, ...] = ("atan2", "min", "max")) -> st.SearchStrategy[str]:
    """Expressions that Python reads in the same way, with and without brackets."""
    leaves = st.floats(0, 1e3).map(repr) | st.sampled_from([*VALUES, "pi"])

    def grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        spaces = st.sampled_from(["", " ", "  "])
        infix = st.tuples(inner, spaces, st.sampled_from(["+", "-", "*", "/", "**"]), spaces, inner).map("".join)
        calls = st.tuples(st.sampled_from(UNARY), inner).map(lambda pair: f"{pair[0]}({pair[1]})")
        pairs = st.tuples(st.sampled_from(binary), inner, inner).map(lambda parts: f"{parts[0]}({parts[1]}, {parts[2]})")
        return infix | calls | pairs | inner.map(lambda text: f"({text})") | inner.map(lambda text: f"-{text}")

    return st.recursive(leaves, grow, max_leaves=12)


def oracle(text: str) -> float | None:
    """Python's own answer; None where it has none that is real and finite."""
    try:
        value = eval(text, {"__builtins__": {}}, {**ORACLE, **VALUES})
    except (ArithmeticError, ValueError, TypeError):  # TypeError: a complex number on the way
        return None
    return value if isinstance(value, float) and math.isfinite(value) else None


@given(texts())
@settings(max_examples=500)
def test_expressions_have_the_value_that_python_gives_them(text: str) -> None:
    expected = oracle(text)
    if expected is None:
        with pytest.raises(ExpressionError):
            Expression(text).value(VALUES)
    else:
        assert Expression(text).value(VALUES) == expected
        number = read_number(text)
        assert isinstance(number, Expression) if Expression(text).names else number == expected


@given(texts(binary=("min", "max")))  # without atan2: CasADi takes 0*x for 0, whatever the sign of x
def test_symbols_and_arrays_give_the_same_value_as_floats(text: str) -> None:
    expected = oracle(text)
    if expected is None:
        return
    expression = Expression(f"{text} + atan2(d, _k2)")
    expected += math.atan2(VALUES["d"], VALUES["_k2"])
    symbols = {name: ca.SX.sym(name) for name in VALUES}
    function = ca.Function("f", list(symbols.values()), [expression.value(symbols)])
    assert float(function(*VALUES.values())) == pytest.approx(expected, rel=1e-9, abs=1e-12)
    array = expression.value({name: np.array([value, value]) for name, value in VALUES.items()})
    np.testing.assert_allclose(array, [expected, expected], rtol=1e-9, atol=1e-12)


@given(st.text(max_size=60) | st.text(alphabet="0123456789.eE+-*/^(), \tdlpi_sqrtamxg", max_size=1100))
@settings(max_examples=1000)
def test_only_our_errors_come_out_of_any_text(text: str) -> None:
    try:
        number = read_number(text)
        if isinstance(number, Expression):
            number.value(dict.fromkeys(number.names, 0.5))
    except KinloopError:
        pass


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1e-3", 0.001),
        (".5", 0.5),
        ("2.", 2.0),
        ("2^3^2", 512.0),
        ("2**3**2", 512.0),
        ("-2^2", -4.0),
        ("2^-1", 0.5),
        ("2^-1^2", 0.5),
        ("--3", 3.0),
        ("6/2*3", 9.0),
        ("7-2-1", 4.0),
        ("60 deg", math.radians(60)),
        ("-(30 + 30)deg", -math.radians(60)),
        ("2*90deg", math.pi),
        ("180 deg", math.pi),
        ("pi/2 + 0.5 rad", math.pi / 2 + 0.5),
        ("max(1, 3, 2) - min(1, 3, 2)", 2.0),
        (" pi\n", math.pi),
    ],
)
def test_text_without_names_becomes_a_float(text: str, value: float) -> None:
    number = read_number(text)
    assert isinstance(number, float)
    assert number == pytest.approx(value, rel=1e-15)


def test_units_apply_to_names_and_brackets() -> None:
    assert Expression("(a + b) deg").value({"a": 30.0, "b": 60.0}) == pytest.approx(math.pi / 2, rel=1e-15)
    assert Expression("a deg").value({"a": 180.0}) == math.pi


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("2 * * d", 5, "expected a number, a name or '(' but found '*'"),
        ("", 1, "expected a number, a name or '(' but found the end"),
        ("2 *", 4, "but found the end"),
        ("(d", 3, "expected an operator or ')' but found the end"),
        ("d)", 2, "expected an operator or the end but found ')'"),
        ("2d", 2, "expected an operator or the end but found 'd'"),
        ("d $ 2", 3, "found '$'"),
        ("sin d", 5, "expected '(' but found 'd'"),
        ("sinn(d)", 1, "no function 'sinn'; there are: sqrt, sin"),
        ("atan2(d)", 1, "'atan2' takes 2 arguments but was given 1"),
        ("sin(d, d)", 1, "'sin' takes 1 argument but was given 2"),
        ("max(d)", 1, "'max' takes two or more arguments but was given 1"),
        ("deg", 1, "found 'deg'"),
        ("360/7 deg", 7, "a unit after '/' can be read in two ways"),
        ("1e999", 1, "this number is too large"),
        ("+".join("d" * 100) + "+*", 201, "found '*'"),
    ],
)
def test_a_fault_is_shown_with_its_column_and_what_was_expected(text: str, column: int, message: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        read_number(text)
    first, shown, caret = str(caught.value).split("\n")
    assert f": column {column}: " in first
    assert message in first
    if column <= len(text):
        assert shown[caret.index("^")] == text[column - 1]


def test_nesting_and_length_are_limited() -> None:
    assert read_number("(" * 50 + "1" + ")" * 50) == 1.0
    for text in ("(" * 51 + "1" + ")" * 51, "-" * 900 + "1", "2^" * 400 + "1", "sqrt(" * 150 + "1" + ")" * 150):
        with pytest.raises(ExpressionError, match="nested deeper than 50"):
            read_number(text)
    with pytest.raises(ExpressionError, match="1001 characters"):
        read_number("1" * 1001)
    long_sum = "+".join(["d"] * 500)
    assert Expression(long_sum).value({"d": 1.0}) == 500.0


@pytest.mark.parametrize(
    "text", ["9^9^9^9", "exp(1000)", "1e300*1e300", "1/0", "0^-1", "sqrt(-1)", "log(0)", "(-8)^(1/3)", "asin(2)", "1/(d-d)"]
)
def test_numbers_without_a_finite_value_are_refused_in_words(text: str) -> None:
    with pytest.raises(ExpressionError, match=r"'.*': .+"):
        Expression(text).value({"d": 1.0})


def test_values_stand_in_the_message_of_a_failed_evaluation() -> None:
    with pytest.raises(ExpressionError, match=r"'1/\(a-b\)': division by zero with a = 2.0, b = 2.0"):
        Expression("1/(a-b)").value({"a": 2.0, "b": 2.0})


@pytest.mark.parametrize("value", [True, None, [1.0], pytest.param(10**5000, id="huge"), [10**5000], 1j, {"a": 1}])
def test_other_values_are_no_numbers(value: object) -> None:
    with pytest.raises(ExpressionError):
        read_number(value)


def test_numbers_pass_as_floats() -> None:
    for value in (3, 3.0, np.float32(3), np.int64(3)):
        number = read_number(value)
        assert type(number) in (float, np.float64)
        assert number == 3.0
    assert read_number(0.1) == 0.1


def test_expressions_are_equal_whatever_the_spaces() -> None:
    assert Expression("a+b") == Expression(" a  + b ")
    assert hash(Expression("a+b")) == hash(Expression("a +b"))
    assert Expression("a**2") == Expression("a^2")
    assert Expression("a+b") != Expression("b+a")
    assert Expression("a deg") != Expression("adeg")
    assert Expression("a+b").names == {"a", "b"}
    assert pickle.loads(pickle.dumps(Expression("a+b"))) == Expression("a+b")


def test_an_unknown_name_lists_what_exists() -> None:
    with pytest.raises(UnknownName, match=r"no parameter 'dd' \(did you mean 'd'\?\).*has: d, l"):
        Expression("dd/2").value({"d": 1.0, "l": 2.0})


def test_parts_write_an_expression_as_its_text_and_read_it_back() -> None:
    link = Link(name="rod", mass="m_1", com=("l/2", 0, 0))
    assert json.loads(link.model_dump_json())["com"] == ["l/2", 0.0, 0.0]
    assert Link.model_validate_json(link.model_dump_json()) == link


def test_describing_a_machine_loads_neither_casadi_nor_mujoco() -> None:
    code = "import sys, kinloop as kl; kl.library(); from kinloop.mechanism.formats.read import read; read('biglide')"
    code += "; print(sorted({'casadi', 'mujoco'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_parameters_follow_those_that_they_depend_on() -> None:
    parameters = {"area": Expression("w*h"), "w": 2.0, "h": Expression("w/4")}
    assert resolve(parameters) == {"area": 1.0, "w": 2.0, "h": 0.5}
    assert list(resolve(parameters)) == ["area", "w", "h"]
    assert resolve(parameters, {"w": 4}) == {"area": 4.0, "w": 4.0, "h": 1.0}
    assert resolve(parameters, {"h": 10.0}) == {"area": 20.0, "w": 2.0, "h": 10.0}
    assert resolve(parameters, {"h": "2*w"}) == {"area": 8.0, "w": 2.0, "h": 4.0}


def test_parameters_may_be_arrays_or_symbols() -> None:
    parameters = {"w": 2.0, "h": Expression("sqrt(w) + max(w, 2)"), "inverse": Expression("1/(w - 4)")}
    values = resolve(parameters, {"w": np.array([1.0, 4.0])})
    np.testing.assert_allclose(values["h"], [3.0, 6.0])
    assert np.isinf(values["inverse"][1])
    w = ca.SX.sym("w")
    assert ca.is_equal(resolve(parameters, {"w": w})["h"], ca.sqrt(w) + ca.fmax(w, 2), 5)


def test_faulty_parameters_are_named() -> None:
    circle = {"a": Expression("b"), "b": Expression("c + 1"), "c": Expression("2*a"), "d": 1.0}
    with pytest.raises(DescriptionError, match="defined by each other: ") as caught:
        resolve(circle)
    assert all(f" -> {name}" in str(caught.value) for name in "abc")
    assert resolve(circle, {"a": 1.0})["b"] == 3.0
    with pytest.raises(UnknownName, match=r"no parameter 'e'.*parameter 'a' needs it"):
        resolve({"a": Expression("e")})
    with pytest.raises(UnknownName, match=r"no parameter 'm_q' \(did you mean 'm_p'\?\)"):
        resolve({"m_p": 3.0}, {"m_q": 1.0})
    for bad in (None, True, "2*", [True], ["a"], np.array(["x"])):
        with pytest.raises(DescriptionError, match="parameter 'm_p'"):
            resolve({"m_p": 3.0}, {"m_p": bad})
