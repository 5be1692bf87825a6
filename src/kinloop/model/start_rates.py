"""The start rates of a description: the given ones, and for the others those that keep the loops closed."""

from __future__ import annotations

import numpy as np

Array = np.ndarray
# Relative to the largest term of a closure's rate: a smaller remainder is the rounding of numbers written with a few digits.
OPENING = 1e-6


def consistent_rates(K: Array, given: dict[int, float], n_active: int) -> tuple[Array, float]:
    r"""All rates with :math:`K \dot q = 0`, and the remaining rate at which the loops open, relative to the largest term.

    Rates that are not given are zero where that keeps the loops closed. Otherwise passive joints move, with the least rates; and
    where that is not enough, active ones too.

    Args: the closures' Jacobian (rows, nv); the given rates by their place; how many rates are active, the first.
    """
    rates = np.zeros(K.shape[1])
    rates[list(given)] = list(given.values())
    if not K.shape[0] or not rates.any():
        return rates, 0.0
    left_out = [k for k in range(K.shape[1]) if k not in given]
    best, least = rates, _opening(K, rates)
    for follow in ([], [k for k in left_out if k >= n_active], left_out):
        if least <= OPENING:
            break
        tried = rates.copy()
        tried[follow] = np.linalg.lstsq(K[:, follow], -K @ rates, rcond=1e-9)[0] if follow else 0.0
        if (opening := _opening(K, tried)) < least:
            best, least = tried, opening
    return best, least


def _opening(K: Array, rates: Array) -> float:
    largest = float(np.abs(K * rates).max(initial=0.0))
    return float(np.abs(K @ rates).max(initial=0.0)) / largest if largest else 0.0


def opening_words(opening: float) -> str:
    """The message for rates that open the loops."""
    return (
        "start_rates: they open the loops, and no rates of the other joints keep them closed "
        f"({opening:.2g} of the largest term is left); give fewer, and the others follow"
    )
