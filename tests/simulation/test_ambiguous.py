"""Configuration-space singularities on a motion: found where there is one, and only there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import casadi as ca
import numpy as np
import pytest
from scipy.integrate import quad

import kinloop as kl
from flat_bars import COUPLER, CRANK, bars, cart
from kinloop.simulation.adaptive import AdaptivePlant
from kinloop.simulation.ambiguous import first_ambiguous
from kinloop.simulation.events import RunEnds
from kinloop.simulation.native import NativePlant
from machines import robot_named

KIND = "configuration-space singularity"


def free(n: int) -> kl.Law:
    return kl.casadi_law(lambda t, measured, reference, state, model: (ca.SX.zeros(n), state))


@cache
def machine(rocker: float = CRANK) -> kl.Robot:
    robot = kl.load(bars())
    return robot if rocker == CRANK else robot.with_parameters(rocker=rocker)


@dataclass(frozen=True)
class Motion:
    t: np.ndarray
    q: np.ndarray
    qd: np.ndarray


def fall(robot: kl.Robot) -> Motion:
    return unwatched(robot, 0.4, robot.start, np.zeros(len(robot.mechanism.rates)))


def unwatched(robot: kl.Robot, duration: float, q: np.ndarray, qd: np.ndarray) -> Motion:
    """What the plant does of itself in steps of 1 ms; ``kl.simulate`` would end it where it becomes ambiguous."""
    plant = NativePlant(robot)
    plant.start(q, qd)
    effort = np.zeros(robot.n_active)
    states = np.array([np.concatenate([q, qd]), *(plant.move(effort, 1e-3) for _ in range(round(duration / 1e-3)))])
    return Motion(1e-3 * np.arange(len(states)), *np.split(states, [len(q)], axis=1))


def time_to_flat() -> float:
    """Of the parallelogram, a pendulum, by quadrature: all links' inertia as one on the crank's angle, falling from 0.5 rad.

    With ``a = 0.5 - s^2`` the root at the start, where it is at rest, is gone.
    """
    thick = 0.2 * (3 * 0.01**2 + CRANK**2) / 12
    inertia = 0.2 * (CRANK / 2) ** 2 + thick + 0.2 * (CRANK / 2) ** 2 + 0.2 * CRANK**2 / 12 + 0.5 * CRANK**2
    weight = 9.81 * (0.2 * CRANK / 2 + 0.2 * CRANK / 2 + 0.5 * CRANK)

    def slowness(s: float) -> float:
        drop = np.cos(0.5 - s**2 / 2) * np.sin(s**2 / 2) * 2  # sin 0.5 - sin a
        return float(2 * s / np.sqrt(2 * weight * drop / inertia)) if s > 0 else 0.0

    return float(quad(slowness, 1e-9, np.sqrt(0.5), epsabs=1e-13, epsrel=1e-13)[0])


@pytest.mark.parametrize("every", [1, 5, 20])
def test_a_parallelogram_is_found_flat_at_the_time_of_a_pendulum(every: int) -> None:
    run = fall(machine())
    found = first_ambiguous(machine(), run.t[::every], run.q[::every], run.qd[::every])
    assert abs(found.time - time_to_flat()) < 1e-9 * every**4  # cubics between samples
    assert run.t[::every][found.sample] < found.time < run.t[::every][found.sample + 1]
    assert np.abs(found.q).max() < 1e-6
    event = found.event()
    assert event is not None
    assert event.kind == KIND
    assert "lose rank" in event.message


@pytest.mark.parametrize(("period", "substeps"), [(1e-3, 1), (2e-2, 20), (0.1, 100), (0.2, 200)])
def test_the_time_is_that_of_the_steps_whatever_the_samples(period: float, substeps: int) -> None:
    """As exact as the posture, and with the pendulum's rate there, by its energy."""
    robot = machine()
    event = kl.simulate(robot, None, duration=0.4, period=period, substeps=substeps).events[-1]
    assert abs(event.time - time_to_flat()) < 2e-9
    assert event.q is not None
    assert event.qd is not None
    assert np.abs(event.q).max() < 1e-6
    start, there = robot.energy(robot.start, np.zeros(3)), robot.energy(event.q, event.qd)
    assert there.kinetic + there.potential == pytest.approx(start.kinetic + start.potential, abs=1e-4)


@pytest.mark.parametrize("difference", [1e-2, 1e-4, 1e-6])
def test_nearly_equal_bars_are_not_taken_for_equal_ones(difference: float) -> None:
    """One per cent, and less than that between samples can resolve."""
    robot = machine(CRANK * (1 + difference))
    run = fall(robot)
    found = first_ambiguous(robot, run.t, run.q, run.qd)
    assert found.sample == -1
    assert found.event() is None


@pytest.mark.parametrize("period", [1e-3, 2e-2, 0.4])
def test_an_adaptive_run_ends_where_the_parallelogram_is_flat(period: float) -> None:
    """Whether steps shrink before it, or one steps over it."""
    plant = AdaptivePlant(machine())
    plant.start(machine().start, np.zeros(3))

    def fall_on() -> None:
        for _ in range(round(0.4 / period)):
            plant.move(np.zeros(1), period)

    with pytest.raises(RunEnds, match="the mechanics do not say how the machine goes on") as end:
        fall_on()
    assert abs(end.value.event.time - time_to_flat()) < 1e-9
    assert end.value.event.kind == KIND
    assert plant.events[-1] == end.value.event
    assert plant.time == end.value.event.time
    assert np.abs(end.value.q).max() < 1e-6
    rate = end.value.qd
    np.testing.assert_allclose(rate, rate[0] * np.array([1, -1, 1]), rtol=1e-4)


@pytest.mark.parametrize("period", [1e-3, 0.2])
def test_with_a_second_freedom_it_is_the_same(period: float) -> None:
    """Flat bars on a moving cart are singular at every place of it, so the way leads through and not to the nearest."""
    equal = kl.load(cart())
    nearly = equal.with_parameters(rocker=CRANK * (1 + 1e-6))

    def ends(robot: kl.Robot) -> None:
        plant.start(robot.start, robot.forward_velocity(robot.start, [0.3, -1.0]).qd)
        for _ in range(round(0.2 / period)):
            plant.move(np.zeros(2), period)

    qd = equal.forward_velocity(equal.start, [0.3, -1.0]).qd
    run = unwatched(equal, 0.2, equal.start, qd)
    found = first_ambiguous(equal, run.t, run.q, run.qd)
    plant = AdaptivePlant(equal)
    with pytest.raises(RunEnds) as end:
        ends(equal)
    assert abs(end.value.event.time - found.time) < 1e-8
    np.testing.assert_allclose(end.value.q, found.q, rtol=0, atol=1e-7)
    assert end.value.q[0] > 0.02
    plant = AdaptivePlant(nearly)
    ends(nearly)
    assert KIND not in [event.kind for event in plant.events]


def test_a_run_that_begins_flat_ends_at_once() -> None:
    plant = AdaptivePlant(machine())
    plant.start(np.zeros(3), np.zeros(3))
    with pytest.raises(RunEnds, match="t = 0 s, where a = 0"):
        plant.move(np.zeros(1), 0.1)


def test_an_adaptive_run_passes_by_where_the_bars_differ() -> None:
    """The way bends within the thousandth of a radian; three ways to cut the time give the same motion, and energy is kept."""
    robot = machine(CRANK * (1 + 1e-6))
    ends = []
    for period in (1e-2, 0.1, 0.4):
        plant = AdaptivePlant(robot)
        run = kl.simulate(robot, free(1), duration=0.4, period=period, plant=plant, q=robot.start, qd=np.zeros(3))
        assert run.status == kl.RunStatus.COMPLETE
        energy = run.energy.sum(axis=1)
        assert abs(energy[-1] - energy[0]) < 1e-7 * run.energy[:, 0].max()
        ends.append(run.q[-1])
    assert np.ptp(ends, axis=0).max() < 1e-6


def test_many_runs_are_as_one_by_one() -> None:
    """Equal and unequal bars in one batch, from several heights, one of them broken off before."""
    rockers = CRANK * np.array([1.0, 1.01, 1.0, 1.0])
    starts = np.array([0.5, 0.5, 0.8, 0.3])
    runs = []
    for rocker, start in zip(rockers, starts, strict=True):
        robot = machine(rocker)
        q = robot.forward_geometry([start], near=[start, -start, start]).q
        runs.append(unwatched(robot, 0.4, q, np.zeros(3)))
    q, qd, t = np.array([r.q for r in runs]), np.array([r.qd for r in runs]), runs[0].t
    q[3, 50:], qd[3, 50:] = np.nan, np.nan
    found = first_ambiguous(machine().with_parameters(rocker=rockers), t, q, qd)
    np.testing.assert_array_equal(found.sample >= 0, [True, False, True, False])
    for k in (0, 2):
        alone = first_ambiguous(machine(), t, q[k], qd[k])
        assert found.sample[k] == alone.sample
        assert found.time[k] == alone.time
        assert found.event(k) == alone.event()
    assert np.isnan(found.time[[1, 3]]).all()
    two_axes = first_ambiguous(machine(), t, q[[0, 2]].reshape(2, 1, *q.shape[1:]), qd[[0, 2]].reshape(2, 1, *qd.shape[1:]))
    np.testing.assert_array_equal(two_axes.time[:, 0], found.time[[0, 2]])


def test_redundant_closures_lose_rank_only_where_the_machine_does() -> None:
    """A beam on three cranks: flat, and upright where it is regular."""
    robot = robot_named("parallelogram")
    found = first_ambiguous(robot, (run := fall(robot)).t, run.q, run.qd)
    assert found.sample > 0
    np.testing.assert_allclose(found.q, 0, atol=1e-6)
    assert robot.singularity(found.q, tolerance=1e-5).kind == "configuration-space"
    before = int(found.sample)
    assert first_ambiguous(robot, run.t[:before], run.q[:before], run.qd[:before]).sample == -1


@pytest.mark.parametrize("name", ["biglide", "five_bar", "rssr"])
def test_other_machines_have_none_on_their_way(name: str) -> None:
    """Type 2 is none: the Biglide crosses it here."""
    robot = robot_named(name)
    q, n = robot.start, len(robot.mechanism.rates)
    qd = robot.inverse_velocity(q, [-1.0, 0.0]).qd if name == "biglide" else np.zeros(n)
    run = unwatched(robot, 0.2, q, qd)
    assert first_ambiguous(robot, run.t, run.q, run.qd).sample == -1


def test_shapes_that_do_not_fit_are_named() -> None:
    with pytest.raises(kl.ShapeError, match=r"t has shape \(3,\), q \(4, 3\)"):
        first_ambiguous(machine(), np.arange(3.0), np.zeros((4, 3)), np.zeros((4, 3)))


def test_the_flat_posture_is_on_the_parallelogram() -> None:
    """What the tests above stand on: bars equal in pairs close flat, and there the rank drops."""
    assert COUPLER == 0.4
    assert machine().singularity(np.zeros(3)).kind == "configuration-space"
