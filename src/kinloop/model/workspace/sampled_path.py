"""A motion through samples, as a function of time that keeps the loops closed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from kinloop.model.dynamics.tree import quaternion_places
from kinloop.numerics.quaternions import continuous_signs, normalize

if TYPE_CHECKING:
    from kinloop.model.robot import Robot

Array = np.ndarray
State = tuple[Array, Array | None, Array | None]
# Corrections that close the loops of an interpolated configuration; they converge quadratically. Directions with a smaller
# relative singular value are left unchanged.
CORRECTIONS, CUTOFF = 4, 1e-6


def sampled_path(robot: Robot, t: Array, q: Array, qd: Array | None, qdd: Array | None) -> Callable[[float], State]:
    """The state at a time: positions by splines through the samples (quintic with rates and accelerations, else cubic), corrected
    to close the loops; rates and accelerations, where they are given, by cubic splines."""
    from scipy.interpolate import BPoly, CubicHermiteSpline, CubicSpline, make_interp_spline

    def through(values: Array) -> Any:
        return CubicSpline(t, values) if len(t) > 3 else make_interp_spline(t, values, k=1)

    q = _continuous(robot, q)
    rates_are_derivatives = q.shape[1] == len(robot.mechanism.rates)
    if qd is not None and qdd is not None and rates_are_derivatives:
        position = BPoly.from_derivatives(t, np.stack([q, qd, qdd], axis=1))
    elif qd is not None and rates_are_derivatives:
        position = CubicHermiteSpline(t, q, qd)
    else:
        position = through(q)
    rate, acceleration = (None if values is None else through(values) for values in (qd, qdd))

    def state(time: float) -> State:
        configuration = _close_loops(robot, _unit(robot, np.asarray(position(time), float)))
        return configuration, None if rate is None else rate(time), None if acceleration is None else acceleration(time)

    return state


def _continuous(robot: Robot, q: Array) -> Array:
    """Configurations (k, nq) whose quaternions have the sign of the sample before."""
    q = q.copy()
    for part in quaternion_places(robot.mechanism).values():
        q[:, part] = continuous_signs(q[:, part])
    return q


def _unit(robot: Robot, q: Array) -> Array:
    for part in quaternion_places(robot.mechanism).values():
        q[part] = normalize(q[part])
    return q


def _close_loops(robot: Robot, q: Array) -> Array:
    if not robot.models.is_closed:
        return q
    rows, geometry = list(robot.models.formulas.model.rows), robot.models.geometry
    still = np.zeros(len(robot.mechanism.rates))
    for _ in range(CORRECTIONS):
        gap = np.asarray(robot.models.kernel("closure")(q, *robot.models.parameter_inputs))[rows]
        if not np.isfinite(gap).all():
            break
        K, _ = robot.models.kernel("closure_velocity")(q, still, *robot.models.parameter_inputs)
        K = K / geometry.closure_units[:, None] * geometry.rate_units
        step = geometry.rate_units * np.linalg.lstsq(K, -gap / geometry.closure_units, rcond=CUTOFF)[0]
        q = np.asarray(robot.models.kernel("retract")(q, step, *robot.models.parameter_inputs))
    return q
