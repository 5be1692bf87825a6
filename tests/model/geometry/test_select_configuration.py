"""One configuration of many: modes, nearness, batches; targets out of reach; families of configurations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.errors import AmbiguousMode, KinloopError, NotFinite, ShapeError, UnknownName, Unreachable
from kinloop.model.geometry.multi_start import by_many_starts

LIBRARY = kl.library()
WITHOUT_FORMS = {"forward_geometry": None, "inverse_geometry": None, "motion": None}


def without_forms(name: str, **changes: object) -> kl.Robot:
    """A machine of the library as a user might write it, without closed forms."""
    return kl.load(kl.load(name).mechanism.model_copy(update={**WITHOUT_FORMS, **changes}))


# ---------------------------------------------------------------- modes


@pytest.mark.parametrize("name", LIBRARY)
def test_every_configuration_is_found_again_by_its_mode_and_by_a_configuration_near_it(name: str) -> None:
    robot = robot_named(name)
    rates = np.random.default_rng(1).uniform(-1e-3, 1e-3, len(robot.mechanism.rates))
    for inverse in (True, False):
        start = robot.models.geometry.task(robot.start) if inverse else robot.start[: len(robot.active)]
        found = robot.configurations(x=start) if inverse else robot.configurations(q_active=start)
        model = robot.inverse_geometry if inverse else robot.forward_geometry
        for each in found[:2]:
            beside = np.asarray(robot.models.kernel("retract")(each.q, rates, *robot.models.parameter_inputs))
            for again in (model(start, mode=each.mode), model(start, near=beside), model(start, near=each)):
                assert np.max(np.abs(robot.models.geometry.space.difference(again.q, each.q)), initial=0.0) < 1e-9
                assert again.residual < 1e-11
            assert model(start, mode=each.mode).mode == each.mode


def test_signs_choose_the_working_mode_and_the_assembly_mode() -> None:
    robot = robot_named("biglide")
    d, l = robot.parameters["d"], robot.parameters["l"]
    configuration = robot.inverse_geometry([0.1, 0.3], mode=(1, -1))
    np.testing.assert_allclose(
        configuration.q_active, [0.3 + np.sqrt(l**2 - (0.1 + d / 2) ** 2), 0.3 - np.sqrt(l**2 - (0.1 - d / 2) ** 2)]
    )
    assert configuration.mode == kl.Mode(working=(1, -1), assembly=(-1,), index=1)
    assert robot.inverse_geometry([0.1, 0.3], mode=kl.Mode(index=2)).mode.working == (-1, 1)
    below = robot.forward_geometry([0.0, 0.0], mode=1)
    np.testing.assert_allclose(below.x, [0, -np.sqrt(l**2 - d**2 / 4)], atol=1e-15)
    assert robot.forward_geometry([0.0, 0.0], mode=-1).x[1] == pytest.approx(-below.x[1])


def test_the_own_signs_of_a_mode_decide_and_the_others_tell_apart_what_is_left() -> None:
    """The mode of a configuration at x > 0 names its working mode at x < 0 too, where the assembly mode is the other one."""
    robot = robot_named("biglide")
    right = robot.inverse_geometry([0.1, 0.3], mode=(1, -1))
    left = robot.inverse_geometry([-0.1, 0.3], mode=right.mode)
    assert left.mode.working == right.mode.working
    assert left.mode.assembly != right.mode.assembly
    assert robot.inverse_geometry([0.1, 0.3], mode=kl.Mode(assembly=(1,), index=2)).mode.working == (-1, 1)
    with pytest.raises(AmbiguousMode, match="2 configurations"):
        robot.inverse_geometry([0.1, 0.3], mode=kl.Mode(assembly=(1,)))


def test_modes_are_printed_and_given_by_the_names_of_their_signs() -> None:
    robot, x = robot_named("biglide"), [0.1, 0.3]
    wanted = robot.inverse_geometry(x, mode=(1, -1))
    assert str(wanted.mode) == "working g1=+1, g2=-1, assembly g=-1, index 1"
    assert repr(wanted.mode) == "<Mode: working g1=+1, g2=-1, assembly g=-1, index 1>"
    assert str(kl.Mode(working=(1, -1))) == "working (1, -1)"
    assert (str(kl.Mode(index=2)), str(kl.Mode())) == ("index 2", "any")
    for mode in ({"g1": 1, "g2": -1}, {"g2": -1.0, "g1": 1}, "g1=+1, g2=-1", "g2 = -1,g1=1", str(wanted.mode), wanted.mode):
        np.testing.assert_array_equal(robot.inverse_geometry(x, mode=mode).q, wanted.q, err_msg=str(mode))
        np.testing.assert_array_equal(robot.inverse_geometry([x], mode=mode).q, [wanted.q], err_msg=str(mode))
    assert robot.forward_geometry([0.0, 0.0], mode="g=-1").mode.assembly == (-1,)


def test_one_configuration_all_of_them_and_a_batch_are_printed_alike() -> None:
    robot = robot_named("biglide")
    every = robot.configurations(x=[0.1, 0.3])
    first = "q = [0.500081, 0.646457, -0.588189, -1.8518]; x = [0.1, 0.3]; working g1=+1, g2=+1, assembly g=+1, index 0"
    assert repr(every[0]) == f"<Configuration: {first}>"
    lines = repr(every).splitlines()
    assert lines[:2] == ["<Configurations: 4, by closed form; none can be missing", f"  {first}"]
    assert len(lines) == 5
    assert lines[-1].endswith("working g1=-1, g2=-1, assembly g=-1, index 3>")
    assert repr(robot.configurations(x=[9.0, 9.0])) == "<Configurations: 0, by closed form; none can be missing>"
    batch = robot.inverse_geometry([[0.1, 0.3], [9.0, 9.0], [np.nan, 0.0]], mode=(1, -1))
    assert repr(batch) == "<ConfigurationBatch of shape (3,): 1 solved, 1 unreachable, 1 not finite>"
    assert repr(robot.inverse_geometry(np.zeros((0, 2)), mode=(1, -1))) == "<ConfigurationBatch of shape (0,): empty>"


def test_some_of_the_names_choose_where_they_leave_one_configuration() -> None:
    robot, x = robot_named("biglide"), [0.1, 0.3]
    words = r"2 configurations at .* in the mode working g1=\+1: working g1=\+1, g2=\+1, .*; working g1=\+1, g2=-1, "
    with pytest.raises(AmbiguousMode, match=words):
        robot.inverse_geometry(x, mode={"g1": 1})
    assert robot.inverse_geometry([x], mode={"g1": 1}).status == kl.Status.AMBIGUOUS
    # The assembly mode and the sign of one leg leave one working mode.
    other = next(each for each in robot.configurations(x=x) if each.mode.working[0] == 1 and each.mode.assembly == (-1,))
    for mode in ({"g1": 1, "g": -1}, "working g1=+1, assembly g=-1"):
        assert robot.inverse_geometry(x, mode=mode).mode == other.mode
        assert robot.inverse_geometry([x], mode=mode).status == kl.Status.SOLVED
    near = robot.inverse_geometry(x, mode=(1, -1)).q
    assert robot.inverse_geometry([0.12, 0.3], mode="g1=+1", near=near).mode.working == (1, -1)
    puma = robot_named("puma560")
    target = puma.forward_geometry([0.1, 0.4, 0.6, 0.3, 0.7, 0.2]).x
    with pytest.raises(AmbiguousMode, match=r"in the mode working elbow=\+1"):
        puma.inverse_geometry(target, mode="elbow=+1")
    arm = puma.inverse_geometry(target, mode={"shoulder": 1, "wrist": -1, "elbow": 1})
    assert str(arm.mode).startswith("working shoulder=+1 (front), elbow=+1 (up), wrist=-1 (flip)")


@pytest.mark.parametrize(
    ("mode", "error", "words"),
    [
        ({"g3": 1}, UnknownName, r"no sign 'g3' .*'biglide' has: g1, g2, g"),
        ("assembly g1=+1", UnknownName, "no sign 'g1'.*'biglide' has: g$"),
        ({"g1": 2}, ShapeError, "g1 is 2, expected 1 or -1"),
        ({"g1": True}, ShapeError, "g1 is True, expected 1 or -1"),
        ("up", ShapeError, "'up' is no sign by name, expected such as 'elbow=.1, wrist=-1'"),
        ("g1=0", ShapeError, "'g1=0' is no sign by name"),
    ],
)
def test_wrong_names_of_signs_are_sentences(mode: Any, error: type[KinloopError], words: str) -> None:
    with pytest.raises(error, match=words):
        robot_named("biglide").inverse_geometry([0.1, 0.3], mode=mode)


def test_several_configurations_without_a_choice_are_ambiguous() -> None:
    robot = robot_named("biglide")
    with pytest.raises(AmbiguousMode, match=r"4 configurations at x = 0.1, y = 0.3: working g1=\+1, g2=\+1, assembly g="):
        robot.inverse_geometry([0.1, 0.3])
    serial = robot_named("two_r")
    assert serial.forward_geometry([0.3, 0.4]).x.shape == (2,)  # one only


def test_limits_choose_where_they_leave_one_configuration() -> None:
    joints = [
        joint.model_copy(update={"limits": kl.Limits(position=(0.0, 3.0))}) if joint.name == "theta2" else joint
        for joint in kl.load("two_r").mechanism.joints
    ]
    robot = kl.load(kl.load("two_r").mechanism.model_copy(update={"joints": tuple(joints)}))
    configuration = robot.inverse_geometry([0.3, 0.1])
    assert configuration.within_limits
    assert configuration.q[1] > 0
    assert not robot.inverse_geometry([0.3, 0.1], mode=-1).within_limits
    batch = robot.inverse_geometry([[0.3, 0.1], [0.2, 0.2]])
    assert np.all(batch.status == kl.Status.SOLVED)
    assert np.all(batch.q[:, 1] > 0)


def test_wrong_modes_and_configurations_are_sentences() -> None:
    robot = robot_named("biglide")
    with pytest.raises(ShapeError, match="expected 2 signs 1 or -1, one for each of g1, g2"):
        robot.inverse_geometry([0.1, 0.3], mode=(1, 0))
    with pytest.raises(UnknownName, match=r"no configuration in the mode index 9 .* it has: working g1=\+1, g2=\+1,"):
        robot.inverse_geometry([0.1, 0.3], mode=kl.Mode(index=9))
    with pytest.raises(ShapeError, match=r"no signs .* kl.Mode\(index=...\) or near="):
        robot_named("hexaglide_rods").forward_geometry(np.full(6, 0.1), mode=(1,))
    with pytest.raises(ShapeError, match=r"near has shape \(2,\), expected \(..., 4\): .* q1, q2, phi1, phi2"):
        robot.inverse_geometry([0.1, 0.3], near=[0, 0])
    with pytest.raises(ShapeError, match=r"x has shape \(2, 3\), expected \(..., 2\): x, y"):
        robot.inverse_geometry(np.zeros((2, 3)))
    with pytest.raises(ShapeError, match="expected numbers: x, y"):
        robot.inverse_geometry("here")
    with pytest.raises(NotFinite, match=r"entry 1 \(y\) is nan"):
        robot.inverse_geometry([0.1, np.nan], mode=(1, 1))
    with pytest.raises(ShapeError, match="one target of one machine"):
        robot.configurations(x=np.zeros((3, 2)))


# ---------------------------------------------------------------- batches


@pytest.mark.parametrize("name", ["biglide", "five_bar", "puma560", "delta_rods", "stewart_gough"])
def test_a_batch_is_its_single_calls(name: str) -> None:
    robot = robot_named(name)
    x = robot.models.geometry.task(robot.start)
    mode = robot.inverse_geometry(x, near=robot.start).mode
    targets = np.tile(x, (5, 1))
    targets[:, :2] += np.random.default_rng(2).uniform(-0.02, 0.02, (5, 2))
    for choice in ({"near": robot.start}, {"mode": mode}):
        batch = robot.inverse_geometry(targets, **choice)
        assert np.all(batch.status == kl.Status.SOLVED)
        for k, target in enumerate(targets):
            single = robot.inverse_geometry(target, **choice)
            np.testing.assert_array_equal(batch.q[k], single.q)
            np.testing.assert_array_equal(batch.x[k], single.x)
            assert batch.within_limits[k] == single.within_limits


def test_a_batch_says_why_a_row_has_no_configuration() -> None:
    robot = robot_named("biglide")
    targets = [[0.1, 0.3], [0.5, 0.3], [np.nan, 0.3]]
    for choice, first in (
        ({"mode": (1, -1)}, kl.Status.SOLVED),
        ({"near": robot.start}, kl.Status.SOLVED),
        ({}, kl.Status.AMBIGUOUS),
    ):
        batch = robot.inverse_geometry(targets, **choice)
        assert batch.status.tolist() == [first, kl.Status.UNREACHABLE, kl.Status.NOT_FINITE]
        assert np.isnan(batch.q[1:]).all()
    missing = robot.inverse_geometry([[0.1, 0.3], [0.1, 0.2]], mode=kl.Mode(index=9))
    assert missing.status.tolist() == [kl.Status.NO_SUCH_MODE] * 2


def test_arrays_of_parameters_broadcast() -> None:
    lengths = np.array([0.3606, 0.4, 0.1])
    robot = kl.load("biglide", l=lengths)
    batch = robot.inverse_geometry([0.1, 0.3], mode=(1, -1))
    assert batch.status.tolist() == [kl.Status.SOLVED, kl.Status.SOLVED, kl.Status.UNREACHABLE]
    np.testing.assert_allclose(batch.q[:2, 0], 0.3 + np.sqrt(lengths[:2] ** 2 - 0.3**2), rtol=1e-14)
    nearest = robot.inverse_geometry([0.1, 0.3], near=robot_named("biglide").start)
    np.testing.assert_array_equal(nearest.q[:2], batch.q[:2])


# ---------------------------------------------------------------- near: following a branch


@pytest.mark.parametrize("name", ["biglide", "two_r", "puma560", "three_rrr"])
def test_following_a_branch_leads_where_the_closed_form_does(name: str) -> None:
    robot, written = without_forms(name), robot_named(name)
    x = written.models.geometry.task(written.start)
    mode = written.inverse_geometry(x, near=written.start).mode
    target = x.copy()
    target[:2] += [-0.06, 0.05]
    expected = written.inverse_geometry(target, mode=mode)
    followed = robot.inverse_geometry(target, near=written.start)
    np.testing.assert_allclose(robot.models.geometry.space.difference(followed.q, expected.q), 0, atol=1e-10)


def test_a_branch_that_ends_is_left_for_the_nearest_configuration() -> None:
    """The elbow of 2R: a batch says where the branch ends; one target out of reach raises."""
    robot = without_forms("two_r")
    reach = robot.parameters["l1"] + robot.parameters["l2"]
    batch = robot.inverse_geometry([[0.2, 0.1], [2 * reach, 0.0]], near=[0.3, 0.5])
    assert batch.status.tolist() == [kl.Status.SOLVED, kl.Status.BRANCH_ENDS]
    with pytest.raises(Unreachable):
        robot.inverse_geometry([2 * reach, 0.0], near=[0.3, 0.5])


# ---------------------------------------------------------------- out of reach


def test_out_of_reach_says_how_far_and_what_is_nearest() -> None:
    robot = robot_named("two_r")
    reach = robot.parameters["l1"] + robot.parameters["l2"]
    with pytest.raises(
        Unreachable, match=r"two_r has no configuration at x = 1, y = 1; the nearest found is 0.914214 away"
    ) as fault:
        robot.inverse_geometry([1.0, 1.0])
    assert fault.value.distance == pytest.approx(np.sqrt(2) - reach, abs=1e-9)
    np.testing.assert_allclose(fault.value.nearest, reach * np.sqrt([0.5, 0.5]), atol=1e-6)
    np.testing.assert_allclose(robot.models.geometry.task(fault.value.q), fault.value.nearest, atol=1e-14)


def test_the_workspace_of_the_biglide_ends_where_a_leg_is_horizontal() -> None:
    robot = robot_named("biglide")
    edge = robot.parameters["l"] - robot.parameters["d"] / 2
    with pytest.raises(Unreachable) as fault:
        robot.inverse_geometry([edge + 0.05, 0.2], mode=(1, -1))
    assert fault.value.distance == pytest.approx(0.05, abs=1e-9)
    np.testing.assert_allclose(fault.value.nearest, [edge, 0.2], atol=1e-6)
    with pytest.raises(Unreachable) as fault:  # the feet too far apart: 2 sqrt(l^2 - d^2/4) is the most
        robot.forward_geometry([0.0, 1.0], mode=1)
    gap = 1.0 - 2 * np.sqrt(robot.parameters["l"] ** 2 - robot.parameters["d"] ** 2 / 4)
    assert fault.value.distance == pytest.approx(gap / np.sqrt(2), abs=1e-8)


def test_a_pose_out_of_reach_of_a_platform_has_a_nearest_one() -> None:
    robot = robot_named("puma560")
    pose = np.array([2.0, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0])
    with pytest.raises(Unreachable) as fault:
        robot.inverse_geometry(pose, near=robot.start)
    assert 0.5 < fault.value.distance < 2.0
    assert robot.inverse_geometry(fault.value.nearest, near=fault.value.q).residual < 1e-9


@pytest.mark.parametrize(("name", "elbow"), [("two_r", 1), ("three_r", 1), ("scara_prrr", 2), ("scara_rrpr", 1)])
def test_no_point_of_the_boundary_is_lost_to_rounding(name: str, elbow: int) -> None:
    """Points of the circle of a stretched arm lie on either side of it by rounding; the elbow is straight to the last digit."""
    robot = robot_named(name)
    stretched = np.array(robot.start)
    stretched[elbow] = 0.0
    for angle in np.random.default_rng(3).uniform(-3, 3, 40):
        stretched[elbow - 1] = angle
        (each,) = robot.configurations(x=robot.models.geometry.task(stretched))
        assert abs(each.q[elbow]) < 1e-15
        assert each.residual < 1e-14


def test_the_type_1_point_of_the_report_keeps_its_digits() -> None:
    """(0.1606, 0) of [LeePalma]: leg 1 is horizontal, so q1 = y and phi1 = 0; the root of rounding would give 6e-9."""
    robot = robot_named("biglide")
    for y in (0.0, 0.3, -0.7):
        found = robot.configurations(x=[0.1606, y])
        assert len(found) == 2
        for each in found:
            assert abs(each.q[0] - y) < 1e-15
            assert abs(each.q[2]) < 1e-15


# ---------------------------------------------------------------- families


def test_an_arm_folded_onto_its_base_has_infinitely_many_configurations() -> None:
    robot = robot_named("two_r")
    found = robot.configurations(x=[0.0, 0.0])
    assert found.infinite
    for each in found:
        np.testing.assert_allclose(np.abs(each.directions), [[1.0, 0.0]], atol=1e-9)
    stretched = robot.configurations(x=[robot.parameters["l1"] + robot.parameters["l2"], 0.0])
    assert len(stretched) == 1
    assert not stretched.infinite  # double, but alone


@pytest.mark.parametrize("target", [[0.3, 0.2], [0.1, 0.1], [0.3, 0.35], [-0.2, 0.05]])
def test_a_redundant_arm_gives_a_member_of_each_circuit_and_its_direction(target: list[float]) -> None:
    """With its hand held the arm is a four-bar: two circuits if the shortest and the longest bar are no longer than the others
    together (Grashof), else one."""
    robot = without_forms("three_r", task=("x", "y"))
    bars = sorted([float(np.hypot(*target)), *(robot.parameters[name] for name in ("l1", "l2", "l3"))])
    found = robot.configurations(x=target)
    assert found.infinite
    assert len(found) == (2 if bars[0] + bars[3] < bars[1] + bars[2] else 1)
    for each in found:
        assert each.directions.shape == (1, 3)
        np.testing.assert_allclose(robot.jacobian(each.q)[:2] @ each.directions[0], 0, atol=1e-9)
    near = robot.inverse_geometry([0.3, 0.2], near=[0.1, 0.2, 0.3])
    assert near.residual < 1e-11
    assert near.directions.shape == (1, 3)


def test_a_coupler_that_spins_does_not_multiply_the_configurations() -> None:
    robot = robot_named("rssr")
    found = robot.configurations(q_active=robot.models.formulas.model.assembled.configurations[0][:1])
    assert found.infinite
    assert 2 <= len(found) <= 8
    rocker = [each.q[5] for each in found]
    assert np.min(np.abs(np.subtract.outer(rocker, rocker))[~np.eye(len(found), dtype=bool)]) > 1e-3
    for each in found:
        assert each.directions.shape == (1, 5)
        np.testing.assert_allclose(each.directions[0, [0, 4]], 0, atol=1e-9)  # only the ball joint


# ---------------------------------------------------------------- many starts


@pytest.mark.parametrize(
    ("name", "inverse"), [("two_r", True), ("puma560", True), ("five_bar", False), ("biglide", False), ("stewart_gough", False)]
)
def test_the_signs_of_the_determinants_add_up_to_zero(name: str, inverse: bool) -> None:
    robot = robot_named(name)
    geometry = robot.models.geometry
    given = geometry.task(robot.start) if inverse else robot.start[: len(robot.active)]
    met = by_many_starts(geometry, "inverse" if inverse else "forward", given)
    assert met.sign_sum == 0


def test_the_sign_sum_is_not_claimed_where_it_tells_nothing() -> None:
    """One slide has one configuration; redundant closures have no determinant."""
    gantry = without_forms("gantry").configurations(x=[0.1, 0.2, 0.3])
    assert len(gantry) == 1
    assert gantry.sign_sum is None
    assert robot_named("parallelogram").configurations(q_active=[1.0]).sign_sum is None


# ---------------------------------------------------------------- turns


def test_angles_come_without_full_turns_and_within_the_limits_where_they_can() -> None:
    """SCARA: the difference of two arctangents is 233 degrees, which is -127 and allowed."""
    found = robot_named("scara_prrr").configurations(x=[-0.2, 0.0, 0.2, 0.0])
    assert len(found) == 2
    assert all(each.within_limits for each in found)
    assert all(np.max(np.abs(each.q)) <= np.pi for each in found)


def test_limits_beyond_half_a_turn_are_used() -> None:
    joints = [
        joint.model_copy(update={"limits": kl.Limits(position=(2.0, 7.0))}) if joint.name == "theta1" else joint
        for joint in kl.load("two_r").mechanism.joints
    ]
    robot = kl.load(kl.load("two_r").mechanism.model_copy(update={"joints": tuple(joints)}))
    for each in robot.configurations(x=[0.3, -0.2]):
        assert 2.0 < each.q[0] < 7.0
        assert each.within_limits
        assert each.residual < 1e-14


def test_a_batch_looks_at_limits_after_full_turns_are_taken_out() -> None:
    """theta1 = 233 degrees is -127, which the SCARA's limits allow: both elbows do, in a batch as for one target."""
    robot, x = robot_named("scara_prrr"), [-0.2, 0.0, 0.2, 0.0]
    assert robot.inverse_geometry([x, x]).status.tolist() == [kl.Status.AMBIGUOUS] * 2
    for elbow in (1, -1):
        batch = robot.inverse_geometry([x], mode=(elbow,))
        assert batch.within_limits.all()
        np.testing.assert_array_equal(batch.q[0], robot.inverse_geometry(x, mode=(elbow,)).q)


def test_rows_out_of_reach_do_not_pay_for_the_nearest_point(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("a batch looked for the nearest point")

    monkeypatch.setattr("kinloop.model.geometry.select_configuration.out_of_reach", never)
    robot = without_forms("two_r")
    assert robot.inverse_geometry([[5.0, 5.0], [6.0, 6.0]], mode=kl.Mode(index=0)).status.tolist() == [kl.Status.UNREACHABLE] * 2


def test_a_configuration_near_another_keeps_its_turns() -> None:
    robot = robot_named("two_r")
    q = np.array([9.0, 1.0])
    x = robot.models.geometry.task(q)
    np.testing.assert_allclose(robot.inverse_geometry(x, near=q).q, q, atol=1e-13)
    np.testing.assert_allclose(robot.inverse_geometry(np.tile(x, (2, 1)), near=q).q, np.tile(q, (2, 1)), atol=1e-13)


def test_a_closed_form_needs_no_start_configuration() -> None:
    """With these lengths the description's start configuration does not exist."""
    robot = kl.load("biglide", d=0.409, l=0.247)
    assert len(robot.configurations(x=[0.0, 0.1])) == 4


def test_a_configuration_is_a_configuration_and_a_list_of_them_a_batch() -> None:
    robot = robot_named("biglide")
    found = robot.configurations(x=[0.1, 0.3])
    configurations = np.array([each.q for each in found])
    np.testing.assert_array_equal(robot.inertia(found[1]), robot.inertia(configurations[1]))
    np.testing.assert_array_equal(robot.inertia(found), robot.inertia(configurations))
    copied = np.array(found[1])
    copied[0] += 1.0
    assert found[1].q[0] == configurations[1, 0]


def test_many_configurations_without_signs_are_told_apart_in_few_words() -> None:
    robot = robot_named("stewart_gough")
    with pytest.raises(kl.AmbiguousMode, match=r"kl\.Mode\(index=\.\.\.\): 0, 1, 2, 3, 4, 5, 6, 7; say which"):
        robot.forward_geometry(robot.start[:6])


@pytest.mark.parametrize(("target", "distance"), [([5.0, 5.0], 4.8394), ([0.17, 50.0], 0.0094), ([-3.0, -20.0], 2.8394)])
def test_far_targets_have_their_nearest_point_too(target: list[float], distance: float) -> None:
    """The slides of the Biglide have no end, so its workspace is the strip |x| <= l - d/2."""
    with pytest.raises(Unreachable) as fault:
        robot_named("biglide").inverse_geometry(target)
    assert fault.value.distance == pytest.approx(distance, abs=1e-8)
