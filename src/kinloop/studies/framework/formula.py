"""Equations of a document compared with kinloop's models over a batch of states: rows of a table, and what they prove."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import numpy as np

from kinloop.studies.framework.erratum import Erratum
from kinloop.studies.framework.finding import Finding, claim

Array = np.ndarray
ROUNDING = 1e-12  # the relative error of some hundred operations in double precision


class Batch(Protocol):
    """States of a comparison, with those far from singularities marked, and the rounding tolerance of each."""

    @property
    def generic(self) -> Array:
        """Whether a state is far from singularities, for each state."""

    @property
    def tolerance(self) -> Array:
        """The relative error that rounding may leave, for each state."""


S = TypeVar("S", bound=Batch)


@dataclass(frozen=True)
class Formula(Generic[S]):
    """An equation: its right form, kinloop's value, and the printed form if it differs, each a function of a batch of states.

    ``what``, ``printed_latex`` and ``right_latex`` are for those that are misprinted: what is wrong, and both forms.
    """

    equation: str
    says: str
    right: Callable[[S], Array]
    kinloop: Callable[[S], Array]
    printed: Callable[[S], Array] | None = None
    size: Callable[[S], Array] | None = None  # size of the summands if they nearly cancel, for the rounding tolerance
    what: str = ""
    printed_latex: str = ""
    right_latex: str = ""

    def right_errors(self, states: S) -> Array:
        """The relative error of the right form at every state."""
        return relative_gap(self.kinloop(states), self.right(states), self.size and self.size(states))

    def printed_errors(self, states: S) -> Array:
        """The relative error of the printed form at the generic states, where the wrong term does not vanish by chance."""
        form = self.right if self.printed is None else self.printed
        return relative_gap(form(states), self.kinloop(states))[states.generic]

    def finding(self, states: S) -> Finding:
        """The claim that the equation is right as printed, to rounding: the largest relative error. Where the tolerance of a
        state is above ``ROUNDING`` because digits are lost there, its error counts in proportion."""
        error = float(np.max(self.right_errors(states) * ROUNDING / np.maximum(states.tolerance, ROUNDING)))
        quantity = f"{self.equation} {self.says}: relative difference to kinloop's model over {len(states.tolerance)} states"
        return claim(quantity, "equals", 0.0, error, within=ROUNDING)

    def erratum(self, document: str, states: S) -> Erratum:
        """The correction: the largest error of the right form, and the median error of the printed one."""
        printed, right = float(np.median(self.printed_errors(states))), float(np.max(self.right_errors(states)))
        return Erratum(document, self.equation, self.what, self.printed_latex, self.right_latex, printed, right)


def findings(formulas: Iterable[Formula[S]], states: S) -> list[Finding]:
    """One claim for each formula that is right as printed."""
    return [formula.finding(states) for formula in formulas if formula.printed is None]


def errata(document: str, formulas: Iterable[Formula[S]], states: S) -> list[Erratum]:
    """One correction for each formula that is misprinted."""
    return [formula.erratum(document, states) for formula in formulas if formula.printed is not None]


def relative_gap(actual: Array, expected: Array, size: Array | None = None) -> Array:
    """For every sample (first axis), the largest difference of an entry, as a fraction of the largest entry (or of the summands'
    ``size``, if larger)."""
    scale = largest(expected) if size is None else np.maximum(largest(expected), largest(size))
    return np.asarray(largest(actual - expected) / scale)


def largest(values: Array) -> Array:
    """The largest magnitude of every sample."""
    return np.asarray(np.abs(values).max(axis=tuple(range(1, values.ndim))))


def apply(matrix: Array, vector: Array) -> Array:
    """Matrix times vector over a batch."""
    return (matrix @ vector[..., None])[..., 0]


def solve(matrix: Array, vector: Array) -> Array:
    """``matrix^-1 vector`` over a batch."""
    return np.asarray(np.linalg.solve(matrix, vector[..., None])[..., 0])


def columns(*entries: Array | float) -> Array:
    """A batch of vectors from its entries."""
    return np.stack(np.broadcast_arrays(*entries), axis=-1)


def transpose(matrix: Array) -> Array:
    """Transposed matrices over a batch."""
    return np.swapaxes(matrix, -1, -2)


def diagonal(entries: Array) -> Array:
    """Diagonal matrices over a batch."""
    return np.asarray(entries[..., None] * np.eye(entries.shape[-1]))
