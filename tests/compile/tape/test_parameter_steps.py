"""What depends on the parameters alone is computed once."""

from __future__ import annotations

import casadi as ca
import numpy as np

from kinloop.compile.llvm.kernel import compile_formula
from kinloop.compile.tape.parameter_steps import split_parameter_steps
from kinloop.compile.tape.passes import prepare
from kinloop.compile.tape.tape import Formula, record, vector


def formula() -> Formula:
    x, p = ca.SX.sym("x", 2), ca.SX.sym("p", 3)
    mass = ca.sqrt(p[0] ** 2 + ca.sin(p[1])) / (1 + p[2])
    outputs = ca.vertcat(mass * x[0] + p[1], x[1] / mass, mass, p[0], ca.if_else(p[2] > 1, x[0], mass))
    return Formula("held", (vector("x", x), vector("parameters", p)), (vector("y", outputs),))


def test_the_rest_computes_nothing_from_parameters_alone() -> None:
    tape = prepare(record(formula()), fuse=True)
    split = split_parameter_steps(tape)
    assert split is not None
    before, rest = split
    assert [port.name for port in before.inputs] == ["parameters"]
    assert [port.name for port in rest.inputs] == ["x", "parameters", "held"]
    assert not {step.op for step in rest.steps} & {"sqrt", "sin"}
    assert len(rest.steps) < len(tape.steps)
    needs_x = [False] * len(rest.steps)
    for k, step in enumerate(rest.steps):
        needs_x[k] = step.args[0] == 0 if step.op == "input" else any(needs_x[j] for j in step.args)
        assert needs_x[k] or step.op in ("input", "const")


def test_a_formula_without_parameters_stays_whole() -> None:
    x = ca.SX.sym("x", 2)
    assert split_parameter_steps(record(Formula("plain", (vector("x", x),), (vector("y", ca.sin(x)),)))) is None


def test_one_set_of_parameters_and_one_for_each_sample_give_the_same_bits() -> None:
    kernel = compile_formula(formula, {"test": "held"}, "held")
    random = np.random.default_rng(0)
    x, p = random.uniform(0.5, 2, (37, 2)), random.uniform(0.5, 2, 3)
    once = kernel(x, p)
    np.testing.assert_array_equal(once, kernel(x, np.tile(p, (37, 1))))
    np.testing.assert_array_equal(once, [kernel(row, p) for row in x])
    other = random.uniform(0.5, 2, (37, 3))
    np.testing.assert_array_equal(kernel(x, other), [kernel(row, each) for row, each in zip(x, other, strict=True)])
    assert np.isnan(kernel(x, np.array([1.0, np.nan, 1.0]))).all()
