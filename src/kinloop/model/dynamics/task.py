r"""The tool and the task: ``x`` from the joints, and the models of first and second order in both directions.

With the task's rows ``J`` of the tool's Jacobian and the closures ``K`` of all rates,

.. math:: \begin{bmatrix} J \\ K \end{bmatrix} \dot q = \begin{bmatrix} \dot x \\ 0 \end{bmatrix}, \qquad
          \begin{bmatrix} J \\ K \end{bmatrix} \ddot q = \begin{bmatrix} \ddot x - \dot J \dot q \\ -\gamma \end{bmatrix} .

Forward, the active rates are given and :math:`K_p` must be regular (not at Type 2); inverse, the task is given and the matrix
above must be (not at Type 1). Both directions give the passive joints too.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import inf

import casadi as ca
import numpy as np

from kinloop.errors import UnsupportedOperation
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.model.dynamics.actuated_model import ActiveModel
from kinloop.model.dynamics.block_elimination import BlockSystem, linear_system
from kinloop.model.dynamics.closed_chain_dynamics import ClosedModel
from kinloop.model.dynamics.loop_closure import closure_sense
from kinloop.model.dynamics.machine_size import units
from kinloop.model.dynamics.tree import BASE, Frame
from kinloop.model.dynamics.tree_dynamics import TreeModel
from kinloop.numerics import algebra

TASK_ROWS = {"x": (0,), "y": (1,), "z": (2,), "phi": (5,), "pose": (0, 1, 2, 3, 4, 5)}

# The longest step of Newton's method [rad, or parts of the machine's size]; a longer one may leave the region of convergence.
LONGEST_STEP = 0.5
# The largest sine of the angle between a vertical axis and the world's z.
VERTICAL = 1e-9
# The damping of steps towards coinciding solutions, per unit of the residual.
DAMPING = 1e-2
# A tool that moves by less in a unit motion does not take part in it.
UNDRIVEN = 1e-7


def task_rows(mechanism: Mechanism) -> list[int]:
    """The rows of the tool's twist that the task has."""
    return [row for name in mechanism.task for row in TASK_ROWS[name]]


class TaskModel:
    """A closed-chain model with a task frame: task coordinates, and the forward and inverse models of first and second order."""

    def __init__(self, closed: ClosedModel, frame: Frame) -> None:
        self.closed = closed
        self.tree_model = closed.tree_model
        self.active = ActiveModel(closed)
        self.frame = frame
        self.rows = task_rows(closed.tree.mechanism)
        self.xd_given = ca.SX.sym("xd", len(self.rows))
        self.xdd_given = ca.SX.sym("xdd", len(self.rows))
        self.xddd_given = ca.SX.sym("xddd", len(self.rows))
        self.jerk_given = ca.SX.sym("jerk", closed.tree.nv)
        self.x_given = ca.SX.sym("x", len(closed.tree.mechanism.task_names))
        self.loop_force_given = ca.SX.sym("loop_force", len(closed.rows))
        self.change_q, self.change_v, self.change_a = (ca.SX.sym(f"change_{name}", closed.tree.nv) for name in "qva")

    @cached_property
    def x(self) -> ca.SX:
        """The task's coordinates; ``phi`` is the rotation about the world's z of the tool's x axis, or of its y axis where x is
        vertical at every configuration."""
        place = self.tree_model.placement(self.frame)
        entries = {name: place.p[k] for k, name in enumerate("xyz")}
        if "phi" in self.closed.tree.mechanism.task:
            entries["phi"] = self._turn_about_z(place.R)
        parts = []
        for name in self.closed.tree.mechanism.task:
            if name == "pose":
                parts += [place.p, frame_quaternion(self.tree_model, self.frame)]
            else:
                parts.append(entries[name])
        return ca.vertcat(*parts)

    def _turn_about_z(self, R: ca.SX) -> ca.SX:
        across = [float(size[0, 0]) for size in self.closed.evaluate_samples(ca.norm_2(R[:2, 0]))]
        return ca.atan2(-R[0, 1], R[1, 1]) if max(across, default=1.0) < VERTICAL else ca.atan2(R[1, 0], R[0, 0])

    @cached_property
    def xd(self) -> ca.SX:
        """The task's rates, as an expression of all joint rates."""
        twist = self.tree_model.twist(self.frame)
        return ca.vertcat(twist.linear, twist.angular)[self.rows]

    @cached_property
    def J(self) -> ca.SX:
        """The task's rows of the tool's Jacobian, with respect to all rates."""
        return ca.jacobian(self.xd, self.tree_model.v)

    @cached_property
    def xdd_bias(self) -> ca.SX:
        r""":math:`\dot J \dot q`."""
        return self.tree_model.time_derivative(self.xd)

    @cached_property
    def loop_gap(self) -> ca.SX:
        """The largest gap of all the closure rows [m], an angle as its arc at the machine's size; infinite where a joint of the
        loops is closed the wrong way round."""
        return ca.if_else(closure_sense(self.tree_model) > 0, self.closed.gap, inf)

    @cached_property
    def task_gap(self) -> ca.SX:
        """The largest of the loops' gaps and the distance to the task ``x`` [m], angles as arcs."""
        arcs = units([row > 2 for row in self.rows], self.closed.length_scale)
        return ca.fmax(self.loop_gap, ca.norm_inf(self.task_error * arcs))

    @cached_property
    def row_units(self) -> ca.SX:
        """``L`` for each of the task's rows that is a length, 1 for an angle."""
        return units([row < 3 for row in self.rows], self.closed.length_scale)

    # ---------------------------------------------------------------- forward: from the active joints

    @cached_property
    def forward_margin(self) -> ca.SX:
        """Positive where the active joints determine the tool's motion: not at Type 2.

        Raises: UnsupportedOperation: an undriven joint moves the tool at every configuration.
        """
        if self.active.n_undriven:
            twists = ca.diag(1 / self.row_units) @ self.J @ self.active.undriven
            moved = np.max([np.abs(twist).max() for twist in self.closed.evaluate_samples(twists)])
            if moved > UNDRIVEN:
                name = self.closed.tree.mechanism.name
                raise UnsupportedOperation(
                    f"{name}: its {self.active.dof} degrees of freedom move the tool while the {self.active.n} actuated rates "
                    "are at rest, so these do not determine the tool's motion"
                )
        return self.active.margin

    def task_rate(self, qd: ca.SX) -> ca.SX:
        """The task's rates at given joint rates."""
        return self.J @ qd

    def task_acceleration(self, qdd: ca.SX) -> ca.SX:
        """The task's accelerations at given joint accelerations."""
        return self.J @ qdd + self.xdd_bias

    # ---------------------------------------------------------------- inverse: from the task

    @cached_property
    def _stacked(self) -> algebra.LinearSystem | BlockSystem | algebra.LeastNorm:
        """The solver of the task's rows stacked on those of the loops. It gives the least rates where these do not determine all
        joints (a redundant arm, the spin of a rod)."""
        dof, mechanism = self.active.dof, self.closed.tree.mechanism
        if len(self.rows) > dof:
            raise UnsupportedOperation(
                f"{mechanism.name}: a task of {len(self.rows)} coordinates cannot be given to a machine of {dof} degrees "
                "of freedom"
            )
        if len(self.rows) == dof:
            return linear_system(ca.diag(self._stacked_weights) @ ca.vertcat(self.J, self.closed.K))
        return algebra.LeastNorm(ca.vertcat(self.J, self.closed.K[self.closed.kept, :]))

    def _solve_inverse(self, task: ca.SX, loops: ca.SX) -> ca.SX:
        """The rates ``v`` with ``J v = task`` and ``K v = loops``."""
        if isinstance(self._stacked, algebra.LeastNorm):
            return self._stacked.solve(ca.vertcat(task, loops[self.closed.kept, :]))
        return self._stacked.solve(ca.diag(self._stacked_weights) @ ca.vertcat(task, loops))

    @property
    def _stacked_weights(self) -> ca.SX:
        """The weights of rows in the least-squares solution of redundant rows: all gaps count as lengths."""
        if not self.closed.is_redundant:
            return ca.SX.ones(len(self.rows) + len(self.closed.rows))
        return ca.vertcat(units([row > 2 for row in self.rows], self.closed.length_scale), self.closed.row_weights)

    @cached_property
    def task_margin(self) -> ca.SX:
        """Positive where the task determines the joints: not at Type 1, nor where closures have a higher rank than in general."""
        if not self.closed.is_redundant:
            return self._stacked.margin()
        some = self.closed.some_rates
        if isinstance(self._stacked, algebra.LeastNorm):
            motion = some - self._solve_inverse(ca.SX.zeros(len(self.rows)), self.closed.K @ some)
        else:
            motion = self._solve_inverse(self.J @ some, ca.SX.zeros(len(self.closed.rows)))
        return ca.fmin(self._stacked.margin(), self.closed.keeps_closed(motion))

    @cached_property
    def qd_inverse(self) -> ca.SX:
        """All joint rates at the given task rates."""
        return self._solve_inverse(self.xd_given, ca.SX.zeros(len(self.closed.rows)))

    @cached_property
    def qdd_inverse(self) -> ca.SX:
        """All joint accelerations at the given task accelerations."""
        return self._solve_inverse(self.xdd_given - self.xdd_bias, -self.closed.gamma)

    @cached_property
    def jerk_inverse(self) -> ca.SX:
        """The third derivatives of all joints at those of the task."""
        loops = self.closed.K @ self.tree_model.a + self.closed.gamma
        return self._solve_inverse(self.xddd_given - self._drift(self.task_acceleration(self.tree_model.a)), -self._drift(loops))

    def task_jerk(self, jerk: ca.SX) -> ca.SX:
        """The task's third derivatives at given ones of the joints."""
        return self.J @ jerk + self._drift(self.task_acceleration(self.tree_model.a))

    def _drift(self, acceleration: ca.SX) -> ca.SX:
        """The time derivative of an acceleration at constant accelerations of the joints."""
        return self.tree_model.time_derivative(acceleration) + ca.jtimes(acceleration, self.tree_model.v, self.tree_model.a)

    @cached_property
    def inverse_jacobian(self) -> ca.SX:
        """The matrix that maps the task's rates to all rates."""
        m = len(self.rows)
        return self._solve_inverse(ca.SX.eye(m), ca.SX.zeros(len(self.closed.rows), m))

    @cached_property
    def task_jacobian(self) -> ca.SX:
        """The matrix that maps the active rates to the task's rates."""
        return self.J @ self.active.dependence

    @cached_property
    def analytic_jacobian(self) -> ca.SX:
        """The matrix that maps all rates of the tree to the derivatives of the task's coordinates, four for a quaternion."""
        return ca.jacobian(ca.jtimes(self.x, self.tree_model.q, self.tree_model.q_rate), self.tree_model.v)

    # ---------------------------------------------------------------- geometry: one step of Newton's method

    def step_forward(self) -> ca.SX:
        """``q`` after a step towards closed loops, with the active joints fixed."""
        n = self.closed.n_active
        if self.closed.assembled.shaky is None:
            passive = -self.active.passive_solve(self.closed.closure)
        else:
            passive = -_solve_damped(self.closed.K[:, n:], self.closed.closure)
        return self._take_step(ca.vertcat(ca.SX.zeros(n), passive))

    def step_inverse(self) -> ca.SX:
        """``q`` after a step towards closed loops and the task ``x``."""
        if self.closed.assembled.shaky is None:
            return self._take_step(self._solve_inverse(self.task_error, -self.closed.closure))
        rows = ca.vertcat(self.J, self.closed.K)
        return self._take_step(_solve_damped(rows, ca.vertcat(self.task_error, -self.closed.closure)))

    @cached_property
    def task_error(self) -> ca.SX:
        """The twist that reaches the task ``x`` in unit time, to first order; angles and the signs of quaternions are wrapped."""
        return task_difference(self.closed.tree.mechanism.task, self.x_given, self.x)

    def _take_step(self, step: ca.SX) -> ca.SX:
        """``q`` after a step, shortened to at most half a radian or half the machine's size."""
        largest = ca.norm_inf(step / self.closed.rate_units)
        return self.closed.retract(step * ca.fmin(1, LONGEST_STEP / ca.fmax(largest, 1e-300)))


def _solve_damped(A: ca.SX, b: ca.SX) -> ca.SX:
    """The damped least-squares solution of ``A x = b``, with all rows: where solutions coincide, as those of a shaky machine do,
    no choice of independent rows is sufficient. The damping vanishes with the residual ([Levenberg1944])."""
    damped = A.T @ A + (DAMPING * ca.norm_2(b) + 1e-300) * ca.SX.eye(A.shape[1])
    return algebra.Cholesky(damped, range(A.shape[1])).solve(A.T @ b) if A.shape[1] else ca.SX.zeros(0)


def task_difference(task: Sequence[str], want: ca.SX, have: ca.SX) -> ca.SX:
    """The difference of two task coordinates, as a twist in unit time, to first order."""
    errors, k = [], 0
    for name in task:
        size = 7 if name == "pose" else 1
        to, at = want[k : k + size], have[k : k + size]
        if name == "pose":
            turn = algebra.quaternion_product(to[3:7], ca.vertcat(at[3], -at[4:7]))
            errors += [to[:3] - at[:3], 2 * ca.if_else(turn[0] < 0, -1, 1) * turn[1:4]]
        else:
            errors.append(ca.atan2(ca.sin(to - at), ca.cos(to - at)) if name == "phi" else to - at)
        k += size
    return ca.vertcat(*errors)


def frame_quaternion(model: TreeModel, frame: Frame) -> ca.SX:
    """The orientation of a frame as a product of quaternions along the chain: smooth, without the branches of a conversion from
    a matrix."""
    chain = []
    body = frame.body
    while body != BASE:
        chain.append(body)
        body = model.tree.joints[body].parent
    quaternion = ca.SX([1, 0, 0, 0])
    for body in reversed(chain):
        joint = model.tree.joints[body]
        quaternion = algebra.quaternion_product(quaternion, algebra.quaternion_of(joint.R))
        turn = joint.motion.rotation_quaternion(model.q[joint.q])
        if turn is not None:
            quaternion = algebra.quaternion_product(quaternion, turn)
    return algebra.quaternion_product(quaternion, algebra.quaternion_of(frame.R))
