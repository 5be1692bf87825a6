"""Linear systems that fall into blocks, against LAPACK; and the loops in a row that have them."""

from __future__ import annotations

from itertools import pairwise

import casadi as ca
import numpy as np
import pytest
from four_bars import GRAVITY, n_four_bars
from motion import evaluate_formula

import kinloop as kl
from kinloop.model.dynamics.block_elimination import BlockSystem, block_triangular, linear_system
from kinloop.model.formulas.compiled_formulas import CompiledFormulas
from kinloop.numerics.algebra import LinearSystem

Array = np.ndarray
SIZES = (1, 5, 2, 4, 1, 3)


def shuffled_blocks(random: np.random.Generator) -> tuple[Array, Array]:
    """A matrix of full blocks on the diagonal and some below them, and its zeros, rows and columns in any order."""
    edges = np.cumsum([0, *SIZES])
    filled = np.zeros((edges[-1], edges[-1]), dtype=bool)
    for k, (begin, end) in enumerate(pairwise(edges)):
        filled[begin:end, begin:end] = True
        filled[begin:end, : edges[k]] = random.uniform(size=(end - begin, edges[k])) < 0.3
    rows, columns = random.permutation(edges[-1]), random.permutation(edges[-1])
    return random.standard_normal(filled.shape)[rows][:, columns], filled[rows][:, columns]


@pytest.mark.parametrize("seed", range(5))
def test_a_shuffled_system_is_solved_by_its_blocks(seed: int) -> None:
    random = np.random.default_rng(seed)
    values, filled = shuffled_blocks(random)
    n = len(values)
    A = ca.SX.sym("A", n, n)
    sparse = ca.SX(n, n)
    for row, column in np.argwhere(filled):
        sparse[row, column] = A[row, column]
    assert sorted(len(rows) for rows, _ in block_triangular(sparse)) == sorted(SIZES)
    system = linear_system(sparse)
    assert isinstance(system, BlockSystem)
    B = random.standard_normal((n, 2))
    solved, margin = ca.Function("f", [A], [system.solve(ca.SX(B)), system.margin()])(np.where(filled, values, np.nan))
    expected = np.linalg.solve(np.where(filled, values, 0.0), B)
    np.testing.assert_allclose(solved.full(), expected, rtol=0, atol=1e-11 * np.abs(expected).max())
    assert float(margin) > 0


def test_a_block_that_is_singular_makes_the_margin_negative() -> None:
    random = np.random.default_rng(0)
    values, filled = shuffled_blocks(random)
    rows, columns = next(block for block in block_triangular(ca.SX(ca.DM(np.where(filled, values, 0.0)))) if len(block[0]) == 4)
    values[np.ix_(rows, columns)] = np.outer(random.standard_normal(4), random.standard_normal(4))
    assert float(linear_system(ca.SX(ca.DM(np.where(filled, values, 0.0)))).margin()) < 0


def test_what_has_no_blocks_is_solved_as_one() -> None:
    full = ca.SX.sym("A", 14, 14)
    assert isinstance(linear_system(full), LinearSystem)
    assert isinstance(linear_system(ca.SX.sym("A", 16, 14)), LinearSystem)
    assert block_triangular(ca.SX.eye(5)) == [([k], [k]) for k in range(5)]
    singular = ca.SX.eye(14)
    singular[3, 3] = 0
    assert block_triangular(singular) == []


def test_a_row_of_parallelograms_moves_as_its_first_crank_and_takes_the_effort_of_a_pendulum() -> None:
    count = 12
    robot = kl.load(n_four_bars(count))
    names = robot.mechanism.rates
    angle, rate, gain = 1.1, -0.7, 0.4
    sign = np.array([1.0 if name.startswith("a") else -1.0 for name in names])
    q = sign * angle
    qd = evaluate_formula(robot, "forward_velocity", q[None], np.array([[rate]]))[1][0]
    np.testing.assert_allclose(qd, sign * rate, rtol=0, atol=1e-12)
    # n + 1 cranks about their ends, n couplers along circles without turning, all of 1 m and 1 kg.
    inertia, weight = (count + 1) / 3 + count, GRAVITY * ((count + 1) / 2 + count)
    tau = evaluate_formula(robot, "inverse_dynamics", q[None], qd[None], (sign * gain)[None])[0][0]
    np.testing.assert_allclose(tau, [inertia * gain + weight * np.cos(angle)], rtol=1e-12)


def test_inverse_dynamics_of_a_row_of_four_bars_has_steps_in_proportion_to_it() -> None:
    lengths = [len(CompiledFormulas(n_four_bars(count)).tape("inverse_dynamics").steps) for count in (8, 16, 24)]
    assert lengths[2] - lengths[1] < 1.1 * (lengths[1] - lengths[0])
