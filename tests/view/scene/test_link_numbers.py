"""Poses of links as positions and quaternions."""

from __future__ import annotations

import numpy as np
import pytest
from scene_bodies import frames

import kinloop as kl
from kinloop.mechanism.parts.transforms import rotation
from kinloop.view.scene.link_numbers import link_numbers
from kinloop.view.scene.scene import Scene


def test_numbers_are_the_poses_of_the_links(machine: tuple[kl.Robot, np.ndarray, Scene]) -> None:
    robot, q, scene = machine
    numbers = link_numbers(robot, q)
    assert numbers.shape == (len(scene.links), 7)
    expected = frames(robot, q)
    for link, (*position, w, x, y, z) in zip(scene.links, numbers, strict=True):
        R, p = expected[link.name]
        np.testing.assert_allclose(position, p, atol=1e-12)
        np.testing.assert_allclose(rotation((w, x, y, z)), R, atol=1e-12)
        assert np.linalg.norm([w, x, y, z]) == pytest.approx(1, abs=1e-14)


def test_batches_keep_their_shape() -> None:
    robot = kl.load("two_r")
    q = np.random.default_rng(0).uniform(-3, 3, (4, 3, 2))
    numbers = link_numbers(robot, q)
    assert numbers.shape == (4, 3, 3, 7)
    np.testing.assert_allclose(numbers[2, 1], link_numbers(robot, q[2, 1]))


@pytest.mark.parametrize("gap", [0.0, 1e-12, 1e-9, -1e-8, 1e-5])
def test_half_turns_lose_no_digits(gap: float) -> None:
    *_, w, x, y, z = link_numbers(kl.load("one_joint"), [np.pi - gap])[1]
    assert (x, y) == (0, 0)
    assert abs(z) == pytest.approx(np.cos(gap / 2), abs=1e-15)
    assert w * np.sign(z) == pytest.approx(np.sin(gap / 2), abs=2e-16)


def test_a_row_that_is_not_finite_is_nan_in_a_batch() -> None:
    numbers = link_numbers(kl.load("two_r"), [[0.1, 0.2], [np.nan, 0.2]])
    assert np.isfinite(numbers[0]).all()
    assert np.isnan(numbers[1, -1]).all()
