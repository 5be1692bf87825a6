"""A source document's formulas compared with kinloop's models, equation by equation, over one batch of states.

docs/sources.md cites the documents; equation numbers are theirs. The formulas of a document that has studies are theirs too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import pytest

from kinloop.studies.framework.formula import Batch, apply, columns, diagonal, largest, relative_gap, solve, transpose
from kinloop.studies.framework.formula import Formula as Line

__all__ = [
    "Array",
    "Batch",
    "Line",
    "all_lines",
    "apply",
    "check_printed",
    "check_right",
    "columns",
    "diagonal",
    "largest",
    "misprints",
    "relative_gap",
    "solve",
    "transpose",
]

Array = np.ndarray
S = TypeVar("S", bound=Batch)


def check_right(line: Line[S], states: S) -> None:
    """The correct form agrees with kinloop at every state."""
    worst = relative_gap(line.kinloop(states), line.right(states), line.size and line.size(states)) / states.tolerance
    assert worst.max() < 1, f"{line.equation}: {worst.max():.3g} times the tolerance at state {worst.argmax()}"


def check_printed(line: Line[S], states: S) -> None:
    """The printed form differs by more than a thousandth at nine of ten generic states; at some states a wrong term may
    vanish."""
    assert line.printed is not None
    gaps = relative_gap(line.printed(states), line.kinloop(states))[states.generic]
    assert np.quantile(gaps, 0.1) > 1e-3, f"{line.equation} as printed is {np.quantile(gaps, 0.1):.3g} away"


def all_lines(lines: Sequence[Line[S]]) -> list[pytest.ParameterSet]:
    return [pytest.param(line, id=f"{line.equation} {line.says}") for line in lines]


def misprints(lines: Sequence[Line[S]]) -> list[pytest.ParameterSet]:
    return all_lines([line for line in lines if line.printed is not None])
