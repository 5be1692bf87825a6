r"""Dimensionless velocity maps, their determinants and norms.

An angle counts as the arc at the machine's size ``L``, so rates, rows and twists are all lengths over time, and the result does
not depend on the unit of length. With the closures ``K``, the task's rows ``J`` and the tool's twist ``J_6``, all scaled,

.. math:: \det K_p = 0 \text{ at Type 2}, \qquad \det \begin{bmatrix} J \\ K \end{bmatrix} = 0 \text{ at Type 1} .
"""

from __future__ import annotations

from functools import cached_property
from math import inf, nan

import casadi as ca

from kinloop.model.dynamics.machine_size import turning_rates
from kinloop.model.dynamics.task import TaskModel
from kinloop.numerics.givens_qr import GivensQR

# Added to the rate of change of the closures [1/s], so that a machine at rest is near a loss of rank only at one.
SLOW = 1e-6


class ScaledVelocities:
    """The closures ``K``, the tool's Jacobian ``tool`` (6 rows) and the task's rows ``J`` with respect to dimensionless rates."""

    def __init__(self, task: TaskModel) -> None:
        closed = task.closed
        self.task = task
        self.size = closed.length_scale
        self.n_active = closed.n_active
        per_rate = ca.vertcat(ca.SX.zeros(0), *(1 / self.size if turns else 1 for turns in turning_rates(closed.tree)))
        of_rows = [self.size if closed.all_rows.is_angle[k] else ca.SX(1) for k in closed.rows]
        of_twist = ca.vertcat(ca.SX.ones(3), self.size * ca.SX.ones(3))
        self.K = ca.diag(ca.vertcat(ca.SX.zeros(0), *of_rows)) @ closed.K @ ca.diag(per_rate)
        self.tool = ca.diag(of_twist) @ task.tree_model.jacobian(task.frame) @ ca.diag(per_rate)
        self.J = self.tool[task.rows, :]

    @cached_property
    def K_rate(self) -> ca.SX:
        """The time derivative of the scaled closures."""
        return ca.reshape(self.task.tree_model.time_derivative(ca.vec(self.K)), self.K.shape)

    @cached_property
    def clearance(self) -> tuple[ca.SX, ca.SX]:
        r"""A lower bound of the smallest singular value of the closures, :math:`1 / |K^+|_F`, which compiles, and an upper bound
        of its rate of change [1/s], :math:`|\dot K|_F`. :math:`|K^+|_F` is the norm of :math:`R^{-1}` in :math:`K^T = Q R`. The
        first is zero or NaN where the kept rows are dependent."""
        rows = self.K[self.task.closed.kept, :].T
        if not rows.numel():
            return ca.SX(inf), ca.SX(0)
        return 1 / GivensQR(rows, ca.SX(rows.shape[0], 0)).inverse_norm, ca.norm_fro(self.K_rate) + SLOW

    @cached_property
    def forward(self) -> tuple[ca.SX, ca.SX, ca.SX]:
        """The determinant of ``K_p`` (its absolute value where closures are redundant), and the Frobenius norms of the maps from
        the active rates to the tool's twist and to the task's rates; NaN where the loops do not determine all passive joints."""
        closed, n = self.task.closed, self.n_active
        if closed.tree.nv - n != len(closed.kept_rows):
            return ca.SX(nan), ca.SX(nan), ca.SX(nan)
        if not self.task.active.has_passive:
            return ca.SX(1), ca.norm_fro(self.tool), ca.norm_fro(self.J)
        passive = GivensQR(self.K[:, n:], self.K[:, :n])
        twist = self.tool[:, :n] - self.tool[:, n:] @ passive.solution
        return passive.determinant, ca.norm_fro(twist), ca.norm_fro(twist[self.task.rows, :])

    @cached_property
    def inverse(self) -> tuple[ca.SX, ca.SX]:
        """The determinant of ``J`` over ``K``, and the Frobenius norm of the map from the task's rates to the active ones;
        NaN where the task does not have as many coordinates as the machine has degrees of freedom."""
        closed, m = self.task.closed, len(self.task.rows)
        if closed.tree.nv - len(closed.kept_rows) != m:
            return ca.SX(nan), ca.SX(nan)
        given = ca.vertcat(ca.SX.eye(m), ca.SX(self.K.shape[0], m))
        stacked = GivensQR(ca.vertcat(self.J, self.K), given)
        return stacked.determinant, ca.norm_fro(stacked.solution[: self.n_active, :])
