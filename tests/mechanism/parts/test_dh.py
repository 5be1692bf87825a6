"""Arms from Denavit-Hartenberg tables against the products of the four steps, written out again."""

from __future__ import annotations

from math import pi
from typing import Any

import numpy as np
import pytest

import kinloop as kl
from kinloop.errors import DescriptionError, SingularConfiguration
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.parts.dh import Convention, DHRow

Array = np.ndarray
CONVENTIONS: tuple[Convention, ...] = ("standard", "modified")

# Corke and Armstrong-Helouvry, "A search for consensus among model parameters reported for the PUMA 560 robot", ICRA 1994,
# as in Corke's Robotics Toolbox (models/DH/Puma560.py): standard table, masses, centres of mass. Without the height of the base.
PUMA: list[dict[str, Any]] = [
    {"d": 0, "a": 0, "alpha": "90 deg"},
    {"d": 0, "a": 0.4318, "alpha": 0, "mass": 17.4, "com": (-0.3638, 0.006, 0.2275)},
    {"d": 0.15005, "a": 0.0203, "alpha": "-90 deg", "mass": 4.8, "com": (-0.0203, -0.0141, 0.070)},
    {"d": 0.4318, "a": 0, "alpha": "90 deg", "mass": 0.82, "com": (0, 0.019, 0)},
    {"d": 0, "a": 0, "alpha": "-90 deg", "mass": 0.34},
    {"d": 0, "a": 0, "alpha": 0, "mass": 0.09, "com": (0, 0, 0.032)},
]
# The same arm by Armstrong, Khatib and Burdick, ICRA 1986, modified (Toolbox: mdl_puma560akb): alpha and a are those of i - 1.
PUMA_MODIFIED: list[dict[str, Any]] = [
    {"alpha": 0, "a": 0, "d": 0},
    {"alpha": "-90 deg", "a": 0, "d": 0.2435},
    {"alpha": 0, "a": 0.4318, "d": -0.0934},
    {"alpha": "90 deg", "a": -0.0203, "d": 0.4331},
    {"alpha": "-90 deg", "a": 0, "d": 0},
    {"alpha": "90 deg", "a": 0, "d": 0},
]


def about_x(angle: float) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1, 0, 0, 0], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1]])


def about_z(angle: float) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])


def along(x: float, y: float, z: float) -> Array:
    T = np.eye(4)
    T[:3, 3] = x, y, z
    return T


def table_frames(rows: list[DHRow], convention: Convention, q: Array) -> list[Array]:
    """The frames of a numeric table in frame 0, by the definition of the convention."""
    frames = [np.eye(4)]
    for row, coordinate in zip(rows, q, strict=True):
        turn, slide = (coordinate + row.offset, 0.0) if row.kind == "revolute" else (0.0, coordinate + row.offset)
        theta, d = row.theta + turn, row.d + slide
        if convention == "standard":
            T = about_z(theta) @ along(0, 0, d) @ along(row.a, 0, 0) @ about_x(row.alpha)
        else:
            T = about_x(row.alpha) @ along(row.a, 0, 0) @ about_z(theta) @ along(0, 0, d)
        frames.append(frames[-1] @ T)
    return frames[1:]


def random_rows(rng: np.random.Generator, count: int, masses: bool = False) -> list[DHRow]:
    rows = []
    for _ in range(count):
        a, d, alpha, theta, offset = (*rng.uniform(-1, 1, 2), *rng.uniform(-pi, pi, 3))
        numbers: dict[str, Any] = {"a": a, "alpha": alpha, "d": d, "theta": theta, "offset": offset}
        numbers |= {key: 0.0 for key in numbers if rng.random() < 0.2}  # tables are full of zeros
        if masses:
            body = rng.normal(size=(3, 6))
            xx, yy, zz, xy, xz, yz = (body @ body.T)[(0, 1, 2, 0, 0, 1), (0, 1, 2, 1, 2, 2)]
            total = xx + yy + zz  # of the second moments, which make an inertia that a body can have
            numbers |= {"inertia": (total - xx, total - yy, total - zz, -xy, -xz, -yz)}
            numbers |= {"mass": rng.uniform(0.5, 5), "com": tuple(rng.uniform(-0.3, 0.3, 3))}
        rows.append(DHRow(kind=rng.choice(["revolute", "prismatic"]), **numbers))
    return rows


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("seed", range(4))
def test_the_tool_is_where_the_product_of_the_steps_puts_it(convention: Convention, seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = random_rows(rng, int(rng.integers(1, 8)))
    base, tool = rng.uniform(-1, 1, 3), rng.uniform(-1, 1, 3)
    mechanism = kl.Mechanism.from_dh(
        "arm", rows, convention=convention, base={"xyz": base, "rpy": (0.3, 0, 0)}, tool=kl.Pose(xyz=tool, rpy=(0, 0, -0.7))
    )
    assert mechanism.coordinates == tuple(f"q{number}" for number in range(1, len(rows) + 1))
    q = rng.uniform(-pi, pi, (5, len(rows)))
    pose = kl.load(mechanism).frame_pose(q)
    for sample, position, rotation in zip(q, pose.position, pose.rotation, strict=True):
        last = table_frames(rows, convention, sample)[-1]
        T = along(*base) @ about_x(0.3) @ last @ along(*tool) @ about_z(-0.7)
        np.testing.assert_allclose(position, T[:3, 3], atol=1e-13)
        np.testing.assert_allclose(rotation, T[:3, :3], atol=1e-13)


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_the_frame_of_a_link_is_the_frame_of_its_row(convention: Convention) -> None:
    rng = np.random.default_rng(7)
    rows = random_rows(rng, 3)
    robot = kl.load(kl.Mechanism.from_dh("arm", rows, convention=convention))
    q = rng.uniform(-pi, pi, 3)
    for number, T in enumerate(table_frames(rows, convention, q), start=1):
        pose = robot.frame_pose(q, f"link{number}")
        np.testing.assert_allclose(pose.position, T[:3, 3], atol=1e-14)
        np.testing.assert_allclose(pose.rotation, T[:3, :3], atol=1e-14)


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_masses_and_inertias_are_in_the_frames_of_the_table(convention: Convention) -> None:
    """The inertia matrix from the Jacobians of the centres of mass, and the gravity efforts from their heights."""
    rng = np.random.default_rng(11)
    rows = random_rows(rng, 4, masses=True)
    robot = kl.load(kl.Mechanism.from_dh("arm", rows, convention=convention))
    q = rng.uniform(-pi, pi, 4)
    frames = [np.eye(4), *table_frames(rows, convention, q)]
    # the joint's axis: z of the frame before in the standard convention, of its own in the modified one
    axes = [frames[k + (convention == "modified")] for k in range(4)]
    M, gravity = np.zeros((4, 4)), np.zeros(4)
    for link, row in enumerate(rows):
        R, center = frames[link + 1][:3, :3], (frames[link + 1] @ [*row.com, 1])[:3]
        linear, angular = np.zeros((3, 4)), np.zeros((3, 4))
        for k in range(link + 1):
            z, origin = axes[k][:3, 2], axes[k][:3, 3]
            revolute = rows[k].kind == "revolute"
            linear[:, k] = np.cross(z, center - origin) if revolute else z
            angular[:, k] = z if revolute else 0
        xx, yy, zz, xy, xz, yz = row.inertia
        inertia = R @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ R.T
        M += row.mass * linear.T @ linear + angular.T @ inertia @ angular
        gravity += row.mass * 9.81 * linear[2]
    np.testing.assert_allclose(robot.inertia(q), M, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(robot.bias(q, np.zeros(4)), gravity, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_two_r_by_its_table_is_the_two_r_of_the_library(convention: Convention) -> None:
    library = kl.load("two_r")
    at_end = convention == "standard"  # of its link: there the table's frame has its origin
    links = [
        {"mass": f"m{i}", "com": (0 if at_end else f"l{i}", 0, 0), "friction": {"viscous": f"beta{i}"}, "name": f"theta{i}"}
        for i in (1, 2)
    ]
    lengths = ("l1", "l2") if at_end else (0, "l1")
    mechanism = kl.Mechanism.from_dh(
        "two_r_by_table",
        [{"a": a, **link} for a, link in zip(lengths, links, strict=True)],
        convention=convention,
        tool=None if at_end else {"xyz": ("l2", 0, 0)},
        parameters=library.mechanism.parameters,
        gravity=(0, "-g", 0),
        task=("x", "y"),
    )
    numbers = {"l1": 0.3, "l2": 0.2, "m1": 1.5, "m2": 0.7, "beta1": 0.4, "beta2": 0.1}
    robot, library = kl.load(mechanism, **numbers), library.with_parameters(**numbers)
    assert robot.active == library.active
    q, qd = np.random.default_rng(3).uniform(-2, 2, (2, 20, 2))
    np.testing.assert_allclose(robot.inertia(q), library.inertia(q), rtol=1e-14)
    np.testing.assert_allclose(robot.bias(q, qd), library.bias(q, qd), rtol=1e-13, atol=1e-15)
    np.testing.assert_allclose(robot.frame_pose(q).position, library.frame_pose(q).position, atol=1e-15)


def test_puma_560_is_where_the_book_says_and_carries_its_weight() -> None:
    """[Corke2011] chapters 7 and 9, at its nominal configuration ``qn``: to the printed
    digits."""
    robot = kl.load(kl.Mechanism.from_dh("puma560", PUMA))
    qn = [0, pi / 4, pi, 0, pi / 4, 0]
    pose = robot.frame_pose(qn)
    np.testing.assert_allclose(pose.position, [0.5963, -0.1501, -0.0144], atol=5e-5)
    np.testing.assert_allclose(pose.rotation, [[0, 0, 1], [0, 1, 0], [-1, 0, 0]], atol=1e-15)
    np.testing.assert_allclose(robot.bias(qn, np.zeros(6)), [0, 31.6399, 6.0351, 0, 0.0283, 0], atol=5e-5)


def test_puma_560_by_a_modified_table_reaches_as_far() -> None:
    robot = kl.load(kl.Mechanism.from_dh("puma560", PUMA_MODIFIED, convention="modified"))
    np.testing.assert_allclose(robot.frame_pose(np.zeros(6)).position, [0.4318 - 0.0203, 0.2435 - 0.0934, 0.4331], atol=1e-15)


def test_without_masses_geometry_works_and_forward_dynamics_says_why_not() -> None:
    robot = kl.load(kl.Mechanism.from_dh("arm", [{"a": 0.3}, {"a": 0.2, "kind": "prismatic"}]))
    np.testing.assert_allclose(robot.frame_pose([pi / 2, 0.1]).position, [0, 0.5, 0.1], atol=1e-15)
    np.testing.assert_allclose(robot.jacobian([0.0, 0.0])[:3], [[0, 0], [0.5, 0], [0, 1]], atol=1e-15)
    with pytest.raises(SingularConfiguration, match="there masses and closures leave the accelerations open"):
        robot.forward_dynamics([0.1, 0.2], [0, 0], [1, 1])


def test_the_numbers_of_the_table_stand_in_the_description() -> None:
    mechanism = kl.Mechanism.from_dh(
        "arm",
        [
            {"a": "l1", "alpha": "90 deg", "d": "h", "theta": "phi", "offset": "-90 deg", "limits": {"position": (-1, 1)}},
            DHRow(kind="prismatic", d="h", offset="h/2", name="slide", link="carriage", actuated=False),
            {"name": "", "link": ""},
        ],
        parameters={"l1": 0.4, "h": 0.1, "phi": 0},
    )
    first, frame, second, third = mechanism.joints
    assert (first.parent, first.child, frame.parent, frame.child) == ("base", "link1_joint", "link1_joint", "link1")
    assert first.origin == kl.Pose(xyz=(0, 0, "h"), rpy=(0, 0, f"(phi) + ({-pi / 2})"))
    assert frame.origin == kl.Pose(xyz=("l1", 0, 0), rpy=(pi / 2, 0, 0))
    assert first.limits == kl.Limits(position=(-1, 1))
    assert (second.name, second.parent, second.child) == ("slide", "link1", "carriage"), "a step that does nothing is left out"
    assert second.origin.xyz == (0.0, 0.0, Expression("(h) + (h/2)"))
    assert not second.is_actuated
    assert (third.name, third.parent, third.child) == ("q3", "carriage", "link3")
    assert mechanism.tool == kl.Anchor(link="link3")


@pytest.mark.parametrize(
    ("rows", "fields", "words"),
    [
        ([], {}, "has 1 fault:\n  - the table has no rows"),
        (
            [{"alfa": 1}, 3, {"a": True, "kind": "universal"}],
            {},
            "has 3 faults:\n  - DHRow('q1'): alfa: extra inputs are not permitted, given 1\n"
            "  - row 2: expected a DHRow or a mapping, given 3\n  - DHRow('q3'): a: ",
        ),
        (None, {}, "arm: expected rows, each a DHRow or a mapping, given None"),
        (3, {}, "arm: expected rows, each a DHRow or a mapping, given 3"),
        ({"a": 1}, {}, "arm: expected rows, each a DHRow or a mapping, given {'a': 1}"),
        ("rows", {}, "arm: expected rows, each a DHRow or a mapping, given 'rows'"),
        ([{"a": "l1"}], {}, "no parameter 'l1'"),
        ([{"name": "a"}, {"name": "a"}], {}, "2 joints are named 'a'"),
        ([{}], {"convention": "craig"}, "expected a convention of standard, modified, given 'craig'"),
        ([{}], {"joints": ()}, "the table gives the joints; remove the argument"),
        ([{}], {"colour": 3}, "colour: extra inputs are not permitted"),
        ([{}], {"tool": {"xy": 3}}, "xy: extra inputs are not permitted"),
    ],
)
def test_faults_of_a_table_are_said_in_words(rows: Any, fields: dict[str, Any], words: str) -> None:
    with pytest.raises(DescriptionError) as caught:
        kl.load(kl.Mechanism.from_dh("arm", rows, **fields))
    assert words in str(caught.value)
