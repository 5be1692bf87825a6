r"""How a machine's equations change with its state: one direction at a time.

With accelerations and loop forces as given numbers, the equations of motion are

.. math:: r = M \ddot q + b - K^T \lambda - \tau = 0, \qquad K \ddot q + \gamma = 0,

and a solution that changes with the state obeys their derivative (implicit differentiation). The derivative of the residual is
a fraction of the derivative of a solved system: neither the inertia nor a factorisation is differentiated. Along one direction it
costs about three times the residual, whatever the number of coordinates, so the compiled code stays small and the directions are
a batch.
"""

from __future__ import annotations

import casadi as ca

from kinloop.compile.tape.tape import Argument, vector
from kinloop.model.dynamics.task import TaskModel


def directional_derivatives(task: TaskModel) -> tuple[Argument, ...]:
    """Derivatives along a change of positions (given as rates), rates and accelerations: of the residual's efforts, of the task's
    rate, and of the closures' rate and acceleration where there are loops."""
    model, tree = task.closed, task.tree_model
    rate = model.closure_rate
    held = ca.jtimes(rate, tree.v, task.loop_force_given, True) if model.rows else 0  # K^T lambda
    state = ca.vertcat(tree.q, tree.v, tree.a)
    turned = ca.substitute(tree.q_rate, tree.v, task.change_q)
    change = ca.vertcat(turned, task.change_v, task.change_a)

    def along(expression: ca.SX) -> ca.SX:
        return ca.jtimes(expression, state, change)

    outputs = [vector("effort", along(tree.effort - held)), vector("task_rate", along(task.xd))]
    if model.rows:
        acceleration = ca.jtimes(rate, tree.v, tree.a) + model.gamma
        outputs += [vector("closure_rate", along(rate)), vector("closure_acceleration", along(acceleration))]
    return tuple(outputs)
