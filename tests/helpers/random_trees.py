"""Random trees, each described twice: for kinloop, and by hand for Pinocchio.

Where the two differ, :class:`Tree` translates. kinloop puts a quaternion's scalar first, Pinocchio last. The linear rate of a
free joint is in the joint's axes in kinloop and in the child's in Pinocchio. Pinocchio has its joints depth first, kinloop in the
order of the description, which is shuffled.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import pinocchio as pin

import kinloop as kl

Array = np.ndarray
KINDS = ("revolute", "prismatic", "spherical", "free", "cylindrical", "universal", "planar")
ODDS = (0.35, 0.15, 0.12, 0.08, 0.1, 0.1, 0.1)


@dataclass
class Tree:
    """A mechanism, Pinocchio's model of it, and where each joint's numbers are in both: kind, kinloop's (q, v), Pinocchio's."""

    mechanism: kl.Mechanism
    model: pin.Model
    tool: int
    places: list[tuple[str, tuple[int, int], tuple[int, int]]] = field(default_factory=list)

    @property
    def slides(self) -> set[str]:
        """Names of the coordinates in metres."""
        suffixes = {"prismatic": ("",), "cylindrical": ("_slide",), "planar": ("_x", "_y"), "free": ("_x", "_y", "_z")}
        return {joint.name + suffix for joint in self.mechanism.joints for suffix in suffixes.get(joint.kind, ())}

    @property
    def quaternions(self) -> list[int]:
        """Indices at which the joints start in kinloop's positions."""
        return [iq + {"spherical": 0, "free": 3}[kind] for kind, (iq, _), _ in self.places if kind in ("spherical", "free")]

    def q(self, q: Array) -> Array:
        """kinloop's positions as Pinocchio has them."""
        result = np.empty(self.model.nq)
        for kind, (mine, _), (theirs, _) in self.places:
            n = POSITIONS[kind]
            values = q[mine : mine + n]
            if kind in ("spherical", "free"):
                values = np.concatenate([values[: n - 4], values[n - 3 :], values[n - 4 : n - 3]])
            result[theirs : theirs + n] = values
        return result

    def rates(self, q: Array) -> Array:
        """``X`` of ``v_pinocchio = X v_kinloop``: it reorders, and turns the linear rates of free joints; so it is orthogonal."""
        X = np.zeros((self.model.nv, self.model.nv))
        for kind, (iq, mine), (_, theirs) in self.places:
            n = RATES[kind]
            X[theirs : theirs + n, mine : mine + n] = np.eye(n)
            if kind == "free":
                X[theirs : theirs + 3, mine : mine + 3] = rotation(q[iq + 3 : iq + 7]).T
        return X

    def drift(self, q: Array, v: Array) -> Array:
        """``X' v``, by which the accelerations differ besides: the child's axes turn under the linear rate."""
        result = np.zeros(self.model.nv)
        for kind, (iq, iv), (_, theirs) in self.places:
            if kind == "free":
                omega, linear = v[iv + 3 : iv + 6], rotation(q[iq + 3 : iq + 7]).T @ v[iv : iv + 3]
                result[theirs : theirs + 3] = -np.cross(omega, linear)
        return result


POSITIONS = {"revolute": 1, "prismatic": 1, "spherical": 4, "free": 7, "cylindrical": 2, "universal": 2, "planar": 3}
RATES = POSITIONS | {"spherical": 3, "free": 6}


def rotation(quaternion: Array) -> Array:
    w, x, y, z = quaternion
    return pin.Quaternion(w, x, y, z).toRotationMatrix()


def random_tree(seed: int) -> Tree:
    """4 to 10 joints that branch, a fixed link or two, inertias in turned axes, rotors, and gravity from anywhere."""
    random = np.random.default_rng(seed)
    count = int(random.integers(4, 11))
    kinds = [*random.choice(KINDS, count, p=ODDS), *["fixed"] * int(random.integers(1, 3))]
    names = ["base", *(f"link{k}" for k in range(len(kinds)))]
    # Each hangs on one of the last three: long chains with branches.
    parents = [names[max(0, k - int(random.integers(0, 3)))] for k in range(len(kinds))]
    joints = [random_joint(random, f"j{k}", kind, parents[k], names[k + 1]) for k, kind in enumerate(kinds)]
    links = [random_link(random, name) for name in names[1:]]
    tool = kl.Anchor(link=names[-1], origin=random_pose(random))
    gravity = random.standard_normal(3)
    mechanism = kl.Mechanism(
        name=f"tree{seed}",
        gravity=tuple(9.81 * gravity / np.linalg.norm(gravity)),
        links=tuple(links),
        joints=tuple(joints[k] for k in random.permutation(len(joints))),
        tool=tool,
    )
    return described_for_pinocchio(mechanism)


def random_chain(joints: int, seed: int = 0) -> Tree:
    """An arm of revolute joints about any axes."""
    random = np.random.default_rng(seed)
    names = ["base", *(f"link{k}" for k in range(joints))]
    mechanism = kl.Mechanism(
        name=f"chain{joints}",
        gravity=(0.0, 0.0, -9.81),
        links=tuple(random_link(random, name) for name in names[1:]),
        joints=tuple(random_joint(random, f"j{k}", "revolute", names[k], names[k + 1]) for k in range(joints)),
        tool=kl.Anchor(link=names[-1]),
    )
    return described_for_pinocchio(mechanism)


def random_joint(random: np.random.Generator, name: str, kind: str, parent: str, child: str) -> kl.Joint:
    axis = random.standard_normal(3)
    if kind == "planar" or random.uniform() < 0.3:  # in which directions a planar joint counts x and y is plain for these
        axis = np.eye(3)[random.integers(3)]
    rotor = kl.Rotor(inertia=1e-3, ratio=random.uniform(5, 20)) if kind in ("revolute", "prismatic") else kl.Rotor()
    return kl.Joint(
        name=name,
        kind=kind,
        parent=parent,
        child=child,
        origin=random_pose(random),
        axis=tuple(axis),
        axis2=tuple(np.cross(axis, random.standard_normal(3))),
        actuated=True,
        rotor=rotor,
    )


def random_pose(random: np.random.Generator) -> kl.Pose:
    xyz = tuple(random.uniform(-0.3, 0.3, 3))
    if random.uniform() < 0.5:
        return kl.Pose(xyz=xyz, rpy=tuple(random.uniform(-np.pi, np.pi, 3)))
    return kl.Pose(xyz=xyz, quaternion=tuple(random.standard_normal(4)))


def random_link(random: np.random.Generator, name: str) -> kl.Link:
    """The inertia of a solid box, so that it is physically possible."""
    mass, (a, b, c) = random.uniform(0.5, 3), random.uniform(0.3, 0.6, 3) ** 2
    moments = mass / 12 * np.array([b + c, a + c, a + b])
    com = tuple(random.uniform(-0.1, 0.1, 3))
    if random.uniform() < 0.5:
        axes = tuple(random.uniform(-np.pi, np.pi, 3))
        return kl.Link(name=name, mass=mass, com=com, inertia=(*moments, 0, 0, 0), inertia_origin=axes)
    R, _ = np.linalg.qr(random.standard_normal((3, 3)))
    full = R @ np.diag(moments) @ R.T
    return kl.Link(name=name, mass=mass, com=com, inertia=(*np.diag(full), full[0, 1], full[0, 2], full[1, 2]))


def described_for_pinocchio(mechanism: kl.Mechanism) -> Tree:
    """Walk the description depth first and add to Pinocchio's model what it says."""
    model = pin.Model()
    model.gravity = pin.Motion(np.array(mechanism.gravity), np.zeros(3))
    bodies = {"base": (0, pin.SE3.Identity())}
    starts: dict[str, tuple[int, int]] = {}
    links = {link.name: link for link in mechanism.links}
    waiting = [joint for joint in mechanism.joints if joint.parent == "base"]
    while waiting:
        joint = waiting.pop()
        waiting += [other for other in mechanism.joints if other.parent == joint.child]
        parent, placement = bodies[joint.parent]
        placement = placement * place(joint.origin)
        starts[joint.name] = (model.nq, model.nv)
        for k, elementary in enumerate(chain(joint)):  # no mass between the joints of a chain
            parent = model.addJoint(parent, elementary, placement if k == 0 else pin.SE3.Identity(), f"{joint.name}_{k}")
            placement = pin.SE3.Identity()
            if elementary.nv == 1:
                model.armature[-1] = joint.rotor.inertia * joint.rotor.ratio**2
        bodies[joint.child] = parent, placement
        model.appendBodyToJoint(parent, inertia(links[joint.child]), placement)
    parent, placement = bodies[mechanism.tool.link]
    tool = model.addFrame(pin.Frame("tool", parent, placement * place(mechanism.tool.origin), pin.FrameType.OP_FRAME))
    tree = Tree(mechanism, model, tool)
    iq = iv = 0
    for joint in mechanism.joints:
        if joint.kind != "fixed":
            tree.places.append((joint.kind, (iq, iv), starts[joint.name]))
            iq, iv = iq + POSITIONS[joint.kind], iv + RATES[joint.kind]
    return tree


def chain(joint: kl.Joint) -> Iterator[pin.JointModel]:
    axis, second = (np.array(a) / np.linalg.norm(a) for a in (joint.axis, joint.axis2))
    turn, slide = pin.JointModelRevoluteUnaligned, pin.JointModelPrismaticUnaligned
    match joint.kind:
        case "revolute":
            yield turn(axis)
        case "prismatic":
            yield slide(axis)
        case "spherical":
            yield pin.JointModelSpherical()
        case "free":
            yield pin.JointModelFreeFlyer()
        case "cylindrical":
            yield from (turn(axis), slide(axis))
        case "universal":
            yield from (turn(axis), turn(second))
        case "planar":  # the axes that follow the normal: x and y for z
            normal = int(np.argmax(axis))
            yield from (slide(np.eye(3)[(normal + 1) % 3]), slide(np.eye(3)[(normal + 2) % 3]), turn(axis))


def place(pose: kl.Pose) -> pin.SE3:
    if pose.quaternion is None:
        return pin.SE3(pin.rpy.rpyToMatrix(*pose.rpy), np.array(pose.xyz))
    return pin.SE3(rotation(np.array(pose.quaternion) / np.linalg.norm(pose.quaternion)), np.array(pose.xyz))


def inertia(link: kl.Link) -> pin.Inertia:
    xx, yy, zz, xy, xz, yz = link.inertia
    moments = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    R = pin.rpy.rpyToMatrix(*(link.inertia_origin or (0.0, 0.0, 0.0)))
    return pin.Inertia(link.mass, np.array(link.com), R @ moments @ R.T)
