"""Families of configurations: each is listed once, none is missing, and every member closes the loops."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from special_machines import four_bars, sarrus, srs, three_rpr

import kinloop as kl

THIRD = 2 * np.pi / 3


@cache
def congruent() -> kl.Robot:
    return kl.load(three_rpr(turn=0.0, at=(0.1, 0.3)))


@cache
def seven_r() -> kl.Robot:
    return kl.load(srs())


def test_a_congruent_platform_translates_on_a_circle_and_turns_two_ways() -> None:
    """With equal legs r and corners at R from the centre: x = 0 with 2 R sin(phi/2) = r, or phi = 0 with |x| = r."""
    robot = congruent()
    r = robot.start[0]
    found = robot.configurations(q_active=robot.start[:3])
    assert found.infinite
    assert len(found) == 3
    alone = sorted(each.x[2] for each in found if not each.directions.size)
    np.testing.assert_allclose(alone, [-2 * np.arcsin(r), 2 * np.arcsin(r)], atol=1e-12)
    (family,) = [each for each in found if each.directions.size]
    np.testing.assert_allclose(family.x, [0.1, 0.3, 0.0], atol=1e-12)  # the robot's own configuration stands for its family
    # Along the family the platform translates across its legs.
    step = robot.jacobian(family.q) @ family.directions[0]
    assert abs(step[:2] @ family.x[:2]) < 1e-12
    assert abs(step[-1]) < 1e-12


def test_a_configuration_that_the_caller_holds_is_listed_and_stands_for_its_family() -> None:
    robot = congruent()
    r = float(robot.start[0])
    angle = 2.5
    q = np.array([r, r, r, angle, angle, angle, r * np.cos(angle), r * np.sin(angle), 0.0])
    assert np.max(np.abs(robot.closure(q))) < 1e-15
    found = robot.models.geometry.configurations("forward", np.array([r, r, r]), held=q)
    assert len(found) == 3
    assert any(np.max(np.abs(each.q - q)) < 1e-12 for each in found)
    np.testing.assert_allclose(robot.forward_geometry([r, r, r], near=q).q, q, atol=1e-12)


@pytest.mark.parametrize("side", [1, -1])
def test_no_configuration_is_listed_whose_loops_are_open(side: int) -> None:
    """3-RRR with its cranks' tips on a triangle that is congruent to the platform: Newton's last step may lead anywhere there."""
    robot = kl.load("three_rrr", r_p=0.2)
    r_b, r_p, l1, l2 = (robot.parameters[name] for name in ("r_b", "r_p", "l1", "l2"))
    crank = np.radians(-150) + side * np.arccos((r_p**2 - r_b**2 - l1**2) / (2 * r_b * l1))
    found = robot.configurations(q_active=[crank, crank + THIRD, crank + 2 * THIRD])
    assert max(each.residual for each in found) < 1e-12
    assert len(found) == 3  # as above, of which one is a circle of radius l2
    (family,) = [each for each in found if each.directions.size]
    assert np.hypot(*family.x[:2]) == pytest.approx(l2, abs=1e-12)
    turned = sorted(each.x[2] - family.x[2] for each in found if not each.directions.size)
    np.testing.assert_allclose(turned, [-2 * np.arcsin(l2 / r_p / 2), 2 * np.arcsin(l2 / r_p / 2)], atol=1e-12)


def test_an_arm_of_seven_joints_has_eight_curves_of_configurations() -> None:
    """Two elbows (q4), and at shoulder and wrist two triples of angles for each orientation (q2, q6): no curve leads from one
    sign to another."""
    robot = seven_r()
    x = robot.models.geometry.task(robot.start)
    found = robot.configurations(x=x)
    assert found.infinite
    assert len(found) == 8
    assert len({tuple(np.sign(each.q[[1, 3, 5]])) for each in found}) == 8
    # The elbow is where the cosine rule has it: shoulder and wrist keep their distance.
    np.testing.assert_allclose(np.abs([each.q[3] for each in found]), abs(robot.start[3]), atol=1e-10)
    for each in found:
        assert each.directions.shape == (1, 7)
        assert each.residual < 1e-12
    assert any(np.max(np.abs(each.q - robot.start)) < 1e-12 for each in found)


def test_an_arm_with_several_open_joints_has_one_family() -> None:
    """Three equal bars that reach no far target: the configurations of a point are one surface."""
    rows = [{"a": 0.3}, {"a": 0.3}, {"a": 0.3}, {"a": 0.3}]
    robot = kl.load(kl.Mechanism.from_dh("four_r", rows, convention="standard", task=("x", "y"), start={"q2": 0.5, "q3": 0.6}))
    found = robot.configurations(x=[0.5, 0.4])
    assert len(found) == 1
    assert found[0].directions.shape == (2, 4)


def test_a_rhombus_folded_onto_its_base_turns_about_it() -> None:
    """The crank's tip is on the rocker's axis, so coupler and rocker turn together."""
    robot = kl.load(four_bars(0.25, 0.25, 0.25, 0.25))
    (each,) = robot.configurations(q_active=[0.0])
    np.testing.assert_allclose(np.abs(each.directions), [[0.0, np.sqrt(0.5), np.sqrt(0.5)]], atol=1e-9)
    assert each.q[1] == pytest.approx(each.q[2])


def test_a_configuration_where_families_cross_is_on_one_of_them() -> None:
    """Sarrus' linkage with its first leg folded: the second one is folded too and turns about its foot. Where it lies flat, the
    motion of the linkage crosses, so more rates are open there; it is no configuration of its own."""
    robot = kl.load(sarrus())
    (each,) = robot.configurations(q_active=[0.0])
    np.testing.assert_allclose(np.abs(each.directions), [[0, 0, 1, 0, 0]], atol=1e-9)
    flat = np.array([0.0, np.pi, 0.0, np.pi, np.pi])
    assert np.max(np.abs(robot.closure(flat))) < 1e-15
    (held,) = robot.models.geometry.configurations("forward", np.array([0.0]), held=flat)
    np.testing.assert_allclose(robot.models.geometry.space.difference(held.q, flat), 0.0, atol=1e-9)
    np.testing.assert_allclose(np.abs(held.directions), [[0, 0, 1, 0, 0]], atol=1e-6)


def test_sarrus_linkage_lifts_its_platform_by_two_leaning_legs() -> None:
    """Both knees of the second leg, and both of the first at a given height."""
    robot = kl.load(sarrus())
    x = robot.models.geometry.task(robot.start)
    found = robot.configurations(x=x)
    np.testing.assert_allclose(x, 2 * 0.3 * np.sin(0.9), atol=1e-12)
    assert len(found) == 4
    assert not found.infinite


@pytest.mark.long
def test_a_hexapod_with_a_congruent_platform_translates_on_a_sphere() -> None:
    """With equal parallel legs, at no turn: two dimensions, though the platform can turn a little to first order as well."""
    angles = np.radians([10, 50, 130, 170, 250, 290])
    places = np.stack([np.cos(angles), 0.8 * np.sin(angles), 0 * angles], axis=1)
    anchors = {f"{k + 1}{axis}": float(place[i]) for k, place in enumerate(places) for i, axis in enumerate("xyz")}
    robot = kl.load("stewart_gough", **{f"{body}{name}": value for body in "ab" for name, value in anchors.items()})
    own = robot.inverse_geometry([0.2, 0.1, 1.0, 1, 0, 0, 0])
    np.testing.assert_allclose(own.q_active, np.sqrt(1.05), atol=1e-12)
    held = robot.forward_geometry(own.q_active, near=own)
    np.testing.assert_allclose(held.q, own.q, atol=1e-12)
    assert held.directions.shape[0] == 2
    twists = robot.jacobian(own.q) @ held.directions.T
    # Translation, across the legs.
    np.testing.assert_allclose(twists[3:], 0, atol=1e-6)
    np.testing.assert_allclose(own.x[:3] @ twists[:3], 0, atol=1e-12)
    found = robot.configurations(q_active=own.q_active)
    assert not found.complete
    spheres = [each for each in found if each.directions.shape[0] == 2]
    assert len(spheres) == 1
    assert np.linalg.norm(spheres[0].x[:3]) == pytest.approx(np.sqrt(1.05), abs=1e-12)
    np.testing.assert_allclose(spheres[0].x[4:], 0, atol=1e-12)  # a point of a double family is known to rounding too
    twists = robot.jacobian(spheres[0].q) @ spheres[0].directions.T
    np.testing.assert_allclose(twists[3:], 0, atol=1e-6)
    np.testing.assert_allclose(spheres[0].x[:3] @ twists[:3], 0, atol=1e-12)
