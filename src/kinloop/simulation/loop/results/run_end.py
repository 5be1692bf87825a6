"""How runs end: their status, the first sample that steps were too long for, and the event that says why."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kinloop.control.function_law import FunctionLaw, PythonLaw
from kinloop.control.law_advice import advice_on_not_finite
from kinloop.model.robot import Robot
from kinloop.simulation.loop.compiled_loop.closed_loop import ClosedLoop
from kinloop.simulation.loop.results.end_causes import growth_at_type_2
from kinloop.simulation.loop.results.energy_balance import first_unexplained
from kinloop.simulation.loop.running.python_loop import Samples
from kinloop.simulation.loop.start.start_state import OPEN_SAMPLE, first_open_sample
from kinloop.simulation.record.events import (
    CONTACTS,
    ENGINE_STEPS,
    MORE_EVENTS,
    MORE_STEPS,
    SHORTER_STEPS,
    TOO_MANY_EVENTS,
    TOO_MANY_STEPS,
)
from kinloop.simulation.record.record import Event, RunStatus

Array = np.ndarray


def end_status(is_over: Array | bool, command_is_finite: Array | bool, reference_is_finite: Array | bool) -> Array:
    """The status of runs (...): whether all periods are over, all commands were finite, and so was the reference until then."""
    early = np.where(command_is_finite, RunStatus.DIVERGED, RunStatus.LAW_NOT_FINITE)
    early = np.where(reference_is_finite, early, RunStatus.REFERENCE_LOST)
    return np.where(np.logical_and(is_over, command_is_finite), RunStatus.COMPLETE, early).astype(np.uint8)


def first_fault(
    robot: Robot,
    q: Array,
    qd: Array,
    tau: Array,
    wrenches: Mapping[str, Array],
    largest_gap: float | None,
    checks_energy: Array | bool,
) -> tuple[Array, Array]:
    """The first sample of motions (..., k, n) that steps were too long for, k where there is none: its loops are open, or its
    energy differs from the work that was done. And that difference [J], NaN where the loops are open."""
    batch, count = q.shape[:-2], q.shape[-2]
    first, excess = np.full(batch, count), np.full(batch, np.nan)
    if count < 2:
        return first, excess
    if largest_gap is not None:
        first = first_open_sample(robot, q, largest_gap)
    if np.any(checks_energy):
        unexplained, difference = first_unexplained(robot, q, qd, tau, wrenches)
        is_energy = checks_energy & (first == count) & (unexplained < count)
        first, excess = np.where(is_energy, unexplained, first), np.where(is_energy, difference, np.nan)
    return first, excess


# ---------------------------------------------------------------- single runs


def end_of_run(
    loop: ClosedLoop, samples: Samples, t: Array, largest_gap: float | None, balances: bool
) -> tuple[RunStatus, int, tuple[Event, ...]]:
    """How the run ended, how many samples are good, and its events. ``largest_gap``: of the loops, beyond which steps were too
    long; None where the plant controls its own errors. ``balances``: its energy is the work that was done, but for impacts."""
    status, count, events = _reported_end(loop, samples, t)
    q, qd = np.split(samples.states[:count], [loop.nq], axis=-1)
    balances = balances and status == RunStatus.COMPLETE and not any(event.kind in CONTACTS for event in events)
    found, excess = first_fault(
        loop.plant, q, qd, samples.command[:count], loop.io_settings.schedule.at(t[:count]), largest_gap, balances
    )
    if (k := int(found)) < count:
        advice = SHORTER_STEPS if largest_gap == OPEN_SAMPLE else ENGINE_STEPS
        kind, message = "loops open", f"the steps tore the loops open after t = {t[k - 1]:g} s; {advice}"
        if np.isfinite(excess):
            advice = SHORTER_STEPS if largest_gap is not None else "give a smaller rtol and atol"
            kind = "energy"
            message = f"by t = {t[k]:g} s the energy differs by {excess:.3g} J from the work that was done; {advice}"
        status, count, events = RunStatus.DIVERGED, k, (*samples.events, Event(float(t[k - 1]), kind, message))
    return status, count, _with_cause(loop, samples, status, count, events)


def _reported_end(loop: ClosedLoop, samples: Samples, t: Array) -> tuple[RunStatus, int, tuple[Event, ...]]:
    """The end as user, plant, law and reference report it."""
    before = tuple(samples.events)
    bad = np.flatnonzero(~np.isfinite(samples.command[: samples.periods + 1]).all(axis=-1))
    k = int(bad[0]) if bad.size else min(samples.periods, len(t) - 1)
    if samples.interrupted:
        message = f"the run was interrupted at t = {t[k]:g} s"
        return RunStatus.INTERRUPTED, k if bad.size else k + 1, (*before, Event(float(t[k]), "interrupted", message))
    if samples.end is not None:
        # A plant may see only afterwards that its motion ended.
        until = int(np.searchsorted(t, samples.end[1].time, side="right"))
        return samples.end[0], min(k + 1, until), (*before, samples.end[1])
    if not bad.size and samples.periods >= len(t) - 1:
        return RunStatus.COMPLETE, len(t), before
    cause = max(k - 1, 0) if bad.size and loop.io_settings.delay else k  # a command acts one period late
    names = loop.robot.mechanism.coordinates
    where = ", ".join(f"{name} = {value:.6g}" for name, value in zip(names, samples.states[cause], strict=False))
    lost = _lost_reference(loop, samples, t, k, where)
    status = RunStatus(int(end_status(False, not bad.size, lost is None)))
    if status == RunStatus.REFERENCE_LOST:
        message = str(lost)
    elif status == RunStatus.LAW_NOT_FINITE:
        message = f"the law {loop.law_name!r} gave {samples.command[k]} at t = {t[cause]:g} s, where {where}{_remedy(loop)}"
    else:
        message = f"{_divergence(loop)} in the period after t = {t[k]:g} s, where {where} and the command is {samples.command[k]}"
    return status, k + 1, (*before, Event(float(t[k]), status.words, message))


def _lost_reference(loop: ClosedLoop, samples: Samples, t: Array, k: int, where: str) -> str | None:
    """Why there is no reference up to sample ``k``; None where there is one, or none is needed."""
    if loop.trajectory is not None:
        point = loop.trajectory(float(t[k]))
        parts = (point.x, point.xd, point.xdd, *((point.xddd,) if loop.trajectory.space != "active" else ()))
        if not all(bool(np.isfinite(part).all()) for part in parts):
            return f"the trajectory is not finite at t = {t[k]:g} s, where {where}"
    if samples.q_ref is not None:
        lost = np.flatnonzero(~np.isfinite(samples.q_ref[: k + 1]).all(axis=-1))
        if lost.size:
            return (
                f"the joints cannot follow the trajectory at t = {t[lost[0]]:g} s: it leaves their reach or meets a singularity"
            )
    return None


def _remedy(loop: ClosedLoop) -> str:
    """What to look for in a user-defined law."""
    return f"; {advice_on_not_finite(not isinstance(loop.law, PythonLaw))}" if isinstance(loop.law, FunctionLaw) else ""


def _divergence(loop: ClosedLoop) -> str:
    if loop.kinematic:
        return "there is no motion with these joint rates"
    if not loop.plant.models.formulas.model.rows:
        return "the motion left the finite numbers"
    return "the motion left the finite numbers, or steps were too long to keep the loops closed,"


def _with_cause(
    loop: ClosedLoop, samples: Samples, status: RunStatus, count: int, events: tuple[Event, ...]
) -> tuple[Event, ...]:
    """The events, the last of which also says where the law's efforts ended the run."""
    if not events or loop.kinematic:
        return events
    last = events[-1]
    if status not in (RunStatus.DIVERGED, RunStatus.LAW_NOT_FINITE) and last.kind not in (TOO_MANY_EVENTS, TOO_MANY_STEPS):
        return events
    cause = growth_at_type_2(loop.plant, samples.states[:count, : loop.nq], samples.command[:count])
    if cause is None:
        return events
    message = last.message
    for remedy in (SHORTER_STEPS, MORE_EVENTS, MORE_STEPS):  # none of these helps there
        message = message.removesuffix(f"; {remedy}")
    return (*events[:-1], Event(last.time, last.kind, f"{message}; {cause}", last.q, last.qd))
