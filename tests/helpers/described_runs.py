"""The motion of a machine's description under held efforts, period by period, for the tests of simulation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from machines import robot_named

import kinloop as kl
from kinloop.simulation.plants.native import NativePlant

Array = np.ndarray
# Friction dissipates energy, which the comparison with the work of held efforts excludes: these parameters turn it off.
WITHOUT_FRICTION = {"one_joint": {"beta": 0.0}, "puma560": {"k_f": 0.0}}
# Natural frequency of the controlled joints [rad/s].
FREQUENCY = 20.0


@dataclass(frozen=True)
class Planned:
    """Active joints along the motion at each period, (k, n), their inertia (k, n, n), the efforts that it takes, and where all
    joints begin."""

    period: float
    q: Array
    qd: Array
    tau: Array
    inertia: Array
    start: Array


@dataclass(frozen=True)
class Moved:
    """States at every period, (k + 1, nq + nv), and the efforts held in each, (k, n)."""

    states: Array
    tau: Array


def machine(name: str) -> kl.Robot:
    """Without friction."""
    return robot_named(name).with_parameters(**WITHOUT_FRICTION.get(name, {}))


@cache
def plan_motion(name: str, duration: float, period: float) -> Planned:
    """There and back between the description's points, at rest at each, for ``duration``."""
    robot = machine(name)
    motion, once = kl.described_motion(robot), robot.mechanism.motion
    assert once is not None
    phase = (period * np.arange(round(duration / period))) % (2 * motion.duration)
    backward = phase > motion.duration
    there = motion(np.where(backward, 2 * motion.duration - phase, phase))
    xd = np.where(backward[:, None], -there.xd, there.xd)
    q, qd, qdd = _joints(robot, motion.space, once.working, there.x, xd, there.xdd)
    n = robot.n_active
    tau = robot.inverse_dynamics(q, qd, qdd)
    assert np.isfinite(tau).all()
    return Planned(period, q[:, :n], qd[:, :n], tau, robot.inertia(q), q[0])


def _joints(robot: kl.Robot, space: str, working: tuple[int, ...], x: Array, xd: Array, xdd: Array) -> tuple[Array, Array, Array]:
    """All joints along the motion."""
    if space == "active":
        q = robot.forward_geometry(x, near=robot.start).q
        first = robot.forward_velocity(q, xd)
        return q, first.qd, robot.forward_acceleration(q, first.qd, xdd).qdd
    chosen = {"mode": working} if working else {"near": robot.start}
    q = robot.inverse_geometry(x, **chosen).q
    first = robot.inverse_velocity(q, xd)
    return q, first.qd, robot.inverse_acceleration(q, first.qd, xdd).qdd


def follow_motion(name: str, plan: Planned, substeps: int) -> Moved:
    """The plant under the planned efforts and a linear law on the active joints, held for a period."""
    robot = machine(name)
    plant = NativePlant(robot, substeps)
    nq, n = len(robot.mechanism.coordinates), robot.n_active
    state = np.concatenate([plan.start, np.zeros(len(robot.mechanism.rates))])
    plant.start(state[:nq], state[nq:])
    states, efforts = np.empty((len(plan.tau) + 1, len(state))), np.empty_like(plan.tau)
    states[0] = state
    kp, kd = FREQUENCY**2, 2 * FREQUENCY
    for k, feed_forward in enumerate(plan.tau):
        wanted = kp * (plan.q[k] - state[:n]) + kd * (plan.qd[k] - state[nq : nq + n])
        efforts[k] = feed_forward + plan.inertia[k] @ wanted
        state = plant.move(efforts[k], plan.period)
        states[k + 1] = state
    return Moved(states, efforts)


def drift(name: str, run: Moved) -> tuple[float, float]:
    """The largest difference of energy and work of the held efforts over the peak of the kinetic energy, and this peak.

    Work over a period is exactly the effort times the joint's way.
    """
    robot = machine(name)
    nq, n = len(robot.mechanism.coordinates), robot.n_active
    energy = robot.energy(run.states[:, :nq], run.states[:, nq:])
    way = np.diff(run.states[:, :n], axis=0)
    work = np.concatenate([[0.0], np.cumsum(np.sum(run.tau * way, axis=1))])
    total = energy.kinetic + energy.potential
    peak = float(energy.kinetic.max())
    return float(np.abs(total - total[0] - work).max()) / peak, peak
