"""Every configuration: closed forms against many starts, round trips, modes, the workspace boundary."""

import numpy as np
import pytest
from machines import robot_named
from modes import named_configurations

import kinloop as kl
from kinloop.model.geometry.geometry import Geometry
from kinloop.model.geometry.multi_start import by_many_starts

LIBRARY = kl.library()


def geometry_of(robot: kl.Robot) -> Geometry:
    return robot.models.geometry


def task(robot: kl.Robot, q: np.ndarray) -> np.ndarray:
    return np.asarray(robot.models.kernel("task")(q, *robot.models.parameter_inputs))


def contains(robot: kl.Robot, found: list, q: np.ndarray) -> bool:
    return any(np.max(np.abs(geometry_of(robot).space.difference(each.q, q))) < 1e-9 for each in found)


@pytest.mark.parametrize("name", LIBRARY)
def test_the_start_is_among_the_configurations_of_its_task_and_of_its_active_joints(name: str) -> None:
    robot = robot_named(name)
    for found in (
        robot.configurations(x=task(robot, robot.start)),
        robot.configurations(q_active=robot.start[: len(robot.active)]),
    ):
        assert contains(robot, found, robot.start)
        assert [each.mode.index for each in found] == list(range(len(found)))
        for each in found:
            assert each.residual < 1e-11


@pytest.mark.parametrize("name", [name for name in LIBRARY if name != "one_joint"])
def test_forward_geometry_of_every_inverse_solution_contains_the_pose(name: str) -> None:
    robot = robot_named(name)
    x = task(robot, robot.start)
    for solution in named_configurations(robot, "inverse", x):
        back = named_configurations(robot, "forward", solution.q_active)
        assert min(geometry_of(robot).residual("inverse", each.q, x) for each in back) < 1e-10


@pytest.mark.parametrize(
    ("name", "direction", "count"),
    [
        ("two_r", "inverse", 2),
        ("puma560", "inverse", 8),
        ("biglide", "forward", 2),
        ("five_bar", "forward", 2),
        ("delta_rods", "forward", 16),  # with the platform turned, its rods crossed: the closed form has the two level ones
    ],
)
def test_many_starts_find_what_the_closed_form_has(name: str, direction: str, count: int) -> None:
    robot = robot_named(name)
    geometry = geometry_of(robot)
    given = task(robot, robot.start) if direction == "inverse" else robot.start[: len(robot.active)]
    written = geometry._written_out(direction, given)
    met = by_many_starts(geometry, direction, given)
    configurations, starts = met.configurations, met.starts
    assert len(configurations) == count
    assert len(written) == (2 if name == "delta_rods" else count)
    assert starts >= 8 * count
    for q in written:
        assert min(np.max(np.abs(geometry.space.difference(each, q))) for each in configurations) < 1e-8


def test_modes_of_the_biglide_are_those_of_the_report() -> None:
    """(2.6), (2.7); in the working mode (1, -1) x > 0 has the assembly mode -1, x < 0 has +1 (errata)."""
    robot = robot_named("biglide")
    d, l = robot.parameters["d"], robot.parameters["l"]
    for x, y in ((0.1, 0.3), (-0.05, 0.7)):
        found = {each.mode.working: each for each in robot.configurations(x=[x, y])}
        assert set(found) == {(1, 1), (1, -1), (-1, 1), (-1, -1)}
        for (g1, g2), each in found.items():
            expected = [y + g1 * np.sqrt(l**2 - (x + d / 2) ** 2), y + g2 * np.sqrt(l**2 - (x - d / 2) ** 2)]
            np.testing.assert_allclose(each.q_active, expected, atol=1e-15)
            np.testing.assert_allclose(each.q_passive, np.arctan2(y - each.q_active, [x + d / 2, x - d / 2]), atol=1e-14)
        assert found[1, -1].mode.assembly == ((-1,) if x > 0 else (1,))


def test_a_point_out_of_reach_has_no_configuration_and_one_on_the_edge_has() -> None:
    robot = robot_named("biglide")
    edge = robot.parameters["l"] - robot.parameters["d"] / 2  # the Type 1 point of [LeePalma]: x = 0.1606
    on = robot.configurations(x=[edge, 0.0])
    assert len(on) == 2  # leg 1 is stretched, leg 2 has both signs
    for each in on:
        assert abs(each.q_active[0]) < 1e-8
        assert each.residual < 1e-15
    assert not robot.configurations(x=[edge + 1e-6, 0.0])


def test_a_hexapod_has_configurations_in_pairs() -> None:
    """The signs of the determinant add up to zero over all configurations of a platform, so their number is even."""
    robot = robot_named("stewart_gough")
    for seed in range(3):
        lengths = robot.start[:6] + 0.02 * np.random.default_rng(seed).normal(size=6)
        found = robot.configurations(q_active=lengths)
        assert len(found) % 2 == 0
        assert len(found) >= 2
        assert found.complete
        assert found.method == "homotopy"
        np.testing.assert_allclose([each.q_active for each in found], np.tile(lengths, (len(found), 1)), atol=1e-15)


def test_a_pin_is_not_closed_the_wrong_way_round() -> None:
    """The platform of three legs turned upside down meets all rows of its pins, but no axis."""
    arm = [kl.Joint(name="a", kind="revolute", parent="base", child="arm", origin=kl.Pose(xyz=(1, 0, 0)))]
    body = kl.Joint(name="b", kind="free", parent="base", child="body")
    loop = kl.Loop(name="hinge", kind="pin", a=kl.Anchor(link="arm"), b=kl.Anchor(link="body"))
    links = [kl.Link(name=name, mass=1, inertia=(1, 1, 1, 0, 0, 0)) for name in ("arm", "body")]
    robot = kl.load(kl.Mechanism(name="hinged", links=links, joints=[*arm, body], loops=[loop], start={"b_x": 1}))
    flipped = np.array([0, 1, 0, 0, 0, 1, 0, 0])
    assert np.max(np.abs(robot.closure(flipped))) < 1e-15
    residual = geometry_of(robot).residual
    assert residual("forward", flipped, flipped[:1]) == np.inf
    assert residual("forward", robot.start, robot.start[:1]) < 1e-15


def test_wrong_calls_are_sentences() -> None:
    robot = robot_named("biglide")
    with pytest.raises(kl.KinloopError, match="neither"):
        robot.configurations()
    with pytest.raises(kl.KinloopError, match="both"):
        robot.configurations(x=[0, 0], q_active=[0, 0])
    with pytest.raises(kl.KinloopError, match=r"x has shape \(3,\), expected \(..., 2\): x, y"):
        robot.configurations(x=[0, 0, 0])
    with pytest.raises(kl.KinloopError, match=r"x\[1\] \(y\) is nan"):
        robot.configurations(x=[0, np.nan])
