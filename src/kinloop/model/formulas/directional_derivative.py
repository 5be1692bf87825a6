r"""Directional derivatives of the equations of motion with respect to the state.

With accelerations and loop forces as given numbers, the equations of motion are

.. math:: r = M \ddot q + b - K^T \lambda - \tau = 0, \qquad K \ddot q + \gamma = 0,

and the derivative of their solution follows by implicit differentiation. Differentiating the residual is much cheaper than
differentiating the solution: neither the inertia nor a factorisation is differentiated. One direction costs about three times the
residual, whatever the number of coordinates, so the compiled code stays small and the directions form a batch.
"""

from __future__ import annotations

import casadi as ca

from kinloop.compile.tape.tape import Argument, vector
from kinloop.model.dynamics.task import TaskModel


def directional_derivatives(task: TaskModel) -> tuple[Argument, ...]:
    """Derivatives of the residual's efforts, of the task's rate and, where there are loops, of the closures' rate and
    acceleration, along a change of positions (in rates), rates and accelerations."""
    model, tree = task.closed, task.tree_model
    rate = model.closure_rate
    loop_effort = ca.jtimes(rate, tree.v, task.loop_force_given, True) if model.rows else 0  # K^T lambda
    state = ca.vertcat(tree.q, tree.v, tree.a)
    change_q = ca.substitute(tree.q_rate, tree.v, task.change_q)
    change = ca.vertcat(change_q, task.change_v, task.change_a)

    def along(expression: ca.SX) -> ca.SX:
        return ca.jtimes(expression, state, change)

    outputs = [vector("effort", along(tree.effort - loop_effort)), vector("task_rate", along(task.xd))]
    if model.rows:
        acceleration = ca.jtimes(rate, tree.v, tree.a) + model.gamma
        outputs += [vector("closure_rate", along(rate)), vector("closure_acceleration", along(acceleration))]
    return tuple(outputs)
