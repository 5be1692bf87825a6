"""Machines of many joints from the first call to the end of a short run, without a cache: seconds of the processor, those of the
process that generates code included; on a machine that does nothing else these are seconds on the clock.

A chain of revolute joints about random axes under computed torque, and four-bars in a row without a motor. Half as many joints
show how it grows: at most as the square of their number.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from time import process_time
from unittest.mock import patch

import numpy as np
from compile_growth import chain
from four_bars import first_rates, n_four_bars
from measure import Measure

import kinloop as kl

MOST = 30.0  # seconds
SQUARE = 4.0
DURATION, PERIOD = 0.1, 1e-3


def run_chain(joints: int) -> kl.Record:
    robot = kl.load(chain(joints))
    path = kl.Quintic(np.zeros(joints), 0.2 * np.ones(joints), DURATION, space="active")
    return kl.simulate(robot, kl.ComputedTorque(kp=100.0, kd=20.0), path, duration=DURATION, period=PERIOD)


def run_four_bars(count: int) -> kl.Record:
    robot = kl.load(n_four_bars(count, actuated=False))
    return kl.simulate(robot, None, None, duration=DURATION, period=PERIOD, qd=first_rates(robot))


def seconds(run: Callable[[int], kl.Record], count: int) -> float:
    def spent() -> float:
        return process_time() + sum(os.times()[2:4])

    with patch.dict(os.environ, {"KINLOOP_CACHE": ""}):
        begun = spent()
        run(count)
        return spent() - begun


def measures() -> list[Measure]:
    found = []
    for name, run, count in (("joints in a chain", run_chain, 100), ("four-bars in a row", run_four_bars, 40)):
        few, many = seconds(run, count // 2), seconds(run, count)
        found.append(Measure("long_chain", f"{count} {name}, load and simulate 0.1 s", many, "s", target=MOST))
        found.append(
            Measure("long_chain", f"the same against {count // 2}", many, "s", few, f"{count // 2}", SQUARE, compared="slower")
        )
    return found
