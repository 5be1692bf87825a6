"""[LeePalma] section V-D: kinematic control of the Biglide, and how a communication interval of 0.1 s shows in its outputs.

The plant and the controller exchange values at the communication instants only. The plant's outputs are held in between (flat
steps in fig. 15), while the desired trajectory follows a continuous clock, so the plotted error grows over each interval and
falls back at the next instant (fig. 16). The motion itself is that of the sampled loop.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import kinloop as kl

# (47), lambda = 1 of (49), in the working mode of (50).
PATH = kl.Quintic([0.0, 0.3], [0.1, 0.5], 3.0)
DURATION, FINE = 3.0, 1e-3
INTERVALS = (0.1, 0.01)


@cache
def run(interval: float, samples: int = 1) -> kl.Record:
    """At the communication instants; with more ``samples``, as a continuous clock sees the plant's held outputs."""
    robot = kl.load("biglide")
    q = robot.inverse_geometry(PATH(0.0).x, mode=(-1, -1)).q
    clock: dict[str, Any] = {"duration": DURATION, "period": interval, "plant": kl.Kinematic(substeps=round(interval / FINE))}
    law = kl.KinematicControl(1.0)
    return kl.simulate(robot, law, PATH, q=q, recording=kl.Recording(samples, held_outputs=samples > 1), **clock)


def as_plotted(interval: float) -> kl.Record:
    return run(interval, round(interval / FINE))


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
    fastest = np.linalg.norm(PATH(1.5).xd)
    for interval in INTERVALS:
        x = as_plotted(interval).x
        changes = np.linalg.norm(np.diff(x, axis=0), axis=1)
        assert len(changes) == round(DURATION / FINE)
        assert np.count_nonzero(changes) == round(DURATION / interval)
        assert changes.max() == pytest.approx(interval * fastest, rel=0.02)
        np.testing.assert_array_equal(x[:: round(interval / FINE)], run(interval).x)


def test_the_held_output_makes_the_error_oscillate() -> None:
    """Fig. 16: over an interval the error grows by the desired trajectory's own way and falls back at the next instant, so that
    it is many times the error at the instants."""
    plotted, instants = as_plotted(0.1), run(0.1)
    np.testing.assert_allclose(plotted.x_ref, PATH(plotted.t).x, atol=1e-15)
    np.testing.assert_allclose(plotted.error, plotted.x_ref - plotted.x, atol=1e-15)
    np.testing.assert_allclose(plotted.error[::100], instants.error, atol=1e-15)
    falls = np.diff(np.linalg.norm(plotted.error, axis=1)) < -1e-4
    assert set(np.flatnonzero(falls) % 100) == {99}  # just before an instant
    assert np.count_nonzero(falls) > 20  # all but where the motion begins and comes to rest
    assert np.abs(plotted.error).max() > 3 * np.abs(instants.error).max()
    assert np.abs(plotted.error).max() / np.abs(as_plotted(0.01).error).max() == pytest.approx(10, rel=0.1)


def test_computed_torque_with_gains_of_100_stays_within_a_millimetre() -> None:
    """Section V-E, fig. 18; the error is inversely proportional to the gains: with both doubled, it is half."""
    robot = kl.load("biglide")
    q = robot.inverse_geometry(PATH(0.0).x, mode=(-1, -1)).q
    largest = {}
    for gain in (50.0, 100.0):
        law = kl.ComputedTorque(gain, gain)
        record = kl.simulate(robot, law, PATH, duration=DURATION, period=1e-3, q=q)
        largest[gain] = np.abs(record.error).max()
    assert largest[100.0] < 1e-3
    assert largest[50.0] / largest[100.0] == pytest.approx(2, rel=0.1)
