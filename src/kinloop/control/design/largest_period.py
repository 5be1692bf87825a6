"""The largest sampling period that keeps a loop stable."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.design.sampled_loop import LoopBuilder, require_period
from kinloop.errors import ShapeError
from kinloop.model.robot import Robot

# Periods are looked at from SHORT parts of the fastest time constant to LONG of the slowest one, each larger by this factor.
SHORT, LONG, FACTOR = 1e-2, 1e2, 1.05


def largest_period(
    robot: Robot, law: Any, q: ArrayLike, delay: int | bool = 0, *, plant: Robot | None = None, shortest: float | None = None
) -> float:
    """The largest sampling period [s] with which, and with every shorter one, a law keeps a machine at rest stable.

    Periods are looked at from ``shortest`` on, each 5 % longer than the one before, and the first at which the loop is unstable
    is refined to rounding. A law that reads the period is linearised for each.

    Args: as of :func:`sampled_loop`.
        shortest: where to begin [s]; a hundredth of the fastest time constant unless given.
    Returns: the period; infinite if the loop is stable at all of them, up to a hundred of its slowest time constants.
    Raises: ShapeError: the loop is unstable at the shortest period too; it names the eigenvalue.
    """
    what = "largest_period"
    build = LoopBuilder(what, robot, law, q, delay, plant)
    fastest, slowest = _rates(build, 1e-6 if shortest is None else require_period(what, shortest))
    low = SHORT / fastest if shortest is None else require_period(what, shortest)
    loop = build(low)
    fixed = build.has_fixed_memory
    if not loop.is_stable:
        rate = np.log(complex(loop.eigenvalues[0])) / low
        advice = "choose other gains"
        if fixed:
            advice += "; or let the law read model.period: it has a state and the same formula at every period"
        raise ShapeError(
            f"{what}: the loop is not stable at the shortest period of {low:.3g} s either: it has the eigenvalue "
            f"{loop.eigenvalues[0]:.9g} there, {rate:.4g} 1/s in continuous time; {advice}"
        )
    end = LONG / slowest
    high = low
    while high < end:
        low, high = high, FACTOR * high
        if not build(high).is_stable:
            return _crossing(build, low, high)
    return float("inf")


def _crossing(build: LoopBuilder, low: float, high: float) -> float:
    """The period at which the spectral radius is 1."""
    from scipy.optimize import brentq

    if build(high).spectral_radius <= 1:  # by less than rounding
        return high
    return float(brentq(lambda period: build(period).spectral_radius - 1, low, high, xtol=1e-15 * high, rtol=1e-14))


def _rates(build: LoopBuilder, period: float) -> tuple[float, float]:
    """The fastest and the slowest rate of the loop [1/s], without the delay's states, from a short period."""
    values = np.linalg.eigvals(build(period).matrix)
    rates = np.abs(values - 1) / period
    rates = rates[(rates > 0) & (rates < 0.5 / period)]
    if not rates.size:
        return 1.0 / period, 1.0 / period
    return float(rates.max()), float(rates[rates > 1e-9 * rates.max()].min())
