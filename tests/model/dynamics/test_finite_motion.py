"""Machines whose closures allow motions to first order that are not finite."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from machines import CLOSED
from shaky import bars_and_pendulum, bennett, point_between_rods, row_of_bars, slide_on_a_tangent, three_cranks

import kinloop as kl

QUESTIONS: dict[str, Callable[[kl.Robot, np.ndarray], Any]] = {
    "forward velocity": lambda r, q: r.forward_velocity(q, np.ones(r.n_active)),
    "inverse velocity": lambda r, q: r.inverse_velocity(q, [1.0]),
    "forward acceleration": lambda r, q: r.forward_acceleration(q, 0 * q, np.ones(r.n_active)),
    "inverse dynamics": lambda r, q: r.inverse_dynamics(q, 0 * q, 0 * q),
    "forward dynamics": lambda r, q: r.forward_dynamics(q, 0 * q, np.zeros(r.n_active)),
    "inertia": lambda r, q: r.inertia(q),
    "bias": lambda r, q: r.bias(q, 0 * q),
    "task jacobian": lambda r, q: r.task_jacobian(q),
    "linearisation": lambda r, q: r.linearise(q, 0 * q, np.zeros(r.n_active)),
    "reactions": lambda r, q: r.reactions(q, 0 * q, np.zeros(r.n_active)),
    "stiffness": lambda r, q: r.stiffness(q, np.ones(r.n_active)),
    "a run": lambda r, q: kl.simulate(r, None, duration=0.01, period=1e-3),
    "a run of another engine": lambda r, q: kl.simulate(r, None, duration=0.01, period=1e-3, plant="mujoco"),
}


@cache
def stretched() -> kl.Robot:
    return kl.load(row_of_bars(0.3, 0.2, base=0.5))


def mobility(mechanism: kl.Mechanism) -> tuple[int, int]:
    """Finite and infinitesimal degrees of freedom."""
    found = kl.check(mechanism).mobility
    assert found is not None
    return found.dof, sum(dof.count for dof in found.infinitesimal)


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3])
@pytest.mark.parametrize("lengths", [(0.3, 0.2), (0.1, 0.2), (0.3, 0.2, 0.4), (0.1, 0.7, 0.2)])
def test_bars_that_just_reach_move_to_first_order_only(lengths: tuple[float, ...], size: float) -> None:
    """By the triangle inequality there is one configuration. The sums are not exact in binary."""
    scaled = tuple(size * length for length in lengths)
    assert mobility(row_of_bars(*scaled, base=sum(scaled))) == (0, len(lengths) - 1)


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3])
def test_a_point_where_two_spheres_touch_moves_to_first_order_only(size: float) -> None:
    assert mobility(point_between_rods(size)) == (0, 2)


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3])
def test_a_slide_along_the_tangent_of_a_circle_moves_to_first_order_only(size: float) -> None:
    """No row is left to compare the others with: the only one has no slope."""
    assert mobility(slide_on_a_tangent(size)) == (0, 1)
    robot = kl.load(slide_on_a_tangent(size))
    assert robot.singularity(robot.start).infinitesimal_dof == 1
    with pytest.raises(kl.SingularConfiguration, match="shaky"):
        robot.forward_dynamics(robot.start, [0.0], [1.0])


@pytest.mark.parametrize(("base", "dof"), [(0.9 - 1e-3, 1), (0.9 - 1e-6, 1), (0.5, 1)])
def test_bars_that_more_than_reach_move(base: float, dof: int) -> None:
    assert mobility(row_of_bars(0.3, 0.2, 0.4, base=base)) == (dof, 0)


def test_what_moves_beside_what_does_not_is_counted() -> None:
    report = kl.check(bars_and_pendulum())
    assert mobility(bars_and_pendulum()) == (1, 1)
    assert "infinitesimal mobility: to first order the loops let j0 and j1 move (1 degree of freedom)" in str(report)


@pytest.mark.parametrize("name", sorted(CLOSED))
def test_no_motion_of_an_ordinary_machine_is_infinitesimal(name: str) -> None:
    found = kl.check(CLOSED[name]()).mobility
    assert found is not None
    assert found.infinitesimal == ()
    assert found.dof == found.rates - found.rank


def test_motions_that_only_special_lengths_allow_are_finite() -> None:
    assert mobility(bennett()) == (1, 0)
    assert mobility(three_cranks()) == (1, 0)
    assert mobility(three_cranks(0.3)) == (0, 0)


@pytest.mark.parametrize("what", QUESTIONS)
def test_a_shaky_machine_is_answered_nothing_that_moves(what: str) -> None:
    if "engine" in what:
        pytest.importorskip("mujoco")
    robot = stretched()
    with pytest.raises(kl.SingularConfiguration, match="infinitesimal mobility"):
        QUESTIONS[what](robot, robot.start)


def test_a_shaky_machine_is_singular_where_it_is() -> None:
    found = stretched().singularity(stretched().start)
    assert found.kind == "configuration-space"
    assert found.infinitesimal_dof == 1
    assert found.dof == 0
    assert "infinitesimal" in str(found)
    # The joint between the bars moves across them: the angles are as the inverse lengths.
    assert found.motion["configuration-space"][1] / found.motion["configuration-space"][0] == pytest.approx(-(0.3 + 0.2) / 0.2)


def test_other_lengths_are_no_longer_shaky_and_shaky_ones_are_found() -> None:
    loose = stretched().with_parameters(base=0.4)
    assert loose.singularity(loose.start).infinitesimal_dof == 0
    again = loose.with_parameters(base=0.5)
    with pytest.raises(kl.SingularConfiguration, match="infinitesimal mobility"):
        again.forward_dynamics([0.0, 0.0], np.zeros(2), [0.0])


def test_of_many_lengths_the_shaky_ones_are_marked() -> None:
    """Three bars of which the last just reach."""
    robot = kl.load(row_of_bars(0.3, 0.2, 0.4, base=0.8))
    many = kl.rollouts(robot, None, duration=0.01, period=1e-3, vary={"base": [0.8, 0.7, 0.3 + 0.2 + 0.4]}, q=None)
    assert list(many.status[:2]) == [kl.RunStatus.COMPLETE] * 2
    assert many.status[2] != kl.RunStatus.COMPLETE


def test_the_one_configuration_of_a_shaky_machine_is_found() -> None:
    """From above and from below: two solutions that coincide are found to the root of the gap."""
    robot = kl.load(row_of_bars(0.3, 0.2, 0.4, base=0.8)).with_parameters(base=0.3 + 0.2 + 0.4)
    for found in (robot.configurations(q_active=[0.0]), robot.configurations(x=[0.0])):
        assert found
        assert np.abs([configuration.q for configuration in found]).max() < 1e-4
        assert max(configuration.residual for configuration in found) < 1e-9
