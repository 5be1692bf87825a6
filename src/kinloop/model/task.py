r"""The tool and the task: ``x`` from the joints, and the models of first and second order in both directions.

With the task's rows ``J`` of the tool's Jacobian and the closures ``K`` of all rates,

.. math:: \begin{bmatrix} J \\ K \end{bmatrix} \dot q = \begin{bmatrix} \dot x \\ 0 \end{bmatrix}, \qquad
          \begin{bmatrix} J \\ K \end{bmatrix} \ddot q = \begin{bmatrix} \ddot x - \dot J \dot q \\ -\gamma \end{bmatrix} .

Forward, the active rates are given and :math:`K_p` must be regular (not at Type 2); inverse, the task is given and the matrix
above must be (not at Type 1). Passive joints come with either.
"""

from __future__ import annotations

from functools import cached_property

import casadi as ca

from kinloop.errors import UnsupportedOperation
from kinloop.mechanism.parts import Mechanism
from kinloop.mechanism.uses import task_names
from kinloop.model import algebra
from kinloop.model.closed import ClosedModel
from kinloop.model.derive import TreeModel
from kinloop.model.tree import BASE, Frame

TASK_ROWS = {"x": (0,), "y": (1,), "z": (2,), "phi": (5,), "pose": (0, 1, 2, 3, 4, 5)}

# Of Newton's method [rad, m]: a longer one leaves the neighbourhood in which it knows the way.
LONGEST_STEP = 0.5


def task_rows(mechanism: Mechanism) -> list[int]:
    """Rows of the tool's twist that the task has."""
    return [row for name in mechanism.task for row in TASK_ROWS[name]]


class TaskModel:
    """A closed model seen from a frame of its tool."""

    def __init__(self, closed: ClosedModel, frame: Frame) -> None:
        self.closed = closed
        self.open = closed.open
        self.frame = frame
        self.rows = task_rows(closed.tree.mechanism)
        self.xd_given = ca.SX.sym("xd", len(self.rows))
        self.xdd_given = ca.SX.sym("xdd", len(self.rows))
        self.x_given = ca.SX.sym("x", len(task_names(closed.tree.mechanism)))
        self.loop_force_given = ca.SX.sym("loop_force", len(closed.rows))
        self.change_q, self.change_v, self.change_a = (ca.SX.sym(f"change_{name}", closed.tree.nv) for name in "qva")

    @cached_property
    def x(self) -> ca.SX:
        """The task's coordinates; ``phi`` is the turn about the world's z."""
        place = self.open.placement(self.frame)
        entries = {name: place.p[k] for k, name in enumerate("xyz")}
        parts = []
        for name in self.closed.tree.mechanism.task:
            if name == "pose":
                parts += [place.p, frame_quaternion(self.open, self.frame)]
            else:
                parts.append(entries[name] if name in entries else ca.atan2(place.R[1, 0], place.R[0, 0]))
        return ca.vertcat(*parts)

    @cached_property
    def xd(self) -> ca.SX:
        """The task's rates from all joint rates."""
        twist = self.open.twist(self.frame)
        return ca.vertcat(twist.linear, twist.angular)[self.rows]

    @cached_property
    def J(self) -> ca.SX:
        return ca.jacobian(self.xd, self.open.v)

    @cached_property
    def xdd_bias(self) -> ca.SX:
        r""":math:`\dot J \dot q`."""
        return self.open.time_derivative(self.xd)

    # ---------------------------------------------------------------- forward: from the active joints

    @cached_property
    def qd_forward(self) -> ca.SX:
        active = self.open.v[: self.closed.n_active]
        return ca.vertcat(active, self.closed.passive_by_active @ active) if self.closed.has_passive else active

    @cached_property
    def qdd_forward(self) -> ca.SX:
        active = self.open.a[: self.closed.n_active]
        if not self.closed.has_passive:
            return active
        return ca.vertcat(active, self.closed.passive_by_active @ active + self.closed.passive_bias)

    def task_rate(self, qd: ca.SX) -> ca.SX:
        return self.J @ qd

    def task_acceleration(self, qdd: ca.SX) -> ca.SX:
        return self.J @ qdd + self.xdd_bias

    # ---------------------------------------------------------------- inverse: from the task

    @cached_property
    def _stacked(self) -> algebra.LinearSystem:
        stacked = ca.vertcat(self.J, self.closed.K)
        freedoms = self.closed.tree.nv - len(self.closed.kept_rows)
        if freedoms != len(self.rows):
            mechanism = self.closed.tree.mechanism
            raise UnsupportedOperation(
                f"{mechanism.name}: a task of {len(self.rows)} coordinates does not determine a machine of {freedoms} freedoms"
            )
        return algebra.LinearSystem(stacked)

    @property
    def task_margin(self) -> ca.SX:
        """Positive where the task determines the joints: not at Type 1."""
        return self._stacked.margin()

    @cached_property
    def qd_inverse(self) -> ca.SX:
        return self._stacked.solve(ca.vertcat(self.xd_given, ca.SX.zeros(len(self.closed.rows))))

    @cached_property
    def qdd_inverse(self) -> ca.SX:
        return self._stacked.solve(ca.vertcat(self.xdd_given - self.xdd_bias, -self.closed.gamma))

    # ---------------------------------------------------------------- geometry: one step of Newton's method

    def step_forward(self) -> ca.SX:
        """``q`` after a step towards closed loops, the active joints held."""
        n = self.closed.n_active
        passive = -self.closed.passive_solve(self.closed.closure)
        return self._stepped(ca.vertcat(ca.SX.zeros(n), passive))

    def step_inverse(self) -> ca.SX:
        """``q`` after a step towards closed loops and the task ``x``."""
        return self._stepped(self._stacked.solve(ca.vertcat(self.task_error, -self.closed.closure)))

    @cached_property
    def task_error(self) -> ca.SX:
        """The twist that leads to the task ``x`` in unit time, to first order; full turns and a quaternion's sign do not
        count."""
        errors, k = [], 0
        for name in self.closed.tree.mechanism.task:
            size = 7 if name == "pose" else 1
            want, have = self.x_given[k : k + size], self.x[k : k + size]
            if name == "pose":
                turn = algebra.quaternion_product(want[3:7], ca.vertcat(have[3], -have[4:7]))
                errors += [want[:3] - have[:3], 2 * ca.if_else(turn[0] < 0, -1, 1) * turn[1:4]]
            else:
                errors.append(ca.atan2(ca.sin(want - have), ca.cos(want - have)) if name == "phi" else want - have)
            k += size
        return ca.vertcat(*errors)

    def _stepped(self, step: ca.SX) -> ca.SX:
        """A step of at most half a radian, or half the machine's size."""
        largest = ca.norm_inf(step)
        return self.closed.retracted(step * ca.fmin(1, LONGEST_STEP / ca.fmax(largest, 1e-300)))


def frame_quaternion(model: TreeModel, frame: Frame) -> ca.SX:
    """The orientation of a frame as a product along the chain: smooth, and without the branches of a conversion from a
    matrix."""
    chain = []
    body = frame.body
    while body != BASE:
        chain.append(body)
        body = model.tree.joints[body].parent
    quaternion = ca.SX([1, 0, 0, 0])
    for body in reversed(chain):
        joint = model.tree.joints[body]
        quaternion = algebra.quaternion_product(quaternion, algebra.quaternion_of(joint.R))
        q = model.q[joint.q]
        if joint.kind == "revolute":
            turn = ca.vertcat(ca.cos(q / 2), ca.sin(q / 2) * joint.axis)
            quaternion = algebra.quaternion_product(quaternion, turn)
        elif joint.kind == "spherical":
            quaternion = algebra.quaternion_product(quaternion, q)
    return algebra.quaternion_product(quaternion, algebra.quaternion_of(frame.R))
