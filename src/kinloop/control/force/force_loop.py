r"""The force part of a law: a wanted wrench in some directions, with integral action and a transition into contact.

Everything is a task force that the environment exerts on the tool (the sign of :attr:`Measured.wrench`), so the law pushes with
its negative. With the components of ``F`` and of the velocity along the directions of the force:

.. math:: f = -\left(F_d + k_f (F_d - F) + I\right) - d\, \dot x, \qquad I_{k+1} = I_k + T k_i (F_d - F) .

Before the tool touches, it approaches at a given speed against the wanted wrench, and nothing is integrated; from the first
sample with a share of the wanted force on, the force is controlled, until the tool has left the surface again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np

from kinloop.control.gains import as_gain, require_nonnegative
from kinloop.errors import ShapeError

NUMBERS = ("ki", "kf", "damping", "approach", "limit")  # gains of the force
TOUCHED, LEFT = 0.1, 0.01  # a contact begins and ends at these shares of the wanted force
TINY = 1e-12


@dataclass(frozen=True)
class ForceGains:
    """Gains of the force part: ``kf`` [1], ``ki`` [1/s], ``damping`` [N s/m] of each direction, ``approach`` [m/s], and the
    largest force that it pushes with [N], None without one."""

    kf: Any
    ki: Any
    damping: Any
    approach: Any
    limit: Any = None

    @classmethod
    def of(cls, law: Any) -> ForceGains:
        """Those of a law."""
        return cls(**{name: getattr(law, name) for name in NUMBERS})


def check_force_gains(law: Any) -> None:
    """Raises: ShapeError, NotFinite: gains of the force that are not one number each, from zero (the damping may be one for each
    direction); a wanted force that is none."""
    owner = type(law).__name__
    for name in NUMBERS:
        value = getattr(law, name)
        optional = name in ("limit", "damping")
        require_nonnegative(owner, name, value, above_zero=name == "limit", optional=optional, matrix=False)
        if value is not None and name != "damping" and not isinstance(value, ca.SX) and np.ndim(value):
            raise ShapeError(f"{owner}: {name} has shape {np.shape(value)}, expected one number")
    if not isinstance(law.force, ca.SX) and as_gain(owner, "force", law.force).ndim > 1:
        raise ShapeError(f"{owner}: force has shape {np.shape(law.force)}, expected one number, or one for each direction")


def push(
    wanted: ca.SX, have: ca.SX, velocity: ca.SX, basis: ca.SX, state: ca.SX, gains: ForceGains, period: Any
) -> tuple[ca.SX, ca.SX]:
    """The task force of the law (m,), and the next state: whether the tool has touched, and the integral ``I`` (p,).

    ``basis`` (m, p): unit vectors of the directions of the force. ``wanted``: along these (p,). ``have``: the task force of the
    environment (m,).
    """
    touched, integral = state[0], state[1:]
    felt, speed = basis.T @ have, basis.T @ velocity
    size = ca.sqrt(ca.sumsqr(wanted) + TINY)
    along = wanted / size
    share = ca.dot(felt, along) / size
    touched = ca.if_else(share > TOUCHED, 1, ca.if_else(share < LEFT, 0, touched))
    # Without a wanted force there is nothing to touch: the tool is led by hand.
    touched = ca.if_else(ca.sumsqr(wanted) > TINY, touched, 1)
    missing, slow = wanted - felt, gains.damping * speed
    force = -(wanted + gains.kf * missing + integral) - slow
    change = touched * period * gains.ki * missing
    if gains.limit is not None:
        strength = ca.sqrt(ca.sumsqr(force) + TINY)
        is_over = strength > gains.limit
        force = force * ca.if_else(is_over, gains.limit / strength, 1)
        change = ca.if_else(ca.logic_and(is_over, ca.dot(change, force) < 0), 0, change)  # the law pushes with the negative
    approaching = -gains.damping * (gains.approach * along) - slow
    return basis @ ca.if_else(touched, force, approaching), ca.vertcat(touched, integral + change)


def hold_integral(efforts: ca.SX, state: ca.SX, before: ca.SX, along: ca.SX, saturation: Any) -> ca.SX:
    """The next state, with the integral as ``before`` where an actuator has reached its largest effort and the change of the
    integral would push it further (anti-windup). ``along`` (n, p): the efforts that push along the directions of the force."""
    if saturation is None:
        return state
    change = -along @ (state[1:] - before[1:])
    pushes = ca.logic_and(ca.fabs(efforts) > saturation, efforts * change > 0)
    return ca.vertcat(state[0], ca.if_else(ca.sum1(pushes) > 0, before[1:], state[1:]))
