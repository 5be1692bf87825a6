"""All joints along a trajectory: samples, and any time between them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from kinloop.model.geometry.mode import Mode, ModeLike, with_names
from kinloop.model.robot import Robot
from kinloop.trajectory.joints.trajectory_continuation import SINGULAR, State, Stop, TrajectoryContinuation
from kinloop.trajectory.trajectory import Trajectory, TrajectoryPoint

Array = np.ndarray


# Newton steps from a predicted configuration between two states, which converge quadratically.
NEWTON_STEPS = 6


@dataclass(frozen=True, eq=False)
class Joints:
    """All joints at times (n,): positions (n, nq), rates and accelerations (n, nv)."""

    t: Array
    q: Array
    qd: Array
    qdd: Array


@dataclass(frozen=True, eq=False)
class FollowedMotion:
    """The states of a robot that follows a trajectory, at increasing times; ``stop``: where there is no more motion, or None.

    Arrays have a row for each state. At a singularity that leaves a quantity open its row is NaN.
    """

    robot: Robot
    continuation: TrajectoryContinuation
    states: tuple[State, ...]
    stop: Stop | None

    @cached_property
    def t(self) -> Array:
        """Times [s]."""
        return np.array([state.t for state in self.states])

    @cached_property
    def q(self) -> Array:
        """All joints (n, nq)."""
        return np.array([state.q for state in self.states])

    @cached_property
    def qd(self) -> Array:
        """All rates (n, nv)."""
        return np.array([state.qd for state in self.states])

    @cached_property
    def given(self) -> TrajectoryPoint:
        """What the trajectory gives."""
        return self.continuation.motion(self.t)

    @cached_property
    def qdd(self) -> Array:
        """Accelerations of all rates (n, nv)."""
        return self.accelerations(self.q, self.qd, self.given.xdd)

    @cached_property
    def jerk(self) -> Array | None:
        """Third derivatives of all rates (n, nv); None for a trajectory of the active joints, which gives the active ones."""
        if self.continuation.by_joints:
            return None
        return np.asarray(self.robot.inverse_jerk(self.q, self.qd, self.qdd, self.given.xddd).jerk)

    def accelerations(self, q: Array, qd: Array, given: Array) -> Array:
        """All accelerations (n, nv) from those of the task or of the active joints."""
        robot = self.robot
        second_order = robot.forward_acceleration if self.continuation.by_joints else robot.inverse_acceleration
        return np.asarray(second_order(q, qd, given).qdd)

    def state_at(self, t: float) -> State | None:
        """The state at a time between the first and the last, by continuation from the one before; None elsewhere."""
        if not self.t[0] <= t <= self.t[-1]:
            return None
        before = self.states[int(np.searchsorted(self.t, t, side="right")) - 1]
        if before.t == t:
            return before
        found = self.continuation.follow(before, t)
        return found if isinstance(found, State) else None

    def positions_at(self, t: float) -> Array:
        """Positions of all joints at a time; NaN where there are none."""
        state = self.state_at(t)
        return np.full(len(self.robot.mechanism.coordinates), np.nan) if state is None else state.q

    def joints_at(self, t: float) -> tuple[Array, Array, Array]:
        """Positions, rates and accelerations of all joints at a time; NaN where there are none."""
        state, mechanism = self.state_at(t), self.robot.mechanism
        if state is None:
            unknown = np.full(len(mechanism.rates), np.nan)
            return np.full(len(mechanism.coordinates), np.nan), unknown, unknown
        xdd = self.continuation.motion(t).xdd
        return state.q, state.qd, self.accelerations(state.q[None], state.qd[None], xdd[None])[0]

    def joints_between(self, times: Array) -> Joints:
        """All joints at times (n,) within the motion: those of many times at once, by Newton's method from the state before each,
        and where that does not lead to a solution by continuation."""
        robot, by_joints = self.robot, self.continuation.by_joints
        p, direction = robot.models.parameter_inputs, "forward" if by_joints else "inverse"
        step, gap, retract = (
            robot.models.kernel(name).ufunc for name in (f"step_{direction}", f"{direction}_residual", "retract")
        )
        given = self.continuation.motion(times)
        k = np.clip(np.searchsorted(self.t, times, side="right") - 1, 0, len(self.t) - 1)
        q = np.array(retract(self.q[k], (times - self.t[k])[:, None] * self.qd[k], *p))
        inputs: tuple[Array, ...] = () if by_joints else (given.x,)
        if by_joints:
            q[:, : given.x.shape[-1]] = given.x
        if not by_joints or robot.models.is_closed:
            for _ in range(NEWTON_STEPS):
                q = np.array(step(q, *inputs, *p))
            for n in np.flatnonzero(~(np.asarray(gap(q, *inputs, *p)) <= self.continuation.open_gap)):
                state = self.state_at(float(times[n]))
                q[n] = np.nan if state is None else state.q
        velocity = robot.forward_velocity if by_joints else robot.inverse_velocity
        qd = np.asarray(velocity(q, given.xd).qd)
        return Joints(times, q, qd, self.accelerations(q, qd, given.xdd))

    def mode_at(self, t: float) -> Mode | None:
        """The signs of the configuration at a time, where closed forms name them."""
        state = self.state_at(t)
        return None if state is None else mode_of(self.robot, state.q)


def follow_trajectory(
    robot: Robot, trajectory: Trajectory, times: Array, mode: ModeLike | None = None, near: Any = None
) -> FollowedMotion:
    """The joints along a trajectory at increasing times, from a mode, or on the branch of ``near``, of the trajectory's own
    configuration ``near`` or of ``robot.start``, in this order.

    Raises: what the geometric models raise where the trajectory's first point has no configuration, or several in the mode.
    """
    continuation = TrajectoryContinuation(robot, trajectory, times)
    begin = float(times[0])
    if mode is not None:
        which: dict[str, Any] = {"mode": mode}
    else:
        own = getattr(trajectory, "near", None) if near is None else near
        which = {"near": robot.start if own is None else own}
    solve = robot.forward_geometry if continuation.by_joints else robot.inverse_geometry
    states = [continuation.state(begin, np.asarray(solve(continuation.motion(begin).x, **which).q, float))]
    if states[0].nearness < SINGULAR or not np.isfinite(states[0].qd).all():
        return FollowedMotion(robot, continuation, tuple(states), continuation.find_stop(states[0], float(times[1])))
    for t in times[1:].tolist():
        after = continuation.follow(states[-1], t)
        if isinstance(after, Stop):
            if after.at.t > states[-1].t:
                states.append(after.at)
            return FollowedMotion(robot, continuation, tuple(states), after)
        states.append(after)
    return FollowedMotion(robot, continuation, tuple(states), None)


def mode_of(robot: Robot, q: Array) -> Mode | None:
    """The signs of a configuration, where closed forms name them."""
    geometry = robot.models.geometry
    signs = geometry.signs("inverse", geometry.task(q), q), geometry.signs("forward", q[: len(robot.active)], q)
    return with_names(robot.mechanism, Mode(*signs)) if any(signs) else None
