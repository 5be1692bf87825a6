"""A machine whose joints are driven by given functions of time: the motion, and the efforts that it takes.

[DemuttiRosi2020] drives ADAMS in this way: joints follow splines, and the required forces are the result. Nothing is integrated;
passive joints follow by continuation. With a trajectory of the active joints there is no motion past a Type 2 singularity, and
the run ends there. With one of the task there is, and its efforts are finite where it meets the crossing criterion.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import SingularConfiguration
from kinloop.model.evaluate import evaluate
from kinloop.model.geometry.mode import ModeLike
from kinloop.model.robot import Robot
from kinloop.model.singularity.same_side import same_side
from kinloop.model.singularity.type2_limit import AT
from kinloop.simulation.loop.results.build_record import record_of
from kinloop.simulation.loop.results.outputs import SampledMotion
from kinloop.simulation.loop.start.arguments import count_periods
from kinloop.simulation.record.record import Event, Record, RunStatus
from kinloop.trajectory.check_fit import check_fit
from kinloop.trajectory.joints.trajectory_continuation import NEAR_SINGULAR, SINGULAR, State, Stop, TrajectoryContinuation
from kinloop.trajectory.trajectory import Trajectory

Array = np.ndarray
# How far beside a crossing the jerk of either side is taken, in periods.
BESIDE = 1e-3
# Two limits of the efforts that differ by less, relative to the larger, are one.
SAME = 1e-3
# Bisections of a period in search of a crossing.
BISECTIONS = 60


def prescribe_motion(
    robot: Robot,
    trajectory: Trajectory,
    *,
    duration: float,
    period: float,
    q: ArrayLike | None = None,
    mode: ModeLike | None = None,
    wrenches: Mapping[str, ArrayLike] | None = None,
) -> Record:
    r"""The motion that a trajectory prescribes, sampled at :math:`t_k = kT`, and the active efforts that it takes.

    .. math:: h(q) = 0, \quad q_a = q_a(t) \text{ or } x(q) = x(t), \qquad \tau = \tau(q, \dot q, \ddot q)

    Efforts are those of the instant, not held. They are NaN at a sample on a Type 2 singularity, unless the motion of a task
    crosses there and meets the criterion: then they are its limit. What no actuator drives (the spin of a rod between two balls)
    moves as little as it can.

    Args:
        trajectory: of the active joints, which the passive ones follow; or of the task.
        duration, period: [s]; the duration is a whole number of periods.
        q: a configuration (nq,) on the branch to begin on; ``robot.start`` unless given. mode: the one to begin in, instead.
        wrenches: on frames, constant in world axes.
    Returns: a :class:`Record`. Where no motion is determined it ends: ``DIVERGED``, with an event of the kind ``"type 2"`` or
        ``"type 1"`` that says when, where and why, or ``"no motion"`` where nothing is singular. Each Type 2 singularity that a
        motion of the task crosses is an event of the kind ``"crossing"``, or ``"criterion"`` where no finite efforts cross;
        ``"accelerations"`` reports more actuators than degrees of freedom that contradict each other.
    Raises: ShapeError, UnsupportedOperation: a trajectory that is not the robot's. Unreachable: no configuration at its start.
    """
    check_fit(robot, trajectory, "a prescribed motion")
    steps = count_periods(duration, period)
    names, loads = robot.models.wrench_inputs(wrenches)
    pushes = dict(zip(names, loads, strict=True))
    t = period * np.arange(steps + 1)
    continuation = TrajectoryContinuation(robot, trajectory, t)
    begin = continuation.motion(0.0).x
    which: dict[str, Any] = {"near": robot.start if q is None else q} if mode is None else {"mode": mode}
    solve = robot.forward_geometry if continuation.by_joints else robot.inverse_geometry
    states: list[State] = [continuation.state(0.0, np.asarray(solve(begin, **which).q, float))]
    is_singular = states[0].nearness < SINGULAR or not np.isfinite(states[0].qd).all()
    stop = continuation.find_stop(states[0], float(t[1])) if is_singular else None
    interrupted = False
    try:
        while stop is None and len(states) <= steps:
            after = continuation.follow(states[-1], float(t[len(states)]))
            if isinstance(after, Stop):
                stop = after
            else:
                states.append(after)
    except KeyboardInterrupt:
        interrupted = True
    motion = _Motion(robot, continuation, states, t[: len(states)], pushes)
    events = [*motion.disagreements(), *motion.crossings()]
    status = RunStatus.COMPLETE
    if stop is not None:
        status = RunStatus.DIVERGED
        events.append(motion.end_event(stop))
    elif interrupted:
        status = RunStatus.INTERRUPTED
        last = states[-1]
        events.append(Event(last.t, "interrupted", f"the run was interrupted at t = {last.t:g} s", last.q, last.qd))
    return motion.record(status, tuple(events))


class _Motion:
    """The samples of a prescribed motion, its efforts and events."""

    def __init__(
        self, robot: Robot, continuation: TrajectoryContinuation, states: list[State], t: Array, pushes: Mapping[str, Array]
    ) -> None:
        self.robot, self.continuation, self.states, self.t, self.pushes = robot, continuation, states, t, pushes
        self.loads = tuple(sorted(pushes))
        self._wrenches: dict[str, Any] = {f"wrench_{frame}": pushes[frame] for frame in self.loads}
        self.q, self.qd = np.array([state.q for state in states]), np.array([state.qd for state in states])
        given = continuation.motion(t)
        self.x, self.xdd, self.xddd = given.x, given.xdd, given.xddd
        self.qdd = self._accelerations(self.q, self.qd, self.xdd)
        self.tau = self._efforts()

    def _accelerations(self, q: Array, qd: Array, given: Array) -> Array:
        name, port = ("forward", "qdd_active") if self.continuation.by_joints else ("inverse", "xdd")
        inputs: dict[str, Any] = {"q": q, "qd": qd, port: given}
        return evaluate(self.robot, f"{name}_acceleration", **inputs)["qdd"]

    def _efforts(self) -> Array:
        """The efforts at every sample; their limit on a Type 2 singularity."""
        given: dict[str, Any] = {"q": self.q, "qd": self.qd, "qdd": self.qdd}
        tau = evaluate(self.robot, "inverse_dynamics", self.loads, **given, **self._wrenches)["tau"]
        if not self.continuation.by_joints:
            for k in self._singular_samples():
                limit, _ = self._limit(self.states[k], self.xddd[k])
                tau[k] = np.nan if limit is None else limit
        return tau

    def _singular_samples(self) -> list[int]:
        rank = self.continuation.passive_rank
        if not rank:
            return []
        values = np.linalg.svd(np.array([state.K_p for state in self.states]), compute_uv=False)[:, rank - 1]
        return [int(k) for k in np.flatnonzero(values < AT)]

    def _limit(self, state: State, xddd: Array) -> tuple[Array | None, str]:
        """The efforts at a Type 2 singularity, or why there are none."""
        robot = self.robot
        xdd = self.continuation.motion(state.t).xdd
        qdd = self._accelerations(state.q, state.qd, xdd)
        try:
            jerk = robot.inverse_jerk(state.q, state.qd, qdd, xddd).jerk
            return robot.inverse_dynamics(state.q, state.qd, qdd, jerk, wrenches=self.pushes or None), ""
        except SingularConfiguration as fault:
            return None, str(fault).partition("]: ")[2] or str(fault)

    # ---------------------------------------------------------------- events

    def disagreements(self) -> list[Event]:
        """Where more active joints than degrees of freedom are given accelerations that contradict each other."""
        lost = np.flatnonzero(np.isnan(self.qdd).any(axis=-1))
        if not lost.size or not self.continuation.can_disagree:
            return []
        when = float(self.t[lost[0]])
        message = (
            f"at {lost.size} of {len(self.t)} samples, the first at t = {when:g} s, the accelerations of the active joints "
            "contradict each other, so there are no efforts; splines through joints that agree do not agree in between"
        )
        return [Event(when, "accelerations", message, self.q[lost[0]], self.qd[lost[0]])]

    def crossings(self) -> list[Event]:
        """Where a motion of the task meets Type 2 singularities, and whether finite efforts carry it through."""
        rank = self.continuation.passive_rank
        if self.continuation.by_joints or not rank:
            return []
        on = self._singular_samples()
        events = [self._crossing(self.states[k]) for k in on]
        for k in np.flatnonzero(~same_side(np.array([state.K_p for state in self.states]), rank)).tolist():
            if k not in on and k + 1 not in on:
                events.append(self._crossing(self._bisect(self.states[k], self.states[k + 1])))
        return sorted(events, key=lambda event: event.time)

    def _bisect(self, before: State, after: State) -> State:
        """On a Type 2 singularity between two states, to rounding."""
        low, high, rank = before, after, self.continuation.passive_rank
        for _ in range(BISECTIONS):
            middle = (low.t + high.t) / 2
            state = self.continuation.follow(before, middle) if low.t < middle < high.t else None
            if not isinstance(state, State):
                break
            low, high = (state, high) if same_side(np.array([before.K_p, state.K_p]), rank)[0] else (low, state)
        return min(low, high, key=lambda state: float(np.linalg.svd(state.K_p, compute_uv=False)[rank - 1]))

    def _crossing(self, state: State) -> Event:
        beside = BESIDE * float(self.t[1] - self.t[0]) if len(self.t) > 1 else 1e-9
        sides = [self.continuation.motion(state.t + side).xddd for side in (-beside, beside)]
        (one, why), (other, _) = (self._limit(state, xddd) for xddd in sides)
        where = f"at t = {state.t:.9g} s, where {_joint_values(self.robot, state.q)}"
        if one is None or other is None:
            largest = _largest(self.tau)
            return Event(
                state.t,
                "criterion",
                f"the motion meets a Type 2 singularity {where}, and no finite efforts carry it through: {why or 'undecided'}; "
                f"the samples' efforts reach {largest:.3g}",
                state.q,
                state.qd,
            )
        jump = np.abs(one - other).max() > SAME * max(np.abs(one).max(), np.abs(other).max())
        limits = f"{one} before it and {other} after it, where the jerk jumps" if jump else f"{other}"
        message = f"the motion crosses a Type 2 singularity {where}, with the efforts {limits}"
        return Event(state.t, "crossing", message, state.q, state.qd)

    def end_event(self, stop: Stop) -> Event:
        """Why there is no more motion."""
        state, robot = stop.at, self.robot
        where = f"at t = {state.t:.9g} s, where {_joint_values(robot, state.q)}"
        matrix = "passive closures" if self.continuation.by_joints else "task over the closures"
        size = f"the smallest singular value of the {matrix} is {state.nearness:.3g}"
        beyond = "beyond it there is no configuration" if stop.open else "beyond it there are several"
        grown = f"the efforts are {self.tau[-1]} at the last sample, t = {self.t[-1]:.9g} s"
        if state.nearness > NEAR_SINGULAR:
            what = "cannot be followed: its values leave the loops open, jump, or do not fit its rates"
            message = f"the trajectory {what}, {where}; {size}, so it is no singularity"
            return Event(state.t, "no motion", message, state.q, state.qd)
        if self.continuation.by_joints:
            kind, what = "type 2", "the active joints do not determine the motion"
        else:
            kind, what = "type 1", "the task does not determine the joints' motion"
        return Event(state.t, kind, f"{what} {where}: {size}, and {beyond}; {grown}", state.q, state.qd)

    # ---------------------------------------------------------------- record

    def record(self, status: RunStatus, events: tuple[Event, ...]) -> Record:
        """The record of the motion; its accelerations are those of the trajectory."""
        robot, by_joints = self.robot, self.continuation.by_joints
        count = len(self.t)
        x_ref = np.full((count, len(robot.mechanism.task_names)), np.nan) if by_joints else self.x
        q_ref = self.x if by_joints else np.full((count, len(robot.active)), np.nan)
        motion = SampledMotion(robot, self.q, self.qd, self.tau, x_ref, q_ref, by_joints, self.pushes)
        return record_of(motion, self.t, status, events, {"qdd": self.qdd})


def _joint_values(robot: Robot, q: Array) -> str:
    return ", ".join(f"{name} = {value:.6g}" for name, value in zip(robot.mechanism.coordinates, q, strict=True))


def _largest(tau: Array) -> float:
    return float(np.nanmax(np.abs(tau), initial=0.0)) if np.isfinite(tau).any() else float("nan")
