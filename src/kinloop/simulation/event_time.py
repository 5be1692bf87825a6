"""When a run passes a configuration-space singularity: as exactly as its own steps tell, which may be finer than its samples."""

from __future__ import annotations

import numpy as np

from kinloop.simulation.ambiguous import Ambiguity, ambiguous_event, first_ambiguous
from kinloop.simulation.native import between_samples
from kinloop.simulation.program import ClosedLoop
from kinloop.simulation.record import Event

Array = np.ndarray


def event_between_samples(loop: ClosedLoop, met: Ambiguity, t: Array, states: Array, command: Array, substeps: int) -> Event:
    """The event of a place that was found from the samples of one run: with the steps of that period made again, so that the
    time is as exact as the posture, and with the rates before it.

    Args: times (k,), states (k, nq + nv) and commands (k, n_active) of the samples; steps in a period.
    """
    k = int(met.sample)
    times, motion = t[max(k - 1, 0) : k + 2], states[max(k - 1, 0) : k + 2]
    if substeps > 1:
        period = float(t[k + 1] - t[k])
        steps = between_samples(
            loop.plant, loop.wiring.wrenches, False, states[k : k + 1], command[k : k + 1], period, substeps, substeps
        )[0]
        fine = np.linspace(t[k], t[k + 1], substeps + 1), np.concatenate([states[k : k + 1], steps, states[k + 1 : k + 2]])
        found = first_ambiguous(loop.plant, fine[0], *np.split(fine[1], [loop.nq], axis=-1))
        if found.sample >= 0:
            (times, motion), met = fine, found
    time, before = float(met.time), int(np.searchsorted(times, met.time, side="right")) - 1
    return ambiguous_event(loop.plant, time, met.q, _rates_at(time, times, motion[:, loop.nq :], max(before, 0)))


def _rates_at(time: float, t: Array, qd: Array, k: int) -> Array:
    """From the samples up to ``k``, before the event: what comes after it may be rounding's choice."""
    if not k:
        return np.asarray(qd[0])
    return np.asarray(qd[k] + (qd[k] - qd[k - 1]) / (t[k] - t[k - 1]) * (time - t[k]))
