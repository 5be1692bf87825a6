r"""A joint as a second-order system: inertia, damping and stiffness, alone or under proportional and derivative gains."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, exp, inf, isfinite, log, nan, pi, sqrt
from typing import Any

import numpy as np

from kinloop.errors import NotFinite, ShapeError
from kinloop.model.array_arguments import numbers

# Poles that are nearer to each other than this share of their size count as equal: a double root moves by the square root of
# the rounding of its coefficients.
DOUBLE = 1e-7


@dataclass(frozen=True)
class SecondOrder:
    r"""The system :math:`M \ddot y + b\, \dot y + k\, y = u`, such as a joint with its friction and the stiffness of gravity.

    :meth:`under` adds the gains of a PD law. Figures of the step response hold for a constant input from rest.

    Args:
        inertia: M [kg m^2 or kg], above zero.
        damping: b [N m s/rad or N s/m].
        stiffness: k [N m/rad or N/m]; gravity gives a positive or a negative one.
    Raises: ShapeError, NotFinite: numbers that no joint has.
    References: [Aissani2021] (5.8) to (5.12), with :math:`\omega_n = \sqrt{K_p/M}` in (5.10).
    """

    inertia: float
    damping: float = 0.0
    stiffness: float = 0.0

    def __post_init__(self) -> None:
        for name in ("inertia", "damping", "stiffness"):
            object.__setattr__(self, name, one_number(f"SecondOrder: {name}", getattr(self, name)))
        if self.inertia <= 0:
            raise ShapeError(f"SecondOrder: inertia is {self.inertia:g}, expected a number above zero")

    @property
    def poles(self) -> np.ndarray:
        """The roots of ``M s^2 + b s + k`` [1/s], shape (2,), the slower one first; of a pair the one above the real axis."""
        half, product = self.damping / (2 * self.inertia), self.stiffness / self.inertia
        inside = half**2 - product
        if inside < 0:
            return np.array([complex(-half, sqrt(-inside)), complex(-half, -sqrt(-inside))])
        large = -half - sqrt(inside) if half >= 0 else -half + sqrt(inside)  # without cancellation
        other = product / large if large else 0.0
        return np.array(sorted((large, other), reverse=True), complex)

    @property
    def is_stable(self) -> bool:
        """Whether motions decay: damping and stiffness are above zero."""
        return self.damping > 0 and self.stiffness > 0

    @property
    def natural_frequency(self) -> float:
        r""":math:`\omega_n = \sqrt{k/M}` [rad/s]; NaN without a positive stiffness."""
        return sqrt(self.stiffness / self.inertia) if self.stiffness > 0 else nan

    @property
    def damping_ratio(self) -> float:
        r""":math:`\zeta = b / (2 \sqrt{k M})`: 1 is critical, less oscillates; NaN without a positive stiffness."""
        return self.damping / (2 * sqrt(self.stiffness * self.inertia)) if self.stiffness > 0 else nan

    @property
    def overshoot(self) -> float:
        """The overshoot of a step as a fraction of it; 0 from critical damping on, NaN for an unstable system."""
        if not self.is_stable:
            return nan
        return exp(self._logarithm_of_overshoot)

    @property
    def peak_time(self) -> float:
        """The time of the first peak of a step [s]; NaN where there is none."""
        return pi / self.poles[0].imag if self.is_stable and self._oscillates else nan

    @property
    def rise_time(self) -> float:
        """The time in which a step goes from 10 % to 90 % [s]; NaN for an unstable system."""
        return self._first_time(0.9) - self._first_time(0.1) if self.is_stable else nan

    def settling_time(self, band: float = 0.02) -> float:
        """The time after which a step stays within ``band`` of its final value [s]; NaN for an unstable system."""
        band = one_number("settling_time: band", band)
        if not 0 < band < 1:
            raise ShapeError(f"settling_time: band is {band:g}, expected a number between 0 and 1, such as 0.02")
        if not self.is_stable:
            return nan
        if not self._oscillates:  # the error decays without a change of sign
            return self._first_time(1 - band)
        # The error's extremes are at multiples of pi/w, each smaller by the overshoot; the last one outside the band decides.
        half = pi / self.poles[0].imag
        outside = int(log(band) / self._logarithm_of_overshoot)
        low, high = outside * half, (outside + 1) * half
        return _bisect(lambda t: band - abs(self._error(t)), low, high)

    def under(self, kp: float, kd: float = 0.0) -> SecondOrder:
        """The same joint under ``u = kp (r - y) - kd yd``: the gains add to stiffness and damping."""
        kp, kd = one_number("SecondOrder.under: kp", kp), one_number("SecondOrder.under: kd", kd)
        return SecondOrder(self.inertia, self.damping + kd, self.stiffness + kp)

    def critical_gain(self, kp: float, damping_ratio: float = 1.0) -> float:
        r"""The derivative gain :math:`K_d = 2 \zeta \sqrt{(K_p + k) M} - b` that gives a damping ratio, critical unless given.

        Raises: ShapeError: ``kp`` does not exceed a negative stiffness, so that no derivative gain makes the joint stable.
        """
        kp, ratio = one_number("critical_gain: kp", kp), one_number("critical_gain: damping_ratio", damping_ratio)
        if kp + self.stiffness <= 0:
            raise ShapeError(
                f"critical_gain: kp is {kp:g}, but the joint's own stiffness is {self.stiffness:g}, so no derivative gain makes "
                f"it stable; expected kp above {-self.stiffness:g}"
            )
        if ratio <= 0:
            raise ShapeError(f"critical_gain: damping_ratio is {ratio:g}, expected a number above zero")
        return 2 * ratio * sqrt((kp + self.stiffness) * self.inertia) - self.damping

    # ---------------------------------------------------------------- the step response

    @property
    def _oscillates(self) -> bool:
        return bool(self.poles[0].imag > DOUBLE * abs(self.poles[0]))

    @property
    def _logarithm_of_overshoot(self) -> float:
        return pi * self.poles[0].real / self.poles[0].imag if self._oscillates else -inf

    def _error(self, t: float) -> float:
        """What is left of a unit step after a time."""
        s1, s2 = self.poles
        if abs(s1 - s2) <= DOUBLE * abs(s1):
            s = (s1.real + s2.real) / 2
            return (1 - s * t) * exp(s * t)
        if s1.imag:
            return exp(s1.real * t) * (np.cos(s1.imag * t) - s1.real / s1.imag * np.sin(s1.imag * t))
        return (s1.real * exp(s2.real * t) - s2.real * exp(s1.real * t)) / (s1.real - s2.real)

    def _first_time(self, share: float) -> float:
        """When a step first reaches a share of its final value."""
        slow = self.poles[0]
        end = atan2(slow.imag, slow.real) / slow.imag if self._oscillates else 1 / abs(slow)
        while self._error(end) > 1 - share:
            end *= 2
        return _bisect(lambda t: 1 - share - self._error(t), 0.0, end)


def one_number(what: str, given: Any) -> float:
    """One finite number. Raises: ShapeError, NotFinite."""
    array = numbers(given, what, "one number")
    if array.ndim:
        raise ShapeError(f"{what} is {given!r:.80}, expected one number")
    if not isfinite(array):
        raise NotFinite(f"{what} is {given!r:.80}, expected a finite number")
    return float(array)


def _bisect(rises: Any, low: float, high: float) -> float:
    """Where a function changes from below zero to above."""
    width = inf
    while high - low < width:
        width, middle = high - low, (low + high) / 2
        low, high = (low, middle) if rises(middle) >= 0 else (middle, high)
    return high
