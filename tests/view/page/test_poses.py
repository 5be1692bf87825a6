"""Poses as integers and back."""

from __future__ import annotations

import numpy as np
import pytest

from kinloop.view.page.poses import code_poses, decode_poses


def some_poses(frames: int, links: int, size: float = 1.0, seed: int = 0) -> np.ndarray:
    random = np.random.default_rng(seed)
    position = size * random.uniform(-1, 1, (frames, links, 3))
    quaternion = random.normal(size=(frames, links, 4))
    return np.concatenate([position, quaternion / np.linalg.norm(quaternion, axis=-1, keepdims=True)], axis=-1)


def check_equal(poses: np.ndarray, size: float) -> None:
    found = decode_poses(code_poses(poses))
    assert found.shape == poses.shape
    np.testing.assert_allclose(found[..., :3], poses[..., :3], atol=2.1 * size / 65535, rtol=1e-6)
    aligned = np.abs(np.einsum("tlk,tlk->tl", found[..., 3:], poses[..., 3:]))  # a quaternion and its opposite are one rotation
    np.testing.assert_allclose(aligned, 1, atol=1e-4)


@pytest.mark.parametrize("size", [1e-3, 1.0, 100.0])
@pytest.mark.parametrize("frames", [1, 2, 300])
def test_poses_are_decoded_to_a_step(frames: int, size: float) -> None:
    check_equal(some_poses(frames, 4, size), size)


def test_jumps_over_the_whole_range_wrap_around_and_back() -> None:
    poses = np.zeros((5, 1, 7))
    poses[:, 0, 3] = 1
    poses[:, 0, 0] = [0, 1, 0, 1, 0.5]
    check_equal(poses, 1.0)
    assert code_poses(poses).integers.dtype == np.int16


def test_links_that_stay_have_no_numbers() -> None:
    poses = some_poses(20, 3)
    poses[:, 1] = poses[0, 1]
    poses[:, 2, :3] = poses[0, 2, :3]  # turns in place
    coded = code_poses(poses)
    assert coded.moving == (0, 2)
    assert coded.integers.shape == (20, 14)
    check_equal(poses, 1.0)


def test_a_machine_that_stands_still_has_only_its_pose() -> None:
    poses = np.repeat(some_poses(1, 3), 10, axis=0)
    coded = code_poses(poses)
    assert coded.moving == ()
    assert coded.integers.shape == (10, 0)
    assert coded.step > 0
    check_equal(poses, 1.0)


def test_a_far_machine_with_small_motions_moves() -> None:
    poses = some_poses(50, 2, 1e-4) + np.array([100.0, 0, 0, 0, 0, 0, 0])
    assert code_poses(poses).moving == (0, 1)
    check_equal(poses, 100.0)


def test_signs_of_quaternions_are_continuous_so_that_differences_are_small() -> None:
    angle = np.linspace(0, 4 * np.pi, 400)
    poses = np.zeros((400, 1, 7))
    poses[:, 0, 3], poses[:, 0, 6] = np.cos(angle / 2), np.sin(angle / 2)
    flipped = poses.copy()
    flipped[:, :, 3:] *= np.where(np.cos(angle / 2) < 0, -1, 1)[:, None, None]  # as matrices are converted
    coded = code_poses(flipped)
    assert np.abs(coded.integers[1:].astype(int)).max() < 700
    check_equal(flipped, 1.0)
