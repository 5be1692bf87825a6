r"""All joints of a machine along a motion that is given, from time to time by continuation.

What is given (the active joints, or the task) and the closed loops are equations for all joints, with the matrix ``S`` of their
derivatives: the passive columns :math:`K_p` of the closures, or the task's rows over all of them. A step predicts with the rates,
corrects with Newton's method, and is believed where

- what is left of the equations is rounding,
- the rates at its ends explain the way between them,
- the smallest singular value of ``S`` is not zero, and its sign (that of a determinant) is still the same.

Otherwise the step is halved. Where halving ends there is no motion: the equations have no solution beyond, or several, which meet
at a singularity of ``S`` (Type 2 where the active joints are given, Type 1 where the task is).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinloop.model.robot import Robot
from kinloop.model.task import task_rows
from kinloop.trajectory.motion import Motion, Trajectory

Array = np.ndarray
# Of the dimensionless matrix: nearer to singular, the joints have lost half their digits.
SINGULAR = 1e-6
# Of the step, and [m or rad]: what the rates at both ends may leave unexplained of it.
UNEXPLAINED, NEGLIGIBLE = 0.1, 1e-7
NEWTON_STEPS = 60
# Gaps [m or rad]: below the first there is nothing left to correct; above the second a point where none falls is no solution.
ROUNDING, OPEN = 1e-15, 1e-10
# The same with more actuators than freedoms: splines of joints that agree do not, by a little.
DISAGREEING = 1e-7
# How often the way to the next sample may be halved, and how many steps may be tried on it.
HALVINGS, STEPS = 40, 2000


@dataclass(frozen=True)
class State:
    """All joints at a time: positions, rates (NaN where they are not determined), the matrix of the equations and the passive
    columns of the closures, both dimensionless."""

    t: float
    q: Array
    qd: Array
    S: Array
    K_p: Array


@dataclass(frozen=True)
class Stop:
    """There is no motion after a state. ``open``: the equations have no solution right after it, rather than several.
    ``smallest`` is the smallest singular value of the matrix there."""

    at: State
    open: bool
    smallest: float


class Following:
    """The equations of a robot that follows a trajectory."""

    def __init__(self, robot: Robot, trajectory: Trajectory) -> None:
        self.robot, self.trajectory = robot, trajectory
        self.by_joints = trajectory.space == "active"
        model = robot._derived.model
        self._n_q, self._n = len(robot.active), robot.n_active
        self._is_closed, self._rows = bool(model.rows), task_rows(robot.mechanism)
        self._scaled, self._retracted = (robot._kernel(name).ufunc for name in ("scaled_velocity", "retracted"))
        direction = "forward" if self.by_joints else "inverse"
        names = (f"step_{direction}", f"{direction}_residual", f"{direction}_velocity")
        self._step, self._gap, self._rates = (robot._kernel(name).ufunc for name in names)
        self.passive_rank = len(model.passive_rows)
        self._open = DISAGREEING if len(model.kept_rows) > self.passive_rank else OPEN
        self._rank = self.passive_rank if self.by_joints else len(model.kept_rows) + len(self._rows)

    def motion(self, t: Any) -> Motion:
        """What is given, at times of any shape."""
        return self.trajectory(t)  # type: ignore[operator]

    def state(self, t: float, q: Array, given: Motion | None = None) -> State:
        """At a posture that solves the equations."""
        given, p = self.motion(t) if given is None else given, self.robot._p
        qd = self._rates(q, np.asarray(given.xd, float), *p)[1]
        scaled = self._scaled(q, *p)
        K = scaled[0] if self._is_closed else np.zeros((0, qd.size))
        K_p = K[:, self._n :]
        return State(t, q, qd, K_p if self.by_joints else np.concatenate([scaled[-2][self._rows], K]), K_p)

    def nearness(self, state: State) -> float:
        """The smallest singular value of the equations' matrix: zero where they do not determine the motion."""
        return smallest(state.S, self._rank)

    def step(self, before: State, t: float) -> State | None:
        """The state at another time, or None where the way there is not to be believed."""
        given = self.motion(t)
        h, q, left = t - before.t, *self._predicted_and_solved(before, t, given)
        if not left <= self._open:
            return None
        after = self.state(t, q, given)
        if not np.isfinite(after.qd).all():
            return None
        mean = self._retracted(before.q, h * (before.qd + after.qd) / 2, *self.robot._p)
        way = np.abs(q - before.q).max(initial=0.0)
        explained = np.abs(mean - q).max(initial=0.0) <= UNEXPLAINED * way + NEGLIGIBLE
        return after if explained and same_side(before.S, after.S, self._rank) else None

    def _predicted_and_solved(self, before: State, t: float, given: Motion) -> tuple[Array, float]:
        q = np.array(self._retracted(before.q, (t - before.t) * before.qd, *self.robot._p))
        return self._solved(q, np.asarray(given.x, float))

    def _solved(self, q: Array, x: Array) -> tuple[Array, float]:
        """The posture after Newton's method, and what is left."""
        given: tuple[Array, ...] = () if self.by_joints else (x,)
        p = self.robot._p
        if self.by_joints:
            q[: self._n_q] = x
            if q.size == self._n_q and not self._is_closed:
                return q, 0.0
        gap = np.inf
        for _ in range(NEWTON_STEPS):
            left = float(self._gap(q, *given, *p))
            if left <= ROUNDING or (left <= self._open and left > 0.5 * gap) or not np.isfinite(left):
                return q, left
            gap, q = left, np.array(self._step(q, *given, *p))
        return q, float(self._gap(q, *given, *p))

    def follow(self, start: State, t: float) -> State | Stop:
        """The state at a later time, by as many steps as it takes; or where there is no more motion before it."""
        here, ahead = start, [t]
        for _ in range(STEPS):
            after = self.step(here, ahead[-1])
            if after is not None:
                here = after
                ahead.pop()
                if self.nearness(here) < SINGULAR:
                    break
                if not ahead:
                    return here
                continue
            ahead.append((here.t + ahead[-1]) / 2)
            if len(ahead) > HALVINGS or not here.t < ahead[-1] < ahead[-2]:
                break
        return self.stopped(here, t)

    def stopped(self, here: State, t: float) -> Stop:
        """Of a state after which there is no motion: whether the equations have solutions between it and a later time."""
        beyond = here.t + (t - here.t) * 10.0 ** -np.arange(9)
        left = [self._predicted_and_solved(here, when, self.motion(when))[1] for when in beyond.tolist()]
        return Stop(here, not max(left) <= self._open, self.nearness(here))


def smallest(S: Array, rank: int) -> float:
    """The smallest singular value that is not zero in general."""
    return float(np.linalg.svd(S, compute_uv=False)[rank - 1]) if rank else 1.0


def same_side(before: Array, after: Array, rank: int) -> bool:
    """Whether no singularity was crossed between two matrices of that rank: the determinant, on what the first one spans, has the
    sign that it has there. Square matrices have two determinants of one sign."""
    if not rank:
        return True
    U, _, V = np.linalg.svd(before)
    return bool(np.linalg.det(U[:, :rank].T @ after @ V[:rank].T) > 0)
