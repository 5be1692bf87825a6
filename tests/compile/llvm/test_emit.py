"""Machine code computes what CasADi computes, operation by operation, but lets no NaN vanish."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nan

import casadi as ca
import numpy as np
import pytest

from kinloop.compile.llvm.batch_loop import emit_map
from kinloop.compile.llvm.gufunc import make_gufunc, signature
from kinloop.compile.llvm.kernel import Kernel
from kinloop.compile.llvm.machine_code import _c_library, assemble, link
from kinloop.compile.llvm.target import Target
from kinloop.compile.llvm.trigonometry import LARGEST
from kinloop.compile.tape.tape import Formula, Port, Step, Tape, _operation_names, record, scalar, vector
from kinloop.errors import CompileError, UnsupportedOperation

Compile = Callable[[Formula], Kernel]

x, y = ca.SX.sym("x"), ca.SX.sym("y")
BINARY = {"add", "sub", "mul", "div", "pow", "lt", "le", "eq", "ne", "and", "or"}
BINARY |= {"copysign", "if_else_zero", "fmin", "fmax", "atan2", "hypot", "fmod"}
# The same C library may be built otherwise into CasADi. The rest must agree to the last bit.
LIBRARY_ULPS = 4
# Our own, and the C library's unit beside it.
VECTOR_ULPS = {"sin": 3, "cos": 3, "atan2": 3, "atan": 3, "asin": 4, "acos": 4}
SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -3.7, 5e-324, -1e-300, 1e-20, 1e8, -1e300, 1.7e308, inf, -inf]


def expressions() -> dict[str, ca.SX]:
    """Every operation that a tape may have."""
    names = {name: code for code, name in _operation_names().items() if name != "assign"}
    return {name: ca.SX.binary(code, x, y) if name in BINARY else ca.SX.unary(code, x) for name, code in names.items()}


def formula_of(values: dict[str, ca.SX]) -> Formula:
    return Formula("operations", (scalar("x", x), scalar("y", y)), tuple(scalar(name, e) for name, e in values.items()))


def arguments() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(1)
    special = np.array(np.meshgrid(SPECIAL, SPECIAL)).reshape(2, -1)
    ordinary = rng.uniform(-4, 4, (2, 400))
    wide = rng.choice([-1.0, 1.0], (2, 300)) * 10.0 ** rng.uniform(-12, 12, (2, 300))
    return tuple(np.hstack((special, ordinary, wide, np.trunc(ordinary))))


def ulps(got: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """Distance in units in the last place; 0 where both are NaN or the same infinity."""
    same = (got == expected) | (np.isnan(got) & np.isnan(expected))
    with np.errstate(invalid="ignore"):
        return np.where(same, 0.0, np.abs(got - expected) / np.spacing(np.abs(expected)))


def test_the_expressions_have_every_operation() -> None:
    found = {step.op for step in record(formula_of(expressions())).steps}
    assert found - {"input", "const"} == set(expressions())


def test_every_operation_agrees_with_casadi(target: Target, compiled: Compile, oracle: Callable[..., list[np.ndarray]]) -> None:
    formula, (a, b) = formula_of(expressions()), arguments()
    got, expected = compiled(formula)(a, b), oracle(formula, a, b)
    faults = []
    for name, mine, theirs in zip(expressions(), got, expected, strict=True):
        theirs = np.where(np.abs(a) > LARGEST, nan, theirs) if name in ("sin", "cos") else theirs
        allowed = VECTOR_ULPS.get(name, LIBRARY_ULPS if name in _c_library() else 0)
        off = ulps(mine, theirs)
        if not (off <= allowed).all():
            k = int(np.argmax(np.where(np.isnan(off), inf, off)))
            faults.append(f"{name}({a[k]}, {b[k]}) is {mine[k]}, expected {theirs[k]}: {off[k]} ulp")
    assert not faults


def test_fused_operations_and_shared_reciprocals_are_within_rounding(
    target: Target, compiled: Compile, oracle: Callable[..., list[np.ndarray]]
) -> None:
    s = ca.SX.sym("s", 4)
    total = s[0] * s[1] + s[2] * s[3] + s[0] * s[0]
    sums = (total, total / s[1] + s[2] / s[1] + 1 / s[1], (s[0] * s[2] + s[3]) / s[3], ca.sqrt(ca.sumsqr(s)))
    formula = Formula("fused", (vector("s", s),), (vector("o", ca.vertcat(*sums)),))
    rng = np.random.default_rng(2)
    values = 10.0 ** rng.uniform(-6, 6, (500, 4))  # positive: nothing cancels, so rounding is all that differs
    assert ulps(compiled(formula)(values), oracle(formula, values)[0]).max() <= 8


def from_tape(steps: tuple[Step, ...], inputs: int, target: Target) -> np.ufunc:
    """The ufunc of the last step of a tape on scalars."""
    tape = Tape("f", tuple(Port(f"x{k}", ()) for k in range(inputs)), (Port("o", ()),), steps, ((len(steps) - 1,),))
    loaded = link(assemble(emit_map(tape, "kernel", target), target), "kernel")
    return make_gufunc(loaded.address, "f", signature([()] * inputs, [()]), inputs, 1, loaded)


@pytest.mark.parametrize("value", [0.0, -0.0, 0.1, -1 / 3, 5e-324, 1.7976931348623157e308, inf, -inf, nan, 2.0**53 + 2])
def test_constants_are_exact(value: float, target: Target) -> None:
    got = float(from_tape((Step("input", (0, 0)), Step("const", (), value)), 1, target)(1.0))
    assert repr(got) == repr(value)


def test_a_fused_operation_rounds_once_where_the_target_can(target: Target) -> None:
    steps = tuple(Step("input", (k, 0)) for k in range(3))
    a = 1.0 + 2.0**-30  # a*a needs 61 bits
    exact = 2.0**-60
    once = float(from_tape((*steps, Step("fms", (0, 1, 2))), 3, target)(a, a, 1.0 + 2.0**-29))
    assert once == (exact if target.has_fma else 0.0)
    if target.has_fma:
        assert float(from_tape((*steps, Step("fnma", (0, 1, 2))), 3, target)(a, a, 1.0 + 2.0**-29)) == -exact
        assert float(from_tape((*steps, Step("fma", (0, 1, 2))), 3, target)(a, a, -1.0 - 2.0**-29)) == exact


def test_an_operation_without_machine_code_is_named_with_those_that_exist(target: Target) -> None:
    with pytest.raises(UnsupportedOperation, match=r"'bessel'; it has: acos, acosh, add"):
        from_tape((Step("input", (0, 0)), Step("bessel", (0,))), 1, target)


def test_assembly_that_llvm_refuses_is_an_error_of_the_family(target: Target) -> None:
    with pytest.raises(CompileError, match="LLVM refused"):
        assemble("define void @kernel( {", target)


def test_a_symbol_that_does_not_exist_is_an_error_of_the_family(target: Target) -> None:
    text = "declare double @no_such_function(double)\n"
    text += "define double @kernel(double %x) {\n  %y = call double @no_such_function(double %x)\n  ret double %y\n}"
    with pytest.raises(CompileError, match="'kernel' could not be linked"):
        link(assemble(text, target), "kernel")


def test_machine_code_calls_only_functions_that_the_linker_is_given(target: Target) -> None:
    """LLVM knows the C library and would rather call others: ``pow(2, x)`` as ``exp2``, ``pow(10, x)`` as ``exp10``."""
    values = {**expressions(), "power_of_2": 2**x, "power_of_10": 10**x, "root": ca.SX.binary(ca.OP_POW, x, 1 / 3)}
    object_file = assemble(emit_map(record(formula_of(values)), "kernel", target), target)
    assert b"pow" in object_file
    assert [name for name in (b"exp2", b"exp10", b"ldexp", b"cbrt") if name in object_file] == []


# A NaN that arises inside: the square root of a negative number.
root = ca.sqrt(x)
SWALLOWING = {
    "fmin": ca.fmin(root, y),
    "fmax": ca.fmax(y, root),
    "clip": ca.fmin(ca.fmax(root, -1), 1),
    "select": ca.if_else(root > 0, y, 2 * y),
    "if_else_zero": ca.SX.binary(ca.OP_IF_ELSE_ZERO, root, y),
    "less": root < y,
    "less_or_equal": y <= root,
    "equal": ca.eq(root, y),
    "not_equal": ca.ne(root, y),
    "not": ca.logic_not(root),
    "and": ca.logic_and(root, y),
    "or": ca.logic_or(y, root),
    "copysign": ca.copysign(y, root),
    "sign": ca.sign(root),
    "power": y**root,  # pow(1, NaN) is 1 in C
    "hypot": ca.hypot(y, root),  # and hypot(inf, NaN) is inf
    "floor": ca.floor(root),
    "atan2": ca.atan2(y, root),
}


@pytest.mark.parametrize("b", [0.0, 1.0, -2.5, inf, -inf])
def test_a_nan_that_arises_inside_reaches_every_output(b: float, target: Target, compiled: Compile) -> None:
    got = dict(zip(SWALLOWING, compiled(formula_of(SWALLOWING))(-1.0, b), strict=True))
    assert {name: value for name, value in got.items() if not np.isnan(value)} == {}


def test_a_nan_that_is_not_chosen_does_not_count(target: Target, compiled: Compile) -> None:
    chosen = {"select": ca.if_else(y > 0, 3, root), "select_else": ca.if_else(y < 0, root, y)}
    assert compiled(formula_of(chosen))(-1.0, 2.0) == (3.0, 2.0)


def test_a_nan_input_makes_its_own_row_nan_and_no_other(target: Target, compiled: Compile) -> None:
    dropped = {"nothing": 0 * x + 2, "constant": ca.SX(7), "other": y, "clip": ca.fmin(ca.fmax(x, -1), 1), "pair": x + y}
    formula = formula_of(dropped)
    assert not any(step.op == "input" and step.args[0] == 0 for step in record(formula_of({"nothing": 0 * x + 2})).steps)
    kernel, rng = compiled(formula), np.random.default_rng(3)
    a, b = rng.uniform(-2, 2, (2, 23))
    whole = kernel(a, b)
    for k in range(23):
        spoiled = [a.copy(), b.copy()]
        spoiled[k % 2][k] = nan
        for got, clean in zip(kernel(*spoiled), whole, strict=True):
            np.testing.assert_array_equal(np.isnan(got), np.arange(23) == k)
            np.testing.assert_array_equal(np.delete(got, k), np.delete(clean, k))


def test_infinities_are_numbers(target: Target, compiled: Compile) -> None:
    values = {
        "constant": ca.SX(7),
        "max": ca.fmax(x, 1),
        "min": ca.fmin(x, 1),
        "less": x < y,
        "select": ca.if_else(x > y, x, y),
        "quotient": y / x,
        "sum": x + y,
        "square": x * x,
        "exponential": ca.exp(-x),
        "difference": x - x * y,
    }
    got = compiled(formula_of(values))(inf, 2.0)
    np.testing.assert_array_equal(got, [7.0, inf, 1.0, 0.0, inf, 0.0, inf, inf, 0.0, nan])
