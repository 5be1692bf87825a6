"""Stability margins of a loop, continuous or sampled."""

from __future__ import annotations

import warnings
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from kinloop.errors import ShapeError

Array = np.ndarray
# How near a crossing the loop is looked at, as a share of the logarithm of its factor.
BESIDE = 1e-3


@dataclass(frozen=True)
class Margins:
    """Stability margins of a loop, opened at the effort of one active joint after the other while the other loops stay closed.

    Arrays over the ``joints``: the factors ``gain_margin`` (to the nearest instability, above or below 1), ``phase_margin``
    [rad], ``delay_margin`` [s], and the frequencies ``phase_crossover`` and ``gain_crossover`` [rad/s] to which they belong.
    Infinite where no gain, phase or delay makes the loop unstable, NaN if the loop is not stable in the first place.
    """

    joints: tuple[str, ...]
    gain_margin: Array
    phase_margin: Array
    delay_margin: Array
    phase_crossover: Array
    gain_crossover: Array


def margins(loop: Any) -> Margins:
    """Gain, phase and delay margins of a loop, by python-control, which is loaded here.

    Args: what :func:`pid_loop` or :func:`sampled_loop` gives.
    """
    if not all(hasattr(loop, name) for name in ("open_matrix", "inputs", "feedback")):
        raise ShapeError(f"margins: {loop!r:.80} is no loop, expected what kl.pid_loop or kl.sampled_loop gives")
    from control import StateSpace, stability_margins

    A, B, K = loop.open_matrix, loop.inputs, loop.feedback
    n, dt = B.shape[1], loop.period or 0
    found = np.full((5, n), np.nan)
    for k in range(n if loop.is_stable else 0):
        others = [j for j in range(n) if j != k]
        rest, b, c = A - B[:, others] @ K[others], B[:, [k]], K[[k]]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            every = stability_margins(StateSpace(rest, b, c, 0, dt), returnall=True)
        gains, phases, _, at_gain, at_phase, _ = (np.atleast_1d(np.asarray(each, float)) for each in every)
        ends = _at_ends(rest, b, c, dt)
        gains, at_gain = (np.concatenate([one, other]) for one, other in zip((gains, at_gain), ends, strict=True))
        found[:, k] = _nearest(_Crossing(rest, b @ c, bool(dt)), gains, np.radians(phases), at_gain, at_phase)
    return Margins(loop.joints, *found)


def _at_ends(rest: Array, b: Array, c: Array, dt: float) -> tuple[Array, Array]:
    """Gains with which the loop has a pole at the frequency zero or, if sampled, at half the sampling frequency (z = -1), and
    these frequencies: python-control looks between them only."""
    places = ((1.0, 0.0), (-1.0, np.pi / dt)) if dt else ((0.0, 0.0),)
    gains, frequencies = [], []
    for z, frequency in places:
        with np.errstate(all="ignore"), suppress(np.linalg.LinAlgError):
            gain = -1 / (c @ np.linalg.solve(z * np.eye(len(rest)) - rest, b)).item()
            if np.isfinite(gain) and gain > 0:
                gains.append(gain)
                frequencies.append(frequency)
    return np.array(gains), np.array(frequencies)


@dataclass(frozen=True)
class _Crossing:
    """A loop with a complex factor at one input."""

    rest: Array
    through: Array
    is_sampled: bool

    def is_left_at(self, logarithm: complex) -> bool:
        """Whether the loop is stable a little before the factor ``exp(logarithm)``, and not a little after: the zeros that
        python-control finds for polynomials of high degree are not all ones of the loop."""
        sides = []
        for part in (1 - BESIDE, 1 + BESIDE):
            values = np.linalg.eigvals(self.rest - np.exp(part * logarithm) * self.through)
            sides.append(bool(np.abs(values).max() < 1 if self.is_sampled else values.real.max() < 0))
        return sides == [True, False]


def _nearest(loop: _Crossing, gains: Array, phases: Array, at_gain: Array, at_phase: Array) -> list[float]:
    """The margins nearest to instability of all crossings: gain, phase, delay, and the frequencies of the first two."""
    found = [np.inf, np.inf, np.inf, np.nan, np.nan]
    crossed = [(abs(np.log(g)), g, w) for g, w in zip(gains, at_gain, strict=True) if g > 0 and loop.is_left_at(np.log(g))]
    if crossed:
        _, found[0], found[3] = min(crossed)
    crossed = [(abs(p), p, w) for p, w in zip(phases, at_phase, strict=True) if loop.is_left_at(-1j * p)]
    if crossed:
        _, found[1], found[4] = min(crossed)
    # A delay only turns the phase back.
    delays = [np.mod(p, 2 * np.pi) / w for p, w in zip(phases, at_phase, strict=True) if w > 0]
    if delays:
        found[2] = min(delays)
    return [float(each) for each in found]
