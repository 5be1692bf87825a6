"""Stability margins of a loop, continuous or sampled."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from kinloop.errors import ShapeError

Array = np.ndarray


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
    n = B.shape[1]
    found = np.full((5, n), np.nan)
    dt = loop.period or 0
    for k in range(n if loop.is_stable else 0):
        others = [j for j in range(n) if j != k]
        system = StateSpace(A - B[:, others] @ K[others], B[:, [k]], K[[k]], 0, dt)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            every = stability_margins(system, returnall=True)
        found[:, k] = _nearest(every, dt)
    return Margins(loop.joints, *found)


def _nearest(every: Any, dt: float) -> list[float]:
    """The margins nearest to instability of all crossings: gain, phase, delay, and the frequencies of the first two."""
    gains, phases, _, at_gain, at_phase, _ = every
    gains, phases, at_gain, at_phase = (np.atleast_1d(np.asarray(each, float)) for each in (gains, phases, at_gain, at_phase))
    found = [np.inf, np.inf, np.inf, np.nan, np.nan]
    valid = np.isfinite(gains) & (gains > 0)
    if valid.any():
        k = int(np.argmin(np.where(valid, np.abs(np.log(np.where(valid, gains, 1.0))), np.inf)))
        found[0], found[3] = gains[k], at_gain[k]
    if phases.size:
        angles = np.radians(phases)
        k = int(np.argmin(np.abs(angles)))
        found[1], found[4] = angles[k], at_phase[k]
        late = np.mod(angles, 2 * np.pi)  # a delay only turns the phase back
        with np.errstate(divide="ignore"):
            found[2] = float(np.min(late / at_phase))
    return found
