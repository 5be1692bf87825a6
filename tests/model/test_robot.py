"""The class Robot: mistakes raise errors with messages, and unusual machines are derived correctly."""

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.errors import LoopNotClosed, NotAUnitQuaternion, NotFinite, ShapeError

SLENDER = (0.01, 0.01, 0.01, 0.0, 0.0, 0.0)


def four_bar_on_a_turret() -> kl.Mechanism:
    """A planar loop whose plane turns: in world axes no two of its rows are independent at every yaw."""
    passive = {"kind": "revolute", "axis": (0, 1, 0), "actuated": False}
    return kl.Mechanism(
        name="turret",
        links=[kl.Link(name=name, mass=1, com=(0.1, 0, 0), inertia=SLENDER) for name in ("turret", "crank", "coupler", "rocker")],
        joints=[
            kl.Joint(name="yaw", kind="revolute", parent="base", child="turret"),
            kl.Joint(name="t1", kind="revolute", parent="turret", child="crank", axis=(0, 1, 0)),
            kl.Joint(name="t2", parent="crank", child="coupler", origin=kl.Pose(xyz=(0.2, 0, 0)), **passive),
            kl.Joint(name="t3", parent="turret", child="rocker", origin=kl.Pose(xyz=(0.5, 0, 0)), **passive),
        ],
        loops=[
            kl.Loop(
                name="C",
                kind="pin",
                axis=(0, 1, 0),
                a=kl.Anchor(link="coupler", origin=kl.Pose(xyz=(0.5, 0, 0))),
                b=kl.Anchor(link="rocker", origin=kl.Pose(xyz=(0.3, 0, 0))),
            )
        ],
        start={"t1": -1.0, "t2": 0.8, "t3": -1.2},
    )


def test_a_loop_whose_plane_turns_is_right_at_every_angle() -> None:
    robot = kl.load(four_bar_on_a_turret())
    still, efforts = np.zeros(4), np.ones(2)
    expected = robot.forward_dynamics(robot.start, still, efforts).qdd
    inertia = robot.inertia(robot.start)
    for yaw in (0.3, np.pi / 2, np.pi / 2 + 1e-9, -np.pi / 2, 3.0):
        q = np.array(robot.start)
        q[0] = yaw
        np.testing.assert_allclose(robot.forward_dynamics(q, still, efforts).qdd, expected, rtol=1e-10)
        np.testing.assert_allclose(robot.inertia(q), inertia, atol=1e-12)


def test_redundant_closures_are_right_where_a_choice_of_rows_degenerates() -> None:
    """Both Deltas have the same geometry, so the same velocities, also where 13 of the 25 rows lose their rank."""
    q_active = [-0.69804637, 0.29916934, 0.29916934]
    speeds = []
    for name in ("delta_rods", "delta_parallelograms"):
        robot = robot_named(name)
        q = robot.configurations(q_active=q_active)[0].q
        speeds.append(robot.forward_velocity(np.tile(q, (3, 1)), np.eye(3)).xd)
    np.testing.assert_allclose(speeds[1], speeds[0], atol=1e-11)


def test_a_weld_is_not_assembled_half_a_turn_off() -> None:
    mechanism = kl.Mechanism(
        name="welded",
        links=[kl.Link(name=name, mass=1, inertia=SLENDER) for name in ("a", "b")],
        joints=[
            kl.Joint(name="q1", kind="revolute", parent="base", child="a"),
            kl.Joint(name="f", kind="free", parent="base", child="b"),
        ],
        loops=[kl.Loop(name="W", kind="weld", a=kl.Anchor(link="a", origin=kl.Pose(xyz=(0.2, 0, 0))), b=kl.Anchor(link="b"))],
        start={"f_x": 0.2, "f_qw": 0.0, "f_qz": 1.0},
    )
    with pytest.raises(kl.KinloopError, match="wrong way round"):
        kl.load(mechanism).forward_dynamics([0, 0.2, 0, 0, 0, 0, 0, 1], np.zeros(7), [1.0])
    right = kl.load(mechanism.model_copy(update={"start": {"f_x": 0.2}}))
    assert right.models.formulas.model.closure.numel() == 6


def test_a_rough_start_is_assembled_nearby() -> None:
    mechanism = four_bar_on_a_turret()
    for t1 in (0.5, 2.0, 3.0):
        robot = kl.load(mechanism.model_copy(update={"start": {"t1": t1}}))
        assert np.max(np.abs(robot.start)) < 5  # no turns away from the guess
        assert np.max(np.abs(robot.closure(robot.start))) < 1e-12


def test_open_loops_are_said_with_the_gap() -> None:
    robot = kl.load("biglide")
    with pytest.raises(LoopNotClosed, match=r"open by 0\.\d+ \(m or rad; loop C: position"):
        robot.inertia(robot.start + np.array([0, 0.1, 0, 0]))


def test_a_quaternion_that_is_none_is_said() -> None:
    body = kl.Link(name="a", mass=2, inertia=SLENDER)
    robot = kl.load(kl.Mechanism(name="stone", links=[body], joints=[kl.Joint(name="f", kind="free", parent="base", child="a")]))
    q = np.array([0, 0, 0, 2.0, 1, 0, 0])
    with pytest.raises(NotAUnitQuaternion, match=r"q\[3:7\] of joint 'f' has the length 2\.236"):
        robot.frame_pose(q)
    assert np.all(np.isnan(robot.frame_pose(np.stack([q, q])).position))


def test_a_machine_without_actuators_falls() -> None:
    arm = kl.Link(name="a", mass=1, com=(0.5, 0, 0))
    joint = kl.Joint(name="q", kind="revolute", parent="base", child="a", axis=(0, 1, 0), actuated=False)
    pendulum = kl.load(kl.Mechanism(name="pendulum", links=[arm], joints=[joint]))
    np.testing.assert_allclose(pendulum.forward_dynamics([0.0], [0.0], []).qdd, [9.81 / 0.5], rtol=1e-14)


def test_what_a_robot_keeps_cannot_be_changed() -> None:
    robot = kl.load("biglide")
    with pytest.raises(ValueError, match="read-only"):
        robot.start[0] = 99
    with pytest.raises(TypeError):
        robot.parameters["m_p"] = 1.0


def test_equations_of_every_order_print() -> None:
    robot = kl.load("biglide")
    for name in ("forward_velocity", "inverse_velocity", "forward_acceleration", "inverse_acceleration"):
        assert str(robot.equations(name))


@pytest.mark.parametrize("value", ["a", None, [[1, 2], [3]], {}, object(), np.nan, np.inf])
def test_a_parameter_that_is_no_number_is_refused(value: object) -> None:
    with pytest.raises((ShapeError, NotFinite), match="m_p"):
        kl.load("biglide").with_parameters(m_p=value)


def test_parameters_that_do_not_fit_each_other_are_refused() -> None:
    with pytest.raises(ShapeError, match=r"m_p \(3,\), d \(2,\)"):
        kl.load("biglide").with_parameters(m_p=np.ones(3), d=np.ones(2))


def test_many_machines_are_not_saved_as_one(tmp_path) -> None:
    with pytest.raises(ShapeError, match="save one with single values"):
        kl.load("biglide", m_p=[1.0, 2.0]).save(tmp_path / "biglide.toml")


@pytest.mark.parametrize("threads", [0, -1, 1.5, "a", True, np.nan])
def test_a_number_of_threads_is_whole_and_positive(threads: object) -> None:
    with pytest.raises(ShapeError, match="whole number of at least 1"):
        kl.load("two_r").with_threads(threads)


def test_infinity_is_named() -> None:
    robot = kl.load("one_joint")
    with pytest.raises(NotFinite, match=r"q\[0\] \(theta\) is inf"):
        robot.inertia([np.inf])
    with pytest.raises(NotFinite, match=r"q\[0\] \(theta\) is inf"):
        robot.energy([np.inf], [0.0])


@pytest.mark.parametrize("name", ["two_r", "five_bar"])
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_every_entry_of_a_single_call_that_is_not_finite_is_named(name: str, bad: float) -> None:
    robot = kl.load(name)
    nv = len(robot.mechanism.rates)
    for method, ports in (("inverse_dynamics", ("q", "qd", "qdd")), ("forward_dynamics", ("q", "qd", "tau"))):
        good = [robot.start, np.zeros(nv), np.zeros(robot.n_active if method == "forward_dynamics" else nv)]
        getattr(robot, method)(*good)  # once well, so that the quickest way is known
        for port, array in zip(ports, good, strict=True):
            for k in range(array.size):
                given = {each: np.array(value) for each, value in zip(ports, good, strict=True)}
                given[port][k] = bad
                with pytest.raises(NotFinite, match=rf"{method}: {port}\[{k}\] \(.*\) is {bad}, expected a finite number"):
                    getattr(robot, method)(**given)
                given[port] = given[port].tolist()
                with pytest.raises(NotFinite, match=rf"{port}\[{k}\]"):
                    getattr(robot, method)(**given)


def test_a_single_call_gives_the_row_of_a_batch_whatever_its_arrays_are() -> None:
    robot = kl.load("five_bar")
    q, qd, tau = robot.start, np.array([1, 2, -1, 0]), np.array([3, 4])
    qd = robot.forward_velocity(q, qd[:2]).qd
    row = robot.forward_dynamics(q[None], qd[None], tau[None])
    for given in ((q, qd, tau), (q.tolist(), qd.tolist(), [3, 4]), (np.repeat(q, 2)[::2], qd, tau.astype(np.float32))):
        one = robot.forward_dynamics(*given)
        for field in ("qdd", "loop_force", "margin", "xdd", "status"):
            np.testing.assert_array_equal(getattr(one, field), getattr(row, field)[0], err_msg=field)
    before = one.xdd
    q, state = np.array(q), robot.forward_dynamics(np.array(q), qd, tau)
    kept = robot.forward_dynamics(q, qd, tau)
    q += 1.0  # what a caller does with an array afterwards changes nothing
    kept.qdd[:] = 0.0
    np.testing.assert_array_equal(kept.xdd, before)
    np.testing.assert_array_equal(state.xdd, before)


def test_robots_with_other_parameters_do_not_share_a_single_call() -> None:
    light, heavy = kl.load("two_r", m1=1.0), kl.load("two_r", m1=1.0).with_parameters(m1=2.0)
    state = light.start, np.zeros(2), np.ones(2)
    first = light.inverse_dynamics(*state)
    assert abs(heavy.inverse_dynamics(*state) - first).max() > 0.1
    np.testing.assert_array_equal(light.inverse_dynamics(*state), first)
    several = light.with_parameters(m1=[1.0, 2.0])
    np.testing.assert_array_equal(several.inverse_dynamics(*state), [first, heavy.inverse_dynamics(*state)])


def test_the_closure_of_a_tree_checks_what_it_is_given() -> None:
    robot = kl.load("two_r")
    assert robot.closure(np.zeros((5, 2))).shape == (5, 0)
    with pytest.raises(ShapeError):
        robot.closure(np.zeros(7))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda robot: robot.inertia([0.5, 0.0]), r"q has shape \(2,\), expected \(..., 4\): q1, q2, phi1, phi2"),
        (lambda robot: robot.forward_velocity(robot.start, np.zeros(4)), r"qd_active .* expected \(..., 2\): q1, q2"),
        (lambda robot: robot.forward_dynamics(robot.start, [0, 0], [0, 0]), r"qd .* expected \(..., 4\): q1, q2, phi1, phi2"),
        (lambda robot: robot.forward_dynamics(robot.start, np.zeros(4), [1]), r"tau .* expected \(..., 2\): q1, q2"),
    ],
)
def test_active_joints_given_for_all_or_all_for_active_are_named(call, words):
    with pytest.raises(ShapeError, match=words):
        call(robot_named("biglide"))
