"""Denavit-Hartenberg tables of arms, also of those whose description is none, and the transforms that they give."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp
from machines import robot_named
from peers import urdf_path

import kinloop as kl

SERIAL = ("one_joint", "two_r", "two_r_exam", "three_r", "scara_prrr", "scara_rrpr", "gantry", "cylindrical", "puma560", "six_r")


def from_table(robot: kl.Robot, table: kl.DHTable) -> kl.Robot:
    parameters = robot.mechanism.parameters
    return kl.load(kl.Mechanism.from_dh("again", table.rows, base=table.base, tool=table.tool, parameters=parameters))


def pose_gap(robot: kl.Robot, other: kl.Robot, seed: int = 0) -> float:
    q = np.random.default_rng(seed).uniform(-3, 3, (50, len(robot.active)))
    order = [robot.mechanism.coordinates.index(name) for name in other.mechanism.coordinates]
    one, two = robot.frame_pose(q), other.frame_pose(q[:, order])
    return float(max(np.abs(one.position - two.position).max(), np.abs(one.rotation - two.rotation).max()))


@pytest.mark.parametrize("name", SERIAL)
def test_the_table_has_the_tool_pose_of_the_robot(name: str) -> None:
    robot = robot_named(name)
    assert pose_gap(robot, from_table(robot, robot.dh_table())) < 1e-12


def test_the_table_holds_for_other_lengths_too() -> None:
    """Its numbers are expressions of the parameters."""
    for name in ("puma560", "six_r", "scara_rrpr"):
        robot = robot_named(name)
        again = from_table(robot, robot.dh_table())
        longer = {key: value * 1.2 + 0.01 for key, value in robot.parameters.items()}
        assert pose_gap(robot.with_parameters(**longer), again.with_parameters(**longer)) < 1e-12


def test_skew_axes_in_numbers_have_a_table() -> None:
    """An arm of four joints on axes in general position, with a prismatic one among them."""
    random = np.random.default_rng(3)
    joints = []
    for k in range(4):
        joints.append(
            kl.Joint(
                name=f"q{k}",
                kind="prismatic" if k == 2 else "revolute",
                parent="base" if k == 0 else f"link{k - 1}",
                child=f"link{k}",
                axis=tuple(random.normal(size=3)),
                origin=kl.Pose(xyz=tuple(random.normal(size=3)), rpy=tuple(random.normal(size=3))),
            )
        )
    tool = kl.Anchor(link="link3", origin=kl.Pose(xyz=(0.3, -0.2, 0.5), rpy=(0.4, -1.1, 2.0)))
    links = tuple(kl.Link(name=f"link{k}", mass=1.0, inertia=(0.1, 0.1, 0.1, 0, 0, 0)) for k in range(4))
    robot = kl.load(kl.Mechanism(name="skew", links=links, joints=tuple(joints), tool=tool))
    assert pose_gap(robot, from_table(robot, robot.dh_table())) < 1e-12


def test_the_table_of_the_thesis_is_printed_back() -> None:
    """[Aissani2021], the table before (2.7): the slide, then three links."""
    printed = str(robot_named("scara_prrr").dh_table()).splitlines()
    assert [line.split() for line in printed[1:]] == [
        ["i", "joint", "theta", "d", "a", "alpha"],
        ["1", "d4", "0", "d4", "0", "0"],
        ["2", "theta1", "theta1", "0", "l1", "0"],
        ["3", "theta2", "theta2", "0", "l2", "0"],
        ["4", "theta3", "theta3", "0", "l3", "0"],
    ]


def test_a_table_comes_back_from_the_arm_that_it_made() -> None:
    rows = [
        {"a": "a1", "alpha": "90 deg", "d": "d1", "theta": "30 deg"},
        {"a": "a2", "alpha": "-90 deg", "kind": "prismatic", "d": 0.1},
        {"a": 0.2, "alpha": 0.3, "d": 0.4, "offset": "-90 deg"},
    ]
    robot = kl.load(kl.Mechanism.from_dh("given", rows, parameters={"a1": 0.3, "a2": 0.2, "d1": 0.5}))
    again = robot.dh_table()
    values = [[str(row.theta), str(row.d), str(row.a), str(row.alpha)] for row in again.rows]
    assert (again.base, again.tool) == (None, None)
    assert [values[0][1], values[0][2], values[1][2]] == ["d1", "a1", "a2"]
    np.testing.assert_allclose(float(again.rows[1].d), 0.1, rtol=1e-15)
    third = again.rows[2]
    np.testing.assert_allclose(
        [float(third.theta), float(third.d), float(third.a), float(third.alpha)], [-np.pi / 2, 0.4, 0.2, 0.3]
    )
    np.testing.assert_allclose([float(row.alpha) for row in again.rows[:2]], [np.pi / 2, -np.pi / 2])


def test_axes_that_meet_at_these_lengths_only_give_a_table_of_numbers() -> None:
    """Expressions would be wrong, or 0/0, at the given value of e."""
    rows = [{"alpha": "90 deg", "a": "e", "d": 0.3}, {"a": 0.4}]
    robot = kl.load(kl.Mechanism.from_dh("offset", rows, parameters={"e": 0.0}))
    table = robot.dh_table()
    assert [row.a for row in table.rows] == [0.0, 0.4]
    assert pose_gap(robot, from_table(robot, table)) < 1e-12
    assert str(robot.with_parameters(e=0.1).dh_table().rows[0].a) == "e"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("biglide", r"biglide has no Denavit-Hartenberg table: .* but it has the loop 'pin'|it has the loop"),
        ("mixed", r"it has the coupling 'gear'"),
    ],
)
def test_a_machine_that_is_no_chain_is_refused_in_words(name: str, words: str) -> None:
    from machines import mixed

    robot = kl.load(mixed()) if name == "mixed" else robot_named(name)
    with pytest.raises(kl.UnsupportedOperation, match=words):
        robot.dh_table()
    with pytest.raises(kl.UnsupportedOperation, match=words):
        robot.equations("link_transforms")


def test_other_joints_branches_and_arrays_are_refused_in_words() -> None:
    link = kl.Link(name="a", mass=1.0, inertia=(1, 1, 1, 0, 0, 0))
    ball = kl.Mechanism(name="ball", links=(link,), joints=(kl.Joint(name="s", kind="spherical", parent="base", child="a"),))
    with pytest.raises(kl.UnsupportedOperation, match="the joint 's' is spherical"):
        kl.load(ball).dh_table()
    two = tuple(kl.Joint(name=f"q{k}", kind="revolute", parent="base", child=k) for k in "ab")
    branches = kl.Mechanism(name="branches", links=(link, link.model_copy(update={"name": "b"})), joints=two)
    with pytest.raises(kl.UnsupportedOperation, match="the joint 'qa' does not carry the tool"):
        kl.load(branches).dh_table()
    with pytest.raises(kl.ShapeError, match="the parameter 'l1' is an array"):
        kl.load("two_r", l1=[0.1, 0.2]).dh_table()


@pytest.mark.parametrize("name", ["scara_prrr", "cylindrical", "gantry", "puma560"])
def test_the_product_of_the_transforms_is_the_tool_pose(name: str) -> None:
    robot = robot_named(name)
    outputs = robot.equations("link_transforms").outputs
    q = np.random.default_rng(1).uniform(-2, 2, len(robot.active))
    symbols = [*robot.mechanism.coordinates, *robot.parameters]
    values = dict(zip(map(sp.Symbol, symbols), [*q, *robot.parameters.values()], strict=True))
    last = np.array(list(outputs.values())[-1].subs(values), float)
    pose = robot.frame_pose(q)
    np.testing.assert_allclose(last, np.block([[pose.rotation, pose.position[:, None]], [np.zeros(3), 1]]), atol=1e-14)


def test_the_transforms_of_the_scara_are_those_of_the_thesis() -> None:
    """[Aissani2021] (2.7) to (2.12), with the short names of textbooks."""
    short = robot_named("scara_prrr").equations("link_transforms").abbreviated()
    l1, l2, l3, d4, c1, s1, c12, s12, c123, s123 = sp.symbols("l1 l2 l3 d4 c1 s1 c12 s12 c123 s123")
    assert short.outputs["A_2"] == sp.Matrix([[c1, -s1, 0, l1 * c1], [s1, c1, 0, l1 * s1], [0, 0, 1, 0], [0, 0, 0, 1]])
    x, y = l1 * c1 + l2 * c12 + l3 * c123, l1 * s1 + l2 * s12 + l3 * s123
    assert short.outputs["T_4"] == sp.Matrix([[c123, -s123, 0, x], [s123, c123, 0, y], [0, 0, 1, d4], [0, 0, 0, 1]])
    assert dict(short.definitions)[s12] == sp.sin(sp.Symbol("theta1") + sp.Symbol("theta2"))
    assert short.without_definitions() == robot_named("scara_prrr").equations("link_transforms").outputs


def test_a_published_arm_has_its_published_table() -> None:
    """Universal Robots give for the UR5: d1 = 0.089159, a2 = 0.425, a3 = 0.39225, d4 = 0.10915, d5 = 0.09465, d6 = 0.0823 m."""
    table = kl.load(urdf_path("ur5")).dh_table()
    np.testing.assert_allclose([float(row.d) for row in table.rows], [0.089159, 0, 0, 0.10915, 0.09465, 0.0823], atol=1e-9)
    np.testing.assert_allclose([float(row.a) for row in table.rows], [0, 0.425, 0.39225, 0, 0, 0], atol=1e-9)


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e4])
def test_the_size_of_the_arm_does_not_matter(scale: float) -> None:
    robot = robot_named("puma560")
    lengths = {name: scale * value for name, value in robot.parameters.items() if name[0] in "ad"}
    scaled = robot.with_parameters(**lengths)
    again = from_table(robot, scaled.dh_table()).with_parameters(**lengths)
    q = np.random.default_rng(2).uniform(-3, 3, (20, 6))
    gap = np.abs(scaled.frame_pose(q).position - again.frame_pose(q).position).max()
    assert gap < 1e-12 * scale
    values = {name: float(value) for name, value in lengths.items()}
    numbers = kl.Mechanism.from_dh(
        "numbers", [{**row, "d": eval_at(row["d"], values), "a": eval_at(row["a"], values)} for row in PUMA]
    )
    table = kl.load(numbers).dh_table()
    found = np.array([[float(row.d), float(row.a)] for row in table.rows])
    expected = np.array([[eval_at(row[key], values) for key in ("d", "a")] for row in PUMA])
    np.testing.assert_allclose(found[:, 0], expected[:, 0], atol=1e-12 * scale)
    np.testing.assert_allclose(found[:, 1], np.abs(expected[:, 1]), atol=1e-12 * scale)  # x axes along the normals
    assert pose_gap(kl.load(numbers), from_table(kl.load(numbers), table)) < 1e-12 * max(1.0, scale)


def eval_at(text: str, values: dict[str, float]) -> float:
    return float(eval(text, {}, values))


PUMA = [
    {"d": "0", "a": "0", "alpha": "-90 deg"},
    {"d": "0", "a": "a2"},
    {"d": "d2 + d3", "a": "a3", "alpha": "90 deg"},
    {"d": "d4", "a": "0", "alpha": "-90 deg"},
    {"d": "0", "a": "0", "alpha": "90 deg"},
    {"d": "d6", "a": "0"},
]
