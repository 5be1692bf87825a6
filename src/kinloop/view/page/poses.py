"""Poses of links and vectors over time as 16-bit integers, coded as differences, which compress well."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray
# Numbers of a pose: three of the position, four of the quaternion, scalar first.
WIDTH = 7
LOWEST, STEPS, UNIT = -32768, 65535, 32767
# A link moves if a position changes by more than this share of the extent, or an entry of the quaternion by more than this.
MOVES = 1e-9


@dataclass(frozen=True, eq=False)
class CodedPoses:
    """Poses (frames, links, 7) as integers: ``position = lo + step * (integer + 32768)``, quaternion ``= integer / 32767``.

    ``moving``: places of the links that move, 7 numbers each in a row of ``integers`` (frames, 7 * moving). The first row is
    absolute, each other row has the differences from the row before, modulo 65536. ``still``: all links at the first frame.
    """

    integers: Array
    moving: tuple[int, ...]
    lo: Array
    step: float
    still: Array

    def head(self, array: str, still: str) -> dict[str, Any]:
        """The entry of the head of packed data, by the names of its two arrays."""
        return {"array": array, "links": list(self.moving), "lo": self.lo.tolist(), "step": self.step, "still": still}


def code_poses(poses: Array) -> CodedPoses:
    """Code finite poses (frames, links, 7). Signs of quaternions are chosen so that they change continuously."""
    poses = _continuous(poses)
    points = poses[..., :3]
    extent = float(np.ptp(points.reshape(-1, 3), axis=0).max(initial=0.0)) if points.size else 0.0
    change = np.abs(poses - poses[:1]).max(axis=0, initial=0.0)
    moving = np.nonzero((change[:, :3] > MOVES * extent).any(axis=1) | (change[:, 3:] > MOVES).any(axis=1))[0]
    chosen = poses[:, moving]
    lo = chosen[..., :3].min(axis=(0, 1)) if len(moving) else np.zeros(3)
    span = float((chosen[..., :3].max(axis=(0, 1)) - lo).max()) if len(moving) else 0.0
    step = span / STEPS or 1.0  # of points that stay, every step will do
    integers = np.empty(chosen.shape, dtype=np.int64)
    integers[..., :3] = np.clip(np.rint((chosen[..., :3] - lo) / step), 0, STEPS) + LOWEST
    integers[..., 3:] = np.rint(np.clip(chosen[..., 3:], -1, 1) * UNIT)
    rows = integers.reshape(len(poses), WIDTH * len(moving))
    return CodedPoses(code_differences(rows), tuple(int(k) for k in moving), lo, step, poses[0].astype(np.float32))


def code_differences(rows: Array) -> Array:
    """Rows of whole numbers of 16 bits: the first as it is, each other as its difference from the row before, modulo 65536."""
    differences = np.diff(rows, axis=0, prepend=0)
    return np.asarray(((differences - LOWEST) % (STEPS + 1) + LOWEST).astype(np.int16))


def code_vectors(vectors: Array, largest: float) -> Array:
    """Finite vectors (frames, n) no longer than ``largest`` as 16-bit integers, coded as differences: a vector is ``largest /
    32767`` times its integers."""
    return code_differences(np.rint(vectors / largest * UNIT).astype(np.int64))


def decode_poses(coded: CodedPoses) -> Array:
    """The poses (frames, links, 7), to within half a step, as the client computes them."""
    frames = len(coded.integers)
    rows = np.cumsum(coded.integers.astype(np.int64), axis=0)
    rows = (rows - LOWEST) % (STEPS + 1) + LOWEST
    moving = rows.reshape(frames, len(coded.moving), WIDTH)
    poses = np.repeat(coded.still[None].astype(float), frames, axis=0)
    poses[:, coded.moving, :3] = coded.lo + coded.step * (moving[..., :3] - LOWEST)
    poses[:, coded.moving, 3:] = moving[..., 3:] / UNIT
    return poses


def _continuous(poses: Array) -> Array:
    """The same poses with signs of quaternions such that each is nearest to the one before."""
    quaternions = poses[..., 3:]
    turned = np.einsum("tlk,tlk->tl", quaternions[1:], quaternions[:-1]) < 0
    signs = np.ones(quaternions.shape[:2])
    signs[1:] = np.cumprod(np.where(turned, -1.0, 1.0), axis=0)
    return np.concatenate([poses[..., :3], quaternions * signs[..., None]], axis=-1)
