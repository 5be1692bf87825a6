"""Latency: one state of the UR5 from Python, on the raw kernel and with the public method's checks."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
from measure import Measure, best, repeat, ur5

import kinloop as kl

CALLS = 2000
MICROSECONDS = 1e6 / CALLS


def measures() -> list[Measure]:
    robot = kl.load(ur5())
    model = pin.buildModelFromUrdf(str(ur5()))
    data = model.createData()
    q, qd, u = np.random.default_rng(0).uniform(-3, 3, (3, model.nv))
    found = []
    for name, peer_name in (("inverse_dynamics", "pin.rnea"), ("forward_dynamics", "pin.aba")):
        kernel = robot.models.formulas.kernel(name).ufunc
        method, peer = getattr(robot, name), getattr(pin, peer_name.removeprefix("pin."))
        raw, public, theirs = best(
            repeat(lambda kernel=kernel: kernel(q, qd, u), CALLS),
            repeat(lambda method=method: method(q, qd, u), CALLS),
            repeat(lambda peer=peer: peer(model, data, q, qd, u), CALLS),
            rounds=8,
        )
        label = f"UR5 {name.replace('_', ' ')}"
        for what, ours, target in (("raw kernel", raw, 2), ("public method", public, 2.5)):
            times = (ours * MICROSECONDS, "us", theirs * MICROSECONDS)
            found.append(Measure("single call", f"{label}, {what}", *times, peer_name, target, "slower", "most"))
    return found
