r"""Forces in the coordinates of the task, and the efforts that produce them.

The sign is defined once, in :attr:`Measured.wrench`: a wrench is what the environment exerts on the tool, about its origin, in
world axes. Where the law pushes with the task force ``f``, the active efforts are :math:`J^T f`, with the task's Jacobian ``J``
of the active rates, passive joints and loops included.
"""

from __future__ import annotations

from typing import Any

import casadi as ca

from kinloop.control.law_inputs import Measured
from kinloop.model.dynamics.task import task_rows


def force_of_environment(measured: Measured, model: Any) -> ca.SX:
    """The measured wrench in the task's rows: force [N] for lengths, moment [N m] for angles."""
    return measured.wrench[task_rows(model.mechanism)]


def efforts_of(force: ca.SX, measured: Measured, model: Any) -> ca.SX:
    """The active efforts [N m or N] that push with a task force."""
    return model.task_jacobian(measured.q).T @ force


def efforts_of_wrench(measured: Measured, model: Any) -> ca.SX:
    """The active efforts that push as the measured wrench does, with moments about axes that the task does not have."""
    return efforts_of(force_of_environment(measured, model), measured, model) + efforts_beside_task(measured, model)


def efforts_beside_task(measured: Measured, model: Any) -> ca.SX:
    """The active efforts that push as the part of the measured wrench that the task does not have, such as the moment on the
    tool of an arm with the task ``x``, ``y``: it does work where the tool turns as it moves."""
    rows = task_rows(model.mechanism)
    beside = [row for row in range(6) if row not in rows]
    if not beside:
        return ca.SX.zeros(model.n_active)
    rates = ca.SX.sym("rates", model.n_active)
    twist = model.jacobian(measured.q) @ model.forward_velocity(measured.q, rates).qd
    return ca.gradient(ca.dot(measured.wrench[beside], twist[beside]), rates)


def efforts_for(xdd: ca.SX, measured: Measured, model: Any) -> ca.SX:
    """The active efforts that accelerate the task by ``xdd`` where nothing else acts on the machine."""
    qdd = model("inverse_acceleration", q=measured.q, qd=measured.qd, xdd=xdd)["qdd"][: model.n_active]
    return model("inverse_dynamics_active", q=measured.q, qd=measured.qd, qdd_active=qdd)["tau"]
