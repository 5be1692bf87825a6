"""The smoothest piecewise polynomial through points, some of whose derivatives are given."""

from __future__ import annotations

from functools import cache

import numpy as np

from kinloop.errors import ShapeError
from kinloop.trajectory.polynomials.polynomial_motion import coefficient_matrix

Array = np.ndarray


def smoothest(times: Array, states: Array) -> Array:
    r"""The states (k, c + 1) of a coordinate at the knots, value and ``c`` derivatives, with every NaN replaced.

    Between two knots the motion is the polynomial of order ``2 c + 1`` with these ends, so derivatives to ``c`` are continuous.
    The free ones minimise

    .. math:: \int_{t_0}^{t_f} \left(x^{(c+1)}\right)^2 dt,

    a positive definite quadratic form of them: one linear system, with ``c`` unknowns at a knot and neighbours only.
    The minimum makes the derivative ``2 c + 1 - d`` continuous where the derivative ``d`` is free.
    """
    free = np.isnan(states)
    if not np.any(free):
        return states
    _require_determined(times, ~free)
    from scipy.linalg import solveh_banded

    size, unit = states.shape[1], np.exp(np.mean(np.log(np.diff(times))))  # derivatives of one size: in units of a mean interval
    scale = unit ** np.arange(size)
    known = np.where(free, 0.0, states) * scale
    number = np.full(states.size, -1)
    number[np.flatnonzero(free)] = np.arange(np.count_nonzero(free))
    count = int(np.max(number)) + 1
    band, right = np.zeros((min(2 * size, count), count)), np.zeros(count)
    for k, interval in enumerate(np.diff(times) / unit):
        cost, places = _cost(size, float(interval)), number[k * size : (k + 2) * size]
        pull = cost @ known[k : k + 2].ravel()
        for i in np.flatnonzero(places >= 0):
            right[places[i]] -= pull[i]
            for j in np.flatnonzero(places >= places[i]):
                band[places[j] - places[i], places[i]] += cost[i, j]
    if not (np.isfinite(band).all() and np.isfinite(right).all()):
        raise OverflowError
    found = solveh_banded(band, right, lower=True)
    result = states.copy()
    result[free] = found / np.broadcast_to(scale, states.shape)[free]
    return result


def _require_determined(times: Array, given: Array) -> None:
    """Raises: ShapeError: a polynomial of order ``c``, which costs nothing, may be added: too little is given."""
    size = given.shape[1]
    if len(times) >= size:  # that many positions leave none
        return
    share = times / times[-1]
    orders = [np.polynomial.polynomial.polyder(np.eye(size), order) for order in range(size)]
    rows = [np.polynomial.polynomial.polyval(share[k], orders[order]) for k, order in np.argwhere(given)]
    if np.linalg.matrix_rank(np.array(rows)) < size:
        raise ShapeError(
            f"ViaPoints: {len(rows)} given values do not determine the smoothest motion; expected more points, or rates or "
            "accelerations at them"
        )


def piece_coefficients(times: Array, states: Array) -> Array:
    """The coefficients (k - 1, 2 c + 2) of the pieces between knots with states (k, c + 1), in the time since each knot."""
    size = states.shape[1]
    intervals = np.diff(times)[:, None]
    powers = intervals ** np.arange(2 * size)
    ends = np.concatenate([states[:-1] * powers[:, :size], states[1:] * powers[:, :size]], axis=1)
    matrix = coefficient_matrix(2 * size - 1)
    coefficients = sum((ends[:, j, None] * matrix[:, j] for j in range(1, 2 * size)), start=ends[:, 0, None] * matrix[:, 0])
    result: Array = coefficients / powers
    result[:, :size] = states[:-1] / np.array([1.0, 1.0, 2.0, 6.0])[:size]  # exactly what the knot has
    return result


def _cost(size: int, interval: float) -> Array:
    """The quadratic form of the integral over one interval, of both ends' states."""
    powers = interval ** np.tile(np.arange(size), 2)
    return np.asarray(_unit_cost(size) * np.outer(powers, powers) / interval ** (2 * size - 1))


@cache
def _unit_cost(size: int) -> Array:
    """The same over an interval of length 1."""
    terms = 2 * size
    factors = np.polynomial.polynomial.polyder(np.eye(terms), size) @ coefficient_matrix(terms - 1)  # of the derivative's powers
    powers = np.arange(size)
    result: Array = factors.T @ (1.0 / (powers[:, None] + powers + 1)) @ factors
    return (result + result.T) / 2
