"""Values of a student's function beside the right ones: gaps that count, and what would explain them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

Array = np.ndarray
# Where an explanation holds, values agree as well as right ones do, but for this factor: it is fitted to the values.
FITTED = 30.0
DEGREE = np.pi / 180


@dataclass(frozen=True)
class Differences:
    """Values ``given`` and ``expected``, both (N, entries), finite. ``wraps`` marks entries that are angles, whose full turns do
    not count."""

    names: tuple[str, ...]
    units: tuple[str, ...]
    given: Array
    expected: Array
    wraps: Array
    tolerance: float

    @cached_property
    def size(self) -> Array:
        """The size of each entry, its root mean square."""
        return np.asarray(np.sqrt(np.mean(self.expected**2, axis=0)))

    @cached_property
    def scale(self) -> Array:
        """What a difference is measured against, at each sample: the entry's value there or, where that is smaller, its median
        size, so that large values near a singularity do not hide differences elsewhere. An entry that is nearly zero has a
        thousandth of the largest entry's."""
        typical = np.median(np.abs(self.expected), axis=0)
        largest = float(typical.max(initial=0.0)) or float(self.size.max(initial=0.0)) or 1.0
        least = np.where(self.wraps, 1.0, np.maximum(typical, 1e-3 * largest))
        return np.asarray(np.maximum(np.abs(self.expected), least))

    @property
    def is_tiny(self) -> bool:
        """Whether no difference is much larger than the tolerance."""
        return self.explains(self.expected)

    @cached_property
    def gap(self) -> Array:
        """Given minus expected, full turns of angles apart."""
        return self.apart(self.expected)

    def apart(self, other: Array) -> Array:
        """Given minus other values, full turns of angles apart."""
        gap = self.given - other
        return np.asarray(np.where(self.wraps, np.angle(np.exp(1j * np.where(self.wraps, gap, 0.0))), gap))

    @cached_property
    def wrong(self) -> Array:
        """Which entries differ (N, entries)."""
        return np.asarray(np.abs(self.gap) > self.tolerance * self.scale)

    def explains(self, other: Array, rows: Array | None = None) -> bool:
        """Whether other values are the given ones, at all samples or at some."""
        fits = np.abs(self.apart(other)) <= FITTED * self.tolerance * self.scale
        return bool((fits if rows is None else fits[rows]).all())

    def rows_like(self, other: Array) -> Array:
        """At which samples other values are the given ones; never where they are NaN."""
        with np.errstate(invalid="ignore"):
            return np.asarray((np.abs(self.apart(other)) <= FITTED * self.tolerance * self.scale).all(axis=1))

    def entry(self, k: int) -> Differences:
        """One entry alone, with the size that it has among the others."""
        part = Differences(
            (self.names[k],), (self.units[k],), self.given[:, [k]], self.expected[:, [k]], self.wraps[[k]], self.tolerance
        )
        part.__dict__["scale"] = self.scale[:, [k]]
        return part

    def is_in_degrees(self) -> bool:
        """Whether the values are right if entries with angles are taken as degrees."""
        angles = np.array([unit.startswith("rad") for unit in self.units])
        turned = replace(self, given=np.where(angles, self.given * DEGREE, self.given))
        return bool(angles.any()) and turned.explains(self.expected)

    def constant_factor(self) -> float | None:
        """The one number that turns the right values into the given ones."""
        size = float(np.sum(self.expected**2))
        if size == 0:
            return None
        factor = float(np.sum(self.given * self.expected) / size)
        return factor if abs(factor) > 1e-9 and self.explains(factor * self.expected) else None

    def constant_offset(self) -> Array | None:
        """The numbers, one for each entry, that were added everywhere."""
        offset = np.median(self.gap, axis=0)
        return offset if self.explains(self.expected + offset) else None


def fit_terms(differences: Differences, terms: Mapping[str, Array]) -> dict[str, float] | None:
    """How often each term is in the given values, if they are a sum of the terms; terms of no size are left out."""
    names = [name for name, term in terms.items() if np.abs(term / differences.scale).max() > 1e-6]
    if not names:
        return None
    columns = np.stack([(terms[name] / differences.scale).ravel() for name in names], axis=1)
    found, _, rank, _ = np.linalg.lstsq(columns, (differences.given / differences.scale).ravel(), rcond=1e-10)
    if rank < len(names):
        return None
    total = sum(coefficient * terms[name] for name, coefficient in zip(names, found, strict=True))
    if not differences.explains(np.asarray(total)):
        return None
    return {name: float(coefficient) for name, coefficient in zip(names, found, strict=True)}


def find_border(inputs: Mapping[str, Array], wrong: Array) -> tuple[str, str, float] | None:
    """The input that separates the samples that are wrong from the right ones: its name, ``<`` or ``>``, and the border; None
    where no single one does, to within 2 % of the samples and a tenth of the rarer kind. A border at zero is preferred."""
    count = int(wrong.sum())
    rarer = min(count, len(wrong) - count)
    if rarer < 0.02 * len(wrong):
        return None
    best: tuple[float, str, str, float] | None = None
    for name, values in inputs.items():
        order = np.sort(values)
        borders = np.concatenate([[0.0], (order[1:] + order[:-1]) / 2])
        below = values[None, :] < borders[:, None]
        share = np.mean(below == wrong, axis=1)
        for side, shares in (("<", share), (">", 1 - share)):
            k = int(np.argmax(shares + 0.01 * (borders == 0)))
            if best is None or shares[k] > best[0]:
                best = (float(shares[k]), name, side, float(borders[k]))
    return best[1:] if best is not None and 1 - best[0] <= min(0.02, 0.1 * rarer / len(wrong)) else None
