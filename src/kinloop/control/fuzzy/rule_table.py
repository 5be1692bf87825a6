"""Reading the rules of a fuzzy system, and every fault in them as a sentence."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from kinloop.errors import Fault, listing, nearest
from kinloop.mechanism.validate.faults import fault_at, quantity

Outputs = dict[tuple[str, str], str]  # the output of each pair of terms of error and rate
FORM = "a text such as 'NB, ZE -> NM'"


@dataclass
class RuleReader:
    """Reads rules on named terms; ``faults`` are all that was found."""

    error: Collection[str]
    rate: Collection[str]
    output: Collection[str]
    faults: list[Fault] = field(default_factory=list)

    def read(self, given: Any) -> Outputs:
        """The output of each pair of terms; empty if there is a fault.

        ``given`` has a row for each term of the error, or texts ``"NB, ZE -> NM"`` (error, rate, output), one for each pair.
        """
        if not isinstance(given, list | tuple) or not given:
            self._add(
                (), f"expected a list with a row for each term of error, or with texts such as 'NB, ZE -> NM', {_as_text(given)}"
            )
            return {}
        if all(isinstance(rule, str) for rule in given):
            return self._from_texts([str(rule) for rule in given])
        if all(isinstance(row, list | tuple) for row in given):
            return self._from_rows(given)
        k = next(k for k, rule in enumerate(given) if isinstance(rule, str) != isinstance(given[0], str) or _is_neither(rule))
        self._add((k,), f"expected {FORM if isinstance(given[0], str) else 'a row of names'}, {_as_text(given[k])}")
        return {}

    def _from_rows(self, rows: Any) -> Outputs:
        if len(rows) != len(self.error):
            expected = f"{quantity(len(self.error), 'row')}, one for each term of error: {listing(self.error)}"
            self._add((), f"expected {expected}, given {quantity(len(rows), 'row')}")
        for k, row in enumerate(rows):
            if len(row) != len(self.rate):
                expected = f"{quantity(len(self.rate), 'name')}, one for each term of rate: {listing(self.rate)}"
                self._add((k,), f"expected {expected}, given {quantity(len(row), 'name')}")
            for column, name in enumerate(row):
                self._check((k, column), name, self.output, "output")
        if self.faults:
            return {}
        of_error = zip(self.error, rows, strict=True)
        return {(error, rate): output for error, row in of_error for rate, output in zip(self.rate, row, strict=True)}

    def _from_texts(self, rules: list[str]) -> Outputs:
        found: dict[tuple[str, str], tuple[str, int]] = {}
        for k, rule in enumerate(rules):
            names = _split(rule)
            if names is None:
                self._add((k,), f"expected {FORM}: terms of error and rate, then of output, {_as_text(rule)}")
                continue
            error, rate, output = names
            known = [self._check((k,), name, terms, noun) for name, terms, noun in zip(names, *self._variables, strict=True)]
            if not all(known):
                continue
            earlier, place = found.setdefault((error, rate), (output, k))
            if place != k and earlier == output:
                self._add((k,), f"the rule {error}, {rate} -> {output} is given twice; rules[{place}] has it already")
            elif place != k:
                self._add((k,), f"{error}, {rate} -> {output} contradicts rules[{place}], {error}, {rate} -> {earlier}")
        missing = [f"{error}, {rate}" for error in self.error for rate in self.rate if (error, rate) not in found]
        if missing and not self.faults:
            pairs = quantity(len(missing), "pair") + " of terms"
            self._add(
                (), f"expected a rule for each pair of terms; {pairs} of error and rate without one: {'; '.join(missing[:20])}"
            )
        return {} if self.faults else {pair: output for pair, (output, _) in found.items()}

    @property
    def _variables(self) -> tuple[tuple[Collection[str], ...], tuple[str, ...]]:
        return (self.error, self.rate, self.output), ("error", "rate", "output")

    def _check(self, place: tuple[int, ...], name: Any, known: Collection[str], variable: str) -> bool:
        if isinstance(name, str) and name in known:
            return True
        self._add(place, f"no term {name!r:.40} of {variable}{nearest(name, known)}; it has: {listing(known)}")
        return False

    def _add(self, place: tuple[int, ...], sentence: str) -> None:
        self.faults.append(fault_at(("rules", *place), sentence))


def _split(rule: str) -> tuple[str, str, str] | None:
    """The names of a rule; None if it has another form."""
    condition, arrow, output = rule.partition("->")
    error, comma, rate = condition.partition(",")
    names = error.strip(), rate.strip(), output.strip()
    return names if arrow and comma and all(names) else None


def _is_neither(rule: Any) -> bool:
    return not isinstance(rule, str | list | tuple)


def _as_text(value: Any) -> str:
    return f"given {value!r:.80}"
