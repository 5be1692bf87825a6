r"""Plain coordinates of the task, in which a motion is a polynomial.

A task of lengths and angles is its own chart. A pose has a quaternion, which no polynomial keeps at unit length; its chart is the
position and the modified Rodrigues parameters :math:`\sigma = e \tan(\theta/4)` of the rotation from the start, which are regular
up to a whole turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np

from kinloop.model.dynamics.task import TASK_ROWS
from kinloop.numerics.algebra import quaternion_product

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class TaskChart:
    """The chart of a task. ``task``: its names; ``origin``: the task's coordinates at the start, whose orientation is zero."""

    task: tuple[str, ...]
    origin: Array

    @property
    def is_pose(self) -> bool:
        """Whether the task is a pose."""
        return "pose" in self.task

    @property
    def size(self) -> int:
        """The number of plain coordinates."""
        return sum(len(TASK_ROWS[name]) for name in self.task)

    def coordinates(self, x: Array) -> Array:
        """The plain coordinates of a point of the task."""
        if not self.is_pose:
            return np.asarray(x, float)
        back = ca.SX(self.origin[3:7] * [1, -1, -1, -1])
        turn = np.array(ca.evalf(quaternion_product(ca.SX(np.asarray(x[3:7], float)), back))).ravel()
        turn = turn if turn[0] >= 0 else -turn
        return np.concatenate([x[:3], turn[1:] / (1 + turn[0])])

    def lift(self, y: list[ca.SX]) -> list[ca.SX]:
        """The task's ``x xd xdd xddd`` from the plain coordinates and their three derivatives, on symbols."""
        if not self.is_pose:
            return list(y)
        sigma, square = y[0][3:6], ca.sumsqr(y[0][3:6])
        turn = ca.vertcat(1 - square, 2 * sigma) / (1 + square)
        x = ca.vertcat(y[0][:3], quaternion_product(turn, ca.SX(self.origin[3:7])))
        turn_rate = ca.jtimes(turn, y[0], y[1])
        spin = 2 * quaternion_product(turn_rate, ca.vertcat(turn[0], -turn[1:4]))[1:4]  # in world axes
        rates = [ca.vertcat(y[1][:3], spin)]
        for _ in range(2):
            rates.append(sum((ca.jtimes(rates[-1], y[k], y[k + 1]) for k in range(3)), ca.SX(0)))
        return [x, *rates]

    @cached_property
    def motion(self) -> ca.Function:
        """``(y, yd, ydd, yddd) -> (x, xd, xdd, xddd)``."""
        y = [ca.SX.sym(f"y{k}", self.size) for k in range(4)]
        return ca.Function("motion", y, self.lift(y))
