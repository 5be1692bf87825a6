"""The joints' coordinates and rates of a machine whose bodies' poses and twists are known."""

from __future__ import annotations

import numpy as np

from kinloop.simulation.rigid_tree import BodyJoint, Poses

Array = np.ndarray


class JointReadout:
    """Projects poses on joints; angles are continuous with those read before, quaternions keep their sign."""

    def __init__(self, joints: list[BodyJoint], nq: int, nv: int) -> None:
        self._nq, self._nv = nq, nv
        self._parent = np.array([joint.parent for joint in joints]) + 1  # the base is before the bodies
        self._R = np.array([joint.R for joint in joints])
        self._p = np.array([joint.p for joint in joints])
        axes = np.array([joint.axis for joint in joints])
        kinds = np.array([joint.kind for joint in joints])
        self._turning, self._sliding = np.flatnonzero(kinds == "revolute"), np.flatnonzero(kinds == "prismatic")
        self._balls = [(k, joint) for k, joint in enumerate(joints) if joint.kind in ("spherical", "free")]
        self._q_turning, self._v_turning = _places(joints, self._turning)
        self._q_sliding, self._v_sliding = _places(joints, self._sliding)
        self._axes_turning, self._axes_sliding = axes[self._turning], axes[self._sliding]
        # Any direction across an axis, and the third of the frame: the angle is that of the turned first in both.
        least = np.eye(3)[np.abs(self._axes_turning).argmin(axis=1)] if self._turning.size else np.zeros((0, 3))
        self._first = np.cross(self._axes_turning, least)
        self._first /= np.linalg.norm(self._first, axis=1, keepdims=True)
        self._second = np.cross(self._axes_turning, self._first)

    def read(self, poses: Poses, before: Array) -> tuple[Array, Array]:
        """``q`` and the rates; ``before`` are positions less than half a turn away."""
        q, qd = np.array(before, float), np.empty(self._nv)
        still = np.zeros((1, 3))
        R_parent = np.concatenate([np.eye(3)[None], poses.R])[self._parent]
        p_parent, linear, angular = (
            np.concatenate([still, rows])[self._parent] for rows in (poses.p, poses.linear, poses.angular)
        )
        R_joint = R_parent @ self._R
        turn = np.swapaxes(R_joint, 1, 2) @ poses.R
        arm = poses.p - p_parent
        moved = _to_axes(R_joint, arm - (R_parent @ self._p[..., None])[..., 0])
        speed = _to_axes(R_joint, poses.linear - linear - np.cross(angular, arm))
        spin = _to_axes(R_joint, poses.angular - angular)

        turned = (turn[self._turning] @ self._first[..., None])[..., 0]
        angle = np.arctan2(np.sum(turned * self._second, axis=1), np.sum(turned * self._first, axis=1))
        last = q[self._q_turning]
        q[self._q_turning] = last + np.remainder(angle - last + np.pi, 2 * np.pi) - np.pi
        qd[self._v_turning] = np.sum(spin[self._turning] * self._axes_turning, axis=1)
        q[self._q_sliding] = np.sum(moved[self._sliding] * self._axes_sliding, axis=1)
        qd[self._v_sliding] = np.sum(speed[self._sliding] * self._axes_sliding, axis=1)
        for k, joint in self._balls:
            place, rate = joint.q, joint.v
            if joint.kind == "free":
                q[place.start : place.start + 3], qd[rate.start : rate.start + 3] = moved[k], speed[k]
            q[place.stop - 4 : place.stop] = _quaternion(turn[k], q[place.stop - 4 : place.stop])
            qd[rate.stop - 3 : rate.stop] = turn[k].T @ spin[k]
        return q, qd


def _places(joints: list[BodyJoint], chosen: Array) -> tuple[Array, Array]:
    of = [joints[k] for k in chosen]
    return np.array([j.q.start for j in of], dtype=int), np.array([j.v.start for j in of], dtype=int)


def _to_axes(R: Array, vectors: Array) -> Array:
    return (np.swapaxes(R, 1, 2) @ vectors[..., None])[..., 0]


def _quaternion(R: Array, near: Array) -> Array:
    """Of a rotation matrix, with the sign of one nearby: from the column of ``4 q q^T`` with the largest diagonal."""
    turn = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    trace = np.trace(R)
    square = np.empty((4, 4))
    square[0, 0], square[0, 1:], square[1:, 0] = 1 + trace, turn, turn
    square[1:, 1:] = R + R.T + (1 - trace) * np.eye(3)
    column = square[:, np.diag(square).argmax()]
    result: Array = column / np.linalg.norm(column)
    return result if result @ near >= 0 else -result
