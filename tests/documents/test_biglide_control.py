"""Kinematic control and computed torque of the Biglide, with every setting that [DemuttiRosi2020] chapter 3 and [LeePalma]
sections V-D and V-E name, at every communication interval that they name: on our plants, and on engines in the place of ADAMS.

Drives that take rates are the kinematic plant; an engine takes efforts, and an inner velocity loop makes it follow rates. How the
outputs look between two instants is in test_lee_palma_control.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.studies.biglide.biglide_paths import DEMUTTI_ROSI, LEE_PALMA, THROUGH_54, TO_SINGULARITY
from kinloop.studies.biglide.control_runs import FINE, PLANTS, control_run, kinematic_run, start_of

Array = np.ndarray
DEMUTTI, LEE = DEMUTTI_ROSI, LEE_PALMA
INTERVALS = (0.1, 0.05, 0.025)
OF_100 = kl.ComputedTorque(100.0, 100.0)
ENGINES = ["mujoco", pytest.param("exudyn", marks=pytest.mark.long)]


def plant_named(name: str, period: float) -> Any:
    if name in ("mujoco", "exudyn"):
        pytest.importorskip(name)
    return PLANTS[name](substeps=max(1, round(period / FINE)))


def run(law: kl.Law, path: kl.Quintic, period: float, plant: str = "native", duration: float | None = None) -> kl.Record:
    plant_named(plant, period)
    return control_run(law, path, period, plant, duration)


def rates(gain: float, path: kl.Quintic, interval: float, plant: str) -> Array:
    """The tool (k, 2) at the instants of communication, under kinematic control."""
    plant_named(plant, interval)
    return kinematic_run(gain, path, interval, plant)[1]


def largest_error(x: Array, path: kl.Quintic) -> float:
    t = np.linspace(0.0, float(path.duration), len(x))
    return float(np.abs(path(t).x - x).max())


# ------------------------------------------------------------------ kinematic control


def test_the_error_of_kinematic_control_is_in_proportion_to_the_interval() -> None:
    """[DemuttiRosi2020] 3.2, lambda = 2: "doubling the communication interval doubles the error, halving it halves it". The rates
    are held, so they are late by half an interval."""
    errors = [largest_error(rates(2.0, DEMUTTI, interval, "kinematic"), DEMUTTI) for interval in INTERVALS]
    np.testing.assert_allclose(np.array(errors[:-1]) / errors[1:], 2, rtol=0.04)
    np.testing.assert_allclose(errors, [4.72e-3, 2.29e-3, 1.12e-3], rtol=5e-3)
    errors = [largest_error(rates(1.0, LEE, interval, "kinematic"), LEE) for interval in (0.1, 0.01)]  # [LeePalma] V-D
    np.testing.assert_allclose(errors[0] / errors[1], 10, rtol=0.03)


@pytest.mark.parametrize("plant", ["native", *ENGINES])
def test_with_a_velocity_loop_a_plant_of_efforts_does_the_same_a_little_later(plant: str) -> None:
    """The loop adds its lag of 1/300 s, which does not depend on the interval."""
    for gain, path, intervals in ((2.0, DEMUTTI, INTERVALS), (1.0, LEE, (0.1, 0.01))):
        lags = []
        for interval in intervals:
            ideal, found = (rates(gain, path, interval, each) for each in ("kinematic", plant))
            lags.append(np.abs(found - ideal).max())
            assert lags[-1] < np.abs(path(path.duration / 2).xd).max() / 300
            assert np.abs(found - rates(gain, path, interval, "native")).max() < 1e-7
            assert largest_error(found, path) <= (largest_error(ideal, path) + lags[-1]) * (1 + 1e-9)
        assert max(lags) < 1.15 * min(lags)


# ------------------------------------------------------------------ computed torque


@pytest.mark.parametrize("plant", ["native", *ENGINES])
def test_computed_torque_with_gains_1_and_2_follows_at_every_interval(plant: str) -> None:
    """[DemuttiRosi2020] 3.3, joint references through the inverse model, fig. 3.6: 3 mm at 0.05 s, in proportion to it."""
    law = kl.ComputedTorque(1.0, 2.0)
    found = [run(law, DEMUTTI, interval, plant) for interval in INTERVALS]
    errors = [np.abs(each.q_ref - each.q[:, :2]).max() for each in found]
    np.testing.assert_allclose(np.array(errors[:-1]) / errors[1:], 2, rtol=0.1)
    np.testing.assert_allclose(errors[1], 2.98e-3, rtol=2e-3)
    for each, interval in zip(found, INTERVALS, strict=True):
        assert np.abs(each.x - run(law, DEMUTTI, interval).x).max() < 1e-7
        assert each.status is kl.RunStatus.COMPLETE


@pytest.mark.parametrize("plant", ["native", *ENGINES])
def test_gains_of_100_follow_to_microns_at_0_01_s(plant: str) -> None:
    """[LeePalma] V-E: "less than 1 mm"."""
    found = run(OF_100, LEE, 0.01, plant)
    assert np.abs(found.error).max() < 5e-6
    assert np.abs(found.x - run(OF_100, LEE, 0.01).x).max() < 1e-7


@pytest.mark.filterwarnings("ignore::kinloop.errors.UnstableLoop")
@pytest.mark.parametrize("plant", ["native", *ENGINES])
@pytest.mark.parametrize("interval", INTERVALS)
def test_gains_of_100_diverge_at_the_longer_intervals(plant: str, interval: float) -> None:
    """A rate error becomes -(Kd T - 1) times itself in a period: -9 at 0.1 s, -4 at 0.05 s, -1.5 at 0.025 s. So the same gains
    that follow to microns at 0.01 s throw the platform away; no error of a program, and no fault of an engine."""
    duration = {0.1: 0.4, 0.05: 0.4, 0.025: 0.5}[interval]  # while the error is small
    error = np.abs((found := run(OF_100, LEE, interval, plant, duration)).q_ref - found.q[:, :2]).max(axis=1)
    radius = kl.sampled_loop(robot_named("biglide"), OF_100, start_of(LEE), interval).spectral_radius
    np.testing.assert_allclose(radius, 100 * interval - 1, rtol=0.07)
    np.testing.assert_allclose(error[-1] / error[-3], radius**2, rtol=0.2)
    assert error[-1] > 50 * np.abs((calm := run(OF_100, LEE, 0.01)).q_ref - calm.q[:, :2]).max()


@pytest.mark.filterwarnings("ignore::kinloop.errors.UnstableLoop")
def test_a_run_in_which_an_engine_loses_the_machine_is_a_record_of_what_came_before() -> None:
    """At 0.1 s the platform leaves at hundreds of metres a second, and MuJoCo's rods come apart."""
    found = run(OF_100, LEE, 0.1, "mujoco")
    assert found.status is kl.RunStatus.DIVERGED
    assert "the steps tore the loops open" in found.events[-1].message
    assert 0.3 < found.t[-1] < 1.0


def test_the_bound_of_gains_100_is_20_ms() -> None:
    """Jury's test on z^2 - (2 - Kd T - Kp T^2/2) z + (1 - Kd T + Kp T^2/2) gives Kd T < 2 where Kp T < 2 Kd."""
    for path, t in ((LEE, 0.0), (DEMUTTI, 1.0)):
        q = robot_named("biglide").inverse_geometry(path(t).x, mode=(-1, -1)).q
        np.testing.assert_allclose(kl.largest_period(robot_named("biglide"), OF_100, q), 0.02, rtol=1e-9)


@pytest.mark.parametrize("plant", ["native", *ENGINES])
def test_at_19_ms_a_disturbance_decays_and_at_21_ms_it_grows(plant: str) -> None:
    robot, point = robot_named("biglide"), kl.Quintic([0.05, 0.4], [0.05, 0.4], 1.0)
    q = robot.inverse_geometry([0.05, 0.4], mode=(-1, -1)).q
    qd = robot.forward_velocity(q, [1e-7, -2e-7]).qd
    clock: dict[str, Any] = {"q": q, "qd": qd, "plant": plant_named(plant, 0.02)}
    below = kl.simulate(robot, OF_100, point, duration=60 * 0.019, period=0.019, **clock)
    with pytest.warns(kl.UnstableLoop, match=r"grow by the factor 1\.10106 a period; it is stable with periods up to 0\.02 s"):
        above = kl.simulate(robot, OF_100, point, duration=60 * 0.021, period=0.021, **clock)
    small, large = (np.abs(each.qd[:, :2]).max(axis=1) for each in (below, above))
    assert small[60] < 2e-3 * small[0]
    radius = kl.sampled_loop(robot, OF_100, q, 0.021).spectral_radius
    np.testing.assert_allclose(large[60] / large[20], radius**40, rtol=5e-3)
    assert large[60] > 300 * large[0]


# ------------------------------------------------------------------ towards the singularity


def test_the_motion_itself_has_bounded_efforts_at_the_singularity() -> None:
    """Its acceleration is zero where it crosses x = 0 in the mode (1, -1), so it meets the criterion by accident."""
    found = kl.assess(robot_named("biglide"), TO_SINGULARITY, mode=(1, -1))
    (crossing,) = found.crossings
    assert crossing.kind == "type 2"
    np.testing.assert_allclose(crossing.time, 1.0, atol=1e-9)
    for side in (crossing.before, crossing.after):
        assert not side.unbounded
        assert np.abs(side.tau).max() < 2


@pytest.mark.parametrize("plant", ["native", *ENGINES])
def test_computed_torque_of_the_joints_turns_back_with_forces_that_grow_as_the_interval_shrinks(plant: str) -> None:
    """Figures 3.7 and 3.8: "the forces tend to infinity". Effort for a joint error grows as 1/x^2. The joints are where they
    should be to microns, but the platform turns back and stays in its assembly mode, 0.2 m from its goal."""
    law = kl.ComputedTorque(1.0, 2.0)
    found = [run(law, TO_SINGULARITY, period, plant) for period in (0.025, 0.01, 1e-3)]
    forces = [np.abs(each.tau).max() for each in found]
    assert forces[0] > 50
    assert forces[1] > 1.5 * forces[0]
    assert forces[2] > 5 * forces[1]
    for each in found:
        assert abs(each.t[np.abs(each.tau).max(axis=1).argmax()] - 1.0) < 0.03  # at the singularity
        assert each.x[:, 0].min() > 0
        assert (each.mode["assembly"] == -1).all()
        assert [event.kind for event in each.events] == ["other assembly mode"]
        np.testing.assert_allclose(each.x_ref[-1, 0] - each.x[-1, 0], -0.2, atol=1e-3)
    assert np.abs(found[-1].q_ref - found[-1].q[:, :2]).max() < 1e-4


def test_the_forces_grow_as_one_over_the_interval_without_end() -> None:
    law = kl.ComputedTorque(1.0, 2.0)
    forces = [np.abs(run(law, TO_SINGULARITY, period).tau).max() for period in (1e-3, 5e-4, 2.5e-4, 1.25e-4)]
    np.testing.assert_allclose(np.array(forces[1:]) / forces[:-1], 2, rtol=0.06)
    assert forces[-1] > 8e3


def test_with_gains_of_100_the_run_stops_at_the_singularity() -> None:
    """ "The simulation stops": the platform is thrown about, and the last event says where and under which command."""
    found = run(OF_100, TO_SINGULARITY, 5e-3)
    assert found.status is kl.RunStatus.DIVERGED
    assert found.events[-1].kind == "diverged"
    np.testing.assert_allclose(found.events[-1].time, 1.0, atol=0.02)
    assert np.abs(found.tau[-1]).max() > 1e5
    assert np.abs(found.tau[found.t < 0.9]).max() < 3


def test_a_machine_that_follows_rates_stops_there_too() -> None:
    """No motion has the commanded rates just before the rods are one line."""
    found = run(kl.KinematicControl(2.0), TO_SINGULARITY, 1e-3, "kinematic")
    assert found.status is kl.RunStatus.DIVERGED
    assert "there is no motion with these joint rates" in found.events[-1].message
    assert 0 <= found.x[-1, 0] < 1e-3
    np.testing.assert_allclose(found.t[-1], 1.0, atol=0.01)


@pytest.mark.parametrize("period", [0.01, 1e-3])
def test_computed_torque_of_the_task_crosses_with_a_few_newtons(period: float) -> None:
    """What the report needed: the error of the tool, for which the effort grows as 1/x only, while the error itself is one of the
    motion's own direction. The assembly mode changes, and the platform arrives."""
    found = run(kl.ComputedTorque(1.0, 2.0, space="task"), TO_SINGULARITY, period)
    assert [event.kind for event in found.events] == ["type 2", "assembly mode"]
    assert np.abs(found.tau).max() < 3
    assert found.mode["assembly"][-1] == 1
    assert np.abs(found.error[-1]).max() < 0.2 * period


def test_the_path_of_54_meets_no_singularity_in_the_mode_of_50() -> None:
    """[LeePalma] V-E has the simulation crash on it. In the mode of (50) it is regular: 0.03 mm, 3 N. In the modes with opposite
    signs its first point is singular, and a run is refused."""
    robot = robot_named("biglide")
    path = THROUGH_54
    assert kl.assess(robot, path, mode=(-1, -1)).crossings == ()
    found = kl.simulate(robot, OF_100, path, duration=6.0, period=0.01, mode=(-1, -1))
    assert found.status is kl.RunStatus.COMPLETE
    assert np.abs(found.error).max() < 3e-5
    assert np.abs(found.tau).max() < 4
    with pytest.raises(kl.SingularConfiguration):
        kl.simulate(robot, OF_100, path, duration=6.0, period=0.01, mode=(1, -1))
