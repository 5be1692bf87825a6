"""Configuration-space singularities on a motion: runs pass along the branch of the velocity and conserve energy."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from flat_bars import CRANK, bars, cart, equal_slider_crank
from four_bars import aligned_at, energy, first_rates, n_four_bars, parallelogram
from machines import robot_named
from scipy.integrate import quad

import kinloop as kl
from kinloop.simulation.plants.adaptive import AdaptivePlant
from kinloop.simulation.plants.clearance import clearance
from kinloop.simulation.plants.native import NativePlant
from kinloop.simulation.record.events import RunEnds

Array = np.ndarray
KIND = "configuration-space singularity"
NO_EFFORT = np.zeros(1)


@cache
def four_bars(n: int) -> kl.Robot:
    return kl.load(n_four_bars(n))


@cache
def machine(rocker: float = CRANK) -> kl.Robot:
    robot = kl.load(bars())
    return robot if rocker == CRANK else robot.with_parameters(rocker=rocker)


def passages(events: Any) -> list[kl.Event]:
    return [event for event in events if event.kind == KIND]


def time_to_flat() -> float:
    """The motion of the parallelogram, a pendulum, by quadrature: all links' inertia as one on the crank's angle, falling from
    0.5 rad.

    With ``a = 0.5 - s^2`` the root at the start, where it is at rest, is gone.
    """
    thick = 0.2 * (3 * 0.01**2 + CRANK**2) / 12
    inertia = 0.2 * (CRANK / 2) ** 2 + thick + 0.2 * (CRANK / 2) ** 2 + 0.2 * CRANK**2 / 12 + 0.5 * CRANK**2
    weight = 9.81 * (0.2 * CRANK / 2 + 0.2 * CRANK / 2 + 0.5 * CRANK)

    def slowness(s: float) -> float:
        drop = np.cos(0.5 - s**2 / 2) * np.sin(s**2 / 2) * 2  # sin 0.5 - sin a
        return float(2 * s / np.sqrt(2 * weight * drop / inertia)) if s > 0 else 0.0

    return float(quad(slowness, 1e-9, np.sqrt(0.5), epsabs=1e-13, epsrel=1e-13)[0])


# ------------------------------------------------------------------ N four-bars of the IFToMM library, problem A02


@pytest.mark.parametrize(
    ("n", "period", "duration"),
    [
        (1, 1e-3, 2.0),
        (1, 1e-4, 1.0),  # a stage of the step over the aligned configuration is 1e-8 s from it
        (2, 1e-3, 1.5),
        pytest.param(1, 1e-3, 10.0, marks=pytest.mark.long),
        pytest.param(2, 1e-3, 10.0, marks=pytest.mark.long),
        pytest.param(8, 1e-3, 10.0, marks=pytest.mark.long),
    ],
)
def test_n_four_bars_pass_where_all_bars_are_aligned(n: int, period: float, duration: float) -> None:
    """They are a pendulum, which a test integrates independently."""
    robot = four_bars(n)
    run = kl.simulate(robot, None, duration=duration, period=period, q=robot.start, qd=first_rates(robot))
    assert run.status == kl.RunStatus.COMPLETE
    total = energy(robot, run.q, run.qd)
    assert np.abs(total - total[0]).max() < 1e-5  # of 20 J for each four-bar
    angle, _ = parallelogram(n, run.t)
    np.testing.assert_allclose(run.q[:, 0], angle, atol=2e-6)
    met = passages(run.events)
    assert len(met) == np.count_nonzero(np.diff(np.floor(angle / np.pi)))
    assert abs(met[0].time - aligned_at(n)) < 1e-8
    assert len(met) == 10 or duration < 10
    np.testing.assert_allclose(met[0].q, 0, atol=1e-9)


@pytest.mark.parametrize("difference", [-1e-4, 1e-4, 1e-6])
def test_bars_that_nearly_align_keep_their_energy(difference: float) -> None:
    """They turn within a hundredth of a radian, in a few steps of 1 ms; there the steps are chosen."""
    robot = four_bars(1).with_parameters(rocker=1 + difference)
    q = robot.forward_geometry([np.pi / 2], near=four_bars(1).start).q
    run = kl.simulate(robot, None, duration=1.5, period=1e-3, q=q, qd=robot.forward_velocity(q, [-1.0]).qd)
    assert run.status == kl.RunStatus.COMPLETE
    assert not passages(run.events)
    total = energy(robot, run.q, run.qd)
    assert np.abs(total - total[0]).max() < 1e-5


@pytest.mark.parametrize("directed", [(0.7, 1.1, -0.9), (-0.5, 1.2, 0.8)])
def test_unequal_bars_that_fold_flat_go_on_along_either_branch(directed: tuple[float, ...]) -> None:
    """The velocity does not jump, and energy is kept; the other branch has another velocity."""
    lengths = dict(zip(("crank", "coupler", "rocker"), np.abs(directed), strict=True))
    robot = four_bars(1).with_parameters(**lengths, ground=sum(directed))
    ends = []
    for q in robot.configurations(q_active=[2.0]):
        run = kl.simulate(robot, None, duration=1.5, period=1e-3, q=q.q, qd=robot.forward_velocity(q.q, [-3.0]).qd)
        assert run.status == kl.RunStatus.COMPLETE
        met = passages(run.events)
        assert met
        total = energy(robot, run.q, run.qd)
        assert np.abs(total - total[0]).max() < 1e-6
        after = int(np.searchsorted(run.t, met[0].time))
        step = np.abs(np.diff(run.qd[after - 3 : after + 4], axis=0)).max(axis=1)
        assert step.max() < 3 * step.min() + 1e-2
        ends.append(met[0].qd / np.linalg.norm(met[0].qd))
    assert np.linalg.norm(ends[0] - ends[1]) > 0.1


# ------------------------------------------------------------------ when, and how it goes on


@pytest.mark.parametrize("period", [1e-3, 2e-2, 0.4])
def test_an_adaptive_run_passes_the_flat_parallelogram_at_the_time_of_a_pendulum(period: float) -> None:
    plant = AdaptivePlant(machine())
    plant.start(machine().start, np.zeros(3))
    for _ in range(round(0.4 / period)):
        y = plant.move(NO_EFFORT, period)
    (met,) = passages(plant.events)
    assert abs(met.time - time_to_flat()) < 1e-9
    assert met.q is not None
    assert np.abs(met.q).max() < 1e-6
    np.testing.assert_allclose(y[:3], y[0] * np.array([1, -1, 1]), atol=1e-9)
    assert y[0] < -0.1


@pytest.mark.parametrize(("period", "substeps"), [(1e-3, 1), (2e-2, 20), (0.1, 100), (0.2, 200)])
def test_the_time_is_that_of_the_steps_whatever_the_period(period: float, substeps: int) -> None:
    """As exact as the configuration, and with the pendulum's rate there, by its energy."""
    robot = machine()
    (event,) = passages(kl.simulate(robot, None, duration=0.4, period=period, plant=kl.Native(substeps=substeps)).events)
    assert abs(event.time - time_to_flat()) < 2e-9
    assert event.q is not None
    assert event.qd is not None
    assert np.abs(event.q).max() < 1e-6
    start, there = robot.energy(robot.start, np.zeros(3)), robot.energy(event.q, event.qd)
    assert there.kinetic + there.potential == pytest.approx(start.kinetic + start.potential, abs=1e-7)


def test_a_period_from_rest_to_rest_passes_what_lies_within_it() -> None:
    """Half a swing in one period of many steps: flat twice on the way, and at neither end a sign of it."""
    robot = machine()
    fine = kl.simulate(robot, None, duration=1.2, period=1e-3)
    turn = int(np.argmax(np.diff(np.sign(fine.qd[5:, 0])) != 0)) + 5
    half = float(fine.t[turn])
    for law in (None, kl.python_law(lambda t, measured, reference, state, model: (NO_EFFORT, state))):
        run = kl.simulate(robot, law, duration=half, period=half, plant=kl.Native(substeps=turn))
        assert len(passages(run.events)) == 2
        np.testing.assert_allclose(run.q[-1], fine.q[turn], atol=1e-6)
    many = kl.rollouts(
        robot, None, duration=half, period=half, plant=kl.Native(substeps=turn), vary={"q": robot.start[None]}, keep="samples"
    )
    np.testing.assert_array_equal(
        many.q[0], kl.simulate(robot, None, duration=half, period=half, plant=kl.Native(substeps=turn)).q
    )


def test_a_run_can_end_where_it_would_pass() -> None:
    for stop in (KIND, (KIND, "type 2")):
        run = kl.simulate(
            machine(), None, duration=0.4, period=1e-2, plant=kl.Native(integrator=kl.Adaptive(stop_at=stop)), q=machine().start
        )
        assert run.status == kl.RunStatus.STOPPED
        assert run.events[-1].kind == KIND
        assert abs(run.events[-1].time - time_to_flat()) < 1e-8


@pytest.mark.parametrize("period", [1e-3, 0.15])
def test_with_a_second_degree_of_freedom_it_is_the_same(period: float) -> None:
    """Flat bars on a moving cart are singular at every place of it; the cart's momentum is not that of the configuration
    found."""
    robot = kl.load(cart())
    qd = robot.forward_velocity(robot.start, [0.3, -1.0]).qd
    plant = AdaptivePlant(robot)
    plant.start(robot.start, qd)
    for _ in range(round(0.3 / period)):
        y = plant.move(np.zeros(2), period)
    (met,) = passages(plant.events)
    assert met.q is not None
    assert met.q[0] > 0.02
    before, after = (robot.energy(*state) for state in ((robot.start, qd), np.split(y, [4])))
    assert abs(before.kinetic + before.potential - after.kinetic - after.potential) < 1e-8
    np.testing.assert_allclose(y[1:4], y[1] * np.array([1, -1, 1]), atol=1e-8)
    fixed = kl.simulate(robot, None, duration=0.3, period=1e-3, q=robot.start, qd=qd)
    np.testing.assert_allclose(fixed.q[-1], y[:4], atol=1e-7)


@pytest.mark.parametrize("integrator", [None, kl.Adaptive()])
@pytest.mark.parametrize("turning", [1e-3, 3e-3, 0.1, -0.01])
def test_a_motion_almost_along_singular_configurations_keeps_its_energy(turning: float, integrator: kl.Adaptive | None) -> None:
    """The cart is fast and the flat bars hardly turn: thrown up, they fall back through flat at once."""
    robot = kl.load(cart())
    qd = np.array([1.0, turning, -turning, turning])
    run = kl.simulate(robot, None, duration=0.1, period=1e-3, q=np.zeros(4), qd=qd, plant=kl.Native(integrator=integrator))
    assert run.status == kl.RunStatus.COMPLETE
    total = run.energy.sum(axis=1)
    assert np.abs(total - total[0]).max() < 1e-8
    met = [event.time for event in passages(run.events)]
    assert met[0] == 0
    assert len(met) == (2 if turning > 0 else 1)


def test_a_motion_that_turns_back_before_it_passes_nothing() -> None:
    """Thrown up from below, the bars come to rest 3 mrad before they are flat, and fall back."""
    robot = machine()
    probe = kl.simulate(robot, None, duration=0.3, period=1e-3, q=[-0.003, 0.003, -0.003])
    k = int(np.argmin(np.abs(probe.q[:, 0] + 0.15)))
    run = kl.simulate(robot, None, duration=2 * probe.t[k], period=1e-3, q=probe.q[k], qd=-probe.qd[k])
    assert run.status == kl.RunStatus.COMPLETE
    assert not run.events
    assert -0.0031 < run.q[:, 0].max() < -0.0029
    np.testing.assert_allclose(run.q[-1], probe.q[k], atol=1e-5)


@pytest.mark.parametrize("apex", [1e-2, 1e-4, 1e-6])
def test_a_motion_that_turns_just_behind_it_passes_twice(apex: float) -> None:
    """There and back about the time at which it is at rest."""
    robot = machine()
    probe = kl.simulate(robot, None, duration=0.1, period=1e-3, q=apex * np.array([1.0, -1, 1]))
    run = kl.simulate(robot, None, duration=0.2, period=1e-3, q=probe.q[-1], qd=-probe.qd[-1])
    before, after = (event.time for event in passages(run.events))
    (fallen,) = (event.time for event in passages(probe.events))
    assert after - 0.1 == pytest.approx(fallen, abs=1e-8)
    assert 0.1 - before == pytest.approx(fallen, abs=1e-8)
    assert fallen == pytest.approx(np.sqrt(2 * apex / -probe.qdd[50, 0]), rel=0.1)


@pytest.mark.parametrize("speed", [0.0, 1.0, 10.0])
def test_the_time_of_a_passage_does_not_depend_on_how_fast_its_base_moves(speed: float) -> None:
    """The same bars seen from a cart that moves: of two degrees of freedom one goes through the singular configurations."""
    robot, rates = kl.load(cart()), np.array([0.0, -0.2, 0.2, -0.2])
    q = np.array([0.0, 0.02, -0.02, 0.02])
    still, moving = (kl.simulate(robot, None, duration=0.05, period=1e-3, q=q, qd=rates + np.eye(4)[0] * v) for v in (0.0, speed))
    (one,), (other,) = passages(still.events), passages(moving.events)
    assert one.time == pytest.approx(other.time, abs=1e-7)
    assert one.q is not None
    assert other.q is not None
    np.testing.assert_allclose(other.q, one.q + np.eye(4)[0] * speed * one.time, atol=1e-6)
    np.testing.assert_allclose(one.q[1:], 0, atol=1e-7)


def test_redundant_closures_pass_too() -> None:
    """A beam on three cranks, closed twice."""
    robot = robot_named("parallelogram")
    run = kl.simulate(robot, None, duration=0.5, period=1e-3, q=robot.start)
    assert run.status == kl.RunStatus.COMPLETE
    assert passages(run.events)
    np.testing.assert_allclose(run.energy.sum(axis=1), run.energy[0].sum(), atol=1e-7 * np.ptp(run.energy[:, 0]) + 1e-12)


# ------------------------------------------------------------------ starts at the singular configuration


@pytest.mark.parametrize("integrator", [None, kl.Adaptive()])
def test_a_run_begins_flat_along_the_branch_of_its_rates(integrator: kl.Adaptive | None) -> None:
    """As a pendulum, and backwards to where it came from."""
    robot = machine()
    qd = np.array([-2.0, 2.0, -2.0])
    run = kl.simulate(robot, None, duration=0.1, period=1e-3, q=np.zeros(3), qd=qd, plant=kl.Native(integrator=integrator))
    assert run.status == kl.RunStatus.COMPLETE
    back = kl.simulate(
        robot, None, duration=0.1, period=1e-3, q=run.q[-1], qd=-run.qd[-1], plant=kl.Native(integrator=integrator)
    )
    assert back.status == kl.RunStatus.COMPLETE
    np.testing.assert_allclose(back.q[-1], 0, atol=1e-8)
    np.testing.assert_allclose(back.qd[-1], -qd, atol=1e-6)
    assert run.energy.sum(axis=1) == pytest.approx(run.energy[0].sum(), abs=1e-9)


@pytest.mark.parametrize("integrator", [None, kl.Adaptive()])
@pytest.mark.parametrize(
    ("qd", "words"),
    [
        ((0.0, 0.0, 0.0), "at rest, and several motions branch off"),
        ((1.0, 0.0, 2.6), "no motion has the present velocity"),
    ],
)
def test_a_run_that_the_mechanics_do_not_determine_ends_where_it_begins(
    qd: tuple[float, ...], words: str, integrator: kl.Adaptive | None
) -> None:
    run = kl.simulate(
        machine(), None, duration=0.1, period=1e-3, q=np.zeros(3), qd=np.array(qd), plant=kl.Native(integrator=integrator)
    )
    assert run.status == kl.RunStatus.STOPPED
    assert words in run.events[-1].message
    assert run.events[-1].time == 0
    many = kl.rollouts(machine(), None, duration=0.1, period=1e-3, q=np.zeros(3), vary={"qd": np.array([qd, (-2.0, 2.0, -2.0)])})
    assert many.status.tolist() == [kl.RunStatus.STOPPED, kl.RunStatus.COMPLETE]


def test_a_run_begins_where_a_closure_has_no_slope_at_all() -> None:
    """A slider-crank whose rod is as long as its crank, with the slider on the crank's axis: across the slide no joint moves the
    rod's end. Either the slider passes, or it stays and both bars turn about the axis."""
    robot = kl.load(equal_slider_crank())
    q = np.array([np.pi / 2, -np.pi, 0.0])
    for qd in ([2.0, -4.0, -4 * CRANK], [2.0, 0.0, 0.0]):
        run = kl.simulate(robot, None, duration=0.1, period=1e-3, q=q, qd=qd)
        assert run.status == kl.RunStatus.COMPLETE
        assert [event.time for event in passages(run.events)] == [0.0]
        np.testing.assert_allclose(run.q[:, 2], 2 * CRANK * np.cos(run.q[:, 0]) if qd[1] else 0.0, atol=1e-9)
        np.testing.assert_allclose(run.energy.sum(axis=1), run.energy[0].sum(), atol=1e-7)
    for rest, words in (([0.0, 2.0, 2 * CRANK], "no motion has"), ([0.0, 0.0, 0.0], "at rest")):
        run = kl.simulate(robot, None, duration=0.1, period=1e-3, q=q, qd=rest)
        assert run.status == kl.RunStatus.STOPPED
        assert words in run.events[-1].message


def test_bars_at_rest_on_a_moving_cart_are_not_determined() -> None:
    plant = AdaptivePlant(kl.load(cart()))
    plant.start(np.zeros(4), np.array([0.3, 0.0, 0.0, 0.0]))
    with pytest.raises(RunEnds, match="the present velocity does not say which the machine takes"):
        plant.move(np.zeros(2), 0.01)


@pytest.mark.parametrize("limit", [0.0, 1e-6, -1e-6])
def test_a_stop_at_the_singular_configuration_ends_the_run(limit: float) -> None:
    """Impulses of the loops are not determined there."""
    alone = bars()
    crank = alone.joints[0].model_copy(update={"limits": kl.Limits(position=(limit, 2.0))})
    robot = kl.load(alone.model_copy(update={"name": "stopped_bars", "joints": (crank, *alone.joints[1:])}))
    run = kl.simulate(robot, None, duration=0.3, period=1e-2, plant=kl.Native(integrator=kl.Adaptive(restitution=1.0)))
    assert run.status == kl.RunStatus.STOPPED
    assert "a joint is at a stop" in run.events[-1].message
    assert [event.kind for event in run.events] == [KIND] * (1 if limit > 0 else 2)


# ------------------------------------------------------------------ every way to run it


def test_rollouts_summaries_and_python_laws_pass_as_a_single_run_does() -> None:
    """To the bit: flat and nearly flat bars, bars that never come near it, samples and summaries."""
    robot = machine()
    rockers, starts = CRANK * np.array([1.0, 1 + 1e-4, 1.0]), np.array([0.5, 0.5, -1.2])
    q = np.array([machine(r).forward_geometry([a], near=[a, -a, a]).q for r, a in zip(rockers, starts, strict=True)])
    clock: dict[str, Any] = {"duration": 0.36, "period": 1e-3}
    vary = {"rocker": rockers, "q": q}
    many = kl.rollouts(robot, None, vary=vary, **clock)
    some = kl.rollouts(robot, None, vary=vary, every=9, **clock)
    summary = kl.rollouts(robot, None, vary=vary, keep="summary", **clock)
    for k, rocker in enumerate(rockers):
        alone = kl.simulate(machine(rocker), None, q=q[k], **clock)
        assert len(passages(alone.events)) == (k == 0)
        np.testing.assert_array_equal(many.q[k], alone.q)
        np.testing.assert_array_equal(some.q[k], alone.q[::9])
        law = kl.python_law(lambda t, measured, reference, state, model: (NO_EFFORT, state))
        python = kl.simulate(machine(rocker), law, q=q[k], **clock)
        np.testing.assert_array_equal(python.q, alone.q)
        assert [event.time for event in python.events] == [event.time for event in alone.events]
        fine = kl.simulate(machine(rocker), None, q=q[k], recording=kl.Recording(samples=3), **clock)
        np.testing.assert_allclose(fine.q[::3], alone.q, atol=1e-9)
        np.testing.assert_allclose(fine.energy.sum(axis=1), fine.energy[0].sum(), atol=1e-7)
    for each in (many, some, summary):
        assert each.status.tolist() == [kl.RunStatus.COMPLETE] * 3


def test_a_machine_without_actuators_passes_too() -> None:
    robot = kl.load(n_four_bars(1, actuated=False))
    clock: dict[str, Any] = {"duration": 0.8, "period": 1e-3, "q": robot.start}
    run = kl.simulate(robot, None, qd=first_rates(robot), **clock)
    assert len(passages(run.events)) == 1
    total = energy(robot, run.q, run.qd)
    assert np.abs(total - total[0]).max() < 1e-6
    many = kl.rollouts(robot, None, vary={"qd": first_rates(robot)[None]}, **clock)
    np.testing.assert_array_equal(many.q[0], run.q)


def test_a_plant_of_ours_in_the_hands_of_a_user_passes_too() -> None:
    plant = NativePlant(machine())
    plant.start(machine().start, np.zeros(3))
    for _ in range(40):
        plant.move(NO_EFFORT, 1e-2)
    assert abs(passages(plant.events)[0].time - time_to_flat()) < 1e-6  # steps of 10 ms before it


# ------------------------------------------------------------------ how near


@pytest.mark.parametrize("name", ["biglide", "five_bar", "rssr", "four_bar", "delta_rods", "parallelogram"])
def test_the_compiled_clearance_is_a_lower_bound_of_that_by_singular_values(name: str) -> None:
    robot = robot_named(name)
    rng = np.random.default_rng(3)
    qd = np.array([robot.forward_velocity(robot.start, rng.normal(size=robot.n_active)).qd for _ in range(20)])
    q = np.broadcast_to(robot.start, (20, len(robot.start)))
    size, speed = robot.models.kernel("closure_clearance")(q, qd, *robot.models.parameter_inputs)
    bound = np.asarray(size / speed)
    exact = clearance(robot.models.formulas, q, qd, robot.models.parameter_inputs)
    # Rows are of about unit size in both; of the exact one they are scaled to it.
    assert np.all(bound < 3 * exact)
    assert np.all(bound > 1e-3 * exact)


def test_type_2_is_no_such_singularity() -> None:
    robot = robot_named("biglide")
    qd = robot.inverse_velocity(robot.start, [-1.0, 0.0]).qd
    run = kl.simulate(robot, None, duration=0.2, period=1e-3, q=robot.start, qd=qd)
    assert run.status == kl.RunStatus.COMPLETE
    assert [event.kind for event in run.events] == ["type 2", "assembly mode"]
    assert run.x[0, 0] > 0 > run.x[-1, 0]  # the rods are on one line at x = 0


def test_energy_from_nowhere_ends_a_run() -> None:
    """Steps of 0.3 s on a pendulum of 0.2 s: the energy is that of the steps, and nothing else would say so."""
    robot = kl.load("two_r")
    run = kl.simulate(robot, None, duration=30.0, period=0.15, q=[1.0, 1.0], qd=[3.0, -3.0])
    assert run.status == kl.RunStatus.DIVERGED
    assert run.events[-1].kind == "energy"
    assert "differs by" in run.events[-1].message
    many = kl.rollouts(robot, None, duration=30.0, period=0.15, vary={"q": np.array([[1.0, 1.0], [0.1, 0.0]])}, qd=[3.0, -3.0])
    assert many.status[0] == kl.RunStatus.DIVERGED
    assert many.stopped[0] == run.t[-1]
    assert kl.simulate(robot, None, duration=3.0, period=1e-3, q=[1.0, 1.0], qd=[3.0, -3.0]).status == kl.RunStatus.COMPLETE
