"""Prescribed motions: the joints follow them, their efforts produce them, and they end where no motion exists."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np
import pytest
from machines import CLOSED, robot_named, rod

import kinloop as kl
from kinloop.errors import ShapeError, Unreachable, UnsupportedOperation
from kinloop.mechanism.formats.read import library
from kinloop.simulation.loop.inverse_simulation import prescribe_motion
from kinloop.trajectory.joints.trajectory_continuation import State, TrajectoryContinuation
from kinloop.trajectory.trajectory import TrajectoryPoint

MACHINES = [*library(), *CLOSED]
WITH_TASK = [*library(), "hexaglide_rods", "hexaglide_links"]


def start_of(robot: kl.Robot) -> np.ndarray:
    return robot.models.formulas.model.assembled.configurations[0] if robot.mechanism.loops else np.array(robot.start)


def swing(robot: kl.Robot, size: float = 0.05) -> kl.FunctionOfTime:
    """Every active joint about the start, each at its own rate."""
    start = ca.DM(start_of(robot)[: len(robot.active)])
    return kl.FunctionOfTime(lambda t: start + size * ca.sin(ca.DM(np.arange(2, 2 + start.numel())) * t), 0.5, space="active")


def reach(robot: kl.Robot, size: float = 0.02) -> kl.Quintic:
    """A small motion of the task from the start."""
    x = robot.models.geometry.task(start_of(robot))
    pose = robot.task == ("pose",)
    end = x + size * (np.arange(x.size) < 3)
    return kl.Quintic(x, end, 0.5, space="pose" if pose else "task")


class Bare:
    """A trajectory of a user's own: what the protocol asks for."""

    space, duration, shape = "active", 1.0, ()

    def __call__(self, t: Any) -> TrajectoryPoint:
        x = 0.1 * np.asarray(t, float)[..., None]
        return TrajectoryPoint(x, np.full_like(x, 0.1), np.zeros_like(x), np.zeros_like(x))

    def __getitem__(self, rows: Any) -> Bare:
        return self


def check_derivatives(run: kl.Record) -> None:
    """Rates and accelerations are those of the positions: central differences of sixth order, where there is no quaternion."""
    for lower, upper in ((run.q, run.qd), (run.qd, run.qdd)):
        if lower.shape == upper.shape:
            weights = np.array([-1, 9, -45, 0, 45, -9, 1]) / (60 * run.t[1])
            slope = sum(w * lower[k : len(lower) - 6 + k] for k, w in enumerate(weights))
            np.testing.assert_allclose(upper[3:-3], slope, atol=1e-4 * np.abs(upper).max())


@pytest.mark.parametrize("name", MACHINES)
def test_active_joints_are_followed_by_the_passive_ones_and_their_efforts_produce_the_motion(name: str) -> None:
    robot = robot_named(name)
    path = swing(robot)
    run = prescribe_motion(robot, path, duration=0.5, period=0.01, q=start_of(robot))
    assert run.status == kl.RunStatus.COMPLETE
    assert run.events == ()
    n = robot.n_active
    np.testing.assert_array_equal(run.q[:, :n], path(run.t).x)
    np.testing.assert_array_equal(run.q_ref, path(run.t).x)
    np.testing.assert_allclose(run.qd[:, :n], path(run.t).xd, atol=1e-15)
    assert np.abs(robot.closure(run.q)).max(initial=0.0) < 5e-15
    check_derivatives(run)
    moved = robot.forward_dynamics(run.q, run.qd, run.tau)
    known = (
        slice(n) if name == "rssr" else slice(None)
    )  # its coupler's spin is undriven, and its acceleration that of zero effort
    np.testing.assert_allclose(moved.qdd[:, known], run.qdd[:, known], atol=1e-11 * max(1.0, np.abs(run.qdd).max()))
    np.testing.assert_allclose(run.loop_force, moved.loop_force, rtol=0, atol=1e-10 * np.abs(run.loop_force).max(initial=1.0))


@pytest.mark.parametrize("name", WITH_TASK)
def test_a_task_is_followed_by_all_joints_and_their_efforts_produce_the_motion(name: str) -> None:
    robot = robot_named(name)
    path = reach(robot)
    run = prescribe_motion(robot, path, duration=0.5, period=0.01, q=start_of(robot))
    assert run.status == kl.RunStatus.COMPLETE
    np.testing.assert_array_equal(run.x_ref, path(run.t).x)
    assert np.abs(run.error).max() < 1e-14
    np.testing.assert_allclose(run.xd, path(run.t).xd, atol=1e-12)
    check_derivatives(run)
    moved = robot.forward_dynamics(run.q, run.qd, run.tau)
    np.testing.assert_allclose(moved.qdd, run.qdd, atol=1e-11 * max(1.0, np.abs(run.qdd).max()))


def test_the_joints_of_a_task_give_the_same_motion_back() -> None:
    """Sampled into the active joints and splined: the error of positions falls with the fourth power of the interval, here to
    rounding; that of efforts is of the second derivative, so with the second."""
    robot = robot_named("five_bar")
    task = prescribe_motion(robot, reach(robot, -0.04), duration=0.5, period=1e-3)
    joints = kl.Spline(task.t, task.q[:, :2], ends="not-a-knot", space="active")
    run = prescribe_motion(robot, joints, duration=0.5, period=1e-3)
    assert np.abs(run.q - task.q).max() < 1e-12
    assert np.abs(run.tau - task.tau).max() < 1e-3 * np.abs(task.tau).max()


def test_a_wrench_and_the_work_of_the_efforts() -> None:
    """What the efforts and the wrench do is what the energy grows by: Simpson's rule."""
    robot = robot_named("five_bar")
    push = {"tool": [1.0, 2.0, 0, 0, 0, 0]}
    run = prescribe_motion(robot, reach(robot, -0.04), duration=0.5, period=5e-3, wrenches=push)
    plain = prescribe_motion(robot, reach(robot, -0.04), duration=0.5, period=5e-3)
    assert np.abs(run.tau - plain.tau).max() > 0.1
    half = slice(0, 51)  # in the middle it moves fastest
    power = np.sum(run.tau * run.qd[:, :2], axis=1) + run.xd @ [1.0, 2.0]
    weights = np.array([1, *(4, 2) * 24, 4, 1]) * 5e-3 / 3
    energy = run.energy.sum(axis=1)
    assert power[half] @ weights == pytest.approx(energy[50] - energy[0], rel=1e-6)


def test_a_coarse_period_is_followed_by_shorter_steps() -> None:
    """A full swing between two samples: the branch is that of the motion, not the nearest configuration."""
    robot = robot_named("four_bar")
    turn = kl.FunctionOfTime(lambda t: 0.8 + 2 * np.pi * t, 1.0, space="active")
    fine = prescribe_motion(robot, turn, duration=1.0, period=1e-3)
    coarse = prescribe_motion(robot, turn, duration=1.0, period=0.25)
    np.testing.assert_allclose(coarse.q, fine.q[::250], atol=1e-12)
    np.testing.assert_allclose(fine.q[-1] - fine.q[0], [2 * np.pi, -2 * np.pi, 0], atol=1e-12)


# ------------------------------------------------------------------ where there is no motion


def over_the_line(t: Any) -> Any:
    """A task of the Biglide through x = 0, where it is singular, carried to its slides in closed form; x = 0.1 (1 - t)."""
    d, l = 0.4, 0.3606
    x = 0.1 * (1 - t)
    return [0.3 + ca.sqrt(l**2 - (x + d / 2) ** 2), 0.3 - ca.sqrt(l**2 - (x - d / 2) ** 2)]


def test_active_joints_that_lead_to_type_2_end_the_run_there() -> None:
    robot = robot_named("biglide")
    run = prescribe_motion(robot, kl.FunctionOfTime(over_the_line, 2.0, space="active"), duration=2.0, period=0.0625)
    assert run.status == kl.RunStatus.DIVERGED
    assert len(run) == 16  # that at 1 s is singular
    (event,) = run.events
    assert event.kind == "type 2"
    assert event.time == pytest.approx(1.0, abs=1e-5)
    assert "active joints do not determine the motion" in event.message
    assert "smallest singular value" in event.message
    assert np.isfinite(run.tau).all()
    np.testing.assert_allclose(run.x[:, 0], 0.1 * (1 - run.t), atol=1e-12)


def test_active_joints_that_lead_out_of_reach_end_the_run_there() -> None:
    """The slides drift apart until the rods are one line: (q1 - q2)^2 = 4 l^2 - d^2 at the end."""
    robot = robot_named("biglide")
    q1, q2 = robot.start[:2]
    apart = kl.FunctionOfTime(lambda t: [q1 + 0.1 * t, q2 - 0.1 * t], 2.0, space="active")
    run = prescribe_motion(robot, apart, duration=2.0, period=0.01)
    (event,) = run.events
    limit = (np.sqrt(4 * 0.3606**2 - 0.16) - (q1 - q2)) / 0.2
    assert event.kind == "type 2"
    assert event.time == pytest.approx(limit, abs=1e-6)
    assert "there is no configuration" in event.message
    # The tool is drawn in ever faster: its distance from the line is a root of the time left, so the accelerations grow.
    assert np.abs(run.tau[-1]).max() > 30 * np.abs(run.tau[0]).max()


def test_a_task_that_leads_out_of_the_workspace_ends_at_type_1() -> None:
    robot = robot_named("biglide")
    run = prescribe_motion(
        robot, kl.FunctionOfTime(lambda t: [0.1 + 0.05 * t, 0.3], 2.0, space="task"), duration=2.0, period=0.01
    )
    (event,) = run.events
    assert (run.status, event.kind) == (kl.RunStatus.DIVERGED, "type 1")
    assert event.time == pytest.approx((0.3606 - 0.2 - 0.1) / 0.05, abs=1e-6)


def test_a_start_on_a_singularity_is_told() -> None:
    robot = robot_named("biglide")
    q = robot.inverse_geometry([0.0, 0.3], mode=(1, -1)).q
    still = kl.FunctionOfTime(lambda t: [float(q[0]), float(q[1])], 1.0, space="active")
    run = prescribe_motion(robot, still, duration=1.0, period=0.1, q=q)
    assert (run.status, run.events[0].kind, len(run)) == (kl.RunStatus.DIVERGED, "type 2", 1)


def test_a_trajectory_that_jumps_is_no_singularity() -> None:
    robot = robot_named("biglide")
    step = kl.FunctionOfTime(lambda t: ca.DM(robot.start[:2]) + ca.if_else(t > 0.35, 0.01, 0.0), 1.0, space="active")
    run = prescribe_motion(robot, step, duration=1.0, period=0.1)
    assert (run.status, run.events[0].kind, len(run)) == (kl.RunStatus.DIVERGED, "no motion", 4)
    assert run.events[0].time == pytest.approx(0.35, abs=1e-9)


@pytest.mark.parametrize("period", [0.05, 0.032, 0.1])
def test_a_task_crosses_type_2_with_the_limit_of_its_efforts(period: float) -> None:
    """Whether a sample is on the singularity or not; on this straight way at constant speed the criterion is met."""
    robot = robot_named("biglide")
    run = prescribe_motion(
        robot, kl.FunctionOfTime(lambda t: [0.1 * (1 - t), 0.3], 1.8, space="task"), duration=1.6, period=period
    )
    assert run.status == kl.RunStatus.COMPLETE
    (event,) = run.events
    assert event.kind == "crossing"
    assert event.time == pytest.approx(1.0, abs=1e-9)
    assert np.isfinite(run.tau).all()
    moved = robot.forward_dynamics(run.q, run.qd, run.tau)
    np.testing.assert_allclose(moved.qdd, run.qdd, atol=1e-9)
    np.testing.assert_array_equal(run.mode["assembly"][run.t > 1.01], 1)
    np.testing.assert_array_equal(run.mode["assembly"][run.t < 0.99], -1)


def test_a_task_that_misses_the_criterion_is_told_and_its_efforts_grow() -> None:
    """They grow as the inverse of the distance; at a sample on the singularity they are none."""
    robot = robot_named("biglide")
    path = kl.FunctionOfTime(lambda t: [0.1 * (1 - t), 0.3 + 0.1 * (t - 1) ** 2], 1.8, space="task")
    run = prescribe_motion(robot, path, duration=1.6, period=0.05)
    assert run.status == kl.RunStatus.COMPLETE
    (event,) = run.events
    assert event.kind == "criterion"
    assert event.time == pytest.approx(1.0, abs=1e-9)
    assert "crossing criterion" in event.message
    assert np.isnan(run.tau[20]).all()
    assert np.isfinite(np.delete(run.tau, 20, axis=0)).all()
    near = [np.abs(prescribe_motion(robot, path, duration=1 - h, period=1 - h).tau[-1]).max() for h in (1e-3, 1e-4)]
    assert near[1] / near[0] == pytest.approx(10, rel=0.1)


# ------------------------------------------------------------------ more actuators than degrees of freedom, and fewer coordinates


def five_bar_with_three_motors() -> kl.Robot:
    mechanism = robot_named("five_bar").mechanism
    joints = tuple(joint.model_copy(update={"actuated": joint.name != "psi2"}) for joint in mechanism.joints)
    forms: dict[str, Any] = {"forward_geometry": None, "inverse_geometry": None, "motion": None}
    return kl.load(mechanism.model_copy(update={"joints": joints, **forms}))


def test_an_actuator_more_carries_the_joints_across_type_2() -> None:
    """The usual cure. With two motors the task misses the criterion and the splined joints end there; with three neither does."""
    path = kl.Quintic([0.0, 0.14], [0.0, -0.02], 1.0)
    options: dict[str, Any] = {"duration": 1.0, "period": 5e-3}
    two, three = robot_named("five_bar"), five_bar_with_three_motors()
    tasks = [prescribe_motion(robot, path, **options) for robot in (two, three)]
    assert [[event.kind for event in run.events] for run in tasks] == [["criterion"], []]
    splines = [kl.Spline(run.t, run.q[:, : run.robot.n_active], ends="not-a-knot", space="active") for run in tasks]
    ended, across = (prescribe_motion(robot, spline, **options) for robot, spline in zip((two, three), splines, strict=True))
    assert (ended.status, ended.events[0].kind) == (kl.RunStatus.DIVERGED, "type 2")
    assert across.status == kl.RunStatus.COMPLETE
    np.testing.assert_allclose(across.x, path(across.t).x, atol=1e-12)
    # Between them the splines' accelerations agree to the square of the interval only, which is not enough for efforts.
    assert [event.kind for event in across.events] == ["accelerations"]
    assert np.isnan(across.tau).any()


def test_motors_that_contradict_each_other_end_the_run() -> None:
    robot = five_bar_with_three_motors()
    q1, q2, psi1 = robot.start[:3].tolist()
    run = prescribe_motion(
        robot, kl.FunctionOfTime(lambda t: [q1 + 0.1 * t, q2, psi1], 1.0, space="active"), duration=1.0, period=0.05
    )
    assert (len(run), run.events[-1].kind) == (1, "no motion")


def test_a_task_that_leaves_motions_open_is_followed_with_the_least_rates() -> None:
    mechanism = robot_named("three_r").mechanism
    forms: dict[str, Any] = {"forward_geometry": None, "inverse_geometry": None, "motion": None}
    robot = kl.load(mechanism.model_copy(update={"task": ("x", "y"), **forms}))
    x = robot.models.geometry.task(robot.start)
    run = prescribe_motion(robot, kl.Quintic(x, x - 0.05, 1.0), duration=1.0, period=0.01)
    assert run.status == kl.RunStatus.COMPLETE
    assert np.abs(run.error).max() < 1e-14
    np.testing.assert_allclose(robot.forward_dynamics(run.q, run.qd, run.tau).qdd, run.qdd, atol=1e-11)
    J = robot.jacobian(run.q)[:, :2]
    np.testing.assert_allclose(run.qd, (np.linalg.pinv(J) @ run.xd[..., None])[..., 0], atol=1e-12)


def test_an_interrupted_run_keeps_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    robot, step, calls = robot_named("biglide"), TrajectoryContinuation.step, iter(range(8))

    def impatient(following: TrajectoryContinuation, before: State, t: float) -> State | None:
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return step(following, before, t)

    monkeypatch.setattr(TrajectoryContinuation, "step", impatient)
    run = prescribe_motion(robot, swing(robot), duration=0.5, period=0.01)
    assert run.status == kl.RunStatus.INTERRUPTED
    assert 1 < len(run) < 10
    assert run.events[0].kind == "interrupted"
    assert np.isfinite(run.tau).all()


# ------------------------------------------------------------------ records, and what is refused


def test_a_record_of_a_prescribed_motion_is_saved_and_loaded(tmp_path: Path) -> None:
    run = prescribe_motion(
        robot_named("biglide"), kl.FunctionOfTime(over_the_line, 2.0, space="active"), duration=2.0, period=0.0625
    )
    run.save(tmp_path / "run.npz")
    again = kl.Record.load(tmp_path / "run.npz")
    np.testing.assert_array_equal(again.tau, run.tau)
    assert again.events == run.events


def test_any_object_of_the_protocol_is_a_trajectory() -> None:
    run = prescribe_motion(robot_named("one_joint"), Bare(), duration=1.0, period=0.1)  # type: ignore[arg-type]
    np.testing.assert_allclose(run.q[:, 0], 0.1 * run.t, atol=1e-15)


def test_what_cannot_be_prescribed_is_refused_in_words() -> None:
    robot = robot_named("biglide")
    run: Any = lambda path, **options: prescribe_motion(robot, path, **{"duration": 1.0, "period": 0.1, **options})  # noqa: E731
    with pytest.raises(ShapeError, match="the trajectory has 3 coordinates, but biglide has 2: q1, q2"):
        run(kl.FunctionOfTime(lambda t: [t, t, t], 1.0, space="active"))
    with pytest.raises(ShapeError, match="expected a trajectory with space='task' or 'active'"):
        run(kl.Quintic([0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0], 1.0, space="pose"))
    with pytest.raises(ShapeError, match=r"one trajectory, but this one is a batch \(2,\)"):
        run(kl.Spline([0, 1], np.zeros((2, 2, 2)), space="active"))
    with pytest.raises(ShapeError, match="the trajectory is None, expected one such as"):
        run(None)
    with pytest.raises(ShapeError, match="no whole number of periods"):
        run(kl.Quintic([0.1, 0.3], [0.12, 0.3], 1.0), period=0.3)
    with pytest.raises(Unreachable):
        run(kl.Quintic([2.0, 0.3], [0.12, 0.3], 1.0))
    with pytest.raises(ShapeError, match="one machine, but its parameters are arrays"):
        prescribe_motion(robot.with_parameters(m_p=[1.0, 2.0]), swing(robot), duration=1.0, period=0.1)
    loose = kl.Mechanism(
        name="pendulum",
        links=(rod("arm", 1.0, 0.3),),
        joints=(kl.Joint(name="a", kind="revolute", parent="base", child="arm", actuated=False),),
    )
    with pytest.raises(UnsupportedOperation, match="no actuated joint"):
        prescribe_motion(kl.load(loose), swing(robot), duration=1.0, period=0.1)


def test_the_error_of_a_motion_of_joints_is_that_of_joints_and_is_saved(tmp_path: Path) -> None:
    """A machine with more active joints than coordinates of its task."""
    changed = {"task": ("x", "y"), "inverse_geometry": None, "forward_geometry": None, "motion": None}
    robot = kl.Robot(robot_named("three_r").mechanism.model_copy(update=changed))
    assert (len(robot.active), len(robot.task)) == (3, 2)
    run = prescribe_motion(robot, swing(robot), duration=0.1, period=0.01)
    np.testing.assert_array_equal(run.error, run.q_ref - run.q[:, : len(robot.active)])
    assert run.columns["error"] == robot.active
    run.save(tmp_path / "run.npz")
    np.testing.assert_array_equal(kl.Record.load(tmp_path / "run.npz").error, run.error)
