"""A quintic, an S-curve and the time-optimal motion between the same points, each as fast as its kind allows under the same limit
of the efforts: their times, peak efforts and tracking errors under computed torque."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl

pytest.importorskip("toppra", reason="the extra planning is not installed")
PERIOD = 2.5e-4
# Machine -> two points of its tool, and a limit of the efforts [N m], below that of the description so that speeds are free.
MACHINES: dict[str, tuple[list[float], list[float], float]] = {
    "five_bar": ([-0.03, 0.13], [0.03, 0.13], 1.0),
    "delta_rods": ([-0.3, -0.1, -0.9], [0.3, 0.1, -0.9], 50.0),
}


def s_curve(line: kl.Line, duration: float) -> kl.FollowPath:
    """On a line in a given time, without a phase of constant speed: the acceleration rises, stays and falls, in parts 1:2:1."""
    rise = duration / 8
    acceleration = line.length / ((duration / 2 - rise) * duration / 2)
    return kl.FollowPath(line, acceleration=acceleration, jerk=acceleration / rise)


def fastest(robot: kl.Robot, make: Any, effort: float) -> Any:
    """The motion of a kind that meets the limit of the efforts: without gravity they fall with the square of the time."""
    duration = 0.1
    for _ in range(20):
        motion = make(duration)
        ratio = kl.assess(robot, motion, samples=401, limits={"effort": effort}).peak("effort").ratio
        if abs(ratio - 1) < 1e-4:
            return motion
        duration *= np.sqrt(ratio)
    raise AssertionError("no time was found")


@dataclass(frozen=True)
class Found:
    """A motion: its time [s], its largest effort and speed as parts of their limits, and of a run at 4 kHz: the largest error of
    the tool [m], and the largest command as a part of the limit."""

    duration: float
    effort: float
    speed: float
    error: float
    command: float


@cache
def three_motions(name: str) -> dict[str, Found]:
    robot, (start, end, effort) = robot_named(name), MACHINES[name]
    line = kl.Line(start, end)
    motions = {
        "quintic": fastest(robot, lambda duration: kl.Quintic(start, end, duration), effort),
        "S-curve": fastest(robot, lambda duration: s_curve(line, duration), effort),
        "time-optimal": kl.time_optimal(robot, line, effort=effort, grid=200),
    }
    found = {}
    for kind, motion in motions.items():
        report = kl.assess(robot, motion, samples=401, limits={"effort": effort})
        assert report.crossings == ()
        periods = round(float(motion.duration) / PERIOD) + 40
        run = kl.simulate(robot, kl.ComputedTorque(1e4, 200.0), motion, duration=periods * PERIOD, period=PERIOD)
        np.testing.assert_allclose(run.x[0], start, atol=1e-12)
        np.testing.assert_allclose(run.x[-1], end, atol=1e-4)
        found[kind] = Found(
            float(motion.duration),
            report.peak("effort").ratio,
            report.peak("speed").ratio,
            float(np.linalg.norm(run.error, axis=1).max()),
            float(np.abs(run.tau).max() / effort),
        )
    return found


@pytest.mark.parametrize("name", MACHINES)
def test_each_motion_meets_the_limit_of_the_efforts_within_one_percent(name: str) -> None:
    for each in three_motions(name).values():
        assert 0.99 < each.effort < 1.0001
        assert each.speed < 1


@pytest.mark.parametrize("name", MACHINES)
def test_the_time_optimal_motion_is_the_fastest_and_the_quintic_the_slowest(name: str) -> None:
    times = {kind: each.duration for kind, each in three_motions(name).items()}
    assert times["time-optimal"] < 0.9 * times["S-curve"]
    assert times["S-curve"] < 0.99 * times["quintic"]


@pytest.mark.parametrize("name", MACHINES)
def test_computed_torque_follows_all_and_the_one_whose_acceleration_jumps_least_well(name: str) -> None:
    """A held effort is late by half a period: the error is in proportion to the jerk, and largest where the acceleration jumps.
    So is what the command exceeds the plan by."""
    found = three_motions(name)
    errors = {kind: each.error for kind, each in found.items()}
    assert errors["time-optimal"] == max(errors.values())
    assert max(errors.values()) < 2e-4
    for kind in ("quintic", "S-curve"):
        assert found[kind].command == pytest.approx(1, abs=0.02)
    assert found["time-optimal"].command < 1.1
