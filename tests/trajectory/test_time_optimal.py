"""Time-optimal motions along a path: closed forms, toppra's own constraints on the same problem, closed chains at their
limits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import casadi as ca
import numpy as np
import pytest
from machines import robot_named

import kinloop as kl

pytest.importorskip("toppra", reason="the extra planning is not installed")
Array = np.ndarray


def line(start: Any, way: Any, space: Any = "task") -> kl.FunctionOfTime:
    start, way = np.asarray(start, float), np.asarray(way, float)
    return kl.FunctionOfTime(lambda s: [start[k] + way[k] * s for k in range(len(way))], 1.0, space=space)


def curve() -> kl.FunctionOfTime:
    return kl.FunctionOfTime(lambda s: [0.3 + s, -0.4 + 1.5 * s + 0.3 * ca.sin(3 * s)], 1.0, space="active")


@cache
def slider(viscous: float = 0.0, coulomb: float = 0.0) -> kl.Robot:
    """A cart of 2 kg on a rail."""
    friction = kl.Friction(viscous=viscous, coulomb=coulomb)
    cart = kl.Joint(name="d", kind="prismatic", parent="base", child="cart", axis=(1, 0, 0), friction=friction)
    return kl.load(kl.Mechanism(name="slider", gravity=(0, 0, 0), links=(kl.Link(name="cart", mass=2.0),), joints=(cart,)))


# ---------------------------------------------------------------- closed forms


def test_double_integrator_takes_the_time_of_bang_bang() -> None:
    """A distance d with the acceleration a takes 2 sqrt(d / a)."""
    robot, d, a = robot_named("gantry"), 0.6, 2.0
    motion = kl.time_optimal(robot, line([0, 0, 0], [d, 0, 0], "active"), acceleration=[a, 1.0, 1.0])
    assert motion.duration == pytest.approx(2 * np.sqrt(d / a), rel=1e-5)
    t = np.linspace(0, motion.duration, 501)[1:-1]
    t = t[np.abs(t - motion.duration / 2) > 1e-2]
    np.testing.assert_allclose(motion(t).xdd[:, 0], np.where(t < motion.duration / 2, a, -a), rtol=1e-3)


def test_with_a_speed_limit_it_cruises() -> None:
    """Ramps of v / a, and the rest of the way at v."""
    d, a, v = 0.6, 2.0, 0.5
    motion = kl.time_optimal(robot_named("gantry"), line([0, 0, 0], [d, 0, 0], "active"), acceleration=a, speed=v)
    assert motion.duration == pytest.approx(d / v + v / a, rel=1e-4)
    assert {"speed of d1", "acceleration of d1"} == set(motion.limiting)


def test_speeds_at_both_ends_are_kept() -> None:
    """From 0.3 to 0.6 m/s over 0.6 m at 2 m/s^2: v^2 = v0^2 + 2 a s on the way up, v1^2 + 2 a (d - s) on the way down."""
    d, a, v0, v1 = 0.6, 2.0, 0.3, 0.6
    path = line([0, 0, 0], [d, 0, 0], "active")
    motion = kl.time_optimal(robot_named("gantry"), path, acceleration=a, start_speed=v0 / d, end_speed=v1 / d)
    top = np.sqrt((2 * a * d + v0**2 + v1**2) / 2)
    assert motion.duration == pytest.approx((2 * top - v0 - v1) / a, rel=1e-4)
    np.testing.assert_allclose([motion(0.0).xd[0], motion(motion.duration).xd[0]], [v0, v1], rtol=1e-3)


@pytest.mark.parametrize("viscous", [1.0, 20.0])
def test_viscous_friction_agrees_with_the_closed_form(viscous: float) -> None:
    """m v' = F - b v, and then m v' = -F - b v: exponentials. With b = 20 the cart reaches its terminal speed F / b."""
    from scipy.optimize import brentq

    F, m, d, b = 10.0, 2.0, 0.6, viscous

    def way(t1: float) -> tuple[float, float]:
        v = F / b * (1 - np.exp(-b * t1 / m))
        t2 = m / b * np.log1p(v * b / F)
        braking = (v + F / b) * m / b * (1 - np.exp(-b * t2 / m)) - F / b * t2
        return F / b * t1 - m / b * v + braking, t1 + t2

    exact = way(brentq(lambda t: way(t)[0] - d, 1e-3, 5.0))[1]
    motion = kl.time_optimal(slider(viscous=b), line([0], [d], "active"), effort=F)
    # Constant accelerations within intervals do not follow an exponential: an error of the first order in the interval.
    assert exact < motion.duration < exact * (1 + 4e-3)
    assert motion.excess <= 0


def test_dry_friction_slows_the_start_and_helps_to_brake() -> None:
    F, m, d, c = 10.0, 2.0, 0.6, 5.0
    up, down = (F - c) / m, (F + c) / m
    v = np.sqrt(2 * d / (1 / up + 1 / down))
    motion = kl.time_optimal(slider(coulomb=c), line([0], [d], "active"), effort=F)
    assert motion.duration == pytest.approx(v / up + v / down, rel=2e-3)
    assert motion.excess <= 0


# ---------------------------------------------------------------- a peer


def test_a_serial_arm_agrees_with_the_constraints_of_toppra() -> None:
    """toppra's velocity, acceleration and torque constraints, with the inverse dynamics of [Aissani2021] written out."""
    import toppra
    from toppra import algorithm, constraint

    p = robot_named("two_r").parameters
    l1, l2, m1, m2, g = (float(p[name]) for name in ("l1", "l2", "m1", "m2", "g"))

    def torque(q: Array, qd: Array, qdd: Array) -> Array:
        c2, s2 = np.cos(q[1]), np.sin(q[1])
        m12 = m2 * (l2**2 + l1 * l2 * c2)
        bias = m2 * l1 * l2 * s2
        g2 = m2 * g * l2 * np.cos(q[0] + q[1])
        one = (m1 * l1**2 + m2 * (l1**2 + l2**2 + 2 * l1 * l2 * c2)) * qdd[0] + m12 * qdd[1]
        two = m12 * qdd[0] + m2 * l2**2 * qdd[1]
        return np.array(
            [one - bias * (2 * qd[0] * qd[1] + qd[1] ** 2) + (m1 + m2) * g * l1 * np.cos(q[0]) + g2, two + bias * qd[0] ** 2 + g2]
        )

    class Geometry(toppra.interpolator.AbstractGeometricPath):
        dof, path_interval = 2, np.array([0.0, 1.0])

        def __call__(self, s: Any, order: int = 0) -> Array:
            s = np.asarray(s, float)
            wave = [np.sin(3 * s), 3 * np.cos(3 * s), -9 * np.sin(3 * s)][order]
            linear = ([0.3 + s, -0.4 + 1.5 * s], [1 + 0 * s, 1.5 + 0 * s], [0 * s, 0 * s])[order]
            return np.stack([linear[0], linear[1] + 0.3 * wave], axis=-1)

    speed, acceleration, effort = np.array([9.0, 6.0]), np.array([60.0, 80.0]), np.array([6.0, 2.5])
    both = lambda limit: np.stack([-limit, limit], axis=-1)  # noqa: E731
    constraints = [
        constraint.JointVelocityConstraint(both(speed)),
        constraint.JointAccelerationConstraint(both(acceleration)),
        constraint.SecondOrderConstraint.joint_torque_constraint(torque, both(effort), np.zeros(2)),
    ]
    grid = np.linspace(0, 1, 801)
    peer = algorithm.TOPPRA(constraints, Geometry(), gridpoints=grid, solver_wrapper="seidel")
    _, sd, _ = peer.compute_parameterization(0, 0)
    theirs = float(np.sum(2 * np.diff(grid) / (sd[1:] + sd[:-1])))
    ours = kl.time_optimal(robot_named("two_r"), curve(), speed=speed, acceleration=acceleration, effort=effort, grid=800)
    # Both are first order in the interval: ours keeps the limits within it too.
    assert ours.duration == pytest.approx(theirs, rel=1e-3)
    kinds = {each.split()[0] for each in ours.limiting}
    assert len(kinds) > 1  # of the limits, several are met
    # toppra leaves out the grid's middle points: the profiles agree where both have points.
    np.testing.assert_allclose(np.interp(grid, ours.s, ours.speeds), sd, atol=2e-2 * sd.max())


# ---------------------------------------------------------------- closed chains

WAYS = {"five_bar": [0.03, -0.02], "delta_rods": [0.06, -0.05, 0.03]}
LIMITS = {"five_bar": [2.0, 1.5], "delta_rods": [9.0, 10.0, 11.0]}


@cache
def fastest(name: str) -> kl.TimeOptimal:
    robot = robot_named(name)
    return kl.time_optimal(robot, line(robot.models.geometry.task(robot.start), WAYS[name]), effort=LIMITS[name], grid=200)


@pytest.mark.parametrize("name", list(WAYS))
def test_efforts_of_a_closed_chain_meet_their_limits_and_keep_them(name: str) -> None:
    robot, motion, limit = robot_named(name), fastest(name), np.array(LIMITS[name])
    t = np.linspace(0, motion.duration, 4001)[1:-1]
    point = motion(t)
    q = robot.inverse_geometry(point.x, near=robot.start).q
    qd = robot.inverse_velocity(q, point.xd).qd
    tau = robot.inverse_dynamics(q, qd, robot.inverse_acceleration(q, qd, point.xdd).qdd)
    ratio = np.max(np.abs(tau) / limit, axis=-1)
    assert ratio.max() < 1 + 1e-6
    assert ratio.max() > 0.999
    assert np.mean(ratio > 0.99) > 0.97  # but for the intervals of a switch


@pytest.mark.parametrize("name", list(WAYS))
def test_the_assessment_of_the_result_is_ok(name: str) -> None:
    result = kl.assess(robot_named(name), fastest(name), limits={"effort": LIMITS[name]}, samples=301)
    assert result.ok, result.faults
    assert 0.999 < result.peak("effort").ratio <= 1


def test_derivatives_are_those_of_the_position() -> None:
    motion = fastest("five_bar")
    t = (motion.times[1:] + motion.times[:-1])[20:-20:7] / 2  # acceleration jumps at the grid's times
    h = 1e-3 * float(np.min(np.diff(motion.times)[20:-20]))
    for lower, upper, size in (("x", "xd", 1e-7), ("xd", "xdd", 1e-6), ("xdd", "xddd", 1e-5)):
        slope = (getattr(motion(t + h), lower) - getattr(motion(t - h), lower)) / (2 * h)
        exact = getattr(motion(t), upper)
        np.testing.assert_allclose(slope, exact, atol=size * np.abs(exact).max())


def test_it_ends_at_the_path_s_ends_and_stands_still_beyond() -> None:
    motion, path = (
        fastest("five_bar"),
        line(robot_named("five_bar").models.geometry.task(robot_named("five_bar").start), WAYS["five_bar"]),
    )
    for t, s in ((0.0, 0.0), (motion.duration, 1.0), (-1.0, 0.0), (motion.duration + 1, 1.0)):
        np.testing.assert_allclose(motion(t).x, path(s).x, atol=1e-14)
        np.testing.assert_allclose(motion(t).xd, 0.0, atol=1e-12)
    assert motion.knots[0] == 0
    assert motion.knots[-1] == motion.duration


def test_limits_of_the_description_are_the_default() -> None:
    """The five-bar's: 20 rad/s and 5 N m."""
    robot = robot_named("five_bar")
    path = line(robot.models.geometry.task(robot.start), WAYS["five_bar"])
    given = kl.time_optimal(robot, path, speed=20.0, effort=5.0, grid=100)
    assert kl.time_optimal(robot, path, grid=100).duration == given.duration
    assert kl.assess(robot, given, samples=101).ok


def test_viscous_friction_of_passive_joints_counts() -> None:
    robot = robot_named("four_bar")
    path = line([0.8], [1.0], "active")
    motion = kl.time_optimal(robot, path, effort=6.0, grid=200)
    result = kl.assess(robot, motion, limits={"effort": 6.0})
    assert result.ok, result.faults
    assert result.peak("effort").ratio > 0.999
    assert np.median(motion.ratio) > 0.99


@dataclass(frozen=True)
class Kinked:
    """A path with a corner, or with a jump of its curvature, at s = 0.5."""

    order: int
    length: float = 1.0
    space: str = "active"
    knots: Any = (0.5,)

    def __call__(self, s: Any) -> Any:
        s = np.asarray(s, float)
        over = np.maximum(s - 0.5, 0.0)
        powers = [over**self.order, self.order * over ** (self.order - 1), (self.order == 2) * 2.0 * (s >= 0.5), 0 * s]
        powers[1] = np.where(s >= 0.5, powers[1], 0.0)
        straight = [s, 1 + 0 * s, 0 * s, 0 * s]
        x, xs, xss, xsss = (np.stack([one, two], axis=-1) for one, two in zip(straight, powers, strict=True))
        return PathPoint(x, xs, xss, xsss)


class Shapeless(Kinked):
    """A path whose derivatives are not those of its coordinates."""

    def __init__(self) -> None:
        super().__init__(2)

    def __call__(self, s: Any) -> Any:
        point = super().__call__(s)
        return PathPoint(point.x, point.xs[..., 0], point.xss, point.xsss)


@dataclass(frozen=True)
class PathPoint:
    x: Any
    xs: Any
    xss: Any
    xsss: Any


def test_both_sides_of_a_knot_of_the_path_keep_the_limits() -> None:
    motion = kl.time_optimal(robot_named("two_r"), Kinked(2), effort=[6.0, 2.5], grid=101)
    assert 0.5 in motion.s
    result = kl.assess(robot_named("two_r"), motion, limits={"effort": [6.0, 2.5]})
    assert result.ok, result.faults


# ---------------------------------------------------------------- refusals


def test_a_path_through_a_singularity_is_refused_with_place_and_kind() -> None:
    robot = robot_named("biglide")
    with pytest.raises(kl.SingularConfiguration, match=r"type 2\) at s = 0.5 \(x = -?[0-9.e-]+, y = 0.35\)"):
        kl.time_optimal(robot, line([0.1, 0.3], [-0.2, 0.1]), mode=(1, -1), effort=10.0)
    with pytest.raises(kl.Unreachable, match=r"leaves the workspace at s = 0.606 \(x = 0.1606, y = 0.3\)"):
        kl.time_optimal(robot, line([0.1, 0.3], [0.1, 0.0]), mode=(1, -1), effort=10.0)
    # A leg that is stretched and folds back: x touches its largest value.
    folded = kl.FunctionOfTime(lambda s: [0.1606 - 0.1 * (s - 0.5) ** 2, 0.3 + 0.1 * s], 1.0, space="task")
    with pytest.raises(kl.SingularConfiguration, match=r"type 1\) at s = 0\.(5|49999)"):
        kl.time_optimal(robot, folded, mode=(1, -1), effort=10.0)
    q = robot.inverse_geometry([0.1, 0.3], mode=(1, -1)).q
    with pytest.raises(kl.SingularConfiguration, match="type 2"):
        kl.time_optimal(robot, line(q[:2], [0.1, 0.0], "active"), near=q, effort=10.0)


def test_a_serial_arm_may_pass_type_1_with_its_joints_given() -> None:
    motion = kl.time_optimal(robot_named("two_r"), line([0.3, -0.4], [0.0, 0.8], "active"), effort=[6.0, 2.5], grid=100)
    assert motion.excess <= 0


def test_what_cannot_be_held_is_refused_with_joint_and_effort() -> None:
    with pytest.raises(
        kl.UnsupportedOperation, match=r"at rest at s = .* takes the effort 1.* of 'theta1', beyond its limit 0.5"
    ):
        kl.time_optimal(robot_named("two_r"), curve(), effort=[0.5, 2.5])


def test_a_path_beyond_the_position_limits_is_refused_with_joint_and_place() -> None:
    with pytest.raises(kl.UnsupportedOperation, match=r"takes 'd1' to 2 at s = 1 .* beyond its limits"):
        kl.time_optimal(limited(), line([0.0], [2.0], "active"), effort=5.0)


def limited() -> kl.Robot:
    cart = kl.Joint(name="d1", kind="prismatic", parent="base", child="cart", axis=(1, 0, 0), limits=kl.Limits(position=(-1, 1)))
    return kl.load(kl.Mechanism(name="rail", gravity=(0, 0, 0), links=(kl.Link(name="cart", mass=2.0),), joints=(cart,)))


def test_a_corner_is_refused_with_its_place() -> None:
    with pytest.raises(kl.UnsupportedOperation, match=r"corner at s = 0\.5"):
        kl.time_optimal(robot_named("two_r"), Kinked(1), effort=[6.0, 2.5])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "limits neither accelerations nor efforts"),
        ({"speed": 2.0}, "limits neither accelerations nor efforts"),
        ({"effort": -1.0}, "expected numbers above zero"),
        ({"effort": [1.0, 2.0, 3.0]}, "one for each of theta1, theta2"),
        ({"effort": float("nan")}, "expected numbers above zero"),
        ({"effort": 9.0, "grid": 3}, "expected a whole number of intervals from 10"),
        ({"effort": 9.0, "grid": True}, "grid is True"),
        ({"effort": 9.0, "grid": [0.0, 0.5, 1.0]}, "11 or more increasing places"),
        ({"effort": 9.0, "start_speed": -1.0}, "start_speed is -1.0"),
        ({"effort": 9.0, "end_speed": float("inf")}, "end_speed is inf"),
        ({"effort": 9.0, "mode": 1, "near": [0.0, 0.0]}, "mode and near"),
        ({"effort": 9.0, "start_speed": 1e4}, "keeps the limits"),
    ],
)
def test_what_is_no_problem_is_refused_with_a_sentence(given: dict[str, Any], message: str) -> None:
    with pytest.raises(kl.KinloopError, match=message):
        kl.time_optimal(robot_named("two_r"), curve(), **given)


def test_a_motion_from_rest_to_rest_has_no_direction_at_its_ends() -> None:
    with pytest.raises(kl.UnsupportedOperation, match=r"rests at s = 0 \(theta1 = 0.3, theta2 = -0.4\)"):
        kl.time_optimal(robot_named("two_r"), kl.Quintic([0.3, -0.4], [1.0, 0.5], 2.0, space="active"), effort=9.0)


@pytest.mark.parametrize("length", [1e-3, 1e5])
def test_the_unit_of_the_path_s_parameter_does_not_matter(length: float) -> None:
    slower = kl.FunctionOfTime(lambda s: [0.3 + s / length, -0.4 + 1.5 * s / length], length, space="active")
    one, other = (
        kl.time_optimal(robot_named("two_r"), path, effort=[6.0, 2.5], grid=100)
        for path in (line([0.3, -0.4], [1.0, 1.5], "active"), slower)
    )
    assert other.duration == pytest.approx(one.duration, rel=1e-5)  # limits are lowered in steps of a millionth


def test_what_is_no_path_is_refused() -> None:
    with pytest.raises(kl.ShapeError, match="the path is"):
        kl.time_optimal(robot_named("two_r"), lambda s: s, effort=9.0)
    with pytest.raises(kl.ShapeError, match=r"gives at two places x \(2, 2\), xs \(2,\)"):
        kl.time_optimal(robot_named("two_r"), Shapeless(), effort=9.0)
    with pytest.raises(kl.ShapeError, match="expected a trajectory with space='task' or 'active'"):
        kl.time_optimal(
            robot_named("two_r"),
            kl.Quintic([0.0] * 3 + [1.0, 0, 0, 0], [0.1] * 3 + [1.0, 0, 0, 0], 1.0, space="pose"),
            effort=9.0,
        )


def test_without_toppra_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "toppra", None)
    with pytest.raises(kl.UnsupportedOperation, match=r'pip install "kinloop\[planning\]"'):
        kl.time_optimal(robot_named("two_r"), curve(), effort=9.0)
