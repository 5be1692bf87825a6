"""A source document's formulas compared with kinloop's models, equation by equation, over one batch of states.

docs/sources.md cites the documents; equation numbers are theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import numpy as np
import pytest

Array = np.ndarray


class Batch(Protocol):
    """States of a comparison, with those far from singularities marked, and the rounding tolerance of each."""

    @property
    def generic(self) -> Array: ...

    @property
    def tolerance(self) -> Array: ...


S = TypeVar("S", bound=Batch)


@dataclass(frozen=True)
class Line(Generic[S]):
    """An equation: its correct form, kinloop's value, and the printed form if it differs.

    A line without ``printed`` is correct as printed.
    """

    equation: str
    says: str
    right: Callable[[S], Array]
    kinloop: Callable[[S], Array]
    printed: Callable[[S], Array] | None = None
    size: Callable[[S], Array] | None = None  # size of the summands if they nearly cancel, for the rounding tolerance


def check_right(line: Line[S], states: S) -> None:
    """The correct form agrees with kinloop at every state."""
    worst = relative_gap(line.kinloop(states), line.right(states), line.size and line.size(states)) / states.tolerance
    assert worst.max() < 1, f"({line.equation}): {worst.max():.3g} times the tolerance at state {worst.argmax()}"


def check_printed(line: Line[S], states: S) -> None:
    """The printed form differs by more than a thousandth at nine of ten generic states; at some states a wrong term may
    vanish."""
    assert line.printed is not None
    gaps = relative_gap(line.printed(states), line.kinloop(states))[states.generic]
    assert np.quantile(gaps, 0.1) > 1e-3, f"({line.equation}) as printed is {np.quantile(gaps, 0.1):.3g} away"


def all_lines(lines: Sequence[Line[S]]) -> list[pytest.ParameterSet]:
    return [pytest.param(line, id=f"({line.equation}) {line.says}") for line in lines]


def misprints(lines: Sequence[Line[S]]) -> list[pytest.ParameterSet]:
    return all_lines([line for line in lines if line.printed is not None])


def relative_gap(actual: Array, expected: Array, size: Array | None = None) -> Array:
    """For every sample (first axis), the largest difference of an entry, as a fraction of the largest entry (or of the
    summands' ``size``, if larger)."""
    assert actual.shape == expected.shape
    scale = largest(expected) if size is None else np.maximum(largest(expected), largest(size))
    return np.asarray(largest(actual - expected) / scale)


def largest(values: Array) -> Array:
    return np.asarray(np.abs(values).max(axis=tuple(range(1, values.ndim))))


def apply(matrix: Array, vector: Array) -> Array:
    """Matrix times vector over a batch."""
    return (matrix @ vector[..., None])[..., 0]


def solve(matrix: Array, vector: Array) -> Array:
    """``matrix^-1 vector`` over a batch."""
    return np.linalg.solve(matrix, vector[..., None])[..., 0]


def transpose(matrix: Array) -> Array:
    return np.swapaxes(matrix, -1, -2)


def diagonal(entries: Array) -> Array:
    """Diagonal matrices over a batch."""
    return entries[..., None] * np.eye(entries.shape[-1])


def columns(*entries: Array | float) -> Array:
    """A batch of vectors from its entries."""
    return np.stack(np.broadcast_arrays(*entries), axis=-1)
