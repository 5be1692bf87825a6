"""Where the bodies of a scene are in the world, and how far points are from them."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

import kinloop as kl
from kinloop.mechanism.parts.transforms import FloatTerms, placement, rotation
from kinloop.view.scene.items import Item

Array = np.ndarray


def frames(robot: kl.Robot, q: Array) -> dict[str, tuple[Array, Array]]:
    """Axes and origin of every link in the world, joint by joint, without the robot's compiled code."""
    values = robot.models.single_values()
    position = dict(zip(robot.mechanism.coordinates, q, strict=True))
    children = {joint.child for joint in robot.mechanism.joints}
    found = {name: (np.eye(3), np.zeros(3)) for name in robot.mechanism.link_names if name not in children}
    while len(found) < len(robot.mechanism.link_names):
        for joint in robot.mechanism.joints:
            if joint.parent in found and joint.child not in found:
                R, p = found[joint.parent]
                origin = placement(joint.origin, values)
                R, p = R @ origin.R, p + R @ origin.p
                numbers = [position[name] for name in joint.coordinates]
                for motion in joint.definition.chain(joint, FloatTerms(values)):
                    now, numbers = numbers[: len(motion.units)], numbers[len(motion.units) :]
                    if motion.has_quaternion:
                        R = R @ Rotation.from_quat(now, scalar_first=True).as_matrix()
                    elif motion.units:
                        p = p + R @ motion.axis * (motion.advance * now[0])
                        R = R @ Rotation.from_rotvec(motion.axis * now[0] * motion.turns).as_matrix()
                found[joint.child] = R, p
    return found


class Places:
    """A robot at a configuration: its frames, joints, anchors and tool in the world."""

    def __init__(self, robot: kl.Robot, q: Array) -> None:
        self.robot, self.q = robot, q
        self.frames = frames(robot, q)
        self.values = robot.models.single_values()

    def world(self, link: str, point: Array) -> Array:
        """A point of a link in the world."""
        R, p = self.frames[link]
        return p + R @ point

    def local(self, link: str, point: Array) -> Array:
        """A point of the world in the frame of a link."""
        R, p = self.frames[link]
        return R.T @ (point - p)

    @property
    def joints(self) -> dict[str, Array]:
        """The places of the joints that only turn: the origins of their children."""
        turning = [joint for joint in self.robot.mechanism.joints if joint.definition.moves and not joint.definition.slides]
        return {joint.name: self.frames[joint.child][1] for joint in turning if joint.pitch is None}

    @property
    def anchors(self) -> dict[tuple[str, str], Array]:
        """The anchors of all loops, by loop and side."""
        return {
            (loop.name, side): self.world(anchor.link, placement(anchor.origin, self.values).p)
            for loop in self.robot.mechanism.loops
            for side, anchor in (("a", loop.a), ("b", loop.b))
        }


def axis_of(item: Item) -> Array:
    """The direction of an item's length, in its link."""
    return rotation(item.quaternion) @ np.array([0.0, 0.0, 1.0])


def ends(item: Item) -> tuple[Array, Array]:
    """The two ends of the middle line of a capsule, a cylinder or a rail, in its link."""
    half = axis_of(item) * item.size[-1] / 2
    return item.position - half, item.position + half


def distance(item: Item, point: Array) -> float:
    """How far a point of a link is outside an item of that link; zero inside. Of a hull the distance from its corners' box."""
    if item.kind == "hull":
        assert item.vertices is not None
        middle = item.vertices.mean(axis=0)
        axes = np.linalg.svd(item.vertices - middle)[2]
        seen, corners = axes @ (point - middle), (item.vertices - middle) @ axes.T
        return float(np.linalg.norm(np.maximum(0, np.maximum(corners.min(axis=0) - seen, seen - corners.max(axis=0)))))
    own = rotation(item.quaternion).T @ (point - item.position)
    if item.kind == "sphere":
        return max(0.0, float(np.linalg.norm(own)) - item.size[0])
    if item.kind == "box":
        return float(np.linalg.norm(np.maximum(0, np.abs(own) - np.array(item.size) / 2)))
    across, along = float(np.hypot(own[0], own[1])), max(0.0, abs(own[2]) - item.size[1] / 2)
    if item.kind == "capsule":
        return max(0.0, float(np.hypot(across, along)) - item.size[0])
    return float(np.hypot(max(0.0, across - item.size[0]), along))
