"""004, section V-D: kinematic control of the Biglide, and what a communication interval of 0.1 s does to its outputs.

The plant and the rest talk at the communication instants only. What the plant gives keeps its value in between ("large flat
lines", fig. 15), while the desired trajectory "uses a continuous clock", so the error grows over each interval and falls back at the
next instant ("oscillations", fig. 16). The motion itself is that of the sampled loop.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import kinloop as kl

# (47), lambda = 1 of (49), in the working mode of (50).
PATH = kl.Quintic([0.0, 0.3], [0.1, 0.5], 3.0)
DURATION, FINE = 3.0, 1e-3
INTERVALS = (0.1, 0.01)


@cache
def run(interval: float) -> kl.Record:
    robot = kl.load("biglide")
    start = robot.inverse_geometry(PATH(0.0).x, mode=(-1, -1)).q
    clock = {"duration": DURATION, "period": interval, "substeps": round(interval / 1e-3)}
    return kl.simulate(robot, kl.KinematicControl(1.0), PATH, plant="kinematic", q=start, **clock)  # type: ignore[arg-type]


def as_plotted(record: kl.Record) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Time, output and error as a continuous clock sees them: outputs held from instant to instant."""
    count = round((record.t[1] - record.t[0]) / FINE)
    x = np.repeat(record.x[:-1], count, axis=0)
    t = FINE * np.arange(len(x))
    return t, x, PATH(t).x - x


def test_the_trajectory_is_the_printed_polynomial() -> None:
    """(46)."""
    t = np.linspace(0, 3, 31)
    s = 10 * (t / 3) ** 3 - 15 * (t / 3) ** 4 + 6 * (t / 3) ** 5
    np.testing.assert_allclose(PATH(t).x, [0.0, 0.3] + s[:, None] * np.array([0.1, 0.2]), atol=1e-15)


def test_at_0_01_s_the_error_is_of_ten_thousandths() -> None:
    """Fig. 14: "the magnitude of the values are to the ten-thousandth"."""
    largest = np.abs(run(0.01).error).max()
    assert 1e-4 < largest < 1e-3


def test_at_0_1_s_the_output_has_flat_lines() -> None:
    """Fig. 15: steps of a tenth of a second, up to 14 mm high; at 0.01 s they are 1.4 mm and hardly seen."""
    heights = {}
    for interval in INTERVALS:
        _, x, _ = as_plotted(run(interval))
        flat = np.all(np.diff(x, axis=0) == 0, axis=1)
        assert np.count_nonzero(~flat) == round(DURATION / interval) - 1
        assert flat.mean() == pytest.approx(1 - FINE / interval, abs=1e-3)
        heights[interval] = np.linalg.norm(np.diff(x, axis=0), axis=1).max()
    fastest = np.linalg.norm(PATH(1.5).xd)
    assert heights[0.1] == pytest.approx(0.1 * fastest, rel=0.02)
    assert heights[0.01] == pytest.approx(0.01 * fastest, rel=0.02)


def test_the_held_output_makes_the_error_oscillate() -> None:
    """Fig. 16: over an interval the error grows by the desired trajectory's own way and falls back at the next instant, so that it
    is many times the error at the instants."""
    record = run(0.1)
    t, _, error = as_plotted(record)
    teeth = error.reshape(-1, 100, 2)
    grown = teeth[:, -1] - teeth[:, 0]
    np.testing.assert_allclose(grown, PATH(t[99::100]).x - PATH(t[::100]).x, atol=1e-15)
    falls = np.count_nonzero(np.diff(np.linalg.norm(error, axis=1)) < -1e-4)
    assert falls > 15  # all but where it starts and where it comes to rest
    np.testing.assert_array_equal(teeth[:, 0], record.x_ref[:-1] - record.x[:-1])
    assert np.abs(error).max() > 3 * np.abs(record.error).max()
    assert np.abs(error).max() / np.abs(as_plotted(run(0.01))[2]).max() == pytest.approx(10, rel=0.05)


def test_computed_torque_with_gains_of_100_stays_within_a_millimetre() -> None:
    """Section V-E, fig. 18; the error is "inversely proportional" to the gains: both ten times as large, it is a tenth."""
    robot = kl.load("biglide")
    q = robot.inverse_geometry(PATH(0.0).x, mode=(-1, -1)).q
    largest = {}
    for gain in (10.0, 100.0):
        law = kl.ComputedTorque(gain, gain)
        record = kl.simulate(robot, law, PATH, duration=DURATION, period=0.01, q=q, substeps=10)
        largest[gain] = np.abs(record.error).max()
    assert largest[100.0] < 1e-3
    assert largest[10.0] / largest[100.0] == pytest.approx(10, rel=0.1)
