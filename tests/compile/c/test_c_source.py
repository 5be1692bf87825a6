"""The C source of a tape computes what CasADi computes, compiles without a warning and keeps NaN."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from math import inf, nan
from pathlib import Path

import casadi as ca
import numpy as np
import pytest

from kinloop.compile.c.c_source import WIDTH, to_c
from kinloop.compile.tape.tape import Formula, Port, Step, Tape, _operation_names, matrix, record, scalar, vector
from kinloop.errors import UnsupportedOperation

COMPILER = shutil.which("gcc") or shutil.which("cc") or shutil.which("clang")
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="no C compiler (gcc, cc or clang) on this machine")

x, y = ca.SX.sym("x"), ca.SX.sym("y")
UNARY: dict[str, tuple[ca.SX, float, float]] = {  # operation: expression, lowest and highest x
    "neg": (-x, -2, 2),
    "exp": (ca.exp(x), -2, 2),
    "log": (ca.log(x), 0.01, 9),
    "sqrt": (ca.sqrt(x), 0, 9),
    "sq": (x * x, -2, 2),
    "twice": (x + x, -2, 2),
    "sin": (ca.sin(x), -9, 9),
    "cos": (ca.cos(x), -9, 9),
    "tan": (ca.tan(x), -9, 9),
    "asin": (ca.asin(x), -1, 1),
    "acos": (ca.acos(x), -1, 1),
    "atan": (ca.atan(x), -9, 9),
    "not": (ca.logic_not(x), -1, 1),
    "floor": (ca.floor(x), -9, 9),
    "ceil": (ca.ceil(x), -9, 9),
    "fabs": (ca.fabs(x), -9, 9),
    "sign": (ca.sign(x), -9, 9),
    "inv": (1 / x, 0.1, 9),
    "sinh": (ca.sinh(x), -2, 2),
    "cosh": (ca.cosh(x), -2, 2),
    "tanh": (ca.tanh(x), -2, 2),
    "asinh": (ca.asinh(x), -2, 2),
    "acosh": (ca.acosh(x), 1, 9),
    "atanh": (ca.atanh(x), -0.9, 0.9),
    "log1p": (ca.log1p(x), -0.9, 9),
    "expm1": (ca.expm1(x), -2, 2),
    "erf": (ca.erf(x), -2, 2),
}
BINARY: dict[str, ca.SX] = {
    "add": x + y,
    "sub": x - y,
    "mul": x * y,
    "div": x / y,
    "pow": ca.fabs(x) ** y,
    "lt": x < y,
    "le": x <= y,
    "eq": x == y,
    "ne": x != y,
    "and": ca.logic_and(x, y),
    "or": ca.logic_or(x, y),
    "copysign": ca.copysign(x, y),
    "if_else_zero": ca.if_else(x > 0.5, y, 0),
    "fmin": ca.fmin(x, y),
    "fmax": ca.fmax(x, y),
    "atan2": ca.atan2(x, y),
    "hypot": ca.hypot(x, y),
    "fmod": ca.fmod(x, y),
}
EVERY = {name: expression for name, (expression, _, _) in UNARY.items()} | BINARY


def compiled(tape: Tape, folder: Path, *flags: str) -> Callable[..., list[np.ndarray]]:
    """The C function of a tape, called with arrays and giving arrays."""
    source, library = folder / "formula.c", folder / "formula.so"
    source.write_text(to_c(tape), encoding="ascii")
    strict = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O1", "-ffp-contract=off", *flags]
    command = [str(COMPILER), *strict, "-shared", "-fPIC", "-o", str(library), str(source), "-lm"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr + source.read_text()
    function = next(line for line in source.read_text().splitlines() if line.startswith("void ")).split()[1].split("(")[0]
    routine = getattr(ctypes.CDLL(str(library)), function)
    routine.restype = None

    def call(*inputs: np.ndarray) -> list[np.ndarray]:
        given = [np.ascontiguousarray(value, dtype=float) for value in inputs]
        outputs = [np.full(port.shape, 7e77) for port in tape.outputs]
        routine(*(array.ctypes.data_as(ctypes.c_void_p) for array in (*given, *outputs)))
        return outputs

    return call


def two_numbers(name: str, *expressions: ca.SX) -> Formula:
    return Formula(name, (scalar("x", x), scalar("y", y)), (vector("z", ca.vertcat(*expressions)),))


def test_every_operation_of_a_tape_is_in_the_tests() -> None:
    assert set(EVERY) == set(_operation_names().values()) - {"assign"}
    for name, expression in EVERY.items():
        assert name in {step.op for step in record(two_numbers("f", expression)).steps}, name


@needs_compiler
@pytest.mark.parametrize("operation", sorted(UNARY))
def test_one_argument_matches_casadi(operation: str, tmp_path: Path) -> None:
    expression, low, high = UNARY[operation]
    formula = two_numbers("f", expression)
    call, oracle = compiled(record(formula), tmp_path), formula.function()
    for value in [*np.random.default_rng(1).uniform(low, high, 200), low, high, 0.0 if low <= 0 else low]:
        np.testing.assert_allclose(call(value, 0.0)[0], oracle(value, 0.0).full().ravel(), rtol=1e-15, atol=0)


@needs_compiler
@pytest.mark.parametrize("operation", sorted(BINARY))
def test_two_arguments_match_casadi(operation: str, tmp_path: Path) -> None:
    formula = two_numbers("f", BINARY[operation])
    call, oracle = compiled(record(formula), tmp_path), formula.function()
    rng = np.random.default_rng(2)
    pairs = [*rng.uniform(-3, 3, (200, 2)), *rng.integers(-2, 3, (100, 2)).astype(float)]
    for a, b in pairs:
        if operation != "fmod" or b != 0:  # CasADi says NaN too, but as an invalid operation of its own
            np.testing.assert_allclose(call(a, b)[0], oracle(a, b).full().ravel(), rtol=1e-15, atol=0)


@needs_compiler
def test_nan_that_goes_in_comes_out(tmp_path: Path) -> None:
    unary = two_numbers("f", *(expression for expression, _, _ in UNARY.values()))
    assert np.isnan(compiled(record(unary), tmp_path)(nan, 0.0)[0]).all()
    (tmp_path / "two").mkdir()
    call = compiled(record(two_numbers("g", *BINARY.values())), tmp_path / "two")
    for pair in [(nan, 0.0), (0.0, nan), (nan, 1.0), (1.0, nan), (inf, nan), (nan, inf), (nan, nan)]:
        missed = [name for name, value in zip(BINARY, call(*pair)[0], strict=True) if not np.isnan(value)]
        assert not missed, pair


@needs_compiler
def test_value_that_is_not_chosen_may_be_nan(tmp_path: Path) -> None:
    call = compiled(record(two_numbers("f", ca.if_else(x > 0, ca.sqrt(x), y))), tmp_path)
    assert [float(call(a, 3.0)[0][0]) for a in (-1.0, 4.0)] == [3.0, 2.0]
    assert np.isnan([call(4.0, nan)[0][0], call(-1.0, nan)[0][0], call(nan, 3.0)[0][0]]).all()


@needs_compiler
def test_matrices_are_rows_first_and_an_output_may_be_an_input(tmp_path: Path) -> None:
    a, b = ca.SX.sym("a", 2, 3), ca.SX.sym("b", 3, 3)
    formula = Formula("product", (matrix("a", a), matrix("b", b)), (matrix("c", a @ b), matrix("d", b.T)))
    tape = record(formula)
    call = compiled(tape, tmp_path)
    A, B = np.random.default_rng(3).normal(size=(2, 3)), np.random.default_rng(4).normal(size=(3, 3))
    c, d = call(A, B)
    np.testing.assert_allclose(c, A @ B, rtol=1e-14)
    np.testing.assert_array_equal(d, B.T)
    routine = ctypes.CDLL(str(tmp_path / "formula.so")).product
    expected, expected_d, shared_a, shared_b = c.copy(), d.copy(), A.copy(), B.copy()
    routine(*(array.ctypes.data_as(ctypes.c_void_p) for array in (shared_a, shared_b, shared_a, shared_b)))
    np.testing.assert_array_equal(shared_a, expected)
    np.testing.assert_array_equal(shared_b, expected_d)


@needs_compiler
def test_large_formula_matches_casadi_and_stays_within_the_width(tmp_path: Path) -> None:
    q, p = ca.SX.sym("q", 4), ca.SX.sym("p", 8)
    position, angle, energy = ca.SX.zeros(2), ca.SX(0), ca.SX.zeros(4, 4)
    for k in range(4):
        angle = angle + q[k]
        position = position + p[k] * ca.vertcat(ca.cos(angle), ca.sin(angle))
        J = ca.jacobian(position, q)
        energy = energy + p[4 + k] * J.T @ J + 1e-3 * ca.sqrt(1 + ca.sumsqr(position)) + ca.fmax(position[0], -9.81)
    formula = Formula("inertia", (vector("q", q), vector("p", p)), (matrix("M", energy), vector("x", position)))
    call, oracle = compiled(record(formula), tmp_path), formula.function()
    for seed in range(20):
        rng = np.random.default_rng(seed)
        values = rng.uniform(-3, 3, 4), rng.uniform(0.1, 2, 8)
        for mine, theirs in zip(call(*values), oracle(*values), strict=True):
            np.testing.assert_allclose(mine, theirs.full().reshape(mine.shape), rtol=1e-15, atol=1e-15)
    assert max(map(len, (tmp_path / "formula.c").read_text().splitlines())) <= WIDTH


@needs_compiler
def test_literals_are_exact(tmp_path: Path) -> None:
    values = [0.1, -0.1, 1 / 3, 9.81, 2.0, -0.0, 1e22, 1e-7, 5e-324, 1.7976931348623157e308, inf, -inf, nan, 2**53 + 0.0]
    tape = Tape(
        "constants", (), (Port("z", (len(values),)),), tuple(Step("const", (), v) for v in values), (tuple(range(len(values))),)
    )
    got = compiled(tape, tmp_path)()[0]
    np.testing.assert_array_equal(got, values)
    np.testing.assert_array_equal(np.signbit(got[:-2]), np.signbit(values[:-2]))


@needs_compiler
@pytest.mark.parametrize("name", ["double", "sin", "main", "y0", "2R arm", "_x", "", "v1", "\u03b8", "tau*/", "new"])
def test_odd_and_equal_names_become_identifiers(name: str, tmp_path: Path) -> None:
    ports = tuple(Port(n, ()) for n in (name, name, "sin", "x_lt", "unused"))
    steps = (Step("input", (0, 0)), Step("input", (1, 0)), Step("input", (2, 0)), Step("sin", (2,)), Step("lt", (0, 1)))
    tape = Tape(name, ports, (Port("out", ()), Port(name, ())), (*steps, Step("mul", (3, 4)), Step("cos", (0,))), ((5,), (3,)))
    out, again = compiled(tape, tmp_path)(1.0, 2.0, 0.5, 0.0, 0.0)
    assert (float(out), float(again)) == pytest.approx((np.sin(0.5), np.sin(0.5)), rel=1e-15)


@needs_compiler
def test_empty_ports_and_unneeded_steps_leave_no_warning(tmp_path: Path) -> None:
    steps = (Step("input", (0, 0)), Step("sin", (0,)), Step("const", (), 3.0))
    tape = Tape("f", (Port("q", (1,)), Port("none", (0,))), (Port("z", ()), Port("empty", (0, 2))), steps, ((2,), ()))
    assert "sin" not in to_c(tape)
    assert float(compiled(tape, tmp_path)(np.zeros(1), np.zeros(0))[0]) == 3.0
    (tmp_path / "nothing").mkdir()
    assert compiled(Tape("nothing", (), (), (), ()), tmp_path / "nothing")() == []


def test_operation_without_c_is_named_in_the_error() -> None:
    tape = Tape("f", (Port("q", ()),), (Port("z", ()),), (Step("input", (0, 0)), Step("bessel", (0,))), ((1,),))
    with pytest.raises(UnsupportedOperation, match="bessel"):
        to_c(tape)
