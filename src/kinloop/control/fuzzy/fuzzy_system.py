"""A fuzzy system as data: membership functions and rules, and its output for an error and its rate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from typing import Any, Literal

import casadi as ca
import numpy as np

from kinloop.control.fuzzy.default_rules import INPUT_TERMS, NAMES, OUTPUT_NUMBERS, OUTPUT_TERMS, RULES
from kinloop.control.fuzzy.fuzzy_file import read_tables, save_tables, with_places
from kinloop.control.fuzzy.inference import mamdani_output, rule_weights, sugeno_output
from kinloop.control.fuzzy.membership import clip, memberships
from kinloop.control.fuzzy.rule_table import RuleReader
from kinloop.control.fuzzy.term_faults import TermReader
from kinloop.errors import DescriptionError, Fault, NotFinite, ShapeError, listing, nearest
from kinloop.mechanism.validate.faults import description_error, fault_at
from kinloop.model.array_arguments import as_constructed, numbers

METHODS = ("mamdani", "sugeno")
CONJUNCTIONS = ("min", "product")
NO_RULES = fault_at(("rules",), f"expected rules for these terms; the default rules are for terms of the names {listing(NAMES)}")
KEYS = ("method", "conjunction", "rules", "error", "rate", "output")  # of a file, in this order


@dataclass(frozen=True)
class FuzzySystem:
    r"""Terms and rules that give an output for an error and its rate, all three in units of the terms.

    Mamdani: a rule holds as far as the lesser of its two memberships, it clips its output set at that level, and the output is
    the exact centroid of the union of all clipped sets. Sugeno: the output is the mean of the consequents, weighted by how far
    the rules hold. An input beyond the range of its terms is clipped to the range.

    Each pair of terms has one rule and each value within the ranges has a term above zero, so some rule always holds; what would
    leave a part uncovered is refused.

    Args:
        error: membership functions by name: breakpoints [a, b, c] of a triangle or [a, b, c, d] of a trapezoid. A vertical edge
            at the end of the range, a = b, is an open shoulder. By default seven terms from -1 to 1: NB, NM, NS, ZE, PS, PM, PB.
        rate: likewise, of the error's rate.
        output: Mamdani: sets by name, likewise; Sugeno: a number, or [a, b, c] of the consequent
            :math:`a\, \mathrm{error} + b\, \mathrm{rate} + c`.
        rules: a row for each term of ``error`` with the name of an output for each term of ``rate``; or texts
            ``"NB, ZE -> NM"``: error, rate, output. By default 49, with one output along each antidiagonal of the table. They
            are kept as a table whose rows and columns are in the order of the breakpoints.
        method: ``"mamdani"`` or ``"sugeno"``.
        conjunction: how a rule combines its two memberships: ``"min"``, or with Sugeno also ``"product"``.
    Raises: DescriptionError: one, that lists all faults: unknown names, rules that are missing, given twice or contradict each
        other, breakpoints that decrease or are not finite, values that no term covers.
    """

    error: Mapping[str, Sequence[float]] = field(default_factory=lambda: INPUT_TERMS)
    rate: Mapping[str, Sequence[float]] = field(default_factory=lambda: INPUT_TERMS)
    output: Mapping[str, float | Sequence[float]] | None = None
    rules: Sequence[str] | Sequence[Sequence[str]] | None = None
    method: Literal["mamdani", "sugeno"] = field(default="mamdani", kw_only=True)
    conjunction: Literal["min", "product"] = field(default="min", kw_only=True)

    def __post_init__(self) -> None:
        is_sugeno = self.method == "sugeno"
        output = (OUTPUT_NUMBERS if is_sugeno else OUTPUT_TERMS) if self.output is None else self.output
        terms = TermReader()
        read: dict[str, Any] = {"error": terms.inputs("error", self.error), "rate": terms.inputs("rate", self.rate)}
        read["output"] = terms.consequents(output) if is_sugeno else terms.sets("output", output)
        faults = [*self._choice_faults(), *terms.faults]
        if all(isinstance(given, Mapping) and given for given in (self.error, self.rate, output)):
            reader = RuleReader(self.error, self.rate, output)  # as given: a rule on a faulty term is not a second fault
            rules = reader.read(RULES if self.rules is None else self.rules)
            faults += [NO_RULES] if reader.faults and self.rules is None else reader.faults
        if faults:
            raise description_error("FuzzySystem", "", faults)
        for name, value in read.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "rules", tuple(tuple(rules[one, other] for other in read["rate"]) for one in read["error"]))

    def __reduce__(self) -> tuple[Any, ...]:
        return as_constructed(self)

    def __str__(self) -> str:
        """The method and the numbers of terms and rules."""
        counts = f"{len(self.error)} x {len(self.rate)} terms"
        return f"<FuzzySystem: {self.method}, {counts}, {len(self.error) * len(self.rate)} rules>"

    @classmethod
    def load(cls, path: str | PathLike[str]) -> FuzzySystem:
        """A system from a TOML file: ``method``, ``conjunction`` and ``rules``, and the tables ``[error]``, ``[rate]`` and
        ``[output]``. What the file leaves out is the default; numbers may be texts such as ``"-2/3"``.

        Raises:
            FileError: the file is missing, unreadable, not UTF-8 or larger than 1 MB.
            DescriptionError: it is not TOML, or describes no system; lists every fault with its line and column.
        """
        tables, source = read_tables(path, KEYS)
        try:
            return cls(**tables)
        except DescriptionError as error:
            raise with_places(error, source) from None

    def save(self, path: str | PathLike[str]) -> None:
        """Write a file that reads back as an equal system, atomically. Raises: FileError: it cannot be written."""
        save_tables({key: getattr(self, key) for key in KEYS}, path)

    def __call__(self, error: Any, rate: Any) -> Any:
        """The output for errors and rates: numbers and arrays, which broadcast, or CasADi symbols.

        Raises: NotFinite, ShapeError: numbers that are not finite, arrays that do not broadcast.
        """
        if isinstance(error, ca.SX) or isinstance(rate, ca.SX):
            return self._infer(error, rate)
        given = numbers(error, "FuzzySystem: error"), numbers(rate, "FuzzySystem: rate")
        if not all(np.isfinite(array).all() for array in given):
            raise NotFinite("FuzzySystem: an error or a rate is not finite, expected finite numbers")
        try:
            e, v = np.broadcast_arrays(*given)
        except ValueError:
            raise ShapeError(f"FuzzySystem: error {given[0].shape} and rate {given[1].shape} do not broadcast") from None
        found = self._function.map(e.size)(e.reshape(1, -1), v.reshape(1, -1)).full().reshape(e.shape) if e.size else e
        return found if found.ndim else float(found)

    @cached_property
    def _function(self) -> ca.Function:
        error, rate = ca.SX.sym("error"), ca.SX.sym("rate")
        return ca.Function("fuzzy", [error, rate], [self._infer(error, rate)])

    def _infer(self, error: Any, rate: Any) -> Any:
        """The output on symbols."""
        error, rate = clip(error, self.error), clip(rate, self.rate)
        weights = rule_weights(memberships(error, self.error), memberships(rate, self.rate), self.rules, self.conjunction)
        output: Any = self.output
        return mamdani_output(weights, output) if self.method == "mamdani" else sugeno_output(weights, output, error, rate)

    def _choice_faults(self) -> list[Fault]:
        faults = []
        for name, given, known in (("method", self.method, METHODS), ("conjunction", self.conjunction, CONJUNCTIONS)):
            if not isinstance(given, str) or given not in known:
                faults.append(fault_at((name,), f"no {name} {given!r:.40}{nearest(given, known)}; there are: {listing(known)}"))
        if self.method == "mamdani" and self.conjunction == "product":
            faults.append(fault_at(("conjunction",), "'product' requires method = 'sugeno'; Mamdani's method takes 'min'"))
        return faults
