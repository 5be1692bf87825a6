"""The table ``[vary]``: values that differ between runs, as lists, ranges, distributions and samples of them by dotted path."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kinloop.errors import Path, listing
from kinloop.simulation.experiment.distributions import DISTRIBUTIONS, METHODS, Marginal, random_shares, sample_shares
from kinloop.simulation.experiment.kinds import Argument
from kinloop.simulation.experiment.table_reader import TableReader, short
from kinloop.simulation.options.run_options import noise_key
from kinloop.simulation.sweep.vary import SEED as SEEDS

Array = np.ndarray
CHOICES = ("grid", "every", "keep")
RANGE = ("from", "to", "count")
SAMPLING, METHOD, COUNT, SEED, SCALE, DISTRIBUTION = "sampling", "method", "count", "seed", "scale", "distribution"
SCALES = {"linear": "uniform", "log": "log-uniform"}
LONGEST = 1_000_000  # numbers of a range
NUMBERS = Argument("vary", "vary", float)


@dataclass(frozen=True)
class Varied:
    """The values of ``[vary]`` by dotted path, the keys that lead to each in the file, and the choices of a sweep."""

    values: dict[str, Any] = field(default_factory=dict)
    paths: dict[str, Path] = field(default_factory=dict)
    choices: dict[str, Any] = field(default_factory=dict)


def read_vary(reader: TableReader, given: Any, path: Path = ("vary",)) -> Varied:
    """The table. ``law.kp = [...]`` and ``"law.kp" = [...]`` are the same."""
    varied = Varied()
    if not isinstance(given, dict):
        reader.add(path, f"expected a table, [vary], given {short(given)}")
        return varied
    varied.choices.update({key: given[key] for key in CHOICES if key in given})
    sampling = _Sampling(reader, given[SAMPLING], (*path, SAMPLING)) if SAMPLING in given else None
    if sampling is not None and varied.choices.get("grid") is True:
        reader.add((*path, SAMPLING), "samples belong together, run by run; remove grid = true, or the sampling", of_key=True)
    for at, value in _entries(given, path):
        if at[len(path)] in (*CHOICES, SAMPLING):
            continue
        name = ".".join(map(str, at[len(path) :]))
        if name in varied.values:
            reader.add(at, f"{name} is given twice, with and without quotes", of_key=True)
        varied.values[name] = _Values(reader, name, at, sampling).read(value)
        varied.paths[name] = at
    if sampling is not None:
        varied.values.update(sampling.values())
    return varied


def _entries(given: dict[str, Any], path: Path) -> Iterator[tuple[Path, Any]]:
    """Paths and values: tables within are parts of the path, but for ranges and distributions."""
    waiting = [((*path, key), value) for key, value in reversed(given.items())]
    while waiting:
        at, value = waiting.pop()
        if isinstance(value, dict) and value and at != (*path, SAMPLING) and not _is_values(value):
            waiting += [((*at, key), item) for key, item in reversed(value.items())]
        else:
            yield at, value


def _is_values(given: dict[str, Any]) -> bool:
    return bool({"from", "to"} & given.keys()) or isinstance(given.get(DISTRIBUTION), str)


class _Sampling:
    """``sampling = { method = "sobol", count = 1024, seed = 1 }``: ranges and distributions of the table are sampled together."""

    def __init__(self, reader: TableReader, given: Any, path: Path) -> None:
        self._marginals: dict[str, Marginal] = {}
        self._reader, self._faults = reader, len(reader.faults)
        own = reader.table(given, path, (METHOD, COUNT, SEED), (METHOD, COUNT, SEED))
        self.method, self.count = own.get(METHOD), _count(reader, own, (*path, COUNT), least=1)
        self._seed = _seed(reader, own, (*path, SEED))
        if METHOD in own and self.method not in METHODS:
            reader.add((*path, METHOD), f"expected one of {listing(METHODS)}, given {short(self.method)}")
        self._is_known = len(reader.faults) == self._faults and bool(own)

    def add(self, name: str, marginal: Marginal) -> None:
        """Sample a path too."""
        self._marginals[name] = marginal

    def values(self) -> dict[str, Array]:
        """The values of all paths that are sampled, by path."""
        sizes = [marginal.size for marginal in self._marginals.values()]
        if not self._is_known or len(self._reader.faults) > self._faults or not sizes:
            return {}
        shares = sample_shares(str(self.method), sum(sizes), self.count, self._seed)
        parts = np.split(shares, np.cumsum(sizes)[:-1], axis=1)
        return {name: marginal.values(part) for (name, marginal), part in zip(self._marginals.items(), parts, strict=True)}


@dataclass(frozen=True)
class _Values:
    """Reads the values of one path."""

    reader: TableReader
    name: str
    path: Path
    sampling: _Sampling | None

    def read(self, given: Any) -> Any:
        """The values of all runs; None if they are faulty, or sampled later."""
        if isinstance(given, dict):
            if DISTRIBUTION in given:
                return self._distribution(given)
            return self._seeds(given) if self.name == SEEDS else self._range(given)
        if not isinstance(given, list) or not given:
            expected = "expected a list with a value for each run, or a range { from = 0, to = 1, count = 11 }"
            self.reader.add(self.path, f"{expected}, given {short(given)}")
            return None
        return self.reader.value(given, self.path, NUMBERS)

    def _range(self, given: dict[str, Any]) -> Any:
        """Numbers with equal steps, or equal factors, both ends included; or a uniform distribution that is sampled."""
        reader, before, sampled = self.reader, len(self.reader.faults), self.sampling is not None
        keys = ("from", "to") if sampled else RANGE
        own = reader.table(given, self.path, (*keys, SCALE), keys)
        scale = own.get(SCALE, "linear")
        if scale not in SCALES:
            reader.add((*self.path, SCALE), f"expected one of {listing(SCALES)}, given {short(scale)}")
        count = 2 if sampled else _count(reader, own, (*self.path, COUNT), least=2)
        marginal = self._marginal(SCALES.get(scale, "uniform"), own)
        if len(reader.faults) > before or marginal is None:
            return None
        if self.sampling is not None:
            return self._sample(marginal, self.sampling)
        if self._is_too_long(count, marginal):
            return None
        with np.errstate(all="ignore"):
            return marginal.steps(count)

    def _distribution(self, given: dict[str, Any]) -> Any:
        """Random numbers; those of a path are independent of those of the others, also with the same seed."""
        reader, before, word = self.reader, len(self.reader.faults), given[DISTRIBUTION]
        if word not in DISTRIBUTIONS:
            reader.add((*self.path, DISTRIBUTION), f"expected one of {listing(DISTRIBUTIONS)}, given {short(word)}")
            return None
        own_keys = () if self.sampling is not None else (COUNT, SEED)
        required, optional = DISTRIBUTIONS[word].required, DISTRIBUTIONS[word].optional
        own = reader.table(given, self.path, (DISTRIBUTION, *required, *optional, *own_keys), (*required, *own_keys))
        count = 1 if self.sampling is not None else _count(reader, own, (*self.path, COUNT), least=1)
        seed = 0 if self.sampling is not None else _seed(reader, own, (*self.path, SEED))
        marginal = self._marginal(word, own)
        if len(reader.faults) > before or marginal is None:
            return None
        if self.sampling is not None:
            return self._sample(marginal, self.sampling)
        return (
            None if self._is_too_long(count, marginal) else marginal.values(random_shares(self.name, marginal.size, count, seed))
        )

    def _marginal(self, word: str, own: dict[str, Any]) -> Marginal | None:
        """The distribution of a word with the numbers of a table; None if a number is missing, wrong or not known."""
        reader, kind = self.reader, DISTRIBUTIONS[word]
        given = {
            key: reader.value(own[key], (*self.path, key), NUMBERS) for key in (*kind.required, *kind.optional) if key in own
        }
        if reader.robot is None or any(value is None for value in given.values()) or set(kind.required) - given.keys():
            return None
        try:
            arrays = {key: np.asarray(value, float) for key, value in given.items()}
        except (TypeError, ValueError):
            arrays = {}
        names = " and ".join(given)
        if not arrays:
            values = " and ".join(short(value) for value in given.values())
            reader.add(self.path, f"{names} are {values}, expected numbers, or lists of the same length")
        elif len({array.shape for array in arrays.values()}) > 1:
            shapes = " and ".join(str(array.shape) for array in arrays.values())
            reader.add(self.path, f"{names} have the shapes {shapes}, expected the same")
        elif fault := kind.fault(arrays):
            reader.add(self.path, fault)
        else:
            return Marginal(word, arrays)
        return None

    def _seeds(self, given: dict[str, Any]) -> Any:
        """Whole numbers, one after the other."""
        reader, before, sampled = self.reader, len(self.reader.faults), self.sampling is not None
        own = reader.table(
            given, self.path, ("from", "to", *(() if sampled else (COUNT,))), ("from", *(() if sampled else (COUNT,)))
        )
        count = self.sampling.count if self.sampling is not None else _count(reader, own, (*self.path, COUNT), least=1)
        first = _seed(reader, {SEED: own.get("from", 0)}, (*self.path, "from"))
        last = own.get("to", first + count - 1)
        if len(reader.faults) == before and last != first + count - 1:
            reader.add((*self.path, "to"), f"{count} seeds from {first} end at {first + count - 1}, given {short(last)}")
        return None if len(reader.faults) > before else list(range(first, first + count))

    def _sample(self, marginal: Marginal, sampling: _Sampling) -> None:
        if not self._is_too_long(sampling.count, marginal):
            sampling.add(self.name, marginal)

    def _is_too_long(self, count: int, marginal: Marginal) -> bool:
        size = count * marginal.size
        if size > LONGEST:
            self.reader.add(self.path, f"the range has {size} numbers, expected at most {LONGEST}")
        return size > LONGEST


def _count(reader: TableReader, own: dict[str, Any], path: Path, least: int) -> int:
    count = own.get(COUNT, least)
    if isinstance(count, bool) or not isinstance(count, int) or not least <= count <= LONGEST:
        reader.add(path, f"expected a whole number of runs from {least} to {LONGEST}, given {short(count)}")
        return least
    return count


def _seed(reader: TableReader, own: dict[str, Any], path: Path) -> int:
    try:
        return noise_key("it", own.get(SEED, 0))
    except ValueError as error:
        reader.add(path, str(error))
        return 0
