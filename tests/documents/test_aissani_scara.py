"""[Aissani2021], the SCARA thesis: forward and inverse kinematics and Jacobians (chapters 2 and 3), equation by equation.

The formulas, as printed and corrected, are those of the studies, kinloop.studies.aissani.
"""

from __future__ import annotations

import numpy as np
import pytest
from documented import all_lines, check_printed, check_right, misprints

import kinloop as kl
from kinloop.mechanism.parts.dh import DHRow
from kinloop.studies.aissani.scara_equations import (
    FORWARD,
    INVERSE,
    VELOCITY,
    ScaraStates,
    as_turns,
    column,
    dh,
    elbow,
    height_of_elbow,
    scara_states,
    three_links,
    turn,
)
from kinloop.studies.framework.formula import Formula


@pytest.fixture(scope="module")
def configurations() -> ScaraStates:
    return scara_states()


def test_the_plus_of_the_second_elbow_is_wrong_and_the_minus_right(configurations: ScaraStates) -> None:
    """(2.25), (2.26), (2.34) print the plus for theta2 < 0. (2.27) and (2.36) print both signs: (2.27) the plus for theta2 > 0
    and the minus for theta2 < 0, (2.36) the other way, so each is right for one elbow."""
    error = {sign: np.abs(three_links(configurations, sign) - as_turns(configurations)).max(axis=-1) for sign in (-1.0, 1.0)}
    assert (error[-1.0] < configurations.tolerance).all()
    assert (np.quantile(error[1.0][configurations.generic & (elbow(configurations) < 0)], 0.1)) > 1e-3  # (2.25), (2.34), (2.36)
    assert (np.quantile(error[1.0][configurations.generic & (elbow(configurations) > 0)], 0.1)) > 1e-3  # (2.27)


def test_the_positive_theta_2_is_elbow_down(configurations: ScaraStates) -> None:
    """To the right of the base: (2.17) calls it "elbow up" and (2.30) "elbow down". The elbow is below the line to the wrist."""
    above = height_of_elbow(configurations)
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


# ------------------------------------------------------------------ all formulas


@pytest.mark.parametrize("line", all_lines(FORWARD + INVERSE + VELOCITY))
def test_the_formula_as_corrected_is_kinloops(line: Formula[ScaraStates], configurations: ScaraStates) -> None:
    check_right(line, configurations)


@pytest.mark.parametrize("line", misprints(FORWARD + INVERSE + VELOCITY))
def test_the_formula_as_printed_is_wrong(line: Formula[ScaraStates], configurations: ScaraStates) -> None:
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
