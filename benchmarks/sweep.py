"""A sweep of the Biglide, which ``rollouts.py`` times; as a program, it prints the memory that it took [MB]."""

from __future__ import annotations

import resource
import sys
from functools import cache

import numpy as np

import kinloop as kl

DURATION, PERIOD, RUNS = 2.0, 1e-3, 10_000
LAW = kl.ComputedTorque(100.0, 20.0)


@cache
def biglide_run() -> tuple[kl.Robot, kl.Quintic, np.ndarray]:
    """The robot, the motion of its description, and the configuration that this begins with."""
    robot = kl.load("biglide")
    start = [0.0, float(np.sqrt(robot.parameters["l"] ** 2 - robot.parameters["d"] ** 2 / 4))]
    return robot, kl.Quintic(start, [0.1, 0.1], DURATION), robot.inverse_geometry(start, mode=(-1, -1)).q


def sweep(runs: int) -> kl.Rollouts:
    """Sweeps over masses, known and unknown to the controller, and over gains."""
    robot, path, q = biglide_run()
    random = np.random.default_rng(1)
    vary = {
        "m_p": random.uniform(2.0, 4.0, runs),
        "plant.m_f": random.uniform(0.8, 1.2, runs),
        "law.kp": random.uniform(80.0, 120.0, runs),
        "law.kd": random.uniform(16.0, 24.0, runs),
    }
    return kl.rollouts(robot, LAW, path, duration=DURATION, period=PERIOD, vary=vary, q=q, keep="summary", threads=1)


if __name__ == "__main__":
    sweep(RUNS)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(peak / (1e6 if sys.platform == "darwin" else 1e3))
