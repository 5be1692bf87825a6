"""Closed forms where they degenerate (a straight wrist, elbows that meet), and configurations that are given back as they are."""

import numpy as np
import pytest
from machines import CLOSED, robot_named

import kinloop as kl
from kinloop.model.geometry.geometry import Geometry

Array = np.ndarray
STRAIGHT = [0.0, 1e-12, -1e-10, 1e-9, 1e-8, 1e-7, np.pi, np.pi - 1e-8, 1e-7 - np.pi]


def geometry_of(robot: kl.Robot) -> Geometry:
    return robot.models.geometry


def flange(robot: kl.Robot, q: Array) -> tuple[Array, Array]:
    """Position and rotation of the Puma's flange, by Craig's matrices."""
    p = robot.parameters
    rows = [(0, 0, 0), (-1, 0, p["d2"]), (0, p["a2"], p["d3"]), (1, p["a3"], p["d4"]), (-1, 0, 0), (1, 0, 0)]
    T = np.eye(4)
    for (quarter, a, d), angle in zip(rows, q, strict=True):
        c, s, sa = np.cos(angle), np.sin(angle), float(quarter)
        ca = 1.0 - abs(sa)
        T = T @ [[c, -s, 0, a], [s * ca, c * ca, -sa, -sa * d], [s * sa, c * sa, ca, ca * d], [0, 0, 0, 1]]
    return T[:3, 3] + p["d6"] * T[:3, 2], T[:3, :3]


def wrist(angle: float) -> Array:
    return np.array([0.3, -0.7, 0.9, 0.4, angle, 0.2])


def turn(a: Array) -> Array:
    return np.abs((a + np.pi) % (2 * np.pi) - np.pi)


# ---------------------------------------------------------------- a straight wrist


@pytest.mark.parametrize("angle", STRAIGHT)
def test_a_straight_wrist_has_its_family_and_is_not_called_complete(angle: float) -> None:
    robot, q = robot_named("puma560"), wrist(angle)
    found = robot.configurations(x=robot.forward_geometry(q).x)
    assert len(found) == 8
    assert found.infinite
    assert not found.complete
    assert found.note
    position, rotation = flange(robot, q)
    for each in found:
        at, turned = flange(robot, each.q)
        np.testing.assert_allclose(at, position, atol=1e-9)
        np.testing.assert_allclose(turned, rotation, atol=2e-9)
    family = [each for each in found if each.directions.size]
    assert {each.mode.working for each in family} == {(1, -1, 1), (1, -1, -1)}
    sense = 1 if abs(angle) < 1 else -1
    for each in family:
        assert turn(each.q[:3] - q[:3]).max() < 1e-8
        assert turn(each.q[3] + sense * each.q[5] - q[3] - sense * q[5]) < 1e-6
        np.testing.assert_allclose(np.abs(each.directions), [[0, 0, 0, np.sqrt(0.5), 0, np.sqrt(0.5)]], atol=1e-6)


@pytest.mark.parametrize("angle", [*STRAIGHT, 1e-6, 1e-4, 0.5])
def test_a_configuration_that_has_the_pose_is_given_back_whatever_its_wrist(angle: float) -> None:
    robot, q = robot_named("puma560"), wrist(angle)
    x = robot.forward_geometry(q).x
    np.testing.assert_allclose(robot.inverse_geometry(x, near=q).q, q, atol=1e-12)
    batch = robot.inverse_geometry(np.stack([x, x]), near=q)
    assert np.all(batch.status == kl.Status.SOLVED)
    np.testing.assert_allclose(batch.q, [q, q], atol=1e-12)


@pytest.mark.parametrize("angle", STRAIGHT)
def test_a_motion_into_a_straight_wrist_stays_on_its_branch(angle: float) -> None:
    robot, q = robot_named("puma560"), wrist(angle)
    x = robot.forward_geometry(q).x
    before = q + np.array([1e-3, 1e-3, -1e-3, 0.1, 0.01, -0.1])
    for one in (robot.inverse_geometry(x, near=before), robot.inverse_geometry(x[None], near=before)):
        assert turn(np.ravel(one.q) - q).max() < 0.2
        assert np.max(one.residual) < 1e-9


def test_a_mode_at_a_straight_wrist_has_a_member_of_its_family() -> None:
    robot = robot_named("puma560")
    x = robot.forward_geometry(wrist(0.0)).x
    one, batch = robot.inverse_geometry(x, mode=(1, -1, 1)), robot.inverse_geometry(x[None], mode=(1, -1, 1))
    assert one.mode.working == (1, -1, 1)
    assert one.directions.shape == (1, 6)
    assert batch.status[0] == kl.Status.SOLVED
    np.testing.assert_array_equal(batch.q[0], one.q)


def test_batches_of_targets_and_parameters_have_what_each_row_has_alone() -> None:
    robot, q = robot_named("puma560"), wrist(0.0)
    several = robot.with_parameters(d6=np.array([0.05, 0.06]))
    x = several.forward_geometry(q).x
    far = np.stack([x, x + np.array([3.0, 0, 0, 0, 0, 0, 0])])
    before = q + np.array([1e-3, 1e-3, -1e-3, 0.1, 0.01, -0.1])
    for near in (q, before):
        batch = several.inverse_geometry(far, near=near)
        assert batch.status.tolist() == [[kl.Status.SOLVED] * 2, [kl.Status.UNREACHABLE] * 2]
        for k, d6 in enumerate((0.05, 0.06)):
            one = robot.with_parameters(d6=d6).inverse_geometry(x[k], near=near)
            np.testing.assert_allclose(batch.q[0, k], one.q, atol=1e-12)
    assert robot.inverse_geometry(np.zeros((0, 7)), near=q).q.shape == (0, 6)


def test_wrists_and_shoulders_that_degenerate_together_are_said_to() -> None:
    """With both offsets equal the wrist's centre can lie on the first axis: the shoulder turns there while the pose is held."""
    robot = robot_named("puma560").with_parameters(d3=-robot_named("puma560").parameters["d2"])
    p = robot.parameters
    upward = np.arctan2(p["a2"] + p["a3"] * np.cos(0.4) + p["d4"] * np.sin(0.4), p["a3"] * np.sin(0.4) - p["d4"] * np.cos(0.4))
    for bend in (0.6, 0.0):
        q = np.array([0.3, upward, 0.4, 0.5, bend, 0.7])
        x = robot.forward_geometry(q).x
        assert np.hypot(*(x[:2] - p["d6"] * flange(robot, q)[1][:2, 2])) < 1e-15
        found = robot.configurations(x=x)
        assert found.infinite
        assert not found.complete
        assert max(each.residual for each in found) < 1e-9
        np.testing.assert_allclose(robot.inverse_geometry(x, near=q).q, q, atol=1e-12)


def test_the_error_bound_of_a_closed_form_holds_and_is_small_elsewhere() -> None:
    robot = robot_named("puma560")
    geometry = geometry_of(robot)
    signs = np.array([1.0, -1.0, 1.0])
    for angle in (0.5, 1e-2, 1e-4, 1e-6, 1e-8, 1e-10):
        q = wrist(angle)
        x = robot.forward_geometry(q).x
        written, _ = geometry.evaluate_closed_form("inverse", x, signs)
        bound = float(robot.models.kernel("inverse_doubt")(x, signs, *robot.models.parameter_inputs))
        assert turn(written - q).max() <= bound
        assert bound < 1e-13 / angle


# ---------------------------------------------------------------- other machines


def test_a_five_bar_whose_elbows_meet_turns_its_tool_about_them() -> None:
    robot = robot_named("five_bar")
    l1, l2 = robot.parameters["l1"], robot.parameters["l2"]
    robot = robot.with_parameters(d=l1)
    q_active = [np.pi / 3, np.pi - np.pi / 3]
    found = robot.configurations(q_active=q_active)
    assert found.infinite
    assert not found.complete
    assert "degenerates" in found.note
    assert not robot.configurations(q_active=q_active, method="closed form").complete
    elbow = [l1 * np.cos(np.pi / 3) - l1 / 2, l1 * np.sin(np.pi / 3)]
    for each in found:
        np.testing.assert_allclose(np.hypot(*(each.x - elbow)), l2, atol=1e-12)
    for angle in (0.3, 2.0):
        q = np.array([*q_active, angle - q_active[0], angle - q_active[1]])
        np.testing.assert_allclose(robot.forward_geometry(q_active, near=q).q, q, atol=1e-12)
        batch = robot.forward_geometry([q_active, [0.5, 2.0]], near=q)
        assert np.all(batch.status == kl.Status.SOLVED)
        np.testing.assert_allclose(batch.q[0], q, atol=1e-12)


@pytest.mark.parametrize(
    ("name", "changed", "x"),
    [
        ("cylindrical", {}, [0.0, 0.0, 0.3]),
        ("two_r", {}, [0.0, 0.0]),
        ("scara_rrpr", {}, [0.0, 0.0, 0.1, 0.2]),
        ("three_r", {"l1": 0.3, "l2": 0.3, "l3": 0.2}, [0.2, 0.0, 0.0]),
        ("five_bar", {"d": 0.1}, [-0.05, 0.0]),
    ],
)
def test_no_answer_is_complete_and_infinite_at_once(name: str, changed: dict[str, float], x: list[float]) -> None:
    found = robot_named(name).with_parameters(**changed).configurations(x=x)
    assert found.infinite
    assert not found.complete
    assert "families" in found.note


def test_a_spin_between_balls_leaves_an_answer_as_complete_as_it_is() -> None:
    """All poses are there: every configuration turns its rod, and the list need not have each of these turns."""
    geometry = geometry_of(robot_named("rssr"))
    (configuration,) = geometry.configurations(
        "forward", robot_named("rssr").models.formulas.model.assembled.configurations[0][:1]
    )[:1]
    assert configuration.directions.size
    assert not geometry._is_in_family(configuration)


@pytest.mark.parametrize("name", [*kl.library(), *CLOSED])
def test_a_configuration_that_has_what_was_given_is_given_back(name: str) -> None:
    robot = robot_named(name)
    geometry, random = geometry_of(robot), np.random.default_rng(3)
    configurations = [robot.start]
    if not geometry.is_closed:
        configurations += list(random.choice([0.0, np.pi / 2, -np.pi / 2, np.pi, 0.3], (8, len(robot.start))))
    for q in configurations:
        targets = {"forward": q[: len(robot.active)], "inverse": geometry.task(q)}
        for direction, given in targets.items():
            if not len(geometry.names(direction)):
                continue
            ask = robot.forward_geometry if direction == "forward" else robot.inverse_geometry
            one, batch = ask(given, near=q), ask(given[None], near=q)
            assert np.max(np.abs(geometry.space.difference(one.q, q))) < 1e-9
            assert batch.status[0] == kl.Status.SOLVED
            assert np.max(np.abs(geometry.space.difference(batch.q[0], q))) < 1e-9
