"""The record of a run from its samples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from kinloop.model.evaluate import evaluate
from kinloop.simulation.loop.compiled_loop.closed_loop import ClosedLoop
from kinloop.simulation.loop.results.crossing_events import crossing_events
from kinloop.simulation.loop.results.other_mode import other_mode_event
from kinloop.simulation.loop.results.outputs import OUTPUTS, SampledMotion, compute_outputs
from kinloop.simulation.loop.results.run_end import end_of_run
from kinloop.simulation.loop.running.python_loop import Samples
from kinloop.simulation.plants.native import between_samples
from kinloop.simulation.record.record import Event, Record, RunStatus

Array = np.ndarray


@dataclass(frozen=True)
class RecordOptions:
    """How samples become a record: ``samples`` in a period [s]; ``is_held``: those between two commands are the last measured
    ones; ``substeps``: of the plant in a period; ``largest_gap`` and ``balances`` as in :func:`end_of_run`;
    ``finds_crossings``: whether crossings of singular loci, which the plant does not report, are among the events."""

    samples: int
    is_held: bool
    substeps: int
    period: float
    largest_gap: float | None
    balances: bool
    finds_crossings: bool


def build_record(loop: ClosedLoop, samples: Samples, t: Array, options: RecordOptions) -> Record:
    """The record of a run up to where it stopped."""
    status, count, events = end_of_run(loop, samples, t, options.largest_gap, options.balances)
    if options.finds_crossings:
        q, qd = np.split(samples.states[:count], [loop.nq], axis=-1)
        found = crossing_events(loop.plant, t[:count], q, qd, samples.command[:count], loop.io_settings.schedule)
        events = tuple(sorted((*found, *events), key=lambda event: event.time))
    if samples.memory is not None:
        own = loop.law.report(loop.law_state(samples.memory))
        events = tuple(
            sorted((*events, *(Event(each.time, each.kind, each.message) for each in own)), key=lambda event: event.time)
        )
    instants = t[:count]
    t, states, command, shown = _between(loop, samples, instants, count, options)
    of_sample = np.arange(len(t)) // options.samples  # the command that acts at each fine sample
    wrenches = loop.io_settings.schedule.at(instants[of_sample])
    motion = sampled_motion(loop, states, command, references(loop, samples.q_ref, of_sample, t), wrenches)
    reported = {
        name: np.concatenate(values)[: len(t)] if shown is None else values[:count, 0][shown]
        for name, values in (samples.reported or {}).items()
    }
    reported.setdefault("error", OUTPUTS["error"](motion))
    other = other_mode_event(motion, t, reported["error"])
    events = with_states(events if other is None else (*events, other), t, motion.q, motion.qd)
    return record_of(motion, t, status, events, reported)


def record_of(
    motion: SampledMotion, t: Array, status: RunStatus, events: tuple[Event, ...], known: Mapping[str, Array]
) -> Record:
    """The record of a motion; outputs that are ``known`` are not computed."""
    computed: dict[str, Any] = compute_outputs(motion, [name for name in OUTPUTS if name not in known])
    computed |= known
    given = {name: getattr(motion, name) for name in ("q", "qd", "tau", "x_ref", "q_ref")}
    return Record(t=t, **given, **computed, status=status, events=events, robot=motion.robot)


def sampled_motion(
    loop: ClosedLoop,
    states: Array,
    command: Array,
    reference: tuple[Array, Array],
    wrenches: Mapping[str, Array],
    parameters: Array | None = None,
) -> SampledMotion:
    """The motion of the plant from states (..., k, n) and commands (..., k, n_active) of its loop."""
    q, qd, tau = states[..., : loop.nq], states[..., loop.nq :], command
    if loop.kinematic:
        own: dict[str, Any] = {} if parameters is None else {"parameters": parameters}
        qd = evaluate(loop.plant, "forward_velocity", q=q, qd_active=command, **own)["qd"]
        tau = np.full(command.shape, np.nan)
    follows_joints = loop.trajectory is not None and loop.trajectory.space == "active"
    return SampledMotion(loop.plant, q, qd, tau, *reference, follows_joints, wrenches, parameters)


def references(loop: ClosedLoop, q_ref: Array | None, of_sample: Array, t: Array) -> tuple[Array, Array]:
    """The task and the active joints that the trajectory asks for at times (k,); NaN where it asks for other things. Joints that
    were found by Newton's method (n, n_active) are those of the last command, whose number is ``of_sample`` (k,)."""
    trajectory, sizes = loop.trajectory, loop.sizes
    nothing = np.full((len(t), sizes.n_x), np.nan), np.full((len(t), sizes.n_q), np.nan)
    if trajectory is None:
        return nothing
    if trajectory.space == "active":
        return nothing[0], np.asarray(trajectory(t).x)
    if q_ref is None:  # it may have been interrupted before the first sample
        return np.asarray(trajectory(t).x), nothing[1]
    return np.asarray(trajectory(t).x), q_ref[of_sample]


def with_states(events: tuple[Event, ...], t: Array, q: Array, qd: Array) -> tuple[Event, ...]:
    """Events at the time of a sample have its state, where they have none."""
    places = {float(time): k for k, time in enumerate(t.tolist())} if any(event.q is None for event in events) else {}
    found = ((event, places.get(event.time) if event.q is None else None) for event in events)
    return tuple(event if k is None else event.with_state(q[k], qd[k]) for event, k in found)


def _between(
    loop: ClosedLoop, samples: Samples, t: Array, count: int, options: RecordOptions
) -> tuple[Array, Array, Array, Array | None]:
    """Times, states and commands with the fine samples, and for held outputs which sample each one shows."""
    states, command, n = samples.states[:count], samples.command[:count], options.samples
    if n == 1 or not count:
        return t, states, command, None
    shown = np.repeat(np.arange(count), n)[: (count - 1) * n + 1]
    times = t[shown] + options.period / n * (np.arange(len(shown)) % n)
    if options.is_held:
        return times, states[shown], command[shown], shown
    after = samples.between
    if after is None:
        wrenches, period = loop.io_settings.schedule.at(t), options.period
        after = between_samples(loop.plant, wrenches, loop.kinematic, states, command, period, n, options.substeps)
        for k, known in samples.careful.items():
            if k < count:
                after[k] = known
    all_states = np.concatenate([states[:, None], after[:count]], axis=1).reshape(-1, states.shape[-1])
    return times, all_states[: len(shown)], command[shown], None
