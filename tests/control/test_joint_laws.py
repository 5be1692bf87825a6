"""PD, PID, computed torque in the task, cascades: closed forms, equality of single runs and rollouts, and refused gains."""

from __future__ import annotations

from functools import cache
from typing import Any

import casadi as ca
import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.errors import NotFinite, ShapeError, UnknownName, UnsupportedOperation

TARGET = np.deg2rad(60)
HOLD = kl.Quintic([TARGET], [TARGET], 1.0, space="active")
PATH = kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.2)
CLOCK: dict[str, Any] = {"duration": 0.25, "period": 1e-3}


@cache
def one_joint() -> kl.Robot:
    return robot_named("one_joint")


def joint_run(law: Any, duration: float = 6.0, period: float = 1e-3, **options: Any) -> kl.Record:
    return kl.simulate(one_joint(), law, HOLD, duration=duration, period=period, q=[0.0], **options)


def test_pd_leaves_the_error_that_gravity_asks_for() -> None:
    """At rest Kp (target - theta) = m g l_g cos(theta), solved here by fixed-point iteration."""
    p, kp = one_joint().parameters, 2.0
    theta = TARGET
    for _ in range(200):
        theta = TARGET - p["m"] * p["g"] * p["l_g"] * np.cos(theta) / kp
    run = joint_run(kl.PD(kp, 0.1))
    assert TARGET - run.q[-1, 0] == pytest.approx(TARGET - theta, rel=1e-6)
    np.testing.assert_allclose(run.tau[0], kp * TARGET, rtol=1e-15)


@pytest.mark.parametrize("feedforward", ["gravity", "model"])
def test_feed_forward_removes_the_error(feedforward: Any) -> None:
    assert abs(joint_run(kl.PD(2.0, 0.1, feedforward=feedforward)).error[-1, 0]) < 1e-9


def test_the_integral_torque_of_pid_becomes_gravitys() -> None:
    p = one_joint().parameters
    run = joint_run(kl.PID(1.0, 2.0, 0.1), duration=20.0)
    gravity = p["m"] * p["g"] * p["l_g"] * np.cos(TARGET)
    np.testing.assert_allclose(run.q[-1], TARGET, atol=1e-8)
    np.testing.assert_allclose(run.tau[-1], gravity, rtol=1e-7)


def test_pid_is_the_sum_of_its_parts_at_every_sample() -> None:
    kp, ki, kd, T = 1.5, 0.7, 0.08, 1e-3
    run = joint_run(kl.PID(kp, ki, kd), duration=0.5)
    error = (TARGET - run.q)[:, 0]
    integral = T * ki * np.concatenate([[0.0], np.cumsum(error)[:-1]])
    np.testing.assert_allclose(run.tau[:, 0], kp * error - kd * run.qd[:, 0] + integral, atol=1e-12)


def test_the_derivative_filter_is_of_first_order() -> None:
    tau, T, kd = 0.02, 1e-3, 0.08
    run = joint_run(kl.PID(1.0, 0.0, kd, filter=tau), duration=0.5)
    keep, filtered = np.exp(-T / tau), -kd * run.qd[0, 0]
    for k in range(len(run)):
        filtered = keep * filtered - (1 - keep) * kd * run.qd[k, 0]
        assert run.tau[k, 0] == pytest.approx((TARGET - run.q[k, 0]) + filtered, abs=1e-12)


def test_integration_stops_where_the_command_has_reached_its_limit() -> None:
    """Without, the integral grows while the joint is far away, and the joint overshoots."""
    saturated = kl.Actuators(saturation=0.4)
    free = joint_run(kl.PID(5.0, 8.0, 0.3), actuators=saturated)
    bound = joint_run(kl.PID(5.0, 8.0, 0.3, limits=0.4), actuators=saturated)
    assert np.abs(bound.tau).max() <= 0.4
    assert bound.q.max() - TARGET < 0.3 * (free.q.max() - TARGET)
    np.testing.assert_allclose(bound.q[-1], TARGET, atol=1e-3)


def test_a_bumpless_start_holds_the_machine() -> None:
    law = kl.PID(1.0, 0.5, 0.1, bumpless=True)
    run = joint_run(law, duration=0.1)
    p = one_joint().parameters
    assert run.tau[0, 0] == pytest.approx(p["m"] * p["g"] * p["l_g"], rel=1e-14)
    assert np.abs(run.qdd[0]).max() < 1e-12


def test_a_derivative_on_the_measurement_gives_no_kick() -> None:
    moving = kl.Quintic([0.0], [1.0], 1.0, start_rate=3.0, space="active")
    options: dict[str, Any] = {"duration": 0.01, "period": 1e-3, "q": [0.0], "qd": [0.0]}
    kick = kl.simulate(one_joint(), kl.PD(1.0, 0.1), moving, **options)
    calm = kl.simulate(one_joint(), kl.PD(1.0, 0.1, derivative="measurement"), moving, **options)
    assert kick.tau[0, 0] == pytest.approx(0.3)
    assert calm.tau[0, 0] == 0.0


def test_computed_torque_of_the_task_makes_its_error_linear() -> None:
    """An initial error of the tool decays as e'' + kd e' + kp e = 0; the sampled loop follows that to the order of the period."""
    robot = robot_named("biglide")
    still = kl.Quintic([0.12, 0.28], [0.12, 0.28], 1.0)
    q = robot.inverse_geometry([0.121, 0.278], mode=(-1, -1)).q
    law = kl.ComputedTorque(100.0, 20.0, space="task")
    run = kl.simulate(robot, law, still, duration=0.5, period=1e-4, q=q)
    decay = (1 + 10 * run.t) * np.exp(-10 * run.t)  # critically damped
    expected = decay[:, None] * (np.array([0.12, 0.28]) - np.array([0.121, 0.278]))
    np.testing.assert_allclose(run.error, expected, atol=3e-6)  # 2 mm at the start; halving the period halves this


def test_a_law_with_a_rough_model_computes_with_it() -> None:
    robot = robot_named("biglide")
    rough = kl.simulate(robot, kl.ComputedTorque(100.0, 20.0, parameters={"m_p": 2.0}), PATH, **CLOCK)
    other = kl.simulate(
        robot.with_parameters(m_p=2.0), kl.ComputedTorque(100.0, 20.0), PATH, **CLOCK, plant=kl.Native(parameters={"m_p": 3.0})
    )
    np.testing.assert_array_equal(rough.q, other.q)
    with pytest.raises(UnknownName, match="m_q"):
        kl.simulate(robot, kl.ComputedTorque(100.0, 20.0, parameters={"m_q": 2.0}), PATH, **CLOCK)


def test_kinematic_control_runs_on_plants_with_efforts_by_a_velocity_loop() -> None:
    """With a fast inner loop the motion approaches that of the kinematic plant."""
    robot, law = robot_named("biglide"), kl.KinematicControl(5.0)
    ideal = kl.simulate(robot, law, PATH, **CLOCK, plant="kinematic")
    gaps = []
    for gain in (100.0, 400.0):
        run = kl.simulate(robot, kl.Cascade(law, kl.VelocityControl(gain)), PATH, **CLOCK)
        gaps.append(np.abs(run.x - ideal.x).max())
    assert gaps[1] == pytest.approx(gaps[0] / 4, rel=0.15)  # the lag of the inner loop is its time constant
    assert gaps[0] < 5e-3
    engine = kl.simulate(robot, kl.Cascade(law, kl.VelocityControl(400.0)), PATH, **CLOCK, plant="mujoco")
    assert np.abs(engine.x - run.x).max() < 1e-7
    slow = kl.simulate(robot, kl.Cascade(law, kl.VelocityControl(400.0), every=10), PATH, **CLOCK)
    held = kl.simulate(robot, law, PATH, duration=0.25, period=1e-2, plant="kinematic")
    lag = np.abs(held.xd).max() / 400.0  # of the inner loop
    assert np.abs(slow.x[::10] - held.x).max() < lag


LAWS = {
    "pd": kl.PD(300.0, 30.0),
    "pd with gravity": kl.PD([300.0, 310.0], 30.0, feedforward="gravity"),
    "pd with model": kl.PD(300.0, np.diag([30.0, 31.0]), feedforward="model"),
    "pid": kl.PID(300.0, 50.0, 30.0, limits=20.0, filter=0.01, bumpless=True),
    "task": kl.ComputedTorque(100.0, 20.0, space="task"),
    "rough": kl.ComputedTorque(100.0, 20.0, parameters={"m_p": 2.0}),
    "cascade": kl.Cascade(kl.KinematicControl(5.0), kl.VelocityControl(200.0), every=3),
    "lqr": kl.LQR(1e4, 1e-2),
    "lqr along": kl.LQR([1e4, 1e4, 1.0, 1.0], 1e-2, horizon="trajectory"),
}


@pytest.mark.parametrize("name", LAWS)
def test_every_law_runs_in_rollouts_and_alone_to_the_bit(name: str) -> None:
    robot, law = robot_named("biglide"), LAWS[name]
    many = kl.rollouts(robot, law, PATH, **CLOCK, vary={"plant.m_f": [1.0, 1.3]})
    for k, mass in enumerate((1.0, 1.3)):
        alone = kl.simulate(robot, law, PATH, **CLOCK, plant=kl.Native(parameters={"m_f": mass}))
        assert alone.status == kl.RunStatus.COMPLETE
        np.testing.assert_array_equal(many.q[k], alone.q)
        np.testing.assert_array_equal(many.tau[k], alone.tau)


def test_gains_of_laws_within_laws_vary_by_dotted_names() -> None:
    robot, gains = robot_named("biglide"), [100.0, 200.0]
    law = kl.Cascade(kl.KinematicControl(5.0), kl.VelocityControl(100.0))
    many = kl.rollouts(robot, law, PATH, **CLOCK, vary={"law.inner.gain": gains})
    for k, gain in enumerate(gains):
        alone = kl.simulate(robot, kl.Cascade(law.outer, kl.VelocityControl(gain)), PATH, **CLOCK)
        np.testing.assert_array_equal(many.q[k], alone.q)


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (
            lambda: kl.PD(-1.0, 1.0),
            ShapeError,
            "PD: kp is -1.0, expected numbers from zero: with a negative gain the error grows",
        ),
        (lambda: kl.PD(1.0, [1.0, -2.0]), ShapeError, "PD: kd is"),
        (lambda: kl.PID(1.0, np.nan, 1.0), NotFinite, "PID: ki is nan, expected finite numbers"),
        (lambda: kl.PID(1.0, 1.0, 1.0, limits=0.0), ShapeError, "PID: limits is 0.0, expected numbers above zero"),
        (lambda: kl.PID(1.0, 1.0, 1.0, bumpless=1), ShapeError, "bumpless is 1, expected True or False"),
        (lambda: kl.PD("high", 1.0), ShapeError, "kp is 'high', expected numbers"),
        (lambda: kl.PD(1.0, 1.0, feedforward="full"), UnknownName, "no feed-forward 'full'"),
        (lambda: kl.PD(1.0, 1.0, derivative="rate"), UnknownName, "no derivative 'rate'"),
        (lambda: kl.PD(np.ones((2, 3)), 1.0), ShapeError, r"kp has shape \(2, 3\), expected a square matrix"),
        (lambda: kl.PD([], 1.0), ShapeError, "kp is empty"),
        (lambda: kl.ComputedTorque(np.nan, 1.0), NotFinite, "kp is nan"),
        (lambda: kl.ComputedTorque(1.0, 1.0, space="tool"), UnknownName, "no space 'tool'"),
        (lambda: kl.KinematicControl(-2.0), ShapeError, "gain is -2.0"),
        (lambda: kl.Cascade(kl.PD(1.0, 1.0), kl.VelocityControl(1.0)), UnsupportedOperation, "the outer law PD commands efforts"),
        (lambda: kl.Cascade(kl.KinematicControl(1.0), kl.PD(1.0, 1.0)), ShapeError, "expected one that commands rates"),
        (lambda: kl.Cascade(kl.KinematicControl(1.0), kl.VelocityControl(1.0), every=0), ShapeError, "every is 0"),
        (lambda: kl.LQR(-1.0, 1.0), ShapeError, "LQR: Q is .* expected a positive semi-definite"),
        (lambda: kl.LQR(1.0, 0.0), ShapeError, "LQR: R is .* expected a positive definite"),
        (lambda: kl.LQR([[1.0, 2.0], [0.0, 1.0]], 1.0), ShapeError, "expected a symmetric matrix"),
        (lambda: kl.LQR(1.0, 1.0, horizon="long"), UnknownName, "no horizon 'long'"),
    ],
)
def test_bad_gains_are_refused_in_words(make: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        make()


@pytest.mark.parametrize(
    ("law", "words"),
    [
        (kl.PD([1.0, 2.0, 3.0], 1.0), r"PD: kp has shape \(3, 1\), expected one number, \(2,\)"),
        (kl.PID(1.0, 1.0, 1.0, limits=[1.0] * 5), r"PID: limits has shape \(5, 1\)"),
        (kl.LQR([1.0] * 3, 1.0), r"LQR: Q has shape \(3,\), expected one number, \(4,\) or \(4, 4\): q1, q2, q1_rate, q2_rate"),
    ],
)
def test_gains_of_a_wrong_length_are_refused_in_words(law: kl.Law, words: str) -> None:
    with pytest.raises(ShapeError, match=words):
        kl.simulate(robot_named("biglide"), law, PATH, **CLOCK)


def test_a_law_knows_its_period_and_begins_with_what_it_measures() -> None:
    robot = robot_named("biglide")

    def law(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        return 10 * (state[:2] - measured.q_active), state + model.period

    def begin(t: Any, measured: Any, reference: Any, model: Any) -> Any:
        return measured.q_active

    compiled = kl.simulate(robot, kl.casadi_law(law, memory=begin), duration=0.02, period=1e-3)
    python = kl.simulate(robot, kl.python_law(law, memory=begin), duration=0.02, period=1e-3)
    np.testing.assert_array_equal(compiled.q, python.q)
    np.testing.assert_allclose(compiled.tau[0], 0.0, atol=1e-15)
    np.testing.assert_allclose(compiled.tau[1], 10 * (compiled.q[0, :2] + 1e-3 - compiled.q[1, :2]), atol=1e-14)
    many = kl.rollouts(robot, kl.casadi_law(law, memory=begin), duration=0.02, period=1e-3, vary={"m_p": [3.0, 2.0]})
    np.testing.assert_array_equal(many.q[0], compiled.q)
    with pytest.raises(ShapeError, match=r"takes \(t, measured\) and is given \(t, measured, reference, model\)"):
        kl.casadi_law(law, memory=lambda t, measured: measured)


def test_an_if_on_a_symbol_is_explained_in_the_start_too() -> None:
    def begin(t: Any, measured: Any, reference: Any, model: Any) -> Any:
        return [1.0] if measured.q_active[0] > 0 else [2.0]

    def law(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        return ca.vertcat(state, state), state

    with pytest.raises(UnsupportedOperation, match=r"decides by a symbol.*ca\.if_else"):
        kl.simulate(robot_named("biglide"), kl.casadi_law(law, memory=begin), duration=0.02, period=1e-3)


def test_feed_forward_of_the_model_follows_passive_joints_along_joint_trajectories() -> None:
    """Its efforts are those of the prescribed motion; where the active joints lose the passive ones, the run says so."""
    robot = robot_named("five_bar")
    q = robot.start[:2]
    path = kl.Quintic(q, q + 0.2, 0.3, space="active")
    run = kl.simulate(robot, kl.PD(0.0, 0.0, feedforward="model"), path, duration=0.3, period=1e-3)
    prescribed = kl.simulate(robot, None, path, duration=0.3, period=1e-3, plant="prescribed")
    np.testing.assert_allclose(run.tau, prescribed.tau, atol=1e-12)
    biglide = robot_named("biglide")
    start = biglide.inverse_geometry([0.1, 0.4], mode=(1, -1)).q
    apart = kl.Quintic(start[:2], start[:2] + np.array([0.2, -0.2]), 1.0, space="active")  # further than two rods reach
    lost = kl.simulate(biglide, kl.PD(100.0, 10.0, feedforward="model"), apart, duration=1.0, period=1e-3, q=start)
    assert lost.status == kl.RunStatus.REFERENCE_LOST
    assert "the joints cannot follow the trajectory at t = " in lost.events[-1].message
    many = kl.rollouts(
        biglide, kl.PD(100.0, 10.0, feedforward="model"), apart, duration=1.0, period=1e-3, q=start, vary={"plant.m_f": [1.0]}
    )
    assert many.status.tolist() == [kl.RunStatus.REFERENCE_LOST]


@pytest.mark.parametrize("vary", [{"m_p": [3.0, 2.0]}, {"l": [0.3606, 0.4]}])
def test_starts_and_references_belong_to_each_machine(vary: dict[str, list[float]]) -> None:
    robot, (name, values) = robot_named("biglide"), next(iter(vary.items()))
    for law in (kl.PID(300.0, 50.0, 30.0, bumpless=True), kl.PD(300.0, 30.0, feedforward="model")):
        many = kl.rollouts(robot, law, PATH, **CLOCK, vary=vary)
        for k, value in enumerate(values):
            np.testing.assert_array_equal(many.q[k], kl.simulate(robot.with_parameters(**{name: value}), law, PATH, **CLOCK).q)


def test_gains_that_vary_are_checked_as_those_of_a_law_are() -> None:
    robot = robot_named("biglide")
    for name, values in (("law.kp", [-5.0, 20.0]), ("law.limits", [3.0, -1.0])):
        with pytest.raises(ShapeError, match=rf"rollouts: {name}\[\d\] is -"):
            kl.rollouts(robot, kl.PID(20.0, 1.0, 2.0, limits=3.0), PATH, **CLOCK, vary={name: values})
    not_a_number = kl.rollouts(robot, kl.PD(20.0, 2.0), PATH, **CLOCK, vary={"law.kp": [np.nan, 20.0]})
    assert not_a_number.status.tolist() == [kl.RunStatus.NOT_STARTED, kl.RunStatus.COMPLETE]


def test_derived_parameters_of_a_laws_own_model_are_not_left_behind() -> None:
    text = {"l1": 0.5, "m1": 0.4, "m2": "2*m1"}
    arm = kl.Mechanism(
        name="arm",
        parameters=text,
        links=(kl.Link(name="one", mass="m1", com=(0.2, 0, 0)), kl.Link(name="two", mass="m2", com=(0.2, 0, 0))),
        joints=(
            kl.Joint(name="a", kind="revolute", parent="base", child="one"),
            kl.Joint(name="b", kind="revolute", parent="one", child="two", origin=kl.Pose(xyz=("l1", 0, 0))),
        ),
    )
    robot = kl.load(arm)
    law = kl.ComputedTorque(100.0, 20.0, {"m1": 0.3})
    path = kl.Quintic([0.1, 0.2], [0.3, 0.4], 0.1, space="active")
    run = kl.simulate(robot, law, path, duration=0.1, period=1e-3)
    rough, plant = robot.with_parameters(m1=0.3), kl.Native(parameters={"m1": 0.4})
    other = kl.simulate(rough, kl.ComputedTorque(100.0, 20.0), path, duration=0.1, period=1e-3, plant=plant)
    np.testing.assert_array_equal(run.q, other.q)
    with pytest.raises(UnsupportedOperation, match=r"the law's m2 follow from parameters that vary \(m1\); vary 'model.m1'"):
        kl.rollouts(robot, law, path, duration=0.1, period=1e-3, vary={"law.parameters.m1": [0.3, 0.5]})


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: kl.PD(None, 2.0), ShapeError, "kp"),
        (lambda: kl.PID(20.0, 1.0, 2.0, filter=np.eye(2)), ShapeError, r"filter has shape \(2, 2\), expected one number"),
        (lambda: kl.PID(20.0, 1.0, 2.0, limits=[[3.0, 1.0], [1.0, 3.0]]), ShapeError, "limits has shape"),
        (lambda: kl.LQR([], 1.0), ShapeError, "Q is empty"),
        (lambda: kl.LQR(1.0, 1.0, independent=5), ShapeError, "independent is 5, expected a list of names"),
    ],
)
def test_gains_that_are_none_or_matrices_where_none_fits(make: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        make()


def test_a_law_of_the_task_on_joints_and_a_model_of_arrays_are_explained() -> None:
    robot = robot_named("biglide")
    joints = kl.Quintic(robot.start[:2], robot.start[:2], 1.0, space="active")
    with pytest.raises(
        ShapeError, match="ComputedTorque follows the task of biglide, but the trajectory is one of the active joints"
    ):
        kl.simulate(robot, kl.ComputedTorque(1.0, 1.0, space="task"), joints, **CLOCK)
    with pytest.raises(ShapeError, match="the parameter 'm_p' of its model is an array"):
        kl.simulate(robot, kl.ComputedTorque(1.0, 1.0, {"m_p": [1.0, 2.0]}), PATH, **CLOCK)
    with pytest.raises(ShapeError, match=r"filter has shape \(3, 1\)"):
        kl.simulate(robot, kl.PID(1.0, 1.0, 1.0, filter=[0.1] * 3), PATH, **CLOCK)
