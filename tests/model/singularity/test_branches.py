"""Motions that leave a configuration-space singularity: found in the tangent cone, and only there."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from flat_bars import CRANK, bars, cart
from four_bars import n_four_bars
from machines import robot_named

import kinloop as kl
from kinloop.model.singularity.branches import Branch, Closures, Outcome, branch_of, singular_configuration

Array = np.ndarray
TOLERANCE = 1e-9


@cache
def four_bars(n: int) -> kl.Robot:
    return kl.load(n_four_bars(n))


def flat(directed: Array) -> tuple[kl.Robot, Array]:
    """A four-bar that lies flat, and its joints there: the directed lengths of crank, coupler and, backwards, rocker add up to
    the ground."""
    crank, coupler, rocker = np.abs(directed)
    robot = four_bars(1).with_parameters(crank=crank, coupler=coupler, rocker=rocker, ground=directed.sum())
    first, second, third = np.where(directed * [1, 1, -1] > 0, 0.0, np.pi)
    joints = {"a0": first, "b0": second - first, "a1": third}
    return robot, np.array([joints[name] for name in robot.mechanism.coordinates])


def tangents(robot: kl.Robot, directed: Array) -> list[Array]:
    """Rates of the joints along the branches. With the bars' own rates w and directed lengths d the loop closes to first order
    across the ground, sum(d w) = 0, and to second order along it, sum(d w^2) = 0: two directions or none."""
    kernel = np.linalg.svd(directed[None])[2][1:].T
    (low, high), axes = np.linalg.eigh(kernel.T @ np.diag(directed) @ kernel)
    if low * high >= 0:
        return []
    rates = []
    for sign in (1, -1):
        w1, w2, w3 = kernel @ axes @ [np.sqrt(high), sign * np.sqrt(-low)]
        rates.append(np.array([{"a0": w1, "b0": w2 - w1, "a1": w3}[name] for name in robot.mechanism.rates]))
    return rates


def closures(robot: kl.Robot, q: Array) -> Closures:
    return Closures.at(robot.models.formulas, q, robot.models.parameter_inputs)


def branch(robot: kl.Robot, q: Array, rates: Array) -> tuple[Branch, Closures]:
    here = closures(robot, q)
    return branch_of(here, rates / here.per_rate, TOLERANCE), here


@pytest.mark.parametrize("directed", [(0.7, 1.1, -0.9), (1.3, -0.4, 0.6), (-0.5, 1.2, 0.8), (1, 1, -1)])
def test_a_four_bar_that_folds_flat_has_the_two_branches_of_its_closed_form(directed: tuple[float, ...]) -> None:
    robot, q = flat(np.array(directed))
    np.testing.assert_allclose(robot.closure(q), 0, atol=1e-14)
    one, other = tangents(robot, np.array(directed))
    for rates in (one, other, -one):
        found, here = branch(robot, q, rates)
        assert found.outcome is Outcome.UNIQUE
        unit = rates / here.per_rate / np.linalg.norm(rates / here.per_rate)
        np.testing.assert_allclose(found.rate, unit, atol=1e-10)
        np.testing.assert_allclose(np.abs(found.tangent.T @ unit), 1, atol=1e-10)
        assert branch(robot, q, rates + np.array([1e-3, 0, 0]))[0].outcome is Outcome.NONE  # opens the loop at once
    assert branch(robot, q, one + other)[0].outcome is Outcome.NONE  # in the kernel, but in no cone
    assert branch(robot, q, 0 * one)[0].outcome is Outcome.SEVERAL


def test_a_four_bar_that_is_a_point_has_rates_but_no_motion() -> None:
    """A bar as long as the three others together: only infinitesimally mobile."""
    directed = np.array([-0.5, -0.7, 2.0])
    robot, q = flat(directed)
    assert not tangents(robot, directed)
    here = closures(robot, q)
    for rate in np.linalg.svd(here.K)[2][-2:]:
        np.testing.assert_allclose(here.K @ rate, 0, atol=1e-12)
        assert branch_of(here, rate, TOLERANCE).outcome is Outcome.NONE


@pytest.mark.parametrize("n", [2, 8])
def test_loops_that_are_flat_at_once_branch_each_by_itself(n: int) -> None:
    """Each four-bar goes on as a parallelogram or crosses: 2^n branches, and any mixture is one of them."""
    robot = four_bars(n).with_parameters(coupler=0.8, ground=0.8)
    q = np.zeros(len(robot.mechanism.coordinates))
    together = np.array([1.0 if name.startswith("a") else -1.0 for name in robot.mechanism.rates])
    found, _ = branch(robot, q, together)
    assert found.outcome is Outcome.UNIQUE
    assert found.tangent.shape[1] == 1
    mixed = dict(zip(robot.mechanism.rates, together, strict=True))
    single = four_bars(1)
    branches = [dict(zip(single.mechanism.rates, each, strict=True)) for each in tangents(single, np.array([1, 0.8, -1]))]
    crossing = max(branches, key=lambda each: abs(each["b0"] / each["a0"] + 1))  # of a parallelogram the coupler does not turn
    mixed[f"b{n - 1}"], mixed[f"a{n}"] = (crossing[name] / crossing["a0"] for name in ("b0", "a1"))  # the last loop crosses
    assert branch(robot, q, np.array(list(mixed.values())))[0].outcome is Outcome.UNIQUE


def test_bars_at_rest_on_a_moving_cart_leave_their_branch_open() -> None:
    robot = kl.load(cart())
    q = np.zeros(4)
    moving = np.array([0.3, 0.0, 0.0, 0.0])
    assert branch(robot, q, moving)[0].outcome is Outcome.SEVERAL
    found, _ = branch(robot, q, moving + np.array([0, 1, -1, 1]))
    assert found.outcome is Outcome.UNIQUE
    assert found.tangent.shape[1] == 2


@pytest.mark.parametrize("distance", [1e-8, 1e-3, 0.1])
@pytest.mark.parametrize("n", [1, 2, 8])
def test_newton_finds_the_flat_configuration_from_a_motion_towards_it(n: int, distance: float) -> None:
    robot = four_bars(n)
    q = np.array([distance if name.startswith("a") else -distance for name in robot.mechanism.coordinates])
    found = singular_configuration(robot.models.formulas, q, robot.models.parameter_inputs, 0.2)
    assert found is not None
    np.testing.assert_allclose(found, 0, atol=1e-9)


@pytest.mark.parametrize("difference", [1e-2, 1e-4, 1e-6, -1e-6])
def test_nearly_equal_bars_have_no_singular_configuration(difference: float) -> None:
    robot = kl.load(bars()).with_parameters(rocker=CRANK * (1 + difference))
    q = robot.forward_geometry([0.02], near=[0.02, -0.02, 0.02]).q
    assert singular_configuration(robot.models.formulas, q, robot.models.parameter_inputs, 0.2) is None


def test_redundant_closures_lose_rank_only_where_the_machine_does() -> None:
    """A beam on three cranks: flat it is singular; upright its configuration is regular."""
    robot = robot_named("parallelogram")
    flat_one = singular_configuration(robot.models.formulas, robot.start * 0.05, robot.models.parameter_inputs, 0.3)
    assert flat_one is not None
    assert robot.singularity(flat_one, tolerance=1e-5).kind == "configuration-space"
    assert singular_configuration(robot.models.formulas, robot.start, robot.models.parameter_inputs, 0.05) is None
