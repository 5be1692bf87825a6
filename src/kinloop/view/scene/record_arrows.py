"""Arrows of a record: the tool's velocity, the efforts of the actuators along their axes, the forces in the loops."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from kinloop.mechanism.parts.parts import Joint
from kinloop.mechanism.parts.transforms import FloatTerms, placement
from kinloop.model.results import LinkPoses
from kinloop.model.robot import Robot
from kinloop.numerics.quaternions import normalize, rotation_matrices
from kinloop.numerics.rotations import rotations
from kinloop.simulation.record.record import Record
from kinloop.view.scene.items import round_for_drawing

Array = np.ndarray
ArrowKind = Literal["velocity", "effort", "loop force"]


@dataclass(frozen=True, eq=False)
class Arrow:
    """A vector at a point of a link, at each frame (k, 3) in world axes; zero where it is not known.

    ``twist``: a moment about the arrow. ``link``: its place in ``robot.link_poses(q).links``.
    """

    name: str
    kind: ArrowKind
    unit: str
    link: int
    point: Array
    vectors: Array
    twist: bool = False

    @property
    def largest(self) -> float:
        """The length of the longest."""
        return float(np.linalg.norm(self.vectors, axis=1).max(initial=0.0))

    def as_json(self, array: str) -> dict[str, Any]:
        """The arrow as a table for the client; ``array`` is the name of its vectors."""
        return {
            "name": self.name,
            "kind": self.kind,
            "unit": self.unit,
            "link": self.link,
            "at": round_for_drawing(self.point),
            "array": array,
            "largest": round_for_drawing(self.largest),
            "twist": self.twist,
        }


def record_arrows(record: Record, indices: ArrayLike | None = None) -> tuple[Arrow, ...]:
    """The arrows of a record at the samples ``indices``, all unless given. Arrows that are zero at all of them are left out.

    The forces in loops are those of the side of anchor a on that of anchor b, at b, from the recorded loop forces.
    """
    rows = np.arange(len(record)) if indices is None else np.asarray(indices, int)
    if not len(rows):
        return ()
    robot = record.robot
    poses = robot.link_poses(record.q[rows])
    found = [_velocity(record, rows, poses), *_efforts(robot, record.q[rows], record.tau[rows], poses)]
    found += _loop_forces(record, rows, poses)
    return tuple(arrow for arrow in found if arrow.largest > 0)


def _velocity(record: Record, rows: Array, poses: LinkPoses) -> Arrow:
    robot = record.robot
    J = robot.jacobian(record.q[rows])[:, :3]
    tool = robot.mechanism.tool
    link = robot.mechanism.joints[-1].child if tool is None else tool.link
    point = np.zeros(3) if tool is None else placement(tool.origin, robot.models.single_values()).p
    velocities = _finite_or_zero(np.einsum("kij,kj->ki", J, record.qd[rows]))
    return Arrow("tool", "velocity", "m/s", poses.links.index(link), point, velocities)


def _efforts(robot: Robot, q: Array, tau: Array, poses: LinkPoses) -> Iterator[Arrow]:
    """The efforts of the active joints; several of one motion (a ball's) are one arrow."""
    at_q = at_tau = 0
    for joint in robot.mechanism.active_joints:
        kind = joint.definition
        own_q, own_tau = q[:, at_q : at_q + len(kind.units)], tau[:, at_tau : at_tau + len(kind.rate_units)]
        at_q, at_tau = at_q + len(kind.units), at_tau + len(kind.rate_units)
        for name, twist, vectors in _motion_efforts(robot, joint, own_q, own_tau, poses):
            link = poses.links.index(joint.child)
            yield Arrow(name, "effort", "N m" if twist else "N", link, np.zeros(3), _finite_or_zero(vectors), twist)


def _motion_efforts(robot: Robot, joint: Joint, q: Array, tau: Array, poses: LinkPoses) -> Iterator[tuple[str, bool, Array]]:
    """The effort of each elementary motion of a joint as a vector in world axes, with its name and whether it is a moment."""
    values = robot.models.single_values()
    R = poses[joint.parent].rotation @ placement(joint.origin, values).R
    names = joint.rates
    for motion in joint.definition.chain(joint, FloatTerms(values)):
        n_q, n_tau = len(motion.units), len(motion.rate_units)
        now, effort = q[:, :n_q], tau[:, :n_tau]
        if motion.has_quaternion:
            R = R @ rotation_matrices(normalize(now))
            yield joint.name, True, np.einsum("kij,kj->ki", R, effort)
        else:
            yield names[0], motion.turns, (R @ motion.axis) * effort
            if motion.turns:
                R = R @ rotations(motion.axis, now[:, 0])
        q, tau, names = q[:, n_q:], tau[:, n_tau:], names[n_tau:]


def _loop_forces(record: Record, rows: Array, poses: LinkPoses) -> Iterator[Arrow]:
    robot, loops = record.robot, record.robot.mechanism.loops
    forces = record.loop_force[rows]
    if not loops or not forces.shape[1] or not np.isfinite(forces).any():
        return
    models = robot.models
    # The accelerations and loads change the joints' wrenches only, which are not drawn.
    found = models.call(models.kernel("reactions"), record.q[rows], record.qd[rows], np.zeros_like(record.qd[rows]), forces)
    values = models.single_values()
    for loop, wrenches in zip(loops, np.moveaxis(found, -2, 0)[len(robot.mechanism.joints) :], strict=True):
        point = placement(loop.b.origin, values).p
        yield Arrow(loop.name, "loop force", "N", poses.links.index(loop.b.link), point, _finite_or_zero(wrenches[:, :3]))


def _finite_or_zero(vectors: Array) -> Array:
    """Vectors with zero in place of those that are not finite."""
    return np.where(np.isfinite(vectors).all(axis=1, keepdims=True), vectors, 0.0)
