"""Lengths for which the described start does not exist: the robot starts elsewhere and says so, or says that it cannot."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import kinloop as kl


@pytest.mark.parametrize("lengths", [{"l1": 0.25}, {"l2": 0.3}, {"l1": 0.05, "l2": 0.01}])
def test_a_start_that_does_not_exist_for_the_lengths_is_replaced_with_a_warning(lengths: dict[str, float]) -> None:
    robot = kl.load("five_bar", **lengths)
    words = ", ".join(f"{name} = {value:g}" for name, value in lengths.items())
    with pytest.warns(kl.KinloopWarning, match=f"five_bar: its start does not exist for {words}: .*It starts near .* at q1 = "):
        q = robot.start
    tips = [
        robot.parameters["l1"] * np.exp(1j * q[k]) + robot.parameters["l2"] * np.exp(1j * (q[k] + q[k + 2])) + side
        for k, side in ((0, -robot.parameters["d"] / 2), (1, robot.parameters["d"] / 2))
    ]
    assert abs(tips[0] - tips[1]) < 1e-12
    assert np.isfinite(robot.inertia(q)).all()
    run = kl.simulate(robot, None, duration=0.01, period=1e-3)
    np.testing.assert_array_equal(run.q[0], q)


def test_lengths_that_no_configuration_has_say_what_was_tried() -> None:
    robot = kl.load("five_bar", d=1.0)
    with pytest.raises(kl.DescriptionError, match=r"its start does not exist for d = 1: .*Nor do the loops close near"):
        robot.start  # noqa: B018 a property


def test_a_start_that_exists_is_kept_without_a_word() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        q = kl.load("five_bar", d=0.1).start
    assert np.arctan2(0.14, 0.05) < q[0] < np.pi
