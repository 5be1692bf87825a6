"""Ranks and kernels of matrices whose rank is known by construction."""

from __future__ import annotations

import numpy as np
import pytest

from kinloop.numerics.ranks import decompose, null_projections, null_space, shortest_steps

random = np.random.default_rng(3)


def of_rank(rank: int, rows: int, columns: int) -> np.ndarray:
    return random.standard_normal((rows, rank)) @ random.standard_normal((rank, columns))


@pytest.mark.parametrize(("rank", "rows", "columns"), [(2, 5, 4), (3, 3, 6), (0, 2, 3), (4, 6, 4)])
def test_a_kernel_is_sent_to_zero_whatever_the_units_of_the_rows(rank: int, rows: int, columns: int) -> None:
    A = of_rank(rank, rows, columns) * 10.0 ** np.arange(-3, rows - 3)[:, None]
    N = null_space(A)
    assert N.shape == (columns, columns - rank)
    np.testing.assert_allclose(N.T @ N, np.eye(columns - rank), atol=1e-14)
    np.testing.assert_allclose(A @ N, 0, atol=1e-11)


def test_projections_are_those_on_the_kernels() -> None:
    J = np.stack([of_rank(rank, 4, 5) for rank in (1, 2, 4)])
    projections, dimensions = null_projections(J)
    assert dimensions.tolist() == [4, 3, 1]
    np.testing.assert_allclose(projections @ projections, projections, atol=1e-13)
    np.testing.assert_allclose(J @ projections, 0, atol=1e-13)
    np.testing.assert_allclose(np.trace(projections, axis1=1, axis2=2), dimensions, atol=1e-13)


def test_shortest_steps_are_those_of_the_pseudoinverse() -> None:
    J, F = np.stack([of_rank(2, 4, 5), of_rank(2, 4, 5)]), random.standard_normal((2, 4))
    expected = [np.linalg.pinv(each) @ right for each, right in zip(J, F, strict=True)]
    for steps in (shortest_steps(J, F), shortest_steps(J, F, 2)):
        np.testing.assert_allclose(steps, expected, atol=1e-12)


@pytest.mark.parametrize(("rows", "columns"), [(2, 4), (4, 2), (0, 3), (3, 0)])
def test_a_decomposition_has_a_size_for_each_column(rows: int, columns: int) -> None:
    A = random.standard_normal((3, rows, columns))
    U, sizes, V = decompose(A)
    assert sizes.shape == (3, columns)
    k = min(rows, columns)
    np.testing.assert_allclose(U[:, :, :k] * sizes[:, None, :k] @ V[:, :, :k].transpose(0, 2, 1), A, atol=1e-13)
