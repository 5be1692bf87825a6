r"""The equations that hold at an instant of a motion with efforts, with nothing eliminated.

With the task's coordinates, all joints, the closures ``K`` and their forces,

.. math:: x(q) = x_t, \quad h(q) = 0, \quad J \dot q = \dot x_t, \quad K \dot q = 0, \quad
          J \ddot q + \dot J \dot q = \ddot x_t, \quad K \ddot q + \gamma = 0, \quad
          \tau_{tree}(q, \dot q, \ddot q) = S \tau + K^T \lambda ,

all of which are regular at Type 2. At the crossing itself, with :math:`K_p t = 0` and :math:`|t| = 1`, the criterion follows from
the last equation, and the efforts are the limit of those beside it where :math:`t \cdot (\dot \tau_p - \dot K_p^T \lambda) = 0`.
"""

from __future__ import annotations

from functools import cached_property

import casadi as ca
import numpy as np

from kinloop.model.dynamics.task import TaskModel
from kinloop.model.robot import Robot
from kinloop.type2_crossing.task_chart import TaskChart

Array = np.ndarray


class NodeEquations:
    """Equations of one instant, at the values of a robot's parameters.

    Redundant closures are replaced by fixed combinations of all rows, which are independent around the configuration ``about``: a
    subset of the rows would degenerate at regular places.
    """

    def __init__(self, robot: Robot, chart: TaskChart, about: Array) -> None:
        closed = robot.models.formulas.model
        task = TaskModel(closed, closed.tree.frame("tool"))
        tree = closed.tree_model
        self.chart = chart
        self.nq, self.nv, self.n, self.rank = closed.tree.nq, closed.tree.nv, robot.n_active, len(closed.kept)
        self.n_passive, self.n_task = self.nv - self.n, chart.size
        self.q, self.v, self.a, self.jerk = tree.q, tree.v, tree.a, task.jerk_given
        self._p = tree.parameters
        self._values = ca.DM(robot.models.parameter_inputs[0]) if robot.models.parameter_inputs else ca.DM(0, 1)
        combine = ca.DM(np.eye(len(closed.rows))[closed.kept])
        if closed.is_redundant:
            K_at = ca.Function("K", [tree.q, tree.parameters], [closed.K])(about, self._values).full()
            combine = ca.DM(np.linalg.svd(K_at)[0][:, : self.rank].T)
        K, gamma = combine @ closed.K, combine @ closed.gamma
        second = K @ tree.a + gamma
        K_rate = ca.reshape(tree.time_derivative(ca.vec(K)), K.shape)
        effort_rate = tree.time_derivative(tree.effort) + ca.jtimes(tree.effort, tree.v, tree.a)
        effort_rate += ca.jtimes(tree.effort, tree.a, task.jerk_given)
        third = K @ task.jerk_given + tree.time_derivative(second) + ca.jtimes(second, tree.v, tree.a)
        units = [ca.sumsqr(tree.q[joint.q]) - 1 for joint in closed.tree.joints if joint.motion.has_quaternion]
        self._place = self._at_values(task.task_error)
        self._closures = self._at_values(ca.vertcat(combine @ closed.closure, *units))
        self.K, self._K_rate = self._at_values(K), self._at_values(K_rate)
        self._rates = self._at_values(ca.vertcat(task.xd, K @ tree.v))
        self._accelerations = self._at_values(ca.vertcat(task.task_acceleration(tree.a), second))
        self._jerks = self._at_values(ca.vertcat(task.task_jerk(task.jerk_given), third))
        self._effort, self._effort_rate = self._at_values(tree.effort), self._at_values(effort_rate)
        self._given = task.x_given

    def _at_values(self, expression: ca.SX) -> ca.SX:
        """An expression at the values of the parameters."""
        return ca.substitute(ca.SX(expression), self._p, self._values) if self._p.numel() else ca.SX(expression)

    @cached_property
    def closures(self) -> ca.Function:
        """``q -> K``, of independent rows."""
        return ca.Function("K", [self.q], [self.K])

    @cached_property
    def node(self) -> ca.Function:
        """``(q, v, a, y, yd, ydd, force, tau) ->`` what must be zero at an instant."""
        y, force, tau, motion = self._symbols
        return ca.Function("node", [self.q, self.v, self.a, *y[:3], force, tau], [motion])

    @cached_property
    def crossing(self) -> ca.Function:
        """``(q, v, a, jerk, y, yd, ydd, yddd, force, tau, t) ->`` what must be zero at the crossing."""
        y, force, tau, motion = self._symbols
        t, lifted = ca.SX.sym("t", self.n_passive), self.chart.lift(y)
        n = self.n
        jerks = self._jerks - ca.vertcat(lifted[3], ca.SX.zeros(self.rank))
        limit = ca.dot(t, self._effort_rate[n:] - self._K_rate[:, n:].T @ force)
        kernel = ca.vertcat(self.K[:, n:] @ t, ca.sumsqr(t) - 1, limit)
        return ca.Function(
            "crossing", [self.q, self.v, self.a, self.jerk, *y, force, tau, t], [ca.vertcat(motion, jerks, kernel)]
        )

    @cached_property
    def _symbols(self) -> tuple[list[ca.SX], ca.SX, ca.SX, ca.SX]:
        y = [ca.SX.sym(f"y{k}", self.n_task) for k in range(4)]
        force, tau = ca.SX.sym("force", self.rank), ca.SX.sym("tau", self.n)
        x, xd, xdd, _ = self.chart.lift(y)
        place = ca.substitute(self._place, self._given, x)
        none = ca.SX.zeros(self.rank)
        motion = ca.vertcat(
            place,
            self._closures,
            self._rates - ca.vertcat(xd, none),
            self._accelerations - ca.vertcat(xdd, none),
            self._effort - self.K.T @ force - ca.vertcat(tau, ca.SX.zeros(self.n_passive)),
        )
        return y, force, tau, motion

    @cached_property
    def fall(self) -> ca.Function:
        """``(q, t) ->`` the acceleration of the task's rows along the motion ``t`` of the passive joints, from rest and with the
        active joints held."""
        t = ca.SX.sym("t", self.n_passive)
        motion = ca.vertcat(ca.SX.zeros(self.n), t)
        still = [ca.vertcat(self.v, self.a), ca.SX.zeros(2 * self.nv)]
        load, inertia = (
            ca.dot(motion, ca.substitute(each, *still)) for each in (self._effort, ca.jtimes(self._effort, self.a, motion))
        )
        return ca.Function("fall", [self.q, t], [ca.jtimes(self._rates[: self.n_task], self.v, motion) * load / inertia])

    @cached_property
    def side(self) -> ca.Function:
        r"""``(q, z, s, b, c) ->`` what must be zero: ``s`` is zero on the locus and has a sign on each side of it.

        .. math:: \begin{bmatrix} K_p & b \\ c^T & 0 \end{bmatrix} \begin{bmatrix} z \\ s \end{bmatrix} = \begin{bmatrix} 0 \\ 1
                  \end{bmatrix}
        """
        z, left, right = (ca.SX.sym(name, self.n_passive) for name in "zbc")
        s = ca.SX.sym("s")
        rows = ca.vertcat(self.K[:, self.n :] @ z + left * s, ca.dot(right, z) - 1)
        return ca.Function("side", [self.q, z, s, left, right], [rows])
