"""Figures of a step response, from any record or arrays."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.design.second_order import one_number
from kinloop.errors import NotFinite, ShapeError, listing, unknown_name
from kinloop.model.array_arguments import numbers

Array = np.ndarray
# The response counts as settled if in this last part of the record it varies by no more than this share of the band: what is
# left of an exponential is then less than the band.
LAST, STEADY = 0.25, 0.5
# Changes smaller than this share of the values are rounding, and so is an overshoot below the second number.
ROUNDING, NO_OVERSHOOT = 1e-12, 1e-9
# The signals of a record with a reference of their own.
REFERENCES = {"x": "x_ref", "q": "q_ref"}


@dataclass(frozen=True)
class StepResponse:
    """Figures of the step responses of some coordinates: arrays over ``names``, or numbers for a single one.

    Times [s] are from the beginning of the record. NaN is what the record does not show: everything that needs the final value
    (``final``, ``rise_time``, ``settling_time``, ``overshoot``, ``steady_state_error``) if the response varies at its end,
    figures of a coordinate that does not move, ``peak_time`` without a peak.
    """

    names: tuple[str, ...]
    target: Any  # the value that the coordinate should reach; NaN where it is not known
    final: Any  # the value at which it settled
    rise_time: Any  # from 10 % to 90 % of the way to the final value
    peak: Any  # the farthest value in the direction of the step
    peak_time: Any
    overshoot: Any  # the peak beyond the final value, as a fraction of the way there
    settling_time: Any  # after which it stays within the band of the final value
    steady_state_error: Any  # target - final

    @property
    def settled(self) -> Any:
        """Whether the response settled within the record."""
        return np.isfinite(self.final)

    def __str__(self) -> str:
        words = ["target", "final", "rise_time", "peak", "peak_time", "overshoot", "settling_time", "steady_state_error"]
        width = max(6, *(len(name) for name in self.names)) if self.names else 6
        lines = [" " * width + "".join(f"{word:>20}" for word in words)]
        for k, name in enumerate(self.names):
            values = [np.atleast_1d(getattr(self, word))[k] for word in words]
            lines.append(f"{name:{width}}" + "".join(f"{'-' if np.isnan(value) else f'{value:.6g}':>20}" for value in values))
        return "\n".join(lines)


def step_response(
    record: Any, y: ArrayLike | None = None, target: ArrayLike | None = None, *, signal: str | None = None, band: float = 0.02
) -> StepResponse:
    """Rise time, overshoot, settling time and steady-state error of a response to a step.

    Args:
        record: any object with ``t`` and the signal's samples, such as a :class:`Record`; or the times [s] of ``y``, shape (k,).
        y: samples, shape (k,) or (k, n), where times are given.
        target: what should be reached, one number or one for each column. Of a record the last value of its reference unless
            given; unknown if that still moves.
        signal: the record's attribute, ``"x"`` (the task) unless given, ``"q"``, ``"tau"``, ...; or one column, ``"q.theta1"``.
        band: of the settling time, as a fraction of the way to the final value.
    Returns: a :class:`StepResponse`; NaN is what the record does not show.
    Raises: ShapeError, NotFinite: what is no response. UnknownName: of the signal.
    """
    band = one_number("step_response: band", band)
    if not 0 < band < 1:
        raise ShapeError(f"step_response: band is {band:g}, expected a number between 0 and 1, such as 0.02")
    if y is None:
        t, values, names, goal = _of_record(record, signal)
    else:
        if signal is not None:
            raise ShapeError("step_response: arrays have no signal; leave it out, or give a record")
        t, values, names, goal = numbers(record, "step_response: t"), numbers(y, "step_response: y"), (), None
    _check(t, values)
    single, columns = values.ndim == 1, values[:, None] if values.ndim == 1 else values
    names = names or tuple(f"y{k + 1}" for k in range(columns.shape[1]))
    if target is not None:
        goal = numbers(target, "step_response: target")
        if goal.shape not in ((), (columns.shape[1],)):
            raise ShapeError(f"step_response: target has shape {goal.shape}, expected one number or ({columns.shape[1]},)")
        if not np.all(np.isfinite(goal)):
            raise NotFinite(f"step_response: target is {target!r:.80}, expected finite numbers")
    goals = np.broadcast_to(np.nan if goal is None else goal, columns.shape[1:])
    figures = [_figures(t, column, float(goal), band) for column, goal in zip(columns.T, goals, strict=True)]
    arrays = (np.array([each[k] for each in figures]) for k in range(len(fields(StepResponse)) - 1))
    return StepResponse(names, *(array[0] if single else array for array in arrays))


def _figures(t: Array, y: Array, target: float, band: float) -> tuple[float, ...]:
    """The figures of one column, in the order of :class:`StepResponse`."""
    unknown, time = float("nan"), t - t[0]
    span = np.ptp(y)
    if span <= ROUNDING * np.abs(y).max():  # it does not move
        return target, y[-1], unknown, unknown, unknown, unknown, unknown, target - y[-1]
    last = y[time >= (1 - LAST) * time[-1]]
    settled = len(last) > 2 and np.ptp(last) <= STEADY * band * span
    way = (y[-1] if np.isnan(target) else target) - y[0]
    k = int(np.argmax(y if way >= 0 else -y))
    # A largest value at an end is no peak: the response comes from there, or still goes on.
    peak_time = time[k] if 0 < k < len(y) - 1 else unknown
    if not settled:
        return target, unknown, unknown, y[k], peak_time, unknown, unknown, unknown
    final, error = y[-1], target - y[-1]
    if abs(final - y[0]) <= band * span:  # it comes back to where it began: a disturbance
        return target, final, unknown, y[k], peak_time, unknown, unknown, error
    share = (y - y[0]) / (final - y[0])
    k = int(np.argmax(share))
    beyond = share[k] - 1
    overshoot = beyond if beyond > NO_OVERSHOOT else 0.0
    rise = _first(time, share, 0.9) - _first(time, share, 0.1)
    return target, final, rise, y[k], time[k] if overshoot else unknown, overshoot, _settling(time, share, band), error


def _first(t: Array, share: Array, level: float) -> float:
    """When the response first reaches a level, between samples on a line."""
    k = int(np.argmax(share >= level))
    return float(t[k - 1] + (level - share[k - 1]) / (share[k] - share[k - 1]) * (t[k] - t[k - 1]))


def _settling(t: Array, share: Array, band: float) -> float:
    """When the response enters the band for the last time, between samples on a line."""
    outside = np.flatnonzero(np.abs(share - 1) > band)
    k = int(outside[-1])
    level = 1 + np.sign(share[k] - 1) * band
    return float(t[k] + (level - share[k]) / (share[k + 1] - share[k]) * (t[k + 1] - t[k]))


def _of_record(record: Any, signal: str | None) -> tuple[Array, Array, tuple[str, ...], Array | None]:
    """Times, samples, names of columns and the target of a record's signal."""
    if not hasattr(record, "t"):
        raise ShapeError(f"step_response: {record!r:.80} has no times; expected a record, or times and samples")
    columns = dict(getattr(record, "columns", {}))
    wanted: Any = "x" if signal is None else signal
    known = [name for name in (*columns, *REFERENCES) if hasattr(record, name)]
    known += [name for name in getattr(record, "__dict__", {}) if name != "t" and not name.startswith("_")]
    if not isinstance(wanted, str):
        raise ShapeError(f"step_response: signal is {wanted!r:.80}, expected a name: {listing(dict.fromkeys(known))}")
    wanted, _, column = wanted.partition(".")
    if wanted not in known:
        raise unknown_name("signal", wanted, dict.fromkeys(known), "the record")
    values = numbers(getattr(record, wanted), f"step_response: {wanted}")
    names, goal = tuple(columns.get(wanted, ())), _last_reference(record, wanted, values)
    if column:
        if column not in names:
            raise unknown_name("column", column, names, f"the signal {wanted!r}")
        k = names.index(column)
        values, names, goal = values[:, k], (column,), None if goal is None else goal[k]
    return numbers(record.t, "step_response: t"), values, names, goal


def _last_reference(record: Any, signal: str, values: Array) -> Array | None:
    """The last value of a signal's reference, NaN where it still moves; None if there is no reference for each column."""
    given = getattr(record, REFERENCES.get(signal, ""), None) if signal in REFERENCES else None
    if given is None or values.ndim != 2:
        return None
    reference = np.asarray(given, float)
    if reference.ndim != 2 or len(reference) != len(values):
        return None
    last = reference[-max(2, int(LAST * len(reference))) :]
    still = np.ptp(last, axis=0) <= 1e-9 * np.maximum(np.ptp(reference, axis=0), np.abs(reference[-1]))
    goal = np.full(values.shape[1], np.nan)
    goal[: reference.shape[1]] = np.where(still, reference[-1], np.nan)[: values.shape[1]]  # of the joints the active ones, first
    return goal


def _check(t: Array, y: Array) -> None:
    if t.ndim != 1 or y.ndim not in (1, 2) or len(t) != len(y):
        raise ShapeError(f"step_response: t has shape {t.shape} and y {y.shape}, expected (k,) and (k, n), of one run at a time")
    if len(t) < 4:
        raise ShapeError(f"step_response: there are {len(t)} samples, expected at least 4")
    for name, array in (("t", t), ("y", y)):
        if not np.all(np.isfinite(array)):
            raise NotFinite(f"step_response: {name} has NaN or infinity in it, expected finite numbers")
    if not np.all(np.diff(t) > 0):
        raise ShapeError("step_response: t is not increasing")
