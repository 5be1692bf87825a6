"""Runs of the single joint that several studies of [Aissani2021] share: steps of 60 degrees, and the motion of section 5.3."""

from __future__ import annotations

from functools import cache

import numpy as np

from kinloop.control.computed_torque import ComputedTorque
from kinloop.control.law import Law
from kinloop.control.pd import PD
from kinloop.control.pid import PID
from kinloop.simulation.loop.simulate import simulate
from kinloop.simulation.record.record import Record
from kinloop.studies.aissani.settings import (
    CRITICAL,
    KP,
    KP_TORQUE,
    KV_TORQUE,
    MOTION,
    STEP,
    TARGET,
    single_joint,
)
from kinloop.trajectory.polynomials.quintic import Quintic

Array = np.ndarray
SAMPLES = 1000  # of a figure, at most


def step(
    law: Law, duration: float, period: float = 1e-3, gravity: bool = True, plant: str = "native", start: float = 0.0
) -> Record:
    """A step of 60 degrees from rest."""
    return simulate(single_joint(gravity), law, TARGET, duration=duration, period=period, q=[start], plant=plant)


def hold_at(target: float, phi: float, duration: float = 8.0) -> float:
    """The angle at which a critically damped PD law comes to rest under gravity [rad]."""
    law, goal = PD(KP, CRITICAL), Quintic([target], [target], 1.0, space="active")
    run = simulate(single_joint(True, phi), law, goal, duration=duration, period=1e-3, q=[target])
    return float(run.q[-1, 0])


@cache
def pid_step(ki: float, duration: float = 30.0) -> Record:
    """A step under PID, with the critical derivative gain."""
    return step(PID(KP, ki, CRITICAL), duration)


def error(run: Record) -> Array:
    """The error of a step [rad]."""
    return np.asarray(STEP - run.q[:, 0])


def pid_parts(run: Record) -> tuple[Array, Array, Array]:
    """The torques of the proportional, the derivative and the integral part."""
    proportional, derivative = KP * error(run), -CRITICAL * run.qd[:, 0]
    return proportional, derivative, run.tau[:, 0] - proportional - derivative


def track(law: Law | None = None, period: float = 1e-3, start: float = 0.0, plant: str = "native") -> Record:
    """The motion of section 5.3, by default under computed torque with the exact model."""
    chosen = ComputedTorque(KP_TORQUE, KV_TORQUE) if law is None else law
    return simulate(single_joint(), chosen, MOTION, duration=6.0, period=period, q=[start], plant=plant)


def tracking_error(run: Record) -> Array:
    """The reference minus the angle [rad]."""
    return np.asarray((MOTION(run.t).x - run.q)[:, 0])


def thin(run: Record, *values: Array) -> tuple[Array, ...]:
    """Times and values of a figure: every n-th sample."""
    every = max(1, -(-len(run.t) // SAMPLES))
    return (run.t[::every], *(value[::every] for value in values))


def linear_matrix(kp: float, kd: float, ki: float, gravity: bool = True) -> Array:
    """The joint about 60 degrees under PID in continuous time: states are angle, rate and the integral of the angle."""
    robot = single_joint(gravity)
    linear = robot.linearise([STEP], [0.0], robot.static_effort([STEP]))
    matrix = np.zeros((3, 3))
    matrix[:2, :2], matrix[2, 0] = linear.A, 1.0
    matrix[:2] -= linear.B @ [[kp, kd, ki]]
    return matrix
