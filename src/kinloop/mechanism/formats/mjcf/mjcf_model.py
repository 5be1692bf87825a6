"""MuJoCo's compiled model with a name for every element, and its features that a mechanism cannot express."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from kinloop.mechanism.kinds.joint_kinds import JOINT_KINDS
from kinloop.mechanism.parts.parts import Anchor
from kinloop.mechanism.parts.transforms import Placement, normalize
from kinloop.mechanism.parts.unique_names import unique_names
from kinloop.mechanism.validate.faults import quantity

FREE, BALL, SLIDE, HINGE = range(4)  # mjtJoint
_TYPES = ("free", "ball", "slide", "hinge")  # in that order
KINDS = {_TYPES.index(kind.mjcf): kind for kind in JOINT_KINDS.values() if kind.mjcf is not None}
JOINT_IN_PARENT, JOINT_EQUALITY, WRAP_JOINT = 1, 2, 1  # mjtTrn (0: joint), mjtEq, mjtWrap
TENDON_FORCES = ("stiffness", "damping", "frictionloss", "armature", "limited")
FINITE = {
    "body": ("body", ("pos", "quat", "ipos", "iquat", "mass", "inertia")),
    "joint": ("jnt", ("pos", "axis", "stiffness")),
    "site": ("site", ("pos", "quat")),
    "geom": ("geom", ("pos", "quat", "size")),
    "actuator": ("actuator", ("gear", "gainprm")),
    "equality": ("eq", ("data",)),
    "tendon": ("tendon", ("length0",)),
}
JOINT_NUMBERS = {
    "qpos0": "reference",
    "qpos_spring": "spring's reference",
    "key_qpos": "position in the keyframe",
    "dof_damping": "damping",
    "dof_armature": "armature",
    "dof_frictionloss": "friction",
}
UNBOUNDED = 1e10  # MuJoCo's largest number, which means that there is no bound
FREE_SUFFIXES = ("_x", "_y", "_z", "_q")


@dataclass(frozen=True)
class Model:
    """The model ``m``; the inertia matrices and the meshes' names that the file gives, with the elements that they belong to."""

    mujoco: Any
    m: Any
    written_inertias: list[tuple[Any, np.ndarray]]
    meshes: list[tuple[Any, str]]

    # ---------------------------------------------------------------- names

    @cached_property
    def bodies(self) -> list[str]:
        """Names of the bodies, all different."""
        return unique_names((self.m.body(k).name or f"body{k}" for k in range(self.m.nbody)), set())

    @cached_property
    def joints(self) -> list[str]:
        """A joint without a name has that of its body, with a number where the body has several."""

        def name(k: int) -> str:
            body = self.m.jnt_bodyid[k]
            number = f"_{k - self.m.body_jntadr[body]}" if self.m.body_jntnum[body] > 1 else ""
            return self.m.joint(k).name or self.bodies[body] + number

        return unique_names(map(name, range(self.m.njnt)), set())

    @cached_property
    def coordinates(self) -> list[tuple[str, ...]]:
        """The names of the numbers in ``qpos``, for each joint of MuJoCo."""
        names = []
        for k, name in enumerate(self.joints):
            free = self.free_bodies.get(int(self.m.jnt_bodyid[k]))
            if free is not None and self.m.jnt_type[k] == BALL:
                names.append(tuple(free + suffix for suffix in KINDS[FREE].quaternion_suffixes))
            else:
                names.append(tuple(name + suffix for suffix in KINDS[int(self.m.jnt_type[k])].suffixes))
        return names

    @cached_property
    def free_bodies(self) -> dict[int, str]:
        """Bodies on three slides along their axes and a ball, which is a free joint that need not hang on the world.

        Only where the names say so and the four have the same properties.
        """
        m, found = self.m, {}
        for body in range(m.nbody):
            chain = self.joint_range(body)
            if [int(m.jnt_type[k]) for k in chain] != [SLIDE, SLIDE, SLIDE, BALL]:
                continue
            stem = self.joints[chain[0]].removesuffix("_x")
            dofs = m.jnt_dofadr[chain[0]] + np.arange(6)
            same = all(np.ptp(getattr(m, f"dof_{name}")[dofs]) == 0 for name in ("damping", "armature", "frictionloss"))
            plain = not any(np.any(getattr(m, name)[chain]) for name in ("jnt_pos", "jnt_stiffness", "jnt_limited"))
            named = [self.joints[k] for k in chain] == [stem + suffix for suffix in FREE_SUFFIXES]
            straight = np.array_equal(m.jnt_axis[chain[:3]], np.eye(3)) and not m.qpos0[m.jnt_qposadr[chain[:3]]].any()
            driven = {k in self.driven for k in chain}
            if same and plain and named and straight and len(driven) == 1:
                found[body] = stem
        return found

    @cached_property
    def driven(self) -> set[int]:
        """The joints on which actuators act."""
        return {int(joint) for joint in self.m.actuator_trnid[self.m.actuator_trntype <= JOINT_IN_PARENT, 0]}

    @cached_property
    def leaders(self) -> dict[int, int]:
        """For each joint in an equality, the joint that it follows."""
        ties = [k for k in range(self.m.neq) if self.m.eq_type[k] == JOINT_EQUALITY and self.m.eq_active0[k]]
        return {int(self.m.eq_obj1id[k]): int(self.m.eq_obj2id[k]) for k in ties if self.m.eq_obj2id[k] >= 0}

    def tendon_joints(self, tendon: int) -> list[int]:
        """The joints of a fixed tendon; none for a spatial one."""
        first = int(self.m.tendon_adr[tendon])
        wraps = range(first, first + int(self.m.tendon_num[tendon]))
        return [int(self.m.wrap_objid[k]) for k in wraps if self.m.wrap_type[k] == WRAP_JOINT]

    def joint_range(self, body: int) -> list[int]:
        """Indices of the joints of a body."""
        first = int(self.m.body_jntadr[body])
        return list(range(first, first + int(self.m.body_jntnum[body])))

    def label(self, kind: str, index: int) -> str:
        """The kind and name of an element for messages: ``tendon 'rope'``."""
        name = getattr(self.m, kind)(index).name
        return f"{kind} {name!r}" if name else f"{kind} {index} (without a name)"

    # ---------------------------------------------------------------- places

    def placement(self, kind: str, index: int) -> Placement:
        """The placement of a body in its parent, or of a site or geom in its body."""
        return Placement(getattr(self.m, f"{kind}_pos")[index], normalize(getattr(self.m, f"{kind}_quat")[index]))

    def sites(self) -> dict[str, Anchor]:
        """The sites that have a name."""
        named = {self.m.site(k).name: k for k in range(self.m.nsite)}
        return {name: self.site(k) for name, k in named.items() if name}

    def site(self, index: int) -> Anchor:
        """A site as an anchor."""
        return Anchor(link=self.bodies[self.m.site_bodyid[index]], origin=self.placement("site", index).pose())

    @property
    def gravity(self) -> tuple[float, float, float]:
        """The acceleration of gravity [m/s^2]."""
        x, y, z = (0.0, 0.0, 0.0) if self.is_disabled("GRAVITY") else map(float, self.m.opt.gravity)
        return x, y, z

    def is_disabled(self, *names: str) -> bool:
        """Whether the file disables one of these flags."""
        return any(self.m.opt.disableflags & int(getattr(self.mujoco.mjtDisableBit, f"mjDSBL_{name}", 0)) for name in names)

    # ---------------------------------------------------------------- what cannot be expressed

    def not_finite(self) -> Iterator[str]:
        """Numbers that are not finite, which MuJoCo accepts."""
        for kind, (prefix, names) in FINITE.items():
            for name in names:
                values = np.asarray(getattr(self.m, f"{prefix}_{name}"))
                bad = np.flatnonzero(~np.isfinite(values).all(axis=tuple(range(1, values.ndim))))
                yield from (f"{self.label(kind, int(k))}: expected finite numbers, its {name} is {values[k]}" for k in bad)
        for name, words in JOINT_NUMBERS.items():
            values = np.atleast_2d(getattr(self.m, name))
            for k in np.flatnonzero(~np.isfinite(values).all(axis=0)):
                joint = self.m.dof_jntid[k] if name.startswith("dof") else np.searchsorted(self.m.jnt_qposadr, k, "right") - 1
                yield f"{self.label('joint', int(joint))}: expected finite numbers, its {words} is {values[0, k]}"
        if not np.isfinite(self.m.opt.gravity).all():
            yield f"<option>: expected finite numbers, its gravity is {self.m.opt.gravity}"

    def unsupported_features(self) -> Iterator[str]:
        """Features that act on the motion and that a mechanism cannot express."""
        m = self.m
        if not m.njnt:
            yield "there are no joints"
        if m.opt.density or m.opt.viscosity:
            yield "<option>: the forces of a fluid (density, viscosity) are not read"
        for body in np.flatnonzero(m.body_gravcomp):
            yield f"{self.label('body', int(body))}: gravity compensation (gravcomp) is not read"
        for k in range(m.njnt):
            polynomial = self.has("jnt_stiffnesspoly", k) or self.has("dof_dampingpoly", int(m.jnt_dofadr[k]))
            if polynomial or self.has("jnt_springyield", k):
                yield f"{self.label('joint', k)}: only linear springs and dampers are read"
            if m.jnt_type[k] in (FREE, BALL) and m.jnt_stiffness[k]:
                yield f"{self.label('joint', k)}: a spring on a {KINDS[int(m.jnt_type[k])].name} joint is not read"
        for k in range(m.ntendon):
            forces = [name for name in TENDON_FORCES if self.has(f"tendon_{name}", k)]
            if forces:
                yield f"{self.label('tendon', k)}: its {', '.join(forces)} cannot be expressed"

    def notes(self) -> list[str]:
        """Features that are left out: contacts, mocap bodies and limits of ball joints."""
        m, notes = self.m, []
        touching = int(np.count_nonzero((m.geom_contype != 0) | (m.geom_conaffinity != 0)))
        if touching and not self.is_disabled("CONTACT", "CONSTRAINT"):
            notes.append(f"the contacts of {quantity(touching, 'geom')}")
        if m.nmocap:
            notes.append(f"the motion of {m.nmocap} mocap bod{'ies' if m.nmocap != 1 else 'y'}, which stand still")
        balls = [self.joints[k] for k in range(m.njnt) if m.jnt_type[k] == BALL and m.jnt_limited[k]]
        return notes + ([f"the limits of ball joints {', '.join(balls)}"] if balls else [])

    def has(self, attribute: str, index: int) -> bool:
        """Whether a number exists and is not zero; older versions of MuJoCo lack some of them."""
        values = getattr(self.m, attribute, None)
        return values is not None and bool(np.any(values[index]))
