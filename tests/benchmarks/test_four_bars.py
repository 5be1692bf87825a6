"""N four-bars ([IFToMM] A02) until shortly before their bars first lie on one line, against a pendulum of one coordinate."""

from __future__ import annotations

import numpy as np
import pytest
from four_bars import aligned_at, energy, first_rates, n_four_bars, parallelogram

import kinloop as kl


@pytest.mark.parametrize("n", [1, 2])
def test_cranks_move_as_one_pendulum_and_keep_their_energy(n: int) -> None:
    robot = kl.load(n_four_bars(n))
    duration = round(0.9 * aligned_at(n), 3)
    run = kl.simulate(robot, None, duration=duration, period=1e-3, q=robot.start, qd=first_rates(robot))
    angle, rate = parallelogram(n, run.t)
    cranks = [k for k, name in enumerate(robot.mechanism.rates) if name.startswith("a")]
    assert run.status == kl.RunStatus.COMPLETE
    np.testing.assert_allclose(run.q[:, cranks], np.tile(angle, (n + 1, 1)).T, rtol=0, atol=1e-10)
    np.testing.assert_allclose(run.qd[:, cranks], np.tile(rate, (n + 1, 1)).T, rtol=0, atol=1e-10)
    total = energy(robot, run.q, run.qd)
    np.testing.assert_allclose(total[0], {1: 20.453333333333333, 2: 35.835}[n], rtol=1e-14)
    np.testing.assert_allclose(total, total[0], rtol=1e-11)
