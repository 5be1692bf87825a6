"""Adaptive runs: tolerance and energy, impacts and rest against closed forms, singular loci and modes on the way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import casadi as ca
import numpy as np
import pytest
from machines import CLOSED, robot_named
from motion import random_states, velocity_closure

import kinloop as kl
from kinloop.model.formulas.closed_form import form_of
from kinloop.model.geometry.mode import signs_by_name
from kinloop.model.workspace.crossings import crossings
from kinloop.simulation.plants.adaptive import Adaptive, AdaptivePlant
from kinloop.simulation.plants.impacts import complementary
from kinloop.simulation.plants.native import NativePlant
from kinloop.simulation.record.events import RunEnds
from kinloop.simulation.record.record import Event

Array = np.ndarray
G = 9.81


def free(n: int) -> kl.Law:
    return kl.casadi_law(lambda t, measured, reference, state, model: (ca.SX.zeros(n), state))


def in_motion(robot: kl.Robot) -> Array:
    return robot.forward_velocity(robot.start, np.linspace(0.3, -0.2, robot.n_active)).qd


def limited(name: str, **limits: tuple[float, float]) -> kl.Robot:
    """A machine with other limits of some joints, and none of the rest."""
    mechanism = robot_named(name).mechanism
    joints = tuple(joint.model_copy(update={"limits": kl.Limits(position=limits.get(joint.name))}) for joint in mechanism.joints)
    return kl.Robot(mechanism.model_copy(update={"joints": joints}))  # limits are in no formula: the compiled code is the same


def kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]


def energy_of(robot: kl.Robot, y: Array) -> float:
    nq = len(robot.mechanism.coordinates)
    energy = robot.energy(y[:nq], y[nq:])
    return float(energy.kinetic + energy.potential)


def begun(robot: kl.Robot, q: Array, qd: Array, **options: object) -> AdaptivePlant:
    plant = AdaptivePlant(robot, Adaptive(**options))  # type: ignore[arg-type]
    plant.start(q, qd)
    return plant


# ---------------------------------------------------------------- integration


@pytest.mark.parametrize("name", ["biglide", "five_bar", "rssr", "tilted_four_bar"])
def test_the_motion_is_that_of_many_fixed_steps(name: str) -> None:
    """Quaternions, redundant closures and internal degrees of freedom among them; the efforts change from period to period."""
    robot = robot_named(name)
    state = random_states(robot, 1, seed=3)
    adaptive, fixed = begun(robot, state.q[0], state.qd[0], limits=False), NativePlant(robot, substeps=60)
    fixed.start(state.q[0], state.qd[0])
    for k in range(8):
        tau = 0.2 * np.cos(k + np.arange(robot.n_active))
        one, other = adaptive.advance(tau, 0.02), fixed.advance(tau, 0.02)
    for part in ("q", "qd", "qdd", "loop_force"):
        np.testing.assert_allclose(getattr(one, part), getattr(other, part), rtol=1e-8, atol=1e-9)
    assert np.abs(robot.closure(one.q)).max(initial=0.0) < 1e-14
    assert abs(adaptive.time - 0.16) < 1e-15


def test_a_smaller_tolerance_gives_a_smaller_error() -> None:
    robot = robot_named("five_bar")
    exact = NativePlant(robot, substeps=20_000)
    exact.start(robot.start, 3 * in_motion(robot))
    end = exact.move(np.zeros(2), 2.0)
    errors = []
    for rtol in (1e-4, 1e-7, 1e-10):
        plant = begun(robot, robot.start, 3 * in_motion(robot), rtol=rtol, atol=rtol, limits=False)
        errors.append(np.abs(plant.move(np.zeros(2), 2.0) - end).max())
        assert errors[-1] < 30 * rtol
    assert errors[0] > 30 * errors[1] > 900 * errors[2]


@pytest.mark.parametrize("name", ["biglide", "five_bar"])
def test_energy_is_kept_for_ten_seconds(name: str) -> None:
    robot = robot_named(name)
    plant = begun(robot, robot.start, 2 * in_motion(robot), limits=False)
    states = np.array([plant.move(np.zeros(2), 0.5).copy() for _ in range(20)])
    nq = len(robot.mechanism.coordinates)
    energy = robot.energy(states[:, :nq], states[:, nq:])
    total = energy.kinetic + energy.potential
    assert (
        np.abs(total - energy_of(robot, np.concatenate([robot.start, 2 * in_motion(robot)]))).max() < 1e-9 * energy.kinetic.max()
    )
    assert np.abs(robot.closure(states[:, :nq])).max() < 1e-14


def test_a_run_of_the_loop_is_that_of_the_native_plant() -> None:
    robot = robot_named("biglide")
    path = kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.2)
    options = {"duration": 0.2, "period": 1e-2}
    law = kl.ComputedTorque(100.0, 20.0)
    native = kl.simulate(robot, law, path, plant=kl.Native(substeps=20), **options)
    plant = AdaptivePlant(robot)
    adaptive = kl.simulate(robot, law, path, plant=plant, **options)
    assert adaptive.status == kl.RunStatus.COMPLETE
    assert plant.events == []
    np.testing.assert_allclose(adaptive.q, native.q, rtol=0, atol=1e-10)


def test_wrenches_act_on_the_plant() -> None:
    robot = robot_named("two_r")
    push = {"tool": [3.0, -2.0, 0, 0, 0, 0.5]}
    plant, fixed = AdaptivePlant(robot, Adaptive(limits=False), push), NativePlant(robot, 2000, push)
    for each in (plant, fixed):
        each.start(robot.start, np.zeros(2))
    np.testing.assert_allclose(plant.move(np.zeros(2), 0.2), fixed.move(np.zeros(2), 0.2), rtol=0, atol=1e-9)


def test_numbers_that_are_not_finite_end_as_nan() -> None:
    robot = robot_named("two_r")
    plant = begun(robot, robot.start, np.zeros(2), limits=False)
    assert np.isnan(plant.move(np.array([np.nan, 0.0]), 0.1)).all()


# ---------------------------------------------------------------- impacts


IMPACTS = [
    *(("biglide", "phi1"), ("five_bar", "psi1"), ("tilted_four_bar", "c"), ("parallelogram", "b1"), ("rssr", "c")),
    ("two_r", "theta2"),
]


@pytest.mark.parametrize(("name", "joint"), IMPACTS)
@pytest.mark.parametrize("restitution", [0.0, 0.4, 1.0])
def test_an_impact_is_an_impulse_along_its_joint(name: str, joint: str, restitution: float) -> None:
    """The rates jump by the impulse in the metric of the closed machine, found here by a basis of its motions; the energy falls
    by (1 - e^2)/2 u^2 / (e' P e). The Biglide's rods have no mass, other closures are redundant, one has a quaternion."""
    plain = robot_named(name)
    state = random_states(plain, 1, seed=5)
    q, qd = state.q[0], state.qd[0]
    names = plain.mechanism.rates
    places = {k: plain.mechanism.coordinates.index(rate) for k, rate in enumerate(names) if rate.startswith(joint)}
    i, place = min(places.items(), key=lambda each: q[each[1]])  # a joint's limits are those of all its coordinates
    qd = qd if qd[i] < 0 else -qd
    robot = limited(name, **{joint: (q[place], q[place] + 50.0)})
    plant = begun(robot, q, qd, restitution=restitution)
    before = energy_of(robot, np.concatenate([q, qd]))
    plant.move(np.zeros(robot.n_active), 1e-15)  # at once: it touches and presses on
    after = plant._state[len(q) :]
    K, _ = velocity_closure(plain, q[None], qd[None])
    rank = len(plain.models.formulas.model.kept_rows)
    N = np.linalg.svd(K[0])[2][rank:].T if rank else np.eye(len(qd))
    M = plain.models.kernel("tree_inertia")(q, *plain.models.parameter_inputs)
    P = N @ np.linalg.solve(N.T @ M @ N, N.T)
    expected = qd - (1 + restitution) * qd[i] * P[:, i] / P[i, i]
    np.testing.assert_allclose(after, expected, rtol=0, atol=1e-11 * np.abs(qd).max())
    assert abs(after[i] + restitution * qd[i]) < 1e-12
    lost = (1 - restitution**2) / 2 * qd[i] ** 2 / P[i, i]
    assert abs(before - energy_of(robot, np.concatenate([q, after])) - lost) < 1e-11 * max(lost, abs(before), 1e-3)
    assert plant.events[0].kind == "limit"


def ball(lower: float = 0.0) -> kl.Mechanism:
    """A mass that falls on a stop."""
    joint = kl.Joint(
        name="z", kind="prismatic", parent="base", child="mass", axis=(0, 0, 1), limits=kl.Limits(position=(lower, lower + 9))
    )
    return kl.Mechanism(name="ball", gravity=(0, 0, -G), links=(kl.Link(name="mass", mass=1.3),), joints=(joint,), task=("z",))


@cache
def balls(lower: float) -> kl.Robot:
    return kl.load(ball(lower))


@pytest.mark.parametrize(("lower", "restitution", "period"), [(0.0, 0.5, 0.1), (0.7, 0.8, 1.0), (-3.0, 0.3, 0.01)])
def test_a_ball_bounces_at_the_times_of_the_geometric_series_and_comes_to_rest(
    lower: float, restitution: float, period: float
) -> None:
    """Impact n is at T (1 + 2 e + 2 e^2 + ...), and all is over at T (1 + e) / (1 - e)."""
    height = 0.8
    plant = begun(balls(lower), np.array([lower + height]), np.zeros(1), restitution=restitution)
    while plant.time < 6:
        plant.move(np.zeros(1), period)
    times = np.array([event.time for event in plant.events if event.kind == "limit"])
    T, n = np.sqrt(2 * height / G), np.arange(len(times))
    np.testing.assert_allclose(times, T * (1 + 2 * restitution * (1 - restitution**n) / (1 - restitution)), rtol=0, atol=1e-9)
    assert kinds(plant.events) == ["limit"] * len(times) + ["rest"]
    # The hops that are left out are lower than 1e-12 m, and so last less than 1e-6 s each.
    assert 0 <= T * (1 + restitution) / (1 - restitution) - plant.events[-1].time < 1e-6 / (1 - restitution)
    assert abs(plant._state[0] - lower) < 1e-15
    assert plant._state[1] == 0


def test_nothing_is_lost_in_a_hundred_elastic_impacts() -> None:
    robot = limited("two_r", theta2=(-1.0, 1.2), theta1=(-2.5, 0.8))
    q, qd = np.array([0.5, 0.5]), np.array([2.0, -3.0])
    plant = begun(robot, q, qd, restitution=1.0)
    start = energy_of(robot, np.concatenate([q, qd]))
    while kinds(plant.events).count("limit") < 100:
        y = plant.move(np.zeros(2), 0.25)
        assert np.all(y[:2] >= [-2.5 - 1e-11, -1.0 - 1e-11])
        assert np.all(y[:2] <= [0.8 + 1e-11, 1.2 + 1e-11])
    assert abs(energy_of(robot, y) - start) < 1e-7 * abs(start)
    assert "rest" not in kinds(plant.events)


def test_a_ball_on_its_stop_is_carried_until_it_is_lifted() -> None:
    plant = begun(balls(0.0), np.zeros(1), np.zeros(1))
    weight = 1.3 * G
    still = plant.advance(np.array([0.9 * weight]), 0.1)
    assert (still.q[0], still.qd[0], still.qdd[0]) == (0, 0, 0)
    assert kinds(plant.events) == ["rest"]
    up = plant.advance(np.array([1.5 * weight]), 0.1)
    assert kinds(plant.events) == ["rest", "release"]
    assert abs(up.q[0] - 0.5 * G / 2 * 0.1**2) < 1e-14
    assert abs(up.qd[0] - 0.5 * G * 0.1) < 1e-14
    assert plant.events[1].time == 0.1


def slope(name: str, limits: tuple[str | float, str | float]) -> kl.Mechanism:
    """A mass on a slide that turns: at its lower limit it lies on a smooth round hill, at its upper one in a bowl."""
    return kl.Mechanism(
        name=name,
        gravity=(0, -G, 0),
        links=(kl.Link(name="arm"), kl.Link(name="mass", mass=0.7)),
        joints=(
            kl.Joint(name="angle", kind="revolute", parent="base", child="arm"),
            kl.Joint(name="r", kind="prismatic", parent="arm", child="mass", axis=(0, 1, 0), limits=kl.Limits(position=limits)),
        ),
        parameters={"R": 0.5},
        task=("x", "y"),
    )


def test_a_mass_that_slides_from_a_round_hill_leaves_it_where_the_closed_form_says() -> None:
    """Where cos a = 2/3 + v^2 / (3 g R), and it flies on in a parabola."""
    robot, R, v = kl.load(slope("hill", ("R", 10.0))), 0.5, 0.3
    plant = begun(robot, np.array([0.0, R]), np.array([-v / R, 0.0]))
    y = plant.move(np.zeros(2), 0.8)
    plant.start(np.array([0.0, R]), np.array([-v / R, 0.0]))
    for _ in range(80):
        again = plant.move(np.zeros(2), 0.01)
    np.testing.assert_allclose(again, y, rtol=0, atol=1e-9)
    assert kinds(plant.events)[:2] == ["rest", "release"]
    time = plant.events[1].time
    plant.start(np.array([0.0, R]), np.array([-v / R, 0.0]))
    at = plant.move(np.zeros(2), time)
    cosine = 2 / 3 + v**2 / (3 * G * R)
    assert abs(np.cos(at[0]) - cosine) < 1e-10
    assert abs(at[1] - R) < 1e-14
    speed = np.sqrt(G * R * cosine)  # the weight alone bends its way
    assert abs(abs(at[2]) * R - speed) < 1e-10
    sine, left = np.sqrt(1 - cosine**2), 0.8 - time
    place = np.array([R * sine + speed * cosine * left, R * cosine - speed * sine * left - G / 2 * left**2])
    np.testing.assert_allclose(robot.frame_pose(y[:2]).position[:2], place, rtol=0, atol=1e-10)


def test_a_mass_let_go_on_the_rim_of_a_bowl_swings_as_a_pendulum() -> None:
    """On the rim the bowl carries nothing: rates, accelerations and the third derivatives towards it are zero."""
    robot, R = kl.load(slope("bowl", (0.1, "R"))), 0.5
    plant = begun(robot, np.array([-np.pi / 2, R]), np.zeros(2))
    angle, r, rate, out = plant.move(np.zeros(2), 0.3)
    assert kinds(plant.events)[-1] == "rest"
    assert plant.events[-1].time < 1e-2
    assert abs(r - R) < 1e-13
    assert abs(out) < 1e-13
    assert angle < -2
    assert abs(rate**2 * R / 2 + G * np.cos(angle)) < 1e-9  # it fell by -R cos(angle)


def test_a_passive_joint_of_the_biglide_rests_on_its_stop() -> None:
    """A rod that may not turn further, pressed on by the feet: all goes on together, and what is lost is lost in the impact."""
    plain = robot_named("biglide")
    q, qd = plain.start, plain.inverse_velocity(plain.start, [-0.4, 0.3]).qd
    place = plain.mechanism.coordinates.index("phi1")
    side = np.sign(qd[place])
    stop = q[place] + 0.1 * side
    robot = limited("biglide", phi1=(stop, 9.0) if side < 0 else (-9.0, stop))
    ending = begun(robot, q, qd, stop_at=("limit",))
    with pytest.raises(RunEnds, match="meets phi1's") as end:
        ending.move(np.zeros(2), 0.5)
    at = end.value
    assert abs(at.q[place] - stop) < 1e-14
    response = robot.models.kernel("impulse_response")(at.q, np.eye(4)[place], *robot.models.parameter_inputs)[0]
    pressing = 5 * side * np.sign(response[:2])
    plant = begun(robot, q, qd)
    plant.move(np.zeros(2), at.event.time)
    before = energy_of(robot, np.concatenate([at.q, at.qd]))
    state = plant.advance(pressing, 0.1)
    y = np.concatenate([state.q, state.qd])
    assert kinds(plant.events)[:2] == ["limit", "rest"]
    assert abs(plant.events[0].time - at.event.time) < 1e-15
    assert abs(y[place] - stop) < 1e-13
    assert abs(y[4 + place]) < 1e-13
    assert abs(state.qdd[place]) < 1e-11
    assert np.abs(robot.closure(y[:4])).max() < 1e-14
    lost = at.qd[place] ** 2 / (2 * response[place])
    work = pressing @ (state.q[:2] - at.q[:2])
    assert abs(before - lost + work - energy_of(robot, y)) < 1e-10
    # The stop's force, as an effort on that joint, is what the tree's efforts and the loops leave.
    K = robot.models.kernel("closure_velocity")(state.q, state.qd, *robot.models.parameter_inputs)[0]
    left = (
        robot.models.kernel("tree_effort")(state.q, state.qd, state.qdd, *robot.models.parameter_inputs) - K.T @ state.loop_force
    )
    left[:2] -= pressing
    assert left[place] * side < 0
    left[place] = 0
    assert np.abs(left).max() < 1e-10


def test_a_machine_of_one_degree_of_freedom_may_rest_on_two_stops_at_once() -> None:
    """Two joints of a four-bar reach their limits together: either stop would do, and which carries what is open."""
    plain = robot_named("four_bar")
    q = plain.start
    limits = {name: (q[plain.mechanism.coordinates.index(name)], 9.0) for name in ("a", "c")}
    robot = limited("four_bar", **limits)
    qd = plain.forward_velocity(q, [-1.0]).qd
    assert qd[plain.mechanism.rates.index("c")] < 0
    plant = begun(robot, q, qd)
    y = plant.move(np.array([-3.0]), 0.2)
    assert kinds(plant.events)[:2] == ["limit", "limit"]
    np.testing.assert_allclose(y, np.concatenate([q, np.zeros(3)]), rtol=0, atol=1e-13)
    up = plant.move(np.array([3.0]), 0.05)
    assert "release" in kinds(plant.events)
    assert up[0] > q[0] + 1e-3


def test_complementarity_holds_for_random_stops() -> None:
    """Also where there are more stops than degrees of freedom, so that their matrix is singular."""
    random = np.random.default_rng(2)
    for n, rank in ((2, 2), (4, 4), (5, 2), (6, 3)):
        for _ in range(20):
            E = random.standard_normal((n, rank))
            A, w = E @ E.T, E @ random.standard_normal(rank)
            p = complementary(A, w)
            gap = A @ p + w
            assert p.min() >= 0
            assert gap.min() > -1e-12
            assert abs(p @ gap) < 1e-12


def test_a_run_does_not_begin_beyond_a_limit() -> None:
    with pytest.raises(kl.ShapeError, match=r"begins beyond z's lower limit, 0 m; .* or limits=False"):
        begun(balls(0.0), np.array([-0.1]), np.zeros(1))
    plant = begun(balls(0.0), np.array([0.1]), np.zeros(1), limits=False)
    assert plant.move(np.zeros(1), 1.0)[0] < -1
    assert plant.events == []


# ---------------------------------------------------------------- loci and modes


def through_type_2(name: str) -> tuple[kl.Robot, Array, Array]:
    robot = robot_named(name)
    if name == "biglide":
        return robot, robot.start, robot.inverse_velocity(robot.start, [-1.0, 0.0]).qd
    return robot, robot.start, robot.forward_velocity(robot.start, [3.0, -3.0]).qd


@pytest.mark.parametrize("name", ["biglide", "five_bar"])
def test_loci_and_modes_are_met_when_fixed_steps_meet_them(name: str) -> None:
    robot, q, qd = through_type_2(name)
    run = kl.simulate(robot, free(2), duration=0.6, period=1e-3, plant=kl.Native(substeps=4), q=q, qd=qd)
    wanted = crossings(robot, run.q, run.t, qd=run.qd)
    assert "type 2" in [met.kind for met in wanted]
    for period in (0.6, 0.02):
        plant = begun(robot, q, qd, limits=False)
        for _ in range(round(0.6 / period)):
            plant.move(np.zeros(2), period)
        loci = [event for event in plant.events if event.kind.startswith("type")]
        assert kinds(loci) == [met.kind for met in wanted]
        np.testing.assert_allclose([event.time for event in loci], [met.time for met in wanted], rtol=0, atol=1e-10)
        for word, kind, column in (("assembly mode", "type 2", "assembly"), ("working mode", "type 1", "working")):
            changes = [event for event in plant.events if event.kind == word]
            assert [event.time for event in changes] == [event.time for event in loci if event.kind == kind]
            for event in changes:
                before, after = run.mode[column][[int(event.time / 1e-3) - 1, int(event.time / 1e-3) + 2]]
                names = form_of(robot.mechanism, "forward" if column == "assembly" else "inverse").signs
                assert f"from {signs_by_name(names, before)} to {signs_by_name(names, after)} at" in event.message


def test_a_run_may_end_at_a_locus() -> None:
    robot, q, qd = through_type_2("biglide")
    plant = begun(robot, q, qd, stop_at=("type 2",))
    with pytest.raises(RunEnds, match="crosses a type 2 singularity") as end:
        plant.move(np.zeros(2), 0.6)
    assert robot.singularity(end.value.q, tolerance=1e-6).kind == "type 2"
    assert np.abs(robot.closure(end.value.q)).max() < 1e-14
    assert (
        abs(end.value.q[2] - end.value.q[3]) % np.pi == pytest.approx(0, abs=1e-8)
        or abs(abs(end.value.q[2] - end.value.q[3]) - np.pi) < 1e-8
    )


def test_an_arm_changes_its_working_mode_where_it_is_straight() -> None:
    robot = robot_named("two_r")
    plant = begun(robot, np.array([0.3, 0.4]), np.array([0.0, -4.0]), limits=False)
    plant.move(np.zeros(2), 0.4)
    assert kinds(plant.events)[:2] == ["type 1", "working mode"]
    at = begun(robot, np.array([0.3, 0.4]), np.array([0.0, -4.0]), limits=False).move(np.zeros(2), plant.events[0].time)
    assert abs(at[1]) < 1e-12


def test_redundant_closures_have_loci_without_a_sign() -> None:
    """A crank-rocker that is driven by its rocker, at the rocker's dead points: on a tilted table, where rows are redundant and
    no determinant has a sign, at the same times as in the plane."""
    times = []
    for name in ("four_bar", "tilted_four_bar"):
        plain, mechanism = robot_named(name), CLOSED[name]()
        joints = tuple(joint.model_copy(update={"actuated": joint.name == "c"}) for joint in mechanism.joints)
        update = {"joints": joints, "gravity": (0.0, 0.0, 0.0), "tool": kl.Anchor(link="coupler")}
        robot = kl.load(mechanism.model_copy(update=update))
        order = [plain.mechanism.rates.index(rate) for rate in robot.mechanism.rates]
        plant = begun(robot, plain.start[order], plain.forward_velocity(plain.start, [60.0]).qd[order])
        plant.move(np.zeros(1), 0.25)
        times.append([event.time for event in plant.events if event.kind == "type 2"])
    assert len(times[0]) == 3
    np.testing.assert_allclose(times[1], times[0], rtol=0, atol=1e-8)


# ---------------------------------------------------------------- options


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"rtol": 0}, "rtol is 0, expected a number between 0 and 1"),
        ({"rtol": 1e-16}, "numbers have no more digits"),
        ({"atol": "small"}, "atol is 'small'"),
        ({"restitution": 1.5}, "restitution is 1.5, expected a number from 0 to 1"),
        ({"limits": "stop"}, "limits is 'stop', expected True"),
    ],
)
def test_options_that_make_no_sense_are_named(options: dict[str, object], words: str) -> None:
    with pytest.raises(kl.ShapeError, match=words):
        Adaptive(**options)  # type: ignore[arg-type]


def test_an_unknown_event_is_named_with_those_that_exist() -> None:
    with pytest.raises(kl.UnknownName, match=r"no kind of event 'type 3' .did you mean 'type [12]'.*assembly mode"):
        Adaptive(stop_at=("type 3",))
    assert Adaptive(stop_at="limit").stop_at == ("limit",)  # type: ignore[arg-type]


def test_many_machines_are_no_plant() -> None:
    with pytest.raises(kl.ShapeError, match="a plant is one machine"):
        AdaptivePlant(robot_named("two_r").with_parameters(l1=[0.3, 0.4]))
