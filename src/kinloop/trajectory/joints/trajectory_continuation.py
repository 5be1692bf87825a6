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

from kinloop.model.compiled_models import ANY_GAP, gap_input
from kinloop.model.dynamics.task import task_rows
from kinloop.model.robot import Robot
from kinloop.trajectory.trajectory import Trajectory, TrajectoryPoint

Array = np.ndarray
# Singular values of the dimensionless matrix below this: the joints have lost half their digits.
SINGULAR = 1e-6
# The smallest singular value where a motion ends, below which a singularity is the reason. Halving a step leads up to it to
# rounding, of which Newton's method makes the root.
NEAR_SINGULAR = 1e-3
# What the rates at both ends may leave unexplained of a step: a share of it, and [rad, or parts of the machine's size].
UNEXPLAINED, NEGLIGIBLE = 0.1, 1e-7
NEWTON_STEPS = 60
# Gaps [rad, or parts of the machine's size]: below the first there is nothing left to correct; above the second a point where
# none falls is no solution.
ROUNDING, SOLVED_GAP = 1e-15, 1e-10
# The same with more actuators than degrees of freedom: splines of joints that agree do not, by a little.
DISAGREEING = 1e-7
# How often the way to the next sample may be halved, and how many steps may be tried on it.
HALVINGS, STEPS = 40, 2000


@dataclass(frozen=True)
class State:
    """All joints at a time: positions, rates (NaN where they are not determined), the matrix ``S`` of the equations and the
    passive columns of the closures, both dimensionless. ``nearness`` is the smallest singular value of ``S``: zero where the
    equations do not determine the motion."""

    t: float
    q: Array
    qd: Array
    S: Array
    K_p: Array
    nearness: float
    left: Array  # singular vectors of S, as many as its rank in general: (rows, rank) and (rank, columns)
    right: Array


@dataclass(frozen=True)
class Stop:
    """There is no motion after a state. ``open``: the equations have no solution right after it, rather than several."""

    at: State
    open: bool


class TrajectoryContinuation:
    """The equations of a robot that follows a trajectory."""

    def __init__(self, robot: Robot, trajectory: Trajectory, times: Array) -> None:
        """``times``: of the samples, at which the trajectory will be asked."""
        self.robot, self.trajectory = robot, trajectory
        self.by_joints = trajectory.space == "active"
        model = robot.models.formulas.model
        self._n_q, self._n = len(robot.active), robot.n_active
        self._is_closed, self._rows = bool(model.rows), task_rows(robot.mechanism)
        self._scaled, self._retracted = (robot.models.kernel(name).ufunc for name in ("scaled_velocity", "retract"))
        direction = "forward" if self.by_joints else "inverse"
        names = (f"step_{direction}", f"{direction}_residual", f"{direction}_velocity")
        self._step, self._gap, self._rates = (robot.models.kernel(name).ufunc for name in names)
        self._any_gap = gap_input(robot.models.kernel(names[2]), ANY_GAP)
        self.passive_rank = len(model.passive_rows)
        self.can_disagree = self.by_joints and len(model.kept_rows) > self.passive_rank  # more actuators than degrees of freedom
        size, self._units = float(robot.models.geometry.size), robot.models.geometry.units
        self.open_gap = size * (DISAGREEING if self.can_disagree else SOLVED_GAP)
        self._rounding = size * ROUNDING
        self._rank = self.passive_rank if self.by_joints else len(model.kept_rows) + len(self._rows)
        # Asking a trajectory for all samples at once takes less than for each.
        sampled = self.motion(times)
        self._sampled = dict(zip(times.tolist(), zip(sampled.x, sampled.xd, strict=True), strict=True))

    def motion(self, t: Any) -> TrajectoryPoint:
        """What is given, at times of any shape."""
        motion = self.trajectory(t)
        return TrajectoryPoint(*(np.asarray(part, float) for part in (motion.x, motion.xd, motion.xdd, motion.xddd)))

    def _target(self, t: float) -> tuple[Array, Array]:
        """Positions and rates that are given."""
        if t in self._sampled:
            return self._sampled[t]
        motion = self.motion(t)
        return motion.x, motion.xd

    def state(self, t: float, q: Array) -> State:
        """At a configuration that solves the equations."""
        p = self.robot.models.parameter_inputs
        qd = self._rates(q, self._target(t)[1], *p, *self._any_gap)[1]
        scaled = self._scaled(q, *p)
        K = scaled[0] if self._is_closed else np.zeros((0, qd.size))
        K_p = K[:, self._n :]
        S = K_p if self.by_joints else np.concatenate([scaled[-2][self._rows], K])
        if not self._rank:
            return State(t, q, qd, S, K_p, 1.0, S[:, :0], S[:0])
        U, values, V = np.linalg.svd(S)
        return State(t, q, qd, S, K_p, float(values[self._rank - 1]), U[:, : self._rank], V[: self._rank])

    def step(self, before: State, t: float) -> State | None:
        """The state at another time, or None where the way there is not to be believed."""
        h, (q, gap) = t - before.t, self._predict_and_solve(before, t)
        if not gap <= self.open_gap:
            return None
        after = self.state(t, q)
        if not np.isfinite(after.qd).all():
            return None
        mean = self._retracted(before.q, h * (before.qd + after.qd) / 2, *self.robot.models.parameter_inputs)
        way = np.abs((q - before.q) / self._units).max(initial=0.0)
        explained = np.abs((mean - q) / self._units).max(initial=0.0) <= UNEXPLAINED * way + NEGLIGIBLE
        # The sign of the determinant, on what the matrix spanned before.
        same_side = np.linalg.det(before.left.T @ after.S @ before.right.T) > 0
        return after if explained and same_side else None

    def _predict_and_solve(self, before: State, t: float) -> tuple[Array, float]:
        way = (t - before.t) * np.nan_to_num(before.qd)
        return self._solve(np.array(self._retracted(before.q, way, *self.robot.models.parameter_inputs)), self._target(t)[0])

    def _solve(self, q: Array, x: Array) -> tuple[Array, float]:
        """The configuration after Newton's method, and what is left."""
        given: tuple[Array, ...] = () if self.by_joints else (x,)
        p = self.robot.models.parameter_inputs
        if self.by_joints:
            q[: self._n_q] = x
            if q.size == self._n_q and not self._is_closed:
                return q, 0.0
        gap = np.inf
        for _ in range(NEWTON_STEPS):
            left = float(self._gap(q, *given, *p))
            if left <= self._rounding or (left <= self.open_gap and left > 0.5 * gap) or not np.isfinite(left):
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
                if here.nearness < SINGULAR:
                    break
                if not ahead:
                    return here
                continue
            ahead.append((here.t + ahead[-1]) / 2)
            if len(ahead) > HALVINGS or not here.t < ahead[-1] < ahead[-2]:
                break
        return self.find_stop(here, t)

    def find_stop(self, here: State, t: float) -> Stop:
        """The stop at a state after which there is no motion; whether the equations have solutions up to a later time."""
        beyond = here.t + (t - here.t) * 10.0 ** -np.arange(9)
        gaps = [self._predict_and_solve(here, when)[1] for when in beyond.tolist()]
        return Stop(here, not np.max(gaps) <= self.open_gap)
