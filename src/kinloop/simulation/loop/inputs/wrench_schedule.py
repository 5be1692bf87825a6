"""The wrenches on a plant over time: constant ones, pulses that act in the periods that begin within their time, and signals that
are held for a period at their value in its middle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import casadi as ca
import numpy as np

from kinloop.mechanism.expressions.expression import Expression

Array = np.ndarray
# A period that begins this share of its length before a pulse begins with it: times of periods are rounded.
EARLY = 1e-6


@dataclass(frozen=True)
class PulseValues:
    """A pulse on a frame: its wrench, start and duration as numbers (8,), or (runs, 8)."""

    frame: str
    values: Array


@dataclass(frozen=True)
class WrenchSchedule:
    """Constant wrenches by frame, (6,) or (runs, 6), with zeros for frames that have none; pulses; and signals, six numbers or
    expressions of the time each."""

    period: float
    constant: Mapping[str, Array] = field(default_factory=dict)
    pulses: tuple[PulseValues, ...] = ()
    signals: Mapping[str, tuple[str | float, ...]] = field(default_factory=dict)

    @property
    def varies(self) -> bool:
        """Whether it changes from period to period."""
        return bool(self.pulses or self.signals)

    def __bool__(self) -> bool:
        return bool(self.constant)

    def at(self, t: Array) -> dict[str, Array]:
        """The wrenches of the periods that begin at times (k,) [s], to broadcast against samples (..., k, 6)."""
        found = {frame: wrench[..., None, :] if wrench.ndim > 1 else wrench for frame, wrench in self.constant.items()}
        for pulse in self.pulses:
            values = pulse.values[..., None, :] if pulse.values.ndim > 1 else pulse.values
            acts = pulse_acts(np.asarray(t), values[..., 6], values[..., 7], self.period)
            found[pulse.frame] = found[pulse.frame] + np.where(np.asarray(acts, bool)[..., None], values[..., :6], 0.0)
        middle = np.asarray(t, float) + self.period / 2
        for frame, entries in self.signals.items():
            columns = [np.broadcast_to(_at_time(entry, middle), middle.shape) for entry in entries]
            found[frame] = found[frame] + np.stack(columns, axis=-1)
        return found

    def of_period(self, t: float) -> dict[str, Array]:
        """The wrenches of one run (6,) in the period that begins at a time [s]."""
        return {frame: wrench.reshape(-1, 6)[0] for frame, wrench in self.at(np.array([t])).items()}

    def of_run(self, k: int) -> WrenchSchedule:
        """The wrenches of one run of a batch."""
        constant = {frame: wrench[k] if wrench.ndim > 1 else wrench for frame, wrench in self.constant.items()}
        pulses = (PulseValues(p.frame, p.values[k] if p.values.ndim > 1 else p.values) for p in self.pulses)
        return WrenchSchedule(self.period, constant, tuple(pulses), self.signals)


def wrench_expressions(
    frames: tuple[str, ...],
    symbols: Mapping[str, ca.SX],
    pulses: tuple[PulseValues, ...],
    signals: Mapping[str, tuple[str | float, ...]],
) -> dict[str, ca.SX]:
    """The wrenches of a period by frame, on symbols: those of ``wrench FRAME`` and ``pulse K``, the time and the period."""
    found = {frame: symbols[f"wrench {frame}"] for frame in frames}
    for k, pulse in enumerate(pulses):
        values = symbols[f"pulse {k}"]
        acts = pulse_acts(symbols["t"], values[6], values[7], symbols["period"])
        found[pulse.frame] = found[pulse.frame] + ca.if_else(acts, values[:6], 0)
    middle = symbols["t"] + symbols["period"] / 2
    for frame, entries in signals.items():
        found[frame] = found[frame] + ca.vertcat(*(_at_time(entry, middle) for entry in entries))
    return found


def _at_time(entry: str | float, t: Any) -> Any:
    """A number, or an expression of the time at ``t``: an array or a symbol."""
    return Expression(entry).value({"t": t}) if isinstance(entry, str) else entry


def pulse_acts(t: Any, start: Any, duration: Any, period: Any) -> Any:
    """Whether a pulse acts in the period that begins at ``t``: 1 or 0, on numbers or symbols."""
    early = t + EARLY * period
    return (early >= start) * (early < start + duration)
