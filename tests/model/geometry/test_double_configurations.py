"""Configurations at which several solutions meet: listed once, to rounding."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from special_machines import four_bars

import kinloop as kl

WITHOUT_FORMS = {"forward_geometry": None, "inverse_geometry": None, "motion": None}


@cache
def without_forms(name: str) -> kl.Robot:
    return kl.load(kl.load(name).mechanism.model_copy(update=WITHOUT_FORMS))


def test_a_five_bar_with_its_rods_on_one_line_has_one_configuration() -> None:
    robot = without_forms("five_bar")
    d, l1, l2 = (robot.parameters[name] for name in ("d", "l1", "l2"))
    crank = np.arccos((2 * l2 - d) / 2 / l1)
    (each,) = robot.configurations(q_active=[np.pi - crank, crank])
    np.testing.assert_allclose(each.x, [0.0, l1 * np.sin(crank)], atol=1e-14)
    np.testing.assert_allclose(each.q_passive, [crank - np.pi, np.pi - crank], atol=1e-13)
    assert not each.directions.size


def test_a_five_bar_with_both_legs_stretched_has_one_configuration() -> None:
    """Four solutions meet: two unknown rates are open at once."""
    robot = without_forms("five_bar")
    d, l1, l2 = (robot.parameters[name] for name in ("d", "l1", "l2"))
    found = robot.configurations(x=[0.0, np.sqrt((l1 + l2) ** 2 - d**2 / 4)])
    assert len(found) == 1
    np.testing.assert_allclose(found[0].q_passive, 0.0, atol=1e-13)
    assert not found.note


@pytest.mark.parametrize(("name", "elbow", "angle"), [("three_r", 1, 0.0), ("scara_rrpr", 1, 0.0), ("scara_prrr", 2, 0.0)])
def test_a_stretched_arm_has_one_configuration(name: str, elbow: int, angle: float) -> None:
    robot = without_forms(name)
    q = np.array(robot.start)
    q[elbow] = angle
    (each,) = robot.configurations(x=robot.models.geometry.task(q))
    np.testing.assert_allclose(robot.models.geometry.space.difference(each.q, q), 0.0, atol=1e-13)


REDUNDANT = [
    ((0.5, 0.37, 0.2), [0.4, 0.0, 0.0]),
    ((0.3, 0.3, 0.3), [0.4, 0.0, 0.0]),
    ((1.0, 0.7, 0.3), [0.4, 0.0, 0.0]),
    ((0.5, 0.2, 0.2), [0.4, np.pi, 0.0]),  # folded back: the inner edge of the workspace
    ((0.5, 0.37, 0.2, 0.25), [0.4, 0.0, 0.0, 0.0]),
]


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3])
@pytest.mark.parametrize(("lengths", "q"), REDUNDANT)
def test_a_redundant_arm_at_the_edge_of_its_workspace_has_one_configuration(
    lengths: tuple[float, ...], q: list[float], size: float
) -> None:
    """It has two or three open rates, and what the edge sees of their curvature is definite: no motion leads on."""
    rows = [{"a": size * length} for length in lengths]
    robot = kl.load(kl.Mechanism.from_dh("arm", rows, convention="standard", task=("x", "y")))
    (each,) = robot.configurations(x=robot.forward_geometry(q).x)
    np.testing.assert_allclose(robot.models.geometry.space.difference(each.q, np.array(q)), 0.0, atol=1e-13)
    assert not each.directions.size


def test_a_redundant_spatial_arm_that_is_stretched_has_its_two_shoulders() -> None:
    rows = [{"alpha": np.pi / 2}, {"a": 0.5}, {"a": 0.37}, {"a": 0.2}]
    robot = kl.load(kl.Mechanism.from_dh("arm", rows, convention="standard", task=("x", "y", "z")))
    found = robot.configurations(x=robot.forward_geometry([0.4, 0.3, 0.0, 0.0]).x)
    expected = np.array([[0.4 - np.pi, np.pi - 0.3, 0.0, 0.0], [0.4, 0.3, 0.0, 0.0]])
    np.testing.assert_allclose(sorted(each.q.tolist() for each in found), expected, atol=1e-13)


def test_an_arm_folded_onto_unequal_bars_has_one_configuration() -> None:
    rows = [{"a": 0.3}, {"a": 0.2}, {"a": 0.1}]
    start = {"q1": 0.3, "q2": 1.0, "q3": 0.4}
    robot = kl.load(kl.Mechanism.from_dh("folded", rows, convention="standard", task=("x", "y", "phi"), start=start))
    q = np.array([0.3, np.pi, 0.4])
    (each,) = robot.configurations(x=robot.models.geometry.task(q))
    np.testing.assert_allclose(robot.models.geometry.space.difference(each.q, q), 0.0, atol=1e-13)


@pytest.mark.parametrize("distance", [1e-4, 1e-8, 1e-10])
def test_two_configurations_that_nearly_meet_are_two(distance: float) -> None:
    """Short of the edge by s two elbows are apart by 2 acos(1 - ...), about 2 sqrt(2 s (l1 + l2) / (l1 l2))."""
    robot = without_forms("three_r")
    l1, l2 = robot.parameters["l1"], robot.parameters["l2"]
    reach = l1 + l2 - distance
    elbow = np.arccos((reach**2 - l1**2 - l2**2) / (2 * l1 * l2))
    found = robot.configurations(x=[reach + robot.parameters["l3"], 0.0, 0.0])
    assert len(found) == 2
    np.testing.assert_allclose(sorted(each.q[1] for each in found), [-elbow, elbow], rtol=1e-4)


@pytest.mark.parametrize("crank", [0.0, np.pi])
def test_a_flat_parallelogram_has_one_configuration(crank: float) -> None:
    """There the parallel and the crossed assembly meet."""
    robot = kl.load(four_bars(0.4, 0.25, 0.4, 0.25))
    (each,) = robot.configurations(q_active=[crank])
    np.testing.assert_allclose(robot.models.geometry.space.difference(each.q, np.array([crank, -crank, crank])), 0.0, atol=1e-13)


@pytest.mark.parametrize("crank", [1e-5, 1e-3, 0.5])
def test_a_parallelogram_beside_flat_has_two_configurations(crank: float) -> None:
    """Parallel, and crossed: by the tangents of half angles, t_rocker = -t_crank (g + c)/(g - c). Beside a double configuration
    by d a gap of rounding is a configuration off by rounding over d."""
    robot = kl.load(four_bars(0.4, 0.25, 0.4, 0.25))
    found = sorted(each.q[2] for each in robot.configurations(q_active=[crank]))
    np.testing.assert_allclose(found, [-2 * np.arctan(np.tan(crank / 2) * 0.65 / 0.15), crank], atol=1e-15 / crank)
