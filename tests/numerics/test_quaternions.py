"""Quaternions: conversions undo each other, also at half turns; signs are continuous."""

from __future__ import annotations

import numpy as np
import pytest

from kinloop.numerics.quaternions import (
    continuous_signs,
    from_matrices,
    nearest_sign,
    normalize,
    rotation_matrices,
    rotation_vectors,
)
from kinloop.numerics.rotations import rotations

random = np.random.default_rng(7)
HALF_TURNS = np.array([[0.0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [1e-9, 0.6, 0.8, 0], [1, 0, 0, 0]])
QUATERNIONS = normalize(np.concatenate([random.standard_normal((50, 4)), HALF_TURNS]))


def test_matrices_of_quaternions_have_these_quaternions() -> None:
    found = from_matrices(rotation_matrices(QUATERNIONS))
    np.testing.assert_allclose(nearest_sign(found, QUATERNIONS), QUATERNIONS, atol=4e-16)


def test_matrices_are_those_of_rodrigues_formula() -> None:
    axis, angle = normalize(random.standard_normal((20, 3))), random.uniform(-3, 3, 20)
    quaternions = np.concatenate([np.cos(angle / 2)[:, None], np.sin(angle / 2)[:, None] * axis], axis=1)
    np.testing.assert_allclose(rotation_matrices(quaternions), rotations(axis, angle), atol=1e-15)


def test_signs_of_a_sequence_are_continuous() -> None:
    angles = np.linspace(0, 10, 60)
    smooth = np.stack([np.cos(angles / 2), np.sin(angles / 2), 0 * angles, 0 * angles], axis=1)
    signs = random.choice([-1.0, 1.0], 60)
    signs[0] = 1.0
    np.testing.assert_array_equal(continuous_signs(smooth * signs[:, None]), smooth)


@pytest.mark.parametrize("angle", [0.0, 1e-9, 0.3, 3.1])
def test_rotation_vectors_turn_one_quaternion_into_another(angle: float) -> None:
    a = QUATERNIONS[:20]
    axis = normalize(random.standard_normal((20, 3)))
    R = rotation_matrices(a) @ rotations(axis, np.full(20, angle))
    for sign in (1, -1):
        np.testing.assert_allclose(rotation_vectors(a, sign * from_matrices(R)), angle * axis, atol=1e-14)
