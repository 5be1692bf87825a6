"""A small sweep of the Biglide that several tests run, and its comparison with rollouts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import kinloop as kl

START = [0.0, 0.30005393]
PATH = kl.Quintic(START, [0.1, 0.1], 2.0)
LAW = kl.ComputedTorque(100.0, [20.0, 21.0])
ROBOT = kl.load("biglide")
Q = ROBOT.inverse_geometry(START, mode=(-1, -1)).q
OPTIONS: dict[str, Any] = {"duration": 0.05, "period": 0.01, "q": Q}
MASSES = np.linspace(2.0, 4.0, 40)
VARY: dict[str, Any] = {"plant.m_p": MASSES, "law.kp": np.linspace(50.0, 150.0, 40)}
RESULTS = ("status", "stopped", "error_rms", "error_max", "error_last", "tau_max", "q_last", "qd_last")
RESULTS += ("working_last", "assembly_last", "crossings", "crossing_time")
SAMPLES = ("q", "qd", "tau", "x", "error")


def run_sweep(folder: Path, vary: dict[str, Any] = VARY, **more: Any) -> kl.Sweep:
    """A sweep into a folder, without progress unless asked for."""
    return kl.sweep(ROBOT, LAW, PATH, vary=vary, store=folder, **{**OPTIONS, "progress": False, **more})


def roll_out(vary: dict[str, Any] = VARY, **more: Any) -> kl.Rollouts:
    """The same runs by rollouts."""
    return kl.rollouts(ROBOT, LAW, PATH, vary=vary, **{"keep": "summary", **OPTIONS, **more})


def assert_equal_bits(found: kl.Rollouts, expected: kl.Rollouts, names: tuple[str, ...] = RESULTS) -> None:
    """All results of the runs, to the bit."""
    assert found.shape == expected.shape
    for name in names:
        one, other = (np.ascontiguousarray(getattr(runs, name)) for runs in (found, expected))
        assert one.shape == other.shape, name
        assert one.dtype == other.dtype, name
        assert one.tobytes() == other.tobytes(), name
