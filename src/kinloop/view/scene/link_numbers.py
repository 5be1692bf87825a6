"""Poses of links as numbers for a player: position and quaternion."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from kinloop.model.robot import Robot
from kinloop.numerics.quaternions import from_matrices

Array = np.ndarray


def link_numbers(robot: Robot, q: ArrayLike) -> Array:
    """Position [m] and unit quaternion (scalar first) of every link in the world, in the order of ``robot.link_poses(q).links``.

    Args:
        q: all joint positions, shape (..., nq).
    Returns: shape (..., links, 7). A quaternion's sign is that of its largest entry, which is positive; a row that is not finite
        gives NaN in a batch.
    """
    poses = robot.link_poses(q)
    return np.concatenate([poses.position, quaternions(poses.rotation)], axis=-1)


def quaternions(R: Array) -> Array:
    """The unit quaternions (..., 4) of rotation matrices (..., 3, 3)."""
    return from_matrices(R.reshape(-1, 3, 3)).reshape(*R.shape[:-2], 4)
