"""How a run ended, and everything that is known of its samples."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinloop.control.law import FunctionLaw, PythonLaw
from kinloop.control.law_advice import advice_on_not_finite
from kinloop.simulation.loop.closed_loop import ClosedLoop
from kinloop.simulation.loop.end_causes import growth_at_type_2
from kinloop.simulation.loop.energy_balance import first_unexplained
from kinloop.simulation.loop.outputs import evaluate, observed
from kinloop.simulation.loop.python_loop import Samples
from kinloop.simulation.loop.start_state import first_torn
from kinloop.simulation.plants.native import between_samples
from kinloop.simulation.record.events import CONTACTS, MORE_EVENTS, MORE_STEPS, SHORTER_STEPS, TOO_MANY_EVENTS, TOO_MANY_STEPS
from kinloop.simulation.record.record import Event, Record, RunStatus

Array = np.ndarray


@dataclass(frozen=True)
class Fine:
    """Samples of the record in a period; held: those between two commands are the last measured ones. ``has_own_dynamics``: of
    a plant of ours with a fixed step, which does not see its own errors. ``balances``: its energy is that of the work done, but
    for impacts."""

    samples: int
    is_held: bool
    substeps: int
    period: float
    has_own_dynamics: bool
    balances: bool


def recorded(loop: ClosedLoop, samples: Samples, t: Array, fine: Fine) -> Record:
    """The record of a run up to where it stopped."""
    status, count, events = ending(loop, samples, t)
    machine = loop.plant
    torn = int(first_torn(machine, samples.states[:count, : loop.nq])) if fine.has_own_dynamics and count > 1 else count
    if torn < count:
        message = f"the steps tore the loops open after t = {t[torn - 1]:g} s; {SHORTER_STEPS}"
        status, count, events = RunStatus.DIVERGED, torn, (*samples.events, Event(float(t[torn - 1]), "loops open", message))
    if fine.balances and status == RunStatus.COMPLETE and not any(event.kind in CONTACTS for event in events):
        q, qd = np.split(samples.states[:count], [loop.nq], axis=-1)
        strange, extra = first_unexplained(machine, q, qd, samples.command[:count], loop.wiring.wrenches)
        if strange < count:
            advice = SHORTER_STEPS if fine.has_own_dynamics else "give a smaller rtol and atol"
            before, k = float(t[strange - 1]), int(strange)
            message = f"by t = {t[k]:g} s the energy differs by {extra:.3g} J from the work that was done; {advice}"
            status, count, events = RunStatus.DIVERGED, k, (*samples.events, Event(before, "energy", message))
    events = _with_cause(loop, samples, status, count, events)
    t, states, command, hold = _between(loop, samples, t[:count], count, fine)
    of_sample = np.arange(len(t)) // fine.samples  # the command that acts at each fine one
    if loop.kinematic:
        q, tau = states, np.full(command.shape, np.nan)
        qd = evaluate(machine, "forward_velocity", q=q, qd_active=command)["qd"]
    else:
        (q, qd), tau = np.split(states, [loop.nq], axis=-1), command
    events = with_states(events, t, q, qd)
    x_ref, q_ref = references(loop, samples.q_ref, of_sample, t)
    known = observed(machine, q, qd, tau, x_ref, loop.wiring.wrenches)
    if loop.trajectory is not None and loop.trajectory.space == "active":
        known["error"] = q_ref - q[:, : loop.sizes.n_q]
    if samples.reported is not None:
        for name, values in samples.reported.items():
            known[name] = np.concatenate(values)[: len(t)] if hold is None else values[:count, 0][hold]
    return Record(t=t, q=q, qd=qd, tau=tau, x_ref=x_ref, q_ref=q_ref, **known, status=status, events=events, robot=machine)


def _with_cause(
    loop: ClosedLoop, samples: Samples, status: RunStatus, count: int, events: tuple[Event, ...]
) -> tuple[Event, ...]:
    """The last event says too where the law's efforts are what ended the run."""
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
    message = f"{message}; {cause}"
    return (*events[:-1], Event(last.time, last.kind, message, last.q, last.qd))


def _between(loop: ClosedLoop, samples: Samples, t: Array, count: int, fine: Fine) -> tuple[Array, Array, Array, Array | None]:
    """Times, states and commands with the fine samples, and for held outputs which sample each one shows."""
    states, command, n = samples.states[:count], samples.command[:count], fine.samples
    if n == 1 or not count:
        return t, states, command, None
    shown = np.repeat(np.arange(count), n)[: (count - 1) * n + 1]
    times = t[shown] + fine.period / n * (np.arange(len(shown)) % n)
    if fine.is_held:
        return times, states[shown], command[shown], shown
    after = samples.between
    if after is None:
        after = between_samples(loop.plant, loop.wiring.wrenches, loop.kinematic, states, command, fine.period, n, fine.substeps)
        for k, known in samples.careful.items():
            if k < count:
                after[k] = known
    all_states = np.concatenate([states[:, None], after[:count]], axis=1).reshape(-1, states.shape[-1])
    return times, all_states[: len(shown)], command[shown], None


def references(loop: ClosedLoop, q_ref: Array | None, of_sample: Array, t: Array) -> tuple[Array, Array]:
    """The task and the active joints that the trajectory asks for at times (k,); NaN where it asks for other things. Joints that
    were found by Newton's method (n, n_active) are those of the last command, whose number is ``of_sample`` (k,)."""
    trajectory, sizes = loop.trajectory, loop.sizes
    nothing = np.full((len(t), sizes.n_x), np.nan), np.full((len(t), sizes.n_q), np.nan)
    if trajectory is None:
        return nothing
    if trajectory.space == "active":
        return nothing[0], np.asarray(trajectory(t).x)
    if not loop.tracks or q_ref is None:  # it may have been interrupted before anything was told
        return np.asarray(trajectory(t).x), nothing[1]
    return np.asarray(trajectory(t).x), q_ref[of_sample]


def with_states(events: tuple[Event, ...], t: Array, q: Array, qd: Array) -> tuple[Event, ...]:
    """Events at the time of a sample have its state, where they have none."""
    places = {float(time): k for k, time in enumerate(t.tolist())} if any(event.q is None for event in events) else {}
    found = ((event, places.get(event.time) if event.q is None else None) for event in events)
    return tuple(event if k is None else event.with_state(q[k], qd[k]) for event, k in found)


def _is_told(loop: ClosedLoop, t: float) -> bool:
    """Whether the trajectory has finite numbers at a time."""
    assert loop.trajectory is not None
    motion = loop.trajectory(t)
    told = (motion.x, motion.xd, motion.xdd, *((motion.xddd,) if loop.trajectory.space != "active" else ()))
    return all(bool(np.isfinite(part).all()) for part in told)


def _remedy(loop: ClosedLoop) -> str:
    """What to look for in a law of the user's own."""
    return f"; {advice_on_not_finite(not isinstance(loop.law, PythonLaw))}" if isinstance(loop.law, FunctionLaw) else ""


def ending(loop: ClosedLoop, samples: Samples, t: Array) -> tuple[RunStatus, int, tuple[Event, ...]]:
    """How the run ended, how many samples are good, and what is to be told."""
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
    names = loop.robot.mechanism.coordinates
    cause = max(k - 1, 0) if bad.size and loop.wiring.delay else k  # a command acts one period late
    state = ", ".join(f"{name} = {value:.6g}" for name, value in zip(names, samples.states[cause], strict=False))
    lost = np.flatnonzero(~np.isfinite(samples.q_ref[: k + 1]).all(axis=-1)) if samples.q_ref is not None else bad[:0]
    if loop.trajectory is not None and not _is_told(loop, float(t[k])):
        message = f"the trajectory is not finite at t = {t[k]:g} s, where {state}"
        return RunStatus.REFERENCE_LOST, k + 1, (*before, Event(float(t[k]), "reference lost", message))
    if lost.size:
        message = f"the joints cannot follow the trajectory at t = {t[lost[0]]:g} s: it leaves their reach or meets a singularity"
        return RunStatus.REFERENCE_LOST, k + 1, (*before, Event(float(t[k]), "reference lost", message))
    if bad.size:
        message = f"the law {loop.law_name!r} gave {samples.command[k]} at t = {t[cause]:g} s, where {state}{_remedy(loop)}"
        return RunStatus.LAW_NOT_FINITE, k + 1, (*before, Event(float(t[k]), "law not finite", message))
    what = "the motion left the finite numbers, or steps were too long to keep the loops closed,"
    if loop.kinematic or not loop.plant.models.formulas.model.rows:
        what = "there is no motion with these joint rates" if loop.kinematic else "the motion left the finite numbers"
    message = f"{what} in the period after t = {t[k]:g} s, where {state} and the command is {samples.command[k]}"
    return RunStatus.DIVERGED, k + 1, (*before, Event(float(t[k]), "diverged", message))
