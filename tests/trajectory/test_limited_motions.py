"""Trapezoidal and jerk-limited motions: closed forms, limits between samples, ruckig itself, joints' limits, refusals."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.errors import ArgumentMissing, NotFinite, ShapeError, UnsupportedOperation

RANDOM = np.random.default_rng(3)


def limited_robot() -> kl.Robot:
    """A two-link arm whose joints have all limits."""
    mechanism = robot_named("two_r").mechanism
    limits = (
        kl.Limits(position=(-1, 2), speed=1.5, acceleration="20*l1", jerk=40),
        kl.Limits(position=(-2.5, 2.5), speed=3, acceleration=8, jerk=60),
    )
    joints = [joint.model_copy(update={"limits": each}) for joint, each in zip(mechanism.joints, limits, strict=True)]
    return kl.load(mechanism.model_copy(update={"joints": tuple(joints)}))


def motion_parts(motion: kl.TrajectoryPoint) -> tuple[Any, ...]:
    return motion.xd, motion.xdd, motion.xddd


def test_a_trapezoid_and_a_triangle_take_the_time_of_their_closed_forms() -> None:
    d, v, a = 1.3, 0.5, 2.0
    assert kl.Trapezoidal([0.0], [d], v, a).duration == pytest.approx(d / v + v / a, rel=1e-15)
    assert kl.Trapezoidal([0.0], [-0.01], v, a).duration == pytest.approx(2 * np.sqrt(0.01 / a), rel=1e-15)
    assert kl.Trapezoidal([0.0], [d], acceleration=a).duration == pytest.approx(2 * np.sqrt(d / a), rel=1e-15)
    np.testing.assert_allclose(kl.Trapezoidal([0.0], [d], v, a).knots, [0, 0.25, d / v, d / v + 0.25], rtol=1e-15)


def test_an_s_curve_of_seven_pieces_takes_the_time_of_its_closed_form() -> None:
    d, v, a, j = 1.3, 0.5, 2.0, 20.0  # reaches its acceleration and its speed
    path = kl.SCurve([0.0], [d], v, a, j)
    assert path.duration == pytest.approx(d / v + v / a + a / j, rel=1e-13)
    np.testing.assert_allclose(np.abs(path(np.array([0.05, 0.2, 0.5])).xddd[:, 0]), [j, 0, 0], rtol=1e-9)
    short = kl.SCurve([0.0], [1e-3], v, a, j)  # jerk only: four pieces
    assert short.duration == pytest.approx(4 * np.cbrt(1e-3 / (2 * j)), rel=1e-9)


@pytest.mark.parametrize("kind", ["trapezoidal", "S-curve"])
def test_motions_keep_their_limits_between_samples_and_one_coordinate_reaches_them(kind: str) -> None:
    for _ in range(15):
        start, end = RANDOM.normal(size=(2, 3))
        limits = [RANDOM.uniform(0.3, 2, 3), RANDOM.uniform(0.5, 4, 3), RANDOM.uniform(2, 30, 3)]
        path: Any = kl.Trapezoidal(start, end, *limits[:2]) if kind == "trapezoidal" else kl.SCurve(start, end, *limits)
        t = np.concatenate([np.linspace(0, path.duration, 2003), path.knots])
        motion = path(t)
        reached = [np.max(np.abs(p), axis=0) / limit for p, limit in zip(motion_parts(motion), limits, strict=True)]
        assert np.max(reached[: 2 if kind == "trapezoidal" else 3]) == pytest.approx(1, abs=1e-9)
        way = (motion.x - start) / (end - start)
        np.testing.assert_allclose(way, np.broadcast_to(way[:, :1], way.shape), atol=1e-9)  # a straight line
        np.testing.assert_array_equal(path(path.duration).x, end)


def test_an_s_curve_is_what_ruckig_computes() -> None:
    ruckig = pytest.importorskip("ruckig")
    for trial in range(60):
        n = int(RANDOM.integers(1, 4)) if trial % 2 else 1
        start, end = RANDOM.normal(size=(2, n))
        limits = [RANDOM.uniform(0.5, 2, n), RANDOM.uniform(0.5, 4, n), RANDOM.uniform(1, 30, n)]
        moving = RANDOM.uniform(-0.3, 0.3, (3, n)) * (trial % 2)
        path = kl.SCurve(start, end, *limits, start_rate=moving[0], end_rate=moving[1], start_acceleration=moving[2] / 2)
        given, found = ruckig.InputParameter(n), ruckig.Trajectory(n)
        given.current_position, given.target_position = start.tolist(), end.tolist()
        given.max_velocity, given.max_acceleration, given.max_jerk = (each.tolist() for each in limits)
        given.current_velocity, given.target_velocity = moving[0].tolist(), moving[1].tolist()
        given.current_acceleration, given.synchronization = (moving[2] / 2).tolist(), ruckig.Synchronization.Time
        ruckig.Ruckig(n).calculate(given, found)
        missed = max(abs(p.p[7] - end[k]) + abs(p.v[7] - moving[1][k]) for k, p in enumerate(found.profiles[0]))
        assert path.duration == pytest.approx(found.duration, rel=1e-8)
        t = RANDOM.uniform(0, found.duration, 12)
        peer = np.array([found.at_time(each) for each in t])
        motion = path(t)
        # Its profiles miss their end by up to 1e-8, ours do not.
        for order, array in enumerate((motion.x, motion.xd, motion.xdd)):
            np.testing.assert_allclose(array, peer[:, order], rtol=0, atol=1e-12 + 300 * missed)
        before = path(np.nextafter(path.duration, 0))
        for array, given_end in ((before.x, end), (before.xd, moving[1]), (before.xdd, np.zeros(n))):
            np.testing.assert_allclose(array, given_end, atol=2e-13)


@pytest.mark.parametrize("length", [1e-9, 1.0, 1e7])
@pytest.mark.parametrize("time", [1e-4, 1.0, 1e5])
def test_an_s_curve_scales_with_its_units(length: float, time: float) -> None:
    one = kl.SCurve([0.0, 1.0], [1.0, 0.7], 1.0, 2.0, 10.0)
    other = kl.SCurve([0.0, length], [length, 0.7 * length], length / time, 2 * length / time**2, 10 * length / time**3)
    assert other.duration == pytest.approx(one.duration * time, rel=1e-9)
    np.testing.assert_allclose(other(0.4 * time).x, length * one(0.4).x, rtol=1e-9)


def test_limits_come_from_the_description_unless_given() -> None:
    robot = limited_robot()
    start, end = [0.0, -2.0], [1.8, 2.0]
    motion = kl.Trapezoidal(start, end, robot=robot)
    np.testing.assert_allclose(motion.acceleration, [5.0, 8.0])
    assert motion.duration == kl.Trapezoidal(start, end, [1.5, 3.0], [5.0, 8.0]).duration
    curve = kl.SCurve(start, end, robot=robot)
    assert curve.duration == kl.SCurve(start, end, [1.5, 3.0], [5.0, 8.0], [40.0, 60.0]).duration > motion.duration
    assert kl.SCurve(start, end, robot=robot, speed=0.5).duration > curve.duration
    with pytest.raises(ArgumentMissing, match="joint 'theta1' of two_r has no limit of acceleration in the description"):
        kl.Trapezoidal(start, end, robot=robot_named("two_r"))


def test_a_motion_beyond_the_joints_positions_is_refused_with_joint_and_time() -> None:
    robot = limited_robot()
    with pytest.raises(ShapeError, match=r"takes joint 'theta1' of two_r to 2.1, beyond its limits -1 to 2"):
        kl.Trapezoidal([0.0, 0.0], [2.1, 0.0], robot=robot)
    with pytest.raises(ShapeError, match=r"takes joint 'theta1' of two_r to 2\.\d+ at t = 0\.\d+ s, beyond"):
        kl.SCurve([1.9, 0.0], [1.0, 0.0], robot=robot, start_rate=[1.4, 0.0])  # it overshoots before it returns
    assert kl.SCurve([1.9, 0.0], [1.0, 0.0], robot=robot).duration > 0


def test_a_longer_duration_slows_the_motion_and_a_shorter_one_is_refused() -> None:
    for kind, limits in ((kl.Trapezoidal, (1.0, 2.0)), (kl.SCurve, (1.0, 2.0, 10.0))):
        path: Any = kind([0.0, 1.0], [1.0, 0.5], *limits, duration=4.0)
        assert path.duration == 4.0
        np.testing.assert_array_equal(path(4.0).x, [1.0, 0.5])
        np.testing.assert_allclose(path(2.0).x, [0.5, 0.75], atol=1e-9)
        with pytest.raises(ShapeError, match=r"the duration is 0.1 s, but within its limits the motion takes"):
            kind([0.0, 1.0], [1.0, 0.5], *limits, duration=0.1)


def test_ways_at_the_edge_of_the_numbers_end_or_are_refused() -> None:
    for kind, limits in ((kl.Trapezoidal, (1e-3, 1e-300)), (kl.SCurve, (1e-3, 1e-300, 1.0))):
        with pytest.raises(ShapeError, match="of ordinary sizes"):
            kind([0.0], [1e300], *limits)
    with pytest.raises(ShapeError, match="of ordinary sizes"):
        kl.Trapezoidal([0.0], [1e-320], 1e-3, 1.0)
    path = kl.Trapezoidal([0.0], [1e-290], 1.0, 1.0)
    np.testing.assert_allclose(path(path.duration / 2).x, 5e-291, rtol=1e-12)


def test_an_s_curve_from_rest_to_rest_may_take_any_time() -> None:
    for duration in (2.0, 1e3, 1e12):
        path = kl.SCurve([0.0, 1.0], [1.0, 0.5], 1.0, 2.0, 10.0, duration=duration)
        np.testing.assert_allclose(path(duration / 2).x, [0.5, 0.75], rtol=1e-12)
        assert np.max(path(duration / 2).xd) == pytest.approx(path(duration / 2 + 1e-6 * duration).xd[0])


def test_no_way_takes_no_time() -> None:
    for path in (kl.Trapezoidal([0.3], [0.3], 1.0, 1.0), kl.SCurve([0.3], [0.3], 1.0, 1.0, 1.0)):
        assert path.duration == 0
        np.testing.assert_array_equal(path([-1.0, 0.0, 1.0]).x, 0.3)  # type: ignore[attr-defined]
        np.testing.assert_array_equal(path([-1.0, 0.0, 1.0]).xdd, 0.0)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"acceleration": 0}, ShapeError, "acceleration is 0, expected limits above zero"),
        ({"speed": -1.0}, ShapeError, "speed is -1.0, expected limits above zero"),
        ({"acceleration": np.nan}, NotFinite, "acceleration is nan, expected numbers"),
        ({"acceleration": np.inf}, NotFinite, "acceleration is inf, expected finite limits"),
        ({"acceleration": None}, ArgumentMissing, "needs acceleration="),
        ({"acceleration": [1.0, 2.0, 3.0]}, ShapeError, "acceleration has 3 numbers, but the motion has 2 coordinates"),
        ({"start": 0.0}, ShapeError, r"start has shape \(\)"),
        ({"end": [1.0]}, ShapeError, "start has 2 coordinates, but end has 1"),
        ({"end": [np.nan, 1.0]}, NotFinite, r"end\[0\] is nan"),
        ({"space": "pose"}, UnsupportedOperation, "use kl.FollowPath"),
        ({"robot": "two_r"}, ShapeError, "robot is 'two_r', expected a robot"),
        ({"duration": [1.0, 2.0]}, ShapeError, r"duration has shape \(2,\)"),
    ],
)
@pytest.mark.parametrize("kind", [kl.Trapezoidal, kl.SCurve])
def test_what_is_no_motion_is_refused_in_words(kind: Any, given: dict[str, Any], error: type[Exception], words: str) -> None:
    usual: dict[str, Any] = {"start": [0.0, 0.0], "end": [1.0, 1.0], "speed": 1.0, "acceleration": 1.0}
    if kind is kl.SCurve:
        usual["jerk"] = 1.0
    with pytest.raises(error, match=words):
        kind(**{**usual, **given})


def test_limits_of_joints_do_not_hold_for_the_task_nor_for_many_robots() -> None:
    robot = limited_robot()
    with pytest.raises(UnsupportedOperation, match="are those of its joints, but the motion is one of the space 'task'"):
        kl.Trapezoidal([0.0, 0.0], [1.0, 1.0], robot=robot, space="task")
    with pytest.raises(ShapeError, match="the motion has 3 coordinates, but two_r has 2 active joints"):
        kl.Trapezoidal([0.0, 0.0, 0.0], [1.0, 1.0, 0.0], robot=robot)
    with pytest.raises(UnsupportedOperation, match="has arrays of parameters"):
        kl.Trapezoidal([0.0, 0.0], [1.0, 1.0], robot=robot.with_parameters(l1=[0.2, 0.3]))


def test_a_start_from_which_limits_cannot_be_kept_is_refused() -> None:
    with pytest.raises(ShapeError, match="start_rate is 2, beyond the limit 1 of speed"):
        kl.SCurve([0.0], [1.0], 1.0, 2.0, 10.0, start_rate=2.0)
    with pytest.raises(ShapeError, match="leaves its limits whatever follows"):
        kl.SCurve([0.0], [1.0], 1.0, 2.0, 1.0, start_rate=0.99, start_acceleration=1.9)


def test_without_ruckig_an_s_curve_is_refused_with_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ruckig", None)
    with pytest.raises(UnsupportedOperation, match="need the package ruckig, which has no build for this computer"):
        kl.SCurve([0.0], [1.0], 1.0, 2.0, 1.0)
    assert kl.Trapezoidal([0.0], [1.0], 1.0, 2.0).duration == 1.5


def test_ruckig_is_never_given_waypoints() -> None:
    """Its community edition sends them to a service on the internet."""
    from pathlib import Path

    import kinloop.trajectory.timing.ruckig_profile as module

    sources = Path(module.__file__).parents[1].rglob("*.py")
    assert not [file for file in sources if "intermediate_positions" in file.read_text(encoding="utf-8")]
