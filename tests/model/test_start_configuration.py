"""The start configuration: assembled, with the active coordinates where the description has them; and another one, with a
warning, where the description's has no value for the lengths."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from machines import four_bar, parallelogram, robot_named

import kinloop as kl
from kinloop.errors import DescriptionError
from kinloop.mechanism.formats.read import library


@pytest.mark.parametrize("name", library())
def test_the_librarys_starts_are_as_described(name: str) -> None:
    robot = robot_named(name)
    described = robot.models.formulas.start(robot.parameters)
    np.testing.assert_array_equal(robot.start, described)
    assert np.max(np.abs(robot.closure(robot.start)), initial=0.0) < 1e-9


def started(mechanism: kl.Mechanism, **start: Any) -> kl.Robot:
    return kl.load(mechanism.model_copy(update={"start": start}))


@pytest.mark.parametrize("crank", [0.0, 0.8, -2.0, 3.0])
@pytest.mark.parametrize("passive", [{"b": 0.0, "c": 1.9}, {"b": 1.0, "c": 1.0}, {}])
def test_the_crank_stays_where_it_was_put_and_the_passive_joints_move(crank: float, passive: dict[str, float]) -> None:
    robot = started(four_bar(), a=crank, **passive)
    assert robot.start[0] == crank
    assert np.max(np.abs(robot.closure(robot.start))) < 1e-9


def test_the_crank_moves_where_nothing_was_said_of_it() -> None:
    robot = started(four_bar(), c=1.9)
    assert np.max(np.abs(robot.closure(robot.start))) < 1e-9


def test_redundant_closures_keep_the_crank_too() -> None:
    mechanism = parallelogram()
    active = mechanism.active_joints[0].name
    robot = started(mechanism, **{active: 0.7})
    assert robot.start[0] == 0.7
    assert np.max(np.abs(robot.closure(robot.start))) < 1e-9


def test_active_coordinates_that_cannot_be_kept_are_named() -> None:
    robot = kl.load("biglide")
    apart = robot.mechanism.model_copy(update={"start": {**robot.mechanism.start, "q1": 2.0, "q2": 0.0}})
    moved = kl.load(apart)  # the machine itself is sound
    with pytest.raises(DescriptionError, match=r"active coordinates cannot be kept: .* at q1 = 2, q2 = 0; they close at q1 = "):
        moved.start  # noqa: B018
    assert any("close the loops at its q1, q2" in warning.message for warning in kl.check(apart).warnings)
    assert moved.inverse_geometry([0.1, 0.3], mode=(1, -1)).residual < 1e-12


def test_other_lengths_keep_the_active_coordinates() -> None:
    robot = kl.load("three_rrr")
    numbers = dict(zip(robot.mechanism.coordinates, map(float, robot.start), strict=True))
    plain = kl.load(robot.mechanism.model_copy(update={"start": numbers}))
    name = next(name for name, is_length in zip(robot.parameters, robot.models.formulas.is_geometric, strict=True) if is_length)
    longer = plain.with_parameters(**{name: 1.02 * robot.parameters[name]})
    assert np.max(np.abs(longer.closure(robot.start))) > 1e-4
    np.testing.assert_array_equal(longer.start[: len(robot.active)], robot.start[: len(robot.active)])
    assert np.max(np.abs(longer.closure(longer.start))) < 1e-9


def test_a_slide_across_its_rod_goes_to_the_side_that_its_limits_allow() -> None:
    """At 90 degrees the slide at 0 is as far from both of its places, and the derivative says nothing."""
    for limits, sign in (((0.1, 0.4), 1), ((-0.4, -0.1), -1)):
        mechanism = kl.Mechanism(
            name="slider_crank",
            task=("x",),
            links=(kl.Link(name="crank", mass=1, com=(0.05, 0, 0)), kl.Link(name="block", mass=1)),
            joints=(
                kl.Joint(name="crank", kind="revolute", parent="base", child="crank"),
                kl.Joint(
                    name="slide",
                    kind="prismatic",
                    parent="base",
                    child="block",
                    axis=(1, 0, 0),
                    actuated=False,
                    limits=kl.Limits(position=limits),
                ),
            ),
            loops=(
                kl.Loop(
                    name="rod",
                    kind="rod",
                    length=0.3,
                    a=kl.Anchor(link="crank", origin=kl.Pose(xyz=(0.1, 0, 0))),
                    b=kl.Anchor(link="block"),
                ),
            ),
            tool=kl.Anchor(link="block"),
            start={"crank": "90 deg"},
        )
        np.testing.assert_allclose(kl.load(mechanism).start, [np.pi / 2, sign * np.sqrt(0.09 - 0.01)], atol=1e-9)


@pytest.mark.parametrize("lengths", [{"l1": 0.25}, {"l2": 0.3}, {"l1": 0.05, "l2": 0.01}])
def test_a_start_that_does_not_exist_for_the_lengths_is_replaced_with_a_warning(lengths: dict[str, float]) -> None:
    robot = kl.load("five_bar", **lengths)
    words = ", ".join(f"{name} = {value:g}" for name, value in lengths.items())
    with pytest.warns(kl.KinloopWarning, match=f"five_bar: its start does not exist for {words}: .*It starts near .* at q1 = "):
        q = robot.start
    tips = [
        robot.parameters["l1"] * np.exp(1j * q[k]) + robot.parameters["l2"] * np.exp(1j * (q[k] + q[k + 2])) + side
        for k, side in ((0, -robot.parameters["d"] / 2), (1, robot.parameters["d"] / 2))
    ]
    assert abs(tips[0] - tips[1]) < 1e-12
    assert np.isfinite(robot.inertia(q)).all()
    run = kl.simulate(robot, None, duration=0.01, period=1e-3)
    np.testing.assert_array_equal(run.q[0], q)


def test_lengths_that_no_configuration_has_say_what_was_tried() -> None:
    robot = kl.load("five_bar", d=1.0)
    with pytest.raises(kl.DescriptionError, match=r"its start does not exist for d = 1: .*Nor do the loops close near"):
        robot.start  # noqa: B018 a property


def test_a_start_that_exists_is_kept_without_a_word() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        q = kl.load("five_bar", d=0.1).start
    assert np.arctan2(0.14, 0.05) < q[0] < np.pi
