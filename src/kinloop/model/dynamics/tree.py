"""The spanning tree of a description: elementary joints that carry rigid bodies.

Every joint is a chain of elementary motions (screws and balls) with massless bodies between them, and links that are fixed to a
body are part of it. So the recursions of ``tree_dynamics`` need no special cases.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import casadi as ca

from kinloop.errors import unknown_name
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.kinds.elementary import Elementary, Screw
from kinloop.mechanism.kinds.joint_kinds import ELEMENTARY
from kinloop.mechanism.parts.parts import Anchor, Joint, Link, Mechanism, Pose
from kinloop.numerics import algebra

BASE = -1
# What follows the name of a frame whose wrench turns with it: a follower.
OWN_AXES = " in its own axes"
Scalars = Mapping[str, ca.SX]


@dataclass(frozen=True)
class Frame:
    """A frame fixed to a body of the tree (or to the base)."""

    body: int
    R: ca.SX
    p: ca.SX

    def compose(self, R: ca.SX, p: ca.SX) -> Frame:
        """The frame with this rotation and position relative to it."""
        return Frame(self.body, algebra.clean(self.R @ R), self.p + self.R @ p)


@dataclass(frozen=True)
class ElementaryJoint:
    """One elementary motion of a joint (or none, where fixed joints are kept); its body is the one with the same index."""

    motion: Elementary
    parent: int
    R: ca.SX  # the joint's axes in the parent's
    p: ca.SX  # the joint's origin in the parent
    q: slice
    v: slice

    @property
    def axis(self) -> ca.SX:
        """The direction of the motion, in the joint's axes and in those of its body."""
        return self.motion.axis


@dataclass
class Body:
    """Mass, mass times centre of mass, and inertia about the body's origin, in its axes."""

    mass: ca.SX
    moment: ca.SX
    inertia: ca.SX

    @staticmethod
    def empty() -> Body:
        """A body without mass."""
        return Body(ca.SX(0), ca.SX.zeros(3), ca.SX.zeros(3, 3))

    def add(self, mass: ca.SX, com: ca.SX, inertia_about_com: ca.SX) -> None:
        """Add a mass with its centre and its inertia about that."""
        self.mass += mass
        self.moment += mass * com
        self.inertia += inertia_about_com - mass * (algebra.skew(com) @ algebra.skew(com))


@dataclass(frozen=True)
class Tree:
    """The tree of a mechanism, on symbols for its parameters."""

    mechanism: Mechanism
    parameters: ca.SX
    joints: tuple[ElementaryJoint, ...]
    bodies: tuple[Body, ...]
    links: dict[str, Frame]
    gravity: ca.SX

    @property
    def nq(self) -> int:
        """The number of coordinates."""
        return len(self.mechanism.coordinates)

    @property
    def nv(self) -> int:
        """The number of rates."""
        return len(self.mechanism.rates)

    @cached_property
    def scalars(self) -> Scalars:
        """The parameters' symbols by name."""
        return {name: self.parameters[k] for k, name in enumerate(self.mechanism.parameters)}

    @cached_property
    def depth_order(self) -> list[int]:
        """The rates from root to leaves."""
        return [v for joint in self.joints for v in range(joint.v.start, joint.v.stop)]

    def common_carrier(self, a: int, b: int) -> int:
        """The last body that carries (or is) both bodies; the base where there is none. A body that is fixed to another counts as
        that one: closures have the same axes whether fixed joints are kept or not."""
        behind = {BASE}
        while a != BASE:
            behind.add(a)
            a = self.joints[a].parent
        while b not in behind or (b != BASE and not self.joints[b].motion.rate_units):
            b = self.joints[b].parent
        return b

    def number(self, value: float | Expression) -> ca.SX:
        """A number of the description on the parameters' symbols."""
        return number(value, self.scalars)

    def anchor(self, anchor: Anchor) -> Frame:
        """The frame of an anchor."""
        return self.links[anchor.link].compose(*pose(anchor.origin, self.scalars))

    def frame(self, name: str) -> Frame:
        """The frame of a name: the tool, a declared frame, or a link."""
        mechanism = self.mechanism
        if name == "tool":
            return self.links[mechanism.joints[-1].child] if mechanism.tool is None else self.anchor(mechanism.tool)
        if name in mechanism.frames:
            return self.anchor(mechanism.frames[name])
        if name in self.links:
            return self.links[name]
        raise unknown_name("frame", name, ["tool", *mechanism.frames, *self.links], repr(mechanism.name))


def frame_of_load(name: str) -> tuple[str, bool]:
    """The frame that a wrench acts on, and whether its axes are those of the frame instead of the world's."""
    return name.removesuffix(OWN_AXES), name.endswith(OWN_AXES)


def grow(mechanism: Mechanism, keep_fixed: bool = False) -> Tree:
    """The tree of a description whose structure has been checked.

    With ``keep_fixed``, fixed joints are joints too, so that every link is a separate body; only reactions need that.
    """
    parameters = ca.SX.sym("parameters", len(mechanism.parameters))
    scalars = {name: parameters[k] for k, name in enumerate(mechanism.parameters)}
    listed = {link.name: link for link in mechanism.links}
    joints: list[ElementaryJoint] = []
    bodies: list[Body] = []
    links: dict[str, Frame] = {base_link(mechanism): Frame(BASE, ca.SX.eye(3), ca.SX.zeros(3))}
    places = coordinate_places(mechanism)
    for joint in root_first(mechanism):
        frame = links[joint.parent].compose(*pose(joint.origin, scalars))
        iq, iv = places[joint.name]
        for motion in elementary(joint, scalars) or ([ELEMENTARY["fixed"]] if keep_fixed else []):
            span = slice(iq, iq + len(motion.units)), slice(iv, iv + len(motion.rate_units))
            turn = ca.SX.eye(3)
            if isinstance(motion, Screw) and motion.turns and motion.axis.is_constant() and algebra.along(motion.axis) is None:
                # The body gets axes in which it turns about z: its rotation matrix then has only four variable entries.
                turn = ca.horzcat(*algebra.perpendicular(motion.axis), motion.axis)
                motion = replace(motion, axis=ca.SX([0, 0, 1]))
            joints.append(ElementaryJoint(motion, frame.body, algebra.clean(frame.R @ turn), frame.p, *span))
            bodies.append(Body.empty())
            frame = Frame(len(joints) - 1, turn.T, ca.SX.zeros(3))
            iq, iv = span[0].stop, span[1].stop
        links[joint.child] = frame
        if joint.child in listed and frame.body != BASE:
            add_link(bodies[frame.body], listed[joint.child], frame, scalars)
    gravity = vector(mechanism.gravity, scalars)
    return Tree(mechanism, parameters, tuple(joints), tuple(bodies), links, gravity)


@dataclass(frozen=True)
class _Symbols:
    """The numbers of a description as expressions of the parameters."""

    scalars: Scalars

    def number(self, value: float | Expression) -> ca.SX:
        return number(value, self.scalars)

    def direction(self, entries: tuple[float | Expression, ...]) -> ca.SX:
        return unit(vector(entries, self.scalars))

    def across(self, axis: ca.SX) -> tuple[ca.SX, ca.SX]:
        return algebra.perpendicular(axis)


def elementary(joint: Joint, scalars: Scalars) -> list[Elementary]:
    """A joint as a chain of elementary motions, each in the frame where the one before ends."""
    return joint.definition.chain(joint, _Symbols(scalars))


def add_link(body: Body, link: Link, frame: Frame, scalars: Scalars) -> None:
    """Lump a link that is fixed at ``frame`` into its body."""
    xx, yy, zz, xy, xz, yz = (number(value, scalars) for value in link.inertia)
    inertia = ca.blockcat([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    R = frame.R
    if link.inertia_origin is not None:
        R = algebra.clean(R @ algebra.rotation_rpy(vector(link.inertia_origin, scalars)))
    body.add(number(link.mass, scalars), frame.p + frame.R @ vector(link.com, scalars), R @ inertia @ R.T)


def base_link(mechanism: Mechanism) -> str:
    """The link that no joint has as its child."""
    children = {joint.child for joint in mechanism.joints}
    return next(joint.parent for joint in mechanism.joints if joint.parent not in children)


def root_first(mechanism: Mechanism) -> list[Joint]:
    """The joints, each after the one that carries it."""
    reached = {base_link(mechanism)}
    waiting, ordered = list(mechanism.joints), []
    while waiting:
        ready = next(joint for joint in waiting if joint.parent in reached)
        waiting.remove(ready)
        reached.add(ready.child)
        ordered.append(ready)
    return ordered


def coordinate_places(mechanism: Mechanism) -> dict[str, tuple[int, int]]:
    """Where each joint's numbers start in ``q`` and in the rates."""
    places, iq, iv = {joint.name: (0, 0) for joint in mechanism.joints}, 0, 0
    for joint in mechanism.ordered_joints:
        places[joint.name] = (iq, iv)
        iq, iv = iq + len(joint.coordinates), iv + len(joint.rates)
    return places


def quaternion_places(mechanism: Mechanism) -> dict[str, slice]:
    """Where the quaternions are in ``q``, by the names of their joints."""
    places = coordinate_places(mechanism)
    ends = {j.name: places[j.name][0] + len(j.coordinates) for j in mechanism.ordered_joints if j.definition.has_quaternion}
    return {name: slice(end - 4, end) for name, end in ends.items()}


def number(value: float | Expression, scalars: Scalars) -> ca.SX:
    """A number of the description on the parameters' symbols."""
    return ca.SX(value.value(scalars)) if isinstance(value, Expression) else ca.SX(value)


def vector(values: tuple[float | Expression, ...], scalars: Scalars) -> ca.SX:
    """Numbers of the description on the parameters' symbols."""
    return ca.vertcat(*(number(value, scalars) for value in values))


def unit(axis: ca.SX) -> ca.SX:
    """The unit vector of an axis."""
    return algebra.clean(axis / ca.norm_2(axis)) if axis.is_constant() else axis / ca.norm_2(axis)


def pose(origin: Pose, scalars: Scalars) -> tuple[ca.SX, ca.SX]:
    """Rotation and position of a pose."""
    if origin.quaternion is None:
        R = algebra.rotation_rpy(vector(origin.rpy, scalars))
    else:
        quaternion = vector(origin.quaternion, scalars)
        R = algebra.clean(algebra.rotation_quaternion(quaternion / ca.norm_2(quaternion)))
    return R, vector(origin.xyz, scalars)
