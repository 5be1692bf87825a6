"""The largest sampling period that keeps a loop stable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.design.sampled_loop import SampledLoop, loop_builder, require_period
from kinloop.errors import ShapeError
from kinloop.model.robot import Robot

# Periods are looked at from SHORT parts of the fastest time constant to LONG of the slowest one, each larger by this factor.
SHORT, LONG, FACTOR = 1e-2, 1e2, 1.02


def largest_period(
    robot: Robot, law: Any, q: ArrayLike, delay: int | bool = 0, *, plant: Robot | None = None, shortest: float | None = None
) -> float:
    """The largest sampling period [s] with which, and with every shorter one, a law keeps a machine at rest stable.

    Periods are looked at from ``shortest`` on, each 2 % longer than the one before, and the first at which the loop is unstable
    is refined by bisection, to rounding. A law that reads the period is linearised for each.

    Args: as of :func:`sampled_loop`.
        shortest: where to begin [s]; a hundredth of the fastest time constant unless given.
    Returns: the period; infinite if the loop is stable at all of them, up to a hundred of its slowest time constants.
    Raises: ShapeError: the loop is unstable at the shortest period too; it names the eigenvalue.
    """
    what = "largest_period"
    build = loop_builder(what, robot, law, q, delay, plant)
    fastest, slowest = _rates(build, 1e-6 if shortest is None else require_period(what, shortest))
    low = SHORT / fastest if shortest is None else require_period(what, shortest)
    loop = build(low)
    if not loop.is_stable:
        raise ShapeError(
            f"{what}: the loop is not stable at the shortest period of {low:.3g} s either: it has the eigenvalue "
            f"{loop.eigenvalues[0]:.9g} there, {np.log(loop.eigenvalues[0]) / low:.4g} 1/s in continuous time; choose other gains"
        )
    end = LONG / slowest
    high = low
    while high < end:
        low, high = high, FACTOR * high
        if not build(high).is_stable:
            return _bisect(build, low, high)
    return float("inf")


def _bisect(build: Callable[[float], SampledLoop], low: float, high: float) -> float:
    width = np.inf
    while high - low < width:
        width, middle = high - low, (low + high) / 2
        low, high = (middle, high) if build(middle).spectral_radius < 1 else (low, middle)
    return low


def _rates(build: Callable[[float], SampledLoop], period: float) -> tuple[float, float]:
    """The fastest and the slowest rate of the loop [1/s], without the delay's states, from a short period."""
    values = np.linalg.eigvals(build(period).matrix)
    rates = np.abs(values - 1) / period
    rates = rates[(rates > 0) & (rates < 0.5 / period)]
    if not rates.size:
        return 1.0 / period, 1.0 / period
    return float(rates.max()), float(rates[rates > 1e-9 * rates.max()].min())
