"""What a motion meets, before it is run: against closed forms of the Biglide, prescribed runs and the limits of descriptions."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import casadi as ca
import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.trajectory.planning.one_sided import knots_of

Array = np.ndarray
d, l, M_P = 0.4, 0.3606, 3.0
MODE = (1, -1)
YDD = -0.1 * np.sqrt(4 * l**2 - d**2) / d  # xdd sin(phi1) = ydd cos(phi1) with xdd = 0.1


def chapter_4(ydd: float = YDD) -> kl.Sequence:
    """[DemuttiRosi2020] chapter 4 with the settings of docs/sources.md: the crossing falls on the knot at 2 s."""
    at = {"rate": [-0.05, 0.375], "acceleration": [0.1, ydd]}
    before = kl.Quintic([0.1, 0.3], [0, 1], 2.0, end_rate=at["rate"], end_acceleration=at["acceleration"])
    after = kl.Quintic([0, 1], [-0.1, 1.8], 2.0, start_rate=at["rate"], start_acceleration=at["acceleration"])
    return kl.Sequence([before, after])


def closed_form(robot: kl.Robot, q: Array, point: Any) -> Array:
    """The limit of the forces of the Biglide with massless rods where both are one line.

    Rods push the platform along u_i: m xdd = F_1 u_1 + F_2 u_2, which is singular; its derivative along the normal decides.
    """
    qd = robot.inverse_velocity(q, point.xd).qd
    qdd = robot.inverse_acceleration(q, qd, point.xdd).qdd
    u = np.array([np.cos(q[2:]), np.sin(q[2:])])
    u_rate = np.array([-np.sin(q[2:]), np.cos(q[2:])]) * qd[2:]
    normal = np.array([-u[1, 0], u[0, 0]])
    F = np.linalg.solve([u[:, 0] @ u, normal @ u_rate], [M_P * u[:, 0] @ point.xdd, M_P * normal @ point.xddd])
    return robot.parameters["m_f"] * qdd[:2] + F * u[1]


def test_limits_on_both_sides_of_a_knot_are_those_of_the_closed_form() -> None:
    robot, path = robot_named("biglide"), chapter_4()
    result = kl.assess(robot, path, mode=MODE)
    (met,) = result.crossings
    assert (met.kind, met.order) == ("type 2", 1)
    assert met.time == pytest.approx(2.0, abs=1e-12)
    assert met.before is not None
    assert met.after is not None
    for side, point in ((met.before, path.parts[0](2.0)), (met.after, path.parts[1](0.0))):
        assert side.criterion == pytest.approx(0.0, abs=1e-12)
        assert side.residual is not None
        assert side.residual < 1e-13
        np.testing.assert_allclose(side.tau, closed_form(robot, met.q, point), rtol=1e-9)
    assert np.abs(met.before.tau - met.after.tau).max() > 1  # the jerk jumps
    assert (met.before.mode, met.after.mode) == (result.mode_before, result.mode_after)
    assert (result.mode_before.assembly, result.mode_after.assembly) == ((-1,), (1,))
    assert result.ok


def test_efforts_are_those_of_a_prescribed_run_at_mid_intervals() -> None:
    robot, path = robot_named("biglide"), chapter_4()
    q = robot.inverse_geometry([0.1, 0.3], mode=MODE).q
    run = kl.simulate(robot, None, path, duration=4.0, period=5e-3, plant="prescribed", q=q)
    result = kl.assess(robot, path, near=q, period=5e-3)
    places = [int(np.argmin(np.abs(result.t - t))) for t in run.t]
    beside = np.abs(run.t - 2.0) > 1e-6
    np.testing.assert_allclose(result.tau[places][beside], run.tau[beside], rtol=1e-7, atol=1e-9)
    # Towards the crossing they tend to the limits: half the distance, half the error.
    met = result.crossings[0]
    for side, limit in ((-1, met.before.tau), (1, met.after.tau)):
        error = [np.abs(run.tau[400 + side * k] - limit).max() for k in (1, 2)]
        assert error[1] / error[0] == pytest.approx(2, rel=0.05)


def test_motion_that_violates_the_criterion_has_unbounded_efforts() -> None:
    result = kl.assess(robot_named("biglide"), chapter_4(0.0), mode=MODE)
    (met,) = result.crossings
    for side in (met.before, met.after):
        assert side is not None
        assert side.unbounded
        assert side.tau is None
        # The platform alone resists: its mass times the acceleration along the uncontrollable twist.
        assert side.criterion == pytest.approx(M_P * 0.1 * met.twist[0], rel=1e-6)
    assert not result.ok
    assert np.isinf(result.peak("effort").value)
    assert "efforts are unbounded right before the Type 2 singularity at t = 2 s" in result.faults[0]


def test_rod_mass_changes_the_criterion_and_wrenches_count() -> None:
    heavy = robot_named("biglide").with_parameters(m_1=0.5, m_2=0.5)
    assert kl.assess(heavy, chapter_4(), mode=MODE).crossings[0].before.unbounded
    # A constant wrench along the line of the rods does no work on the uncontrollable motion, one across does.
    phi = robot_named("biglide").inverse_geometry([0.0, 1.0], mode=MODE).q[2]
    along, across = np.zeros(6), np.zeros(6)
    along[:2], across[:2] = (np.cos(phi), np.sin(phi)), (-np.sin(phi), np.cos(phi))
    # Away from the crossing the rods turn, so that the limit has the wrench in it.
    held = kl.assess(robot_named("biglide"), chapter_4(), mode=MODE, wrenches={"tool": along})
    assert held.ok
    assert not np.allclose(
        held.crossings[0].before.tau, kl.assess(robot_named("biglide"), chapter_4(), MODE).crossings[0].before.tau
    )
    assert not kl.assess(robot_named("biglide"), chapter_4(), mode=MODE, wrenches={"tool": across}).ok


def test_a_payload_adds_to_the_platform() -> None:
    robot, path = robot_named("biglide"), kl.Quintic([0.1, 0.3], [0.05, 0.5], 1.0)
    loaded = kl.assess(robot, path, mode=MODE, payload=2.0)
    np.testing.assert_allclose(loaded.tau, kl.assess(robot.with_parameters(m_p=5.0), path, mode=MODE).tau, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("kind", ["touches", "stays"])
def test_a_motion_that_touches_or_stays_is_undecided(kind: str) -> None:
    paths = {"touches": lambda t: [0.1 * (t - 1) ** 2, 0.3 + 0.05 * t], "stays": lambda t: [0 * t, 0.3 + 0.05 * t]}
    result = kl.assess(robot_named("biglide"), kl.FunctionOfTime(paths[kind], 1.9, space="task"), mode=MODE, samples=401)
    met = result.crossings[0]
    assert (met.kind, met.order) == ("type 2", {"touches": 2, "stays": 0}[kind])
    assert met.after.tau is None
    assert "undecided" in met.after.reason
    assert not met.after.unbounded
    assert not result.ok


def test_leaving_the_workspace_ends_at_the_boundary() -> None:
    """The boundary is x = l - d / 2; the quintic reaches it where 10 s^3 - 15 s^4 + 6 s^5 = 0.0606 / 0.4."""
    result = kl.assess(robot_named("biglide"), kl.Quintic([0.1, 0.3], [0.5, 0.3], 2.0), mode=MODE)
    share = [root.real for root in np.roots([6, -15, 10, 0, 0, -0.0606 / 0.4]) if abs(root.imag) < 1e-12 and 0 < root.real < 1]
    assert result.end == pytest.approx(2 * share[0], abs=1e-9)
    assert not result.reachable
    assert result.crossings[-1].kind == "type 1"
    assert "no configuration beyond" in result.end_reason
    assert not result.ok


def test_a_leg_that_is_stretched_on_the_way_ends_the_motion_of_the_task() -> None:
    """[LeePalma] (56) with xdd = -0.2 at the Type 1 point, where leg 1 may fold back or swing through: the task does not say."""
    slope = d / np.sqrt(4 * l**2 - d**2)
    at = [
        ([0, 0.3], [0, 0], [0, 0]),
        ([0.1606, 0], [0, -0.1], [-0.2, -0.2]),
        ([0, -0.3], [-0.1 * slope, -0.1], [-0.1 * slope, 0.1]),
    ]
    parts = [
        kl.Quintic(a[0], b[0], 2.0, start_rate=a[1], end_rate=b[1], start_acceleration=a[2], end_acceleration=b[2])
        for a, b in pairwise(at)
    ]
    result = kl.assess(robot_named("biglide"), kl.Sequence(parts), mode=(-1, -1), samples=201)
    assert result.end == pytest.approx(2.0, abs=1e-5)
    assert (result.crossings[-1].kind, result.ok) == ("type 1", False)
    assert result.reachable


def test_a_start_out_of_reach_is_a_result_and_not_an_error() -> None:
    result = kl.assess(robot_named("biglide"), kl.Quintic([0.6, 0.3], [0.1, 0.3], 2.0), mode=MODE)
    assert (result.reachable, result.end, len(result.t), result.peaks) == (False, 0.0, 0, ())
    assert "0.6" in str(result)


def test_active_joints_end_at_type_2() -> None:
    """Towards the locus x = 0 the active joints stop: q1 - q2 is at most sqrt(4 l^2 - d^2)."""
    robot = robot_named("biglide")
    q = robot.inverse_geometry([0.1, 0.3], mode=MODE).q
    result = kl.assess(robot, kl.Quintic(q[:2], [q[0] + 0.1, q[1]], 1.0, space="active"), near=q)
    assert result.crossings[-1].kind == "type 2"
    assert not result.ok
    end = result.q[-1]
    assert end[0] - end[1] == pytest.approx(np.sqrt(4 * l**2 - d**2), abs=1e-9)
    assert "Type 2" in result.end_reason


def test_a_serial_arm_passes_type_1_with_its_joints_given() -> None:
    result = kl.assess(robot_named("two_r"), kl.Quintic([0.3, -0.4], [0.3, 0.4], 1.0, space="active"))
    (met,) = result.crossings
    assert (met.kind, met.time) == ("type 1", pytest.approx(0.5, abs=1e-9))
    assert result.ok
    assert (result.mode_before.working, result.mode_after.working) == ((-1,), (1,))


def test_peaks_of_a_quintic_are_those_of_its_closed_form() -> None:
    """Rest to rest over h in T: speed 15/8 h/T at the middle, acceleration 10/sqrt(3) h/T^2, jerk 60 h/T^3 at the ends."""
    h, T = 0.8, 2.0
    path = kl.Quintic([0.2, 0.0], [0.2 + h, 0.0], T, space="active")
    limits = {"speed": 1.0, "acceleration": [2.0, 5.0], "jerk": 6.0, "effort": np.inf, "position": (-1.0, 0.9)}
    result = kl.assess(robot_named("two_r"), path, limits=limits)
    exact = {"speed": 15 / 8 * h / T, "acceleration": 10 / np.sqrt(3) * h / T**2, "jerk": 60 * h / T**3, "position": 0.2 + h}
    for quantity, value in exact.items():
        peak = result.peak(quantity, "theta1")
        assert abs(peak.value) == pytest.approx(value, rel=2e-6)  # of 1001 samples
    assert result.peak("speed").ratio == pytest.approx(exact["speed"])
    assert result.peak("acceleration").ratio == pytest.approx(exact["acceleration"] / 2, rel=2e-6)
    assert result.peak("position").ratio == pytest.approx(1 + 0.1 / 0.95)
    assert sorted(peak.quantity for peak in result.peaks if not peak.ok) == ["position"]
    assert not result.ok
    tau = robot_named("two_r").inverse_dynamics(result.q, result.qd, result.qdd)
    np.testing.assert_array_equal(result.tau, tau)


def test_limits_of_the_description_are_used_and_a_limit_of_a_passive_joint_too() -> None:
    mechanism = robot_named("biglide").mechanism
    joints = {joint.name: joint for joint in mechanism.joints}
    limits = {"q1": kl.Limits(acceleration=0.1, jerk="m_p"), "phi1": kl.Limits(speed=0.01)}
    changed = [joint.model_copy(update={"limits": limits[name]}) if name in limits else joint for name, joint in joints.items()]
    robot = kl.load(mechanism.model_copy(update={"joints": tuple(changed)}))
    result = kl.assess(robot, kl.Quintic([0.1, 0.3], [0.05, 0.5], 1.0), mode=MODE, samples=101)
    assert result.peak("acceleration", "q1").limit == 0.1
    assert result.peak("jerk", "q1").limit == 3.0
    assert not result.peak("speed", "phi1").ok
    assert any("speed of phi1" in fault for fault in result.faults)


def test_a_jump_of_the_velocity_is_found_without_a_knot() -> None:
    corner = kl.FunctionOfTime(lambda t: [0.1 + 0.05 * ca.fabs(t - 0.4321), 0.3], 1.0, space="task")
    result = kl.assess(robot_named("biglide"), corner, mode=MODE, samples=101)
    assert not result.ok
    assert any("velocity jumps at t = 0.4321 s" in fault for fault in result.faults)
    step = kl.FunctionOfTime(lambda t: [0.1, 0.3 + 0.1 * t + ca.if_else(t < 0.75, 0, 1e-5)], 1.0, space="task")
    faults = kl.assess(robot_named("biglide"), step, mode=MODE, samples=101).faults
    assert any("position jumps at t = 0.75 s" in fault for fault in faults)


def test_knots_of_a_sequence_are_its_joints_and_those_of_its_parts() -> None:
    inner = kl.Sequence([kl.Quintic([0.0], [1.0], 0.5), kl.Quintic([1.0], [2.0], 0.25)])
    np.testing.assert_allclose(knots_of(kl.Sequence([kl.Quintic([0.0], [0.0], 1.0), inner])), [1.0, 1.5])
    assert knots_of(kl.Quintic([0.0], [1.0], 0.5)).size == 0


def test_the_table_has_every_joint_with_its_unit() -> None:
    text = str(kl.assess(robot_named("biglide"), chapter_4(), mode=MODE, limits={"effort": 9.0}))
    assert "type 2 at t = 2 s: crosses" in text
    assert "N" in text
    row = next(line for line in text.splitlines() if line.split()[:2] == ["effort", "q2"])
    assert row.split()[2:] == ["-9.46497", "N", "2", "9", "1.0517", "!"]
    assert text.splitlines()[0].endswith("NOT ok")


def test_by_default_the_branch_is_that_of_the_start_or_the_trajectorys_own() -> None:
    robot, path = robot_named("biglide"), kl.Quintic([0.1, 0.3], [0.12, 0.35], 1.0)
    np.testing.assert_allclose(kl.assess(robot, path, samples=3).q[0], robot.inverse_geometry([0.1, 0.3], near=robot.start).q)
    other = robot.inverse_geometry([0.1, 0.3], mode=(-1, 1)).q
    np.testing.assert_allclose(kl.assess(robot, kl.Sequence([path], near=other), samples=3).q[0], other)


PATH = kl.Quintic([0.1, 0.3], [0.12, 0.35], 1.0)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"samples": 2}, "samples is 2, expected a whole number from 3"),
        ({"samples": True}, "samples is True"),
        ({"period": -0.1}, "the period is -0.1"),
        ({"period": float("nan")}, "the period is nan"),
        ({"period": 0.1, "samples": 10}, "samples and period"),
        ({"limits": {"force": 1.0}}, "no limit 'force'.*has: position, speed"),
        ({"limits": {"speed": [1.0, 2.0, 3.0]}}, "expected one number, or one for each of q1, q2"),
        ({"limits": {"effort": -1.0}}, "expected numbers above zero"),
        ({"limits": {"effort": float("nan")}}, "expected numbers above zero"),
        ({"limits": {"position": (1.0, -1.0)}}, "expected \\(lower, upper\\)"),
        ({"limits": 3.0}, "expected limits by quantity"),
        ({"mode": MODE, "near": [0.0, 0.0, 0.0, 0.0]}, "mode and near"),
        ({"payload": -1.0}, "payload"),
        ({"wrenches": {"tool": [1.0, 2.0]}}, "wrench on 'tool'"),
        ({"wrenches": {"tool": [np.nan, 0, 0, 0, 0, 0]}}, "six finite numbers"),
    ],
)
def test_what_cannot_be_assessed_is_refused_with_a_sentence(given: dict[str, Any], message: str) -> None:
    with pytest.raises(kl.KinloopError, match=message):
        kl.assess(robot_named("biglide"), PATH, **given)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        (lambda t: t, "the trajectory is"),
        (kl.Quintic([[0.1, 0.3]] * 2, [0.12, 0.35], 1.0), "is a batch"),
        (kl.Quintic([0.1], [0.2], 1.0), "has 1 coordinates"),
        (kl.Quintic([0.1, 0.3], [0.12, 0.35], 1.0, space="active"), None),
    ],
)
def test_what_is_no_trajectory_of_the_robot_is_refused(path: Any, message: str | None) -> None:
    if message is None:
        assert kl.assess(robot_named("biglide"), path, samples=11).t.size
        return
    with pytest.raises(kl.KinloopError, match=message):
        kl.assess(robot_named("biglide"), path)
