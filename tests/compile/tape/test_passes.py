"""The rewrites save the divisions and additions that they promise, and keep a tape's exact meaning."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import casadi as ca
import numpy as np
import pytest

from kinloop.compile.tape.passes import fuse_multiply_add, prepare, share_reciprocals
from kinloop.compile.tape.tape import Formula, Step, Tape, record, scalar, vector

names = "abcd"
a, b, c, d = symbols = tuple(ca.SX.sym(name) for name in names)


def tape_of(*outputs: ca.SX) -> Tape:
    inputs = tuple(scalar(name, symbol) for name, symbol in zip(names, symbols, strict=True))
    return record(Formula("f", inputs, (vector("o", ca.vertcat(*outputs)),)))


def counts(tape: Tape) -> dict[str, int]:
    return dict(Counter(step.op for step in tape.steps if step.op not in ("input", "const")))


EXACT: dict[str, Any] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
    "inv": lambda x: 1 / x,
    "neg": lambda x: -x,
    "sq": lambda x: x * x,
    "twice": lambda x: 2 * x,
    "fma": lambda x, y, z: x * y + z,
    "fms": lambda x, y, z: x * y - z,
    "fnma": lambda x, y, z: z - x * y,
}


def exact(tape: Tape, *values: Fraction) -> list[Fraction]:
    """A tape's outputs without any rounding."""
    found: list[Fraction] = []
    for step in tape.steps:
        if step.op == "input":
            found.append(values[step.args[0]])
        elif step.op == "const":
            found.append(Fraction(step.value))
        else:
            found.append(EXACT[step.op](*(found[k] for k in step.args)))
    return [found[k] for result in tape.results for k in result]


def test_a_divisor_used_twice_becomes_one_reciprocal() -> None:
    assert counts(prepare(tape_of(a / d, b / d, 1 / d), fuse=True)) == {"inv": 1, "mul": 2}


def test_a_divisor_used_once_stays_a_division() -> None:
    assert counts(prepare(tape_of(a / c, b / d), fuse=True)) == {"div": 2}


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (a * b + c, {"fma": 1}),
        (c + a * b, {"fma": 1}),
        (c - a * b, {"fnma": 1}),
        (a * b - c, {"fms": 1}),
        (a * a + c, {"fma": 1}),
        (c - a * a, {"fnma": 1}),
        (a * b + c * d, {"mul": 1, "fma": 1}),
        (a * b * c + d, {"mul": 1, "fma": 1}),
        ((a + b) * c + d, {"add": 1, "fma": 1}),
    ],
)
def test_a_product_needed_once_is_fused_with_its_sum(expression: ca.SX, expected: dict[str, int]) -> None:
    assert counts(prepare(tape_of(expression), fuse=True)) == expected


@pytest.mark.parametrize("others", [(a * b,), (a * b + d,), (ca.sin(a * b),)])
def test_a_product_needed_elsewhere_is_not_computed_again(others: tuple[ca.SX, ...]) -> None:
    fused = prepare(tape_of(a * b + c, *others), fuse=True)
    assert counts(fused)["mul"] == 1
    assert "fma" not in counts(fused)


def test_a_target_without_fused_operations_gets_none() -> None:
    assert counts(prepare(tape_of(a * b + c, a / d, b / d), fuse=False)) == {"mul": 3, "add": 1, "inv": 1}


def test_steps_without_a_reader_are_dropped() -> None:
    steps = (Step("input", (0, 0)), Step("sin", (0,)), Step("input", (1, 0)), Step("neg", (2,)))
    tape = Tape("f", (), (), steps, ((3,),))
    assert prepare(tape, fuse=True).steps == (Step("input", (1, 0)), Step("neg", (0,)))
    assert prepare(tape, fuse=True).results == ((1,),)


def random_formula(rng: np.random.Generator) -> list[ca.SX]:
    """Sums, products and quotients of inputs and of each other."""
    values = list(symbols)
    for _ in range(30):
        left, right = (values[k] for k in rng.choice(len(values), 2, replace=False))
        quotient = left / symbols[rng.integers(0, 4)]
        values.append([left + right, left * right, quotient, left - right, left * left, -left][rng.integers(0, 6)])
    return values[-6:]


@pytest.mark.parametrize("seed", range(30))
def test_rewrites_keep_the_exact_value(seed: int) -> None:
    rng = np.random.default_rng(seed)
    tape = tape_of(*random_formula(rng))
    values = [Fraction(int(n), int(m)) for n, m in rng.integers(1, 50, (4, 2))]
    expected = exact(tape, *values)
    for rewritten in (share_reciprocals(tape), fuse_multiply_add(tape), prepare(tape, fuse=True), prepare(tape, fuse=False)):
        assert exact(rewritten, *values) == expected
        assert all(max(step.args, default=-1) < k for k, step in enumerate(rewritten.steps) if step.op != "input")
