"""Records of the motion in a machine's description, for tests of what is seen."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
from machines import robot_named

import kinloop as kl
from kinloop.simulation.record.record import ARRAYS

LAW = kl.ComputedTorque(400.0, 40.0)


@cache
def described_record(name: str, period: float = 1e-2, duration: float | None = None) -> kl.Record:
    """The described motion under computed torque, the whole of it unless ``duration`` is given."""
    robot = robot_named(name)
    path = kl.described_motion(robot)
    count = round((duration or path.duration) / period)
    return kl.simulate(robot, LAW, path, duration=count * period, period=period)


def repeat_record(record: kl.Record, times: int) -> kl.Record:
    """A long record: the samples of a short one again and again."""
    t = np.arange(len(record) * times) * (record.t[1] - record.t[0])
    return replace(record, t=t, **{name: np.tile(getattr(record, name), (times, 1)) for name in ARRAYS[1:]})
