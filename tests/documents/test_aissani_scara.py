"""[Aissani2021], the SCARA thesis: forward and inverse kinematics and Jacobians (chapters 2 and 3), equation by equation.

Corrected: with a signed theta2, theta1 takes the minus for either elbow in (2.25) to (2.27), (2.34) and (2.36); the angular part
of a prismatic column is 0 in (3.4); -l2 s12 in (3.11) and (3.12). (3.20) is right as printed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pytest
from documented import Array, Line, all_lines, apply, check_printed, check_right, columns, misprints

import kinloop as kl
from kinloop.mechanism.parts.dh import DHRow

COUNT = 300
Z = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True)
class ConfigurationBatch:
    """SCARA robots of many sizes, ``q = (d4, theta1, theta2, theta3)``; one in three is nearly stretched out or folded."""

    l1: Array
    l2: Array
    l3: Array
    q: Array
    qd: Array
    generic: Array

    @cached_property
    def robot(self) -> kl.Robot:
        return kl.load("scara_prrr", l1=self.l1, l2=self.l2, l3=self.l3)

    @cached_property
    def x(self) -> Array:
        """The tool's ``(x, y, z, phi)`` as kinloop has it."""
        pose = self.robot.frame_pose(self.q)
        return columns(*pose.position.T, np.arctan2(pose.rotation[:, 1, 0], pose.rotation[:, 0, 0]))

    @property
    def tolerance(self) -> Array:
        """1e-12, and in proportion to the condition number where that is above a hundred."""
        return 1e-14 * np.maximum(100.0, 1 / np.abs(np.sin(self.q[:, 2])))


@pytest.fixture(scope="module")
def configurations() -> ConfigurationBatch:
    random = np.random.default_rng(0)
    l1 = random.uniform(0.2, 0.4, COUNT)
    generic = np.arange(COUNT) % 3 != 0
    near = 10.0 ** -random.uniform(1, 5, COUNT)
    theta2 = np.where(generic, random.uniform(0.2, 3.0, COUNT), np.where(np.arange(COUNT) % 2, near, np.pi - near))
    theta2 *= random.choice([-1.0, 1.0], COUNT)
    angles = random.uniform(-np.pi, np.pi, (2, COUNT))
    return ConfigurationBatch(
        l1=l1,
        l2=l1 * random.uniform(0.5, 0.9, COUNT),  # unequal: the wrist never is above the base
        l3=random.uniform(0.05, 0.2, COUNT),
        q=columns(random.uniform(0, 0.3, COUNT), angles[0], theta2, angles[1]),
        qd=random.uniform(-1, 1, (COUNT, 4)),
        generic=generic,
    )


def sums(s: ConfigurationBatch) -> tuple[Array, Array, Array]:
    """theta1, theta12, theta123."""
    return s.q[:, 1], s.q[:, 1] + s.q[:, 2], s.q[:, 1] + s.q[:, 2] + s.q[:, 3]


def turn(angle: Array) -> Array:
    """An angle without its full turns."""
    return columns(np.cos(angle), np.sin(angle))


# ------------------------------------------------------------------ 2.1 forward kinematics


def by_geometry(s: ConfigurationBatch) -> Array:
    """(2.3), (2.5)."""
    t1, t12, t123 = sums(s)
    return columns(
        s.l1 * np.cos(t1) + s.l2 * np.cos(t12) + s.l3 * np.cos(t123),
        s.l1 * np.sin(t1) + s.l2 * np.sin(t12) + s.l3 * np.sin(t123),
        s.q[:, 0],
    )


def dh(theta: Array, alpha: Array, r: Array, d: Array) -> Array:
    """(2.6), and the thesis's MATLAB function DH."""
    theta, alpha, r, d = np.broadcast_arrays(theta, alpha, r, d)
    cT, sT, cA, sA, zero = np.cos(theta), np.sin(theta), np.cos(alpha), np.sin(alpha), np.zeros(theta.shape)
    rows = [
        columns(cT, -sT * cA, sT * sA, r * cT),
        columns(sT, cT * cA, -cT * sA, r * sT),
        columns(zero, sA, cA, d),
        columns(zero, zero, zero, zero + 1),
    ]
    return np.stack(rows, axis=-2)


def by_table(s: ConfigurationBatch) -> list[Array]:
    """(2.7) to (2.11) and (3.6) to (3.9): H of frame 0 to 4."""
    zero = np.zeros(COUNT)
    H = [np.broadcast_to(np.eye(4), (COUNT, 4, 4))]
    steps = [dh(zero, zero, zero, s.q[:, 0])]
    steps += [dh(s.q[:, k], zero, length, zero) for k, length in ((1, s.l1), (2, s.l2), (3, s.l3))]
    for step in steps:
        H.append(H[-1] @ step)
    return H


def homogeneous(position: Array, rotation: Array) -> Array:
    H = np.zeros((len(position), 4, 4))
    H[:, :3, :3], H[:, :3, 3], H[:, 3, 3] = rotation, position, 1
    return H


def pose(s: ConfigurationBatch, at: str, axes: str) -> Array:
    """The thesis's frames have the axes of their link and lie at its far end, where kinloop's next link begins."""
    return homogeneous(s.robot.frame_pose(s.q, at).position, s.robot.frame_pose(s.q, axes).rotation)


FORWARD: list[Line[ConfigurationBatch]] = [
    Line("2.3, 2.5", "position by geometry", by_geometry, lambda s: s.robot.frame_pose(s.q).position),
    Line("2.4", "orientation", lambda s: turn(sums(s)[2]), lambda s: turn(s.x[:, 3])),
    Line("2.7", "H of frame 1", lambda s: by_table(s)[1], lambda s: pose(s, "carriage", "carriage")),
    Line("3.8", "H of frame 2", lambda s: by_table(s)[2], lambda s: pose(s, "link2", "link1")),
    Line("3.9", "H of frame 3", lambda s: by_table(s)[3], lambda s: pose(s, "link3", "link2")),
    Line("2.11", "H of frame 4 by the table", lambda s: by_table(s)[4], lambda s: pose(s, "tool", "tool")),
    Line(
        "2.12",
        "H of frame 4 written out",
        lambda s: homogeneous(by_geometry(s), dh(sums(s)[2], np.zeros(COUNT), np.zeros(COUNT), np.zeros(COUNT))[:, :3, :3]),
        lambda s: pose(s, "tool", "tool"),
    ),
]


# ------------------------------------------------------------------ 2.2 inverse kinematics


def wrist(s: ConfigurationBatch) -> tuple[Array, Array]:
    """(2.29); two links are three whose last has no length."""
    x, y, _, phi = s.x.T
    return x - s.l3 * np.cos(phi), y - s.l3 * np.sin(phi)


def arc_cosine(s: ConfigurationBatch) -> Array:
    """(2.16), (2.30)."""
    x, y = wrist(s)
    return np.arccos(np.clip((x**2 + y**2 - s.l1**2 - s.l2**2) / (2 * s.l1 * s.l2), -1, 1))


def theta1(s: ConfigurationBatch, theta2: Array, sign: Array | float = -1.0) -> Array:
    """(2.21), (2.31)."""
    x, y = wrist(s)
    return np.arctan2(y, x) + sign * np.arctan2(s.l2 * np.sin(theta2), s.l1 + s.l2 * np.cos(theta2))


def elbow(s: ConfigurationBatch) -> Array:
    """Which of the two solutions a configuration is: the sign of theta2."""
    return np.sign(s.q[:, 2])


def three_links(s: ConfigurationBatch, sign: Array | float = -1.0) -> Array:
    """(2.36)."""
    theta2 = elbow(s) * arc_cosine(s)
    first = theta1(s, theta2, sign)
    return np.concatenate([turn(first), turn(theta2), turn(s.x[:, 3] - first - theta2)], axis=-1)


def as_turns(s: ConfigurationBatch) -> Array:
    return np.concatenate([turn(s.q[:, k]) for k in (1, 2, 3)], axis=-1)


INVERSE: list[Line[ConfigurationBatch]] = [
    Line(
        "2.16",
        "the cosine of theta2",
        lambda s: np.cos(arc_cosine(s)),
        lambda s: np.cos(s.q[:, 2]),
    ),
    Line("2.36", "three links, either elbow", three_links, as_turns),
]


def test_the_plus_of_the_second_elbow_is_wrong_and_the_minus_right(configurations: ConfigurationBatch) -> None:
    """(2.25), (2.26), (2.34) print the plus for theta2 < 0. (2.27) and (2.36) print both signs: (2.27) the plus for theta2 > 0
    and the minus for theta2 < 0, (2.36) the other way, so each is right for one elbow."""
    error = {sign: np.abs(three_links(configurations, sign) - as_turns(configurations)).max(axis=-1) for sign in (-1.0, 1.0)}
    assert (error[-1.0] < configurations.tolerance).all()
    assert (np.quantile(error[1.0][configurations.generic & (elbow(configurations) < 0)], 0.1)) > 1e-3  # (2.25), (2.34), (2.36)
    assert (np.quantile(error[1.0][configurations.generic & (elbow(configurations) > 0)], 0.1)) > 1e-3  # (2.27)


def test_the_positive_theta_2_is_elbow_down(configurations: ConfigurationBatch) -> None:
    """To the right of the base: (2.17) calls it "elbow up" and (2.30) "elbow down". The elbow is below the line to the wrist."""
    elbow_at = configurations.robot.frame_pose(configurations.q, "link2").position
    wrist_at = configurations.robot.frame_pose(configurations.q, "link3").position
    above = wrist_at[:, 0] * elbow_at[:, 1] - wrist_at[:, 1] * elbow_at[:, 0]
    assert (np.sign(above) == -elbow(configurations)).all()


@pytest.mark.parametrize("name", ["two_r", "three_r", "scara_prrr"])
def test_both_elbows_are_found_and_are_those_of_the_thesis(name: str) -> None:
    """(2.22) and (2.26), or (2.36), corrected; ``elbow`` is the sign of theta2."""
    random = np.random.default_rng(1)
    robot = kl.load(name, l1=0.3, l2=0.2)
    l1, l2 = 0.3, 0.2
    for _ in range(10):
        angles = np.append(random.uniform(-np.pi, np.pi), random.uniform(0.2, 2.9))
        q = np.concatenate([[0.1] if name == "scara_prrr" else [], angles, [] if name == "two_r" else [0.5]])
        tool = robot.frame_pose(q)
        phi = np.arctan2(tool.rotation[1, 0], tool.rotation[0, 0])
        target = {"two_r": [*tool.position[:2]], "three_r": [*tool.position[:2], phi], "scara_prrr": [*tool.position, phi]}[name]
        l3 = robot.parameters.get("l3", 0.0)
        x, y = tool.position[0] - l3 * np.cos(phi), tool.position[1] - l3 * np.sin(phi)
        found = {each.mode.working: each.q for each in robot.configurations(x=target)}
        assert set(found) == {(1,), (-1,)}
        for (sign,), solution in found.items():
            theta2 = sign * np.arccos((x**2 + y**2 - l1**2 - l2**2) / (2 * l1 * l2))
            first = np.arctan2(y, x) - np.arctan2(l2 * np.sin(theta2), l1 + l2 * np.cos(theta2))
            expected = [first, theta2] + ([] if name == "two_r" else [phi - first - theta2])
            np.testing.assert_allclose(turn(solution[-len(expected) :]), turn(np.array(expected)), atol=1e-12)


# ------------------------------------------------------------------ how many solutions (section 2.2)


def test_out_of_reach_there_is_no_solution_and_at_the_border_one() -> None:
    robot = kl.load("two_r", l1=0.3, l2=0.2)
    for inside, on, outside in ((0.499, 0.5, 0.501), (0.101, 0.1, 0.099)):  # stretched out, and folded
        assert len(robot.configurations(x=[inside, 0])) == 2
        assert len(robot.configurations(x=[on, 0])) == 1
        assert len(robot.configurations(x=[outside, 0])) == 0


def test_infinitely_many_solutions_of_a_redundant_robot_are_said() -> None:
    """Three links for a point: any orientation does. The arm neither stretches nor folds on the way round, so its elbow stays on
    one side: two families."""
    three = kl.load("three_r").mechanism
    fields = {"task": ("x", "y"), "forward_geometry": None, "inverse_geometry": None, "motion": None}
    robot = kl.load(three.model_copy(update=fields))
    found = robot.configurations(x=[0.3, 0.2])
    assert found.infinite
    assert len(found) == 2
    for member in found:
        np.testing.assert_allclose(member.x, [0.3, 0.2], atol=1e-12)
        np.testing.assert_allclose(robot.jacobian(member.q)[:2] @ member.directions.T, 0, atol=1e-9)


def test_an_arm_of_two_equal_links_folded_onto_its_base_has_infinitely_many_solutions() -> None:
    assert kl.load("two_r").configurations(x=[0.0, 0.0]).infinite


def test_solutions_that_the_structure_does_not_admit_are_marked() -> None:
    """The slide of the SCARA ends at 0.35 m, and its second link does not fold beyond 150 degrees."""
    robot = kl.load("scara_prrr")
    assert [each.within_limits for each in robot.configurations(x=[0.3, 0.1, 0.2, 0])] == [True, True]
    assert [each.within_limits for each in robot.configurations(x=[0.3, 0.1, 0.5, 0])] == [False, False]
    folded = robot.configurations(x=[0.15, 0.05, 0.1, 0])
    assert [each.within_limits for each in folded] == [False, False]
    assert all(abs(each.q[2]) > np.radians(150) for each in folded)


def test_newtons_method_finds_what_the_thesis_solves_by_hand() -> None:
    """Section 2.2: "for complex robots there are numerical algorithms [...] such as Newton-Raphson"."""
    by_hand = kl.load("two_r")
    by_newton = kl.load(by_hand.mechanism.model_copy(update={"inverse_geometry": None}))
    for x in ([0.3, 0.1], [-0.2, 0.35]):
        expected, found = by_hand.configurations(x=x), by_newton.configurations(x=x)
        assert found.method == "many starts"
        assert len(found) == len(expected) == 2
        for each in expected:
            assert min(np.abs(turn(each.q) - turn(other.q)).max() for other in found) < 1e-9


# ------------------------------------------------------------------ 3 velocity


def column(H: Array, H_n: Array, kind: str) -> Array:
    """(3.4), (3.5), and the thesis's MATLAB function Ji, where the angular part of a prismatic column is 0 already."""
    axis = H[:, :3, :3] @ Z
    if kind == "P":
        return np.concatenate([axis, np.zeros_like(axis)], axis=-1)
    return np.concatenate([np.cross(axis, H_n[:, :3, 3] - H[:, :3, 3]), axis], axis=-1)


def by_columns(s: ConfigurationBatch) -> Array:
    """(3.10)."""
    H = by_table(s)
    return np.stack([column(H[k], H[4], kind) for k, kind in enumerate("PRRR")], axis=-1)


def with_3_4_as_printed(s: ConfigurationBatch) -> Array:
    J = by_columns(s)
    J[:, 3:, 0] = Z
    return J


def written_out(s: ConfigurationBatch, sign: float = -1.0) -> Array:
    """(3.11), where the sign of l2 s12 is printed as a plus."""
    (s1, s12, s123), (c1, c12, c123) = (np.sin(sums(s)), np.cos(sums(s)))
    zero = np.zeros(COUNT)
    rows = [
        columns(zero, -s.l1 * s1 - s.l2 * s12 - s.l3 * s123, sign * s.l2 * s12 - s.l3 * s123, -s.l3 * s123),
        columns(zero, s.l1 * c1 + s.l2 * c12 + s.l3 * c123, s.l2 * c12 + s.l3 * c123, s.l3 * c123),
        columns(1.0, zero, zero, zero),
        columns(zero, zero, zero, zero),
        columns(zero, zero, zero, zero),
        columns(0.0, 1.0, 1.0, zero + 1.0),
    ]
    return np.stack(rows, axis=-2)


def square(J: Array) -> Array:
    """(3.12): without the 4th and 5th row."""
    return J[:, [0, 1, 2, 5]]


def inverse(s: ConfigurationBatch) -> Array:
    """(3.20)."""
    t1, t12, _ = sums(s)
    t2, t3 = s.q[:, 2], s.q[:, 3]
    a, b, ab = s.l1 * np.sin(t2), s.l2 * np.sin(t2), s.l1 * s.l2 * np.sin(t2)
    zero = np.zeros(COUNT)
    rows = [
        columns(zero, zero, 1.0, zero),
        columns(np.cos(t12) / a, np.sin(t12) / a, zero, s.l3 * np.sin(t3) / a),
        columns(
            (-s.l2 * np.cos(t12) - s.l1 * np.cos(t1)) / ab,
            (-s.l2 * np.sin(t12) - s.l1 * np.sin(t1)) / ab,
            zero,
            -s.l3 * (s.l1 * np.sin(t2 + t3) + s.l2 * np.sin(t3)) / ab,
        ),
        columns(np.cos(t1) / b, np.sin(t1) / b, zero, (s.l3 * np.sin(t2 + t3) + s.l2 * np.sin(t2)) / b),
    ]
    return np.stack(rows, axis=-2)


def kinloops_inverse(s: ConfigurationBatch) -> Array:
    """Column by column: the joint rates of each unit velocity of the tool."""
    unit = np.eye(4)
    return np.stack([s.robot.inverse_velocity(s.q, np.tile(unit[k], (COUNT, 1))).qd for k in range(4)], axis=-1)


VELOCITY: list[Line[ConfigurationBatch]] = [
    Line("3.10", "Jacobian by columns", by_columns, lambda s: s.robot.jacobian(s.q), with_3_4_as_printed),
    Line("3.11", "Jacobian written out", written_out, lambda s: s.robot.jacobian(s.q), lambda s: written_out(s, sign=1.0)),
    Line(
        "3.12, 3.16",
        "rates of the task, by differentiation of the direct model",
        lambda s: apply(square(written_out(s)), s.qd),
        lambda s: s.robot.forward_velocity(s.q, s.qd).xd,
        lambda s: apply(square(written_out(s, sign=1.0)), s.qd),
    ),
    Line("3.20", "inverse Jacobian, right as printed", inverse, kinloops_inverse),
    Line(
        "3.21",
        "joint rates of a tool's motion",
        lambda s: apply(inverse(s), apply(square(written_out(s)), s.qd)),
        lambda s: s.robot.inverse_velocity(s.q, apply(square(written_out(s)), s.qd)).qd,
    ),
]


@pytest.mark.parametrize("line", all_lines(FORWARD + INVERSE + VELOCITY))
def test_the_formula_as_corrected_is_kinloops(line: Line[ConfigurationBatch], configurations: ConfigurationBatch) -> None:
    check_right(line, configurations)


@pytest.mark.parametrize("line", misprints(FORWARD + INVERSE + VELOCITY))
def test_the_formula_as_printed_is_wrong(line: Line[ConfigurationBatch], configurations: ConfigurationBatch) -> None:
    check_printed(line, configurations)


@pytest.mark.parametrize("kinds", ["PRRR", "RRPR", "RRR", "PPP", "RPRPRR"])
def test_the_jacobian_of_any_chain_of_slides_and_hinges_is_made_of_its_columns(kinds: str) -> None:
    """(3.4), (3.5) over random tables of DH parameters: section 3.1's "any given robot manipulator's configuration"."""
    random = np.random.default_rng(2)
    table = [random.uniform(-1, 1, 4) for _ in kinds]
    words = {"P": "prismatic", "R": "revolute"}
    rows = [
        DHRow(theta=theta, alpha=alpha, a=r, d=d, kind=words[kind])
        for kind, (theta, alpha, r, d) in zip(kinds, table, strict=True)
    ]
    robot = kl.load(kl.Mechanism.from_dh("chain", rows))
    q = random.uniform(-np.pi, np.pi, (50, len(kinds)))
    H = [np.broadcast_to(np.eye(4), (50, 4, 4))]
    for kind, (theta, alpha, r, d), moved in zip(kinds, table, q.T, strict=True):
        turned, slid = (moved, 0) if kind == "R" else (0 * moved, moved)
        H.append(H[-1] @ dh(theta + turned, alpha, r, d + slid))
    J = np.stack([column(H[k], H[-1], kind) for k, kind in enumerate(kinds)], axis=-1)
    np.testing.assert_allclose(robot.jacobian(q), J, rtol=1e-12, atol=1e-13)


def test_the_symbolic_derivation_ends_at_the_matrix_of_the_thesis() -> None:
    """(2.12) as its MATLAB script prints it (figure 2.5), by kinloop's equations."""
    import sympy

    robot = kl.load("scara_prrr")
    assert robot.active == ("d4", "theta1", "theta2", "theta3")
    assert robot.task == ("x", "y", "z", "phi")
    assert [robot.parameters[name] for name in ("l1", "l2", "l3")] == [0.25, 0.25, 0.1]  # which the thesis does not give
    outputs = robot.equations("pose").outputs
    t1, t2, t3, d4, l1, l2, l3 = sympy.symbols("theta1 theta2 theta3 d4 l1 l2 l3")
    t12, t123 = t1 + t2, t1 + t2 + t3
    position = sympy.Matrix(
        [
            l1 * sympy.cos(t1) + l2 * sympy.cos(t12) + l3 * sympy.cos(t123),
            l1 * sympy.sin(t1) + l2 * sympy.sin(t12) + l3 * sympy.sin(t123),
            d4,
        ]
    )
    rotation = sympy.Matrix([[sympy.cos(t123), -sympy.sin(t123), 0], [sympy.sin(t123), sympy.cos(t123), 0], [0, 0, 1]])
    assert outputs["position"] == position
    assert outputs["rotation"] == rotation
