r"""Velocities without units, and the determinants and norms of a machine's two velocity maps.

An angle counts as the arc at the machine's size ``L``, so rates, rows and twists are all lengths over time, and nothing depends
on the choice of metres. With the closures ``K``, the task's rows ``J`` and the tool's twist ``J_6``, all scaled,

.. math:: \det K_p = 0 \text{ at Type 2}, \qquad \det \begin{bmatrix} J \\ K \end{bmatrix} = 0 \text{ at Type 1} .
"""

from __future__ import annotations

from math import nan

import casadi as ca

from kinloop.errors import UnsupportedOperation
from kinloop.model.closed import ClosedModel
from kinloop.model.closure import closure_sense
from kinloop.model.task import TaskModel
from kinloop.model.tree import Frame

# Up to this many rows a determinant is written out; beyond, rotations eliminate.
WRITTEN_OUT = 4


def machine_size(closed: ClosedModel, tool: Frame) -> ca.SX:
    """``L``: declared, or of the loops' anchors; of the bodies' offsets where those are all at their bodies' origins."""
    tree = closed.tree
    anchors = [tree.anchor(end).p for loop in tree.mechanism.loops for end in (loop.a, loop.b)]
    if tree.mechanism.length_scale is not None or any(not ca.sumsqr(p).is_zero() for p in anchors):
        return closed.length_scale
    squares = [ca.sumsqr(p) for p in (*(joint.p for joint in tree.joints), tool.p) if not ca.sumsqr(p).is_zero()]
    if not squares:
        return ca.SX(1)
    size = ca.sqrt(sum(squares, ca.SX(0)) / len(squares))
    return ca.if_else(size > 0, size, 1)


class Scaled:
    """Closures ``K``, the tool's Jacobian ``tool`` (6 rows) and the task's rows ``J`` on dimensionless rates."""

    def __init__(self, task: TaskModel) -> None:
        closed, tree = task.closed, task.closed.tree
        self.task = task
        self.size = machine_size(closed, task.frame)
        self.n_active = closed.n_active
        per_rate = ca.SX.ones(tree.nv)
        for joint in tree.joints:
            if joint.kind != "prismatic":
                per_rate[joint.v] = 1 / self.size
        of_rows = [self.size if closed.all_rows.is_angle[k] else ca.SX(1) for k in closed.rows]
        of_twist = ca.vertcat(ca.SX.ones(3), self.size * ca.SX.ones(3))
        self.per_rate = per_rate
        self.K = ca.diag(ca.vertcat(ca.SX.zeros(0), *of_rows)) @ closed.K @ ca.diag(per_rate)
        self.tool = ca.diag(of_twist) @ task.open.jacobian(task.frame) @ ca.diag(per_rate)
        self.J = self.tool[task.rows, :]

    @property
    def passive_determinant(self) -> ca.SX:
        """Of ``K_p``; without a sign where closures are redundant, NaN where the loops do not tie all passive joints."""
        closed = self.task.closed
        if closed.tree.nv - self.n_active != len(closed.kept_rows):
            return ca.SX(nan)
        return determinant(self.K[:, self.n_active :]) if closed.has_passive else ca.SX(1)

    @property
    def task_determinant(self) -> ca.SX:
        """Of ``J`` over ``K``; NaN where the task has more or fewer coordinates than the machine freedoms."""
        closed = self.task.closed
        if closed.tree.nv - len(closed.kept_rows) != len(self.task.rows):
            return ca.SX(nan)
        return determinant(ca.vertcat(self.J, self.K))

    @property
    def forward_norms(self) -> tuple[ca.SX, ca.SX]:
        """Frobenius norms of the maps from the active rates to the tool's twist and to the task's rates."""
        try:
            follow = self.task.closed.dependence
        except UnsupportedOperation:
            return ca.SX(nan), ca.SX(nan)
        n = self.n_active
        unscaled = ca.diag(1 / self.per_rate) @ follow @ ca.diag(self.per_rate[:n])
        twist = self.tool @ unscaled
        return ca.norm_fro(twist), ca.norm_fro(twist[self.task.rows, :])

    @property
    def inverse_norm(self) -> ca.SX:
        """Frobenius norm of the map from the task's rates to the active ones."""
        try:
            qd = self.task.qd_inverse
        except UnsupportedOperation:
            return ca.SX(nan)
        n = self.n_active
        inverse = ca.jacobian(qd[:n], self.task.xd_given)
        of_task = ca.vertcat(*(1 if row < 3 else self.size for row in self.task.rows))
        return ca.norm_fro(ca.diag(1 / self.per_rate[:n]) @ inverse @ ca.diag(1 / of_task))

    @property
    def loop_gap(self) -> ca.SX:
        """The largest gap of all the closure rows [m, rad]; infinite where a pin is closed the wrong way round."""
        h = self.task.closed.all_rows.h
        gap = ca.norm_inf(h) if h.numel() else ca.SX(0)
        return ca.if_else(closure_sense(self.task.open) > 0, gap, float("inf"))

    @property
    def task_gap(self) -> ca.SX:
        return ca.fmax(self.loop_gap, ca.norm_inf(self.task.task_error))


def determinant(A: ca.SX) -> ca.SX:
    """With its sign, by rotations that need no pivoting and divide by nothing that may vanish; of a taller matrix the
    volume of its columns, which has none."""
    rows, n = A.shape
    if rows == n <= WRITTEN_OUT:
        return ca.det(A)
    R = [[A[i, j] for j in range(n)] for i in range(rows)]
    result = ca.SX(1)
    for k in range(n):
        for i in range(k + 1, rows):
            a, b = R[k][k], R[i][k]
            if b.is_zero():
                continue
            if a.is_zero():
                R[k], R[i] = R[i], [-entry for entry in R[k]]
                continue
            r = ca.sqrt(a * a + b * b)
            c, s = ca.if_else(r > 0, a / r, 1), ca.if_else(r > 0, b / r, 0)
            R[k], R[i] = (
                [c * x + s * y for x, y in zip(R[k], R[i], strict=True)],
                [c * y - s * x for x, y in zip(R[k], R[i], strict=True)],
            )
            R[k][k], R[i][k] = r, ca.SX(0)
        result *= R[k][k]
    return result if rows == n else ca.fabs(result)
