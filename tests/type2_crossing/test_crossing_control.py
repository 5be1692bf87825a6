"""The law that follows a motion through Type 2: how close it stays, on plants written by others, and what it does when pushed."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from machines import robot_named
from tiers import with_long

import kinloop as kl

PLANTS = with_long(("native", "mujoco", "exudyn"), lambda plant: plant == "exudyn")
START, END, MODE = (0.1, 0.4), (-0.1, 0.2), (1, -1)
AGAINST = np.array([0.832, 0.5547, 0, 0, 0, 0])  # against the uncontrollable motion of the Biglide's tool
SATURATION = kl.Actuators(saturation=50.0)


@cache
def biglide(**values: float) -> kl.Robot:
    return robot_named("biglide").with_parameters(**values) if values else robot_named("biglide")


@cache
def plan_of(name: str, duration: float) -> kl.CrossingPlan:
    start, end, mode = {
        "biglide": (START, END, MODE),
        "five_bar": ((0.02, 0.12), (-0.01, 0.05), (-1, 1)),
        "three_rrr": ((0, 0, 0), (0.02, 0.01, -1), None),
    }[name]
    return kl.crossing(robot_named(name), start, end, mode=mode, duration=duration)


def follow(plan: kl.CrossingPlan, more: float = 0.5, **options: Any) -> kl.Record:
    law = options.pop("law", plan.controller())
    robot = options.pop("robot", plan.robot)
    return kl.simulate(robot, law, plan.trajectory, duration=plan.duration + more, period=1e-3, **options)


def error(run: kl.Record) -> float:
    return float(np.linalg.norm(run.error, axis=1).max())


def pushed(plan: kl.CrossingPlan, push: float, hold: bool = True) -> kl.Record:
    environment = kl.Environment(wrenches={"tool": push * AGAINST})
    return follow(plan, 1.0, law=plan.controller(hold=hold), environment=environment, actuators=SATURATION)


def require_plant(plant: str) -> None:
    if plant != "native":
        pytest.importorskip(plant)


# ------------------------------------------------------------------ following


@pytest.mark.parametrize("plant", PLANTS)
@pytest.mark.parametrize(
    ("name", "duration", "most"),
    [("biglide", 2.0, 0.5e-6), ("five_bar", 0.3, 2e-6), pytest.param("three_rrr", 1.0, 2e-6, marks=pytest.mark.long)],
)
def test_a_plan_is_followed_through_the_singularity(name: str, duration: float, most: float, plant: str) -> None:
    require_plant(plant)
    plan = plan_of(name, duration)
    run = follow(plan, plant=plant)
    assert run.status == kl.RunStatus.COMPLETE
    assert error(run) < most
    assert np.abs(run.tau).max() == pytest.approx(plan.peak, rel=0.01)
    kinds = [event.kind for event in run.events]
    assert kinds == ["type 2", "assembly mode"]
    assert run.events[0].time == pytest.approx(plan.time, abs=1e-3)


@cache
def with_rods_and_dry_friction() -> kl.CrossingPlan:
    mechanism = biglide().mechanism
    slide, pin = kl.Friction(coulomb=0.3, viscous=0.5), kl.Friction(coulomb=0.01, viscous=0.02)
    joints = tuple(
        joint.model_copy(update={"friction": slide if joint.kind == "prismatic" else pin}) for joint in mechanism.joints
    )
    robot = kl.load(mechanism.model_copy(update={"joints": joints}), m_1=0.5, m_2=0.2)
    return kl.crossing(robot, START, END, mode=MODE, duration=2.0)


@pytest.mark.parametrize("plant", PLANTS)
def test_rods_with_mass_and_dry_friction_are_crossed_as_closely(plant: str) -> None:
    require_plant(plant)
    plan = with_rods_and_dry_friction()
    run = follow(plan, plant=plant)
    assert run.status == kl.RunStatus.COMPLETE
    assert error(run) < 0.5e-6
    assert np.abs(run.tau).max() == pytest.approx(plan.peak, rel=0.01)
    assert [event.kind for event in run.events] == ["type 2", "assembly mode"]


@pytest.mark.parametrize("plant", PLANTS)
def test_gravity_in_the_plane_is_crossed_in_free_fall(plant: str) -> None:
    require_plant(plant)
    plan = falling_plan()
    run = follow(plan, plant=plant)
    assert error(run) < 5e-6
    assert [event.kind for event in run.events] == ["type 2", "assembly mode"]


@cache
def falling_plan() -> kl.CrossingPlan:
    robot = kl.load(biglide().mechanism.model_copy(update={"gravity": (0.0, -9.81, 0.0)}))
    return kl.crossing(robot, START, END, mode=MODE, duration=0.5)


def test_a_delay_of_one_period_shifts_the_table() -> None:
    """Without the shift the plan's efforts would come a period late: 1 ms of 2 s, and an error of micrometres."""
    run = follow(plan_of("biglide", 2.0), actuators=kl.Actuators(delay=True))
    assert error(run) < 0.5e-6


def test_joint_computed_torque_fails_on_the_same_path_and_the_record_says_how() -> None:
    plan = plan_of("biglide", 2.0)
    with pytest.warns(kl.KinloopWarning):
        run = follow(plan, law=kl.ComputedTorque(100.0, 20.0))
    assert run.status != kl.RunStatus.COMPLETE
    assert run.events
    assert abs(run.t[-1] - plan.time) < 0.2


def test_a_law_without_a_trajectory_is_refused() -> None:
    with pytest.raises(kl.ShapeError, match="trajectory"):
        kl.simulate(biglide(), kl.CrossingControl(), duration=0.1, period=1e-3)


@pytest.mark.parametrize(("name", "value"), [("bandwidth", -1.0), ("bandwidth", "fast"), ("damping", 0.0), ("hold", 1)])
def test_values_that_are_no_gains_are_refused(name: str, value: Any) -> None:
    with pytest.raises(kl.KinloopError, match=name):
        kl.CrossingControl(**{name: value})


# ------------------------------------------------------------------ pushed


@pytest.mark.parametrize(("duration", "push"), [(2.0, 3.5), (4.0, 2.0), (8.0, 0.8)])
def test_a_constant_push_against_the_motion_is_crossed(duration: float, push: float) -> None:
    plan = plan_of("biglide", duration)
    run = pushed(plan, push)
    reach = np.linalg.norm(np.asarray(END) - plan.x)
    away = np.linalg.norm(run.error, axis=1)
    assert run.mode["assembly"][-1, 0] == 1
    assert away.max() <= 0.3 * reach
    assert away[-1] <= 0.2 * reach
    assert not [event for event in run.events if event.kind == "stall"]


@pytest.mark.parametrize(("duration", "push"), [(2.0, 5.0), (2.0, 8.0), (8.0, 1.5), (8.0, 8.0)])
def test_what_stalls_is_held_on_the_side_of_its_start(duration: float, push: float) -> None:
    plan = plan_of("biglide", duration)
    run = pushed(plan, push)
    (stall,) = (event for event in run.events if event.kind == "stall")
    assert stall.time >= plan.time + 0.05 * duration
    assert "on the side of the Type 2 singularity from which it came" in stall.message
    assert run.mode["assembly"][-1, 0] == -1
    assert np.linalg.norm(run.x[-1] - run.x[-1000]) < 1e-3


def test_without_holding_it_drifts_away() -> None:
    run = pushed(plan_of("biglide", 8.0), 8.0, hold=False)
    held = pushed(plan_of("biglide", 8.0), 8.0)
    assert not [event for event in run.events if event.kind == "stall"]
    assert np.linalg.norm(run.x - held.x, axis=1).max() > 0.01


def test_efforts_keep_the_limits_and_give_up_the_lost_direction_only() -> None:
    """Both slides pushed alike stay in balance although the difference of the efforts is at its limit."""
    run = pushed(plan_of("biglide", 2.0), 8.0)
    assert np.abs(run.tau).max() <= 50.0 + 1e-9
    assert np.abs(run.x[:, 1]).max() < 0.45


@cache
def far_beyond() -> kl.CrossingPlan:
    """A plan whose passive links turn by more than a right angle after the crossing."""
    robot = robot_named("five_bar")
    return kl.crossing(robot, (-0.07428319704, 0.00849818062), (0.0668058578, 0.00605483068), mode=(1, 1), duration=3.0)


def test_a_crossing_far_behind_is_not_taken_for_a_stall() -> None:
    plan = far_beyond()
    run = follow(plan, 0.0)
    assert [event.kind for event in run.events] == ["type 2", "assembly mode"]
    assert error(run) < 2e-6


def test_a_machine_that_does_not_move_at_all_has_stalled() -> None:
    plan = far_beyond()
    run = follow(plan, 0.0, actuators=kl.Actuators(saturation=1e-6))
    assert [event.kind for event in run.events] == ["stall"]


def test_every_crossing_of_a_motion_is_looked_at() -> None:
    robot, there = robot_named("five_bar"), plan_of("five_bar", 2.0)
    back = kl.crossing(robot, there.request.end, there.request.start, q=there.assessment.q[-1], duration=2.0)
    both = kl.Sequence([there.trajectory, back.trajectory])
    options: dict[str, Any] = {"duration": 4.0, "period": 1e-3, "q": there.motion.near}
    run = kl.simulate(robot, kl.CrossingControl(), both, **options)
    assert [event.kind for event in run.events] == ["type 2", "assembly mode"] * 2
    assert error(run) < 2e-6
    run = kl.simulate(robot, kl.CrossingControl(), both, **options, environment={"tool": [0, 1.0, 0, 0, 0, 0]})
    assert [event.kind for event in run.events] == ["stall"]
    assert run.events[0].time == pytest.approx(there.time + 0.2, abs=2e-3)


def test_each_run_of_a_sweep_has_its_own_saturation() -> None:
    plan = plan_of("biglide", 2.0)
    options: dict[str, Any] = {"duration": 2.0, "period": 1e-3, "environment": {"tool": [1.0, 0, 0, 0, 0, 0]}}
    runs = kl.rollouts(plan.robot, plan.controller(), plan.trajectory, vary={"actuators.saturation": [3.0, 8.0]}, **options)
    for saturation, x in zip((3.0, 8.0), runs.x, strict=True):
        one = kl.simulate(
            plan.robot, plan.controller(), plan.trajectory, actuators=kl.Actuators(saturation=saturation), **options
        )
        np.testing.assert_array_equal(one.x, x)


def test_a_motion_that_violates_the_criterion_is_warned_of() -> None:
    path = kl.Quintic([0.1, 0.4], [-0.05, 0.2], 0.5)
    with pytest.warns(kl.KinloopWarning, match=r"t = 0\.295\d+ s .* without meeting the criterion"):
        kl.simulate(biglide(), kl.CrossingControl(), path, mode=MODE, duration=0.5, period=1e-3)


# ------------------------------------------------------------------ other masses


def test_half_and_one_and_a_half_of_the_mass_cross() -> None:
    plan = plan_of("biglide", 2.0)
    runs = kl.rollouts(
        plan.robot,
        plan.controller(),
        plan.trajectory,
        duration=3.0,
        period=1e-3,
        vary={"plant.m_p": np.linspace(1.5, 4.5, 21)},
        keep="summary",
    )
    assert (runs.status == kl.RunStatus.COMPLETE).all()
    assert (runs.assembly_last[:, 0] == 1).all()
    assert np.max(runs.error_max) < 3e-3


# ------------------------------------------------------------------ observed


@pytest.mark.parametrize("measured", ["active", ("active", "phi1")])
def test_an_observer_sees_the_tool_through_the_singularity(measured: Any) -> None:
    """10 um of noise on the slides; the tool is not measured."""
    plan = plan_of("biglide", 2.0)
    sensors = kl.Sensors(measured=measured, rates=False, noise={"q": 1e-5}, seed=3)
    run = follow(plan, sensors=sensors, observer=plan.observer(1e-5))
    away = np.linalg.norm(run.x - plan.trajectory(run.t).x, axis=1)
    assert away.max() < 200e-6
    assert run.mode["assembly"][-1, 0] == 1


def test_the_direct_model_from_the_active_joints_fails_with_a_hundredth_of_a_micrometre_of_noise() -> None:
    """There the loops do not determine the tool: noise of 1e-8 m on the slides is 0.1 mm at the tool, and then another branch."""
    plan = plan_of("biglide", 2.0)
    sensors = kl.Sensors(measured="active", noise={"q": 1e-8, "qd": 1e-8}, seed=1)
    run = follow(plan, sensors=sensors, observer=kl.FromModel())
    assert np.linalg.norm(run.x - plan.trajectory(run.t).x, axis=1).max() > 0.1
    assert np.abs(run.tau).max() > 100 * plan.peak


# ------------------------------------------------------------------ other values than planned for


def test_a_payload_that_the_law_does_not_know_is_crossed() -> None:
    plan = plan_of("biglide", 2.0)
    run = follow(plan, plant=kl.Native(payload=0.5, parameters={"m_f": 1.2}))
    assert run.mode["assembly"][-1, 0] == 1
    assert 1e-6 < error(run) < 3e-3


def test_a_plan_for_other_values_is_refused_and_made_anew() -> None:
    plan, heavy = plan_of("biglide", 2.0), biglide(m_p=4.0)
    with pytest.raises(kl.UnsupportedOperation, match="with_parameters"):
        follow(plan, robot=heavy)
    again = plan.with_parameters(m_p=4.0)
    assert again.robot.mechanism == heavy.mechanism
    assert again.peak > plan.peak
    assert error(follow(again)) < 0.5e-6


def test_a_plan_is_no_trajectory() -> None:
    plan = plan_of("biglide", 2.0)
    with pytest.raises(kl.ShapeError, match="CrossingPlan"):
        kl.simulate(plan.robot, plan.controller(), plan, duration=1.0, period=1e-3)  # type: ignore[arg-type]
