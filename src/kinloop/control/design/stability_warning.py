"""A warning before a run whose sampled loop is unstable.

A first look takes the inertia at the start alone, which costs little, with gains and periods that are larger than the given ones;
what looks unstable is linearised in full, with friction and gravity, before anything is said.
"""

from __future__ import annotations

import sys
import warnings
from typing import Any

import numpy as np

from kinloop.control.computed_torque import ComputedTorque
from kinloop.control.design.largest_period import largest_period
from kinloop.control.design.sampled_loop import sampled_loop
from kinloop.control.law import Law
from kinloop.control.pd import PD
from kinloop.control.pid import PID
from kinloop.errors import KinloopError, UnstableLoop
from kinloop.model.robot import Robot

Array = np.ndarray
# A spectral radius above 1 by less can be rounding.
CLEARLY = 1e-9
# The first look takes integral gains and periods larger by these factors, and asks for proportional gains above this multiple of
# gravity's efforts: friction and gravity's stiffness are not in it.
INTEGRAL, LONGER, GRAVITY = 2.0, 1.5, 2.0


def warn_if_unstable(robot: Robot, law: Law, q: Array, period: float, delay: bool) -> None:
    """Warn where a PD, PID or computed-torque law does not keep the machine at ``q`` at rest with this period.

    No warning is no proof: the first look may miss an instability, and observers and laws of rates are not looked at.

    Warns: UnstableLoop: with the largest period that is stable, or that there is none.
    """
    if not isinstance(law, PD | PID | ComputedTorque) or not _looks_unstable(robot, law, q, period, delay):
        return
    try:
        loop = sampled_loop(robot, law, q, period, delay)
    except KinloopError:  # at a singularity, or where the law does not rest: nothing is known
        return
    if loop.spectral_radius <= 1 + CLEARLY:
        return
    try:
        bound = f"it is stable with periods up to {largest_period(robot, law, q, delay):.4g} s"
    except KinloopError:
        bound = "it is unstable with every period; kl.integral_gain_bound and kl.sampled_loop help to choose other gains"
    warnings.warn(
        f"{type(law).__name__} does not keep {robot.mechanism.name} stable at its start with a period of {period:g} s: small "
        f"errors grow by the factor {loop.spectral_radius:.6g} a period; {bound}",
        UnstableLoop,
        stacklevel=_levels_to_the_user(),
    )


def _levels_to_the_user() -> int:
    """How many calls lie between the warning and the first one outside kinloop."""
    frame, levels = sys._getframe(1), 1
    while frame.f_back is not None and str(frame.f_globals.get("__name__", "")).startswith("kinloop"):
        frame, levels = frame.f_back, levels + 1
    return levels


def _looks_unstable(robot: Robot, law: Any, q: Array, period: float, delay: bool) -> bool:
    """Whether the law may be unstable, judged by the inertia at ``q`` alone."""
    n, period = robot.n_active, LONGER * period
    try:
        gains = {name: _matrix(getattr(law, name, 0.0), n) for name in ("kp", "kd", "ki")}
        inertia = _inertia(robot, law, q)
    except (KinloopError, ValueError, np.linalg.LinAlgError):  # the loop itself says what is wrong with them
        return False
    if not n or not np.isfinite(inertia).all():
        return False
    if len(robot.mechanism.rates) > n and not _follow_active_joints(robot):
        return True
    if getattr(law, "filter", None) is not None and np.any(np.asarray(law.filter) > 0):
        return True  # a filter's lag is not in the first look
    gains["ki"] = INTEGRAL * gains["ki"]
    if not isinstance(law, ComputedTorque) and np.any(np.diag(gains["kp"]) < GRAVITY * _gravity(robot, q)):
        return True
    zero = np.zeros((n, n))
    inverse = np.linalg.inv(inertia)
    A, B = np.block([[np.eye(n), period * np.eye(n)], [zero, np.eye(n)]]), np.vstack([period**2 / 2 * inverse, period * inverse])
    # States: positions, rates, integral efforts, and the command on its way.
    feedback = np.hstack([-gains["kp"], -gains["kd"], np.eye(n)])
    loop = np.zeros((4 * n, 4 * n))
    loop[: 2 * n, : 2 * n], loop[2 * n : 3 * n, :n], loop[2 * n : 3 * n, 2 * n : 3 * n] = A, -period * gains["ki"], np.eye(n)
    if delay:
        loop[: 2 * n, 3 * n :], loop[3 * n :, : 3 * n] = B, feedback
    else:
        loop[: 2 * n, : 3 * n] += B @ feedback
    has_integral = bool(np.any(gains["ki"]))
    kept = [k for k in range(4 * n) if (k < 2 * n) or (has_integral and k < 3 * n) or (delay and k >= 3 * n)]
    return bool(np.abs(np.linalg.eigvals(loop[np.ix_(kept, kept)])).max() > 1 + CLEARLY)


def _inertia(robot: Robot, law: Any, q: Array) -> Array:
    """The inertia that the gains act on: of computed torque 1, but for what its own model differs."""
    if not isinstance(law, ComputedTorque):
        return robot.inertia(q)
    if not law.parameters or law.space == "task":
        return np.eye(robot.n_active)
    own = robot.with_parameters(**law.parameters).inertia(q)
    return np.asarray(np.linalg.solve(own, robot.inertia(q)))


def _follow_active_joints(robot: Robot) -> bool:
    """Whether the passive joints follow the active ones in general: as many degrees of freedom as actuators, or fewer."""
    model = robot.models.formulas.model
    return bool(model.rows) and int(model.dof) <= robot.n_active


def _gravity(robot: Robot, q: Array) -> Array:
    """The size of gravity's efforts at ``q``, and of a serial machine elsewhere too: at the top of a pendulum they vanish."""
    configurations = q[None]
    if not robot.models.is_closed and len(q) == len(robot.mechanism.rates):
        configurations = q + np.linspace(0.0, 2 * np.pi, 7)[:, None] * (1 + np.arange(len(q)))
    efforts = np.abs(robot.static_effort(configurations))
    return np.asarray(np.max(np.where(np.isfinite(efforts), efforts, 0.0), axis=0))


def _matrix(gain: Any, n: int) -> Array:
    """A gain as a matrix."""
    array = np.asarray(gain, float)
    return array if array.ndim == 2 else np.diag(np.broadcast_to(array, (n,)))
