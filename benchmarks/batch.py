"""Throughput: 100 000 states of the UR5, C-contiguous, through the public methods, the allocation of the answer included."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
from measure import Measure, best, ur5

import kinloop as kl

SAMPLES = 100_000
NANOSECONDS = 1e9 / SAMPLES


def measures() -> list[Measure]:
    robot = kl.load(ur5())
    one, two = robot.with_threads(1), robot.with_threads(2)
    model = pin.buildModelFromUrdf(str(ur5()))
    pool = pin.ModelPool(model, 1)
    random = np.random.default_rng(0)
    q, qd, qdd, tau = random.uniform(-3, 3, (4, SAMPLES, model.nv))
    # Pinocchio's own layout, a column a sample, and an array for the answer that it has not to allocate.
    q_, qd_, qdd_, tau_ = (np.asfortranarray(a.T) for a in (q, qd, qdd, tau))
    answer = np.empty((model.nv, SAMPLES), order="F")
    inverse, peer_inverse = best(
        lambda: one.inverse_dynamics(q, qd, qdd), lambda: pin.rneaInParallel(1, pool, q_, qd_, qdd_, answer), rounds=12
    )
    forward, peer_forward = best(
        lambda: one.forward_dynamics(q, qd, tau), lambda: pin.abaInParallel(1, pool, q_, qd_, tau_, answer), rounds=12
    )
    # In many short turns of their own: two threads need both processors to be idle at the same time.
    inverse_one, inverse_two = best(
        lambda: one.inverse_dynamics(q, qd, qdd), lambda: two.inverse_dynamics(q, qd, qdd), rounds=150
    )
    forward_one, forward_two = best(
        lambda: one.forward_dynamics(q, qd, tau), lambda: two.forward_dynamics(q, qd, tau), rounds=100
    )

    def against(name: str, ours: float, peer: float, peer_name: str, target: float) -> Measure:
        return Measure("batch", name, ours * NANOSECONDS, "ns", peer * NANOSECONDS, peer_name, target, "faster", "least")

    return [
        against("UR5 inverse dynamics, 1 thread", inverse, peer_inverse, "pin.rneaInParallel", 15),
        against("UR5 forward dynamics, 1 thread", forward, peer_forward, "pin.abaInParallel", 10),
        against("UR5 inverse dynamics, 2 threads", inverse_two, inverse_one, "1 thread", 1.6),
        against("UR5 forward dynamics, 2 threads", forward_two, forward_one, "1 thread", 1.6),
    ]
