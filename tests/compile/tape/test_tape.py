"""A tape has every value once, entries rows first, and no operation that the back ends lack."""

from __future__ import annotations

import casadi as ca
import pytest

from kinloop.compile.llvm.emit import LIBRARY, OPERATIONS
from kinloop.compile.tape.tape import Formula, Step, Tape, _operation_names, _Recorder, matrix, record, scalar, vector
from kinloop.errors import ShapeError, UnsupportedOperation

x, y = ca.SX.sym("x"), ca.SX.sym("y")


def tape_of(*outputs: ca.SX) -> Tape:
    return record(Formula("f", (scalar("x", x), scalar("y", y)), tuple(scalar(f"o{k}", o) for k, o in enumerate(outputs))))


def ops(tape: Tape) -> list[str]:
    return [step.op for step in tape.steps]


def test_equal_values_are_computed_once() -> None:
    again = ca.SX.sym("x")  # so that CasADi cannot see that they are equal
    product = ca.substitute(again * y, again, x)
    tape = tape_of(x * y + ca.sin(x), y * x - ca.sin(x), product)
    assert ops(tape).count("mul") == 1
    assert ops(tape).count("sin") == 1
    assert tape_of(x - y, y - x).results[0] != tape_of(x - y, y - x).results[1]


def test_a_tape_is_in_single_assignment_form() -> None:
    J = ca.jacobian(ca.vertcat(ca.sin(x * y) / y, ca.atan2(y, x)), ca.vertcat(x, y))
    tape = record(Formula("f", (scalar("x", x), scalar("y", y)), (matrix("J", J),)))
    for k, step in enumerate(tape.steps):
        assert step.op == "input" or all(0 <= argument < k for argument in step.args)
    assert len(set(tape.steps)) == len(tape.steps)
    assert all(0 <= k < len(tape.steps) for result in tape.results for k in result)


def test_equal_constants_are_one_step_and_zeros_of_both_signs_are_two() -> None:
    nan = float("nan")
    tape = tape_of(ca.SX(0.5), ca.SX(nan), ca.SX(nan), ca.SX(0.5))
    (first, second, third, fourth) = (result[0] for result in tape.results)
    assert (first, second) == (fourth, third)
    assert repr(tape.steps[second].value) == "nan"
    recorder = _Recorder()
    assert recorder.add("const", (), 0.0) != recorder.add("const", (), -0.0)


def test_entries_of_matrices_are_counted_rows_first() -> None:
    A = ca.SX.sym("A", 2, 3)
    tape = record(Formula("f", (matrix("A", A),), (matrix("B", A),)))
    assert [tape.steps[k] for k in tape.results[0]] == [Step("input", (0, entry)) for entry in range(6)]
    transposed = record(Formula("f", (matrix("A", A),), (matrix("B", A.T),)))
    assert [transposed.steps[k].args[1] for k in transposed.results[0]] == [0, 3, 1, 4, 2, 5]


def test_sparse_inputs_are_read_where_their_entries_are() -> None:
    L = ca.SX.sym("L", ca.Sparsity.lower(2))
    tape = record(Formula("f", (matrix("L", L),), (vector("entries", ca.vertcat(L[0, 0], L[1, 0], L[1, 1])),)))
    assert [tape.steps[k].args for k in tape.results[0]] == [(0, 0), (0, 2), (0, 3)]


def test_structural_zeros_of_an_output_are_zeros() -> None:
    tape = record(Formula("f", (scalar("x", x),), (matrix("D", ca.diag(ca.vertcat(x, x))),)))
    assert [tape.steps[k].op for k in tape.results[0]] == ["input", "const", "const", "input"]


def test_an_output_may_have_the_name_of_an_input() -> None:
    tape = record(Formula("project", (vector("state", ca.vertcat(x, y)),), (vector("state", ca.vertcat(y, x)),)))
    assert [tape.steps[k].args for k in tape.results[0]] == [(0, 1), (0, 0)]


@pytest.mark.parametrize(
    ("expression", "name"),
    [(ca.remainder(x, y), "OP_REMAINDER"), (ca.erfinv(x), "OP_ERFINV"), (x.printme(y), "OP_PRINTME")],
)
def test_a_missing_operation_is_an_error_that_names_it(expression: ca.SX, name: str) -> None:
    with pytest.raises(UnsupportedOperation, match=rf"odd: .*{name}"):
        record(Formula("odd", (scalar("x", x), scalar("y", y)), (scalar("o", expression),)))


def test_every_operation_of_a_tape_has_machine_code() -> None:
    assert set(_operation_names().values()) - {"assign", "sin", "cos"} <= set(OPERATIONS) | LIBRARY


def test_an_argument_of_another_size_is_an_error() -> None:
    with pytest.raises(ShapeError, match=r"'q' has 2 entries, expected 1"):
        scalar("q", ca.vertcat(x, y))
