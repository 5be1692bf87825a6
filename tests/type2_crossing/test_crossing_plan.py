"""Plans of motions through Type 2 singularities: the criterion, limits, smoothness, peaks, files."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from crossing_plans import random_pairs

import kinloop as kl

Array = np.ndarray
POINTS: dict[str, tuple[tuple[float, ...], tuple[float, ...], dict[str, Any]]] = {
    "biglide": ((0.1, 0.4), (-0.1, 0.2), {"mode": (1, -1), "duration": 2.0}),
    "five_bar": ((0.02, 0.12), (-0.01, 0.05), {"mode": (-1, 1), "duration": 0.3}),
    "three_rrr": ((0.0, 0.0, 0.0), (0.02, 0.01, -1.0), {"duration": 1.0}),
}
# The least peaks that were found by hand [N or N m].
LEAST = {"biglide": 2.2485, "five_bar": 0.17095, "three_rrr": 0.09558}
MACHINES = tuple(POINTS)


@cache
def planned(name: str, path: str = "free") -> kl.CrossingPlan:
    start, end, options = POINTS[name]
    return kl.crossing(kl.load(name), start, end, path=path, **options)


def plan_biglide(robot: kl.Robot, **options: Any) -> kl.CrossingPlan:
    start, end, given = POINTS["biglide"]
    return kl.crossing(robot, start, end, **{**given, **options})


def joints_beside(plan: kl.CrossingPlan, t: float) -> tuple[Array, Array, Array]:
    """All joints at a time near the crossing, by Newton's method and the inverse models."""
    robot, point = plan.robot, plan.motion.path(t)
    q = np.asarray(robot.inverse_geometry(point.x, near=plan.q).q)
    qd = np.asarray(robot.inverse_velocity(q, point.xd).qd)
    return q, qd, np.asarray(robot.inverse_acceleration(q, qd, point.xdd).qdd)


@pytest.mark.parametrize("name", MACHINES)
def test_all_checks_of_a_plan_hold(name: str) -> None:
    plan = planned(name)
    assert [str(check) for check in plan.checks if not check.ok] == []
    assert abs(plan.criterion or 0.0) < 1e-8
    assert f"{name}: through a Type 2 singularity" in str(plan)


@pytest.mark.parametrize("name", MACHINES)
def test_peaks_are_the_least_that_are_known(name: str) -> None:
    assert planned(name).peak <= 1.02 * LEAST[name]


@pytest.mark.parametrize("name", ["biglide", "five_bar"])
def test_a_straight_path_stays_on_its_line_and_takes_as_much_effort_or_more(name: str) -> None:
    plan, (start, end, _) = planned(name, "straight"), POINTS[name]
    x, along = plan.motion.path(np.linspace(0, plan.duration, 501)).x - np.array(start), np.subtract(end, start)
    np.testing.assert_allclose(x[:, 0] * along[1] - x[:, 1] * along[0], 0, atol=1e-10)
    assert planned(name).peak <= plan.peak * 1.001


@pytest.mark.parametrize("options", [{"pieces": 2}, {"effort": 2.2}], ids=["two pieces", "more pieces by itself"])
def test_a_straight_path_of_several_pieces_stays_on_its_line(options: dict[str, Any]) -> None:
    plan = plan_biglide(kl.load("biglide"), path="straight", **options)
    x = plan.motion.path(np.linspace(0, plan.duration, 501)).x - np.array(POINTS["biglide"][0])
    assert len(plan.motion.path.times) == 5
    np.testing.assert_allclose(x[:, 0], x[:, 1], atol=1e-10)
    assert plan.checks[-1].name == "straight"


@pytest.mark.parametrize("nodes", [pytest.param(8, marks=pytest.mark.long), 24])
def test_a_box_holds_between_the_nodes_too(nodes: int) -> None:
    box = ((-0.2, 0.29), (0.2, 0.3001))
    plan = kl.crossing(kl.load("biglide"), (0.1, 0.3), (-0.1, 0.3), mode=(1, -1), duration=2.0, box=box, nodes=nodes)
    y = plan.motion.path(np.linspace(0, 2, 5001)).x[:, 1]
    assert y.max() <= 0.3001 + 1e-6
    assert plan.checks[-1].name == "box"


def test_a_chosen_duration_has_whole_milliseconds() -> None:
    start, end, _ = POINTS["biglide"]
    duration = kl.crossing(kl.load("biglide"), start, end, mode=(1, -1)).duration
    assert 1e3 * duration == pytest.approx(round(1e3 * duration), abs=1e-9)


def test_the_biglide_meets_its_closed_criterion() -> None:
    """[DemuttiRosi2020] with its sign corrected: ``xdd sin(phi1) = ydd cos(phi1)`` where both rods are aligned, at x = 0."""
    plan = planned("biglide")
    at = plan.motion.path(plan.time)
    foot = at.x[1] + np.sqrt(plan.robot.parameters["l"] ** 2 - (at.x[0] + plan.robot.parameters["d"] / 2) ** 2)
    phi = np.arctan2(at.x[1] - foot, at.x[0] + plan.robot.parameters["d"] / 2)
    assert abs(at.x[0]) < 1e-9
    assert abs(at.xd[0]) > 0.01
    np.testing.assert_allclose(at.xdd[0] * np.sin(phi), at.xdd[1] * np.cos(phi), atol=1e-8)


@pytest.mark.parametrize("name", MACHINES)
def test_efforts_beside_the_crossing_converge_to_their_limit(name: str) -> None:
    plan = planned(name)
    for side, limit in zip((-1, 1), plan.tau, strict=True):
        assert limit is not None
        near, nearer = (
            np.abs(plan.robot.inverse_dynamics(*joints_beside(plan, plan.time + side * step)) - limit).max() / plan.peak
            for step in (1e-3 * plan.duration, 1e-4 * plan.duration)
        )
        assert nearer < 1e-2
        assert nearer < 0.3 * near + 1e-4


@pytest.mark.parametrize("name", MACHINES)
def test_an_assessment_at_other_samples_finds_the_same(name: str) -> None:
    plan = planned(name)
    found = kl.assess(plan.robot, plan.motion.path, near=plan.motion.near, samples=777)
    assert [each.kind for each in found.crossings] == ["type 2"]
    np.testing.assert_allclose(found.crossings[0].time, plan.time, atol=1e-9)
    peak = max(abs(each.value) for each in found.peaks if each.quantity == "effort")
    np.testing.assert_allclose(peak, plan.peak, rtol=1e-2)


@pytest.mark.parametrize("name", MACHINES)
def test_a_plan_rests_at_both_ends_and_is_continuous_in_jerk(name: str) -> None:
    path, (start, end, _) = planned(name).motion.path, POINTS[name]
    for t, x in ((0.0, start), (path.duration, end)):
        at = path(t)
        np.testing.assert_allclose(at.x, x, atol=1e-12)
        for part in (at.xd, at.xdd, at.xddd):
            np.testing.assert_allclose(part, 0, atol=1e-6)
    knot, step = path.times[1], 1e-9
    before, after = path(knot - step).xddd, path(knot + step).xddd
    np.testing.assert_allclose(before, after, atol=1e-5 * np.abs(path(np.linspace(0, path.duration, 99)).xddd).max())


def test_limits_hold_at_fine_samples() -> None:
    robot = kl.load("biglide")
    plan = plan_biglide(robot, effort=[2.6, 2.4], speed=[0.6, np.inf], box=((-0.11, 0.19), (0.11, 0.41)))
    found = kl.assess(robot, plan.motion.path, near=plan.motion.near, samples=3333)
    assert np.all(np.nanmax(np.abs(found.tau), axis=0) <= [2.6, 2.4])
    assert np.nanmax(np.abs(found.qd[:, 0])) <= 0.6
    assert np.all((found.x >= [-0.1101, 0.1899]) & (found.x <= [0.1101, 0.4101]))
    again = pickle.loads(pickle.dumps(plan))
    assert again.request == plan.request
    np.testing.assert_array_equal(again.motion.path.states, plan.motion.path.states)


def test_gravity_in_the_plane_is_in_the_criterion() -> None:
    mechanism = kl.load("biglide").mechanism.model_copy(update={"gravity": (0.0, -9.81, 0.0)})
    plan = plan_biglide(kl.load(mechanism), duration=0.5)
    at = plan.motion.path(plan.time)
    phi = plan.q[2]
    assert all(check.ok for check in plan.checks)
    np.testing.assert_allclose(at.xdd[0] * np.sin(phi), (at.xdd[1] + 9.81) * np.cos(phi), atol=1e-7)


def with_friction() -> kl.Robot:
    mechanism = kl.load("biglide").mechanism
    dry = kl.Friction(viscous=0.2, coulomb=0.1, speed=0.05)
    joints = tuple(each.model_copy(update={"friction": dry}) for each in mechanism.joints)
    return kl.load(mechanism.model_copy(update={"joints": joints}))


@pytest.mark.parametrize(
    "robot", [lambda: kl.load("biglide", m_1=0.5, m_2=0.3), with_friction, lambda: kl.load("biglide", m_p=5.0)],
    ids=["rods with mass", "friction", "heavier tool"],
)  # fmt: skip
def test_other_terms_are_in_the_criterion(robot: Callable[[], kl.Robot]) -> None:
    plan = plan_biglide(robot())
    before, _ = plan.tau
    beside = plan.robot.inverse_dynamics(*joints_beside(plan, plan.time - 1e-4))
    assert all(check.ok for check in plan.checks)
    np.testing.assert_allclose(beside, before, atol=1e-2 * plan.peak)


@pytest.mark.parametrize("name", MACHINES)
def test_random_pairs_of_points_have_plans_or_are_refused_in_words(name: str) -> None:
    """benchmarks/crossing_plans.py demands a plan for 95 of 100 pairs; which of them have none depends on the processor."""
    robot, plans = kl.load(name), 0
    for pair in random_pairs(robot, 3, seed=2):
        try:
            plan = kl.crossing(robot, pair.start, pair.end, mode=pair.mode)
        except kl.NoCrossing as refusal:
            assert "passed its checks" in str(refusal)  # noqa: PT017
        else:
            plans += 1
            assert all(check.ok for check in plan.checks)
    assert plans >= 2


def test_a_whole_turn_is_added_where_the_limits_of_a_joint_need_it() -> None:
    """On the branch of the closed form q2 would leave its lower limit of half a turn."""
    robot = kl.load("five_bar")
    plan = kl.crossing(robot, (-0.030812, 0.001369), (-0.035699, 0.093884), mode=(-1, -1))
    closed_form = robot.inverse_geometry((-0.030812, 0.001369), mode=(-1, -1)).q
    np.testing.assert_allclose(plan.motion.near[1] - closed_form[1], 2 * np.pi, atol=1e-9)


def test_other_parameters_give_the_plan_of_the_same_request() -> None:
    plan = planned("biglide")
    heavier = plan.with_parameters(m_p=6.0)
    assert heavier.request == plan.request
    assert heavier.peak > plan.peak
    assert all(check.ok for check in heavier.checks)


@pytest.mark.long
def test_the_delta_crosses_with_the_least_peak_that_is_known() -> None:
    plan = kl.crossing(kl.load("delta_parallelograms", l=0.63), (0, 0, -0.3), (0, 0, 0), duration=0.5)
    assert all(check.ok for check in plan.checks)
    assert plan.peak <= 1.02 * 10.297
    for plant in ("native", "exudyn"):
        if plant != "native":
            pytest.importorskip(plant)
        run = kl.simulate(plan.robot, plan.controller(), plan.trajectory, duration=0.6, period=1e-3, plant=plant)
        assert run.status == kl.RunStatus.COMPLETE
        assert np.linalg.norm(run.error, axis=1).max() < 2e-6
        assert np.abs(run.tau).max() == pytest.approx(plan.peak, rel=0.01)
        assert [event.kind for event in run.events] == ["type 2", "assembly mode"]


# ---------------------------------------------------------------- files


def test_what_is_saved_is_loaded_to_the_bit(tmp_path: Path) -> None:
    plan = planned("five_bar")
    plan.save(tmp_path / "plan.npz")
    again = kl.CrossingPlan.load(tmp_path / "plan.npz")
    assert again.request == plan.request
    np.testing.assert_array_equal(again.motion.path.times, plan.motion.path.times)
    np.testing.assert_array_equal(again.motion.path.states, plan.motion.path.states)
    np.testing.assert_array_equal(again.motion.near, plan.motion.near)
    assert (again.time, again.peak) == (plan.time, plan.peak)


def rewritten(path: Path, change: Callable[[dict[str, Any], dict[str, Any]], Any]) -> Path:
    """A saved plan with its parts changed: what it says of itself, and its arrays."""
    planned("biglide").save(path)
    with np.load(path) as content:
        parts = dict(content)
    about = json.loads(str(parts.pop("about")))
    change(about, parts)
    np.savez(path, about=np.array(json.dumps(about)), **parts)
    return path


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda about, parts: parts.pop("states"), "it lacks the parts states"),
        (lambda about, parts: about.pop("request"), "it lacks the parts of about request"),
        (lambda about, parts: about.update(format="kinloop record 1"), "has the format 'kinloop record 1'"),
        (lambda about, parts: about.update(request=[]), r"request of about is \[\], expected a dict"),
        (lambda about, parts: about["request"].update(colour="red"), "colour"),
        (lambda about, parts: about["request"].pop("path"), "path"),
        (lambda about, parts: about["request"].update(start=[0.1]), r"start has shape \(1,\)"),
        (lambda about, parts: about["request"].update(nodes=2), "nodes is 2, expected a whole number"),
        (lambda about, parts: parts.update(states=parts["states"][:, :2]), "are no path"),
        (lambda about, parts: parts.update(states=np.nan * parts["states"]), "not all finite"),
        (lambda about, parts: parts.update(states=1.05 * parts["states"]), "does not have its start"),
        (lambda about, parts: parts.update(near=parts["near"][:2]), r"near has shape \(2,\), expected \(4,\)"),
        (lambda about, parts: parts.update(near=parts["near"] + 0.1), "near is no configuration of the start"),
        (lambda about, parts: parts.update(node_peaks=parts["node_peaks"][:1]), r"node_peaks has shape \(1,\)"),
        (lambda about, parts: parts.update(node_peaks=0 * parts["node_peaks"]), "expected efforts above zero"),
        (lambda about, parts: parts.update(times=parts["times"][::-1]), "are no path"),
        (lambda about, parts: parts.update(states=np.array([{}], dtype=object)), "allow_pickle"),
    ],
)  # fmt: skip
def test_a_file_with_a_wrong_part_says_which(tmp_path: Path, change: Any, words: str) -> None:
    path = rewritten(tmp_path / "plan.npz", change)
    with pytest.raises(kl.FileError, match=words):
        kl.CrossingPlan.load(path)


@pytest.mark.parametrize("part", [0.0, 0.3, 0.99])
def test_half_a_file_does_not_pass_for_a_whole_one(tmp_path: Path, part: float) -> None:
    path = tmp_path / "plan.npz"
    planned("biglide").save(path)
    content = path.read_bytes()
    path.write_bytes(content[: int(part * len(content))])
    with pytest.raises(kl.FileError, match="incomplete or not a plan of a crossing"):
        kl.CrossingPlan.load(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(kl.FileError, match=r"none\.npz' cannot be read: No such file"):
        kl.CrossingPlan.load(tmp_path / "none.npz")
