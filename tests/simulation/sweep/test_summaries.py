"""What rollouts say of each run beside its errors: last state and mode, crossings of singular loci, other periods."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.errors import ShapeError

CLOCK: dict[str, Any] = {"duration": 1.0, "period": 1e-3}


def coasting() -> tuple[kl.Robot, np.ndarray, np.ndarray]:
    """A Biglide that coasts across x = 0 (Type 2, and then Type 1), across Type 2 alone, and away from both."""
    robot = robot_named("biglide")
    q = robot.inverse_geometry([0.1, 0.4], mode=(1, -1)).q
    return robot, q, np.stack([robot.inverse_velocity(q, [speed, -0.2]).qd for speed in (-0.3, -0.2, 0.05)])


def test_fixed_steps_report_the_crossings_that_an_adaptive_run_reports() -> None:
    robot, q, rates = coasting()
    fixed = kl.simulate(robot, None, q=q, qd=rates[0], **CLOCK)
    adaptive = kl.simulate(robot, None, q=q, qd=rates[0], plant=kl.Native(integrator=kl.Adaptive()), **CLOCK)
    assert [event.kind for event in fixed.events] == ["type 2", "assembly mode", "type 1", "working mode"]
    assert [event.kind for event in adaptive.events] == [event.kind for event in fixed.events]
    for one, other in zip(fixed.events, adaptive.events, strict=True):
        assert one.time == pytest.approx(other.time, abs=1e-9)  # of the two integrators
        assert one.message == other.message


@pytest.mark.parametrize("keep", ["samples", "summary"])
def test_summaries_have_last_state_mode_and_crossings(keep: Any) -> None:
    robot, q, rates = coasting()
    many = kl.rollouts(robot, None, q=q, vary={"qd": rates}, keep=keep, **CLOCK)
    for k in range(3):
        alone = kl.simulate(robot, None, q=q, qd=rates[k], **CLOCK)
        np.testing.assert_array_equal(many.q_last[k], alone.q[-1])
        np.testing.assert_array_equal(many.qd_last[k], alone.qd[-1])
        np.testing.assert_array_equal(many.working_last[k], alone.mode["working"][-1])
        np.testing.assert_array_equal(many.assembly_last[k], alone.mode["assembly"][-1])
        for column, kind in enumerate(("type 2", "type 1")):
            times = [event.time for event in alone.events if event.kind == kind]
            assert many.crossings[k, column] == len(times)
            if times:
                assert many.crossing_time[k, column] == pytest.approx(times[0], abs=1e-5)  # between samples, linearly
            else:
                assert np.isnan(many.crossing_time[k, column])


def test_runs_that_did_not_begin_have_no_last_state() -> None:
    robot, q, rates = coasting()
    many = kl.rollouts(robot, None, vary={"q": np.stack([q, q + 0.1]), "qd": rates[:2]}, duration=0.01, period=1e-3)
    assert many.status.tolist() == [kl.RunStatus.COMPLETE, kl.RunStatus.NOT_STARTED]
    assert np.isnan(many.q_last[1]).all()
    assert np.isnan(many.crossings[1]).all()
    assert np.isfinite(many.q_last[0]).all()


def test_serial_machines_and_varied_lengths(tmp_path: Path) -> None:
    arm = kl.rollouts(
        robot_named("two_r"),
        kl.PD(10.0, 1.0),
        kl.described_motion(robot_named("two_r")),
        duration=0.1,
        period=1e-2,
        vary={"law.kp": [1.0, 2.0]},
    )
    assert np.isnan(arm.crossings).all()  # not looked for
    robot = robot_named("biglide")
    lengths = [0.36, 0.40]
    path = kl.Quintic([0.1, 0.3], [0.12, 0.28], 0.1)
    many = kl.rollouts(robot, kl.ComputedTorque(100.0, 20.0), path, duration=0.1, period=1e-3, vary={"l": lengths})
    for k, length in enumerate(lengths):
        alone = kl.simulate(robot.with_parameters(l=length), kl.ComputedTorque(100.0, 20.0), path, duration=0.1, period=1e-3)
        np.testing.assert_array_equal(many.working_last[k], alone.mode["working"][-1])
        np.testing.assert_array_equal(many.q_last[k], alone.q[-1])
    many.save(tmp_path / "runs.npz")
    again = kl.Rollouts.load(tmp_path / "runs.npz")
    for name in ("q_last", "qd_last", "working_last", "assembly_last", "crossings", "crossing_time"):
        np.testing.assert_array_equal(getattr(again, name), getattr(many, name))


def test_the_period_varies_with_summaries() -> None:
    robot, path = robot_named("biglide"), kl.Quintic([0.1, 0.3], [0.12, 0.28], 0.1)
    law, periods = kl.PID(300.0, 50.0, 30.0), [1e-3, 5e-3, 1e-3, 2e-3]
    vary = {"period": periods, "m_f": [1.0, 1.0, 1.2, 1.0]}
    options: dict[str, Any] = {"duration": 0.1, "sensors": kl.Sensors(noise={"q": 1e-6})}
    many = kl.rollouts(robot, law, path, period=1e-3, vary=vary, keep="summary", **options)
    for k, period in enumerate(periods):
        machine = robot.with_parameters(m_f=vary["m_f"][k])
        sensors = kl.Sensors(noise={"q": 1e-6}, run=k)
        alone = kl.simulate(machine, law, path, duration=0.1, period=period, sensors=sensors)
        np.testing.assert_array_equal(many.q_last[k], alone.q[-1])
        assert many.error_max[k] == pytest.approx(np.linalg.norm(alone.error, axis=1).max(), rel=1e-12)
    with pytest.raises(ShapeError, match="the period varies, so samples have no common times"):
        kl.rollouts(robot, law, path, period=1e-3, vary=vary, **options)
    with pytest.raises(ShapeError, match="the period is"):
        kl.rollouts(robot, law, path, period=1e-3, vary={"period": [0.0]}, keep="summary", **options)
    with pytest.raises(ShapeError, match="no whole number of periods"):
        kl.rollouts(robot, law, path, period=1e-3, vary={"period": [0.03]}, keep="summary", **options)
