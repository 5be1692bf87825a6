"""Distributions of varied values, and samples of several of them: random, Latin hypercube, Sobol."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from inspect import signature

import numpy as np

Array = np.ndarray
Numbers = Mapping[str, Array]
METHODS = ("latin hypercube", "sobol")
# Shares next to 0 and 1, whose values are finite for every distribution.
SMALLEST = 2.0**-53


@dataclass(frozen=True)
class Distribution:
    """A distribution: the keys of its numbers, what is wrong with them in words, and its values at shares from 0 to 1."""

    required: tuple[str, ...]
    optional: tuple[str, ...]
    fault: Callable[[Numbers], str]
    at: Callable[[Numbers, Array], Array]


@dataclass(frozen=True, eq=False)
class Marginal:
    """The distribution of one path with its numbers, each of a shape () or (n,)."""

    word: str
    numbers: Numbers

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of one run's value."""
        return next(iter(self.numbers.values())).shape

    @property
    def size(self) -> int:
        """How many numbers a run has."""
        return int(np.prod(self.shape, dtype=int))

    def values(self, shares: Array) -> Array:
        """The values (runs, ...) at shares (runs, size) between 0 and 1."""
        at = np.clip(shares, SMALLEST, 1 - SMALLEST).reshape(len(shares), *self.shape)
        return DISTRIBUTIONS[self.word].at(self.numbers, at)

    def steps(self, count: int) -> Array:
        """Values with equal steps, or equal factors, from one end to the other, both included."""
        low, high = self.numbers["from"], self.numbers["to"]
        return np.geomspace(low, high, count) if self.word == "log-uniform" else np.linspace(low, high, count)


def random_shares(name: str, size: int, count: int, seed: int) -> Array:
    """Random shares (count, size) of a path; more of them begin with the same ones."""
    own = int.from_bytes(sha256(name.encode()).digest()[:8], "little")
    return np.random.Generator(np.random.Philox(np.random.SeedSequence([seed, own]))).random((count, size))


def sample_shares(method: str, size: int, count: int, seed: int) -> Array:
    """Shares (count, size) of a Latin hypercube, or of a scrambled Sobol sequence, of which more begin with the same ones."""
    from scipy.stats import qmc  # loaded when used

    kind = {"latin hypercube": qmc.LatinHypercube, "sobol": qmc.Sobol}[method]
    key = "rng" if "rng" in signature(kind).parameters else "seed"  # SciPy before 1.15
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # a count that is no power of 2
        return np.asarray(kind(size, **{key: np.random.default_rng(seed)}).random(count))


# ---------------------------------------------------------------- the distributions


def _ends(n: Numbers) -> str:
    if not all(np.isfinite(each).all() for each in n.values()):
        return "the numbers of a range are finite"
    return ""


def _positive_ends(n: Numbers) -> str:
    is_fit = np.isfinite(n["from"]) & np.isfinite(n["to"]) & (n["from"] > 0) & (n["to"] > 0)
    return "" if is_fit.all() else "a logarithmic range has ends above zero"


def _bell(n: Numbers) -> str:
    finite = np.isfinite(n["mean"]) & np.isfinite(n["deviation"])
    if not (finite & (n["deviation"] >= 0)).all():
        return "mean and deviation are finite, and the deviation is not negative"
    low, high = n.get("from", np.array(-np.inf)), n.get("to", np.array(np.inf))
    if not (low < high).all():
        return "from is below to"
    from scipy.special import ndtr  # loaded when used

    with np.errstate(all="ignore"):
        share = ndtr((high - n["mean"]) / n["deviation"]) - ndtr((low - n["mean"]) / n["deviation"])
    return (
        "" if not (n["deviation"] > 0).all() or (share > 1e-6).all() else "from and to leave almost nothing of the distribution"
    )


def _triangle(n: Numbers) -> str:
    is_fit = (n["from"] <= n["peak"]) & (n["peak"] <= n["to"]) & (n["from"] < n["to"]) & np.isfinite(n["to"] - n["from"])
    return "" if is_fit.all() else "the peak is between from and to"


def _normal(n: Numbers, u: Array) -> Array:
    from scipy.special import ndtr, ndtri  # loaded when used

    mean, deviation = n["mean"], n["deviation"]
    with np.errstate(all="ignore"):
        low = ndtr((n["from"] - mean) / deviation) if "from" in n else 0.0
        high = ndtr((n["to"] - mean) / deviation) if "to" in n else 1.0
        values = mean + deviation * ndtri(np.clip(low + u * (high - low), SMALLEST, 1 - SMALLEST))
    values = np.where(deviation > 0, values, mean)
    return np.clip(values, n.get("from", -np.inf), n.get("to", np.inf))


def _triangular(n: Numbers, u: Array) -> Array:
    low, peak, high = n["from"], n["peak"], n["to"]
    share = (peak - low) / (high - low)
    rising = low + np.sqrt(u * (high - low) * (peak - low))
    return np.asarray(np.where(u < share, rising, high - np.sqrt((1 - u) * (high - low) * (high - peak))))


DISTRIBUTIONS: dict[str, Distribution] = {
    "uniform": Distribution(("from", "to"), (), _ends, lambda n, u: n["from"] + u * (n["to"] - n["from"])),
    "log-uniform": Distribution(("from", "to"), (), _positive_ends, lambda n, u: n["from"] * (n["to"] / n["from"]) ** u),
    "normal": Distribution(("mean", "deviation"), ("from", "to"), _bell, _normal),
    "triangular": Distribution(("from", "peak", "to"), (), _triangle, _triangular),
}
