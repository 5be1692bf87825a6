"""The joints' coordinates, rates and accelerations of a machine whose bodies' poses, twists and accelerations are known."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinloop.numerics.quaternions import from_matrices, nearest_sign
from kinloop.numerics.rotations import wrap_angles
from kinloop.simulation.engines.common.rigid_tree import FREE, BodyJoint, Poses, cross

Array = np.ndarray


@dataclass(frozen=True, slots=True)
class JointState:
    """All positions (nq,), rates (nv,) and their derivatives (nv,)."""

    q: Array
    qd: Array
    qdd: Array


class JointReadout:
    """Projects poses on joints; angles are continuous with those read before, quaternions keep their sign."""

    def __init__(self, joints: list[BodyJoint], nq: int, nv: int) -> None:
        self._nq, self._nv, n = nq, nv, len(joints)
        self._parent = np.array([joint.parent for joint in joints], dtype=int) + 1  # the base is before the bodies
        self._R = np.array([joint.R for joint in joints])
        self._p = np.array([joint.p for joint in joints])[..., None]
        axes = np.array([joint.axis for joint in joints])
        kinds = np.array([joint.kind for joint in joints])
        self._turning, self._sliding = np.flatnonzero(kinds == "revolute"), np.flatnonzero(kinds == "prismatic")
        self._balls = [(k, joint) for k, joint in enumerate(joints) if joint.turns and len(joint.drives) > 1]
        self._q_turning, self._v_turning = _places(joints, self._turning)
        self._q_sliding, self._v_sliding = _places(joints, self._sliding)
        self._axes_turning, self._axes_sliding = axes[self._turning], axes[self._sliding]
        # Any direction across an axis, and the third of the frame: the angle is that of the turned first in both.
        least = np.eye(3)[np.abs(self._axes_turning).argmin(axis=1)] if self._turning.size else np.zeros((0, 3))
        self._first = np.cross(self._axes_turning, least)
        self._first /= np.linalg.norm(self._first, axis=1, keepdims=True)
        self._second = np.cross(self._axes_turning, self._first)
        # Of the base and the bodies: axes; places, velocities, angular velocities and both accelerations.
        self._axes, self._motion = np.zeros((n + 1, 3, 3)), np.zeros((n + 1, 5, 3))
        self._axes[0] = np.eye(3)

    def read(self, poses: Poses, linear: Array, angular: Array, before: Array) -> JointState:
        """The joints' state from the bodies' poses and accelerations in world axes; ``before`` are positions less than half a
        turn away."""
        q, qd, qdd = np.array(before, float), np.empty(self._nv), np.empty(self._nv)
        motion = self._motion
        self._axes[1:] = poses.R
        for k, rows in enumerate((poses.p, poses.linear, poses.angular, linear, angular)):
            motion[1:, k] = rows
        R_parent, parent = self._axes[self._parent], motion[self._parent]
        R_joint = R_parent @ self._R
        relative = motion[1:] - parent
        arm, spin, omega = relative[:, 0], relative[:, 2], parent[:, 2]
        # In the joint's axes, which turn with the parent: where, how fast, and how both change.
        speed = relative[:, 1] - cross(omega, arm)
        local = np.empty_like(relative)
        local[:, 0] = arm - (R_parent @ self._p)[..., 0]
        local[:, 1], local[:, 2] = speed, spin
        local[:, 3] = relative[:, 3] - cross(parent[:, 4], arm) - cross(omega, relative[:, 1] + speed)
        local[:, 4] = relative[:, 4] - cross(omega, spin)
        local = local @ R_joint
        turn = np.swapaxes(R_joint, 1, 2) @ poses.R

        if self._turning.size:
            turned = (turn[self._turning] @ self._first[..., None])[..., 0]
            angle = np.arctan2((turned * self._second).sum(axis=1), (turned * self._first).sum(axis=1))
            last = q[self._q_turning]
            q[self._q_turning] = last + wrap_angles(angle - last)
            along = (local[self._turning] @ self._axes_turning[..., None])[..., 0]
            qd[self._v_turning], qdd[self._v_turning] = along[:, 2], along[:, 4]
        if self._sliding.size:
            along = (local[self._sliding] @ self._axes_sliding[..., None])[..., 0]
            q[self._q_sliding], qd[self._v_sliding], qdd[self._v_sliding] = along[:, 0], along[:, 1], along[:, 3]
        quaternions = from_matrices(turn[[k for k, _ in self._balls]]) if self._balls else ()
        for (k, joint), quaternion in zip(self._balls, quaternions, strict=True):
            place, rate = joint.q, joint.v
            if joint.kind == FREE:
                slides = slice(rate.start, rate.start + 3)
                q[place.start : place.start + 3], qd[slides], qdd[slides] = local[k, 0], local[k, 1], local[k, 3]
            q[place.stop - 4 : place.stop] = nearest_sign(quaternion, q[place.stop - 4 : place.stop])
            turns = slice(rate.stop - 3, rate.stop)  # in the child's axes, where the parent's and the child's turn are as good
            qd[turns], qdd[turns] = local[k, 2] @ turn[k], local[k, 4] @ turn[k]
        return JointState(q, qd, qdd)


def _places(joints: list[BodyJoint], chosen: Array) -> tuple[Array, Array]:
    of = [joints[k] for k in chosen]
    return np.array([j.q.start for j in of], dtype=int), np.array([j.v.start for j in of], dtype=int)
