"""Which machines are hexapods: six distances between the ground and one body, once the active joints are held.

The structure is read off the tree: what is carried from the base by held or fixed joints is the ground; one body is the platform;
every other one is a leg between them, free to turn at both ends, so that all it does is to keep two points apart. Numbers come
from the tree's own expressions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import casadi as ca
import numpy as np

from kinloop.mechanism.parts.parts import Loop, Mechanism
from kinloop.model.dynamics.tree import BASE, Frame, Tree, grow, unit, vector
from kinloop.model.dynamics.tree_dynamics import TreeModel
from kinloop.numerics import algebra

Array = np.ndarray
Carrier = Literal["universal", "spherical", "free"]
CHAINS: dict[tuple[str, ...], Carrier] = {
    ("revolute", "revolute"): "universal",
    ("spherical",): "spherical",
    ("prismatic", "prismatic", "prismatic", "spherical"): "free",
}


@dataclass(frozen=True)
class Joint:
    """Passive elementary joints in one point that carry a body: their kind, the group they hang on, their numbers in ``q``."""

    kind: Carrier
    chain: tuple[int, ...]
    parent: int
    q: slice


@dataclass(frozen=True)
class Leg:
    """A rod, or a body hung by ``root`` whose far end is a loop or carries the platform (``tip``).

    ``on_platform`` says that the root is there. ``has_twist``: the far end is a universal joint and holds the leg's own turn;
    ``spins``: nothing does.
    """

    loop: Loop | None = None
    root: Joint | None = None
    tip: Joint | None = None
    on_platform: bool = False

    @property
    def has_twist(self) -> bool:
        """Whether a universal joint at the far end holds the rotation of the leg about its axis."""
        return (self.loop is not None and self.loop.kind == "universal") or (
            self.tip is not None and self.tip.kind == "universal"
        )

    @property
    def spins(self) -> bool:
        """Whether nothing holds the rotation of the leg about its axis."""
        return self.root is not None and self.root.kind == "spherical" and not self.has_twist


@dataclass(frozen=True)
class Hexapod:
    """The legs, the joint that carries the platform, and a function of ``(q, parameters)`` for their :class:`Numbers`."""

    legs: tuple[Leg, ...]
    carrier: Joint
    names: tuple[tuple[int, str], ...]
    function: ca.Function

    def numbers(self, q: Array, parameters: Array) -> list[dict[str, Array]]:
        """The numbers of each leg, and last of the joint that carries the platform."""
        result: list[dict[str, Array]] = [{} for _ in range(7)]
        for (k, name), value in zip(self.names, self.function.call([q, parameters]), strict=True):
            full = value.full()
            result[k][name] = full[:, 0] if full.shape[1] == 1 else full
        return result


class _Structure:
    """The tree's bodies in groups that are rigid while the active joints are held; a group is named by its first body."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.tree: Tree = grow(mechanism)
        held = sum(len(joint.coordinates) for joint in mechanism.active_joints)
        joints = self.tree.joints
        self.is_held = [joint.q.start < held for joint in joints]
        self.loops = [(loop, self.tree.anchor(loop.a), self.tree.anchor(loop.b)) for loop in mechanism.loops]
        touched = {frame.body for _, a, b in self.loops for frame in (a, b)}
        children = [[k for k, joint in enumerate(joints) if joint.parent == body] for body in range(len(joints))]
        # A body between two passive joints in one point is part of a compound joint.
        self.between = {
            body
            for body, below in enumerate(children)
            if not self.is_held[body]
            and body not in touched
            and len(below) == 1
            and not self.is_held[below[0]]
            and joints[below[0]].p.is_zero()
        }

    def group(self, body: int) -> int:
        """The first body of the rigid group of a body."""
        while body != BASE and self.is_held[body]:
            body = self.tree.joints[body].parent
        return body

    def joint(self, body: int) -> Joint | None:
        """The joint that carries a group; None for a chain that is neither a universal, a spherical nor a free joint."""
        joints, chain = self.tree.joints, [body]
        while joints[chain[0]].parent in self.between and len(chain) < 4:
            chain.insert(0, joints[chain[0]].parent)
        kind = CHAINS.get(tuple(joints[k].motion.kind for k in chain))
        if kind is None or (kind == "free" and not self._is_square(chain)):
            return None
        return Joint(
            kind, tuple(chain), self.group(joints[chain[0]].parent), slice(joints[chain[0]].q.start, joints[body].q.stop)
        )

    def _is_square(self, chain: list[int]) -> bool:
        """Whether three slides are along the axes of one frame."""
        joints = [self.tree.joints[k] for k in chain]
        axes = ca.horzcat(*(joint.axis for joint in joints[:3]))
        return (axes - ca.SX.eye(3)).is_zero() and all((joint.R - ca.SX.eye(3)).is_zero() for joint in joints[1:])


def recognise(mechanism: Mechanism) -> Hexapod | None:
    """The hexapod that a machine is while its active joints are held, or None."""
    if (
        mechanism.couplings
        or not mechanism.loops
        or any(loop.kind not in ("rod", "ball", "universal") for loop in mechanism.loops)
    ):
        return None
    structure = _Structure(mechanism)
    bodies = [body for body in range(len(structure.tree.joints)) if not structure.is_held[body] and body not in structure.between]
    if any(a.body in structure.between or b.body in structure.between for _, a, b in structure.loops):
        return None
    joints = {}
    for body in bodies:
        joint = structure.joint(body)
        if joint is None:
            return None
        joints[body] = joint
    for platform in bodies:
        legs = _legs(structure, joints, platform)
        if legs is not None:
            return _with_numbers(structure, joints[platform], platform, legs)
    return None


def _legs(structure: _Structure, joints: dict[int, Joint], platform: int) -> tuple[Leg, ...] | None:
    """The six legs of a platform; None where it is not one."""
    carrier = joints[platform]
    if (carrier.parent == BASE) != (carrier.kind == "free"):
        return None
    ends: dict[int, list[Loop]] = {body: [] for body in joints}
    legs: list[Leg] = []
    for loop, a, b in structure.loops:
        groups = {structure.group(a.body), structure.group(b.body)}
        if loop.kind == "rod" and groups == {BASE, platform}:
            legs.append(Leg(loop))
            continue
        between = groups - {BASE, platform}
        if loop.kind == "rod" or len(groups) != 2 or len(between) != 1:
            return None
        (body,) = between
        if groups - between == {joints[body].parent}:
            return None  # both ends on the same side
        ends[body].append(loop)
    for body, root in joints.items():
        if body == platform:
            continue
        carries = [other for other, joint in joints.items() if joint.parent == body]
        loops = ends[body]
        if root.kind == "free" or root.parent not in (BASE, platform) or len(loops) + len(carries) != 1:
            return None
        if carries and (carries != [platform] or root.parent == platform):
            return None
        leg = Leg(loops[0] if loops else None, root, carrier if carries else None, root.parent == platform)
        if root.kind == "universal" and leg.has_twist:
            return None  # two universal joints hold the leg's own turn twice
        legs.append(leg)
    return tuple(legs) if len(legs) == 6 else None


# ---------------------------------------------------------------- numbers


def _with_numbers(structure: _Structure, carrier: Joint, platform: int, legs: tuple[Leg, ...]) -> Hexapod:
    tree = structure.tree
    model = TreeModel(tree)
    named: list[tuple[tuple[int, str], ca.SX]] = []

    def place(frame: Frame) -> tuple[ca.SX, ca.SX]:
        """A frame in the first body of its group; only held joints are between."""
        R, p, body = frame.R, frame.p, frame.body
        while body != BASE and structure.is_held[body]:
            R_up, p_up = model.motions[body]
            R, p, body = R_up @ R, p_up + R_up @ p, tree.joints[body].parent
        return R, p

    def joint_numbers(joint: Joint, prefix: str) -> dict[str, ca.SX]:
        """The place of a joint in the group that carries it, and its axes."""
        first = tree.joints[joint.chain[0]]
        R, p = place(Frame(first.parent, first.R, first.p))
        numbers = {"R": R, "p": p}
        if joint.kind == "universal":
            second = tree.joints[joint.chain[1]]
            numbers |= {"axis1": first.axis, "axis2": second.R @ second.axis, "R2": second.R}
        return {prefix + name: value for name, value in numbers.items()}

    for k, leg in enumerate(legs):
        numbers = {} if leg.root is None else joint_numbers(leg.root, "root_")
        if leg.loop is not None:
            sides = {structure.group(tree.anchor(end).body): place(tree.anchor(end)) for end in (leg.loop.a, leg.loop.b)}
        if leg.root is None:
            assert leg.loop is not None
            assert leg.loop.length is not None  # the structure was checked
            numbers |= {"a": sides[BASE][1], "b": sides[platform][1], "length": tree.number(leg.loop.length)}
        else:
            body = leg.root.chain[-1]
            if leg.loop is not None:
                beyond = BASE if leg.on_platform else platform
                tip, far = sides[body][1], sides[beyond][1]
                axes = dict(zip(sides, _loop_axes(tree, leg.loop), strict=True))
                numbers |= {"twist": sides[body][0] @ axes[body], "against": sides[beyond][0] @ axes[beyond]}
            else:
                assert leg.tip is not None
                numbers |= joint_numbers(leg.tip, "tip_")
                tip, far = numbers["tip_p"], ca.SX.zeros(3)
            near = numbers["root_p"]
            numbers |= {"tip": tip, "length": ca.norm_2(tip)}
            numbers |= {"a": far, "b": near} if leg.on_platform else {"a": near, "b": far}
        named += [((k, name), value) for name, value in numbers.items()]
    if carrier.kind == "free":
        named += [((6, name), value) for name, value in joint_numbers(carrier, "").items()]
    function = ca.Function("hexapod", [model.q, tree.parameters], [ca.densify(value) for _, value in named])
    return Hexapod(legs, carrier, tuple(name for name, _ in named), function)


def _loop_axes(tree: Tree, loop: Loop) -> tuple[ca.SX, ca.SX]:
    axis = algebra.clean(unit(vector(loop.axis, tree.scalars)))
    return axis, axis if loop.axis_b is None else unit(vector(loop.axis_b, tree.scalars))
